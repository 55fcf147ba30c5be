"""`python -m saut …` is the program `saut …`."""

from __future__ import annotations

import os
import subprocess
import sys

from ._errors import SautError
from ._program import find_program


def main() -> int:
    """Replaces this process by the program if the system supports it. Otherwise starts the program and waits for it."""
    try:
        program = find_program()
    except SautError as error:
        print(f"saut: {error}", file=sys.stderr)
        return 1
    if sys.platform == "win32":
        return subprocess.call([program, *sys.argv[1:]])
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
