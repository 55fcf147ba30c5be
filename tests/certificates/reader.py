"""A second certificate checker, written using only docs/reference/certificates/boards.md. It shares no code with saut.

Usage: python3 reader.py SHOWN ANSWER, where SHOWN is the output of `saut show PUZZLE --json` and ANSWER the output of
`saut solve PUZZLE --json`. The exit status is 0 if the certificate holds, 1 if it does not, and 3 if its kind is
not supported. The supported kinds are `class`, `lattice`, `pagoda`, and `exhaustive` without
pruning.
"""

import json
import sys

DIRECTIONS = {
    "square": [(1, 0), (0, 1)],
    "triangle": [(1, 0), (0, 1), (1, 1)],
    "square-diagonal": [(1, 0), (0, 1), (1, 1), (1, -1)],
}


class Refused(Exception):
    """The reason why a certificate is rejected."""


class NotRead(Exception):
    """An unsupported kind."""


def require(holds, fact):
    if not holds:
        raise Refused(fact)


class Puzzle:
    """Holes in the order of the picture, jumps as triples of hole numbers, start and goal as sets."""

    def __init__(self, shown):
        start, goal = (
            {
                (x, y): sign
                for y, row in enumerate(shown[name].splitlines())
                for x, sign in enumerate(row)
                if sign != " "
            }
            for name in ("start", "goal")
        )
        self.cells = sorted(start, key=lambda cell: (cell[1], cell[0]))
        number = {cell: at for at, cell in enumerate(self.cells)}
        self.geometry = shown["geometry"]
        steps = [
            (way * dx, way * dy) for dx, dy in DIRECTIONS[shown["geometry"]] for way in (1, -1)
        ]
        self.jumps = [
            (number[x, y], number[x + dx, y + dy], number[x + 2 * dx, y + 2 * dy])
            for x, y in self.cells
            for dx, dy in steps
            if (x + dx, y + dy) in number and (x + 2 * dx, y + 2 * dy) in number
        ]
        self.start = frozenset(number[cell] for cell, sign in start.items() if sign == "o")
        self.pegs = frozenset(number[cell] for cell, sign in goal.items() if sign == "o")
        self.open = frozenset(number[cell] for cell, sign in goal.items() if sign == "?")
        self.one_peg = bool(shown.get("one_peg"))

    def goals(self):
        """Every goal position, if there are few open holes."""
        if self.one_peg:
            return [frozenset([hole]) for hole in self.open]
        wanted = [self.pegs]
        for hole in self.open:
            wanted += [position | {hole} for position in wanted]
        return wanted


def weighed(weights, position):
    return sum(weights[hole] for hole in position)


def integers(value, count):
    require(isinstance(value, list) and len(value) == count, "not a number a hole")
    require(all(type(number) is int for number in value), "weights are whole numbers")
    return value


def last_holes(puzzle):
    """The holes in which a single last peg agrees with the start in every parity sum; all holes if there are none."""
    sums = []
    for a, b in [(1, 1), (1, -1), (1, 0), (0, 1)]:
        colour = [(a * x + b * y) % 3 for x, y in puzzle.cells]
        if all(len({colour[hole] for hole in jump}) == 3 for jump in puzzle.jumps):
            sums += [[kind != left_out for kind in colour] for left_out in range(3)]
    agree = [
        hole
        for hole in puzzle.open
        if all(weighed(one, puzzle.start) % 2 == one[hole] for one in sums)
    ]
    return agree or puzzle.open


def pagoda(puzzle, certificate):
    weights = integers(certificate["weights"], len(puzzle.cells))
    for start, over, end in puzzle.jumps:
        require(weights[start] + weights[over] >= weights[end], "a jump adds weight")
    if puzzle.one_peg:
        least = min(weights[hole] for hole in last_holes(puzzle))
    else:
        least = weighed(weights, puzzle.pegs) + sum(min(0, weights[hole]) for hole in puzzle.open)
    require(least > weighed(weights, puzzle.start), "the goal weighs no more than the start")


def lattice(puzzle, certificate):
    weightings = certificate["weightings"]
    require(1 <= len(weightings) <= 64, "a wrong number of weightings")
    for entry in weightings:
        modulus, weights = entry["modulus"], integers(entry["weights"], len(puzzle.cells))
        require(type(modulus) is int and modulus >= 2, "no modulus")
        require(all(0 <= weight < modulus for weight in weights), "weights are remainders")
        for start, over, end in puzzle.jumps:
            change = weights[end] - weights[start] - weights[over]
            require(change % modulus == 0, "a jump changes the total")

    def differs(entry, position):
        modulus, weights = entry["modulus"], entry["weights"]
        return (weighed(weights, puzzle.start) - weighed(weights, position)) % modulus != 0

    if puzzle.one_peg:
        for hole in puzzle.open:
            require(any(differs(entry, [hole]) for entry in weightings), "a last hole agrees")
    else:

        def refutes(entry):
            return differs(entry, puzzle.pegs) and not any(
                entry["weights"][hole] for hole in puzzle.open
            )

        require(any(map(refutes, weightings)), "the goal agrees")


def parity_class(puzzle, certificate):
    sums = certificate["sums"]
    require(1 <= len(sums) <= 64, "a wrong number of sums")
    counted = []
    for entry in sums:
        (a, b), colours = entry["form"], entry["colours"]
        require(len(colours) == len(set(colours)) == 2 and set(colours) <= {0, 1, 2}, "not two colours")
        colour = [(a * x + b * y) % 3 for x, y in puzzle.cells]
        for jump in puzzle.jumps:
            require(len({colour[hole] for hole in jump}) == 3, "a line repeats a colour")
        counted.append([kind in colours for kind in colour])

    def parities(position):
        return tuple(sum(holes[hole] for hole in position) % 2 for holes in counted)

    wanted = {parities(puzzle.pegs)}
    if puzzle.one_peg:
        wanted = {parities([hole]) for hole in puzzle.open}
    else:
        for hole in puzzle.open:
            flips = parities([hole])
            wanted |= {tuple(p ^ q for p, q in zip(one, flips)) for one in wanted}
    require(parities(puzzle.start) not in wanted, "a position of the goal agrees with the start")


def images(puzzle):
    """The symmetries of a square board that preserve start and goal, as lists of the images of the holes."""
    number = {cell: at for at, cell in enumerate(puzzle.cells)}
    left, top, right, low = (
        most(cell[axis] for cell in puzzle.cells) for most in (min, max) for axis in (0, 1)
    )
    wide, high = right - left, low - top
    maps = []
    for swapped in (False, True):
        for across in (False, True):
            for upright in (False, True):
                image = []
                for x, y in puzzle.cells:
                    x, y = x - left, y - top
                    x, y = (wide - x if across else x, high - y if upright else y)
                    x, y = (y, x) if swapped else (x, y)
                    image.append(number.get((x + left, y + top)))
                kept = (puzzle.start, puzzle.pegs, puzzle.open)
                if None not in image and all({image[hole] for hole in one} == one for one in kept):
                    maps.append(image)
    return maps


def exhaustive(puzzle, certificate):
    if set(certificate) - {"kind", "forward", "backward", "class"} or puzzle.geometry != "square":
        raise NotRead("levels that were pruned, or of another geometry than square")
    if "class" not in certificate and (puzzle.open or certificate["backward"][:1] == [0]):
        raise NotRead("positions of another class left out, without saying which")
    forward, backward = certificate["forward"], certificate["backward"]
    require(all(type(n) is int for n in forward + backward), "levels are numbers")
    if len(puzzle.open) > 12 and not puzzle.one_peg or sum(forward + backward) > 200_000:
        raise NotRead("too many positions")
    goals = puzzle.goals()
    for holes in certificate.get("class", []):
        kept = [bool(one) for one in integers(holes, len(puzzle.cells))]
        require(set(holes) <= {0, 1}, "a set of holes is 0 and 1")
        require(all(sum(kept[h] for h in jump) % 2 == 0 for jump in puzzle.jumps), "a jump changes a parity")
        parity = sum(kept[hole] for hole in puzzle.start) % 2
        goals = [goal for goal in goals if sum(kept[hole] for hole in goal) % 2 == parity]
    pegs = {len(goal) for goal in goals}
    if len(pegs) > 1:
        raise NotRead("goals of several numbers of pegs")
    jumps = len(puzzle.start) - pegs.pop() if pegs else 0
    require(jumps >= 0, "the goal has more pegs")
    maps = images(puzzle)

    def least(position):
        return min(tuple(sorted(image[hole] for hole in position)) for image in maps)

    def levels(first, numbers, begins, ends):
        """The last level and the next one, up to symmetry; `begins` and `ends` are the holes of a jump with pegs."""
        level = {least(position) for position in first}
        for at, number in enumerate(numbers):
            require(len(level) == number, f"level {at} has {len(level)} positions")
            last = level
            level = {
                least((set(position) - {jump[k] for k in begins}) | {jump[k] for k in ends})
                for position in map(set, level)
                for jump in puzzle.jumps
                if all((jump[k] in position) == (k in begins) for k in range(3))
            }
        return last, level

    require(bool(forward) and bool(backward), "no levels")
    ahead, further = levels([puzzle.start], forward, (0, 1), (2,))
    behind, _ = levels(goals, backward, (2,), (0, 1))
    apart = jumps - (len(forward) - 1) - (len(backward) - 1)
    is_cut_off = apart >= 0 and not (ahead and behind)
    met = {0: ahead & behind, 1: further & behind}.get(apart, True)
    require(is_cut_off or not met, "the levels leave room for a plan")


READERS = {
    "pagoda": pagoda,
    "lattice": lattice,
    "class": parity_class,
    "exhaustive": exhaustive,
}


def read(shown, answer):
    """Raises Refused or NotRead if the certificate of an answer does not prove that the puzzle has no plan."""
    certificate = answer.get("certificate")
    require(isinstance(certificate, dict), "no certificate")
    reader = READERS.get(certificate.get("kind"))
    if reader is None:
        raise NotRead(str(certificate.get("kind")))
    puzzle = Puzzle(shown)
    require(puzzle.start not in puzzle.goals() if len(puzzle.open) < 12 else True, "already solved")
    try:
        reader(puzzle, certificate)
    except (KeyError, TypeError, ValueError, IndexError) as bad:
        raise Refused(f"not as docs/reference/certificates/boards.md has it: {bad!r}") from bad


def told(look):
    """Calls a checker and prints its result; returns the exit status."""
    try:
        look()
    except Refused as fact:
        print(f"refused: {fact}")
        return 1
    except NotRead as kind:
        print(f"not read here: {kind}")
        return 3
    print("holds")
    return 0


def main():
    shown, answer = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
    return told(lambda: read(shown, answer))


if __name__ == "__main__":
    sys.exit(main())
