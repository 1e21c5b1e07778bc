"""Warnings about a puzzle file: settings without effect, and settings that make the puzzle unsolvable."""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.heuristic import crossing_distances_to
from ferryplan.generator.crossing.instance import Instance, companies_by_place
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.rule_making import TravelerRoster, make_company_rule
from ferryplan.generator.crossing.rule_tables import (
    DeadlineTable,
    GuardTable,
    LimitTable,
    MustCrossWithTable,
    RuleTable,
)
from ferryplan.generator.crossing.rules import bind_constraints
from ferryplan.generator.names import find_repeated_names
from ferryplan.generator.parameters import PuzzleEvaluation
from ferryplan.generator.puzzle_file import WarningDiagnostic
from ferryplan.generator.wording import grammatical_number


def find_warnings(puzzle: CrossingFile, instance: Instance) -> Iterator[WarningDiagnostic]:
    """Yield warnings about a puzzle file, given one instance of the puzzle.

    A warning about a rule appears only if it is true for all parameter values.
    """
    yield from _find_unsolvable_settings(instance)
    evaluation = PuzzleEvaluation(puzzle, dict(instance.parameters))
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
        rows = evaluation.evaluate(kind.rows, f"{key}.rows")
        if not isinstance(rows, bool) and rows > there:
            says = format_message("puzzle-findings.rows-over-count", found=rows, count=there)
            yield WarningDiagnostic(f"{key}.rows", "rows-over-count", says)
        for attribute, (has_effect, needed) in effects.items():
            if attribute in kind.given_values() and not has_effect:
                says = format_message("puzzle-findings.without-effect", key=needed)
                yield WarningDiagnostic(f"{key}.{attribute}", "without-effect", says)
    copies = dict[str, range]()
    index, joined = 0, crossing_distances_to(instance.start.boat, instance).keys()
    for row, place in enumerate(puzzle.places):
        number = evaluation.evaluate_number(place.count, f"places[{row}].count")
        if not joined >= {*range(index, index + number)}:
            says = format_message("puzzle-findings.no-route-to-place", name=place.name)
            yield WarningDiagnostic(f"places[{row}]", "place-without-route", says)
        copies[place.name] = range(index, index + number)
        index += number
    cast = TravelerRoster(
        kinds, {kind.name: kind.paired_with for kind in puzzle.kinds}, copies, puzzle.goal_places_by_kind()
    )
    for row, rule in enumerate(puzzle.rules):
        yield from _find_rule_warnings(puzzle, rule, cast, f"rules[{row}]")


def _find_unsolvable_settings(instance: Instance) -> Iterator[WarningDiagnostic]:
    """Yield a warning for each setting that alone makes the puzzle unsolvable, such as too small a boat."""
    start = instance.start.places_of(range(len(instance.travellers)))
    ends = [there if place is None else place for there, place in zip(start, instance.goal.travellers, strict=True)]
    names = [traveller.called for traveller in instance.travellers]
    moving = [index for index, there in enumerate(start) if ends[index] != there]
    joined = crossing_distances_to(instance.start.boat, instance).keys()
    if moving and not instance.rowers:
        yield WarningDiagnostic("kinds", "nobody-rows", format_message("crossing.nobody-can-row"), is_unsolvable=True)
    elif instance.capacity == instance.boats == 1 < len(moving) and set(start) == {instance.start.boat}:
        yield WarningDiagnostic(
            "boat.capacity", "boat-for-one", format_message("crossing.rower-must-return"), is_unsolvable=True
        )
    cut_off = [names[index] for index in moving if not {start[index], ends[index]} <= joined]
    if cut_off:
        says = format_message("crossing.no-route-to-goal", name=cut_off[0])
        yield WarningDiagnostic("goal", "no-way", says, is_unsolvable=True)
    boats = dict.fromkeys(instance.vessels)
    heavy = [
        names[index]
        for index in moving
        if not any(boat.can_bear_weight(1 << index, instance.weights) for boat in boats)
    ]
    if heavy:
        says = format_message("crossing.too-heavy-for-boats", count=grammatical_number(heavy[:1]), names=heavy[0])
        yield WarningDiagnostic("boat.weight", "too-heavy", says, is_unsolvable=True)
    companies = companies_by_place(ends, len(instance.places))
    for rule in instance.rules if None not in instance.goal.travellers else ():
        there = (company for place, company in enumerate(companies) if rule.binds_at(place, instance.boat_rules))
        if violation := next(filter(None, (rule.describe_violation(company, names) for company in there)), ""):
            says = format_message("crossing.goal-breaks-rule", violation=violation)
            yield WarningDiagnostic("goal", "goal-breaks-rule", says, is_unsolvable=True)


def _find_rule_warnings(
    puzzle: CrossingFile, rule: RuleTable, roster: TravelerRoster, key: str
) -> Iterator[WarningDiagnostic]:
    """Yield warnings about one rule, such as a name that occurs twice or a limit that is never reached.

    ``key`` is the key of the rule's table in the file.
    """
    for field, names in rule.given_values().items():
        for name in find_repeated_names(names if isinstance(names, list) else ()):
            yield WarningDiagnostic(
                f"{key}.{field}", "named-twice", format_message("puzzle-findings.named-twice", name=name)
            )
    counts = {kind.name: kind.count for kind in puzzle.kinds}
    match rule:
        case DeadlineTable() | LimitTable():
            limits = [one.crossings for one in puzzle.rules if one.rule == "limit" and isinstance(one.crossings, int)]
            last = min(limits, default=0) + (rule.rule == "limit")
            if limits and isinstance(rule.crossings, int) and rule.crossings >= last:
                says = format_message("puzzle-findings.beyond-limit", count=min(limits))
                yield WarningDiagnostic(f"{key}.crossings", "never-binds", says)
            return
        case GuardTable():
            for name in () if rule.chain or rule.threats == "everyone" else {*rule.victims} & {*rule.threats}:
                says = format_message("puzzle-findings.victim-is-threat", name=name)
                yield WarningDiagnostic(f"{key}.threats", "victim-is-threat", says)
            absent = [name for name in rule.guardian_kinds() if counts[name] == 0]
            if absent and (rule.needed == "all" or len(absent) == len(rule.guardian_kinds())):
                field = "guardians" if rule.guardians else "guardian"
                says = format_message("puzzle-findings.no-guardian", name=absent[0])
                yield WarningDiagnostic(f"{key}.{field}", "no-guardian", says)
        case MustCrossWithTable():
            absent = [name for name in rule.companions if counts[name] == 0]
            if absent and (rule.needed == "all" or len(absent) == len(rule.companions)):
                says = format_message("puzzle-findings.no-companion", name=absent[0])
                yield WarningDiagnostic(f"{key}.companions", "no-companion", says)
        case _:
            pass  # other rules have no keys of their own that could contradict each other
    numbers = [*counts.values(), *rule.traveler_count_limits()]
    if all(isinstance(number, int) for number in numbers):
        meant = make_company_rule(rule, "", int, roster)
        charges, balances, quorums = bind_constraints([meant] if meant else [], boat_rules=True, place_count=1)
        if not (charges or quorums) and not any(
            one.constraint.few == 0 or one.constraint.many.bit_count() > 1 for one in balances
        ):
            yield WarningDiagnostic(key, "never-binds", format_message("puzzle-findings.nobody-to-break"))
