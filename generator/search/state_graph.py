"""The graph of the states within reach: layer by layer, every state with the links to its neighbours.

A link joins two states between which one move leads. Where moves can be undone, a link has no direction and counts once,
from whichever end it was found; else each leads from one state to another.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from generator.space import Move, State, StateSpace


@dataclass(frozen=True, slots=True)
class Link(Generic[Move]):
    """Two states that one move joins."""

    origin: int
    """number of the state in which the move begins: that found first, unless the rules allow the other direction only"""
    destination: int
    move: Move


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StateGraph(Generic[State, Move]):
    """The states found, in the order found, and what leads from each to which. Compact: it may have millions of links."""

    space: StateSpace[State, Move]
    states: list[State]
    layers: array[int]
    """for each state the fewest moves that lead there from the start, the first state"""
    offsets: array[int]
    """where each state's moves begin in ``targets`` and ``taken``, and the end of the last; later states have none, so far as is known"""
    targets: array[int]
    taken: array[int]
    """for each target the index of the move that leads there"""
    moves: list[Move]
    """every move that leads anywhere, each once"""
    explored: int
    """how many states are known with all that follows: the first ones"""

    def __repr__(self) -> str:
        """Return how large it is."""
        return f"StateGraph(states={len(self.states)}, links={len(self.targets)})"

    @property
    def complete(self) -> bool:
        """Whether that is every state that can be reached, with every link."""
        return self.explored == len(self.states)

    def links(self) -> Iterator[Link[Move]]:
        """Yield each link once, by the number of the state at which it begins."""
        offsets, targets, taken, moves = self.offsets, self.targets, self.taken, self.moves
        directed = not self.space.reversible
        for state in range(len(offsets) - 1):
            for entry in range(offsets[state], offsets[state + 1]):
                target = targets[entry]
                if directed or target > state or state not in targets[offsets[target] : offsets[target + 1]]:
                    yield Link(state, target, moves[taken[entry]])

    def weight(self, origin: int, move: Move) -> int:
        """Return what a move counts in totals of this graph: without costs 1, else its cost times UNIT, and 1."""
        return 1 if self.space.unit_costs else self.space.cost(self.states[origin], move) * UNIT + 1


UNIT = 1 << 40
"""totals are added as one number: the cost times this, and the number of moves"""


def explore_graph(
    space: StateSpace[State, Move],
    *,
    most: int | None = None,
    up_to_symmetry: bool = False,
    moves: Callable[[State], Iterator[tuple[Move, State]]] | None = None,
    go_on: Callable[[int], bool] = lambda found: True,
) -> StateGraph[State, Move]:
    """Return the states that can be reached, breadth first, with their links; no states if the start breaks a rule.

    ``most`` bounds the number of states. ``up_to_symmetry`` gives the quotient: one state of each orbit, a link between two orbits if
    any of their states are joined. ``moves`` takes the place of what the space allows. ``go_on`` is told, state by state, how many
    have been found, and says whether to go on. Where the exploration stops early, the graph is not complete.
    """
    following = moves or (space.moves_up_to_symmetry if up_to_symmetry else space.moves)
    start = space.canonical(space.initial) if up_to_symmetry else space.initial
    states = [start] if space.is_legal(start) else []
    numbers = {state: number for number, state in enumerate(states)}
    indices: dict[Move, int] = {}
    layers, offsets, targets, taken = array("L", [0] * len(states)), array("L", [0]), array("L"), array("L")
    explored = 0
    while explored < len(states) and go_on(len(states)):
        layer, room = layers[explored] + 1, True
        for move, successor in following(states[explored]):
            target = numbers.get(successor)
            if target is None:
                if most is not None and len(states) >= most:
                    room = False
                    continue
                target = numbers[successor] = len(states)
                states.append(successor)
                layers.append(layer)
            targets.append(target)
            taken.append(indices.setdefault(move, len(indices)))
        offsets.append(len(targets))
        if not room:
            break
        explored += 1
    return StateGraph(space, states, layers, offsets, targets, taken, [*indices], explored)
