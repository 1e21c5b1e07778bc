"""The textbook style: its PDDL fits on a slide and allows the same crossings as brute force.

`plan check` agrees.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any

import oracle
import pddl_oracle
import pddl_well_formedness
import pytest
from budget import draw_cases
from conftest import RunCommand, assert_refused
from support import pair_in_turn

from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import Pddl, generate_textbook
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.tasks.instantiation import instantiate as model_of
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking.verdict_search import check_against_puzzle

DIALECTS = ("strips", "adl")
FERRYMEN: list[tuple[str, dict[str, Any]]] = [
    ("wolf-goat-cabbage", {"capacity": 2}),
    ("fox-goose-beans", {"capacity": 2}),
    *(("islands-farmer", {"things": things, "islands": 0, "capacity": 2}) for things in (2, 3, 4, 9)),
]
GUARDS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("jealous-couples", {"couples": couples, "single_men": men, "capacity": 2, "boat_rules": rules})
        for couples, men, rules in [(2, 0, True), (3, 0, True), (3, 0, False), (2, 1, True), (2, 1, False)]
    ),
    ("family", {"sons": 1, "daughters": 2, "capacity": 2}),
]
PARTIES: list[tuple[str, dict[str, Any]]] = [
    *(
        ("missionaries-cannibals", {"missionaries": holy, "cannibals": hungry, "capacity": seats, "boat_rules": rules})
        for holy, hungry, seats, rules in [
            (1, 1, 1, True), (2, 1, 2, True), (3, 3, 1, True), (3, 3, 2, True), (3, 2, 2, True), (4, 4, 2, True),
            (3, 3, 3, True), (3, 3, 3, False), (4, 3, 4, False),
        ]
    ),
    ("swap", {"hunters": 2, "bears": 2, "islands": 0, "capacity": 2}),
    ("swap", {"hunters": 5, "bears": 2, "islands": 0, "capacity": 2}),
]  # fmt: skip
FILE = """
family = "crossing"
name = "named"
title = "Named"
story = "They come to a river."
source = "The tests."
places = [{ name = "amount" }, { name = "opposite" }]
start = { boat = "amount", everyone = "amount" }
goal = { everyone = "opposite" }
"""
GOAL = 'goal = { everyone = "opposite" }'
FERRYMAN_FILE = f"""{FILE}
boat = {{ capacity = 2 }}
kinds = [
  {{ name = "bank", plural = "banks" }}, {{ name = "eats", plural = "eats", rows = false }},
  {{ name = "apart", plural = "aparts", rows = false }}, {{ name = "from", plural = "froms", rows = false }},
]
[[rules]]
rule = "guard"
says = "They do."
victims = ["eats"]
threats = ["apart", "from"]
guardian = "bank"
"""
PARTIES_FILE = f"""{FILE}
boat = {{ capacity = 3 }}
kinds = [
  {{ name = "a", plural = "bank", count = 3, names = "a{{{{ number }}}}" }},
  {{ name = "b", plural = "place (opposite;", count = 2, names = "b{{{{ number }}}}" }},
]
[[rules]]
rule = "outnumber"
says = "They do not."
threats = ["b"]
others = ["a"]
"""
GUARDS_FILE = FERRYMAN_FILE.replace(", rows = false", "", 1)
SECOND = 'guardian = "bank"\n[[rules]]\nrule = "guard"\nsays = "No."\nvictims = ["eats"]\nthreats = ["from"]\n'
"""a rule's guardian, and a second rule except for its guardian"""
THREE_FILE = PARTIES_FILE.replace("kinds = [", 'kinds = [\n  { name = "c", plural = "cs" },')

Graph = dict[Hashable, set[Hashable]]


def written(instance: AnyInstance, dialect: str) -> Pddl:
    pddl = generate_textbook(instance, dialect)
    pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
    return pddl


def assert_the_same(instance: AnyInstance, pddl: Pddl) -> None:
    texts = Source(pddl.domain, "domain.pddl"), Source(pddl.problem, "p01.pddl")
    found = check_against_puzzle(instance, model_of(make_pddl_puzzle(*texts, Path("domain.toml")), {}))
    assert (found.differences, found.observer.interpretation.missing_fact_count) == ([], 0)


def change_file(file: str, before: str, after: str) -> str:
    assert before in file
    return file.replace(before, after, 1)


def counted(boat: str, people: Iterable[tuple[str, str]]) -> Hashable:
    """Return the place of the boat and the number of travelers for each letter and place."""
    return boat, frozenset(Counter((person[0], place) for person, place in people).items())


def named_seen(atoms: pddl_oracle.State) -> Hashable:
    """Return the place of the boat and the positions of the travelers.

    If no fact names the boat, the boat is at the farmer's place.
    """
    (boat,) = (atom[-1] for atom in atoms if atom[0] == "boat" or atom[:2] == ("at", "farmer"))
    return boat, frozenset(atom[1:] for atom in atoms if atom[0] == "at")


def counted_seen(atoms: pddl_oracle.State) -> Hashable:
    (boat,) = (atom[1] for atom in atoms if atom[0] == "boat")
    counts = {(party[0], atom[0], int(atom[1][1:])) for party, *atom in atoms if len(atom) == 2}
    return boat, frozenset(((letter, place), number) for letter, place, number in counts if number)


def by_the_rules(puzzle: oracle.Puzzle, named: bool) -> tuple[Graph, int | None]:
    """Return the reachable states with their successors, and the fewest crossings."""

    def seen(situation: oracle.Situation) -> Hashable:
        boat, people, *_ = situation
        told = {(person.lower().replace(" ", "-"), place.replace(" ", "-")) for person, place in people}
        return (boat.replace(" ", "-"), frozenset(told)) if named else counted(boat.replace(" ", "-"), told)

    distances, fewest = puzzle.explore()
    return {seen(one): {seen(following) for *_, following in puzzle.successors(one)} for one in distances}, fewest


@pytest.mark.parametrize(
    ("puzzle", "parameters", "dialect"),
    [
        *pair_in_turn([*FERRYMEN, *draw_cases(PARTIES, 6)], [[dialect] for dialect in DIALECTS], 1),
        *((*one, "adl") for one in GUARDS),
    ],
)
def test_textbook_pddl_state_graph_matches_the_oracle(puzzle: str, parameters: dict[str, Any], dialect: str) -> None:
    instance = instantiate(load(puzzle), parameters)
    pddl = written(instance, dialect)
    named = (puzzle, parameters) in FERRYMEN + GUARDS
    states, fewest = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    look = named_seen if named else counted_seen
    found = {look(state): {look(following) for following in after} for state, after in states.items()}
    assert len(found) == len(states)
    assert (found, fewest) == by_the_rules(oracle.PUZZLES[puzzle](**parameters), named)
    assert_the_same(instance, pddl)


RENAMED = [
    (FERRYMAN_FILE, "", ""),
    (FERRYMAN_FILE, GOAL, 'goal = { kinds = { eats = "opposite" } }'),
    (FERRYMAN_FILE, GOAL, 'goal = { boat = "opposite", everyone = "opposite" }'),
    (FERRYMAN_FILE, 'everyone = "amount" }', 'everyone = "amount", kinds = { apart = "opposite" } }'),
    (FERRYMAN_FILE, '["apart", "from"]', '["apart", "eats"]'),
    (PARTIES_FILE, "", ""),
    (PARTIES_FILE, GOAL, 'goal = { kinds = { b = "opposite" } }'),
    (PARTIES_FILE, GOAL, 'goal = { boat = "amount", everyone = "opposite" }'),
    (PARTIES_FILE, "capacity = 3", "capacity = 2"),
    (PARTIES_FILE, "capacity = 3 }", "capacity = 3, rules = false }"),
    (PARTIES_FILE, 'others = ["a"]', 'others = ["a"]\nwhere = ["place"]'),
    (PARTIES_FILE, "count = 3", "count = 2"),
]
"""puzzle files whose names are words of the templates: a file, and a change"""


@pytest.mark.parametrize(
    ("file", "before", "after", "dialect"), pair_in_turn(RENAMED, [[dialect] for dialect in DIALECTS], 1)
)
def test_puzzle_names_equal_to_template_words_yield_correct_pddl(
    file: str, before: str, after: str, dialect: str
) -> None:
    instance = instantiate(parse_puzzle_text(change_file(file, before, after), "named.toml"), {})
    assert_the_same(instance, written(instance, dialect))


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (FERRYMAN_FILE, GOAL, 'goal = { boat = "amount", everyone = "opposite" }'),
        (FERRYMAN_FILE, 'boat = "amount"', 'boat = "opposite"'),
        (FERRYMAN_FILE, 'guardian = "bank"', 'guardian = "bank"\nwhere = ["amount"]'),
        (FERRYMAN_FILE, '"eats", rows = false', '"eats"'),
        (PARTIES_FILE, 'others = ["a"]', 'others = ["a"]\nwhere = ["opposite"]'),
        (PARTIES_FILE, 'others = ["a"]', 'others = ["a"]\nwhere = ["boat"]'),
        (FERRYMAN_FILE, 'plural = "banks"', 'plural = "banks", count = 2, names = "bank {{ number }}"'),
        (THREE_FILE, "", ""),
        (THREE_FILE, '"cs"', '"cs", rows = false'),
        (THREE_FILE, 'threats = ["b"]', 'threats = ["b", "c"]'),
        (PARTIES_FILE, 'others = ["a"]', 'others = ["a"]\n[[rules]]\nrule = "at-most"\nsays = "No."\nkinds = ["b"]\nnumber = 1\nwhere = ["boat"]'),
    ],
)  # fmt: skip
def test_textbook_strips_rejects_unsupported_puzzle_files(file: str, before: str, after: str) -> None:
    with pytest.raises(UnsuitableError, match="named: the 'textbook' style supports only puzzles with"):
        generate_textbook(instantiate(parse_puzzle_text(change_file(file, before, after), "named.toml"), {}))


@pytest.mark.parametrize("rules", ["true", "false"])
def test_textbook_adl_is_correct_with_two_guardians(rules: str) -> None:
    """With one guardian, the rules for the boat would follow from those for the banks."""
    file = FERRYMAN_FILE.replace(", rows = false", "").replace("capacity = 2 }", f"capacity = 2, rules = {rules} }}")
    two = change_file(file, 'plural = "banks"', 'plural = "banks", count = 2, names = "bank {{ number }}"')
    instance = instantiate(parse_puzzle_text(two, "named.toml"), {})
    assert_the_same(instance, written(instance, "adl"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('guardian = "bank"', 'guardian = "bank"\nwhere = ["amount"]'),
        ('guardian = "bank"', f'{SECOND}guardian = "apart"'),
        ('guardian = "bank"', 'guardian = "bank"\n[[rules]]\nrule = "never-row-alone"\nsays = "No."\nkinds = ["eats"]'),
        ("capacity = 2", "capacity = 3"),
    ],
)  # fmt: skip
def test_textbook_adl_rejects_unsupported_puzzle_files(before: str, after: str) -> None:
    with pytest.raises(UnsuitableError, match="named: the 'textbook' style supports only puzzles with"):
        generate_textbook(
            instantiate(parse_puzzle_text(change_file(GUARDS_FILE, before, after), "named.toml"), {}), "adl"
        )


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "missionaries-cannibals"])
def test_textbook_pddl_has_few_enough_lines_for_a_slide(puzzle: str, dialect: str, plan: RunCommand) -> None:
    told = plan("generate", puzzle, "--style", "textbook", "--dialect", dialect).stdout
    assert told.count("\n") <= 45
    assert max(map(len, told.splitlines())) <= 120
    actions = re.findall(r"\(:action (\S+)", told)
    if dialect == "adl":
        assert actions == ["cross"]
    for name in puzzle.split("-"):
        assert name in told


@pytest.mark.parametrize(
    "asked",
    [
        ["islands-farmer", "--islands", "1"],
        ["missionaries-cannibals", "--islands", "1"],
        ["missionaries-cannibals", "--missionaries", "6", "--cannibals", "5"],
        ["missionaries-cannibals", "--rowing-cannibals", "1"],
        ["missionaries-cannibals", "--cannibals", "0"],
        ["wolf-goat-cabbage", "--capacity", "3"],
        ["jealous-couples"],
        ["jealous-couples", "--boats", "2"],
        *(
            [puzzle]
            for puzzle in ("family", "bridge-torch", "paid-oars", "perishables", "weights", "one-rowing-cannibal")
        ),
    ],
)
def test_textbook_style_rejects_unsupported_catalog_puzzles(asked: list[str], plan: RunCommand) -> None:
    assert_refused(
        plan("generate", *asked, "--style", "textbook"),
        "the 'textbook' style supports only puzzles with at most 10 travelers",
        "two kinds that can all row",
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            ["zebra"],
            "--style does not apply to 'zebra', a puzzle of the 'grid' family: the 'textbook' style is for river crossings only",
        ),
        (["wolf-goat-cabbage", "--dialect", "axioms"], "supports only the dialects 'strips' and 'adl'"),
        (["wolf-goat-cabbage", "--backward"], "--backward has no effect here"),
        (["wolf-goat-cabbage", "--encoding", "named"], "--encoding has no effect here"),
    ],
)
def test_textbook_style_rejects_incompatible_options(asked: list[str], said: str, plan: RunCommand) -> None:
    assert_refused(plan("generate", *asked, "--style", "textbook"), said)
