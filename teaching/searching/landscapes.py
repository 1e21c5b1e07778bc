"""A heuristic compared with the goal distances, as text, as JSON, as a scatter plot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import Layout
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, capital
from ferryplan.planner.telling import json_text
from ferryplan.teaching.searching.searched import Searched
from ferryplan.teaching.searching.wording import number, page, plain, tabulate_numbers
from ferryplan.teaching.textbook.landscape import Landscape

HEADINGS = {
    "successor": "search.successor",
    "successor_h": "search.successor-h",
    "exits": "search.exits",
    "minimum_states": "search.minimum-states",
    "first_state": "search.first-state",
}
"""the headings of tables whose keys say too little"""
SYMBOLS = {"h": "h", "h_star": "h*"}
MOST_LISTED = 20
"""so many states, moves and plateaus are listed in text; in JSON all of them"""
SMALL, MOST_SIZED = 0.12, 40
"""the radius of a disc for one state, of the distance from one value to the next, and how many values leave room for larger ones"""


def told(searched: Searched, heuristic: str, found: Landscape, form: str, layout: Layout) -> str:
    """Return what a heuristic says of all states, as ``text``, ``markdown``, ``json`` or ``svg``."""
    title = format_message("search.landscape", puzzle=searched.instance.title, heuristic=heuristic)
    pairs = [*zip(found.true, found.h, strict=True)]
    if form == "svg":
        counts = Counter(pair for pair in pairs if max(pair) < math.inf)
        most = max((int(max(pair)) for pair in counts), default=1) or 1
        grow = 0.08 if most < MOST_SIZED else 0
        points = [(*pair, SMALL + grow * math.log10(count), count) for pair, count in sorted(counts.items())]
        context = {"title": title, "heuristic": heuristic, "points": points, "most": most}
        return render("pictures/scatter.svg.j2", context)
    numbers, lists = _numbers(found), _lists(searched, found)

    def describe(key: str) -> str:
        return format_message(f"landscape-numbers.{key}")

    if form == "json":
        instance, each = searched.instance, [{"h_star": number(true), "h": number(h)} for true, h in pairs]
        head = {"puzzle": instance.puzzle, "parameters": dict(instance.parameters), "heuristic": heuristic}
        return json_text({**head, "numbers": numbers, "states": each, **lists})
    return page(title, form, layout, [("", tabulate_numbers(numbers, describe)), *_tables(lists)])


def _tables(lists: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, Table]]:
    """Yield what is listed as tables under headings."""
    for key, listed in lists.items():
        if listed:
            some, title = listed[:MOST_LISTED], capital(key)
            if len(listed) > MOST_LISTED:
                count = f"{len(listed):,}"
                title = format_message("search.first-rows", list=title, limit=MOST_LISTED, count=count)
            heading = tuple(_heading(one) for one in listed[0])
            rows = (tuple(one if isinstance(one, str) else plain(one) for one in row.values()) for row in some)
            yield title, Table(heading, tuple(rows))


def _heading(key: str) -> str:
    return format_message(HEADINGS[key]) if key in HEADINGS else SYMBOLS.get(key, capital(key))


def _numbers(found: Landscape) -> dict[str, int]:
    """Return the numbers, in the order of the table."""
    minima, sizes = [one for one in found.plateaus if one.minimum], [len(one.states) for one in found.plateaus]
    return {
        "states": len(found.h),
        "exact": sum(map(float.__eq__, map(float, found.h), map(float, found.true))),
        "inadmissible": len(found.inadmissible),
        "inconsistent": len(found.inconsistent),
        "dead_ends": found.true.count(math.inf),
        "recognized": found.h.count(math.inf),
        "plateaus": len(sizes),
        "largest_plateau": max(sizes, default=0),
        "local_minima": len(minima),
        "in_local_minima": sum(len(one.minimum) for one in minima),
    }


def _lists(searched: Searched, found: Landscape) -> dict[str, list[dict[str, Any]]]:
    """Return the states, moves and regions that are listed."""
    names, label, h = [*map(searched.teller.state, found.graph.states)], searched.teller.label, [*map(number, found.h)]
    return {
        "inadmissible": [{"state": names[one], "h": h[one], "h_star": number(found.true[one])} for one in found.inadmissible],
        "inconsistent": [
            {"state": names[one], "h": h[one], "move": label(move), "successor": names[other], "successor_h": h[other]}
            for one, other, move in ((link.origin, link.destination, link.move) for link in found.inconsistent)
        ],
        "plateaus": [
            {"h": number(value), "states": len(states), "exits": exits, "minimum_states": len(minimum), "first_state": names[states[0]]}
            for value, states, exits, minimum in found.plateaus
            if len(states) > 1 or minimum
        ],
    }  # fmt: skip
