#!/usr/bin/env python3
"""Anytime search for cheaper plans: random choice of tasks, runs and table.

    benches/planning/costs.py draw BENCHMARKS                       # the 40 tasks, one per line, in random order
    benches/planning/costs.py run BENCHMARKS RECORDS --first 14 --seconds 30 --saut NAME=PROGRAM --lama
    benches/planning/costs.py table RECORDS --at 30 NAME lama       # of the tasks that all planners have run

BENCHMARKS is a copy of `aibasel/downward-benchmarks`. Seconds are the processor time (user and system) of the planner and all its
children, sampled every 20 ms. A planner is interrupted at the limit, so other work on the machine does not count
against it. LAMA is the alias `seq-sat-lama-2011` of `benches/planning/fast-downward`. `saut validate` checks every plan and computes
its cost.
"""

import argparse
import hashlib
import json
import math
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Published before the first run.
SEED = "saut: costs, 2026-11-25"
# This record lists the 65 satisficing STRIPS domains.
DOMAINS = HERE.parents[1] / "results" / "2026-11-22-planning-5x65.jsonl"
DRAWN, FIRST, LAST = 40, 3, 12
LOOKS_EVERY = 0.02


def drawn_number(*words):
    text = "\n".join((SEED, *words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def problems(folder):
    def parts(path):
        return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.name)]

    return sorted((path for path in folder.glob("*.pddl") if "domain" not in path.name), key=parts)


def domain_of(problem):
    number = problem.stem.split("-")[0]
    for pattern in ("domain.pddl", f"{problem.stem}-domain.pddl", f"{number}-*domain*.pddl", f"domain[-_]{number}*.pddl"):
        for path in sorted(problem.parent.glob(pattern)):
            return path
    raise FileNotFoundError(f"the domain of {problem}")


def draw(benchmarks):
    """Orders domains by the hash of their names. Chooses a task from 3 to 12 of each, or the last one of a smaller
    domain."""
    lines = DOMAINS.read_text().splitlines()
    names = {json.loads(line)["task"].split("/")[0] for line in lines}
    assert len(names) == 65
    chosen = sorted(names, key=lambda name: drawn_number("domain", name))[:DRAWN]
    for name in chosen:
        tasks = problems(benchmarks / name)
        last = min(LAST, len(tasks))
        number = FIRST + drawn_number("task", name) % (last - FIRST + 1)
        yield tasks[number - 1]


def seconds_of(pid):
    """Processor seconds of a process, its living descendants, and its reaped children."""
    ticks = 0
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks = sum(int(fields[at]) for at in (11, 12, 13, 14))
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, IndexError):
        return ticks / os.sysconf("SC_CLK_TCK")
    return ticks / os.sysconf("SC_CLK_TCK") + sum(seconds_of(int(child)) for child in children)


def run(command, folder, seconds):
    """When each plan file appeared, in processor seconds, and the planner's total."""
    found, began = {}, time.monotonic()
    log = open(folder / "log", "w")
    process = subprocess.Popen(
        command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
    )
    used = 0.0
    while process.poll() is None:
        time.sleep(LOOKS_EVERY)
        used = max(used, seconds_of(process.pid))
        for path in folder.glob("plan*"):
            found.setdefault(path.name, round(used, 2))
        if used >= seconds or time.monotonic() - began > 12 * seconds:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                pass
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            break
    process.wait()
    for path in folder.glob("plan*"):
        found.setdefault(path.name, round(used, 2))
    return found, round(used, 2), process.returncode


def validated(saut, domain, problem, plan):
    done = subprocess.run(
        [saut, "validate", domain, problem, plan, "--json"], capture_output=True, text=True
    )
    answer = json.loads(done.stdout) if done.returncode == 0 else {}
    cost = answer.get("cost")
    return int(cost) if cost is not None else answer.get("length")


def measure(arguments):
    planners = dict(pair.split("=", 1) for pair in arguments.saut)
    checker = arguments.checker or next(iter(planners.values()))
    for place, problem in enumerate(draw(arguments.benchmarks)):
        if not arguments.skip <= place < arguments.first:
            continue
        if arguments.only and f"{problem.parent.name}/{problem.stem}" not in arguments.only.read_text().split():
            continue
        domain = domain_of(problem)
        name = f"{problem.parent.name}/{problem.stem}"
        commands = {
            planner: [program, "plan", domain, problem, "--minimise", "cost", "--threads", "1"]
            + ["--memory", "4096", "--timeout", str(12 * arguments.seconds), "-o", "plan"]
            for planner, program in planners.items()
        }
        if arguments.lama:
            commands["lama"] = [sys.executable, HERE / "fast-downward", "--overall-memory-limit", "4G"]
            commands["lama"] += ["--alias", "seq-sat-lama-2011", "--plan-file", "plan", domain, problem]
        for planner, command in commands.items():
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                found, used, status = run([str(part) for part in command], folder, arguments.seconds)
                plans, last = [], None
                for path, at in sorted(found.items(), key=lambda one: one[1]):
                    cost = validated(checker, domain, problem, folder / path)
                    if cost is None:
                        print(f"{name}: {planner}: {path} is refused", file=sys.stderr)
                    elif last is None or cost < last:
                        last = cost
                        plans.append([at, cost])
                log = (folder / "log").read_text(errors="replace")
                bound = [int(one.replace(",", "")) for one in re.findall(r"no plan costs less than ([\d,]+)", log)]
            record = {"task": name, "planner": planner, "seconds": arguments.seconds, "used": used}
            record |= {"status": status, "plans": plans, "bound": max(bound, default=None)}
            record["load"] = round(os.getloadavg()[0], 1)
            with open(arguments.records, "a") as out:
                out.write(json.dumps(record) + "\n")
            print(name, planner, used, plans[:1], plans[-1:], flush=True)


def best_at(record, seconds):
    return min((cost for at, cost in record["plans"] if at <= seconds), default=None)


def table(arguments):
    records = {}
    for line in arguments.records.read_text().splitlines():
        record = json.loads(line)
        records.setdefault(record["task"], {})[record["planner"]] = record
    at = arguments.at
    names = arguments.names
    records = {task: by for task, by in records.items() if all(name in by for name in names)}
    print(f"| task | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}")
    total = dict.fromkeys(names, 0.0)
    for task, by in sorted(records.items()):
        costs = {name: best_at(by[name], at) for name in names}
        best = min((cost for cost in costs.values() if cost is not None), default=None)
        cells = []
        for name in names:
            cost = costs[name]
            if cost is not None:
                total[name] += 1.0 if cost == best else best / cost
            cells.append("–" if cost is None else f"**{cost}**" if cost == best else str(cost))
        print(f"| {task} | {' | '.join(cells)} |")
    print(f"| quality of {len(records)} | {' | '.join(f'{total[name]:.2f}' for name in names)} |")
    first = names[0]
    for other in names[1:]:
        pairs = [
            (by[first]["plans"][0][0], by[other]["plans"][0][0])
            for by in records.values()
            if all(by[name]["plans"] for name in (first, other))
        ]
        ratios = [(one + LOOKS_EVERY) / (two + LOOKS_EVERY) for one, two in pairs]
        if ratios:
            print(f"\nFirst plan, {first} / {other}: median ratio {statistics.median(ratios):.2f} of {len(ratios)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("draw")
    one.add_argument("benchmarks", type=Path)
    one = verbs.add_parser("run")
    one.add_argument("benchmarks", type=Path)
    one.add_argument("records", type=Path)
    one.add_argument("--skip", type=int, default=0)
    one.add_argument("--first", type=int, default=DRAWN)
    one.add_argument("--seconds", type=float, default=300)
    one.add_argument("--saut", action="append", default=[], metavar="NAME=PROGRAM")
    one.add_argument("--lama", action="store_true")
    one.add_argument("--only", type=Path, help="a file of tasks, DOMAIN/PROBLEM: no others are run")
    one.add_argument("--checker", help="the saut that judges plans; else the first one that is run")
    one = verbs.add_parser("table")
    one.add_argument("records", type=Path)
    one.add_argument("--at", type=float, default=math.inf)
    one.add_argument("names", nargs="+")
    arguments = parser.parse_args()
    if arguments.verb == "draw":
        for task in draw(arguments.benchmarks):
            print(f"{task.parent.name}/{task.name}")
    elif arguments.verb == "run":
        measure(arguments)
    else:
        table(arguments)


if __name__ == "__main__":
    main()
