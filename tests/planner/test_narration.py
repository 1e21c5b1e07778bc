"""The narration of solutions: sentences, explanations and tables."""

from __future__ import annotations

import itertools
import re

import pytest
from conftest import RunCommand
from support import make_instance

from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.narrator import CrossingNarrator
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.layout import draw_markdown_table, draw_plain_table
from ferryplan.generator.solution import replay_moves
from ferryplan.generator.wording import Table
from ferryplan.planner.result import Result


def step(instance: Instance, names: list[str], back: bool = False) -> Crossing:
    load = sum(1 << [t.name for t in instance.travellers].index(name) for name in names)
    last = len(instance.places) - 1
    return Crossing(load, last, 0) if back else Crossing(load, 0, last)


def sentence(crossing: Crossing, instance: Instance) -> str:
    return CrossingNarrator(instance).describe_move(instance.start, crossing)


def explanation(crossing: Crossing, instance: Instance) -> list[str]:
    after = CrossingSpace(instance).apply_move(instance.start, crossing)
    return CrossingNarrator(instance).explain_move(instance.start, crossing, after)


@pytest.mark.parametrize(
    ("names", "back", "told"),
    [
        (["A"], False, "A crosses to the right bank."),
        (["A", "Aw"], False, "A and Aw cross to the right bank."),
        (["A", "B", "Bw"], False, "A, B and Bw cross to the right bank."),
        (["Aw"], True, "Aw returns to the left bank."),
        (["A", "B"], True, "A and B return to the left bank."),
    ],
)
def test_crossing_sentences_name_travelers_and_bank(names: list[str], back: bool, told: str) -> None:
    assert (
        sentence(
            step(make_instance("jealous-couples", couples=3, capacity=3), names, back),
            make_instance("jealous-couples", couples=3, capacity=3),
        )
        == told
    )


def test_crossing_sentences_use_the_words_of_the_story() -> None:
    farmer = make_instance("wolf-goat-cabbage", capacity=3)
    assert sentence(step(farmer, ["farmer", "goat"]), farmer) == "The farmer and the goat cross to the right bank."
    island = make_instance("jealous-couples", couples=2, islands=1, capacity=2)
    assert sentence(Crossing(1, 0, 1), island) == "A crosses to the island."
    islands = make_instance("jealous-couples", couples=2, islands=2, capacity=2)
    assert sentence(Crossing(3, 0, 2), islands) == "A and B cross to island 2."
    family = make_instance("family", capacity=2, sons=1)
    assert sentence(step(family, ["father", "son"]), family) == "The father and the son cross to the right bank."


@pytest.mark.parametrize("load", [*itertools.chain(*(itertools.combinations(range(3), size) for size in (1, 2, 3)))])
def test_crossing_sentences_say_return_only_if_all_aboard_began_there(load: tuple[int, ...]) -> None:
    """Travelers return if all of them began at their destination; otherwise they cross."""
    swap = make_instance("swap", hunters=2, bears=1, capacity=3)  # hunters begin on the left, the bear on the right
    mask = sum(1 << index for index in load)
    for origin, destination, began in ((0, 1, {2}), (1, 0, {0, 1})):
        back = {*load} <= began
        verb = ("return" if back else "cross") + ("" if len(load) > 1 else "s" if back else "es")
        told = sentence(Crossing(mask, origin, destination), swap)
        assert f" {verb} to the {('left', 'right')[destination]} bank." in told


def test_explanations_say_why_each_place_is_safe() -> None:
    farmer = make_instance("wolf-goat-cabbage")
    assert explanation(step(farmer, ["farmer", "goat"]), farmer) == [
        "Left bank: nobody there threatens the cabbage.",
        "Boat: nobody there threatens the goat.",
        "Right bank: nobody there threatens the goat.",
    ]
    missionaries = make_instance("missionaries-cannibals", capacity=2)
    assert explanation(step(missionaries, ["M1", "C1"]), missionaries) == [
        "Left bank: C2 and C3 do not outnumber M2 and M3.",
        "Boat: C1 does not outnumber M1.",
        "Right bank: C1 does not outnumber M1.",
    ]


def test_explanations_omit_places_without_rules() -> None:
    """The explanation omits a boat without rules and a place where no rule can be violated."""
    free = make_instance("missionaries-cannibals", capacity=2, boat_rules=False)
    assert explanation(step(free, ["M1", "C1"]), free) == [
        "Left bank: C2 and C3 do not outnumber M2 and M3.",
        "Right bank: C1 does not outnumber M1.",
    ]
    weights = make_instance("weights")
    assert explanation(step(weights, ["A"]), weights) == []


@pytest.fixture
def couple() -> Result:
    instance = make_instance("jealous-couples", couples=1, capacity=2)
    return Result(instance, "valid", "", "adl", "named", replay_moves(instance, [Crossing(3, 0, 1)]))


def test_solution_text_contains_the_crossing_table(couple: Result) -> None:
    assert couple.render("text").splitlines()[6:] == [
        "   Crossing                           Left bank  Right bank",
        "   At the start.                      A Aw",
        "1  A and Aw cross to the right bank.             A Aw",
        "",
        "1 crossing. Valid: it breaks no rule and reaches the goal.",
    ]


def test_solution_markdown_contains_title_and_table(couple: Result) -> None:
    lines = couple.render("markdown", explain=True).splitlines()
    assert lines[0] == "# The jealous couples"
    assert "| 1 | A and Aw cross to the right bank. |  | A Aw |" in lines
    assert lines[-1].startswith("1 crossing.")


def test_terse_format_prints_one_line_per_crossing(couple: Result) -> None:
    assert couple.render("terse") == "A and Aw move to the right bank\n"


def test_tables_are_formatted_as_text_and_markdown() -> None:
    table = Table(("n", "what"), (("9", "a|b"), ("10", "*c*")))
    assert draw_plain_table(table) == " n  what\n 9  a|b\n10  *c*\n"
    assert draw_markdown_table(table) == "| n | what |\n| --- | --- |\n| 9 | a\\|b |\n| 10 | \\*c\\* |\n"


@pytest.mark.parametrize(("couples", "by_name"), [(15, True), (16, False)])
def test_over_30_travelers_are_shown_as_counts_at_every_place(couples: int, by_name: bool, plan: RunCommand) -> None:
    """Up to 30 travelers appear by name everywhere; more appear as counts per kind, even in small groups."""
    text = plan("--couples", str(couples), "--capacity", "4", environment={"COLUMNS": "300"}).stdout
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines() if re.match(r" *\d+  [A-Z]", line)]
    assert len(rows) == 2 * couples - 3, "known since about 1880: Pressman and Singmaster"
    companies = [cell for row in rows for cell in row[2:]]
    assert len(companies) == 2 * len(rows) - 1, "at the end, nobody is left"
    for company in companies:
        assert re.fullmatch(r"[A-P]w?( [A-P]w?)*" if by_name else r"(\d+ (husbands?|wife|wives)(, )?)+", company)
