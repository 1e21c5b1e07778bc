"""The parts of invented puzzles: each is drawn many times, and an independent oracle checks it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import arrangements
import invented_puzzles
import networkx
import pytest
from budget import scale
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.arithmetic import inventing as sums
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.uniqueness import has_unique_solution
from ferryplan.generator.board.inventing import drafts as boards
from ferryplan.generator.board.inventing import twins as board_twins
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.crossing.inventing import drafts as crossings
from ferryplan.generator.crossing.inventing import twins as crossing_twins
from ferryplan.generator.families import instantiate
from ferryplan.generator.grid.inventing import drafts as grids
from ferryplan.generator.inventing import identity, invention
from ferryplan.generator.inventing.identity import structure_signature
from ferryplan.generator.inventing.invention import InventionRequest
from ferryplan.generator.inventing.invention import make_invention as invent
from ferryplan.generator.inventing.wishes import (
    MissedWishError,
    PuzzleDraft,
    PuzzleWishes,
    Twin,
    has_repeated_parts,
    iterate_change_counts,
    minimize_parts,
)
from ferryplan.generator.isomorphism import AnonymousThing, isomorphism_signature
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import complete_words


def _first(draft: Callable[[SeededRandom], PuzzleDraft]) -> PuzzleDraft:
    """Return the first draft that meets its wishes."""
    for seed in range(50):
        try:
            return draft(SeededRandom(f"{seed}"))
        except MissedWishError:
            continue
    raise AssertionError("too few")


# --- boards


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
    puzzle = _first(lambda draw: boards.draft_queens(draw, PuzzleWishes(sizes={"size": range(7, 8)}))).puzzle
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
    puzzle = _first(
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


# --- grids

JOINED = ("either", "exactly-one", "not-all", "neither", "if-then")


def _hidden(seed: str, numbered: bool) -> grids._HiddenSolution:
    categories = {"category A": ["a1", "a2", "a3", "a4", "a5"], "category B": ["b1", "b2", "b3", "b4", "b5"]}
    return grids._HiddenSolution(
        SeededRandom(seed), {**categories, "category C": list("12346" if numbered else "vwxyz")}
    )


@pytest.mark.parametrize("kind", grids.CLUE_DRAWERS)
def test_randomly_drawn_clues_are_true_in_the_hidden_solution(kind: str) -> None:
    """A drawn clue holds in the hidden solution, by the tests' own meaning of each kind.

    A clue about two values is drawn with different ones.
    """
    drawn = list[dict[str, Any]]()
    for seed in range(60):
        hidden = _hidden(f"{kind} {seed}", numbered=True)
        at = {value: spot + 1 for value, spot in hidden.positions_by_value.items()}
        clue = grids.CLUE_DRAWERS[kind][1](hidden, kind)
        if clue is not None:
            drawn.append(clue)
            whole = invented_puzzles._complete_clue(clue)
            assert arrangements.keeps_clue(whole, at, [*"12345"], {**hidden.categories})
            assert arrangements.find_clue_values(whole) <= {*at}
            if kind in JOINED[:-1]:
                parts = [
                    arrangements.find_clue_values(invented_puzzles._complete_clue(part))
                    for part in clue.get("either") or clue["clues"]
                ]
                assert len(parts) == 2
                assert not parts[0] & parts[1], "no value is in both"
    assert len({repr(one) for one in drawn}) > 5
    assert {one["clue"] for one in drawn} == {kind}


def _truths(parts: Sequence[Any], hidden: grids._HiddenSolution, others: Sequence[Any] = ()) -> set[tuple[bool, ...]]:
    """Return the combinations of truth values that the parts take in the arrangements.

    Only arrangements that satisfy the other clues count.
    """
    orders = itertools.permutations(range(1, hidden.position_count + 1))
    spots, wholes = (
        [f"{spot}" for spot in range(1, hidden.position_count + 1)],
        [invented_puzzles._complete_clue(part) for part in parts],
    )
    arranged = [
        {value: at for values, order in zip(hidden.columns, choice, strict=True) for value, at in zip(values, order, strict=True)}
        for choice in itertools.product([*orders], repeat=len(hidden.columns))
    ]  # fmt: skip
    kept = [
        at
        for at in arranged
        if all(
            arrangements.keeps_clue(invented_puzzles._complete_clue(one), at, spots, hidden.categories)
            for one in others
        )
    ]
    return {tuple(arrangements.keeps_clue(part, at, spots, hidden.categories) for part in wholes) for at in kept}


@pytest.mark.parametrize("kind", JOINED)
@pytest.mark.parametrize("positions", [2, 3])
def test_parts_of_drawn_clues_are_logically_independent(positions: int, kind: str) -> None:
    """The parts of a drawn clue take all four combinations of truth values.

    So no clue says "If A, then A", is always true, or says no more than one of its parts.
    """
    categories = {f"category {row}": [f"{row}{at}" for at in range(positions)] for row in "abcd"[: 6 - positions]}
    drawn = 0
    for seed in range(60):
        hidden = grids._HiddenSolution(SeededRandom(f"{seed}"), categories)
        clue = grids.CLUE_DRAWERS[kind][1](hidden, kind)
        if clue is not None:
            parts = [*arrangements.list_joined_clues(invented_puzzles._complete_clue(clue))]
            assert len(_truths(parts, hidden)) == 4, clue
            drawn += 1
    assert drawn > 5


SAYING = ("at", "not-at", "same", "different")
"""The kinds of clues that state or deny one link between two values."""


@pytest.mark.parametrize(("positions", "categories", "saying"), [(2, 6, SAYING), (3, 3, (*SAYING, "neither"))])
def test_no_clue_decides_parts_of_if_then_clues(positions: int, categories: int, saying: tuple[str, ...]) -> None:
    """No other clue decides whether a part of an if-then clue is true.

    With two positions, the two false parts of a "neither" clue decide much about other clues; so such a grid has no "neither" clues.
    """
    sizes, pairs = {"positions": range(positions, positions + 1), "categories": range(categories, categories + 1)}, 0
    for seed in range(8):
        wishes = PuzzleWishes(sizes=sizes, kinds=("if-then", *saying), minimal=False)
        try:
            draft = grids.draft_grid(SeededRandom(f"{seed}"), wishes)
        except MissedWishError:
            continue
        hidden = grids._HiddenSolution(SeededRandom("0"), {one.name: one.values for one in draft.puzzle.categories})
        clues = draft.puzzle.given_values()["clues"]
        for clue, other in itertools.product(clues, repeat=2):
            if clue["clue"] == "if-then" and other["clue"] in saying:
                pairs += 1
                for part in (clue["condition"], clue["consequence"]):
                    assert len(_truths([part], hidden, [other])) == 2, (clue, other)
    assert pairs > 10


@pytest.mark.parametrize("kind", ["more", "less", "times", "sum", "difference"])
def test_number_clues_need_a_category_of_numbers(kind: str) -> None:
    assert [grids.CLUE_DRAWERS[kind][1](_hidden(f"{seed}", numbered=False), kind) for seed in range(20)] == [None] * 20


def test_values_of_a_grid_have_different_names_and_numbers() -> None:
    numbered = 0
    for seed in range(40):
        made = grids._draw_categories(SeededRandom(f"{seed}"), 5, 4)
        values = [*itertools.chain.from_iterable(made.values())]
        assert [*map(len, made.values())] == [5] * 4
        assert len({*values}) == 20
        numbers = [int(value) for value in [*made.values()][-1] if value.isdigit()]
        numbered += bool(numbers)
        if numbers:
            assert len(numbers) == 5
            assert len({later - one for one, later in itertools.pairwise(numbers)}) == 1, "evenly spaced"
            assert min(numbers) >= 1
    assert 10 <= numbered <= 30, "half of them"
    assert not any(
        value.isdigit() for values in grids._draw_categories(SeededRandom("0"), 4, 2).values() for value in values
    )


SMALL_GRID = {"positions": range(3, 4), "categories": range(2, 3)}


def test_grid_that_no_clues_determine_is_rejected() -> None:
    """Clues about odd and even positions cannot distinguish the first position from the last of three."""
    for seed in range(5):
        with pytest.raises(MissedWishError, match="the puzzle had several solutions"):
            grids.draft_grid(SeededRandom(f"{seed}"), PuzzleWishes(sizes=SMALL_GRID, kinds=("odd", "even")))


def test_grid_with_redundant_clues_has_no_duplicate_clue() -> None:
    for seed in range(3):
        try:
            draft = grids.draft_grid(SeededRandom(f"{seed}"), PuzzleWishes(sizes=SMALL_GRID, minimal=False))
        except MissedWishError:
            continue
        clues = draft.puzzle.given_values()["clues"]
        assert len({repr(one) for one in clues}) == len(clues) > 5
        assert (
            len(
                [
                    *invented_puzzles.find_arrangements(
                        invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
                    )
                ]
            )
            == 1
        )
        assert draft.proven["minimal"] is False


def test_proposed_unsolvable_twins_of_grids_keep_the_shape_of_clues() -> None:
    """A twin of a grid changes as many clues as it states, at least one, and has no clue twice."""
    draft = grids.draft_grid(
        SeededRandom("7"), PuzzleWishes(sizes={"positions": range(4, 5), "categories": range(3, 4)})
    )
    clues = draft.puzzle.given_values()["clues"]
    shapes = [grids._replace_values_by_types(one) for one in clues]
    for twin in itertools.islice(grids.propose_twins(SeededRandom("1"), draft.puzzle), 120):
        changed = twin.puzzle.given_values()["clues"]
        assert [grids._replace_values_by_types(one) for one in changed] == shapes
        different = sum(one != other for one, other in zip(clues, changed, strict=True))
        assert twin.change == f"{different} clue{'s' * (different > 1)} changed"
        assert different >= 1
        assert len({repr(one) for one in changed}) == len(changed)


# --- sums


@given(st.integers(0, 10_000))
@settings(max_examples=scale(6))
def test_drawn_product_uses_a_letter_for_each_digit(seed: int) -> None:
    one, _, other, _, product = sums._draw_product(SeededRandom(f"{seed}")).split()
    assert (len(one), len(other)) == (3, 2)
    assert len(product) in (4, 5)
    ways = invented_puzzles.solve_sum(f"{one} x {other} = {product}")
    assert ways, "the factors that were drawn"


@settings(max_examples=scale(30))
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=4, unique=True), st.integers(0, 99))
def test_given_letters_determine_the_solution_without_redundancy(drawn: list[tuple[int, ...]], seed: int) -> None:
    found = [dict(zip("ABC", digits, strict=True)) for digits in drawn]
    telling = sums._choose_given_letters(found, SeededRandom(f"{seed}"))

    def ways(letters: dict[str, int]) -> int:
        return sum(letters.items() <= one.items() for one in found)

    assert ways(telling) == 1
    for letter in telling:
        assert ways({key: digit for key, digit in telling.items() if key != letter}) > 1


def test_given_letters_of_unsolvable_sum_twins_have_plausible_digits() -> None:
    """The given letters have different digits, and no first letter of a word is 0."""
    zeros = 0
    for seed in range(200):
        given_letters = sums._draw_given_letters(SeededRandom(f"{seed}"), "SEND + MORE = MONEY", 3)
        pairs = [one.split(" = ") for one in given_letters]
        assert len({letter for letter, _ in pairs}) == len({digit for _, digit in pairs}) == 3
        assert all(letter in "DEMNORSY" and 0 <= int(digit) <= 9 for letter, digit in pairs)
        zero = [letter for letter, digit in pairs if digit == "0"]
        assert not {*zero} & {*"SM"}
        zeros += len(zero)
    assert 0 < zeros < 60, "seldom, as in sums that are drawn"


def test_replace_words_changes_exactly_the_requested_number_of_words() -> None:
    words = ["SEND", "MORE", "MONEY", "LAMP", "TREE", "HOUSE", "RIVER"]
    for seed in range(40):
        other = sums._replace_words(SeededRandom(f"{seed}"), "SEND + MORE = MONEY", words, 1)
        pairs = [*zip(["SEND", "+", "MORE", "=", "MONEY"], other.split(), strict=True)]
        assert sum(one != changed for one, changed in pairs) == 1
        assert all(len(one) == len(changed) for one, changed in pairs)
        assert len({*other.split()}) == 5


def test_drawn_subtraction_starts_with_the_longest_word() -> None:
    """In a subtraction the longest word comes first, and the others in any order."""
    words, left = ["ABC", "DEFG", "HIJKL"], set[str]()
    for seed in range(20):
        total, minus, taken, equals, rest = sums._draw_sum(
            SeededRandom(f"{seed}"), PuzzleWishes(), "minus", words
        ).split()
        assert (total, minus, equals) == ("HIJKL", "-", "=")
        assert {taken, rest} == {"ABC", "DEFG"}
        left.add(rest)
    assert left == {"ABC", "DEFG"}


# --- crossings


@pytest.mark.parametrize("kind", crossings.RULE_DRAWERS)
def test_rules_that_are_drawn_name_different_kinds(kind: str) -> None:
    counts = {"alpha": 1, "beta": 2, "gamma": 3, "delta": 1}
    drawn = list[dict[str, Any]]()
    for seed in range(40):
        cast = crossings.DraftTravelers(SeededRandom(f"{seed}"), counts, ["alpha", "beta"])
        rule = SeededRandom(f"{seed} make").choose(crossings.RULE_DRAWERS[kind])(cast)
        assert rule is not None
        drawn.append(rule)
        parts = [rule[key] for key in ("victims", "threats", "guardians", "kinds", "others", "companions", "before", "after")
                 if isinstance(rule.get(key), list)]  # fmt: skip
        named = [*itertools.chain.from_iterable(parts), *filter(None, [rule.get("guardian")])]
        assert len({*named}) == len(named) >= 1
        assert {*named} <= {*counts}
        if kind in ("must-cross-with", "never-cross-with"):
            assert len(named) == 2
        if kind == "outnumber":
            assert [rule["threats"], rule["others"]] == [["beta"], ["gamma"]], "there must be as many others"
        if kind == "never-row-alone":
            assert {*rule["kinds"]} <= {"alpha", "beta"}
        if kind == "at-most":
            assert 1 <= rule["number"] < 3
            assert len(rule["kinds"]) in (2, 3)
    assert {one["rule"] for one in drawn} == {kind}
    assert len({repr(one) for one in drawn}) > (kind != "outnumber")
    if kind in ("first", "last"):
        assert {len(one) for one in drawn} == {2, 3}, "before whom or after whom is said sometimes"


def test_outnumber_rule_needs_two_kinds_of_several_travelers() -> None:
    cast = crossings.DraftTravelers(SeededRandom("1"), {"alpha": 1, "beta": 3, "gamma": 1}, ["alpha"])
    assert crossings.RULE_DRAWERS["outnumber"][0](cast) is None
    assert crossings.DraftTravelers(SeededRandom("1"), {"alpha": 1}, ["alpha"]).draw_guardian("alpha") is None


@pytest.mark.parametrize("travellers", range(1, 9))
def test_drawn_puzzle_has_the_requested_travelers_and_some_rowers(travellers: int) -> None:
    for seed in range(30):
        cast = crossings._draw_travelers(SeededRandom(f"{seed}"), travellers)
        assert sum(cast.counts.values()) == travellers
        assert min(cast.counts.values()) >= 1
        assert 1 <= len(cast.rowers) <= max(1, min(3, len(cast.names) - 1))
        assert {*cast.rowers} <= {*cast.names}
        assert [kind.get("count", 1) for kind in cast.make_kind_tables()] == [*cast.counts.values()]
        assert [kind["name"] for kind in cast.make_kind_tables() if kind.get("rows", True)] == [*cast.rowers]
        assert all(("called" in kind) != ("count" in kind) for kind in cast.make_kind_tables()), (
            "one has a name, several are numbered"
        )


def test_drawn_crossings_sometimes_start_travelers_on_the_other_side() -> None:
    seen = Counter[str]()
    for seed in range(60):
        draw = SeededRandom(f"{seed}")
        made = crossings._draw_puzzle_without_rules(draw, crossings._draw_travelers(draw, 5))
        there, coming = made["start"]["kinds"], made["goal"]["kinds"]
        assert {*coming} <= {*there}
        assert {*there.values()} <= {"goal"}
        assert {*coming.values()} <= {"start"}
        seen["nobody" if not there else "come" if coming else "stay"] += 1
    assert min(seen[what] for what in ("nobody", "come", "stay")) >= 5


FARMER = {
    "family": "crossing", "name": "invented", "places": [{"name": "start"}, {"name": "goal"}],
    "kinds": [{"name": "alpha"}, *({"name": name, "rows": False} for name in ("beta", "gamma", "delta"))],
    "boat": {"capacity": 2},
    "rules": [{"rule": "guard", "victims": ["gamma"], "threats": ["beta"], "guardian": "alpha"},
              {"rule": "guard", "victims": ["delta"], "threats": ["gamma"], "guardian": "alpha"}],
    "start": {"boat": "start", "everyone": "start"}, "goal": {"everyone": "goal"},
}  # fmt: skip
"""The wolf, the goat and the cabbage: 7 crossings, 10 states (Alcuin, Propositiones XVIII)."""


def test_optimum_is_known_only_if_all_states_are_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crossings._find_fewest_crossings(FARMER) == 7
    monkeypatch.setattr(crossings, "MAX_STATES", 10)
    assert crossings._find_fewest_crossings(FARMER) == 7
    monkeypatch.setattr(crossings, "MAX_STATES", 9)
    assert crossings._find_fewest_crossings(FARMER) is None
    assert crossings._find_fewest_crossings({**FARMER, "boat": {"capacity": 1}}) is None, "the farmer alone"


def test_incomplete_exploration_gives_no_optimum_despite_reached_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exploration that stops early gives no optimum.

    In a boat for four the goal is one crossing away, and among the first states of the exploration.
    """
    large = {**FARMER, "boat": {"capacity": 4}}
    assert crossings._find_fewest_crossings(large) == 1
    monkeypatch.setattr(crossings, "MAX_STATES", 6)
    assert crossings._find_fewest_crossings(large) is None


def _drafts(number: int, **wishes: Any) -> list[Any]:
    """Return `number` crossings that are drawn with some wishes, without those that miss them."""
    found = []
    for seed in range(400):
        try:
            found.append(crossings.draw_crossing(SeededRandom(f"{seed}"), PuzzleWishes(solutions=None, **wishes)))
        except MissedWishError:
            continue
        if len(found) == number:
            return found
    raise AssertionError("too few")


def test_drafted_crossings_have_the_requested_length() -> None:
    for draft in _drafts(3, sizes={"travelers": range(4, 5), "crossings": range(5, 6)}):
        assert draft.proven["crossings"] == 5
        data = invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        assert invented_puzzles.count_fewest_crossings(data) == 5
        assert len(data["rules"]) >= 2


def test_each_added_rule_makes_the_optimum_longer() -> None:
    """Each rule after the first makes the optimum longer, also if the wishes allow redundant rules."""
    for draft in _drafts(4, sizes={"travelers": range(4, 5), "crossings": range(3, 10)}, minimal=False):
        data = invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        lengths = [
            invented_puzzles.count_fewest_crossings({**data, "rules": data["rules"][:number]})
            for number in range(len(data["rules"]) + 1)
        ]
        assert all(one is not None for one in lengths)
        assert lengths[1:] == sorted({*lengths[1:]}), lengths
        assert draft.proven["minimal"] is False


def test_identity_uses_the_graph_only_if_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crossing with more states than the limit is identified by its structure, not by a partial graph.

    So crossings that differ only beyond the limit are not taken for equal.
    """
    farmer, more = instantiate(load("wolf-goat-cabbage"), {}), instantiate(load("bridge-torch"), {})
    whole = identity.compute_identity(farmer)
    assert whole != structure_signature(farmer)
    monkeypatch.setattr(identity, "MAX_STATES", 10)
    assert identity.compute_identity(farmer) == whole
    monkeypatch.setattr(identity, "MAX_STATES", 9)
    assert identity.compute_identity(farmer) == structure_signature(farmer) != whole
    assert identity.compute_identity(farmer) != identity.compute_identity(more)


def test_identity_ignores_the_direction_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph with reversed moves has the same identity."""

    def identity_with(links: list[tuple[int, int]]) -> str:
        graph = SimpleNamespace(complete=True, states=range(4), targets=[target for _, target in links],
                                link_entries=lambda: [(origin, at) for at, (origin, _) in enumerate(links)])  # fmt: skip
        monkeypatch.setattr(identity, "explore_graph", lambda space, max_states: graph)
        return identity.compute_identity(instantiate(load("wolf-goat-cabbage"), {}))

    out = [(0, 1), (0, 2), (0, 3)]
    assert identity_with(out) == identity_with([(target, origin) for origin, target in out])
    assert identity_with(out) == identity_with([(1, 0), (0, 2), (3, 0)])
    assert identity_with(out) != identity_with([(0, 1), (1, 2), (2, 3)])


def test_isomorphism_signature_counts_the_links_of_each_node() -> None:
    """Links are counted per node.

    Two links from one node differ from one link, and together with a third link they differ from three separate links.
    """

    def signed(*links: str) -> str:
        return isomorphism_signature([("link", *(AnonymousThing("node", ord(end)) for end in link)) for link in links])

    assert signed("ab", "ac") != signed("ab")
    assert signed("ab", "ac", "de") != signed("ab", "cd", "ef")
    assert signed("ab", "bc", "ca") != signed("ab", "bc", "cd")
    assert signed("ab") != signed("aa")
    assert isomorphism_signature([("a", 1)]) != isomorphism_signature([("a", 2)]) != isomorphism_signature([("a", "2")])


# --- twins


def _several(each: int, most: int) -> crossings.CrossingFile:
    """Return a crossing of `each` missionaries and cannibals in a boat for `most`."""
    kinds = [{"name": name, "count": each, "names": "{{ name }} {{ letter }}"} for name in ("alpha", "beta")]
    rules = [{"rule": "outnumber", "threats": ["alpha"], "others": ["beta"]}]
    return crossings.CrossingFile(**{**FARMER, "kinds": kinds, "rules": rules, "boat": {"capacity": most}})


def test_twin_is_accepted_only_after_complete_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin is accepted only after a complete search shows that it is unsolvable.

    Four missionaries and four cannibals cannot cross in a boat for two (Fraley, Cooke and Detrick 1966), but many states precede this result.
    """
    proposal = Twin(_several(4, 2), "four of each")
    assert invention._find_unsolvable_twin(iter([proposal])) == proposal
    monkeypatch.setattr(invention, "MAX_STATES", 5)
    with pytest.raises(MissedWishError, match="no unsolvable twin was found"):
        invention._find_unsolvable_twin(iter([proposal]))


def test_solvable_proposal_is_never_accepted_as_unsolvable_twin() -> None:
    """Neither solvable proposals nor an empty list yield a twin."""
    puzzle = crossings.CrossingFile(**FARMER)
    with pytest.raises(MissedWishError, match="no unsolvable twin was found"):
        invention._find_unsolvable_twin(iter([Twin(puzzle, "nothing")] * 3))
    with pytest.raises(MissedWishError, match="no unsolvable twin was found"):
        invention._find_unsolvable_twin(iter([]))


def test_unsolvable_twin_with_most_states_of_three_is_chosen() -> None:
    """Of the first three unsolvable proposals, the twin with the most states is chosen.

    With a boat for one and no rules, the farmer reaches 2 states; with a rule that forbids him to leave, 1 state. The fourth unsolvable
    proposal is never requested.
    """
    stuck = crossings.CrossingFile(**{**FARMER, "boat": {"capacity": 1}})
    further = crossings.CrossingFile(**{**FARMER, "boat": {"capacity": 1}, "rules": FARMER["rules"][:1]})
    free = crossings.CrossingFile(**{**FARMER, "boat": {"capacity": 1}, "rules": []})
    solvable = crossings.CrossingFile(**FARMER)
    given_order = [solvable, stuck, further, stuck, free]
    asked = list[int]()

    def proposals() -> Any:
        for number, one in enumerate(given_order):
            asked.append(number)
            yield Twin(one, f"{number}")

    assert invention._find_unsolvable_twin(proposals()).change in {"1", "2", "3"}
    assert asked == [0, 1, 2, 3]
    assert invention._find_unsolvable_twin(iter([Twin(stuck, "stuck"), Twin(free, "free")])).change == "free"


def test_later_proposed_twins_change_more_parts() -> None:
    """The 240 proposals change one to eight parts, 30 proposals each."""
    assert Counter(iterate_change_counts()) == dict.fromkeys(range(1, 9), 30)
    assert [*iterate_change_counts()] == sorted(iterate_change_counts())


def test_twin_of_crossing_keeps_the_number_of_rowers() -> None:
    numbers = {"alpha": 1, "beta": 3, "gamma": 2, "delta": 4}
    seen = set[tuple[int, ...]]()
    for seed in range(60):
        exchanged = crossing_twins._exchange_kind_sizes(SeededRandom(f"{seed}"), numbers, ["alpha", "gamma"])
        assert {exchanged["alpha"], exchanged["gamma"]} == {1, 2}
        assert {exchanged["beta"], exchanged["delta"]} == {3, 4}
        seen.add(tuple(exchanged.values()))
    assert len(seen) == 4


def test_kind_on_far_side_is_exchanged_only_for_one_of_equal_count() -> None:
    said = {
        "start": {"boat": "start", "everyone": "start", "kinds": {"beta": "goal"}},
        "goal": {"everyone": "goal", "kinds": {"beta": "start"}},
    }
    counts = {"alpha": 1, "beta": 2, "gamma": 2, "delta": 3}
    for seed in range(10):
        cast = crossings.DraftTravelers(SeededRandom(f"{seed}"), counts, ["alpha"])
        assert crossing_twins._exchange_far_side_kind(cast, said) == {
            "start": {"boat": "start", "everyone": "start", "kinds": {"gamma": "goal"}},
            "goal": {"everyone": "goal", "kinds": {"gamma": "start"}},
        }
    alone = crossings.DraftTravelers(SeededRandom("1"), {**counts, "gamma": 1}, ["alpha"])
    assert crossing_twins._exchange_far_side_kind(alone, said) == {}
    assert crossing_twins._exchange_far_side_kind(alone, {"start": {}, "goal": {}}) == {}


@pytest.mark.parametrize(
    ("threats", "others", "drawn"), [(2, 2, True), (2, 3, True), (3, 2, False), (1, 2, False), (1, 1, False)]
)
def test_unsolvable_twins_contain_only_rules_that_random_puzzles_may_have(
    threats: int, others: int, drawn: bool
) -> None:
    """An outnumber rule with more threats than others, or with one threat, is not proposed.

    No invented crossing has such a rule, so it would reveal the twin.
    """
    cast = crossings.DraftTravelers(SeededRandom("1"), {"alpha": threats, "beta": others}, ["alpha"])
    assert (
        crossing_twins._can_occur_in_drafts(cast, {"rule": "outnumber", "threats": ["alpha"], "others": ["beta"]})
        is drawn
    )
    assert crossing_twins._can_occur_in_drafts(cast, {"rule": "guard"})


# --- common parts


@settings(max_examples=scale(30))
@given(st.lists(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=5), st.integers(0, 99))
def test_minimized_parts_suffice_and_each_is_needed(covers: list[frozenset[int]], seed: int) -> None:
    """A minimized selection suffices, and each of its parts is needed.

    A selection suffices if it contains one of the covers.
    """
    parts, asked = [*range(6)], list[int]()

    def will_do(some: Sequence[int]) -> bool:
        asked.append(len(some))
        return any(one <= {*some} for one in covers)

    kept = minimize_parts(parts, SeededRandom(f"{seed}"), will_do)
    assert {*kept} in covers
    assert kept == sorted(kept)
    for part in kept:
        assert not any(one <= {*kept} - {part} for one in covers)
    assert len(asked) == len(parts)


@settings(max_examples=scale(30))
@given(st.lists(st.integers(0, 4), max_size=6))
def test_has_repeats_detects_duplicate_parts(parts: list[int]) -> None:
    assert has_repeated_parts(parts) == (len({*parts}) < len(parts))


@pytest.mark.parametrize(
    ("text", "one"), [("SEND + MORE = MONEY", True), ("A + A = B", False), ("A + A = A; A = 1", False)]
)
def test_has_one_solution_is_true_only_for_exactly_one(text: str, one: bool) -> None:
    """SEND + MORE = MONEY has one solution (Dudeney 1924).

    A + A = B has four (A from 1 to 4), and A + A = A with A = 1 has no solution.
    """
    data = f'family = "arithmetic"\nname = "sum"\nsum = {{ text = "{text}" }}\n'
    search = AssignmentSearch(instantiate(complete_words(parse_puzzle_text(data, "sum")), {}))
    assert has_unique_solution(search) is one


def test_draft_of_another_difficulty_is_rejected() -> None:
    puzzle = crossings.CrossingFile(**FARMER)
    graded = PuzzleWishes().make_draft(puzzle, {})
    level = graded.difficulty.level
    assert PuzzleWishes(difficulty=level).make_draft(puzzle, {}).puzzle == puzzle
    for other in {1, 2, 3, 4, 5} - {level}:
        with pytest.raises(MissedWishError, match="the difficulty was wrong"):
            PuzzleWishes(difficulty=other).make_draft(puzzle, {})


def test_known_puzzles_are_not_invented_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = InventionRequest("queens", "5", "any", PuzzleWishes(sizes={"size": range(6, 7)}))
    first = invent(asked, 1)
    assert first.missed_wishes.get("the puzzle was not new", 0) == 0
    monkeypatch.setattr(invention, "load_known_identities", lambda: {first.identity: "known"})
    again = invent(asked, 1)
    assert again.identity != first.identity
    assert again.missed_wishes["the puzzle was not new"] == 1
    assert again.drafts_tried > first.drafts_tried


@pytest.mark.parametrize("kind", ["queens", "grid"])
def test_puzzles_differ_by_seed_and_number_and_not_by_theme(kind: str) -> None:
    sizes = {"size": range(8, 9), "positions": range(3, 4), "categories": range(3, 4)}
    asked = [
        InventionRequest(kind, seed, theme, PuzzleWishes(sizes=sizes))
        for seed, theme in (("5", "opera"), ("5", "hospital"), ("6", "opera"))
    ]
    (opera, hospital, other), (second, *_) = ([invent(one, number).identity for one in asked] for number in (1, 2))
    assert opera == hospital
    assert len({opera, other, second}) == 3


def test_invent_counts_drafts_and_stops_at_max_drafts() -> None:
    """Each draft misses a wish or is the last one; `drafts_before` skips earlier drafts."""
    asked = InventionRequest(
        "grid", "5", "any", PuzzleWishes(difficulty=5, sizes={"positions": range(3, 4), "categories": range(2, 3)})
    )
    found = invent(asked, 1, max_drafts=7)
    assert (found.draft, found.puzzle, found.drafts_tried) == (None, None, 7)
    assert found.missed_wishes.total() == 7
    assert invent(asked, 1, drafts_before=4, max_drafts=3).drafts_tried == 7
    assert invent(asked, 1, max_drafts=0).drafts_tried == 0
    assert invent(asked, 1, deadline=0.0).drafts_tried == 0
    easy = InventionRequest("queens", "5", "any", PuzzleWishes(sizes={"size": range(6, 7)}))
    first = invent(easy, 1)
    assert first.drafts_tried == first.missed_wishes.total() + 1
    second = invent(easy, 1, drafts_before=first.drafts_tried)
    assert second.drafts_tried > first.drafts_tried
    assert second.draft != first.draft


# --- signatures of puzzles that differ in more than names


def _board(cells: dict[str, list[str]], size: int = 6) -> str:
    board: dict[str, Any] = {"kind": "queens", "size": size, **cells}
    return structure_signature(instantiate(complete_words(BoardFile(family="board", name="b", board=board)), {}))


def test_rotated_and_mirrored_boards_have_the_same_signature() -> None:
    """The square r1c2 of 6 lies on an orbit of eight squares under the symmetries of the board."""
    orbit = ["r1c2", "r2c1", "r1c5", "r5c1", "r6c2", "r2c6", "r6c5", "r5c6"]
    assert len({_board({"given": [one]}) for one in orbit}) == 1
    assert len({_board({"given": ["r1c2"]}), _board({"given": ["r1c1"]}), _board({"forbidden": ["r1c2"]}),
                _board({"given": ["r1c2"]}, 7), _board({"given": ["r1c3"]})}) == 5  # fmt: skip


def _sudoku(givens: str, **board: Any) -> str:
    return structure_signature(
        instantiate(complete_words(boards._make_sudoku_file(4, dict(enumerate(givens)), board)), {})
    )


def test_sudoku_signature_ignores_digit_names_and_line_order() -> None:
    """Renamed digits, exchanged rows of a band and exchanged bands keep the signature of a sudoku.

    Exchanged rows of different bands, another digit, diagonals and signs change it.
    """
    plain = "12.. 3... .... ...4".replace(" ", "")
    rows = [plain[at : at + 4] for at in range(0, 16, 4)]
    assert _sudoku(plain) == _sudoku(plain.translate(str.maketrans("1234", "4312")))
    assert _sudoku(plain) == _sudoku("".join([rows[1], rows[0], rows[2], rows[3]]))
    assert _sudoku(plain) == _sudoku("".join([rows[2], rows[3], rows[0], rows[1]]))
    assert _sudoku(plain) != _sudoku("".join([rows[2], rows[1], rows[0], rows[3]]))
    assert _sudoku(plain) != _sudoku(plain[:-1] + "3")
    assert _sudoku(plain) != _sudoku(plain, diagonals=True)
    assert _sudoku(plain, diagonals=True) == _sudoku("".join(row[::-1] for row in rows), diagonals=True)
    assert _sudoku(plain, diagonals=True) != _sudoku("".join([rows[1], rows[0], rows[2], rows[3]]), diagonals=True)
    signs = [["r1c3", "r1c4"], ["r3c1", "r4c1"]]
    assert len({_sudoku(plain, less=[one]) for one in (signs[0], signs[0][::-1], signs[1])} | {_sudoku(plain)}) == 4


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("SEND + MORE = MONEY", "MORE + SEND = MONEY", True),
        ("SEND + MORE = MONEY", "ABCD + EFGB = EFCBH", True),
        ("SEND + MORE = MONEY", "MONEY - SEND = MORE", True),
        ("SEND + MORE = MONEY", "SEND + MORE = MONEN", False),
        ("SEND + MORE = MONEY", "SEND + MORE = MONEY; D = 7", False),
        ("SEND + MORE = MONEY; D = 7", "SEND + MORE = MONEY; D = 6", False),
        ("SEND + MORE = MONEY; D = 7", "SEND + MORE = MONEY; Y = 7", False),
        ("AB x C = DE", "AB + C = DE", False),
    ],
)
def test_sum_signature_ignores_letters_and_order(one: str, other: str, same: bool) -> None:
    signatures = [
        structure_signature(instantiate(load("cryptarithm"), {"sum": text.partition(";")[0]}))
        if ";" not in text
        else structure_signature(
            instantiate(
                complete_words(
                    parse_puzzle_text(f'family = "arithmetic"\nname = "s"\nsum = {{ text = "{text}" }}\n', "s")
                ),
                {},
            )
        )
        for text in (one, other)
    ]
    assert (signatures[0] == signatures[1]) is same


def test_crossing_signature_ignores_only_names_and_order() -> None:
    """Renamed and reordered kinds keep the signature; any changed part of the puzzle changes it."""

    def signed(**changes: Any) -> str:
        return structure_signature(instantiate(complete_words(crossings.CrossingFile(**{**FARMER, **changes})), {}))

    names = dict(zip(("alpha", "beta", "gamma", "delta"), ("delta", "gamma", "beta", "alpha"), strict=True))

    def rename(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: rename(one) for key, one in value.items()}
        return [*map(rename, value)] if isinstance(value, list) else names.get(value, value)

    kinds = rename(FARMER["kinds"])
    random.Random(1).shuffle(kinds)
    assert signed() == signed(kinds=kinds, rules=rename(FARMER["rules"])[::-1])
    others = [
        signed(boat={"capacity": 3}),
        signed(rules=FARMER["rules"][:1]),
        signed(kinds=[*FARMER["kinds"][:3], {"name": "delta"}]),
        signed(goal={"everyone": "goal", "kinds": {"delta": "start"}}),
        signed(start={"boat": "start", "everyone": "start", "kinds": {"delta": "goal"}}),
        signed(goal={"everyone": "goal", "boat": "start"}),
        signed(places=[{"name": "start"}, {"name": "island"}, {"name": "goal"}]),
        signed(rules=[*FARMER["rules"], {"rule": "deadline", "kinds": ["delta"], "place": "start", "crossings": 3}]),
        signed(rules=[*FARMER["rules"], {"rule": "deadline", "kinds": ["delta"], "place": "start", "crossings": 4}]),
    ]
    assert len({signed(), *others}) == 1 + len(others)


# --- distribution of drawn parts


def test_drawn_guardians_are_mostly_rowers() -> None:
    """A free guardian who rows is drawn more often than one who does not.

    If no free traveler rows, each is drawn about equally often.
    """
    counts = {"alpha": 1, "beta": 1, "gamma": 1}
    among_rowers, among_others = Counter[str | None](), Counter[str | None]()
    for seed in range(200):
        cast = crossings.DraftTravelers(SeededRandom(f"{seed}"), counts, ["alpha"])
        among_rowers[cast.draw_guardian("beta")] += 1
        among_others[cast.draw_guardian("alpha")] += 1
    assert among_rowers.keys() == {"alpha", "gamma"}
    assert among_rowers["alpha"] > 2 * among_rowers["gamma"]
    assert among_others.keys() == {"beta", "gamma"}
    assert min(among_others.values()) > 60


def test_second_guardian_is_seldom_drawn() -> None:
    """With four kinds there may be two guardians, and they are neither victims nor threats."""
    needed_ones, several = Counter[str](), 0
    for seed in range(150):
        rule = crossings.RULE_DRAWERS["guard"][0](
            crossings.DraftTravelers(SeededRandom(f"{seed}"), dict.fromkeys("abcd", 1), "ab")
        )
        assert rule is not None
        guardians = rule.get("guardians", [rule.get("guardian")])
        assert {*rule["victims"], *rule["threats"], *guardians} <= {*"abcd"}
        assert len({*rule["victims"], *rule["threats"], *guardians}) == 2 + len(guardians)
        if "guardians" in rule:
            several += 1
            needed_ones[rule["needed"]] += 1
    assert 0 < several < 75
    assert needed_ones.keys() == {"any", "all"}


@pytest.mark.parametrize(("travellers", "situations"), [(2, 27), (6, 2187), (7, 2187), (12, 8192)])
def test_requested_length_beyond_number_of_states_is_rejected(travellers: int, situations: int) -> None:
    """A puzzle has no more crossings than states.

    With an island, up to six travelers and the boat are at three places: 3^7 states. More travelers are at two places. The start is one of
    the states.
    """
    sizes = {"travelers": range(1, travellers + 1)}
    assert crossings.explain_impossible_sizes({**sizes, "crossings": range(situations - 1, 9999)}) == ""
    says = crossings.explain_impossible_sizes({**sizes, "crossings": range(situations, 9999)})
    assert says == (
        f"crossings: found {situations}, expected at most {situations - 1}, "
        f"because a puzzle with {travellers} travelers has only {situations:,} states"
    )


def test_drafted_crossings_have_at_most_the_requested_solutions() -> None:
    """The oracle counts at most the requested number of solutions, up to names and direction.

    Some drafts have two solutions.
    """
    found = Counter[int]()
    for seed in range(40):
        sizes = {"travelers": range(4, 5), "crossings": range(5, 8)}
        try:
            draft = crossings.draw_crossing(SeededRandom(f"{seed}"), PuzzleWishes(solutions=2, sizes=sizes))
        except MissedWishError:
            continue
        classes = invented_puzzles.count_solution_classes(
            invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        )
        assert classes == draft.proven["classes"] <= 2
        found[classes] += 1
    assert found.keys() == {1, 2}


def test_grid_question_asks_for_a_first_category_value() -> None:
    draft = _first(lambda draw: grids.draft_grid(draw, PuzzleWishes(sizes=SMALL_GRID)))
    [question] = draft.puzzle.given_values()["questions"]
    first, second = (category["values"] for category in draft.puzzle.given_values()["categories"])
    assert question["value"] in second
    assert question["category"] == draft.puzzle.given_values()["categories"][0]["name"]
    assert not {*first} & {*second}


WORDS = [
    "SEND",
    "MORE",
    "MONEY",
    "CROSS",
    "ROADS",
    "DANGER",
    "TWO",
    "FOUR",
    "BASE",
    "BALL",
    "GAMES",
    "TEA",
    "LETS",
    "WAVE",
]


@pytest.mark.parametrize(("kinds", "signs"), [((), {"+", "-"}), (("plus",), {"+"}), (("minus",), {"-"})])
def test_sums_that_are_drawn_have_eight_to_ten_letters(kinds: tuple[str, ...], signs: set[str]) -> None:
    """A drawn sum has three words of the theme and eight to ten letters.

    The longest word is alone on its side, and at most a letter longer than the next. Products are drawn only if the wishes name them.
    """
    seen = Counter[str]()
    for seed in range(130):
        if seen.total() >= 3 and seen.keys() == signs:
            break
        try:
            text = (
                sums.draft_sum(SeededRandom(f"{seed}"), PuzzleWishes(kinds=kinds), WORDS)
                .puzzle.given_values()["sum"]["text"]
                .split("; ")[0]
            )
        except MissedWishError:
            continue
        one, sign, other, equals, last = text.split()
        total, parts = (last, (one, other)) if sign == "+" else (one, (other, last))
        assert equals == "="
        assert {total, *parts} <= {*WORDS}
        assert 8 <= len({*total, *one, *other, *last}) <= 10
        assert max(map(len, parts)) <= len(total) <= max(map(len, parts)) + 1
        seen[sign] += 1
    assert seen.keys() == signs
