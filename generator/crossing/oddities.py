"""What is legal in the file of a river crossing, but odd; and what alone makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance, companies_of
from ferryplan.generator.crossing.outlook import crossings_to
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.rule_making import Cast, company_rule
from ferryplan.generator.crossing.rule_tables import (
    DeadlineTable,
    GuardTable,
    LimitTable,
    MustCrossWithTable,
    RuleTable,
)
from ferryplan.generator.crossing.rules import bindings
from ferryplan.generator.names import repeated
from ferryplan.generator.parameters import Evaluation
from ferryplan.generator.puzzle_file import Oddity
from ferryplan.generator.wording import number_of


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
    kinds, first = dict[str, range](), 0
    for row, kind in enumerate(puzzle.kinds):
        key, there = f"kinds[{row}]", sum(traveller.kind == kind.name for traveller in instance.travellers)
        kinds[kind.name] = range(first, first + there)
        first += there
        rows = evaluation.value(kind.rows, f"{key}.rows")
        if not isinstance(rows, bool) and rows > there:
            says = format_message("puzzle-findings.rows-over-count", found=rows, count=there)
            yield Oddity(f"{key}.rows", "rows-over-count", says)
        for attribute, (has_effect, needed) in effects.items():
            if attribute in kind.said() and not has_effect:
                says = format_message("puzzle-findings.without-effect", key=needed)
                yield Oddity(f"{key}.{attribute}", "without-effect", says)
    copies = dict[str, range]()
    index, joined = 0, crossings_to(instance.start.boat, instance).keys()
    for row, place in enumerate(puzzle.places):
        number = evaluation.number(place.count, f"places[{row}].count")
        if not joined >= {*range(index, index + number)}:
            says = format_message("puzzle-findings.no-route-to-place", name=place.name)
            yield Oddity(f"places[{row}]", "place-without-route", says)
        copies[place.name] = range(index, index + number)
        index += number
    cast = Cast(kinds, {kind.name: kind.paired_with for kind in puzzle.kinds}, copies, puzzle.goals())
    for row, rule in enumerate(puzzle.rules):
        yield from _of_rule(puzzle, rule, cast, f"rules[{row}]")


def _impossible(instance: Instance) -> Iterator[Oddity]:
    """Yield what alone is why there is no way across."""
    start = instance.start.places_of(range(len(instance.travellers)))
    ends = [there if place is None else place for there, place in zip(start, instance.goal.travellers, strict=True)]
    names = [traveller.called for traveller in instance.travellers]
    moving = [index for index, there in enumerate(start) if ends[index] != there]
    joined = crossings_to(instance.start.boat, instance).keys()
    if moving and not instance.rowers:
        yield Oddity("kinds", "nobody-rows", format_message("crossing.nobody-can-row"), hopeless=True)
    elif instance.capacity == instance.boats == 1 < len(moving) and set(start) == {instance.start.boat}:
        yield Oddity("boat.capacity", "boat-for-one", format_message("crossing.rower-must-return"), hopeless=True)
    cut_off = [names[index] for index in moving if not {start[index], ends[index]} <= joined]
    if cut_off:
        says = format_message("crossing.no-route-to-goal", name=cut_off[0])
        yield Oddity("goal", "no-way", says, hopeless=True)
    boats = dict.fromkeys(instance.vessels)
    heavy = [names[index] for index in moving if not any(boat.bears(1 << index, instance.weights) for boat in boats)]
    if heavy:
        says = format_message("crossing.too-heavy-for-boats", count=number_of(heavy[:1]), names=heavy[0])
        yield Oddity("boat.weight", "too-heavy", says, hopeless=True)
    companies = companies_of(ends, len(instance.places))
    for rule in instance.rules if None not in instance.goal.travellers else ():
        there = (company for place, company in enumerate(companies) if rule.binds(place, instance.boat_rules))
        if breach := next(filter(None, (rule.breach(company, names) for company in there)), ""):
            says = format_message("crossing.goal-breaks-rule", violation=breach)
            yield Oddity("goal", "goal-breaks-rule", says, hopeless=True)


def _of_rule(puzzle: CrossingFile, rule: RuleTable, cast: Cast, key: str) -> Iterator[Oddity]:
    for field, names in rule.said().items():
        for name in repeated(names if isinstance(names, list) else ()):
            yield Oddity(f"{key}.{field}", "named-twice", format_message("puzzle-findings.named-twice", name=name))
    counts = {kind.name: kind.count for kind in puzzle.kinds}
    match rule:
        case DeadlineTable() | LimitTable():
            limits = [one.crossings for one in puzzle.rules if one.rule == "limit" and isinstance(one.crossings, int)]
            last = min(limits, default=0) + (rule.rule == "limit")
            if limits and isinstance(rule.crossings, int) and rule.crossings >= last:
                says = format_message("puzzle-findings.beyond-limit", count=min(limits))
                yield Oddity(f"{key}.crossings", "never-binds", says)
            return
        case GuardTable():
            for name in () if rule.chain or rule.threats == "everyone" else {*rule.victims} & {*rule.threats}:
                says = format_message("puzzle-findings.victim-is-threat", name=name)
                yield Oddity(f"{key}.threats", "victim-is-threat", says)
            absent = [name for name in rule.guarding() if counts[name] == 0]
            if absent and (rule.needed == "all" or len(absent) == len(rule.guarding())):
                field = "guardians" if rule.guardians else "guardian"
                says = format_message("puzzle-findings.no-guardian", name=absent[0])
                yield Oddity(f"{key}.{field}", "no-guardian", says)
        case MustCrossWithTable():
            absent = [name for name in rule.companions if counts[name] == 0]
            if absent and (rule.needed == "all" or len(absent) == len(rule.companions)):
                says = format_message("puzzle-findings.no-companion", name=absent[0])
                yield Oddity(f"{key}.companions", "no-companion", says)
        case _:
            pass  # other rules have no keys of their own that could contradict each other
    numbers = [*counts.values(), *rule.bounds()]
    if all(isinstance(number, int) for number in numbers):
        meant = company_rule(rule, "", int, cast)
        charges, balances, quorums = bindings([meant] if meant else [], boat_rules=True, places=1)
        if not (charges or quorums) and not any(
            one.constraint.few == 0 or one.constraint.many.bit_count() > 1 for one in balances
        ):
            yield Oddity(key, "never-binds", format_message("puzzle-findings.nobody-to-break"))
