"""Whether puzzles differ by more than names: a signature that renaming does not change.

A puzzle is taken for facts about things without names. The things are colored by the facts they stand in, and again by the colors
of the other things in these, until that tells no more apart (B. Weisfeiler, A. Leman, "The reduction of a graph to canonical form",
1968). Puzzles with different signatures are different; of equal ones it is not known, so they are taken for the same.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias


class Thing(NamedTuple):
    """Something whose name does not matter."""

    sort: str
    number: int


Fact: TypeAlias = tuple[object, ...]
"""things and what is said of them: texts, numbers, tuples of these; the order matters"""


def signature(facts: Iterable[Fact]) -> str:
    """Return a text that is the same for facts that differ in the numbers of things, and in their own order, alone."""
    known = list(facts)
    about = defaultdict[Thing, list[tuple[int, Fact]]](list)
    for fact in known:
        for place, part in enumerate(fact):
            if isinstance(part, Thing):
                about[part].append((place, fact))
    colours = {thing: thing.sort for thing in about}
    told_apart = 0
    while len({*colours.values()}) > told_apart:
        told_apart = len({*colours.values()})
        colours = {
            thing: hash_texts(
                [colours[thing], *sorted(f"{place} {_coloured(fact, colours)}" for place, fact in inside)]
            )
            for thing, inside in about.items()
        }
    return hash_texts(sorted(_coloured(fact, colours) for fact in known))


def _coloured(fact: Fact, colours: dict[Thing, str]) -> str:
    return repr([colours[part] if isinstance(part, Thing) else part for part in fact])


def hash_texts(parts: Iterable[str]) -> str:
    """Return the SHA-256 of texts, a line each."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
