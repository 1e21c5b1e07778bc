"""The answers that solutions give to a puzzle's questions, and how many solutions give each answer.

A puzzle's question is, for example, 'Who drinks water?'. The counts stop at a limit, so that they take little time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.contradiction import FurtherClue, find_distinguishing_clues
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement, is_pairwise
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.space import AssignmentState, partial_assignment
from ferryplan.generator.assignment.strategy import AssignmentSolutions
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.solution import Solution
from ferryplan.generator.solution_answers import AnsweredQuestion, AnswerTally, CountedSolutions
from ferryplan.generator.wording import format_number, make_sentence

MAX_WORK = 150_000
"""limit of the work of a count: the number of placements, times the larger of the number of items and half the length
of the longest clue that is checked as a whole; some tenths of a second"""


class AssignmentSolutionAnswers:
    """The answers to the questions of one instance, with the number of solutions that give each answer."""

    def __init__(self, instance: AssignmentInstance, narrator: AssignmentNarrator) -> None:
        self.instance, self.narrator = instance, narrator
        self.question_as_json, self.tabulate_given_values = narrator.question_as_json, narrator.tabulate_given_values
        self.introduce_steps = narrator.introduce_steps

    @property
    def questions(self) -> Sequence[str]:
        """The texts of the questions that the puzzle asks, such as 'Who drinks water?'."""
        return self.narrator.questions

    def answer_questions(
        self, final_state: AssignmentState, counted: CountedSolutions | None
    ) -> list[AnsweredQuestion]:
        """Return the answers that a final state gives, one for each question.

        ``final_state`` has a spot for every item. ``counted`` holds the numbers of solutions, if they are known. Then
        the answers also say how many solutions give other answers.
        """
        narrator, placed = self.narrator, partial_assignment(final_state)
        found = narrator.format_answers(placed)
        if narrator.has_own_clues:
            tallies = [None] * len(found) if counted is None or counted.tallies is None else counted.tallies
            given = zip(narrator.questions, found, tallies, narrator.find_determined_answers(placed), strict=True)
            return [
                AnsweredQuestion(
                    asks,
                    answer,
                    tally and _merge_tally_by_sentence(tally),
                    _format_counted_answer(says, tally, counted),
                )
                for asks, answer, tally, says in given
            ]
        told = [*found]
        if narrator.has_varying_answers and not (counted and counted.solutions == 1):
            if counted is None or counted.is_unique is None:
                told[0] = _format_uncounted_answer(told[0])
            else:
                key = "questions.answer-of-one-of" if counted.solutions else "questions.answer-of-one-of-at-least"
                told[0] = format_message(key, number=format_number(counted.at_least), answer=told[0])
        return [AnsweredQuestion(None, answer, None, says) for answer, says in zip(found, told, strict=True)]

    def find_answers(self, moves: Iterable[Placement]) -> tuple[str, ...]:
        """Return the answers that a solution's placements give, each as a clause for use inside a sentence."""
        return self.narrator.find_determined_answers({move.item: move.spot for move in moves})

    def undo_move(self, state: AssignmentState, move: Placement) -> AssignmentState:
        """Return the state in which the move's item is not placed."""
        return (*state[: move.item], -1, *state[move.item + 1 :])

    def list_alternative_moves(self, move: Placement) -> tuple[Placement, ...]:
        """Return the placements of the move's item at its other possible spots."""
        spots = self.instance.items[move.item].spots
        return tuple(move._replace(spot=spot) for spot in spots if spot != move.spot)

    def count_solutions(self, deadline: float | None = None) -> CountedSolutions:
        """Return the number of solutions, or a lower bound if the count reaches its limit.

        The count tries a limited number of placements, which takes some tenths of a second. It also stops at
        ``deadline``, a time on the clock of ``time.monotonic``.
        """
        return count_solutions(
            self.instance, self.narrator, max_placements=compute_placement_limit(self.instance), deadline=deadline
        )

    def tally_answers(self, solutions: CheapestSolutions[Any, Any]) -> tuple[AnswerTally, ...] | None:
        """Return, for each question, the number of solutions that give each answer.

        The result is None if the counts need more placements than `compute_placement_limit` allows.
        """
        assert isinstance(solutions, AssignmentSolutions)
        supports, most = solutions.counting_search.supports, compute_placement_limit(self.instance)
        return count_solutions_by_answer(self.instance, self.narrator, supports, most)[0]

    def describe_tallies(self, tallies: Sequence[AnswerTally]) -> list[str]:
        """Return a line for each question with its answers and the number of solutions for each answer."""
        lines = []
        for asks, tally in zip(self.questions, tallies, strict=True):
            most_first = dict(sorted(tally.items(), key=lambda answer: -answer[1]))
            first = next(iter(most_first))
            lines.append(f"{asks} {_format_tally(most_first, first) if len(tally) > 1 else make_sentence(first)}")
        return lines

    def tallies_as_json(self, tallies: Sequence[AnswerTally] | None) -> list[dict[str, Any]]:
        """Return a JSON object for each question, with the keys ``question`` and ``solutions_by_answer``.

        ``solutions_by_answer`` maps each answer to its number of solutions; it is None if ``tallies`` is None.
        """
        known: Sequence[AnswerTally | None] = [None] * len(self.questions) if tallies is None else tallies
        return [
            {"question": asks, "solutions_by_answer": tally and _merge_tally_by_sentence(tally)}
            for asks, tally in zip(self.questions, known, strict=True)
        ]

    def find_sufficient_clues(self, solutions: Sequence[Solution[Any, Any]]) -> tuple[FurtherClue, ...]:
        """Return the clues that would each leave exactly one of the given solutions, if added to the puzzle.

        ``solutions`` must be all solutions of the puzzle. The result is empty if the puzzle has fewer than two
        solutions, or if the family has no clues to add.
        """
        if len(solutions) < 2:
            return ()
        placements = [[step.move for step in solution.steps] for solution in solutions]
        return find_distinguishing_clues(placements, self.narrator.list_further_clues())


def _format_counted_answer(answer: str, tally: AnswerTally | None, counted: CountedSolutions | None) -> str:
    """Return an answer as a sentence that says how many solutions give it, as far as this is known."""
    if counted is not None and (counted.solutions == 1 or (tally is not None and len(tally) == 1)):
        return make_sentence(answer)
    return (
        _format_uncounted_answer(answer)
        if counted is None or tally is None
        else _format_tally(tally, answer, holds_here=True)
    )


def _format_tally(tally: AnswerTally, first_answer: str, *, holds_here: bool = False) -> str:
    """Return a sentence with the number of solutions for each answer, ``first_answer`` first.

    ``holds_here`` means that ``first_answer`` is the answer of the solution that is shown.
    """
    key, whole = "questions.answer-in-some-and-this" if holds_here else "questions.answer-in-some", sum(tally.values())
    number, answer = format_number(tally[first_answer]), first_answer.removesuffix(".")
    told = [format_message(key, number=number, all=format_number(whole), answer=answer)]
    told += [
        format_message(
            "questions.answer-in-others", count=number, number=format_number(number), answer=says.removesuffix(".")
        )
        for says, number in tally.items()
        if says != first_answer
    ]
    return make_sentence("; ".join(told))


def _format_uncounted_answer(answer_clause: str) -> str:
    """Return an answer as a clause, with a note that it is the answer of this solution."""
    return format_message("questions.answer-of-this-solution", answer=answer_clause.removesuffix("."))


def _merge_tally_by_sentence(tally: AnswerTally) -> dict[str, int]:
    """Return the tally with the answers as sentences; answers with the same sentence are added up."""
    sentences: Counter[str] = Counter()
    for says, number in tally.items():
        sentences[make_sentence(says)] += number
    return dict(sentences)


def compute_placement_limit(instance: AssignmentInstance) -> int:
    """Return the largest number of placements that may be tried to count the solutions of an instance.

    A second count, of the solutions for each answer, has the same limit. The limit depends only on the instance, so the
    counts are the same on every machine.
    """
    whole = (len(clue.scope) for clue in instance.clues if not is_pairwise(clue))
    return MAX_WORK // max(1, len(instance.items), (1 + max(whole, default=0)) // 2)


def count_solutions(
    instance: AssignmentInstance,
    narrator: AssignmentNarrator,
    *,
    max_placements: int | None,
    deadline: float | None = None,
) -> CountedSolutions:
    """Return the number of solutions of an instance, in total and for each answer to its questions.

    ``max_placements`` is the largest number of placements that each of the two counts (in total, and by answer) may
    try. ``deadline`` is a time on the clock of ``time.monotonic``. None means no limit. If a limit is reached, the
    result says so and holds the counts so far.
    """
    counting = AssignmentSearch(instance)
    solutions = counting.count_solutions(_make_budget_check(max_placements, deadline))
    if solutions is None:
        number, reason = f"{counting.found_count:,}", _explain_stop(max_placements, counting.placement_count)
        note = format_message("questions.count-incomplete", number=number, reason=reason)
        return CountedSolutions(None, counting.found_count, note=note)
    tallies, tried = count_solutions_by_answer(instance, narrator, counting.supports, max_placements, deadline)
    if tallies is not None:
        return CountedSolutions(solutions, solutions, tallies)
    note = format_message("questions.answers-not-counted", reason=_explain_stop(max_placements, tried))
    return CountedSolutions(solutions, solutions, None, note)


def count_solutions_by_answer(
    instance: AssignmentInstance,
    narrator: AssignmentNarrator,
    supports: dict[Clue, Supports],
    max_placements: int | None,
    deadline: float | None = None,
) -> tuple[tuple[AnswerTally, ...] | None, int]:
    """Return, for each question, the number of solutions by answer; and the number of placements tried.

    The tallies are None if the limit or the deadline is reached first. ``supports`` caches tables of compatible spots
    by clue; ``max_placements`` and ``deadline`` are as for `count_solutions`.
    """
    tallies, tried = list[AnswerTally](), 0
    for question in narrator.possible_answers():
        tally: Counter[str] = Counter()
        for says, clue in question:
            told = AssignmentSearch(instance, (*instance.clues, clue), supports)
            number = told.count_solutions(
                _make_budget_check(None if max_placements is None else max_placements - tried, deadline)
            )
            tried += told.placement_count
            if number is None:
                return None, tried
            tally[says] += number
        tallies.append({says: number for says, number in tally.items() if number})
    return tuple(tallies), tried


def _make_budget_check(max_placements: int | None, deadline: float | None) -> Callable[[int], bool]:
    """Return a function that takes the number of placements tried and returns whether to continue."""

    def is_within_budget(nodes: int) -> bool:
        return (max_placements is None or nodes < max_placements) and (deadline is None or time.monotonic() < deadline)

    return is_within_budget


def _explain_stop(max_placements: int | None, tried_count: int) -> str:
    """Return a clause that says why a count stopped: too many placements, or the time limit."""
    if max_placements is not None and tried_count >= max_placements:
        return format_message("questions.too-many-placements", number=f"{max_placements:,}")
    return format_message("questions.search-stopped", cut=format_message("system.stopped-at-time-limit"))
