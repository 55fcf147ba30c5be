"""Folders of calls: the task as it was written, the answer, and its proofs, side by side.

The folder of an answer with a certificate stays, so that it can be checked again by hand:

    saut validate domain.pddl problem.pddl answer.json

It lies where the engine was told to (`certificates=`), and then stays for good; else below a folder of this Python
process, which is removed when it ends.
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
    """Removes the folder of a call that has nothing to show."""
    shutil.rmtree(folder, ignore_errors=True)
