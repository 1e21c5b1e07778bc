"""A small interpreter of PDDL, written apart from the program: reads the text, explores what it reaches.

STRIPS, ADL, numbers, action costs, and durative actions but for what must hold over all of them:
types, constants, and, or, not, imply, forall, exists, =, when, functions that are compared,
increased, decreased and assigned; a state has the value of (f a) as the atom (= f a 3). Derived predicates are worked out
in each state, stratum by stratum. Nothing is grounded: conditions become searches through the atoms, which are looked up by what is known of them.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Any

Expression = str | list["Expression"]
Atom = tuple[str, ...]
State = frozenset[Atom]
Binding = dict[str, str]
Environment = list[str]
"""what variables and constants stand for, at their places"""
Positions = tuple[int, ...]
Names = dict[str, int]
"""the places of variables"""
Reading = Callable[[Environment], Atom]
Test = Callable[[Environment, "Facts"], bool]
Amount = Callable[[Environment, "Facts"], int]
Change = Callable[[Environment, "Facts"], Iterable[tuple[bool, Atom]]]
Candidates = Callable[[Environment, "Facts"], Iterable[tuple[str, ...]]]
Search = Callable[[Environment, "Facts"], Iterator[None]]
"""finds one thing after another, each of which is then in the environment"""
NOTHING: Expression = ["and"]
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
LOGIC = {"and", "or", "not", "imply", "forall", "exists", *COMPARISONS}


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
class Task:
    objects: dict[str, list[str]]
    """each type's objects"""
    actions: list[Action]
    initial: State
    goal: Expression
    values: dict[Atom, int]
    """what each function is at the start"""
    static: State
    """the atoms of the start that nothing changes"""
    changing: set[str]
    """the predicates of which actions change something, or which are derived"""
    strata: list[list[Axiom]]
    compiled: dict[tuple[str, int, tuple[str, ...]], Any] = field(default_factory=dict)
    """what has been compiled, by the identity of the expression and the variables that are known"""

    @cached_property
    def index(self) -> Index:
        """The static atoms by what stands at some positions of their terms."""
        return Index(self.static)

    @cached_property
    def schemas(self) -> list[tuple[Environment, Search, Change, Amount]]:
        """Each action: what makes it applicable, what it changes, what it adds to the total cost."""
        return [Compiler(self).action(action) for action in self.actions]

    @cached_property
    def rules(self) -> list[tuple[bool, list[tuple[Environment, Search, Reading]]]]:
        """Each stratum's axioms, as what makes them hold and the atom that is derived; with whether the stratum is recursive."""
        return [
            (
                bool({axiom.name for axiom in stratum} & {name for one in stratum for name, _ in uses(one.condition)}),
                [Compiler(self).axiom(axiom) for axiom in stratum],
            )
            for stratum in self.strata
        ]

    @cached_property
    def links(self) -> dict[State, tuple[Facts, list[tuple[int, State]]]]:
        """Every state within reach, the nearest first: with what is derived, and what follows it with the cost of the action."""
        links: dict[State, tuple[Facts, list[tuple[int, State]]]] = {}
        found, queue = {self.initial}, [self.initial]
        for state in queue:
            facts = facts_of(state, self)
            links[state] = facts, list(successors(state, self, facts))
            for _, following in links[state][1]:
                if following not in found:
                    found.add(following)
                    queue.append(following)
        return links


def read(domain: str, problem: str) -> Task:
    sections = {part[0]: part for part in parse(domain)[1:] if isinstance(part, list)}
    above = dict(typed(sections.get(":types", [""])[1:]))
    objects: dict[str, list[str]] = {name: [] for name in ("object", *above, *above.values())}
    facts = {part[0]: part for part in parse(problem)[1:] if isinstance(part, list)}
    for name, kind in typed(sections.get(":constants", [""])[1:]) + typed(facts[":objects"][1:]):
        while kind != "object":
            objects[kind].append(name)
            kind = above.get(kind, "object")
        objects["object"].append(name)
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
        if atom[0] != "=" or ("total-cost",) not in values  # what is minimized is no part of a state
    )
    axioms = [axiom for part in parse(domain)[1:] if part[0] == ":derived" for axiom in axioms_of(part)]
    changing = {name for action in actions for name in changed(action.effect)} | {axiom.name for axiom in axioms}
    static = frozenset(atom for atom in initial if atom[0] not in changing)
    return Task(objects, actions, initial, facts[":goal"][1], values, static, changing, strata(axioms))


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
    if effect[0] in ("increase", "decrease", "assign"):
        return set() if effect[1] == ["total-cost"] else {"="}
    return {str(effect[0])}


class Index:
    """Atoms by their predicate and what stands at some positions of their terms."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms: dict[str, list[Atom]] = defaultdict(list)
        for atom in atoms:
            self.atoms[atom[0]].append(atom)
        self.tables: dict[tuple[str, Positions], dict[Any, list[Atom]]] = {}

    def by(self, key: tuple[str, Positions]) -> dict[Any, list[Atom]]:
        """The atoms of a predicate by what stands at the positions, as `reading` gives it."""
        if key not in self.tables:
            name, positions = key
            table = self.tables[key] = defaultdict(list)
            part = reading(positions)
            for atom in self.atoms[name]:
                table[part(atom)].append(atom)
        return self.tables[key]

    def add(self, atom: Atom) -> None:
        """Add an atom; whoever goes through some of its predicate meanwhile may come to it, too."""
        self.atoms[atom[0]].append(atom)
        for (name, positions), table in self.tables.items():
            if name == atom[0]:
                table[reading(positions)(atom)].append(atom)


class Facts:
    """A state: what holds in it, but for the static atoms."""

    def __init__(self, atoms: State, task: Task) -> None:
        self.atoms = set(atoms - task.static)
        self.index = Index(self.atoms)
        numeric = "=" in task.changing
        self.values = {atom[1:-1]: int(atom[-1]) for atom in self.index.atoms["="]} if numeric else task.values


def facts_of(state: State, task: Task) -> Facts:
    """A state with all that is derived from it."""
    facts = Facts(state, task)
    for recursive, axioms in task.rules:
        known = -1
        while known < 0 or (recursive and known < len(facts.atoms)):
            known = len(facts.atoms)
            for start, search, derived in axioms:
                environment = [*start]
                for _ in search(environment, facts):
                    if (atom := derived(environment)) not in facts.atoms:
                        facts.atoms.add(atom)
                        facts.index.add(atom)
    return facts


def conjuncts(expression: Expression) -> list[Expression]:
    """The parts of a conjunction, of one within another as well."""
    return [one for part in expression[1:] for one in conjuncts(part)] if expression[0] == "and" else [expression]


def reading(places: Positions) -> Callable[[Sequence[str]], Any]:
    """What stands at these places: a tuple, but of one place, what stands there."""
    return itemgetter(*places) if places else lambda _: ()


class Compiler:
    """Conditions and effects as functions of an environment, a list in which variables and constants have their places, and of the facts.

    What is found for a variable is put in its place, and read from there by what is asked next.
    """

    def __init__(self, task: Task, known: Iterable[str] = ()) -> None:
        self.task = task
        self.environment: Environment = []
        """the constants at their places"""
        self.constants: dict[str, int] = {}
        self.known = {name: self.place() for name in known}
        """the places of the variables that are given"""

    def place(self, content: str = "") -> int:
        """One more place."""
        self.environment.append(content)
        return len(self.environment) - 1

    def place_of(self, term: Expression, names: Names) -> int:
        assert isinstance(term, str)
        if term.startswith("?"):
            return names[term]
        if term not in self.constants:
            self.constants[term] = self.place(term)
        return self.constants[term]

    def atom(self, terms: Expression, names: Names) -> Reading:
        places = tuple(self.place_of(term, names) for term in terms)
        if len(places) == 1:
            alone: Atom = (self.environment[places[0]],)
            return lambda _: alone
        return itemgetter(*places)

    def action(self, action: Action) -> tuple[Environment, Search, Change, Amount]:
        names, search = self.search(action.parameters, action.precondition, {})
        return self.environment, search, self.change(action.effect, names), self.price(action.effect, names)

    def axiom(self, axiom: Axiom) -> tuple[Environment, Search, Reading]:
        names, search = self.search(axiom.variables, axiom.condition, {})
        return self.environment, search, self.atom([axiom.name, *(name for name, _ in axiom.parameters)], names)

    def condition(self, expression: Expression, names: Names) -> Test:
        """Whether a condition holds of what has been found."""
        head = expression[0]
        if head in ("and", "or"):
            tests = [self.condition(part, names) for part in expression[1:]]
            if head == "and":
                return lambda environment, facts: all(test(environment, facts) for test in tests)
            return lambda environment, facts: any(test(environment, facts) for test in tests)
        if head == "not":
            denied = self.condition(expression[1], names)
            return lambda environment, facts: not denied(environment, facts)
        if head == "imply":
            given, then = (self.condition(part, names) for part in expression[1:])
            return lambda environment, facts: not given(environment, facts) or then(environment, facts)
        if head == "=" and not {*map(type, expression[1:])} & {list} and not str(expression[2]).isdecimal():
            one, other = (self.place_of(term, names) for term in expression[1:])
            return lambda environment, facts: environment[one] == environment[other]
        if head in COMPARISONS:
            left, right = (self.value(part, names) for part in expression[1:])
            compare = COMPARISONS[str(head)]
            return lambda environment, facts: compare(left(environment, facts), right(environment, facts))
        if head == "exists":
            _, search = self.search(typed(list(expression[1])), expression[2], names)
            return lambda environment, facts: any(True for _ in search(environment, facts))
        if head == "forall":  # "for all that ..., this holds", or "this holds for all"
            body = expression[2]
            _, domain, claim = body if body[0] == "imply" else ("imply", NOTHING, body)
            inner, search = self.search(typed(list(expression[1])), domain, names)
            claimed = self.condition(claim, inner)
            return lambda environment, facts: all(claimed(environment, facts) for _ in search(environment, facts))
        atom, static = self.atom(expression, names), self.task.static
        if head in self.task.changing:
            return lambda environment, facts: atom(environment) in facts.atoms
        return lambda environment, facts: atom(environment) in static

    def value(self, expression: Expression, names: Names) -> Amount:
        if isinstance(expression, str):
            number = int(expression)
            return lambda environment, facts: number
        if expression[0] in ("+", "-", "*"):
            left, right = (self.value(part, names) for part in expression[1:])
            compute = {"+": operator.add, "-": operator.sub, "*": operator.mul}[str(expression[0])]
            return lambda environment, facts: int(compute(left(environment, facts), right(environment, facts)))
        function = self.atom(expression, names)
        return lambda environment, facts: facts.values[function(environment)]

    def change(self, effect: Expression, names: Names) -> Change:
        """The atoms that an effect makes true or false in a state."""
        head = effect[0]
        if head == "and":
            parts = [self.change(part, names) for part in effect[1:]]
            return lambda environment, facts: (one for part in parts for one in part(environment, facts))
        if head == "when":
            given, then = self.condition(effect[1], names), self.change(effect[2], names)
            return lambda environment, facts: then(environment, facts) if given(environment, facts) else ()
        if head == "forall":
            _, given, then = effect[2] if effect[2][0] == "when" else ("when", NOTHING, effect[2])
            inner, search = self.search(typed(list(effect[1])), given, names)
            each = self.change(then, inner)
            return lambda environment, facts: (
                one for _ in search(environment, facts) for one in each(environment, facts)
            )
        if head in ("increase", "decrease", "assign"):
            if effect[1] == ["total-cost"]:
                return lambda environment, facts: ()
            counter, amount = self.atom(effect[1], names), self.value(effect[2], names)
            change = {"increase": operator.add, "decrease": operator.sub, "assign": lambda before, after: after}[head]

            def count(environment: Environment, facts: Facts) -> Iterator[tuple[bool, Atom]]:
                before = facts.values[counter(environment)]
                yield False, ("=", *counter(environment), str(before))
                yield True, ("=", *counter(environment), str(change(before, amount(environment, facts))))

            return count
        becomes = head != "not"
        atom = self.atom(effect if becomes else effect[1], names)
        return lambda environment, facts: ((becomes, atom(environment)),)

    def price(self, effect: Expression, names: Names) -> Amount:
        """How much an effect adds to the total cost."""
        found = [part[2] for part in conjuncts(effect) if part[:2] == ["increase", ["total-cost"]]]
        amounts = [self.value(amount, names) for amount in found]
        return lambda environment, facts: sum(amount(environment, facts) for amount in amounts)

    def search(self, variables: list[tuple[str, str]], condition: Expression, names: Names) -> tuple[Names, Search]:
        """Every way to choose the variables that makes a condition true; with the places of all names that are known then.

        First come atoms that leave few variables open, of these what actions change, of which little holds. What says the kind of an object is
        tested rather than searched, as types are.
        """

        def is_kind(atom: Expression) -> bool:
            return len(atom) == 2 and atom[0] not in self.task.changing

        names = {name: place for name, place in names.items() if name not in dict(variables)}
        kinds = {name: frozenset(self.task.objects[kind]) for name, kind in variables}
        parts = conjuncts(condition)

        def tests() -> list[Test]:
            """What can be tested by now and could not before."""
            ready = [part for part in parts if not (kinds.keys() - names) & {*words(part)}]
            parts[:] = [part for part in parts if part not in ready]
            return [self.condition(part, names) for part in ready]

        steps: list[tuple[Candidates, tuple[tuple[int, int, frozenset[str]], ...], list[Test]]] = []
        first = tests()
        while unknown := kinds.keys() - names:
            atom = min(
                (part for part in parts if part[0] not in LOGIC),
                key=lambda part: (is_kind(part), len(unknown & {*part}), part[0] not in self.task.changing),
                default=[min(unknown)],
            )
            parts = [part for part in parts if part is not atom]
            found, repeated = [], []
            for position, term in enumerate(atom):
                if term in unknown:
                    place = self.place()
                    found.append((position, place, kinds[term]))
                    if names.setdefault(term, place) != place:
                        repeated.append(["=", term, f"{term} {place}"])
                        names[f"{term} {place}"] = place
            candidates = self.candidates(atom, {position for position, *_ in found}, kinds, names)
            steps.append((candidates, tuple(found), [self.condition(one, names) for one in repeated] + tests()))
        search = ended
        for step in reversed(steps):
            search = chained(*step, search)
        return names, chained(lambda environment, facts: [()], (), first, search) if first else search

    def candidates(
        self, atom: Expression, open_positions: set[int], kinds: dict[str, frozenset[str]], names: Names
    ) -> Candidates:
        """The atoms that an atom with variables may be, by what is known of it; of a variable alone, the objects of its type."""
        if str(atom[0]).startswith("?"):
            objects = [(one,) for one in sorted(kinds[str(atom[0])])]
            return lambda environment, facts: objects
        positions = tuple(one for one in range(1, len(atom)) if one not in open_positions)
        known = reading(tuple(self.place_of(atom[position], names) for position in positions))
        key = str(atom[0]), positions
        if atom[0] not in self.task.changing:
            table = self.task.index.by(key)
            return lambda environment, facts: table.get(known(environment), ())

        def changing(environment: Environment, facts: Facts) -> Iterable[Atom]:
            table = facts.index.tables.get(key)
            return (facts.index.by(key) if table is None else table).get(known(environment), ())

        return changing


def ended(environment: Environment, facts: Facts) -> Iterator[None]:
    """The end of a search: what is in the environment is found."""
    yield


def chained(
    candidates: Candidates, found: tuple[tuple[int, int, frozenset[str]], ...], tests: list[Test], then: Search
) -> Search:
    """A search that puts what is found of each candidate in its place, and goes on where the tests hold."""

    def search(environment: Environment, facts: Facts) -> Iterator[None]:
        for atom in candidates(environment, facts):
            for position, place, objects in found:
                if atom[position] not in objects:
                    break
                environment[place] = atom[position]
            else:
                for test in tests:
                    if not test(environment, facts):
                        break
                else:
                    if then is ended:
                        yield
                    else:
                        yield from then(environment, facts)

    return search


def words(expression: Expression) -> Iterator[str]:
    """Every word of an expression."""
    if isinstance(expression, str):
        yield expression
    else:
        for part in expression:
            yield from words(part)


def compiled(kind: str, expression: Expression, binding: Binding, task: Task, *more: Any) -> tuple[Environment, Any]:
    """What the compiler's method of this name makes of an expression, with an environment that has the binding."""
    key = kind, id(expression), tuple(binding)
    if key not in task.compiled:
        compiler = Compiler(task, binding)
        made = getattr(compiler, kind)(*more, expression, compiler.known)
        task.compiled[key] = expression, compiler.environment, made
    _, environment, made = task.compiled[key]
    return [*binding.values(), *environment[len(binding) :]], made


def evaluate(condition: Expression, binding: Binding, facts: Facts, task: Task) -> bool:
    """Whether a condition holds."""
    environment, test = compiled("condition", condition, binding, task)
    return bool(test(environment, facts))


def literals(effect: Expression, binding: Binding, facts: Facts, task: Task) -> list[tuple[bool, Atom]]:
    """The atoms that an effect makes true or false in a state."""
    environment, change = compiled("change", effect, binding, task)
    return list(change(environment, facts))


def value(expression: Expression, binding: Binding, facts: Facts, task: Task) -> int:
    environment, amount = compiled("value", expression, binding, task)
    return int(amount(environment, facts))


def price(effect: Expression, binding: Binding, facts: Facts, task: Task) -> int:
    """How much an effect adds to the total cost."""
    environment, amount = compiled("price", effect, binding, task)
    return int(amount(environment, facts))


def bindings(variables: list[tuple[str, str]], condition: Expression, facts: Facts, task: Task) -> Iterator[Binding]:
    """Every choice of the variables that makes a condition true."""
    environment, (names, search) = compiled("search", condition, {}, task, variables)
    for _ in search(environment, facts):
        yield {name: environment[names[name]] for name, _ in variables}


def successors(state: State, task: Task, facts: Facts | None = None) -> Iterator[tuple[int, State]]:
    """What follows a state, each with the cost of the action."""
    facts = facts or facts_of(state, task)
    for start, search, change, price in task.schemas:
        environment = [*start]
        for _ in search(environment, facts):
            yield price(environment, facts), changed_by(list(change(environment, facts)), state)


def changed_by(effects: list[tuple[bool, Atom]], state: State) -> State:
    """A state after effects."""
    deleted = {atom for becomes, atom in effects if not becomes}
    added = {atom for becomes, atom in effects if becomes}
    assert not {atom for atom in deleted & added if atom[0] != "="}, "planners differ in what holds then"
    numbers = [atom[:-1] for becomes, atom in effects if becomes and atom[0] == "="]
    assert len({*numbers}) == len(numbers), "one function is changed twice"
    return (state - deleted) | added


def explore(task: Task) -> tuple[dict[State, set[State]], int | None]:
    """Every state within reach with those that follow it, without their static atoms but with what is derived, and the fewest
    actions to the goal."""
    told = {state: frozenset(facts.atoms) for state, (facts, _) in task.links.items()}
    depths, goals = {task.initial: 0}, []
    for state, (facts, links) in task.links.items():
        for _, following in links:
            depths.setdefault(following, depths[state] + 1)
        if evaluate(task.goal, {}, facts, task):
            goals.append(depths[state])
    states = {told[state]: {told[following] for _, following in links} for state, (_, links) in task.links.items()}
    return states, min(goals, default=None)


def least_cost(task: Task) -> int | None:
    """The least total cost to the goal: relaxed until nothing changes."""
    found = {task.initial: 0}
    queue = [task.initial]
    for state in queue:
        for cost, following in task.links[state][1]:
            if following not in found or found[state] + cost < found[following]:
                found[following] = found[state] + cost
                queue.append(following)
    goals = (state for state, (facts, _) in task.links.items() if evaluate(task.goal, {}, facts, task))
    return min((found[state] for state in goals), default=None)


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
        state = changed_by(literals(action.effect, binding, facts, task), state)
    return evaluate(task.goal, {}, facts_of(state, task), task)
