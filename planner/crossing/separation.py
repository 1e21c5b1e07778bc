"""Plans in time written so that no two actions that touch the same facts begin or end at the same moment.

PDDL 2.1 asks for a gap between what interferes (Fox and Long 2003, "no moving targets"): who lands at 2 cannot leave again at 2. Planners
leave such gaps; a schedule made by a person seldom has them, and is meant so that the events of one moment happen one after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from planner.crossing.schedule import Event, Schedule
from planner.plans.plan import Action

__all__ = ["GAP", "separated"]

GAP = Fraction(1, 100)
"""the least gap that VAL takes for one, unless it is told otherwise"""


def separated(plan: Sequence[Action], schedule: Schedule) -> tuple[Action, ...]:
    """Return a plan with the times at which events that interfere are apart; the same times where they are already.

    ``schedule`` is what the plan stands for. Its events keep their order and the actions their durations; nothing begins earlier. Where
    no times allow both, the plan comes back as it is.
    """
    timed = sorted(plan, key=lambda action: action.start or 0)
    times = [_time(timed[event.trip], event) for event in schedule.events]
    place = {(event.trip, event.departs): index for index, event in enumerate(schedule.events)}
    # a boat leaves and lands once at most within a gap: those further apart in order are further apart in time
    window = 2 * schedule.instance.boats
    bounds = [
        (earlier, later, GAP if _interfere(schedule, schedule.events[earlier], schedule.events[later]) else Fraction(0))
        for earlier in range(len(times))
        for later in range(earlier + 1, min(earlier + window + 1, len(times)))
    ]
    for trip, action in enumerate(timed):
        duration = action.duration or Fraction(0)
        bounds += [
            (place[trip, True], place[trip, False], duration),
            (place[trip, False], place[trip, True], -duration),
        ]
    for _ in range(len(times) + 1):
        late = [(before, after, least) for before, after, least in bounds if times[after] < times[before] + least]
        if not late:
            return tuple(action._replace(start=times[place[trip, True]]) for trip, action in enumerate(timed))
        for before, after, least in late:
            times[after] = max(times[after], times[before] + least)
    return tuple(plan)


def _time(action: Action, event: Event) -> Fraction:
    assert action.start is not None
    return action.start if event.departs else action.start + (action.duration or 0)


def _interfere(schedule: Schedule, one: Event, other: Event) -> bool:
    """Whether two events touch the same facts: those of a boat, of a traveller, or of whoever a rule looks at."""
    if one.trip == other.trip:
        return False
    trips = [schedule.steps[event.trip] for event in (one, other)]
    return (
        bool(schedule.instance.rules_at("place"))
        or trips[0].boat == trips[1].boat
        or bool(trips[0].crossing.load & trips[1].crossing.load)
    )
