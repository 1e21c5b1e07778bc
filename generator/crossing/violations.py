"""The reasons why a crossing is not allowed: violations of rules and of conditions of the boats.

The reasons are the same for crossings that follow one another and for crossings that overlap in time. A company is the
set of travelers at a place or in the boat, as a bit mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import CompanyLocation
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.masks import select_by_mask
from ferryplan.generator.space import Violation
from ferryplan.generator.wording import capitalize, grammatical_number, join_phrases

BOAT_ELSEWHERE_KEY, TRAVELERS_ELSEWHERE_KEY, NO_ROUTE_KEY, CAPACITY_KEY, WEIGHT_KEY = (
    "crossing.boat-leaves-from-its-place",
    "crossing.travelers-board-where-the-boat-is",
    "crossing.boat-uses-its-routes",
    "crossing.boat-carries-at-most",
    "crossing.boat-bears-at-most",
)
"""the keys of the messages about the conditions that a boat and its load must meet before a crossing"""


def list_breakable_rules(instance: Instance) -> list[str]:
    """Return the rules that crossings can break, as sentences; a violation has one of these sentences.

    The conditions of the boats come first, then the rules about who may be together, then the deadlines and the limit.
    """
    several = len(instance.places) > 2
    asked = [format_message(TRAVELERS_ELSEWHERE_KEY), *[format_message(NO_ROUTE_KEY)] * several]
    for vessel in instance.vessels:
        called, weight = capitalize(vessel.called), vessel.most_weight
        asked += [format_message(BOAT_ELSEWHERE_KEY, boat=called)] * several
        if vessel.capacity < len(instance.travellers):
            asked.append(format_message(CAPACITY_KEY, boat=called, count=vessel.capacity))
        asked += [] if weight is None else [format_message(WEIGHT_KEY, boat=called, weight=weight)]
        asked.append(format_message(_choose_rower_key(instance), boat=vessel.called))
    return list(dict.fromkeys([*asked, *instance.rule_sentences, *instance.time_rules]))


def find_boarding_violation(
    instance: Instance, boat_place: int | None, travelers_there: int, crossing: Crossing
) -> Violation | None:
    """Return the first reason why a load cannot leave in a boat, or None.

    The arguments are those of `list_boarding_violations`.
    """
    return next(list_boarding_violations(instance, boat_place, travelers_there, crossing), None)


def list_boarding_violations(
    instance: Instance, boat_place: int | None, travelers_there: int, crossing: Crossing
) -> Iterator[Violation]:
    """Yield every reason why a load cannot leave in a boat, except rules about who may be together.

    ``boat_place`` is the index of the boat's place, or None on the water; ``travelers_there`` is the bit mask of the
    travelers at the boat's place. A load can leave if the boat and all travelers of the load are at the crossing's
    origin, there is a route, the boat can carry them, and one of them can row.
    """
    load = crossing.load
    origin, destination = instance.places[crossing.origin], instance.places[crossing.destination]
    vessel = instance.vessels[crossing.boat]
    called = vessel.called
    if crossing.origin != boat_place:
        where = "on the water" if boat_place is None else f"at {instance.places[boat_place].called}"
        found = format_message("crossing.boat-is-elsewhere", boat=called, place=where, origin=origin.called)
        yield Violation(format_message(BOAT_ELSEWHERE_KEY, boat=capitalize(called)), found)
    if boat_place is not None and (absent := load & ~travelers_there):
        place = instance.places[boat_place].called
        yield Violation(
            format_message(TRAVELERS_ELSEWHERE_KEY),
            _format_travelers_message("crossing.travelers-are-elsewhere", instance, absent, place=place),
        )
    if (crossing.origin, crossing.destination) not in instance.routes:
        found = format_message("crossing.no-route", origin=origin.called, destination=destination.called)
        yield Violation(format_message(NO_ROUTE_KEY), found)
    if load.bit_count() > vessel.capacity:
        found = format_message("crossing.boat-is-full", count=load.bit_count(), boat=called)
        yield Violation(format_message(CAPACITY_KEY, boat=capitalize(called), count=vessel.capacity), found)
    if vessel.most_weight is not None and (weight := sum(select_by_mask(instance.weights, load))) > vessel.most_weight:
        found = format_message("crossing.boat-is-too-heavy", boat=called, weight=weight)
        yield Violation(format_message(WEIGHT_KEY, boat=capitalize(called), weight=vessel.most_weight), found)
    if not load & vessel.rowers:
        if load:
            key = "crossing.nobody-aboard-rows-boat" if instance.fleet else "crossing.nobody-aboard-rows"
            names = [traveller.called for traveller in select_by_mask(instance.travellers, load)]
            found = format_message(key, count=len(names), names=names[0], boat=called)
        else:
            found = format_message("crossing.nobody-aboard", boat=called)
        yield Violation(format_message(_choose_rower_key(instance), boat=called), found)


def _choose_rower_key(instance: Instance) -> str:
    """Return the key of the message for a boat without a rower.

    In a fleet (several boats with names), the message is about those who can row that boat.
    """
    return "crossing.somebody-must-row-boat" if instance.fleet else "crossing.somebody-must-row"


def _format_travelers_message(key: str, instance: Instance, mask: int, **slots: object) -> str:
    """Return a message about the travelers in a bit mask, with a verb that agrees with their names."""
    names = [traveller.called for traveller in select_by_mask(instance.travellers, mask)]
    return format_message(key, count=grammatical_number(names), names=join_phrases(names), **slots)


def list_crossing_violations(
    instance: Instance, before: CrossingState, after: CrossingState, crossing: Crossing
) -> Iterator[Violation]:
    """Yield the violations by a crossing whose load can leave.

    ``before`` and ``after`` are the states before and after the crossing. The violations come in this order: of rules
    at the place that the boat leaves, in the boat, and at the place where it lands; of the limit; of a deadline.
    """
    yield from _list_rule_violations(instance, crossing.origin, after.companies[crossing.origin])
    yield from _list_rule_violations(instance, "boat", crossing.load)
    yield from _list_rule_violations(instance, crossing.destination, after.companies[crossing.destination])
    yield from filter(
        None,
        (
            find_limit_violation(instance, before.clock),
            find_deadline_violation(instance, before.clock, after.companies),
        ),
    )


def find_departure_violation(instance: Instance, companies: Sequence[int], crossing: Crossing) -> Violation | None:
    """Return the violation of a rule at the place that the boat leaves or in the boat, or None.

    ``companies`` has the company at each place after the departure.
    """
    return find_place_violation(instance, companies, crossing.origin) or find_boat_violation(instance, crossing.load)


def find_place_violation(instance: Instance, companies: Sequence[int], place: int) -> Violation | None:
    """Return the violation of a rule by the company at a place, or None.

    ``companies`` has the company at each place; ``place`` is an index.
    """
    return next(_list_rule_violations(instance, place, companies[place]), None)


def find_boat_violation(instance: Instance, load: int) -> Violation | None:
    """Return the violation of a rule by the travelers in the boat, or None; ``load`` is their bit mask."""
    return next(_list_rule_violations(instance, "boat", load), None)


def _list_rule_violations(instance: Instance, where: CompanyLocation, company: int) -> Iterator[Violation]:
    """Yield a violation for each rule that a company breaks at a location.

    ``where`` is the index of a place, or the text ``"boat"``.
    """
    for rule in instance.rules_at(where):
        if not rule.holds(company):
            scene = "in the boat" if where == "boat" else f"at {instance.places[where].called}"
            names = [traveller.called for traveller in instance.travellers]
            says = rule.describe_with_location(instance.boat_rules, [place.called for place in instance.places])
            yield Violation(says, f"{scene}, {rule.describe_violation(company, names)}")


def find_limit_violation(instance: Instance, clock: int) -> Violation | None:
    """Return the violation by one more crossing than the limit allows, or None if it allows one more.

    ``clock`` is the number of crossings before this one.
    """
    if instance.limit and clock >= instance.limit.crossings:
        return Violation(
            instance.limit.says, format_message("crossing.too-many-crossings", count=instance.limit.crossings)
        )
    return None


def find_deadline_violation(instance: Instance, clock: int, companies: Sequence[int]) -> Violation | None:
    """Return the first violation of a deadline after a crossing, or None.

    ``clock`` is the number of crossings before this one; ``companies`` has the company at each place after it.
    """
    for deadline in instance.deadlines:
        if lost := deadline.late_travelers(clock + 1, companies):
            if clock < instance.horizon:
                when = format_message("crossing.after-crossings", count=clock + 1)
            else:
                when = format_message("crossing.after-over-crossings", count=deadline.crossings)
            place = instance.places[deadline.place].called
            return Violation(
                deadline.says,
                _format_travelers_message("crossing.travelers-too-late", instance, lost, place=place, when=when),
            )
    return None


def describe_unmet_goals(instance: Instance, boats: Sequence[int | None], companies: Sequence[int]) -> str:
    """Return a clause about a boat or travelers not at their goal places; empty if the goal holds.

    ``boats`` has the place of each boat, None on the water; ``companies`` has the company at each place.
    """
    goal = instance.goal
    for vessel, boat in zip(instance.vessels, boats, strict=False):
        if goal.boat is not None and goal.boat != boat:
            at = "on the water" if boat is None else f"at {instance.places[boat].called}"
            where = instance.places[goal.boat].called
            return format_message("crossing.boat-misses-goal", boat=vessel.called, place=at, goal=where)
    elsewhere = sum(
        1 << index for index, at in enumerate(goal.travellers) if at is not None and not companies[at] >> index & 1
    )
    return _format_travelers_message("crossing.travelers-miss-goal", instance, elsewhere) if elsewhere else ""
