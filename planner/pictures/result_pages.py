"""The parts that all HTML pages about results share, and the picture of a result without a solution."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping
from typing import TypeAlias

from ferryplan.generator.drawing import Page
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text
from ferryplan.generator.wording import capitalize
from ferryplan.planner.answer_formatting import ResultStyle
from ferryplan.planner.pictures.play_data import explain_not_playable
from ferryplan.planner.questions.narration import describe_answers, explain_solution, format_verdict
from ferryplan.planner.result import Result

Pager: TypeAlias = Mapping[str, tuple[str, str] | None]
"""the links of a page to its neighbors: the address and the text of the ``previous`` page, of the ``next`` and of the ``index``"""


def render_page(page: Page, result: Result, style: ResultStyle) -> str:
    """Return an HTML page about a result, in one file that needs no network.

    The page has the title, the story, notes, the verdict, the answers to the puzzle's questions, the explanation if
    the style requests it, and the part that ``page`` describes, which depends on the puzzle family.
    """
    values = {
        "title": result.instance.title,
        "story": result.instance.story,
        "notes": [f"{capitalize(note)}." for note in result.notes],
        "verdict": format_verdict(result, "picture").strip(),
        "answers": describe_answers(result),
        "untried": explain_not_playable(result.instance),
        "reasons": explain_solution(result) if style.explain else [],
    }
    return render_template(page.template, values | page.values, page.root)


def render_play_page(page: Page, instance: AnyInstance, title: str, pager: Pager) -> str:
    """Return an HTML page on which a person plays an instance; it says nothing about solutions.

    ``page`` is the part that depends on the puzzle family. ``pager`` has the links to its neighbors.
    """
    values = {
        "title": title,
        "story": instance.story,
        "untried": explain_not_playable(instance),
        "pager": pager,
        **{"notes": [], "verdict": "", "answers": [], "reasons": []},
    }
    return render_template(page.template, values | page.values, page.root)


def draw_verdict(result: Result) -> str:
    """Return the verdict of a result without a solution as a small SVG picture."""
    title = result.instance.title
    lines = [
        part
        for line in format_verdict(result, "picture").splitlines()
        for part in textwrap.wrap(line, 92, subsequent_indent="  ") or [""]
    ]
    width = max(420, 32 + 7.3 * max(map(len, lines)), 32 + measure_text(title, 18))
    context = {"title": title, "lines": lines, "width": math.ceil(width), "height": 58 + 18 * len(lines)}
    return render_template("pictures/notice.svg.j2", context)
