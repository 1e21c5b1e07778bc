"""A model beside what it models: where the two are, and how they may differ."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeAlias

from ferryplan.generator.cast import Cast, Seen
from ferryplan.generator.space import Move, State, StateSpace

Kind: TypeAlias = Literal["start", "double", "allows", "forbids", "early", "late", "stuck", "costs", "exchange"]
"""how a model differs: it begins elsewhere; something is in several places; it allows what is not allowed, or forbids what is; its goal holds where
the goal is not reached, or does not where it is; nothing settles any more; it has counted other costs; one action
makes things that count as the same change places"""


class Stage(NamedTuple, Generic[State]):
    """Where the model is, and in which situation what it models is."""

    model: Any
    state: State
    astray: Hashable | None = None
    """the situation to which the model went first though that is not allowed, as long as it may find that out later"""
    landed: Hashable | None = None
    """the situation that is not allowed and in which everything has settled since"""


class Difference(NamedTuple, Generic[State, Move]):
    """One way in which a model differs, where it shows."""

    kind: Kind
    steps: tuple[tuple[Any, Stage[State]], ...]
    """the moves of the model that lead there, each with where it leads; the last one may be what is wrong"""
    state: State
    """the last state before the two part"""
    situation: Any = None
    """the one to which the model leads, or in which it begins; None where it leads to none"""
    move: Move | None = None
    """what the model does not allow"""


class UndecidedError(ArithmeticError):
    """There are more states than may be looked at."""


class Kept:
    """A model that is held against something several times: what follows a state is worked out once."""

    def __init__(self, model: StateSpace[Any, Any]) -> None:
        self.initial, self.is_goal = model.initial, functools.cache(model.is_goal)
        self.following: Callable[[Any], list[tuple[Any, Any]]] = functools.cache(lambda state: [*model.moves(state)])
        self.cost, self.in_one = model.cost, model.in_one


class Comparison(ABC, Generic[State, Move]):
    """A model beside what it models."""

    def __init__(
        self,
        model: Kept,
        space: StateSpace[State, Move],
        cast: Cast[State, Move],
        seen: Callable[[Any], Seen],
        most: int,
    ) -> None:
        """``seen`` says what can be seen in a state of the model; so many of its states are looked at, each beside a state of the space."""
        self.model, self.space, self.cast, self.most = model, space, cast, most
        self.seen = functools.cache(seen)
        self.situation: Callable[[State], Hashable] = functools.cache(cast.situation)
        self._allowed: Callable[[State], Mapping[Any, tuple[Move, State]]] = functools.cache(self._moves_by_situation)
        self._parents: dict[Stage[State], tuple[Any, Stage[State]] | None] = {}
        self.first = Stage(model.initial, space.initial)
        """where both begin; where the model begins elsewhere, the puzzle does so, too"""
        self.max_differences: int | None = None
        """how many differences may be come upon, those that show the same as others too, before the search ends"""
        self.wanders = False
        """whether moves are still made where nothing settles any more; known once all differences were yielded"""
        self.made = dict[tuple[State, Hashable], Move]()
        """the moves that the model makes and may make: by where they begin and where they lead"""
        self.dead_end: Difference[State, Move] | None = None
        """the first crossing after which nothing ever comes to rest where the space could be; known once all differences were yielded"""
        self.priced_alike = True
        """whether all moves of the space from one situation to another cost the same, as far as was looked"""
        self.asked = self.met = 0
        """how many moves are allowed where the model came to rest, and how many of them it makes; known once all differences were yielded"""

    def _moves_by_situation(self, state: State) -> Mapping[Any, tuple[Move, State]]:
        """Return the moves that the space allows in a state, each with the state after it, by the situation to which it leads.

        A move that changes nothing to be seen, such as from a room to itself, is left out: whether a model has it cannot be seen either.
        """
        here, found = self.cast.situation(state), dict[Any, tuple[Move, State]]()
        for move, after in self.space.moves(state):
            there = self.cast.situation(after)
            if there != here:
                before = found.setdefault(there, (move, after))
                self.priced_alike = self.priced_alike and self.space.cost(state, move) == self.space.cost(
                    state, before[0]
                )
        return found

    def forbidden(self, stage: Stage[State]) -> list[Hashable]:
        """Return the situations to which the space allows a move and the model does not, where moves are compared."""
        return []

    @abstractmethod
    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield every difference, those first that fewer moves lead to, then fewer moves of the model. Raises UndecidedError for too many states."""

    def find_overcharge(self) -> Difference[State, Move] | None:
        """Return where the costs of the model differ; None if they do not. To be asked once all differences were yielded."""
        return None

    @property
    def stages(self) -> int:
        """How many states of the model were looked at, each beside one of the space."""
        return len(self._parents)

    @property
    def reached(self) -> Collection[Stage[State]]:
        """The states of the model that were looked at, each beside one of the space, in the order in which they were found."""
        return self._parents.keys()

    def step(self, stage: Stage[State], after: Any) -> Stage[State] | Kind:
        """Return where a move of the model leads that ends in the state `after`, or the kind of difference that it shows."""
        return stage._replace(model=after)

    def way(self, stage: Stage[State]) -> tuple[tuple[Any, Stage[State]], ...]:
        """Return the moves of the model that lead somewhere, each with where it leads."""
        found, at = list[tuple[Any, Stage[State]]](), stage
        while (before := self._parents[at]) is not None:
            found.append((before[0], at))
            at = before[1]
        return tuple(reversed(found))
