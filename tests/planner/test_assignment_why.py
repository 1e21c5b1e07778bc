"""`why` for assignment puzzles: farthest states, contradictory clues, relaxations, certificates."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from board_puzzles import SUDOKUS, are_queens_safe, find_filled_grids, list_queen_placements
from budget import draw_cases
from certificates import find_tree_fault
from conftest import RunCommand, assert_refused
from word_sums import solve_word_sum

from ferryplan import domains
from ferryplan.generator.family_types import RuleConflict
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.planner.questions.why import Why, explain_unsolvability


def placed(answer: Why) -> tuple[int, ...]:
    """Return the positions of the placed items in the farthest state; these items are the first ones."""
    ((_, state),) = answer.nearest
    return tuple(spot for spot in state if spot >= 0)


COUNTS_OF_QUEENS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4}  # OEIS A000170


@pytest.mark.parametrize("queens", COUNTS_OF_QUEENS)
def test_why_explains_unsolvable_queens(queens: int) -> None:
    assert len(list_queen_placements(queens)) == COUNTS_OF_QUEENS[queens]
    answer = explain_unsolvability(load("queens"), {"queens": queens})
    if COUNTS_OF_QUEENS[queens]:
        assert (answer.status, answer.changes, answer.nearest) == ("solved", (), [])
        return
    rows = [
        [columns for columns in itertools.product(range(queens), repeat=number) if are_queens_safe(columns)]
        for number in range(1, queens + 1)
    ]
    assert (answer.status, answer.reach.state_count) == ("unsolvable", sum(map(len, rows)))
    assert len(placed(answer)) == sum(map(bool, rows))
    assert placed(answer) in rows[len(placed(answer)) - 1]
    assert [stop.move.spot for stop in answer.stops] == [*range(queens)]
    near = sorted(
        (other for other in range(1, queens + 4) if COUNTS_OF_QUEENS[other]), key=lambda n: (abs(n - queens), -n)
    )
    assert [(change.change_text, change.total.moves) for change in answer.changes] == [(f"--queens {near[0]}", near[0])]


@pytest.mark.engines
@pytest.mark.parametrize("name", [name for name, case in SUDOKUS.items() if case.solution_count != 288])
def test_relaxations_of_unsolvable_sudokus_drop_one_given(name: str) -> None:
    givens = SUDOKUS[name].givens
    solvable = bool(find_filled_grids(givens))
    assert solvable == bool(SUDOKUS[name].solution_count)
    answer = explain_unsolvability(load("sudoku"), {"givens": givens})
    assert answer.status == ("solved" if solvable else "unsolvable")
    if not solvable:
        assert answer.goals_met < givens.count(".")
        assert all(stop.reason for stop in answer.stops)
    if len(givens) == 16 and not solvable:
        helpful = [
            f"without the {digit} in row {cell // 4 + 1}, column {cell % 4 + 1}"
            for cell, digit in enumerate(givens)
            if digit != "." and find_filled_grids(givens[:cell] + "." + givens[cell + 1 :])
        ]
        assert [change.change_text for change in answer.changes] == helpful


def test_relaxations_of_altered_sudoku_include_the_altered_digit() -> None:
    answer = explain_unsolvability(load("sudoku"), {"givens": SUDOKUS["a given changed"].givens})
    # Without the altered given, the solutions of the original puzzle are solutions again.
    assert ("without the 1 in row 1, column 1", (52, 52)) in answer.changes


BOARD = """
family = "board"
name = "board"
title = "A board"
story = "A board."
source = "A story."
parameters.givens = { type = "text", help = "the digits", default = "GIVENS" }
"""


@pytest.mark.parametrize(
    ("table", "helpful"),
    [
        # no queens of six stand in a corner; of four queens, the first stands in the second or third column
        ('kind = "queens", size = 6, given = ["r1c1"]', ["without the piece in r1c1"]),
        (
            'kind = "queens", size = 4, forbidden = ["r1c2", "r1c3"]',
            ["with a piece allowed in r1c2", "with a piece allowed in r1c3"],
        ),
        ('kind = "pieces", piece = "rooks", rows = 3, columns = 3, number = 4', ["with only 3 rooks"]),
        (
            'kind = "sudoku", givens = "givens", less = [["r1c1", "r1c2"], ["r1c2", "r1c1"]]',
            [
                "without the inequality sign between r1c1 and r1c2",
                "without the inequality sign between r1c2 and r1c1",
            ],
        ),
    ],
)
def test_relaxations_of_unsolvable_boards_drop_one_condition(table: str, helpful: list[str]) -> None:
    text = BOARD.replace("GIVENS", "." * 16) + f"board = {{ {table} }}"
    answer = explain_unsolvability(parse_puzzle_text(text, "board.toml"), {})
    assert (answer.status, [change.change_text for change in answer.changes]) == ("unsolvable", helpful)


def test_relaxations_of_sudoku_with_diagonals_match_brute_force() -> None:
    givens = "12............2."
    bands = [
        upper + lower
        for upper, lower in itertools.product(map("".join, itertools.permutations("1234")), repeat=2)
        if not {*upper[:2]} & {*lower[:2]}  # so both boxes hold four digits
    ]
    lines = [*(range(column, 16, 4) for column in range(4)), range(0, 16, 5), range(3, 13, 3)]
    grids = [
        grid
        for grid in map("".join, itertools.product(bands, repeat=2))
        if all(len({grid[at] for at in line}) == 4 for line in lines)
    ]

    def has_solution(givens: str) -> bool:
        return any(all(digit in (".", other) for digit, other in zip(givens, grid, strict=True)) for grid in grids)

    text = BOARD.replace("GIVENS", givens) + 'board = { kind = "sudoku", givens = "givens", diagonals = true }'
    answer = explain_unsolvability(parse_puzzle_text(text, "board.toml"), {})
    assert not has_solution(givens)
    assert answer.status == "unsolvable"
    assert [change.change_text for change in answer.changes] == [
        *(
            f"without the {digit} in row {cell // 4 + 1}, column {cell % 4 + 1}"
            for cell, digit in enumerate(givens)
            if digit != "." and has_solution(givens[:cell] + "." + givens[cell + 1 :])
        ),
        "without the rule for the diagonals",
    ]


@pytest.mark.parametrize(
    ("text", "base"), [("A + B = AB", 6), ("AB + CD = AC", 5), ("AA + BB = CAD", 4), ("AB + BA = CDC", 5)]
)
def test_relaxations_of_unsolvable_sums_change_the_base(text: str, base: int) -> None:
    def solvable(base: int, zeros: bool = False) -> bool:
        return bool(solve_word_sum(text, base, zeros))

    answer = explain_unsolvability(load("cryptarithm"), {"sum": text, "base": base})
    assert answer.status == ("solved" if solvable(base) else "unsolvable")
    if answer.status == "solved":
        return
    nearest = [other for distance in (1, 2, 3) for other in (base + distance, base - distance) if other >= 2]
    found = next((other for other in nearest if solvable(other)), None)
    expected = [] if found is None else [f"--base {found}"]
    expected += ["--leading-zeros"] if solvable(base, zeros=True) else []
    assert [change.change_text for change in answer.changes] == expected


# The clues of the catalog's `four-houses` puzzle, in its order.
Houses = Mapping[str, int]
FOUR_HOUSES: dict[str, Callable[[Houses], bool]] = {
    "Ada lives at one end of the row.": lambda at: at["Ada"] in (1, 4),
    "The violin is played directly to the right of the drum.": lambda at: at["violin"] == at["drum"] + 1,
    "The parrot is kept two houses away from the cat.": lambda at: abs(at["cat"] - at["parrot"]) == 2,
    "Ben keeps the dog or the parrot.": lambda at: at["Ben"] in (at["dog"], at["parrot"]),
    "The dog is kept next door to the flute.": lambda at: abs(at["dog"] - at["flute"]) == 1,
    "Where the rabbit is kept, nobody plays the violin.": lambda at: at["rabbit"] != at["violin"],
    "Nobody plays the drum in the first house.": lambda at: at["drum"] != 1,
    "In the first house they keep a cat.": lambda at: at["cat"] == 1,
    "Ben lives somewhere to the left of Cleo.": lambda at: at["Ben"] < at["Cleo"],
    "Dan plays the piano.": lambda at: at["Dan"] == at["piano"],
}
VALUES = (("Ada", "Ben", "Cleo", "Dan"), ("cat", "dog", "parrot", "rabbit"), ("flute", "drum", "violin", "piano"))


def with_a_clue(puzzle: str, clue: str, folder: Path) -> str:
    """Write a catalog puzzle with one more clue and return its path."""
    path = folder / f"{puzzle}.toml"
    path.write_text((domains.FOLDER / "grid" / f"{puzzle}.toml").read_text() + f"\n[[clues]]\n{clue}\n")
    return str(path)


@pytest.mark.parametrize(
    ("value", "house"),
    [("Ada", 1), ("Ada", 2), *draw_cases(itertools.product(("rabbit", "Ben", "piano"), range(1, 5)), 3)],
)
def test_reported_contradictory_clues_form_a_smallest_set(value: str, house: int, tmp_path: Path) -> None:
    more = f"{value} is in house {house}."
    clue = f'clue = "at"\nsays = "{more}"\nvalue = "{value}"\nposition = {house}'
    path = with_a_clue("four-houses", clue, tmp_path)
    clues = {**FOUR_HOUSES, more: lambda at: at[value] == house}
    arrangements = [
        {
            name: position
            for names, order in zip(VALUES, orders, strict=True)
            for name, position in zip(names, order, strict=True)
        }
        for orders in itertools.product(itertools.permutations(range(1, 5)), repeat=3)
    ]
    kept = {frozenset(says for says, holds in clues.items() if holds(at)) for at in arrangements}

    def consistent(chosen: frozenset[str]) -> bool:
        return any(chosen <= those for those in kept)

    every = frozenset(clues)
    answer = explain_unsolvability(load(path), {})
    assert answer.status == ("solved" if consistent(every) else "unsolvable")
    if answer.status == "solved":
        assert answer.conflict == RuleConflict()
        return

    def broken(placed: Mapping[str, str]) -> bool:
        """Return whether every arrangement that extends the placements violates a clue."""
        further = [at for at in arrangements if all(at[name] == int(there[-1]) for name, there in placed.items())]
        return any(not any(map(holds, further)) for holds in clues.values())

    houses = {f"house {number}" for number in range(1, 5)}
    assert find_tree_fault(answer.certificate, {name: houses for names in VALUES for name in names}, broken) == ""
    assert answer.conflict is not None
    found = answer.conflict.rules
    assert answer.conflict.is_minimal
    assert not consistent(frozenset(found))
    assert all(consistent(frozenset(fewer)) for fewer in itertools.combinations(clues, len(found) - 1))
    helpful = [f"without the clue: {says}" for says in found if consistent(every - {says})]
    assert [change.change_text for change in answer.changes] == helpful
    assert f"without the clue: {more}" in helpful


def test_zebra_conflict_includes_the_added_clue(plan: RunCommand, tmp_path: Path) -> None:
    # Life International, 25 March 1963: the Norwegian drinks water, the Japanese owns the zebra.
    path = with_a_clue("zebra", 'clue = "same"\nsays = "He owns it."\nvalues = ["Spaniard", "zebra"]', tmp_path)
    run = plan("why", path)
    assert run.returncode == 10
    assert "- He owns it.\n" in run.stdout
    assert "- The dog belongs to the Spaniard.\n" in run.stdout
    assert re.search(r"without the clue: He owns it\. +25 placements", run.stdout)
    path = with_a_clue("zebra", 'clue = "same"\nvalues = ["Japanese", "zebra"]', tmp_path)
    run = plan("why", path)
    assert (run.returncode, "There is a solution; `plan solve` shows it." in run.stdout) == (0, True)


def test_status_is_unknown_if_max_states_is_reached() -> None:
    answer = explain_unsolvability(load("queens"), {"queens": 12}, max_states=20)
    assert (answer.status, answer.reach.state_count, answer.changes, answer.stops) == ("unknown", 20, (), ())
    assert are_queens_safe(placed(answer))
    assert answer.to_dict()["placements"] is None


@pytest.mark.engines
def test_solver_proves_unsolvable_without_a_nearest_state() -> None:
    """A constraint solver proves a sudoku unsolvable within the state limit, but gives no nearest state.

    In the order of the plan, the proof would take more placements than the limit allows.
    """
    givens = "86.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert not find_filled_grids(givens)
    answer = explain_unsolvability(load("sudoku"), {"givens": givens}, max_states=500)
    assert (answer.status, answer.stops, answer.nearest) == ("unsolvable", (), [])
    assert 0 < answer.reach.state_count < 500
    told = answer.describe(PLAIN)
    assert (
        f"a complete search tried {answer.reach.state_count} placements, and none leads to a solution."
        in told.replace("\n", " ")
    )
    assert "closest to the goal" not in told
    assert (answer.to_dict()["placed"], answer.to_dict()["next_item"]) == (None, None)
    whole = explain_unsolvability(load("sudoku"), {"givens": givens}, max_states=20_000)
    assert whole.reach.state_count > 500
    assert "closest to the goal" in whole.describe(PLAIN)


def test_why_verb_explains_in_text_and_json(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("why", "queens", "--queens", "3")
    assert (run.returncode, run.stderr) == (10, "")
    assert "a complete search tried 5 placements, and none leads to a solution." in run.stdout
    assert "2 of the 3 items are placed" in run.stdout
    assert "--queens 4  4 placements\n" in run.stdout
    run = plan("why", "queens", "--queens", "3", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"], data["placements"]) == (10, "unsolvable", None)
    assert (data["nodes"], data["placed"], data["items"], data["next_item"]) == (5, 2, 3, "row 3")
    assert data["changes"] == [{"change": "--queens 4", "placements": 4}]
    solved = json.loads(plan("why", "send-more-money", "--format", "json").stdout)
    assert (solved["status"], solved["placements"], solved["next_item"]) == ("solved", 8, None)
    assert list(solved) == list(data)
    run = plan("why", "queens", "--queens", "12", "--max-states", "20")
    assert (run.returncode, "Nothing is proven." in run.stdout) == (12, True)


@pytest.mark.parametrize("queens", [2, 3])
def test_queens_certificate_passes_an_independent_checker(queens: int, plan: RunCommand, tmp_path: Path) -> None:
    run = plan("why", "queens", "--queens", str(queens), "--certificate", "proof.json")
    assert run.returncode == 10, run.stderr
    proof = json.loads((tmp_path / "proof.json").read_text())
    columns = {str(column) for column in range(1, queens + 1)}
    rows = [f"row {row}" for row in range(1, queens + 1)]

    def attacked(placed: Mapping[str, str]) -> bool:
        return not are_queens_safe([int(placed[row]) for row in rows if row in placed])

    assert find_tree_fault(proof, dict.fromkeys(rows, columns), attacked) == ""
    assert find_tree_fault(proof, {row: columns - {"2"} for row in rows}, attacked) == "other spots"
    assert find_tree_fault(proof, dict.fromkeys(rows, columns), lambda placed: len(placed) > 2) == "nothing is broken"


@pytest.mark.parametrize("name", [name for name, case in SUDOKUS.items() if not case.solution_count])
def test_sudoku_certificate_passes_an_independent_checker(name: str, plan: RunCommand, tmp_path: Path) -> None:
    givens = SUDOKUS[name].givens
    side = round(len(givens) ** 0.5)
    box = round(side**0.5)
    cells = [(row, column) for row in range(side) for column in range(side)]
    given = {cell: mark for cell, mark in zip(cells, givens, strict=True) if mark != "."}
    groups = [
        *([(row, column) for column in range(side)] for row in range(side)),
        *([(row, column) for row in range(side)] for column in range(side)),
        *(
            [(top + row, left + column) for row in range(box) for column in range(box)]
            for top in range(0, side, box)
            for left in range(0, side, box)
        ),
    ]
    digits = "123456789"[:side]

    def left_for(cell: tuple[int, int], grid: Mapping[tuple[int, int], str]) -> set[str]:
        return set(digits) - {grid.get(other, "") for group in groups if cell in group for other in group}

    def wrong(placed: Mapping[str, str]) -> bool:
        grid = {**given, **{_cell(name): digit for name, digit in placed.items()}}
        for group in groups:
            held = [grid[cell] for cell in group if cell in grid]
            open_to = set(held).union(*(left_for(cell, grid) for cell in group if cell not in grid))
            if len(set(held)) < len(held) or len(open_to) < side:
                return True
        return False

    run = plan("why", "sudoku", "--givens", givens, "--certificate", "proof.json")
    assert run.returncode == 10, run.stderr
    items = {
        f"r{row + 1}c{column + 1}": left_for((row, column), given)
        for row, column in cells
        if (row, column) not in given
    }
    assert find_tree_fault(json.loads((tmp_path / "proof.json").read_text()), items, wrong) == ""


def _cell(name: str) -> tuple[int, int]:
    row, column = name[1:].split("c")
    return int(row) - 1, int(column) - 1


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ("queens --queens 4 --certificate proof.json", "--certificate applies only to unsolvable puzzles; the status of this one is 'solved'"),
        ("zebra --certificate proof.json", "--certificate applies only to unsolvable puzzles"),
        ("queens --queens 0", "queens: found 0, expected 1 to 30"),
        ("queens --queens 3 --max-states 0", "--max-states"),
        ("cryptarithm --sum A", "--sum"),
        ("queens --couples 3", "the puzzle 'queens' has no option '--couples'; did you mean `plan why jealous-couples --couples 3`?"),
    ],
)  # fmt: skip
def test_why_rejects_invalid_arguments_without_writing(
    arguments: str, found: str, plan: RunCommand, tmp_path: Path
) -> None:
    run = plan("why", *arguments.split())
    assert_refused(run, found)
    assert list(tmp_path.iterdir()) == []
