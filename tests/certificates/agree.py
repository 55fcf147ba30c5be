"""Compares certificate checkers: `saut check` with reader.py, on correct certificates of random puzzles and on
damaged ones; then `saut validate` with task_reader.py, on the sample planning tasks and on damaged ones.

Usage: python3 agree.py SAUT [NUMBER [SEED]]: tests NUMBER correct documents of the kinds that reader.py supports, and as
many damaged ones, with one process per processor. The exit status is 1 if the checkers differ, or if a kind was not both
accepted and rejected.
"""

import collections
import copy
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import reader
import task_reader


def said(saut, folder, *words):
    run = subprocess.run([saut, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    return run.returncode, run.stdout


def puzzle(chance):
    geometry = chance.choice(["square", "square", "square", "triangle", "square-diagonal"])
    wide, high = chance.randint(3, 6), chance.randint(2, 5)
    board = {(x, y) for y in range(high) for x in range(wide) if chance.random() < 0.9}

    def some(share):
        return {cell for cell in sorted(board) if chance.random() < share}

    start, goal = some(chance.uniform(0.4, 0.9)), some(chance.uniform(0.02, 0.4))
    if chance.random() < 0.6:
        # A goal in the start's class, which weights or the search must refute: reversing whole lines does not change
        # the class.
        lines = [
            [(x + step * dx, y + step * dy) for step in range(3)]
            for x, y in sorted(board)
            for dx, dy in reader.DIRECTIONS[geometry]
        ]
        lines = [line for line in lines if board.issuperset(line)]
        goal = set(start)
        for line in chance.choices(lines, k=40) if lines else ():
            turned = goal.symmetric_difference(line)
            if len(turned) <= max(len(goal), 3):
                goal = turned

    def picture(pegs):
        sign = lambda cell: " " if cell not in board else "o" if cell in pegs else "."
        return "\n".join("".join(sign((x, y)) for x in range(wide)) for y in range(high))

    goal = picture(goal)
    if chance.random() < 0.3:
        goal = goal.replace(".", "?", chance.randint(1, 3))
    goal = f'"""\n{goal}\n"""' if chance.random() < 0.8 else '"one peg"'
    start = picture(start)
    return f'[[puzzle]]\nname = "random"\ngeometry = "{geometry}"\nstart = """\n{start}\n"""\ngoal = {goal}\n'


def numbers(value, path=()):
    """The positions of all integers in a document."""
    if type(value) is int:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from numbers(inner, (*path, key))


def spoiled(answer, chance):
    answer = copy.deepcopy(answer)
    places = list(numbers(answer["certificate"]))
    *folders, last = chance.choice(places)
    inner = answer["certificate"]
    for key in folders:
        inner = inner[key]
    if isinstance(inner, list) and chance.random() < 0.3:
        chance.choice([lambda: inner.pop(), lambda: inner.append(1), inner.reverse])()
    else:
        inner[last] += chance.choice([-2, -1, 1, 2])
    return answer


def goes_on(honest, document):
    """Whether levels differ from correct ones only in where they end. They may be correct, but `saut check` repeats its
    own search and rejects levels that end elsewhere (docs/reference/certificates/boards.md)."""
    pairs = [(honest[end], document[end]) for end in ("forward", "backward")]
    return honest != document and all(
        isinstance(levels, list) and all(one == other for one, other in zip(kept, levels)) for kept, levels in pairs
    )


def compare(saut, wanted, seed):
    """Compares this number of correct and of damaged documents. Returns how many of each kind both checkers accept or
    reject, and a difference if any."""
    chance, tally = random.Random(seed), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def differ(answer, shown, honest):
            (folder / "answer.json").write_text(json.dumps(answer))
            status, _ = said(saut, folder, "check", "random.toml", "answer.json")
            try:
                reader.read(shown, answer)
                holds = True
            except reader.Refused:
                holds = False
            kind, accepted = answer["certificate"]["kind"], status == 20
            if holds and status == 3 and kind == "exhaustive" and goes_on(honest, answer["certificate"]):
                accepted = True
                kind = "exhaustive, right but ended elsewhere than saut's check does"
            tally[kind, holds] += 1
            return None if holds == accepted else (status, holds)

        while sum(tally.values()) < 2 * wanted:
            (folder / "random.toml").write_text(puzzle(chance))
            method = chance.choice([[], ["--method", "exhaustive"]])
            status, text = said(saut, folder, "solve", "random.toml", "--json", "--timeout", "5", *method)
            if status != 20:
                continue
            answer = json.loads(text)
            _, shown = said(saut, folder, "show", "random.toml", "--json")
            shown = json.loads(shown)
            try:
                reader.read(shown, answer)
            except reader.NotRead:
                continue
            except reader.Refused:
                pass  # reported below
            for document in (answer, spoiled(answer, chance)):
                try:
                    found = differ(document, shown, answer["certificate"])
                except reader.NotRead:
                    continue
                if found:
                    told = f"saut check ends with {found[0]}, the second reader says that it holds: {found[1]}"
                    return tally, f"{(folder / 'random.toml').read_text()}{json.dumps(document)}\n{told}"
    return tally, None


TASKS = pathlib.Path(__file__).parent / "tasks"


def compare_tasks(saut, wanted, seed):
    """Compares the sample tasks, with this number of damaged documents for each accepted one. Returns how many both
    checkers accept or reject, and a difference if any."""
    chance, tally = random.Random(seed), collections.Counter()
    samples = [(file, file.parent.name == "accepts") for file in sorted(TASKS.glob("*/*.json"))]
    with tempfile.TemporaryDirectory() as folder:
        for file, is_accepted in samples:
            honest = json.loads(file.read_text())
            pair = [str(TASKS / f"{file.name.split('-')[0]}-{part}.pddl") for part in ("domain", "problem")]
            others = [spoiled(honest, chance) for _ in range(wanted)] if is_accepted else []
            for answer, wants in [(honest, is_accepted), *((other, None) for other in others)]:
                written = pathlib.Path(folder) / "answer.json"
                written.write_text(json.dumps(answer))
                status, _ = said(saut, folder, "validate", *pair, str(written))
                try:
                    task_reader.read(*(pathlib.Path(one).read_text() for one in pair), answer)
                    holds = True
                except reader.Refused:
                    holds = False
                tally["a task, closed-states", holds] += 1
                if holds != (status in (0, 20)) or wants not in (None, holds):
                    return tally, f"{file}: {json.dumps(answer)}\nsaut validate ends with {status}, the second reader: {holds}"
    return tally, None


def main():
    saut = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    workers = min(os.cpu_count(), wanted)
    # The same documents on every machine: in shares of ten, independent of the worker.
    shares = [(saut, min(10, wanted - at), 1000 * seed + at) for at in range(0, wanted, 10)]
    tally = collections.Counter()
    with multiprocessing.Pool(workers) as pool:
        for part, difference in pool.starmap(compare, shares, chunksize=1):
            tally += part
            if difference:
                print(difference)
                return 1
    part, difference = compare_tasks(saut, wanted, seed)
    if difference:
        print(difference)
        return 1
    tally += part
    for (kind, holds), number in sorted(tally.items()):
        by = "the second reader" if ", right" in kind else "both"
        print(f"{kind}: {number} {'accepted' if holds else 'refused'} by {by}")
    missing = [kind for kind in reader.READERS for holds in (True, False) if not tally[kind, holds]]
    if missing:
        print(f"not both accepted and refused: {', '.join(missing)}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
