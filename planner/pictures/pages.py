"""What every page says of a result, whatever it shows; and the picture of one without a solution."""

from __future__ import annotations

import math
import textwrap

from ferryplan.generator.drawing import Page
from ferryplan.generator.lettering import text_width
from ferryplan.generator.templates import render
from ferryplan.generator.wording import capital
from ferryplan.planner.pictures.trial import explain_no_trial
from ferryplan.planner.questions.narration import answers_of, explained, verdict
from ferryplan.planner.result import Result
from ferryplan.planner.telling import Style


def render_page(page: Page, result: Result, style: Style) -> str:
    """Return a page in one file that needs no network: title, story, notes, verdict, answers, reasons if wanted, and what the page shows."""
    values = {
        "title": result.instance.title,
        "story": result.instance.story,
        "notes": [f"{capital(note)}." for note in result.notes],
        "verdict": verdict(result, "picture").strip(),
        "answers": answers_of(result),
        "untried": explain_no_trial(result.instance),
        "reasons": explained(result) if style.explain else [],
    }
    return render(page.template, values | page.values, page.root)


def notice(result: Result) -> str:
    """Return the verdict of a result without a solution as a small picture."""
    title = result.instance.title
    lines = [
        part
        for line in verdict(result, "picture").splitlines()
        for part in textwrap.wrap(line, 92, subsequent_indent="  ") or [""]
    ]
    width = max(420, 32 + 7.3 * max(map(len, lines)), 32 + text_width(title, 18))
    context = {"title": title, "lines": lines, "width": math.ceil(width), "height": 58 + 18 * len(lines)}
    return render("pictures/notice.svg.j2", context)
