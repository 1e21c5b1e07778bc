"""Facts as sequences of words, and groups of facts that differ in one word.

The words of a fact are the words in its predicate's name, and its objects. In a group, the word that differs
distinguishes the values of a state variable: ``(at goat left)`` and ``(at goat right)``, ``(left goat)`` and ``(right
goat)``, ``(goat-left)`` and ``(goat-right)``. A single fact may give the values of several variables. To read one of
them, an open fact lists all possible words in the other argument places: ``(on left m3 c0|c1|c2)`` holds if one of its
three facts holds.
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
"""The word that stands for the word in which facts of a group differ."""
MAX_VARYING_PLACES, MAX_OPEN_FACTS = 6, 1_000
"""The largest number of arguments in which the facts of a predicate vary, and the largest number of facts that an open fact may stand for."""

FactGroups: TypeAlias = dict[Fact, dict[str, Fact]]
"""Groups of facts that differ in one word. The key is the shared words with a hole; a group maps the word in the hole to the fact."""


def group_facts(facts: Iterable[Fact]) -> FactGroups:
    """Group facts that are equal except for one word.

    A fact belongs to one group for each of its words, in which this word varies. The key of a group is the words of its
    facts with a hole in place of the varying word.
    """
    groups = defaultdict[Fact, dict[str, Fact]](dict)
    for fact in sorted(facts):
        told = words_of_fact(fact)
        for place in range(1, len(told)):
            groups[(*told[:place], HOLE, *told[place + 1 :])][told[place]] = fact
    return groups


def group_open_facts(
    facts: Iterable[Fact], space: TaskSpace, near_states: Collection[PddlState]
) -> list[tuple[Fact, str, dict[str, Fact]]]:
    """Return groups of open facts, for facts that give several values, such as ``(on left m3 c2)``.

    Each group consists of the shared words, the name of the parameter that varies, and the open facts by the varying
    word. The groups come from a largest set of varying arguments such that, of the facts that differ only in these
    arguments, one at most holds in the initial state. Among such sets, the function prefers those for which few actions
    add a fact without deleting another one, and few ``near_states`` contain several.
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
            places: [len(some) - len({_put_holes(places, fact) for fact in some}) for some in held] for places in ways
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
                        (shared, names[predicate][at - 1], some) for at, shared, some in _make_open_groups(may, places)
                    ]
    return groups


def _put_holes(places: Collection[int], fact: Fact) -> Fact:
    """Return a fact with holes in place of the words at some positions; position 0 is the predicate."""
    return tuple([HOLE if place in places else word for place, word in enumerate(fact)])


def _find_changed_atoms(action: Action | DurativeAction, effect_type: type[Add | Delete]) -> list[Fact]:
    """Return the atoms that an action adds, or those that it deletes, as written in the domain.

    ``effect_type`` is `Add` or `Delete`.
    """
    parts = itertools.chain.from_iterable(map(walk_parts, conditions_and_effects_of(action)))
    return [one.atom.fact for one in parts if isinstance(one, effect_type)]


def _count_unreplaced_additions(
    predicate: str, places: Collection[int], changes: Iterable[tuple[Sequence[Fact], Sequence[Fact]]]
) -> int:
    """Count the add effects of a predicate that are not paired with a delete effect of the same action.

    The two effects of a pair differ only in the arguments at ``places``. ``changes`` has the added and the deleted atoms of each action.
    """
    number = 0
    for added, deleted in changes:
        before = {_put_holes(places, fact) for fact in deleted if fact[0] == predicate}
        number += sum(_put_holes(places, fact) not in before for fact in added if fact[0] == predicate)
    return number


def _make_open_groups(
    words: Sequence[Sequence[str]], places: Sequence[int]
) -> Iterator[tuple[int, Fact, dict[str, Fact]]]:
    """Yield a group of open facts for each place: the place, the shared words, and the facts by word.

    ``words`` are the possible words at each place. Each fact of a group has one word at the place of the group, and lists all possible
    words at the other places.
    """
    fact = tuple(map("|".join, words))
    for place in places if math.prod(map(len, words)) <= MAX_OPEN_FACTS else ():
        before, after = fact[:place], fact[place + 1 :]
        yield place, words_of_fact((*before, HOLE, *after)), {word: (*before, word, *after) for word in words[place]}


def expand_open_fact(fact: Fact) -> list[Fact]:
    """Return the facts that an open fact stands for; the open fact holds if one of them holds."""
    return [*itertools.product(*(one.split("|") for one in fact))]


def words_of_fact(fact: Fact) -> Fact:
    """Return the words of a fact: the number of words in the predicate's name, these words, the objects.

    Open arguments are left out.
    """
    name = re.split("[-_]", fact[0])
    return (str(len(name)), *name, *(word for word in fact[1:] if "|" not in word))
