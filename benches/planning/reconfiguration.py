#!/usr/bin/env python3
"""Token reconfiguration of the CoRe challenge 2022: runs and table of `2026-11-26-reconfiguration.md`.

    benches/planning/reconfiguration.py run BENCHMARK RECORDS PROGRAM --seconds 60 --first 30
    benches/planning/reconfiguration.py table RECORDS

BENCHMARK is a copy of `core-challenge/2022benchmark`. Instances are taken in the order of a published seed from all with existing
files. Seconds are processor time. `saut validate` checks every answer.
"""

import argparse
import importlib.util
import json
import random
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("unsolvable", HERE / "unsolvable.py")
unsolvable = importlib.util.module_from_spec(spec)
spec.loader.exec_module(unsolvable)
# Published before the first run.
SEED = "saut: reconfiguration, 2026-11-26"


def drawn(benchmark, first, families):
    lines = (benchmark / "list" / "list-all-benchmark.csv").read_text().split()
    pairs = [tuple(benchmark / name for name in line.split(",")) for line in lines]
    pairs = sorted({pair for pair in pairs if all(path.exists() for path in pair)})
    random.Random(SEED).shuffle(pairs)
    if families:
        return [pair for pair in pairs if pair[1].parent.name in families]
    return pairs[:first]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    runs = commands.add_parser("run")
    runs.add_argument("benchmark", type=Path)
    runs.add_argument("records", type=Path)
    runs.add_argument("program", type=Path)
    runs.add_argument("--seconds", type=float, default=60)
    runs.add_argument("--first", type=int, default=30)
    runs.add_argument("--of", help="only instances of these families, all of them", default="")
    table = commands.add_parser("table")
    table.add_argument("records", type=Path)
    options = parser.parse_args()
    known = unsolvable.records(options.records)
    if options.command == "table":
        print("| instance | verdict | by what | search s | check s |\n|---|---|---|---|---|")
        for one in known:
            decided = one.get("verdict") in ("solved", "infeasible")
            by = unsolvable.reason_of(one) if decided else "–"
            print(f"| {one['task']} | {one.get('verdict', 'error')} | {by} | {one['used']:.2f} | {one.get('check', '–')} |")
        print("\n", Counter(one.get("verdict") for one in known), "refused:", [one["task"] for one in known if one.get("accepted") is False])
        return
    done = {one["task"] for one in known}
    for graph, tokens in drawn(options.benchmark, options.first, options.of.split(",") if options.of else None):
        if tokens.stem in done:
            continue
        record = {"domain": tokens.parent.name, "task": tokens.stem, "seconds": options.seconds}
        record |= unsolvable.refute(options.program.resolve(), graph.resolve(), tokens.resolve(), options.seconds)
        with open(options.records, "a") as file:
            file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
