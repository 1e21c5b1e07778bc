"""The graph of the reachable states: each state with its layer and the links to its neighbors.

The layer of a state is the fewest moves from the start to it. A link joins two states if a move leads from one
to the other. If moves can be undone, a link has no direction and counts once, no matter which of its ends was
found first. Otherwise each link leads from one state to another.
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

from ferryplan.generator.search.state_numbering import StateNumbering
from ferryplan.generator.space import EncodedSpace, Move, State, StateSpace


@dataclass(frozen=True, slots=True)
class Link(Generic[Move]):
    """A pair of states that a move joins."""

    origin: int
    """the number of the state in which the move begins: the state found first, unless the rules allow only the
    other direction"""
    destination: int
    """the number of the other state"""
    move: Move


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StateGraph(Generic[State, Move]):
    """The states that an exploration found, and the links between them.

    States are numbered in the order found; the start is state 0. The representation is compact, since a graph
    may have millions of links.
    """

    space: StateSpace[State, Move]
    states: Sequence[State]
    """the states, in the order found"""
    layers: array[int]
    """for each state, the fewest moves from the start, which is state 0"""
    offsets: Sequence[int]
    """for each state with known moves, the index in ``targets`` where its moves begin; at the end, the index
    where the last ones end"""
    targets: Sequence[int]
    """for each known move, the number of the state that it leads to; the moves of one state are consecutive"""
    move: Callable[[int, int], Move]
    """a function from the number of a state and an index in ``targets`` to the move that leads from the state
    to that target"""
    explored_count: int
    """the number of states, from the first one on, whose moves are all known"""
    goals: tuple[int, ...]
    """the numbers of the goal states, ascending"""
    has_mutual_links: bool = False
    """whether ``targets`` has each link at both of its ends, as far as the moves of the ends are known"""

    def __repr__(self) -> str:
        """Return a short description with the numbers of states and links."""
        return f"StateGraph(states={len(self.states)}, links={len(self.targets)})"

    @property
    def complete(self) -> bool:
        """Whether the graph has all reachable states and all their links."""
        return self.explored_count == len(self.states)

    def weighted_targets(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the target of each known move from a state, with the amount that the move adds to a total.

        `GraphAnalysis` explains totals.
        """
        for entry in range(*self.offsets[state : state + 2]) if state + 1 < len(self.offsets) else ():
            yield self.targets[entry], self.weight(state, self.move(state, entry))

    def links(self) -> Iterator[Link[Move]]:
        """Yield each link once, in the order of the states at which the links begin."""
        return (Link(state, self.targets[entry], self.move(state, entry)) for state, entry in self.link_entries())

    def link_entries(self) -> Iterator[tuple[int, int]]:
        """Yield, for each link, the state at which it begins and its index in ``targets``.

        The order of the links is that of `links`.
        """
        offsets, targets = self.offsets, self.targets
        directed, mutual = not self.space.reversible, self.has_mutual_links
        for state in range(len(offsets) - 1):
            for entry in range(offsets[state], offsets[state + 1]):
                target = targets[entry]
                # An undirected link counts at its end with the lower number; at the other end only if the lower
                # one does not list it.
                later = directed or target > state
                if later or not (mutual or state in targets[offsets[target] : offsets[target + 1]]):
                    yield state, entry

    def weight(self, origin: int, move: Move) -> int:
        """Return the amount that a move adds to a total, as `GraphAnalysis` explains totals.

        It is 1 if every move costs 1, otherwise the cost times COST_UNIT, plus 1.
        """
        return 1 if self.space.has_unit_costs else self.space.cost(self.states[origin], move) * COST_UNIT + 1


COST_UNIT = 1 << 40
"""the factor of costs in totals: a total is a single number, the cost times this factor plus the number of
moves"""
NUMPY_MIN_STATES = 1_000
"""the least number of encoded states for which numpy is faster"""
NUMPY_IMPORT_MIN_STATES = 50_000
"""the least number of encoded states for which numpy is worth the time of its import"""


class _DecodedStates(Sequence[State], Generic[State, Move]):
    """A sequence of encoded states that decodes each state on access."""

    def __init__(self, encoded_space: EncodedSpace[State, Move], codes: Sequence[int]) -> None:
        self.coded, self.codes = encoded_space, codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, at: Any) -> Any:
        codes = self.codes[at]
        return self.coded.decode_state(codes) if isinstance(codes, int) else [*map(self.coded.decode_state, codes)]

    def __iter__(self) -> Iterator[State]:
        return map(self.coded.decode_state, self.codes)


def explore_graph(
    space: StateSpace[State, Move],
    *,
    max_states: int | None = None,
    up_to_symmetry: bool = False,
    moves: Callable[[State], Iterator[tuple[Move, State]]] | None = None,
    go_on: Callable[[int], bool] = lambda found: True,
) -> StateGraph[State, Move]:
    """Explore the reachable states breadth first, and return their graph.

    ``max_states`` limits the number of states. With ``up_to_symmetry``, the graph is the quotient: one state of
    each orbit, and a link between two orbits if any of their states are joined. ``moves`` replaces the
    successors of the space. ``go_on`` regularly receives the number of states found so far, and returns whether
    to continue. If the exploration stops early, the graph is not complete. If the initial state breaks a rule,
    the graph is empty.
    """
    plain = not up_to_symmetry and moves is None
    if plain and space.is_legal(space.initial) and (coded := space.encoded_space):
        return _explore_encoded_space(space, coded, max_states, go_on)
    following = moves or (space.quotient_successors if up_to_symmetry else space.successors)
    start = space.canonical_state(space.initial) if up_to_symmetry else space.initial
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
                if max_states is not None and len(states) >= max_states:
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


def _explore_encoded_space(
    space: StateSpace[State, Move],
    encoded_space: EncodedSpace[State, Move],
    max_states: int | None,
    go_on: Callable[[int], bool],
) -> StateGraph[State, Move]:
    """Explore a space whose states are encoded as integers, and return its graph.

    numpy takes over when there are enough states that it is faster. The limits are those of `explore_graph`.
    """
    found: Any = StateNumbering(encoded_space)
    layers, offsets = array("L"), array("q", [0])
    targets: MutableSequence[int] = []
    depth, cut, on, enough = 0, False, True, NUMPY_MIN_STATES if "numpy" in sys.modules else NUMPY_IMPORT_MIN_STATES
    while on and len(layers) < len(found):
        if len(found) >= enough:
            enough = sys.maxsize
            with contextlib.suppress(ImportError, OverflowError):
                from ferryplan.generator.search import vectorized

                found, targets = (
                    vectorized.VectorizedNumbering(encoded_space, found.codes_from_number(0)),
                    array("I", targets),
                )
        layer = found.codes_from_number(len(layers))
        layers.extend(itertools.repeat(depth, len(layer)))
        depth += 1
        for begin in range(0, len(layer), found.batch_size):
            known, pauses = (
                len(targets),
                found.append_successor_numbers(layer[begin : begin + found.batch_size], targets, offsets),
            )
            if not (on := all(go_on(len(found)) for _ in pauses)):
                break
            if max_states is not None and len(found) > max_states:
                _remove_states_beyond_limit(max_states, offsets, targets, known)
                cut, on = True, False
                break
    codes, goals = found.codes_and_goals(max_states)
    layers.extend(itertools.repeat(depth, len(codes) - len(layers)))
    states, explored = _DecodedStates(encoded_space, codes), len(offsets) - 1 - cut

    @functools.lru_cache(maxsize=1)  # the links of one state are requested one after the other
    def move_numbers(state: int) -> list[int]:
        following = targets[offsets[state] : offsets[state + 1]]
        return encoded_space.move_numbers_to(codes[state], [codes[target] for target in following])

    def move(state: int, entry: int) -> Move:
        return encoded_space.decode_move(codes[state], move_numbers(state)[entry - offsets[state]])

    return StateGraph(
        space, states, layers, offsets, targets, move, explored, tuple(goals), has_mutual_links=space.reversible
    )


def _remove_states_beyond_limit(
    max_states: int, offsets: array[int], targets: MutableSequence[int], checked_count: int
) -> None:
    """Remove all links to states whose number is ``max_states`` or higher.

    The first state with such a link keeps its other links; the states after it lose all their links. The items of
    ``targets`` before the index ``checked_count`` must not be such links.
    """
    entry = next(entry for entry in range(checked_count, len(targets)) if targets[entry] >= max_states)
    state = bisect_right(offsets, entry) - 1
    kept = [target for target in targets[entry : offsets[state + 1]] if target < max_states]
    del targets[entry:], offsets[state + 1 :]
    targets.extend(kept)
    offsets.append(len(targets))
