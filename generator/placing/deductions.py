"""Steps by which a solution is found, one after the other; what each of them goes by, and no more than that."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Clue, Placement
from ferryplan.generator.placing.joint import Cover, Joint
from ferryplan.generator.placing.propagation import Domains

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
    others: int = 0
    """how many others of its kind could be taken instead, as far as they are looked for"""


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

    whole = [item for item in lost if not left[item] & left[item] - 1]
    parts = [(item, 1 << spot) for item in lost if item not in whole for spot in members(lost[item])]
    for item, spots in [*parts, *((item, lost[item]) for item in whole)]:
        left[item] |= spots
        if any(joint.placed(left, other, 1 << spot) for other, gone in step.excluded for spot in members(gone)):
            left[item] &= ~spots
        else:
            lost[item] &= ~spots
    return {item: spots for item, spots in lost.items() if spots}


def singles(group: Cover, left: Domains) -> list[dict[int, int]]:
    """Return what items of a group lose, as masks: those that alone are left for a spot all others; all of them if none is left for one."""
    once = twice = 0
    for item in group.scope:
        twice |= once & left[item]
        once |= left[item]
    found = [{item: left[item] for item in group.scope}] if group.spots & ~once else []
    for item in group.scope:
        held = left[item] & once & ~twice & group.spots
        if held and held != left[item]:
            found.append({item: left[item] & ~(held & -held)})
    return found


def shared(group: Cover, size: int, left: Domains) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """Return which so many items of a group share as many spots, first those that have no other, then those of which nothing else has one; with
    what the others, or they themselves, lose, as masks."""
    several = [item for item in group.scope if left[item] & left[item] - 1]
    homes = {spot: sum(1 << item for item in several if left[item] >> spot & 1) for spot in members(group.spots)}
    found = list[tuple[tuple[int, ...], dict[int, int]]]()
    for items, spots in _some_sharing({item: left[item] for item in several}, size):
        found.append((items, {item: left[item] & spots for item in several if item not in items}))
    for chosen, at_home in _some_sharing({spot: items for spot, items in homes.items() if items}, size):
        spots = sum(1 << spot for spot in chosen)
        found.append((tuple(members(at_home)), {item: left[item] & ~spots for item in members(at_home)}))
    return [(items, kept) for items, lost in found if (kept := {item: spots for item, spots in lost.items() if spots})]


def _some_sharing(masks: Mapping[int, int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield so many of those that have masks if these have no more members together, and these."""
    for some in itertools.combinations([one for one, mask in masks.items() if mask.bit_count() <= size], size):
        together = functools.reduce(operator.or_, [masks[one] for one in some])
        if together.bit_count() <= size:
            yield some, together
