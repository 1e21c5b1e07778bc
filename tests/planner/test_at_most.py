"""The rule `at-most` in replays, explanations, `why` and descriptions of puzzles."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support import CASES

from ferryplan.generator.crossing.constraints import BalanceConstraint
from ferryplan.generator.crossing.instance import Crossing
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.families import narrator_of
from ferryplan.generator.generation import generate
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.play import Play
from ferryplan.generator.puzzle import load
from ferryplan.generator.solution import IllegalMoveError, replay_moves
from ferryplan.planner.questions.puzzle_overview import format_puzzle_overview, puzzle_as_json
from ferryplan.planner.questions.why import explain_unsolvability

FILE = CASES / "puzzles" / "dogs.toml"
DOGS = load(str(FILE))
SHEPHERD, DOG_1, DOG_2, DOG_3 = 1, 2, 4, 8


def test_replay_rejects_load_over_the_at_most_limit() -> None:
    instance = instantiate(DOGS, {"capacity": 4})
    with pytest.raises(IllegalMoveError) as caught:
        replay_moves(instance, [Crossing(SHEPHERD | DOG_1, 0, 1), Crossing(SHEPHERD, 1, 0), Crossing(0b11101, 0, 1)])
    assert str(caught.value) == (
        "crossing 3: in the boat, Dog 2, Dog 3 and Dog 4 are there, but at most 2 of them may be there; "
        'this breaks the rule "No more than 2 dogs are in the boat. (This rule applies only in the boat.)"'
    )


def test_replay_rejects_landing_over_the_at_most_limit() -> None:
    instance = instantiate(DOGS, {"capacity": 4, "dogs": 3})
    start = instance.start._replace(companies=(SHEPHERD | DOG_1 | DOG_2, DOG_3))
    rule = Rule("at-most", "Two dogs are enough.", BalanceConstraint(DOG_1 | DOG_2 | DOG_3, 0, 2), frozenset({"place"}))
    crowded = replace(instance, start=start, rules=(rule,))
    with pytest.raises(IllegalMoveError) as caught:
        replay_moves(crowded, [Crossing(SHEPHERD | DOG_1 | DOG_2, 0, 1)])
    assert str(caught.value) == (
        "crossing 1: at the right bank, Dog 1, Dog 2 and Dog 3 are there, but at most 2 of them may be there; "
        'this breaks the rule "Two dogs are enough. (This rule does not apply in the boat.)"'
    )
    solution = replay_moves(
        replace(crowded, rules=(replace(rule, requirement=BalanceConstraint(DOG_1 | DOG_2 | DOG_3, 0, 3)),)),
        [Crossing(SHEPHERD | DOG_1 | DOG_2, 0, 1)],
    )
    (step,) = solution.steps
    assert narrator_of(solution.instance).explain_move(step.before, step.move, step.state) == [
        "Right bank: Dog 1, Dog 2 and Dog 3 are there, within the limit of 3."
    ]


def test_why_suggests_a_higher_at_most_limit(tmp_path: Path) -> None:
    changes = [change.change_text for change in explain_unsolvability(DOGS, {"pack": 0, "capacity": 3}).changes]
    assert changes == ["--pack 1", 'without the rule "No more than 0 dogs are in the boat."']
    path = tmp_path / "dogs.toml"
    path.write_text(
        FILE.read_text().replace('number = "pack"', "number = 0").replace("{{ pack }} dogs are", "0 dogs are")
    )
    answer = explain_unsolvability(load(str(path)), {"capacity": 3})
    rule = "No more than 0 dogs are in the boat."
    told = {change.change_text: change.total.moves for change in answer.changes}
    # one dog at a time: 9 crossings for five; two at a time, as many as the boat has room for: 5
    assert told == {f'with a limit of 1 instead of 0 in the rule "{rule}"': 9, f'without the rule "{rule}"': 5}
    assert any(
        stop.rule == f"{rule} (This rule applies only in the boat.)"
        and stop.reason == "in the boat, Dog 1 is there, which is not allowed"
        for stop in answer.stops
    )


@pytest.mark.parametrize(
    ("where", "boat_rules", "told"),
    [
        ("", "yes", ""),
        ("", "no", ""),
        ('where = ["boat"]', "yes", " (This rule applies only in the boat.)"),
        ('where = ["place", "boat"]', "yes", ""),
        ('where = ["place", "boat"]', "no", " (This rule applies at all places and in the boat.)"),
        ('where = ["place"]', "yes", " (This rule does not apply in the boat.)"),
        ('where = ["place"]', "no", ""),
    ],
)
def test_descriptions_say_where_the_at_most_rule_applies(
    where: str, boat_rules: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "dogs.toml"
    path.write_text(FILE.read_text().replace('where = ["boat"]', where))
    puzzle = load(str(path))
    instance = instantiate(puzzle, {"pack": 6, "capacity": 4, "boat_rules": boat_rules == "yes"})
    says = f"No more than 6 dogs are in the boat.{told}"
    assert re.search(rf" - {re.escape(says)} (?!\()", " ".join(format_puzzle_overview(puzzle, instance, PLAIN).split()))
    assert puzzle_as_json(puzzle, instance)["rules"] == [says]
    assert f";   - {says}\n" in generate(instance).domain
    assert f"  - {says}\n" in Play(instance).format_opening()
