"""A plan carried out on positive STRIPS, action by action, as the PDDL says; what actions cost is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.errors import PlanError
from generator.pddl.generation import Pddl
from planner.crossing.checking import foreign
from planner.plans.action import Action

__all__ = ["Atom", "conjuncts", "execute", "sections", "typed"]

Atom = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Schema:
    """An action of the domain, not grounded."""

    parameters: tuple[str, ...]
    types: tuple[str, ...]
    preconditions: tuple[Atom, ...]
    added: tuple[Atom, ...]
    deleted: tuple[Atom, ...]


def execute(plan: Sequence[Action], pddl: Pddl) -> None:
    """Carry out a plan on a domain and a problem that were generated here in positive STRIPS with flat types.

    Raises PlanError for the first action that the domain does not have or does not allow there, and if the goal does not hold in the end.
    """
    domain, problem = sections(pddl.domain), sections(pddl.problem)
    types = dict([*typed(domain.get(":constants", [[]])[0]), *typed(problem[":objects"][0])])
    schemas = dict(map(_schema, domain[":action"]))
    state = {tuple(atom) for atom in problem[":init"][0] if atom[0] != "="}
    for action in plan:
        if action.name not in schemas:
            raise foreign(action, "there is no such action in this problem's domain")
        schema = schemas[action.name]
        if [types.get(name) for name in action.arguments] != list(schema.types):
            raise foreign(
                action, f"expected ({' '.join([action.name, *map('{} - {}'.format, schema.parameters, schema.types)])})"
            )
        binding = dict(zip(schema.parameters, action.arguments, strict=True))
        for atom in schema.preconditions:
            if (fact := _ground(atom, binding)) not in state:
                raise foreign(action, f"({' '.join(fact)}) does not hold then")
        state -= {_ground(atom, binding) for atom in schema.deleted}
        state |= {_ground(atom, binding) for atom in schema.added}
    for wanted in conjuncts(problem[":goal"][0][0]):
        if tuple(wanted) not in state:
            raise PlanError(f"after the last action ({' '.join(wanted)}) does not hold, expected the goal")


def sections(text: str) -> dict[str, list[list[Any]]]:
    """Return the sections of a domain or a problem by their keywords, each without it."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    found: dict[str, list[list[Any]]] = {}
    for keyword, *rest in stack[0][0][1:]:
        found.setdefault(keyword, []).append(rest)
    return found


def typed(items: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of a list with types, each with its type."""
    waiting: list[str] = []
    words = iter(items)
    for word in words:
        if word == "-":
            kind = next(words)
            yield from ((name, kind) for name in waiting)
            waiting = []
        else:
            waiting.append(word)


def _schema(section: Sequence[Any]) -> tuple[str, _Schema]:
    name, *rest = section
    parts = dict(zip(rest[::2], rest[1::2], strict=True))
    parameters = list(typed(parts[":parameters"]))
    effects = [effect for effect in conjuncts(parts[":effect"]) if effect[0] != "increase"]
    schema = _Schema(
        tuple(parameter for parameter, _ in parameters),
        tuple(kind for _, kind in parameters),
        tuple(map(tuple, conjuncts(parts[":precondition"]))),
        tuple(tuple(effect) for effect in effects if effect[0] != "not"),
        tuple(tuple(effect[1]) for effect in effects if effect[0] == "not"),
    )
    return name, schema


def conjuncts(expression: list[Any]) -> list[list[Any]]:
    """Return the parts of a conjunction, or the expression itself if it is none."""
    return expression[1:] if expression[0] == "and" else [expression]


def _ground(atom: Atom, binding: dict[str, str]) -> Atom:
    return tuple(binding.get(word, word) for word in atom)
