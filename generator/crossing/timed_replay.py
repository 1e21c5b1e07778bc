"""Replay of temporal plans: each departure and landing is checked against the rules.

The result of a replay is a schedule. An event is a departure or a landing. Events happen one after another; events with
the same time happen in any order that keeps the rules. After each event, the rules must hold at every place and in each
boat.

Planners leave small gaps between events that must not coincide. If the times are not whole numbers, the gaps are
closed: every event happens as early as the order and the durations allow.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.schedule import Schedule, ScheduledCrossing, ScheduleEvent, find_earliest_times
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.violations import (
    describe_unmet_goals,
    find_boarding_violation,
    find_boat_violation,
    find_place_violation,
)
from ferryplan.generator.errors import InvalidPlanError, PlanError
from ferryplan.generator.families import narrator_of
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.solution import IllegalMoveError
from ferryplan.generator.space import Violation


class _PlannedCrossing(NamedTuple):
    """A crossing of a temporal plan, with the plan's timed action for it."""

    crossing: Crossing
    action: PlanAction


class _TimedState(NamedTuple):
    """A state in the replay of a temporal plan, in which boats may be on the water."""

    boats: tuple[int | None, ...]
    """for each boat, the index of its place; None on the water"""
    companies: tuple[int, ...]
    """for each place, the bit mask of the travelers there"""
    events: tuple[ScheduleEvent, ...]
    """the departures and landings so far"""


def replay_timed_plan(plan: Sequence[PlanAction], instance: Instance, formulation: Formulation[Instance]) -> Schedule:
    """Check every departure and landing of a temporal plan against the rules; return the schedule.

    ``formulation`` is the dialect and encoding of the PDDL that the plan solves. Raises IllegalMoveError if a departure
    or landing breaks a rule or if a crossing has a wrong duration. Raises InvalidPlanError if the plan has no times or
    does not reach the goal.
    """
    if not all(action.start is not None and action.duration for action in plan):
        raise InvalidPlanError(format_message("plans.no-times"), expected="a start and a duration of every action")
    timed = sorted(plan, key=lambda action: action.start_time)
    planned = [*map(_PlannedCrossing, formulation.decode_plan(instance, timed), timed)]
    space = instance.get_or_make(CrossingSpace)
    for number, ((load, *_), action) in enumerate(planned, 1):
        if space.is_legal_load(load):  # illegal loads are reported at their departure
            lasts = instance.crossing_duration(load)
            if action.duration != lasts:
                rule = format_message("plans.duration-of-crossing", time=instance.format_time(lasts))
                found = format_message("plans.other-duration", action=action, duration=float(action.duration or 0))
                _raise_if_violated(instance, Violation(rule, found), number)
    moment = _TimedState((instance.start.boat,) * instance.boats, instance.start.companies, ())
    happenings = sorted(
        (time, departs, index)
        for index, trip in enumerate(planned)
        for time, departs in ((trip.action.start_time, True), (trip.action.end_time, False))
    )
    for _, together in itertools.groupby(happenings, key=lambda happening: happening[0]):
        moment = _apply_simultaneous_events(
            instance, planned, moment, [(departs, index) for _, departs, index in together]
        )
    if missing := describe_unmet_goals(instance, moment.boats, moment.companies):
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
        times = find_earliest_times([Fraction(0)] * len(events), events, durations, in_order)
        assert times is not None, "the plan's own times meet the bounds"
        events = tuple(event._replace(time=time) for event, time in zip(events, times, strict=True))
    trips = tuple(_build_scheduled_crossings(instance, planned, events))
    total = TotalCost(max((trip.landing for trip in trips), default=0), len(trips))
    return Schedule(instance, instance.start, trips, total, events)


def _raise_if_violated(instance: Instance, violation: Violation | None, crossing_number: int) -> None:
    """Raise IllegalMoveError unless ``violation`` is None; the first crossing has number 1."""
    if violation is not None:
        raise IllegalMoveError(narrator_of(instance), crossing_number, violation)


def _apply_simultaneous_events(
    instance: Instance,
    planned: Sequence[_PlannedCrossing],
    timed_state: _TimedState,
    simultaneous_events: Sequence[tuple[bool, int]],
) -> _TimedState:
    """Return the state after the events that have the same time, in the first order that keeps the rules.

    ``simultaneous_events`` has for each event whether it is a departure, and the index of its crossing. At most 1,000 orders are
    tried, beginning with landings before departures. If none keeps the rules, the error of the first order is raised.
    """
    first: PlanError | None = None
    for order in itertools.islice(itertools.permutations(simultaneous_events), 1000):
        try:
            after = timed_state
            for departs, index in order:
                after = _apply_event(instance, planned, after, departs, index)
        except PlanError as error:
            first = first or error
        else:
            return after
    assert first is not None
    raise first


def _apply_event(
    instance: Instance, planned: Sequence[_PlannedCrossing], timed_state: _TimedState, is_departure: bool, index: int
) -> _TimedState:
    """Return the state after the departure or the landing of a crossing, given by its index.

    Raises IllegalMoveError if the event breaks a rule.
    """
    trip, boats, companies = planned[index], list(timed_state.boats), list(timed_state.companies)
    crossing = trip.crossing
    place = crossing.origin if is_departure else crossing.destination
    if is_departure:
        boarding = find_boarding_violation(instance, boats[crossing.boat], companies[place], crossing)
        _raise_if_violated(instance, boarding or find_boat_violation(instance, crossing.load), index + 1)
        companies[place] &= ~crossing.load
    else:
        companies[place] |= crossing.load
    _raise_if_violated(instance, find_place_violation(instance, companies, place), index + 1)
    boats[crossing.boat] = None if is_departure else place
    event = ScheduleEvent(
        trip.action.start_time if is_departure else trip.action.end_time, is_departure, index, tuple(companies)
    )
    return _TimedState(tuple(boats), event.companies, (*timed_state.events, event))


def _build_scheduled_crossings(
    instance: Instance, planned: Sequence[_PlannedCrossing], events: Sequence[ScheduleEvent]
) -> Iterable[ScheduledCrossing]:
    """Yield the crossings of the schedule, with the companies and times of their departures and landings."""
    departures = {event.crossing_index: event for event in events if event.is_departure}
    landings = {event.crossing_index: event for event in events if not event.is_departure}
    for index, trip in enumerate(planned):
        departure, landing, (load, origin, destination, _) = departures[index], landings[index], trip.crossing
        before, after = list(departure.companies), list(landing.companies)
        after[origin] = before[origin]
        before[origin] |= load
        states, times = (
            (CrossingState(origin, tuple(before)), CrossingState(destination, tuple(after))),
            (departure.time, landing.time),
        )
        yield ScheduledCrossing(index + 1, trip.crossing, *states, instance, *map(int, times))
