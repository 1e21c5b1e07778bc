"""Logic grids solved by engines and narrated."""

from __future__ import annotations

import time

import pytest
from grid_puzzles import CATALOG_GRIDS, make_grid, read_puzzle_text
from processes import MAX_WAIT_SECONDS

from ferryplan.generator.assignment.instance import Placement
from ferryplan.generator.generation import generate
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.narrator import GridNarrator
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.engines.engine_runner import EngineRunner
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session

HOUSES = {
    "zebra": [  # the usual published solution, first in Life International, 25 March 1963
        ("Norwegian", "yellow", "fox", "water", "Kools"),
        ("Ukrainian", "blue", "horse", "tea", "Chesterfield"),
        ("Englishman", "red", "snails", "milk", "Old Gold"),
        ("Spaniard", "ivory", "dog", "juice", "Lucky Strike"),
        ("Japanese", "green", "zebra", "coffee", "Parliament"),
    ],
    "einstein": [
        ("Norwegian", "yellow", "cats", "water", "Dunhill"),
        ("Dane", "blue", "horse", "tea", "Blend"),
        ("Briton", "red", "birds", "milk", "Pall Mall"),
        ("German", "green", "fish", "coffee", "Prince"),
        ("Swede", "white", "dog", "beer", "Bluemaster"),
    ],
    "four-houses": [
        ("Ada", "cat", "flute"),
        ("Ben", "dog", "drum"),
        ("Cleo", "parrot", "violin"),
        ("Dan", "rabbit", "piano"),
    ],
}
ANSWERS = {
    "zebra": ("The Norwegian drinks water.", "The Japanese owns the zebra."),
    "einstein": ("The German keeps the fish.",),
    "four-houses": ("Dan keeps the rabbit.", "Ben plays the drum."),
}


def placements(instance: GridInstance, plan: tuple[PlanAction, ...]) -> list[Placement]:
    """Return the placements of a plan.

    The name of an action or its first argument is the item, the next argument the position; checks place
    nothing.
    """
    items = {item.symbol: index for index, item in enumerate(instance.items)}
    spots = {spot.symbol: index for index, spot in enumerate(instance.spots)}
    found = []
    for action in (action for action in plan if not action.name.startswith("keep-clue-")):
        name, arguments = action.name, list(action.arguments)
        value = name.removeprefix("place-") if name != "place" else arguments.pop(0)
        found.append(Placement(items[value], spots[arguments[0]]))
    return found


@pytest.mark.parametrize(
    ("engine", "dialect"),
    [
        ("pyperplan", "strips"),
        pytest.param("fast-downward", "strips", marks=pytest.mark.engines),
        pytest.param("fast-downward", "adl", marks=pytest.mark.engines),
    ],
)
def test_engines_find_the_published_grid_solutions(engine: str, dialect: str) -> None:
    with Session() as session:
        for name in CATALOG_GRIDS:
            instance = make_grid(read_puzzle_text(name))
            text = generate(instance, dialect)
            runner = EngineRunner(session, time.monotonic() + MAX_WAIT_SECONDS, 4096)
            verdict = runner.run_engine(ENGINES[engine], text.domain, text.problem)
            assert verdict.status in ("optimal", "solved")
            placed = placements(instance, verdict.plan)
            assert sorted(item for item, _ in placed) == list(range(len(instance.items)))
            rows = GridNarrator(instance).board_as_table(dict(placed)).rows
            assert [row[1:] for row in rows] == HOUSES[name]
            assert GridNarrator(instance).format_answers(dict(placed)) == ANSWERS[name]


def test_contradictory_clues_make_the_grid_unsolvable() -> None:
    instance = make_grid(
        read_puzzle_text("zebra") + '[[clues]]\nclue = "end"\nvalue = "green"\n[[clues]]\nclue = "end"\nvalue = "tea"\n'
    )
    text = generate(instance, "strips")
    with Session() as session:
        runner = EngineRunner(session, time.monotonic() + MAX_WAIT_SECONDS, 4096)
        assert runner.run_engine(ENGINES["pyperplan"], text.domain, text.problem).status == "unsolvable"


def test_tables_show_partial_assignments() -> None:
    instance = make_grid(read_puzzle_text("four-houses"))
    index = {item.name: number for number, item in enumerate(instance.items)}
    placed = {index["Ben"]: 1, index["dog"]: 1, index["cat"]: 0}
    assert GridNarrator(instance).board_as_table(placed).heading == ("house", "friend", "pet", "instrument")
    assert GridNarrator(instance).board_as_table(placed).rows == (
        ("house 1", "", "cat", ""),
        ("house 2", "Ben", "dog", ""),
        ("house 3", "", "", ""),
        ("house 4", "", "", ""),
    )
    by_value = GridNarrator(instance).tabulate_spots_by_item(
        tuple(placed.get(item, -1) for item in range(len(instance.items)))
    )
    assert by_value.heading == ("category", "value", "house", "friend")
    assert by_value.rows[:3] == (
        ("pet", "cat", "house 1", ""),
        ("pet", "dog", "house 2", "Ben"),
        ("pet", "parrot", "", ""),
    )
    assert GridNarrator(instance).format_answers(placed) == ()


# The earlier placements, the new placement, the numbers of the clues that it uses, and the sentence.
SENTENCES = [
    ({}, ("milk", 2), (8,), "Milk is drunk in house 3 (clue 8)."),
    ({"Norwegian": 0}, ("blue", 1), (14,), "House 2 is blue, since the Norwegian lives in house 1 (clue 14)."),
    ({"red": 2}, ("Englishman", 2), (1,), "The Englishman lives in house 3, since house 3 is red (clue 1)."),
    # the horse in house 2 has a house on each side
    (
        {"horse": 1},
        ("Kools", 0),
        (11,),
        "Kools is smoked in house 1, since house 2 has the horse (clue 11); so far, house 3 is also possible.",
    ),
    (
        {"dog": 0, "snails": 1, "fox": 2, "horse": 3, "Spaniard": 0, "Old Gold": 1},
        ("zebra", 4),
        (),
        "House 5 has the zebra: no other house is left.",
    ),
]


@pytest.mark.parametrize(("before", "placed", "used", "expected"), SENTENCES, ids=[case[3] for case in SENTENCES])
def test_placement_sentences_cite_their_clues(
    before: dict[str, int], placed: tuple[str, int], used: tuple[int, ...], expected: str
) -> None:
    instance = make_grid(read_puzzle_text("zebra"))
    index = {item.name: number for number, item in enumerate(instance.items)}
    placement = Placement(index[placed[0]], placed[1])
    known = {index[value]: spot for value, spot in before.items()}
    clues = [instance.clues[number - 1] for number in used]
    assert GridNarrator(instance).narrate_placement(placement, known, clues) == expected
    assert (
        GridNarrator(instance).narrate_placement(placement, {**known, placement.item: placement.spot}, clues)
        == expected
    )


def test_explanation_does_not_cite_a_redundant_clue() -> None:
    """A clue that rules out nothing more is not cited.

    The drum is directly to the left of the violin (clue 2). That it is not in the first house (clue 7) adds
    nothing.
    """
    instance = make_grid(read_puzzle_text("four-houses"))
    index = {item.name: number for number, item in enumerate(instance.items)}
    told = GridNarrator(instance).narrate_placement(
        Placement(index["drum"], 1), {index["violin"]: 2}, [instance.clues[1], instance.clues[6]]
    )
    assert told == "The drum is played in house 2, since the violin is played in house 3 (clue 2)."


def test_introduction_mentions_guesses_only_if_solution_needs_them() -> None:
    """The introduction explains guesses only if there are any.

    A guess is a placement with several possible positions. The horse is in house 2, so the clue about Kools
    leaves houses 1 and 3; clue 8 leaves one house for the milk.
    """
    instance = make_grid(read_puzzle_text("zebra"))
    index = {item.name: number for number, item in enumerate(instance.items)}

    def move(before: dict[str, int], value: str, spot: int) -> tuple[tuple[int, ...], Placement]:
        known = {index[name]: at for name, at in before.items()}
        return tuple(known.get(item, -1) for item in range(len(instance.items))), Placement(index[value], spot)

    sure, guess = move({}, "milk", 2), move({"horse": 1}, "Kools", 0)
    narrator = GridNarrator(instance)
    assert narrator.introduce_steps([sure]) == ""
    assert narrator.introduce_steps([sure, guess]) == (
        'A step that says "also possible" is a guess by the planner. The finished solution confirms all guesses.'
    )


def test_clue_violations_are_described() -> None:
    instance = make_grid(read_puzzle_text("zebra"))
    index = {item.name: number for number, item in enumerate(instance.items)}
    placed = {index["green"]: 1, index["ivory"]: 2, index["milk"]: 0, index["red"]: 1}
    said = [
        clue.describe_violation(placed, instance)
        for clue in instance.clues
        if clue.describe_violation(placed, instance)
    ]
    assert said == [
        "house 2 is green and house 3 is ivory",
        "milk is drunk in house 1",
        "house 2 is red and house 2 is green",
    ]
