"""What says a family's moves and states, in words and for programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple

from generator.instance import AnyInstance
from generator.search.cheapest import Total
from generator.space import Move, State

__all__ = ["Line", "Noun", "Teller"]


class Noun(NamedTuple):
    """What something is called, one of it and several."""

    one: str
    many: str

    def counted(self, number: int) -> str:
        """Return so many of it in words: ``1 crossing``, ``1,000 crossings``."""
        return f"1 {self.one}" if number == 1 else f"{number} {self.many}"


class Line(NamedTuple):
    """A line of a state in a picture."""

    text: str
    place: str = ""
    """what the line is about, where that must be said"""
    marked: bool = False
    """whether it is where something happens next"""
    apart: bool = False
    """whether the place is none of those that are always there"""


class Teller(ABC, Generic[State, Move]):
    """The words for one instance."""

    move = Noun("move", "moves")
    """what a move is called"""
    moves_in_one = 1
    """how many moves make one of what totals count"""
    view = ""
    """in what the states differ from what the family's usually are, in a few words"""
    legend = ""
    """what is marked in pictures of states, in a few words"""
    mark = "*"
    """what is marked in tables of a state, in a word"""
    tried = ""
    """what heads the list of moves that a person might try; what a move is called, if it is empty"""
    stuck = "There is no way on."
    """what is said where there are none"""
    commands = "  NUMBER      make that move; or its words"
    """how a person says which move to make, a line for each way"""
    layer_key = ""
    """what the last move to a layer of states was about, where that is the same for all of the layer: the key for programs"""
    texts: tuple[str, ...] = ()
    """the keys of ``state_as_json`` whose values are texts"""
    rule = "rule"
    """what a move breaks that is not allowed"""

    instance: AnyInstance
    """the instance that is told"""

    def __init__(self, instance: AnyInstance) -> None:
        self.instance = instance

    @property
    def rules_heading(self) -> str:
        """What stands before the rules."""
        return "Rules"

    @property
    def rules(self) -> Sequence[str]:
        """What is to be kept, a sentence each, in the order in which they are numbered where they are."""
        return ()

    @property
    def unit(self) -> Noun | None:
        """In what costs are; None where every move costs 1."""
        return None

    @property
    def counted(self) -> Noun:
        """What totals count."""
        return self.move

    def total(self, total: Total) -> str:
        """Return in words how many moves there are and, if they have costs, what they cost: ``17 minutes in 5 crossings``."""
        moves = self.counted.counted(total.moves)
        return moves if self.unit is None else f"{self.unit.counted(total.cost)} in {moves}"

    def sentence(self, state: State, move: Move) -> str:
        """Return a move from a state as a sentence."""
        return f"{self.label(move)}."

    @abstractmethod
    def label(self, move: Move) -> str:
        """Return a move in a few words, as they stand beside an arrow."""

    def state(self, state: State) -> str:
        """Return a state on one line."""
        return " | ".join(line.text for line in self.lines(state))

    def choice(self, state: State, move: Move) -> str:
        """Return a move from a state in a few words, as one among others from there."""
        return self.label(move)

    def move_named(self, state: State, text: str, moves: Iterable[Move]) -> Move | str:
        """Return which of the moves from a state a person means by a text, or what is wrong with the text, in words."""
        named = (move for move in moves if self.choice(state, move).lower() == text.lower())
        return next(named, f"Found '{text}', which is no command and no {self.move.one} (? helps)")

    @abstractmethod
    def lines(self, state: State) -> Sequence[Line]:
        """Return the lines of a state, as they stand in a picture of all states: always as many, what they are about in the same order."""

    @abstractmethod
    def state_as_json(self, state: State) -> dict[str, Any]:
        """Return what a program is told of a state."""

    @abstractmethod
    def move_as_json(self, state: State, move: Move) -> dict[str, Any]:
        """Return what a program is told of a move from a state, under other keys than what is told of all moves has: ``number``, ``from``,
        ``to``, ``label``, ``cost``, ``state``, ``text``, ``optimal``."""

    def layer(self, number: int) -> str | None:
        """Return what the last move to the layer of that number was about; None of the first."""
        return None

    @property
    def view_as_json(self) -> dict[str, Any]:
        """What a program is told of how states are looked at."""
        return {}

    def clock(self, state: State) -> int | None:
        """Return how many moves were made, where the rules count them, as far as that matters; else None."""
        return None

    def without_names(self, states: Sequence[State]) -> Teller[State, Move]:
        """Return what tells states that stand for their orbits: without names, if these states can be told apart so."""
        return self
