"""The state space of assignment puzzles: each move places an item at a spot that the clues allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.constraint_network import build_network, find_violated_clue
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.space import StateSpace, Violation

GIVENS_RULE = format_message("assignment.rule-of-givens")
"""the sentence of the rule that given items must not be changed"""

AssignmentState = tuple[int, ...]
"""for each item, the index of its spot, or -1 while it is not placed"""


def partial_assignment(state: AssignmentState) -> dict[int, int]:
    """Return the spot of each placed item of a state, both as indices."""
    return {item: spot for item, spot in enumerate(state) if spot >= 0}


class AssignmentSpace(StateSpace[AssignmentState, Placement]):
    """The state space of one instance, whose moves place the items in the instance's order.

    Violations can be computed for placements of any item, not only the next one.
    """

    def __init__(self, instance: AssignmentInstance) -> None:
        self.instance = instance

    @cached_property
    def _checks_of_items(self) -> list[tuple[int, list[tuple[int, tuple[int, ...]]], list[Clue]]]:
        """The checks that a placement of each item must pass, as a tuple of three parts.

        They are a bit mask of the allowed spots; the related items that are placed earlier, each with a bit mask of
        compatible spots for each of its own spots; and the clues about three or more items.
        """
        network, order = build_network(self.instance), self.instance.order
        earlier_supports = {
            item: [
                (other, network.pair_supports[other, item])
                for other in order[:number]
                if (other, item) in network.pair_supports
            ]
            for number, item in enumerate(order)
        }
        wider_clues = [[clue for clue in network.wide_clues if item in clue.scope] for item in range(len(order))]
        return [(mask, earlier_supports[item], wider_clues[item]) for item, mask in enumerate(network.unary_masks)]

    @property
    def initial(self) -> AssignmentState:
        """The state in which no item is placed."""
        return (-1,) * len(self.instance.items)

    def successors(self, state: AssignmentState) -> Iterator[tuple[Placement, AssignmentState]]:
        """Yield each allowed placement of the next item with the resulting state, in the order of the spots."""
        item = self.next_item(state)
        if item is None:
            return
        mask, earlier_supports, clues = self._checks_of_items[item]
        for other, supports in earlier_supports:
            # Items are placed in the instance's order, so each item before this one has a spot.
            mask &= supports[state[other]]
        before = partial_assignment(state) if clues else {}
        for spot in mask_indices(mask):
            if not clues or all(clue.allows({**before, item: spot}) for clue in clues):
                move = Placement(item, spot)
                yield move, self.apply_move(state, move)

    def candidate_moves(self, state: AssignmentState) -> Iterator[Placement]:
        """Yield the placements of the next item at all spots, including those that the clues forbid."""
        item = self.next_item(state)
        return iter(()) if item is None else (Placement(item, spot) for spot in range(len(self.instance.spots)))

    def improving_candidates(self, state: AssignmentState, threshold: int) -> Iterator[Placement]:
        """Yield the placements of the next item at its possible spots, including those that the clues forbid.

        There are none in states with fewer than ``threshold`` placed items.
        """
        item = self.next_item(state)
        if item is not None and self.count_goals_met(state) >= threshold:
            yield from (Placement(item, spot) for spot in self.instance.items[item].spots)

    def find_violation(self, state: AssignmentState, move: Placement) -> Violation | None:
        """Return the rule or clue that a placement of any item violates; None if the placement is allowed.

        A placement can violate a clue, place an item a second time, or use a spot that is impossible for the item.
        """
        instance = self.instance
        item, spot = instance.items[move.item], instance.spots[move.spot]
        if state[move.item] >= 0:
            return Violation(
                format_message("assignment.rule-of-items"), format_message("assignment.placed-twice", item=item.name)
            )
        placed = partial_assignment(self.apply_move(state, move))
        if broken := find_violated_clue(instance, placed, move.item):
            return Violation(broken.says, broken.describe_violation(placed, instance))
        if move.spot in item.spots:
            return None
        return Violation(GIVENS_RULE, format_message("assignment.cannot-be", item=item.name, spot=spot.name))

    @property
    def breakable_rules(self) -> Sequence[str]:
        """The sentences of the clues, without repetitions."""
        return list(dict.fromkeys(clue.says for clue in self.instance.clues))

    def find_violations(self, state: AssignmentState, move: Placement) -> Iterator[Violation]:
        """Yield each clue that the state after the move violates, if all items of the clue are placed in it."""
        placed = partial_assignment(self.apply_move(state, move))
        for clue in self.instance.clues:
            if placed.keys() >= {*clue.scope} and (found := clue.describe_violation(placed, self.instance)):
                yield Violation(clue.says, found)

    def apply_move(self, state: AssignmentState, move: Placement) -> AssignmentState:
        """Return the state after a placement, even if the clues forbid it."""
        return (*state[: move.item], move.spot, *state[move.item + 1 :])

    def is_goal(self, state: AssignmentState) -> bool:
        """Return whether every item is placed."""
        return all(spot >= 0 for spot in state)

    @property
    def goal_count(self) -> int:
        """The number of conditions of the goal: one for each item, which has to be placed."""
        return len(self.instance.items)

    def count_goals_met(self, state: AssignmentState) -> int:
        """Return the number of placed items."""
        return sum(spot >= 0 for spot in state)

    def describe_unmet_goals(self, state: AssignmentState) -> str:
        """Return a clause that names the first item that is not placed yet; the empty text if all are placed."""
        missing = [item.name for item, spot in zip(self.instance.items, state, strict=True) if spot < 0]
        return format_message("assignment.not-placed", item=missing[0]) if missing else ""

    def next_item(self, state: AssignmentState) -> int | None:
        """Return the index of the item that is placed next, in the instance's order; None if all are placed."""
        return next((item for item in self.instance.order if state[item] < 0), None)
