"""The objects, verbs and directions that a sentence mentions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class ObjectMention(NamedTuple):
    """An object that a sentence mentions."""

    objects: frozenset[str]
    """the objects that the mention may mean"""
    role: int
    """0, or 1 behind "from", or 2 behind "to"."""


class ParsedSentence(NamedTuple):
    """The content of a sentence about an action."""

    mentions: Sequence[ObjectMention]
    """the mentions; those behind "from" and then those behind "to" come last"""
    verbs: frozenset[str]
    """the possible first words of the action's name"""
    directions: Sequence[str]
    words: Sequence[str]
    """all words, in lower case"""


def are_in_order(mentions: Sequence[ObjectMention], arguments: Sequence[str]) -> bool:
    """Return whether the mentions fit arguments in the given order, each argument at most once."""
    # All mentions share one iterator, so each search starts behind the argument of the previous mention.
    rest = iter(arguments)
    return all(any(argument in one.objects for argument in rest) for one in mentions)


def group_by_type(
    mentions: Sequence[ObjectMention], types: Mapping[str, frozenset[str]]
) -> Sequence[Sequence[ObjectMention]]:
    """Group mentions of objects by type.

    Objects in different groups share no type, so the groups may come in any order.
    """
    groups = list[tuple[list[ObjectMention], frozenset[str]]]()
    for one in mentions:
        own = frozenset[str]().union(*(types.get(name, frozenset({"object"})) for name in one.objects))
        same = [group for group in groups if group[1] & own]
        groups = [group for group in groups if group not in same]
        groups.append(
            ([*itertools.chain(*(group for group, _ in same)), one], own.union(*(kinds for _, kinds in same)))
        )
    return [group for group, _ in groups]
