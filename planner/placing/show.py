"""What `plan show` tells of a puzzle in which things are placed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from generator.placing.instance import PlacingInstance
from generator.puzzle_file import PuzzleFile
from planner.placing.words import board_of
from planner.questions.narration import WIDTH
from planner.questions.show import parameters_as_json, parameters_table
from planner.telling import Table

__all__ = ["as_json", "as_text"]


def as_json(puzzle: PuzzleFile, instance: PlacingInstance) -> dict[str, Any]:
    """Return what `plan show --format json` prints."""
    return {
        "puzzle": instance.puzzle,
        "family": instance.family,
        "title": instance.title,
        "story": instance.story,
        "source": instance.source,
        "parameters": parameters_as_json(puzzle, dict(instance.parameters)),
        "items": [
            {"name": item.name, "group": item.group, "spots": [instance.spots[spot].name for spot in item.spots]}
            for item in instance.items
        ],
        "clues": [{"kind": clue.kind, "says": clue.says} for clue in instance.clues],
        "order": [instance.items[index].name for index in instance.order],
    }


def as_text(puzzle: PuzzleFile, instance: PlacingInstance, layout: Callable[[Table], str]) -> str:
    """Return what `plan show` prints for a person."""
    said = dict.fromkeys(clue.says for clue in instance.clues)
    first = ", ".join(instance.items[index].name for index in instance.order[:30])
    more = ", …" if len(instance.order) > 30 else ""
    sections = [
        instance.title,
        textwrap.fill(instance.story, WIDTH),
        textwrap.fill(f"Source: {' '.join(instance.source.split())}", WIDTH),
        *([layout(parameters_table(puzzle, dict(instance.parameters))).rstrip("\n")] if puzzle.parameters else []),
        "\n".join(["Clues:", *(f"  {number}. {says}" for number, says in enumerate(said, 1))]),
        layout(board_of(instance, {})).rstrip("\n"),
        textwrap.fill(f"Placed in this order: {first}{more}", WIDTH, subsequent_indent="  "),
    ]
    return "\n\n".join(sections) + "\n"
