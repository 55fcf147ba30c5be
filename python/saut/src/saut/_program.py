"""The program `saut` as a child process: finds, starts, monitors and ends it.

This package computes nothing itself. Each call is one process, so a cancelled call leaves nothing behind, and neither
does the end of Python. To end a process, the package first requests it to stop: the program then ends its own children
(solvers) and prints its best answer. Only a process that does not stop is killed.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Callable, Optional, Sequence

from ._errors import ProgramFailed, ProgramMissing

VARIABLE = "SAUT_PROGRAM"
"""Environment variable that names another program than the one in the wheel."""

GRACE = 5.0
"""Seconds between a request to stop and the kill signal."""

_SUFFIX = ".exe" if sys.platform == "win32" else ""


def find_program() -> str:
    """Path of the program: `SAUT_PROGRAM`, otherwise the one installed with this module, otherwise one on `PATH`."""
    wanted = os.environ.get(VARIABLE)
    if wanted:
        found = shutil.which(wanted)
        if found is None:
            raise ProgramMissing(f"{VARIABLE} names {wanted}, which is not a program; is the path right?")
        return found
    name = "saut" + _SUFFIX
    folders = [sysconfig.get_path("scripts")]
    user = {"posix": "posix_user", "nt": "nt_user"}.get(os.name)
    if user is not None:
        folders.append(sysconfig.get_path("scripts", user))
    # `pip install --target DIR` puts programs into DIR/bin.
    folders.append(str(Path(__file__).resolve().parent.parent / "bin"))
    for folder in folders:
        candidate = os.path.join(folder, name)
        if os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    found = shutil.which(name)
    if found is None:
        raise ProgramMissing(
            f"no program saut in {', '.join(folders)} or on PATH; reinstall the package, or name one in {VARIABLE}"
        )
    return found


@dataclass(frozen=True)
class Finished:
    """A finished process: exit status, standard output, and the lines of standard error."""

    status: int
    output: str
    messages: tuple[str, ...]


_running: weakref.WeakSet[Process] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for process in list(_running):
        process.cancel(grace=0.5)


class Process:
    """A running program. Its output is read continuously, so the program never blocks on it."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        program: Optional[str] = None,
        text: Optional[str] = None,
        on_message: Optional[Callable[[str], None]] = None,
        on_line: Optional[Callable[[str], None]] = None,
    ) -> None:
        self.program = program if program is not None else find_program()
        self.arguments = tuple(arguments)
        self._messages: list[str] = []
        self._output: list[str] = []
        self._on_message = on_message
        self._on_line = on_line
        self._cancelled = False
        self._deaf: Optional[Exception] = None
        try:
            self._child = subprocess.Popen(
                [self.program, *arguments],
                stdin=subprocess.DEVNULL if text is None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                # Python receives Ctrl-C and then requests the program to stop.
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise ProgramMissing(f"{self.program}: no such program") from error
        except OSError as error:
            raise ProgramFailed(f"{self.program}: cannot be started ({error.strerror})") from error
        _running.add(self)
        out, err, inp = self._child.stdout, self._child.stderr, self._child.stdin
        assert out is not None and err is not None
        self._readers = [
            threading.Thread(target=self._read, args=(out,), daemon=True),
            threading.Thread(target=self._listen, args=(err,), daemon=True),
        ]
        if text is not None:
            assert inp is not None
            self._readers.append(threading.Thread(target=_write, args=(inp, text), daemon=True))
        for reader in self._readers:
            reader.start()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            if self._on_line is None:
                self._output.append(stream.read())
                return
            for line in stream:
                self._output.append(line)
                if self._deaf is None:
                    try:
                        self._on_line(line)
                    except Exception as error:
                        self._deaf = error

    def _listen(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                line = line.rstrip("\n")
                self._messages.append(line)
                if self._on_message is not None and self._deaf is None:
                    try:
                        self._on_message(line)
                    except Exception as error:  # Keep reading; `wait` raises it.
                        self._deaf = error

    @property
    def pid(self) -> int:
        """Process ID."""
        return self._child.pid

    @property
    def cancelled(self) -> bool:
        """True after a call of `cancel`."""
        return self._cancelled

    def done(self) -> bool:
        """True once the process has ended."""
        return self._child.poll() is not None

    def wait(self, seconds: Optional[float] = None) -> Optional[Finished]:
        """Waits for the end and returns the output, or `None` after `seconds`.

        An exception in the waiting thread, such as Ctrl-C, ends the process.
        """
        try:
            self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        except BaseException:
            self.cancel()
            raise
        for reader in self._readers:
            # A grandchild may keep a pipe open; the program's own output is complete by then.
            reader.join(GRACE)
        _running.discard(self)
        if self._deaf is not None:
            raise self._deaf
        return Finished(self._child.returncode, "".join(self._output), tuple(self._messages))

    def cancel(self, grace: float = GRACE) -> None:
        """Requests the process to stop, and kills it after `grace` seconds. Does nothing if it has ended."""
        if self._child.poll() is not None:
            return
        self._cancelled = True
        self._child.terminate()
        end = time.monotonic() + grace
        try:
            self._child.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._kill()
            self._child.wait()

    def _kill(self) -> None:
        if sys.platform != "win32":
            try:
                os.killpg(self._child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        else:
            self._child.kill()


def _write(stream: IO[str], text: str) -> None:
    try:
        with stream:
            stream.write(text)
    except BrokenPipeError:
        pass  # The program stopped reading its input; its answer explains why.


def run(arguments: Sequence[str], *, program: Optional[str] = None) -> Finished:
    """Runs the program and waits for its end."""
    finished = Process(arguments, program=program).wait()
    assert finished is not None
    return finished


def version(program: Optional[str] = None) -> str:
    """Version of the program, such as `0.1.0`."""
    finished = run(["--version"], program=program)
    words = finished.output.split()
    if finished.status != 0 or len(words) != 2:
        raise ProgramFailed("--version printed no version", finished.status, finished.messages)
    return words[1]


@functools.lru_cache(maxsize=None)
def _help_of(program: str, command: str, changed: int) -> str:
    finished = run([command, "--help"], program=program)
    if finished.status != 0:
        raise ProgramFailed(f"{command} --help failed", finished.status, finished.messages)
    return finished.output


def minimises(program: Optional[str] = None) -> frozenset[str]:
    """Returns the measures, out of `steps`, `actions` and `cost`, that `plan --minimise` of this program supports.

    >>> "actions" in minimises()
    True
    """
    path = program if program is not None else find_program()
    try:
        changed = os.stat(path).st_mtime_ns
    except OSError as error:
        raise ProgramMissing(f"{path}: no such program") from error
    lines = _help_of(path, "plan", changed).splitlines()
    for at, line in enumerate(lines):
        if line.strip().startswith("--minimise"):
            found: set[str] = set()
            for below in lines[at + 1 :]:
                words = below.strip()
                if words.startswith("--"):
                    break
                if words.startswith("- ") and ":" in words:
                    found.add(words[2:].split(":")[0].strip())
            return frozenset(found)
    return frozenset()
