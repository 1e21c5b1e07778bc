"""A small interpreter of PDDL, written apart from the program: reads the text, explores what it reaches.

STRIPS, ADL, numbers, action costs, and durative actions but for what must hold over all of them:
types, constants, and, or, not, imply, forall, exists, =, when, functions that are compared
with <= and >=, increased and decreased; a state has the value of (f a) as the atom (= f a 3). Derived predicates are worked out
in each state, stratum by stratum. Grounding looks static atoms up by what is known of them, so that actions with many parameters stay small.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

Expression = str | list["Expression"]
Atom = tuple[str, ...]
Binding = dict[str, str]


def parse(text: str) -> list[Expression]:
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text))
    stack: list[list[Expression]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    assert len(stack) == 1, "unbalanced parentheses"
    (whole,) = stack[0]
    assert isinstance(whole, list)
    return whole


def typed(items: list[Expression]) -> list[tuple[str, str]]:
    result: list[tuple[str, str]] = []
    waiting: list[str] = []
    iterator = iter(items)
    for item in iterator:
        assert isinstance(item, str)
        if item == "-":
            kind = next(iterator)
            assert isinstance(kind, str)
            result += [(name, kind) for name in waiting]
            waiting = []
        else:
            waiting.append(item)
    return result + [(name, "object") for name in waiting]


@dataclass
class Action:
    name: str
    parameters: list[tuple[str, str]]
    precondition: Expression
    effect: Expression


@dataclass
class Axiom:
    name: str
    parameters: list[tuple[str, str]]
    variables: list[tuple[str, str]]
    """the parameters, and what else is to be found; no name twice"""
    condition: Expression

    def __post_init__(self) -> None:
        assert len({name for name, _ in self.variables}) == len(self.variables)


@dataclass
class Step:
    """One step of looking for what makes a condition true: an atom, or a variable of which no atom tells anything."""

    terms: list[str]
    """the atom's predicate and its terms; the variable alone"""
    known: tuple[int, ...]
    """the positions, from 1, of the terms of which it is known by then what they are"""
    found: list[tuple[int, str, set[str]]]
    """the others, each with the variable that is found there and the objects of its type"""
    tests: list[Expression]
    """what can be tested after it"""


@dataclass
class Join:
    """A condition as it is looked for."""

    condition: Expression
    tests: list[Expression]
    """what can be tested before anything is found"""
    steps: list[Step]


@dataclass
class Task:
    objects: dict[str, list[str]]
    """each type's objects"""
    actions: list[Action]
    initial: frozenset[Atom]
    goal: Expression
    values: dict[Atom, int]
    """what each function is at the start"""
    fluents: set[str] = field(default_factory=set)
    """the predicates that actions change"""
    strata: list[list[Axiom]] = field(default_factory=list)
    static: frozenset[Atom] = frozenset()
    """the atoms of the start that nothing changes"""
    indexes: dict[tuple[str, tuple[int, ...]], dict[Atom, list[Atom]]] = field(default_factory=dict)
    """those again, by a predicate and some of the positions of its terms: by what stands there"""
    joins: dict[tuple[int, tuple[tuple[str, str], ...]], Join] = field(default_factory=dict)
    """how each condition is joined, by its identity and its variables"""


def read(domain: str, problem: str) -> Task:
    sections = {part[0]: part for part in parse(domain)[1:] if isinstance(part, list)}
    objects: dict[str, list[str]] = {name: [] for name, _ in typed(sections[":types"][1:])}
    facts = {part[0]: part for part in parse(problem)[1:] if isinstance(part, list)}
    for name, kind in typed(sections.get(":constants", [""])[1:]) + typed(facts[":objects"][1:]):
        objects[kind].append(name)
    actions = []
    for part in parse(domain)[1:]:
        if isinstance(part, list) and part[0] == ":action":
            values = dict(zip(part[2::2], part[3::2], strict=True))
            actions.append(
                Action(str(part[1]), typed(values[":parameters"]), values[":precondition"], values[":effect"])
            )
        elif isinstance(part, list) and part[0] == ":durative-action":
            actions += halves(part)
    values = {tuple(map(str, atom[1])): int(str(atom[2])) for atom in facts[":init"][1:] if atom[0] == "="}
    if ("total-cost",) in values:
        assert values["total-cost",] == 0
        assert facts[":metric"] == [":metric", "minimize", ["total-cost"]]
    else:
        assert facts.get(":metric") in (None, [":metric", "minimize", ["total-time"]])
    initial = frozenset(
        ("=", *map(str, atom[1]), str(atom[2])) if atom[0] == "=" else tuple(map(str, atom))
        for atom in facts[":init"][1:]
        if atom[0] != "=" or ("total-cost",) not in values  # what is minimised is no part of a state
    )
    task = Task(objects, actions, initial, facts[":goal"][1], values)
    task.strata = strata([axiom for part in parse(domain)[1:] if part[0] == ":derived" for axiom in axioms_of(part)])
    task.fluents = {name for action in actions for name in changed(action.effect)}
    derived = {axiom.name for stratum in task.strata for axiom in stratum}
    task.static = frozenset(atom for atom in task.initial if atom[0] not in task.fluents | derived)
    return task


def halves(part: Expression) -> tuple[Action, Action]:
    """The start and the end of a durative action; in between, an atom (running name argument …) holds."""
    values = dict(zip(part[2::2], part[3::2], strict=True))
    parameters = typed(values[":parameters"])
    running: Expression = ["running", str(part[1]), *(name for name, _ in parameters)]

    def at(key: str, when: str) -> list[Expression]:
        return [timed[2] for timed in values[key][1:] if timed[:2] == ["at", when]]

    return (
        Action(str(part[1]), parameters, ["and", *at(":condition", "start")], ["and", running, *at(":effect", "start")]),
        Action(
            f"{part[1]}-end", parameters, ["and", running, *at(":condition", "end")],
            ["and", ["not", running], *at(":effect", "end")],
        ),
    )  # fmt: skip


def axioms_of(part: Expression) -> list[Axiom]:
    """One axiom for each way in which a derived predicate holds."""
    _, (name, *parameters), condition = part
    return [
        Axiom(str(name), typed(parameters), typed(parameters) + variables, ["and", *conditions])
        for variables, conditions in ways(condition)
    ]


def ways(condition: Expression) -> list[tuple[list[tuple[str, str]], list[Expression]]]:
    """The disjuncts of a condition: what is to be found, and what must hold of it."""
    if condition[0] == "or":
        return [way for part in condition[1:] for way in ways(part)]
    if condition[0] == "and":
        return [
            ([variable for found, _ in choice for variable in found], [one for _, parts in choice for one in parts])
            for choice in itertools.product(*map(ways, condition[1:]))
        ]
    if condition[0] == "exists":
        return [(typed(list(condition[1])) + found, parts) for found, parts in ways(condition[2])]
    return [([], [condition])]


def strata(axioms: list[Axiom]) -> list[list[Axiom]]:
    """The axioms in the order in which they are worked out: what is negated is known before."""
    levels = {axiom.name: 0 for axiom in axioms}
    for _ in range(len(levels) + 1):
        before = dict(levels)
        for axiom in axioms:
            for name, negated in uses(axiom.condition):
                if name in levels:
                    levels[axiom.name] = max(levels[axiom.name], levels[name] + negated)
        if levels == before:
            return [[axiom for axiom in axioms if levels[axiom.name] == level] for level in sorted({*levels.values()})]
    raise AssertionError("a derived predicate depends on its own negation")


def uses(condition: Expression, negated: bool = False) -> Iterator[tuple[str, bool]]:
    """The predicates of a condition, each with whether it is negated."""
    head = str(condition[0])
    if head in ("exists", "forall"):
        yield from uses(condition[2], negated)
    elif head == "imply":
        yield from uses(condition[1], not negated)
        yield from uses(condition[2], negated)
    elif head in ("and", "or", "not"):
        for part in condition[1:]:
            yield from uses(part, negated != (head == "not"))
    else:
        yield head, negated


def changed(effect: Expression) -> set[str]:
    """The predicates that an effect may change."""
    if effect[0] == "and":
        return {name for part in effect[1:] for name in changed(part)}
    if effect[0] in ("when", "forall"):
        return changed(effect[2])
    if effect[0] == "not":
        return changed(effect[1])
    if effect[0] in ("increase", "decrease"):
        return set() if effect[1] == ["total-cost"] else {"="}
    return {str(effect[0])}


class Facts:
    """A state: its atoms, and those of each predicate, but for the static ones."""

    def __init__(self, atoms: frozenset[Atom], task: Task) -> None:
        self.task = task
        self.atoms = set(atoms)
        self.table: dict[str, list[Atom]] = defaultdict(list)
        for atom in atoms - task.static:
            self.table[atom[0]].append(atom)
        self.values = {atom[1:-1]: int(atom[-1]) for atom in atoms if atom[0] == "="} if task.values else {}

    def add(self, atom: Atom) -> None:
        """Add an atom; whoever goes through the table of its predicate meanwhile comes to it, too."""
        if atom not in self.atoms:
            self.atoms.add(atom)
            self.table[atom[0]].append(atom)

    def matching(self, name: str, known: tuple[int, ...], terms: list[str]) -> list[Atom]:
        """The atoms of a predicate with these terms at these positions."""
        if name in self.table:
            return [atom for atom in self.table[name] if all(atom[position] == terms[position] for position in known)]
        if (name, known) not in self.task.indexes:
            index = self.task.indexes[name, known] = defaultdict(list)
            for atom in self.task.static:
                if atom[0] == name:
                    index[tuple(atom[position] for position in known)].append(atom)
        return self.task.indexes[name, known].get(tuple(terms[position] for position in known), [])


def facts_of(state: frozenset[Atom], task: Task) -> Facts:
    """A state with all that is derived from it."""
    facts = Facts(state, task)
    for stratum in task.strata:
        known, recursive = (
            -1,
            {axiom.name for axiom in stratum} & {name for axiom in stratum for name, _ in uses(axiom.condition)},
        )
        while known < 0 or (recursive and known < len(facts.atoms)):
            known = len(facts.atoms)
            for axiom in stratum:
                for binding in bindings(axiom.variables, axiom.condition, {}, facts, task):
                    facts.add((axiom.name, *(binding[name] for name, _ in axiom.parameters)))
    return facts


def literals(effect: Expression, binding: Binding, facts: Facts, task: Task) -> Iterator[tuple[bool, Atom]]:
    """The atoms that an effect makes true or false in a state."""
    if effect[0] == "and":
        for part in effect[1:]:
            yield from literals(part, binding, facts, task)
    elif effect[0] == "when":
        if evaluate(effect[1], binding, facts, task):
            yield from literals(effect[2], binding, facts, task)
    elif effect[0] == "forall":
        assert effect[2][0] == "when"
        for extended in bindings(typed(list(effect[1])), effect[2][1], binding, facts, task):
            yield from literals(effect[2][2], extended, facts, task)
    elif effect[0] in ("increase", "decrease"):
        if effect[1] == ["total-cost"]:
            return
        counter = tuple(ground(term, binding) for term in effect[1])
        before, change = facts.values[counter], value(effect[2], binding, facts)
        yield False, ("=", *counter, str(before))
        yield True, ("=", *counter, str(before + change if effect[0] == "increase" else before - change))
    elif effect[0] == "not":
        yield False, tuple(ground(term, binding) for term in effect[1])
    else:
        yield True, tuple(ground(term, binding) for term in effect)


def conjuncts(expression: Expression) -> list[Expression]:
    return list(expression[1:]) if expression[0] == "and" else [expression]


def evaluate(expression: Expression, binding: Binding, facts: Facts, task: Task) -> bool:
    head = expression[0]
    if head == "and":
        return all(evaluate(part, binding, facts, task) for part in expression[1:])
    if head == "or":
        return any(evaluate(part, binding, facts, task) for part in expression[1:])
    if head == "not":
        return not evaluate(expression[1], binding, facts, task)
    if head == "imply":
        return not evaluate(expression[1], binding, facts, task) or evaluate(expression[2], binding, facts, task)
    if head == "=":
        return ground(expression[1], binding) == ground(expression[2], binding)
    if head in ("<=", ">="):
        left, right = (value(part, binding, facts) for part in expression[1:])
        return left <= right if head == "<=" else left >= right
    if head == "exists":
        return any(True for _ in bindings(typed(list(expression[1])), expression[2], binding, facts, task))
    if head == "forall":  # "for all that ..., this holds", or "this holds for all"
        body = expression[2]
        _, domain, claim = body if body[0] == "imply" else ("imply", NOTHING, body)
        found = bindings(typed(list(expression[1])), domain, binding, facts, task)
        return all(evaluate(claim, extended, facts, task) for extended in found)
    return tuple(ground(part, binding) for part in expression) in facts.atoms


def value(expression: Expression, binding: Binding, facts: Facts) -> int:
    if isinstance(expression, str):
        return int(expression)
    if expression[0] in ("+", "-", "*"):
        left, right = (value(part, binding, facts) for part in expression[1:])
        return left + right if expression[0] == "+" else left - right if expression[0] == "-" else left * right
    return facts.values[tuple(ground(term, binding) for term in expression)]


def ground(term: Expression, binding: Binding) -> str:
    assert isinstance(term, str)
    return binding[term] if term.startswith("?") else term


def joined(variables: list[tuple[str, str]], condition: Expression, task: Task) -> Join:
    """How a condition is looked for: first atoms that leave few variables open, of these what actions change, of which little holds."""
    key = id(condition), tuple(variables)
    if key not in task.joins:
        parts, kinds = conjuncts(condition), {name: set(task.objects[kind]) for name, kind in variables}
        atoms = [list(map(str, part)) for part in parts if part[0] not in LOGIC]
        tests = [part for part in parts if part[0] in LOGIC]
        unknown = set(kinds)

        def testable() -> list[Expression]:
            ready = [part for part in tests if not unknown & set(words(part))]
            tests[:] = [part for part in tests if part not in ready]
            return ready

        join = task.joins[key] = Join(condition, testable(), [])
        while atoms or unknown:
            terms = min(
                atoms,
                key=lambda terms: (len(unknown & {*terms}), terms[0] not in task.fluents),
                default=["", min(unknown, default="")],
            )
            atoms = [other for other in atoms if other is not terms]
            found = [(position, term, kinds[term]) for position, term in enumerate(terms) if term in unknown]
            unknown -= {*terms}
            known = tuple(position for position in range(1, len(terms)) if position not in {one[0] for one in found})
            join.steps.append(Step(terms, known, found, testable()))
    return task.joins[key]


def words(expression: Expression) -> Iterator[str]:
    """Every word of an expression."""
    if isinstance(expression, str):
        yield expression
    else:
        for part in expression:
            yield from words(part)


def bindings(
    variables: list[tuple[str, str]], condition: Expression, binding: Binding, facts: Facts, task: Task
) -> Iterator[Binding]:
    """Every extension of a binding to the variables that makes the condition true."""
    join = joined(variables, condition, task)

    def extend(position: int, extended: Binding) -> Iterator[Binding]:
        if position == len(join.steps):
            yield extended
            return
        step = join.steps[position]
        name, *_ = terms = [extended.get(term, term) for term in step.terms]
        if not step.found:
            ways = [extended] if tuple(terms) in facts.atoms else []
        elif not name:
            ways = [{**extended, term: one} for _, term, objects in step.found for one in sorted(objects)]
        else:
            ways = []
            for atom in facts.matching(name, step.known, terms):
                further = dict(extended)
                for place, term, objects in step.found:
                    if atom[place] not in objects or further.setdefault(term, atom[place]) != atom[place]:
                        break
                else:
                    ways.append(further)
        for further in ways:
            if all(evaluate(part, further, facts, task) for part in step.tests):
                yield from extend(position + 1, further)

    inner = {name for name, _ in variables}
    outside = {name: value for name, value in binding.items() if name not in inner}
    if all(evaluate(part, outside, facts, task) for part in join.tests):
        yield from extend(0, outside)


NOTHING: Expression = ["and"]
LOGIC = {"and", "or", "not", "imply", "forall", "exists", "=", "<=", ">="}


def price(effect: Expression, binding: Binding, task: Task) -> int:
    """How much an effect adds to the total cost."""
    if effect[0] == "and":
        return sum(price(part, binding, task) for part in effect[1:])
    if effect[0] != "increase" or effect[1] != ["total-cost"]:
        return 0
    amount = effect[2]
    return int(amount) if isinstance(amount, str) else task.values[tuple(ground(part, binding) for part in amount)]


def successors(state: frozenset[Atom], task: Task, facts: Facts | None = None) -> Iterator[tuple[int, frozenset[Atom]]]:
    """What follows a state, each with the cost of the action."""
    facts = facts or facts_of(state, task)
    for action in task.actions:
        for binding in bindings(action.parameters, action.precondition, {}, facts, task):
            effects = list(literals(action.effect, binding, facts, task))
            deleted = {atom for becomes, atom in effects if not becomes}
            added = {atom for becomes, atom in effects if becomes}
            assert not {atom for atom in deleted & added if atom[0] != "="}, "planners differ in what holds then"
            yield price(action.effect, binding, task), (state - deleted) | added


def explore(task: Task) -> tuple[dict[frozenset[Atom], set[frozenset[Atom]]], int | None]:
    """Every state within reach with those that follow it, without their static atoms but with what is derived, and the fewest
    actions to the goal."""
    static = frozenset(atom for atom in task.initial if atom[0] not in task.fluents)
    depths = {task.initial: 0}
    queue = [task.initial]
    told: dict[frozenset[Atom], frozenset[Atom]] = {}
    links: dict[frozenset[Atom], set[frozenset[Atom]]] = {}
    goal = None
    for state in queue:
        facts = facts_of(state, task)
        told[state], links[state] = frozenset(facts.atoms - static), set()
        if goal is None and evaluate(task.goal, {}, facts, task):
            goal = depths[state]
        for _, following in successors(state, task, facts):
            links[state].add(following)
            if following not in depths:
                depths[following] = depths[state] + 1
                queue.append(following)
    return {told[state]: {told[following] for following in after} for state, after in links.items()}, goal


def least_cost(task: Task) -> int | None:
    """The least total cost to the goal: relaxed until nothing changes."""
    found = {task.initial: 0}
    queue = [task.initial]
    for state in queue:
        for cost, following in successors(state, task):
            if following not in found or found[state] + cost < found[following]:
                found[following] = found[state] + cost
                queue.append(following)
    return min(
        (cost for state, cost in found.items() if evaluate(task.goal, {}, Facts(state, task), task)), default=None
    )


def is_plan(task: Task, plan: list[Atom]) -> bool:
    """Whether actions, each its name and its arguments, lead one after the other from the start to the goal."""
    schemas = {action.name: action for action in task.actions}
    state = task.initial
    for name, *arguments in plan:
        action = schemas.get(name)
        if action is None or len(arguments) != len(action.parameters):
            return False
        if any(one not in task.objects[kind] for one, (_, kind) in zip(arguments, action.parameters, strict=True)):
            return False
        binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
        facts = facts_of(state, task)
        if not evaluate(action.precondition, binding, facts, task):
            return False
        effects = list(literals(action.effect, binding, facts, task))
        state = (state - {atom for becomes, atom in effects if not becomes}) | {
            atom for becomes, atom in effects if becomes
        }
    return evaluate(task.goal, {}, facts_of(state, task), task)
