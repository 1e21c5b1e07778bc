"""Moves as they are written in an answer: by the speller of their family, which reads them back."""

from __future__ import annotations

import json
from typing import Any

from ferryplan.generator.families import speller_of, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.templates import render

UNSOLVABLE = "unsolvable"
"""what is answered where there is no solution"""


def format_of(instance: AnyInstance) -> str:
    """Return how an answer writes the moves of an instance, as a noun and more sentences: "a JSON list …"."""
    context = {"instance": instance, **speller_of(instance).form()}
    return render(f"{teller_of(instance).narration}/spelling.j2", context).strip()


def format_data(data: Any) -> str:
    """Return what was spelled as it stands in an answer: compact JSON, on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
