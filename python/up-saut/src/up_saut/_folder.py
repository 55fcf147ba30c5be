"""Folders of calls, with the task, the answer and its proofs.

The folder of an answer with a certificate is kept, so that you can check the certificate again:

    saut validate domain.pddl problem.pddl answer.json

With `certificates=`, the folder is inside that folder and is kept permanently. Otherwise, it is inside a temporary
folder, which is removed when Python ends.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path
from typing import Optional

_lock = threading.Lock()
_root: Optional[tempfile.TemporaryDirectory[str]] = None


def new(below: Optional[str]) -> Path:
    """A new folder for one call."""
    global _root
    if below is None:
        with _lock:
            if _root is None or not Path(_root.name).is_dir():
                _root = tempfile.TemporaryDirectory(prefix="up-saut-")
            below = _root.name
    else:
        Path(below).mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="call-", dir=below))


def remove(folder: Path) -> None:
    """Removes the folder of a call without a certificate."""
    shutil.rmtree(folder, ignore_errors=True)
