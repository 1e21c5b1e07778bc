"""Pictures of jugs with their water: a strip of all states of a solution, and a page that plays it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan.generator.drawing import FONT_SIZE, Page, check_drawable
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, wrap_to_width
from jugs.space import Jugs, JugsSpace, Pour, State, called

ROOT = Path(__file__).parent.parent
LEGEND = "A dashed line marks the level that is wanted."
HIGH, WIDE, BETWEEN = 144, 64, 24
"""the height of the largest jug, the width of each jug, the space between two"""


class DrawnJug(NamedTuple):
    """A jug and its position in the picture."""

    called: str
    capacity: int
    wanted: int
    """the level in the goal; less than 0 if any level satisfies the goal"""
    x: int


class JugsDrawing:
    """The drawings of an instance.

    All jugs are equally wide, so that heights and levels are proportional to the liters.
    """

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

    def draw_solution(self, solution: Solution[State, Pour], subtitle: str) -> str:
        """Return a strip of all states, each below its number and above the pouring that led there.

        Raises EncodingError for over 500 states.
        """
        states = self._list_states(solution)
        captions = ["At the start.", *(text for _, text in solution.numbered_sentences())]
        room = max(self._shelf["shelf_width"], 160)
        lines = [wrap_to_width(text, room, FONT_SIZE, 3) for text in captions]
        title = self.instance.title
        values = {
            "title": title,
            "verdict": subtitle,
            "told": " ".join(captions),
            "frames": [*zip(states, lines, strict=True)],
            "room": room + 2 * BETWEEN,
            "widest": math.ceil(
                max(measure_text(title, 18), measure_text(subtitle, FONT_SIZE), measure_text(LEGEND, FONT_SIZE)) + 32
            ),
        }
        return render_template("jugs/pictures/strip.svg.j2", self._shelf | values, ROOT)

    def draw_timeline(self, solution: Solution[State, Pour], subtitle: str) -> str:
        """Return the same strip: its states stand in a line."""
        return self.draw_solution(solution, subtitle)

    def lay_out_page(self, solution: Solution[State, Pour] | None, trial: dict[str, Any] | None) -> Page:
        """Return the page with a picture of each state, and one that follows interactive play."""
        steps = [*solution.numbered_sentences()] if solution else []
        values = {"states": self._list_states(solution), "steps": steps, "trial": trial}
        return Page("jugs/pictures/page.html.j2", self._shelf | values, ROOT)

    def _list_states(self, solution: Solution[State, Pour] | None) -> Sequence[State]:
        steps = solution.steps if solution else ()
        states = [JugsSpace(self.instance).initial, *(step.state for step in steps)]
        check_drawable(self.instance.puzzle, len(states))
        return states
