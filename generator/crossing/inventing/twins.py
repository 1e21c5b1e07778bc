"""Twins of river crossings: puzzles that look similar to a given crossing but may be unsolvable.

A twin has as many travelers, seats and rules of each kind as the given crossing. The differences are that its rules
name other kinds of travelers, that kinds exchange their sizes, or that another kind starts on the far side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.inventing.drafts import RULE_DRAWERS, DraftTravelers, TomlData
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.inventing.wishes import Twin, has_repeated_parts, iterate_change_counts
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.wording import join_phrases

MAX_REDRAWS = 20
"""the number of attempts to draw a rule of the same shape as a given rule"""
KIND_NUMBERS, FAR_SIDE = "numbers", "there"
"""the parts of a crossing besides its rules that can change: the numbers of the kinds, and the kind that starts on the far side"""


def propose_twins(draw: SeededRandom, puzzle: CrossingFile) -> Iterator[Twin]:
    """Yield crossings that look similar to a given crossing and may or may not have a solution."""
    said = puzzle.given_values()
    rules: list[TomlData] = said["rules"]
    numbers = {kind["name"]: kind.get("count", 1) for kind in said["kinds"]}
    rowers = [kind["name"] for kind in said["kinds"] if kind.get("rows", True)]
    parts = [*range(len(rules)), KIND_NUMBERS, FAR_SIDE]
    for number in iterate_change_counts():
        chosen = draw.sample(parts, number)
        cast = DraftTravelers(
            draw, _exchange_kind_sizes(draw, numbers, rowers) if KIND_NUMBERS in chosen else numbers, rowers
        )
        changed = [_redraw_rule(cast, rule) if at in chosen else rule for at, rule in enumerate(rules)]
        ends = _exchange_far_side_kind(cast, said) if FAR_SIDE in chosen else {}
        changes = [
            *(["inventing.other-names"] if changed != rules else []),
            *(["inventing.other-numbers"] if cast.counts != numbers else []),
            *(["inventing.other-side"] if ends else []),
        ]
        if not changes or not all(_can_occur_in_drafts(cast, rule) for rule in changed) or has_repeated_parts(changed):
            continue
        made = CrossingFile(**{**said, "kinds": cast.make_kind_tables(), "rules": changed, **ends})
        if not any(made.find_mistakes()):
            yield Twin(made, join_phrases([format_message(change) for change in changes]))


def _exchange_kind_sizes(draw: SeededRandom, numbers: Mapping[str, int], rowers: list[str]) -> dict[str, int]:
    """Return a random exchange of sizes among the kinds: the new number of travelers of each kind.

    Kinds that can row exchange sizes only with each other, so the number of travelers who can row stays the same.
    """
    exchanged = dict(numbers)
    for some in (rowers, [name for name in numbers if name not in rowers]):
        exchanged |= zip(some, draw.shuffle([numbers[name] for name in some]), strict=True)
    return exchanged


def _exchange_far_side_kind(travelers: DraftTravelers, given_values: Mapping[str, Any]) -> dict[str, TomlData]:
    """Return the tables ``start`` and ``goal`` with a different kind of the same number on the far side.

    ``given_values`` are the values in the puzzle file, from which the tables are made. The result is empty if there is
    no such kind.
    """
    there = next(iter(given_values["start"].get("kinds", {})), None)
    others = [
        name
        for name in travelers.names
        if there not in (None, name) and travelers.counts[name] == travelers.counts[there]
    ]
    if not others:
        return {}
    other = travelers.draw.choose(others)
    ends = ((end, given_values[end].get("kinds", {})) for end in ("start", "goal"))
    return {
        end: {**given_values[end], "kinds": dict(zip([other], kinds.values(), strict=False))} for end, kinds in ends
    }


def _redraw_rule(travelers: DraftTravelers, rule: TomlData) -> TomlData:
    """Return the table of a random rule that differs from a given rule only in the names of kinds.

    If no such rule is drawn in 20 attempts, the result is the given table.
    """
    for _ in range(MAX_REDRAWS):
        drawn = travelers.draw.choose(RULE_DRAWERS[rule["rule"]])(travelers)
        if (
            drawn is not None
            and drawn != rule
            and _mask_kind_names(travelers, drawn) == _mask_kind_names(travelers, rule)
        ):
            return drawn
    return rule


def _mask_kind_names(travelers: DraftTravelers, rule: TomlData) -> dict[str, object]:
    """Return the table of a rule with every name of a kind of travelers replaced by ``"name"``."""

    def mask_name(value: object) -> object:
        if isinstance(value, list):
            return [*map(mask_name, value)]
        return "name" if value in travelers.counts else value

    return {key: mask_name(value) for key, value in rule.items() if value is not None}


def _can_occur_in_drafts(travelers: DraftTravelers, rule: TomlData) -> bool:
    """Return whether a rule, given as a table, may also occur in drafts of solvable puzzles.

    A rule that occurs only in twins would reveal that a puzzle is a twin.
    """
    match rule["rule"]:
        case "outnumber":
            (threat,), (other,) = rule["threats"], rule["others"]
            return 1 < travelers.counts[threat] <= travelers.counts[other]
        case _:
            return True
