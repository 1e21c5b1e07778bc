"""From a plan in time to a schedule: who is on the water when, each departure and landing replayed against the rules.

Departures and landings happen one after another, also those of the same moment: these in whichever order keeps the rules. A
rule binds at every place after each of them, and in each boat.

Planners leave small gaps between what may not coincide. If the times are not whole numbers, the gaps are closed: everything
happens as early as the order and the durations allow.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from generator.crossing.breaches import of_boarding, of_boat, of_place
from generator.crossing.encodings.temporal import boat_symbols
from generator.crossing.instance import Crossing, Instance
from generator.crossing.space import CrossingSpace
from generator.errors import PlanError
from generator.search.cheapest import Total
from planner.crossing.checking import RuleBrokenError, check, check_goal, crossing_of, is_crossing
from planner.crossing.decoding import crossings_of
from planner.plans.plan import Action, foreign
from planner.result import Shown

__all__ = ["Event", "Schedule", "Trip", "schedule_of"]


class Trip(NamedTuple):
    """One crossing of a schedule."""

    number: int
    """from 1, by departure"""
    crossing: Crossing
    boat: int
    departure: int
    """in minutes, or in the unit of the paces"""
    landing: int
    behind: int = 0
    """mask of those whom the boat leaves behind"""
    joined: int = 0
    """mask of those who are where it lands, themselves included"""


class Event(NamedTuple):
    """A departure or a landing, with the companies of the places after it."""

    time: Fraction
    departs: bool
    trip: int
    """index of the trip"""
    companies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule(Shown):
    """Crossings in time, each departure and landing allowed by the rules, that lead from the start to the goal."""

    instance: Instance
    steps: tuple[Trip, ...]
    """by departure"""
    events: tuple[Event, ...]
    """in the order in which they happen"""

    @property
    def total(self) -> Total:
        """The time of the last landing, and the number of crossings."""
        return Total(max((trip.landing for trip in self.steps), default=0), len(self.steps))


class _Planned(NamedTuple):
    """A crossing as the plan has it."""

    crossing: Crossing
    boat: int
    start: Fraction
    action: Action

    @property
    def end(self) -> Fraction:
        assert self.action.duration is not None
        return self.start + self.action.duration


class _Moment(NamedTuple):
    """Where everybody is: the boats' places (None on the water), the places' companies, what has happened."""

    boats: tuple[int | None, ...]
    companies: tuple[int, ...]
    events: tuple[Event, ...]


def schedule_of(plan: Sequence[Action], instance: Instance, encoding: str = "named") -> Schedule:
    """Return the schedule that a plan for the instance's PDDL in the dialect temporal and that encoding stands for.

    Raises RuleBrokenError if a departure or landing breaks a rule, PlanError if the plan is for another problem, lacks
    times, has a duration that is not the crossing's, or stops short of the goal.
    """
    timed = sorted(plan, key=_start)
    trips = crossings_of(timed, instance, "temporal", encoding) if encoding == "counted" else None
    planned = [
        _Planned(trips[index], 0, _start(action), action) if trips else _planned(action, instance)
        for index, action in enumerate(timed)
    ]
    space = instance.once(CrossingSpace)
    for number, trip in enumerate(planned, 1):
        _check_duration(space, trip, number)
    moment = _Moment((instance.start.boat,) * instance.boats, instance.start.companies, ())
    happenings = sorted(
        (time, departs, index)
        for index, trip in enumerate(planned)
        for time, departs in ((trip.start, True), (trip.end, False))
    )
    for _, together in itertools.groupby(happenings, key=lambda happening: happening[0]):
        moment = _happen(space, planned, moment, [(departs, index) for _, departs, index in together])
    check_goal(instance, moment.boats, moment.companies, "after the last landing")
    events = moment.events
    if any(event.time.denominator > 1 for event in events):
        events = _without_gaps(planned, events)
    return Schedule(instance, tuple(_told(planned, events)), events)


def _start(action: Action) -> Fraction:
    if action.start is None or action.duration is None:
        raise foreign(
            action, "in the dialect temporal a start and a duration belong to it, as in 0.0: (cross-1 ...) [1.0]"
        )
    return action.start


def _planned(action: Action, instance: Instance) -> _Planned:
    if not is_crossing(action):
        raise foreign(action, "there is no such action in this problem's domain")
    boats = boat_symbols(instance)
    symbol = action.arguments[-3] if len(action.arguments) > 3 else ""
    if symbol not in boats:
        raise foreign(action, f"'{symbol}' is no boat of this problem")
    places = {place.symbol: index for index, place in enumerate(instance.places)}
    without_boat = action._replace(arguments=(*action.arguments[:-3], *action.arguments[-2:]))
    crossing = crossing_of(without_boat, instance, places, any_order=True)
    return _Planned(crossing, boats.index(symbol), _start(action), action)


def _check_duration(space: CrossingSpace, trip: _Planned, number: int) -> None:
    crossing, instance = trip.crossing, space.instance
    if not space.is_legal_load(crossing.load):
        return  # this will be told when it departs
    if trip.action.duration != instance.duration(crossing.load):
        raise RuleBrokenError(
            number,
            f"This crossing takes {instance.time_told(instance.duration(crossing.load))}.",
            f"{trip.action} takes {float(trip.action.duration or 0):g}",
        )


def _happen(
    space: CrossingSpace, planned: Sequence[_Planned], moment: _Moment, together: Sequence[tuple[bool, int]]
) -> _Moment:
    """Return what follows when some departures and landings happen at one moment, in the first order that keeps the rules.

    Landings come before departures if that does. Raises the error of the first order if none does.
    """
    first: PlanError | None = None
    for order in itertools.islice(_orders(together), 1000):
        try:
            after = moment
            for departs, index in order:
                after = (_depart if departs else _land)(space, planned, after, index)
        except PlanError as error:
            first = first or error
        else:
            return after
    assert first is not None
    raise first


def _orders(together: Sequence[tuple[bool, int]]) -> Iterable[Sequence[tuple[bool, int]]]:
    return itertools.permutations(together) if len(together) > 1 else (together,)


def _depart(space: CrossingSpace, planned: Sequence[_Planned], moment: _Moment, index: int) -> _Moment:
    trip, instance = planned[index], space.instance
    crossing = trip.crossing
    present = moment.companies[crossing.origin]
    check(of_boarding(instance, moment.boats[trip.boat], present, crossing), index + 1)
    companies = list(moment.companies)
    companies[crossing.origin] &= ~crossing.load
    check(of_boat(instance, crossing.load), index + 1)
    return _after(instance, planned, moment, index, True, tuple(companies))


def _land(space: CrossingSpace, planned: Sequence[_Planned], moment: _Moment, index: int) -> _Moment:
    crossing = planned[index].crossing
    companies = list(moment.companies)
    companies[crossing.destination] |= crossing.load
    return _after(space.instance, planned, moment, index, False, tuple(companies))


def _after(
    instance: Instance,
    planned: Sequence[_Planned],
    moment: _Moment,
    index: int,
    departs: bool,
    companies: tuple[int, ...],
) -> _Moment:
    trip = planned[index]
    place = trip.crossing.origin if departs else trip.crossing.destination
    check(of_place(instance, companies, place), index + 1)
    boats = list(moment.boats)
    boats[trip.boat] = None if departs else place
    event = Event(trip.start if departs else trip.end, departs, index, companies)
    return _Moment(tuple(boats), companies, (*moment.events, event))


def _without_gaps(planned: Sequence[_Planned], events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events in the same order, each at the earliest time that the order and the durations allow."""
    times = [Fraction(0)] * len(events)
    ends = {(event.trip, event.departs): position for position, event in enumerate(events)}
    bounds = [(position, position + 1, Fraction(0)) for position in range(len(events) - 1)]
    for index, trip in enumerate(planned):
        departure, landing, duration = ends[index, True], ends[index, False], trip.end - trip.start
        bounds += [(departure, landing, duration), (landing, departure, -duration)]
    late = True
    while late:  # the plan's own times meet the bounds, so this ends
        late = False
        for earlier, later, least in bounds:
            if times[later] < times[earlier] + least:
                times[later], late = times[earlier] + least, True
    return tuple(event._replace(time=time) for event, time in zip(events, times, strict=True))


def _told(planned: Sequence[_Planned], events: Sequence[Event]) -> Iterable[Trip]:
    behind = {event.trip: event for event in events if event.departs}
    joined = {event.trip: event for event in events if not event.departs}
    for index, trip in enumerate(planned):
        departure, landing = behind[index], joined[index]
        yield Trip(
            index + 1,
            trip.crossing,
            trip.boat,
            int(departure.time),
            int(landing.time),
            departure.companies[trip.crossing.origin],
            landing.companies[trip.crossing.destination],
        )
