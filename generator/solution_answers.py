"""The answers that solutions give to a puzzle's questions, with the number of solutions for each.

Only families whose solutions all have the same length have such answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import Table, format_number

AnswerTally = Mapping[str, int]
"""the number of solutions in which each answer to a question holds, by the answer as a clause; answers that no solution gives are left out"""


class AnsweredQuestion(NamedTuple):
    """A solution's answer to a question of the puzzle, or to the puzzle as a whole.

    The latter is the case if the puzzle has no questions.
    """

    question: str | None
    """the question; None if the puzzle has none"""
    answer: str
    """the answer as a sentence"""
    tally: AnswerTally | None
    """all answers as sentences, with the number of solutions for each; None without a question or if the solutions were not counted"""
    statement: str
    """the answer, with the number of solutions that give it, or a note that they were not counted; plain if every solution gives it"""


@dataclass(frozen=True, slots=True)
class CountedSolutions:
    """The number of solutions of an instance, in total and for each answer to its questions."""

    solutions: int | None
    """None if the total is unknown"""
    at_least: int
    """the number of known solutions, a lower bound of the total"""
    tallies: tuple[AnswerTally, ...] | None = field(default=None, hash=False)
    """for each of the puzzle's questions, the number of solutions for each answer; None if unknown"""
    note: str = ""
    """what remains unknown, and why"""

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.solutions is None:
            return False if self.at_least > 1 else None
        return self.solutions == 1


class SuggestedClue(Protocol):
    """A further clue, or something similar, that would leave only one solution."""

    @property
    def kind(self) -> str:
        """The kind of clue."""

    @property
    def says(self) -> str:
        """The clue in the words of the story."""


class SolutionAnswers(Protocol):
    """Finds the answers that the solutions of one instance give, and the number of solutions."""

    @property
    def questions(self) -> Sequence[str]:
        """The questions of the puzzle."""

    def question_as_json(self) -> dict[str, Any]:
        """Return the entries that describe the question, such as its rules, for the JSON of an answer."""

    def table_of_givens(self) -> Table | None:
        """Return the table of givens that the puzzle shows besides its story and its clues, if there is one."""

    def introduce_steps(self, steps: Iterable[tuple[Any, Any]]) -> str:
        """Return an introduction to the sentences about moves: facts that the reader must know first.

        Each step is a state and the move made in it.
        """

    def answer_questions(self, final: Any, counted: CountedSolutions | None) -> list[AnsweredQuestion]:
        """Return the answers of a final state to the questions, in their order.

        ``counted`` are the numbers of solutions, if they are known.
        """

    def name_answers(self, moves: Iterable[Any]) -> tuple[str, ...]:
        """Return the answers that moves give, each as a clause."""

    def undo_move(self, state: Any, move: Any) -> Any:
        """Return a state without the effect of a move."""

    def list_alternative_moves(self, move: Any) -> tuple[Any, ...]:
        """Return the moves that a person might make in place of a move."""

    def count_solutions(self, deadline: float | None = None) -> CountedSolutions:
        """Return the number of solutions, in total and for each answer.

        ``deadline`` is a time of ``time.monotonic``.
        """

    def tally_answers(self, solutions: Any) -> tuple[AnswerTally, ...] | None:
        """Return, for each question, the number of solutions for each answer; None if this takes too long."""

    def describe_tallies(self, tallies: Sequence[AnswerTally]) -> list[str]:
        """Return, for each question, a text about the answers and the number of solutions that give each."""

    def tallies_as_json(self, tallies: Sequence[AnswerTally] | None) -> list[dict[str, Any]]:
        """Return, for each question, JSON data with ``question`` and ``solutions_by_answer``.

        The value of ``solutions_by_answer`` is None if nothing was counted.
        """

    def find_further_clues(self, solutions: Sequence[Any]) -> Sequence[SuggestedClue]:
        """Return clues such that each one would leave only one of the solutions."""


def describe_solution_count(counted: CountedSolutions | None) -> str:
    """Return a sentence that says whether a solution is the only one."""
    if counted is None or counted.is_unique is None:
        return format_message("questions.solutions-unknown")
    if counted.solutions is None:
        return format_message("questions.one-of-at-least", number=format_number(counted.at_least))
    if counted.solutions == 1:
        return format_message("questions.only-solution")
    return format_message("questions.one-of", number=format_number(counted.solutions))
