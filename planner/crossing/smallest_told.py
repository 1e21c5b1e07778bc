"""What is told of the search for the smallest boat that works: which do not suffice, and what is not known where none was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.parameters import Evaluation

__all__ = ["told_refused", "told_tried", "undecided"]


def told_refused(refused: Sequence[str], capacity: int | None) -> tuple[str, ...]:
    """Return notes on the boats that do not suffice, and on the capacity of the one that does, if any."""
    if capacity is not None and refused:
        return (*refused[:-1], f"{refused[-1]}; this boat carries {capacity}")
    return tuple(refused)


def told_tried(instance: Instance, searched: str) -> str:
    """Return a note that the smallest boat was not found; ``searched`` is the parameter that says how many it carries."""
    return f"the smallest boat that works was not found: tried up to {dict(instance.parameters)[searched]}"


def undecided(instance: Instance, puzzle: CrossingFile, searched: str) -> Instance:
    """Return the instance with a story that does not take the boat that was tried last for the answer."""
    values = dict(instance.parameters)
    tried = values[searched]
    assert isinstance(tried, int)
    story = Evaluation(puzzle, {**values, searched: _Tried(tried)}, instance.reference).described()["story"]
    return replace(instance, story=story)


class _Tried(int):
    """A number of seats, as stories say it that must not claim it."""

    def __str__(self) -> str:
        return f"as few as will do (up to {int(self)} tried)"
