"""State spaces of puzzles, with states and moves that can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ferryplan.generator.arguments import ArgumentValueError, check_type
from ferryplan.generator.families import instantiate_smallest, state_space, teller_of
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Teller
from ferryplan.planner.api.sources import PuzzleSource, load_request

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class ReadableState:
    """A state of a puzzle: it compares and hashes, ``print`` describes it, and ``to_dict`` gives its parts."""

    raw: Any
    """the state as the searches hold it"""
    space: Space = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Return the state on a line."""
        return self.space.teller.state(self.raw)

    def __repr__(self) -> str:
        """Return the state on a line, marked as a state."""
        return f"<state {self}>"

    @property
    def facts(self) -> frozenset[tuple[str, ...]]:
        """The facts that hold, such as ``("on", "disc-1", "peg-2")``, in puzzles that are planning tasks; empty for others."""
        return frozenset(getattr(self.raw, "facts", ()))

    def to_dict(self) -> dict[str, Any]:
        """Return the parts of the state: for crossings ``places`` and ``boat``, for planning tasks ``facts``, for others what is placed where."""
        return self.space.teller.state_as_json(self.raw)


@dataclass(frozen=True, slots=True)
class ReadableMove:
    """A move of a puzzle from a state: it compares and hashes, ``print`` describes it, and ``to_dict`` gives its parts."""

    raw: Any
    """the move as the searches hold it"""
    origin: ReadableState = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Return the move as a sentence."""
        return self.origin.space.teller.sentence(self.origin.raw, self.raw)

    def __repr__(self) -> str:
        """Return the move in a few words, marked as a move."""
        return f"<move {self.origin.space.teller.label(self.raw)}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the parts of the move, such as who is aboard."""
        return self.origin.space.teller.move_as_json(self.origin.raw, self.raw)


@dataclass(frozen=True, slots=True)
class Space:
    """The state space of a puzzle, as a search needs it.

    >>> from ferryplan import space
    >>> river = space("wolf-goat-cabbage")
    >>> river.is_goal(river.initial)
    False
    >>> for move, state in river.successors(river.initial):
    ...     print(move, state)
    The farmer and the goat cross to the right bank. wolf cabbage | [farmer goat]
    """

    instance: AnyInstance
    """the puzzle with every parameter fixed"""

    @property
    def rules(self) -> StateSpace[Any, Any]:
        """The space as the searches of this package use it, with its own states."""
        return state_space(self.instance)

    @property
    def teller(self) -> Teller[Any, Any]:
        """The words for states and moves."""
        return teller_of(self.instance)

    @property
    def initial(self) -> ReadableState:
        """The state in which the puzzle begins."""
        return ReadableState(self.rules.initial, self)

    def successors(self, state: ReadableState) -> Iterator[tuple[ReadableMove, ReadableState]]:
        """Yield every allowed move from a state with the state that follows, always in the same order."""
        for move, after in self.rules.moves(self._raw(state)):
            yield ReadableMove(move, state), ReadableState(after, self)

    def candidate_moves(self, state: ReadableState) -> Iterator[ReadableMove]:
        """Yield the moves that a person might try in a state, allowed or not."""
        return (ReadableMove(move, state) for move in self.rules.candidates(self._raw(state)))

    def violation(self, state: ReadableState, move: ReadableMove) -> str | None:
        """Return why a move is not allowed in a state, in words; None if it is allowed."""
        breach = self.rules.breach(self._raw(state), self._raw_move(move))
        return None if breach is None else breach.found

    def apply_move(self, state: ReadableState, move: ReadableMove) -> ReadableState:
        """Return the state after a move, allowed or not."""
        return ReadableState(self.rules.after(self._raw(state), self._raw_move(move)), self)

    def is_goal(self, state: ReadableState) -> bool:
        """Return whether the goal holds in a state."""
        return self.rules.is_goal(self._raw(state))

    def cost(self, state: ReadableState, move: ReadableMove) -> float:
        """Return the cost of an allowed move: 1 unless the puzzle has costs."""
        return self.teller.price(self.rules.cost(self._raw(state), self._raw_move(move)))

    def goals_met(self, state: ReadableState) -> int:
        """Return how many of the ``goals`` conditions of the goal hold in a state."""
        return self.rules.goals_met(self._raw(state))

    @property
    def goals(self) -> int:
        """The number of conditions that make up the goal."""
        return self.rules.goals

    def _raw(self, state: ReadableState) -> Any:
        check_type("state", state, ReadableState, "a state of this space")
        if state.space is not self and state.space != self:
            raise ArgumentValueError("state", f"a state of {state.space.instance!r}", "one of this space")
        return state.raw

    def _raw_move(self, move: ReadableMove) -> Any:
        check_type("move", move, ReadableMove, "a move of this space")
        self._raw(move.origin)
        return move.raw


def space(puzzle: PuzzleSource, parameters: Mapping[str, Value] | None = None, **keywords: Value) -> Space:
    """Return the state space of a puzzle: its initial state, successors, goal test, costs, and why a move is not allowed.

    ``puzzle`` and its parameters are as for `solve`. Raises as `solve` does, and EncodingError where no moves follow one another.

    A* with a heuristic of one's own takes ten lines:

    >>> import heapq, itertools
    >>> from ferryplan import space
    >>> def search_with(heuristic, river):
    ...     number = itertools.count()
    ...     waiting, closed = [(0, 0, 0, river.initial)], set()
    ...     while waiting:
    ...         _, cost, _, state = heapq.heappop(waiting)
    ...         if river.is_goal(state):
    ...             return cost
    ...         if state not in closed:
    ...             closed.add(state)
    ...             for move, after in river.successors(state):
    ...                 further = cost + river.cost(state, move)
    ...                 heapq.heappush(waiting, (further + heuristic(after), further, next(number), after))
    >>> river = space("jealous-couples", couples=3)
    >>> search_with(lambda state: 0, river)
    11
    """
    instance = instantiate_smallest(*load_request(puzzle, parameters, keywords, space))
    state_space(instance)
    return Space(instance)
