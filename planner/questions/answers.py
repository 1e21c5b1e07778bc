"""What a solution answers, in how many of all solutions, and how many there are, as far as that is found out at little cost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import teller_of
from ferryplan.generator.grid.clues import finished
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.placing.contradiction import FurtherClue, distinguishing
from ferryplan.generator.placing.instance import Clue, PlacingInstance, about_pairs
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.strategy import Placings
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.placing.ties import Supports
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.solution import Solution
from ferryplan.generator.wording import told_number
from ferryplan.planner.result import Answered, Counted, Tally
from ferryplan.planner.system.stopping import AT_TIME_LIMIT

MOST_WORK = 150_000
"""in placements, times the items that each narrows, or twice those of the longest clue that is looked at whole: some tenths of a second"""


def words_of(instance: AnyInstance) -> PlacingTeller:
    """Return the words for an instance."""
    teller = teller_of(instance)
    assert isinstance(teller, PlacingTeller)
    return teller


def answers(instance: PlacingInstance, placed: Mapping[int, int], counted: Counted | None) -> list[Answered]:
    """Return what is answered once all is placed, question by question."""
    words = words_of(instance)
    found = words.answers(placed)
    if words.clued:
        tallies = [None] * len(found) if counted is None or counted.tallies is None else counted.tallies
        given = zip(words.questions, found, tallies, words.answers_given(placed), strict=True)
        return [
            Answered(asks, answer, tally and _as_sentences(tally), _among(says, tally, counted))
            for asks, answer, tally, says in given
        ]
    told = [*found]
    if words.answers_differ and not (counted and counted.solutions == 1):
        if counted is None or counted.unique is None:
            told[0] = _uncounted(told[0])
        else:
            key = "questions.answer-of-one-of" if counted.solutions else "questions.answer-of-one-of-at-least"
            told[0] = format_message(key, number=told_number(counted.at_least), answer=told[0])
    return [Answered(None, answer, None, says) for answer, says in zip(found, told, strict=True)]


def tallies_of_all(solutions: Solutions[Any, Any]) -> tuple[Tally, ...] | None:
    """Return in how many of all solutions each answer to each question holds; None if that takes too many placements."""
    assert isinstance(solutions, Placings)
    return tallies_of(solutions.instance, solutions.counting.supports, most_placements(solutions.instance))[0]


def further_clues(instance: PlacingInstance, solutions: Sequence[Solution[Any, Any]]) -> tuple[FurtherClue, ...]:
    """Return clues each of which would leave one of all the solutions only, where the puzzle has clues of its own."""
    if len(solutions) < 2:
        return ()
    placements = [[step.move for step in solution.steps] for solution in solutions]
    return distinguishing(placements, words_of(instance).further_clues())


def tallies_told(instance: PlacingInstance, tallies: Sequence[Tally]) -> list[str]:
    """Return for each question of a puzzle that has solutions what they answer, and how many of them answer what."""
    told = []
    for asks, tally in zip(words_of(instance).questions, tallies, strict=True):
        most_first = dict(sorted(tally.items(), key=lambda answer: -answer[1]))
        first = next(iter(most_first))
        told.append(f"{asks} {_shares(most_first, first) if len(tally) > 1 else finished(first)}")
    return told


def tallies_as_json(instance: PlacingInstance, tallies: Sequence[Tally] | None) -> list[dict[str, Any]]:
    """Return for each question the ``question`` and ``solutions_by_answer``, None where nothing was counted."""
    asked = words_of(instance).questions
    known: Sequence[Tally | None] = [None] * len(asked) if tallies is None else tallies
    return [
        {"question": asks, "solutions_by_answer": tally and _as_sentences(tally)}
        for asks, tally in zip(asked, known, strict=True)
    ]


def other_solutions(counted: Counted | None) -> str:
    """Return in a sentence whether a solution is the only one."""
    if counted is None or counted.unique is None:
        return format_message("questions.solutions-unknown")
    if counted.solutions is None:
        return format_message("questions.one-of-at-least", number=told_number(counted.at_least))
    if counted.solutions == 1:
        return format_message("questions.only-solution")
    return format_message("questions.one-of", number=told_number(counted.solutions))


def _among(says: str, tally: Tally | None, counted: Counted | None) -> str:
    if counted is not None and (counted.solutions == 1 or (tally is not None and len(tally) == 1)):
        return finished(says)
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
    return finished("; ".join(told))


def _uncounted(says: str) -> str:
    return format_message("questions.answer-of-this-solution", answer=says.removesuffix("."))


def _as_sentences(tally: Tally) -> dict[str, int]:
    sentences: Counter[str] = Counter()
    for says, number in tally.items():
        sentences[finished(says)] += number
    return dict(sentences)


def most_placements(instance: PlacingInstance) -> int:
    """Return how many placements may be tried to count an instance's solutions, and as many again to tell its answers apart.

    It depends on nothing but the instance, so that the same is counted on every machine.
    """
    whole = (len(clue.scope) for clue in instance.clues if not about_pairs(clue))
    return MOST_WORK // max(1, len(instance.items), (1 + max(whole, default=0)) // 2)


def count_solutions(instance: PlacingInstance, *, most: int | None, deadline: float | None = None) -> Counted:
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
    tallies, tried = tallies_of(instance, counting.supports, most, deadline)
    if tallies is not None:
        return Counted(solutions, solutions, tallies)
    note = format_message("questions.answers-not-counted", reason=_reason(most, tried))
    return Counted(solutions, solutions, None, note)


def tallies_of(
    instance: PlacingInstance, supports: dict[Clue, Supports], most: int | None, deadline: float | None = None
) -> tuple[tuple[Tally, ...] | None, int]:
    """Return the tallies of an instance's questions, None if they take too long, and how many placements were tried.

    ``supports`` is what is known of its clues, ``most`` and ``deadline`` are as for ``count_solutions``.
    """
    tallies, tried = list[Tally](), 0
    for question in words_of(instance).alternatives():
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
    return format_message("questions.search-stopped", cut=AT_TIME_LIMIT)
