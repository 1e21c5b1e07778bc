"""Invented puzzles: new, solvable, with one solution, each part of them needed; judged by brute force."""

from __future__ import annotations

import itertools
import random
from typing import Any

import invented
import pytest

from generator.families import instantiate
from generator.inventing.invention import INVENTORS, Invention, inventions
from generator.inventing.isomorphism import Thing, signature
from generator.inventing.wishes import Wishes
from generator.puzzle import load, read
from generator.puzzle_text import text_of


def _made(kind: str, seed: int, number: int, **wishes: Any) -> list[tuple[Invention, dict[str, Any]]]:
    made = itertools.islice(inventions(kind, f"{seed}", Wishes(**wishes), "opera"), number)
    return [(one, invented.plain(text_of(one.puzzle))) for one in made]


@pytest.mark.parametrize("seed", range(3))
def test_crossings_are_proven_and_every_rule_matters(seed: int) -> None:
    for one, data in _made("crossing", seed, 3, sizes={"travellers": range(4, 7)}):
        proven = one.draft.proven
        assert proven["status"] == "optimal"
        assert invented.fewest(data) == proven["crossings"] in range(7, 16)
        assert len(data["rules"]) >= 2
        for number in range(len(data["rules"])):
            shorter = invented.fewest(invented.without(data, "rules", number))
            assert shorter is not None
            assert shorter < proven["crossings"]


@pytest.mark.parametrize("seed", range(3))
def test_grids_have_one_solution_and_every_clue_matters(seed: int) -> None:
    sizes = {"positions": range(4, 5), "categories": range(3, 4)}
    for _, data in _made("grid", seed, 3, sizes=sizes):
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


def test_sudokus_have_one_solution_and_every_given_matters() -> None:
    for _, data in _made("sudoku", 9, 2, sizes={"box": range(2, 3)}):
        givens = data["parameters"]["givens"]["default"]
        assert len(invented.fillings(givens)) == 1
        for at, digit in enumerate(givens):
            if digit != ".":
                assert len(invented.fillings(givens[:at] + "." + givens[at + 1 :])) > 1


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
    first, again, other = ([text_of(one.puzzle) for one, _ in _made(kind, seed, 2)] for seed in (1, 1, 2))
    assert first == again
    assert first[0] != first[1]
    assert not {*first} & {*other}


@pytest.mark.parametrize("kind", sorted(INVENTORS))
def test_what_is_told_is_what_was_judged(kind: str) -> None:
    facts = INVENTORS[kind]().facts
    for one, _ in _made(kind, 4, 2):
        told = instantiate(read(text_of(one.puzzle), "told.toml"), {})
        assert signature(facts(told)) == signature(facts(one.draft.instance))


def test_wishes_are_met() -> None:
    sizes = {"travellers": range(4, 6), "crossings": range(7, 8)}
    for one, data in _made(
        "crossing", 5, 3, difficulty=3, sizes=sizes, kinds=("guard", "never-row-alone"), solutions=2
    ):
        assert one.draft.difficulty.level == 3
        assert one.draft.proven["crossings"] == 7
        assert {rule["rule"] for rule in data["rules"]} <= {"guard", "never-row-alone"}
        assert sum(kind.get("count", 1) for kind in data["kinds"]) in (4, 5)


def test_no_two_are_the_same_but_for_names() -> None:
    facts = INVENTORS["crossing"]().facts
    made = [one.draft.instance for one, _ in _made("crossing", 6, 5)]
    assert len({signature(facts(one)) for one in made}) == 5
    known = instantiate(load("wolf-goat-cabbage"), {})
    retold = instantiate(load("fox-goose-beans"), {})
    assert signature(facts(known)) == signature(facts(retold))


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
