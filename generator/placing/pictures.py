"""The board of an instance as a picture and on a page; and how placements narrow what is left, along a line.

The line has how many spots the clues leave to each item, placement by placement, until it is placed.
"""

from __future__ import annotations

from typing import Any, cast

from ferryplan.generator.drawing import Page
from ferryplan.generator.lettering import shortened, text_width
from ferryplan.generator.placing.instance import Placement, PlacingInstance
from ferryplan.generator.placing.space import Placements, placed_in
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.placing.ties import broken_clue
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render
from ferryplan.generator.wording import capital

ROW, STEP = 24, 30
"""the height of an item's row, the width of a placement's column"""
TOP, EDGE, GAP = 96, 16, 10
SIZE = 12


class PlacingDrawing:
    """Draws the board of an instance."""

    def __init__(self, instance: PlacingInstance, teller: PlacingTeller) -> None:
        self.instance, self.teller = instance, teller

    def draw_solution(self, solution: Solution[Placements, Placement], words: str) -> str:
        """Return the board in the end."""
        return self.teller.svg(placed_in(solution.final))

    def draw_timeline(self, solution: Solution[Placements, Placement], words: str) -> str:
        """Return how the placements narrow what is left."""
        return draw_timeline(solution, words)

    def lay_out_page(self, solution: Solution[Placements, Placement] | None, trial: dict[str, Any] | None) -> Page:
        """Return the page that shows the board at the start and after each placement."""
        steps = solution.steps if solution else ()
        values = {
            "clues": [says for _, says in self.teller.numbered_clues()],
            "boards": [self.teller.svg({}), *(self.teller.svg(placed_in(step.state)) for step in steps)],
            "steps": [] if solution is None else [*solution.sentences()],
            "trial": trial,
            "cells": _called(trial["rules"]) if trial else {},
        }
        return Page("placing/pictures/page.html.j2", values)


def _called(rules: dict[str, Any]) -> dict[str, str]:
    """Return the cells of a table in which something may be shown, each by what it is called: after its item, or by its row and column."""
    heading, rows = rules["board"]
    items: dict[tuple[int, int], set[int]] = {}
    for item, _, cells in rules["shown"]:
        for row, column, _ in cells:
            items.setdefault((row, column), set()).add(item)
    return {
        f"{row} {column}": capital(rules["items"][min(some)][1])
        if len(some) == 1
        else f"{rows[row][0]}, {heading[column]}"
        for (row, column), some in items.items()
    }


def spots_left(solution: Solution[Placements, Placement]) -> dict[int, list[int]]:
    """Return for each item, in the order placed, how many spots are left to it at the start and after each placement before its own.

    A spot is left unless a clue about the item is broken with the item there; several clues together may leave fewer.
    """
    instance = cast(PlacingInstance, solution.instance)
    order = [step.move.item for step in solution.steps]
    left = {
        item: [spot for spot in instance.items[item].spots if not broken_clue(instance, {item: spot}, item)]
        for item in order
    }
    counts = {item: list[int]() for item in left}
    for number, step in enumerate(solution.steps):
        for item in order[number:]:
            counts[item].append(len(left[item]))
        placed = placed_in(step.state)
        for item in order[number + 1 :]:
            clues = [clue for clue in instance.clues if {item, step.move.item} <= {*clue.scope}]
            left[item] = [spot for spot in left[item] if all(clue.allows({**placed, item: spot}) for clue in clues)]
    return counts


def draw_timeline(solution: Solution[Placements, Placement], words: str) -> str:
    """Return the placements of a solution as SVG, a row for each item; ``words`` stand below the title."""
    instance = cast(PlacingInstance, solution.instance)
    counts = spots_left(solution)
    labels = [shortened(instance.items[item].name) for item in counts]
    spots = [shortened(instance.spots[step.move.spot].name) for step in solution.steps]
    left = EDGE + max((text_width(label, SIZE) for label in labels), default=0) + GAP
    right, longest = left + STEP * (len(counts) + 1), max((text_width(spot, SIZE) for spot in spots), default=0)
    rows = [
        {
            "name": instance.items[item].name,
            "label": label,
            "spot": spot,
            "counts": found,
            "y": TOP + ROW * number,
            "numbers": [
                {"x": left + STEP * (step + 0.5), "text": count, "only": count == 1}
                for step, count in enumerate(found)
                if not step or count != found[step - 1]
            ],
            "bar": left + STEP * len(found),
        }
        for number, ((item, found), label, spot) in enumerate(zip(counts.items(), labels, spots, strict=True))
    ]
    context = {
        "title": instance.title,
        "verdict": words,
        "rows": rows,
        "row": ROW,
        "left": left,
        "right": right,
        "width": max(right + GAP + longest + EDGE, text_width(words, SIZE) + 2 * EDGE, 480),
        "height": TOP + ROW * len(rows) + EDGE,
        "top": TOP,
        "ticks": [(left + STEP * (step + 0.5), step) for step in range(len(counts) + 1)],
    }
    return render("placing/pictures/timeline.svg.j2", context)
