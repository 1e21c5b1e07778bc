"""What Jupyter shows of puzzles and instances."""

from __future__ import annotations

from collections.abc import Sequence

from generator.instance import AnyInstance
from generator.templates import render
from generator.wording import told_value


def instance_as_html(instance: AnyInstance, rules: Sequence[str]) -> str:
    """Return the story of an instance, its rules or clues as they are given, and the values of its parameters."""
    rows = [(key.replace("_", " "), told_value(value, ", ")) for key, value in instance.parameters]
    return _cell(instance.title, instance.story, rules, ("Parameter", "Value"), rows)


def puzzle_as_html(title: str, parameters: Sequence[tuple[str, object, str]]) -> str:
    """Return the title of a puzzle, and its parameters: of each the name, the default and what it is."""
    rows = [(key.replace("_", " "), told_value(default, ", "), help_) for key, default, help_ in parameters]
    return _cell(title, "", (), ("Parameter", "Default", ""), rows)


def _cell(
    title: str, story: str, rules: Sequence[str], heading: tuple[str, ...], rows: Sequence[tuple[str, ...]]
) -> str:
    context = {"title": title, "story": story, "rules": rules, "heading": heading, "rows": rows}
    return render("crossing/pictures/puzzle.html.j2", context)
