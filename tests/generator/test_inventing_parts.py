"""The parts of which puzzles are invented: each drawn many times and judged by an oracle that shares nothing with it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import arrangements
import invented
import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.arithmetic import inventing as sums
from ferryplan.generator.board.inventing import drafts as boards
from ferryplan.generator.board.inventing import twins as board_twins
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.crossing.inventing import drafts as crossings
from ferryplan.generator.crossing.inventing import twins as crossing_twins
from ferryplan.generator.draws import Draw
from ferryplan.generator.families import instantiate
from ferryplan.generator.grid.inventing import drafts as grids
from ferryplan.generator.inventing import identity, invention
from ferryplan.generator.inventing.identity import signature_of
from ferryplan.generator.inventing.invention import Asked
from ferryplan.generator.inventing.invention import invented as invent
from ferryplan.generator.inventing.wishes import Draft, MissedError, Twin, Wishes, needed, numbers_of_changes, repeats
from ferryplan.generator.isomorphism import Thing, signature
from ferryplan.generator.placing.proving import has_one_solution
from ferryplan.generator.placing.search import Search
from ferryplan.generator.puzzle import load, read
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.retelling import completed


def _first(draft: Callable[[Draw], Draft]) -> Draft:
    """The first draft that meets its wishes."""
    for seed in range(50):
        try:
            return draft(Draw(f"{seed}"))
        except MissedError:
            continue
    raise AssertionError("too few")


# --- boards


def _is_connected(letters: Sequence[str], letter: str, side: int) -> bool:
    """Whether the cells with a letter are one part of the grid, by networkx."""
    cells = [divmod(at, side) for at, here in enumerate(letters) if here == letter]
    return networkx.is_connected(networkx.grid_2d_graph(side, side).subgraph(cells))


@settings(max_examples=40)
@given(st.integers(2, 5).flatmap(lambda side: st.lists(st.sampled_from("AB"), min_size=side**2, max_size=side**2)))
def test_boxes_hang_together_side_by_side(letters: list[str]) -> None:
    """Not at their corners, and not from the end of a row to the beginning of the next."""
    side = round(len(letters) ** 0.5)
    for letter in {*letters}:
        assert boards._hangs_together(letters, letter) == _is_connected(letters, letter, side)


@pytest.mark.parametrize("box", [2, 3])
def test_boxes_of_a_jigsaw_have_equal_size_and_hang_together(box: int) -> None:
    side, drawn = box * box, list[list[str]]()
    for seed in range(60 if box == 2 else 10):
        try:
            drawn.append(boards._jigsaw(Draw(f"{seed}"), box))
        except MissedError:
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
def test_boards_of_queens_are_all_known(size: int) -> None:
    """2, 10, 4 and 40 ways for 4 to 7 queens (OEIS A000170)."""
    assert len({*boards.all_queens(size)}) == len(boards.all_queens(size)) == {4: 2, 5: 10, 6: 4, 7: 40}[size]
    for columns in boards.all_queens(size):
        pairs = itertools.combinations(enumerate(columns), 2)
        assert all(one != other and abs(one - other) != down - row for (row, one), (down, other) in pairs)


def test_no_puzzle_is_invented_where_no_queens_stand() -> None:
    with pytest.raises(MissedError, match="the puzzle had no solution"):
        boards.queens(Draw("1"), Wishes(sizes={"size": range(3, 4)}))


@pytest.mark.parametrize("kind", boards.SQUARES)
def test_only_the_squares_that_are_wished_are_told(kind: str) -> None:
    for seed in range(20):
        try:
            board = boards.queens(Draw(f"{seed}"), Wishes(kinds=(kind,))).puzzle.said()["board"]
        except MissedError:
            continue
        assert board["size"] in (6, 7, 8)
        assert [one for one in boards.SQUARES if one in board] == [kind]
        squares = [tuple(map(int, name[1:].split("c"))) for name in board[kind]]
        ways = [one for one in boards.all_queens(board["size"])
                if all((one[row - 1] == column - 1) == (kind == "given") for row, column in squares)]  # fmt: skip
        assert len(ways) == 1


@settings(max_examples=30)
@given(st.text("12.", min_size=4, max_size=9), st.data())
def test_exchanged_cells_keep_what_stands_on_the_board(text: str, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.sampled_from(range(len(text))), min_size=1, unique=True))
    other = board_twins._exchange_cells(text, cells)
    assert sorted(other) == sorted(text)
    assert all(other[at] == text[at] for at in range(len(text)) if at not in cells)
    assert [other[at] for at in cells] == [text[at] for at in (*cells[-1:], *cells[:-1])]


def test_free_squares_leave_no_solution_and_attack_nothing_that_is_told() -> None:
    """On a board of 6 with one queen given, each square is looked at by hand."""
    size, told = 6, [(0, 1, True)]
    solutions = [one for one in boards.all_queens(size) if one[0] == 1]
    for given_too in (True, False):
        expected = {
            (row, column, given_too)
            for row, column in itertools.product(range(size), repeat=2)
            if row != 0 and column != 1 and abs(row) != abs(column - 1)
            and not any((one[row] == column) == given_too for one in solutions)
        }  # fmt: skip
        assert {*board_twins._free_squares(size, told, given_too, solutions)} == expected
    attacked = {
        (row, column)
        for row, column in itertools.product(range(size), repeat=2)
        if row == 0 or column == 1 or row == abs(column - 1)
    }
    free = board_twins._free_squares(size, [(0, 1, True)], False, [])
    assert {(row, column) for row, column, _ in free} == {*itertools.product(range(size), repeat=2)} - attacked
    beside = board_twins._free_squares(size, [(0, 1, False)], False, [])
    assert {*beside} == {(row, column, False) for row, column in itertools.product(range(size), repeat=2)} - {
        (0, 1, False)
    }


def test_twins_of_queens_that_are_proposed_have_no_solution() -> None:
    puzzle = _first(lambda draw: boards.queens(draw, Wishes(sizes={"size": range(7, 8)}))).puzzle
    proposals = [*itertools.islice(board_twins.propose_queens_twins(Draw("2"), puzzle), 40)]
    assert proposals
    before = [len(puzzle.said()["board"].get(kind, [])) for kind in boards.SQUARES]
    squares = {*board_twins._squares_of(puzzle)}
    gone = {
        square
        for twin in proposals
        if twin.change == "1 square moved"
        for square in squares - {*board_twins._squares_of(twin.puzzle)}
    }
    assert len(gone) > 1, "not always the same square"
    for twin in proposals:
        board = twin.puzzle.said()["board"]
        assert [len(board.get(kind, [])) for kind in boards.SQUARES] == before
        assert not invented.standing(invented.plain(text_of(completed(twin.puzzle)))["board"])


@pytest.mark.parametrize("kinds", [(), ("signs",)])
def test_sudokus_with_needless_digits_have_something_to_fill_in(kinds: tuple[str, ...]) -> None:
    for seed in range(4):
        try:
            draft = boards.sudoku(Draw(f"{seed}"), Wishes(sizes={"box": range(2, 3)}, kinds=kinds, minimal=False))
        except MissedError:
            continue
        data = invented.plain(text_of(completed(draft.puzzle)))
        givens, board = data["parameters"]["givens"]["default"], data["board"]
        assert draft.proven["minimal"] is False
        assert givens.count(".") >= 4
        assert len(invented.fillings(board, givens)) == 1
        fewer = [givens[:at] + "." + givens[at + 1 :] for at, digit in enumerate(givens) if digit != "."]
        assert any(len(invented.fillings(board, one, 2)) == 1 for one in fewer), "some digit could be left out"


def test_squares_that_are_told_are_read_back() -> None:
    told = [(0, 3, True), (2, 5, False), (5, 0, False)]
    assert sorted(board_twins._squares_of(boards.board_of_queens(6, told))) == told


def _count_turned_signs(signs: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> int:
    """Return how many signs stand the other way round; the rest are the same."""
    pairs = [(tuple(one), tuple(other)) for one, other in zip(signs, others, strict=True)]
    assert all(other in (one, one[::-1]) for one, other in pairs)
    return sum(one != other for one, other in pairs)


@pytest.mark.parametrize("kinds", [(), ("signs",)])
def test_twins_of_sudokus_that_are_proposed_change_one_thing_first(kinds: tuple[str, ...]) -> None:
    """Two digits are exchanged, or one sign is turned; later digits move to other cells, too."""
    puzzle = _first(lambda draw: boards.sudoku(draw, Wishes(sizes={"box": range(2, 3)}, kinds=kinds))).puzzle
    text = puzzle.said()["parameters"]["givens"]["default"]
    changes = Counter[str]()
    for number, twin in enumerate(board_twins.propose_sudoku_twins(Draw("1"), puzzle)):
        other = twin.puzzle.said()["parameters"]["givens"]["default"]
        assert sorted(other) == sorted(text)
        if twin.change == "given digits swapped":
            assert [at for at, digit in enumerate(other) if digit != "."] == [
                at for at, digit in enumerate(text) if digit != "."
            ]
        elif twin.change == "given digits moved":
            assert [digit == "." for digit in other] != [digit == "." for digit in text]
        else:
            turned = _count_turned_signs(puzzle.said()["board"]["less"], twin.puzzle.said()["board"]["less"])
            assert (turned, other) == (int(twin.change.split()[0]), text)
        assert number >= 10 or twin.change in ("given digits swapped", "1 sign reversed")
        changes[twin.change.split(" ", 1)[1]] += 1
    assert {"digits swapped", "digits moved"} <= {*changes}
    assert any("reversed" in change for change in changes) == bool(kinds)


# --- grids

JOINED = ("either", "exactly-one", "not-all", "neither", "if-then")


def _hidden(seed: str, numbered: bool) -> grids._Hidden:
    categories = {"category A": ["a1", "a2", "a3", "a4", "a5"], "category B": ["b1", "b2", "b3", "b4", "b5"]}
    return grids._Hidden(Draw(seed), {**categories, "category C": list("12346" if numbered else "vwxyz")})


@pytest.mark.parametrize("kind", grids.CLUES)
def test_clues_that_are_drawn_are_true_of_the_solution(kind: str) -> None:
    """By the meaning that the tests give each kind; of kinds about two values, each is drawn with different ones."""
    drawn = list[dict[str, Any]]()
    for seed in range(60):
        hidden = _hidden(f"{kind} {seed}", numbered=True)
        at = {value: spot + 1 for value, spot in hidden.place.items()}
        clue = grids.CLUES[kind][1](hidden, kind)
        if clue is not None:
            drawn.append(clue)
            whole = invented._whole(clue)
            assert arrangements.keeps(whole, at, [*"12345"], {**hidden.categories})
            assert arrangements.values_of(whole) <= {*at}
            if kind in JOINED[:-1]:
                parts = [arrangements.values_of(invented._whole(part)) for part in clue.get("either") or clue["clues"]]
                assert len(parts) == 2
                assert not parts[0] & parts[1], "no value is in both"
    assert len({repr(one) for one in drawn}) > 5
    assert {one["clue"] for one in drawn} == {kind}


def _truths(parts: Sequence[Any], hidden: grids._Hidden, others: Sequence[Any] = ()) -> set[tuple[bool, ...]]:
    """Which of the parts can be true together, over all arrangements that keep the other clues."""
    orders = itertools.permutations(range(1, hidden.positions + 1))
    spots, wholes = [f"{spot}" for spot in range(1, hidden.positions + 1)], [invented._whole(part) for part in parts]
    arranged = [
        {value: at for values, order in zip(hidden.columns, choice, strict=True) for value, at in zip(values, order, strict=True)}
        for choice in itertools.product([*orders], repeat=len(hidden.columns))
    ]  # fmt: skip
    kept = [
        at
        for at in arranged
        if all(arrangements.keeps(invented._whole(one), at, spots, hidden.categories) for one in others)
    ]
    return {tuple(arrangements.keeps(part, at, spots, hidden.categories) for part in wholes) for at in kept}


@pytest.mark.parametrize("kind", JOINED)
@pytest.mark.parametrize("positions", [2, 3])
def test_parts_of_clues_that_are_drawn_hold_and_fail_independently(positions: int, kind: str) -> None:
    """So that no clue says "If A, then A", and none is true of all arrangements or says no more than one of its parts."""
    categories = {f"category {row}": [f"{row}{at}" for at in range(positions)] for row in "abcd"[: 6 - positions]}
    drawn = 0
    for seed in range(60):
        hidden = grids._Hidden(Draw(f"{seed}"), categories)
        clue = grids.CLUES[kind][1](hidden, kind)
        if clue is not None:
            parts = [*arrangements.parts(invented._whole(clue))]
            assert len(_truths(parts, hidden)) == 4, clue
            drawn += 1
    assert drawn > 5


SAYING = ("at", "not-at", "same", "different")
"""kinds of clues that say that one link between values is true or false"""


@pytest.mark.parametrize(("positions", "categories", "saying"), [(2, 6, SAYING), (3, 3, (*SAYING, "neither"))])
def test_no_clue_says_whether_a_part_of_an_if_then_clue_holds(
    positions: int, categories: int, saying: tuple[str, ...]
) -> None:
    """With two positions, two false clues together say much about others; so such a grid has none that say neither."""
    sizes, pairs = {"positions": range(positions, positions + 1), "categories": range(categories, categories + 1)}, 0
    for seed in range(8):
        wishes = Wishes(sizes=sizes, kinds=("if-then", *saying), minimal=False)
        try:
            draft = grids.drafted(Draw(f"{seed}"), wishes)
        except MissedError:
            continue
        hidden = grids._Hidden(Draw("0"), {one.name: one.values for one in draft.puzzle.categories})
        clues = draft.puzzle.said()["clues"]
        for clue, other in itertools.product(clues, repeat=2):
            if clue["clue"] == "if-then" and other["clue"] in saying:
                pairs += 1
                for part in (clue["condition"], clue["consequence"]):
                    assert len(_truths([part], hidden, [other])) == 2, (clue, other)
    assert pairs > 10


@pytest.mark.parametrize("kind", ["more", "less", "times", "sum", "difference"])
def test_numbers_are_compared_only_where_a_category_has_some(kind: str) -> None:
    assert [grids.CLUES[kind][1](_hidden(f"{seed}", numbered=False), kind) for seed in range(20)] == [None] * 20


def test_values_of_a_grid_have_different_names_and_numbers() -> None:
    numbered = 0
    for seed in range(40):
        made = grids._categories(Draw(f"{seed}"), 5, 4)
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
    assert not any(value.isdigit() for values in grids._categories(Draw("0"), 4, 2).values() for value in values)


SMALL_GRID = {"positions": range(3, 4), "categories": range(2, 3)}


def test_grid_that_no_clues_determine_is_missed() -> None:
    """Which of two values is at an odd position, and which at none, tells the first from the last of three in no way."""
    for seed in range(5):
        with pytest.raises(MissedError, match="the puzzle had several solutions"):
            grids.drafted(Draw(f"{seed}"), Wishes(sizes=SMALL_GRID, kinds=("odd", "even")))


def test_grid_with_needless_clues_has_no_clue_twice() -> None:
    for seed in range(3):
        try:
            draft = grids.drafted(Draw(f"{seed}"), Wishes(sizes=SMALL_GRID, minimal=False))
        except MissedError:
            continue
        clues = draft.puzzle.said()["clues"]
        assert len({repr(one) for one in clues}) == len(clues) > 5
        assert len([*invented.arrangements(invented.plain(text_of(completed(draft.puzzle))))]) == 1
        assert draft.proven["minimal"] is False


def test_twins_of_grids_that_are_proposed_have_clues_of_the_same_shape() -> None:
    """At least one clue is another, as many as is said; no clue is there twice."""
    draft = grids.drafted(Draw("7"), Wishes(sizes={"positions": range(4, 5), "categories": range(3, 4)}))
    clues = draft.puzzle.said()["clues"]
    shapes = [grids._shape(one) for one in clues]
    for twin in itertools.islice(grids.propose_twins(Draw("1"), draft.puzzle), 120):
        changed = twin.puzzle.said()["clues"]
        assert [grids._shape(one) for one in changed] == shapes
        different = sum(one != other for one, other in zip(clues, changed, strict=True))
        assert twin.change == f"{different} clue{'s' * (different > 1)} changed"
        assert different >= 1
        assert len({repr(one) for one in changed}) == len(changed)


# --- sums


@given(st.integers(0, 10_000))
@settings(max_examples=10)
def test_products_are_written_with_a_letter_for_each_digit(seed: int) -> None:
    one, _, other, _, product = sums._product(Draw(f"{seed}")).split()
    assert (len(one), len(other)) == (3, 2)
    assert len(product) in (4, 5)
    ways = invented.digits(f"{one} x {other} = {product}")
    assert ways, "the factors that were drawn"


@settings(max_examples=50)
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=4, unique=True), st.integers(0, 99))
def test_letters_that_are_given_tell_one_solution_and_none_is_needless(drawn: list[tuple[int, ...]], seed: int) -> None:
    found = [dict(zip("ABC", digits, strict=True)) for digits in drawn]
    telling = sums._telling(found, Draw(f"{seed}"))

    def ways(letters: dict[str, int]) -> int:
        return sum(letters.items() <= one.items() for one in found)

    assert ways(telling) == 1
    for letter in telling:
        assert ways({key: digit for key, digit in telling.items() if key != letter}) > 1


def test_letters_given_in_twins_could_be_right() -> None:
    """Each has a digit of its own, and none that begins a word is 0."""
    zeros = 0
    for seed in range(200):
        given_letters = sums._give_letters(Draw(f"{seed}"), "SEND + MORE = MONEY", 3)
        pairs = [one.split(" = ") for one in given_letters]
        assert len({letter for letter, _ in pairs}) == len({digit for _, digit in pairs}) == 3
        assert all(letter in "DEMNORSY" and 0 <= int(digit) <= 9 for letter, digit in pairs)
        zero = [letter for letter, digit in pairs if digit == "0"]
        assert not {*zero} & {*"SM"}
        zeros += len(zero)
    assert 0 < zeros < 60, "seldom, as in sums that are drawn"


def test_as_many_words_are_changed_as_is_said() -> None:
    words = ["SEND", "MORE", "MONEY", "LAMP", "TREE", "HOUSE", "RIVER"]
    for seed in range(40):
        other = sums._with_other_words(Draw(f"{seed}"), "SEND + MORE = MONEY", words, 1)
        pairs = [*zip(["SEND", "+", "MORE", "=", "MONEY"], other.split(), strict=True)]
        assert sum(one != changed for one, changed in pairs) == 1
        assert all(len(one) == len(changed) for one, changed in pairs)
        assert len({*other.split()}) == 5


def test_any_word_may_be_what_is_left() -> None:
    """Of a subtraction of words of two lengths: the longest is the first, the others come in any order."""
    words, left = ["ABC", "DEFG", "HIJKL"], set[str]()
    for seed in range(20):
        total, minus, taken, equals, rest = sums._sum(Draw(f"{seed}"), Wishes(), "minus", words).split()
        assert (total, minus, equals) == ("HIJKL", "-", "=")
        assert {taken, rest} == {"ABC", "DEFG"}
        left.add(rest)
    assert left == {"ABC", "DEFG"}


# --- crossings


@pytest.mark.parametrize("kind", crossings.RULES)
def test_rules_that_are_drawn_name_different_kinds(kind: str) -> None:
    counts = {"alpha": 1, "beta": 2, "gamma": 3, "delta": 1}
    drawn = list[dict[str, Any]]()
    for seed in range(40):
        cast = crossings.Cast(Draw(f"{seed}"), counts, ["alpha", "beta"])
        rule = Draw(f"{seed} make").one(crossings.RULES[kind])(cast)
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


def test_nobody_can_be_outnumbered_without_two_kinds_of_several() -> None:
    cast = crossings.Cast(Draw("1"), {"alpha": 1, "beta": 3, "gamma": 1}, ["alpha"])
    assert crossings.RULES["outnumber"][0](cast) is None
    assert crossings.Cast(Draw("1"), {"alpha": 1}, ["alpha"]).guardian("alpha") is None


@pytest.mark.parametrize("travellers", range(1, 9))
def test_as_many_travel_as_are_drawn_and_some_row(travellers: int) -> None:
    for seed in range(30):
        cast = crossings._cast(Draw(f"{seed}"), travellers)
        assert sum(cast.counts.values()) == travellers
        assert min(cast.counts.values()) >= 1
        assert 1 <= len(cast.rowers) <= max(1, min(3, len(cast.names) - 1))
        assert {*cast.rowers} <= {*cast.names}
        assert [kind.get("count", 1) for kind in cast.kinds()] == [*cast.counts.values()]
        assert [kind["name"] for kind in cast.kinds() if kind.get("rows", True)] == [*cast.rowers]
        assert all(("called" in kind) != ("count" in kind) for kind in cast.kinds()), (
            "one has a name, several are numbered"
        )


def test_some_begin_on_the_other_side_and_stay_or_come() -> None:
    seen = Counter[str]()
    for seed in range(60):
        draw = Draw(f"{seed}")
        made = crossings._without_rules(draw, crossings._cast(draw, 5))
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
"""the wolf, the goat and the cabbage: 7 crossings, 10 states (Alcuin, Propositiones XVIII)"""


def test_fewest_crossings_are_known_only_of_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crossings._least(FARMER) == 7
    monkeypatch.setattr(crossings, "MOST_STATES", 10)
    assert crossings._least(FARMER) == 7
    monkeypatch.setattr(crossings, "MOST_STATES", 9)
    assert crossings._least(FARMER) is None
    assert crossings._least({**FARMER, "boat": {"capacity": 1}}) is None, "the farmer alone"


def test_goal_that_is_seen_before_all_states_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a boat for four the goal is one crossing away, and among the first states that are seen."""
    large = {**FARMER, "boat": {"capacity": 4}}
    assert crossings._least(large) == 1
    monkeypatch.setattr(crossings, "MOST_STATES", 6)
    assert crossings._least(large) is None


def _drafts(number: int, **wishes: Any) -> list[Any]:
    """Crossings that are drawn with some wishes, without those that miss them."""
    found = []
    for seed in range(400):
        try:
            found.append(crossings.drafted(Draw(f"{seed}"), Wishes(solutions=None, **wishes)))
        except MissedError:
            continue
        if len(found) == number:
            return found
    raise AssertionError("too few")


def test_crossings_are_as_long_as_is_wished() -> None:
    for draft in _drafts(3, sizes={"travelers": range(4, 5), "crossings": range(5, 6)}):
        assert draft.proven["crossings"] == 5
        data = invented.plain(text_of(completed(draft.puzzle)))
        assert invented.fewest(data) == 5
        assert len(data["rules"]) >= 2


def test_each_rule_that_is_drawn_makes_the_crossing_longer() -> None:
    """Each after the first, also where rules need not all matter in the end."""
    for draft in _drafts(4, sizes={"travelers": range(4, 5), "crossings": range(3, 10)}, minimal=False):
        data = invented.plain(text_of(completed(draft.puzzle)))
        lengths = [
            invented.fewest({**data, "rules": data["rules"][:number]}) for number in range(len(data["rules"]) + 1)
        ]
        assert all(one is not None for one in lengths)
        assert lengths[1:] == sorted({*lengths[1:]}), lengths
        assert draft.proven["minimal"] is False


def test_identity_of_a_graph_is_that_of_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two crossings that differ beyond what is looked at are not taken for the same."""
    farmer, more = instantiate(load("wolf-goat-cabbage"), {}), instantiate(load("bridge-torch"), {})
    whole = identity.identity_of(farmer)
    assert whole != signature_of(farmer)
    monkeypatch.setattr(identity, "MOST_STATES", 10)
    assert identity.identity_of(farmer) == whole
    monkeypatch.setattr(identity, "MOST_STATES", 9)
    assert identity.identity_of(farmer) == signature_of(farmer) != whole
    assert identity.identity_of(farmer) != identity.identity_of(more)


def test_graph_of_a_crossing_has_no_directions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can only be done one way round is the same as what can be done the other way."""

    def identity_with(links: list[tuple[int, int]]) -> str:
        graph = SimpleNamespace(complete=True, states=range(4), targets=[target for _, target in links],
                                joined=lambda: [(origin, at) for at, (origin, _) in enumerate(links)])  # fmt: skip
        monkeypatch.setattr(identity, "explore_graph", lambda space, most: graph)
        return identity.identity_of(instantiate(load("wolf-goat-cabbage"), {}))

    out = [(0, 1), (0, 2), (0, 3)]
    assert identity_with(out) == identity_with([(target, origin) for origin, target in out])
    assert identity_with(out) == identity_with([(1, 0), (0, 2), (3, 0)])
    assert identity_with(out) != identity_with([(0, 1), (1, 2), (2, 3)])


def test_signatures_count_how_often_a_thing_is_named() -> None:
    """Two links from one node are not one; three links in a row of two and one alone are not three alone."""

    def signed(*links: str) -> str:
        return signature([("link", *(Thing("node", ord(end)) for end in link)) for link in links])

    assert signed("ab", "ac") != signed("ab")
    assert signed("ab", "ac", "de") != signed("ab", "cd", "ef")
    assert signed("ab", "bc", "ca") != signed("ab", "bc", "cd")
    assert signed("ab") != signed("aa")
    assert signature([("a", 1)]) != signature([("a", 2)]) != signature([("a", "2")])


# --- twins


def _several(each: int, most: int) -> crossings.CrossingFile:
    """As many missionaries as cannibals in a boat for so many."""
    kinds = [{"name": name, "count": each, "names": "{{ name }} {{ letter }}"} for name in ("alpha", "beta")]
    rules = [{"rule": "outnumber", "threats": ["alpha"], "others": ["beta"]}]
    return crossings.CrossingFile(**{**FARMER, "kinds": kinds, "rules": rules, "boat": {"capacity": most}})


def test_no_twin_is_called_unsolvable_before_all_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four missionaries and four cannibals cannot cross by twos (Fraley, Cooke and Detrick 1966), which takes many states to see."""
    proposal = Twin(_several(4, 2), "four of each")
    assert invention._find_twin(iter([proposal])) == proposal
    monkeypatch.setattr(invention, "MOST_STATES", 5)
    with pytest.raises(MissedError, match="no unsolvable twin was found"):
        invention._find_twin(iter([proposal]))


def test_no_puzzle_with_a_solution_is_taken_for_a_twin() -> None:
    """Neither are proposals that make no sense, or none at all."""
    puzzle = crossings.CrossingFile(**FARMER)
    with pytest.raises(MissedError, match="no unsolvable twin was found"):
        invention._find_twin(iter([Twin(puzzle, "nothing")] * 3))
    with pytest.raises(MissedError, match="no unsolvable twin was found"):
        invention._find_twin(iter([]))


def test_twin_with_the_longest_search_among_the_first_three_is_taken() -> None:
    """The farmer with a boat for one gets nowhere with 2 states; with a rule that binds himself, with 1; of the fourth nobody asks."""
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

    assert invention._find_twin(proposals()).change in {"1", "2", "3"}
    assert asked == [0, 1, 2, 3]
    assert invention._find_twin(iter([Twin(stuck, "stuck"), Twin(free, "free")])).change == "free"


def test_later_proposals_change_more_and_more() -> None:
    """240 in all: 30 that differ in one part, 30 in two, and so on."""
    assert Counter(numbers_of_changes()) == dict.fromkeys(range(1, 9), 30)
    assert [*numbers_of_changes()] == sorted(numbers_of_changes())


def test_twin_of_a_crossing_keeps_how_many_row() -> None:
    numbers = {"alpha": 1, "beta": 3, "gamma": 2, "delta": 4}
    seen = set[tuple[int, ...]]()
    for seed in range(60):
        exchanged = crossing_twins._exchange_numbers(Draw(f"{seed}"), numbers, ["alpha", "gamma"])
        assert {exchanged["alpha"], exchanged["gamma"]} == {1, 2}
        assert {exchanged["beta"], exchanged["delta"]} == {3, 4}
        seen.add(tuple(exchanged.values()))
    assert len(seen) == 4


def test_other_kind_on_the_other_side_is_as_many() -> None:
    said = {
        "start": {"boat": "start", "everyone": "start", "kinds": {"beta": "goal"}},
        "goal": {"everyone": "goal", "kinds": {"beta": "start"}},
    }
    counts = {"alpha": 1, "beta": 2, "gamma": 2, "delta": 3}
    for seed in range(10):
        cast = crossings.Cast(Draw(f"{seed}"), counts, ["alpha"])
        assert crossing_twins._exchange_ends(cast, said) == {
            "start": {"boat": "start", "everyone": "start", "kinds": {"gamma": "goal"}},
            "goal": {"everyone": "goal", "kinds": {"gamma": "start"}},
        }
    alone = crossings.Cast(Draw("1"), {**counts, "gamma": 1}, ["alpha"])
    assert crossing_twins._exchange_ends(alone, said) == {}
    assert crossing_twins._exchange_ends(alone, {"start": {}, "goal": {}}) == {}


@pytest.mark.parametrize(
    ("threats", "others", "drawn"), [(2, 2, True), (2, 3, True), (3, 2, False), (1, 2, False), (1, 1, False)]
)
def test_twin_has_only_rules_that_are_drawn(threats: int, others: int, drawn: bool) -> None:
    """No invented crossing has more threats than others, or a single one: it would be told by that."""
    cast = crossings.Cast(Draw("1"), {"alpha": threats, "beta": others}, ["alpha"])
    assert (
        crossing_twins._could_be_drawn(cast, {"rule": "outnumber", "threats": ["alpha"], "others": ["beta"]}) is drawn
    )
    assert crossing_twins._could_be_drawn(cast, {"rule": "guard"})


# --- what all are made by


@settings(max_examples=40)
@given(st.lists(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=5), st.integers(0, 99))
def test_parts_that_are_kept_suffice_and_each_is_needed(covers: list[frozenset[int]], seed: int) -> None:
    """Parts do if one of the covers is among them."""
    parts, asked = [*range(6)], list[int]()

    def will_do(some: Sequence[int]) -> bool:
        asked.append(len(some))
        return any(one <= {*some} for one in covers)

    kept = needed(parts, Draw(f"{seed}"), will_do)
    assert {*kept} in covers
    assert kept == sorted(kept)
    for part in kept:
        assert not any(one <= {*kept} - {part} for one in covers)
    assert len(asked) == len(parts)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 4), max_size=6))
def test_what_stands_there_twice_repeats(parts: list[int]) -> None:
    assert repeats(parts) == (len({*parts}) < len(parts))


@pytest.mark.parametrize(
    ("text", "one"), [("SEND + MORE = MONEY", True), ("A + A = B", False), ("A + A = A; A = 1", False)]
)
def test_one_solution_is_neither_none_nor_several(text: str, one: bool) -> None:
    """SEND + MORE = MONEY has one (Dudeney 1924); A + A = B four: 1, 2, 3, 4; 1 + 1 is not 1."""
    data = f'family = "arithmetic"\nname = "sum"\nsum = {{ text = "{text}" }}\n'
    search = Search(instantiate(completed(read(data, "sum")), {}))
    assert has_one_solution(search) is one


def test_difficulty_that_is_wished_is_met_or_missed() -> None:
    puzzle = crossings.CrossingFile(**FARMER)
    graded = Wishes().graded(puzzle, {})
    level = graded.difficulty.level
    assert Wishes(difficulty=level).graded(puzzle, {}).puzzle == puzzle
    for other in {1, 2, 3, 4, 5} - {level}:
        with pytest.raises(MissedError, match="the difficulty was wrong"):
            Wishes(difficulty=other).graded(puzzle, {})


def test_known_puzzles_are_not_invented_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked("queens", "5", "any", Wishes(sizes={"size": range(6, 7)}))
    first = invent(asked, 1)
    assert first.missed.get("the puzzle was not new", 0) == 0
    monkeypatch.setattr(invention, "known_identities", lambda: {first.identity: "known"})
    again = invent(asked, 1)
    assert again.identity != first.identity
    assert again.missed["the puzzle was not new"] == 1
    assert again.tried > first.tried


@pytest.mark.parametrize("kind", ["queens", "grid"])
def test_puzzles_differ_by_seed_and_number_and_not_by_theme(kind: str) -> None:
    sizes = {"size": range(8, 9), "positions": range(3, 4), "categories": range(3, 4)}
    asked = [
        Asked(kind, seed, theme, Wishes(sizes=sizes))
        for seed, theme in (("5", "opera"), ("5", "hospital"), ("6", "opera"))
    ]
    (opera, hospital, other), (second, *_) = ([invent(one, number).identity for one in asked] for number in (1, 2))
    assert opera == hospital
    assert len({opera, other, second}) == 3


def test_drafts_are_counted_and_bounded() -> None:
    """Each draft either misses a wish or is the last; with `after` those before are not drawn again."""
    asked = Asked("grid", "5", "any", Wishes(difficulty=5, sizes={"positions": range(3, 4), "categories": range(2, 3)}))
    found = invent(asked, 1, most=7)
    assert (found.draft, found.puzzle, found.tried) == (None, None, 7)
    assert found.missed.total() == 7
    assert invent(asked, 1, after=4, most=3).tried == 7
    assert invent(asked, 1, most=0).tried == 0
    assert invent(asked, 1, until=0.0).tried == 0
    easy = Asked("queens", "5", "any", Wishes(sizes={"size": range(6, 7)}))
    first = invent(easy, 1)
    assert first.tried == first.missed.total() + 1
    second = invent(easy, 1, after=first.tried)
    assert second.tried > first.tried
    assert second.draft != first.draft


# --- signatures of what differs in more than names


def _board(cells: dict[str, list[str]], size: int = 6) -> str:
    board: dict[str, Any] = {"kind": "queens", "size": size, **cells}
    return signature_of(instantiate(completed(BoardFile(family="board", name="b", board=board)), {}))


def test_boards_that_are_turned_or_mirrored_are_the_same() -> None:
    """The square r1c2 of 6 lies on an orbit of eight squares under the symmetries of the board."""
    orbit = ["r1c2", "r2c1", "r1c5", "r5c1", "r6c2", "r2c6", "r6c5", "r5c6"]
    assert len({_board({"given": [one]}) for one in orbit}) == 1
    assert len({_board({"given": ["r1c2"]}), _board({"given": ["r1c1"]}), _board({"forbidden": ["r1c2"]}),
                _board({"given": ["r1c2"]}, 7), _board({"given": ["r1c3"]})}) == 5  # fmt: skip


def _sudoku(givens: str, **board: Any) -> str:
    return signature_of(instantiate(completed(boards._sudoku(4, dict(enumerate(givens)), board)), {}))


def test_sudokus_with_digits_and_lines_exchanged_are_the_same() -> None:
    """Digits renamed, rows of a band exchanged, bands exchanged: one sudoku; rows of two bands exchanged, a digit more: others."""
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
def test_sums_are_the_same_but_for_letters_and_order(one: str, other: str, same: bool) -> None:
    signatures = [
        signature_of(instantiate(load("cryptarithm"), {"sum": text.partition(";")[0]}))
        if ";" not in text
        else signature_of(
            instantiate(completed(read(f'family = "arithmetic"\nname = "s"\nsum = {{ text = "{text}" }}\n', "s")), {})
        )
        for text in (one, other)
    ]
    assert (signatures[0] == signatures[1]) is same


def test_renamed_crossings_are_the_same_and_others_are_not() -> None:
    """Kinds renamed and in another order; then each part of the puzzle changed, one at a time."""

    def signed(**changes: Any) -> str:
        return signature_of(instantiate(completed(crossings.CrossingFile(**{**FARMER, **changes})), {}))

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


# --- what is drawn


def test_guardians_mostly_row_where_somebody_free_does() -> None:
    """Of two who are free, one rows: he is taken more often than the other; where nobody free rows, any of them."""
    counts = {"alpha": 1, "beta": 1, "gamma": 1}
    among_rowers, among_others = Counter[str | None](), Counter[str | None]()
    for seed in range(200):
        cast = crossings.Cast(Draw(f"{seed}"), counts, ["alpha"])
        among_rowers[cast.guardian("beta")] += 1
        among_others[cast.guardian("alpha")] += 1
    assert among_rowers.keys() == {"alpha", "gamma"}
    assert among_rowers["alpha"] > 2 * among_rowers["gamma"]
    assert among_others.keys() == {"beta", "gamma"}
    assert min(among_others.values()) > 60


def test_second_guardians_are_seldom_and_both_or_one_of_them_is_needed() -> None:
    """With four kinds there may be two who guard, none of them the one who is guarded or the one who threatens."""
    needed_ones, several = Counter[str](), 0
    for seed in range(150):
        rule = crossings.RULES["guard"][0](crossings.Cast(Draw(f"{seed}"), dict.fromkeys("abcd", 1), "ab"))
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
def test_no_crossing_is_longer_than_it_has_situations(travellers: int, situations: int) -> None:
    """With an island, up to six travelers and the boat are at three places: 3^7; more travelers are at two. The start is one of them."""
    sizes = {"travelers": range(1, travellers + 1)}
    assert crossings.impossible({**sizes, "crossings": range(situations - 1, 9999)}) == ""
    says = crossings.impossible({**sizes, "crossings": range(situations, 9999)})
    assert says == (
        f"crossings: found {situations}, expected at most {situations - 1}, "
        f"because a puzzle with {travellers} travelers has only {situations:,} states"
    )


def test_as_many_best_solutions_as_are_wished() -> None:
    """Counted by the oracle, those that differ in names or direction once; some have two."""
    found = Counter[int]()
    for seed in range(40):
        sizes = {"travelers": range(4, 5), "crossings": range(5, 8)}
        try:
            draft = crossings.drafted(Draw(f"{seed}"), Wishes(solutions=2, sizes=sizes))
        except MissedError:
            continue
        classes = invented.classes(invented.plain(text_of(completed(draft.puzzle))))
        assert classes == draft.proven["classes"] <= 2
        found[classes] += 1
    assert found.keys() == {1, 2}


def test_grid_asks_for_a_value_at_one_of_the_first_category() -> None:
    draft = _first(lambda draw: grids.drafted(draw, Wishes(sizes=SMALL_GRID)))
    [question] = draft.puzzle.said()["questions"]
    first, second = (category["values"] for category in draft.puzzle.said()["categories"])
    assert question["value"] in second
    assert question["category"] == draft.puzzle.said()["categories"][0]["name"]
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
    """Three words of the theme, the longest alone on its side, at most a letter longer than the next; products only where they are wished."""
    seen = set[str]()
    for seed in range(130):
        try:
            text = sums.drafted(Draw(f"{seed}"), Wishes(kinds=kinds), WORDS).puzzle.said()["sum"]["text"].split("; ")[0]
        except MissedError:
            continue
        one, sign, other, equals, last = text.split()
        total, parts = (last, (one, other)) if sign == "+" else (one, (other, last))
        assert equals == "="
        assert {total, *parts} <= {*WORDS}
        assert 8 <= len({*total, *one, *other, *last}) <= 10
        assert max(map(len, parts)) <= len(total) <= max(map(len, parts)) + 1
        seen.add(sign)
    assert seen == signs
