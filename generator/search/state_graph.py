"""The graph of the states within reach: layer by layer, every state with the links to its neighbors.

A link joins two states between which one move leads. Where moves can be undone, a link has no direction and counts once,
from whichever end it was found; else each leads from one state to another.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from ferryplan.generator.search.numbering import Numbering
from ferryplan.generator.space import Coded, Move, State, StateSpace


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
    states: Sequence[State]
    layers: array[int]
    """for each state the fewest moves that lead there from the start, the first state"""
    offsets: Sequence[int]
    """where each state's moves begin in ``targets``, and the end of the last; later states have none, so far as is known"""
    targets: Sequence[int]
    move: Callable[[int, int], Move]
    """what leads from a state to that of an entry of ``targets``"""
    explored: int
    """how many states are known with all that follows: the first ones"""
    goals: tuple[int, ...]
    """the numbers of the goal states, ascending"""
    mutual: bool = False
    """whether each link joins two states, and is known, once, from each of its ends of which the moves are known"""

    def __repr__(self) -> str:
        """Return how large it is."""
        return f"StateGraph(states={len(self.states)}, links={len(self.targets)})"

    @property
    def complete(self) -> bool:
        """Whether that is every state that can be reached, with every link."""
        return self.explored == len(self.states)

    def onward(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield where the moves from a state lead, so far as they are known, each with what it counts in totals."""
        for entry in range(*self.offsets[state : state + 2]) if state + 1 < len(self.offsets) else ():
            yield self.targets[entry], self.weight(state, self.move(state, entry))

    def links(self) -> Iterator[Link[Move]]:
        """Yield each link once, by the number of the state at which it begins."""
        return (Link(state, self.targets[entry], self.move(state, entry)) for state, entry in self.joined())

    def joined(self) -> Iterator[tuple[int, int]]:
        """Yield of each link the state at which it begins, and the entry in ``targets`` of that where it ends; in the same order."""
        offsets, targets = self.offsets, self.targets
        directed, mutual = not self.space.reversible, self.mutual
        for state in range(len(offsets) - 1):
            for entry in range(offsets[state], offsets[state + 1]):
                target = targets[entry]
                # An undirected link counts at its lower end; at the higher one only if the lower end does not
                # list it.
                later = directed or target > state
                if later or not (mutual or state in targets[offsets[target] : offsets[target + 1]]):
                    yield state, entry

    def weight(self, origin: int, move: Move) -> int:
        """Return what a move counts in totals of this graph: without costs 1, else its cost times UNIT, and 1."""
        return 1 if self.space.unit_costs else self.space.cost(self.states[origin], move) * UNIT + 1


UNIT = 1 << 40
"""totals are added as one number: the cost times this, and the number of moves"""
MANY = 1_000
"""from so many coded states on numpy is quicker"""
VERY_MANY = 50_000
"""so many of them are followed while numpy is imported: until then there may be too few to make up for that"""


class _Decoded(Sequence[State], Generic[State, Move]):
    """Coded states, each made when it is asked for."""

    def __init__(self, coded: Coded[State, Move], codes: Sequence[int]) -> None:
        self.coded, self.codes = coded, codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, at: Any) -> Any:
        codes = self.codes[at]
        return self.coded.state(codes) if isinstance(codes, int) else [*map(self.coded.state, codes)]

    def __iter__(self) -> Iterator[State]:
        return map(self.coded.state, self.codes)


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
    any of their states are joined. ``moves`` takes the place of what the space allows. ``go_on`` is told, every few states, how many
    have been found, and says whether to go on. Where the exploration stops early, the graph is not complete.
    """
    plain = not up_to_symmetry and moves is None
    if plain and space.is_legal(space.initial) and (coded := space.coded):
        return _explore_coded(space, coded, most, go_on)
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
    listed = [*indices]
    goals = tuple(number for number, state in enumerate(states) if space.is_goal(state))
    return StateGraph(space, states, layers, offsets, targets, lambda _, entry: listed[taken[entry]], explored, goals)


def _explore_coded(
    space: StateSpace[State, Move], coded: Coded[State, Move], most: int | None, go_on: Callable[[int], bool]
) -> StateGraph[State, Move]:
    """Do the same for states that are integers, with numpy from where it pays."""
    found: Any = Numbering(coded)
    layers, offsets = array("L"), array("q", [0])
    targets: MutableSequence[int] = []
    depth, cut, on, enough = 0, False, True, MANY if "numpy" in sys.modules else VERY_MANY
    while on and len(layers) < len(found):
        if len(found) >= enough:
            enough = sys.maxsize
            with contextlib.suppress(ImportError, OverflowError):
                from ferryplan.generator.search import vectorized

                found, targets = vectorized.Numbering(coded, found.since(0)), array("I", targets)
        layer = found.since(len(layers))
        layers.extend(itertools.repeat(depth, len(layer)))
        depth += 1
        for begin in range(0, len(layer), found.at_once):
            known, pauses = len(targets), found.follow(layer[begin : begin + found.at_once], targets, offsets)
            if not (on := all(go_on(len(found)) for _ in pauses)):
                break
            if most is not None and len(found) > most:
                _leave_out(most, offsets, targets, known)
                cut, on = True, False
                break
    codes, goals = found.listed(most)
    layers.extend(itertools.repeat(depth, len(codes) - len(layers)))
    states, explored = _Decoded(coded, codes), len(offsets) - 1 - cut

    @functools.lru_cache(maxsize=1)  # one state's links are told together
    def leading(state: int) -> list[int]:
        following = targets[offsets[state] : offsets[state + 1]]
        return coded.leading(codes[state], [codes[target] for target in following])

    def move(state: int, entry: int) -> Move:
        return coded.move(codes[state], leading(state)[entry - offsets[state]])

    return StateGraph(space, states, layers, offsets, targets, move, explored, tuple(goals), mutual=space.reversible)


def _leave_out(most: int, offsets: array[int], targets: MutableSequence[int], known: int) -> None:
    """Leave out the states from a number on: of the first state that leads to one the moves there, and all that was followed after it."""
    entry = next(entry for entry in range(known, len(targets)) if targets[entry] >= most)
    state = bisect_right(offsets, entry) - 1
    kept = [target for target in targets[entry : offsets[state + 1]] if target < most]
    del targets[entry:], offsets[state + 1 :]
    targets.extend(kept)
    offsets.append(len(targets))
