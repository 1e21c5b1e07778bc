"""Invented puzzles: new, solvable, with one solution, each part of them needed; judged by brute force."""

from __future__ import annotations

import itertools
import random
import re
import tomllib
from typing import Any

import invented
import pytest

from ferryplan import domains
from ferryplan.generator.crossing.inventing.drafts import _classes, impossible
from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.inventing import invention
from ferryplan.generator.inventing.identity import identity_of, signature_of
from ferryplan.generator.inventing.invention import Asked, Invention
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.inventing.wishes import Draft, Wishes
from ferryplan.generator.isomorphism import Thing, signature
from ferryplan.generator.puzzle import load, read
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.retelling import completed


def _made(kind: str, seed: int, number: int, **wishes: Any) -> list[tuple[Invention, dict[str, Any]]]:
    asked = Asked(kind, f"{seed}", "opera", Wishes(**wishes))
    made = (invention.invented(asked, each) for each in range(1, number + 1))
    return [(one, invented.plain(_text(one))) for one in made]


SMALL: dict[str, dict[str, Any]] = {
    "grid": {"sizes": {"positions": range(4, 5), "categories": range(3, 4)}},
    "sudoku": {"sizes": {"box": range(2, 3)}},
}
"""wishes for what takes long to make otherwise"""


def _text(one: Invention) -> str:
    assert one.puzzle is not None
    return text_of(one.puzzle)


def _draft(one: Invention) -> Draft:
    assert one.draft is not None
    return one.draft


@pytest.mark.parametrize("seed", range(3))
def test_crossings_are_proven_and_every_rule_matters(seed: int) -> None:
    for one, data in _made("crossing", seed, 3, sizes={"travelers": range(4, 7)}):
        proven = _draft(one).proven
        assert proven["status"] == "optimal"
        assert invented.fewest(data) == proven["crossings"] in range(7, 16)
        assert invented.classes(data) == proven["classes"] == 1
        assert len(data["rules"]) >= 2
        for number in range(len(data["rules"])):
            shorter = invented.fewest(invented.without(data, "rules", number))
            assert shorter is not None
            assert shorter < proven["crossings"]


@pytest.mark.parametrize("seed", range(3))
def test_grids_have_one_solution_and_every_clue_matters(seed: int) -> None:
    for _, data in _made("grid", seed, 3, **SMALL["grid"]):
        assert len([*invented.arrangements(data)]) == 1
        for number in range(len(data["clues"])):
            fewer = invented.arrangements(invented.without(data, "clues", number))
            assert len([*itertools.islice(fewer, 2)]) == 2


def test_sums_have_one_solution_and_every_given_letter_matters() -> None:
    for kinds in (("plus",), ("minus",), ("times",)):
        for one, data in _made("arithmetic", 8, 2, kinds=kinds):
            text = data["sum"]["text"]
            assert len(invented.digits(text)) == 1, one.puzzle
            first, *given = text.split("; ")
            for number in range(len(given)):
                fewer = "; ".join([first, *given[:number], *given[number + 1 :]])
                assert len(invented.digits(fewer)) > 1


@pytest.mark.parametrize("kinds", [(), ("jigsaw",), ("diagonals",), ("signs",), ("jigsaw", "signs", "diagonals")])
def test_sudokus_have_one_solution_and_every_given_matters(kinds: tuple[str, ...]) -> None:
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
        assert len(invented.fillings(board, givens)) == 1
        for at, digit in enumerate(givens):
            if digit != ".":
                assert len(invented.fillings(board, givens[:at] + "." + givens[at + 1 :])) > 1
        signs = board.get("less", [])
        for sign in signs:
            assert len(invented.fillings({**board, "less": [one for one in signs if one != sign]}, givens)) > 1


def test_boards_of_queens_have_one_solution_and_every_square_matters() -> None:
    for _, data in _made("queens", 10, 3, sizes={"size": range(5, 8)}):
        board = data["board"]
        assert len(invented.standing(board)) == 1
        for kind in ("given", "forbidden"):
            for square in board.get(kind, []):
                fewer = [one for one in board[kind] if one != square]
                assert len(invented.standing({**board, kind: fewer})) > 1


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_the_same_seed_makes_the_same_files(kind: str) -> None:
    first, again, other = ([_text(one) for one, _ in _made(kind, seed, 2, **SMALL.get(kind, {}))] for seed in (1, 1, 2))
    assert first == again
    assert first[0] != first[1]
    assert not {*first} & {*other}


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_what_is_told_is_what_was_judged(kind: str) -> None:
    for one, _ in _made(kind, 4, 2, **SMALL.get(kind, {})):
        draft = completed(_draft(one).puzzle)
        assert one.identity == identity_of(instantiate(draft, {}))
        assert one.identity == identity_of(instantiate(read(_text(one), "told.toml"), {}))
        assert signature_of(instantiate(draft, {})) == signature_of(instantiate(read(_text(one), "told.toml"), {}))


def test_wishes_are_met() -> None:
    sizes = {"travelers": range(4, 6), "crossings": range(7, 8)}
    for one, data in _made(
        "crossing", 5, 3, difficulty=3, sizes=sizes, kinds=("guard", "never-row-alone"), solutions=2
    ):
        assert _draft(one).difficulty.level == 3
        assert _draft(one).proven["crossings"] == 7
        assert {rule["rule"] for rule in data["rules"]} <= {"guard", "never-row-alone"}
        assert sum(kind.get("count", 1) for kind in data["kinds"]) in (4, 5)


def test_no_two_are_the_same_but_for_names() -> None:
    assert len({one.identity for one, _ in _made("crossing", 6, 5)}) == 5
    known = instantiate(load("wolf-goat-cabbage"), {})
    retold = instantiate(load("fox-goose-beans"), {})
    assert signature_of(known) == signature_of(retold)


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_each_part_matters_to_the_signature(kind: str) -> None:
    """Without a rule, a clue, a given letter, digit or square, it is another puzzle."""
    for one, data in _made(kind, 11, 3, **SMALL.get(kind, {}), **({"kinds": ("signs",)} if kind == "sudoku" else {})):
        parts = (
            [*invented.without_each(data)]
            if kind != "crossing"
            else [(rule, invented.without(data, "rules", number)) for number, rule in enumerate(data["rules"])]
        )
        assert parts or kind == "arithmetic"
        for part, fewer in parts:
            puzzle = _draft(one).puzzle
            file = type(puzzle)(
                **{**data, **fewer, "parameters": {**data.get("parameters", {}), **_whole(data, fewer)}}
            )
            assert signature_of(instantiate(completed(file), {})) != signature_of(instantiate(completed(puzzle), {})), (
                part
            )


def _whole(data: dict[str, Any], fewer: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a puzzle with one part less."""
    return {key: {**spec, **fewer["parameters"][key]} for key, spec in data.get("parameters", {}).items()}


def test_signatures_do_not_change_with_names() -> None:
    """Random graphs: a renaming keeps the signature, one more edge does not."""
    rng = random.Random(7)
    for _ in range(100):
        size = rng.randint(3, 7)
        edges = {tuple(rng.sample(range(size), 2)) for _ in range(rng.randint(2, 10))}
        order = rng.sample(range(size + 1), size + 1)

        def facts(names: list[int], edges: set[Any]) -> list[tuple[object, ...]]:
            return [("edge", *(Thing("node", names[end]) for end in edge)) for edge in edges]

        plain = signature(facts([*range(size)], edges))
        assert plain == signature(facts(order, edges))
        assert plain != signature(facts(order, edges | {(0, size)}))


def _twins(kind: str, **wishes: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Puzzles, each with its twin, as their files say them."""
    asked, pairs = Asked(kind, "3", "hospital", Wishes(**wishes), twins=True), []
    for one in (invention.invented(asked, number) for number in (1, 2, 3)):
        assert one.twin is not None
        pairs.append((invented.plain(_text(one)), invented.plain(text_of(one.twin.puzzle))))
    return pairs


def _rules_without_names(data: dict[str, Any]) -> list[str]:
    """What the rules say of whomever they name, in any order."""
    names = {kind["name"] for kind in data["kinds"]}

    def nameless(said: Any) -> Any:
        if isinstance(said, dict):
            return {key: nameless(one) for key, one in sorted(said.items()) if key != "says"}
        if isinstance(said, list):
            return [*map(nameless, said)]
        return "somebody" if said in names else said

    return sorted(str(nameless(rule)) for rule in data["rules"])


def test_twins_of_crossings_look_alike_and_have_no_solution() -> None:
    for one, twin in _twins("crossing", sizes={"travelers": range(4, 7)}):
        assert invented.fewest(one) is not None
        assert invented.fewest(twin) is None
        assert one["boat"] == twin["boat"]
        assert len(one["places"]) == len(twin["places"])
        assert _rules_without_names(one) == _rules_without_names(twin)
        kinds = [
            sorted((kind.get("count", 1), kind.get("rows", True)) for kind in data["kinds"]) for data in (one, twin)
        ]
        assert kinds[0] == kinds[1]
        ends = [[len(data[end].get("kinds", {})) for end in ("start", "goal")] for data in (one, twin)]
        assert ends[0] == ends[1]


def test_twins_of_grids_look_alike_and_have_no_solution() -> None:
    for one, twin in _twins("grid", **SMALL["grid"]):
        assert len([*invented.arrangements(one)]) == 1
        assert not [*invented.arrangements(twin)]
        shapes = [
            [{key: type(said) for key, said in clue.items()} | {"clue": clue["clue"]} for clue in data["clues"]]
            for data in (one, twin)
        ]
        assert shapes[0] == shapes[1]
        assert one["clues"] != twin["clues"]


def test_twins_of_sums_are_of_real_words_and_have_no_solution() -> None:
    """As many words, of the same lengths, as many letters, as many of them given."""
    words = tomllib.loads(domains.theme_files()["hospital"].read_text("utf-8"))["arithmetic"]["words"]
    for one, twin in _twins("arithmetic"):
        assert not invented.digits(twin["sum"]["text"])
        sums, given = zip(*(data["sum"]["text"].partition(";")[::2] for data in (one, twin)), strict=True)
        assert {*re.findall("[A-Z]+", sums[1])} <= {*words}
        assert re.sub("[A-Z]", "A", sums[0]) == re.sub("[A-Z]", "A", sums[1])
        letters = [{*filter(str.isupper, one)} for one in sums]
        assert len(letters[0]) == len(letters[1])
        assert given[0].count("=") == given[1].count("=")
        assert {*filter(str.isupper, given[1])} <= letters[1]


def test_twins_of_products_look_alike_and_have_no_solution() -> None:
    for one, twin in _twins("arithmetic", kinds=("times",)):
        assert not invented.digits(twin["sum"]["text"])
        texts = [data["sum"]["text"] for data in (one, twin)]
        assert [*map(len, texts)] == [len(texts[0])] * 2
        assert {*texts[0]} == {*texts[1]}


@pytest.mark.parametrize("kinds", [(), ("signs",), ("jigsaw", "diagonals")])
def test_twins_of_sudokus_look_alike_and_have_no_solution(kinds: tuple[str, ...]) -> None:
    for one, twin in _twins("sudoku", **SMALL["sudoku"], kinds=kinds):
        mine, yours = (data["parameters"]["givens"]["default"] for data in (one, twin))
        assert sorted(mine) == sorted(yours)
        signs = [sorted(map(sorted, data["board"].get("less", []))) for data in (one, twin)]
        assert signs[0] == signs[1]
        assert not invented.fillings(twin["board"], yours)


def test_twins_of_queens_look_alike_and_have_no_solution() -> None:
    """No given queen attacks another, or stands where a forbidden square says the same: that would be seen at once."""
    for one, twin in _twins("queens", sizes={"size": range(5, 8)}):
        assert not invented.standing(twin["board"])
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


def test_solutions_told_backwards_count_once() -> None:
    """The farmer's two solutions are each the other told from its end. Of the missionaries' four, with two cannibals or a mixed pair in the
    first boat and in the last, two are their own ends exchanged, and two are each the other's: three."""
    assert _classes(instantiate(load("wolf-goat-cabbage"), {}), 1) == 1
    assert _classes(instantiate_smallest(load("missionaries-cannibals"), {}), None) == 3


def test_sizes_that_no_crossing_can_have_are_refused() -> None:
    assert impossible({"travelers": range(2, 3), "crossings": range(27, 31)}).startswith(
        "crossings: found 27, expected at most 26"
    )
    assert not impossible({"travelers": range(2, 3), "crossings": range(7, 31)})
