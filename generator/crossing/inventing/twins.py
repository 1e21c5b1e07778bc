"""Twins of river crossings: as many travelers, seats and rules of each kind, but the rules name others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.inventing.drafts import RULES, Cast, Table
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.draws import Draw
from ferryplan.generator.inventing.wishes import Twin, numbers_of_changes, repeats
from ferryplan.generator.wording import listing

REDRAWN = 20
"""how often a rule is drawn until one has the right shape"""
NUMBERS, THERE = "numbers", "there"
"""the parts of a crossing besides its rules that can change: how many there are of each kind, and which kind starts on the other side"""


def propose_twins(draw: Draw, puzzle: CrossingFile) -> Iterator[Twin]:
    """Yield crossings that look like this one; they may have a solution all the same."""
    said = puzzle.said()
    rules: list[Table] = said["rules"]
    numbers = {kind["name"]: kind.get("count", 1) for kind in said["kinds"]}
    rowers = [kind["name"] for kind in said["kinds"] if kind.get("rows", True)]
    parts = [*range(len(rules)), NUMBERS, THERE]
    for number in numbers_of_changes():
        chosen = draw.sample(parts, number)
        cast = Cast(draw, _exchange_numbers(draw, numbers, rowers) if NUMBERS in chosen else numbers, rowers)
        changed = [_redraw_rule(cast, rule) if at in chosen else rule for at, rule in enumerate(rules)]
        ends = _exchange_ends(cast, said) if THERE in chosen else {}
        changes = [
            *(["inventing.other-names"] if changed != rules else []),
            *(["inventing.other-numbers"] if cast.counts != numbers else []),
            *(["inventing.other-side"] if ends else []),
        ]
        if not changes or not all(_could_be_drawn(cast, rule) for rule in changed) or repeats(changed):
            continue
        made = CrossingFile(**{**said, "kinds": cast.kinds(), "rules": changed, **ends})
        if not any(made.mistakes()):
            yield Twin(made, listing([format_message(change) for change in changes]))


def _exchange_numbers(draw: Draw, numbers: Mapping[str, int], rowers: list[str]) -> dict[str, int]:
    """Return the numbers of the kinds exchanged among those that row, and among the others: as many travelers can row."""
    exchanged = dict(numbers)
    for some in (rowers, [name for name in numbers if name not in rowers]):
        exchanged |= zip(some, draw.shuffled([numbers[name] for name in some]), strict=True)
    return exchanged


def _exchange_ends(cast: Cast, said: Mapping[str, Any]) -> dict[str, Table]:
    """Return start and goal with another kind of the same number on the other side; nothing if there is none."""
    there = next(iter(said["start"].get("kinds", {})), None)
    others = [name for name in cast.names if there not in (None, name) and cast.counts[name] == cast.counts[there]]
    if not others:
        return {}
    other = cast.draw.one(others)
    ends = ((end, said[end].get("kinds", {})) for end in ("start", "goal"))
    return {end: {**said[end], "kinds": dict(zip([other], kinds.values(), strict=False))} for end, kinds in ends}


def _redraw_rule(cast: Cast, rule: Table) -> Table:
    """Return another rule of the same shape: of one kind, with as many names in each place, and the same numbers; the same if none is drawn."""
    for _ in range(REDRAWN):
        drawn = cast.draw.one(RULES[rule["rule"]])(cast)
        if drawn is not None and drawn != rule and _shape(cast, drawn) == _shape(cast, rule):
            return drawn
    return rule


def _shape(cast: Cast, rule: Table) -> dict[str, object]:
    """Return what a rule says without the names in it."""

    def nameless(value: object) -> object:
        if isinstance(value, list):
            return [*map(nameless, value)]
        return "name" if value in cast.counts else value

    return {key: nameless(value) for key, value in rule.items() if value is not None}


def _could_be_drawn(cast: Cast, rule: Table) -> bool:
    """Return whether rules are drawn so: what a twin alone has would give it away."""
    match rule["rule"]:
        case "outnumber":
            (threat,), (other,) = rule["threats"], rule["others"]
            return 1 < cast.counts[threat] <= cast.counts[other]
        case _:
            return True
