"""Facts as sequences of words, and groups of facts that differ in one word.

The words of a fact are the words in its predicate's name, and its objects. In a group, the word that differs distinguishes the values of a
state variable: ``(at goat left)`` and ``(at goat right)``, ``(left goat)`` and ``(right goat)``, ``(goat-left)`` and ``(goat-right)``. A
fact that gives the values of several variables is read as an open fact, which lists all words for the irrelevant ones:
``(on left m3 c0|c1|c2)``.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from ferryplan.generator.pddl.expressions import Add, Delete, walk_parts
from ferryplan.generator.pddl.fluents import conditions_and_effects_of
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.syntax_tree import Action, DurativeAction
from ferryplan.generator.tasks.space import TaskSpace

HOLE = "*"
MAX_VARYING_PLACES, MAX_OPEN_FACTS = 6, 1_000
"""The largest number of varying arguments of a fact, and the largest number of facts that an open fact may represent."""

FactGroups: TypeAlias = dict[Fact, dict[str, Fact]]
"""Groups of facts: by the shared words with a hole for the word that differs, and by this word."""


def group_facts(facts: Iterable[Fact]) -> FactGroups:
    """Return the groups of facts that differ in one word, in the order of the facts."""
    groups = defaultdict[Fact, dict[str, Fact]](dict)
    for fact in sorted(facts):
        told = as_words(fact)
        for place in range(1, len(told)):
            groups[(*told[:place], HOLE, *told[place + 1 :])][told[place]] = fact
    return groups


def group_open_facts(
    facts: Iterable[Fact], space: TaskSpace, near_states: Collection[PddlState]
) -> list[tuple[Fact, str, dict[str, Fact]]]:
    """Return groups of open facts, for facts that give several values, such as ``(on left m3 c2)``.

    Each group varies one argument; the other varying arguments are open. The set of varying arguments is a largest set with these properties:
    of the facts that differ only in them, at most one holds in the initial state, as few actions as possible add one without deleting another
    (an action may have a mistake), and as few ``near_states`` as possible contain several. Each group comes with the name of its parameter.
    """
    groups = list[tuple[Fact, str, dict[str, Fact]]]()
    changes = [
        (_find_changed_atoms(action, Add), _find_changed_atoms(action, Delete)) for action in space.domain.actions
    ]
    names = {one.name: [word.name.removeprefix("?") for word in one.parameters] for one in space.domain.predicates}
    for predicate, alike in itertools.groupby(sorted(facts), key=lambda fact: fact[0]):
        words = [sorted({*some}) for some in zip(*alike, strict=True)]
        told = [place for place, some in enumerate(words) if len(some) > 1][:MAX_VARYING_PLACES]
        held = [[fact for fact in state.facts if fact[0] == predicate] for state in near_states]
        ways = [*itertools.chain(*(itertools.combinations(told, size) for size in range(len(told), 1, -1)))]
        doubled = {
            places: [len(some) - len({_with_holes(places, fact) for fact in some}) for some in held] for places in ways
        }
        single = [places for places in ways if held[0] and not doubled[places][0]]
        exceptions = {places: _count_unreplaced_additions(predicate, places, changes) for places in single}
        replaced = [places for places in single if exceptions[places] == min(exceptions.values())]
        largest = [places for places in replaced if not any({*places} < {*more} for more in replaced)]
        fewest = min((sum(map(bool, doubled[places])) for places in largest), default=0)
        for places in largest:
            if sum(map(bool, doubled[places])) == fewest:
                kept = ([HOLE] if place in places else some for place, some in enumerate(words))
                for key in itertools.product(*kept):
                    may = [some if one == HOLE else [one] for one, some in zip(key, words, strict=True)]
                    groups += [
                        (shared, names[predicate][at - 1], some) for at, shared, some in _open_places(may, places)
                    ]
    return groups


def _with_holes(places: Collection[int], fact: Fact) -> Fact:
    """Return a fact with holes at the given argument places."""
    return tuple([HOLE if place in places else word for place, word in enumerate(fact)])


def _find_changed_atoms(action: Action | DurativeAction, effect_type: type[Add | Delete]) -> list[Fact]:
    """Return the atoms that an action adds or deletes, as written in the domain."""
    parts = itertools.chain.from_iterable(map(walk_parts, conditions_and_effects_of(action)))
    return [one.atom.fact for one in parts if isinstance(one, effect_type)]


def _count_unreplaced_additions(
    predicate: str, places: Collection[int], changes: Iterable[tuple[Sequence[Fact], Sequence[Fact]]]
) -> int:
    """Count the add effects without a delete effect that differs only at the given places."""
    number = 0
    for added, deleted in changes:
        before = {_with_holes(places, fact) for fact in deleted if fact[0] == predicate}
        number += sum(_with_holes(places, fact) not in before for fact in added if fact[0] == predicate)
    return number


def _open_places(words: Sequence[Sequence[str]], places: Sequence[int]) -> Iterator[tuple[int, Fact, dict[str, Fact]]]:
    """Yield for each place its group of open facts: the place, the shared words, the facts by word."""
    fact = tuple(map("|".join, words))
    for place in places if math.prod(map(len, words)) <= MAX_OPEN_FACTS else ():
        before, after = fact[:place], fact[place + 1 :]
        yield place, as_words((*before, HOLE, *after)), {word: (*before, word, *after) for word in words[place]}


def expand_open_fact(fact: Fact) -> list[Fact]:
    """Return the facts that an open fact represents; one of them should hold."""
    return [*itertools.product(*(one.split("|") for one in fact))]


def as_words(fact: Fact) -> Fact:
    """Return the words of a fact without open arguments, after the word count of the predicate's name."""
    name = re.split("[-_]", fact[0])
    return (str(len(name)), *name, *(word for word in fact[1:] if "|" not in word))
