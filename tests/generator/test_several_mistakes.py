"""Mistakes in puzzle files that show only when an instance is made.

All are reported at once, without mistakes that only follow from others.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest
from budget import scale

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import instantiate as instantiate_any
from ferryplan.generator.puzzle import parse_puzzle_text

RIVER = """\
family = "crossing"
name = "river"
title = "A river"
story = "{{ pairs }} couples and a dog."
source = "made for this test"
parameters.pairs = { type = "integer", default = 2, minimum = 1, maximum = 9, help = "couples" }
parameters.seats = { type = "integer", default = "pairs + 1", minimum = 1, maximum = 9, help = "seats" }
parameters.paces = { type = "list", default = [1, 2], minimum = 1, maximum = 9, longest = 9, help = "paces" }
routes = [{ between = ["left", "isle"] }, { between = ["isle", "right"], when = "pairs > 0" }, { between = ["left", "right"] }]

[[places]]
name = "left"
[[places]]
name = "isle"
count = 2
[[places]]
name = "right"
called = "the {{ name }} bank"

[[kinds]]
name = "husband"
plural = "husbands"
count = "pairs"
names = "{{ letter }}"
pace = "paces"
[[kinds]]
name = "wife"
plural = "wives"
count = "pairs"
names = "{{ partner }}w"
paired_with = "husband"
rows = "pairs"
[[kinds]]
name = "dog"
plural = "dogs"
count = 1
rows = false

[boat]
capacity = "seats"
rules = true
[cost]
crossing = "slowest"
unit = "minute"
units = "minutes"

[[rules]]
rule = "guard"
says = "Wives need {{ 'husbands' }}."
victims = ["wife"]
threats = ["husband"]
guardian = "husband"
[[rules]]
rule = "at-most"
says = "Few dogs."
kinds = ["dog"]
number = 1
[[rules]]
rule = "deadline"
says = "Dogs bark."
kinds = ["dog"]
place = "left"
crossings = 9

[start]
boat = "left"
everyone = "left"
[goal]
boat = "right"
everyone = "right"
"""
GRID = """\
family = "grid"
name = "row"
title = "A row"
story = "Three houses."
source = "made for this test"
parameters.whole = { type = "boolean", default = true, help = "all clues" }
positions = { name = "house", plural = "houses", count = 3, names = ["west", "middle", "east"] }
categories = [
  { name = "person", values = ["Ann", "Bob", "Cid"] },
  { name = "pet", values = ["cat", "dog", "owl"], called = "the {{ value }}" },
]
clues = [
  { clue = "at", value = "Ann", position = "west" },
  { clue = "not-at", value = "cat", position = "east" },
  { clue = "either", either = [{ clue = "same", values = ["Bob", "owl"] }, { clue = "end", value = "dog" }] },
  { clue = "same", values = ["Cid", "dog"], says = "Cid has the dog.", when = "whole" },
]
questions = [{ asks = "Who has the owl?", value = "owl", category = "person", answer = "{{ found }} has it" }]
"""
SUM = """\
family = "arithmetic"
name = "sum"
title = "A sum"
story = "{{ words }}: which?"
source = "made for this test"
parameters.words = { type = "text", default = "SEND + MORE = MONEY", help = "the words" }
parameters.digits = { type = "integer", default = 10, minimum = 0, maximum = 40, help = "how many digits" }
sum = { text = "{{ words }}", base = "digits", leading_zeros = "digits > 30" }
"""
SUDOKU = """\
family = "board"
name = "sudoku"
title = "A sudoku"
story = "Fill it in."
source = "made for this test"
parameters.givens = { type = "text", default = "1... .... .... ...2", help = "the givens" }
board = { kind = "sudoku", givens = "givens" }
"""


class Planted(NamedTuple):
    """A mistake: the original text, its replacement, and the key of the message."""

    instead: str
    planted: str
    key: str


STORIES = {text: Planted('story = "', 'story = "{{ 1 // 0 }} ', "story") for text in (RIVER, GRID, SUM, SUDOKU)}
MISTAKES = {
    RIVER: [
        Planted('default = "pairs + 1"', 'default = "pairs * 9"', "parameters.seats.default"),
        Planted('"pairs > 0"', '"1 // 0"', "routes[1].when"),
        Planted('called = "the {{ name }} bank"', 'called = "{{ name * 2 }}"', "places[2].called"),
        Planted('names = "{{ letter }}"', 'names = "Max"', "kinds[0].names"),
        Planted("default = [1, 2]", "default = [1, 2, 3]", "kinds[0].pace"),
        Planted('count = "pairs"\nnames = "{{ partner }}w"', 'count = 3\nnames = "{{ partner }}w"', "kinds[1].count"),
        Planted('rows = "pairs"', 'rows = "pairs // 0"', "kinds[1].rows"),
        Planted('rows = false\n', 'rows = false\nnames = "{{ 9 + letter }}"\n', "kinds[2].names"),
        Planted("rules = true", 'rules = "pairs // 0"', "boat.rules"),
        Planted("{{ 'husbands' }}", "{{ 'husbands' - 1 }}", "rules[0].says"),
        Planted('place = "left"', 'place = "isle"', "rules[2].place"),
        Planted("crossings = 9", "crossings = 5000", "rules[2].crossings"),
        Planted('[start]\nboat = "left"', '[start]\nboat = "isle"', "start.boat"),
        Planted('boat = "right"', 'boat = "isle"', "goal.boat"),
        Planted('everyone = "right"', 'everyone = "right"\nkinds.dog = "isle"', "goal.kinds.dog"),
    ],
    GRID: [
        Planted('["west", "middle", "east"]', '"{{ \'west\' if number < 3 else \'east\' }}"', "positions.names"),
        Planted("the {{ value }}", "the {{ value + 1 }}", "categories[1].called"),
        Planted('"cat", position = "east"', '"cat", position = "eats"', "clues[1].position"),
        Planted('"owl"] }, { clue = "end",', '"owl"], when = false }, { when = false, clue = "end",', "clues[2].either"),
        Planted("Cid has the dog.", "Cid has {{ 2 + 'dogs' }}.", "clues[3].says"),
        Planted("{{ found }} has", "{{ found - 1 }} has", "questions[0].answer"),
    ],
    SUM: [
        Planted("SEND +", "SEND 1", "sum.text"),
        Planted("default = 10", "default = 1", "sum.base"),
        Planted('"digits > 30"', '"digits // 0"', "sum.leading_zeros"),
    ],
    SUDOKU: [Planted("1...", "1..1", "parameters.givens.default")],
}  # fmt: skip
MISTAKES = {text: [STORIES[text], *planted] for text, planted in MISTAKES.items()}


FOLLOWS = {"clues[1].position": "positions.names"}
"""Keys whose mistakes are not reported, with the key of the mistake that hides them.

If the names of positions are wrong, any position may have the name of the clue.
"""


def expected(mistakes: list[Planted]) -> list[str]:
    keys = [one.key for one in mistakes]
    return sorted(key for key in keys if FOLLOWS.get(key) not in keys)


def plant_mistakes(text: str, *mistakes: Planted) -> str:
    for instead, planted, _ in mistakes:
        assert text.count(instead) == 1, instead
        text = text.replace(instead, planted)
    return text


def told(text: str) -> list[str]:
    """Return the keys of the messages, and assert that lines and columns are in the order of the file."""
    with pytest.raises(FerryplanError) as caught:
        instantiate_any(parse_puzzle_text(text, "my.toml"), {})
    found = [re.fullmatch(r"my\.toml:(\d+):(\d+): ([^: ]+): \S.*", line) for line in str(caught.value).splitlines()]
    places = [(int(one[1]), int(one[2])) for one in found if one]
    assert len(places) == len(found)
    assert places == sorted(places)
    return [one[3] for one in found if one]


@pytest.mark.parametrize("text", MISTAKES)
def test_puzzle_files_without_planted_mistakes_are_valid(text: str) -> None:
    instantiate_any(parse_puzzle_text(text, "my.toml"), {})


@pytest.mark.parametrize(
    ("text", "one"), [(text, one) for text, planted in MISTAKES.items() for one in planted], ids=str
)
def test_single_mistake_is_reported_at_its_key(text: str, one: Planted) -> None:
    assert told(plant_mistakes(text, one)) == [one.key]


@pytest.mark.parametrize("seed", range(scale(20)))
def test_several_mistakes_are_reported_together(seed: int) -> None:
    """Each of several mistakes is reported once, and causes no other message."""
    chance = random.Random(seed)
    text = chance.choice([RIVER, RIVER, GRID, SUM])
    planted = chance.sample(MISTAKES[text], chance.randint(2, min(5, len(MISTAKES[text]))))
    assert sorted(told(plant_mistakes(text, *planted))) == expected(planted)


@pytest.mark.parametrize("text", MISTAKES)
def test_all_mistakes_are_reported_together(text: str) -> None:
    assert sorted(told(plant_mistakes(text, *MISTAKES[text]))) == expected(MISTAKES[text])


NOT_KEPT = Planted("number = 1", "number = 0", "start")


def test_illegal_start_is_reported_with_other_mistakes() -> None:
    keys = ["kinds[0].names", "kinds[0].pace", "rules[2].crossings", "start", "goal.boat"]
    others = [one for one in MISTAKES[RIVER] if one.key in keys]
    assert told(plant_mistakes(RIVER, NOT_KEPT, *others)) == keys


@pytest.mark.parametrize(
    ("cause", "consequence"),
    [
        # three wives of two husbands: the travelers at the start are unknown
        (Planted('count = "pairs"\nnames = "{{ partner }}w"', 'count = 3\nnames = "{{ partner }}w"', "kinds[1].count"), NOT_KEPT),
        # an invalid number of husbands: neither the wives nor the paces can be compared with it
        (Planted('count = "pairs"\nnames = "{{ letter }}"', 'count = "pairs // 0"\nnames = "{{ letter }}"', "kinds[0].count"), NOT_KEPT),
        # both husbands are called Max, and so are their wives
        (Planted('names = "{{ letter }}"', 'names = "Max"', "kinds[0].names"), Planted("partner }}w", "partner }}", "")),
        # an invalid number of isles: there may be exactly one
        (Planted("count = 2", 'count = "2 // 0"', "places[1].count"), Planted('boat = "right"', 'boat = "isle"', "")),
        # a default that is out of range: values that it counts are not checked
        (Planted("default = 2,", 'default = "4 * 4",', "parameters.pairs.default"), Planted("default = [1, 2]", "default = [1, 2, 3]", "")),
    ],
    ids=lambda one: one.key,
)  # fmt: skip
def test_consequence_of_a_mistake_is_not_reported(cause: Planted, consequence: Planted) -> None:
    assert told(plant_mistakes(RIVER, cause, consequence)) == [cause.key]
    assert told(plant_mistakes(RIVER, cause)) == [cause.key]


def test_excess_letters_are_not_reported_with_an_invalid_base() -> None:
    words = Planted("SEND +", "ABCDEFGHIJKLMNOPQR +", "sum.text")
    assert told(plant_mistakes(SUM, words)) == ["sum.text"]
    assert told(plant_mistakes(SUM, words, MISTAKES[SUM][2])) == ["sum.base"]


def test_puzzle_without_travelers_is_reported() -> None:
    nobody = Planted("default = 2, minimum = 1", "default = 0, minimum = 0", "kinds")
    text = plant_mistakes(
        RIVER,
        nobody,
        Planted("count = 1", "count = 0", ""),
        Planted("default = [1, 2]", "shortest = 0, default = []", ""),
    )
    assert told(text) == ["parameters.seats.default", "kinds"][1:]
