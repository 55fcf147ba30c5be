"""Problems without a plan, limits, cancelling, and programs that are missing, broken or give wrong answers."""

from __future__ import annotations

import io
import json
import os
import threading
import time
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable

import pytest
import saut
import unified_planning.test
import up_saut
from problems import DELIVERY, TRIP, filling, never, pigeons, walk
from unified_planning.engines import FailedValidationReason, SequentialPlanValidator, ValidationResultStatus
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.environment import Environment
from unified_planning.exceptions import UPUsageError
from unified_planning.io import PDDLReader
from unified_planning.plans import SequentialPlan
from unified_planning.shortcuts import (
    AnytimePlanner,
    MinimizeSequentialPlanLength,
    OneshotPlanner,
    PlanValidator,
    get_all_applicable_engines,
)
from up_saut import SautEngine, SautOptEngine

Broken = Callable[[str], str]

HELP = """
if "--help" in sys.argv:
    print("  --minimise <WHAT>\\n    - actions: The number\\n    - cost: The cost\\n")
    sys.exit(0)
"""


def satisficing(**settings: Any) -> Any:
    """The engine `saut`, typed so that the type checker does not require tests for missing plans."""
    return SautEngine(**settings)


def optimal(**settings: Any) -> Any:
    """The engine `saut-opt`, typed in the same way."""
    return SautOptEngine(**settings)


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("engine", [SautEngine, SautOptEngine])
def test_no_plan_is_proved_and_the_certificate_is_a_file_that_can_be_checked(engine: Any, tmp_path: Path) -> None:
    result = engine(certificates=str(tmp_path)).solve(never())
    assert result.status == Status.UNSOLVABLE_PROVEN and result.plan is None
    file = Path(result.metrics["certificate"])
    assert file.parent.parent == tmp_path and "certificate_kind" in result.metrics
    assert saut.validate(file.parent / "domain.pddl", file.parent / "problem.pddl", file)


def test_the_certificate_of_the_shortest_plan_holds_and_is_refused_when_it_is_spoiled(tmp_path: Path) -> None:
    folder = Path(unified_planning.test.__file__).parent / "pddl" / "depot"
    problem = PDDLReader().parse_problem(str(folder / "domain.pddl"), str(folder / "problem.pddl"))
    problem.clear_quality_metrics()
    problem.add_quality_metric(MinimizeSequentialPlanLength())
    result = optimal(certificates=str(tmp_path), recheck=True).solve(problem)
    assert result.status == Status.SOLVED_OPTIMALLY and result.metrics["gap"] == "0"
    assert result.metrics["bound"] == result.metrics["length"] == "10"
    file = Path(result.metrics["certificate"])
    task = (file.parent / "domain.pddl", file.parent / "problem.pddl")

    def holds() -> bool:
        """True if the check confirms that the plan is shortest."""
        try:
            return saut.validate(*task, file).document.get("optimal") is True
        except saut.UnusableInput:
            return False

    assert holds()
    document = json.loads(file.read_text())
    refuted = document["lower_bound"]["refuted"]
    spoiled: Any
    for spoiled in (refuted[:-1], refuted[1:], []):
        file.write_text(json.dumps({**document, "lower_bound": {"refuted": spoiled}}))
        assert not holds()
    longer = {**document, "plan": [*document["plan"], document["plan"][-1]]}
    file.write_text(json.dumps(longer))
    assert not holds()
    file.write_text(json.dumps(document))
    assert holds()
    # Unit propagation does not refute the last length, so an empty proof is invalid.
    proof = file.parent / refuted[-1]["file"]
    kept = proof.read_bytes()
    proof.write_bytes(b"")
    assert not holds()
    proof.unlink()
    assert not holds()
    proof.write_bytes(kept)
    assert holds()


def test_only_claims_keep_a_folder(tmp_path: Path) -> None:
    assert satisficing(certificates=str(tmp_path)).solve(walk()).status == Status.SOLVED_SATISFICING
    assert list(tmp_path.iterdir()) == []
    assert satisficing(certificates=str(tmp_path)).solve(never()).status == Status.UNSOLVABLE_PROVEN
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("engine", [SautEngine, SautOptEngine])
def test_a_timeout_is_one(engine: Any) -> None:
    began = time.monotonic()
    result = engine(options=["--method=exhaustive"]).solve(pigeons(), timeout=0.5)
    assert result.status == Status.TIMEOUT and result.plan is None
    assert time.monotonic() - began < 5
    assert engine().solve(walk(measure="length"), timeout=0.000001).status == Status.TIMEOUT


def test_a_memory_limit_is_memout() -> None:
    assert satisficing(memory=8, options=["--method=exhaustive"]).solve(pigeons(18), timeout=60).status == Status.MEMOUT


def test_destroying_the_engine_ends_the_process_and_the_call() -> None:
    engine = satisficing(options=["--method=exhaustive"])
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(engine.solve(pigeons())))
    thread.start()
    while not engine._settings.jobs:
        time.sleep(0.01)
    pid = next(iter(engine._settings.jobs)).process.pid
    time.sleep(0.2)
    assert not is_gone(pid)
    engine.destroy()
    thread.join(10)
    assert is_gone(pid) and found[0].status == Status.TIMEOUT


def test_an_anytime_run_that_is_left_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = optimal()
    runs = engine.get_solutions(walk(measure="length"))
    first = next(runs)
    assert first.status == Status.INTERMEDIATE
    runs.close()
    assert engine._settings.jobs == set()


def test_better_and_better_plans_end_with_the_best() -> None:
    problem = walk(measure="length")
    with AnytimePlanner(problem_kind=problem.kind, anytime_guarantee="INCREASING_QUALITY") as planner:
        results = list(planner.get_solutions(problem, timeout=60))
    assert [result.status for result in results] == [Status.INTERMEDIATE, Status.SOLVED_OPTIMALLY]
    assert len(results[0].plan.actions) >= len(results[-1].plan.actions) == 1
    unsolvable = never()
    unsolvable.add_quality_metric(problem.quality_metrics[0])
    assert [result.status for result in optimal().get_solutions(unsolvable)] == [Status.UNSOLVABLE_PROVEN]
    # Without a measure, no plan is better than another.
    assert [result.status for result in optimal().get_solutions(walk())] == [Status.SOLVED_SATISFICING]


def test_an_anytime_run_that_is_stopped_by_the_clock_has_the_best_plan_so_far(broken: Broken) -> None:
    program = broken(
        "if '--minimise=actions' not in sys.argv:\n"
        "    print(json.dumps({'verdict': 'solved', 'checked': True, 'plan': ['(leap p0 p3)'], 'length': 1}))\n"
        "else:\n    print(json.dumps({'verdict': 'undecided', 'reason': 'timeout'}))\n    sys.exit(30)\n"
    )
    results = list(optimal(program=program).get_solutions(walk(measure="length"), timeout=5))
    assert [result.status for result in results] == [Status.INTERMEDIATE, Status.SOLVED_SATISFICING]
    assert results[0].plan == results[1].plan


def test_plans_of_less_and_less_cost_are_read_while_the_program_works(
    broken: Broken, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Uses a program that follows the contract of `--minimise cost`."""
    program = broken(
        HELP
        + """
assert "--minimise=cost" in sys.argv
plans = [["(leap p0 p3)"], ["(step p0 p1)", "(step p1 p2)", "(step p2 p3)"]]
for cost, plan in zip((9, 3), plans):
    if "--format=plans" in sys.argv:
        print(json.dumps({"plan": plan, "length": len(plan), "cost": cost, "metric": None, "bound": 1, "seconds": 0.5}),
            flush=True)
    time.sleep(0.3)
print(json.dumps({"verdict": "solved", "checked": True, "plan": plans[1], "length": 3, "cost": 3,
    "bound": BOUND, "optimal": BOUND == 3, "minimised": "cost"}))
""".replace("BOUND", "int(os.environ['BOUND'])")
    )
    monkeypatch.setenv("SAUT_PROGRAM", program)
    problem = walk(measure="costs")
    assert SautOptEngine.supports(problem.kind)
    monkeypatch.chdir(tmp_path)
    for bound, last in (("3", Status.SOLVED_OPTIMALLY), ("2", Status.SOLVED_SATISFICING)):
        monkeypatch.setenv("BOUND", bound)
        results = list(optimal(program=program).get_solutions(problem))
        assert [result.status for result in results] == [Status.INTERMEDIATE, Status.INTERMEDIATE, last]
        assert [len(result.plan.actions) for result in results] == [1, 3, 3]
        figures = [(result.metrics["cost"], result.metrics["bound"], result.metrics["gap"]) for result in results[:2]]
        assert figures == [("9", "1", "8"), ("3", "1", "2")]
        assert results[-1].metrics["bound"] == bound and results[-1].metrics["gap"] == str(3 - int(bound))
        assert optimal(program=program).solve(problem).status == last


def test_a_domain_with_costs_in_pddl_is_solved_by_saut_opt_if_only_that_is_preferred() -> None:
    problem = PDDLReader().parse_problem_string(DELIVERY, TRIP)
    assert problem.kind.has_real_numbers_in_actions_cost()
    for guarantee, name in (("SOLVED_OPTIMALLY", "saut-opt"), (None, "saut")):
        with OneshotPlanner(problem_kind=problem.kind, optimality_guarantee=guarantee) as planner:
            assert planner.name == name
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                result = planner.solve(problem, timeout=60)
        assert result.plan is not None
    result = optimal().solve(problem, timeout=60)
    assert result.status == Status.SOLVED_OPTIMALLY and result.metrics["metric"] == "4.5"
    assert not any("domain.pddl" in message.message for message in result.log_messages)


def test_a_metric_of_the_final_state_is_made_small() -> None:
    problem = filling(bounded=False)
    *better, last = optimal().get_solutions(problem, timeout=20)
    assert last.status in (Status.SOLVED_OPTIMALLY, Status.SOLVED_SATISFICING) and better
    values = [Fraction(result.metrics["metric"]) for result in better]
    assert values == sorted(set(values), reverse=True) and values[-1] == Fraction(last.metrics["metric"])
    validated = satisficing().validate(problem, last.plan)
    assert list((validated.metric_evaluations or {}).values()) == [values[-1]]


def test_costs_are_claimed_by_saut_opt_only_if_the_program_minimises_them(broken: Broken, monkeypatch: Any) -> None:
    costs = walk(measure="costs").kind
    assert SautEngine.supports(costs)
    assert SautOptEngine.supports(costs) == ("cost" in saut.minimises())
    monkeypatch.setenv("SAUT_PROGRAM", broken("print('  --minimise <WHAT>\\n   - actions: x')"))
    assert not SautOptEngine.supports(costs)
    with pytest.raises(UPUsageError):
        optimal().solve(walk(measure="costs"))
    monkeypatch.setenv("SAUT_PROGRAM", "/nowhere/saut")
    assert not SautOptEngine.supports(costs)


@pytest.mark.skipif("cost" not in saut.minimises(), reason="this program does not minimise cost yet")
@pytest.mark.parametrize("measure", ["costs", "static"])
def test_the_plan_of_least_cost_is_found_and_proved(measure: str) -> None:
    problem = walk(measure=measure)
    result = optimal(recheck=True).solve(problem, timeout=60)
    assert result.status == Status.SOLVED_OPTIMALLY and result.metrics["rechecked"] == "True"
    assert len(result.plan.actions) == 3 and result.metrics["cost"] == result.metrics["bound"] == "3"
    metric = problem.quality_metrics[0]
    assert SequentialPlanValidator().validate(problem, result.plan).metric_evaluations == {metric: 3}
    *better, last = optimal().get_solutions(problem, timeout=60)
    costs = [satisficing().validate(problem, one.plan).metric_evaluations[metric] for one in (*better, last)]
    assert last.status == Status.SOLVED_OPTIMALLY and costs[-1] == 3
    assert all(one.status == Status.INTERMEDIATE for one in better)
    assert costs[:-1] == sorted(set(costs[:-1]), reverse=True) and better


def test_a_program_that_is_missing_is_an_internal_error_with_its_name() -> None:
    result = satisficing(program="/nowhere/saut").solve(walk())
    assert result.status == Status.INTERNAL_ERROR and "/nowhere/saut" in result.log_messages[-1].message
    validated = satisficing(program="/nowhere/saut").validate(walk(), SequentialPlan([]))
    assert validated.status == ValidationResultStatus.UNKNOWN


LIES = {
    "nothing": "pass",
    "no document": "print('hello')",
    "a crash": "os.kill(os.getpid(), signal.SIGSEGV)",
    "a fault": "print('saut: a fault', file=sys.stderr); sys.exit(1)",
    "unchecked": "print(json.dumps({'verdict': 'infeasible'})); sys.exit(20)",
    "status and verdict": "print(json.dumps({'verdict': 'infeasible', 'checked': True}))",
    "gave up": "print(json.dumps({'verdict': 'undecided', 'reason': 'solver-gave-up'})); sys.exit(30)",
}


@pytest.mark.parametrize("body", LIES.values(), ids=LIES.keys())
@pytest.mark.parametrize("engine", [SautEngine, SautOptEngine])
def test_a_broken_program_is_an_internal_error(broken: Broken, engine: Any, body: str) -> None:
    problem, program = walk(measure="length"), broken(body)
    result = engine(program=program).solve(problem, timeout=20)
    assert result.status == Status.INTERNAL_ERROR and result.plan is None and result.log_messages
    if engine is SautOptEngine:
        assert [one.status for one in engine(program=program).get_solutions(problem)] == [Status.INTERNAL_ERROR]


def test_optimal_without_a_measure_that_was_asked_for_is_no_claim(broken: Broken) -> None:
    body = (
        "print(json.dumps({'verdict': 'solved', 'checked': True, 'plan': ['(leap p0 p3)'], 'length': 1, "
        "'optimal': True, 'minimised': 'steps'}))"
    )
    assert optimal(program=broken(body)).solve(walk(measure="length")).status == Status.SOLVED_SATISFICING


def test_a_certificate_that_does_not_hold_is_found_by_rechecking(broken: Broken) -> None:
    real = saut.find_program()
    certificate = {"kind": "criterion", "name": "relaxed-reachability", "reached": 1}
    document = {"verdict": "infeasible", "checked": True, "certificate": certificate}
    program = broken(
        f"if sys.argv[1] == 'validate': os.execv({real!r}, [{real!r}, *sys.argv[1:]])\n"
        f"print({json.dumps(document)!r}); sys.exit(20)"
    )
    assert satisficing(program=program).solve(walk()).status == Status.UNSOLVABLE_PROVEN
    result = satisficing(program=program, recheck=True).solve(walk())
    assert result.status == Status.INTERNAL_ERROR and "rejected" in result.log_messages[-1].message


def test_spoiled_plans_are_refused_with_the_action_that_is_wrong() -> None:
    problem = walk()
    with OneshotPlanner(name="saut-opt") as planner:
        plan = planner.solve(problem).plan
    step = problem.action("step")
    p0, p1, p2, p3 = problem.all_objects
    with PlanValidator(name="saut") as validator:
        assert validator.validate(problem, plan)
        walked = SequentialPlan([step(p0, p1), step(p1, p2), step(p2, p3)])
        assert validator.validate(problem, walked).status == ValidationResultStatus.VALID
        wrong = SequentialPlan([step(p0, p1), step(p2, p3), step(p2, p3)])
        result = validator.validate(problem, wrong)
        assert result.status == ValidationResultStatus.INVALID
        assert result.reason == FailedValidationReason.INAPPLICABLE_ACTION
        assert result.inapplicable_action is wrong.actions[1]
        short = validator.validate(problem, SequentialPlan([step(p0, p1)]))
        assert short.reason == FailedValidationReason.UNSATISFIED_GOALS and short.inapplicable_action is None
        empty = validator.validate(problem, SequentialPlan([]))
        assert empty.status == ValidationResultStatus.INVALID
        # A plan of another problem, with objects that are not in this problem.
        foreign = walk(6)
        far = foreign.action("step")(foreign.object("p4"), foreign.object("p5"))
        assert validator.validate(problem, SequentialPlan([far])).status == ValidationResultStatus.INVALID


@pytest.mark.parametrize("measure", ["length", "costs", "static"])
def test_the_value_of_a_plan_is_the_librarys(measure: str) -> None:
    problem = walk(measure=measure)
    step, leap = problem.action("step"), problem.action("leap")
    p0, p1, p2, p3 = problem.all_objects
    for plan in (SequentialPlan([leap(p0, p3)]), SequentialPlan([step(p0, p1), step(p1, p2), step(p2, p3)])):
        expected = SequentialPlanValidator().validate(problem, plan).metric_evaluations
        assert satisficing().validate(problem, plan).metric_evaluations == expected


def test_output_goes_to_the_stream_and_the_log() -> None:
    out = io.StringIO()
    result = satisficing(threads=1, seed=7).solve(walk(), output_stream=out)
    assert out.getvalue().startswith("saut: solved: ") and result.log_messages[-1].message in out.getvalue()
    assert {"engine_internal_time", "program_time", "length", "method"} <= result.metrics.keys()
    assert any(name.startswith("time_") for name in result.metrics)
    pair = (io.StringIO(), io.StringIO())
    satisficing(program="/nowhere/saut").solve(walk(), output_stream=pair)
    assert "/nowhere/saut" in pair[0].getvalue() and pair[1].getvalue() == ""


def test_what_is_not_supported_is_said() -> None:
    with pytest.warns(UserWarning, match="custom heuristics"):
        satisficing().solve(walk(), heuristic=lambda state: 0.0)
    with pytest.warns(UserWarning, match="an initial plan"):
        satisficing().solve(walk(), warm_start_plan=SequentialPlan([]))
    with pytest.warns(UserWarning, match="smoke"):
        satisficing().solve(walk(), smoke=1)
    assert satisficing(options=["--smoke"]).solve(walk()).status == Status.UNSUPPORTED_PROBLEM


def test_files_need_no_object_model(tmp_path: Path) -> None:
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text("(define (domain d) (:predicates (p) (q)) (:action a :parameters () :effect (p)))")
    problem.write_text("(define (problem p) (:domain d) (:init) (:goal (p)))")
    result = satisficing().solve_files(domain, problem)
    assert (result.status, result.plan, result.engine_name) == (Status.SOLVED_SATISFICING, ("(a)",), "saut")
    problem.write_text("(define (problem p) (:domain d) (:init) (:goal (q)))")
    result = satisficing(certificates=str(tmp_path / "kept"), recheck=True).solve_files(str(domain), str(problem))
    assert result.status == Status.UNSOLVABLE_PROVEN and result.metrics["rechecked"] == "True"
    problem.write_text("(define (problem p) (:domain d) (:init) (:goal (r)))")
    result = satisficing().solve_files(domain, problem)
    assert result.status == Status.UNSUPPORTED_PROBLEM and "p.pddl:1" in result.log_messages[-1].message


def test_the_factory_finds_the_engines_by_kind_and_guarantee() -> None:
    kind = walk(measure="length").kind
    assert {"saut", "saut-opt"} <= set(get_all_applicable_engines(kind))
    optimal = get_all_applicable_engines(kind, optimality_guarantee="SOLVED_OPTIMALLY")
    assert "saut-opt" in optimal and "saut" not in optimal


def test_registering_twice_is_registering_once_and_other_environments_have_their_own() -> None:
    environment = Environment()
    assert "saut" not in environment.factory.engines
    up_saut.register(environment)
    up_saut.register(environment)
    assert environment.factory.preference_list.count("saut") == 1
    credits = SautEngine.get_credits()
    assert credits is not None and credits.name == "saut"


def test_parallel_engines_work() -> None:
    with OneshotPlanner(names=["saut", "saut"], params=[{"seed": 1}, {"seed": 2}]) as planner:
        assert planner.solve(walk()).status == Status.SOLVED_SATISFICING
