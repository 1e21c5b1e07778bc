"""The search for the smallest boat that works: which do not suffice, and what is not known where none was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.parameters import Evaluation
from ferryplan.generator.puzzle_file import IntegerParameter, PuzzleFile
from ferryplan.planner.result import Result


def told_failed(result: Result, searched: str) -> str:
    """Return that a boat does not suffice, or is not known to; ``searched`` is the parameter that says how many it carries."""
    value = format_message(family_of(result.instance).open_value, count=result.parameters[searched])
    if result.status == "unsolvable":
        return format_message("questions.proven-too-small", value=value)
    return format_message("questions.value-without-plan", value=value, engine=result.engine)


def smaller(puzzle: PuzzleFile, parameters: Mapping[str, Value], instance: AnyInstance) -> range:
    """Return the values below that which the instance has of a parameter that was left open for the smallest that works; none without one."""
    searched = puzzle.searched_parameter()
    if searched is None or parameters.get(searched) is not None:
        return range(0)
    spec, found = puzzle.parameters[searched], dict(instance.parameters)[searched]
    assert isinstance(spec, IntegerParameter)
    assert isinstance(found, int)
    return range(spec.smallest, found)


def told_refused(refused: Sequence[str], capacity: object) -> tuple[str, ...]:
    """Return notes on the boats that do not suffice, and on the capacity of the one that does, if any."""
    if capacity is not None and refused:
        return (*refused[:-1], format_message("questions.boat-taken", note=refused[-1], capacity=capacity))
    return tuple(refused)


def undecided(result: Result, puzzle: PuzzleFile, searched: str) -> Result:
    """Return a result as one that does not say how many the boat carries, but how many were tried: in its story, too."""
    instance, values = result.instance, dict(result.instance.parameters)
    tried = values[searched]
    assert isinstance(tried, int)
    story = Evaluation(puzzle, {**values, searched: _Tried(tried)}).described()["story"]
    told: AnyInstance = replace(cast(Any, instance), story=story)
    note = format_message("questions.smallest-boat-unknown", count=tried)
    return result.noted(note, instance=told, undecided=searched)


class _Tried(int):
    """A number of seats, as stories say it that must not claim it."""

    def __str__(self) -> str:
        return format_message("questions.seats-in-story", tried=int(self))
