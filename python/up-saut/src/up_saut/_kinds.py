"""The kinds of problems that the engines support, feature by feature.

A feature is listed only if the program can read it in the PDDL of the library's writer; `tests/test_examples.py` solves
an example of each feature. Time and boolean fluents without an initial value are not listed: the program rejects them. A
numeric fluent may have no initial value: then a condition on it is false. Numeric expressions must be linear.
The library has no feature for a product of two fluents that change; the program rejects such a product and names it.
"""

from __future__ import annotations

from typing import Mapping, Optional, Sequence

import saut
from unified_planning.model import ProblemKind

Features = Mapping[str, Sequence[str]]
"""Features by their groups in `ProblemKind`."""

READ: Features = {
    "problem_class": ("ACTION_BASED",),
    "typing": ("FLAT_TYPING", "HIERARCHICAL_TYPING"),
    "conditions_kind": (
        "NEGATIVE_CONDITIONS",
        "DISJUNCTIVE_CONDITIONS",
        "EXISTENTIAL_CONDITIONS",
        "UNIVERSAL_CONDITIONS",
        "EQUALITIES",
    ),
    "effects_kind": (
        "CONDITIONAL_EFFECTS",
        "FORALL_EFFECTS",
        "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
        "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    ),
    "constraints_kind": ("TRAJECTORY_CONSTRAINTS", "STATE_INVARIANTS"),
    "initial_state": ("UNDEFINED_INITIAL_NUMERIC",),
}
"""Features of conditions and effects."""

NUMBERS: Features = {
    "problem_type": ("SIMPLE_NUMERIC_PLANNING", "GENERAL_NUMERIC_PLANNING"),
    "numbers": ("BOUNDED_TYPES",),
    "fluents_type": ("INT_FLUENTS", "REAL_FLUENTS"),
    "effects_kind": (
        "INCREASE_EFFECTS",
        "DECREASE_EFFECTS",
        "STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS",
        "FLUENTS_IN_NUMERIC_ASSIGNMENTS",
    ),
    "quality_metrics": ("FINAL_VALUE",),
}
"""Numeric fluents. The bounds of their types, which PDDL does not have, are compiled to conditions by the library."""

LENGTH: Features = {"quality_metrics": ("PLAN_LENGTH",)}
"""Minimum number of actions."""

COSTS: Features = {
    "quality_metrics": ("ACTIONS_COST",),
    "actions_cost_kind": (
        "INT_NUMBERS_IN_ACTIONS_COST",
        "REAL_NUMBERS_IN_ACTIONS_COST",
        "STATIC_FLUENTS_IN_ACTIONS_COST",
    ),
}
"""Minimum cost. A task with fractional costs is a numeric task."""


def kind(*parts: Features) -> ProblemKind:
    """The kind with the features of all parts."""
    made = ProblemKind(version=2)
    for part in (READ, *parts):
        for group, features in part.items():
            for feature in features:
                getattr(made, f"set_{group}")(feature)
    return made


def minimises_cost(program: Optional[str] = None) -> bool:
    """True if the program can find plans of minimal cost and prove them optimal. False if the program is missing."""
    try:
        return "cost" in saut.minimises(program)
    except saut.SautError:
        return False
