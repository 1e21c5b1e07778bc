"""What is legal in the file of a river crossing, but odd; and what alone makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.crossing.constraints import members
from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.rule_tables import (
    AtMostTable,
    CompanyTable,
    DeadlineTable,
    GuardTable,
    LimitTable,
    OutnumberTable,
    RuleTable,
)
from generator.names import repeated
from generator.parameters import LARGEST_COUNT, Evaluation
from generator.puzzle_file import Oddity


def oddities(puzzle: CrossingFile, instance: Instance) -> Iterator[Oddity]:
    """Yield what is odd in an instance of a puzzle; of its rules only what is so whatever the parameters are."""
    yield from _impossible(instance)
    evaluation = Evaluation(puzzle, dict(instance.parameters))
    by = puzzle.cost and puzzle.cost.crossing
    effects = {
        "weight": (puzzle.boat.weight is not None, "boat.weight"),
        "pace": (by == "slowest", "cost.crossing = 'slowest'"),
        "fee": (by == "rower", "cost.crossing = 'rower'"),
    }
    for row, kind in enumerate(puzzle.kinds):
        key, there = f"kinds[{row}]", sum(traveller.kind == kind.name for traveller in instance.travellers)
        rows = evaluation.value(kind.rows, f"{key}.rows")
        if not isinstance(rows, bool) and rows > there:
            yield Oddity(f"{key}.rows", "rows-over-count", f"found {rows}, expected at most {there}, who are there")
        if kind.count == 0:
            yield Oddity(f"{key}.count", "nobody", "found 0: there is nobody of this kind")
        for attribute, (has_effect, needed) in effects.items():
            if attribute in kind.model_fields_set and not has_effect:
                yield Oddity(f"{key}.{attribute}", "without-effect", f"has no effect without {needed}")
    index, joined = 0, _joined(instance)
    for row, place in enumerate(puzzle.places):
        number = evaluation.number(place.count, f"places[{row}].count")
        if not joined.issuperset(range(index, index + number)):
            yield Oddity(f"places[{row}]", "place-without-route", f"no route leads from the boat to '{place.name}'")
        index += number
    single = {place.name for place in puzzle.places if place.count == 1}
    for row, route in enumerate(puzzle.routes):
        before = [other for other in puzzle.routes[:row] if {*other.between} == {*route.between}]
        same = [other for other in before if other.when in (True, route.when)]
        if route.when is False or same or (len({*route.between}) == 1 and single.issuperset(route.between)):
            why = "is never there" if route.when is False else "is there already" if same else "leads nowhere else"
            yield Oddity(f"routes[{row}]", "without-effect", f"the route {why}")
    rules = [rule.model_dump(exclude={"says"}) for rule in puzzle.rules]
    for row, rule in enumerate(puzzle.rules):
        if rules[row] in rules[:row]:
            yield Oddity(f"rules[{row}]", "rule-twice", f"asks the same as rules[{rules.index(rules[row])}]")
        yield from _of_rule(puzzle, rule, f"rules[{row}]")


def _impossible(instance: Instance) -> Iterator[Oddity]:
    """Yield what alone is why there is no way across."""
    start = {index: place for place, company in enumerate(instance.start.companies) for index in members(company)}
    ends = {index: start[index] if place is None else place for index, place in enumerate(instance.goal.travellers)}
    names = [traveller.called for traveller in instance.travellers]
    moving = [index for index in start if ends[index] != start[index]]
    joined = _joined(instance)
    if moving and not instance.rowers:
        yield Oddity("kinds", "nobody-rows", "nobody can row", hopeless=True)
    elif instance.capacity == instance.boats == 1 < len(moving) and set(start.values()) == {instance.start.boat}:
        yield Oddity("boat.capacity", "boat-for-one", "whoever rows over alone must row back", hopeless=True)
    cut_off = [names[index] for index in moving if not {start[index], ends[index]} <= joined]
    if cut_off:
        yield Oddity("goal", "no-way", f"no route of the boat's leads {cut_off[0]} to the goal", hopeless=True)
    heavy = [names[index] for index in moving if instance.most_weight is not None and not instance.fits(1 << index)]
    if heavy:
        yield Oddity("boat.weight", "too-heavy", f"{heavy[0]} is too heavy for the boat", hopeless=True)
    companies = [0] * len(instance.places)
    for index, place in ends.items():
        companies[place] |= 1 << index
    for rule in instance.rules_at("place") if None not in instance.goal.travellers else ():
        if breach := next(filter(None, (rule.breach(company, names) for company in companies)), ""):
            yield Oddity("goal", "goal-breaks-rule", f"at the goal {breach}", hopeless=True)


def _joined(instance: Instance) -> set[int]:
    """Return the places to which routes lead from the boat's."""
    joined = {instance.start.boat}
    while more := {end for begin, end in instance.routes if begin in joined} - joined:
        joined |= more
    return joined


def _of_rule(puzzle: CrossingFile, rule: RuleTable, key: str) -> Iterator[Oddity]:
    counts = {kind.name: kind.count for kind in puzzle.kinds}
    for field, names in rule:
        for name in repeated(names if isinstance(names, list) else ()):
            yield Oddity(f"{key}.{field}", "named-twice", f"names '{name}' twice")
    match rule:
        case DeadlineTable() | LimitTable():
            limits = [one.crossings for one in puzzle.rules if one.rule == "limit" and isinstance(one.crossings, int)]
            last = min(limits, default=0) + (rule.rule == "limit")
            if limits and isinstance(rule.crossings, int) and rule.crossings >= last:
                yield Oddity(
                    f"{key}.crossings", "never-binds", f"never binds, with at most {min(limits)} crossings in all"
                )
            return
        case GuardTable():
            for name in {} if rule.chain or rule.threats == "everyone" else dict.fromkeys(rule.victims):
                if name in rule.threats:
                    yield Oddity(f"{key}.threats", "victim-is-threat", f"'{name}' is among the victims, too")
            if rule.guardian and counts[rule.guardian] == 0:
                yield Oddity(f"{key}.guardian", "no-guardian", f"there is no '{rule.guardian}': nobody can guard")
        case OutnumberTable() | AtMostTable():
            pass
        case _:
            assert_never(rule)
    known = {name: count for name, count in counts.items() if isinstance(count, int)}
    if len(known) == len(counts) and not _binds(puzzle, rule, known):
        yield Oddity(key, "never-binds", "never binds: nobody there can break it")


def _binds(puzzle: CrossingFile, rule: CompanyTable, counts: dict[str, int]) -> bool:
    """Return whether a company can break a rule, where so many of each kind are there."""
    match rule:
        case GuardTable():
            threats = {*counts} if rule.threats == "everyone" else {*rule.threats}
            paired = {frozenset((kind.name, kind.paired_with)) for kind in puzzle.kinds}
            for victim in rule.victims:
                harmless = {rule.guardian} if {victim, rule.guardian} not in paired else set()
                others = sum(counts[name] for name in threats - harmless) - (victim in threats)
                if counts[victim] and others > 0:
                    return True
            return False
        case OutnumberTable():
            return sum(counts[name] for name in {*rule.threats}) > 1 and any(counts[name] for name in rule.others)
        case AtMostTable():
            room = puzzle.boat.capacity if rule.where == ["boat"] else LARGEST_COUNT
            most = min(sum(counts[name] for name in {*rule.kinds}), room if isinstance(room, int) else LARGEST_COUNT)
            return not isinstance(rule.number, int) or most > rule.number
        case _:
            assert_never(rule)
