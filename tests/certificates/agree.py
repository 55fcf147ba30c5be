"""The two readers of certificates agree: `saut check` and reader.py, on honest certificates of random puzzles and on
spoiled ones.

Usage: python3 agree.py SAUT [NUMBER [SEED]]: so many honest documents of kinds that reader.py knows, and as many spoiled.
Ends with 1 at the first on which they differ.
"""

import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import reader


def said(saut, folder, *words):
    run = subprocess.run([saut, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    return run.returncode, run.stdout


def puzzle(chance):
    wide, high = chance.randint(3, 6), chance.randint(2, 5)
    board = [[chance.random() < 0.9 for _ in range(wide)] for _ in range(high)]

    def picture(share):
        sign = lambda hole: " " if not hole else "o" if chance.random() < share else "."
        return "\n".join("".join(map(sign, row)) for row in board)

    start, goal = picture(chance.uniform(0.4, 0.9)), picture(chance.uniform(0.02, 0.4))
    if chance.random() < 0.3:
        goal = goal.replace(".", "?", chance.randint(1, 3))
    geometry = chance.choice(["square", "square", "square", "triangle", "square-diagonal"])
    goal = f'"""\n{goal}\n"""' if chance.random() < 0.8 else '"one peg"'
    return f'[[puzzle]]\nname = "random"\ngeometry = "{geometry}"\nstart = """\n{start}\n"""\ngoal = {goal}\n'


def numbers(value, path=()):
    """The places of all whole numbers of a document."""
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


def main():
    saut = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def differ(answer, shown):
            (folder / "answer.json").write_text(json.dumps(answer))
            status, _ = said(saut, folder, "check", "random.toml", "answer.json")
            try:
                reader.read(shown, answer)
                holds = True
            except reader.Refused:
                holds = False
            kind = answer["certificate"]["kind"]
            tally[kind, holds] = tally.get((kind, holds), 0) + 1
            return None if holds == (status == 20) else (status, holds)

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
                pass  # told below
            for document in (answer, spoiled(answer, chance)):
                try:
                    found = differ(document, shown)
                except reader.NotRead:
                    continue
                if found:
                    print((folder / "random.toml").read_text(), json.dumps(document))
                    print(f"saut check ends with {found[0]}, the second reader says that it holds: {found[1]}")
                    return 1
    for (kind, holds), number in sorted(tally.items()):
        print(f"{kind}: {number} {'accepted' if holds else 'refused'} by both")
    refused = sum(number for (_, holds), number in tally.items() if not holds)
    return 0 if refused and refused < sum(tally.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
