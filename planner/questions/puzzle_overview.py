"""The description of a puzzle: its story, parameters, rules, number of states and difficulty."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.difficulty import Difficulty, make_ungraded_difficulty
from ferryplan.generator.families import difficulty_of, narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.layout import Layout
from ferryplan.generator.names import format_parameter_option
from ferryplan.generator.narrator import InstanceFacts
from ferryplan.generator.parameters import describe_allowed_values
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.wording import Table, format_parameter_value
from ferryplan.planner.system.stoppable import compute_until_limit


def puzzle_as_json(puzzle: PuzzleFile, instance: AnyInstance, difficulty: bool = False) -> dict[str, Any]:
    """Return the JSON object that ``plan show --format json`` prints for a puzzle and its instance.

    ``difficulty`` adds a grade. Numbers that take too long to compute are null.
    """
    values = dict(instance.parameters)
    return {
        "puzzle": instance.puzzle,
        "family": instance.family,
        "title": instance.title,
        "story": instance.story,
        "source": instance.source,
        "parameters": {key: {**spec.given_values(), "value": values[key]} for key, spec in puzzle.parameters.items()},
        **_puzzle_facts(instance).data,
        **({"difficulty": asdict(_grade_difficulty(instance))} if difficulty else {}),
    }


def format_puzzle_overview(puzzle: PuzzleFile, instance: AnyInstance, layout: Layout, difficulty: bool = False) -> str:
    """Return the text that ``plan show`` prints for a puzzle and its instance.

    ``difficulty`` adds a grade with its reasons.
    """
    values = dict(instance.parameters)
    rows = tuple(
        (format_parameter_option(key), format_parameter_value(values[key]), describe_allowed_values(spec), spec.help)
        for key, spec in puzzle.parameters.items()
    )
    parameters = [Table(("Parameter", "Value", "Range", "Description"), rows)] if rows else []
    source = f"Source: {' '.join(instance.source.split())}"
    sections = [instance.title, instance.story, source, *parameters, *_puzzle_facts(instance).sections]
    if difficulty:
        found = _grade_difficulty(instance)
        sections.append("\n".join([found.level_sentence, *(f"  - {reason}" for reason in found.reasons)]))
    told = (section if isinstance(section, str) else layout(section).rstrip("\n") for section in sections)
    return layout.wrap_text("\n\n".join(told) + "\n")


def _puzzle_facts(instance: AnyInstance) -> InstanceFacts:
    """Return facts about an instance, such as its rules and its number of states, as JSON and as text."""
    return narrator_of(instance).describe_instance(state_space_of(instance), lambda make: compute_until_limit(make)[0])


def _grade_difficulty(instance: AnyInstance) -> Difficulty:
    """Return the difficulty of an instance for people; without a grade if grading reaches a limit."""
    found, cut = compute_until_limit(lambda: difficulty_of(instance))
    return found or make_ungraded_difficulty(format_message("narration.grading-cut-off", cut=cut))
