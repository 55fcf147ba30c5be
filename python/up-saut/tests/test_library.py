"""Runs the library's own tests with the engines: its report on engines with its test cases, and its unit tests.

Both are part of the library's wheel and are not copied here. The wheel lacks the PDDL files of most test cases, so by
default only test cases written in Python are run. With a checkout of the library in `UP_REPOSITORY`, all are run.
"""

from __future__ import annotations

import subprocess
import sys

SETUP = """
import sys, warnings
warnings.simplefilter("ignore")
import up_saut
from unified_planning.shortcuts import get_environment
up_saut.register()
environment = get_environment()
environment.credits_stream = None
environment.factory.preference_list = ["saut", "saut-opt", "replanner[saut]", "sequential_plan_validator"]
"""

REPORT = """
import os
repository = os.environ.get("UP_REPOSITORY")
if repository:
    sys.path.insert(0, repository)
import up_test_cases
sys.path.insert(0, os.path.dirname(up_test_cases.__file__))
import report
classical = ["builtin.classical.basic_problems", "builtin.classical.metric_problems"]
cases = report.get_test_cases_from_packages((["builtin"] if repository else classical) + ["unified_planning.test"])
errors = []
for ask in (report.report_oneshot, report.report_anytime):
    errors += ask(["saut", "saut-opt"], cases, 60.0, False)
errors += report.report_validation(["saut"], cases, False)
print("ERRORS", errors)
"""

UNIT_TESTS = """
import unittest
names = ["test_planner", "test_anytime", "test_plan_validator", "test_credits", "test_replanner", "test_factory"]
suite = unittest.defaultTestLoader.loadTestsFromNames(["unified_planning.test." + name for name in names])
result = unittest.TextTestRunner(stream=sys.stdout).run(suite)
print("RAN", result.testsRun, "SKIPPED", len(result.skipped), "WRONG", len(result.errors) + len(result.failures))
"""


def run(script: str) -> list[str]:
    """Runs a script in a separate Python process, because it changes the global environment."""
    done = subprocess.run([sys.executable, "-c", SETUP + script], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_librarys_report_finds_no_error() -> None:
    lines = run(REPORT)
    # The plan that the library has of this case is not one: it makes a value 2, and the goal wants 1.
    wrong = "ERRORS [('unified_planning.test:test:basic_undef_numeric', 'saut')]"
    assert lines[-1] == wrong, "\n".join(lines)
    # Of each mode there is something that was run and found right.
    for engine in ("saut ", "saut-opt "):
        assert sum(line.startswith("|") and f" {engine}" in line for line in lines) >= 20
    assert not any("CRASH" in line for line in lines)


def test_the_librarys_unit_tests_pass() -> None:
    lines = run(UNIT_TESTS)
    words = lines[-1].split()
    ran, skipped, wrong = int(words[1]), int(words[3]), int(words[5])
    assert wrong == 0, "\n".join(lines)
    assert ran - skipped >= 10
