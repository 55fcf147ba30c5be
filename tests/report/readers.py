#!/usr/bin/env python3
"""Reads `saut report --format benchexec` with BenchExec's table-generator, which must find every run with its outcome.

    readers.py REPORT     # REPORT: the folder of a report of tests/report/tiny.jsonl
"""

import csv
import pathlib
import subprocess
import sys
import tempfile


def statuses(report: pathlib.Path, folder: str) -> list[str]:
    """The cells of the status columns in the table of table-generator."""
    generator = pathlib.Path(sys.executable).with_name("table-generator")
    results = sorted(report.glob("*.results.xml"))
    subprocess.run([generator, "-q", "-o", folder, "-n", "all", *results], check=True)
    tool, runset, names, *rows = csv.reader(open(f"{folder}/all.table.csv"), delimiter="\t")
    places = [place for place, name in enumerate(names) if name == "status"]
    return sorted(row[place] for row in rows for place in places if row[place])


def main() -> None:
    report = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        runs = statuses(report, folder)
    print("table-generator:", *runs)
    assert runs == ["TIMEOUT", "false", "true", "true", "true"], runs


main()
