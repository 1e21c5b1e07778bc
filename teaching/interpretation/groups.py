"""Facts as words, and groups of them that differ in one: by it each tells another thing.

A fact is read as words: those of its predicate's name, and its objects. Facts that differ in one word tell one thing apart from another by it:
``(at goat left)`` and ``(at goat right)``, ``(left goat)`` and ``(right goat)``, ``(goat-left)`` and ``(goat-right)``. A fact that tells several
things is read with several words, any of which may stand there, for those of no account: ``(on left m3 c0|c1|c2)``.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from ferryplan.generator.pddl.expressions import Add, Delete, all_in
from ferryplan.generator.pddl.fluents import parts_of_action
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.tree import Action, DurativeAction
from ferryplan.generator.tasks.space import TaskSpace

HOLE = "*"
MOST_TOLD, MOST_OPENED = 6, 1_000
"""how many things a fact may tell, and for how many facts one may stand that is open"""

Groups: TypeAlias = dict[Fact, dict[str, Fact]]
"""Facts that differ in one word: by what they have in common, with a hole for that word, and by that word."""


def groups_of(facts: Iterable[Fact]) -> Groups:
    """Return the groups of facts, in the order of these."""
    groups = defaultdict[Fact, dict[str, Fact]](dict)
    for fact in sorted(facts):
        told = as_words(fact)
        for place in range(1, len(told)):
            groups[(*told[:place], HOLE, *told[place + 1 :])][told[place]] = fact
    return groups


def opened_groups(
    facts: Iterable[Fact], space: TaskSpace, near: Collection[State]
) -> list[tuple[Fact, str, dict[str, Fact]]]:
    """Return the groups of facts that tell several things at once, as ``(on left m3 c2)`` does: what else they tell is open, with all words for it.

    Of those that differ only in what they tell, no more than one holds at the start, and as few actions as possible add one without deleting
    another: one action may have a mistake. Nothing that they tell could be added to it, and as few states ``near`` as possible have several
    of them. With each group is the parameter that tells it.
    """
    groups = list[tuple[Fact, str, dict[str, Fact]]]()
    changes = [(_changed(action, Add), _changed(action, Delete)) for action in space.domain.actions]
    names = {one.name: [word.name.removeprefix("?") for word in one.parameters] for one in space.domain.predicates}
    for predicate, alike in itertools.groupby(sorted(facts), key=lambda fact: fact[0]):
        words = [sorted({*some}) for some in zip(*alike, strict=True)]
        told = [place for place, some in enumerate(words) if len(some) > 1][:MOST_TOLD]
        held = [[fact for fact in state.facts if fact[0] == predicate] for state in near]
        ways = [*itertools.chain(*(itertools.combinations(told, size) for size in range(len(told), 1, -1)))]
        doubled = {places: [len(some) - len({_but(places, fact) for fact in some}) for some in held] for places in ways}
        single = [places for places in ways if held[0] and not doubled[places][0]]
        exceptions = {places: _unreplaced(predicate, places, changes) for places in single}
        replaced = [places for places in single if exceptions[places] == min(exceptions.values())]
        largest = [places for places in replaced if not any({*places} < {*more} for more in replaced)]
        fewest = min((sum(map(bool, doubled[places])) for places in largest), default=0)
        for places in largest:
            if sum(map(bool, doubled[places])) == fewest:
                kept = ([HOLE] if place in places else some for place, some in enumerate(words))
                for key in itertools.product(*kept):
                    may = [some if one == HOLE else [one] for one, some in zip(key, words, strict=True)]
                    groups += [(shared, names[predicate][at - 1], some) for at, shared, some in _opened(may, places)]
    return groups


def _but(places: Collection[int], fact: Fact) -> Fact:
    """Return a fact with holes at some places."""
    return tuple([HOLE if place in places else word for place, word in enumerate(fact)])


def _changed(action: Action | DurativeAction, how: type[Add | Delete]) -> list[Fact]:
    """Return the atoms that an action adds, or deletes, as they are written."""
    parts = itertools.chain.from_iterable(map(all_in, parts_of_action(action)))
    return [one.atom.fact for one in parts if isinstance(one, how)]


def _unreplaced(
    predicate: str, places: Collection[int], changes: Iterable[tuple[Sequence[Fact], Sequence[Fact]]]
) -> int:
    """Return how often an action adds an atom and deletes none that differs from it at some places only."""
    number = 0
    for added, deleted in changes:
        before = {_but(places, fact) for fact in deleted if fact[0] == predicate}
        number += sum(_but(places, fact) not in before for fact in added if fact[0] == predicate)
    return number


def _opened(words: Sequence[Sequence[str]], places: Sequence[int]) -> Iterator[tuple[int, Fact, dict[str, Fact]]]:
    """Yield each place, with what its facts share, and the facts by the words that may stand there: those that may stand at the others are open."""
    fact = tuple(map("|".join, words))
    for place in places if math.prod(map(len, words)) <= MOST_OPENED else ():
        before, after = fact[:place], fact[place + 1 :]
        yield place, as_words((*before, HOLE, *after)), {word: (*before, word, *after) for word in words[place]}


def said_by(fact: Fact) -> list[Fact]:
    """Return the facts one of which is to hold, where a fact is open."""
    return [*itertools.product(*(one.split("|") for one in fact))]


def as_words(fact: Fact) -> Fact:
    """Return a fact as words but for what is open, behind how many of them are of its predicate's name."""
    name = re.split("[-_]", fact[0])
    return (str(len(name)), *name, *(word for word in fact[1:] if "|" not in word))
