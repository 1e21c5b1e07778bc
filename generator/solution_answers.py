"""The answers that a puzzle's solutions give to its questions, with the number of solutions for each.

An example of a question is "Who owns the zebra?". Only families whose solutions all have the same length have such answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import Table, format_number

AnswerTally = Mapping[str, int]
"""For one question: by answer, written as a clause, the number of solutions that give it. Answers that no solution gives are left out."""


class AnsweredQuestion(NamedTuple):
    """The answer that a solution gives to a question of the puzzle.

    If the puzzle has no questions, the answer is a sentence that sums up the solution.
    """

    question: str | None
    """the question; None if the puzzle has none"""
    answer: str
    """the answer as a sentence"""
    tally: AnswerTally | None
    """all answers as sentences, with the number of solutions for each; None without a question or if the solutions were not counted"""
    statement: str
    """the answer with the number of solutions that give it; with a note if these were not counted; the answer alone if all solutions agree"""


@dataclass(frozen=True, slots=True)
class CountedSolutions:
    """The number of solutions of an instance, in total and for each answer to its questions."""

    solutions: int | None
    """the total number of solutions; None if it is unknown"""
    at_least: int
    """the number of solutions found, a lower bound of the total"""
    tallies: tuple[AnswerTally, ...] | None = field(default=None, hash=False)
    """for each question of the puzzle, in order, the number of solutions by answer; None if unknown"""
    note: str = ""
    """a sentence that says which of these numbers remain unknown, and why"""

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.solutions is None:
            return False if self.at_least > 1 else None
        return self.solutions == 1


class SuggestedClue(Protocol):
    """A clue that, added to a puzzle with several solutions, leaves only one of them."""

    @property
    def kind(self) -> str:
        """The kind of clue, such as ``at`` or ``next-to``."""

    @property
    def says(self) -> str:
        """The clue in the words of the story."""


class SolutionAnswers(Protocol):
    """An object that finds the answers that an instance's solutions give to the puzzle's questions.

    It also counts the solutions, in total and for each answer.
    """

    @property
    def questions(self) -> Sequence[str]:
        """The questions of the puzzle, as sentences."""

    def question_as_json(self) -> dict[str, Any]:
        """Return the entries of a JSON answer that describe the puzzle's question, such as its clues."""

    def tabulate_given_values(self) -> Table | None:
        """Return a table of the board with its given values; None for a puzzle without a board."""

    def introduce_steps(self, steps: Iterable[tuple[Any, Any]]) -> str:
        """Return an introduction to the sentences about a solution's moves: facts that readers need first.

        ``steps`` are pairs of a state and the move made in it.
        """

    def answer_questions(self, final_state: Any, counted: CountedSolutions | None) -> list[AnsweredQuestion]:
        """Return the answers that the final state of a solution gives to the questions, in their order.

        ``counted`` has the number of solutions for each answer, which the texts of the answers may mention; None if
        the solutions were not counted.
        """

    def find_answers(self, moves: Iterable[Any]) -> tuple[str, ...]:
        """Return the answers to the puzzle's questions that given moves determine, each as a clause."""

    def undo_move(self, state: Any, move: Any) -> Any:
        """Return the state without the effect of a move that was made earlier."""

    def list_alternative_moves(self, move: Any) -> tuple[Any, ...]:
        """Return the moves that a person might make instead of ``move``: those that place the same item."""

    def count_solutions(self, deadline: float | None = None) -> CountedSolutions:
        """Return the number of solutions, in total and for each answer to the questions.

        The count stops at ``deadline``, a time of the clock ``time.monotonic``; None for no time limit.
        """

    def tally_answers(self, solutions: Any) -> tuple[AnswerTally, ...] | None:
        """Return, for each question, the number of solutions by answer; None if the count takes too long.

        ``solutions`` is the family's representation of all solutions.
        """

    def describe_tallies(self, tallies: Sequence[AnswerTally]) -> list[str]:
        """Return, for each question, a text that lists the answers with the number of solutions for each."""

    def tallies_as_json(self, tallies: Sequence[AnswerTally] | None) -> list[dict[str, Any]]:
        """Return, for each question, a JSON object with the keys ``question`` and ``solutions_by_answer``.

        ``solutions_by_answer`` is an object with the number of solutions by answer, or null if ``tallies`` is None because nothing was counted.
        """

    def find_sufficient_clues(self, solutions: Sequence[Any]) -> Sequence[SuggestedClue]:
        """Return clues, each of which would leave only one solution if it were added to the puzzle.

        ``solutions`` must be all solutions of the puzzle.
        """


def describe_solution_count(counted: CountedSolutions | None) -> str:
    """Return a sentence that says whether the solution found is the only one, or how many there are."""
    if counted is None or counted.is_unique is None:
        return format_message("questions.solutions-unknown")
    if counted.solutions is None:
        return format_message("questions.one-of-at-least", number=format_number(counted.at_least))
    if counted.solutions == 1:
        return format_message("questions.only-solution")
    return format_message("questions.one-of", number=format_number(counted.solutions))
