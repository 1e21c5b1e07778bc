"""Drawn boards and their unsolvable twins: each part is drawn many times, and an independent oracle checks it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import invented_puzzles
import networkx
import pytest
from budget import scale
from draft_samples import find_first_draft
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.board.inventing import drafts as boards
from ferryplan.generator.board.inventing import twins as board_twins
from ferryplan.generator.inventing.wishes import (
    MissedWishError,
    PuzzleWishes,
)
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import complete_words


def _is_connected(letters: Sequence[str], letter: str, side: int) -> bool:
    """Return whether the cells with a letter are connected in the grid, by networkx."""
    cells = [divmod(at, side) for at, here in enumerate(letters) if here == letter]
    return networkx.is_connected(networkx.grid_2d_graph(side, side).subgraph(cells))


@settings(max_examples=scale(30))
@given(st.integers(2, 5).flatmap(lambda side: st.lists(st.sampled_from("AB"), min_size=side**2, max_size=side**2)))
def test_boxes_are_connected_only_along_sides(letters: list[str]) -> None:
    """Cells touch at their sides: not at corners, and not from the end of a row to the next row."""
    side = round(len(letters) ** 0.5)
    for letter in {*letters}:
        assert boards._is_connected(letters, letter) == _is_connected(letters, letter, side)


@pytest.mark.parametrize("box", [2, 3])
def test_jigsaw_boxes_are_connected_and_equal_in_size(box: int) -> None:
    side, drawn = box * box, list[list[str]]()
    for seed in range(60 if box == 2 else 10):
        try:
            drawn.append(boards._draw_jigsaw(SeededRandom(f"{seed}"), box))
        except MissedWishError:
            continue
    square = [divmod(at, side)[0] // box * box + divmod(at, side)[1] // box for at in range(side * side)]
    assert len(drawn) > 4
    for letters in drawn:
        assert Counter(letters) == dict.fromkeys("ABCDEFGHI"[:side], side)
        assert all(_is_connected(letters, letter, side) for letter in {*letters})
        lines = [*zip(*[iter(letters)] * side, strict=True)]
        assert all(len({*line}) > 1 for line in (*lines, *zip(*lines, strict=True)))
        assert len({*zip(letters, square, strict=True)}) > side, "some cells are in another box than in a usual sudoku"


@pytest.mark.parametrize("size", range(4, 8))
def test_all_queens_lists_every_solution(size: int) -> None:
    """There are 2, 10, 4 and 40 ways to place 4 to 7 queens (OEIS A000170)."""
    assert len({*boards.solve_queens(size)}) == len(boards.solve_queens(size)) == {4: 2, 5: 10, 6: 4, 7: 40}[size]
    for columns in boards.solve_queens(size):
        pairs = itertools.combinations(enumerate(columns), 2)
        assert all(one != other and abs(one - other) != down - row for (row, one), (down, other) in pairs)


def test_queens_draft_without_solution_is_rejected() -> None:
    with pytest.raises(MissedWishError, match="the puzzle had no solution"):
        boards.draft_queens(SeededRandom("1"), PuzzleWishes(sizes={"size": range(3, 4)}))


@pytest.mark.parametrize("kind", boards.SQUARE_KINDS)
def test_queens_draft_has_only_given_squares_of_the_requested_kinds(kind: str) -> None:
    for seed in range(20):
        try:
            board = boards.draft_queens(SeededRandom(f"{seed}"), PuzzleWishes(kinds=(kind,))).puzzle.given_values()[
                "board"
            ]
        except MissedWishError:
            continue
        assert board["size"] in (6, 7, 8)
        assert [one for one in boards.SQUARE_KINDS if one in board] == [kind]
        squares = [tuple(map(int, name[1:].split("c"))) for name in board[kind]]
        ways = [one for one in boards.solve_queens(board["size"])
                if all((one[row - 1] == column - 1) == (kind == "given") for row, column in squares)]  # fmt: skip
        assert len(ways) == 1


@settings(max_examples=scale(30))
@given(st.text("12.", min_size=4, max_size=9), st.data())
def test_exchange_of_sudoku_cells_rotates_their_digits(text: str, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.sampled_from(range(len(text))), min_size=1, unique=True))
    other = board_twins._exchange_cells(text, cells)
    assert sorted(other) == sorted(text)
    assert all(other[at] == text[at] for at in range(len(text)) if at not in cells)
    assert [other[at] for at in cells] == [text[at] for at in (*cells[-1:], *cells[:-1])]


def test_free_squares_are_unattacked_and_leave_no_queens_solution() -> None:
    """On a board of 6 with one given queen, the free squares are those that a check of each square finds."""
    size, told = 6, [(0, 1, True)]
    solutions = [one for one in boards.solve_queens(size) if one[0] == 1]
    for given_too in (True, False):
        expected = {
            (row, column, given_too)
            for row, column in itertools.product(range(size), repeat=2)
            if row != 0 and column != 1 and abs(row) != abs(column - 1)
            and not any((one[row] == column) == given_too for one in solutions)
        }  # fmt: skip
        assert {*board_twins._list_free_squares(size, told, given_too, solutions)} == expected
    attacked = {
        (row, column)
        for row, column in itertools.product(range(size), repeat=2)
        if row == 0 or column == 1 or row == abs(column - 1)
    }
    free = board_twins._list_free_squares(size, [(0, 1, True)], False, [])
    assert {(row, column) for row, column, _ in free} == {*itertools.product(range(size), repeat=2)} - attacked
    beside = board_twins._list_free_squares(size, [(0, 1, False)], False, [])
    assert {*beside} == {(row, column, False) for row, column in itertools.product(range(size), repeat=2)} - {
        (0, 1, False)
    }


def test_proposed_unsolvable_twins_of_queens_have_no_solution() -> None:
    puzzle = find_first_draft(lambda draw: boards.draft_queens(draw, PuzzleWishes(sizes={"size": range(7, 8)}))).puzzle
    proposals = [*itertools.islice(board_twins.propose_queens_twins(SeededRandom("2"), puzzle), 40)]
    assert proposals
    before = [len(puzzle.given_values()["board"].get(kind, [])) for kind in boards.SQUARE_KINDS]
    squares = {*board_twins._read_marked_squares(puzzle)}
    gone = {
        square
        for twin in proposals
        if twin.change == "1 square moved"
        for square in squares - {*board_twins._read_marked_squares(twin.puzzle)}
    }
    assert len(gone) > 1, "not always the same square"
    for twin in proposals:
        board = twin.puzzle.given_values()["board"]
        assert [len(board.get(kind, [])) for kind in boards.SQUARE_KINDS] == before
        assert not invented_puzzles.solve_queens(
            invented_puzzles.parse_puzzle(format_puzzle(complete_words(twin.puzzle)))["board"]
        )


@pytest.mark.parametrize("kinds", [(), ("signs",)])
def test_sudoku_with_redundant_digits_has_empty_cells(kinds: tuple[str, ...]) -> None:
    for seed in range(4):
        try:
            draft = boards.draft_sudoku(
                SeededRandom(f"{seed}"), PuzzleWishes(sizes={"box": range(2, 3)}, kinds=kinds, minimal=False)
            )
        except MissedWishError:
            continue
        data = invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        givens, board = data["parameters"]["givens"]["default"], data["board"]
        assert draft.proven["minimal"] is False
        assert givens.count(".") >= 4
        assert len(invented_puzzles.solve_sudoku(board, givens)) == 1
        fewer = [givens[:at] + "." + givens[at + 1 :] for at, digit in enumerate(givens) if digit != "."]
        assert any(len(invented_puzzles.solve_sudoku(board, one, 2)) == 1 for one in fewer), (
            "some digit could be left out"
        )


def test_marked_squares_of_queens_board_survive_writing_and_reading() -> None:
    told = [(0, 3, True), (2, 5, False), (5, 0, False)]
    assert sorted(board_twins._read_marked_squares(boards.make_queens_puzzle(6, told))) == told


def _count_turned_signs(signs: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> int:
    """Return the number of reversed signs, and assert that the others are the same."""
    pairs = [(tuple(one), tuple(other)) for one, other in zip(signs, others, strict=True)]
    assert all(other in (one, one[::-1]) for one, other in pairs)
    return sum(one != other for one, other in pairs)


@pytest.mark.parametrize("kinds", [(), ("signs",)])
def test_first_proposed_unsolvable_sudoku_twins_change_only_one_thing(kinds: tuple[str, ...]) -> None:
    """The first ten twins swap two digits or reverse one sign; later twins also move digits."""
    puzzle = find_first_draft(
        lambda draw: boards.draft_sudoku(draw, PuzzleWishes(sizes={"box": range(2, 3)}, kinds=kinds))
    ).puzzle
    text = puzzle.given_values()["parameters"]["givens"]["default"]
    changes = Counter[str]()
    for number, twin in enumerate(board_twins.propose_sudoku_twins(SeededRandom("1"), puzzle)):
        other = twin.puzzle.given_values()["parameters"]["givens"]["default"]
        assert sorted(other) == sorted(text)
        if twin.change == "given digits swapped":
            assert [at for at, digit in enumerate(other) if digit != "."] == [
                at for at, digit in enumerate(text) if digit != "."
            ]
        elif twin.change == "given digits moved":
            assert [digit == "." for digit in other] != [digit == "." for digit in text]
        else:
            turned = _count_turned_signs(
                puzzle.given_values()["board"]["less"], twin.puzzle.given_values()["board"]["less"]
            )
            assert (turned, other) == (int(twin.change.split()[0]), text)
        assert number >= 10 or twin.change in ("given digits swapped", "1 sign reversed")
        changes[twin.change.split(" ", 1)[1]] += 1
    assert {"digits swapped", "digits moved"} <= {*changes}
    assert any("reversed" in change for change in changes) == bool(kinds)
