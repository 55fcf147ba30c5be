"""Answers as values: what a JSON document of the program says, with types.

`document` is always the whole document, so that nothing it says is lost here; `save` writes it to a file that
`saut check` and `saut validate` read.
"""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Union

SOLVED = "solved"
INFEASIBLE = "infeasible"
UNDECIDED = "undecided"

Cell = tuple[int, int]
"""Column from the left and row from the top, both from 0."""


@dataclass(frozen=True)
class Jump:
    """One jump: the peg at `origin` goes over the one at `over`, which is removed, to `to`."""

    origin: Cell
    over: Cell
    to: Cell


@dataclass(frozen=True)
class Stage:
    """A stage of the decision and the seconds that it took."""

    name: str
    seconds: float


@dataclass(frozen=True)
class Answer:
    """What every answer has. It is true in a condition if there is a plan."""

    verdict: str
    """`solved`, `infeasible` or `undecided`."""
    seconds: Optional[float]
    method: Optional[str]
    """What gave the answer."""
    backend: Optional[str]
    """The solver that gave it, where it was one."""
    horizon: Optional[int]
    optimal: bool
    """The plan is proved to be the best by the measure that was asked for, and the proof was checked."""
    reason: Optional[str]
    """Why it is undecided: `timeout`, `memory`, `interrupted`, …"""
    certificate: Optional[Mapping[str, Any]]
    """Why there is no plan, or no better one."""
    stages: tuple[Stage, ...]
    proof: Optional[Path]
    """The file that was asked for with `proof=`, where there is a proof; others may lie beside it."""
    document: Mapping[str, Any] = field(repr=False)
    """The program's JSON document, whole."""
    messages: tuple[str, ...] = field(repr=False)
    """What the program said on standard error: warnings."""

    def __bool__(self) -> bool:
        return self.verdict == SOLVED

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the document to a file. Proofs in files of their own have to lie beside it."""
        Path(path).write_text(json.dumps(self.document) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class PlanAnswer(Answer):
    """Answer about a planning task."""

    task: Optional[str]
    plan: Optional[tuple[str, ...]]
    """The actions, as in `(move robot a b)`."""
    length: Optional[int]
    cost: Optional[int]
    """The plan's cost, where the problem has a metric."""
    minimised: Optional[str]
    bound: Optional[int]
    """A number below which no plan is, of the measure in `minimised`."""

    @property
    def value(self) -> Optional[int]:
        """The plan by the measure that was minimised; its cost or length where none was."""
        if self.minimised == "actions":
            return self.length
        if self.minimised == "steps":
            steps = self.document.get("steps")
            return steps if isinstance(steps, int) else None
        if self.document.get("metric") is not None:
            # A metric that is no whole number is no number of actions either.
            return self.cost
        return self.cost if self.cost is not None else self.length

    @property
    def gap(self) -> Optional[int]:
        """How much better a plan could still be: 0 if it is optimal."""
        if self.bound is None or self.value is None:
            return None
        return self.value - self.bound

    def text(self) -> str:
        """The plan as a plan file: one action a line, and its cost as a comment."""
        if self.plan is None:
            raise ValueError(f"there is no plan: {self.verdict}")
        lines = list(self.plan)
        cost = self.document.get("metric", self.cost)
        if cost is not None:
            lines.append(f"; cost = {cost} (general cost)")
        return "".join(line + "\n" for line in lines)


@dataclass(frozen=True)
class PuzzleAnswer(Answer):
    """Answer about a puzzle. In a notebook it is the board, which can be played and stepped through."""

    puzzle: Optional[str]
    plan: Optional[tuple[Mapping[str, Any], ...]]
    """The plan as the document has it."""
    moves: Optional[int]
    draw: Callable[[str], str] = field(repr=False, compare=False)
    """The board and this answer as `text`, `svg` or `html` (`saut show`)."""

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the plan; none where there is no plan, or the game is another."""
        return tuple(
            Jump(_cell(step["from"]), _cell(step["over"]), _cell(step["to"]))
            for step in self.plan or ()
            if "over" in step
        )

    def svg(self) -> str:
        """A picture: start and goal, or a board for every move."""
        return self.draw("svg")

    def html(self) -> str:
        """A page by itself that can be played, and steps through the plan."""
        return self.draw("html")

    def _repr_svg_(self) -> Optional[str]:
        return _or_none(self.svg)

    def _repr_html_(self) -> Optional[str]:
        page = _or_none(self.html)
        if page is None:
            return None
        # In a frame of its own: styles and scripts of page and notebook do not meet.
        return (
            f'<iframe srcdoc="{html.escape(page, quote=True)}" sandbox="allow-scripts" '
            'title="the board, to be played" style="width: 100%; height: 46em; border: 0"></iframe>'
        )


@dataclass(frozen=True)
class Check:
    """Outcome of a check without any solver. It is true in a condition if plan or certificate hold."""

    valid: Optional[bool]
    """`None` where a limit came before the end of the check."""
    reason: Optional[str]
    """The first thing that is wrong, or the limit."""
    length: Optional[int]
    cost: Optional[int]
    document: Mapping[str, Any] = field(repr=False)
    messages: tuple[str, ...] = field(repr=False)

    def __bool__(self) -> bool:
        return self.valid is True


def _cell(pair: Any) -> Cell:
    x, y = pair
    return (int(x), int(y))


def _or_none(draw: Callable[[], str]) -> Optional[str]:
    """A picture, or none: a notebook falls back to the text, and an answer never fails to be shown."""
    from ._errors import SautError

    try:
        return draw()
    except SautError:
        return None
