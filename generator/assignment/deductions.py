"""The deduction steps of an explanation, each with the facts and reasons that it depends on.

An explanation solves an assignment puzzle as a person does: each step excludes spots for some items, for a reason such
as a clue. A reason can be a covering group: n items that together occupy n certain spots (a box of a sudoku).
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ferryplan.generator.assignment.combined_reasons import CoveringGroup, ReasonConjunction
from ferryplan.generator.assignment.instance import Clue, Placement
from ferryplan.generator.assignment.propagation import Domains
from ferryplan.generator.masks import mask_indices

DeductionKind = Literal["last", "only", "clue", "shared", "together", "supposed", "tried"]
"""the kinds of deduction steps, as `Deduction.kind` explains them"""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A step of an explanation: the spots that it excludes for some items, and its reasons."""

    kind: DeductionKind
    """``last``: an item has one spot left; ``only``: one item of a group is left for a spot; ``clue``: one clue
    excludes spots; ``shared``: n items of a group share n spots; ``together``: several reasons exclude spots;
    ``supposed``: the opposite leads to a contradiction; ``tried``: the same, but only an exhaustive search finds the
    contradiction"""
    reasons: tuple[Clue, ...]
    """the clues and covering groups that the step follows from"""
    domains_before: tuple[int, ...]
    """for each item, a bit mask of the spots left before the step"""
    excluded_spots: tuple[tuple[int, int], ...]
    """pairs of an item that loses spots and a bit mask of these spots"""
    placements: tuple[Placement, ...]
    """the items of the step that have a single spot left after it, with this spot"""
    sharing_items: tuple[int, ...] = ()
    """for ``shared``: the n items that share n spots of the group; no other item has one of these spots, or they have no others"""
    supposition: Placement | None = None
    """for ``supposed`` and ``tried``: the placement that the step refutes"""
    refutation: tuple[Deduction, ...] = ()
    """the steps that follow from the supposition, up to the step after which an item has no spot left"""
    tried_count: int = 0
    """for ``tried``: the number of placements that the search tried to refute the supposition"""
    alternative_count: int = 0
    """the number of other deductions of the same kind that were possible at this point"""


def leaves_item_without_spot(step: Deduction) -> bool:
    """Return whether a step leaves an item without any spot.

    Such a step refutes the supposition from which it follows.
    """
    return any(step.domains_before[item] & ~spots == 0 for item, spots in step.excluded_spots) or not all(
        step.domains_before
    )


def find_uncovered_spots(step: Deduction) -> int:
    """Return a bit mask of the spots of the step's group that none of the group's items can have anymore."""
    (group,) = step.reasons
    assert isinstance(group, CoveringGroup)
    return group.spot_mask & ~functools.reduce(operator.or_, [step.domains_before[item] for item in group.scope])


def drop_unneeded_steps(chain: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Return the steps of a chain that its last step depends on.

    The first step of the chain, the supposition, is always kept.
    """
    lost = [
        {
            item: old & ~new
            for item, (old, new) in enumerate(zip(one.domains_before, other.domains_before, strict=True))
            if old != new
        }
        for one, other in itertools.pairwise(chain)
    ]
    needed = {0, len(chain) - 1}
    for number in range(len(chain) - 1, 0, -1):
        if number in needed:
            regarded = _find_relevant_spots(chain[number])
            needed |= {
                one for one in range(number) if any(spots & regarded.get(item, 0) for item, spots in lost[one].items())
            }
    return tuple(chain[number] for number in sorted(needed))


def _find_relevant_spots(step: Deduction) -> dict[int, int]:
    """Return, for each item in a step's reasons, a bit mask of spots.

    The step depends on earlier steps that excluded these spots for the item.
    """
    if step.kind == "only":
        spots = find_uncovered_spots(step) or sum(1 << spot for _, spot in step.placements)
        return {item: spots for reason in step.reasons for item in reason.scope}
    items = {item for reason in step.reasons for item in reason.scope} or {
        item for item, _ in (*step.excluded_spots, *step.placements)
    }
    return dict.fromkeys(items, -1)


def find_premises(step: Deduction, combination: ReasonConjunction, initial_domains: Sequence[int]) -> dict[int, int]:
    """Return the earlier exclusions that a step depends on, as a bit mask of lost spots for each item.

    If an item is placed, the mask has all its other spots. If it is not placed, the mask has only the lost spots
    without which the step would not follow. ``combination`` holds the reasons of the step, ``initial_domains`` the
    spots of each item before any clue is applied.
    """
    left: Domains = list(step.domains_before)
    lost = {
        item: initial_domains[item] & ~left[item] for item in combination.scope if initial_domains[item] & ~left[item]
    }

    whole = [item for item in lost if not left[item] & left[item] - 1]
    parts = [(item, 1 << spot) for item in lost if item not in whole for spot in mask_indices(lost[item])]
    for item, spots in [*parts, *((item, lost[item]) for item in whole)]:
        left[item] |= spots
        if any(
            combination.find_assignment(left, other, 1 << spot)
            for other, gone in step.excluded_spots
            for spot in mask_indices(gone)
        ):
            left[item] &= ~spots
        else:
            lost[item] &= ~spots
    return {item: spots for item, spots in lost.items() if spots}


def find_hidden_singles(group: CoveringGroup, domains: Domains) -> list[dict[int, int]]:
    """Return the exclusions by hidden singles in a group, each as a bit mask of lost spots by item.

    An item that alone has a certain spot of the group left loses all its other spots. If no item has a certain spot
    left, all items lose all spots.
    """
    once = twice = 0
    for item in group.scope:
        twice |= once & domains[item]
        once |= domains[item]
    found = [{item: domains[item] for item in group.scope}] if group.spot_mask & ~once else []
    for item in group.scope:
        held = domains[item] & once & ~twice & group.spot_mask
        if held and held != domains[item]:
            found.append({item: domains[item] & ~(held & -held)})
    return found


def find_locked_sets(group: CoveringGroup, size: int, domains: Domains) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """Return sets of ``size`` items that must occupy the same ``size`` spots, each with its exclusions.

    First come the naked sets: the items have no other spots, so the other items of the group lose these spots. Then
    come the hidden sets: no other item of the group has these spots, so the items lose their other spots. The
    exclusions map items to bit masks of lost spots; sets without exclusions are left out.
    """
    several = [item for item in group.scope if domains[item] & domains[item] - 1]
    homes = {
        spot: sum(1 << item for item in several if domains[item] >> spot & 1) for spot in mask_indices(group.spot_mask)
    }
    found = list[tuple[tuple[int, ...], dict[int, int]]]()
    for items, spots in _find_hall_sets({item: domains[item] for item in several}, size):
        found.append((items, {item: domains[item] & spots for item in several if item not in items}))
    for chosen, at_home in _find_hall_sets({spot: items for spot, items in homes.items() if items}, size):
        spots = sum(1 << spot for spot in chosen)
        found.append((tuple(mask_indices(at_home)), {item: domains[item] & ~spots for item in mask_indices(at_home)}))
    return [(items, kept) for items, lost in found if (kept := {item: spots for item, spots in lost.items() if spots})]


def _find_hall_sets(masks: Mapping[int, int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield sets of ``size`` keys whose bit masks have at most ``size`` members in total.

    Each set comes with the union of its masks.
    """
    for some in itertools.combinations([one for one, mask in masks.items() if mask.bit_count() <= size], size):
        together = functools.reduce(operator.or_, [masks[one] for one in some])
        if together.bit_count() <= size:
            yield some, together
