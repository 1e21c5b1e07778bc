"""The graph of the states within reach: layer by layer, every state with the links to its neighbours.

A link joins two states between which one crossing leads. Crossings can be undone, so a link has no direction and counts once,
from whichever end it was found. Where the rules have time, a state also has its clock, and links lead forwards.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.crossing.instance import State
from generator.crossing.states import Crossing, StateSpace
from generator.crossing.symmetry import Symmetry

__all__ = ["Link", "Moves", "StateGraph", "explore_graph"]

Moves = Callable[[State], Iterator[tuple[Crossing, State]]]
"""Gives what may happen in a state, with the states that follow."""


class Link(NamedTuple):
    """Two states that one crossing joins."""

    origin: int
    """number of the state in which the crossing begins: that found first, unless a deadline allows the other direction only"""
    destination: int
    load: int
    """mask of those in the boat"""


@dataclass(frozen=True, slots=True, eq=False)
class StateGraph:
    """The states found, in the order found, and what leads from each to which. Compact: it may have millions of links."""

    space: StateSpace
    states: list[State]
    layers: array[int]
    """for each state the fewest moves that lead there from the start, the first state"""
    offsets: array[int]
    """where each state's moves begin in ``targets`` and ``loads``, and the end of the last; later states have none, so far as is known"""
    targets: array[int]
    loads: list[int]
    explored: int
    """how many states are known with all that follows: the first ones"""

    @property
    def complete(self) -> bool:
        """Whether that is every state that can be reached, with every link."""
        return self.explored == len(self.states)

    def links(self) -> Iterator[Link]:
        """Yield each link once, by the number of the state at which it begins."""
        offsets, targets, loads = self.offsets, self.targets, self.loads
        for state in range(len(offsets) - 1):
            for entry in range(offsets[state], offsets[state + 1]):
                target = targets[entry]
                if target > state or state not in targets[offsets[target] : offsets[target + 1]]:
                    yield Link(state, target, loads[entry])


def explore_graph(
    space: StateSpace,
    *,
    most: int | None = None,
    up_to_symmetry: bool = False,
    moves: Moves | None = None,
    go_on: Callable[[int], bool] = lambda found: True,
) -> StateGraph:
    """Return the states that can be reached, breadth first, with their links; no states if the start breaks a rule.

    ``most`` bounds the number of states. ``up_to_symmetry`` gives the quotient: one state of each orbit, a link between two orbits if
    any of their states are joined. ``moves`` takes the place of what the rules allow. ``go_on`` is told, state by state, how many
    have been found, and says whether to go on. Where the exploration stops early, the graph is not complete.
    Raises EncodingError if there are several boats, or too many loads to list.
    """
    following = moves or space.moves(up_to_symmetry)
    start = Symmetry(space.instance).canonical(space.instance.start) if up_to_symmetry else space.instance.start
    states = [start] if space.is_safe_state(start) else []
    numbers = {state: number for number, state in enumerate(states)}
    layers, offsets, targets, loads = array("L", [0] * len(states)), array("L", [0]), array("L"), list[int]()
    explored = 0
    while explored < len(states) and go_on(len(states)):
        layer, room = layers[explored] + 1, True
        for crossing, successor in following(states[explored]):
            target = numbers.get(successor)
            if target is None:
                if most is not None and len(states) >= most:
                    room = False
                    continue
                target = numbers[successor] = len(states)
                states.append(successor)
                layers.append(layer)
            targets.append(target)
            loads.append(crossing.load)
        offsets.append(len(targets))
        if not room:
            break
        explored += 1
    return StateGraph(space, states, layers, offsets, targets, loads, explored)
