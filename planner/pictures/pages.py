"""What every page says of a result, whatever it shows."""

from __future__ import annotations

from typing import Any

from generator.templates import render
from generator.wording import capital
from planner.questions.narration import reasons_of, verdict
from planner.result import Result
from planner.telling import Style


def page_of(template: str, result: Result, style: Style, **shown: Any) -> str:
    """Return a page in one file that needs no network: title, story, notes, verdict, reasons if they are wanted, and what is ``shown``."""
    said = {
        "title": result.instance.title,
        "story": result.instance.story,
        "notes": [f"{capital(note)}." for note in result.notes],
        "verdict": verdict(result, "picture").strip(),
        "reasons": reasons_of(result) if style.explain else [],
    }
    return render(template, said | shown)
