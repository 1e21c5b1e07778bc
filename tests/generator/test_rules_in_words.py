"""Sentences for crossing rules: bound travelers, threats, guards and places match the rule."""

from __future__ import annotations

from typing import get_args

import pytest

from ferryplan.domains.messages import read_messages
from ferryplan.generator.crossing.rule_tables import RuleTable
from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import parse_puzzle_text
from ferryplan.generator.themes.slots import REASON_SLOTS
from ferryplan.generator.theming import complete_words
from ferryplan.generator.toml_tables import TomlTable, find_table_classes

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
    """Return the sentence for a rule whose file has none."""
    return complete_words(parse_puzzle_text(FILE.format(rule=rule, goal=goal), "rules.toml")).given_values()["rules"][
        0
    ]["says"]


@pytest.mark.parametrize(
    ("rule", "goal", "says"),
    [
        # "Everyone" means travelers with the same destination: the wolf stays, the bear may be anywhere.
        ('rule = "first", kinds = ["dog"]', SPLIT, "A cat may be at the there only if all the dogs are there, too."),
        ('rule = "last", kinds = ["dog"]', SPLIT, "A dog may be at the there only if all the cats are there, too."),
        ('rule = "first", kinds = ["wolf"]', ALL_OVER, "A dog, a cat or the bear may be at the there only if the wolf is there, too."),
        ('rule = "last", kinds = ["wolf"]', ALL_OVER, "The wolf may be at the there only if all the dogs, all the cats and the bear are there, too."),
    ],
)  # fmt: skip
def test_order_rule_text_names_the_bound_travelers(rule: str, goal: str, says: str) -> None:
    assert rule_in_words(rule, goal) == says


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        # Cats and dogs are paired, so each cat has its own dog as guardian, whatever the threat is.
        ('victims = ["cat"], threats = ["wolf"], guardian = "dog"', "A cat is never with the wolf unless its own dog is there."),
        (
            'victims = ["cat"], threats = ["dog", "wolf"], guardian = "dog"',
            "A cat is never with another dog or the wolf unless its own dog is there.",
        ),
        # Guardians are no threat, except the guardians of others.
        ('victims = ["wolf"], threats = ["bear", "dog"], guardian = "dog"', "The wolf is never with the bear unless a dog is there."),
        # Travelers of one kind threaten each other, and a cat with a partner needs a sentence of its own.
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
def test_guard_rule_text_names_threats_and_guardians(rule: str, says: str) -> None:
    assert rule_in_words(f'rule = "guard", {rule}') == says


def test_never_cross_text_ignores_pairs_of_one_single_traveler() -> None:
    rule = 'rule = "never-cross-with", kinds = ["wolf", "dog"], others = ["wolf"]'
    assert rule_in_words(rule) == "A dog never crosses together with the wolf."


def test_outnumber_text_combines_several_kinds() -> None:
    rule = 'rule = "outnumber", threats = ["dog", "wolf"], others = ["cat"]'
    assert rule_in_words(rule) == ("Wherever a cat is, the dogs and the wolf together never outnumber the cats.")


def test_story_and_rule_list_agree_if_one_rule_applies_in_the_boat() -> None:
    """The story names the rule that holds in the boat as an exception."""
    rule = 'rule = "guard", victims = ["cat"], threats = ["wolf"], where = ["place", "boat"]'
    text = FILE.format(rule=rule, goal=ALL_OVER).replace("capacity = 2", "capacity = 2, rules = false")
    text = text.replace('everyone = "here" }', 'everyone = "here", kinds = { wolf = "there" } }')
    puzzle = complete_words(parse_puzzle_text(text, "rules.toml"))
    assert "A cat is never with the wolf. This rule holds in the boat, too." in puzzle.story.replace(
        "must never be", "is never"
    )
    assert instantiate(puzzle, {}).rule_sentences == (
        "A cat is never with the wolf. (This rule applies at all places and in the boat.)",
    )


def name_kind(table: type[TomlTable]) -> str:
    """Return the kind of rule that a table describes."""
    return str(get_args(table.fields()["rule"][0])[0])


@pytest.mark.parametrize("kind", ["holds", *map(name_kind, find_table_classes(RuleTable))])
def test_every_kind_of_rule_has_a_sentence(kind: str) -> None:
    """Every kind of rule has a sentence; a missing one would fail only on its first use."""
    assert any(key.startswith(kind) for key in read_messages("rules"))


def test_reasons_exist_only_for_known_rule_kinds() -> None:
    """Reasons exist for known kinds of rules.

    A guard rule has several kinds of reasons, depending on victims and threats; the other rules have one, under their own name.
    """
    kinds = {"holds", *map(name_kind, find_table_classes(RuleTable))} | {"never", "shy", "pair", "chain"}
    assert {*REASON_SLOTS} <= kinds
