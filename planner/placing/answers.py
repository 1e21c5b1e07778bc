"""What a solution answers, and whether the other solutions answer so, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.grid.clues import finished
from generator.placing.contradiction import FurtherClue, distinguishing
from generator.placing.instance import PlacingInstance
from generator.placing.strategy import Placings
from generator.placing.teller import PlacingTeller
from generator.search.solutions import Solutions
from generator.wording import told_number
from planner.placing.counting import Counted, Tally, most_placements, tallies_of
from planner.placing.words import words_of
from planner.questions.solution import Solution

__all__ = [
    "answers", "answers_as_json", "further_clues", "other_solutions", "tallies_as_json", "tallies_of_all", "tallies_told",
]  # fmt: skip


def answers(instance: PlacingInstance, placed: Mapping[int, int], counted: Counted | None) -> tuple[str, ...]:
    """Return what is answered once all is placed, a sentence for each question, or what closes the story.

    It is told without reserve only if every solution answers so; else with the numbers of solutions, or that they were not counted.
    """
    words = words_of(instance)
    if words.clued:
        given = zip(words.answers_given(placed), _tallies(words, counted), strict=True)
        return tuple(_among(says, tally, counted) for says, tally in given)
    found = words.answers(placed)
    if words.answers_differ and not (counted and counted.solutions == 1):
        first, *others = found
        return (_one_of(first.removesuffix("."), counted), *others)
    return found


def answers_as_json(
    instance: PlacingInstance, placed: Mapping[int, int], counted: Counted | None
) -> list[dict[str, Any]]:
    """Return objects: what was ``asks``-ed, the ``answer``, and the ``tally`` of all answers, by the solutions that give them.

    What was asked is None where the puzzle has no questions, and so is the tally; it is None also where nothing was counted.
    """
    words = words_of(instance)
    found = words.answers(placed)
    asked: Sequence[str | None] = words.questions or [None] * len(found)
    tallies = _tallies(words, counted) if words.clued else [None] * len(found)
    return [
        {"asks": asks, "answer": says, "tally": tally and _as_sentences(tally)}
        for asks, says, tally in zip(asked, found, tallies, strict=True)
    ]


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
        first, *others = (
            (says.removesuffix("."), told_number(number)) for says, number in sorted(tally.items(), key=_most_first)
        )
        whole = told_number(sum(tally.values()))
        here = f"in {first[1]} of {whole} solutions, {first[0]}" if others else first[0]
        told.append(f"{asks} {finished('; '.join([here, *(f'in {number}, {says}' for says, number in others)]))}")
    return told


def tallies_as_json(instance: PlacingInstance, tallies: Sequence[Tally] | None) -> list[dict[str, Any]]:
    """Return for each question what it ``asks``, and the ``tally``, None where nothing was counted."""
    asked = words_of(instance).questions
    known: Sequence[Tally | None] = [None] * len(asked) if tallies is None else tallies
    return [{"asks": asks, "tally": tally and _as_sentences(tally)} for asks, tally in zip(asked, known, strict=True)]


def other_solutions(counted: Counted | None) -> str:
    """Return in a sentence whether a solution is the only one."""
    if counted is None or counted.unique is None:
        return "Other solutions were not counted."
    if counted.solutions is None:
        return f"This is one of at least {told_number(counted.at_least)} solutions; not all were counted."
    if counted.solutions == 1:
        return "There is no other solution."
    return f"This is one of {told_number(counted.solutions)} solutions."


def _most_first(answer: tuple[str, int]) -> int:
    return -answer[1]


def _tallies(words: PlacingTeller, counted: Counted | None) -> Sequence[Tally | None]:
    return [None] * len(words.questions) if counted is None or counted.tallies is None else counted.tallies


def _among(says: str, tally: Tally | None, counted: Counted | None) -> str:
    if counted is not None and (counted.solutions == 1 or (tally is not None and len(tally) == 1)):
        return finished(says)
    if counted is None or tally is None:
        return _uncounted(says.removesuffix("."))
    others = (f"in {told_number(tally[other])}, {other.removesuffix('.')}" for other in tally if other != says)
    here = f"In {told_number(tally[says])} of {told_number(sum(tally.values()))} solutions, as in this one, {says.removesuffix('.')}"
    return finished("; ".join([here, *others]))


def _one_of(says: str, counted: Counted | None) -> str:
    if counted is None or counted.unique is None:
        return _uncounted(says)
    known = counted.at_least if counted.solutions is None else counted.solutions
    return f"In one of {'at least ' if counted.solutions is None else ''}{told_number(known)} solutions, {says}."


def _uncounted(says: str) -> str:
    return f"In this solution, {says}; whether others differ was not counted."


def _as_sentences(tally: Tally) -> dict[str, int]:
    sentences: Counter[str] = Counter()
    for says, number in tally.items():
        sentences[finished(says)] += number
    return dict(sentences)
