"""What may happen where things are placed: one item after the other goes to a spot that the clues allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Clue, Placement, PlacingInstance
from ferryplan.generator.placing.ties import broken_clue, ties_of
from ferryplan.generator.space import Breach, StateSpace

GIVEN = format_message("placing.rule-of-givens")

Placements = tuple[int, ...]
"""For each item the index of its spot, or -1 while it is not placed."""


def placed_in(state: Placements) -> dict[int, int]:
    """Return the spot of each item placed."""
    return {item: spot for item, spot in enumerate(state) if spot >= 0}


class PlacingSpace(StateSpace[Placements, Placement]):
    """The state space of one instance: its moves place the items in the instance's order; a breach is told of any placement."""

    def __init__(self, instance: PlacingInstance) -> None:
        self.instance = instance

    @cached_property
    def _asked(self) -> list[tuple[int, list[tuple[int, tuple[int, ...]]], list[Clue]]]:
        """For each item the spots where it is allowed alone, as a mask; those before it that a clue ties it to, with its spots that go with each
        of theirs; and the clues about it that say more."""
        ties, order = ties_of(self.instance), self.instance.order
        tied = {
            item: [(other, ties.together[other, item]) for other in order[:number] if (other, item) in ties.together]
            for number, item in enumerate(order)
        }
        about = [[clue for clue in ties.wide if item in clue.scope] for item in range(len(order))]
        return [(mask, tied[item], about[item]) for item, mask in enumerate(ties.alone)]

    @property
    def initial(self) -> Placements:
        """Nothing is placed."""
        return (-1,) * len(self.instance.items)

    def moves(self, state: Placements) -> Iterator[tuple[Placement, Placements]]:
        """Yield every placement of the next item that no clue forbids, with what follows; by spot."""
        item = self.next_item(state)
        if item is None:
            return
        mask, tied, clues = self._asked[item]
        for other, supports in tied:
            # Items are placed in the instance's order, so each item before this one has a spot.
            mask &= supports[state[other]]
        before = placed_in(state) if clues else {}
        for spot in members(mask):
            if not clues or all(clue.allows({**before, item: spot}) for clue in clues):
                move = Placement(item, spot)
                yield move, self.after(state, move)

    def candidates(self, state: Placements) -> Iterator[Placement]:
        """Yield the placements of the next item at every spot."""
        item = self.next_item(state)
        return iter(()) if item is None else (Placement(item, spot) for spot in range(len(self.instance.spots)))

    def attempts(self, state: Placements, beyond: int) -> Iterator[Placement]:
        """Yield the placements of the next item at the spots that are not out of the question for it alone."""
        item = self.next_item(state)
        if item is not None and self.goals_met(state) >= beyond:
            yield from (Placement(item, spot) for spot in self.instance.items[item].spots)

    def breach(self, state: Placements, move: Placement) -> Breach | None:
        """Return which clue a placement breaks, of whatever item; or that it is placed already, or cannot be there."""
        instance = self.instance
        item, spot = instance.items[move.item], instance.spots[move.spot]
        if state[move.item] >= 0:
            return Breach(
                format_message("placing.rule-of-items"), format_message("placing.placed-twice", item=item.name)
            )
        placed = placed_in(self.after(state, move))
        if broken := broken_clue(instance, placed, move.item):
            return Breach(broken.says, broken.breach(placed, instance))
        if move.spot in item.spots:
            return None
        return Breach(GIVEN, format_message("placing.cannot-be", item=item.name, spot=spot.name))

    @property
    def breakable(self) -> Sequence[str]:
        """The clues, each sentence once."""
        return list(dict.fromkeys(clue.says for clue in self.instance.clues))

    def breaches(self, state: Placements, move: Placement) -> Iterator[Breach]:
        """Yield every clue all of whose items are placed, and that is broken by itself."""
        placed = placed_in(self.after(state, move))
        for clue in self.instance.clues:
            if placed.keys() >= {*clue.scope} and (found := clue.breach(placed, self.instance)):
                yield Breach(clue.says, found)

    def after(self, state: Placements, move: Placement) -> Placements:
        """Return the state after a placement, allowed or not."""
        return (*state[: move.item], move.spot, *state[move.item + 1 :])

    def is_goal(self, state: Placements) -> bool:
        """Return whether all is placed."""
        return all(spot >= 0 for spot in state)

    @property
    def goals(self) -> int:
        """How many items there are."""
        return len(self.instance.items)

    def goals_met(self, state: Placements) -> int:
        """Return how many items are placed."""
        return sum(spot >= 0 for spot in state)

    def unmet(self, state: Placements) -> str:
        """Return what is not placed, in words; the empty text if all is."""
        missing = [item.name for item, spot in zip(self.instance.items, state, strict=True) if spot < 0]
        return format_message("placing.not-placed", item=missing[0]) if missing else ""

    def next_item(self, state: Placements) -> int | None:
        """Return the first item in the instance's order that is not placed, None if all are."""
        return next((item for item in self.instance.order if state[item] < 0), None)
