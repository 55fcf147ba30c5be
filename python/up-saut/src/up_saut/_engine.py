"""The engines: each call writes the problem as PDDL, runs the program, and translates its answer.

There are two engines, because an engine declares its problem kinds for all its operation modes. `saut` finds any plan,
and validates plans of all supported kinds, including costs. `saut-opt` finds and proves optimal plans, and returns
improving plans. `saut-opt` supports costs only if the program can minimise them. To find out, it asks the program for
the supported measures, and does not look at the version.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import warnings
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, Callable, Generator, Iterator, Optional, Sequence, Tuple, Union

import saut
from unified_planning.engines import CompilationKind, Credits
from unified_planning.engines.compilers import BoundedTypesRemover
from unified_planning.engines.engine import Engine
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee, AnytimePlannerMixin
from unified_planning.engines.mixins.oneshot_planner import OneshotPlannerMixin, OptimalityGuarantee
from unified_planning.engines.mixins.plan_validator import PlanValidatorMixin
from unified_planning.engines.results import (
    FailedValidationReason,
    LogLevel,
    LogMessage,
    PlanGenerationResult,
    PlanGenerationResultStatus,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.exceptions import UPException
from unified_planning.io import PDDLWriter
from unified_planning.model import AbstractProblem, Action, Object, PlanQualityMetric, Problem, ProblemKind, State
from unified_planning.model.metrics import (
    MaximizeExpressionOnFinalState,
    MinimizeActionCosts,
    MinimizeExpressionOnFinalState,
    MinimizeSequentialPlanLength,
)
from unified_planning.plans import ActionInstance, Plan, PlanKind, SequentialPlan

from . import _folder, _kinds
from ._outcome import is_proved, log_of, metrics_of, metrics_of_better, status_of, status_of_error, summary

OF_COST = (MinimizeActionCosts, MinimizeExpressionOnFinalState, MaximizeExpressionOnFinalState)
"""Metrics that `--minimise cost` minimises."""

NUMERIC = {"SIMPLE_NUMERIC_PLANNING", "GENERAL_NUMERIC_PLANNING"}
"""Features of a numeric task."""

Status = PlanGenerationResultStatus
Output = Union[Tuple[IO[str], IO[str]], IO[str], None]
Heuristic = Optional[Callable[[State], Optional[float]]]


@dataclass(frozen=True)
class FilesResult:
    """Result for a task given as files. The actions are strings, because there is no object model."""

    status: PlanGenerationResultStatus
    plan: Optional[tuple[str, ...]]
    engine_name: str
    metrics: dict[str, str]
    log_messages: list[LogMessage]


@dataclass
class _Settings:
    """The settings of an engine, and its running processes."""

    limits: dict[str, Any]
    certificates: Optional[str]
    recheck: bool
    program: Optional[str]
    options: tuple[str, ...]
    jobs: set[saut.Running[saut.PlanAnswer]] = field(default_factory=lambda: set[saut.Running[saut.PlanAnswer]]())


class _Base(Engine):
    """Common settings of the engines, and their access to the program."""

    def __init__(
        self,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        memory: Optional[int] = None,
        certificates: Optional[str] = None,
        recheck: bool = False,
        program: Optional[str] = None,
        options: Sequence[str] = (),
    ) -> None:
        """Settings of an engine.

        :param seed: seed of all random choices. With one thread, the same seed gives the same plan.
        :param threads: number of threads; one per core by default.
        :param memory: limit in MiB.
        :param certificates: folder for certificates; without it, they are removed when Python ends.
        :param recheck: check every certificate again, by `saut validate` in a separate process.
        :param program: path of the program; by default, the program of the package `saut`.
        :param options: additional options of `saut plan`.
        """
        Engine.__init__(self)
        self._settings = _Settings(
            {"seed": seed, "threads": threads, "memory": memory}, certificates, recheck, program, tuple(options)
        )

    def destroy(self) -> None:
        """Ends all processes of this engine, from any thread. Waiting calls return `TIMEOUT`."""
        for job in list(self._settings.jobs):
            job.cancel()

    @staticmethod
    def get_credits(**kwargs: Any) -> Optional[Credits]:
        return Credits(
            name="saut",
            author="the authors of saut",
            contact="see the metadata of the package saut",
            website="see the metadata of the package saut",
            license="MIT OR Apache-2.0",
            short_description="Planning by SAT and SMT where every answer is checked.",
            long_description=(
                "Planning by SAT and SMT where every answer is checked. An independent validator replays every plan.\n"
                "Every claim that there is no plan, or no better plan, has a certificate that an independent\n"
                "checker has accepted."
            ),
        )

    def solve_files(
        self,
        domain: Union[str, Path],
        problem: Union[str, Path],
        timeout: Optional[float] = None,
        output_stream: Output = None,
    ) -> FilesResult:
        """Solves a task given as PDDL files, which are passed to the program unchanged.

        :param domain: path of the domain.
        :param problem: path of the problem.
        """
        call = _Call(self._settings, timeout, output_stream)
        measure = self._measure_of_files()
        folder = _folder.new(self._settings.certificates)
        files = (str(domain), str(problem))
        status, answer, metrics, log = call.ask(files, folder, measure)
        plan = answer.plan if answer is not None else None
        return FilesResult(status, plan, self.name, metrics, log)

    def _measure_of_files(self) -> Optional[str]:
        return None


class _Call:
    """One call of the program, with its clock, its output streams, and its folder."""

    def __init__(self, settings: _Settings, timeout: Optional[float], output: Output) -> None:
        self._settings = settings
        self._began = time.monotonic()
        self._timeout = timeout
        self._out, self._err = output if isinstance(output, tuple) else (output, output)

    def elapsed(self) -> float:
        """Seconds since the call began."""
        return time.monotonic() - self._began

    def left(self) -> Optional[float]:
        """Seconds left, or `None` without a time limit. Raises `Cancelled` if no time is left."""
        left = None if self._timeout is None else self._timeout - self.elapsed()
        if left is not None and left <= 0:
            raise saut.Cancelled("the time limit was reached before the program was started")
        return left

    def hear(self, line: str) -> None:
        """Writes a message of the program to the error stream."""
        if self._err is not None:
            self._err.write(line + "\n")

    def say(self, line: str) -> None:
        """Writes the result to the output stream."""
        if self._out is not None:
            self._out.write(f"saut: {line}\n")

    @contextlib.contextmanager
    def job(
        self,
        files: tuple[str, str],
        folder: Path,
        measure: Optional[str],
        on_plan: Optional[Callable[[saut.BetterPlan], None]] = None,
    ) -> Generator[saut.Running[saut.PlanAnswer], None, None]:
        """Runs the program on files. The end of the `with` block ends the process."""
        settings = self._settings
        job = saut.start_plan(
            Path(files[0]),
            Path(files[1]),
            minimise=measure,
            # If costs are minimised, only certificates that are too large for the document are written there.
            proof=folder / "proof.drat" if measure is not None else None,
            on_plan=on_plan,
            timeout=self.left(),
            options=settings.options,
            program=settings.program,
            on_message=self.hear,
            **settings.limits,
        )
        settings.jobs.add(job)
        try:
            with job:
                yield job
        finally:
            settings.jobs.discard(job)

    def ask(
        self, files: tuple[str, str], folder: Path, measure: Optional[str]
    ) -> tuple[PlanGenerationResultStatus, Optional[saut.PlanAnswer], dict[str, str], list[LogMessage]]:
        """Runs the program and waits for its answer."""
        try:
            with self.job(files, folder, measure) as job:
                return self.outcome(job.result(), files, folder, measure)
        except saut.SautError as error:
            return self.failure(error, folder)
        except BaseException:
            _folder.remove(folder)
            raise

    def outcome(
        self, answer: saut.PlanAnswer, files: tuple[str, str], folder: Path, measure: Optional[str]
    ) -> tuple[PlanGenerationResultStatus, Optional[saut.PlanAnswer], dict[str, str], list[LogMessage]]:
        """The result for an answer. The folder is kept for a claim with a certificate, and removed otherwise."""
        status = status_of(answer, measure)
        # Messages about temporary files are omitted.
        log, metrics = log_of(answer, str(folder)), metrics_of(answer, self.elapsed())
        self.say(summary(answer))
        if status in (Status.SOLVED_OPTIMALLY, Status.UNSOLVABLE_PROVEN):
            path = folder / "answer.json"
            answer.save(path)
            metrics["certificate"] = str(path)
            if self._settings.recheck:
                refused = self._refused(answer, files, path, measure)
                if refused is not None:
                    log.append(LogMessage(LogLevel.ERROR, f"the certificate was rejected: {refused}"))
                    return Status.INTERNAL_ERROR, None, metrics, log
                metrics["rechecked"] = "True"
        else:
            _folder.remove(folder)
        return status, answer, metrics, log

    def _refused(
        self, answer: saut.PlanAnswer, files: tuple[str, str], path: Path, measure: Optional[str]
    ) -> Optional[str]:
        try:
            check = saut.validate(Path(files[0]), Path(files[1]), path, program=self._settings.program)
        except saut.SautError as error:
            return str(error)
        if not check:
            return check.reason or "no reason given"
        if is_proved(answer, measure) and check.document.get("optimal") is not True:
            return f"the plan is valid, but it is not proved to be the best: {check.document.get('unverified')}"
        return None

    def failure(
        self, error: saut.SautError, folder: Path
    ) -> tuple[PlanGenerationResultStatus, None, dict[str, str], list[LogMessage]]:
        """The result of a call without an answer."""
        _folder.remove(folder)
        self.say(str(error))
        metrics = {"engine_internal_time": f"{self.elapsed():.4f}"}
        return status_of_error(error), None, metrics, [LogMessage(LogLevel.ERROR, str(error))]


class _Written:
    """A problem as PDDL files, with the mapping from their names to its objects."""

    def __init__(self, problem: Problem, folder: Path) -> None:
        self._problem = problem
        self._written = problem
        self._back: Optional[Callable[[ActionInstance], Optional[ActionInstance]]] = None
        if problem.kind.has_bounded_types():
            compiled = BoundedTypesRemover().compile(problem, CompilationKind.BOUNDED_TYPES_REMOVING)
            assert isinstance(compiled.problem, Problem)
            self._written, self._back = compiled.problem, compiled.map_back_action_instance
        self._writer = PDDLWriter(self._written, needs_requirements=True, rewrite_bool_assignments=True)
        self.files = (str(folder / "domain.pddl"), str(folder / "problem.pddl"))
        Path(self.files[0]).write_text(self._writer.get_domain(), encoding="utf-8")
        Path(self.files[1]).write_text(self._writer.get_problem(), encoding="utf-8")

    def plan(self, steps: Sequence[str]) -> SequentialPlan:
        """The plan in terms of the problem's own actions and objects."""
        return SequentialPlan([self._step(step) for step in steps], self._problem.environment)

    def _step(self, step: str) -> ActionInstance:
        name, *arguments = step.strip().strip("()").split()
        action = self._writer.get_item_named(name)
        assert isinstance(action, Action), step
        parameters = []
        for argument in arguments:
            item = self._writer.get_item_named(argument)
            assert isinstance(item, Object), step
            parameters.append(self._problem.environment.expression_manager.ObjectExp(item))
        taken = ActionInstance(action, tuple(parameters))
        if self._back is None:
            return taken
        own = self._back(taken)
        assert own is not None, step
        return own

    def text(self, plan: Plan) -> str:
        """The plan in terms of the names in the files."""
        if self._back is not None:
            assert isinstance(plan, SequentialPlan)
            # The compiler keeps the names of actions.
            taken = [
                ActionInstance(self._written.action(one.action.name), one.actual_parameters) for one in plan.actions
            ]
            plan = SequentialPlan(taken, self._problem.environment)
        return self._writer.get_plan(plan)


class _Planner(_Base, OneshotPlannerMixin):
    """Common base of both planners. It gives one answer to one problem."""

    def __init__(self, **settings: Any) -> None:
        _Base.__init__(self, **settings)
        OneshotPlannerMixin.__init__(self)

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Heuristic = None,
        timeout: Optional[float] = None,
        output_stream: Output = None,
    ) -> PlanGenerationResult:
        return self._solve_with_params(problem, heuristic, timeout, output_stream)

    def _solve_with_params(
        self,
        problem: AbstractProblem,
        heuristic: Heuristic = None,
        timeout: Optional[float] = None,
        output_stream: Output = None,
        warm_start_plan: Optional[Plan] = None,
        **kwargs: Any,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warnings.warn(f"{self.name} does not support custom heuristics.", stacklevel=3)
        _warn_of_rest(self.name, warm_start_plan, kwargs)
        call = _Call(self._settings, timeout, output_stream)
        folder = _folder.new(self._settings.certificates)
        written = _write(problem, folder, call)
        if not isinstance(written, _Written):
            return self._unsupported(written, call, folder)
        status, answer, metrics, log = call.ask(written.files, folder, self._measure(problem))
        plan = None if answer is None or answer.plan is None else written.plan(answer.plan)
        return PlanGenerationResult(status, plan, self.name, metrics, log)

    def _unsupported(self, error: str, call: _Call, folder: Path) -> PlanGenerationResult:
        status, _, metrics, log = call.failure(saut.UnusableInput(error), folder)
        return PlanGenerationResult(status, None, self.name, metrics, log)

    def _measure(self, problem: AbstractProblem) -> Optional[str]:
        """The measure to minimise for the problem."""
        return None


class SautEngine(_Planner, PlanValidatorMixin):
    """Finds any plan, or proves that there is none; also validates plans."""

    def __init__(self, **settings: Any) -> None:
        _Planner.__init__(self, **settings)
        PlanValidatorMixin.__init__(self)

    @property
    def name(self) -> str:
        return "saut"

    @staticmethod
    def supported_kind() -> ProblemKind:
        return _kinds.kind(_kinds.NUMBERS, _kinds.LENGTH, _kinds.COSTS)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= SautEngine.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return optimality_guarantee == OptimalityGuarantee.SATISFICING

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        return plan_kind == PlanKind.SEQUENTIAL_PLAN

    def _validate(self, problem: AbstractProblem, plan: Plan) -> ValidationResult:
        """Validates the plan with `saut validate`, which uses neither the grounder nor the search."""
        folder = _folder.new(None)
        try:
            written = _write(problem, folder, _Call(self._settings, None, None))
            if not isinstance(written, _Written):
                return self._unknown(written)
            if not isinstance(plan, SequentialPlan):
                return self._unknown(f"plans of kind {plan.kind.name} are not supported")
            file = folder / "plan"
            file.write_text(written.text(plan), encoding="utf-8")
            check = saut.validate(
                Path(written.files[0]),
                Path(written.files[1]),
                file,
                memory=self._settings.limits["memory"],
                program=self._settings.program,
            )
        except saut.SautError as error:
            return self._unknown(str(error))
        finally:
            _folder.remove(folder)
        log = [LogMessage(LogLevel.WARNING, line) for line in check.messages if line.strip()]
        if check.reason is not None:
            log.append(LogMessage(LogLevel.INFO, check.reason))
        if check.valid is None:
            return ValidationResult(ValidationResultStatus.UNKNOWN, self.name, log)
        if check.valid:
            assert isinstance(problem, Problem)
            values = _values(problem.quality_metrics, check)
            return ValidationResult(ValidationResultStatus.VALID, self.name, log, values)
        if check.action is None or check.step is None:
            reason, action = FailedValidationReason.UNSATISFIED_GOALS, None
        else:
            reason, action = FailedValidationReason.INAPPLICABLE_ACTION, plan.actions[check.step - 1]
        return ValidationResult(
            ValidationResultStatus.INVALID, self.name, log, reason=reason, inapplicable_action=action
        )

    def _unknown(self, why: str) -> ValidationResult:
        log = [LogMessage(LogLevel.ERROR, why)]
        return ValidationResult(ValidationResultStatus.UNKNOWN, self.name, log)


class SautOptEngine(_Planner, AnytimePlannerMixin):
    """Finds a plan that is proved optimal for the problem's measure. Without a measure, any plan is optimal."""

    def __init__(self, **settings: Any) -> None:
        _Planner.__init__(self, **settings)
        AnytimePlannerMixin.__init__(self)

    @property
    def name(self) -> str:
        return "saut-opt"

    @staticmethod
    def supported_kind() -> ProblemKind:
        if _kinds.minimises_cost():
            return _kinds.kind(_kinds.NUMBERS, _kinds.LENGTH, _kinds.COSTS)
        return _kinds.kind(_kinds.LENGTH)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        # In numeric tasks, the first plan is often the shortest, but the library's tests expect a longer one before it.
        is_of_length = "PLAN_LENGTH" in problem_kind.features and bool(NUMERIC & problem_kind.features)
        return not is_of_length and bool(problem_kind <= SautOptEngine.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return True

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        return anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY

    def _measure(self, problem: AbstractProblem) -> Optional[str]:
        assert isinstance(problem, Problem)
        if not problem.quality_metrics:
            return None
        if any(isinstance(metric, OF_COST) for metric in problem.quality_metrics):
            return "cost"
        # Without a metric in its file, the cost of a numeric task is the number of actions.
        return "cost" if NUMERIC & problem.kind.features else "actions"

    def _measure_of_files(self) -> Optional[str]:
        return "cost" if _kinds.minimises_cost(self._settings.program) else "actions"

    def _get_solutions(
        self, problem: AbstractProblem, timeout: Optional[float] = None, output_stream: Output = None
    ) -> Iterator[PlanGenerationResult]:
        return self._get_solutions_with_params(problem, timeout, output_stream)

    def _get_solutions_with_params(
        self,
        problem: AbstractProblem,
        timeout: Optional[float] = None,
        output_stream: Output = None,
        warm_start_plan: Optional[Plan] = None,
        **kwargs: Any,
    ) -> Generator[PlanGenerationResult, None, None]:
        """Yields improving plans, and finally the best plan with its proved status."""
        _warn_of_rest(self.name, warm_start_plan, kwargs)
        call = _Call(self._settings, timeout, output_stream)
        folder = _folder.new(self._settings.certificates)
        written = _write(problem, folder, call)
        if not isinstance(written, _Written):
            yield self._unsupported(written, call, folder)
            return
        measure = self._measure(problem)
        best: Optional[SequentialPlan] = None
        try:
            if measure != "cost":
                # The search for a shortest plan finds a plan only at the end. So first find any plan.
                with call.job(written.files, folder, None) as job:
                    first = job.result()
                if not first or measure is None:
                    yield self._result(call.outcome(first, written.files, folder, measure), written)
                    return
                best = written.plan(first.plan or ())
                yield self._intermediate(best, metrics_of(first, call.elapsed()))
            found: queue.Queue[Optional[saut.BetterPlan]] = queue.Queue()
            with call.job(written.files, folder, measure, found.put if measure == "cost" else None) as job:
                for better in _better_plans(job, found) if measure == "cost" else ():
                    best = written.plan(better.plan)
                    yield self._intermediate(best, metrics_of_better(better, call.elapsed()))
                last = job.result()
            result = self._result(call.outcome(last, written.files, folder, measure), written)
        except saut.SautError as error:
            result = self._result(call.failure(error, folder), written)
        except BaseException:
            _folder.remove(folder)
            raise
        if best is not None and (result.plan is None or self._is_worse(result.plan, best, measure)):
            result.plan = best
            if result.status is not Status.INTERNAL_ERROR:
                result.status = Status.SOLVED_SATISFICING
        yield result

    def _is_worse(self, plan: Plan, best: SequentialPlan, measure: Optional[str]) -> bool:
        assert isinstance(plan, SequentialPlan)
        return measure == "actions" and len(plan.actions) > len(best.actions)

    def _result(
        self,
        outcome: tuple[PlanGenerationResultStatus, Optional[saut.PlanAnswer], dict[str, str], list[LogMessage]],
        written: _Written,
    ) -> PlanGenerationResult:
        status, answer, metrics, log = outcome
        plan = None if answer is None or answer.plan is None else written.plan(answer.plan)
        return PlanGenerationResult(status, plan, self.name, metrics, log)

    def _intermediate(self, plan: SequentialPlan, metrics: dict[str, str]) -> PlanGenerationResult:
        return PlanGenerationResult(Status.INTERMEDIATE, plan, self.name, metrics, [])


def _better_plans(
    job: saut.Running[saut.PlanAnswer], found: queue.Queue[Optional[saut.BetterPlan]]
) -> Iterator[saut.BetterPlan]:
    """Plans that the program prints during the search."""

    def end() -> None:
        job.process.wait()
        found.put(None)

    threading.Thread(target=end, daemon=True).start()
    while (plan := found.get()) is not None:
        yield plan


def _write(problem: AbstractProblem, folder: Path, call: _Call) -> Union[_Written, str]:
    """Writes the problem as files, or returns the reason why this is not possible."""
    if not isinstance(problem, Problem):
        return f"problems of class {type(problem).__name__} are not supported"
    try:
        return _Written(problem, folder)
    except (UPException, AssertionError, NotImplementedError) as error:
        return f"the problem cannot be written as PDDL: {error or type(error).__name__}"


def _values(
    metrics: Sequence[PlanQualityMetric], check: saut.Check
) -> Optional[dict[PlanQualityMetric, Union[int, Fraction]]]:
    values: dict[PlanQualityMetric, Union[int, Fraction]] = {}
    for metric in metrics:
        if isinstance(metric, MinimizeActionCosts) and check.cost is not None:
            values[metric] = check.cost
        elif isinstance(metric, OF_COST) and check.document.get("metric") is not None:
            values[metric] = Fraction(check.document["metric"])
        elif isinstance(metric, MinimizeSequentialPlanLength) and check.length is not None:
            values[metric] = check.length
    return values or None


def _warn_of_rest(name: str, warm_start_plan: Optional[Plan], rest: dict[str, Any]) -> None:
    if warm_start_plan is not None:
        warnings.warn(f"{name} does not support an initial plan.", stacklevel=4)
    for unknown in rest:
        warnings.warn(f"{name} has no parameter {unknown}.", stacklevel=4)
