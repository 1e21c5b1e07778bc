"""All solutions in one text, for callers who want them at once rather than as they are found."""

from __future__ import annotations

import math

from ferryplan.generator.layout import HTML, MARKDOWN, PLAIN, Layout
from ferryplan.generator.templates import render
from ferryplan.planner.questions.enumerating import AllSolutions
from ferryplan.planner.questions.listing import Telling, numbers_of_any_length
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.telling import Wanted


def render_solutions(
    found: AllSolutions, form: str, *, limit: int | None = None, explain: bool = False, layout: Layout = PLAIN
) -> str:
    """Return all solutions in a format, or ``limit`` of them at most; ``explain`` adds why each move is right, ``layout`` draws the tables."""
    wanted = Wanted(
        form, every=True, limit=limit, count=True, stream=False, up_to_symmetry=found.up_to_symmetry,
        slack=found.slack, explain=explain,
    )  # fmt: skip
    pieces, laid_out = list[str](), {"markdown": MARKDOWN, "html": HTML}.get(form, layout)
    with numbers_of_any_length():
        telling = Telling(found, wanted, Stopping(math.inf), laid_out, pieces.append)
        telling.tell()
    if telling.stop.status == "interrupted":
        raise KeyboardInterrupt
    text = "".join(pieces)
    return (
        render("narration/solutions.html.j2", {"title": found.instance.title, "answer": text})
        if form == "html"
        else text
    )
