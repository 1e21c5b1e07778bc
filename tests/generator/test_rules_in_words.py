"""Rules of crossings in words say what they mean: who is bound, who threatens, who guards, at which place."""

from __future__ import annotations

from typing import get_args

import pytest

from ferryplan.domains.messages import read_messages
from ferryplan.generator.crossing.rule_tables import RuleTable
from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import read
from ferryplan.generator.retelling import completed
from ferryplan.generator.tables import Table, tables_in
from ferryplan.generator.themes.slots import REASONS

FILE = """
family = "crossing"
name = "rules"
places = [{{ name = "here" }}, {{ name = "there" }}]
kinds = [
  {{ name = "dog", count = 2, names = "Dog {{{{ number }}}}" }},
  {{ name = "cat", count = 2, names = "Cat {{{{ number }}}}", paired_with = "dog" }},
  {{ name = "wolf", called = "the wolf" }},
  {{ name = "bear", called = "the bear" }},
]
boat = {{ capacity = 2 }}
rules = [{{ {rule} }}]
start = {{ boat = "here", everyone = "here" }}
goal = {{ {goal} }}
"""
ALL_OVER = 'everyone = "there"'
SPLIT = 'kinds = { dog = "there", cat = "there", wolf = "here" }'


def rule_in_words(rule: str, goal: str = ALL_OVER) -> str:
    """The sentence for a rule whose file has none."""
    return completed(read(FILE.format(rule=rule, goal=goal), "rules.toml")).said()["rules"][0]["says"]


@pytest.mark.parametrize(
    ("rule", "goal", "says"),
    [
        # Everyone means those who have to get to the same place: the wolf stays, the bear may be anywhere.
        ('rule = "first", kinds = ["dog"]', SPLIT, "A cat may be at the there only if all the dogs are there, too."),
        ('rule = "last", kinds = ["dog"]', SPLIT, "A dog may be at the there only if all the cats are there, too."),
        ('rule = "first", kinds = ["wolf"]', ALL_OVER, "A dog, a cat or the bear may be at the there only if the wolf is there, too."),
        ('rule = "last", kinds = ["wolf"]', ALL_OVER, "The wolf may be at the there only if all the dogs, all the cats and the bear are there, too."),
    ],
)  # fmt: skip
def test_order_names_those_who_are_bound(rule: str, goal: str, says: str) -> None:
    assert rule_in_words(rule, goal) == says


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        # Cats and dogs are paired, so each cat has a dog of its own, whoever the threat is.
        ('victims = ["cat"], threats = ["wolf"], guardian = "dog"', "A cat is never with the wolf unless its own dog is there."),
        (
            'victims = ["cat"], threats = ["dog", "wolf"], guardian = "dog"',
            "A cat is never with another dog or the wolf unless its own dog is there.",
        ),
        # Guardians threaten nobody, unless they are somebody else's.
        ('victims = ["wolf"], threats = ["bear", "dog"], guardian = "dog"', "The wolf is never with the bear unless a dog is there."),
        # Those of one kind threaten each other, and a cat with a partner needs a sentence of its own.
        ('victims = ["dog"], threats = ["dog", "bear"]', "A dog is never with another dog or the bear."),
        (
            'victims = ["cat", "bear"], threats = ["wolf"], guardian = "dog"',
            "A cat is never with the wolf unless its own dog is there; the bear is never with the wolf unless a dog is there.",
        ),
        (
            'victims = ["wolf"], threats = "everyone", guardians = ["dog", "bear"], needed = "all"',
            "The wolf is never with anybody but a dog or the bear unless a dog and the bear are there.",
        ),
    ],
)  # fmt: skip
def test_guards_name_threats_and_guardians(rule: str, says: str) -> None:
    assert rule_in_words(f'rule = "guard", {rule}') == says


def test_those_alone_of_their_kind_are_not_kept_apart_from_themselves() -> None:
    rule = 'rule = "never-cross-with", kinds = ["wolf", "dog"], others = ["wolf"]'
    assert rule_in_words(rule) == "A dog never crosses together with the wolf."


def test_sides_of_several_kinds_are_counted_together() -> None:
    rule = 'rule = "outnumber", threats = ["dog", "wolf"], others = ["cat"]'
    assert rule_in_words(rule) == ("Wherever a cat is, the dogs and the wolf together never outnumber the cats.")


def test_story_and_list_agree_where_the_boat_has_no_rules() -> None:
    """A rule that says that it holds in the boat is the exception that the story names."""
    rule = 'rule = "guard", victims = ["cat"], threats = ["wolf"], where = ["place", "boat"]'
    text = FILE.format(rule=rule, goal=ALL_OVER).replace("capacity = 2", "capacity = 2, rules = false")
    text = text.replace('everyone = "here" }', 'everyone = "here", kinds = { wolf = "there" } }')
    puzzle = completed(read(text, "rules.toml"))
    assert "A cat is never with the wolf. This rule holds in the boat, too." in puzzle.story.replace(
        "must never be", "is never"
    )
    assert instantiate(puzzle, {}).told_rules == (
        "A cat is never with the wolf. (This rule applies at all places and in the boat.)",
    )


def name_kind(table: type[Table]) -> str:
    """The kind of the rules that a table describes."""
    return str(get_args(table.fields()["rule"][0])[0])


@pytest.mark.parametrize("kind", ["holds", *map(name_kind, tables_in(RuleTable))])
def test_every_kind_of_rule_has_a_sentence(kind: str) -> None:
    """A rule without one would fail only when somebody uses it."""
    assert any(key.startswith(kind) for key in read_messages("rules"))


def test_reasons_are_for_kinds_that_rules_have() -> None:
    """A guard has several kinds of reasons, by whom it protects from whom; the others have their own names."""
    kinds = {"holds", *map(name_kind, tables_in(RuleTable))} | {"never", "shy", "pair", "chain"}
    assert {*REASONS} <= kinds
