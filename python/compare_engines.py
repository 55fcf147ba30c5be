#!/usr/bin/env python3
"""Compares engines through unified-planning: one line of CSV for each engine and task.

Usage: compare_engines.py BENCHMARKS OUT.csv [--timeout SECONDS] [--budget SECONDS] [--engines A,B] [--again]

`--again` repeats the runs of OUT.csv that reached their limit, and appends their rows.

BENCHMARKS is a checkout of the competitions' tasks (aibasel/downward-benchmarks); none of its files are copied. Each run
is forked from a process that has already loaded the library, the engines and the task. So the time includes the engine
and its conversion of the library's problems, but no loading. Columns: `seconds` is wall-clock time; `cpu_seconds` is
user and system time of the engine with its children; `status` is reported by the engine (`killed` if it had not ended
3 s after 4/3 of its limit, `crash` for an exception); `valid` is the result of the library's SequentialPlanValidator (empty
if it does not support the problem).
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import queue
import re
import resource
import signal
import time
import warnings
from pathlib import Path
from typing import Any

ENGINES = "saut,fast-downward,symk,enhsp,pyperplan,tamer,aries"
TASKS = """
blocks gripper miconic depot driverlog rovers satellite zenotravel movie mystery/prob04 mystery/prob07
psr-small/p10 storage tpp pathways pegsol-08-strips parcprinter-08-strips elevators-sat08-strips sokoban-sat08-strips
barman-opt11-strips floortile-opt11-strips visitall-opt11-strips transport-opt08-strips woodworking-sat08-strips
scanalyzer-08-strips nomystery-opt11-strips openstacks-sat08-strips freecell grid logistics98 parking-opt11-strips
logistics00 mprime pipesworld-notankage airport trucks-strips hiking-opt14-strips miconic-simpleadl
""".split()


def files(root: Path, task: str) -> tuple[Path, Path]:
    """Domain and problem of a task. If `task` only names a domain, these are the files of its first task."""
    folder, _, wanted = task.partition("/")
    problems = sorted(p for p in (root / folder).glob("*.pddl") if "domain" not in p.name)
    problem = next(p for p in problems if p.name.startswith(wanted))
    number = re.match(r"p?\d+", problem.stem)
    candidates = [problem.with_name("domain.pddl"), problem.with_name(f"{problem.stem}-domain.pddl")]
    candidates += [problem.with_name(f"domain_{problem.name}")]
    if number:
        candidates.append(problem.with_name(f"{number[0]}-domain.pddl"))
    return next(domain for domain in candidates if domain.exists()), problem


def cpu() -> float:
    """User and system seconds of this process and its finished children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def work(engine: str, problem: Any, timeout: float, results: Any) -> None:
    """Runs an engine on a problem in this process, which is used for nothing else."""
    os.setpgid(0, 0)
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.shortcuts import OneshotPlanner

    warnings.simplefilter("ignore")
    row: dict[str, Any] = {}
    began, used = time.monotonic(), cpu()
    try:
        with OneshotPlanner(name=engine) as planner:
            if not planner.supports(problem.kind):
                results.put({"status": "unsupported kind"})
                return
            result = planner.solve(problem, timeout=timeout)
        row["status"] = result.status.name
        plan = result.plan
    except Exception as error:
        row["status"], plan = f"crash: {type(error).__name__}", None
    row["seconds"], row["cpu_seconds"] = round(time.monotonic() - began, 2), round(cpu() - used, 2)
    if plan is not None:
        row["length"] = len(plan.actions)
        check = None
        if SequentialPlanValidator.supports(problem.kind):
            check = SequentialPlanValidator().validate(problem, plan)
            row["valid"] = bool(check)
        if check is not None and check.metric_evaluations:
            row["cost"] = next(iter(check.metric_evaluations.values()))
    results.put(row)


def main() -> None:
    """Runs all tasks one after another, as far as the budget allows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--budget", type=float, default=3600)
    parser.add_argument("--engines", default=ENGINES)
    parser.add_argument("--again", action="store_true")
    arguments = parser.parse_args()
    late = {}
    if arguments.again:
        with arguments.out.open(newline="") as old:
            late = {(row["task"], row["engine"]): row["status"] in ("TIMEOUT", "killed") for row in csv.DictReader(old)}
    warnings.simplefilter("ignore")
    import up_saut
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import get_environment

    up_saut.register()
    get_environment().credits_stream = None
    engines = [name for name in arguments.engines.split(",") if name in get_environment().factory.engines]
    context = multiprocessing.get_context("fork")
    end = time.monotonic() + arguments.budget
    with arguments.out.open("a" if arguments.again else "w", newline="") as out:
        columns = ["task", "engine", "status", "valid", "length", "cost", "seconds", "cpu_seconds"]
        table = csv.DictWriter(out, columns, lineterminator="\n")
        if not arguments.again:
            table.writeheader()
        for task in TASKS:
            if time.monotonic() > end:
                break
            domain, path = files(arguments.benchmarks, task)
            name = f"{task.partition('/')[0]}/{path.stem}"
            wanted = [engine for engine in engines if not arguments.again or late.get((name, engine))]
            if not wanted:
                continue
            try:
                problem = PDDLReader().parse_problem(str(domain), str(path))
            except Exception as error:
                table.writerow({"task": name, "engine": "-", "status": f"not read: {type(error).__name__}"})
                continue
            for engine in wanted:
                results = context.Queue()
                process = context.Process(target=work, args=(engine, problem, arguments.timeout, results))
                process.start()
                try:
                    row = results.get(timeout=arguments.timeout * 4 / 3 + 3)
                except queue.Empty:
                    row = {"status": "killed"}
                if process.pid is not None and process.is_alive():
                    process.join(1)
                    try:
                        os.killpg(process.pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                process.join()
                table.writerow({"task": name, "engine": engine, **row})
                out.flush()


if __name__ == "__main__":
    main()
