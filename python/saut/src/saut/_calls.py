"""The functions of the module: they start the program with options and parse its JSON output.

A source (domain, problem, puzzle, plan) is a path or its text. A string is text if it has a line break or begins with a
parenthesis; a path object is always a path. Texts are written to files in a temporary folder, which is removed when
the call ends.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import queue
import re
import tempfile
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Generic, Iterator, Mapping, Optional, Sequence, TypeVar, Union, cast

from ._answers import (
    INFEASIBLE,
    SOLVED,
    UNDECIDED,
    BetterPlan,
    Check,
    Explanation,
    Formula,
    PlanAnswer,
    PuzzleAnswer,
    Stage,
)
from ._errors import Cancelled, ProgramFailed, UnusableInput
from ._program import Finished, Process

Source = Union[str, "os.PathLike[str]"]
"""A path, or the text itself."""

Cells = Union[str, int, Sequence[Union[str, int]], None]
"""Cells of a board: `"44"`, `44`, or several."""

Listener = Callable[[str], None]
"""Is called with every line of the program on standard error."""

LATE = 10.0
"""Seconds between the program's own time limit and the request to stop."""

_STATUS = {SOLVED: 0, INFEASIBLE: 20, UNDECIDED: 30}
REJECTED = 3
"""Exit status for a rejected plan or certificate."""

T = TypeVar("T")

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")


class Running(Generic[T]):
    """A running call.

    The end of the `with` block ends the process:

    >>> with start_solve("central") as job:
    ...     job.result().verdict
    'solved'
    """

    def __init__(
        self,
        process: Process,
        answer: Callable[[Finished], T],
        *,
        timeout: Optional[float] = None,
        resources: Optional[contextlib.ExitStack] = None,
    ) -> None:
        self._process = process
        self._answer = answer
        self._resources = resources if resources is not None else contextlib.ExitStack()
        self._late = None if timeout is None else time.monotonic() + float(timeout) + LATE
        self._result: Optional[T] = None

    @property
    def process(self) -> Process:
        """The process of the program."""
        return self._process

    def done(self) -> bool:
        """True once the process has ended."""
        return self._process.done()

    def cancel(self) -> None:
        """Ends the process. `result` then returns the best answer so far, or raises `Cancelled`."""
        self._process.cancel()

    def result(self, timeout: Optional[float] = None) -> T:
        """Waits for the answer. After `timeout` seconds, raises `TimeoutError`; the program continues."""
        if self._result is not None:
            return self._result
        try:
            finished = self._wait(timeout)
        except BaseException as error:
            if not isinstance(error, TimeoutError):
                self._resources.close()
            raise
        try:
            self._result = self._answer(finished)
        except ProgramFailed:
            if self._process.cancelled:
                raise Cancelled("cancelled before there was an answer") from None
            raise
        finally:
            self._resources.close()
        return self._result

    def _wait(self, timeout: Optional[float]) -> Finished:
        wanted = None if timeout is None else time.monotonic() + timeout
        ends = [end for end in (wanted, self._late) if end is not None]
        finished = self._process.wait(None if not ends else max(0.0, min(ends) - time.monotonic()))
        if finished is not None:
            return finished
        if wanted is not None and time.monotonic() >= wanted:
            raise TimeoutError("no answer yet")
        # The program's own time limit is long over: stop it, and kill it if it does not stop.
        self._process.cancel()
        finished = self._process.wait()
        assert finished is not None
        return finished

    def __enter__(self) -> Running[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.cancel()
        self._process.wait()
        self._resources.close()


def _waiting(start: Callable[P, Running[T]]) -> Callable[[Callable[[], None]], Callable[P, T]]:
    """Creates a function with the same parameters that also waits for the answer."""

    def of(described: Callable[[], None]) -> Callable[P, T]:
        @functools.wraps(start)
        def call(*args: P.args, **options: P.kwargs) -> T:
            return start(*args, **options).result()

        call.__name__ = call.__qualname__ = described.__name__
        call.__doc__ = described.__doc__
        return call

    return of


def start_solve(
    puzzle: Source = "central",
    *,
    vacate: Cells = None,
    finish: Cells = None,
    geometry: Optional[str] = None,
    board: Optional[str] = None,
    minimise: Optional[str] = None,
    method: Optional[str] = None,
    encoding: Optional[str] = None,
    horizon: Union[int, str, None] = None,
    backend: Union[str, Sequence[str], None] = None,
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    threads: Optional[int] = None,
    seed: Optional[int] = None,
    proof: Optional[Source] = None,
    options: Sequence[str] = (),
    program: Optional[str] = None,
    on_message: Optional[Listener] = None,
) -> Running[PuzzleAnswer]:
    """Starts `solve` and returns immediately."""
    which = _flags(vacate=_cells(vacate), finish=_cells(finish), geometry=geometry, board=board)
    flags = _flags(
        minimise=minimise, method=method, encoding=encoding, horizon=horizon, backend=_list(backend),
        timeout=timeout, memory=memory, threads=threads, seed=seed, proof=_path(proof),
    )  # fmt: skip
    argument, text = _puzzle(puzzle)
    process = Process(
        ["solve", *which, *flags, *options, "--json", "--", argument],
        program=program,
        text=text,
        on_message=on_message,
    )

    return Running(process, _puzzle_answer(puzzle, proof, program, which), timeout=timeout)


@_waiting(start_solve)
def solve() -> None:
    """Solves a puzzle, given as a bundled name, a file, or a picture, or proves it infeasible.

    >>> answer = solve("english", vacate="44", finish="44")
    >>> answer.verdict, len(answer.jumps)
    ('solved', 31)
    >>> solve("ooo.\\n").verdict
    'infeasible'

    `vacate`: start with a full board except for these holes. `finish`: end with pegs only in these holes. `minimise`:
    `jumps`, `moves` or `steps`. `options`: additional options of `saut solve`. Limits: `timeout` in seconds, `memory` in
    MiB.
    """


def start_plan(
    domain: Source,
    problem: Optional[Source] = None,
    *,
    minimise: Optional[str] = None,
    method: Optional[str] = None,
    encoding: Optional[str] = None,
    horizon: Union[int, str, None] = None,
    backend: Union[str, Sequence[str], None] = None,
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    threads: Optional[int] = None,
    seed: Optional[int] = None,
    out: Optional[Source] = None,
    proof: Optional[Source] = None,
    from_state: Optional[Source] = None,
    options: Sequence[str] = (),
    program: Optional[str] = None,
    on_message: Optional[Listener] = None,
    on_plan: Optional[Callable[[BetterPlan], None]] = None,
) -> Running[PlanAnswer]:
    """Starts `plan` and returns immediately. `on_plan` is called with each better plan as it is found."""
    flags = _flags(
        minimise=minimise, method=method, encoding=encoding, horizon=horizon, backend=_list(backend), timeout=timeout,
        memory=memory, threads=threads, seed=seed, out=_path(out), proof=_path(proof),
    )  # fmt: skip
    with contextlib.ExitStack() as stack:
        if from_state is not None:
            flags += _flags(from_state=_file(from_state, "state", stack))
        files = _task(domain, problem, stack)
        if on_plan is not None:
            flags += ["--format=plans"]
        process = Process(
            ["plan", *flags, *options, "--json", "--", *files],
            program=program,
            on_message=on_message,
            on_line=None if on_plan is None else _better(on_plan),
        )
        return Running(
            process,
            _plan_answer(domain, problem, proof, program, from_state),
            timeout=timeout,
            resources=stack.pop_all(),
        )


@_waiting(start_plan)
def plan() -> None:
    """Solves a planning task in PDDL, given as paths or as text. With only one path, the domain is searched for near it.

    >>> domain = '''(define (domain door) (:predicates (open))
    ...   (:action push :parameters () :precondition (not (open)) :effect (open)))'''
    >>> problem = "(define (problem d) (:domain door) (:init) (:goal (open)))"
    >>> answer = plan(domain, problem, minimise="actions")
    >>> answer.plan, answer.optimal, answer.bound
    (('(push)',), True, 1)
    >>> shut = "(define (problem d) (:domain door) (:init (open)) (:goal (not (open))))"
    >>> answer = plan(domain, shut)
    >>> answer.verdict, bool(answer), answer.certificate is not None
    ('infeasible', False, True)

    `minimise`: `steps`, `actions`, or `cost` (if `minimises()` contains it). `out` writes the plan to a file, `proof`
    the proof that there is no better one. Limits: `timeout` in seconds, `memory` in MiB.
    """


def plans(
    domain: Source, problem: Optional[Source] = None, *, minimise: str = "cost", **options: Any
) -> Iterator[Union[BetterPlan, PlanAnswer]]:
    """Yields better and better plans as they are found, and finally the answer. Leaving the loop ends the program.

    >>> domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    >>> problem = "(define (problem d) (:domain d) (:init) (:goal (p)))"
    >>> *better, answer = plans(domain, problem)
    >>> [plan.length for plan in better], answer.optimal
    ([1], True)

    The options are those of `plan`.
    """
    found: queue.Queue[Optional[BetterPlan]] = queue.Queue()
    with start_plan(domain, problem, minimise=minimise, on_plan=found.put, **options) as job:

        def end() -> None:
            job.process.wait()
            found.put(None)

        threading.Thread(target=end, daemon=True).start()
        while (plan := found.get()) is not None:
            yield plan
        yield job.result()


def start_improve(
    domain: Source,
    problem: Source,
    plan: Union[Source, Sequence[str], PlanAnswer],
    *,
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    threads: Optional[int] = None,
    seed: Optional[int] = None,
    proof: Optional[Source] = None,
    from_state: Optional[Source] = None,
    options: Sequence[str] = (),
    program: Optional[str] = None,
    on_message: Optional[Listener] = None,
) -> Running[PlanAnswer]:
    """Starts `improve` and returns immediately."""
    flags = _flags(timeout=timeout, memory=memory, threads=threads, seed=seed, proof=_path(proof))
    with contextlib.ExitStack() as stack:
        if from_state is not None:
            flags += _flags(from_state=_file(from_state, "state", stack))
        files = [*_task(domain, problem, stack), _plan_file(plan, stack)]
        process = Process(["improve", *flags, *options, "--json", "--", *files], program=program, on_message=on_message)
        answer = _plan_answer(domain, problem, proof, program, from_state)
        return Running(process, answer, timeout=timeout, resources=stack.pop_all())


@_waiting(start_improve)
def improve() -> None:
    """Makes a plan cheaper until the time limit is reached. An invalid plan is repaired first.

    >>> domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    >>> problem = "(define (problem d) (:domain d) (:init) (:goal (p)))"
    >>> improve(domain, problem, ["(a)", "(a)"]).plan
    ('(a)',)

    `plan` is a file, the text of a plan, its actions, or an answer. Without `timeout`, the call
    ends when no plan can be better.
    """


def explain(
    domain: Source,
    problem: Source,
    *,
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    options: Sequence[str] = (),
    program: Optional[str] = None,
    on_message: Optional[Listener] = None,
) -> Explanation:
    """Explains why a planning task has no plan, and which changes would give it one.

    >>> domain = "(define (domain d) (:predicates (p) (q)) (:action a :parameters () :precondition (q) :effect (p)))"
    >>> problem = "(define (problem d) (:domain d) (:init) (:goal (p)))"
    >>> found = explain(domain, problem)
    >>> found.verdict, [change["with"] for change in found.changes]
    ('infeasible', ['(q)'])
    """
    with contextlib.ExitStack() as stack:
        files = _task(domain, problem, stack)
        flags = _flags(timeout=timeout, memory=memory)
        process = Process(["explain", *flags, *options, "--json", "--", *files], program=program, on_message=on_message)

        def explanation(finished: Finished) -> Explanation:
            if finished.status not in _STATUS.values():
                raise _failure(finished)
            document = _json(finished)
            return Explanation(
                verdict=str(document.get("verdict")),
                reasons=tuple(document.get("reasons", ())),
                goals=document.get("goals", {}),
                changes=tuple(document.get("start_changes", ())),
                document=document,
                messages=finished.messages,
            )

        return Running(process, explanation, timeout=timeout).result()


def validate(
    domain: Source,
    problem: Source,
    answer: Union[PlanAnswer, Source, Sequence[str]],
    *,
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    program: Optional[str] = None,
) -> Check:
    """Validates a plan on the task, or checks a certificate or a bound, without a solver.

    `answer` is an answer of `plan`, a file, the text of a plan, or its actions.

    >>> domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    >>> problem = "(define (problem d) (:domain d) (:init) (:goal (p)))"
    >>> bool(validate(domain, problem, plan(domain, problem)))
    True
    >>> validate(domain, problem, "(b)").reason
    'step 1: (b): the domain has no such action'
    """
    with contextlib.ExitStack() as stack:
        files = _task(domain, problem, stack)
        file = _plan_file(answer, stack)
        flags = _flags(timeout=timeout, memory=memory)
        return _check(["validate", *flags, "--json", "--", *files, file], program, timeout)


def check(
    puzzle: Source,
    result: Union[PuzzleAnswer, Source],
    *,
    vacate: Cells = None,
    finish: Cells = None,
    geometry: Optional[str] = None,
    board: Optional[str] = None,
    timeout: Optional[float] = None,
    memory: Optional[int] = None,
    program: Optional[str] = None,
) -> Check:
    """Replays the plan of a puzzle, or checks a certificate, without a solver.

    `result` is a result of `solve`, a file, or moves as text.

    >>> bool(check("central", solve("central")))
    True
    >>> check("central", "44/64\\n").valid
    False
    """
    with contextlib.ExitStack() as stack:
        if isinstance(result, PuzzleAnswer):
            file = _document(result.document, stack, result.proof)
        else:
            file = _file(result, "moves", stack)
        which = _flags(vacate=_cells(vacate), finish=_cells(finish), geometry=geometry, board=board)
        flags = _flags(timeout=timeout, memory=memory)
        argument, text = _puzzle(puzzle)
        return _check(["check", *which, *flags, "--json", "--", argument, file], program, timeout, text)


def encode(
    subject: Source = "central",
    problem: Optional[Source] = None,
    *,
    encoding: Optional[str] = None,
    horizon: Optional[int] = None,
    format: Optional[str] = None,
    minimise: Optional[str] = None,
    options: Sequence[str] = (),
    program: Optional[str] = None,
) -> Formula:
    """Writes the formula of a puzzle, or of a planning task (a domain and a problem).

    >>> formula = encode("pegsol-p01", encoding="sequential/ladder")
    >>> formula.horizon, formula.variables[0]["name"]
    (4, 'i0x2y0')
    >>> domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    >>> problem = "(define (problem d) (:domain d) (:init) (:goal (p)))"
    >>> formula = encode(domain, problem, encoding="forall", horizon=1)
    >>> [literal["number"] for literal in formula.variables if literal["kind"] == "action"]
    [2]
    >>> formula.decode([-1, 2, 3]).plan
    ('(a)',)

    `format`: `dimacs`, `smtlib`, `wcnf` or `opb`. `minimise`: `actions` or `cost`, for the last two.
    """
    flags = _flags(encoding=encoding, horizon=horizon, minimise=minimise)
    with contextlib.ExitStack() as stack:
        names, text = _subject(subject, problem, stack)
        map_file = os.path.join(stack.enter_context(tempfile.TemporaryDirectory(prefix="saut-")), "map.json")
        arguments = ["encode", *flags, *_flags(format=format, map=map_file), *options, "--json", "--", *names]
        finished = Process(arguments, program=program, text=text).wait()
        assert finished is not None
        if finished.status != 0:
            raise _failure(finished)
        document = _json(finished)
        meaning = json.loads(Path(map_file).read_text(encoding="utf-8"))

    def decoded(model: Any) -> Union[PuzzleAnswer, PlanAnswer]:
        return decode(
            subject, problem, model=model, encoding=encoding, horizon=document["horizon"], minimise=minimise,
            options=options, program=program,
        )  # fmt: skip

    return Formula(
        text=str(document["text"]),
        encoding=str(document["encoding"]),
        horizon=int(document["horizon"]),
        variables=tuple(meaning["variables"]),
        fixed=tuple(meaning["fixed"]),
        document=document,
        messages=finished.messages,
        decoded=decoded,
    )


def decode(
    subject: Source = "central",
    problem: Optional[Source] = None,
    *,
    model: Union[Source, Sequence[int]],
    encoding: Optional[str] = None,
    horizon: Optional[int] = None,
    minimise: Optional[str] = None,
    options: Sequence[str] = (),
    program: Optional[str] = None,
) -> Union[PuzzleAnswer, PlanAnswer]:
    """Decodes a model to a plan, and replays the plan. The other arguments must be the same as for `encode`.

    `model` is the output of a solver, as a path or a text, or a list of literals such as `[1, -2, 3]`.
    """
    flags = _flags(encoding=encoding, horizon=horizon, minimise=minimise)
    if not isinstance(model, (str, os.PathLike)):
        model = "v " + " ".join(str(literal) for literal in model) + " 0\n"
    with contextlib.ExitStack() as stack:
        names, text = _subject(subject, problem, stack)
        file = _file(model, "model", stack)
        arguments = ["decode", *flags, *_flags(model=file), *options, "--json", "--", *names]
        finished = Process(arguments, program=program, text=text).wait()
        assert finished is not None
        if finished.status not in _STATUS.values() or "task" in _json(finished):
            return _plan_answer(subject, problem, None, program, None)(finished)
        return _puzzle_answer(subject, None, program, ())(finished)


def show(
    puzzle: Source = "central",
    result: Union[PuzzleAnswer, Mapping[str, Any], Source, None] = None,
    *,
    format: str = "text",
    which: Sequence[str] = (),
    program: Optional[str] = None,
) -> str:
    """Draws a puzzle, or a plan move by move, as `text`, `svg` or `html`.

    >>> print(show("oo.\\n"), end="")  # doctest: +ELLIPSIS
    standard input...
    >>> show("central", format="svg").startswith("<svg")
    True
    """
    with contextlib.ExitStack() as stack:
        argument, text = _puzzle(puzzle)
        arguments = ["show", *which, "--format", format, "--", argument]
        if isinstance(result, PuzzleAnswer):
            result = result.document
        if isinstance(result, (str, os.PathLike)):
            arguments.append(_file(result, "moves", stack))
        elif result is not None:
            arguments.append(_document(result, stack, None))
        finished = Process(arguments, program=program, text=text).wait()
        assert finished is not None
        if finished.status != 0:
            raise _failure(finished)
        return finished.output


def _check(arguments: list[str], program: Optional[str], timeout: Optional[float], text: Optional[str] = None) -> Check:
    def answer(finished: Finished) -> Check:
        if finished.status not in (0, REJECTED, 20, 30):
            raise _failure(finished)
        document = _json(finished)
        reason = document.get("reason")
        if document.get("verdict") == UNDECIDED:
            valid = None
        elif finished.status in (0, 20) and (document.get("valid") is True or document.get("checked") is True):
            valid = True
        elif finished.status == REJECTED and isinstance(reason, str):
            valid = False
        else:
            raise ProgramFailed("the check has no verdict", finished.status, finished.messages)
        return Check(
            valid=valid,
            reason=reason if isinstance(reason, str) else None,
            length=document.get("length"),
            cost=document.get("cost"),
            step=document.get("step"),
            action=document.get("action"),
            unmet=tuple(document.get("unmet", ())),
            document=document,
            messages=finished.messages,
        )

    return Running(Process(arguments, program=program, text=text), answer, timeout=timeout).result()


def _puzzle_answer(
    puzzle: Source, proof: Optional[Source], program: Optional[str], which: Sequence[str]
) -> Callable[[Finished], PuzzleAnswer]:
    """Creates the answer about a puzzle from the output of the program."""

    def answer(finished: Finished) -> PuzzleAnswer:
        document, verdict = _verdict(finished)

        def draw(format: str) -> str:
            shown = document if verdict != UNDECIDED else None
            return show(puzzle, shown, format=format, program=program, which=which)

        steps = document.get("plan")
        return PuzzleAnswer(
            **_common(document, verdict, finished, proof),
            puzzle=document.get("puzzle"),
            plan=tuple(cast("Sequence[Mapping[str, Any]]", steps)) if isinstance(steps, list) else None,
            moves=document.get("moves"),
            draw=draw,
        )

    return answer


def _plan_answer(
    domain: Source,
    problem: Optional[Source],
    proof: Optional[Source],
    program: Optional[str],
    from_state: Optional[Source],
) -> Callable[[Finished], PlanAnswer]:
    """Creates the answer about a task from the output of the program."""

    def answer(finished: Finished) -> PlanAnswer:
        document, verdict = _verdict(finished)
        steps = document.get("plan")
        plan = tuple(str(step) for step in cast("list[object]", steps)) if isinstance(steps, list) else None

        def replay() -> Sequence[Mapping[str, Any]]:
            if plan is None or problem is None or from_state is not None:
                return ()
            with contextlib.ExitStack() as stack:
                files = [*_task(domain, problem, stack), _plan_file(plan, stack)]
                states = _check(["validate", "--verbose", "--json", "--", *files], program, None).document["states"]
                return cast("Sequence[Mapping[str, Any]]", states["steps"])

        return PlanAnswer(
            **_common(document, verdict, finished, proof),
            task=document.get("task"),
            plan=plan,
            length=document.get("length"),
            cost=document.get("cost"),
            minimised=document.get("minimised"),
            bound=_bound(document),
            metric=_number(document.get("metric")),
            replay=replay,
        )

    return answer


def _better(on_plan: Callable[[BetterPlan], None]) -> Callable[[str], None]:
    """Calls `on_plan` with each better plan in the output of the program."""

    def hear(line: str) -> None:
        document = json.loads(line)
        if "verdict" in document:
            return
        on_plan(
            BetterPlan(
                plan=tuple(document["plan"]),
                length=document["length"],
                cost=document.get("cost"),
                metric=_number(document.get("metric")),
                bound=_number(document.get("bound")),
                seconds=document["seconds"],
            )
        )

    return hear


def _number(written: Union[str, int, None]) -> Optional[Fraction]:
    """A number in a document, which may be a text such as `2.5` or `1/3`."""
    return None if written is None else Fraction(written)


def _verdict(finished: Finished) -> tuple[Mapping[str, Any], str]:
    """The document and its verdict. Fails if document and exit status disagree, or a claim was not checked."""
    if finished.status not in _STATUS.values():
        raise _failure(finished)
    document = _json(finished)
    verdict = document.get("verdict")
    if not isinstance(verdict, str) or _STATUS.get(verdict) != finished.status:
        raise ProgramFailed(
            f"verdict {verdict!r} and exit status {finished.status} do not agree", finished.status, finished.messages
        )
    if verdict != UNDECIDED and document.get("checked") is not True:
        raise ProgramFailed(f"{verdict}, but nothing was checked", finished.status, finished.messages)
    return document, verdict


def _json(finished: Finished) -> Mapping[str, Any]:
    # Earlier lines may have better plans found during the search.
    last = finished.output.rstrip("\n").rpartition("\n")[2]
    try:
        document: object = json.loads(last)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise ProgramFailed(
            _last(finished) or "the output is not a JSON document", finished.status, finished.messages
        )
    return cast("dict[str, Any]", document)


def _common(document: Mapping[str, Any], verdict: str, finished: Finished, proof: Optional[Source]) -> dict[str, Any]:
    return {
        # The document contains only file names without a folder; of several files, only the last has this name.
        "proof": Path(proof).resolve() if proof is not None and Path(proof).exists() else None,
        "verdict": verdict,
        "seconds": document.get("seconds"),
        "method": document.get("method"),
        "backend": document.get("backend"),
        "horizon": document.get("horizon"),
        "optimal": document.get("optimal") is True,
        "reason": document.get("reason"),
        "certificate": next(
            (document[name] for name in ("certificate", "bound_certificate", "lower_bound") if name in document), None
        ),
        "stages": tuple(Stage(str(stage["stage"]), float(stage["seconds"])) for stage in document.get("stages", ())),
        "document": document,
        "messages": finished.messages,
    }


def _bound(document: Mapping[str, Any]) -> Optional[int]:
    """The proved lower bound on all plans, in the minimised measure."""
    said = document.get("bound")
    if isinstance(said, int) and not isinstance(said, bool):
        return said
    measure = document.get("minimised")
    if document.get("optimal") is True:
        best = document.get({"actions": "length", "steps": "steps"}.get(str(measure), "cost"))
        return best if isinstance(best, int) else None
    if measure == "actions":
        # Refuted lengths 0, 1, …, n. A disjunctive goal needs one additional step, which is not an action. The
        # document does not say whether this goal is disjunctive, so only n is certain.
        refuted = {entry.get("horizon") for entry in document.get("lower_bound", {}).get("refuted", ())}
        first = 0
        while first in refuted:
            first += 1
        return max(0, first - 1)
    return None


def _last(finished: Finished) -> Optional[str]:
    """The program's last message, without the program name."""
    lines = [line for line in finished.messages if line.strip()]
    if not lines:
        return None
    # The temporary files for texts have been removed.
    return re.sub(
        r"\S*?/saut-[^/\s]+/(domain\.pddl|problem\.pddl|plan|moves|state)\b", r"\1", lines[-1].removeprefix("saut: ")
    )


def _failure(finished: Finished) -> Exception:
    said = _last(finished)
    if finished.status == 2:
        return UnusableInput(said or "unusable input")
    if said is None:
        how = f"signal {-finished.status}" if finished.status < 0 else f"exit status {finished.status}"
        said = f"the program ended with {how} and printed no message"
    return ProgramFailed(said, finished.status, finished.messages)


def _flags(**values: Union[str, int, float, None]) -> list[str]:
    # With `=`, a value that begins with a dash is not parsed as a flag.
    return [f"--{name.replace('_', '-')}={value}" for name, value in values.items() if value is not None]


def _list(names: Union[str, Sequence[str], None]) -> Optional[str]:
    return names if names is None or isinstance(names, str) else ",".join(names)


def _cells(cells: Cells) -> Optional[str]:
    if cells is None or isinstance(cells, str):
        return cells
    # Users may write 44 for "44".
    return str(cells) if isinstance(cells, int) else " ".join(map(str, cells))


def _path(path: Optional[Source]) -> Optional[str]:
    return None if path is None else os.fspath(path)


def _is_text(source: Source) -> bool:
    return isinstance(source, str) and ("\n" in source or source.lstrip().startswith("("))


def _puzzle(puzzle: Source) -> tuple[str, Optional[str]]:
    """The argument for a puzzle, and the text for standard input."""
    if _is_text(puzzle):
        return "-", cast(str, puzzle)
    return os.fspath(puzzle), None


def _task(domain: Source, problem: Optional[Source], stack: contextlib.ExitStack) -> list[str]:
    files = [_file(domain, "domain.pddl" if problem is not None else "problem.pddl", stack)]
    if problem is not None:
        files.append(_file(problem, "problem.pddl", stack))
    return files


def _subject(
    subject: Source, problem: Optional[Source], stack: contextlib.ExitStack
) -> tuple[list[str], Optional[str]]:
    """The arguments for a puzzle or a planning task, and the text for standard input."""
    if problem is not None:
        return _task(subject, problem, stack), None
    argument, text = _puzzle(subject)
    return [argument], text


def _file(source: Source, name: str, stack: contextlib.ExitStack) -> str:
    if not _is_text(source):
        return os.fspath(source)
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="saut-"))
    path = os.path.join(folder, name)
    Path(path).write_text(cast(str, source), encoding="utf-8")
    return path


def _plan_file(plan: Union[PlanAnswer, Source, Sequence[str]], stack: contextlib.ExitStack) -> str:
    """Writes a plan to a file, if it is not one already."""
    if isinstance(plan, PlanAnswer):
        return _document(plan.document, stack, plan.proof)
    if isinstance(plan, (str, os.PathLike)):
        return _file(plan, "plan", stack)
    return _file("".join(f"{step}\n" for step in plan) or "\n", "plan", stack)


def _document(document: Mapping[str, Any], stack: contextlib.ExitStack, proof: Optional[Path]) -> str:
    """The document as a file, in the folder of its proof if it has one."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="saut-")) if proof is None else None
    handle, path = tempfile.mkstemp(suffix=".json", prefix="answer-", dir=proof.parent if proof is not None else folder)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(document, file)
    if folder is None:
        stack.callback(os.unlink, path)
    return path
