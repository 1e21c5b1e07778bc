"""The HTML page of all solutions, whose boards are drawn by a script from data."""

from __future__ import annotations

from typing import Any

from ferryplan.generator.templates import render_template


class SolutionsPage:
    """A page of all solutions: the pieces of the answer as HTML, and the pictures of the boards.

    Pictures of one puzzle have most of their lines in common. So the page has each different line once, and each picture
    as a list of runs of lines.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.pieces = list[str]()
        self.boards = list[list[int]]()
        """for each picture, the first line and the number of lines of each of its runs, in turn"""
        self._numbers: dict[str, int] = {}

    def add_solution(self, text: str, table: str, picture: str) -> str:
        """Return the HTML of a solution whose board the script draws.

        ``text`` is the heading and the table as HTML, ``table`` the part of it that ``picture``, an SVG, replaces. Readers
        without scripts see the table.
        """
        start, _, rest = picture.partition("<style>")
        lines = [line for line in (start + rest.partition("</style>")[2]).split("\n") if line]
        numbers = [self._numbers.setdefault(line, len(self._numbers)) for line in lines]
        runs = list[int]()
        for number in numbers:
            if runs and runs[-2] + runs[-1] == number:
                runs[-1] += 1
            else:
                runs += [number, 1]
        place = f'<div class="board" data-board="{len(self.boards)}">{table}</div>'
        self.boards.append(runs)
        drawn = text.replace(table, f"{place}\n")
        if text.rstrip().endswith(table.rstrip()):
            # A solution without reasons is one block, so that several boards fit beside each other.
            return f'\n<section class="solution">{drawn.strip()}</section>\n'
        return drawn

    @property
    def drawings(self) -> dict[str, Any]:
        """The JSON data of the page: the boards, and the solutions to which they belong."""
        return {"lines": [*self._numbers], "boards": self.boards}

    def render(self) -> str:
        """Return the whole page."""
        parts = [part.strip() for part in "".join(self.pieces).split("\n\n") if part.strip()]
        values = {"title": self.title, "parts": parts, "drawings": self.drawings}
        return render_template("narration/solutions.html.j2", values)
