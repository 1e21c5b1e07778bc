"""From a plan in time to a schedule: each departure and landing replayed against the rules.

Departures and landings happen one after another, also those of the same moment: these in whichever order keeps the rules. A
rule binds at every place after each of them, and in each boat.

Planners leave small gaps between what may not coincide. If the times are not whole numbers, the gaps are closed: everything
happens as early as the order and the durations allow.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.breaches import of_boarding, of_boat, of_goal, of_place
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.schedule import Event, Schedule, Trip, earliest
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import InvalidPlanError, PlanError
from ferryplan.generator.families import teller_of
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.solution import MoveBrokenError
from ferryplan.generator.space import Breach


class _Planned(NamedTuple):
    """A crossing as the plan has it."""

    crossing: Crossing
    action: Action


class _Moment(NamedTuple):
    """Where everybody is: the boats' places (None on the water), the places' companies, what has happened."""

    boats: tuple[int | None, ...]
    companies: tuple[int, ...]
    events: tuple[Event, ...]


def schedule_of(plan: Sequence[Action], instance: Instance, formulation: Formulation[Instance]) -> Schedule:
    """Return the schedule that a plan in time for the instance's PDDL in a formulation stands for.

    Raises MoveBrokenError if a departure or landing breaks a rule, InvalidPlanError if it lacks times, has a duration that is not the crossing's, or
    stops short of the goal.
    """
    if not all(action.start is not None and action.duration for action in plan):
        raise InvalidPlanError(format_message("plans.no-times"), expected="a start and a duration of every action")
    timed = sorted(plan, key=lambda action: action.begins)
    planned = [*map(_Planned, formulation.moves(instance, timed), timed)]
    space = instance.once(CrossingSpace)
    for number, ((load, *_), action) in enumerate(planned, 1):
        if space.is_legal_load(load):  # others are told of when they depart
            lasts = instance.duration(load)
            if action.duration != lasts:
                rule = format_message("plans.duration-of-crossing", time=instance.time_told(lasts))
                found = format_message("plans.other-duration", action=action, duration=float(action.duration or 0))
                _check(instance, Breach(rule, found), number)
    moment = _Moment((instance.start.boat,) * instance.boats, instance.start.companies, ())
    happenings = sorted(
        (time, departs, index)
        for index, trip in enumerate(planned)
        for time, departs in ((trip.action.begins, True), (trip.action.ends, False))
    )
    for _, together in itertools.groupby(happenings, key=lambda happening: happening[0]):
        moment = _happen(instance, planned, moment, [(departs, index) for _, departs, index in together])
    if missing := of_goal(instance, moment.boats, moment.companies):
        raise InvalidPlanError(
            format_message("plans.goal-not-reached", missing=missing),
            where=format_message("plans.after-last-landing"),
            found=missing,
            expected="the goal",
        )
    events = moment.events
    if any(event.time.denominator > 1 for event in events):
        in_order = [(earlier, earlier + 1, Fraction(0)) for earlier in range(len(events) - 1)]
        durations = [action.duration or Fraction(0) for action in timed]
        times = earliest([Fraction(0)] * len(events), events, durations, in_order)
        assert times is not None, "the plan's own times meet the bounds"
        events = tuple(event._replace(time=time) for event, time in zip(events, times, strict=True))
    trips = tuple(_told(instance, planned, events))
    total = Total(max((trip.landing for trip in trips), default=0), len(trips))
    return Schedule(instance, instance.start, trips, total, events)


def _check(instance: Instance, breach: Breach | None, number: int) -> None:
    """Raise MoveBrokenError if there is a breach; ``number`` is that of the crossing, from 1."""
    if breach is not None:
        raise MoveBrokenError(teller_of(instance), number, breach)


def _happen(
    instance: Instance, planned: Sequence[_Planned], moment: _Moment, together: Sequence[tuple[bool, int]]
) -> _Moment:
    """Return what follows when some departures and landings happen at one moment, in the first order that keeps the rules.

    Landings come before departures if that does. Raises the error of the first order if none does.
    """
    first: PlanError | None = None
    for order in itertools.islice(itertools.permutations(together), 1000):
        try:
            after = moment
            for departs, index in order:
                after = _event(instance, planned, after, departs, index)
        except PlanError as error:
            first = first or error
        else:
            return after
    assert first is not None
    raise first


def _event(instance: Instance, planned: Sequence[_Planned], moment: _Moment, departs: bool, index: int) -> _Moment:
    """Return what follows a departure or a landing of a crossing. Raises MoveBrokenError if it breaks a rule."""
    trip, boats, companies = planned[index], list(moment.boats), list(moment.companies)
    crossing = trip.crossing
    place = crossing.origin if departs else crossing.destination
    if departs:
        boarding = of_boarding(instance, boats[crossing.boat], companies[place], crossing)
        _check(instance, boarding or of_boat(instance, crossing.load), index + 1)
        companies[place] &= ~crossing.load
    else:
        companies[place] |= crossing.load
    _check(instance, of_place(instance, companies, place), index + 1)
    boats[crossing.boat] = None if departs else place
    event = Event(trip.action.begins if departs else trip.action.ends, departs, index, tuple(companies))
    return _Moment(tuple(boats), event.companies, (*moment.events, event))


def _told(instance: Instance, planned: Sequence[_Planned], events: Sequence[Event]) -> Iterable[Trip]:
    departures = {event.trip: event for event in events if event.departs}
    landings = {event.trip: event for event in events if not event.departs}
    for index, trip in enumerate(planned):
        departure, landing, (load, origin, destination, _) = departures[index], landings[index], trip.crossing
        before, after = list(departure.companies), list(landing.companies)
        after[origin] = before[origin]
        before[origin] |= load
        states, times = (State(origin, tuple(before)), State(destination, tuple(after))), (departure.time, landing.time)
        yield Trip(index + 1, trip.crossing, *states, instance, *map(int, times))
