"""The state variables of an assignment puzzle, for the comparison with somebody else's PDDL model.

Only goal states are compared, because the order of the placements does not matter.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.space import GIVENS_RULE, AssignmentSpace, AssignmentState
from ferryplan.generator.space import Violation
from ferryplan.generator.state_variables import (
    NamedThing,
    Observation,
    OwnPddlFact,
    StateVariables,
    TransitionViolation,
    Valuation,
)

CELL_SYMBOL = re.compile("r[0-9]+c[0-9]+")
"""the PDDL name of a cell, such as ``r2c3`` for row 2, column 3"""


class AssignmentVariables(StateVariables[AssignmentState, Placement]):
    """A state variable for each item of an instance, whose value is the item's spot.

    Items that are placed from the start are variables, too.
    """

    compares_only_final_states = True

    def __init__(self, instance: AssignmentInstance, split_cells: bool, by_group: bool) -> None:
        """Define the variables and the PDDL facts by which the puzzle's own model states their values.

        With ``split_cells``, a cell ``r2c3`` appears in facts as the row ``r2`` and the column ``c3``. With
        ``by_group``, each group of items has a predicate of its own; otherwise all items share the predicate ``at``.
        """
        self.instance, self._space = instance, instance.get_or_make(AssignmentSpace)
        items, self._preset = [*instance.items, *instance.preset_items], tuple(instance.preset_items.values())
        self.variables = [NamedThing(item.name, item.called, ()) for item in items]
        self.values = [[NamedThing(spot.name, spot.called, ()) for spot in instance.spots]] * len(self.variables)
        self.variable_sorts = [0] * len(self.variables)
        objects = [re.findall("[rc][0-9]+", item.symbol) if split_cells else [item.symbol] for item in items]
        self.own_pddl_facts = [
            [OwnPddlFact(item.group if by_group else "at", (*names, spot.symbol)) for spot in instance.spots]
            for item, names in zip(items, objects, strict=True)
        ]

    def to_valuation(self, state: AssignmentState) -> Valuation:
        """Return the spot of each item, -1 if it is not placed, followed by the spots of the preset items.

        Preset items are those that are placed from the start.
        """
        return (*state, *self._preset)

    def to_state(self, valuation: Valuation) -> AssignmentState:
        """Return the state for a valuation: the spots of the items, without those of the preset items."""
        return valuation[: len(self.instance.items)]

    def solution_valuations(self) -> Iterator[Valuation]:
        """Yield the valuation of each solution: the spots of all items."""
        for placements in AssignmentSearch(self.instance).solutions():
            yield self.to_valuation(tuple([spot for _, spot in sorted(placements)]))

    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return the valuation for the values that a model's facts give to each variable.

        The observation counts as settled (nothing is left open) if every item has a spot. Its valuation is None if an
        item has several spots.
        """
        if any(len(some) > 1 for some in values_by_variable):
            return Observation(None, False, True)
        return Observation(tuple([some[0] if some else -1 for some in values_by_variable]), all(values_by_variable))

    def find_transition_violation(self, state: AssignmentState, valuation: Valuation) -> TransitionViolation:
        """Return the rule that a goal state of the model violates.

        The rule is either that the givens stay as they are, or a clue.
        """
        placed, given = self.to_state(valuation), valuation[len(self.instance.items) :]
        for role, spot in enumerate(given, len(placed)):
            if spot != self._preset[role - len(placed)]:
                return TransitionViolation(
                    "rule-missing",
                    Violation(GIVENS_RULE, f"{self.variables[role].called} is {self.values[role][spot].called}"),
                )
        before = (
            ((*placed[:item], -1, *placed[item + 1 :]), Placement(item, spot)) for item, spot in enumerate(placed)
        )
        violations = itertools.starmap(self._space.find_violation, before)
        return TransitionViolation("rule-missing", next(filter(None, violations)))

    def classify_missing_move(self, move: Placement, allowed_moves: Sequence[Placement]) -> str:
        """Return ``solution-missing``, the kind of difference for a solution that the model lacks."""
        return "solution-missing"


class OccupiedSpotVariables(AssignmentVariables):
    """State variables for an instance in which each spot is possible for only one item.

    In such an instance, an occupied spot tells which item is there, so a model need not name the items. The values of a
    variable are numbers from 0: 0 is the first possible spot of the item, 1 the second, and so on.
    """

    def __init__(self, instance: AssignmentInstance) -> None:
        super().__init__(instance, split_cells=False, by_group=False)
        self._spots_of_items = [item.spots for item in instance.items]
        self.values = [[self.values[0][spot] for spot in spots] for spots in self._spots_of_items]
        self.own_pddl_facts = [
            [OwnPddlFact("at", (instance.spots[spot].symbol,)) for spot in spots] for spots in self._spots_of_items
        ]

    @staticmethod
    def is_suitable(instance: AssignmentInstance) -> bool:
        """Return whether each spot is possible for only one item, and no item is placed from the start."""
        spots = [spot for item in instance.items for spot in item.spots]
        return not instance.preset_items and len({*spots}) == len(spots)

    def to_valuation(self, state: AssignmentState) -> Valuation:
        """Return, for each item, the position of its spot among the item's possible spots; -1 if not placed."""
        return tuple(
            [spots.index(spot) if spot >= 0 else -1 for spots, spot in zip(self._spots_of_items, state, strict=True)]
        )

    def to_state(self, valuation: Valuation) -> AssignmentState:
        """Return the state for a valuation, whose values are positions in the items' lists of possible spots."""
        return tuple(
            [spots[one] if one >= 0 else -1 for spots, one in zip(self._spots_of_items, valuation, strict=True)]
        )


def list_state_variables(instance: AssignmentInstance) -> list[AssignmentVariables]:
    """Return alternative sets of state variables, one for each way in which models state who is where.

    For example, a model may name a cell by one object or by its row and column.
    """
    cells = all(CELL_SYMBOL.fullmatch(item.symbol) for item in instance.items)
    groups = len({item.group for item in instance.items}) > 1
    ways = itertools.product((True, False)[not cells :], (True, False)[not groups :])
    by_spots = [OccupiedSpotVariables(instance)] if OccupiedSpotVariables.is_suitable(instance) else []
    return [*(AssignmentVariables(instance, *way) for way in ways), *by_spots]
