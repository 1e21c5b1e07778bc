"""Steps by which a solution is found, one after the other; what each of them goes by, and no more than that."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.masks import members
from generator.placing.instance import Clue, Placement
from generator.placing.joint import Cover, Joint
from generator.placing.propagation import Domains

Kind = Literal["last", "only", "clue", "shared", "together", "supposed", "tried"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step."""

    kind: Kind
    """``last``: one spot is left for an item; ``only``: one item of a group is left for a spot; ``clue``: one clue; ``shared``: as many items as
    spots in a group; ``together``: several reasons; ``supposed``: what else would be leads to a contradiction; ``tried``: the same, found only
    by trying all that follows"""
    reasons: tuple[Clue, ...]
    before: tuple[int, ...]
    """what was left to each item before, as masks"""
    excluded: tuple[tuple[int, int], ...]
    """items with the spots that they lose, as masks"""
    placed: tuple[Placement, ...]
    """the items for which that leaves one spot; or did so before"""
    sharing: tuple[int, ...] = ()
    """the items that share as many spots of the group: nothing else has one of these, and they have no other"""
    supposed: Placement | None = None
    chain: tuple[Deduction, ...] = ()
    """what follows from what is supposed, up to where an item loses its last spot"""
    tried: int = 0
    """how many placements were tried"""


def empties(step: Deduction) -> bool:
    """Return whether a step by itself leaves an item without a spot: what was supposed is contradicted."""
    return any(step.before[item] & ~spots == 0 for item, spots in step.excluded) or not all(step.before)


def homeless(step: Deduction) -> int:
    """Return the spots of a group that no item of it is left for, as a mask."""
    (group,) = step.reasons
    assert isinstance(group, Cover)
    return group.spots & ~functools.reduce(operator.or_, [step.before[item] for item in group.scope])


def needed(chain: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Return the steps of a chain, of which the first supposes something, without those on which the last does not depend."""
    lost = [
        {item: old & ~new for item, (old, new) in enumerate(zip(one.before, other.before, strict=True)) if old != new}
        for one, other in itertools.pairwise(chain)
    ]
    needed = {0, len(chain) - 1}
    for number in range(len(chain) - 1, 0, -1):
        if number in needed:
            regarded = _regarded(chain[number])
            needed |= {
                one for one in range(number) if any(spots & regarded.get(item, 0) for item, spots in lost[one].items())
            }
    return tuple(chain[number] for number in sorted(needed))


def _regarded(step: Deduction) -> dict[int, int]:
    """Return of which items a step regards which spots that are gone, as masks."""
    if step.kind == "only":
        spots = homeless(step) or sum(1 << spot for _, spot in step.placed)
        return {item: spots for reason in step.reasons for item in reason.scope}
    items = {item for reason in step.reasons for item in reason.scope} or {
        item for item, _ in (*step.excluded, *step.placed)
    }
    return dict.fromkeys(items, -1)


def facts(step: Deduction, joint: Joint, every: Sequence[int]) -> dict[int, int]:
    """Return what has to be known for a step to follow, as the spots that items have lost: of items that are placed all but one, else no spot that
    is not needed. ``joint`` are its reasons, ``every`` the spots that each item may have at all."""
    left: Domains = list(step.before)
    lost = {item: every[item] & ~left[item] for item in joint.scope if every[item] & ~left[item]}

    def follows() -> bool:
        return not any(joint.placed(left, item, 1 << spot) for item, spots in step.excluded for spot in members(spots))

    def spare(item: int, spots: int) -> None:
        left[item] |= spots
        if follows():
            lost[item] &= ~spots
        else:
            left[item] &= ~spots

    whole = [item for item in lost if not left[item] & left[item] - 1]
    for item, spots in [*lost.items()]:
        for spot in members(spots) if item not in whole else ():
            spare(item, 1 << spot)
    for item in whole:
        spare(item, lost[item])
    return {item: spots for item, spots in lost.items() if spots}


def some_sharing(masks: Mapping[int, int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield so many of those that have masks if these have no more members together."""
    for some in itertools.combinations([one for one, mask in masks.items() if mask.bit_count() <= size], size):
        if functools.reduce(operator.or_, [masks[one] for one in some]).bit_count() <= size:
            yield some
