"""A second reader of certificates of planning tasks, after docs/certificates.md alone: it shares nothing with saut but that text.

Usage: python3 task_reader.py DOMAIN PROBLEM ANSWER, where ANSWER is what `saut plan DOMAIN PROBLEM --json` prints. Ends with 0 if the
certificate holds, 1 if it does not, 3 if it is not read here. Read are `closed-states` with `dead_ends`, with `kept`, `counting` and
`symmetries` where they are there, of small tasks in STRIPS without types, negative conditions and constants. What the page calls proved pairs are those of h²,
worked out here; groups are not, so that a certificate that needs one is refused.
"""

import itertools
import json
import re
import sys

from reader import NotRead, Refused, require, told


def parse(text):
    """Lists of words and lists."""
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
    """Atoms of a conjunction, each with whether it is to be true."""
    if condition and condition[0] == "and":
        return [one for part in condition[1:] for one in literals(part)]
    if condition and condition[0] == "not":
        return [(tuple(condition[1]), False)]
    return [(tuple(condition), True)] if condition else []


def name(atom):
    words = [word.replace("\\", "\\\\").replace(",", "\\,") for word in atom[1:]]
    return f"{atom[0]}({','.join(words)})" if words else atom[0]


class Task:
    """Actions as sets of literals (fact, value) needed and made, all facts that actions change, the start and the goal."""

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
        """Leaves out what does not matter: facts that neither the goal nor an action that matters wants, and actions that make none as it is wanted."""
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
        """Pairs of literals that are never true together, by h²: those that no action makes true from pairs that are possible."""
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
        """What is left when only some facts are looked at."""
        require(set(kept) <= self.facts, "a fact that is kept is none of the task")
        pairs, rest = self.known(), object.__new__(Task)
        of = lambda some: frozenset(one for one in some if one[0] in kept)
        rest.facts, rest.start, rest.goal = set(kept), self.start & set(kept), of(self.goal)
        rest.actions = {(of(needs), of(makes)) for needs, makes in self.actions if of(makes)}
        rest.pairs = {pair for pair in pairs if all(fact in rest.facts for fact, _ in pair)}
        return rest


def applicable(task, state):
    for needs, makes in task.actions:
        if all((fact in state) == value for fact, value in needs):
            made = {fact for fact, value in makes if value}
            yield (state - {fact for fact, value in makes if not value}) | made


def permutations(task, listed):
    """Each as what it takes a fact to, checked; the order of facts."""
    facts = listed["facts"]
    require(len(set(facts)) == len(facts) and set(facts) <= task.facts, "facts that are moved")
    found = []
    for cycles in listed["generators"]:
        require(all(1 <= at <= len(facts) for cycle in cycles for at in cycle), "a fact that is not listed")
        image = {facts[a - 1]: facts[b - 1] for cycle in cycles for a, b in zip(cycle, [*cycle[1:], cycle[0]])}
        require(len(image) == sum(map(len, cycles)), "a fact is moved twice")
        moved = lambda some: frozenset((image.get(fact, fact), value) for fact, value in some)
        require(moved(task.goal) == task.goal, "a permutation changes the goal")
        taken = {(moved(needs), moved(makes)) for needs, makes in task.actions}
        require(taken == task.actions, "a permutation takes an action to none")
        found.append(image)
    pairs = set(task.known())
    while True:
        stay = {pair for pair in pairs if all(frozenset((i.get(f, f), v) for f, v in pair) in pairs for i in found)}
        if stay == pairs:
            break
        pairs = stay
    task.pairs = pairs
    return facts, found


def image_of(state, facts, found):
    """The image of a state: by permutations that make it smaller."""
    key = lambda state: [fact not in state for fact in facts]
    for _ in range(len(found) + 1):
        is_done = True
        for image in found:
            other = frozenset(image.get(fact, fact) for fact in state)
            if key(other) < key(state):
                state, is_done = other, False
        if is_done:
            break
    return state


def trap(task, listed, literal):
    """Whether a state has none of the conjunctions, once they are checked."""
    conjunctions = {frozenset([literal(one)]) for one in listed["literals"]}
    conjunctions |= {frozenset(map(literal, two)) for two in listed.get("pairs", [])}
    pairs = task.known()

    def holds_one(some):
        return any(one <= some for one in conjunctions)

    def apart(some):
        return any((f, not v) in some for f, v in some) or any(
            frozenset(two) in pairs for two in itertools.combinations_with_replacement(some, 2)
        )

    require(holds_one(task.goal), "a goal has no conjunction of a trap")
    for conjunction in conjunctions:
        for needs, makes in task.actions:
            if conjunction & makes and not any((f, not v) in makes for f, v in conjunction):
                before = needs | (conjunction - makes)
                require(holds_one(before) or apart(before), "an action makes a conjunction of a trap true")
    return lambda state: not any(all((f in state) == v for f, v in one) for one in conjunctions)


def potential(task, weights):
    """Whether a state weighs less than every goal, once no action raises the weight."""
    pairs = task.known()
    weighs = lambda fact: weights.get(fact, 0)

    def value(some, fact):
        """The value of a fact where some literals are true, if it is known."""
        for v in (True, False):
            if (fact, v) in some or any(frozenset((one, (fact, not v))) in pairs for one in some):
                return v
        return None

    for needs, makes in task.actions:
        if any(frozenset(two) in pairs for two in itertools.combinations_with_replacement(needs, 2)):
            continue
        by = 0
        for fact, made in makes:
            change = weighs(fact) if made else -weighs(fact)
            before = value(needs, fact)
            by += 0 if before == made else change if before is not None else max(change, 0)
        require(by <= 0, "an action raises a weight")
    goal = sum(
        {True: weighs(fact), False: 0, None: min(weighs(fact), 0)}[value(task.goal, fact)] for fact in task.facts
    )
    return lambda state: sum(weighs(fact) for fact in state) < goal


def reaches(task, state):
    """Whether adding all effects and deleting none makes all that the goal wants true."""
    reached = {(fact, fact in state) for fact in task.facts}
    while True:
        more = set().union(*(makes for needs, makes in task.actions if needs <= reached)) - reached
        if not more:
            return task.goal <= reached
        reached |= more


def possible(task, kept, listed):
    """Whether a state of the projection leaves enough of the counted facts, once no action takes any away."""
    counted, least = set(listed["facts"]), listed["at_least"]
    require(len(counted) == len(listed["facts"]) and counted <= task.facts, "facts that are counted")
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
    """Refused or NotRead if the certificate does not show that the task has no plan."""
    if certificate.get("kind") != "closed-states" or "dead_ends" not in certificate:
        raise NotRead(str(certificate.get("kind")))
    require("bound" not in certificate and "listing" not in certificate and not certificate.get("budgets"), "fields of others")
    dead = certificate["dead_ends"]
    is_possible = lambda state: True
    if "counting" in certificate:
        require("kept" in certificate and "symmetries" not in certificate, "facts are counted in projections alone")
        is_possible = possible(task, certificate["kept"], certificate["counting"])
    if "kept" in certificate:
        task.known()
        task = task.onto(certificate["kept"])
    listed = certificate.get("symmetries", {"facts": [], "generators": []})
    facts, found = permutations(task, listed)
    names = dead["facts"]
    require(set(names) <= task.facts, "a fact that is none of the task")

    def literal(number):
        require(1 <= abs(number) <= len(names), "a fact that is not listed")
        return names[abs(number) - 1], number > 0

    reasons = [trap(task, one, literal) for one in dead.get("traps", [])]
    for one in dead.get("potentials", []):
        reasons.append(potential(task, {literal(at)[0]: weight for at, weight in one}))
    if dead.get("relaxed"):
        reasons.append(lambda state: not reaches(task, state))
    is_dead = lambda state: any(reason(state) for reason in reasons)
    first = image_of(task.start, facts, found)
    seen = set() if is_dead(first) else {first}
    left = list(seen)
    while left:
        state = left.pop()
        require(not all((fact in state) == value for fact, value in task.goal), "a goal is reached")
        for after in applicable(task, state):
            after = image_of(after, facts, found)
            if after not in seen and is_possible(after) and not is_dead(after):
                seen.add(after)
                left.append(after)
    require(len(seen) == certificate["count"], f"there are {len(seen)} states")


def read(domain, problem, answer):
    """Refused or NotRead if the certificate of an answer does not show that the task has no plan."""
    task = Task(domain, problem)
    try:
        closed_states(task, answer["certificate"])
    except (KeyError, TypeError, ValueError, IndexError) as bad:
        raise Refused(f"not as docs/certificates.md has it: {bad!r}") from bad


def main():
    domain, problem, answer = (open(file, encoding="utf-8").read() for file in sys.argv[1:4])
    return told(lambda: read(domain, problem, json.loads(answer)))


if __name__ == "__main__":
    sys.exit(main())
