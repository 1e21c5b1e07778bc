"""Logic grids: solutions that clues and PDDL allow, against a brute force with its own clues."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pddl_well_formedness
import pytest
from budget import scale
from grid_puzzles import (
    CATALOG_GRIDS,
    Arrangement,
    find_reached_arrangements,
    make_grid,
    make_small_puzzle,
    read_puzzle_text,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from support import pair_in_turn

from ferryplan import domains
from ferryplan.generator.assignment.instance import AllDifferentClue, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.generation import generate
from ferryplan.generator.grid.clues import SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.narrator import GridNarrator

Clue = tuple[tuple[str, ...], Callable[..., bool]]


def same(one: int, other: int) -> bool:
    return one == other


def beside(one: int, other: int) -> bool:
    return abs(one - other) == 1


# The puzzles as their sources state them, with positions from 1, in the order of the files.
PUZZLES: dict[str, tuple[int, str, list[Clue], dict[str, str]]] = {
    "zebra": (
        5,
        "Englishman Spaniard Ukrainian Norwegian Japanese, red green ivory yellow blue, dog snails fox horse zebra, "
        "coffee tea milk juice water, Old_Gold Kools Chesterfield Lucky_Strike Parliament",
        [
            (("Englishman", "red"), same),
            (("Spaniard", "dog"), same),
            (("coffee", "green"), same),
            (("Ukrainian", "tea"), same),
            (("green", "ivory"), lambda green, ivory: green == ivory + 1),
            (("Old Gold", "snails"), same),
            (("Kools", "yellow"), same),
            (("milk",), lambda milk: milk == 3),
            (("Norwegian",), lambda norwegian: norwegian == 1),
            (("Chesterfield", "fox"), beside),
            (("Kools", "horse"), beside),
            (("Lucky Strike", "juice"), same),
            (("Japanese", "Parliament"), same),
            (("Norwegian", "blue"), beside),
        ],
        {"water": "Norwegian", "zebra": "Japanese"},
    ),
    "einstein": (
        5,
        "Briton Swede Dane Norwegian German, red green white yellow blue, dog birds cats horse fish, "
        "tea coffee milk beer water, Pall_Mall Dunhill Blend Bluemaster Prince",
        [
            (("Briton", "red"), same),
            (("Swede", "dog"), same),
            (("Dane", "tea"), same),
            (("green", "white"), lambda green, white: green + 1 == white),
            (("green", "coffee"), same),
            (("Pall Mall", "birds"), same),
            (("yellow", "Dunhill"), same),
            (("milk",), lambda milk: milk == 3),
            (("Norwegian",), lambda norwegian: norwegian == 1),
            (("Blend", "cats"), beside),
            (("horse", "Dunhill"), beside),
            (("Bluemaster", "beer"), same),
            (("German", "Prince"), same),
            (("Norwegian", "blue"), beside),
            (("Blend", "water"), beside),
        ],
        {"fish": "German"},
    ),
    "four-houses": (
        4,
        "Ada Ben Cleo Dan, cat dog parrot rabbit, flute drum violin piano",
        [
            (("Ada",), lambda ada: ada in (1, 4)),
            (("violin", "drum"), lambda violin, drum: violin - drum == 1),
            (("cat", "parrot"), lambda cat, parrot: abs(cat - parrot) == 2),
            (("Ben", "dog", "parrot"), lambda ben, dog, parrot: ben in (dog, parrot)),
            (("dog", "flute"), beside),
            (("rabbit", "violin"), lambda rabbit, violin: rabbit != violin),
            (("drum",), lambda drum: drum != 1),
            (("cat",), lambda cat: cat == 1),
            (("Ben", "Cleo"), lambda ben, cleo: ben < cleo),
            (("Dan", "piano"), same),
        ],
        {"rabbit": "Dan"},
    ),
}


def by_brute_force(name: str, without: int | None = None) -> set[Arrangement]:
    """Return the solutions by trying all orders of each category; `without` leaves out one clue.

    Positions count from 0. A clue rules out orders as soon as all of its values have a position.
    """
    count, categories, clues, _ = PUZZLES[name]
    kept = [clue for index, clue in enumerate(clues) if index != without]
    ways: list[dict[str, int]] = [{}]
    for category in categories.split(", "):
        values = [value.replace("_", " ") for value in category.split()]
        further = [
            at | dict(zip(values, order, strict=True))
            for at in ways
            for order in itertools.permutations(range(1, count + 1))
        ]
        decided = [clue for clue in kept if {*clue[0]} <= further[0].keys() and not {*clue[0]}.isdisjoint(values)]
        ways = [at for at in further if all(holds(*(at[value] for value in named)) for named, holds in decided)]
    return {frozenset((value, position - 1) for value, position in at.items()) for at in ways}


def found_by_clues(instance: GridInstance) -> list[Arrangement]:
    return [
        frozenset((instance.items[item].name, spot) for item, spot in solution)
        for solution in AssignmentSearch(instance).solutions()
    ]


def leave_out(instance: GridInstance, index: int) -> GridInstance:
    return replace(instance, clues=(*instance.clues[:index], *instance.clues[index + 1 :]))


@pytest.mark.parametrize("name", CATALOG_GRIDS)
def test_catalog_grids_have_one_solution_in_every_dialect(name: str) -> None:
    instance = make_grid(read_puzzle_text(name))
    (solution,) = by_brute_force(name)
    at = dict(solution)
    first = {item.name for item in instance.items if item.group == instance.categories[0].name}
    for value, owner in PUZZLES[name][3].items():
        assert owner in first
        assert at[value] == at[owner]
    assert found_by_clues(instance) == [solution]
    assert find_reached_arrangements(instance, "strips") == [solution]
    assert find_reached_arrangements(instance, "adl") == [solution]


@pytest.mark.parametrize(
    ("name", "index"),
    [("four-houses", 1), ("four-houses", 3), ("four-houses", 6), ("einstein", 12)],
)
def test_pddl_with_omitted_clue_reaches_all_solutions(name: str, index: int) -> None:
    instance = leave_out(make_grid(read_puzzle_text(name)), index)
    expected = by_brute_force(name, without=index)
    for found in (
        found_by_clues(instance),
        find_reached_arrangements(instance, "strips"),
        find_reached_arrangements(instance, "adl"),
    ):
        assert len(found) == len(expected)
        assert set(found) == expected


# Every kind of clue, with its meaning for the positions of its values, counted from 1.
KINDS: dict[str, tuple[str, Callable[[dict[str, int]], bool]]] = {
    "same": ('clue = "same", values = ["A", "x"]', lambda at: at["A"] == at["x"]),
    "different": ('clue = "different", values = ["A", "x"]', lambda at: at["A"] != at["x"]),
    "left": ('clue = "left-of", value = "y", of = "B"', lambda at: at["B"] - at["y"] == 1),
    "right": ('clue = "right-of", value = "y", of = "B"', lambda at: at["y"] - at["B"] == 1),
    "right, one category": ('clue = "right-of", value = "A", of = "B"', lambda at: at["A"] - at["B"] == 1),
    "next": ('clue = "next-to", values = ["C", "z"]', lambda at: at["C"] - at["z"] in (1, -1)),
    "two apart": ('clue = "distance", values = ["A", "y"], distance = 2', lambda at: at["A"] - at["y"] in (2, -2)),
    "three apart": ('clue = "distance", values = ["A", "D"], distance = 3', lambda at: at["A"] - at["D"] in (3, -3)),
    "too far apart": ('clue = "distance", values = ["A", "y"], distance = 4', lambda at: False),
    "somewhere left": ('clue = "somewhere-left-of", value = "x", of = "C"', lambda at: at["x"] < at["C"]),
    "somewhere right": ('clue = "somewhere-right-of", value = "x", of = "C"', lambda at: at["x"] > at["C"]),
    "at": ('clue = "at", value = "B", position = 2', lambda at: at["B"] == 2),
    "at, by name": ('clue = "at", value = "B", position = "house 3"', lambda at: at["B"] == 3),
    "not at": ('clue = "not-at", value = "B", position = 2', lambda at: at["B"] != 2),
    "end": ('clue = "end", value = "z"', lambda at: at["z"] in (1, 4)),
    "not next": ('clue = "not-next-to", values = ["C", "z"]', lambda at: at["C"] - at["z"] not in (1, -1)),
    "inner": ('clue = "inner", value = "z"', lambda at: at["z"] in (2, 3)),
    "odd": ('clue = "odd", value = "A"', lambda at: at["A"] in (1, 3)),
    "even": ('clue = "even", value = "x"', lambda at: at["x"] in (2, 4)),
    "same, one category": ('clue = "same", values = ["A", "B"]', lambda at: False),
}


def arrangements(holds: Callable[[dict[str, int]], bool]) -> Iterator[Arrangement]:
    """Yield the arrangements of four and four values that satisfy a condition, with positions from 0."""
    for capitals, letters in itertools.product(itertools.permutations("ABCD"), itertools.permutations("xyzu")):
        at = {name: number for order in (capitals, letters) for number, name in enumerate(order, 1)}
        if holds(at):
            yield frozenset((name, number - 1) for name, number in at.items())


def check(clues: str, holds: Callable[[dict[str, int]], bool]) -> None:
    instance = make_grid(make_small_puzzle(clues, positions=4))
    expected = set(arrangements(holds))
    assert set(found_by_clues(instance)) == expected
    for dialect in ("strips", "adl"):
        found = find_reached_arrangements(instance, dialect)
        assert set(found) == expected
        assert len(found) == len(expected), "no solution is reached in two ways"


# two clues for fewer solutions: they leave 24 of 576 arrangements
FEWER = '[[clues]]\nclue = "at"\nvalue = "u"\nposition = 4\n[[clues]]\nclue = "right-of"\nvalue = "z"\nof = "y"\n'


def few(at: dict[str, int]) -> bool:
    return at["u"] == 4 and at["z"] - at["y"] == 1


def table(clue: str) -> str:
    return "[[clues]]\n" + re.sub(r", (?=\w+ = )", "\n", clue) + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_clue_matches_brute_force(kind: str) -> None:
    clue, holds = KINDS[kind]
    check(table(clue) + FEWER, lambda at: holds(at) and few(at))


@settings(max_examples=scale(15), deadline=None)
@given(
    st.lists(st.sampled_from(sorted(KINDS)), min_size=2, max_size=3),
    st.lists(st.sampled_from(sorted(KINDS)), max_size=2),
)
def test_solutions_with_either_clues_match_brute_force(parts: list[str], others: list[str]) -> None:
    either = f"[[clues]]\nclue = 'either'\neither = [{', '.join('{' + KINDS[part][0] + '}' for part in parts)}]\n"
    check(
        either + "".join(table(KINDS[kind][0]) for kind in others) + FEWER,
        lambda at: any(KINDS[part][1](at) for part in parts) and all(KINDS[kind][1](at) for kind in others) and few(at),
    )


# Clues that join others: the text around two parts, and the meaning in terms of whether each part holds.
JOINED: dict[str, tuple[str, Callable[[list[bool]], bool]]] = {
    "exactly-one": ("clues = [{}]", lambda held: sum(held) == 1),
    "not-all": ("clues = [{}]", lambda held: sum(held) < len(held)),
    "all": ("clues = [{}]", lambda held: sum(held) == len(held)),
    "neither": ("clues = [{}]", lambda held: sum(held) == 0),
    "if-then": ("condition = {}\nconsequence = {}", lambda held: held[1] if held[0] else True),
}


@settings(max_examples=scale(6), deadline=None)
@given(parts=st.lists(st.sampled_from(sorted(KINDS)), min_size=2, max_size=3))
@pytest.mark.parametrize("kind", JOINED)
def test_compound_clues_match_brute_force(kind: str, parts: list[str]) -> None:
    shape, holds = JOINED[kind]
    parts = parts[:2] if kind == "if-then" else parts
    tables = [f"{{{KINDS[part][0]}}}" for part in parts]
    said = shape.format(*tables) if kind == "if-then" else shape.format(", ".join(tables))
    clue = f'[[clues]]\nclue = "{kind}"\n{said}\n'
    check(clue + FEWER, lambda at: holds([KINDS[part][1](at) for part in parts]) and few(at))


# Clues about three values, or about numbers that two values have in a category with the values 6, 2, 3 and 12.
PRICES = {"6": 0, "2": 1, "3": 2, "12": 3}
AMONG: dict[str, tuple[str, Callable[[dict[str, int], dict[str, int]], bool]]] = {
    "between": ('clue = "between"\nvalue = "A"\nof = ["B", "12"]', lambda at, of: at["B"] < at["A"] < at["12"] or at["12"] < at["A"] < at["B"]),
    "directly": (
        'clue = "directly-between"\nvalue = "A"\nof = ["B", "12"]',
        lambda at, of: {at["B"] - at["A"], at["12"] - at["A"]} == {1, -1},
    ),
    "further on": ('clue = "more"\nvalue = "A"\nthan = "B"\ncategory = "price"', lambda at, of: PRICES[str(of["A"])] > PRICES[str(of["B"])]),
    "before": ('clue = "less"\nvalue = "A"\nthan = "B"\ncategory = "price"', lambda at, of: PRICES[str(of["A"])] < PRICES[str(of["B"])]),
    "more by": ('clue = "more"\nvalue = "A"\nthan = "B"\nby = 9\ncategory = "price"', lambda at, of: of["A"] == of["B"] + 9),
    "less by": ('clue = "less"\nvalue = "A"\nthan = "B"\nby = 3\ncategory = "price"', lambda at, of: of["A"] == of["B"] - 3),
    "times": ('clue = "times"\nvalue = "A"\nof = "B"\ntimes = 2\ncategory = "price"', lambda at, of: of["A"] == 2 * of["B"]),
    "times, one known": ('clue = "times"\nvalue = "A"\nof = "3"\ntimes = 4\ncategory = "price"', lambda at, of: of["A"] == 12),
    "sum": ('clue = "sum"\nvalues = ["A", "B"]\nmakes = 15\ncategory = "price"', lambda at, of: of["A"] + of["B"] == 15),
    "difference": ('clue = "difference"\nvalues = ["A", "B"]\nmakes = 4\ncategory = "price"', lambda at, of: abs(of["A"] - of["B"]) == 4),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "dialect"), pair_in_turn([[kind] for kind in AMONG], [("strips",), ("adl",)], 1))
def test_clues_about_three_values_or_numbers_match_brute_force(kind: str, dialect: str) -> None:
    clue, holds = AMONG[kind]
    text = make_small_puzzle(f"[[clues]]\n{clue}\n", positions=4, names="A,B,C,D,6,2,3,12").replace(
        '"letter"', '"price"'
    )
    instance, expected = make_grid(text), set()
    for capitals, prices in itertools.product(itertools.permutations("ABCD"), itertools.permutations(PRICES)):
        at = {name: number for order in (capitals, prices) for number, name in enumerate(order)}
        if holds(at, {name: int(prices[at[name]]) for name in capitals}):
            expected.add(frozenset(at.items()))
    assert expected, "some arrangement keeps it"
    assert set(found_by_clues(instance)) == expected
    found = find_reached_arrangements(instance, dialect)
    assert set(found) == expected
    assert len(found) == len(expected), "no solution is reached in two ways"


@pytest.mark.parametrize("positions", [1, 2, 3])
def test_pddl_without_clues_reaches_every_arrangement(positions: int) -> None:
    instance = make_grid(make_small_puzzle("", positions=positions))
    expected = [positions, 4, 36][positions - 1]
    for dialect in ("strips", "adl"):
        found = find_reached_arrangements(instance, dialect)
        assert len(found) == len(set(found)) == expected


def test_values_named_like_pddl_predicates_or_non_ascii_words_are_solved() -> None:
    names = "red,place red,Red 1,at,turn,must be with,日本,next-to,is house 1,house"
    either = '{clue = "same", values = ["red", "must be with"]}, {clue = "same", values = ["red", "日本"]}'
    clues = f'[[clues]]\nclue = "either"\neither = [{either}]\n' + "".join(
        f'[[clues]]\nclue = "at"\nvalue = "{value}"\nposition = {at}\n'
        for value, at in (("place red", 3), ("Red 1", 4), ("at", 5), ("next-to", 3), ("is house 1", 4), ("house", 5))
    )
    instance = make_grid(make_small_puzzle(clues, positions=5, names=names))
    fixed = {("place red", 2), ("Red 1", 3), ("at", 4), ("next-to", 2), ("is house 1", 3), ("house", 4)}
    expected = {
        frozenset({*fixed, *zip(("red", "turn"), one, strict=True), *zip(("must be with", "日本"), other, strict=True)})
        for one, other in itertools.product(itertools.permutations((0, 1)), repeat=2)
    }
    assert (
        set(find_reached_arrangements(instance, "strips"))
        == set(find_reached_arrangements(instance, "adl"))
        == expected
    )
    for dialect in ("strips", "adl"):
        text = generate(instance, dialect)
        types = re.findall(r"[a-z0-9-]+", re.findall(r"\(:types (.*)\)", text.domain)[0])
        actions = re.findall(r"\(:action (\S+)", text.domain)
        predicates = re.findall(r"^    \(([a-z0-9-]+)", text.domain.partition("(:action")[0], re.MULTILINE)
        objects = [one.symbol for one in (*instance.items, *instance.spots, *instance.categories)]
        used = [*types, *actions, *predicates, *objects]
        assert len(types) == 4
        assert len(predicates) > 3
        assert len(set(used)) == len(used)


def test_number_of_actions_is_additive_over_clues() -> None:
    """Six clues with four alternatives each add 24 actions to one per value, not 4 ** 6."""
    parts = ", ".join(f'{{clue = "distance", values = ["A", "{letter}"], distance = 1}}' for letter in "xyzu")
    text = make_small_puzzle(f'[[clues]]\nclue = "either"\neither = [{parts}]\n' * 6, positions=4)
    assert generate(make_grid(text), "strips").domain.count("(:action ") == 8 + 6 * 4


# Errors: a part of the puzzle `four-houses`, its replacement, and the message.
BAD = {
    "unknown value": ('value = "violin"', 'value = "voilin"', "clues[1].value: there is no value named 'voilin'; did you mean 'violin'?"),
    "unknown value in a pair": ('["dog", "flute"]', '["dog", "lute"]', "clues[4].values[1]: there is no value named 'lute'"),
    "unknown value in either-or": ('["Ben", "dog"]', '["Bob", "dog"]', "clues[3].either[0].values[0]: there is no value named 'Bob'"),
    "unknown value in a question": ('value = "rabbit"\ncat', 'value = "hare"\ncat', "questions[0].value: there is no value named 'hare'"),
    "unknown category": (
        'category = "friend"', 'category = "fiend"',
        "questions[0].category: there is no category named 'fiend'; did you mean 'friend'?",
    ),
    "too few values": (', "piano"]', "]", "categories[2].values: 'instrument' has 3 values, expected 4, one for each house"),
    "too many values": (
        ', "piano"]', ', "piano", "harp"]',
        "categories[2].values: 'instrument' has 5 values, expected 4, one for each house",
    ),
    "one name in two categories": ('"piano"]', '"dog"]', "categories[2].values[3]: 'dog' is also a value of 'pet'; choose another name"),
    "one name twice": (
        '"violin", "piano"]', '"violin", "violin"]',
        "categories[2].values[3]: the name 'violin' appears twice; choose another name",
    ),
    "two categories of one name": ('name = "pet"', 'name = "friend"', "categories: the name 'friend' appears twice; choose another name"),
    "a value with itself": ('["dog", "flute"]', '["dog", "dog"]', "clues[4]: 'dog' appears twice in this clue; a clue compares different values"),
    "position past the end": (
        "position = 1\n",
        "position = 5\n",
        "clues[6].position: found 5, expected a number from 1 to 4, or the name of a position",
    ),
    "position zero": (
        "position = 1\n",
        "position = 0\n",
        "clues[6].position: found 0, expected a number from 1 to 4, or the name of a position",
    ),
    "position negative": (
        "position = 1\n",
        "position = -3\n",
        "clues[6].position: found -3, expected a number from 1 to 4, or the name of a position",
    ),
    "position by a name that is none": (
        "position = 1\n", 'position = "hose 1"\n',
        "clues[6].position: there is no house named 'hose 1'; did you mean 'house 1'?",
    ),
    "names too few": ("count = 4", 'count = 4\nnames = ["a", "b"]', "positions.names: found 2 names, but positions.count is 4"),
    "names twice": (
        "count = 4", 'count = 4\nnames = ["a", "b", "a", "c"]',
        "positions.names: the name 'a' appears twice; choose another name",
    ),
    "names alike": ("count = 4", 'count = 4\nnames = "house"', "positions.names: the name 'house' appears twice; choose another name"),
    "an answer from nowhere": (
        "{{ found }} keeps", "{{ someone }} keeps",
        "questions[0].answer: unknown name 'someone' in '{{ someone }} keeps the rabbit.'; expected 'found'",
    ),
    "a phrase from nowhere": (
        "{{ called }} lives", "{{ name }} lives",
        "categories[0].says: unknown name 'name' in '{{ name }} lives in {{ position }}'; expected one of called, position, value",
    ),
    "a condition from nowhere": ('clue = "end"', 'clue = "end"\nwhen = "hard"', "clues[0].when: unknown name 'hard'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_mistakes_in_grid_files_are_reported_with_position(case: str) -> None:
    old, new, expected = BAD[case]
    text = read_puzzle_text("four-houses")
    assert old in text
    with pytest.raises(PuzzleError) as caught:
        make_grid(text.replace(old, new, 1))
    lines = str(caught.value).splitlines()
    assert any(expected in line for line in lines)
    assert all(re.match(r"puzzle\.toml:\d+:\d+: ", line) for line in lines)


def test_example_of_readme_has_expected_solution() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", (domains.FOLDER / "grid" / "README.md").read_text(), re.DOTALL)
    (solution,) = found_by_clues(make_grid(example))
    # Noah is last, so the juice is in the middle; Mia has the tea, so she is first
    assert solution == {("Mia", 0), ("tea", 0), ("Olga", 1), ("juice", 1), ("Noah", 2), ("cocoa", 2)}


def test_conditional_clue_depends_on_parameter() -> None:
    parameter = '[parameters.hard]\ntype = "boolean"\ndefault = false\nhelp = "fewer clues"\n'
    clue = '[[clues]]\nclue = "at"\nvalue = "A"\nposition = 1\nwhen = "not hard"\n'
    for hard, expected in ((False, 1), (True, 0)):
        clues = make_grid(make_small_puzzle(parameter + clue), hard=hard).clues
        assert sum(not isinstance(known, AllDifferentClue) for known in clues) == expected


def test_equivalent_clues_are_written_as_one_fact() -> None:
    clues = [
        'clue = "right-of", value = "x", of = "A"',
        'clue = "left-of", value = "A", of = "x"',
        'clue = "same", values = ["B", "y"]',
    ]
    instance = make_grid(make_small_puzzle("".join(map(table, [*clues, clues[2]]))))
    for dialect in ("strips", "adl"):
        pddl = generate(instance, dialect)
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
        assert len(find_reached_arrangements(instance, dialect)) == 2


@pytest.mark.parametrize("dialect", ["strips", "adl"])
@pytest.mark.parametrize("name", CATALOG_GRIDS)
def test_pddl_comments_contain_every_clue(name: str, dialect: str) -> None:
    """The comments of the PDDL contain each clue in its words.

    That two values of a category are never at one position is no clue.
    """
    instance = make_grid(read_puzzle_text(name))
    given_ = [clue.says for clue in instance.clues if not isinstance(clue, AllDifferentClue)]
    assert len(given_) == len(PUZZLES[name][2])
    pddl = generate(instance, dialect)
    comments = " ".join(re.findall(r"^\s*; ?(.*)$", pddl.domain + pddl.problem, re.MULTILINE))
    for says in given_:
        assert says in comments, says
    for clue in instance.clues:
        assert clue.says in given_ or not clue.says or clue.says not in comments


@pytest.mark.parametrize("name", CATALOG_GRIDS)
def test_variable_order_starts_with_values_fixed_by_unary_clues(name: str) -> None:
    """A value to which a unary clue leaves one position comes first in the order."""
    instance = make_grid(read_puzzle_text(name))
    unary = [clue for clue in instance.clues if isinstance(clue, SimpleClue) and len(clue.scope) == 1]
    fixed = {clue.scope[0] for clue in unary if len(clue.allowed_spots) == 1}
    assert fixed
    assert {*instance.order[: len(fixed)]} == fixed
    assert sorted(instance.order) == [*range(len(instance.items))]


@pytest.mark.parametrize("positions", [2, 3, 4])
def test_list_of_further_clues_contains_every_satisfiable_clue(positions: int) -> None:
    """The further clues of each kind are complete, and each clue about two values can hold.

    Two values of a category are never at the same position.
    """
    instance = make_grid(make_small_puzzle("", positions))
    found = [*GridNarrator(instance).list_further_clues()]
    groups = [item.group for item in instance.items]
    values = range(2 * positions)
    expected = {("at", (item,)) for item in values}
    expected |= {("same", pair) for pair in itertools.combinations(values, 2) if groups[pair[0]] != groups[pair[1]]}
    expected |= {("next-to", pair) for pair in itertools.combinations(values, 2)}
    expected |= {("right-of", pair) for pair in itertools.permutations(values, 2)}
    assert {(clue.kind, clue.scope) for clue in found} == expected
    assert len(found) == len(expected) - 2 * positions + 2 * positions * positions
    assert len({clue.says for clue in found}) == len(found)
    for clue in found:
        if len(clue.scope) == 2:
            alike = groups[clue.scope[0]] == groups[clue.scope[1]]
            ways = (
                itertools.permutations(range(positions), 2) if alike else itertools.product(range(positions), repeat=2)
            )
            assert any(clue.allows(dict(zip(clue.scope, way, strict=True))) for way in ways)


def test_inverse_table_lists_for_each_value_the_values_of_other_categories() -> None:
    """The inverse table has a row for each value but those of the first category, with the other values.

    If there is no other category, the rows are those of the first.
    """
    instance = make_grid(make_small_puzzle("", 2))
    names = {item.name: index for index, item in enumerate(instance.items)}
    placed = {names["A"]: 1, names["B"]: 0, names["x"]: 1}
    table = GridNarrator(instance).tabulate_spots_by_item(
        tuple(placed.get(item, -1) for item in range(len(instance.items)))
    )
    first, second = (spot.name for spot in instance.spots)
    assert table.rows == (("letter", "x", second, "A"), ("letter", "y", "", ""))
    table = GridNarrator(instance).board_as_table(placed)
    assert table.rows == ((first, "B", ""), (second, "A", "x"))


def test_narrated_placement_lists_other_possible_positions() -> None:
    """The narration lists the other positions that no clue rules out yet.

    Brute force over the meaning of each clue for the placed values finds these positions.
    """
    instance = make_grid(make_small_puzzle('[[clues]]\nclue = "at"\nvalue = "A"\nposition = 1\n', 3))
    names = {item.name: index for index, item in enumerate(instance.items)}
    (clue,) = (clue for clue in instance.clues if not isinstance(clue, AllDifferentClue))
    told = GridNarrator(instance).narrate_placement(Placement(names["A"], 0), {}, [clue])
    assert told.endswith("(clue 1).")
    assert "would do" not in told
    told = GridNarrator(instance).narrate_placement(Placement(names["B"], 1), {names["A"]: 0}, [])
    assert told.endswith("; so far, house 3 is also possible.")
    told = GridNarrator(instance).narrate_placement(Placement(names["C"], 2), {names["A"]: 0, names["B"]: 1}, [])
    assert told.endswith(": no other house is left.")


def test_sum_clue_allows_values_at_the_same_position() -> None:
    """A clue about a sum holds also for two values at one position.

    A and x are both in house 1, so their sum is 20 only with the value 10 there; B and C, y and z, 5 and 15 are then free.
    """
    text = """
family = "grid"
name = "both"
[positions]
name = "house"
plural = "houses"
count = 3
[[categories]]
name = "guest"
values = ["A", "B", "C"]
[[categories]]
name = "toy"
values = ["x", "y", "z"]
[[categories]]
name = "price"
values = ["5", "10", "15"]
[[clues]]
clue = "sum"
category = "price"
values = ["A", "x"]
makes = 20
"""
    at_one = "".join(f'[[clues]]\nclue = "at"\nvalue = "{value}"\nposition = 1\n' for value in "Ax")
    solutions = [*AssignmentSearch(make_grid(text + at_one)).solutions()]
    assert len(solutions) == 2 * 2 * 2
    apart = '[[clues]]\nclue = "different"\nvalues = ["A", "x"]\n'
    assert not [*AssignmentSearch(make_grid(text + at_one + apart)).solutions()]
