"""The display of puzzles and instances as HTML in Jupyter notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import format_parameter_value

TEMPLATE = "crossing/pictures/puzzle.html.j2"


def instance_as_html(instance: AnyInstance, rules: Sequence[str]) -> str:
    """Return HTML with the title, the story, the rules (or clues) and the parameter values of an instance."""
    rows = [(key.replace("_", " "), format_parameter_value(value, ", ")) for key, value in instance.parameters]
    told = {"title": instance.title, "story": instance.story, "rules": rules}
    return render_template(TEMPLATE, {**told, "heading": ("Parameter", "Value"), "rows": rows})


def puzzle_as_html(title: str, parameters: Sequence[tuple[str, object, str]]) -> str:
    """Return HTML with a puzzle's title and a table of its parameters.

    ``parameters`` are triples of a parameter's name, default and help text.
    """
    rows = [(key.replace("_", " "), format_parameter_value(default, ", "), help_) for key, default, help_ in parameters]
    return render_template(TEMPLATE, {"title": title, "heading": ("Parameter", "Default", ""), "rows": rows})
