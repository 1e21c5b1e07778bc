"""Moves as data: formatted moves of every catalog puzzle are parsed back; names may be written freely."""

from __future__ import annotations

import json

import pytest

from ferryplan import domains, instantiate, load
from ferryplan.evaluation.scoring.answer_format import describe_answer_format, format_answer_data
from ferryplan.generator.families import instantiate_smallest, notation_of, strategy_of
from ferryplan.generator.name_lookup import NotationError
from ferryplan.generator.search.shortest_path import ShortestPath

SMALLER = {"rush-hour": {"board": "AA..../....../xx..../....../....../......"}, "pieces": {"rows": 4, "columns": 4}}


def best(name: str):
    instance = instantiate_smallest(load(name), SMALLER.get(name, {}))
    found = strategy_of(instance).find_best_solution()
    assert isinstance(found, ShortestPath)
    return instance, [*found.moves]


def moves_in(instance, data):
    """Return the parsed moves, or the number of the first move that cannot be parsed, with the reason."""
    moves = []
    try:
        for move in notation_of(instance).parse_moves(data):
            moves.append(move)
    except NotationError as error:
        return len(moves) + 1, str(error)
    return moves


@pytest.mark.parametrize("name", sorted(domains.puzzle_files()))
def test_formatted_solution_is_parsed_back(name):
    instance, moves = best(name)
    text = format_answer_data(notation_of(instance).format_moves(moves))
    assert "\n" not in text
    back = moves_in(instance, json.loads(text))
    assert sorted(back) == sorted(moves) if instance.family not in ("crossing", "classical") else back == moves
    assert len(describe_answer_format(instance)) > 60


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
def test_traveler_names_are_parsed_leniently(aboard):
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
def test_unreadable_move_is_reported_with_its_number(data, step, why):
    assert moves_in(instantiate(load("wolf-goat-cabbage"), {}), data) == (step, why)


def test_names_that_differ_only_in_case_are_distinguished():
    instance = instantiate(load("jealous-couples"), {"couples": 2})
    assert moves_in(instance, [["A", "Aw"]]) == moves_in(instance, [["a", "AW"]]) == [(0b0101, 0, 1, 0)]


def test_move_needs_a_destination_if_there_are_several_places():
    instance = instantiate(load("four-elopements"), {})
    assert moves_in(instance, [["A", "Ab"]]) == (1, "the destination is missing")
    assert notation_of(instance).format_moves(moves_in(instance, [{"aboard": ["A", "Ab"], "to": "the island"}])) == [
        {"aboard": ["A", "Ab"], "from": "left bank", "to": "island"}
    ]


def test_actions_are_parsed_from_pddl_and_sentences():
    instance = instantiate(load("hanoi"), {"discs": 2})
    move = moves_in(instance, [["move", "disc-1", "disc-2", "peg-2"]])
    for said in ("(move disc-1 disc-2 peg-2)", "MOVE(disc-1, disc-2, peg-2)", "Disc 1 moves from disc 2 onto peg 2."):
        assert moves_in(instance, [said]) == move
    assert moves_in(instance, ["Disc 7 flies"]) == (1, "cannot read '7' in 'Disc 7 flies'")


def test_answer_format_description_lists_travelers_places_and_objects():
    assert all(
        name in describe_answer_format(instantiate(load("four-elopements"), {})) for name in ('"to"', "island", "Db")
    )
    assert "block-c" in describe_answer_format(instantiate(load("blocks"), {}))
