"""Errors of the package.

Solved, infeasible and undecided answers are not errors; nor is a rejected plan, which is a `Check` that is not valid.
Errors are invalid input, a missing program, and a program that failed.
"""

from __future__ import annotations


class SautError(Exception):
    """Base of all errors of this package, with the program's own message."""


class UnusableInput(SautError, ValueError):
    """Invalid input (exit status 2). The message has the place, the problem and a remedy."""


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
