"""A report on a heuristic compared with the goal distances, as text, JSON or scatter plot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import Layout
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, capitalize
from ferryplan.planner.answer_formatting import format_json
from ferryplan.teaching.searching.report_formatting import (
    format_optional_number,
    format_page,
    tabulate_numbers,
    to_json_number,
)
from ferryplan.teaching.searching.searched_task import SearchedTask
from ferryplan.teaching.textbook.landscape import Landscape

HEADING_KEYS = {
    "successor": "search.successor",
    "successor_h": "search.successor-h",
    "exits": "search.exits",
    "minimum_states": "search.minimum-states",
    "first_state": "search.first-state",
}
"""The messages with the headings of columns, where the column's key is not clear enough."""
HEADING_SYMBOLS = {"h": "h", "h_star": "h*"}
"""The headings of columns that are mathematical symbols."""
MAX_LISTED = 20
"""The largest number of rows in text tables of states, moves and plateaus; JSON lists all of them."""
DISC_RADIUS, MAX_VALUES_WITH_SIZED_DISCS = 0.12, 40
"""The radius of a disc for one state, in units of the plot; and the number of values above which all discs have the same size."""


def format_landscape(searched: SearchedTask, heuristic: str, found: Landscape, form: str, layout: Layout) -> str:
    """Return the report on a landscape in the format ``form``.

    The format is ``text``, ``markdown``, ``json`` or ``svg``. ``heuristic`` is the name of the heuristic, and ``found`` the landscape.
    """
    title = format_message("search.landscape", puzzle=searched.instance.title, heuristic=heuristic)
    pairs = [*zip(found.goal_distances, found.estimates, strict=True)]
    if form == "svg":
        counts = Counter(pair for pair in pairs if max(pair) < math.inf)
        most = max((int(max(pair)) for pair in counts), default=1) or 1
        grow = 0.08 if most < MAX_VALUES_WITH_SIZED_DISCS else 0
        points = [(*pair, DISC_RADIUS + grow * math.log10(count), count) for pair, count in sorted(counts.items())]
        context = {"title": title, "heuristic": heuristic, "points": points, "most": most}
        return render_template("pictures/scatter.svg.j2", context)
    numbers, lists = _summarize_landscape(found), _list_misleading_places(searched, found)

    def describe_number(key: str) -> str:
        return format_message(f"landscape-numbers.{key}")

    if form == "json":
        instance, each = (
            searched.instance,
            [{"h_star": to_json_number(true), "h": to_json_number(h)} for true, h in pairs],
        )
        head = {"puzzle": instance.puzzle, "parameters": dict(instance.parameters), "heuristic": heuristic}
        return format_json({**head, "numbers": numbers, "states": each, **lists})
    return format_page(
        title, form, layout, [("", tabulate_numbers(numbers, describe_number)), *_tabulate_findings(lists)]
    )


def _tabulate_findings(lists: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, Table]]:
    """Yield a heading and a table for each list of findings that is not empty."""
    for key, listed in lists.items():
        if listed:
            some, title = listed[:MAX_LISTED], capitalize(key)
            if len(listed) > MAX_LISTED:
                count = f"{len(listed):,}"
                title = format_message("search.first-rows", list=title, limit=MAX_LISTED, count=count)
            heading = tuple(_format_heading(one) for one in listed[0])
            rows = (
                tuple(one if isinstance(one, str) else format_optional_number(one) for one in row.values())
                for row in some
            )
            yield title, Table(heading, tuple(rows))


def _format_heading(key: str) -> str:
    """Return the heading of the column with the given key, such as ``h*`` for ``h_star``."""
    return format_message(HEADING_KEYS[key]) if key in HEADING_KEYS else HEADING_SYMBOLS.get(key, capitalize(key))


def _summarize_landscape(found: Landscape) -> dict[str, int]:
    """Return the counts that summarize a landscape, by key, such as the number of plateaus."""
    minima, sizes = [one for one in found.plateaus if one.minimum_states], [len(one.states) for one in found.plateaus]
    return {
        "states": len(found.estimates),
        "exact": sum(map(float.__eq__, map(float, found.estimates), map(float, found.goal_distances))),
        "inadmissible": len(found.inadmissible_states),
        "inconsistent": len(found.inconsistent_moves),
        "dead_ends": found.goal_distances.count(math.inf),
        "recognized": found.estimates.count(math.inf),
        "plateaus": len(sizes),
        "largest_plateau": max(sizes, default=0),
        "local_minima": len(minima),
        "in_local_minima": sum(len(one.minimum_states) for one in minima),
    }


def _list_misleading_places(searched: SearchedTask, found: Landscape) -> dict[str, list[dict[str, Any]]]:
    """Return the states, moves and plateaus in which a heuristic misleads, as JSON objects.

    The keys are ``inadmissible``, ``inconsistent`` and ``plateaus``.
    """
    names, label, h = (
        [*map(searched.narrator.format_state, found.graph.states)],
        searched.narrator.label_move,
        [*map(to_json_number, found.estimates)],
    )
    return {
        "inadmissible": [
            {"state": names[one], "h": h[one], "h_star": to_json_number(found.goal_distances[one])}
            for one in found.inadmissible_states
        ],
        "inconsistent": [
            {"state": names[one], "h": h[one], "move": label(move), "successor": names[other], "successor_h": h[other]}
            for one, other, move in ((link.origin, link.destination, link.move) for link in found.inconsistent_moves)
        ],
        "plateaus": [
            {
                "h": to_json_number(value),
                "states": len(states),
                "exits": exits,
                "minimum_states": len(minimum),
                "first_state": names[states[0]],
            }
            for value, states, exits, minimum in found.plateaus
            if len(states) > 1 or minimum
        ],
    }
