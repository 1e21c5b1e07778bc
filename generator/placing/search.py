"""Every way to place the items, found by the clues alone: backtracking, in the instance's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.placing.choices import Choices
from generator.placing.instance import Clue, Placed, Placement, PlacingInstance

__all__ = ["Search", "broken_clue"]


def broken_clue(instance: PlacingInstance, placed: Placed, item: int) -> Clue | None:
    """Return the first clue about an item that what is placed breaks already, or None."""
    return next((clue for clue in instance.clues if item in clue.scope and not clue.allows(placed)), None)


@dataclass(eq=False, slots=True)
class Search:
    """A backtracking search through the placements of an instance."""

    instance: PlacingInstance
    nodes: int = 0
    """how many placements have been tried so far that no clue forbids at once"""
    found: int = 0
    """how many solutions have been found so far"""
    deepest: tuple[Placement, ...] = ()
    """the first of those that place the most items, so far, in the instance's order"""
    complete: bool = False
    """whether all has been searched"""

    def solutions(self, go_on: Callable[[int], bool] = lambda nodes: True) -> Iterator[tuple[Placement, ...]]:
        """Yield every solution as its placements, in the instance's order; ``go_on`` is told of the nodes and says whether to go on."""
        order = self.instance.order
        choices = Choices(self.instance)
        placed: dict[int, int] = {}
        untried = [choices.spots(placed)] if order else []
        if not order:
            yield ()
        while untried:
            item = order[len(untried) - 1]
            placed.pop(item, None)
            spot = next(untried[-1], None)
            if spot is None:
                untried.pop()
                continue
            placed[item] = spot
            self.nodes += 1
            if len(placed) > len(self.deepest):
                self.deepest = tuple(Placement(index, placed[index]) for index in order[: len(placed)])
            if not go_on(self.nodes):
                return
            if len(placed) == len(order):
                self.found += 1
                yield tuple(Placement(index, placed[index]) for index in order)
            else:
                untried.append(choices.spots(placed))
        self.complete = True
