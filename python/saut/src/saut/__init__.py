"""Planning by SAT and SMT where every answer is checked.

An answer is *solved*, with a plan that a validator has replayed; *infeasible*, with a certificate that a checker has
accepted; or *undecided*, with the limit that was reached.

>>> import saut
>>> answer = saut.solve("english", vacate="44", finish="44")
>>> answer.verdict, len(answer.jumps)
('solved', 31)

The package contains the program `saut`. Every call starts one process of this program.
"""

from ._answers import (
    INFEASIBLE,
    SOLVED,
    UNDECIDED,
    Answer,
    BetterPlan,
    Check,
    Explanation,
    Formula,
    Jump,
    PlanAnswer,
    PuzzleAnswer,
    Stage,
    StepChange,
)
from ._calls import (
    Running,
    Source,
    check,
    decode,
    encode,
    explain,
    improve,
    plan,
    plans,
    show,
    solve,
    start_improve,
    start_plan,
    start_solve,
    validate,
)
from ._errors import Cancelled, ProgramFailed, ProgramMissing, SautError, UnusableInput
from ._program import find_program, minimises, version

# Make error messages and the documentation show the names in this package.
for _error in (SautError, UnusableInput, ProgramMissing, ProgramFailed, Cancelled):
    _error.__module__ = __name__
del _error

__all__ = [
    "INFEASIBLE",
    "SOLVED",
    "UNDECIDED",
    "Answer",
    "BetterPlan",
    "Cancelled",
    "Check",
    "Explanation",
    "Formula",
    "Jump",
    "PlanAnswer",
    "ProgramFailed",
    "ProgramMissing",
    "PuzzleAnswer",
    "Running",
    "SautError",
    "Source",
    "Stage",
    "StepChange",
    "UnusableInput",
    "check",
    "decode",
    "encode",
    "explain",
    "find_program",
    "improve",
    "minimises",
    "plan",
    "plans",
    "show",
    "solve",
    "start_improve",
    "start_plan",
    "start_solve",
    "validate",
    "version",
]
