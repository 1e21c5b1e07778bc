"""The base class of comparisons of a model with a puzzle, with state pairs and differences.

A model is PDDL that somebody wrote for a puzzle. A comparison explores the model's state space side by side
with that of the puzzle. A valuation gives a value to each state variable of the puzzle, such as a bank to each
traveler; it is how states of the model and of the puzzle are compared.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeAlias

from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.state_variables import Observation, StateVariables

DifferenceKind: TypeAlias = Literal[
    "start", "double", "allows", "forbids", "early", "late", "stuck", "costs", "exchange"
]
"""how a model differs from the puzzle:

- "start": it begins with another valuation of the state variables;
- "double": an object is in several places;
- "allows": it allows an illegal move;
- "forbids": it forbids a legal move;
- "early": its goal holds where the puzzle's does not;
- "late": its goal does not hold where the puzzle's does;
- "stuck": it can never settle again;
- "costs": its costs are not proportional to those of the puzzle;
- "exchange": one action makes objects that count as the same change places"""


class StatePair(NamedTuple, Generic[State]):
    """A state of the model together with the state of the puzzle with which it is compared."""

    model_state: Any
    """the state of the model"""
    state: State
    """the state of the puzzle"""
    illegal_valuation: Hashable | None = None
    """the first valuation that the model reached by an illegal move; None if it reached none. The model may
    still reject the move later"""
    settled_illegal_valuation: Hashable | None = None
    """the illegal valuation in which the model has settled since"""


class Difference(NamedTuple, Generic[State, Move]):
    """A difference between the model and the puzzle, with the model's actions that lead to it."""

    kind: DifferenceKind
    steps: tuple[tuple[Any, StatePair[State]], ...]
    """the moves of the model that lead to the difference, each with the pair after it; the last move may be the
    wrong one"""
    state: State
    """the state of the puzzle in which the model begins to differ"""
    valuation: Any = None
    """the valuation in which the model begins, or to which the wrong step leads; None if there is none"""
    move: Move | None = None
    """the move that the model forbids"""


class TooManyStatesError(ArithmeticError):
    """The comparison needs more states than its limit allows."""


class CachedModel:
    """A model's state space with cached successors and goal tests, for use in several comparisons."""

    def __init__(self, model: StateSpace[Any, Any]) -> None:
        self.initial, self.is_goal = model.initial, functools.cache(model.is_goal)
        self.successors: Callable[[Any], list[tuple[Any, Any]]] = functools.cache(
            lambda state: [*model.successors(state)]
        )
        self.cost, self.cost_scale = model.cost, model.cost_scale


class ModelComparison(ABC, Generic[State, Move]):
    """A comparison of a model with a puzzle's state space.

    It visits pairs of a model state and a puzzle state, and finds the differences that they show.
    """

    def __init__(
        self,
        model: CachedModel,
        space: StateSpace[State, Move],
        state_variables: StateVariables[State, Move],
        observe: Callable[[Any], Observation],
        max_pairs: int,
    ) -> None:
        """Prepare the comparison of a model with ``space``, the puzzle's state space.

        ``observe`` returns the values of the puzzle's state variables in a model state. The comparison visits at most
        ``max_pairs`` states of the model, each paired with a state of the puzzle.
        """
        self.model, self.space, self.state_variables, self.max_pairs = model, space, state_variables, max_pairs
        self.observe = functools.cache(observe)
        self.situation: Callable[[State], Hashable] = functools.cache(state_variables.to_valuation)
        self._allowed_moves: Callable[[State], Mapping[Any, tuple[Move, State]]] = functools.cache(
            self._moves_by_valuation
        )
        self._parents: dict[StatePair[State], tuple[Any, StatePair[State]] | None] = {}
        self.initial_pair = StatePair(model.initial, space.initial)
        """the initial states of both; if the model begins elsewhere, the puzzle is set to the same valuation"""
        self.max_differences: int | None = None
        """the number of differences, duplicates included, after which the search ends"""
        self.can_move_when_stuck = False
        """whether the model still makes moves of the puzzle where it can never settle; known after
        `differences` has ended"""
        self.shared_moves = dict[tuple[State, Hashable], Move]()
        """the moves that both the model and the space allow, by state and by the valuation that they lead to"""
        self.dead_end: Difference[State, Move] | None = None
        """the first pair from which the model never settles after a move of the space; known after
        `differences` has ended"""
        self.has_uniform_costs = True
        """whether all moves of the space between the same two valuations cost the same, as far as the search
        has seen"""
        self.allowed_count = self.matched_count = 0
        """the number of moves that the space allows where the model is settled, and the number of them that the
        model makes; known after `differences` has ended"""

    def _moves_by_valuation(self, state: State) -> Mapping[Any, tuple[Move, State]]:
        """Return, for each valuation that a puzzle move leads to, the move and the state after it.

        The moves are those from ``state``. Moves that change nothing observable, such as from a room to itself,
        are left out, because it cannot be observed whether a model has them.
        """
        here, found = self.state_variables.to_valuation(state), dict[Any, tuple[Move, State]]()
        for move, after in self.space.successors(state):
            there = self.state_variables.to_valuation(after)
            if there != here:
                before = found.setdefault(there, (move, after))
                self.has_uniform_costs = self.has_uniform_costs and self.space.cost(state, move) == self.space.cost(
                    state, before[0]
                )
        return found

    def valuations_only_in_puzzle(self, pair: StatePair[State]) -> list[Hashable]:
        """Return the valuations that puzzle moves lead to from a pair and the model cannot reach.

        The list is empty if the comparison does not compare moves.
        """
        return []

    @abstractmethod
    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield the differences between the model and the puzzle, those after the fewest moves first.

        Among differences after equally many moves of the puzzle, those after fewer actions of the model come
        first. Raises TooManyStatesError if the limit on states is reached before the comparison is decided.
        """

    def find_cost_difference(self) -> Difference[State, Move] | None:
        """Return the first difference in costs, or None if there is none.

        Call this after `differences` has yielded all its items.
        """
        return None

    @property
    def pair_count(self) -> int:
        """The number of state pairs visited so far."""
        return len(self._parents)

    @property
    def reached_pairs(self) -> Collection[StatePair[State]]:
        """The state pairs visited so far, in the order in which they were found."""
        return self._parents.keys()

    def classify_step(self, pair: StatePair[State], after: Any) -> StatePair[State] | DifferenceKind:
        """Return the pair that an action of the model leads to, or the kind of difference that it shows.

        ``pair`` is the pair before the action, ``after`` the model state after it.
        """
        return pair._replace(model_state=after)

    def path_to_pair(self, pair: StatePair[State]) -> tuple[tuple[Any, StatePair[State]], ...]:
        """Return the actions of the model on the path to a pair, each with the pair after it."""
        found, at = list[tuple[Any, StatePair[State]]](), pair
        while (before := self._parents[at]) is not None:
            found.append((before[0], at))
            at = before[1]
        return tuple(reversed(found))
