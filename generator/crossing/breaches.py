"""Why a crossing is not allowed: what is checked of it, whether crossings follow one another or overlap in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import Spot
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.masks import select
from ferryplan.generator.space import Breach
from ferryplan.generator.wording import capital, listing, number_of

LEAVES, PRESENT, ROUTES, CARRIES, BEARS = (
    "crossing.boat-leaves-from-its-place",
    "crossing.travelers-board-where-the-boat-is",
    "crossing.boat-uses-its-routes",
    "crossing.boat-carries-at-most",
    "crossing.boat-bears-at-most",
)
"""the messages of what boats ask for"""


def breakable(instance: Instance) -> list[str]:
    """Return what crossings can break, as breaches name it: what boats ask for, then the rules, then those with time."""
    several = len(instance.places) > 2
    asked = [format_message(PRESENT), *[format_message(ROUTES)] * several]
    for vessel in instance.vessels:
        called, weight = capital(vessel.called), vessel.most_weight
        asked += [format_message(LEAVES, boat=called)] * several
        if vessel.capacity < len(instance.travellers):
            asked.append(format_message(CARRIES, boat=called, count=vessel.capacity))
        asked += [] if weight is None else [format_message(BEARS, boat=called, weight=weight)]
        asked.append(format_message(_rowed(instance), boat=vessel.called))
    return list(dict.fromkeys([*asked, *instance.told_rules, *instance.time_rules]))


def of_boarding(instance: Instance, boat: int | None, present: int, crossing: Crossing) -> Breach | None:
    """Return the first reason why a load cannot leave, or None if it can; as `boarding_breaches` for a single reason."""
    return next(boarding_breaches(instance, boat, present, crossing), None)


def boarding_breaches(instance: Instance, boat: int | None, present: int, crossing: Crossing) -> Iterator[Breach]:
    """Yield every reason why a load cannot leave, whatever the rules say of those in it.

    ``boat`` is the boat's place, None on the water; ``present`` are those who are there. A load can leave if the boat is at the place that it
    leaves, all in it are there, there is a route, the boat carries them, and one of them can row.
    """
    load = crossing.load
    origin, destination = instance.places[crossing.origin], instance.places[crossing.destination]
    vessel = instance.vessels[crossing.boat]
    called = vessel.called
    if crossing.origin != boat:
        where = "on the water" if boat is None else f"at {instance.places[boat].called}"
        found = format_message("crossing.boat-is-elsewhere", boat=called, place=where, origin=origin.called)
        yield Breach(format_message(LEAVES, boat=capital(called)), found)
    if boat is not None and (absent := load & ~present):
        place = instance.places[boat].called
        yield Breach(
            format_message(PRESENT), _of_travelers("crossing.travelers-are-elsewhere", instance, absent, place=place)
        )
    if (crossing.origin, crossing.destination) not in instance.routes:
        found = format_message("crossing.no-route", origin=origin.called, destination=destination.called)
        yield Breach(format_message(ROUTES), found)
    if load.bit_count() > vessel.capacity:
        found = format_message("crossing.boat-is-full", count=load.bit_count(), boat=called)
        yield Breach(format_message(CARRIES, boat=capital(called), count=vessel.capacity), found)
    if vessel.most_weight is not None and (weight := sum(select(instance.weights, load))) > vessel.most_weight:
        found = format_message("crossing.boat-is-too-heavy", boat=called, weight=weight)
        yield Breach(format_message(BEARS, boat=capital(called), weight=vessel.most_weight), found)
    if not load & vessel.rowers:
        if load:
            key = "crossing.nobody-aboard-rows-boat" if instance.fleet else "crossing.nobody-aboard-rows"
            names = [traveller.called for traveller in select(instance.travellers, load)]
            found = format_message(key, count=len(names), names=names[0], boat=called)
        else:
            found = format_message("crossing.nobody-aboard", boat=called)
        yield Breach(format_message(_rowed(instance), boat=called), found)


def _rowed(instance: Instance) -> str:
    """Return the key of what is asked of those aboard: of a fleet, that they can row this boat."""
    return "crossing.somebody-must-row-boat" if instance.fleet else "crossing.somebody-must-row"


def _of_travelers(key: str, instance: Instance, mask: int, **slots: object) -> str:
    """Return a message about travelers, whose verb agrees with their names."""
    names = [traveller.called for traveller in select(instance.travellers, mask)]
    return format_message(key, count=number_of(names), names=listing(names), **slots)


def of_crossing(instance: Instance, before: State, after: State, crossing: Crossing) -> Iterator[Breach]:
    """Yield all that a load that can leave breaks: where the boat left, in the boat, where it landed, in time."""
    yield from _broken(instance, crossing.origin, after.companies[crossing.origin])
    yield from _broken(instance, "boat", crossing.load)
    yield from _broken(instance, crossing.destination, after.companies[crossing.destination])
    yield from filter(None, (of_limit(instance, before.clock), of_deadlines(instance, before.clock, after.companies)))


def of_departure(instance: Instance, companies: Sequence[int], crossing: Crossing) -> Breach | None:
    """Return which rule those break who stay where the boat left, or those in it; None if they keep all."""
    return of_place(instance, companies, crossing.origin) or of_boat(instance, crossing.load)


def of_place(instance: Instance, companies: Sequence[int], place: int) -> Breach | None:
    """Return which rule those at a place break, or None."""
    return next(_broken(instance, place, companies[place]), None)


def of_boat(instance: Instance, load: int) -> Breach | None:
    """Return which rule those in the boat break, or None."""
    return next(_broken(instance, "boat", load), None)


def _broken(instance: Instance, where: Spot, company: int) -> Iterator[Breach]:
    for rule in instance.rules_at(where):
        if not rule.holds(company):
            scene = "in the boat" if where == "boat" else f"at {instance.places[where].called}"
            names = [traveller.called for traveller in instance.travellers]
            says = rule.told(instance.boat_rules, [place.called for place in instance.places])
            yield Breach(says, f"{scene}, {rule.breach(company, names)}")


def of_limit(instance: Instance, clock: int) -> Breach | None:
    """Return whether a crossing is one too many; ``clock`` is that before it."""
    if instance.limit and clock >= instance.limit.crossings:
        return Breach(
            instance.limit.says, format_message("crossing.too-many-crossings", count=instance.limit.crossings)
        )
    return None


def of_deadlines(instance: Instance, clock: int, companies: Sequence[int]) -> Breach | None:
    """Return whether somebody is where he must not be any more after a crossing; ``clock`` is that before it."""
    for deadline in instance.deadlines:
        if lost := deadline.lost(clock + 1, companies):
            if clock < instance.horizon:
                when = format_message("crossing.after-crossings", count=clock + 1)
            else:
                when = format_message("crossing.after-over-crossings", count=deadline.crossings)
            place = instance.places[deadline.place].called
            return Breach(
                deadline.says, _of_travelers("crossing.travelers-too-late", instance, lost, place=place, when=when)
            )
    return None


def of_goal(instance: Instance, boats: Sequence[int | None], companies: Sequence[int]) -> str:
    """Return what is not as the goal wants it, in words: a boat or travellers elsewhere; the empty text if all is."""
    goal = instance.goal
    for vessel, boat in zip(instance.vessels, boats, strict=False):
        if goal.boat is not None and goal.boat != boat:
            at = "on the water" if boat is None else f"at {instance.places[boat].called}"
            where = instance.places[goal.boat].called
            return format_message("crossing.boat-misses-goal", boat=vessel.called, place=at, goal=where)
    elsewhere = sum(
        1 << index for index, at in enumerate(goal.travellers) if at is not None and not companies[at] >> index & 1
    )
    return _of_travelers("crossing.travelers-miss-goal", instance, elsewhere) if elsewhere else ""
