"""Pictures of a solution as a sequence of states: boxes joined by moves, alone or on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import Page, check_drawable
from ferryplan.generator.families import family_of, narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import Solution
from ferryplan.planner.graphs.picture_rendering import picture_as_svg as picture_as_svg
from ferryplan.planner.graphs.shapes import DrawnLink, DrawnState, GraphPicture

LEGEND = ("graph.legend-start", "graph.legend-goal")


class StateSequenceDrawing:
    """A drawing for families without a drawing of their own: a solution as the sequence of its states."""

    def __init__(self, instance: AnyInstance) -> None:
        self.instance = instance

    def draw_solution(self, solution: Solution[Any, Any], subtitle: str) -> str:
        """Return an SVG picture of the solution's states, joined by its moves.

        The parameter ``subtitle``, which other drawings use for the verdict, is ignored. Raises EncodingError for over
        500 states.
        """
        return picture_as_svg(_make_solution_picture(solution))

    def draw_timeline(self, solution: Solution[Any, Any], subtitle: str) -> str:
        """Return the same picture as `draw_solution`, because it already shows the states in a line."""
        return self.draw_solution(solution, subtitle)

    def lay_out_page(self, solution: Solution[Any, Any] | None, play_data: dict[str, Any] | None) -> Page:
        """Return the page with the states and with a table of the moves.

        The states are cards of objects if the family has them, and else a picture of the states in a line. Without a solution, the
        page shows the initial state. With ``play_data`` (see `make_play_data`), a person can play the instance on the page.
        """
        steps = None if solution is None else solution.to_table()
        if cards := family_of(self.instance).make_state_cards(self.instance, solution, play_data):
            check_drawable(self.instance.puzzle, 1 + len(solution.steps) if solution else 1, "")
            return Page("pictures/states.html.j2", {"steps": steps, "trial": play_data, "cards": cards})
        start = [state_space_of(self.instance).initial]
        picture = _make_solution_picture(solution) if solution else _make_sequence_picture(self.instance, start, (), "")
        shown = {"picture": picture_as_svg(picture, page=True), "legend": picture.legend}
        return Page("pictures/states.html.j2", {"steps": steps, "trial": play_data, "cards": None, **shown})


def _make_solution_picture(solution: Solution[Any, Any]) -> GraphPicture:
    """Return a picture of a solution: its states in a line, joined by its moves."""
    states = [solution.initial, *(step.state for step in solution.steps)]
    return _make_sequence_picture(solution.instance, states, [step.move for step in solution.steps], solution.summary)


def _make_sequence_picture(
    instance: AnyInstance, states: Sequence[Any], moves: Sequence[Any], caption: str
) -> GraphPicture:
    """Return a picture of states in a line, with the moves that lead from each state to the next one.

    If there are moves, the last state is drawn as a goal state.
    """
    narrator = narrator_of(instance)
    check_drawable(instance.puzzle, len(states), "")
    boxes = []
    for number, state in enumerate(states):
        lines = narrator.list_state_lines(state)
        rows = tuple(line._replace(text=f"{line.place}: {line.text}") if line.place else line for line in lines)
        kinds = {"start": not number, "goal": number == len(moves) > 0, "optimal": True}
        boxes.append(
            DrawnState(
                rows, number, tuple(kind for kind, holds in kinds.items() if holds), narrator.format_state(state)
            )
        )
    links = [DrawnLink(number, number + 1, narrator.label_move(move), True) for number, move in enumerate(moves)]
    legend = " · ".join(part for part in (*map(format_message, LEGEND), narrator.picture_legend) if part)
    return GraphPicture(instance.title, caption, legend, boxes, links, directed=True)
