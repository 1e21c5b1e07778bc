"""Grammar of the generated English sentences for every catalog puzzle, with counts of one and more.

The checks know nothing of the puzzles. They search for faults that no sentence may have: a number that does not
agree with its noun, a verb that does not agree with its subject, stray blanks, a sentence without a capital or
a full stop.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ferryplan import load, solve, why
from ferryplan.domains.messages import FOLDER, read_messages
from ferryplan.generator.families import difficulty_of, instantiate_smallest, narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.wording import Table, capitalize, grammatical_number, join_numbered_names
from ferryplan.planner.questions.narration import explain_solution, format_verdict
from ferryplan.planner.result import Result

COUNTED = "crossing|move|action|placement|solution|traveler|state|step|guess|column|letter|minute|coin|boat|item|piece|clue|rule|change|place|unit"
ONE_OF_MANY = re.compile(rf"(?<![Dd]isc )\b1 (?:more )?(?:{COUNTED})e?s\b")
MANY_OF_ONE = re.compile(rf"(?<![.,\d-])\b(?:0|[2-9]|\d[\d,]*\d) (?:more )?(?:{COUNTED})\b(?!-)")
PLURALS = "apples|beans|goats|geese|children|travelers|states|solutions|crossings"
DISAGREEING = re.compile(
    rf"\b(?:the|no) (?:{PLURALS}) (?:is|was|has|does|crosses|returns|moves|reaches)\b|\b(?:it|he|she) (?:are|were|have)\b",
    re.IGNORECASE,
)
STRAY = re.compile(r"\S {2,}\S|\s[,;.!?](?:\s|$)|\( |\s\)|,,|\.\.(?!\.)|\b(\w+) \1\b(?<!had had)|\{|\}")
ARTICLE = re.compile(r"\ban? (?=\w)")
VOWELS = re.compile(
    r"an (?:[aeiou8]|1[18]\b|hour|honest|heir)|a (?:[^aeiou\W8]|8\d{3}|one\b|uni|us[aeiu]|eu)", re.IGNORECASE
)
END = re.compile(r"[.?!:]\)?$|\.\"$")


def find_mistakes(sentence: str) -> list[str]:
    """Return the grammatical mistakes in a sentence."""
    wrong = [found[0] for check in (ONE_OF_MANY, MANY_OF_ONE, DISAGREEING, STRAY) if (found := check.search(sentence))]
    if not sentence[:1].isupper() and not sentence[:1].isdigit() and sentence[:1] not in "'\"(–":
        wrong.append("begins with a small letter")
    if not END.search(sentence):
        wrong.append("has no end")
    return wrong


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("1 crossings are needed.", "1 crossings"),
        ("There are 2 crossing.", "2 crossing"),
        ("The apples is with the goat.", "The apples is"),
        ("A  boat leaves.", "A  b"),
        ("A boat , a raft.", " , "),
        ("a boat leaves.", "begins with a small letter"),
        ("A boat leaves", "has no end"),
        ("The the boat leaves.", ""),
        ("The boat carries {number}.", "{"),
    ],
)
def test_grammar_checks_find_known_mistakes(sentence: str, wrong: str) -> None:
    assert any(wrong in one for one in find_mistakes(sentence.replace("The the", "Then the the")))


@pytest.mark.parametrize(
    "sentence",
    [
        "11 crossings. The solution breaks no rule.",
        "Row 1 state.",
        "1 of the 4 travelers is at their goal.",
        "Level 4, crossing 3.",
    ],
)
def test_grammar_checks_accept_correct_sentences(sentence: str) -> None:
    assert find_mistakes(sentence if sentence.endswith(".") else f"{sentence}.") == []


def said_of(instance: AnyInstance, result: Result | None) -> Iterator[str]:
    """Yield the sentences that are generated for an instance.

    They are the rules, the facts, the violations of moves, the solution with its reasons, and the verdict.
    """
    narrator, space = narrator_of(instance), state_space_of(instance)
    yield from narrator.rules
    for section in narrator.describe_instance(space, lambda make: make()).sections:
        if not isinstance(section, Table) and "\n  - " not in section and "\n  1. " not in section:
            yield from filter(None, section.splitlines())
    for move in itertools.islice(space.candidate_moves(space.initial), 30):
        if broken := space.find_violation(space.initial, move):
            yield f"{capitalize(broken.found)}."
            yield broken.rule
    try:
        yield from difficulty_of(instance).reasons
    except ValueError:
        pass
    if result is not None:
        yield from (f"{capitalize(note)}." for note in result.notes)
        yield from filter(None, format_verdict(result, "picture").strip().splitlines())
        if result.solution is not None:
            yield from (sentence for _, sentence in result.solution.numbered_sentences())
            for step in explain_solution(result):
                yield step["text"]
                yield from step["lines"]


CROSSINGS: list[tuple[str, dict[str, Any]]] = [
    ("wolf-goat-cabbage", {}),
    ("wolf-goat-cabbage", {"capacity": 1}),
    ("fox-goose-beans", {}),
    ("jealous-couples", {"couples": 1}),
    ("jealous-couples", {"couples": 2, "islands": 1}),
    ("jealous-couples", {"couples": 4, "capacity": 2}),
    ("missionaries-cannibals", {"missionaries": 1, "cannibals": 1}),
    ("missionaries-cannibals", {"missionaries": 1, "cannibals": 0}),
    ("bridge-torch", {"paces": (1,), "capacity": 1}),
    ("bridge-torch", {"paces": (1, 2, 5, 10)}),
    ("paid-oars", {}),
    ("perishables", {}),
    ("perishables", {"tide": 3}),
    ("swap", {"hunters": 2, "bears": 1}),
    ("weights", {}),
    ("weights", {"strength": 1}),
    ("family", {"sons": 1, "daughters": 1}),
    ("family", {"capacity": 1}),
    ("one-rowing-cannibal", {}),
    ("islands-farmer", {"things": 3}),
    ("four-elopements", {"couples": 2}),
]
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("zebra", {}),
    ("four-houses", {}),
    ("send-more-money", {}),
    ("cryptarithm", {"sum": "SO + SO = TOO"}),
    ("cryptarithm", {"sum": "A + A = AB"}),
    ("queens", {"queens": 1}),
    ("queens", {"queens": 3}),
    ("queens", {"queens": 5}),
    ("pieces", {"piece": "kings", "rows": 3, "columns": 3}),
    ("sudoku", {"givens": "12..34....12...."}),
    ("futoshiki", {}),
    ("jugs", {}),
    ("hanoi", {"discs": 1}),
    ("hanoi", {"discs": 3}),
    ("blocks", {}),
]


def identify(value: object) -> str:
    return (
        value
        if isinstance(value, str)
        else "-".join(f"{key}={one}" for key, one in value.items())
        if isinstance(value, dict)
        else ""
    )


@pytest.mark.parametrize(("puzzle", "parameters"), [*CROSSINGS, *OTHERS], ids=identify)
def test_descriptions_of_puzzles_are_grammatical(puzzle: str, parameters: dict[str, Any]) -> None:
    instance = instantiate_smallest(load(puzzle), parameters)
    result = solve(load(puzzle), parameters, engine="rules", advise=False)
    assert isinstance(result, Result)
    said = [*said_of(result.instance, result)]
    assert len(said) > 3
    assert instance.puzzle == puzzle
    assert {one: found for one in said if (found := find_mistakes(one))} == {}


UNSOLVABLE: list[tuple[str, dict[str, Any]]] = [
    ("jealous-couples", {"couples": 4, "capacity": 2}),
    ("wolf-goat-cabbage", {"capacity": 1}),
    ("weights", {"weights": (2, 2, 1, 1), "strength": 1}),
    ("bridge-torch", {"paces": (1, 2), "capacity": 1}),
    ("perishables", {"tide": 3}),
    ("queens", {"queens": 2}),
    ("queens", {"queens": 3}),
    ("jugs", {"capacities": (4, 6), "measure": 3}),
]


@pytest.mark.parametrize(("puzzle", "parameters"), UNSOLVABLE, ids=identify)
def test_explanations_of_unsolvable_puzzles_are_grammatical(puzzle: str, parameters: dict[str, Any]) -> None:
    answer = why(load(puzzle), parameters)
    assert answer.status == "unsolvable"
    paragraphs = [
        " ".join(one.split()) for one in answer.render("text").split("\n\n") if not re.search(r"\S {2,}\S", one)
    ]
    assert any(one.startswith("There is no solution: ") for one in paragraphs)
    assert {one: found for one in paragraphs[1:] if (found := find_mistakes(one))} == {}
    violations = [f"{capitalize(stop.reason)}." for stop in answer.stops]
    assert {one: found for one in violations if (found := find_mistakes(one))} == {}


HARVEST = """
family = "crossing"
name = "harvest"
title = "The harvest"
story = "The apples and the beans must cross the river."

[[places]]
name = "left bank"
[[places]]
name = "right bank"

[[kinds]]
name = "children"
called = "the {{ traveller }}"
[[kinds]]
name = "grandmother"
called = "the {{ traveller }}"
[[kinds]]
name = "apples"
called = "the {{ traveller }}"
rows = RIDES
[[kinds]]
name = "goats"
called = "the {{ traveller }}"
rows = RIDES

[boat]
capacity = 2

[[rules]]
rule = "guard"
victims = ["apples"]
threats = ["goats"]
guardian = "children"
[[rules]]
rule = "must-cross-with"
kinds = ["goats"]
companions = ["children"]
[[rules]]
rule = "never-row-alone"
kinds = ["apples"]
[[rules]]
rule = "deadline"
kinds = ["goats"]
place = "left bank"
crossings = 9

[start]
boat = "left bank"
everyone = "left bank"
[goal]
everyone = "right bank"
"""


@pytest.mark.parametrize("rows", ["true", "false"])
def test_plural_traveler_names_take_plural_verbs(rows: str, tmp_path: Path) -> None:
    """Names of several things take plural verbs: "the apples are", not "the apples is"."""
    (tmp_path / "harvest.toml").write_text(HARVEST.replace("RIDES", rows))
    result = solve(load(str(tmp_path / "harvest.toml")), {}, engine="rules")
    assert isinstance(result, Result)
    said = [*said_of(result.instance, result)]
    assert "The apples are never with the goats unless the children are there." in said
    assert "The goats cross only together with the children." in said
    assert any("the apples are" in one for one in said)
    assert {one: found for one in said if (found := find_mistakes(one))} == {}


@pytest.mark.parametrize(
    ("called", "number"),
    [
        *((f"the {one}", 2) for one in ("apples", "beans", "bananas", "potatoes", "thieves", "children", "geese", "policemen", "keys")),
        *((f"the {one}", 1) for one in ("goat", "glass", "octopus", "iris", "princess", "bus", "walrus", "lens", "goose", "woman", "canvas")),
        ("James", 1),
        ("Aws", 1),
    ],
)  # fmt: skip
def test_grammatical_number_of_names_is_detected(called: str, number: int) -> None:
    assert grammatical_number([called]) == number
    assert grammatical_number([called, "the dog"]) == grammatical_number([]) == 2


def forms() -> Iterator[tuple[str, str, str]]:
    """Yield the key of each message with a count, and its two forms filled with the numbers one and two."""
    for path in sorted(FOLDER.glob("*.toml")):
        for entry, text in read_messages(path.stem).items():
            if isinstance(text, dict):
                yield (
                    f"{path.stem}.{entry}",
                    *(re.sub(r"\{count[^}]*\}", n, text[form]) for form, n in (("one", "1"), ("other", "2"))),
                )


def test_nouns_in_messages_agree_with_the_stated_count() -> None:
    wrong = {
        key: one
        for key, single, several in forms()
        for one in (single, several)
        if ONE_OF_MANY.search(one) or MANY_OF_ONE.search(one)
    }
    assert wrong == {}


def test_markdown_shows_options_as_code() -> None:
    result = solve(load("jealous-couples"), {"couples": 4, "capacity": 2}, engine="rules")
    assert isinstance(result, Result)
    assert "\n- `--capacity 3`: 9 crossings\n" in result.render("markdown")


@pytest.mark.parametrize(
    ("puzzle", "parameters", "says"),
    [
        ("jealous-couples", {"couples": 4, "capacity": 2}, "In every state, at most 4 of the 8 travelers are at their goal."),
        ("weights", {"weights": (2, 2, 1, 1), "strength": 1}, "In every state, at most 1 of the 4 travelers is at their goal."),
        ("wolf-goat-cabbage", {"capacity": 1}, "No traveler ever reaches their goal."),
    ],
    ids=identify,
)  # fmt: skip
def test_unsolvability_text_states_how_many_travelers_reach_the_goal(
    puzzle: str, parameters: dict[str, Any], says: str
) -> None:
    result = solve(load(puzzle), parameters, engine="rules")
    assert isinstance(result, Result)
    assert f"\n{says}\n" in result.render("text")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["house 4"], "house 4"),
        (["house 1", "house 2", "house 5"], "house 1, 2 or 5"),
        (["house 1", "stall 2"], "house 1 or stall 2"),
        (["house 1", "the last house"], "house 1 or the last house"),
        (["row 1, column 2", "row 1, column 3"], "row 1, column 2 or row 1, column 3"),
        (["3", "5"], "3 or 5"),
    ],
)
def test_list_of_numbered_names_states_the_common_noun_once(names: list[str], told: str) -> None:
    assert join_numbered_names(names) == told
