"""Warnings about legal but unusual puzzle files: each has its position, and clean files have none."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from ferryplan import domains
from ferryplan.generator import puzzle
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.puzzle_warnings import find_obvious_cause, find_warnings, find_wrong_optima


class Case(NamedTuple):
    """A change of a catalog file and its warnings.

    The fields are the file, a part of it, the replacement, and for each warning its key, its kind and the text at its position.
    """

    name: str
    old: str
    new: str
    odd: tuple[tuple[str, str, str], ...]


WOLF, ZEBRA = "wolf-goat-cabbage", "zebra"
ALWAYS = {
    # brute force finds both below
    "four-houses": {("clues[0]", "implied"), ("clues[3]", "implied")},
    # the last clue of Einstein's riddle, about water, is known to be redundant
    "einstein": {("clues[14]", "implied")},
}
"""Warnings about the catalog that are intended."""
COW = '[[kinds]]\nname = "cow"\nplural = "cows"\ncount = 0\n'
CASES = {
    "a parameter that nothing uses": Case(
        WOLF, "[[places]]", '[parameters.moon]\ntype = "boolean"\ndefault = true\nhelp = "full"\n[[places]]',
        (("parameters.moon", "unused-parameter", "[parameters.moon]"),),
    ),
    "more who row than there are": Case(
        WOLF, 'plural = "farmers"', 'plural = "farmers"\nrows = 2', (("kinds[0].rows", "rows-over-count", "2"),)
    ),
    "nobody rows": Case(
        WOLF, 'plural = "farmers"', 'plural = "farmers"\nrows = false',
        (("kinds", "nobody-rows", "[[kinds]]"), ("optima[0].crossings", "wrong-optimum", "7")),
    ),
    "a weight without a scale": Case(
        WOLF, 'plural = "goats"', 'plural = "goats"\nweight = 3', (("kinds[2].weight", "without-effect", "3"),)
    ),
    "a place without a route": Case(
        WOLF, "[[kinds]]", '[[places]]\nname = "moon"\n[[routes]]\nbetween = ["left bank", "right bank"]\n[[kinds]]',
        (("places[2]", "place-without-route", "[[places]]"),),
    ),
    "a goal without a route": Case(
        WOLF, "[[kinds]]", '[[routes]]\nbetween = ["left bank", "left bank"]\n[[kinds]]',
        (
            ("places[1]", "place-without-route", "[[places]]"), ("goal", "no-way", "[goal]"), ("optima[0].crossings", "wrong-optimum", "7"),
        ),
    ),
    "a start that is the goal": Case(
        WOLF, '[goal]\neveryone = "right bank"', '[goal]\neveryone = "left bank"',
        (("goal", "start-is-goal", "[goal]"), ("optima[0].crossings", "wrong-optimum", "7"),
         ("optima[1].crossings", "wrong-optimum", "[[optima]]")),
    ),
    "a goal that breaks a rule": Case(
        WOLF, '[goal]\neveryone = "right bank"', '[goal]\neveryone = "right bank"\nkinds = { farmer = "left bank" }',
        (("goal", "goal-breaks-rule", "[goal]"),) * 2 + (("optima[0].crossings", "wrong-optimum", "7"),),
    ),
    "a wrong optimum": Case(WOLF, "crossings = 7", "crossings = 9", (("optima[0].crossings", "wrong-optimum", "9"),)),
    "a negative optimum": Case(WOLF, "crossings = 7", "crossings = -7", (("optima[0].crossings", "wrong-optimum", "-7"),)),
    "an optimum that is none": Case(
        WOLF, "crossings = 7\n", "", (("optima[0].crossings", "wrong-optimum", "[[optima]]"),)
    ),
    "an optimum where there is no way": Case(
        WOLF, "parameters = { capacity = 1 }", "parameters = { capacity = 1 }\ncrossings = 5",
        (("optima[1].crossings", "wrong-optimum", "5"),),
    ),
    "a kind named twice": Case(
        WOLF, 'victims = ["goat"]', 'victims = ["goat", "goat"]', (("rules[0].victims", "named-twice", '["goat", "goat"]'),)
    ),
    "a victim that is a threat": Case(
        WOLF, 'threats = ["wolf"]', 'threats = ["wolf", "goat"]', (("rules[0].threats", "victim-is-threat", '["wolf", "goat"]'),)
    ),
    "a rule about one alone": Case(  # the only goat would have to threaten itself
        WOLF, 'threats = ["wolf"]', 'threats = ["goat"]',
        (("rules[0]", "never-binds", "[[rules]]"), ("rules[0].threats", "victim-is-threat", '["goat"]'),
         ("optima[0].crossings", "wrong-optimum", "7")),
    ),
    "a guardian who is nobody": Case(
        WOLF, '[boat]\ncapacity = "capacity"\n',
        f'{COW}[boat]\ncapacity = "capacity"\n[[rules]]\nrule = "guard"\nsays = "No."\nvictims = ["wolf"]\nthreats = ["cow"]\nguardian = "cow"\n',
        (
            ("rules[0]", "never-binds", "[[rules]]"), ("rules[0].guardian", "no-guardian", '"cow"'),
        ),
    ),
    "guardians one of whom is nobody, and all needed": Case(
        WOLF, '[boat]\ncapacity = "capacity"\n',
        f'{COW}[boat]\ncapacity = "capacity"\n[[rules]]\nrule = "guard"\nsays = "No."\nvictims = ["wolf"]\nthreats = ["cow"]\n'
        'guardians = ["farmer", "cow"]\nneeded = "all"\n',
        (
            ("rules[0]", "never-binds", "[[rules]]"), ("rules[0].guardians", "no-guardian", '["farmer", "cow"]'),
        ),
    ),
    "guardians one of whom is nobody, and any enough": Case(
        WOLF, '[boat]\ncapacity = "capacity"\n',
        f'{COW}[boat]\ncapacity = "capacity"\n[[rules]]\nrule = "guard"\nsays = "No."\nvictims = ["wolf"]\nthreats = ["goat"]\n'
        'guardians = ["farmer", "cow"]\n',
        (),
    ),
    "companions who are nobody": Case(
        WOLF, '[boat]\ncapacity = "capacity"\n',
        f'{COW}[boat]\ncapacity = "capacity"\n[[rules]]\nrule = "must-cross-with"\nsays = "So."\nkinds = ["cow"]\ncompanions = ["cow"]\n',
        (
            ("rules[0]", "never-binds", "[[rules]]"), ("rules[0].companions", "no-companion", '["cow"]'),
        ),
    ),
    "order among nobody": Case(
        WOLF, '[boat]\ncapacity = "capacity"\n',
        f'{COW}[boat]\ncapacity = "capacity"\n[[rules]]\nrule = "last"\nsays = "So."\nkinds = ["goat"]\nafter = ["cow"]\n',
        (("rules[0]", "never-binds", "[[rules]]"),),
    ),
    "more than there are": Case(
        WOLF, "[start]", '[[rules]]\nrule = "at-most"\nsays = "No."\nkinds = ["goat"]\nnumber = 1\n' + "[start]",
        (("rules[2]", "never-binds", "[[rules]]"),),
    ),
    "nobody to outnumber": Case(
        WOLF, "[start]", '[[rules]]\nrule = "outnumber"\nsays = "No."\nthreats = ["goat"]\nothers = ["wolf"]\n[start]',
        (("rules[2]", "never-binds", "[[rules]]"),),
    ),
    "a later limit": Case(
        WOLF, "[start]", "".join(f'[[rules]]\nrule = "limit"\nsays = "No."\ncrossings = {number}\n' for number in (9, 12)) + "[start]",
        (("rules[3].crossings", "never-binds", "12"),),
    ),
    "a clue that excludes nothing": Case(
        ZEBRA, '[[questions]]', '[[clues]]\nclue = "different"\nvalues = ["red", "green"]\n[[questions]]',
        (("clues[14]", "implied", "[[clues]]"),),
    ),
    "a clue that cannot hold": Case(
        ZEBRA, '[[questions]]', '[[clues]]\nclue = "same"\nvalues = ["red", "green"]\n[[questions]]',
        (("clues[14]", "contradiction", "[[clues]]"),),
    ),
}  # fmt: skip


def found(text: str, name: str) -> list[tuple[str, str, str]]:
    """Return the warnings about a file: key, kind, and the text at the position.

    `test_classical_puzzles` checks the optima of planning tasks, some of which need many states.
    """
    one = puzzle.parse_puzzle_text(text, name)
    lines, skipped = text.splitlines(), list[str]()
    every = [*find_warnings(one, instantiate_smallest(one, {}))]
    if one.family != "classical":
        every += find_wrong_optima(one, skipped.append)
    assert skipped == []
    return [
        (each.key, each.kind, lines[line - 1][column - 1 :])
        for each in every
        for line, column in [one.locate_key(each.key)]
    ]


@pytest.mark.parametrize("case", CASES)
def test_warning_about_puzzle_file_is_reported_at_its_position(case: str) -> None:
    name, old, new, expected = CASES[case]
    (path,) = domains.FOLDER.rglob(f"{name}.toml")
    text = path.read_text()
    assert old in text
    told = [one for one in found(text.replace(old, new, 1), name) if one[:2] not in ALWAYS.get(name, ())]
    assert sorted(one[:2] for one in told) == sorted(one[:2] for one in expected)
    for (_, _, there), (_, _, begins) in zip(sorted(told), sorted(expected), strict=True):
        assert there.startswith(begins)


def test_catalog_files_cause_only_the_known_warnings() -> None:
    warnings = {
        name: {one[:2] for one in found(path.read_text(), name)} for name, path in domains.puzzle_files().items()
    }
    assert {name: causes for name, causes in warnings.items() if causes} == ALWAYS


def test_implied_clues_match_brute_force() -> None:
    data = tomllib.loads(domains.puzzle_files()["four-houses"].read_text())
    arrangements = [
        {value: place for order in orders for place, value in enumerate(order)}
        for orders in itertools.product(
            *(list(itertools.permutations(category["values"])) for category in data["categories"])
        )
    ]
    keeping = [[holds(clue, at) for clue in data["clues"]] for at in arrangements]
    implied = {
        (f"clues[{number}]", "implied")
        for number in range(len(data["clues"]))
        if not any(not row[number] and all(row[:number]) and all(row[number + 1 :]) for row in keeping)
    }
    assert implied == ALWAYS["four-houses"]


def holds(clue: Mapping[str, Any], at: Mapping[str, int]) -> bool:
    """Return whether a clue of the file holds, by the documented meaning of its kind."""

    def places() -> Iterator[int]:
        return (at[value] for value in clue["values"])

    match clue["clue"]:
        case "end":
            return at[clue["value"]] in (0, 3)
        case "right-of":
            return at[clue["value"]] == at[clue["of"]] + 1
        case "somewhere-left-of":
            return at[clue["value"]] < at[clue["of"]]
        case "distance" | "next-to":
            first, second = places()
            return abs(first - second) == clue.get("distance", 1)
        case "either":
            return any(holds(part, at) for part in clue["either"])
        case "same" | "different":
            return (len({*places()}) == 1) == (clue["clue"] == "same")
        case "at" | "not-at":
            return (at[clue["value"]] == clue["position"] - 1) == (clue["clue"] == "at")
    raise AssertionError(clue)


@pytest.mark.parametrize(
    ("name", "given", "cause"),
    [
        ("wolf-goat-cabbage", {"capacity": 1}, "the boat carries only one traveler, who must row it back"),
        ("missionaries-cannibals", {"rowing_missionaries": 0, "rowing_cannibals": 0}, "nobody can row"),
        ("jealous-couples", {"couples": 4, "capacity": 2}, None),  # only a search shows that
        ("weights", {"weights": (2, 5), "strength": 4}, "B is too heavy for the boat"),
        ("queens", {"queens": 3}, "on a board of this size, the queens always attack each other"),
        ("queens", {"queens": 4}, None),
        ("cryptarithm", {"sum": "A + B = CDEF"}, "the addends always add up to less than the total"),
        ("cryptarithm", {"sum": "AB + CDE = FG"}, "the addends always add up to more than the total"),
        (
            "cryptarithm",
            {"sum": "A + A = AB"},
            "the addends always add up to less than the total",
        ),  # 2 A is less than 10 A
        ("cryptarithm", {"sum": "A + B = CD"}, None),
        ("cryptarithm", {"sum": "AB x CD = EF"}, "the left side is always more than the right side"),  # 10 x 10 is 100
        ("cryptarithm", {"sum": "AB x CD = EFG"}, None),
        ("cryptarithm", {"sum": "A + B = C; A - BC = D"}, "the left side is always less than the right side"),
        ("cryptarithm", {"sum": "ABA x 9 = CDE + 9"}, None),  # 101 x 9
    ],
)
def test_obvious_cause_of_unsolvability_is_found(name: str, given: dict[str, Any], cause: str | None) -> None:
    one = puzzle.load(name)
    assert find_obvious_cause(one, instantiate_smallest(one, given)) == (() if cause is None else (cause,))
