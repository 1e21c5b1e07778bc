"""The format of moves in an answer, which the notation of the puzzle's family defines and parses."""

from __future__ import annotations

import json
from typing import Any

from ferryplan.generator.families import narrator_of, notation_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.templates import render_template

UNSOLVABLE = "unsolvable"
"""The answer that there is no solution."""


def describe_format(instance: AnyInstance) -> str:
    """Describe the format of an instance's moves as a noun phrase and further sentences: "a JSON list …"."""
    context = {"instance": instance, **notation_of(instance).make_format_guide()}
    return render_template(f"{narrator_of(instance).narration_folder}/spelling.j2", context).strip()


def format_answer_data(data: Any) -> str:
    """Return formatted moves as they appear in an answer: compact JSON on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
