"""SVG pictures of an assignment puzzle: its board, and a timeline of the placements.

The timeline shows, placement by placement, how many spots the clues leave to each item until it is placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ferryplan.generator.assignment.constraint_network import find_violated_clue
from ferryplan.generator.assignment.hints import make_hints
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.space import AssignmentState, partial_assignment
from ferryplan.generator.drawing import Page
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render_template
from ferryplan.generator.text_metrics import measure_text, shorten_middle

ROW_HEIGHT, STEP_WIDTH = 24, 30
"""the height of an item's row, and the width of a placement's column"""
HEADER_HEIGHT, MARGIN, GAP = 96, 16, 10
"""the height of the title above the rows, the free space at the edges, and the space between texts and columns"""
FONT_SIZE = 12


class AssignmentDrawing:
    """The drawings of one instance: its board, the timelines of its solutions, and its HTML page."""

    def __init__(self, instance: AssignmentInstance, narrator: AssignmentNarrator) -> None:
        self.instance, self.narrator = instance, narrator

    def draw_solution(self, solution: Solution[AssignmentState, Placement], subtitle: str) -> str:
        """Return the final board of a solution as an SVG picture. ``subtitle`` is not used."""
        return self.narrator.draw_svg(partial_assignment(solution.final))

    def draw_timeline(self, solution: Solution[AssignmentState, Placement], subtitle: str) -> str:
        """Return an SVG timeline of a solution's placements, and of the spots that they leave to other items.

        ``subtitle`` is the text below the title.
        """
        return draw_timeline(solution, subtitle)

    def lay_out_page(
        self, solution: Solution[AssignmentState, Placement] | None, play_data: dict[str, Any] | None
    ) -> Page:
        """Return the HTML page that shows the board at the start and after each placement.

        With ``play_data``, a person can also place the items on the page.
        """
        narrator, steps = self.narrator, solution.steps if solution else ()
        rules = play_data["rules"] if play_data else {"shown": []}
        shown = {(row, column): item for item, _, cells in rules["shown"] for row, column, _ in cells}
        drawn = narrator.has_board_picture
        watched = (
            [step.move for step in steps] if drawn else _list_cell_changes(narrator, [step.state for step in steps])
        )
        values = {
            "clues": [says for _, says in narrator.numbered_clues()],
            "sheet": narrator.draw_svg({}, on_page=True),
            "final": narrator.draw_svg(partial_assignment(steps[-1].state if steps else ()), on_page=True),
            "drawn": drawn,
            "watched": watched,
            "board": narrator.make_page_board(shown) if play_data or drawn else None,
            "hints": make_hints(self.instance, narrator) if play_data else None,
            "steps": [] if solution is None else [*solution.numbered_sentences()],
            "trial": play_data,
        }
        return Page("assignment/pictures/page.html.j2", values)


def _list_cell_changes(
    narrator: AssignmentNarrator, states: Sequence[AssignmentState]
) -> list[list[tuple[int, int, str]]]:
    """Return, for each state, the cells of the table of the board that differ from the state before it.

    A cell is a row, a column and the text in it. The empty board precedes the first state.
    """
    changes, before = list[list[tuple[int, int, str]]](), narrator.board_as_table({}).rows
    for state in states:
        after = narrator.tabulate_board(state).rows
        cells = ((row, column, text) for row, texts in enumerate(after) for column, text in enumerate(texts))
        changes.append([(row, column, text) for row, column, text in cells if before[row][column] != text])
        before = after
    return changes


def count_spots_left(solution: Solution[AssignmentState, Placement]) -> dict[int, list[int]]:
    """Return, for each item, its number of possible spots at the start and after each earlier placement.

    The items are in the order of placement. A spot counts as possible unless a single clue about the item forbids it,
    so the count can be higher than the number of spots that all clues together leave.
    """
    instance = cast(AssignmentInstance, solution.instance)
    order = [step.move.item for step in solution.steps]
    left = {
        item: [spot for spot in instance.items[item].spots if not find_violated_clue(instance, {item: spot}, item)]
        for item in order
    }
    counts = {item: list[int]() for item in left}
    for number, step in enumerate(solution.steps):
        for item in order[number:]:
            counts[item].append(len(left[item]))
        placed = partial_assignment(step.state)
        for item in order[number + 1 :]:
            clues = [clue for clue in instance.clues if {item, step.move.item} <= {*clue.scope}]
            left[item] = [spot for spot in left[item] if all(clue.allows({**placed, item: spot}) for clue in clues)]
    return counts


def draw_timeline(solution: Solution[AssignmentState, Placement], subtitle: str) -> str:
    """Return the placements of a solution as an SVG picture with a row for each item.

    ``subtitle`` is the text below the title.
    """
    instance = cast(AssignmentInstance, solution.instance)
    counts = count_spots_left(solution)
    labels = [shorten_middle(instance.items[item].name) for item in counts]
    spots = [shorten_middle(instance.spots[step.move.spot].name) for step in solution.steps]
    left = MARGIN + max((measure_text(label, FONT_SIZE) for label in labels), default=0) + GAP
    right, longest = (
        left + STEP_WIDTH * (len(counts) + 1),
        max((measure_text(spot, FONT_SIZE) for spot in spots), default=0),
    )
    rows = [
        {
            "name": instance.items[item].name,
            "label": label,
            "spot": spot,
            "counts": found,
            "y": HEADER_HEIGHT + ROW_HEIGHT * number,
            "numbers": [
                {"x": left + STEP_WIDTH * (step + 0.5), "text": count, "only": count == 1}
                for step, count in enumerate(found)
                if not step or count != found[step - 1]
            ],
            "bar": left + STEP_WIDTH * len(found),
        }
        for number, ((item, found), label, spot) in enumerate(zip(counts.items(), labels, spots, strict=True))
    ]
    context = {
        "title": instance.title,
        "verdict": subtitle,
        "rows": rows,
        "row": ROW_HEIGHT,
        "left": left,
        "right": right,
        "width": max(right + GAP + longest + MARGIN, measure_text(subtitle, FONT_SIZE) + 2 * MARGIN, 480),
        "height": HEADER_HEIGHT + ROW_HEIGHT * len(rows) + MARGIN,
        "top": HEADER_HEIGHT,
        "ticks": [(left + STEP_WIDTH * (step + 0.5), step) for step in range(len(counts) + 1)],
    }
    return render_template("assignment/pictures/timeline.svg.j2", context)
