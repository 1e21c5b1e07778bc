"""The formatting of all solutions as one text, for callers who do not print them one by one."""

from __future__ import annotations

import math

from ferryplan.generator.layout import HTML, MARKDOWN, PLAIN, Layout
from ferryplan.planner.answer_formatting import ListingOptions
from ferryplan.planner.questions.solution_enumeration import AllSolutions
from ferryplan.planner.questions.solution_listing import AllSolutionsWriter, unlimited_int_digits
from ferryplan.planner.system.stoppable import StoppableBlock


def render_solutions(
    all_solutions: AllSolutions, form: str, *, limit: int | None = None, explain: bool = False, layout: Layout = PLAIN
) -> str:
    """Return all solutions, or at most ``limit`` of them, in the output format ``form``.

    ``explain`` adds the reasons for each move; ``layout`` draws the tables.
    """
    wanted = ListingOptions(
        form, every=True, limit=limit, count=True, stream=False, up_to_symmetry=all_solutions.up_to_symmetry,
        slack=all_solutions.slack, explain=explain,
    )  # fmt: skip
    pieces, laid_out = list[str](), {"markdown": MARKDOWN, "html": HTML}.get(form, layout)
    with unlimited_int_digits():
        telling = AllSolutionsWriter(all_solutions, wanted, StoppableBlock(math.inf), laid_out, pieces.append)
        telling.write()
    if telling.stop.status == "interrupted":
        raise KeyboardInterrupt
    telling.finish_page(pieces.append)
    return "".join(pieces)
