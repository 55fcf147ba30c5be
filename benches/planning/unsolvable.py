#!/usr/bin/env python3
"""Unsolvable tasks: runs and tables of `2026-11-26-unsolvable.md`.

    benches/planning/unsolvable.py run FOLDER RECORDS PROGRAM --seconds 60 [--only DOMAIN,DOMAIN] [--solvable] [--again SECONDS]
    benches/planning/unsolvable.py table RECORDS

FOLDER is `domains/FINAL` of `AI-Planning/unsolve-ipc-2016`. Seconds are processor time (user and system), sampled every 20 ms; the
program is interrupted at the limit. `saut validate` checks every refutation without a limit; its time is processor time, too. `--solvable`
runs the solvable tasks of the same domains. `--again` runs only the tasks that RECORDS lists as not refuted within the given number of seconds.
Runs that are already in RECORDS are not repeated.
"""

import argparse
import importlib.util
import json
import resource
import statistics
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("cheapest", HERE / "cheapest.py")
cheapest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cheapest)


def tasks(folder, prefix):
    for domain in sorted(one for one in folder.iterdir() if one.is_dir()):
        for problem in sorted(domain.glob(f"{prefix}*.pddl")):
            names = (problem.name.replace("prob", "dom"), problem.name.replace(prefix, "dom"), "domain.pddl")
            yield next(domain / name for name in names if (domain / name).exists()), problem


def processor_seconds(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended, round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)


def refute(program, domain, problem, seconds):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        command = [program, "plan", domain, problem, "--json", "--threads", "1", "--memory", "4000", "--proof", "certificate"]
        command += ["--timeout", str(cheapest.PATIENCE * seconds)]
        record = cheapest.run([str(one) for one in command], folder, seconds)
        out, err = record.pop("out"), record.pop("err")
        try:
            answer = json.loads(out)
        except ValueError:
            record["error"] = err[-300:]
            return record
        certificate = answer.get("certificate") or {}
        for name in ("verdict", "method", "reason"):
            record[name] = answer.get(name)
        for name in ("kind", "name", "count"):
            record[name] = certificate.get(name)
        record["stages"] = {one["stage"]: one["seconds"] for one in answer.get("stages") or []}
        if record["verdict"] != "undecided":
            (folder / "answer.json").write_text(out)
            check = [str(one) for one in (program, "validate", domain, problem, "answer.json", "--json")]
            checked, record["check"] = processor_seconds(check, folder)
            record["accepted"] = checked.returncode in (0, 20)
            if not record["accepted"]:
                record["refused"] = (checked.stdout + checked.stderr)[-300:]
            beside = folder / "certificate"
            record["bytes"] = len(json.dumps(certificate)) + (beside.stat().st_size if beside.exists() else 0)
        return record


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main_run(options):
    known = records(options.records)
    done = {(one["domain"], one["task"], one["seconds"]) for one in known}
    open_ones = {(one["domain"], one["task"]) for one in known if one["seconds"] == options.again and one.get("verdict") == "undecided"}
    for domain, problem in tasks(options.folder, "satprob" if options.solvable else "prob"):
        key = (domain.parent.name, problem.stem)
        if (*key, options.seconds) in done or (options.again and key not in open_ones):
            continue
        if options.only and key[0] not in options.only.split(","):
            continue
        record = {"domain": key[0], "task": key[1], "seconds": options.seconds}
        record |= refute(options.program.resolve(), domain.resolve(), problem.resolve(), options.seconds)
        with open(options.records, "a") as file:
            file.write(json.dumps(record) + "\n")


def reason_of(one):
    return one.get("name") or one.get("method") or one.get("kind")


def main_table(options):
    rows = {}
    for one in records(options.records):
        rows.setdefault(one["domain"], {}).setdefault(one["task"], []).append(one)
    print("| domain | tasks | refuted | by what | search, median and worst s | check, median and worst s | certificate, median and largest kB |")
    print("|---|---|---|---|---|---|---|")
    everything, whole, ratios = [], 0, []
    for domain, of_domain in sorted(rows.items()):
        refuted = [one for runs in of_domain.values() for one in runs if one.get("verdict") == "infeasible"]
        everything += refuted
        whole += len(of_domain)
        ratios += [one["check"] / one["used"] for one in refuted if one["used"] >= 0.5]
        figures = "– | – | –"
        if refuted:
            figures = " | ".join(
                f"{statistics.median(values):.{digits}f}, {max(values):.{digits}f}"
                for values, digits in (
                    ([one["used"] for one in refuted], 2),
                    ([one["check"] for one in refuted], 2),
                    ([one["bytes"] / 1000 for one in refuted], 0),
                )
            )
        by = ", ".join(f"{name} {count}" for name, count in Counter(map(reason_of, refuted)).most_common())
        print(f"| {domain} | {len(of_domain)} | {len(refuted)} | {by} | {figures} |")
    refused = [one for runs in rows.values() for task in runs.values() for one in task if one.get("accepted") is False]
    print(f"| all | {whole} | {len(everything)} | | | | |\n")
    for limit in (10, 30, 60, 300, 1800):
        print(f"refuted within {limit} s: {sum(one['used'] <= limit for one in everything)}")
    sizes = [one["bytes"] / 1000 for one in everything]
    print(f"median certificate {statistics.median(sizes):.1f} kB; check / search of those of half a second or more: "
          f"median {statistics.median(ratios):.2f}, worst {max(ratios):.2f}, above 3: {sum(one > 3 for one in ratios)} of {len(ratios)}")
    print("refused:", [(one["domain"], one["task"], one.get("refused")) for one in refused])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    runs = commands.add_parser("run")
    runs.add_argument("folder", type=Path)
    runs.add_argument("records", type=Path)
    runs.add_argument("program", type=Path)
    runs.add_argument("--seconds", type=float, default=60)
    runs.add_argument("--only")
    runs.add_argument("--solvable", action="store_true")
    runs.add_argument("--again", type=float)
    runs.set_defaults(main=main_run)
    table = commands.add_parser("table")
    table.add_argument("records", type=Path)
    table.set_defaults(main=main_table)
    options = parser.parse_args()
    options.main(options)


if __name__ == "__main__":
    main()
