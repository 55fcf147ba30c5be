"""Converts the program's answers into statuses, metrics and log messages of the library.

| answer | status |
|---|---|
| solved, proved optimal for the problem's measure | `SOLVED_OPTIMALLY` |
| solved | `SOLVED_SATISFICING` |
| infeasible | `UNSOLVABLE_PROVEN` |
| undecided: timeout, or cancelled | `TIMEOUT` |
| undecided: memory limit, or formulas that are too large | `MEMOUT` |
| undecided for another reason, or the program failed | `INTERNAL_ERROR` |
| unsupported or invalid input | `UNSUPPORTED_PROBLEM` |

`UNSOLVABLE_INCOMPLETELY` is never returned: infeasible answers always have a certificate.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Optional

import saut
from unified_planning.engines.results import LogLevel, LogMessage, PlanGenerationResultStatus

Status = PlanGenerationResultStatus

_LIMITS = {
    "timeout": Status.TIMEOUT,
    "interrupted": Status.TIMEOUT,
    "memory": Status.MEMOUT,
    "too-large": Status.MEMOUT,
}


def is_proved(answer: saut.PlanAnswer, measure: Optional[str]) -> bool:
    """True if the plan is proved optimal for the requested measure, with a checked proof."""
    if not answer or not answer.optimal:
        return False
    if measure == "actions":
        return answer.minimised == "actions"
    if measure == "cost" and "metric" in answer.document:
        return bool(answer.document.get("bound") == answer.document["metric"])
    if measure == "cost":
        return answer.cost is not None and answer.bound == answer.cost
    return False


def status_of(answer: saut.PlanAnswer, measure: Optional[str]) -> PlanGenerationResultStatus:
    """The status of an answer to a call that minimises `measure`."""
    if answer.verdict == saut.SOLVED:
        return Status.SOLVED_OPTIMALLY if is_proved(answer, measure) else Status.SOLVED_SATISFICING
    if answer.verdict == saut.INFEASIBLE:
        return Status.UNSOLVABLE_PROVEN
    return _LIMITS.get(answer.reason or "", Status.INTERNAL_ERROR)


def status_of_error(error: saut.SautError) -> PlanGenerationResultStatus:
    """The status of a call without an answer."""
    if isinstance(error, saut.UnusableInput):
        return Status.UNSUPPORTED_PROBLEM
    if isinstance(error, saut.Cancelled):
        return Status.TIMEOUT
    return Status.INTERNAL_ERROR


def metrics_of(answer: saut.PlanAnswer, elapsed: float) -> dict[str, str]:
    """Metrics as strings, as in the library. Metrics that do not apply are omitted."""
    figures: dict[str, object] = {
        "engine_internal_time": f"{elapsed:.4f}",
        "program_time": answer.seconds,
        "method": answer.method,
        "backend": answer.backend,
        "horizon": answer.horizon,
        "length": answer.length,
        "cost": answer.cost,
        "metric": answer.document.get("metric"),
        "minimised": answer.minimised,
        "bound": answer.bound,
        "gap": answer.gap,
        "reason": answer.reason,
        "certificate_kind": (answer.certificate or {}).get("kind") if answer.verdict == saut.INFEASIBLE else None,
    }
    for stage in answer.stages:
        figures[f"time_{stage.name}"] = stage.seconds
    return {name: str(value) for name, value in figures.items() if value is not None}


def metrics_of_better(plan: saut.BetterPlan, elapsed: float) -> dict[str, str]:
    """Metrics of an intermediate plan, as strings."""
    value = plan.metric if plan.metric is not None else plan.cost
    figures: dict[str, object] = {
        "engine_internal_time": f"{elapsed:.4f}",
        "program_time": plan.seconds,
        "length": plan.length,
        "cost": plan.cost,
        "metric": _decimal(plan.metric),
        "bound": _decimal(plan.bound),
        "gap": None if value is None or plan.bound is None else _decimal(abs(value - plan.bound)),
    }
    return {name: str(value) for name, value in figures.items() if value is not None}


def _decimal(number: Optional[Fraction]) -> Optional[str]:
    """The number as a decimal if this is exact, otherwise as a fraction."""
    if number is None or number.denominator == 1 or Fraction(float(number)) != number:
        return None if number is None else str(number)
    return str(float(number))


def log_of(answer: saut.PlanAnswer, folder: Optional[str] = None) -> list[LogMessage]:
    """The messages of the program (better plans, warnings) and a summary line. Messages about files in `folder` are
    omitted, because these files are temporary."""
    log = [
        LogMessage(LogLevel.WARNING if "warning" in line.lower() else LogLevel.INFO, line)
        for line in answer.messages
        if line.strip() and (folder is None or folder not in line)
    ]
    return [*log, LogMessage(LogLevel.INFO, summary(answer))]


def summary(answer: saut.PlanAnswer) -> str:
    """A one-line summary.

    >>> import saut
    >>> task = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    >>> goal = "(define (problem p) (:domain d) (:init) (:goal (p)))"
    >>> summary(saut.plan(task, goal, minimise="actions"))  # doctest: +ELLIPSIS
    'solved: 1 actions, at least 1, by ...'
    """
    parts = [answer.verdict]
    if answer.verdict == saut.SOLVED:
        figures = [f"{answer.length} actions"]
        if answer.cost is not None:
            figures.append(f"cost {answer.cost}")
        if answer.bound is not None:
            figures.append(f"at least {answer.bound}")
        parts.append(", ".join(figures))
    elif answer.reason is not None:
        parts.append(answer.reason)
    by = f", by {answer.method}" if answer.method is not None else ""
    return ": ".join(parts) + by
