"""From a plan to a solution: the placements it stands for, each replayed against the clues.

No plan is believed. The replay knows the clues of the instance and nothing of PDDL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.errors import PlanError
from generator.placing.instance import Clue, Placement, PlacingInstance
from generator.placing.space import PlacingSpace, placed_in
from planner.plans.plan import Action, foreign
from planner.result import Shown

__all__ = ["ClueBrokenError", "Solution", "Step", "placements_of", "replay"]


class ClueBrokenError(PlanError):
    """A placement that a clue forbids.

    ``placement`` is its number, from 1; ``rule`` the clue that it breaks, in words; ``found`` how it does so.
    """

    def __init__(self, placement: int, rule: str, found: str) -> None:
        super().__init__(f"placement {placement}: {found}; this breaks the clue: {rule}")
        self.placement, self.rule, self.found = placement, rule, found


class Step(NamedTuple):
    """One placement of a solution."""

    number: int
    placement: Placement
    before: dict[int, int]
    """what was placed before: the spot of each item"""
    clues: tuple[Clue, ...]
    """the clues about it of which everything else was placed before"""

    @property
    def after(self) -> dict[int, int]:
        """What is placed then."""
        return {**self.before, self.placement.item: self.placement.spot}


@dataclass(frozen=True, slots=True)
class Solution(Shown):
    """The placements, each allowed by the clues, of all items."""

    instance: PlacingInstance
    steps: tuple[Step, ...]

    @property
    def placed(self) -> dict[int, int]:
        """The spot of each item."""
        return dict(step.placement for step in self.steps)


def placements_of(plan: Sequence[Action], instance: PlacingInstance) -> list[Placement]:
    """Return the placements of a plan, allowed or not; actions that place nothing are passed over.

    An action that places is ``(place item spot …)``, ``(place row column spot …)`` for the item in that row and column,
    ``(place-item spot …)`` or, for one of several ways, ``(place-item-2 spot …)``.
    Raises PlanError for one that names no item or no spot of the instance.
    """
    items = {item.symbol: index for index, item in enumerate(instance.items)}
    spots = {spot.symbol: index for index, spot in enumerate(instance.spots)}
    found = []
    for action in plan:
        if action.name != "place" and not action.name.startswith("place-"):
            continue
        symbols = _symbols(action, items)
        if symbols is None:
            raise foreign(action, "this problem has no such item to place")
        item, spot = symbols
        if spot not in spots:
            raise foreign(action, f"'{spot}' is no place for it in this problem")
        found.append(Placement(items[item], spots[spot]))
    return found


def _symbols(action: Action, items: dict[str, int]) -> tuple[str, str] | None:
    """Return the symbols of the item and of the spot that an action names, or None."""
    if action.name == "place":
        item, spot, further, *_ = (*action.arguments, "", "", "")
        if item + spot in items:
            item, spot = item + spot, further
        return (item, spot) if item in items and spot else None
    named = action.name.removeprefix("place-")
    item = named if named in items else re.sub(r"-\d+$", "", named)
    return (item, action.arguments[0]) if item in items and action.arguments else None


def replay(instance: PlacingInstance, placements: Iterable[Placement]) -> Solution:
    """Return the placements as a solution. Raises ClueBrokenError at the first that a clue forbids, PlanError if not all is placed once."""
    space = PlacingSpace(instance)
    state, steps = space.initial, list[Step]()
    for number, placement in enumerate(placements, 1):
        if state[placement.item] >= 0:
            raise PlanError(f"placement {number}: {instance.items[placement.item].name} is placed a second time")
        if breach := space.breach(state, placement):
            raise ClueBrokenError(number, *breach)
        before, state = placed_in(state), space.after(state, placement)
        placed = placed_in(state)
        used = tuple(
            clue
            for clue in instance.clues
            if placement.item in clue.scope and all(index in placed for index in clue.scope)
        )
        steps.append(Step(number, placement, before, used))
    if missing := space.unmet(state):
        raise PlanError(f"after placement {len(steps)}, the last: {missing}, expected the goal")
    return Solution(instance, tuple(steps))
