"""A solution drawn: its states as boxes, one after the other, joined by its moves; alone, or on a page with the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import Page, check_drawable
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import Solution
from ferryplan.planner.graphs.rendering import as_svg as picture_as_svg
from ferryplan.planner.graphs.shapes import Drawn, Joined, Picture

LEGEND = ("graph.legend-start", "graph.legend-goal")


class StatesDrawing:
    """Draws solutions of any instance as their states, one after the other."""

    def __init__(self, instance: AnyInstance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[Any, Any], words: str) -> str:
        """Return the states, joined by the moves. Raises EncodingError for over 500."""
        return picture_as_svg(_picture(solution))

    def draw_timeline(self, solution: Solution[Any, Any], words: str) -> str:
        """Return the same: the states stand in a line."""
        return self.draw_solution(solution, words)

    def lay_out_page(self, solution: Solution[Any, Any] | None, trial: dict[str, Any] | None) -> Page:
        """Return the page with the picture, or that of the start, and the moves in words."""
        start = [state_space(self.instance).initial]
        picture = _picture(solution) if solution else _joined(self.instance, start, (), "")
        steps = None if solution is None else solution.table()
        shown = {"picture": picture_as_svg(picture, page=True), "legend": picture.legend}
        return Page("pictures/states.html.j2", {"steps": steps, "trial": trial, **shown})


def _picture(solution: Solution[Any, Any]) -> Picture:
    states = [solution.initial, *(step.state for step in solution.steps)]
    return _joined(solution.instance, states, [step.move for step in solution.steps], solution.told)


def _joined(instance: AnyInstance, states: Sequence[Any], moves: Sequence[Any], told: str) -> Picture:
    """Return states and the moves from each to the next; the last one is the goal, if there are moves."""
    teller = teller_of(instance)
    check_drawable(instance.puzzle, len(states), "")
    boxes = []
    for number, state in enumerate(states):
        lines = teller.lines(state)
        rows = tuple(line._replace(text=f"{line.place}: {line.text}") if line.place else line for line in lines)
        kinds = {"start": not number, "goal": number == len(moves) > 0, "optimal": True}
        boxes.append(Drawn(rows, number, tuple(kind for kind, holds in kinds.items() if holds), teller.state(state)))
    links = [Joined(number, number + 1, teller.label(move), True) for number, move in enumerate(moves)]
    legend = " · ".join(part for part in (*map(format_message, LEGEND), teller.legend) if part)
    return Picture(instance.title, told, legend, boxes, links, directed=True)
