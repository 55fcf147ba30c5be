#!/usr/bin/env python3
"""Runs every command that has `--json`, and validates its output against `schemas/`.

Usage: tests/schemas/check.py SAUT [SAUT-CHECK]   (needs the package `jsonschema`)

The schemas allow additional fields for later versions. Here they are closed, so a field without a description is an
error. Damaged documents must be rejected, and each document must be rejected by the schemas of other commands.
"""

import copy
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parent.parent.parent
DELIVERY = "domain.pddl problem.pddl"
PEGS = f"{ROOT}/instances/weighted-pegs"
# The schema, the command, and the file that stores its output for later commands.
RUNS = [
    ("solve", "solve pegsol-p01", "solved.json"),
    ("solve", "solve french-central", "class.json"),
    ("solve", "solve army-5", "pagoda.json"),
    ("solve", "solve line-of-seven", "cone.json"),
    ("solve", "solve hard-en-01", None),
    ("solve", "solve hard-en-02 --method formulas --encoding sequential --proof hard.lrat", "proof.json"),
    ("solve", "solve french-central --proof none.drat", None),
    ("solve", "solve hard-fr-01 --timeout 0", None),
    ("solve", "solve pegsol-p05 --encoding sequential --horizon 1", None),
    ("solve", "solve hard-en-03 --method depth-first --timeout 0.2", None),
    ("solve", "solve pegsol-p05 --minimise moves --count-optimal --longest-sweep", "moves.json"),
    ("solve", "solve pegsol-p05 --minimise moves --sweep-lengths", None),
    ("solve", "solve pegsol-p05 --minimise moves --all --distinct", "all.json"),
    ("solve", "solve pegsol-p05 --sample 2", None),
    ("solve", "solve pegsol-p05 --minimise steps", "steps.json"),
    ("solve", "solve army-3 --minimise jumps", "jumps.json"),
    ("solve", "solve pegsol-p05 --style packages", None),
    ("solve", "solve square-12-central", None),
    ("solve", "solve pegsol-p05 --method best-first", None),
    ("solve", "solve baseball-3 --trace", "baseball.json"),
    ("solve", "solve baseball-5 --strategy turntable", None),
    ("check", "check pegsol-p01 solved.json", None),
    ("check", "check french-central class.json", None),
    ("check", "check hard-en-02 proof.json", None),
    ("check", "check pegsol-p05 moves.json", None),
    ("check", "check pegsol-p05 all.json", None),
    ("check", "check army-3 jumps.json", None),
    ("check", "check baseball-3 baseball.json", None),
    ("check", "check pegsol-p02 solved.json", None),
    ("plan", f"plan {DELIVERY}", "plan.json"),
    ("plan", "plan domain.pddl stuck.pddl", "stuck.json"),
    ("plan", f"plan {DELIVERY} --minimise cost", "cost.json"),
    ("plan", f"plan {DELIVERY} --minimise actions --proof fewest.lrat", "actions.json"),
    ("plan", f"plan {DELIVERY} --minimise steps", "few-steps.json"),
    ("plan", f"plan {DELIVERY} --encoding forall --horizon 2 --proof horizon.drat", "horizon.json"),
    ("plan", f"plan {DELIVERY} --timeout 0", None),
    ("plan", f"improve {DELIVERY} long.txt", None),
    ("plan", "plan parcels.pddl short-of-fuel.pddl --method pdr", "invariant.json"),
    ("plan", "plan parcels.pddl short-of-fuel.pddl --method exhaustive", None),
    ("plan", "plan locked.pddl locked-problem.pddl", "locked.json"),
    ("plan", "plan dominoes.pddl dominoes-problem.pddl", "dominoes.json"),
    ("plan", "plan cross.pddl cross-problem.pddl --timeout 20", "cross.json"),
    ("validate", "validate parcels.pddl short-of-fuel.pddl invariant.json", None),
    ("explain", "explain parcels.pddl short-of-fuel.pddl", None),
    ("explain", "explain parcels.pddl no-road.pddl", None),
    ("explain", f"explain {DELIVERY}", None),
    ("plan", f"plan {PEGS}-domain.pddl {PEGS}.pddl --minimise cost --timeout 20", "metric.json"),
    ("plan", f"plan {PEGS}-domain.pddl {PEGS}-poor.pddl", "poor.json"),
    ("validate", f"validate {PEGS}-domain.pddl {PEGS}.pddl metric.json", None),
    ("validate", f"validate {PEGS}-domain.pddl {PEGS}-poor.pddl poor.json", None),
    ("validate", f"validate {DELIVERY} plan.json", None),
    ("validate", f"validate {DELIVERY} cost.json", None),
    ("plan", f"plan {DELIVERY} --plans 2 --minimise cost", None),
    ("plan", f"plan {DELIVERY} --minimise cost --format dot", None),
    ("plan", f"plan {DELIVERY} --minimise steps", None),
    ("validate", f"validate {DELIVERY} cost.json short.plan", None),
    ("validate", f"validate {DELIVERY} short.plan --verbose", None),
    ("plan", f"improve {DELIVERY} short.plan", None),
    ("validate", f"validate {DELIVERY} actions.json", None),
    ("validate", f"validate {DELIVERY} few-steps.json", None),
    ("validate", f"validate {DELIVERY} horizon.json", None),
    ("validate", "validate domain.pddl stuck.pddl stuck.json", None),
    ("validate", f"validate {DELIVERY} short.txt", None),
    ("plan", "plan domain.pddl done.pddl --minimise cost", "free.json"),
    ("validate", "validate domain.pddl done.pddl free.json", None),
    ("explain", "explain line-of-seven --jumps --attained --witness --reduction --classes --facets", None),
    ("explain", "explain army-5", None),
    ("explain-task", f"explain {DELIVERY}", None),
    ("explain-task", "explain domain.pddl stuck.pddl", None),
    ("plan", "plan domain.pddl stuck.pddl --method pdr", None),
    ("explain", "explain pegsol-p05 --jumps --witness", None),
    ("count", "count triangle-15-corner --games --boards --reachable --backward --random-play --plays 100 --levels", None),
    ("count", "count line-of-seven --matrix --only", None),
    ("count", "count pegsol-p01 --successors --only", None),
    ("count", "count central --timeout 0.1", None),
    ("growth", "growth growth.toml --distance 1", None),
    ("hint", "hint pegsol-p05", None),
    ("hint", "hint pegsol-p05 --count", None),
    ("hint", "hint pegsol-p05 played.txt", None),
    ("encode", "encode pegsol-p01 --encoding sequential -o p01.cnf", None),
    ("encode", "encode pegsol-p01 --encoding sequential/ladder --format wcnf --map map.json", None),
    ("solve", "solve p01.cnf", None),
    ("encode", "encode hard-en-02 --encoding sequential -o hard.cnf", None),
    ("solve", "solve hard.cnf --proof hard-cnf.drat", None),
    ("check", "check hard.cnf hard-cnf.drat", None),
    ("solve", "decode hard-en-02 --encoding sequential --proof hard-cnf.drat", None),
    ("encode", "encode domain.pddl problem.pddl --encoding forall --horizon 2 -o two.cnf", None),
    ("solve", "solve two.cnf --proof two.drat", None),
    ("plan", "decode domain.pddl problem.pddl --encoding forall --horizon 2 --proof two.drat", None),
    ("family", "family kit --only triangle-15-corner --select 0..9 --by varisat --count 1", None),
    ("encode", "encode problem.pddl --domain domain.pddl --horizon 6 -o task.cnf", None),
    ("show", "show pegsol-p01", None),
    ("show", "show pegsol-p01 solved.json", None),
    ("show", "show french-central class.json", None),
    ("show", "show triangle-15-corner", None),
    ("show", "show baseball-3", None),
    ("show", "show central impossible.txt", None),
    ("show", "show pegsol-p01 --format latex", None),
    ("show", "show baseball-3 --format html", None),
    ("show", "show french-central class.json --format html", None),
    ("show", "show two.toml --all --format html", None),
    ("transform", "transform central impossible.txt --reverse", None),
    ("transform", "transform pegsol-p01", None),
    ("transform", "transform pegsol-p01 solved.json --complement", None),
    ("transform", "transform pegsol-p01 solved.json --symmetry 1", None),
    ("transform", "transform pegsol-p01 solved.json --reverse", None),
    ("bench", "bench pegsol-p01 --backends batsat --seeds 1 -o bench", None),
    ("report", "report bench/records.jsonl -o report", None),
    ("report", "report bench/records.jsonl", None),
    ("report", "report bench/records.jsonl --format csv", None),
    ("family", "family family --only pegsol-p01 --most-clauses 1000", None),
    ("census", "census --board triangle-4 --symmetry all", None),
    ("generate", "generate --board triangle-5 --pegs 6..8 --count 2 --seed 1", None),
    ("generate", "generate --shape disc --holes 60 --count 1 --seed 1", None),
    ("classify", "classify french-central", None),
    ("classify", "classify pegsol-p01", None),
    ("cube", "job split hard-en-02 job --cubes 2", None),
    ("status", "job status job", None),
    ("merge", "job merge job", None),
    ("conquer", "job run job --index 0", None),
    ("submit", "job submit job --engine local", None),
    ("conquer", "job run job --index 1", None),
    ("merge", "job merge job", "merged.json"),
    ("status", "job status job", None),
    ("cube", "job split pegsol-p01 board-job --cubes 2", None),
    ("conquer", "job run board-job --index 0", None),
    ("merge", "job merge board-job", None),
    ("cube", "job split problem.pddl task-job --domain domain.pddl --horizon 6 --cubes 2", None),
    ("conquer", "job run task-job --index 0", None),
    ("conquer", "job run task-job --index 1", None),
    ("merge", "job merge task-job", "merged-task.json"),
    ("validate", f"validate {DELIVERY} merged-task.json", None),
    ("list", "list", None),
    ("backends", "backends", None),
    ("baseball-compare", "baseball compare baseball-3", None),
    ("baseball-compare", "baseball compare --all 2", None),
    ("baseball-random", "baseball random --bases 3", None),
    ("baseball-count", "baseball count 5", None),
    ("hint", "hint baseball-3", None),
    ("diagnostics", f"lint {DELIVERY}", None),
    ("diagnostics", "lint domain.pddl short-of-fuel.pddl", None),
    ("diagnostics", "plan domain.pddl short-of-fuel.pddl", None),
    ("baseball-distances", "baseball distances 3", None),
    ("baseball-tree", "baseball tree --bases 2", None),
    ("baseball-tree", "baseball tree --bases 2 --format text", None),
    # Boards with other lines than rows and columns, files with several puzzles, and output that is shortened by a
    # limit.
    ("transform", "transform triangle-15-corner", None),
    ("explain", "explain triangle-15-corner --reduction --classes", None),
    ("explain", "explain corsair --facets --timeout 2", None),
    ("explain", "explain central --jumps --attained --witness --reduction --classes --timeout 0", None),
    ("explain", "explain central --jumps --witness --timeout 0.3", None),
    ("explain-task", f"explain {DELIVERY} --timeout 0", None),
    ("hint", "hint central --jump-timeout 0", None),
    ("hint", "hint pegsol-p05 played.txt --jump-timeout 0", None),
    ("hint", "hint central --count --timeout 0.1", None),
    ("hint", "hint central --timeout 0", None),
    ("classify", "classify hard-fr-03 --timeout 0", None),
    ("classify", "classify two.toml", None),
    ("classify", "classify two.toml --difficulty", None),
    ("classify", "classify two.toml --difficulty --timeout 0", None),
    ("classify", "classify two.toml --timeout 0", None),
    ("encode", "encode central --format pddl", None),
    ("encode", "encode central --format pddl -o central.pddl", None),
    ("encode", "encode pegsol-p01 --encoding sequential", None),
    ("encode", "encode baseball-3 --horizon 3", None),
    ("encode", "encode problem.pddl --domain domain.pddl --horizon 2 --format smtlib", None),
    ("baseball-distances", "baseball distances 6 --timeout 0", None),
    ("baseball-compare", "baseball compare baseball-5 --timeout 0", None),
    ("growth", "growth growth.toml --timeout 0", None),
    ("census", "census --board french --symmetry one-axis --timeout 0.1", None),
    ("census", "census --board triangle-5 --symmetry all --timeout 0", None),
    ("generate", "generate --count 1 --timeout 0", None),
    ("generate", "generate --board english --symmetry one-axis --count 300 --timeout 1", None),
    ("cube", "job split hard-en-02 job9 --cubes 2 --timeout 0", None),
    ("cube", "job split hard-en-02 open --cubes 2", None),
    ("conquer", "job run open --index 0 --timeout 0", None),
    ("merge", "job merge open --timeout 0", None),
    ("plan", f"plan {DELIVERY} --minimise cost --timeout 0", None),
    ("plan", f"improve {DELIVERY} long.txt --timeout 0", None),
    ("validate", f"validate {DELIVERY} long.txt --timeout 0", None),
    ("check", "check pegsol-p01 played.txt --timeout 0", None),
    ("count", "count central --timeout 0", None),
    ("solve", "solve baseball-5 --timeout 0", None),
    *((name, f"{words} silent --timeout 0.1", None) for name, words in [
        ("solve", "solve"), ("count", "count"), ("hint", "hint"), ("classify", "classify"), ("explain", "explain"),
        ("explain-task", f"explain {DELIVERY.split()[0]}"), ("check", "check pegsol-p01"), ("growth", "growth"),
        ("baseball-compare", "baseball compare"), ("plan", f"plan {DELIVERY.split()[0]}"),
        ("validate", f"validate {DELIVERY}")]),
    ("solve", "solve pegsol-p05 --minimise steps --timeout 0", None),
    ("solve", "solve central --minimise moves --timeout 0", None),
    ("solve", "solve central --all --timeout 0", None),
    ("solve", "solve army-3 --minimise jumps --timeout 0", None),
    ("solve", "solve stuck.toml --minimise steps", None),
    ("solve", "solve central --style packages --timeout 0", None),
    ("solve", "solve central --sample 2 --timeout 0", None),
]
# Tasks of the repository, with short names.
COPIED = {
    "parcels.pddl": "instances/parcels/domain.pddl",
    "short-of-fuel.pddl": "instances/parcels/short-of-fuel.pddl",
    "no-road.pddl": "instances/parcels/no-road.pddl",
    **{
        f"{name}{end}": f"src/web/tasks/{folder}/{file}.pddl"
        for name, folder in [("locked", "locked-room"), ("dominoes", "dominoes"), ("cross", "cross")]
        for end, file in [(".pddl", "domain"), ("-problem.pddl", "problem")]
    },
}
# `saut-check` accepts the first and rejects the second.
CHECKS = [
    (0, f"{DELIVERY} cost.json"),
    (0, f"{DELIVERY} actions.json"),
    (0, "pegsol-p01 solved.json"),
    (1, f"{DELIVERY} stuck.json"),
    (1, "pegsol-p02 solved.json"),
    (30, "hard-en-02 proof.json --timeout 0"),
]
# Commands whose `--json` is tested by other commands of this list.
TRIED_AS = {"decode": "solve"}
# Commands that only print text, or that interact with a terminal or a browser.
TEXT = {"play", "serve", "completions", "manual", "lsp"}


def schemas():
    """All schemas, unmodified."""
    return {file.stem: json.loads(file.read_text()) for file in (ROOT / "schemas").glob("*.json")}


def closed(schema):
    """The same schema, closed against additional fields."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        made.setdefault("additionalProperties", False)
    return made


def validators(all_schemas):
    """For each name, a function from a document to its errors."""
    resources = [(f"{name}.json", Resource.from_contents(schema)) for name, schema in all_schemas.items()]
    registry = Registry().with_resources(resources)
    return {name: Draft202012Validator(schema, registry=registry) for name, schema in all_schemas.items()}


def told(error, depth=0):
    """The errors, down to the form with the best match."""
    lines = [f"{'  ' * depth}{error.json_path}: {error.message[:300]}"]
    for inner in sorted(error.context or [], key=lambda e: -len(e.absolute_path))[:4]:
        lines.extend(told(inner, depth + 1))
    return lines


def spoiled(document):
    """Modified copies of this document that every schema must reject."""
    for key, value in document.items():
        wrong = copy.deepcopy(document)
        wrong[key] = {"spoiled": True} if not isinstance(value, dict) else "spoiled"
        yield f"{key} is another kind of value", wrong


def main():
    saut = Path(sys.argv[1]).resolve()
    checker = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    open_schemas = schemas()
    for name, schema in open_schemas.items():
        Draft202012Validator.check_schema(schema)
    strict = validators(closed(open_schemas))
    wide = validators(open_schemas)
    faults, documents = [], []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for file in (ROOT / "examples/delivery").iterdir():
            (folder / file.name).write_text(file.read_text())
        for name, file in COPIED.items():
            (folder / name).write_text((ROOT / file).read_text())
        (folder / "growth.toml").write_text((ROOT / "tests/printed/files/growth.toml").read_text())
        steps = ["(load books depot)", "(drive depot mill)", "(drive mill depot)", "(drive depot mill)",
                 "(load tools mill)", "(drive mill port)", "(unload books port)", "(unload tools port)"]
        (folder / "long.txt").write_text("\n".join(steps))
        (folder / "short.plan").write_text("\n".join(steps[:2]))
        (folder / "short.txt").write_text("\n".join(steps[:3]))
        (folder / "played.txt").write_text("56/54")
        (folder / "impossible.txt").write_text("11/31")
        problem = (folder / "problem.pddl").read_text()
        (folder / "done.pddl").write_text(problem[: problem.index("(:goal")] + "(:goal (at books depot)) (:metric minimize (total-cost)))")
        # A pipe whose writer never writes, so that the time limit expires while it is read.
        os.mkfifo(folder / "silent")
        writer = os.open(folder / "silent", os.O_RDWR)
        puzzle = '[[puzzle]]\nname = "{}"\nstart = "{}"\ngoal = "..o"\n'
        (folder / "two.toml").write_text(puzzle.format("a", "oo.") + puzzle.format("b", "o.o"))
        column = '[[puzzle]]\nname = "column"\nstart = """\no\n.\no\no\no"""\ngoal = "one peg"\n'
        (folder / "stuck.toml").write_text(column)

        def run(program, words, kept, name):
            done = subprocess.run([program, *shlex.split(words), "--json"], cwd=folder, capture_output=True, text=True)
            try:
                document = json.loads(done.stdout)
            except ValueError:
                faults.append(f"{words}: no document, status {done.returncode}: {done.stderr}")
                return None
            if kept:
                (folder / kept).write_text(done.stdout)
            documents.append((name, words, document))
            for error in strict[name].iter_errors(document):
                faults.append(f"{words} is not as schemas/{name}.json says:\n" + "\n".join(told(error)))
            return done.returncode

        for name, words, kept in RUNS:
            run(saut, words, kept, name)
        for status, words in CHECKS if checker else []:
            found = run(checker, words, None, "saut-check")
            if found != status:
                faults.append(f"saut-check {words}: status {found}, not {status}")
        help_of = lambda *words: subprocess.run([saut, *words, "--help"], capture_output=True, text=True).stdout
        listed = lambda text: re.findall(r"^  ([a-z]+)  ", text.split("Options:\n")[0], re.MULTILINE)
        groups = ("baseball", "job")
        commands = [(name,) for name in listed(help_of()) if name not in (*groups, "help")]
        commands += [(group, name) for group in groups for name in listed(help_of(group)) if name != "help"]
        tried = {tuple(words.split()[: 2 if words.split()[0] in groups else 1]) for _, words, _ in RUNS}
        for command in commands:
            if (command in tried or command[0] in TRIED_AS) == (command[0] in TEXT):
                faults.append(f"saut {' '.join(command)}: is its document tried, or has it text alone?")
        os.close(writer)
    certificates = 0
    for file in (ROOT / "tests/certificates/accepts").glob("*.json"):
        certificate = json.loads(file.read_text())["certificate"]
        certificates += 1
        for error in strict["certificate"].iter_errors(certificate):
            faults.append(f"{file.name} is not as schemas/certificate.json says:\n" + "\n".join(told(error)))
        for what, wrong in [*spoiled(certificate), ("kind is missing", {**certificate, "kind": None})]:
            if what.split()[0] not in ("jump_bounds", "first_jumps", "regions") and not any(strict["certificate"].iter_errors(wrong)):
                faults.append(f"{file.name}: schemas/certificate.json takes it where {what}")
    used = {name for name, _, _ in documents}
    unused = set(open_schemas) - used - {"certificate"} - (set() if checker else {"saut-check"})
    faults.extend(f"schemas/{name}.json: nothing that is printed is compared with it" for name in sorted(unused))
    rejections = 0
    for name, words, document in documents:
        for what, wrong in spoiled(document):
            rejections += 1
            if not any(strict[name].iter_errors(wrong)):
                faults.append(f"{words}: schemas/{name}.json takes it where {what}")
        more = {**document, "a_field_of_the_future": 1}
        if any(wide[name].iter_errors(more)):
            faults.append(f"{words}: schemas/{name}.json has no room for new fields")
        if not any(strict[name].iter_errors(more)):
            faults.append(f"{words}: schemas/{name}.json would not be missed")
    print("\n\n".join(faults))
    print(f"{len(documents)} documents, {certificates} certificates, {rejections} spoiled documents")
    print(f"{len(documents) + certificates} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
