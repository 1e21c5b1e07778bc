"""State spaces of puzzles, with readable states and moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_argument_type
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.solution import Solution, replay_moves
from ferryplan.generator.space import StateSpace
from ferryplan.planner.api.puzzle_sources import PuzzleSource, check_family_option, load_puzzle_and_parameters
from ferryplan.planner.graphs.graph_exploration import GraphExploration


@dataclass(frozen=True, slots=True)
class ReadableState:
    """A state of a puzzle; it prints as a line, is hashable, and compares by value.

    States have no order. The useful properties for a heuristic depend on the puzzle: ``places`` and ``boat`` in crossings, ``facts`` and
    ``values`` in planning tasks, ``placed`` in assignment puzzles. ``to_dict`` returns all of them.

    >>> from ferryplan import space
    >>> state = space("wolf-goat-cabbage").initial
    >>> print(state)
    [farmer wolf goat cabbage] | –
    >>> state.boat, len(state.places["left-bank"])
    ('left-bank', 4)
    >>> ("on", "disc-1", "disc-2") in space("hanoi").initial.facts
    True
    """

    raw: Any
    """The state in the internal form of ferryplan's searches."""
    space: Space = field(repr=False, compare=False)
    """The space that the state belongs to."""

    def __str__(self) -> str:
        """Return the state as a line."""
        return self.space.narrator.format_state(self.raw)

    def __repr__(self) -> str:
        """Return a short description with the line that describes the state."""
        return f"<state {self}>"

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """The travelers at each place of a crossing; empty for other puzzles.

        An example is ``{"left-bank": ("wolf",), …}``.
        """
        places = self.space.narrator.state_as_json(self.raw).get("places", {})
        return {place: tuple(travelers) for place, travelers in places.items()}

    @property
    def boat(self) -> str | None:
        """The place of the boat in a crossing; None for other puzzles, and for puzzles with several boats.

        With several boats, ``to_dict()`` has ``boats``.
        """
        place: str | None = self.space.narrator.state_as_json(self.raw).get("boat")
        return place

    @property
    def facts(self) -> frozenset[tuple[str, ...]]:
        """The facts of a planning task that hold and may change; empty for other puzzles.

        An example of a fact is ``("on", "disc-1", "peg-2")``.
        """
        return frozenset(getattr(self.raw, "facts", ()))

    @property
    def values(self) -> dict[tuple[str, ...], Fraction]:
        """The numeric fluents of a planning task by their names; empty for other puzzles.

        An example is ``{("fuel", "truck"): 3}``.
        """
        return dict(getattr(self.raw, "values", ()))

    @property
    def placed(self) -> dict[str, str]:
        """The spot in which each item is placed so far; empty except in assignment puzzles.

        In the queens puzzle, the items are the rows and the spots are the columns of their queens: ``{"row 1": "3"}``.
        """
        return self.space.instance.spots_by_item(self.raw)

    def to_dict(self) -> dict[str, Any]:
        """Return the parts of the state, ready for JSON.

        Crossings have ``places`` and ``boat``, and ``clock`` if the rules count crossings; planning tasks have
        ``facts``, and ``values`` if they have numeric fluents. Assignment puzzles have ``placed``, and ``item`` and
        ``spot`` of the last placement.
        """
        clock = self.space.narrator.move_count_if_limited(self.raw)
        return self.space.narrator.state_as_json(self.raw) | ({} if clock is None else {"clock": clock})


@dataclass(frozen=True, slots=True)
class ReadableMove:
    """A move from a state of a puzzle; it prints as a sentence, is hashable, and compares by value.

    >>> from ferryplan import space
    >>> river = space("wolf-goat-cabbage")
    >>> [(move, state)] = river.successors(river.initial)
    >>> print(move)
    The farmer and the goat cross to the right bank.
    >>> move.aboard
    ('farmer', 'goat')
    """

    raw: Any
    """The move in the internal form of ferryplan's searches."""
    origin: ReadableState = field(repr=False, compare=False)
    """The state from which the move starts."""

    def __str__(self) -> str:
        """Return the move as a sentence."""
        return self.origin.space.narrator.describe_move(self.origin.raw, self.raw)

    def __repr__(self) -> str:
        """Return a short description with the label of the move."""
        return f"<move {self.origin.space.narrator.label_move(self.raw)}>"

    @property
    def aboard(self) -> tuple[str, ...]:
        """The names of the travelers who cross; empty for moves that are not crossings."""
        return tuple(self.to_dict().get("aboard", ()))

    def to_dict(self) -> dict[str, Any]:
        """Return the parts of the move, ready for JSON.

        A crossing has ``aboard``, an action of a planning task ``action``, a placement ``item`` and ``spot``.
        """
        return self.origin.space.narrator.move_as_json(self.origin.raw, self.raw)


@dataclass(frozen=True, slots=True)
class Space:
    """The state space of a puzzle for a search: the initial state, successors, a goal test and costs.

    A search of your own returns a list of moves; `replay` turns them into a solution, which prints and renders like that of `solve`.

    >>> from ferryplan import space
    >>> river = space("wolf-goat-cabbage")
    >>> river.is_goal(river.initial)
    False
    >>> for move, state in river.successors(river.initial):
    ...     print(move, state)
    The farmer and the goat cross to the right bank. wolf cabbage | [farmer goat]
    """

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    boat_as_place: bool = False
    """Whether boarding the boat and landing are moves of their own."""

    @property
    def rules(self) -> StateSpace[Any, Any]:
        """The state space in the internal form of ferryplan's searches, with the ``raw`` states and moves."""
        return GraphExploration(self.instance, boat_as_place=self.boat_as_place).space

    @property
    def narrator(self) -> Narrator[Any, Any]:
        """The object that describes the puzzle's states and moves in words."""
        return GraphExploration(self.instance, boat_as_place=self.boat_as_place).narrator

    @property
    def initial(self) -> ReadableState:
        """The initial state."""
        return ReadableState(self.rules.initial, self)

    def successors(self, state: ReadableState) -> Iterator[tuple[ReadableMove, ReadableState]]:
        """Yield each allowed move from a state with the state it leads to, always in the same order."""
        for move, after in self.rules.successors(self._raw_state(state)):
            yield ReadableMove(move, state), ReadableState(after, self)

    def candidate_moves(self, state: ReadableState) -> Iterator[ReadableMove]:
        """Yield the moves that a person might try in a state, legal or not."""
        return (ReadableMove(move, state) for move in self.rules.candidate_moves(self._raw_state(state)))

    def violation(self, state: ReadableState, move: ReadableMove) -> str | None:
        """Return why the rules forbid a move in a state, in words; None if they allow it."""
        violation = self.rules.find_violation(self._raw_state(state), self._raw_move(move))
        return None if violation is None else violation.found

    def apply_move(self, state: ReadableState, move: ReadableMove) -> ReadableState:
        """Return the state that a move leads to, even if the rules forbid the move."""
        return ReadableState(self.rules.apply_move(self._raw_state(state), self._raw_move(move)), self)

    def is_goal(self, state: ReadableState) -> bool:
        """Return whether the goal holds in a state."""
        return self.rules.is_goal(self._raw_state(state))

    def cost(self, state: ReadableState, move: ReadableMove) -> float:
        """Return the cost of an allowed move in a state; it is 1 if the puzzle has no costs."""
        return self.narrator.scale_cost(self.rules.cost(self._raw_state(state), self._raw_move(move)))

    def goals_met(self, state: ReadableState) -> int:
        """Return how many conditions of the goal hold in a state, at most ``goals``."""
        return self.rules.count_goals_met(self._raw_state(state))

    def replay(self, moves: Iterable[ReadableMove]) -> Solution[Any, Any]:
        """Return the solution that consists of these moves, in this order, from the initial state.

        Raises InvalidPlanError for a move that the rules forbid, and for moves that do not lead to a goal state; ArgumentError
        for moves of a space with the boat as a place, in which boarding and landing are moves of their own.
        """
        if self.boat_as_place:
            says = format_message("python.boat-as-place-moves")
            raise ArgumentValueError("moves", "moves of another space", "crossings", statement=says)
        return replay_moves(self.instance, [self._raw_move(move) for move in moves])

    @property
    def goals(self) -> int:
        """The number of conditions of the goal."""
        return self.rules.goal_count

    def _raw_state(self, state: ReadableState) -> Any:
        """Return a state in its internal form. Raises ArgumentError for a state of another space."""
        check_argument_type("state", state, ReadableState, "a state of this space")
        if state.space is not self and state.space != self:
            says = format_message("python.other-space", instance=repr(state.space.instance))
            raise ArgumentValueError("state", "a state of another space", "a state of this space", statement=says)
        return state.raw

    def _raw_move(self, move: ReadableMove) -> Any:
        """Return a move in its internal form. Raises ArgumentError for a move of another space."""
        check_argument_type("move", move, ReadableMove, "a move of this space")
        self._raw_state(move.origin)
        return move.raw


def space(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    boat_as_place: bool = False,
    **keywords: ParameterValue,
) -> Space:
    """Return the state space of a puzzle, for a search of your own.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        boat_as_place: Whether the boat is a place, so that boarding and landing are moves of their own.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle has no state space, such as PDDL whose actions take time.
        FamilyError: Puzzles of this family have no boat.

    A* with a heuristic of your own takes ten lines:

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
    check_argument_type("boat_as_place", boat_as_place, bool, "true or false")
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, space)
    check_family_option(found, "boat_as_place", boat_as_place)
    made = Space(instantiate_smallest(found, given), boat_as_place)
    made.rules  # noqa: B018 - raises EncodingError now if there is no state space
    return made
