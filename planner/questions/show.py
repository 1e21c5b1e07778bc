"""What there is to know of a puzzle: its story, parameters, rules, how many states there are, and how hard it is."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.difficulty import Difficulty, not_graded
from ferryplan.generator.families import difficulty_of, state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.layout import Layout
from ferryplan.generator.names import spell_parameter
from ferryplan.generator.parameters import range_of
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.teller import Facts
from ferryplan.generator.wording import Table, told_value
from ferryplan.planner.system.stopping import attempted


def as_json(puzzle: PuzzleFile, instance: AnyInstance, difficulty: bool = False) -> dict[str, Any]:
    """Return what `plan show --format json` prints; a number that would take too long to find is null."""
    values = dict(instance.parameters)
    return {
        "puzzle": instance.puzzle,
        "family": instance.family,
        "title": instance.title,
        "story": instance.story,
        "source": instance.source,
        "parameters": {key: {**spec.said(), "value": values[key]} for key, spec in puzzle.parameters.items()},
        **_facts(instance).data,
        **({"difficulty": asdict(_difficulty(instance))} if difficulty else {}),
    }


def as_text(puzzle: PuzzleFile, instance: AnyInstance, layout: Layout, difficulty: bool = False) -> str:
    """Return what `plan show` prints for a person."""
    values = dict(instance.parameters)
    rows = tuple(
        (spell_parameter(key), told_value(values[key]), range_of(spec), spec.help)
        for key, spec in puzzle.parameters.items()
    )
    parameters = [Table(("Parameter", "Value", "Range", "Description"), rows)] if rows else []
    source = f"Source: {' '.join(instance.source.split())}"
    sections = [instance.title, instance.story, source, *parameters, *_facts(instance).sections]
    if difficulty:
        found = _difficulty(instance)
        sections.append("\n".join([found.told, *(f"  - {reason}" for reason in found.reasons)]))
    told = (section if isinstance(section, str) else layout(section).rstrip("\n") for section in sections)
    return layout.filled("\n\n".join(told) + "\n")


def _facts(instance: AnyInstance) -> Facts:
    return teller_of(instance).facts(state_space(instance), lambda make: attempted(make)[0])


def _difficulty(instance: AnyInstance) -> Difficulty:
    """Return how hard an instance is; that it is not known where it takes too long to find out."""
    found, cut = attempted(lambda: difficulty_of(instance))
    return found or not_graded(format_message("narration.grading-cut-off", cut=cut))
