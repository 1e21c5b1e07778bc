"""A small interpreter of PDDL, written independently of the program, that explores all states.

It covers STRIPS, ADL, numbers, action costs, and durative actions except their conditions over all: types, constants, and, or, not, imply,
forall, exists, =, when, and functions that are compared, increased, decreased and assigned. A state has the value of (f a) as the atom
(= f a 3). Derived predicates are computed in each state, stratum by stratum. The interpreter does not ground actions: conditions become
searches through the atoms, which are indexed by their known terms.
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
"""the values of variables and constants, by their slots"""
Positions = tuple[int, ...]
Names = dict[str, int]
"""the slots of variables"""
AtomReader = Callable[[Environment], Atom]
ConditionTest = Callable[[Environment, "Facts"], bool]
NumberReader = Callable[[Environment, "Facts"], int]
EffectReader = Callable[[Environment, "Facts"], Iterable[tuple[bool, Atom]]]
CandidateFinder = Callable[[Environment, "Facts"], Iterable[tuple[str, ...]]]
BindingSearch = Callable[[Environment, "Facts"], Iterator[None]]
"""writes one binding after another into the environment"""
EMPTY_CONDITION: Expression = ["and"]
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
LOGIC_WORDS = {"and", "or", "not", "imply", "forall", "exists", *COMPARISONS}


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


def parse_typed_names(items: list[Expression]) -> list[tuple[str, str]]:
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
    """the parameters and further variables to be bound; no name occurs twice"""
    condition: Expression

    def __post_init__(self) -> None:
        assert len({name for name, _ in self.variables}) == len(self.variables)


@dataclass
class Task:
    objects: dict[str, list[str]]
    """the objects of each type"""
    actions: list[Action]
    initial: State
    goal: Expression
    values: dict[Atom, int]
    """the initial value of each function"""
    static: State
    """the initial atoms that no action changes"""
    changing: set[str]
    """the predicates that actions change, and the derived ones"""
    strata: list[list[Axiom]]
    compiled_cache: dict[tuple[str, int, tuple[str, ...]], Any] = field(default_factory=dict)
    """compiled expressions, by the identity of the expression and the known variables"""

    @cached_property
    def index(self) -> AtomIndex:
        """The static atoms, indexed by the terms at some of their positions."""
        return AtomIndex(self.static)

    @cached_property
    def schemas(self) -> list[tuple[Environment, BindingSearch, EffectReader, NumberReader]]:
        """For each action, its precondition, its effects and its contribution to the total cost."""
        return [Compiler(self).compile_action(action) for action in self.actions]

    @cached_property
    def rules(self) -> list[tuple[bool, list[tuple[Environment, BindingSearch, AtomReader]]]]:
        """For each stratum, whether it is recursive, and its axioms as a condition and the derived atom."""
        return [
            (
                bool(
                    {axiom.name for axiom in stratum}
                    & {name for one in stratum for name, _ in find_used_predicates(one.condition)}
                ),
                [Compiler(self).compile_axiom(axiom) for axiom in stratum],
            )
            for stratum in self.strata
        ]

    @cached_property
    def reachable_links(self) -> dict[State, tuple[Facts, list[tuple[int, State]]]]:
        """Every reachable state, the nearest first, with its derived facts and its successors.

        Each successor comes with the cost of its action.
        """
        links: dict[State, tuple[Facts, list[tuple[int, State]]]] = {}
        found, queue = {self.initial}, [self.initial]
        for state in queue:
            facts = derive_facts(state, self)
            links[state] = facts, list(successors(state, self, facts))
            for _, following in links[state][1]:
                if following not in found:
                    found.add(following)
                    queue.append(following)
        return links


def read_task(domain: str, problem: str) -> Task:
    sections = {part[0]: part for part in parse(domain)[1:] if isinstance(part, list)}
    above = dict(parse_typed_names(sections.get(":types", [""])[1:]))
    objects: dict[str, list[str]] = {name: [] for name in ("object", *above, *above.values())}
    facts = {part[0]: part for part in parse(problem)[1:] if isinstance(part, list)}
    for name, kind in parse_typed_names(sections.get(":constants", [""])[1:]) + parse_typed_names(
        facts[":objects"][1:]
    ):
        while kind != "object":
            objects[kind].append(name)
            kind = above.get(kind, "object")
        objects["object"].append(name)
    actions = []
    for part in parse(domain)[1:]:
        if isinstance(part, list) and part[0] == ":action":
            values = dict(zip(part[2::2], part[3::2], strict=True))
            actions.append(
                Action(
                    str(part[1]), parse_typed_names(values[":parameters"]), values[":precondition"], values[":effect"]
                )
            )
        elif isinstance(part, list) and part[0] == ":durative-action":
            actions += split_durative_action(part)
    values = {tuple(map(str, atom[1])): int(str(atom[2])) for atom in facts[":init"][1:] if atom[0] == "="}
    if ("total-cost",) in values:
        assert values["total-cost",] == 0
        assert facts[":metric"] == [":metric", "minimize", ["total-cost"]]
    else:
        assert facts.get(":metric") in (None, [":metric", "minimize", ["total-time"]])
    initial = frozenset(
        ("=", *map(str, atom[1]), str(atom[2])) if atom[0] == "=" else tuple(map(str, atom))
        for atom in facts[":init"][1:]
        if atom[0] != "=" or ("total-cost",) not in values  # the minimized total cost is not part of a state
    )
    axioms = [axiom for part in parse(domain)[1:] if part[0] == ":derived" for axiom in parse_axioms(part)]
    changing = {name for action in actions for name in find_changed_predicates(action.effect)} | {
        axiom.name for axiom in axioms
    }
    static = frozenset(atom for atom in initial if atom[0] not in changing)
    return Task(objects, actions, initial, facts[":goal"][1], values, static, changing, stratify(axioms))


def split_durative_action(part: Expression) -> tuple[Action, Action]:
    """Return the start and the end of a durative action.

    Between them, an atom (running name argument …) holds.
    """
    values = dict(zip(part[2::2], part[3::2], strict=True))
    parameters = parse_typed_names(values[":parameters"])
    running: Expression = ["running", str(part[1]), *(name for name, _ in parameters)]

    def list_timed_parts(key: str, when: str) -> list[Expression]:
        return [timed[2] for timed in values[key][1:] if timed[:2] == ["at", when]]

    return (
        Action(str(part[1]), parameters, ["and", *list_timed_parts(":condition", "start")], ["and", running, *list_timed_parts(":effect", "start")]),
        Action(
            f"{part[1]}-end", parameters, ["and", running, *list_timed_parts(":condition", "end")],
            ["and", ["not", running], *list_timed_parts(":effect", "end")],
        ),
    )  # fmt: skip


def parse_axioms(part: Expression) -> list[Axiom]:
    """Return one axiom for each way in which a derived predicate holds."""
    _, (name, *parameters), condition = part
    return [
        Axiom(str(name), parse_typed_names(parameters), parse_typed_names(parameters) + variables, ["and", *conditions])
        for variables, conditions in find_disjuncts(condition)
    ]


def find_disjuncts(condition: Expression) -> list[tuple[list[tuple[str, str]], list[Expression]]]:
    """Return the disjuncts of a condition: the variables to be bound, and the conditions on them."""
    if condition[0] == "or":
        return [way for part in condition[1:] for way in find_disjuncts(part)]
    if condition[0] == "and":
        return [
            ([variable for found, _ in choice for variable in found], [one for _, parts in choice for one in parts])
            for choice in itertools.product(*map(find_disjuncts, condition[1:]))
        ]
    if condition[0] == "exists":
        return [(parse_typed_names(list(condition[1])) + found, parts) for found, parts in find_disjuncts(condition[2])]
    return [([], [condition])]


def stratify(axioms: list[Axiom]) -> list[list[Axiom]]:
    """Return the axioms by strata, in order of evaluation: negated predicates belong to earlier strata."""
    levels = {axiom.name: 0 for axiom in axioms}
    for _ in range(len(levels) + 1):
        before = dict(levels)
        for axiom in axioms:
            for name, negated in find_used_predicates(axiom.condition):
                if name in levels:
                    levels[axiom.name] = max(levels[axiom.name], levels[name] + negated)
        if levels == before:
            return [[axiom for axiom in axioms if levels[axiom.name] == level] for level in sorted({*levels.values()})]
    raise AssertionError("a derived predicate depends on its own negation")


def find_used_predicates(condition: Expression, negated: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the predicates of a condition, each with whether it is negated."""
    head = str(condition[0])
    if head in ("exists", "forall"):
        yield from find_used_predicates(condition[2], negated)
    elif head == "imply":
        yield from find_used_predicates(condition[1], not negated)
        yield from find_used_predicates(condition[2], negated)
    elif head in ("and", "or", "not"):
        for part in condition[1:]:
            yield from find_used_predicates(part, negated != (head == "not"))
    else:
        yield head, negated


def find_changed_predicates(effect: Expression) -> set[str]:
    """Return the predicates that an effect may change."""
    if effect[0] == "and":
        return {name for part in effect[1:] for name in find_changed_predicates(part)}
    if effect[0] in ("when", "forall"):
        return find_changed_predicates(effect[2])
    if effect[0] == "not":
        return find_changed_predicates(effect[1])
    if effect[0] in ("increase", "decrease", "assign"):
        return set() if effect[1] == ["total-cost"] else {"="}
    return {str(effect[0])}


class AtomIndex:
    """An index of atoms by their predicate and the terms at some of their positions."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms: dict[str, list[Atom]] = defaultdict(list)
        for atom in atoms:
            self.atoms[atom[0]].append(atom)
        self.tables: dict[tuple[str, Positions], dict[Any, list[Atom]]] = {}

    def table_by_positions(self, key: tuple[str, Positions]) -> dict[Any, list[Atom]]:
        """Return the atoms of a predicate, keyed by their terms at the positions.

        The keys are those that `make_term_getter` returns.
        """
        if key not in self.tables:
            name, positions = key
            table = self.tables[key] = defaultdict(list)
            part = make_term_getter(positions)
            for atom in self.atoms[name]:
                table[part(atom)].append(atom)
        return self.tables[key]

    def add(self, atom: Atom) -> None:
        """Add an atom. An iteration over atoms of its predicate that is in progress may or may not see it."""
        self.atoms[atom[0]].append(atom)
        for (name, positions), table in self.tables.items():
            if name == atom[0]:
                table[make_term_getter(positions)(atom)].append(atom)


class Facts:
    """The non-static facts of a state."""

    def __init__(self, atoms: State, task: Task) -> None:
        self.atoms = set(atoms - task.static)
        self.index = AtomIndex(self.atoms)
        numeric = "=" in task.changing
        self.values = {atom[1:-1]: int(atom[-1]) for atom in self.index.atoms["="]} if numeric else task.values


def derive_facts(state: State, task: Task) -> Facts:
    """Return a state with all derived facts."""
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


def list_conjuncts(expression: Expression) -> list[Expression]:
    """Return the conjuncts of a condition, including nested ones."""
    return [one for part in expression[1:] for one in list_conjuncts(part)] if expression[0] == "and" else [expression]


def make_term_getter(places: Positions) -> Callable[[Sequence[str]], Any]:
    """Return a function that returns the terms at these positions.

    Its result is a tuple, or the term itself for one position.
    """
    return itemgetter(*places) if places else lambda _: ()


class Compiler:
    """A compiler from conditions and effects to functions of an environment and the facts.

    The environment is a list in which variables and constants have slots. A search writes the value of a variable into its slot, where the
    following conditions read it.
    """

    def __init__(self, task: Task, known: Iterable[str] = ()) -> None:
        self.task = task
        self.environment: Environment = []
        """the constants in their slots"""
        self.constants: dict[str, int] = {}
        self.known = {name: self.add_place() for name in known}
        """the slots of the given variables"""

    def add_place(self, content: str = "") -> int:
        """Add a slot and return its number."""
        self.environment.append(content)
        return len(self.environment) - 1

    def find_place(self, term: Expression, names: Names) -> int:
        assert isinstance(term, str)
        if term.startswith("?"):
            return names[term]
        if term not in self.constants:
            self.constants[term] = self.add_place(term)
        return self.constants[term]

    def compile_atom(self, terms: Expression, names: Names) -> AtomReader:
        places = tuple(self.find_place(term, names) for term in terms)
        if len(places) == 1:
            alone: Atom = (self.environment[places[0]],)
            return lambda _: alone
        return itemgetter(*places)

    def compile_action(self, action: Action) -> tuple[Environment, BindingSearch, EffectReader, NumberReader]:
        names, search = self.search(action.parameters, action.precondition, {})
        return self.environment, search, self.change(action.effect, names), self.price(action.effect, names)

    def compile_axiom(self, axiom: Axiom) -> tuple[Environment, BindingSearch, AtomReader]:
        names, search = self.search(axiom.variables, axiom.condition, {})
        return self.environment, search, self.compile_atom([axiom.name, *(name for name, _ in axiom.parameters)], names)

    def condition(self, expression: Expression, names: Names) -> ConditionTest:
        """Compile a condition to a test of the current bindings."""
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
            one, other = (self.find_place(term, names) for term in expression[1:])
            return lambda environment, facts: environment[one] == environment[other]
        if head in COMPARISONS:
            left, right = (self.value(part, names) for part in expression[1:])
            compare = COMPARISONS[str(head)]
            return lambda environment, facts: compare(left(environment, facts), right(environment, facts))
        if head == "exists":
            _, search = self.search(parse_typed_names(list(expression[1])), expression[2], names)
            return lambda environment, facts: any(True for _ in search(environment, facts))
        if head == "forall":  # "for all that ..., this holds", or "this holds for all"
            body = expression[2]
            _, domain, claim = body if body[0] == "imply" else ("imply", EMPTY_CONDITION, body)
            inner, search = self.search(parse_typed_names(list(expression[1])), domain, names)
            claimed = self.condition(claim, inner)
            return lambda environment, facts: all(claimed(environment, facts) for _ in search(environment, facts))
        atom, static = self.compile_atom(expression, names), self.task.static
        if head in self.task.changing:
            return lambda environment, facts: atom(environment) in facts.atoms
        return lambda environment, facts: atom(environment) in static

    def value(self, expression: Expression, names: Names) -> NumberReader:
        if isinstance(expression, str):
            number = int(expression)
            return lambda environment, facts: number
        if expression[0] in ("+", "-", "*"):
            left, right = (self.value(part, names) for part in expression[1:])
            compute = {"+": operator.add, "-": operator.sub, "*": operator.mul}[str(expression[0])]
            return lambda environment, facts: int(compute(left(environment, facts), right(environment, facts)))
        function = self.compile_atom(expression, names)
        return lambda environment, facts: facts.values[function(environment)]

    def change(self, effect: Expression, names: Names) -> EffectReader:
        """Compile an effect to a function that returns the atoms that it makes true or false."""
        head = effect[0]
        if head == "and":
            parts = [self.change(part, names) for part in effect[1:]]
            return lambda environment, facts: (one for part in parts for one in part(environment, facts))
        if head == "when":
            given, then = self.condition(effect[1], names), self.change(effect[2], names)
            return lambda environment, facts: then(environment, facts) if given(environment, facts) else ()
        if head == "forall":
            _, given, then = effect[2] if effect[2][0] == "when" else ("when", EMPTY_CONDITION, effect[2])
            inner, search = self.search(parse_typed_names(list(effect[1])), given, names)
            each = self.change(then, inner)
            return lambda environment, facts: (
                one for _ in search(environment, facts) for one in each(environment, facts)
            )
        if head in ("increase", "decrease", "assign"):
            if effect[1] == ["total-cost"]:
                return lambda environment, facts: ()
            counter, amount = self.compile_atom(effect[1], names), self.value(effect[2], names)
            change = {"increase": operator.add, "decrease": operator.sub, "assign": lambda before, after: after}[head]

            def change_function(environment: Environment, facts: Facts) -> Iterator[tuple[bool, Atom]]:
                before = facts.values[counter(environment)]
                yield False, ("=", *counter(environment), str(before))
                yield True, ("=", *counter(environment), str(change(before, amount(environment, facts))))

            return change_function
        becomes = head != "not"
        atom = self.compile_atom(effect if becomes else effect[1], names)
        return lambda environment, facts: ((becomes, atom(environment)),)

    def price(self, effect: Expression, names: Names) -> NumberReader:
        """Compile an effect to a function that returns its contribution to the total cost."""
        found = [part[2] for part in list_conjuncts(effect) if part[:2] == ["increase", ["total-cost"]]]
        amounts = [self.value(amount, names) for amount in found]
        return lambda environment, facts: sum(amount(environment, facts) for amount in amounts)

    def search(
        self, variables: list[tuple[str, str]], condition: Expression, names: Names
    ) -> tuple[Names, BindingSearch]:
        """Compile a search for all bindings of the variables that satisfy a condition.

        Also return the slots of all names that are known afterwards.

        The search first takes atoms with few unbound variables, and of these the atoms that actions change, since few of them hold. Type predicates
        are tested rather than searched, as types are.
        """

        def is_type_atom(atom: Expression) -> bool:
            return len(atom) == 2 and atom[0] not in self.task.changing

        names = {name: place for name, place in names.items() if name not in dict(variables)}
        kinds = {name: frozenset(self.task.objects[kind]) for name, kind in variables}
        parts = list_conjuncts(condition)

        def take_ready_tests() -> list[ConditionTest]:
            """Return the tests whose variables have just become known."""
            ready = [part for part in parts if not (kinds.keys() - names) & {*list_words(part)}]
            parts[:] = [part for part in parts if part not in ready]
            return [self.condition(part, names) for part in ready]

        steps: list[tuple[CandidateFinder, tuple[tuple[int, int, frozenset[str]], ...], list[ConditionTest]]] = []
        first = take_ready_tests()
        while unknown := kinds.keys() - names:
            atom = min(
                (part for part in parts if part[0] not in LOGIC_WORDS),
                key=lambda part: (is_type_atom(part), len(unknown & {*part}), part[0] not in self.task.changing),
                default=[min(unknown)],
            )
            parts = [part for part in parts if part is not atom]
            found, repeated = [], []
            for position, term in enumerate(atom):
                if term in unknown:
                    place = self.add_place()
                    found.append((position, place, kinds[term]))
                    if names.setdefault(term, place) != place:
                        repeated.append(["=", term, f"{term} {place}"])
                        names[f"{term} {place}"] = place
            candidates = self.compile_candidates(atom, {position for position, *_ in found}, kinds, names)
            steps.append(
                (candidates, tuple(found), [self.condition(one, names) for one in repeated] + take_ready_tests())
            )
        search = end_search
        for step in reversed(steps):
            search = chain_search(*step, search)
        return names, chain_search(lambda environment, facts: [()], (), first, search) if first else search

    def compile_candidates(
        self, atom: Expression, open_positions: set[int], kinds: dict[str, frozenset[str]], names: Names
    ) -> CandidateFinder:
        """Compile the lookup of the atoms that may match an atom with variables.

        For a single variable, look up the objects of its type.
        """
        if str(atom[0]).startswith("?"):
            objects = [(one,) for one in sorted(kinds[str(atom[0])])]
            return lambda environment, facts: objects
        positions = tuple(one for one in range(1, len(atom)) if one not in open_positions)
        known = make_term_getter(tuple(self.find_place(atom[position], names) for position in positions))
        key = str(atom[0]), positions
        if atom[0] not in self.task.changing:
            table = self.task.index.table_by_positions(key)
            return lambda environment, facts: table.get(known(environment), ())

        def find_changing_atoms(environment: Environment, facts: Facts) -> Iterable[Atom]:
            table = facts.index.tables.get(key)
            return (facts.index.table_by_positions(key) if table is None else table).get(known(environment), ())

        return find_changing_atoms


def end_search(environment: Environment, facts: Facts) -> Iterator[None]:
    """End a search: the environment has a complete binding."""
    yield


def chain_search(
    candidates: CandidateFinder,
    found: tuple[tuple[int, int, frozenset[str]], ...],
    tests: list[ConditionTest],
    then: BindingSearch,
) -> BindingSearch:
    """Return a search that writes the terms of each candidate into their slots.

    The search continues with `then` where the tests hold.
    """

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
                    if then is end_search:
                        yield
                    else:
                        yield from then(environment, facts)

    return search


def list_words(expression: Expression) -> Iterator[str]:
    """Yield every word of an expression."""
    if isinstance(expression, str):
        yield expression
    else:
        for part in expression:
            yield from list_words(part)


def compile_expression(
    kind: str, expression: Expression, binding: Binding, task: Task, *more: Any
) -> tuple[Environment, Any]:
    """Compile an expression by the compiler's method `kind`; also return an environment with the binding."""
    key = kind, id(expression), tuple(binding)
    if key not in task.compiled_cache:
        compiler = Compiler(task, binding)
        made = getattr(compiler, kind)(*more, expression, compiler.known)
        task.compiled_cache[key] = expression, compiler.environment, made
    _, environment, made = task.compiled_cache[key]
    return [*binding.values(), *environment[len(binding) :]], made


def evaluate(condition: Expression, binding: Binding, facts: Facts, task: Task) -> bool:
    """Return whether a condition holds."""
    environment, test = compile_expression("condition", condition, binding, task)
    return bool(test(environment, facts))


def find_effect_literals(effect: Expression, binding: Binding, facts: Facts, task: Task) -> list[tuple[bool, Atom]]:
    """Return the atoms that an effect makes true or false in a state."""
    environment, change = compile_expression("change", effect, binding, task)
    return list(change(environment, facts))


def evaluate_number(expression: Expression, binding: Binding, facts: Facts, task: Task) -> int:
    environment, amount = compile_expression("value", expression, binding, task)
    return int(amount(environment, facts))


def compute_price(effect: Expression, binding: Binding, facts: Facts, task: Task) -> int:
    """Return the contribution of an effect to the total cost."""
    environment, amount = compile_expression("price", effect, binding, task)
    return int(amount(environment, facts))


def find_bindings(
    variables: list[tuple[str, str]], condition: Expression, facts: Facts, task: Task
) -> Iterator[Binding]:
    """Yield every binding of the variables that satisfies a condition."""
    environment, (names, search) = compile_expression("search", condition, {}, task, variables)
    for _ in search(environment, facts):
        yield {name: environment[names[name]] for name, _ in variables}


def successors(state: State, task: Task, facts: Facts | None = None) -> Iterator[tuple[int, State]]:
    """Yield the successors of a state, each with the cost of the action."""
    facts = facts or derive_facts(state, task)
    for start, search, change, price in task.schemas:
        environment = [*start]
        for _ in search(environment, facts):
            yield price(environment, facts), apply_literals(list(change(environment, facts)), state)


def apply_literals(effects: list[tuple[bool, Atom]], state: State) -> State:
    """Return the state after effects."""
    deleted = {atom for becomes, atom in effects if not becomes}
    added = {atom for becomes, atom in effects if becomes}
    assert not {atom for atom in deleted & added if atom[0] != "="}, "planners differ in what holds then"
    numbers = [atom[:-1] for becomes, atom in effects if becomes and atom[0] == "="]
    assert len({*numbers}) == len(numbers), "one function is changed twice"
    return (state - deleted) | added


def explore(task: Task) -> tuple[dict[State, set[State]], int | None]:
    """Return every reachable state with its successors, and the fewest actions to the goal.

    The states have no static atoms, but all derived ones.
    """
    told = {state: frozenset(facts.atoms) for state, (facts, _) in task.reachable_links.items()}
    depths, goals = {task.initial: 0}, []
    for state, (facts, links) in task.reachable_links.items():
        for _, following in links:
            depths.setdefault(following, depths[state] + 1)
        if evaluate(task.goal, {}, facts, task):
            goals.append(depths[state])
    states = {
        told[state]: {told[following] for _, following in links} for state, (_, links) in task.reachable_links.items()
    }
    return states, min(goals, default=None)


def least_cost(task: Task) -> int | None:
    """Return the least total cost to the goal; the method relaxes all edges until nothing changes."""
    found = {task.initial: 0}
    queue = [task.initial]
    for state in queue:
        for cost, following in task.reachable_links[state][1]:
            if following not in found or found[state] + cost < found[following]:
                found[following] = found[state] + cost
                queue.append(following)
    goals = (state for state, (facts, _) in task.reachable_links.items() if evaluate(task.goal, {}, facts, task))
    return min((found[state] for state in goals), default=None)


def is_plan(task: Task, plan: list[Atom]) -> bool:
    """Return whether a sequence of actions, each a name with arguments, leads from the start to the goal."""
    schemas = {action.name: action for action in task.actions}
    state = task.initial
    for name, *arguments in plan:
        action = schemas.get(name)
        if action is None or len(arguments) != len(action.parameters):
            return False
        if any(one not in task.objects[kind] for one, (_, kind) in zip(arguments, action.parameters, strict=True)):
            return False
        binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
        facts = derive_facts(state, task)
        if not evaluate(action.precondition, binding, facts, task):
            return False
        state = apply_literals(find_effect_literals(action.effect, binding, facts, task), state)
    return evaluate(task.goal, {}, derive_facts(state, task), task)
