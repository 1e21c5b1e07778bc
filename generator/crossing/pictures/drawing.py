"""What draws crossings."""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.pictures.page import lay_out_page
from ferryplan.generator.crossing.pictures.strip import draw_strip
from ferryplan.generator.crossing.pictures.timeline import draw_timeline
from ferryplan.generator.drawing import Page
from ferryplan.generator.solution import Solution


class CrossingDrawing:
    """Draws the crossings of an instance."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[State, Crossing], words: str) -> str:
        """Return a strip of pictures."""
        return draw_strip(solution, words)

    def draw_timeline(self, solution: Solution[State, Crossing], words: str) -> str:
        """Return a line for each traveler."""
        return draw_timeline(solution, words)

    def lay_out_page(self, solution: Solution[State, Crossing] | None, trial: dict[str, Any] | None) -> Page:
        """Return the page that plays the crossings."""
        return lay_out_page(self.instance, solution, trial)
