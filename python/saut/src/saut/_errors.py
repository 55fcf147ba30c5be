"""Errors of the package: everything that is no answer.

An answer is solved, infeasible or undecided, and a refused plan is an answer too (a `Check` that is not valid).
What is raised is input that cannot be used, a program that is not there, and a program that failed.
"""

from __future__ import annotations


class SautError(Exception):
    """Base of all errors of this package, with the program's own message."""


class UnusableInput(SautError, ValueError):
    """Input that the program refused (exit status 2): place, fact and remedy stand in the message."""


class ProgramMissing(SautError, FileNotFoundError):
    """No program `saut` where it was looked for."""


class ProgramFailed(SautError, RuntimeError):
    """A program that ended with another status than it should, or printed what is no answer.

    `status` is its exit status (a negative number is the signal that ended it), `messages` what it said.
    """

    def __init__(self, message: str, status: int | None = None, messages: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.messages = messages


class Cancelled(SautError):
    """A job that was cancelled before it had an answer."""
