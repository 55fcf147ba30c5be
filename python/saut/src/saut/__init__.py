"""Planning by SAT and SMT where every answer is checked.

An answer is *solved*, with a plan that a validator has replayed, *infeasible*, with a certificate that a checker has
accepted, or *undecided*, with the limit that was hit.

>>> import saut
>>> answer = saut.solve("english", vacate="44", finish="44")
>>> answer.verdict, len(answer.jumps)
('solved', 31)

The program `saut` comes with this package; every call is one process of it.
"""

from ._answers import INFEASIBLE, SOLVED, UNDECIDED, Answer, Check, Jump, PlanAnswer, PuzzleAnswer, Stage
from ._calls import Running, Source, check, plan, show, solve, start_plan, start_solve, validate
from ._errors import Cancelled, ProgramFailed, ProgramMissing, SautError, UnusableInput
from ._program import find_program, minimises, version

# Shown by the name under which they are imported.
for _error in (SautError, UnusableInput, ProgramMissing, ProgramFailed, Cancelled):
    _error.__module__ = __name__
del _error

__all__ = [
    "INFEASIBLE",
    "SOLVED",
    "UNDECIDED",
    "Answer",
    "Cancelled",
    "Check",
    "Jump",
    "PlanAnswer",
    "ProgramFailed",
    "ProgramMissing",
    "PuzzleAnswer",
    "Running",
    "SautError",
    "Source",
    "Stage",
    "UnusableInput",
    "check",
    "find_program",
    "minimises",
    "plan",
    "show",
    "solve",
    "start_plan",
    "start_solve",
    "validate",
    "version",
]
