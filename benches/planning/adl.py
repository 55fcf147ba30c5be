#!/usr/bin/env python3
"""Compares saut with `lama-first` on tasks with quantifiers, conditional effects and axioms: runs and table.

    benches/planning/adl.py list BENCHMARKS > LIST        # tasks 2, 5 and 8, sorted by name, of each ADL domain of the two suites
    benches/planning/adl.py run LIST RECORDS --seconds 60 --plans PLANS (--saut NAME=PROGRAM | --lama FAST-DOWNWARD --checker SAUT)
    benches/planning/adl.py judge LIST PLANS VALIDATE     # validates every stored plan with VAL
    benches/planning/adl.py table RECORDS NAME lama

BENCHMARKS is a copy of `aibasel/downward-benchmarks`; a line of the list is a domain and a problem. Seconds are the processor time of a planner and
all its children, sampled every 20 ms. FAST-DOWNWARD is its driver, `fast-downward.py`. `saut validate` checks the plans of both planners.
"""

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def beside(name):
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


cheapest = beside("cheapest")
NUMBERS = (2, 5, 8)
# The exit status of Fast Downward's driver if there is no plan: found by its translator, or by its search.
NO_PLAN = (10, 11)


def domain_of(problem):
    names = ("domain.pddl", f"{problem.name[:3]}-domain.pddl", f"domain_{problem.name}", f"{problem.stem}-domain.pddl")
    names += (f"domain-{problem.name}", f"domain-{problem.stem.removeprefix('problem-')}.pddl")
    return next(problem.parent / one for one in names if (problem.parent / one).exists())


def tasks(benchmarks):
    spec = importlib.util.spec_from_file_location("suites", benchmarks / "suites.py")
    suites = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(suites)
    for name in sorted(set(suites.suite_optimal_adl() + suites.suite_satisficing_adl())):
        folder = benchmarks / name
        problems = sorted(path for path in folder.glob("*.pddl") if "domain" not in path.name)
        for number in NUMBERS:
            if number > len(problems):
                continue
            problem = problems[number - 1]
            yield domain_of(problem), problem


def of_saut(program, domain, problem, seconds, folder):
    command = [program, "plan", domain, problem, "--json", "--threads", "1", "--memory", "4000", "-o", "plan"]
    command += ["--timeout", cheapest.PATIENCE * seconds]
    record = cheapest.run([str(one) for one in command], folder, seconds)
    try:
        answer = json.loads(record.pop("out"))
    except ValueError:
        record["error"] = record["err"][-300:]
        answer = {}
    del record["err"]
    for name in ("verdict", "method", "reason", "length"):
        record[name] = answer.get(name)
    return record


def of_lama(driver, domain, problem, seconds, folder):
    command = [sys.executable, driver, "--overall-memory-limit", "4G", "--alias", "lama-first", "--plan-file", "plan", domain, problem]
    record = cheapest.run([str(one) for one in command], folder, seconds)
    record["error"] = (record.pop("out") + record.pop("err"))[-300:]
    verdict = {0: "solved", **dict.fromkeys(NO_PLAN, "infeasible")}
    record["verdict"] = verdict.get(record["status"], "undecided")
    return record


def kept_plan(folder, task):
    return folder / task.replace("/", "--")


def main_judge(options):
    counts = {}
    for line in options.list.read_text().splitlines():
        domain, problem = map(Path, line.split())
        for folder in sorted(options.plans.iterdir()):
            plan = kept_plan(folder, f"{problem.parent.name}/{problem.name}")
            if not plan.exists():
                continue
            command = [options.validate.resolve(), domain, problem, plan]
            said = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=600)
            verdict = "valid" if said.returncode == 0 and "Plan valid" in said.stdout else "not accepted"
            counts[folder.name, verdict] = counts.get((folder.name, verdict), 0) + 1
            if verdict != "valid":
                print(plan, (said.stdout + said.stderr)[-300:])
    for (name, verdict), number in sorted(counts.items()):
        print(f"{name}: {number} {verdict}")


def main_run(options):
    known = [json.loads(line) for line in options.records.read_text().splitlines()] if options.records.exists() else []
    name, program = options.saut.split("=", 1) if options.saut else ("lama", options.lama)
    program = Path(program).resolve()
    checker = Path(options.checker).resolve() if options.checker else program
    done = {(one["planner"], one["task"]) for one in known}
    for line in options.list.read_text().splitlines():
        domain, problem = map(Path, line.split())
        task = f"{problem.parent.name}/{problem.name}"
        if (name, task) in done:
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            record = {"planner": name, "task": task, "seconds": options.seconds}
            record |= (of_saut if options.saut else of_lama)(program, domain.resolve(), problem.resolve(), options.seconds, folder)
            if (folder / "plan").exists():
                check = [str(one) for one in (checker, "validate", domain.resolve(), problem.resolve(), "plan")]
                checked = subprocess.run(check, cwd=folder, capture_output=True, text=True)
                record["accepted"] = checked.returncode == 0
                record["refused"] = None if record["accepted"] else (checked.stdout + checked.stderr)[-300:]
                if options.plans:
                    kept = kept_plan(options.plans / name, task)
                    kept.parent.mkdir(parents=True, exist_ok=True)
                    kept.write_text((folder / "plan").read_text())
        with open(options.records, "a") as file:
            file.write(json.dumps(record) + "\n")


def main_table(options):
    records = [json.loads(line) for line in options.records.read_text().splitlines()]
    by_task = {}
    for one in records:
        by_task.setdefault(one["task"], {})[one["planner"]] = one
    names = options.names
    decided = dict.fromkeys(names, 0)
    print("| task | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    ratios = []
    for task, runs in sorted(by_task.items()):
        cells = []
        for name in names:
            one = runs.get(name)
            is_decided = one is not None and (one.get("accepted") or one.get("verdict") == "infeasible")
            decided[name] += bool(is_decided)
            mark = " (no plan)" if one and one.get("verdict") == "infeasible" else ""
            cells.append(f"{one['used']:.2f}{mark}" if is_decided else "–")
        if "–" not in cells:
            ratios.append(runs[names[0]]["used"] / max(runs[names[1]]["used"], 0.01))
        print(f"| {task} | " + " | ".join(cells) + " |")
    print("| decided | " + " | ".join(str(decided[name]) for name in names) + " |")
    print(f"\nboth: {len(ratios)}, median ratio of time {statistics.median(ratios):.2f}")
    print("refused:", [(one["planner"], one["task"], one["refused"]) for one in records if one.get("refused")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    listed = commands.add_parser("list")
    listed.add_argument("benchmarks", type=Path)
    listed.set_defaults(main=lambda options: [print(*pair) for pair in tasks(options.benchmarks)])
    runs = commands.add_parser("run")
    runs.add_argument("list", type=Path)
    runs.add_argument("records", type=Path)
    runs.add_argument("--seconds", type=float, default=60)
    runs.add_argument("--saut")
    runs.add_argument("--lama")
    runs.add_argument("--checker", help="the saut that judges the plans of the other")
    runs.add_argument("--plans", type=Path, help="folder to keep the plans in")
    runs.set_defaults(main=main_run)
    judge = commands.add_parser("judge")
    judge.add_argument("list", type=Path)
    judge.add_argument("plans", type=Path)
    judge.add_argument("validate", type=Path)
    judge.set_defaults(main=main_judge)
    table = commands.add_parser("table")
    table.add_argument("records", type=Path)
    table.add_argument("names", nargs=2)
    table.set_defaults(main=main_table)
    options = parser.parse_args()
    options.main(options)


if __name__ == "__main__":
    main()
