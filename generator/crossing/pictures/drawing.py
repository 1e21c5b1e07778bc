"""The class that draws solutions of crossings as strips, timelines and pages."""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.pictures.page import lay_out_page
from ferryplan.generator.crossing.pictures.strip import draw_strip
from ferryplan.generator.crossing.pictures.timeline import draw_timeline
from ferryplan.generator.drawing import Page
from ferryplan.generator.solution import Solution


class CrossingDrawing:
    """Draws the solutions of one instance of the family `crossing`."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[CrossingState, Crossing], subtitle: str) -> str:
        """Return the solution as a strip of frames in SVG; ``subtitle`` is the line of text below the title."""
        return draw_strip(solution, subtitle)

    def draw_timeline(self, solution: Solution[CrossingState, Crossing], subtitle: str) -> str:
        """Return the solution as a timeline with a line for each traveler, in SVG.

        ``subtitle`` is the line of text below the title.
        """
        return draw_timeline(solution, subtitle)

    def lay_out_page(
        self, solution: Solution[CrossingState, Crossing] | None, play_data: dict[str, Any] | None
    ) -> Page:
        """Return an HTML page that animates the crossings of a solution, or shows the start if there is none.

        ``play_data`` is the JSON data for playing the puzzle on the page, or None if the page has no such part.
        """
        return lay_out_page(self.instance, solution, play_data)
