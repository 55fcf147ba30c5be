#!/usr/bin/env python3
"""`saut report --format all` read by the programs that two of its formats are for: BenchExec's
table-generator and the reports of Downward Lab. Both must find every run, with its outcome.

    readers.py REPORT     # REPORT: the folder of a report of tests/report/tiny.jsonl
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

from downward.reports.absolute import AbsoluteReport


def statuses(report: pathlib.Path, folder: str) -> list[str]:
    """The cells of the status columns in the table that table-generator makes."""
    generator = pathlib.Path(sys.executable).with_name("table-generator")
    results = sorted(report.glob("*.results.xml"))
    subprocess.run([generator, "-q", "-o", folder, "-n", "all", *results], check=True)
    tool, runset, names, *rows = csv.reader(open(f"{folder}/all.table.csv"), delimiter="\t")
    places = [place for place, name in enumerate(names) if name == "status"]
    return sorted(row[place] for row in rows for place in places if row[place])


def words(report: pathlib.Path, folder: str) -> list[str]:
    """The words for how runs ended in the report that Lab makes."""
    attributes = ["coverage", "error", "planner_time", "plan_length"]
    lab = AbsoluteReport(attributes=attributes)
    lab(str(report), f"{folder}/lab.html")
    page = pathlib.Path(f"{folder}/lab.html").read_text()
    assert all(attribute in page for attribute in attributes), page
    return sorted(run["error"] for run in lab.props.values())


def main() -> None:
    report = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        runs, ends = statuses(report, folder), words(report, folder)
    written = json.loads((report / "properties").read_text())
    assert ends == sorted(run["error"] for run in written.values()), ends
    print("table-generator:", *runs, "\nLab:", *ends)
    assert runs == ["TIMEOUT", "false", "true", "true", "true"], runs
    assert len(ends) == 5 and "search-out-of-time" in ends, ends


main()
