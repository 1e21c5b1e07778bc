"""What solutions answer, where all of them have the same length: questions, answers, and how many solutions give each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import Table, told_number

Tally = Mapping[str, int]
"""in how many solutions each answer to a question, as the inside of a sentence, holds; those that hold in none are left out"""


class Answered(NamedTuple):
    """What a solution answers to a question, or what closes the story."""

    asks: str | None
    """the question; None where nothing is asked"""
    answer: str
    """in a sentence"""
    tally: Tally | None
    """all answers, in sentences, by the solutions that give them; None where nothing is asked, or was counted"""
    told: str
    """the answer without reserve only if every solution gives it; else with the numbers of solutions, or that they were not counted"""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions an instance has, and in how many of them which answers to its questions hold."""

    solutions: int | None
    """None if that was not found out"""
    at_least: int
    """the number of solutions that are known"""
    tallies: tuple[Tally, ...] | None = field(default=None, hash=False)
    """for each of the puzzle's questions; None if that was not found out"""
    note: str = ""
    """what was not found out, and why"""

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.solutions is None:
            return False if self.at_least > 1 else None
        return self.solutions == 1


class Hint(Protocol):
    """Something that would leave one solution only, such as a further clue."""

    @property
    def kind(self) -> str:
        """What sort of clue it is."""

    @property
    def says(self) -> str:
        """The clue in the story's words."""


class Answering(Protocol):
    """Tells what the solutions of one instance answer, and how many there are."""

    @property
    def questions(self) -> Sequence[str]:
        """What the puzzle asks for."""

    def question_as_json(self) -> dict[str, Any]:
        """Return the entries that describe the question, such as its rules, for the JSON of an answer."""

    def table_of_givens(self) -> Table | None:
        """Return what the puzzle shows besides its story and its clues."""

    def introduce_steps(self, steps: Iterable[tuple[Any, Any]]) -> str:
        """Return what a reader of the sentences about moves must know first, each move given with the state before it."""

    def answer(self, final: Any, counted: Counted | None) -> list[Answered]:
        """Return what a last state answers, question by question."""

    def name_answers(self, moves: Iterable[Any]) -> tuple[str, ...]:
        """Return the answers that moves give, as the inside of sentences."""

    def take_back(self, state: Any, move: Any) -> Any:
        """Return a state without what a move did."""

    def list_alternatives(self, move: Any) -> tuple[Any, ...]:
        """Return the moves that a person might make instead of a move."""

    def count(self, deadline: float | None = None) -> Counted:
        """Return how many solutions there are, with the tallies of the answers; ``deadline`` is a time of ``time.monotonic``."""

    def tally(self, solutions: Any) -> tuple[Tally, ...] | None:
        """Return in how many of all solutions each answer to each question holds; None if that takes too long."""

    def describe_tallies(self, tallies: Sequence[Tally]) -> list[str]:
        """Return for each question what the solutions answer, and how many of them answer what."""

    def tallies_as_json(self, tallies: Sequence[Tally] | None) -> list[dict[str, Any]]:
        """Return for each question the ``question`` and ``solutions_by_answer``, None where nothing was counted."""

    def find_further_clues(self, solutions: Sequence[Any]) -> Sequence[Hint]:
        """Return clues each of which would leave one of all the solutions only."""


def describe_count(counted: Counted | None) -> str:
    """Return in a sentence whether a solution is the only one."""
    if counted is None or counted.unique is None:
        return format_message("questions.solutions-unknown")
    if counted.solutions is None:
        return format_message("questions.one-of-at-least", number=told_number(counted.at_least))
    if counted.solutions == 1:
        return format_message("questions.only-solution")
    return format_message("questions.one-of", number=told_number(counted.solutions))
