"""Crossings in time: who is on the water when; told, and written as a plan with gaps between what interferes.

PDDL 2.1 asks for these gaps (Fox and Long 2003, "no moving targets"): who lands at 2 cannot leave again at 2. Planners leave them; a schedule made
by a person seldom has them, and is meant so that the events of one moment happen one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.teller import crossing_in_words
from ferryplan.generator.families import teller_of
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.solution import Solution, Step
from ferryplan.generator.wording import Table

GAP = Fraction(1, 100)
"""the least gap that VAL takes for one, unless it is told otherwise"""


@dataclass(frozen=True, slots=True)
class Trip(Step[State, Crossing]):
    """One crossing of a schedule, by departure. Its states are those that it meets: who is where it leaves then, elsewhere when it lands."""

    departure: int
    """in minutes, or in the unit of the paces"""
    landing: int

    def describe_arrival(self) -> dict[str, Any]:
        """Return which boat it is, and its times: no state holds while others cross."""
        instance = cast(Instance, self.instance)
        boat = instance.boat_name(self.move.boat) if instance.fleet else self.move.boat + 1
        return {"boat": boat, "departure": self.departure, "landing": self.landing}


class Event(NamedTuple):
    """A departure or a landing, with the companies of the places after it."""

    time: Fraction
    departs: bool
    trip: int
    """index of the trip"""
    companies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule(Solution[State, Crossing]):
    """Crossings in time, each departure and landing allowed by the rules, that lead from the start to the goal.

    The total has the time of the last landing, and the number of crossings.
    """

    instance: Instance
    steps: tuple[Trip, ...]
    """by departure"""
    events: tuple[Event, ...]
    """in the order in which they happen"""

    @property
    def told(self) -> str:
        """The time of the last landing and how many crossings there are, in words."""
        moves = teller_of(self.instance).counted.counted(self.total.moves)
        return f"{self.instance.time_told(self.total.cost)}, {moves}"

    def table(self) -> Table:
        """Return the start, then each departure and landing with its time and the situation on land after it."""
        teller, start = teller_of(self.instance), self.initial
        told = [(clock(0, self.instance), format_message("narration.at-the-start"), start)]
        told += [
            (clock(one.time, self.instance), self.sentence(one), start._replace(companies=one.companies))
            for one in self.events
        ]
        rows = tuple((time, says, *(cell for _, cell in teller.cells(state))) for time, says, state in told)
        return Table(
            (
                format_message("narration.time"),
                format_message("narration.event"),
                *(heading for heading, _ in teller.cells(start)),
            ),
            rows,
        )

    def sentence(self, event: Event) -> str:
        """Return a departure or a landing as a sentence: "A and B set out to the far side."; with several boats it names the boat."""
        trip = self.steps[event.trip]
        return crossing_in_words("event", trip.move, self.instance, departs=event.departs)

    @property
    def more_as_json(self) -> dict[str, Any]:
        """Each departure and landing."""
        told, events = teller_of(self.instance).state_told, []
        for event in self.events:
            state = told(self.initial._replace(companies=event.companies))
            events.append({"time": int(event.time), **state, "text": self.sentence(event)})
        return {"events": events}

    def written(self, plan: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return a plan in time with the times at which events that interfere are apart; the same times where they are already.

        The events keep their order and the actions their durations; nothing begins earlier. Where no times allow both, the plan comes back as it is.
        """
        timed = sorted(plan, key=lambda action: action.begins)
        events, durations = self.events, [action.duration or Fraction(0) for action in timed]
        times = [timed[event.trip].begins if event.departs else timed[event.trip].ends for event in events]
        # a boat leaves and lands once at most within a gap: those further apart in order are further apart in time
        window = 2 * self.instance.boats
        bounds = [
            (earlier, later, GAP if self._interfere(events[earlier], events[later]) else Fraction(0))
            for earlier in range(len(times))
            for later in range(earlier + 1, min(earlier + window + 1, len(times)))
        ]
        apart = earliest(times, events, durations, bounds)
        if apart is None:
            return plan
        starts = {event.trip: time for event, time in zip(events, apart, strict=True) if event.departs}
        return tuple(action._replace(start=starts[trip]) for trip, action in enumerate(timed))

    def _interfere(self, one: Event, other: Event) -> bool:
        """Whether two events touch the same facts: those of a boat, of a traveler, or of whoever a rule looks at."""
        first, second = self.steps[one.trip].move, self.steps[other.trip].move
        shared = first.boat == second.boat or bool(first.load & second.load)
        return one.trip != other.trip and (self.instance.ruled_ashore or shared)


def clock(time: Fraction | int, instance: Instance) -> str:
    """Return a time as a clock shows it, ``0:17``, or as a number if it is not in minutes."""
    whole = int(time)
    return f"{whole // 60}:{whole % 60:02}" if instance.time_unit == "minute" else str(whole)


def earliest(
    times: Sequence[Fraction],
    events: Sequence[Event],
    durations: Sequence[Fraction],
    bounds: Iterable[tuple[int, int, Fraction]],
) -> list[Fraction] | None:
    """Return for each event the earliest time, none before that given, that keeps the durations of trips and the bounds; None if none does.

    A bound has the indices of two events, and how much later the second is at least.
    """
    found, place = [*times], {(event.trip, event.departs): index for index, event in enumerate(events)}
    ends = [(place[trip, True], place[trip, False], duration) for trip, duration in enumerate(durations)]
    every = sorted([*bounds, *ends, *((landing, departure, -duration) for departure, landing, duration in ends)])
    # Longest paths by Bellman and Ford: what still changes after as many rounds as there are events never
    # settles.
    for _ in range(len(found) + 1):
        known = [*found]
        for before, after, least in every:
            found[after] = max(found[after], found[before] + least)
        if found == known:
            return found
    return None
