"""The class that draws crossings in all forms."""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.pictures.page import lay_out_page
from ferryplan.generator.crossing.pictures.strip import draw_strip
from ferryplan.generator.crossing.pictures.timeline import draw_timeline
from ferryplan.generator.drawing import Page
from ferryplan.generator.solution import Solution


class CrossingDrawing:
    """Drawings of an instance of the family `crossing`."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[CrossingState, Crossing], words: str) -> str:
        """Return the solution as a strip of frames, in SVG."""
        return draw_strip(solution, words)

    def draw_timeline(self, solution: Solution[CrossingState, Crossing], words: str) -> str:
        """Return the solution as a timeline with a line for each traveler, in SVG."""
        return draw_timeline(solution, words)

    def lay_out_page(
        self, solution: Solution[CrossingState, Crossing] | None, play_data: dict[str, Any] | None
    ) -> Page:
        """Return the page that plays the crossings."""
        return lay_out_page(self.instance, solution, play_data)
