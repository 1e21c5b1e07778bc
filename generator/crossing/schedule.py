"""Schedules: solutions whose crossings have times, described in words or written as temporal plans.

An event is a departure or a landing. PDDL 2.1 requires gaps between events that interfere (Fox and Long 2003, "no
moving targets"): a traveler who lands at the time 2 cannot leave again at 2. Planners leave these gaps. A schedule made
by a person seldom has such gaps; if events have the same time, they happen one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.narrator import render_crossing_sentence
from ferryplan.generator.families import narrator_of
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.solution import Solution, Step
from ferryplan.generator.wording import Table

MIN_GAP = Fraction(1, 100)
"""the smallest time between interfering events that the plan validator VAL accepts by default"""


@dataclass(frozen=True, slots=True)
class ScheduledCrossing(Step[CrossingState, Crossing]):
    """One crossing of a schedule, with the times of its departure and its landing.

    The state before the crossing contains the companies (sets of travelers at each place) just before the departure.
    The state after the crossing contains the companies just after the landing, with one exception: the origin has the
    company that stayed behind at the departure.
    """

    departure: int
    """the time of the departure, in minutes or in the unit of the travelers' paces"""
    landing: int
    """the time of the landing, in the same unit"""

    def describe_arrival(self) -> dict[str, Any]:
        """Return the boat, the departure and the landing of the crossing as JSON data.

        The data does not say where all travelers are, since some may be on the water at the landing.
        """
        instance = cast(Instance, self.instance)
        boat = instance.boat_name(self.move.boat) if instance.fleet else self.move.boat + 1
        return {"boat": boat, "departure": self.departure, "landing": self.landing}


class ScheduleEvent(NamedTuple):
    """A departure or a landing, with the company at each place just after it."""

    time: Fraction
    is_departure: bool
    crossing_index: int
    """index of the crossing in the schedule"""
    companies: tuple[int, ...]
    """for each place, the bit mask of the travelers there after the event"""


@dataclass(frozen=True, slots=True)
class Schedule(Solution[CrossingState, Crossing]):
    """A solution with times: crossings from the start to the goal, with legal departures and landings.

    The cost of the solution is the time of the last landing; its length is the number of crossings.
    """

    instance: Instance
    steps: tuple[ScheduledCrossing, ...]
    """the crossings in the order of their departures"""
    events: tuple[ScheduleEvent, ...]
    """the departures and landings in the order in which they happen"""

    @property
    def summary(self) -> str:
        """The time of the last landing and the number of crossings as text: ``17 minutes, 5 crossings``."""
        moves = narrator_of(self.instance).length_unit.format_count(self.total.moves)
        return f"{self.instance.format_time(self.total.cost)}, {moves}"

    def to_table(self) -> Table:
        """Return a table with a row for the start and for each departure and landing.

        A row has the time, a description of the event, and the company at each place after it.
        """
        narrator, start = narrator_of(self.instance), self.initial
        told = [(format_clock_time(0, self.instance), format_message("narration.at-the-start"), start)]
        told += [
            (
                format_clock_time(one.time, self.instance),
                self.describe_event(one),
                start._replace(companies=one.companies),
            )
            for one in self.events
        ]
        rows = tuple(
            (time, says, *(cell for _, cell in narrator.list_state_cells(state))) for time, says, state in told
        )
        return Table(
            (
                format_message("narration.time"),
                format_message("narration.event"),
                *(heading for heading, _ in narrator.list_state_cells(start)),
            ),
            rows,
        )

    def describe_event(self, event: ScheduleEvent) -> str:
        """Return a sentence about a departure or a landing, such as "A and B set out to the far side".

        With several boats, the sentence names the boat.
        """
        trip = self.steps[event.crossing_index]
        return render_crossing_sentence("event", trip.move, self.instance, departs=event.is_departure)

    @property
    def extra_json(self) -> dict[str, Any]:
        """The departures and landings as JSON data under the key ``events``."""
        told, events = narrator_of(self.instance).solution_state_as_json, []
        for event in self.events:
            state = told(self.initial._replace(companies=event.companies))
            events.append({"time": int(event.time), **state, "text": self.describe_event(event)})
        return {"events": events}

    def format_plan(self, plan: tuple[PlanAction, ...]) -> tuple[PlanAction, ...]:
        """Return a plan for this schedule with start times that leave gaps between interfering events.

        ``plan`` has the actions of the schedule's crossings. The result has the same actions, sorted by start time.
        Events keep their order, actions keep their durations, and no action starts earlier. Start times that already
        leave the gaps do not change. If no start times meet these conditions, the plan is returned unchanged.
        """
        timed = sorted(plan, key=lambda action: action.start_time)
        events, durations = self.events, [action.duration or Fraction(0) for action in timed]
        times = [
            timed[event.crossing_index].start_time if event.is_departure else timed[event.crossing_index].end_time
            for event in events
        ]
        # Within a gap, each boat leaves and lands at most once, so events further apart in order are far
        # enough apart in time.
        window = 2 * self.instance.boats
        bounds = [
            (earlier, later, MIN_GAP if self._are_interfering(events[earlier], events[later]) else Fraction(0))
            for earlier in range(len(times))
            for later in range(earlier + 1, min(earlier + window + 1, len(times)))
        ]
        apart = find_earliest_times(times, events, durations, bounds)
        if apart is None:
            return plan
        starts = {event.crossing_index: time for event, time in zip(events, apart, strict=True) if event.is_departure}
        return tuple(action._replace(start=starts[trip]) for trip, action in enumerate(timed))

    def _are_interfering(self, one: ScheduleEvent, other: ScheduleEvent) -> bool:
        """Return whether two events must not coincide in PDDL, since they share facts.

        Both events then change or read facts about a boat, about a traveler, or about the companies that rules depend
        on.
        """
        first, second = self.steps[one.crossing_index].move, self.steps[other.crossing_index].move
        shared = first.boat == second.boat or bool(first.load & second.load)
        return one.crossing_index != other.crossing_index and (self.instance.has_rules_ashore or shared)


def format_clock_time(time: Fraction | int, instance: Instance) -> str:
    """Return a time in minutes as on a clock, ``0:17``; in another unit, as a whole number."""
    whole = int(time)
    return f"{whole // 60}:{whole % 60:02}" if instance.time_unit == "minute" else str(whole)


def find_earliest_times(
    times: Sequence[Fraction],
    events: Sequence[ScheduleEvent],
    durations: Sequence[Fraction],
    bounds: Iterable[tuple[int, int, Fraction]],
) -> list[Fraction] | None:
    """Return for each event the earliest time that keeps all durations and bounds; None if no times do.

    ``times`` contains a lower bound on the time of each event, and ``durations`` the duration of each crossing. A bound
    has the indices of two events, and the least time between the first event and the second.
    """
    found, place = [*times], {(event.crossing_index, event.is_departure): index for index, event in enumerate(events)}
    ends = [(place[trip, True], place[trip, False], duration) for trip, duration in enumerate(durations)]
    every = sorted([*bounds, *ends, *((landing, departure, -duration) for departure, landing, duration in ends)])
    # Longest paths by Bellman and Ford: times that still change after as many rounds as there are events
    # never settle.
    for _ in range(len(found) + 1):
        known = [*found]
        for before, after, least in every:
            found[after] = max(found[after], found[before] + least)
        if found == known:
            return found
    return None
