"""A second checker for certificates of planning tasks, written using only docs/reference/certificates/tasks.md. It shares no code with saut.

Usage: python3 task_reader.py DOMAIN PROBLEM ANSWER, where ANSWER is the output of `saut plan DOMAIN PROBLEM --json`. The exit status is 0
if the certificate holds, 1 if it does not, and 3 if it is not supported. Supported are closed sets of visited states with one
`projection`, for small STRIPS tasks without types, negative conditions and constants. The proved mutexes are the h² mutexes, computed here.
"""

import itertools
import json
import re
import sys

from reader import NotRead, Refused, require, told


def parse(text):
    """Parses nested lists of words."""
    words = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower())
    stack = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(word)
    return stack[0][0]


def literals(condition):
    """Atoms of a conjunction, each with the required truth value."""
    if condition and condition[0] == "and":
        return [one for part in condition[1:] for one in literals(part)]
    if condition and condition[0] == "not":
        return [(tuple(condition[1]), False)]
    return [(tuple(condition), True)] if condition else []


def name(atom):
    words = [word.replace("\\", "\\\\").replace(",", "\\,") for word in atom[1:]]
    return f"{atom[0]}({','.join(words)})" if words else atom[0]


class Task:
    """Actions as sets of literals (fact, value) for preconditions and effects, all facts that actions change, the
    initial state and the goal."""

    def __init__(self, domain, problem):
        domain, problem = parse(domain), parse(problem)
        part = {one[0]: one[1:] for one in problem[1:] if isinstance(one, list)}
        objects = part[":objects"]
        schemas = [dict(zip(one[2::2], one[3::2])) for one in domain[1:] if isinstance(one, list) and one[0] == ":action"]
        if "-" in objects or any(one[0] in (":types", ":constants", ":derived") for one in domain[1:]):
            raise NotRead("types, constants or derived facts")
        start = {tuple(atom) for atom in part[":init"]}
        changed = {atom[0] for schema in schemas for atom, _ in literals(schema[":effect"])}
        reached, self.actions = set(start), set()
        while True:
            before = len(self.actions)
            for schema in schemas:
                names = schema[":parameters"]
                for choice in itertools.product(objects, repeat=len(names)):
                    of = dict(zip(names, choice))
                    atoms = lambda what: [(tuple(of.get(word, word) for word in atom), is_true) for atom, is_true in literals(schema[what])]
                    needs, makes = atoms(":precondition"), atoms(":effect")
                    if not all(is_true for _, is_true in needs):
                        raise NotRead("a negative condition")
                    if all(atom in reached for atom, _ in needs):
                        made = {name(atom) for atom, is_true in makes if is_true}
                        reached.update(atom for atom, is_true in makes if is_true)
                        effects = {(one, True) for one in made}
                        effects |= {(name(atom), False) for atom, is_true in makes if not is_true and name(atom) not in made}
                        needed = frozenset((name(atom), True) for atom, _ in needs if atom[0] in changed)
                        self.actions.add((needed, frozenset(effects)))
            if len(self.actions) == before:
                break
        self.facts = {name(atom) for atom in reached if atom[0] in changed}
        of_facts = lambda makes: frozenset(one for one in makes if one[0] in self.facts)
        self.actions = {(needs, of_facts(makes)) for needs, makes in self.actions}
        self.start = frozenset(name(atom) for atom in start if atom[0] in changed)
        self.goal = frozenset((name(atom), is_true) for atom, is_true in literals(part[":goal"][0]))
        require(all(fact in self.facts for fact, _ in self.goal), "a goal out of reach is told otherwise")
        self.pairs = None
        self.leave_out()

    def leave_out(self):
        """Removes irrelevant facts, which neither the goal nor a relevant action requires, and actions without a
        relevant effect."""
        wanted, matter = set(self.goal), set()
        while True:
            more = {one for one in self.actions if one[1] & wanted} - matter
            if not more:
                break
            matter |= more
            wanted |= {need for needs, _ in more for need in needs}
        self.facts = {fact for fact, _ in wanted}
        self.start &= self.facts
        of_facts = lambda makes: frozenset(one for one in makes if one[0] in self.facts)
        self.actions = {(needs, of_facts(makes)) for needs, makes in matter}

    def known(self):
        """Mutexes by h²: the complement of the pairs of literals that actions can make true from possible pairs."""
        if self.pairs is None:
            every = [(fact, value) for fact in sorted(self.facts) for value in (True, False)]
            possible = {frozenset(two) for two in itertools.combinations_with_replacement([(f, f in self.start) for f in sorted(self.facts)], 2)}
            together = lambda some: all(frozenset(two) in possible for two in itertools.combinations_with_replacement(some, 2))
            grows = True
            while grows:
                grows = False
                for needs, makes in self.actions:
                    needs, makes = list(needs), list(makes)
                    if not together(needs):
                        continue
                    kept = [one for one in every if one not in makes and (one[0], not one[1]) not in makes and together([*needs, one])]
                    for one in makes:
                        for other in [*makes, *kept]:
                            if frozenset((one, other)) not in possible:
                                possible.add(frozenset((one, other)))
                                grows = True
            both = itertools.combinations_with_replacement(every, 2)
            self.pairs = {frozenset(two) for two in both} - possible
        return self.pairs

    def onto(self, kept):
        """The task restricted to some facts."""
        require(set(kept) <= self.facts, "a kept fact is not in the task")
        rest = object.__new__(Task)
        of = lambda some: frozenset(one for one in some if one[0] in kept)
        rest.facts, rest.start, rest.goal = set(kept), self.start & set(kept), of(self.goal)
        rest.actions = {(of(needs), of(makes)) for needs, makes in self.actions if of(makes)}
        return rest


def applicable(task, state):
    for needs, makes in task.actions:
        if all((fact in state) == value for fact, value in needs):
            made = {fact for fact, value in makes if value}
            yield (state - {fact for fact, value in makes if not value}) | made


def possible(task, kept, listed):
    """Whether enough of the counted facts can be true in a state of the projection. No action reduces their number."""
    counted, least = set(listed["counted"]), listed["at_least"]
    require(len(counted) == len(listed["counted"]) and counted <= task.facts, "facts that are counted")
    require(len(counted & task.start) >= least, "fewer are true at the start")
    for needs, makes in task.actions:
        is_new = lambda fact: any(frozenset([need, (fact, True)]) in task.known() for need in needs)
        made = sum(value and is_new(fact) for fact, value in makes if fact in counted)
        lost = sum(not value and not is_new(fact) for fact, value in makes if fact in counted)
        require(made >= lost, "an action takes counted facts away")
    return lambda state: len(counted & state) + sum(
        not any(frozenset([(one, True), (other, True)]) in task.known() for one in state) for other in counted - set(kept)
    ) >= least


def closed_states(task, certificate):
    """Raises Refused or NotRead if the certificate does not prove that the task has no plan."""
    if certificate.get("kind") != "closed-states" or certificate.get("reasons") or "visited" not in certificate.get("states", {}):
        raise NotRead(str(certificate.get("kind")))
    require(set(certificate) == {"kind", "reductions", "reasons", "states"}, "fields of others")
    require(set(certificate["states"]) == {"visited"} and len(certificate["reductions"]) == 1, "fields of others")
    (projection,) = certificate["reductions"]
    require(set(projection) == {"projection"}, "another reduction")
    projection = projection["projection"]
    require(set(projection) == {"kept", "at_least", "counted"}, "fields of others")
    is_possible = possible(task, projection["kept"], projection)
    task = task.onto(projection["kept"])
    seen = {task.start}
    left = list(seen)
    while left:
        state = left.pop()
        require(not all((fact in state) == value for fact, value in task.goal), "a goal is reached")
        for after in applicable(task, state):
            if after not in seen and is_possible(after):
                seen.add(after)
                left.append(after)
    require(len(seen) == certificate["states"]["visited"], f"there are {len(seen)} states")


def read(domain, problem, answer):
    """Raises Refused or NotRead if the certificate of an answer does not prove that the task has no plan."""
    task = Task(domain, problem)
    try:
        closed_states(task, answer["certificate"])
    except (KeyError, TypeError, ValueError, IndexError) as bad:
        raise Refused(f"not as docs/reference/certificates/tasks.md has it: {bad!r}") from bad


def main():
    domain, problem, answer = (open(file, encoding="utf-8").read() for file in sys.argv[1:4])
    return told(lambda: read(domain, problem, json.loads(answer)))


if __name__ == "__main__":
    sys.exit(main())
