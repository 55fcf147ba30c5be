"""Errors of the package.

Solved, infeasible and undecided answers are not errors. A rejected plan is not an error either: it is a `Check` that is
not valid. Errors are invalid input, a missing program, and a program that failed.
"""

from __future__ import annotations

import re
from typing import Optional


class SautError(Exception):
    """Base of all errors of this package, with the program's own message."""


class UnusableInput(SautError, ValueError):
    """Unusable input (exit status 2). The message has the place, the problem and a remedy.

    `file`, `line` and `column` are the place, if the problem is in a file. For a task given as text, the files are
    `domain.pddl` and `problem.pddl`.

    >>> UnusableInput("domain.pddl:3:7: predicate `at` is not declared; did you mean `att`?").line
    3
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        place = re.match(r"(.+?):(\d+):(\d+): ", message)
        self.file: Optional[str] = place[1] if place else None
        self.line: Optional[int] = int(place[2]) if place else None
        self.column: Optional[int] = int(place[3]) if place else None


class ProgramMissing(SautError, FileNotFoundError):
    """The program `saut` was not found."""


class ProgramFailed(SautError, RuntimeError):
    """A program that ended with an unexpected status, or printed an invalid answer.

    `status` is its exit status (a negative number is the signal that ended it), `messages` its output on standard error.
    """

    def __init__(self, message: str, status: int | None = None, messages: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.messages = messages


class Cancelled(SautError):
    """A job was cancelled before it had an answer."""
