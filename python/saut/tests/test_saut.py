"""Tests the calls with the real program, and with missing or broken programs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Callable

import pytest

import saut

Broken = Callable[[str], str]

DOMAIN = """(define (domain walk) (:requirements :strips :typing :action-costs)
  (:types place) (:predicates (at ?p - place) (road ?a ?b - place)) (:functions (total-cost))
  (:action go :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
   :effect (and (not (at ?a)) (at ?b) (increase (total-cost) 3))))
"""
TASK = """(define (problem trip) (:domain walk) (:objects a b c d - place)
  (:init (at a) (road a b) (road b c) (road c d) (road a c) (= (total-cost) 0)) (:goal (at {goal}))
  (:metric minimize (total-cost)))
"""
TRIP = TASK.format(goal="d")
# a cannot be reached again after it was left, and every path to d leaves it.
NO_WAY = TASK.format(goal="a) (at d").replace("(:goal (at a) (at d))", "(:goal (and (at a) (at d)))")


def pigeons(birds: int, holes: int) -> tuple[str, str]:
    """A hard task: there is one hole too few."""
    domain = """(define (domain pigeons) (:requirements :strips :typing) (:types bird hole)
      (:predicates (free ?h - hole) (out ?b - bird) (in ?b - bird))
      (:action sit :parameters (?b - bird ?h - hole) :precondition (and (free ?h) (out ?b))
       :effect (and (not (free ?h)) (not (out ?b)) (in ?b)))
      (:action swap :parameters (?b ?c - bird ?h - hole) :precondition (and (in ?b) (out ?c))
       :effect (and (in ?c) (out ?b) (not (in ?b)) (not (out ?c)))))"""
    names, places = [f"b{i}" for i in range(birds)], [f"h{i}" for i in range(holes)]
    problem = f"""(define (problem p) (:domain pigeons) (:objects {" ".join(names)} - bird {" ".join(places)} - hole)
      (:init {" ".join(f"(out {b})" for b in names)} {" ".join(f"(free {h})" for h in places)})
      (:goal (and {" ".join(f"(in {b})" for b in names)})))"""
    return domain, problem


def test_a_plan_has_its_cost_its_length_and_its_text() -> None:
    answer = saut.plan(DOMAIN, TRIP, minimise="actions", seed=3, threads=1)
    assert answer and answer.plan == ("(go a c)", "(go c d)")
    assert (answer.length, answer.cost, answer.optimal, answer.bound, answer.gap) == (2, 6, True, 2, 0)
    assert answer.text() == "(go a c)\n(go c d)\n; cost = 6 (general cost)\n"
    assert answer.stages and all(stage.seconds >= 0 for stage in answer.stages)


def test_a_formula_has_the_meaning_of_its_variables_and_decodes_models() -> None:
    formula = saut.encode(DOMAIN, TRIP, encoding="forall", horizon=2)
    wanted = {("go(a,c)", 1), ("go(c,d)", 2)}
    happens = {one["number"] for one in formula.variables if (one.get("action"), one.get("step")) in wanted}
    assert len(happens) == 2 and formula.text.startswith("c saut")
    true = {("at(a)", 0), ("at(c)", 1), ("at(d)", 2)}
    facts = {one["number"] for one in formula.variables if (one.get("fact"), one.get("step")) in true}
    model = [n if n in happens | facts else -n for n in range(1, len(formula.variables) + 1)]
    answer = formula.decode(model)
    assert isinstance(answer, saut.PlanAnswer) and answer.plan == ("(go a c)", "(go c d)")
    with pytest.raises(saut.UnusableInput, match="is false"):
        formula.decode([-n for n in model])
    said = saut.decode(DOMAIN, TRIP, model="s UNSATISFIABLE\n", encoding="forall", horizon=2)
    assert said.verdict == saut.UNDECIDED


def test_a_folded_formula_names_what_it_fixed() -> None:
    formula = saut.encode("pegsol-p01", encoding="r2-exists/walks:0", horizon=1)
    jumps = [one["action"] for one in formula.fixed if one["kind"] == "action" and one["value"]]
    answer = formula.decode("s SATISFIABLE\nv 0\n")
    assert isinstance(answer, saut.PuzzleAnswer) and len(answer.jumps) == 4 and jumps


def test_without_a_measure_nothing_is_called_optimal() -> None:
    answer = saut.plan(DOMAIN, TRIP)
    assert answer and not answer.optimal and answer.bound is None and answer.gap is None


def test_a_task_without_a_plan_has_a_certificate_that_is_checked_again(tmp_path: Path) -> None:
    answer = saut.plan(DOMAIN, NO_WAY)
    assert answer.verdict == saut.INFEASIBLE and not answer and answer.certificate is not None
    assert saut.validate(DOMAIN, NO_WAY, answer)
    answer.save(tmp_path / "answer.json")
    assert saut.validate(DOMAIN, NO_WAY, tmp_path / "answer.json")
    # The same certificate is invalid for a task that has a plan.
    assert saut.validate(DOMAIN, TRIP, tmp_path / "answer.json").valid is False
    with pytest.raises(ValueError, match="there is no plan: infeasible"):
        answer.text()


def test_proofs_come_as_files_and_are_checked_with_the_answer(tmp_path: Path) -> None:
    proof = tmp_path / "shortest.lrat"
    answer = saut.plan(DOMAIN, TRIP, minimise="actions", proof=proof)
    assert answer.proof is not None and proof.exists()
    assert shortest(answer)
    assert [path.name for path in tmp_path.glob("answer-*")] == []
    # Without its file, there is no proof.
    proof.unlink()
    assert not shortest(answer)


def shortest(answer: saut.PlanAnswer) -> bool:
    """True if the check confirms that the plan is shortest."""
    try:
        return saut.validate(DOMAIN, TRIP, answer).document.get("optimal") is True
    except saut.UnusableInput:
        return False


def test_a_plan_is_replayed_and_its_first_wrong_action_named() -> None:
    good = saut.validate(DOMAIN, TRIP, "(go a c)\n(go c d)\n")
    assert good and good.cost == 6 and good.length == 2
    assert saut.validate(DOMAIN, TRIP, "(go a b)\n(go c d)\n").reason == (
        "step 2: (go c d): (at c) does not hold; related atoms of the state: (road a c) (road b c) (road c d) (at b)"
    )
    short = saut.validate(DOMAIN, TRIP, "(go a b)\n")
    assert short.valid is False and short.reason is not None and short.reason.startswith("the goal is not reached")


def test_a_check_has_the_wrong_action_and_its_unmet_conditions() -> None:
    answer = saut.plan(DOMAIN, TRIP)
    assert answer.plan is not None and saut.validate(DOMAIN, TRIP, answer.plan)
    wrong = saut.validate(DOMAIN, TRIP, ["(go a b)", "(go c d)"])
    assert (wrong.step, wrong.action, wrong.unmet) == (2, "(go c d)", ("(at c)",))
    short = saut.validate(DOMAIN, TRIP, ())
    assert (short.step, short.action, short.unmet) == (None, None, ("(at d)",))


def test_better_plans_come_as_they_are_found_and_then_the_answer() -> None:
    *better, answer = saut.plans(DOMAIN, TRIP)
    assert isinstance(answer, saut.PlanAnswer) and answer.optimal and better
    assert all(isinstance(plan, saut.BetterPlan) for plan in better)
    assert better[-1].plan == answer.plan and better[-1].cost == answer.cost


def test_leaving_the_loop_over_better_plans_ends_the_program() -> None:
    plans = saut.plans(DOMAIN, TRIP)
    assert next(plans).plan
    plans.close()  # type: ignore[attr-defined]


def test_a_plan_is_improved_and_one_that_does_not_hold_is_repaired() -> None:
    best = saut.plan(DOMAIN, TRIP, minimise="cost")
    for plan in (best.plan or (), ["(go a c)", "(go b d)"]):
        answer = saut.improve(DOMAIN, TRIP, plan)
        assert answer.optimal and answer.cost == best.cost
    repaired = answer.document["given"]["repaired"]
    assert repaired["kept"] == 1 and repaired["fault"].startswith("step 2: (go b d)")


def test_an_explanation_has_reasons_and_changes() -> None:
    found = saut.explain(DOMAIN, NO_WAY, timeout=20)
    assert found.verdict == saut.INFEASIBLE and found.reasons and found.goals["conflict"]


def test_a_plan_shows_itself_in_a_notebook() -> None:
    answer = saut.plan(DOMAIN, TRIP, minimise="cost")
    page = answer._repr_html_()
    assert "<code>(go a " in page and "no plan is better" in page and "<code>(at d)</code>" in page
    assert answer.steps()[-1].added == ("at d",)
    assert "infeasible" in saut.plan(DOMAIN, NO_WAY)._repr_html_()


def test_a_task_can_begin_in_another_state() -> None:
    answer = saut.plan(DOMAIN, TRIP, from_state="(at c)\n(road c d)\n")
    assert answer.plan == ("(go c d)",)


def test_an_error_has_its_place() -> None:
    with pytest.raises(saut.UnusableInput) as caught:
        saut.plan(DOMAIN, TRIP.replace("(at a)", "\n(att a)"))
    error = caught.value
    assert (error.file, error.line) == ("problem.pddl", 3)
    assert "saut-" not in str(error)


def test_paths_are_read_and_the_domain_may_lie_beside(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "trip.pddl").write_text(TRIP)
    assert saut.plan(tmp_path / "domain.pddl", str(tmp_path / "trip.pddl"))
    out = tmp_path / "plan"
    assert saut.plan(tmp_path / "trip.pddl", out=out)
    assert saut.validate(DOMAIN, TRIP, out)


def test_puzzles_are_solved_checked_and_drawn() -> None:
    answer = saut.solve("english", vacate=44, finish=[44])
    assert answer.verdict == "solved"
    answer = saut.solve("english", vacate="44", finish=["44"])
    assert answer and len(answer.jumps) == 31
    assert saut.check("english", answer, vacate="44", finish="44")
    assert saut.check("english", answer, vacate="43", finish="44").valid is False
    page = answer._repr_html_()
    assert page is not None and page.startswith("<iframe srcdoc=") and "<script" not in page
    picture = answer._repr_svg_()
    assert picture is not None and picture.startswith("<svg")


def test_a_picture_is_a_puzzle_and_its_board_is_drawn_with_the_answer() -> None:
    answer = saut.solve("oo.o\n", finish=None)
    assert answer and answer.html().startswith("<!DOCTYPE html>")
    refused = saut.solve("ooo.\n")
    assert refused.verdict == saut.INFEASIBLE and refused.jumps == () and refused.certificate is not None
    assert saut.check("ooo.\n", refused)
    assert saut.check("oo.o\n", refused).valid is False


def test_a_notebook_without_a_program_falls_back_to_text(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    program = broken(
        "sys.exit(1) if sys.argv[1] == 'show' else print(json.dumps({'verdict': 'solved', 'checked': True, 'plan': []}))"
    )
    answer = saut.solve("central", program=program)
    assert answer and answer._repr_html_() is None and answer._repr_svg_() is None


def test_the_same_seed_gives_the_same_answer_on_one_thread() -> None:
    one, two = (saut.solve("central", seed=5, threads=1) for _ in range(2))
    assert one.jumps == two.jumps


@pytest.mark.parametrize(
    ("domain", "problem", "message"),
    [
        ("/nowhere/domain.pddl", "/nowhere/problem.pddl", "/nowhere/domain.pddl: there is no such file"),
        (TRIP, DOMAIN, "were the files swapped?"),
        ("(define", TRIP, "domain.pddl:1"),
    ],
)
def test_unusable_input_is_an_exception_with_place_and_remedy(domain: str, problem: str, message: str) -> None:
    with pytest.raises(saut.UnusableInput, match=message.replace("?", r"\?")):
        saut.plan(domain, problem)


def test_an_unknown_value_is_unusable_input() -> None:
    with pytest.raises(saut.UnusableInput):
        saut.plan(DOMAIN, TRIP, minimise="smoke")
    with pytest.raises(saut.UnusableInput):
        saut.solve("central", timeout=-1)
    # A puzzle name that looks like an option is treated as a name.
    with pytest.raises(saut.UnusableInput, match="--help"):
        saut.solve("--help")


def test_a_limit_ends_undecided_with_its_name() -> None:
    began = time.monotonic()
    answer = saut.plan(*pigeons(12, 11), method="exhaustive", timeout=0.5)
    assert (answer.verdict, answer.reason) == ("undecided", "timeout") and not answer
    assert time.monotonic() - began < 5


def test_a_job_goes_on_while_nobody_waits_and_ends_when_cancelled() -> None:
    with saut.start_plan(*pigeons(12, 11), method="exhaustive") as job:
        with pytest.raises(TimeoutError):
            job.result(timeout=0.2)
        assert not job.done()
        job.cancel()
        assert job.done()
        answer = job.result()
        assert (answer.verdict, answer.reason) == ("undecided", "interrupted")


def test_the_end_of_a_context_is_the_end_of_the_process() -> None:
    with pytest.raises(KeyError), saut.start_plan(*pigeons(12, 11), method="exhaustive") as job:
        raise KeyError
    assert job.done()
    with pytest.raises(ProcessLookupError):
        os.kill(job.process.pid, 0)


def test_an_interrupt_while_waiting_ends_the_process() -> None:
    script = """
import os, signal, threading, sys
sys.path.insert(0, sys.argv[1])
from test_saut import pigeons
import saut
job = saut.start_plan(*pigeons(12, 11), method="exhaustive")
print(job.process.pid, flush=True)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    job.result()
except KeyboardInterrupt:
    print("interrupted", job.done(), flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines()[1:] == ["interrupted True"], done.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout.split()[0]), 0)


def test_the_end_of_python_is_the_end_of_the_process() -> None:
    script = """
import sys
sys.path.insert(0, sys.argv[1])
from test_saut import pigeons
import saut
job = saut.start_plan(*pigeons(12, 11), method="exhaustive")
print(job.process.pid)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent)], capture_output=True, text=True, timeout=60
    )
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_program_that_ignores_its_limits_and_requests_is_killed(
    broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = broken(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('deaf', file=sys.stderr, flush=True)\ntime.sleep(60)"
    )
    monkeypatch.setattr("saut._calls.LATE", 0.3)
    monkeypatch.setattr("saut._program.Process.cancel.__defaults__", (0.3,), raising=False)
    began = time.monotonic()
    with pytest.raises(saut.Cancelled):
        saut.plan(DOMAIN, TRIP, timeout=0.1, program=program)
    assert time.monotonic() - began < 10


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(saut.ProgramMissing, match="/nowhere/saut"):
        saut.plan(DOMAIN, TRIP, program="/nowhere/saut")
    monkeypatch.setenv("SAUT_PROGRAM", "/nowhere/else")
    with pytest.raises(saut.ProgramMissing, match="/nowhere/else"):
        saut.find_program()
    with pytest.raises(saut.ProgramMissing):
        saut.minimises("/nowhere/saut")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("sys.exit(0)", "not a JSON document"),
        ("print('[]')", "not a JSON document"),
        ("sys.exit(77)", "exit status 77"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "signal 11"),
        ("print('saut: a fault of our own', file=sys.stderr); sys.exit(1)", "a fault of our own"),
        ("print(json.dumps({'verdict': 'solved', 'plan': []}))", "solved, but nothing was checked"),
        ("print(json.dumps({'verdict': 'infeasible', 'checked': True}))", "do not agree"),
        ("print(json.dumps({'verdict': 'solved', 'checked': True})); sys.exit(20)", "do not agree"),
        ("print(json.dumps({'checked': True})); sys.exit(30)", "do not agree"),
    ],
)
def test_a_broken_program_is_no_answer(broken: Broken, body: str, message: str) -> None:
    with pytest.raises(saut.ProgramFailed, match=message):
        saut.plan(DOMAIN, TRIP, program=broken(body))


@pytest.mark.parametrize("body", ["print('{}')", "print('{}'); sys.exit(1)", "print(json.dumps({'valid': False}))"])
def test_a_check_that_says_nothing_is_no_yes(broken: Broken, body: str) -> None:
    with pytest.raises(saut.ProgramFailed):
        saut.validate(DOMAIN, TRIP, "(go a c)\n", program=broken(body))


def test_a_file_that_is_no_program_is_said_to_be_none(tmp_path: Path) -> None:
    file = tmp_path / "saut"
    file.write_bytes(b"\x7fELF nonsense")
    file.chmod(0o755)
    with pytest.raises(saut.ProgramFailed, match="cannot be started"):
        saut.plan(DOMAIN, TRIP, program=str(file))


def test_messages_are_heard_as_they_come(broken: Broken) -> None:
    program = broken(
        "print('saut: slow', file=sys.stderr, flush=True)\n"
        "print(json.dumps({'verdict': 'undecided', 'reason': 'timeout'}))\nsys.exit(30)"
    )
    heard: list[str] = []
    answer = saut.plan(DOMAIN, TRIP, program=program, on_message=heard.append)
    assert heard == ["saut: slow"] and answer.messages == ("saut: slow",) and answer.reason == "timeout"


def test_what_a_listener_raises_comes_out_of_the_call(broken: Broken) -> None:
    program = broken(
        "for _ in range(20000): print('x' * 100, file=sys.stderr)\n"
        "print(json.dumps({'verdict': 'undecided', 'reason': 'memory'}))\nsys.exit(30)"
    )

    def listen(line: str) -> None:
        raise OSError(f"disk full at {line[:1]}")

    with pytest.raises(OSError, match="disk full at x"):
        saut.plan(DOMAIN, TRIP, program=program, on_message=listen)


def test_long_output_does_not_block_the_program(broken: Broken) -> None:
    program = broken(
        "for _ in range(20000): print('x' * 100, file=sys.stderr)\n"
        "print(json.dumps({'verdict': 'undecided', 'reason': 'memory', 'more': 'y' * 2000000}))\nsys.exit(30)"
    )
    assert saut.plan(DOMAIN, TRIP, program=program).reason == "memory"


def test_calls_in_many_threads_do_not_meet() -> None:
    found: list[bool] = []

    def one(goal: str) -> None:
        found.append(bool(saut.plan(DOMAIN, TASK.format(goal=goal))) == (goal != "e"))

    threads = [threading.Thread(target=one, args=(goal,)) for goal in "abcd" * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 12


def test_what_the_program_can_minimise_is_asked_of_its_help(broken: Broken) -> None:
    assert {"steps", "actions"} <= saut.minimises()
    helped = broken("print('      --minimise <WHAT>\\n   - cost:   The cost\\n   --proof\\n   - other: no')")
    assert saut.minimises(helped) == {"cost"}
    assert saut.minimises(broken("print('nothing')")) == frozenset()


def test_the_module_is_the_program_too() -> None:
    done = subprocess.run([sys.executable, "-m", "saut", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.split()[1] == saut.version()
