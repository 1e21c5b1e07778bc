"""Why a crossing is not allowed: what is checked of it, whether crossings follow one another or overlap in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.generator.crossing.constraints import Spot
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.masks import select
from ferryplan.generator.space import Breach
from ferryplan.generator.wording import agreeing, capital, listing

LEAVES, PRESENT, ROUTES = (
    "{} leaves from where it is.",
    "Only those who are where the boat is can get in.",
    "The boat uses only its routes.",
)
CARRIES, BEARS, ROWED = (
    "{} carries at most {}.",
    "{} carries a weight of at most {}.",
    "Somebody in {} must be able to row{}.",
)


def breakable(instance: Instance) -> list[str]:
    """Return what crossings can break, as breaches name it: what boats ask for, then the rules, then those with time."""
    asked = [PRESENT, *[ROUTES] * (len(instance.places) > 2)]
    for vessel in instance.vessels:
        called, weight = capital(vessel.called), vessel.most_weight
        asked += [LEAVES.format(called)] * (len(instance.places) > 2)
        if vessel.capacity < len(instance.travellers):
            asked.append(CARRIES.format(called, vessel.capacity))
        asked += [] if weight is None else [BEARS.format(called, weight)]
        asked.append(ROWED.format(vessel.called, " it" if instance.fleet else ""))
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
    called, it = vessel.called, f" {vessel.called}" if instance.fleet else ""
    if crossing.origin != boat:
        where = "on the water" if boat is None else f"at {instance.places[boat].called}"
        yield Breach(LEAVES.format(capital(called)), f"{called} is {where}, not at {origin.called}")
    if boat is not None and (absent := instance.names(load & ~present)):
        yield Breach(PRESENT, f"{listing(absent)} {agreeing(len(absent))} not at {instance.places[boat].called}")
    if (crossing.origin, crossing.destination) not in instance.routes:
        yield Breach(ROUTES, f"there is no route from {origin.called} to {destination.called}")
    if load.bit_count() > vessel.capacity:
        yield Breach(CARRIES.format(capital(called), vessel.capacity), f"{load.bit_count()} are in {called}")
    if vessel.most_weight is not None and (weight := sum(select(instance.weights, load))) > vessel.most_weight:
        yield Breach(BEARS.format(capital(called), vessel.most_weight), f"those in {called} weigh {weight}")
    if not load & vessel.rowers:
        aboard = listing(instance.names(load), "or")
        found = f"{aboard} cannot row{it}" if aboard else f"nobody is in {called}"
        yield Breach(ROWED.format(called, " it" if instance.fleet else ""), found)


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
        allowed = instance.limit.crossings
        return Breach(instance.limit.says, f"there may be {allowed} {agreeing(allowed, 'crossing', 'crossings')}")
    return None


def of_deadlines(instance: Instance, clock: int, companies: Sequence[int]) -> Breach | None:
    """Return whether somebody is where he must not be any more after a crossing; ``clock`` is that before it."""
    for deadline in instance.deadlines:
        if lost := instance.names(deadline.lost(clock + 1, companies)):
            told = f"{clock + 1}" if clock < instance.horizon else f"over {deadline.crossings}"
            scene = f"at {instance.places[deadline.place].called} after {told} {agreeing(clock + 1, 'crossing', 'crossings')}"
            return Breach(deadline.says, f"{listing(lost)} {agreeing(len(lost))} {scene}")
    return None


def of_goal(instance: Instance, boats: Sequence[int | None], companies: Sequence[int]) -> str:
    """Return what is not as the goal wants it, in words: a boat or travellers elsewhere; the empty text if all is."""
    goal = instance.goal
    for vessel, boat in zip(instance.vessels, boats, strict=False):
        if goal.boat is not None and goal.boat != boat:
            at = "on the water" if boat is None else f"at {instance.places[boat].called}"
            return f"{vessel.called} is {at}, not at {instance.places[goal.boat].called}"
    elsewhere = sum(
        1 << index for index, at in enumerate(goal.travellers) if at is not None and not companies[at] >> index & 1
    )
    names = [traveller.called for traveller in select(instance.travellers, elsewhere)]
    if not names:
        return ""
    return f"{listing(names)} {agreeing(len(names))} not where the goal wants {agreeing(len(names), 'it', 'them')}"
