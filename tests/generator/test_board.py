"""Board puzzles: published counts, rejected files, PDDL, narration, tables and pictures."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from board_puzzles import (
    BRANCHING_GIVENS,
    EASY_GIVENS,
    FOLDER,
    HARDER_GIVENS,
    LARGE_GIVENS,
    SUDOKUS,
    generate_pddl,
    list_filled_grids,
    list_queen_placements,
    load_board,
    make_board,
    read_board,
)
from pddl_oracle import explore
from pddl_oracle import read_task as read_pddl
from random_boards import is_peaceful

from ferryplan.generator.assignment.constraint_network import find_violated_clue
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.board.instance import PiecesInstance, SudokuInstance, fill_grid
from ferryplan.generator.board.instantiation import instantiate
from ferryplan.generator.board.narrator import make_board_narrator
from ferryplan.generator.board.pieces import PIECES, divide_squares
from ferryplan.generator.board.sudoku_grid import candidate_digits, read_grid
from ferryplan.generator.board.sudoku_layout import make_square_layout
from ferryplan.generator.errors import ParameterError, PuzzleError

A000170 = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}
"""The numbers of ways to place n queens (OEIS A000170)."""
LITTLE = [case.givens for case in SUDOKUS.values() if len(case.givens) == 16]


def sudoku(givens: str) -> SudokuInstance:
    instance = make_board("sudoku", givens=givens)
    assert isinstance(instance, SudokuInstance)
    return instance


def solutions(instance: AssignmentInstance) -> list[tuple[Placement, ...]]:
    return list(AssignmentSearch(instance).solutions())


def grid_texts(instance: SudokuInstance) -> list[str]:
    return [fill_grid(instance, dict(way)).text for way in solutions(instance)]


@pytest.mark.parametrize(("number", "ways"), A000170.items())
def test_counting_queens_uses_mirror_symmetry(number: int, ways: int) -> None:
    search, listing = (
        AssignmentSearch(make_board("queens", queens=number)),
        AssignmentSearch(make_board("queens", queens=number)),
    )
    assert search.count_solutions() == search.found_count == ways == sum(1 for _ in listing.solutions())
    assert number < 6 or search.placement_count < 0.7 * listing.placement_count


def test_counting_queens_stops_when_told_to() -> None:
    assert AssignmentSearch(make_board("queens", queens=9)).count_solutions(lambda nodes: nodes < 700) is None


MOST_AT_PEACE = {
    # for each piece and each n of n by n squares: how many pieces fit, and in how many ways
    "rooks": {1: (1, 1), 4: (4, 24), 8: (8, 40320)},  # each way is a permutation
    "bishops": {2: (2, 4), 5: (8, 32), 8: (14, 256)},  # 2n - 2, in 2^n ways (Yaglom and Yaglom 1964)
    "queens": {2: (1, 4), 3: (2, 8), 4: (4, 2), 8: (8, 92)},  # OEIS A000170; the first two by hand
    "kings": {2: (1, 4), 4: (4, 79), 6: (9, 3600), 8: (16, 281571), 5: (9, 1)},  # OEIS A018807
    "knights": {
        2: (4, 1),
        3: (5, 2),
        4: (8, 6),
        5: (13, 1),
        8: (32, 2),
    },  # half of the squares, rounded up, except for n = 2
}


@pytest.mark.parametrize(
    ("piece", "side", "most", "ways"),
    [(piece, side, *known) for piece, sides in MOST_AT_PEACE.items() for side, known in sides.items()],
)
def test_maximum_number_of_peaceful_pieces_matches_published_values(
    piece: str, side: int, most: int, ways: int
) -> None:
    instance = make_board("pieces", piece=piece, rows=side)
    assert isinstance(instance, PiecesInstance)
    assert instance.number == most
    assert instance.most
    assert AssignmentSearch(instance).count_solutions() == ways
    none = make_board("pieces", piece=piece, rows=side, pieces=most + 1) if most < side**2 else None
    assert none is None or AssignmentSearch(none).count_solutions() == 0


def test_squares_of_one_group_all_attack_each_other() -> None:
    """A group of squares holds at most one piece, because each of its squares attacks the others.

    So there are never more pieces than groups. Whole boards and boards with holes are tried.
    """
    for piece, rows, columns in itertools.product(PIECES, range(1, 6), range(1, 6)):
        every = list(itertools.product(range(rows), range(columns)))
        for squares in (every, every[::2], every[1:]):
            if squares:
                divided = divide_squares(piece, squares)
                assert sorted(square for group in divided for square in group.squares) == sorted(squares)
                for group in divided:
                    for pair in itertools.combinations(group.squares, 2):
                        assert not is_peaceful(piece, *pair)


@pytest.mark.parametrize("number", [1, 2, 3, 6, 7])
def test_queens_solutions_match_brute_force(number: int) -> None:
    found = [tuple(column for _, column in sorted(way)) for way in solutions(make_board("queens", queens=number))]
    assert len(found) == len(set(found))
    assert set(found) == list_queen_placements(number)


@pytest.mark.parametrize("name", SUDOKUS)
def test_sudoku_solutions_match_brute_force(name: str) -> None:
    case = SUDOKUS[name]
    found = grid_texts(sudoku(case.givens))
    assert len(found) == len(set(found)) == case.solution_count
    assert set(found) == list_filled_grids(case.givens)


def test_large_sudokus_are_filled() -> None:
    (found,) = grid_texts(sudoku(LARGE_GIVENS))
    assert all(mark in (".", other) for mark, other in zip(LARGE_GIVENS, found, strict=True))
    for row in range(16):
        assert len(set(found[16 * row : 16 * row + 16])) == len(set(found[row::16])) == 16
        corner = row // 4 * 64 + row % 4 * 4
        assert len({found[corner + 16 * y + x] for y in range(4) for x in range(4)}) == 16


@pytest.mark.parametrize("name", ["easy", "harder"])
def test_sudoku_search_tries_few_placements_per_cell(name: str) -> None:
    search = AssignmentSearch(instance := sudoku(SUDOKUS[name].givens))
    list(search.solutions())
    assert search.placement_count <= {"easy": 1, "harder": 10}[name] * len(instance.items)


@pytest.mark.parametrize("dialect", ["strips", "adl"])
@pytest.mark.parametrize("number", [1, 3, 4, 6])
def test_pddl_of_queens_reaches_exactly_the_solutions(number: int, dialect: str) -> None:
    instance = make_board("queens", queens=number)
    states, fewest = explore(read_pddl(*generate_pddl(instance, dialect)))
    found = {
        tuple(int(atom[2].rpartition("-")[2]) - 1 for atom in sorted(state) if atom[0] == "queen")
        for state in states
        if ("turn", "done") in state
    }
    assert found == list_queen_placements(number)
    assert fewest == (number if found else None)


@pytest.mark.parametrize(
    ("givens", "dialect"), [(EASY_GIVENS, "strips"), *itertools.product(LITTLE, ["strips", "adl"])]
)
def test_pddl_of_sudoku_reaches_exactly_the_solutions(givens: str, dialect: str) -> None:
    domain, problem = generate_pddl(sudoku(givens), dialect)
    states, fewest = explore(read_pddl(domain, problem))
    given = {("holds", *words.split()) for words in re.findall(r"\(holds ([^)]+)\)", problem)}
    found = {
        "".join(atom[-1][-1] for atom in sorted(given | {atom for atom in state if atom[0] == "holds"}))
        for state in states
        if {("turn", "done"), ("asked", "done")} & state
    }
    assert found == list_filled_grids(givens)
    actions = {"strips": 2, "adl": 1}[dialect]
    assert fewest == (actions * givens.count(".") if found else None)


def test_pddl_of_easy_sudoku_does_not_branch() -> None:
    states, _ = explore(read_pddl(*generate_pddl(sudoku(EASY_GIVENS), "strips")))
    assert len(states) == 2 * EASY_GIVENS.count(".") + 1


@pytest.mark.parametrize("dialect", ["strips", "adl"])
def test_pddl_names_are_unique(dialect: str) -> None:
    for instance in (make_board("queens", queens=12), sudoku(EASY_GIVENS), sudoku(LARGE_GIVENS)):
        domain, problem = generate_pddl(instance, dialect)
        objects = re.findall(r"[a-z0-9-]+", re.sub(r" - \w+", "", problem.split("(:objects")[1].split(")")[0]))
        words = set(re.findall(r"\((?!:|and|not|forall|imply|when)([a-z-]+)", domain.split("(:predicates")[1]))
        words |= set(domain.split("(:types")[1].split(")")[0].split()) | {"done", "place"}
        assert len(objects) == len(set(objects))
        assert not words & set(objects)
        assert (domain, problem) == generate_pddl(instance, dialect)


BAD_GIVENS = {
    EASY_GIVENS[:80]: "found 80 cells, expected 81 (or 16, or 256)",
    "1": "found 1 cell, expected 81 (or 16, or 256)",
    "." * 100: "found 100 cells, expected 81 (or 16, or 256)",
    "5" + EASY_GIVENS[1:]: "the digit 5 appears twice in row 1: in row 1, column 1 and in row 1, column 4",
    "1" * 3 + "." * 13: "the digit 1 appears twice in row 1: in row 1, column 1 and in row 1, column 2",
    "9" * 2 + "." * 79: "the digit 9 appears twice in row 1: in row 1, column 1 and in row 1, column 2",
    "9" + "." * 8 + "9" + "." * 71: "the digit 9 appears twice in column 1: in row 1, column 1 and in row 2, column 1",
    "9"
    + "." * 9
    + "9"
    + "." * 70: "the digit 9 appears twice in the box of row 1, column 1: in row 1, column 1 and in row 2, column 2",
    "." * 13
    + "A"
    + "." * 67: "row 2, column 5 contains 'A', expected a digit from 1 to 9, or '.' or '0' for an empty cell",
    "." * 15 + "5": "row 4, column 4 contains '5', expected a digit from 1 to 4, or '.' or '0' for an empty cell",
    "nowhere.txt": "'nowhere.txt' is not a grid, because it contains 'n'; write digits",
    "x" * 400: "is not a grid, because it contains 'x'; write digits",
    "/dev/zero": "'/dev/zero' is not a grid, because it contains '/'",
}


@pytest.mark.parametrize("givens", BAD_GIVENS, ids=lambda givens: givens[:20])
def test_invalid_givens_are_rejected(givens: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ParameterError) as caught:
        make_board("sudoku", givens=givens)
    assert str(caught.value).startswith("sudoku: givens: ")
    assert BAD_GIVENS[givens] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_givens_parameter_rejects_a_file_path(tmp_path: Path) -> None:
    """Only the command line may name a file with givens.

    The default of a puzzle file and the header of a problem may not.
    """
    (tmp_path / "grid.txt").write_text(EASY_GIVENS)
    with pytest.raises(ParameterError, match="is not a grid"):
        make_board("sudoku", givens=str(tmp_path / "grid.txt"))


BAD_PUZZLES = {
    'kind = "queens"\nsize = 4': (
        'kind = "chess"\nsize = 4',
        "board.kind: found 'chess'; expected one of queens, pieces, sudoku",
    ),
    "size = 4": ("sizes = 4", "board: unknown key 'sizes'; did you mean 'size'?"),
    'family = "board"': ('family = "boards"', "family: found 'boards'; did you mean 'board'?"),
}


@pytest.mark.parametrize("wrong", BAD_PUZZLES)
def test_invalid_board_files_are_rejected(wrong: str) -> None:
    (text, *_) = re.findall(r"^```toml\n(.*?)^```$", (FOLDER / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    replaced, message = BAD_PUZZLES[wrong]
    assert wrong in text
    with pytest.raises(PuzzleError, match=re.escape(message)):
        read_board(text.replace(wrong, replaced))


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("0", "found 0, expected a whole number from 1 to 30"),
        ("31", "found 31"),
        ('"1 == 1"', "found true"),
        ('"x"', "unknown name 'x'"),
    ],
)
def test_invalid_board_size_is_rejected(size: str, message: str) -> None:
    text = f'family = "board"\nname = "q"\ntitle = "q"\nstory = "q"\nsource = "q"\n[board]\nkind = "queens"\nsize = {size}\n'
    with pytest.raises(PuzzleError, match=message) as caught:
        instantiate(read_board(text, Path("q.toml")), {})
    assert str(caught.value).startswith("q.toml:8:8: board.size: ")


def test_givens_key_with_unknown_parameter_name_is_rejected() -> None:
    text = (FOLDER / "README.md").read_text().split("```toml\n")[3].split("```")[0]
    with pytest.raises(
        PuzzleError, match=r"board\.givens: no parameter of type text is named 'given'; did you mean 'givens'"
    ):
        read_board(text.replace('givens = "givens"', 'givens = "given"'))


def test_example_files_of_readme_have_expected_solutions() -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```$", (FOLDER / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    queens, kings, little, odd = (instantiate(read_board(block), {}) for block in blocks)
    assert len(solutions(queens)) == A000170[4]
    assert isinstance(kings, PiecesInstance)
    assert kings.number == 4, "as many as blocks of four"
    assert len(solutions(little)) == len(list_filled_grids("1.....3..1.....2"))
    assert len(solutions(odd)) == 1


@pytest.mark.parametrize("number", [0, -1, 31, 10**9])
def test_number_of_queens_outside_bounds_is_rejected(number: int) -> None:
    with pytest.raises(ParameterError, match=f"queens: queens: found {number}, expected 1 to 30"):
        make_board("queens", queens=number)


def test_violated_clues_of_queens_and_sudoku_are_explained() -> None:
    queens = make_board("queens")
    for placed, words in (
        ({0: 3, 5: 3}, "the queen of row 1 and the queen of row 6 stand in the same column"),
        ({1: 1, 4: 4}, "the queen of row 2 and the queen of row 5 stand on the same diagonal"),
        ({1: 4, 4: 1}, "the queen of row 2 and the queen of row 5 stand on the same diagonal"),
    ):
        clue = find_violated_clue(queens, placed, max(placed))
        assert clue is not None
        assert clue.describe_violation(placed, queens) == words
    assert [clue.describe_violation({0: 3, 5: 4}, queens) for clue in queens.clues] == ["", ""]
    little = sudoku("1" + "." * 15)
    for placed, words in (
        ({0: 0}, "the digit 1 appears twice in row 1"),
        ({3: 0}, "the digit 1 appears twice in column 1"),
        ({4: 0}, "the digit 1 appears twice in the box of row 1, column 1"),
        ({3: 1, 5: 1}, "the digit 2 appears twice in row 2"),
        ({1: 1, 2: 2, 4: 3}, "no cell of row 1 is left for the digit 4"),
    ):
        item = max(placed)
        clue = find_violated_clue(little, placed, item)
        assert clue is not None
        assert clue.describe_violation(placed, little) == words


@pytest.mark.parametrize("givens", [EASY_GIVENS, BRANCHING_GIVENS, HARDER_GIVENS], ids=["easy", "branching", "harder"])
def test_narrated_sudoku_reasons_are_true(givens: str) -> None:
    instance = sudoku(givens)
    (way,) = solutions(instance)
    grid, told = list(givens), list[str]()
    peers = {
        cell: [
            other
            for other in range(81)
            if other != cell
            and (
                other // 9 == cell // 9
                or other % 9 == cell % 9
                or (other // 27, other % 9 // 3) == (cell // 27, cell % 9 // 3)
            )
        ]
        for cell in range(81)
    }

    def fits(cell: int, digit: str) -> bool:
        return grid[cell] == "." and all(grid[other] != digit for other in peers[cell])

    for number, placement in enumerate(way):
        text = make_board_narrator(instance).narrate_placement(placement, dict(way[:number]), instance.clues)
        told.append(text)
        row, column, digit, reason = re.fullmatch(r"Row (\d), column (\d) is (\d): (.*)\.", text).groups()
        cell = 9 * (int(row) - 1) + int(column) - 1
        left = [mark for mark in "123456789" if fits(cell, mark)]
        if reason == "no other digit is left for this cell":
            assert left == [digit]
        elif match := re.fullmatch(r"no other cell of the same (row|column|box) can hold (\d)", reason):
            assert match[2] == digit
            down, across = divmod(cell, 9)
            index = {"row": down, "column": across, "box": down // 3 * 3 + across // 3}[match[1]]
            cells = {
                "row": range(9 * index, 9 * index + 9),
                "column": range(index, 81, 9),
                "box": [index // 3 * 27 + index % 3 * 3 + 9 * y + x for y in range(3) for x in range(3)],
            }[match[1]]
            assert [other for other in cells if fits(other, digit)] == [cell]
        else:
            assert (
                reason == f"{', '.join(left[:-1])} and {left[-1]} are left for this cell, and the search took {digit}"
            )
        grid[cell] = digit
    assert {"".join(grid)} == list_filled_grids(givens)
    assert any("no other cell" in text for text in told)
    assert any("search" in text for text in told) == (givens != EASY_GIVENS)


def test_queens_solution_is_narrated_with_reasons() -> None:
    instance = make_board("queens", queens=4)
    way = solutions(instance)[0]
    told = [
        make_board_narrator(instance).narrate_placement(one, dict(way[:number]), instance.clues)
        for number, one in enumerate(way)
    ]
    assert told == [  # by hand: a queen in column 2 leaves one square in row 2, and so on
        "The queen of row 1 goes to column 2.",
        "The queen of row 2 goes to column 4: every other square of the row is attacked.",
        "The queen of row 3 goes to column 1: every other square of the row is attacked.",
        "The queen of row 4 goes to column 3: every other square of the row is attacked.",
    ]


def test_board_layout_of_queens_and_sudoku() -> None:
    board = make_board_narrator(make_board("queens", queens=4)).board_as_table({0: 1, 1: 3})
    assert board.heading == ("", "1", "2", "3", "4")
    assert board.rows == (
        ("1", ".", "Q", ".", "."), ("2", ".", ".", ".", "Q"), ("3", ".", ".", ".", "."), ("4", ".", ".", ".", "."),
    )  # fmt: skip
    board = make_board_narrator(sudoku("1.....3..1.....2")).board_as_table({0: 3})
    assert board.heading == ("", "1", "2", "|", "3", "4")
    assert board.rows == (
        ("1", "1", "4", "|", "", ""), ("2", "", "", "|", "3", ""), ("", "-", "-", "+", "-", "-"),
        ("3", "", "1", "|", "", ""), ("4", "", "", "|", "", "2"),
    )  # fmt: skip
    assert {len(row) for row in make_board_narrator(sudoku(LARGE_GIVENS)).board_as_table({}).rows} == {1 + 16 + 3}
    assert make_board_narrator(make_board("queens", queens=1)).format_answers({0: 0}) == (
        "The queen stands on the only square.",
    )


def test_svg_of_queens_and_sudoku_shows_each_placement() -> None:
    svg = "{http://www.w3.org/2000/svg}"
    queens = make_board("queens")
    way = dict(solutions(queens)[0])
    drawn = ElementTree.fromstring(make_board_narrator(queens).draw_svg(way))
    found = [part for part in drawn.iter(f"{svg}g") if part.get("class") == "fp-queen"]
    assert {(int(part.get("data-row", 0)) - 1, int(part.get("data-column", 0)) - 1) for part in found} == set(
        way.items()
    )
    corner, step = 28, 44
    for part in found:
        x, y = map(int, re.findall(r"\d+", part.get("transform", "")))
        assert (y - corner, x - corner) == (
            (int(part.get("data-row", 0)) - 1) * step,
            (int(part.get("data-column", 0)) - 1) * step,
        )
    easy = sudoku(EASY_GIVENS)
    (filling,) = solutions(easy)
    (text,) = list_filled_grids(EASY_GIVENS)
    for placed, wanted in (({}, EASY_GIVENS), (dict(filling), text)):
        drawn = ElementTree.fromstring(make_board_narrator(easy).draw_svg(placed))
        digits = {
            part.get("data-cell"): (part, group.get("font-weight") == "700")
            for group in drawn.iter(f"{svg}g")
            for part in group
            if part.get("data-cell")
        }
        for cell, mark in enumerate(wanted):
            drawn_digit = digits.get(f"r{cell // 9 + 1}c{cell % 9 + 1}")
            assert (drawn_digit is None) == (mark == ".")
            if drawn_digit is not None:
                part, bold = drawn_digit
                assert part.text == mark
                assert bold == (EASY_GIVENS[cell] != "."), "the givens are bold"


def test_svg_shows_boxes_signs_and_marked_squares() -> None:
    """The picture shows borders of boxes, signs, and shaded, given and forbidden squares at their places."""
    text = (FOLDER / "README.md").read_text()
    odd = instantiate(read_board(re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[3]), {})
    drawn = make_board_narrator(odd).draw_svg({})
    corner, step = 28, 44
    segments = set()
    for x, y, way, length in re.findall(r"M(\d+) (\d+)([hv])(\d+)", drawn.split('stroke-width="2"', 1)[1]):
        for part in range(int(length) // step):
            here = (int(x) - corner) // step, (int(y) - corner) // step
            segments.add((here[0] + part, here[1], "h") if way == "h" else (here[0], here[1] + part, "v"))
    boxes = ["AAAAA", "BBBBC", "DDBCC", "DDECC", "DEEEE"]
    wanted = {(x, y, "h") for x in range(5) for y in range(6) if y in (0, 5) or boxes[y][x] != boxes[y - 1][x]}
    wanted |= {(x, y, "v") for x in range(6) for y in range(5) if x in (0, 5) or boxes[y][x] != boxes[y][x - 1]}
    assert segments == wanted
    assert sorted(re.findall(r'data-sign="([^"]*)"', drawn)) == ["&lt;", "&lt;", "^"]
    shaded = {
        ((int(y) - corner) // step, (int(x) - corner) // step)
        for x, y in re.findall(r'<rect [^>]*x="(\d+)" y="(\d+)" width="44"', drawn)
    }
    assert shaded == {(at, at) for at in range(5)} | {(at, 4 - at) for at in range(5)}
    queens = (FOLDER / "queens.toml").read_text() + 'given = ["r1c5"]\nforbidden = ["r2c2", "r8c1"]\n'
    drawn = make_board_narrator(instantiate(read_board(queens), {})).draw_svg({})
    assert re.findall(r'data-given="(\w+)"', drawn) == ["r1c5"]
    assert re.findall(r'data-forbidden="(\w+)"', drawn) == ["r2c2", "r8c1"]
    for piece in PIECES:
        instance = make_board("pieces", piece=piece, rows=3, columns=5)
        way = AssignmentSearch(instance).find_first()
        assert way is not None
        drawn = make_board_narrator(instance).draw_svg(dict(way))
        ElementTree.fromstring(drawn)
        assert drawn.count(f'class="fp-{piece[:-1]}"') == len(way)


def test_violated_clues_of_other_boards_are_explained() -> None:
    rooks = make_board("pieces", piece="rooks", rows=2, columns=2)
    clue = find_violated_clue(rooks, {0: 0, 1: 2}, 1)
    assert clue is not None
    assert (
        clue.describe_violation({0: 0, 1: 2}, rooks)
        == "the rook in row 1, column 1 attacks the rook in row 2, column 1"
    )
    # A plan may put two pieces on one square.
    kings = make_board("pieces", piece="kings", rows=3, columns=3)
    clue = find_violated_clue(kings, {0: 4, 1: 4}, 1)
    assert clue is not None
    assert clue.describe_violation({0: 4, 1: 4}, kings) == "two kings stand in row 2, column 2"
    more = make_board("futoshiki")
    names = [item.name for item in more.items]
    placed = {names.index("r1c4"): 3, names.index("r2c4"): 1}
    clue = find_violated_clue(more, placed, names.index("r2c4"))
    assert clue is not None
    assert clue.says == "Row 1, column 4 contains a smaller digit than row 2, column 4."
    assert (
        clue.describe_violation(placed, more)
        == "row 1, column 4 contains 4, which is not smaller than the 2 in row 2, column 4"
    )
    few = make_board("pieces", piece="rooks", rows=3, pieces=2)
    clue = find_violated_clue(few, {0: 9, 1: 9}, 1)
    assert clue is not None
    assert clue.describe_violation({0: 9, 1: 9}, few) == "there is room for only 1 rook on the board"


def test_plain_sudoku_units_are_rows_columns_and_boxes() -> None:
    for side in (4, 9, 16):
        kinds = [list(unit.cells) for unit in make_square_layout(side).units]
        assert len(kinds) == 3 * side
        assert all(len(set(cells)) == side for cells in kinds)
        for number in range(3):
            cells = sorted(itertools.chain(*kinds[number * side : (number + 1) * side]))
            assert cells == list(range(side * side))


def test_digits_left_are_computed_for_empty_cells() -> None:
    left = candidate_digits(read_grid("12...." + "." * 10, {}))
    assert [left[cell] for cell in (2, 3, 4, 5, 8)] == [0b1100, 0b1100, 0b1100, 0b1100, 0b1110]


def test_catalog_names_the_sources_of_queens_and_sudoku() -> None:
    assert "Bezzel" in load_board("queens").source
    assert "Garns" in load_board("sudoku").source
