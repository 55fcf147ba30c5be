#!/usr/bin/env python3
"""Optimal plans with their bounds: tasks, runs and tables.

    benches/planning/cheapest.py list BENCHMARKS > LIST        # task 4, sorted by name, of each STRIPS domain of the optimal suite
    benches/planning/cheapest.py run LIST RECORDS --seconds 20 --saut NAME=PROGRAM --lmcut --symk DRIVER [--only DOMAIN,DOMAIN]
    benches/planning/cheapest.py table RECORDS NAME lmcut

BENCHMARKS is a copy of `aibasel/downward-benchmarks`; a line of the list is a domain and a problem. Seconds are the processor time (user and
system) of a planner and all its children, sampled every 20 ms; the planner is interrupted at the limit. `lmcut` is `astar(lmcut())` of
`benches/planning/fast-downward`, including the time of its translator; `symk` is `sym_bd()` of SymK, run by `fast-downward.py` of the wheel
`up-symk`. `saut validate` checks every answer without a limit; its time is processor time, too.
"""

import argparse
import importlib.util
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOOKS_EVERY = 0.02
# Limit on wall-clock time, as a multiple of the processor time limit, so that other work on the machine does not end a
# run.
PATIENCE = 12


def costs():
    """Imports `costs.py`, which measures processor time in the same way."""
    spec = importlib.util.spec_from_file_location("costs", HERE / "costs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


seconds_of = costs().seconds_of


def tasks(benchmarks):
    spec = importlib.util.spec_from_file_location("suites", benchmarks / "suites.py")
    suites = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(suites)
    for name in suites.suite_optimal_strips():
        folder = benchmarks / name
        problem = sorted(path for path in folder.glob("*.pddl") if "domain" not in path.name)[3]
        yield costs().domain_of(problem), problem


def run(command, folder, seconds):
    """The planner's output, and the processor seconds that it used until it ended or was interrupted."""
    out, err = open(folder / "out", "w"), open(folder / "err", "w")
    began, used = time.monotonic(), 0.0
    process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=err, start_new_session=True)
    over = None
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        used = max(used, seconds_of(process.pid))
        now = time.monotonic()
        if over is None and (used >= seconds or now - began > PATIENCE * seconds):
            over = now
            os.killpg(process.pid, signal.SIGINT)
        elif over is not None and now - over > 30:
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(LOOKS_EVERY)
    process.returncode = os.waitstatus_to_exitcode(status)
    used = max(used, usage.ru_utime + usage.ru_stime)
    return {
        "status": process.returncode,
        "used": round(used, 2),
        "wall": round(time.monotonic() - began, 1),
        "interrupted": over is not None,
        "peak_mib": usage.ru_maxrss // 1024,
        "out": (folder / "out").read_text(errors="replace"),
        "err": (folder / "err").read_text(errors="replace"),
    }


def integer(value):
    return None if value is None else int(value)


def of_saut(program, domain, problem, seconds):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        command = [program, "plan", domain, problem, "--minimise", "cost", "--json", "--threads", "1", "--memory", "4096"]
        command += ["--timeout", str(PATIENCE * seconds), "--proof", "bound.states"]
        record = run([str(one) for one in command], folder, seconds)
        out, err = record.pop("out"), record.pop("err")
        try:
            answer = json.loads(out)
        except ValueError:
            record["error"] = err[-300:]
            return record
        certificate = answer.get("bound_certificate") or answer.get("certificate") or {}
        for name in ("verdict", "method", "optimal", "reason", "length"):
            record[name] = answer.get(name)
        record["cost"], record["bound"] = integer(answer.get("cost")), integer(answer.get("bound"))
        record["kind"], record["states"] = certificate.get("kind"), certificate.get("count")
        record["stages"] = {one["stage"]: one["seconds"] for one in answer.get("stages") or []}
        # An answer with the bound 0 has no certificate, and an answer without a plan has no cost.
        (folder / "answer.json").write_text(out)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        check = [program, "validate", domain, problem, "answer.json", "--json"]
        checked = subprocess.run([str(one) for one in check], cwd=folder, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        record["accepted"] = checked.returncode in (0, 20)
        if not record["accepted"]:
            record["refused"] = (checked.stdout + checked.stderr)[-300:]
        record["check"] = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)
        states = folder / "bound.states"
        record["bytes"] = states.stat().st_size if states.exists() else 0
        return record


def of_peer(driver, search, domain, problem, seconds):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        command = [sys.executable, driver, "--overall-memory-limit", "4G", "--plan-file", "plan"]
        command += [domain, problem, "--search", search]
        record = run([str(one) for one in command], folder, seconds)
        out = record.pop("out")
        err = record.pop("err")
        cost = re.search(r"^.*Plan cost: (\d+)", out, re.M)
        record["cost"] = int(cost.group(1)) if cost else None
        evaluated = re.search(r"Evaluated (\d+) state", out)
        record["evaluated"] = int(evaluated.group(1)) if evaluated else None
        searched = re.search(r"Actual search time: ([\d.]+)s", out) or re.search(r"Search time: ([\d.]+)s", out)
        record["search"] = float(searched.group(1)) if searched else None
        bounds = re.findall(r"f = (\d+)", out)
        record["bound"] = record["cost"] if cost else int(bounds[-1]) if bounds else None
        if "unsolvable" in out:
            record["infeasible"] = True
        if err.strip() and not cost and not record["interrupted"]:
            record["error"] = err[-300:]
        return record


def measure(arguments):
    planners = dict(pair.split("=", 1) for pair in arguments.saut)
    for line in arguments.list.read_text().splitlines():
        domain, problem = (Path(one).resolve() for one in line.split())
        if arguments.only and problem.parent.name not in arguments.only.split(","):
            continue
        runs = [(name, lambda program=program: of_saut(program, domain, problem, arguments.seconds)) for name, program in planners.items()]
        if arguments.lmcut:
            runs.append(("lmcut", lambda: of_peer(HERE / "fast-downward", "astar(lmcut())", domain, problem, arguments.seconds)))
        if arguments.symk:
            runs.append(("symk", lambda: of_peer(arguments.symk, "sym_bd()", domain, problem, arguments.seconds)))
        for name, one in runs:
            load = round(os.getloadavg()[0], 1)
            record = {"domain": problem.parent.name, "problem": problem.name, "planner": name, "seconds": arguments.seconds, **one(), "load": load}
            with open(arguments.records, "a") as records:
                records.write(json.dumps(record) + "\n")
            shown = ("cost", "bound", "optimal", "used", "states", "accepted", "check", "verdict")
            print(problem.parent.name, name, {key: record[key] for key in shown if key in record}, flush=True)


def table(arguments):
    """The last record of each domain and planner counts."""
    records = {}
    for line in arguments.records.read_text().splitlines():
        record = json.loads(line)
        records.setdefault(record["domain"], {})[record["planner"]] = record
    saut, other = arguments.names
    print("| domain | problem | cost | bound | proved | what gave the bound | processor seconds | states listed | check, seconds | `lmcut` | its seconds |")
    print("|" + "---|" * 11)
    proved = solved = both = 0
    gaps, wrong, refused, checks = [], [], [], []
    for domain, by in sorted(records.items()):
        ours, theirs = by.get(saut), by.get(other)
        if ours is None or theirs is None:
            continue
        infeasible = ours.get("verdict") == "infeasible"
        # The flag `optimal` does not count without an accepted certificate.
        certified = (ours.get("optimal") or infeasible) and ours.get("accepted", False)
        proved += bool(certified)
        done = theirs["cost"] is not None or theirs.get("infeasible", False)
        solved += done
        both += bool(certified and done)
        cost, bound = ours.get("cost"), ours.get("bound")
        if certified and theirs["cost"] is not None and theirs["cost"] != cost:
            wrong.append(domain)
        if theirs["cost"] is not None and bound is not None and bound > theirs["cost"]:
            wrong.append(domain)
        if not ours.get("accepted", True):
            refused.append(domain)
        if cost and not certified:
            gaps.append((cost - (bound or 0)) / cost)
        if certified and ours["used"] >= 0.5:
            checks.append(ours["check"] / ours["used"])
        cell = lambda value: "–" if value is None else str(value)
        print(
            f"| {domain} | {ours['problem']} | {'none' if infeasible else cell(cost)} | {'∞' if infeasible else cell(bound)} | {'yes' if certified else 'no'} | "
            f"{cell(ours.get('kind'))} | {ours['used']} | {cell(ours.get('states'))} | {cell(ours.get('check'))} | "
            f"{'none' if theirs.get('infeasible') else cell(theirs['cost'])} | {theirs['used']} |"
        )
    print(f"\n{len(records)} tasks: {proved} proved with an accepted certificate, {solved} by {other}, {both} by both.")
    print(f"Costs or bounds that contradict {other}: {len(wrong)} {wrong}. Refused: {len(refused)} {refused}.")
    if gaps:
        print(f"Median gap of the {len(gaps)} that have a plan and no proof: {100 * statistics.median(gaps):.1f} %.")
    if checks:
        print(f"Check / search of the {len(checks)} proofs of half a second or more: median {statistics.median(checks):.2f}, worst {max(checks):.2f}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("list")
    one.add_argument("benchmarks", type=Path)
    one = verbs.add_parser("run")
    one.add_argument("list", type=Path)
    one.add_argument("records", type=Path)
    one.add_argument("--seconds", type=float, default=20)
    one.add_argument("--saut", action="append", default=[], metavar="NAME=PROGRAM")
    one.add_argument("--lmcut", action="store_true")
    one.add_argument("--symk", metavar="DRIVER", help="fast-downward.py of SymK: symbolic search from both ends")
    one.add_argument("--only", metavar="DOMAIN,DOMAIN")
    one = verbs.add_parser("table")
    one.add_argument("records", type=Path)
    one.add_argument("names", nargs=2)
    arguments = parser.parse_args()
    if arguments.verb == "list":
        for domain, problem in tasks(arguments.benchmarks):
            print(domain, problem)
    elif arguments.verb == "run":
        measure(arguments)
    else:
        table(arguments)


if __name__ == "__main__":
    main()
