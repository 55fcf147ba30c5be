"""The library's examples: every problem of a supported kind must get the correct status and a valid plan."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Iterator

import pytest
import unified_planning.test
from problems import DELIVERY, TRIP, copying, counting, detour, filling, walk
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus
from unified_planning.io import PDDLReader
from unified_planning.model import Problem
from unified_planning.shortcuts import (
    GE,
    InstantaneousAction,
    MinimizeSequentialPlanLength,
    OneshotPlanner,
    SequentialSimulator,
    Times,
)
from unified_planning.test.examples import get_example_problems
from unified_planning.plans import ActionInstance, SequentialPlan
from up_saut import SautEngine, SautOptEngine

EXAMPLES = get_example_problems()
# Its plan of the library is not one: it makes the value 2, and the goal wants 1.
del EXAMPLES["basic_undef_numeric"]
OURS = [name for name, case in EXAMPLES.items() if SautEngine.supports(case.problem.kind)]
OPTIMAL = [name for name, case in EXAMPLES.items() if SautOptEngine.supports(case.problem.kind)]
PDDL = Path(unified_planning.test.__file__).parent / "pddl"


def validated(problem: Problem, plan: Any) -> None:
    """Validates the plan with the library's own validator.

    It supports only state invariants. Other trajectory constraints are checked on the states of the library's simulator.
    """
    bare = problem.clone()
    kind = problem.kind
    # It does not claim fluents without a value, and can replay plans that ask for none.
    kind.unset_initial_state("UNDEFINED_INITIAL_NUMERIC")
    beyond = [] if SequentialPlanValidator.supports(kind) else problem.trajectory_constraints
    if beyond:
        bare.clear_trajectory_constraints()
    validator = SequentialPlanValidator()
    validator.skip_checks = True
    assert validator.validate(bare, plan).status == ValidationResultStatus.VALID
    for constraint in beyond:
        assert constraint.is_sometime()
        with SequentialSimulator(bare) as simulator:
            states = [simulator.get_initial_state()]
            for action in plan.actions:
                states.append(simulator.apply(states[-1], action))
        assert any(state.get_value(constraint.arg(0)).is_true() for state in states)


@pytest.mark.parametrize("name", OURS)
def test_saut_is_right(name: str) -> None:
    case = EXAMPLES[name]
    with OneshotPlanner(name="saut") as planner:
        result = planner.solve(case.problem, timeout=60)
    if case.solvable:
        assert result.status == Status.SOLVED_SATISFICING
        validated(case.problem, result.plan)
    else:
        assert result.status == Status.UNSOLVABLE_PROVEN and result.plan is None


@pytest.mark.parametrize("name", OPTIMAL)
def test_saut_opt_is_right(name: str) -> None:
    case = EXAMPLES[name]
    with OneshotPlanner(name="saut-opt", params={"recheck": True}) as planner:
        result = planner.solve(case.problem, timeout=60)
    if not case.solvable:
        assert result.status == Status.UNSOLVABLE_PROVEN and result.plan is None
        return
    validated(case.problem, result.plan)
    if not case.problem.quality_metrics:
        # Without a measure, no plan is claimed optimal. With a measure, no plan of the library is better.
        assert result.status == Status.SOLVED_SATISFICING
        if case.problem.kind.has_simple_numeric_planning() or case.problem.kind.has_general_numeric_planning():
            return
        measured = case.problem.clone()
        measured.add_quality_metric(MinimizeSequentialPlanLength())
        result = planner.solve(measured, timeout=60)
        assert all(len(result.plan.actions) <= len(plan.actions) for plan in case.valid_plans)
        validated(case.problem, result.plan)
    assert result.status == Status.SOLVED_OPTIMALLY, result.log_messages
    assert result.metrics["rechecked"] == "True" and Path(result.metrics["certificate"]).exists()


@pytest.mark.parametrize("name", OURS)
def test_our_validator_agrees(name: str) -> None:
    case, validator = EXAMPLES[name], SautEngine()
    for plan in case.valid_plans:
        assert validator.validate(case.problem, plan).status == ValidationResultStatus.VALID
        # Without its last action, or with a repeated action, both validators agree.
        for spoiled in (plan.actions[:-1], [*plan.actions, plan.actions[0]], plan.actions[1:]):
            changed = SequentialPlan(list(spoiled))
            expected = SequentialPlanValidator().validate(case.problem, changed)
            result = validator.validate(case.problem, changed)
            assert (result.status, result.reason) == (expected.status, expected.reason)
            assert result.inapplicable_action is expected.inapplicable_action
    for plan in case.invalid_plans:
        assert validator.validate(case.problem, plan).status == ValidationResultStatus.INVALID


def test_there_are_as_many_examples_as_there_were() -> None:
    assert len(OURS) >= 31 and len(OPTIMAL) >= 19


FEATURES = sorted(SautEngine.supported_kind().features)


def samples() -> Iterator[tuple[set[str], Problem]]:
    """Problems that together have all supported features, with their features."""
    problems = [EXAMPLES[name].problem for name in OURS if EXAMPLES[name].solvable]
    problems += [copying(static=False), walk(measure="length"), walk(measure="static"), detour()]
    problems += [
        counting(),
        filling(bounded=True),
        filling(bounded=False),
        PDDLReader().parse_problem_string(DELIVERY, TRIP),
    ]
    yield from ((problem.kind.features, problem) for problem in problems)
    # The library (1.3.0) compares expressions with fluents, so the kind of a problem never has these features.
    yield {"STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS"}, copying(static=True)
    yield {"STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS"}, filling(bounded=False)


@pytest.mark.parametrize("feature", FEATURES)
def test_for_every_feature_that_is_claimed_a_problem_is_solved(feature: str) -> None:
    problem = next(problem for features, problem in samples() if feature in features)
    result = SautEngine().solve(problem, timeout=60)
    assert result.status == Status.SOLVED_SATISFICING
    validated(problem, result.plan)


@pytest.mark.parametrize("feature", sorted(SautOptEngine.supported_kind().features))
def test_for_every_feature_that_saut_opt_claims_a_problem_is_solved_best(feature: str) -> None:
    all_of_kind = [
        problem for features, problem in samples() if feature in features and SautOptEngine.supports(problem.kind)
    ]
    problem = min(all_of_kind, key=lambda problem: not problem.quality_metrics).clone()
    if not problem.quality_metrics:
        problem.add_quality_metric(MinimizeSequentialPlanLength())
    result = SautOptEngine().solve(problem, timeout=60)
    assert result.status == Status.SOLVED_OPTIMALLY
    validated(problem, result.plan)


def test_bounds_of_numbers_are_kept() -> None:
    for bounded in (True, False):
        problem = filling(bounded)
        pour = InstantaneousAction("pour")
        pour.add_precondition(GE(problem.fluent("five"), 4.5))
        pour.add_increase_effect(problem.fluent("three"), 2)
        pour.add_decrease_effect(problem.fluent("five"), 0.5)
        problem.add_action(pour)
        result = SautEngine().solve(problem, timeout=60)
        assert result.status == Status.SOLVED_SATISFICING
        validated(problem, result.plan)
        # The small jug would have to hold 4.
        beyond = SequentialPlan([ActionInstance(problem.action(name)) for name in ("fill", "pour", "pour")])
        expected = ValidationResultStatus.INVALID if bounded else ValidationResultStatus.VALID
        assert SautEngine().validate(problem, beyond).status == expected
        assert SequentialPlanValidator().validate(problem, beyond).status == expected


def test_what_is_not_linear_is_refused_by_name() -> None:
    problem = filling(bounded=False)
    square = InstantaneousAction("square")
    square.add_effect(problem.fluent("five"), Times(problem.fluent("five"), problem.fluent("three")))
    problem.add_action(square)
    result = SautEngine().solve(problem, timeout=60)
    assert result.status == Status.UNSUPPORTED_PROBLEM
    assert result.log_messages and "not linear" in result.log_messages[-1].message


def test_what_is_not_claimed_is_refused_by_name() -> None:
    refused = 0
    for name, case in EXAMPLES.items():
        if name in OURS:
            continue
        engine = SautEngine()
        engine.skip_checks = True
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = engine.solve(case.problem, timeout=20)
        if result.status in (Status.SOLVED_SATISFICING, Status.UNSOLVABLE_PROVEN):
            # The writer omits features that PDDL lacks (a metric); the plan must be valid nevertheless.
            if isinstance(case.problem, Problem) and SequentialPlanValidator.supports(case.problem.kind):
                validated(case.problem, result.plan)
            continue
        assert result.status == Status.UNSUPPORTED_PROBLEM, (name, result)
        assert result.log_messages and result.log_messages[-1].message
        refused += 1
    # Features of time, of several agents, and of nonlinear numeric expressions.
    assert refused > 25


def files() -> list[tuple[str, str]]:
    """Pairs of domain and problem files from the library's tests."""
    found = []
    for domain in sorted(PDDL.glob("*/domain.pddl")):
        found += [(str(domain), str(problem)) for problem in sorted(domain.parent.glob("problem*.pddl"))]
    return found


@pytest.mark.parametrize(("domain", "problem"), files(), ids=lambda path: "/".join(Path(path).parts[-2:]))
def test_files_have_the_same_answer_with_and_without_an_object_model(domain: str, problem: str) -> None:
    direct = SautEngine().solve_files(domain, problem, timeout=60)
    model = PDDLReader().parse_problem(domain, problem)
    if not isinstance(model, Problem) or not SautEngine.supports(model.kind):
        # If the files have fewer features than the model's kind (an unused number), there may be a plan.
        assert direct.status in (Status.UNSUPPORTED_PROBLEM, Status.SOLVED_SATISFICING)
        return
    result = SautEngine().solve(model, timeout=60)
    assert result.status == direct.status == Status.SOLVED_SATISFICING
    validated(model, result.plan)
    plan = PDDLReader().parse_plan_string(model, "\n".join(direct.plan or ()))
    validated(model, plan)
