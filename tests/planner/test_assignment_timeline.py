"""The timeline of assignments: the number of positions left to each item, counted independently."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from board_puzzles import EASY_GIVENS

from ferryplan import solve
from ferryplan.generator.puzzle import load

SVG = "{http://www.w3.org/2000/svg}"


def rows(puzzle: str, **parameters: int | str) -> list[ElementTree.Element]:
    """Return the picture's group of each item, from top to bottom."""
    result = solve(load(puzzle), parameters, engine="rules")
    found = ElementTree.fromstring(result.render("timeline")).findall(f"{SVG}g")
    assert result.solution is not None
    assert len(found) == len(result.instance.items)
    for number, (row, step) in enumerate(zip(found, result.solution.steps, strict=True), 1):
        assert row.get("data-item") == result.instance.items[step.move.item].name
        assert row.get("data-spot") == result.instance.spots[step.move.spot].name
        assert len(str(row.get("data-left")).split()) == number
    return found


def numbers(row: ElementTree.Element) -> list[int]:
    return [int(number) for number in str(row.get("data-left")).split()]


@pytest.mark.parametrize("queens", [1, 4, 6, 8])
def test_numbers_in_queens_timeline_match_unattacked_squares(queens: int) -> None:
    found = rows("queens", queens=queens)
    columns = [int(str(row.get("data-spot"))) for row in found]
    for below, row in enumerate(found):
        assert numbers(row) == [
            sum(
                all(
                    column != there and abs(column - there) != below - above
                    for above, there in enumerate(columns[:placed])
                )
                for column in range(1, queens + 1)
            )
            for placed in range(below + 1)
        ]


def test_timeline_shows_a_remaining_count_only_where_it_changes() -> None:
    for row in rows("zebra"):
        left = numbers(row)
        changes = [count for step, count in enumerate(left) if not step or left[step - 1] != count]
        texts = [text.text for text in row.findall(f"{SVG}text")]
        assert texts == [row.get("data-item"), *map(str, changes), row.get("data-spot")]
        assert left[-1] >= 1


def test_zebra_timeline_starts_with_one_house_left_for_the_norwegian() -> None:
    (first,) = (row for row in rows("zebra") if row.get("data-item") == "Norwegian")
    assert numbers(first)[0] == 1


def test_easy_sudoku_leaves_one_digit_before_each_placement() -> None:
    """In a sudoku that singles fill, each item has one digit left just before its placement."""
    for row in rows("sudoku", givens=EASY_GIVENS):
        left = numbers(row)
        assert left == sorted(left, reverse=True)
        assert left[-1] == 1


def test_timeline_of_unsolvable_puzzle_shows_the_verdict() -> None:
    picture = solve(load("queens"), {"queens": 3}, engine="rules").render("timeline")
    assert "There is no solution." in picture
    root = ElementTree.fromstring(picture)
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}", "as large as it says, in pixels, too"
