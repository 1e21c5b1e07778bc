"""Jugs drawn with their water: a strip of all states of a solution, a page that plays it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan.generator.drawing import FONT, Page, check_drawable
from ferryplan.generator.lettering import text_width, wrapped
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render
from jugs.space import Jugs, JugsSpace, Pour, State, called

ROOT = Path(__file__).parent.parent
LEGEND = "A dashed line marks the level that is wanted."
HIGH, WIDE, BETWEEN = 144, 64, 24
"""the height of the largest jug, the width of each, the space between two"""


class DrawnJug(NamedTuple):
    """A jug, and where it stands."""

    called: str
    capacity: int
    wanted: int
    """the level in the goal; less than 0 where any level will do"""
    x: int


class JugsDrawing:
    """Draws the jugs of an instance. All are equally wide, so that their heights and levels are in proportion to the liters."""

    def __init__(self, instance: Jugs) -> None:
        self.instance = instance
        sizes = zip(instance.capacities, instance.goal, strict=True)
        self._jugs = [
            DrawnJug(called(instance, jug), capacity, wanted, jug * (WIDE + BETWEEN))
            for jug, (capacity, wanted) in enumerate(sizes)
        ]
        self._shelf = {
            "jugs": self._jugs,
            "legend": LEGEND,
            "liter": HIGH / max(instance.capacities),
            "jug_width": WIDE,
            "shelf_height": HIGH,
            "shelf_width": len(self._jugs) * (WIDE + BETWEEN) - BETWEEN,
        }

    def draw_solution(self, solution: Solution[State, Pour], words: str) -> str:
        """Return a strip of all states, each below its number and above the pouring that led there. Raises EncodingError for over 500."""
        states = self._list_states(solution)
        captions = ["At the start.", *(text for _, text in solution.sentences())]
        room = max(self._shelf["shelf_width"], 160)
        lines = [wrapped(text, room, FONT, 3) for text in captions]
        title = self.instance.title
        values = {
            "title": title,
            "verdict": words,
            "told": " ".join(captions),
            "frames": [*zip(states, lines, strict=True)],
            "room": room + 2 * BETWEEN,
            "widest": math.ceil(max(text_width(title, 18), text_width(words, FONT), text_width(LEGEND, FONT)) + 32),
        }
        return render("jugs/pictures/strip.svg.j2", self._shelf | values, ROOT)

    def draw_timeline(self, solution: Solution[State, Pour], words: str) -> str:
        """Return the same strip: its states stand in a line."""
        return self.draw_solution(solution, words)

    def lay_out_page(self, solution: Solution[State, Pour] | None, trial: dict[str, Any] | None) -> Page:
        """Return the page with a picture of each state, and one that follows the person who plays."""
        steps = [*solution.sentences()] if solution else []
        values = {"states": self._list_states(solution), "steps": steps, "trial": trial}
        return Page("jugs/pictures/page.html.j2", self._shelf | values, ROOT)

    def _list_states(self, solution: Solution[State, Pour] | None) -> Sequence[State]:
        steps = solution.steps if solution else ()
        states = [JugsSpace(self.instance).initial, *(step.state for step in steps)]
        check_drawable(self.instance.puzzle, len(states))
        return states
