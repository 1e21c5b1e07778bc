"""What is applicable in a state, found by a tree of what must hold: it leads from a state to all that asks for no other facts.

That is the successor generator of M. Helmert, "The Fast Downward planning system", Journal of Artificial Intelligence Research 26 (2006)
191-246, over facts instead of variables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ferryplan.domains.messages import format_message

Thing = TypeVar("Thing")
NOT_CARRIED_OUT = format_message("pddl.rule-precondition")
FEW = 6
"""so many things are tried one by one"""
Entry: TypeAlias = tuple[int, frozenset[Any], Thing]
"""a number, what must hold, and for what"""


class Applicable(Generic[Thing]):
    """Things, such as operators, to be found by what holds in a state; ``required`` tells of each what must hold."""

    def __init__(self, things: Sequence[Thing], required: Callable[[Thing], frozenset[Any]]) -> None:
        self.all = things
        entries = [(number, required(thing), thing) for number, thing in enumerate(things)]
        shared = Counter(fact for _, facts, _ in entries for fact in facts)
        # Facts that many things require come first, so that these share their branches.
        paths = [(sorted(entry[1], key=lambda fact: (-shared[fact], fact)), entry) for entry in entries]
        self._root = _grown(paths, 0)

    def fitting(self, facts: frozenset[Any]) -> list[Thing]:
        """Return those of which everything required holds, in their order."""
        found: list[Entry[Thing]] = []
        branches = [self._root]
        for branch in branches:
            found += [entry for entry in branch.here if entry[1] <= facts]
            if branch.further:
                # Only branches of facts that hold are entered, however many others there are.
                branches += map(branch.further.__getitem__, branch.facts & facts)
        found.sort()  # by their numbers, of which no two are the same
        return [thing for _, _, thing in found]


class _Branch(NamedTuple, Generic[Thing]):
    """Things that require certain facts in common: some to be tried, and for each further fact a branch of the rest."""

    here: list[Entry[Thing]]
    further: dict[Any, _Branch[Thing]]
    facts: frozenset[Any]
    """what there is a branch for"""


def _grown(paths: Sequence[tuple[list[Any], Entry[Thing]]], depth: int) -> _Branch[Thing]:
    here: list[Entry[Thing]] = []
    further: dict[Any, list[tuple[list[Any], Entry[Thing]]]] = defaultdict(list)
    for path, entry in paths:
        if len(path) == depth or len(paths) <= FEW:
            here.append(entry)
        else:
            further[path[depth]].append((path, entry))
    branches = {fact: _grown(rest, depth + 1) for fact, rest in further.items()}
    return _Branch(here, branches, frozenset(branches))
