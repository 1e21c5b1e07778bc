"""Invented puzzles: new, solvable, with one solution and no redundant part, by brute force."""

from __future__ import annotations

import functools
import itertools
import random
import re
import tomllib
from typing import Any

import invented_puzzles
import pytest
from budget import scale

from ferryplan import domains
from ferryplan.generator.crossing.inventing.drafts import _count_solution_classes, explain_impossible_sizes
from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.inventing import invention
from ferryplan.generator.inventing.identity import compute_identity, structure_signature
from ferryplan.generator.inventing.invention import Invention, InventionRequest
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.inventing.wishes import PuzzleDraft, PuzzleWishes
from ferryplan.generator.isomorphism import AnonymousThing, isomorphism_signature
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.theming import complete_words


def _made(kind: str, seed: int, number: int, **wishes: Any) -> list[tuple[Invention, dict[str, Any]]]:
    asked = InventionRequest(kind, f"{seed}", "opera", PuzzleWishes(**wishes))
    made = (invention.make_invention(asked, each) for each in range(1, number + 1))
    return [(one, invented_puzzles.parse_puzzle(_text(one))) for one in made]


SMALL: dict[str, dict[str, Any]] = {
    "grid": {"sizes": {"positions": range(4, 5), "categories": range(3, 4)}},
    "sudoku": {"sizes": {"box": range(2, 3)}},
    "crossing": {"sizes": {"travelers": range(4, 6)}},
}
"""Wishes for small puzzles of the kinds that otherwise take long to invent."""


@functools.cache
def _made_small(kind: str) -> list[tuple[Invention, dict[str, Any]]]:
    return _made(kind, 4, 2, **SMALL.get(kind, {}))


def _text(one: Invention) -> str:
    assert one.puzzle is not None
    return format_puzzle(one.puzzle)


def _draft(one: Invention) -> PuzzleDraft:
    assert one.draft is not None
    return one.draft


@pytest.mark.parametrize("seed", range(scale(2)))
def test_invented_crossings_have_true_optimum_and_no_redundant_rule(seed: int) -> None:
    for one, data in _made("crossing", seed, 2, **SMALL["crossing"]):
        proven = _draft(one).proven
        assert proven["status"] == "optimal"
        assert invented_puzzles.count_fewest_crossings(data) == proven["crossings"] in range(7, 16)
        assert invented_puzzles.count_solution_classes(data) == proven["classes"] == 1
        assert len(data["rules"]) >= 2
        for number in range(len(data["rules"])):
            shorter = invented_puzzles.count_fewest_crossings(invented_puzzles.remove_part(data, "rules", number))
            assert shorter is not None
            assert shorter < proven["crossings"]


@pytest.mark.parametrize("seed", range(scale(2)))
def test_invented_grids_have_one_solution_and_no_redundant_clue(seed: int) -> None:
    for _, data in _made("grid", seed, 2, **SMALL["grid"]):
        assert len([*invented_puzzles.find_arrangements(data)]) == 1
        for number in range(len(data["clues"])):
            fewer = invented_puzzles.find_arrangements(invented_puzzles.remove_part(data, "clues", number))
            assert len([*itertools.islice(fewer, 2)]) == 2


def test_invented_sums_have_one_solution_and_no_redundant_letter() -> None:
    for kind, number in (("plus", 2), ("minus", 2), ("times", 1)):
        for one, data in _made("arithmetic", 8, number, kinds=(kind,)):
            text = data["sum"]["text"]
            assert len(invented_puzzles.solve_sum(text)) == 1, one.puzzle
            first, *given = text.split("; ")
            for number in range(len(given)):
                fewer = "; ".join([first, *given[:number], *given[number + 1 :]])
                assert len(invented_puzzles.solve_sum(fewer)) > 1


@pytest.mark.parametrize("kinds", [(), ("jigsaw",), ("diagonals",), ("signs",), ("jigsaw", "signs", "diagonals")])
def test_invented_sudokus_have_one_solution_and_no_redundant_digit(kinds: tuple[str, ...]) -> None:
    for _, data in _made("sudoku", 9, 2, sizes={"box": range(2, 3)}, kinds=kinds):
        givens, board = data["parameters"]["givens"]["default"], data["board"]
        assert ("boxes" in board, "diagonals" in board) == ("jigsaw" in kinds, "diagonals" in kinds)
        assert ("less" in board) == ("signs" in kinds)
        if "jigsaw" in kinds:
            side = round(len(givens) ** 0.5)
            lines = [board["boxes"][side * at : side * (at + 1)] for at in range(side)] + [
                board["boxes"][at::side] for at in range(side)
            ]
            assert all(len({*line}) > 1 for line in lines)
        assert len(invented_puzzles.solve_sudoku(board, givens)) == 1
        for at, digit in enumerate(givens):
            if digit != ".":
                assert len(invented_puzzles.solve_sudoku(board, givens[:at] + "." + givens[at + 1 :])) > 1
        signs = board.get("less", [])
        for sign in signs:
            assert (
                len(invented_puzzles.solve_sudoku({**board, "less": [one for one in signs if one != sign]}, givens)) > 1
            )


def test_invented_queens_boards_have_one_solution_and_no_redundant_square() -> None:
    for _, data in _made("queens", 10, 3, sizes={"size": range(5, 8)}):
        board = data["board"]
        assert len(invented_puzzles.solve_queens(board)) == 1
        for kind in ("given", "forbidden"):
            for square in board.get(kind, []):
                fewer = [one for one in board[kind] if one != square]
                assert len(invented_puzzles.solve_queens({**board, kind: fewer})) > 1


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_the_same_seed_makes_the_same_files(kind: str) -> None:
    first = [_text(one) for one, _ in _made_small(kind)]
    again, other = (
        [_text(one) for one, _ in _made(kind, seed, number, **SMALL.get(kind, {}))] for seed, number in ((4, 2), (2, 1))
    )
    assert first == again
    assert first[0] != first[1]
    assert not {*first} & {*other}


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_printed_invented_puzzle_equals_the_verified_draft(kind: str) -> None:
    for one, _ in _made_small(kind):
        draft = complete_words(_draft(one).puzzle)
        assert one.identity == compute_identity(instantiate(draft, {}))
        assert one.identity == compute_identity(instantiate(parse_puzzle_text(_text(one), "told.toml"), {}))
        assert structure_signature(instantiate(draft, {})) == structure_signature(
            instantiate(parse_puzzle_text(_text(one), "told.toml"), {})
        )


def test_invented_crossings_satisfy_the_requested_properties() -> None:
    sizes = {"travelers": range(4, 6), "crossings": range(7, 8)}
    for one, data in _made(
        "crossing", 5, 2, difficulty=3, sizes=sizes, kinds=("guard", "never-row-alone"), solutions=2
    ):
        assert _draft(one).difficulty.level == 3
        assert _draft(one).proven["crossings"] == 7
        assert {rule["rule"] for rule in data["rules"]} <= {"guard", "never-row-alone"}
        assert sum(kind.get("count", 1) for kind in data["kinds"]) in (4, 5)


def test_invented_crossings_differ_by_more_than_names() -> None:
    assert len({one.identity for one, _ in _made("crossing", 6, 3, **SMALL["crossing"])}) == 3
    known = instantiate(load("wolf-goat-cabbage"), {})
    retold = instantiate(load("fox-goose-beans"), {})
    assert structure_signature(known) == structure_signature(retold)


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_signature_depends_on_every_part_of_the_puzzle(kind: str) -> None:
    """Without a rule, clue, given letter, digit or square, the signature differs."""
    for one, data in _made_small(kind) if kind != "sudoku" else _made(kind, 11, 2, **SMALL[kind], kinds=("signs",)):
        parts = (
            [*invented_puzzles.remove_each_part(data)]
            if kind != "crossing"
            else [
                (rule, invented_puzzles.remove_part(data, "rules", number)) for number, rule in enumerate(data["rules"])
            ]
        )
        assert parts or kind == "arithmetic"
        for part, fewer in parts:
            puzzle = _draft(one).puzzle
            file = type(puzzle)(
                **{**data, **fewer, "parameters": {**data.get("parameters", {}), **_whole(data, fewer)}}
            )
            assert structure_signature(instantiate(complete_words(file), {})) != structure_signature(
                instantiate(complete_words(puzzle), {})
            ), part


def _whole(data: dict[str, Any], fewer: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a puzzle with one part less."""
    return {key: {**spec, **fewer["parameters"][key]} for key, spec in data.get("parameters", {}).items()}


def test_signatures_do_not_change_with_names() -> None:
    """A renaming of a random graph keeps the signature, and one more edge changes it."""
    rng = random.Random(7)
    for _ in range(100):
        size = rng.randint(3, 7)
        edges = {tuple(rng.sample(range(size), 2)) for _ in range(rng.randint(2, 10))}
        order = rng.sample(range(size + 1), size + 1)

        def facts(names: list[int], edges: set[Any]) -> list[tuple[object, ...]]:
            return [("edge", *(AnonymousThing("node", names[end]) for end in edge)) for edge in edges]

        plain = isomorphism_signature(facts([*range(size)], edges))
        assert plain == isomorphism_signature(facts(order, edges))
        assert plain != isomorphism_signature(facts(order, edges | {(0, size)}))


def _twins(kind: str, number: int, **wishes: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return puzzles and their twins, parsed from their files."""
    asked, pairs = InventionRequest(kind, "3", "hospital", PuzzleWishes(**wishes), twins=True), []
    for one in (invention.make_invention(asked, each) for each in range(1, number + 1)):
        assert one.twin is not None
        pairs.append(
            (invented_puzzles.parse_puzzle(_text(one)), invented_puzzles.parse_puzzle(format_puzzle(one.twin.puzzle)))
        )
    return pairs


def _rules_without_names(data: dict[str, Any]) -> list[str]:
    """Return the rules with all names replaced, sorted."""
    names = {kind["name"] for kind in data["kinds"]}

    def nameless(said: Any) -> Any:
        if isinstance(said, dict):
            return {key: nameless(one) for key, one in sorted(said.items()) if key != "says"}
        if isinstance(said, list):
            return [*map(nameless, said)]
        return "somebody" if said in names else said

    return sorted(str(nameless(rule)) for rule in data["rules"])


def test_twins_of_crossings_are_unsolvable_and_look_like_the_original() -> None:
    for one, twin in _twins("crossing", scale(1), **SMALL["crossing"]):
        assert invented_puzzles.count_fewest_crossings(one) is not None
        assert invented_puzzles.count_fewest_crossings(twin) is None
        assert one["boat"] == twin["boat"]
        assert len(one["places"]) == len(twin["places"])
        assert _rules_without_names(one) == _rules_without_names(twin)
        kinds = [
            sorted((kind.get("count", 1), kind.get("rows", True)) for kind in data["kinds"]) for data in (one, twin)
        ]
        assert kinds[0] == kinds[1]
        ends = [[len(data[end].get("kinds", {})) for end in ("start", "goal")] for data in (one, twin)]
        assert ends[0] == ends[1]


def test_twins_of_grids_are_unsolvable_and_look_like_the_original() -> None:
    for one, twin in _twins("grid", 3, **SMALL["grid"]):
        assert len([*invented_puzzles.find_arrangements(one)]) == 1
        assert not [*invented_puzzles.find_arrangements(twin)]
        shapes = [
            [{key: type(said) for key, said in clue.items()} | {"clue": clue["clue"]} for clue in data["clues"]]
            for data in (one, twin)
        ]
        assert shapes[0] == shapes[1]
        assert one["clues"] != twin["clues"]


def test_twins_of_sums_are_unsolvable_and_use_words_of_the_theme() -> None:
    """The twin of a sum has as many words and letters, words of equal lengths, and as many given letters."""
    words = tomllib.loads(domains.theme_files()["hospital"].read_text("utf-8"))["arithmetic"]["words"]
    for one, twin in _twins("arithmetic", 3):
        assert not invented_puzzles.solve_sum(twin["sum"]["text"])
        sums, given = zip(*(data["sum"]["text"].partition(";")[::2] for data in (one, twin)), strict=True)
        assert {*re.findall("[A-Z]+", sums[1])} <= {*words}
        assert re.sub("[A-Z]", "A", sums[0]) == re.sub("[A-Z]", "A", sums[1])
        letters = [{*filter(str.isupper, one)} for one in sums]
        assert len(letters[0]) == len(letters[1])
        assert given[0].count("=") == given[1].count("=")
        assert {*filter(str.isupper, given[1])} <= letters[1]


def test_twins_of_products_are_unsolvable_and_look_like_the_original() -> None:
    for one, twin in _twins("arithmetic", 1, kinds=("times",)):
        assert not invented_puzzles.solve_sum(twin["sum"]["text"])
        texts = [data["sum"]["text"] for data in (one, twin)]
        assert [*map(len, texts)] == [len(texts[0])] * 2
        assert {*texts[0]} == {*texts[1]}


@pytest.mark.parametrize("kinds", [(), ("signs",), ("jigsaw", "diagonals")])
def test_twins_of_sudokus_are_unsolvable_and_look_like_the_original(kinds: tuple[str, ...]) -> None:
    for one, twin in _twins("sudoku", 2, **SMALL["sudoku"], kinds=kinds):
        mine, yours = (data["parameters"]["givens"]["default"] for data in (one, twin))
        assert sorted(mine) == sorted(yours)
        signs = [sorted(map(sorted, data["board"].get("less", []))) for data in (one, twin)]
        assert signs[0] == signs[1]
        assert not invented_puzzles.solve_sudoku(twin["board"], yours)


def test_twins_of_queens_are_unsolvable_and_look_like_the_original() -> None:
    """The given queens of a twin show no obvious contradiction.

    None attacks another, and none makes a forbidden square redundant.
    """
    for one, twin in _twins("queens", 3, sizes={"size": range(5, 8)}):
        assert not invented_puzzles.solve_queens(twin["board"])
        boards = [data["board"] for data in (one, twin)]
        numbers = [[board["size"], *(len(board.get(kind, [])) for kind in ("given", "forbidden"))] for board in boards]
        assert numbers[0] == numbers[1]
        squares = {
            kind: [tuple(map(int, re.findall(r"\d+", name))) for name in boards[1].get(kind, [])]
            for kind in ("given", "forbidden")
        }
        for row, column in squares["given"]:
            others = [square for some in squares.values() for square in some if square != (row, column)]
            assert not any(
                row == down or column == across or abs(row - down) == abs(column - across) for down, across in others
            )


def test_reversed_solutions_count_once() -> None:
    """Solutions that are each other's reversal count once.

    The two solutions of the farmer's puzzle are reversals of each other: one class. The missionaries have four, with two cannibals or a mixed
    pair in the first and in the last boat. Two of them are their own reversals, two are each other's: three classes.
    """
    assert _count_solution_classes(instantiate(load("wolf-goat-cabbage"), {}), 1) == 1
    assert _count_solution_classes(instantiate_smallest(load("missionaries-cannibals"), {}), None) == 3


def test_impossible_crossing_sizes_are_rejected() -> None:
    assert explain_impossible_sizes({"travelers": range(2, 3), "crossings": range(27, 31)}).startswith(
        "crossings: found 27, expected at most 26"
    )
    assert not explain_impossible_sizes({"travelers": range(2, 3), "crossings": range(7, 31)})
