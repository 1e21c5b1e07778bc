"""Notes on the search for the smallest boat that allows a solution: which boats are too small."""

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


def describe_failed_capacity(result: Result, free_parameter: str) -> str:
    """Return a clause stating that a boat is too small, or that no plan was found for it.

    ``result`` is the result with this boat; ``free_parameter`` is the parameter with the boat's capacity.
    """
    value = format_message(family_of(result.instance).free_parameter_key, count=result.parameters[free_parameter])
    if result.status == "unsolvable":
        return format_message("questions.proven-too-small", value=value)
    return format_message("questions.value-without-plan", value=value, engine=result.engine)


def smaller_candidate_values(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], instance: AnyInstance
) -> range:
    """Return the candidates for the free parameter that are smaller than its value in the instance.

    The range is empty if the puzzle has no free parameter, or if ``parameters`` gives its value.
    """
    searched = puzzle.find_free_parameter()
    if searched is None or parameters.get(searched) is not None:
        return range(0)
    spec, found = puzzle.parameters[searched], dict(instance.parameters)[searched]
    assert isinstance(spec, IntegerParameter)
    assert isinstance(found, int)
    return range(spec.first_candidate, found)


def describe_failed_capacities(refused: Sequence[str], capacity: object) -> tuple[str, ...]:
    """Return notes on the boats that did not work, and on the boat with ``capacity``, which did.

    ``refused`` holds a clause for each boat that did not work. ``capacity`` is None if no boat worked.
    """
    if capacity is not None and refused:
        return (*refused[:-1], format_message("questions.boat-taken", note=refused[-1], capacity=capacity))
    return tuple(refused)


def mark_free_parameter_undecided(result: Result, puzzle: PuzzleFile, free_parameter: str) -> Result:
    """Return a result that leaves open which value of the free parameter is the smallest that works.

    A note states this, and the story contains only the value that was tried last.
    """
    instance, values = result.instance, dict(result.instance.parameters)
    tried = values[free_parameter]
    assert isinstance(tried, int)
    story = PuzzleEvaluation(puzzle, {**values, free_parameter: _TriedCapacity(tried)}).make_instance_fields()["story"]
    told: AnyInstance = replace(cast(Any, instance), story=story)
    note = format_message("questions.smallest-boat-unknown", count=tried)
    return result.with_notes(note, instance=told, undecided=free_parameter)


class _TriedCapacity(int):
    """A boat's capacity that a story mentions as a value that was tried, and that need not be sufficient."""

    def __str__(self) -> str:
        return format_message("questions.seats-in-story", tried=int(self))
