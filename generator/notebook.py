"""What Jupyter shows of puzzles and instances."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.templates import render
from ferryplan.generator.wording import told_value

TEMPLATE = "crossing/pictures/puzzle.html.j2"


def instance_as_html(instance: AnyInstance, rules: Sequence[str]) -> str:
    """Return the story of an instance, its rules or clues as they are given, and the values of its parameters."""
    rows = [(key.replace("_", " "), told_value(value, ", ")) for key, value in instance.parameters]
    told = {"title": instance.title, "story": instance.story, "rules": rules}
    return render(TEMPLATE, {**told, "heading": ("Parameter", "Value"), "rows": rows})


def puzzle_as_html(title: str, parameters: Sequence[tuple[str, object, str]]) -> str:
    """Return the title of a puzzle, and its parameters: of each the name, the default and what it is."""
    rows = [(key.replace("_", " "), told_value(default, ", "), help_) for key, default, help_ in parameters]
    return render(TEMPLATE, {"title": title, "heading": ("Parameter", "Default", ""), "rows": rows})
