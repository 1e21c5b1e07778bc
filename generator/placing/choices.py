"""Where the next item may go: an instance made ready for searches in its order."""

from __future__ import annotations

from collections.abc import Iterator

from generator.placing.instance import Clue, ClueAboutPairs, Placed, PlacingInstance
from generator.placing.supports import combined, supports_of

__all__ = ["Choices"]


class Choices:
    """What the clues allow the next item, in the instance's order.

    What clues say of pairs is looked up as masks of spots; other clues are asked.
    """

    def __init__(self, instance: PlacingInstance) -> None:
        self.order = instance.order
        about_pairs = [clue for clue in instance.clues if isinstance(clue, ClueAboutPairs)]
        self._alone = [
            sum(
                1 << spot
                for spot in item.spots
                if all(clue.allows({index: spot}) for clue in about_pairs if index in clue.scope)
            )
            for index, item in enumerate(instance.items)
        ]
        """for each item the spots where these clues allow it alone"""
        together = combined(supports_of(clue, len(instance.spots), self._alone) for clue in about_pairs)
        self._earlier = {
            item: [(other, together[other, item]) for other in self.order[:number] if (other, item) in together]
            for number, item in enumerate(self.order)
        }
        """for each item those before it that a clue ties it to, with its spots that go with each of theirs"""
        self._others: list[list[Clue]] = [
            [clue for clue in instance.clues if index in clue.scope and clue not in about_pairs]
            for index in range(len(instance.items))
        ]
        """for each item the clues about it that say more than of pairs"""

    def spots(self, placed: Placed) -> Iterator[int]:
        """Yield the spots of the next item that no clue forbids, ascending; ``placed`` has the items before it, and no others."""
        item = self.order[len(placed)]
        mask = self._alone[item]
        for other, supports in self._earlier[item]:
            mask &= supports[placed[other]]
        others = self._others[item]
        while mask:
            spot = (mask & -mask).bit_length() - 1
            mask &= mask - 1
            if not others or all(clue.allows({**placed, item: spot}) for clue in others):
                yield spot
