"""The tree of partial placements that the clues allow, in the instance's order: layer by layer, each with that which it continues."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from generator.placing.choices import Choices
from generator.placing.instance import PlacingInstance

__all__ = ["PlacementTree", "explore_tree"]


@dataclass(frozen=True, slots=True, eq=False)
class PlacementTree:
    """The partial placements found, by the number of items placed. Compact: there may be millions of them.

    The first state is that in which nothing is placed; each other continues exactly one by the next item of the instance's order.
    """

    instance: PlacingInstance
    parents: array[int]
    """for each state the number of that which it continues; 0 for the first"""
    spots: array[int]
    """for each state the spot of the item placed last; 0 for the first"""
    layers: tuple[int, ...]
    """for each number of items placed the first state with so many; behind the last one the number of states"""
    explored: int
    """how many states are known with all that continue them: the first ones"""

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self.explored == len(self.parents)

    @property
    def solutions(self) -> range:
        """The states in which all items are placed, as far as found."""
        return self.layer(len(self.instance.order))

    def layer(self, depth: int) -> range:
        """Return the states in which so many items are placed, as far as found."""
        if depth + 1 >= len(self.layers):
            return range(len(self.parents), len(self.parents))
        return range(self.layers[depth], self.layers[depth + 1])

    def spots_of(self, state: int, depth: int) -> list[int]:
        """Return the spots of the first ``depth`` items of the order in a state of that layer."""
        found = list[int]()
        for _ in range(depth):
            found.append(self.spots[state])
            state = self.parents[state]
        return found[::-1]

    def continuations(self) -> array[int]:
        """Return for each state how many were found that continue it."""
        counts = array("L", bytes(array("L").itemsize * len(self.parents)))
        for state in range(1, len(self.parents)):
            counts[self.parents[state]] += 1
        return counts

    def solvable(self) -> bytearray:
        """Return for each state 1 if a solution found continues it, or is it; else 0."""
        found = bytearray(len(self.parents))
        for state in self.solutions:
            found[state] = 1
        for state in range(len(self.parents) - 1, 0, -1):
            if found[state]:
                found[self.parents[state]] = 1
        return found


def explore_tree(
    instance: PlacingInstance, *, most: int | None = None, go_on: Callable[[int], bool] = lambda found: True
) -> PlacementTree:
    """Return the partial placements that no clue forbids, breadth first; of those that continue one, the lower spots first.

    ``most`` bounds the number of states. ``go_on`` is told, state by state, how many have been found, and says whether to go on.
    Where the exploration stops early, the tree is not complete.
    """
    choices = Choices(instance)
    parents, spots, layers, explored = array("L", [0]), array("L", [0]), [0, 1], 0
    room = True
    for depth in range(len(instance.order)):
        tree = PlacementTree(instance, parents, spots, tuple(layers), explored)
        for state in tree.layer(depth):
            if not go_on(len(parents)):
                room = False
                break
            placed = dict(zip(instance.order, tree.spots_of(state, depth), strict=False))
            for spot in choices.spots(placed):
                room = most is None or len(parents) < most
                if not room:
                    break
                parents.append(state)
                spots.append(spot)
            if not room:
                break
            explored += 1
        if len(parents) > layers[-1]:
            layers.append(len(parents))
        if not room:
            break
    return PlacementTree(instance, parents, spots, tuple(layers), len(parents) if room else explored)
