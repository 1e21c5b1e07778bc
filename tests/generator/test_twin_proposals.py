"""Proposals of twins for puzzles that are small enough to list all alternatives by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from ferryplan.generator.arithmetic import inventing as sums
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.crossing.inventing import twins as crossing_twins
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.grid.inventing import drafts as grids
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.inventing.wishes import Twin
from ferryplan.generator.seeded_random import SeededRandom

ONE, TWO, THREE = "alpha", "beta", "gamma"


def make_crossing(rules: list[dict[str, Any]], *numbers: int, rowers: int = 1, there: str = "") -> CrossingFile:
    """Return a crossing of kinds with these numbers.

    The first ``rowers`` kinds row; the kind ``there`` begins on the other side.
    """
    kinds = []
    for at, (name, number) in enumerate(zip((ONE, TWO, THREE, "delta"), numbers, strict=False)):
        kind = (
            {"name": name, "count": number, "names": "{{ name }} {{ letter }}"}
            if number > 1
            else {"name": name, "called": "the {{ name }}"}
        )
        kinds.append(kind if at < rowers else {**kind, "rows": False})
    return CrossingFile(
        family="crossing", name="invented", places=[{"name": "start"}, {"name": "goal"}], kinds=kinds,
        boat={"capacity": 2}, rules=rules,
        start={"boat": "start", "everyone": "start", "kinds": dict.fromkeys([there] * bool(there), "goal")},
        goal={"everyone": "goal"},
    )  # fmt: skip


def propose(puzzle: CrossingFile, seed: str = "1") -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the values of each proposal's file, and its description of the change."""
    for twin in crossing_twins.propose_twins(SeededRandom(seed), puzzle):
        yield twin.puzzle.given_values(), twin.change


def strip_unsaid(rule: dict[str, Any]) -> dict[str, Any]:
    """Return a rule without keys that have no value."""
    return {key: said for key, said in rule.items() if said is not None}


def make_guard(victim: str, threat: str, guardian: str) -> dict[str, Any]:
    return {"rule": "guard", "victims": [victim], "threats": [threat], "guardian": guardian}


def list_rules_of_two(rule: str, key: str) -> list[dict[str, Any]]:
    """Return the rules of a kind that name one of three kinds, and another one at a key."""
    return [{"rule": rule, "kinds": [one], key: [two]} for one, two in itertools.permutations((ONE, TWO, THREE), 2)]


OF_ONE_SHAPE: list[list[dict[str, Any]]] = [
    list_rules_of_two("must-cross-with", "companions"),
    list_rules_of_two("never-cross-with", "others"),
    list_rules_of_two("first", "before"),
    list_rules_of_two("last", "after"),
    [{"rule": "first", "kinds": [one]} for one in (ONE, TWO, THREE)],
    [{"rule": "last", "kinds": [one]} for one in (ONE, TWO, THREE)],
    [make_guard(*names) for names in itertools.permutations((ONE, TWO, THREE))],
    [
        {"rule": "guard", "victims": [one], "threats": "everyone", "guardian": two}
        for one, two in itertools.permutations((ONE, TWO, THREE), 2)
    ],
    [
        {"rule": "at-most", "kinds": [*names], "number": 2, "where": ["boat"]}
        for names in itertools.permutations((ONE, TWO, THREE))
    ],
    [{"rule": "never-row-alone", "kinds": [one]} for one in (ONE, TWO)],
]
"""Rules of the same shape for one, two or three of three kinds; the first two kinds row."""


@pytest.mark.parametrize("rules", OF_ONE_SHAPE, ids=lambda rules: f"{rules[0]['rule']} {len(rules)}")
def test_twin_replaces_rule_by_one_of_the_same_shape(rules: list[dict[str, Any]]) -> None:
    """A twin has any other rule of the same shape and is otherwise unchanged.

    It names the same number of kinds, and the numbers and rowers stay.
    """
    puzzle = make_crossing(rules[:1], 1, 1, 1, rowers=2)
    found = list[dict[str, Any]]()
    for said, change in propose(puzzle):
        [rule] = map(strip_unsaid, said["rules"])
        assert change == "the rules apply to other travelers than in the original puzzle"
        assert rule in rules[1:]
        assert {**said, "rules": None} == {**puzzle.given_values(), "rules": None}
        found += [rule] if rule not in found else []
    assert len(found) == len(rules) - 1


def test_rule_without_alternatives_yields_no_twin() -> None:
    """Only one kind rows, so the rule has no alternative, and no twin is proposed."""
    assert [*propose(make_crossing([{"rule": "never-row-alone", "kinds": [ONE]}], 1, 1, 1))] == []


def test_twin_with_swapped_counts_reverses_the_outnumber_rule() -> None:
    """Two of one kind threaten three of another.

    With swapped counts the rule would be one that is never drawn, so it is reversed, too.
    """
    rule = {"rule": "outnumber", "threats": [TWO], "others": [THREE]}
    found = [*propose(make_crossing([rule], 1, 2, 3))]
    assert found
    for said, change in found:
        assert [kind.get("count", 1) for kind in said["kinds"]] == [1, 3, 2]
        assert [*map(strip_unsaid, said["rules"])] == [{"rule": "outnumber", "threats": [THREE], "others": [TWO]}]
        assert "rules" in change
        assert "counts" in change
        assert "side" not in change


def test_unsolvable_twin_may_start_a_kind_of_equal_count_on_other_side() -> None:
    """Any kind with the count of the third kind may start on the other side.

    The count of the third kind may be swapped with the count of the fourth.
    """
    puzzle = make_crossing(list_rules_of_two("first", "before")[:1], 1, 1, 1, 2, there=THREE)
    seen = set[str]()
    for said, change in propose(puzzle):
        [there] = said["start"]["kinds"]
        assert ("a different kind of traveler starts on the other side" in change) == (there != THREE)
        assert said["start"]["kinds"][there] == "goal"
        numbers = {kind["name"]: kind.get("count", 1) for kind in said["kinds"]}
        assert numbers[there] == numbers[THREE]
        seen.add(there)
    assert {ONE, TWO, THREE} <= seen


def test_the_first_proposals_change_one_part_and_later_ones_more() -> None:
    """The first proposals change one part, later ones more, and each describes its changes.

    The parts are the rules, the numbers, and the kind that starts on the other side.
    """
    rules = [
        make_guard(TWO, THREE, ONE),
        {"rule": "first", "kinds": [TWO], "before": [THREE]},
        {"rule": "at-most", "kinds": [TWO, THREE], "number": 1, "where": ["boat"]},
    ]
    puzzle = make_crossing(rules, 1, 2, 3, 1, there="delta", rowers=2)
    before, numbers = puzzle.given_values(), list[int]()
    changed = dict.fromkeys(["rule 0", "rule 1", "rule 2", "numbers", "side"], 0)
    for said, change in propose(puzzle):
        kinds, was = ([(one["name"], one.get("count", 1)) for one in data["kinds"]] for data in (said, before))
        parts = {
            **{f"rule {at}": strip_unsaid(said["rules"][at]) != rules[at] for at in range(3)},
            "numbers": kinds != was,
            "side": [*said["start"]["kinds"]] != ["delta"],
        }
        assert ("the rules apply to other travelers" in change) == any(parts[f"rule {at}"] for at in range(3))
        assert ("the counts of some kinds of travelers are swapped" in change) == parts["numbers"]
        assert ("a different kind of traveler starts on the other side" in change) == parts["side"]
        for some in ({ONE, TWO}, {THREE, "delta"}):
            assert sorted(number for name, number in kinds if name in some) == sorted(
                number for name, number in was if name in some
            ), "as many can row"
        assert (said["boat"], said["places"], len(said["rules"])) == (before["boat"], before["places"], 3)
        numbers.append(sum(parts.values()))
        for part, is_other in parts.items():
            changed[part] += is_other
    assert min(numbers) == max(numbers[:5]) == 1
    assert max(numbers) >= 4
    assert min(changed.values()) > 0, changed


def test_twin_has_no_duplicate_rule() -> None:
    """The puzzle has both orders of two kinds in its rules, so neither rule has an alternative."""
    rules = [{"rule": "must-cross-with", "kinds": [one], "companions": [two]} for one, two in ((ONE, TWO), (TWO, ONE))]
    for said, _ in propose(make_crossing(rules, 1, 1)):
        one, two = map(strip_unsaid, said["rules"])
        assert one != two


# --- sums


def propose_sums(text: str, words: list[str]) -> list[tuple[str, str]]:
    """Return the proposed sums and their descriptions of the change."""
    puzzle = ArithmeticFile(family="arithmetic", name="invented", sum={"text": text})
    twins: Iterator[Twin] = sums.propose_twins(SeededRandom("1"), puzzle, words)
    return [(twin.puzzle.given_values()["sum"]["text"], twin.change) for twin in twins]


def test_unsolvable_twin_of_sum_replaces_words_by_words_of_equal_length() -> None:
    """A word is replaced by one of equal length: AB by AC, and ABC by none.

    A sum of AB, BA and ABC keeps its number of letters with CB, with AC, and with both.
    """
    words = ["AB", "BA", "ABC", "AC", "CB", "ABCD"]
    found = {text for text, _ in propose_sums("AB + BA = ABC", words)}
    pairs = itertools.permutations(("AB", "BA", "AC", "CB"), 2)
    assert found == {f"{one} + {two} = ABC" for one, two in pairs} - {"AB + BA = ABC", "BA + AB = ABC"}


def test_unsolvable_twin_of_sum_gives_as_many_letters_as_the_original() -> None:
    """A twin gives as many letters of its sum, each with a different digit, and has as many letters."""
    words = ["SEND", "MORE", "MONEY", "LEND", "SORE", "HONEY", "MOST"]
    for text, change in propose_sums("SEND + MORE = MONEY; D = 7; Y = 2", words):
        equation, *given = text.split("; ")
        pairs = [one.split(" = ") for one in given]
        assert len({*filter(str.isupper, equation)}) == 8
        assert len({letter for letter, _ in pairs}) == len({digit for _, digit in pairs}) == 2
        assert {letter for letter, _ in pairs} <= {*equation}
        assert change.split(" ", 1)[1] == f"word{'s' * (change[0] != '1')} changed"


def test_twin_of_product_changes_one_letter() -> None:
    found = propose_sums("ABC x DA = FGBC; A = 1", [])
    assert len(found) > 20
    for text, change in found:
        assert change == "1 letter changed"
        equation, given = text.split("; ")
        assert given == "A = 1"
        assert sum(one != two for one, two in zip(equation, "ABC x DA = FGBC", strict=True)) == 1
        assert len({*filter(str.isupper, equation)}) == 6, "as many different letters"


# --- logic grids


def make_grid(*clues: dict[str, Any]) -> GridFile:
    """Return a grid of three positions and two categories."""
    return GridFile(
        family="grid", name="invented", positions={"name": "position", "plural": "positions", "count": 3},
        categories=[{"name": "category A", "values": ["a1", "a2", "a3"]}, {"name": "category B", "values": ["b1", "b2", "b3"]}],
        clues=[*clues],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("clue", "others"),
    [
        ({"clue": "same", "values": ["a1", "b1"]}, 2 * 9 - 1),  # either category first
        ({"clue": "end", "value": "a1"}, 5),
        ({"clue": "at", "value": "a1", "position": 1}, 6 * 3 - 1),
        ({"clue": "inner", "value": "b2"}, 5),
    ],
)
def test_twin_replaces_clue_by_one_of_the_same_shape(clue: dict[str, Any], others: int) -> None:
    """Every other clue of the same shape is proposed, counted by hand.

    There are six values in two categories, and three positions.
    """
    found = list[dict[str, Any]]()
    for twin in grids.propose_twins(SeededRandom("1"), make_grid(clue)):
        [other] = twin.puzzle.given_values()["clues"]
        assert other["clue"] == clue["clue"]
        assert other.keys() == clue.keys()
        assert twin.change == "1 clue changed"
        found += [other] if other not in found else []
    assert clue not in found
    assert len(found) == others
