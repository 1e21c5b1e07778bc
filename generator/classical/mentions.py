"""The content of a sentence about an action: the objects, verbs and directions that it mentions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class ObjectMention(NamedTuple):
    """A word or phrase in a sentence that means an object."""

    objects: frozenset[str]
    """the names of the objects that the word may mean"""
    preposition_role: int
    """1 after a word such as "from", 2 after a word such as "to", otherwise 0"""


class ParsedSentence(NamedTuple):
    """The objects, verbs and directions that a sentence about an action mentions."""

    mentions: Sequence[ObjectMention]
    """the mentions; those behind "from" and then those behind "to" come last"""
    verbs: frozenset[str]
    """the possible first words of the action's name"""
    directions: Sequence[str]
    """``up``, ``down``, ``left`` or ``right``"""
    words: Sequence[str]
    """all words, in lower case"""


def fit_arguments_in_order(mentions: Sequence[ObjectMention], arguments: Sequence[str]) -> bool:
    """Return whether the mentions fit an action's arguments in this order.

    Arguments may be left out, but no two mentions fit the same argument.
    """
    # All mentions share one iterator, so each search starts behind the argument of the previous mention.
    rest = iter(arguments)
    return all(any(argument in one.objects for argument in rest) for one in mentions)


def group_mentions_by_type(
    mentions: Sequence[ObjectMention], types_by_object: Mapping[str, frozenset[str]]
) -> Sequence[Sequence[ObjectMention]]:
    """Return the mentions in groups, such that objects in different groups share no type.

    Therefore a sentence may name the groups in any order. ``types_by_object`` contains the types of each object.
    """
    groups = list[tuple[list[ObjectMention], frozenset[str]]]()
    for one in mentions:
        own = frozenset[str]().union(*(types_by_object.get(name, frozenset({"object"})) for name in one.objects))
        same = [group for group in groups if group[1] & own]
        groups = [group for group in groups if group not in same]
        groups.append(
            ([*itertools.chain(*(group for group, _ in same)), one], own.union(*(kinds for _, kinds in same)))
        )
    return [group for group, _ in groups]
