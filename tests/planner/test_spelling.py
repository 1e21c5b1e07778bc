"""Moves as data: what is spelled is read back, for every puzzle of the catalogue; names in whatever way people write them."""

from __future__ import annotations

import json

import pytest

from ferryplan import domains, instantiate, load
from ferryplan.evaluation.scoring.spelling import format_data, format_of
from ferryplan.generator.families import instantiate_smallest, speller_of, strategy_of
from ferryplan.generator.naming import SpellingError
from ferryplan.generator.search.shortest_path import ShortestPath

SMALLER = {"rush-hour": {"board": "AA..../....../xx..../....../....../......"}, "pieces": {"rows": 4, "columns": 4}}


def best(name: str):
    instance = instantiate_smallest(load(name), SMALLER.get(name, {}))
    found = strategy_of(instance).best()
    assert isinstance(found, ShortestPath)
    return instance, [*found.moves]


def moves_in(instance, data):
    """The moves that are spelled so; or the number of the one that cannot be understood, and why."""
    moves = []
    try:
        for move in speller_of(instance).moves(data):
            moves.append(move)
    except SpellingError as error:
        return len(moves) + 1, str(error)
    return moves


@pytest.mark.parametrize("name", sorted(domains.puzzle_files()))
def test_a_solution_is_read_back(name):
    instance, moves = best(name)
    text = format_data(speller_of(instance).spelled(moves))
    assert "\n" not in text
    back = moves_in(instance, json.loads(text))
    assert sorted(back) == sorted(moves) if instance.family not in ("crossing", "classical") else back == moves
    assert len(format_of(instance)) > 60


@pytest.mark.parametrize(
    "aboard",
    [
        [["farmer", "goat"]],
        [["The Farmer", " GOAT"]],
        ["farmer and the goat"],
        ["farmer, goat"],
        [{"aboard": ["goat", "farmer"]}],
        [{"Load": ["goat", "farmer"], "from": "left bank", "to": "the right-bank"}],
        [{"passengers": "farmer + goat", "to": "RIGHT_BANK"}],
    ],
)
def test_names_are_found_in_the_ways_in_which_people_write_them(aboard):
    instance = instantiate(load("wolf-goat-cabbage"), {})
    assert moves_in(instance, aboard) == [(0b0101, 0, 1, 0)]


@pytest.mark.parametrize(
    ("data", "step", "why"),
    [
        ([["farmer", "goat"], ["dragon"]], 2, "there is no traveler named 'dragon'"),
        ([["farmer", "gaot"]], 1, "there is no traveler named 'gaot'; did you mean 'goat'?"),
        ([["farmer", "farmer"]], 1, "farmer is named twice"),
        ([["farmer", 7]], 1, "there is no traveler named '7'"),
        ([7], 1, "found '7', expected a list with the names of the travelers in the boat"),
        ([{"aboard": ["farmer"], "to": "the moon"}], 1, "there is no place named 'the moon'"),
        ([{"aboard": ["farmer"], "to": ["left bank"]}], 1, "there is no place named '[\"left bank\"]'"),
        (None, 1, "found 'null', expected a list with the names of the travelers in the boat"),
    ],
)
def test_it_is_said_where_moves_cannot_be_understood(data, step, why):
    assert moves_in(instantiate(load("wolf-goat-cabbage"), {}), data) == (step, why)


def test_names_that_differ_in_case_alone_are_told_apart_by_it():
    instance = instantiate(load("jealous-couples"), {"couples": 2})
    assert moves_in(instance, [["A", "Aw"]]) == moves_in(instance, [["a", "AW"]]) == [(0b0101, 0, 1, 0)]


def test_a_boat_and_a_place_are_named_where_there_are_several():
    instance = instantiate(load("four-elopements"), {})
    assert moves_in(instance, [["A", "Ab"]]) == (1, "the destination is missing")
    assert speller_of(instance).spelled(moves_in(instance, [{"aboard": ["A", "Ab"], "to": "the island"}])) == [
        {"aboard": ["A", "Ab"], "from": "left bank", "to": "island"}
    ]


def test_actions_are_read_as_pddl_has_them_and_in_their_words():
    instance = instantiate(load("hanoi"), {"discs": 2})
    move = moves_in(instance, [["move", "disc-1", "disc-2", "peg-2"]])
    for said in ("(move disc-1 disc-2 peg-2)", "MOVE(disc-1, disc-2, peg-2)", "Disc 1 moves from disc 2 onto peg 2."):
        assert moves_in(instance, [said]) == move
    assert moves_in(instance, ["Disc 7 flies"]) == (1, "cannot read '7' in 'Disc 7 flies'")


def test_the_form_names_all_that_an_answer_needs():
    assert all(name in format_of(instantiate(load("four-elopements"), {})) for name in ('"to"', "island", "Db"))
    assert "block-c" in format_of(instantiate(load("blocks"), {}))
