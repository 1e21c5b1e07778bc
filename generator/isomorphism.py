"""A signature that does not depend on names, to tell whether puzzles differ in more than names.

A puzzle is represented by facts about anonymous things. Color refinement first colors each thing by the facts that contain it. It then refines the
colors by those of the other things in these facts, until the number of colors stays the same (B. Weisfeiler, A. Leman, "The reduction of a graph to
canonical form", 1968). Puzzles with different signatures are different. Puzzles with equal signatures may still differ, but they count as the same.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias


class AnonymousThing(NamedTuple):
    """A thing of a puzzle, such as a traveler or a cell, that occurs in facts without its name."""

    sort: str
    number: int


StructureFact: TypeAlias = tuple[object, ...]
"""A statement about a puzzle: a tuple of anonymous things, texts, numbers and nested tuples, in which the order matters."""


def isomorphism_signature(facts: Iterable[StructureFact]) -> str:
    """Return the signature of a puzzle from facts about it: a hash in hexadecimal digits.

    It depends neither on the numbers of the anonymous things nor on the order of the facts.
    """
    known = list(facts)
    about = defaultdict[AnonymousThing, list[tuple[int, StructureFact]]](list)
    for fact in known:
        for place, part in enumerate(fact):
            if isinstance(part, AnonymousThing):
                about[part].append((place, fact))
    colours = {thing: thing.sort for thing in about}
    told_apart = 0
    while len({*colours.values()}) > told_apart:
        told_apart = len({*colours.values()})
        colours = {
            thing: hash_texts(
                [colours[thing], *sorted(f"{place} {_format_colored(fact, colours)}" for place, fact in inside)]
            )
            for thing, inside in about.items()
        }
    return hash_texts(sorted(_format_colored(fact, colours) for fact in known))


def _format_colored(fact: StructureFact, colors: dict[AnonymousThing, str]) -> str:
    return repr([colors[part] if isinstance(part, AnonymousThing) else part for part in fact])


def hash_texts(parts: Iterable[str]) -> str:
    """Return the SHA-256 hash of texts joined by line breaks, in hexadecimal digits."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
