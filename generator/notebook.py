"""What Jupyter shows of puzzles and instances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.environment import render

if TYPE_CHECKING:
    from generator.families import AnyInstance
    from generator.puzzle_file import PuzzleFile

__all__ = ["instance_as_html", "puzzle_as_html"]


def instance_as_html(instance: AnyInstance, rules: Sequence[str]) -> str:
    """Return the story of an instance, its rules or clues as they are given, and the values of its parameters."""
    rows = [(key.replace("_", " "), _told(value)) for key, value in instance.parameters]
    return render(
        "crossing/pictures/puzzle.html.j2",
        {
            "title": instance.title,
            "story": instance.story,
            "rules": rules,
            "heading": ("Parameter", "Value"),
            "rows": rows,
        },
    )


def puzzle_as_html(puzzle: PuzzleFile) -> str:
    """Return the title of a puzzle, and its parameters with their defaults."""
    rows = [(key.replace("_", " "), _told(spec.default), spec.help) for key, spec in puzzle.parameters.items()]
    return render(
        "crossing/pictures/puzzle.html.j2",
        {"title": puzzle.title, "story": "", "rules": [], "heading": ("Parameter", "Default", ""), "rows": rows},
    )


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
