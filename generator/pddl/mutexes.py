"""Mutex groups: sets of facts that exclude one another in all reachable states.

At most one fact of a group holds, so the facts can be the values of one variable. The groups are fact-alternating
mutex groups (D. Fišer and A. Komenda, "Fact-Alternating Mutex Groups for Classical Planning", Journal of Artificial
Intelligence Research 61 (2018) 475-521): at most one of the facts holds initially, and an action adds at most one,
and only if the action requires and deletes another fact of the group. Candidates are guessed from predicates, and
extended where an action breaks them, as M. Helmert does ("Concise finite-domain representations for PDDL planning
tasks", Artificial Intelligence 173 (2009) 503-535, section 5). Each guess is then checked on the ground actions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ferryplan.generator.pddl.states import Fact

MAX_EXTENDED_GUESSES = 100
"""the maximum number of extended guesses"""


class FactExchange(NamedTuple):
    """The facts that a ground action may add, and the facts that it both requires and deletes."""

    added: Collection[Fact]
    consumed: Collection[Fact]


FactShape: TypeAlias = tuple[str, int]
"""A predicate's name, and the length of its facts (the number of terms plus 1)."""
MutexGuess: TypeAlias = Mapping[FactShape, tuple[int, ...]]
"""A candidate for mutex groups: for some shapes, the places of the terms that all facts of a group share. The
facts differ in at most one other term."""


def find_mutex_groups(
    facts: Collection[Fact], start: Collection[Fact], actions: Sequence[FactExchange]
) -> list[frozenset[Fact]]:
    """Return mutex groups, in a fixed order, the largest first.

    At most one fact of a group holds in each reachable state. ``facts`` are all facts that may hold; ``start`` are
    the facts that hold initially; ``actions`` lists the facts that each ground action adds and consumes.
    """
    shapes, gains = defaultdict[FactShape, list[Fact]](list), defaultdict[FactShape, list[tuple[int, Fact]]](list)
    for fact in sorted(facts):
        shapes[fact[0], len(fact)].append(fact)
    for number, (added, _) in enumerate(actions):
        for fact in added:
            gains[fact[0], len(fact)].append((number, fact))
    queue, found = list[MutexGuess](), set[frozenset[Fact]]()
    for shape in sorted(shapes):
        places = tuple(range(1, shape[1]))
        # If one place is left out, its term varies within a group. With all places, a fact is alone in its
        # group until the guess is extended.
        queue += [{shape: places[:left] + places[left + 1 :]} for left in range(len(places))] + [{shape: places}]
    tried, most = {frozenset(guess.items()) for guess in queue}, len(queue) + MAX_EXTENDED_GUESSES
    for guess in queue:
        keys = {
            fact: tuple([fact[place] for place in places]) for shape, places in guess.items() for fact in shapes[shape]
        }
        refuted = {key for key, count in Counter(keys[fact] for fact in start if fact in keys).items() if count > 1}
        gained = set[tuple[int, Fact]]()
        for number, fact in (gain for shape in guess for gain in gains[shape]):
            key = keys.get(fact)
            if key is None or key in refuted:
                continue
            released = actions[number].consumed
            # An action that adds two facts of a group breaks it, no matter what it deletes.
            if (number, key) in gained:
                refuted.add(key)
            # So does an action that adds a fact without both requiring and deleting another; one more shape may
            # repair that.
            elif not any(keys.get(other) == key for other in released):
                refuted.add(key)
                for better in _extend_guess(guess, key, sorted(released)):
                    if (parts := frozenset(better.items())) not in tried and len(queue) < most:
                        tried.add(parts)
                        queue.append(better)
            gained.add((number, key))
        groups = defaultdict[Fact, set[Fact]](set)
        for fact, key in keys.items():
            groups[key].add(fact)
        found |= {frozenset(group) for key, group in groups.items() if key not in refuted and len(group) > 1}
    return sorted(found, key=lambda group: (-len(group), sorted(group)))


def partition_facts(facts: Iterable[Fact], groups: Sequence[frozenset[Fact]]) -> list[tuple[Fact, ...]]:
    """Divide facts into disjoint parts of mutex groups, in a fixed order.

    Each part is the largest possible one among the facts that are left. A fact that is in no group forms a part of
    its own.
    """
    left, found = set(facts), list[tuple[Fact, ...]]()
    sizes = defaultdict[int, list[frozenset[Fact]]](list)
    for group in groups:
        sizes[len(group)].append(group)
    for size in range(max(sizes, default=0), 1, -1):
        for group in sizes[size]:
            rest = group & left
            if len(rest) == size:
                found.append(tuple(sorted(rest)))
                left -= rest
            else:
                # The rest of the group is smaller, so it waits in a bucket that is still to come.
                sizes[len(rest)].append(rest)
    return found + [(fact,) for fact in sorted(left)]


def _extend_guess(guess: MutexGuess, key: Fact, released: Sequence[Fact]) -> Iterator[MutexGuess]:
    """Yield extensions of a guess by one more predicate, so that an action no longer breaks the group.

    The action adds a fact to the group without consuming another fact of it. ``released`` are the facts that the
    action requires and deletes; with each extension, one of them belongs to the group. ``key`` contains the terms
    that the facts of the group share.
    """
    for fact in released:
        shape = fact[0], len(fact)
        # A fact has all terms of the key and at most one more, which varies within the group.
        if shape not in guess and len(key) < len(fact) <= len(key) + 2:
            places = tuple([next((place for place in range(1, len(fact)) if fact[place] == one), 0) for one in key])
            if 0 not in places and len(set(places)) == len(places):
                yield {**guess, shape: places}
