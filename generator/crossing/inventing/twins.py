"""Twins of river crossings, which differ from a crossing in details only.

A twin has equal numbers of travelers, seats and rules of each kind, but its rules name other kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.inventing.drafts import RULE_DRAWERS, DraftTravelers, TomlData
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.inventing.wishes import Twin, has_repeats, iterate_change_counts
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.wording import join_phrases

MAX_REDRAWS = 20
"""the number of attempts to draw a rule of the right shape"""
KIND_NUMBERS, FAR_SIDE = "numbers", "there"
"""the parts of a crossing besides its rules that can change: the numbers of the kinds, and the kind that starts on the far side"""


def propose_twins(draw: SeededRandom, puzzle: CrossingFile) -> Iterator[Twin]:
    """Yield crossings that look similar to a given one; they may still have a solution."""
    said = puzzle.given_values()
    rules: list[TomlData] = said["rules"]
    numbers = {kind["name"]: kind.get("count", 1) for kind in said["kinds"]}
    rowers = [kind["name"] for kind in said["kinds"] if kind.get("rows", True)]
    parts = [*range(len(rules)), KIND_NUMBERS, FAR_SIDE]
    for number in iterate_change_counts():
        chosen = draw.sample(parts, number)
        cast = DraftTravelers(
            draw, _exchange_numbers(draw, numbers, rowers) if KIND_NUMBERS in chosen else numbers, rowers
        )
        changed = [_redraw_rule(cast, rule) if at in chosen else rule for at, rule in enumerate(rules)]
        ends = _exchange_ends(cast, said) if FAR_SIDE in chosen else {}
        changes = [
            *(["inventing.other-names"] if changed != rules else []),
            *(["inventing.other-numbers"] if cast.counts != numbers else []),
            *(["inventing.other-side"] if ends else []),
        ]
        if not changes or not all(_is_drawable(cast, rule) for rule in changed) or has_repeats(changed):
            continue
        made = CrossingFile(**{**said, "kinds": cast.make_kind_tables(), "rules": changed, **ends})
        if not any(made.find_mistakes()):
            yield Twin(made, join_phrases([format_message(change) for change in changes]))


def _exchange_numbers(draw: SeededRandom, numbers: Mapping[str, int], rowers: list[str]) -> dict[str, int]:
    """Return the numbers of the kinds, permuted among the rowing kinds and among the others.

    The number of travelers that can row stays the same.
    """
    exchanged = dict(numbers)
    for some in (rowers, [name for name in numbers if name not in rowers]):
        exchanged |= zip(some, draw.shuffle([numbers[name] for name in some]), strict=True)
    return exchanged


def _exchange_ends(cast: DraftTravelers, said: Mapping[str, Any]) -> dict[str, TomlData]:
    """Return start and goal with another kind of the same number on the far side.

    The result is empty if there is no such kind.
    """
    there = next(iter(said["start"].get("kinds", {})), None)
    others = [name for name in cast.names if there not in (None, name) and cast.counts[name] == cast.counts[there]]
    if not others:
        return {}
    other = cast.draw.choose(others)
    ends = ((end, said[end].get("kinds", {})) for end in ("start", "goal"))
    return {end: {**said[end], "kinds": dict(zip([other], kinds.values(), strict=False))} for end, kinds in ends}


def _redraw_rule(cast: DraftTravelers, rule: TomlData) -> TomlData:
    """Return a random rule of the same shape, or the same rule if none is drawn.

    The shape is the kind of the rule, the numbers in it, and how many names stand at each key.
    """
    for _ in range(MAX_REDRAWS):
        drawn = cast.draw.choose(RULE_DRAWERS[rule["rule"]])(cast)
        if drawn is not None and drawn != rule and _strip_names(cast, drawn) == _strip_names(cast, rule):
            return drawn
    return rule


def _strip_names(cast: DraftTravelers, rule: TomlData) -> dict[str, object]:
    """Return a rule's table with every name of a kind replaced by ``"name"``."""

    def strip_name(value: object) -> object:
        if isinstance(value, list):
            return [*map(strip_name, value)]
        return "name" if value in cast.counts else value

    return {key: strip_name(value) for key, value in rule.items() if value is not None}


def _is_drawable(cast: DraftTravelers, rule: TomlData) -> bool:
    """Return whether a draft can have this rule. A rule that only twins have would identify them as twins."""
    match rule["rule"]:
        case "outnumber":
            (threat,), (other,) = rule["threats"], rule["others"]
            return 1 < cast.counts[threat] <= cast.counts[other]
        case _:
            return True
