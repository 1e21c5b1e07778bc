"""What a sentence names: objects, each with the place that a preposition gives it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Mention(NamedTuple):
    """An object that a sentence names."""

    objects: frozenset[str]
    """the objects that may be meant"""
    place: int
    """0, or 1 behind "from", or 2 behind "to"."""


class Said(NamedTuple):
    """What a sentence says of an action."""

    mentions: Sequence[Mention]
    """those behind "from" and then those behind "to" last"""
    verbs: frozenset[str]
    """the first words of the names of actions that it may be"""
    directions: Sequence[str]
    words: Sequence[str]
    """all words, in lower case"""


def are_in_order(mentions: Sequence[Mention], arguments: Sequence[str]) -> bool:
    """Return whether arguments are mentioned in their order, each at most once."""
    # All mentions share one iterator, so each is looked for only behind the argument of the one before.
    rest = iter(arguments)
    return all(any(argument in one.objects for argument in rest) for one in mentions)


def group_by_type(mentions: Sequence[Mention], types: Mapping[str, frozenset[str]]) -> Sequence[Sequence[Mention]]:
    """Group mentions of objects by type: objects in different groups share no type, so the groups may come in any order."""
    groups = list[tuple[list[Mention], frozenset[str]]]()
    for one in mentions:
        own = frozenset[str]().union(*(types.get(name, frozenset({"object"})) for name in one.objects))
        same = [group for group in groups if group[1] & own]
        groups = [group for group in groups if group not in same]
        groups.append(
            ([*itertools.chain(*(group for group, _ in same)), one], own.union(*(kinds for _, kinds in same)))
        )
    return [group for group, _ in groups]
