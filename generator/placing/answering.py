"""What a solution answers, in how many of all solutions, and how many there are, as far as that is found out at little cost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.answers import Answered, Counted, Tally
from ferryplan.generator.placing.contradiction import FurtherClue, distinguishing
from ferryplan.generator.placing.instance import Clue, Placement, PlacingInstance, about_pairs
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.space import Placements, placed_in
from ferryplan.generator.placing.strategy import Placings
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.placing.ties import Supports
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.solution import Solution
from ferryplan.generator.wording import make_sentence, told_number

MOST_WORK = 150_000
"""in placements, times the items that each narrows, or twice those of the longest clue that is looked at whole: some tenths of a second"""


class PlacingAnswering:
    """Tells what the solutions of one instance answer, and how many there are."""

    def __init__(self, instance: PlacingInstance, teller: PlacingTeller) -> None:
        self.instance, self.teller = instance, teller
        self.question_as_json, self.table_of_givens = teller.question_as_json, teller.table_of_givens
        self.introduce_steps = teller.introduce_steps

    @property
    def questions(self) -> Sequence[str]:
        """What the puzzle asks for."""
        return self.teller.questions

    def answer(self, final: Placements, counted: Counted | None) -> list[Answered]:
        """Return what is answered once all is placed, question by question."""
        teller, placed = self.teller, placed_in(final)
        found = teller.answers(placed)
        if teller.clued:
            tallies = [None] * len(found) if counted is None or counted.tallies is None else counted.tallies
            given = zip(teller.questions, found, tallies, teller.answers_given(placed), strict=True)
            return [
                Answered(asks, answer, tally and _as_sentences(tally), _among(says, tally, counted))
                for asks, answer, tally, says in given
            ]
        told = [*found]
        if teller.answers_differ and not (counted and counted.solutions == 1):
            if counted is None or counted.unique is None:
                told[0] = _uncounted(told[0])
            else:
                key = "questions.answer-of-one-of" if counted.solutions else "questions.answer-of-one-of-at-least"
                told[0] = format_message(key, number=told_number(counted.at_least), answer=told[0])
        return [Answered(None, answer, None, says) for answer, says in zip(found, told, strict=True)]

    def name_answers(self, moves: Iterable[Placement]) -> tuple[str, ...]:
        """Return the answers that placements give, as the inside of sentences."""
        return self.teller.answers_given({move.item: move.spot for move in moves})

    def take_back(self, state: Placements, move: Placement) -> Placements:
        """Return a state without a placement."""
        return (*state[: move.item], -1, *state[move.item + 1 :])

    def list_alternatives(self, move: Placement) -> tuple[Placement, ...]:
        """Return the placements of the same item at its other spots."""
        spots = self.instance.items[move.item].spots
        return tuple(move._replace(spot=spot) for spot in spots if spot != move.spot)

    def count(self, deadline: float | None = None) -> Counted:
        """Return how many solutions there are, as far as that takes some tenths of a second."""
        return count_solutions(self.instance, self.teller, most=most_placements(self.instance), deadline=deadline)

    def tally(self, solutions: Solutions[Any, Any]) -> tuple[Tally, ...] | None:
        """Return in how many of all solutions each answer to each question holds; None if that takes too many placements."""
        assert isinstance(solutions, Placings)
        supports, most = solutions.counting.supports, most_placements(self.instance)
        return count_tallies(self.instance, self.teller, supports, most)[0]

    def describe_tallies(self, tallies: Sequence[Tally]) -> list[str]:
        """Return for each question what the solutions answer, and how many of them answer what."""
        lines = []
        for asks, tally in zip(self.questions, tallies, strict=True):
            most_first = dict(sorted(tally.items(), key=lambda answer: -answer[1]))
            first = next(iter(most_first))
            lines.append(f"{asks} {_shares(most_first, first) if len(tally) > 1 else make_sentence(first)}")
        return lines

    def tallies_as_json(self, tallies: Sequence[Tally] | None) -> list[dict[str, Any]]:
        """Return for each question the ``question`` and ``solutions_by_answer``, None where nothing was counted."""
        known: Sequence[Tally | None] = [None] * len(self.questions) if tallies is None else tallies
        return [
            {"question": asks, "solutions_by_answer": tally and _as_sentences(tally)}
            for asks, tally in zip(self.questions, known, strict=True)
        ]

    def find_further_clues(self, solutions: Sequence[Solution[Any, Any]]) -> tuple[FurtherClue, ...]:
        """Return clues each of which would leave one of all the solutions only, where the puzzle has clues of its own."""
        if len(solutions) < 2:
            return ()
        placements = [[step.move for step in solution.steps] for solution in solutions]
        return distinguishing(placements, self.teller.further_clues())


def _among(says: str, tally: Tally | None, counted: Counted | None) -> str:
    if counted is not None and (counted.solutions == 1 or (tally is not None and len(tally) == 1)):
        return make_sentence(says)
    return _uncounted(says) if counted is None or tally is None else _shares(tally, says, here=True)


def _shares(tally: Tally, first: str, *, here: bool = False) -> str:
    """Return in how many solutions an answer holds, then the others; ``here`` says that it holds in the one that is shown."""
    key, whole = "questions.answer-in-some-and-this" if here else "questions.answer-in-some", sum(tally.values())
    number, answer = told_number(tally[first]), first.removesuffix(".")
    told = [format_message(key, number=number, all=told_number(whole), answer=answer)]
    told += [
        format_message(
            "questions.answer-in-others", count=number, number=told_number(number), answer=says.removesuffix(".")
        )
        for says, number in tally.items()
        if says != first
    ]
    return make_sentence("; ".join(told))


def _uncounted(says: str) -> str:
    return format_message("questions.answer-of-this-solution", answer=says.removesuffix("."))


def _as_sentences(tally: Tally) -> dict[str, int]:
    sentences: Counter[str] = Counter()
    for says, number in tally.items():
        sentences[make_sentence(says)] += number
    return dict(sentences)


def most_placements(instance: PlacingInstance) -> int:
    """Return how many placements may be tried to count an instance's solutions, and as many again to tell its answers apart.

    It depends on nothing but the instance, so that the same is counted on every machine.
    """
    whole = (len(clue.scope) for clue in instance.clues if not about_pairs(clue))
    return MOST_WORK // max(1, len(instance.items), (1 + max(whole, default=0)) // 2)


def count_solutions(
    instance: PlacingInstance, teller: PlacingTeller, *, most: int | None, deadline: float | None = None
) -> Counted:
    """Return how many solutions an instance has, with the tallies of its answers.

    ``most`` bounds the placements that are tried to count the solutions, and again those for the tallies; ``deadline`` is a time of
    ``time.monotonic``. None is no bound.
    """
    counting = Search(instance)
    solutions = counting.count(_until(most, deadline))
    if solutions is None:
        number, reason = f"{counting.found:,}", _reason(most, counting.nodes)
        note = format_message("questions.count-incomplete", number=number, reason=reason)
        return Counted(None, counting.found, note=note)
    tallies, tried = count_tallies(instance, teller, counting.supports, most, deadline)
    if tallies is not None:
        return Counted(solutions, solutions, tallies)
    note = format_message("questions.answers-not-counted", reason=_reason(most, tried))
    return Counted(solutions, solutions, None, note)


def count_tallies(
    instance: PlacingInstance,
    teller: PlacingTeller,
    supports: dict[Clue, Supports],
    most: int | None,
    deadline: float | None = None,
) -> tuple[tuple[Tally, ...] | None, int]:
    """Return the tallies of an instance's questions, None if they take too long, and how many placements were tried.

    ``supports`` is what is known of its clues, ``most`` and ``deadline`` are as for ``count_solutions``.
    """
    tallies, tried = list[Tally](), 0
    for question in teller.alternatives():
        tally: Counter[str] = Counter()
        for says, clue in question:
            told = Search(instance, (*instance.clues, clue), supports)
            number = told.count(_until(None if most is None else most - tried, deadline))
            tried += told.nodes
            if number is None:
                return None, tried
            tally[says] += number
        tallies.append({says: number for says, number in tally.items() if number})
    return tuple(tallies), tried


def _until(most: int | None, deadline: float | None) -> Callable[[int], bool]:
    def go_on(nodes: int) -> bool:
        return (most is None or nodes < most) and (deadline is None or time.monotonic() < deadline)

    return go_on


def _reason(most: int | None, tried: int) -> str:
    if most is not None and tried >= most:
        return format_message("questions.too-many-placements", number=f"{most:,}")
    return format_message("questions.search-stopped", cut=format_message("system.stopped-at-time-limit"))
