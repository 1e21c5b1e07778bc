"""Ground actions, and which of them may be applicable in a state.

A tree of preconditions leads from a state to them: the successor generator of M. Helmert, "The Fast Downward planning system",
Journal of Artificial Intelligence Research 26 (2006) 191-246, over facts instead of variables.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.pddl.expressions import Condition, Effect
from generator.pddl.states import Fact

__all__ = ["GroundAction", "Operator", "Operators"]

FEW = 6
"""so many operators are tried one by one"""


class GroundAction(NamedTuple):
    """An action's name and the objects for its parameters."""

    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


@dataclass(frozen=True)
class Operator:
    """A ground action: what is left of its precondition and its effect where what never changes is taken as it is."""

    move: GroundAction
    required: frozenset[Fact]
    """what must hold"""
    forbidden: frozenset[Fact]
    """what must not hold"""
    added: frozenset[Fact]
    deleted: frozenset[Fact]
    more: Callable[[], tuple[Condition, Effect]] = field(repr=False, compare=False)
    """gives the rest, which takes longer to work out"""

    @functools.cached_property
    def rest(self) -> tuple[Condition, Effect]:
        """What else is asked, and what else comes about, but for counters; worked out when it is asked for."""
        return self.more()


class Operators:
    """Operators, to be found by what holds in a state."""

    def __init__(self, operators: Sequence[Operator]) -> None:
        self.all = operators
        shared = Counter(fact for operator in operators for fact in operator.required)
        paths = [
            (sorted(operator.required, key=lambda fact: (-shared[fact], fact)), (number, operator))
            for number, operator in enumerate(operators)
        ]
        self._root = _grown(paths, 0)

    def fitting(self, facts: frozenset[Fact]) -> list[Operator]:
        """Return those of which everything required holds and nothing forbidden does, in their order."""
        found, branches = list[tuple[int, Operator]](), [self._root]
        for branch in branches:
            found += [one for one in branch.here if one[1].required <= facts and one[1].forbidden.isdisjoint(facts)]
            if branch.further:
                branches += map(branch.further.__getitem__, branch.facts & facts)
        found.sort(key=lambda one: one[0])
        return [operator for _, operator in found]


class _Branch(NamedTuple):
    """Operators that require certain facts in common: some to be tried, and for each further fact a branch of the rest."""

    here: list[tuple[int, Operator]]
    further: dict[Fact, _Branch]
    facts: frozenset[Fact]
    """what there is a branch for"""


def _grown(entries: list[tuple[list[Fact], tuple[int, Operator]]], depth: int) -> _Branch:
    here, further = list[tuple[int, Operator]](), defaultdict[Fact, list[tuple[list[Fact], tuple[int, Operator]]]](list)
    for path, operator in entries:
        if len(path) == depth or len(entries) <= FEW:
            here.append(operator)
        else:
            further[path[depth]].append((path, operator))
    branches = {fact: _grown(rest, depth + 1) for fact, rest in further.items()}
    return _Branch(here, branches, frozenset(branches))
