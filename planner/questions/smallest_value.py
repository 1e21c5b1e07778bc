"""Notes on the search for the smallest boat that works: the boats that are too small, or that may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.parameters import PuzzleEvaluation
from ferryplan.generator.puzzle_file import IntegerParameter, PuzzleFile
from ferryplan.planner.result import Result


def describe_failed_value(result: Result, free_parameter: str) -> str:
    """Return a clause that a boat is too small, or that no plan is known for it.

    ``free_parameter`` is the name of the parameter that holds the capacity.
    """
    value = format_message(family_of(result.instance).free_parameter_key, count=result.parameters[free_parameter])
    if result.status == "unsolvable":
        return format_message("questions.proven-too-small", value=value)
    return format_message("questions.value-without-plan", value=value, engine=result.engine)


def smaller_values(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], instance: AnyInstance) -> range:
    """Return the candidates of the free parameter that are smaller than the value in the instance.

    The range is empty if the puzzle has no free parameter, or if the parameter has a given value.
    """
    searched = puzzle.find_free_parameter()
    if searched is None or parameters.get(searched) is not None:
        return range(0)
    spec, found = puzzle.parameters[searched], dict(instance.parameters)[searched]
    assert isinstance(spec, IntegerParameter)
    assert isinstance(found, int)
    return range(spec.smallest_candidate, found)


def describe_refused_values(refused: Sequence[str], capacity: object) -> tuple[str, ...]:
    """Return notes on the boats that are too small, and on the capacity of the boat that works, if any."""
    if capacity is not None and refused:
        return (*refused[:-1], format_message("questions.boat-taken", note=refused[-1], capacity=capacity))
    return tuple(refused)


def mark_undecided(result: Result, puzzle: PuzzleFile, free_parameter: str) -> Result:
    """Return a result that leaves the smallest capacity undecided.

    The result and its story give only the value that was tried last.
    """
    instance, values = result.instance, dict(result.instance.parameters)
    tried = values[free_parameter]
    assert isinstance(tried, int)
    story = PuzzleEvaluation(puzzle, {**values, free_parameter: _TriedCapacity(tried)}).make_instance_fields()["story"]
    told: AnyInstance = replace(cast(Any, instance), story=story)
    note = format_message("questions.smallest-boat-unknown", count=tried)
    return result.with_notes(note, instance=told, undecided=free_parameter)


class _TriedCapacity(int):
    """A capacity that stories print as tried rather than as sufficient."""

    def __str__(self) -> str:
        return format_message("questions.seats-in-story", tried=int(self))
