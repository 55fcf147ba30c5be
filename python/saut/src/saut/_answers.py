"""Answers as typed values, from the program's JSON output.

`document` always contains the complete JSON document. `save` writes it to a file for `saut check` and `saut validate`.
"""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Sequence, TypeVar, Union

SOLVED = "solved"
INFEASIBLE = "infeasible"
UNDECIDED = "undecided"

T = TypeVar("T")

Cell = tuple[int, int]
"""Column from the left and row from the top, both from 0."""


@dataclass(frozen=True)
class Jump:
    """One jump: the peg at `origin` jumps over the peg at `over`, which is removed, and lands at `to`."""

    origin: Cell
    over: Cell
    to: Cell


@dataclass(frozen=True)
class Stage:
    """A stage of the decision, with its duration in seconds."""

    name: str
    seconds: float


@dataclass(frozen=True)
class Answer:
    """Fields of every answer. An answer is true as a condition if it has a plan."""

    verdict: str
    """`solved`, `infeasible` or `undecided`."""
    seconds: Optional[float]
    method: Optional[str]
    """The method that found the answer."""
    backend: Optional[str]
    """The solver that found the answer, if a solver did."""
    horizon: Optional[int]
    optimal: bool
    """Whether the plan is proved optimal for the requested measure, with a checked proof."""
    reason: Optional[str]
    """The reason for an undecided answer: `timeout`, `memory`, `interrupted`, …"""
    certificate: Optional[Mapping[str, Any]]
    """The certificate that there is no plan, or no better plan."""
    stages: tuple[Stage, ...]
    proof: Optional[Path]
    """The file requested with `proof=`, if there is a proof. There may be more files next to it."""
    document: Mapping[str, Any] = field(repr=False)
    """The program's complete JSON document."""
    messages: tuple[str, ...] = field(repr=False)
    """The program's messages on standard error, such as warnings."""

    def __bool__(self) -> bool:
        return self.verdict == SOLVED

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the document to a file. Separate proof files must be in the same folder."""
        Path(path).write_text(json.dumps(self.document) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class BetterPlan:
    """A plan that the program printed before its answer."""

    plan: tuple[str, ...]
    """The actions, as in `(move robot a b)`."""
    length: int
    cost: Optional[int]
    metric: Optional[Fraction]
    bound: Optional[Fraction]
    """Lower bound: no plan is better than this value."""
    seconds: float
    """Time from the start of the program."""


@dataclass(frozen=True)
class StepChange:
    """An action of a plan, and the atoms that it changes."""

    action: str
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True)
class Explanation:
    """Answer of `saut explain`: why a planning task has no plan, and which changes would give it one."""

    verdict: str
    """`solved`, `infeasible` or `undecided`."""
    reasons: tuple[Mapping[str, Any], ...]
    """The reasons, each with its name, and whether it proves that there is no plan."""
    goals: Mapping[str, Any]
    """Goals that are unreachable or exclude each other."""
    changes: tuple[Mapping[str, Any], ...]
    """Changes of the initial state that give the task a plan."""
    document: Mapping[str, Any] = field(repr=False)
    messages: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class PlanAnswer(Answer):
    """Answer about a planning task. A notebook shows the plan with the changes by each action."""

    task: Optional[str]
    plan: Optional[tuple[str, ...]]
    """The actions, such as `(move robot a b)`."""
    length: Optional[int]
    cost: Optional[int]
    """The plan's cost, if the problem has a metric."""
    minimised: Optional[str]
    bound: Optional[int]
    """Lower bound on all plans, in the measure `minimised`."""
    metric: Optional[Fraction]
    """The value of the metric in a numeric task."""
    replay: Callable[[], Sequence[Mapping[str, Any]]] = field(repr=False, compare=False)

    def steps(self) -> tuple[StepChange, ...]:
        """The actions, each with the atoms that it adds and removes, as computed by the validator."""
        return tuple(StepChange(step["action"], tuple(step["added"]), tuple(step["removed"])) for step in self.replay())

    def _repr_html_(self) -> str:
        if self.plan is None:
            return f"<p>{html.escape(self.verdict)}{f' ({html.escape(self.reason)})' if self.reason else ''}</p>"
        steps = _or_none(self.steps) or tuple(StepChange(action, (), ()) for action in self.plan)
        measure = self.metric if self.metric is not None else self.cost
        cost = "" if measure is None else f", cost {measure}"
        optimal = ", no plan is better" if self.optimal else ""
        rows = "".join(
            f"<tr><td>{number}</td><td><code>{html.escape(step.action)}</code></td>"
            f"<td>{_atoms(step.removed)}</td><td>{_atoms(step.added)}</td></tr>"
            for number, step in enumerate(steps, 1)
        )
        return (
            f"<table><caption>{self.length} actions{cost}{optimal}</caption><thead><tr><th></th><th>action</th>"
            f"<th>removes</th><th>adds</th></tr></thead><tbody>{rows}</tbody></table>"
        )

    @property
    def value(self) -> Optional[int]:
        """The value of the plan in the minimised measure. Without a measure, its cost or its length."""
        if self.minimised == "actions":
            return self.length
        if self.minimised == "steps":
            steps = self.document.get("steps")
            return steps if isinstance(steps, int) else None
        if self.document.get("metric") is not None:
            # If the metric is not an integer, the length must not be used instead.
            return self.cost
        return self.cost if self.cost is not None else self.length

    @property
    def gap(self) -> Optional[int]:
        """The maximum possible improvement of the plan: 0 if it is optimal."""
        if self.bound is None or self.value is None:
            return None
        return self.value - self.bound

    def text(self) -> str:
        """The plan as a plan file: one action per line, and its cost as a comment."""
        if self.plan is None:
            raise ValueError(f"there is no plan: {self.verdict}")
        lines = list(self.plan)
        cost = self.document.get("metric", self.cost)
        if cost is not None:
            lines.append(f"; cost = {cost} (general cost)")
        return "".join(line + "\n" for line in lines)


@dataclass(frozen=True)
class PuzzleAnswer(Answer):
    """Answer about a puzzle. A notebook shows it as a board for playing and stepping through the plan."""

    puzzle: Optional[str]
    plan: Optional[tuple[Mapping[str, Any], ...]]
    """The plan in the format of the document."""
    moves: Optional[int]
    draw: Callable[[str], str] = field(repr=False, compare=False)
    """The board and this answer as `text`, `svg` or `html` (`saut show`)."""

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the plan; empty if there is no plan, or for another game."""
        return tuple(
            Jump(_cell(step["from"]), _cell(step["over"]), _cell(step["to"]))
            for step in self.plan or ()
            if "over" in step
        )

    def svg(self) -> str:
        """An SVG picture: start and goal, or one board per move."""
        return self.draw("svg")

    def html(self) -> str:
        """A standalone HTML page for playing and stepping through the plan."""
        return self.draw("html")

    def _repr_svg_(self) -> Optional[str]:
        return _or_none(self.svg)

    def _repr_html_(self) -> Optional[str]:
        page = _or_none(self.html)
        if page is None:
            return None
        # In a separate frame, so that the page and the notebook do not share styles and scripts.
        return (
            f'<iframe srcdoc="{html.escape(page, quote=True)}" sandbox="allow-scripts" '
            'title="a board to play on" style="width: 100%; height: 46em; border: 0"></iframe>'
        )


@dataclass(frozen=True)
class Formula:
    """A formula for any solver (`saut encode`)."""

    text: str
    """The file, in DIMACS or in the requested format."""
    encoding: str
    horizon: int
    variables: tuple[Mapping[str, Any], ...]
    """The meaning of each variable: `number`, `symbol`, `part`, `name`, `kind`, `action` or `fact`, `step`."""
    fixed: tuple[Mapping[str, Any], ...]
    """Actions and facts that have the same `value` in every model, and are not in the formula."""
    document: Mapping[str, Any] = field(repr=False)
    messages: tuple[str, ...] = field(repr=False)
    decoded: Callable[[Any], Any] = field(repr=False, compare=False)

    def decode(self, model: Any) -> Any:
        """Decodes a model to a plan, and replays the plan. Returns a `PlanAnswer` or a `PuzzleAnswer`. `model` is the
        output of a solver, as a path or a text, or a list of literals."""
        return self.decoded(model)


@dataclass(frozen=True)
class Check:
    """Result of a check without a solver. It is true as a condition if the plan or the certificate is valid."""

    valid: Optional[bool]
    """Whether the plan or the certificate is valid; `None` if the check reached a limit."""
    reason: Optional[str]
    """The first fault, or the limit that the check reached."""
    length: Optional[int]
    cost: Optional[int]
    step: Optional[int]
    """The number of the first action that is not applicable, from 1."""
    action: Optional[str]
    """The action with this number."""
    unmet: tuple[str, ...]
    """The conditions of this action, or of the goal, that do not hold."""
    document: Mapping[str, Any] = field(repr=False)
    messages: tuple[str, ...] = field(repr=False)

    def __bool__(self) -> bool:
        return self.valid is True


def _cell(pair: Any) -> Cell:
    x, y = pair
    return (int(x), int(y))


def _atoms(atoms: Sequence[str]) -> str:
    return " ".join(f"<code>({html.escape(atom)})</code>" for atom in atoms)


def _or_none(draw: Callable[[], T]) -> Optional[T]:
    """A picture, or `None` after an error: the notebook then shows the text."""
    from ._errors import SautError

    try:
        return draw()
    except SautError:
        return None
