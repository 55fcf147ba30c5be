#!/usr/bin/env python3
"""Reads a formula from `saut validate --export FILE.opb`; written using only docs/reference/certificates/veripb.md.

It checks the form that the page specifies: exactly one case, frames, gates that are each defined once and identically in both
copies, and the invariant last. Then it prints the task of the formula as JSON: facts, actions, start, goal, bound.

    tests/certificates/opb.py bound.opb [--brute]

With --brute, for tiny formulas, it also tries every case, state and cost, and prints whether one satisfies the formula.
"""

import itertools
import json
import re
import sys


class Bad(Exception):
    pass


def read(text):
    names, constraints = {}, []
    lines = text.split("\n")
    head = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", lines[0])
    if not head:
        raise Bad("no head")
    for line in lines[1:]:
        if line.startswith("*"):
            named = re.fullmatch(r"\* ([xa]\d+) = (\S+)(?: cost (\d+))?", line)
            if named:
                names[named[1]] = named[2]
            continue
        if not line:
            continue
        sides = re.fullmatch(r"(.*)>= (-?\d+) ;", line)
        if not sides:
            raise Bad(f"not read: {line[:60]}")
        words = sides[1].split()
        terms = [(int(f), l) for f, l in zip(words[::2], words[1::2])]
        constraints.append((terms, int(sides[2])))
    if len(constraints) != int(head[2]):
        raise Bad("the head counts other constraints")
    return names, constraints


def kind(variable):
    return variable.rstrip("0123456789")


def normal(terms, least):
    """Rewrites a constraint so that all coefficients are positive."""
    out = []
    for factor, literal in terms:
        if factor < 0:
            literal = literal[1:] if literal[0] == "~" else "~" + literal
            least -= factor
            factor = -factor
        out.append((factor, literal))
    return sorted((literal, factor) for factor, literal in out if factor), least


def negation(literal):
    return literal[1:] if literal[0] == "~" else "~" + literal


def copied(literal):
    to = {"x": "n", "c": "e", "g": "h"}
    bare = literal.lstrip("~")
    return literal[: len(literal) - len(bare)] + to[kind(bare)] + bare[len(kind(bare)) :]


def gates(constraints):
    """Separates the gates; checks that each is defined once, by earlier gates, and identically in both copies."""
    at = next((i for i, (terms, _) in enumerate(constraints) if any(kind(l.lstrip("~")) == "g" for _, l in terms)), None)
    if at is None:
        raise Bad("no gates")
    end = len(constraints) - 2
    if (end - at) % 4:
        raise Bad("gates are not defined by four constraints each")
    for number, place in enumerate(range(at, end, 4)):
        pair = []
        for copy, (own, may) in enumerate((("g", "xcg"), ("h", "neh"))):
            name = f"{own}{number}"
            if_true, least = normal(*constraints[place + 2 * copy])
            if_false, other = normal(*constraints[place + 2 * copy + 1])
            inside = [(l, f) for l, f in if_true if l.lstrip("~") != name]
            rest = [(negation(l), f) for l, f in if_false if l.lstrip("~") != name]
            if sorted(inside) != sorted(rest):
                raise Bad(f"{name}: its two constraints speak of other literals")
            for literal, _ in inside:
                bare = literal.lstrip("~")
                if kind(bare) not in may or (kind(bare) == own and int(bare[1:]) >= number):
                    raise Bad(f"{name} speaks of {bare}")
            if len({l.lstrip("~") for l, _ in inside}) != len(inside):
                raise Bad(f"{name} speaks of a variable twice")
            total = sum(f for _, f in inside)
            # If the gate is true: the sum is at least `least`. If it is false: the sum of negations is at least total -
            # least + 1.
            own_true = [(l, f) for l, f in if_true if l.lstrip("~") == name]
            own_false = [(l, f) for l, f in if_false if l.lstrip("~") == name]
            if own_true != [("~" + name, max(least, 1))]:
                raise Bad(f"{name}: it is not told what follows if it is true")
            missing = total - least + 1
            if missing > 0 and (own_false != [(name, missing)] or other != missing):
                raise Bad(f"{name}: it is not told what follows if it is false")
            if missing <= 0 and other > 0:
                raise Bad(f"{name}: more than a gate")
            pair.append((inside, least))
        if (sorted((copied(l), f) for l, f in pair[0][0]), pair[0][1]) != (sorted(pair[1][0]), pair[1][1]):
            raise Bad(f"g{number} and h{number} are not alike")
    last = (end - at) // 4 - 1
    if sorted(l for _, l in constraints[end][0]) != sorted([f"g{last}", "start"]) or constraints[end][1] != 1:
        raise Bad("the invariant is not wanted before the step")
    if sorted(l for _, l in constraints[end + 1][0]) != sorted([f"~h{last}", "goal"]) or constraints[end + 1][1] != 1:
        raise Bad("the invariant is not excluded after the step")
    return constraints[:at]


def task(names, constraints):
    """The task described by the first constraints, each of which must be in its place."""
    terms, least = constraints[0]
    cases = [l for _, l in terms]
    opposite = [(-f, l) for f, l in terms]
    if least != 1 or any(f != 1 for f, _ in terms) or constraints[1] != (opposite, -1) or cases[:2] != ["start", "goal"]:
        raise Bad("not exactly one case")
    actions = {a: {"name": names.get(a), "needs": [], "makes": [], "cost": 0} for a in cases[2:]}
    start, goal, by, change, apart, digits, bound, sums = {}, [], {}, {}, set(), set(), None, []
    for terms, least in constraints[2:]:
        literals = [l for _, l in terms]
        first = literals[0] if literals else ""
        is_clause = least == 1 and all(f == 1 for f, _ in terms)
        if is_clause and first == "~start" and len(terms) == 2:
            bare = literals[1].lstrip("~")
            if kind(bare) == "x":
                start[bare] = literals[1][0] != "~"
            elif kind(bare) == "c" and literals[1][0] == "~":
                digits.add(bare)
            else:
                raise Bad("the start says something else")
        elif first == "~goal" and is_clause:
            goal.append(literals[1:])
        elif literals and literals[-1] == "~goal":
            goal.append({"at most one": [negation(l) for l in literals[:-1]]})
        elif is_clause and first[:2] == "~a" and len(terms) == 2:
            bare = literals[1].lstrip("~")
            place = {"x": "needs", "n": "makes"}[kind(bare)]
            actions[first[1:]][place].append(literals[1].replace("n", "x", 1))
        elif is_clause and len(terms) == 2 and re.fullmatch(r"~u\d+", first) and literals[1] == "~d" + first[2:]:
            apart.add(first[2:])
        elif is_clause and re.fullmatch(r"~[ud]\d+", first):
            by[first[1:]] = set(literals[1:])
        elif len(terms) == 4 and least == 0 and kind(literals[0]) == "n":
            fact = literals[0][1:]
            if literals != [f"n{fact}", f"x{fact}", f"u{fact}", f"d{fact}"]:
                raise Bad("a fact changes otherwise")
            change.setdefault(fact, []).append([f for f, _ in terms])
        else:
            sums.append((terms, least))
    facts = sorted(start, key=lambda x: int(x[1:]))
    for fact in facts:
        number = fact[1:]
        if sorted(change.get(number, [])) != [[-1, 1, 1, -1], [1, -1, -1, 1]] or number not in apart:
            raise Bad(f"{fact}: it is not told how it changes")
        for sign, value in (("u", fact), ("d", "~" + fact)):
            makers = {a for a, it in actions.items() if value in it["makes"]}
            if by.get(sign + number) != makers:
                raise Bad(f"{fact}: it is not told what changes it")
    if sums:
        if len(sums) != 4:
            raise Bad("the costs are not four constraints")
        (up, zero), (down, none), before, after = sums
        if zero or none or [(-f, l) for f, l in up] != down:
            raise Bad("what is paid is no equation")
        for factor, literal in up:
            if kind(literal) == "a":
                actions[literal]["cost"] = -factor
            elif (kind(literal), factor > 0) not in (("c", False), ("e", True)) or abs(factor) != 1 << int(literal[1:]):
                raise Bad("what is paid has other digits")
        count = len(digits)
        for (terms, least), own in ((before, "c"), (after, "e")):
            if sorted(terms) != sorted((-(1 << k), f"{own}{k}") for k in range(count)):
                raise Bad("the bound has other digits")
            bound = 1 - least if bound in (None, 1 - least) else "different"
        if not isinstance(bound, int) or bound > 1 << count:
            raise Bad("what may be paid is less than the bound")
    return {
        "facts": {fact: names.get(fact) for fact in facts},
        "start": [fact for fact in facts if start[fact]],
        "goal": goal,
        "actions": actions,
        "bound": bound,
    }


def brute(said, constraints):
    """Tries all cases, states and amounts. The gates follow, one by one."""
    facts, bound = list(said["facts"]), said["bound"]
    digits = max(0, (bound or 1) - 1).bit_length()
    for case in ["start", "goal", *said["actions"]]:
        for bits in itertools.product([0, 1], repeat=len(facts)):
            for paid in range(bound or 1):
                values = {name: int(name == case) for name in ["start", "goal", *said["actions"]]}
                after = dict(zip(facts, bits))
                total = paid
                if case in said["actions"]:
                    action = said["actions"][case]
                    after.update({l.lstrip("~"): int(l[0] != "~") for l in action["makes"]})
                    total += action["cost"]
                if total >= max(bound or 1, 1) and bound:
                    continue
                for fact, value in zip(facts, bits):
                    number = fact[1:]
                    values[fact], values["n" + number] = value, after[fact]
                    values["u" + number] = int(after[fact] > value)
                    values["d" + number] = int(after[fact] < value)
                for place in range(digits):
                    values[f"c{place}"], values[f"e{place}"] = paid >> place & 1, total >> place & 1

                def holds(constraint):
                    terms, least = constraint
                    return sum(f * (values[l] if l[0] != "~" else 1 - values[l[1:]]) for f, l in terms) >= least

                ok = True
                for constraint in constraints:
                    free = {l.lstrip("~") for _, l in constraint[0]} - values.keys()
                    if free:
                        own = free.pop()
                        values[own] = 1
                        # A gate is true exactly if the constraint that it implies holds.
                        values[own] = int(holds(constraint))
                    elif not holds(constraint):
                        ok = False
                        break
                if ok:
                    return True
    return False


def main():
    arguments = [a for a in sys.argv[1:] if a != "--brute"]
    names, constraints = read(open(arguments[0]).read())
    try:
        said = task(names, gates(constraints))
    except (Bad, KeyError) as why:
        print(f"refused: {why}", file=sys.stderr)
        return 1
    print(json.dumps(said))
    if "--brute" in sys.argv:
        print("satisfiable" if brute(said, constraints) else "unsatisfiable", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
