"""A logic grid as tables, and the answers to its questions."""

from __future__ import annotations

from generator.grid.answers import answers_given
from generator.grid.instance import GridInstance
from generator.grid.wording import finished
from generator.placing.instance import Placed
from generator.placing.layout import Board

__all__ = ["answers", "board", "by_value"]


def board(instance: GridInstance, placed: Placed) -> Board:
    """Return what is placed so far: a row for each position, a column for each category."""
    heading = (instance.position, *(category.name for category in instance.categories))
    rows = [
        (position.name, *(_at(category.items, spot, instance, placed) for category in instance.categories))
        for spot, position in enumerate(instance.spots)
    ]
    return Board(heading, tuple(rows))


def by_value(instance: GridInstance, placed: Placed) -> Board:
    """Return what is placed so far the other way round: a row for each value, with its position and what the first category has there.

    The values of the first category itself are left out, if there are others.
    """
    first, *others = instance.categories
    rows = []
    for category in others or [first]:
        for item in category.items:
            spot = placed.get(item)
            there = ("", "") if spot is None else (instance.spots[spot].name, _at(first.items, spot, instance, placed))
            rows.append((category.name, instance.items[item].name, *there))
    return Board(("category", "value", instance.position, first.name), tuple(rows))


def answers(instance: GridInstance, placed: Placed) -> tuple[str, ...]:
    """Return the answers to the puzzle's questions, as sentences, as far as what is placed gives them."""
    return tuple(map(finished, answers_given(instance, placed)))


def _at(items: tuple[int, ...], spot: int, instance: GridInstance, placed: Placed) -> str:
    """Return the name of that of the items which is at a position; the empty text if none is."""
    return next((instance.items[item].name for item in items if placed.get(item) == spot), "")
