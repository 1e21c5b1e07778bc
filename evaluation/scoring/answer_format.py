"""The format that answers with moves must have, as the notation of the puzzle's family defines it."""

from __future__ import annotations

import json
from typing import Any

from ferryplan.generator.families import narrator_of, notation_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.templates import render_template

UNSOLVABLE = "unsolvable"
"""The answer that claims that there is no solution."""


def describe_answer_format(instance: AnyInstance) -> str:
    """Return a description of the format in which answers state an instance's moves: "a JSON list …".

    It is a noun phrase, with further sentences if needed.
    """
    context = {"instance": instance, **notation_of(instance).make_format_guide()}
    return render_template(f"{narrator_of(instance).narration_folder}/spelling.j2", context).strip()


def format_answer_data(data: Any) -> str:
    """Return moves in the format of an answer, compact JSON on one line.

    ``data`` are the moves in the JSON form that the notation of the family defines.
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
