"""A heuristic held against the true distances, told: as text, as JSON, as a scatter plot."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from generator.templates import render
from generator.textbook.landscape import Landscape
from generator.wording import Table, capital
from planner.searching.runs import Searched, number, plain
from planner.telling import MARKDOWN, Layout, json_text

MOST_LISTED = 20
"""so many states, moves and plateaus are listed in text; in JSON all of them"""
SAID = {
    "states": "within reach",
    "exact": "states of which it says the true distance",
    "inadmissible": "states of which it says more",
    "inconsistent": "moves that lessen it by more than they cost",
    "dead_ends": "states from which the goal cannot be reached",
    "recognised": "of these, of which it says so",
    "plateaus": "regions of states of one value, joined by moves",
    "largest_plateau": "states in one",
    "local_minima": "of these regions have states from which no way within leads to a lower value",
    "in_local_minima": "states",
}


def told(searched: Searched, heuristic: str, found: Landscape, form: str, layout: Layout) -> str:
    """Return what a heuristic says of all states, as ``text``, ``markdown``, ``json`` or ``svg``."""
    title = f"{searched.instance.title}: {heuristic} against the true distance"
    if form == "svg":
        return _scatter(title, heuristic, found)
    numbers, lists = _numbers(found), _lists(searched, found)
    if form == "json":
        instance = searched.instance
        head = {"puzzle": instance.puzzle, "parameters": dict(instance.parameters), "heuristic": heuristic}
        pairs = [[number(true), number(h)] for h, true in zip(found.h, found.true, strict=True)]
        return json_text(
            {**head, **{f"{key}_found": value for key, value in numbers.items()}, "h_star_and_h": pairs, **lists}
        )
    draw, mark = (MARKDOWN, "# ") if form == "markdown" else (layout, "")
    rows = tuple((capital(key.replace("_", " ")), f"{numbers[key]:,}", says) for key, says in SAID.items())
    sections = [f"{mark}{title}\n", draw(Table(("", "Number", "What it is"), rows))]
    for key, listed in lists.items():
        more = f", the first {MOST_LISTED} of {len(listed):,}" if len(listed) > MOST_LISTED else ""
        if listed:
            lines = (tuple(one if isinstance(one, str) else plain(one) for one in row.values()) for row in listed)
            sections += [f"{mark}{capital(key)}{more}\n", draw(Table(tuple(listed[0]), tuple(lines)[:MOST_LISTED]))]
    return draw.filled("\n".join(sections))


def _numbers(found: Landscape) -> dict[str, int]:
    """Return what SAID says."""
    minima = [one for one in found.plateaus if one.minimum]
    exact = sum(h == true for h, true in zip(found.h, found.true, strict=True))
    counts = [len(found.h), exact, len(found.inadmissible), len(found.inconsistent)]
    counts += [found.true.count(math.inf), found.h.count(math.inf)]
    counts += [len(found.plateaus), max((len(one.states) for one in found.plateaus), default=0)]
    return dict(zip(SAID, [*counts, len(minima), sum(len(one.minimum) for one in minima)], strict=True))


def _lists(searched: Searched, found: Landscape) -> dict[str, list[dict[str, Any]]]:
    """Return the states, moves and regions that are listed."""
    names, teller = [*map(searched.teller.state, found.graph.states)], searched.teller
    return {
        "inadmissible": [{"state": names[one], "h": number(found.h[one]), "h*": number(found.true[one])} for one in found.inadmissible],
        "inconsistent": [
            {"state": names[one.origin], "h": number(found.h[one.origin]), "move": teller.label(one.move),
             "leads to": names[one.destination], "h there": number(found.h[one.destination])}
            for one in found.inconsistent
        ],
        "plateaus": [
            {"h": number(one.h), "states": len(one.states), "exits": one.exits, "in a local minimum": len(one.minimum), "first": names[one.states[0]]}
            for one in found.plateaus
            if len(one.states) > 1 or one.minimum
        ],
    }  # fmt: skip


def _scatter(title: str, heuristic: str, found: Landscape) -> str:
    counts = Counter(pair for pair in zip(found.true, found.h, strict=True) if max(pair) < math.inf)
    most = int(max((max(pair) for pair in counts), default=1)) or 1
    points = [
        (true, h, min(0.45, 0.12 + 0.08 * math.log10(count)) if most < 40 else 0.4, count)
        for (true, h), count in sorted(counts.items())
    ]
    return render("pictures/scatter.svg.j2", {"title": title, "heuristic": heuristic, "points": points, "most": most})
