"""Every way to place the items, found by the clues alone: backtracking, in the instance's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.placing.instance import Clue, Placed, Placement, PlacingInstance

__all__ = ["Search", "broken_clue", "clues_by_item"]


def clues_by_item(instance: PlacingInstance) -> tuple[tuple[Clue, ...], ...]:
    """Return for each item the clues that it is in."""
    return tuple(tuple(clue for clue in instance.clues if index in clue.scope) for index in range(len(instance.items)))


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
        order, items = self.instance.order, self.instance.items
        clues = clues_by_item(self.instance)
        placed: dict[int, int] = {}
        untried = [iter(items[order[0]].spots)] if order else []
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
            if not all(clue.allows(placed) for clue in clues[item]):
                continue
            self.nodes += 1
            if len(placed) > len(self.deepest):
                self.deepest = tuple(Placement(index, placed[index]) for index in order[: len(placed)])
            if not go_on(self.nodes):
                return
            if len(placed) == len(order):
                self.found += 1
                yield tuple(Placement(index, placed[index]) for index in order)
            else:
                untried.append(iter(items[order[len(placed)]].spots))
        self.complete = True
