"""What is answered to the questions of a logic grid, what else might be, and which clue each answer amounts to."""

from __future__ import annotations

from generator.grid.clues import GridClue, PairClue, PositionClue
from generator.grid.instance import GridInstance
from generator.placing.instance import Placed
from generator.placing.layout import Alternative

__all__ = ["alternatives", "answers_given"]


def alternatives(instance: GridInstance) -> tuple[tuple[Alternative, ...], ...]:
    """Return for each question what may be answered, in the order of the items, or positions, that are asked about.

    Several of them may read the same.
    """
    spots = range(len(instance.spots))
    found = []
    for question in instance.questions:
        here = question.item
        clues: list[GridClue] = [
            PositionClue("", "at", here, tuple(spots))
            if item == here  # it is itself in the category that is asked about
            else PairClue("", "same", here, item, 0, len(spots))
            for item in question.among
        ]
        clues = clues or [PositionClue("", "at", here, (spot,)) for spot in spots]
        found.append(tuple(Alternative(says, clue) for says, clue in zip(question.answers, clues, strict=True)))
    return tuple(found)


def answers_given(instance: GridInstance, placed: Placed) -> tuple[str, ...]:
    """Return the answers to the questions, as the inside of sentences, as far as what is placed gives them."""
    found = []
    for question in instance.questions:
        spot = placed.get(question.item)
        if spot is None:
            continue
        if not question.among:
            found.append(question.answers[spot])
        found += [
            answer for item, answer in zip(question.among, question.answers, strict=False) if placed.get(item) == spot
        ]
    return tuple(found)
