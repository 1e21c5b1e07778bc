"""A small interpreter of PDDL, written apart from the program: reads the text, explores what it reaches.

STRIPS and ADL without conditional effects: types, constants, and, or, not, imply, forall, exists, =. Grounding joins
static atoms first, so that actions with many parameters stay small.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
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
    adds: list[list[str]]
    deletes: list[list[str]]


@dataclass
class Task:
    objects: dict[str, list[str]]
    """each type's objects"""
    actions: list[Action]
    initial: frozenset[Atom]
    goal: Expression
    fluents: set[str] = field(default_factory=set)

    def static(self) -> dict[str, list[Atom]]:
        table: dict[str, list[Atom]] = {}
        for atom in self.initial:
            if atom[0] not in self.fluents:
                table.setdefault(atom[0], []).append(atom[1:])
        return table


def read(domain: str, problem: str) -> Task:
    sections = {part[0]: part for part in parse(domain)[1:] if isinstance(part, list)}
    objects: dict[str, list[str]] = {name: [] for name, _ in typed(sections[":types"][1:])}
    facts = {part[0]: part for part in parse(problem)[1:] if isinstance(part, list)}
    for name, kind in typed(sections.get(":constants", [""])[1:]) + typed(facts[":objects"][1:]):
        objects[kind].append(name)
    actions = []
    for part in parse(domain)[1:]:
        if isinstance(part, list) and part[0] == ":action":
            values = dict(zip(part[2::2], part[3::2], strict=True))  # type: ignore[arg-type]
            literals = conjuncts(values[":effect"])
            actions.append(
                Action(
                    str(part[1]),
                    typed(values[":parameters"]),
                    values[":precondition"],
                    [list(map(str, literal)) for literal in literals if literal[0] != "not"],
                    [list(map(str, literal[1])) for literal in literals if literal[0] == "not"],
                )
            )
    initial = frozenset(tuple(map(str, atom)) for atom in facts[":init"][1:])
    task = Task(objects, actions, initial, facts[":goal"][1])
    task.fluents = {literal[0] for action in actions for literal in action.adds + action.deletes}
    return task


def conjuncts(expression: Expression) -> list[Expression]:
    return list(expression[1:]) if expression[0] == "and" else [expression]


def evaluate(expression: Expression, binding: Binding, state: frozenset[Atom], task: Task) -> bool:
    head = expression[0]
    if head == "and":
        return all(evaluate(part, binding, state, task) for part in expression[1:])
    if head == "or":
        return any(evaluate(part, binding, state, task) for part in expression[1:])
    if head == "not":
        return not evaluate(expression[1], binding, state, task)
    if head == "imply":
        return not evaluate(expression[1], binding, state, task) or evaluate(expression[2], binding, state, task)
    if head == "=":
        return ground(expression[1], binding) == ground(expression[2], binding)
    if head in ("forall", "exists"):
        variables = typed(list(expression[1]))
        values = itertools.product(*(task.objects[kind] for _, kind in variables))
        names = [name for name, _ in variables]
        results = (evaluate(expression[2], {**binding, **dict(zip(names, value, strict=True))}, state, task) for value in values)
        return all(results) if head == "forall" else any(results)
    return tuple(ground(part, binding) for part in expression) in state


def ground(term: Expression, binding: Binding) -> str:
    assert isinstance(term, str)
    return binding[term] if term.startswith("?") else term


def bindings(action: Action, state: frozenset[Atom], task: Task) -> Iterator[Binding]:
    """Every binding that makes the positive atoms of the precondition true, found by joining them one after another."""
    atoms = [part for part in conjuncts(action.precondition) if isinstance(part[0], str) and part[0] not in LOGIC]
    table: dict[str, list[Atom]] = {}
    for atom in state:
        table.setdefault(atom[0], []).append(atom[1:])
    kinds = {parameter: set(task.objects[kind]) for parameter, kind in action.parameters}

    def extend(position: int, binding: Binding) -> Iterator[Binding]:
        if position == len(atoms):
            free = [(name, kind) for name, kind in action.parameters if name not in binding]
            for values in itertools.product(*(task.objects[kind] for _, kind in free)):
                yield {**binding, **{name: value for (name, _), value in zip(free, values, strict=True)}}
            return
        name, *terms = map(str, atoms[position])
        for arguments in table.get(name, ()):
            extended = dict(binding)
            for term, argument in zip(terms, arguments, strict=True):
                if term.startswith("?"):
                    if argument not in kinds[term] or extended.setdefault(term, argument) != argument:
                        break
                elif term != argument:
                    break
            else:
                yield from extend(position + 1, extended)

    yield from extend(0, {})


LOGIC = {"and", "or", "not", "imply", "forall", "exists", "="}


def successors(state: frozenset[Atom], task: Task) -> Iterator[tuple[str, frozenset[Atom]]]:
    for action in task.actions:
        rest: Expression = ["and", *(part for part in conjuncts(action.precondition) if part[0] in LOGIC)]
        for binding in bindings(action, state, task):
            if evaluate(rest, binding, state, task):
                deleted = {tuple(ground(term, binding) for term in atom) for atom in action.deletes}
                added = {tuple(ground(term, binding) for term in atom) for atom in action.adds}
                label = " ".join([action.name, *(binding[name] for name, _ in action.parameters)])
                yield label, (state - deleted) | added


def explore(task: Task, settled: Callable[[frozenset[Atom]], bool] = lambda state: True) -> tuple[set[frozenset[Atom]], int | None]:
    """Every settled state within reach, and the fewest actions to the goal."""
    static = frozenset(atom for atom in task.initial if atom[0] not in task.fluents)
    depths = {task.initial: 0}
    queue = [task.initial]
    goal = None
    for state in queue:
        if goal is None and evaluate(task.goal, {}, state, task):
            goal = depths[state]
        for _, following in successors(state, task):
            if following not in depths:
                depths[following] = depths[state] + 1
                queue.append(following)
    return {state - static for state in depths if settled(state)}, goal
