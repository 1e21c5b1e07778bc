"""Crossings, situations and totals in words. The sentences are in the templates beside the puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from generator.crossing.instance import Instance
from generator.crossing.teller import CrossingTeller, crossing_in_words
from generator.search.cheapest import Total
from generator.wording import capital
from planner.crossing.schedule import Event, Schedule, Trip
from planner.crossing.solution import Solution, Step

__all__ = [
    "clock", "event_sentence", "explanation", "sentence", "situations", "told_solution", "told_total",
]  # fmt: skip


def sentence(step: Step | Trip, instance: Instance) -> str:
    """Return a crossing as a sentence: "The farmer and the goat cross to the right bank."."""
    return crossing_in_words("sentence", step.crossing, instance)


def event_sentence(event: Event, trip: Trip, instance: Instance) -> str:
    """Return a departure or a landing as a sentence: "A and B set out to the far side."; with several boats it names the boat."""
    boat = trip.boat + 1 if instance.boats > 1 else 0
    return crossing_in_words("event", trip.crossing, instance, departs=event.departs, boat=boat)


def explanation(step: Step | Trip, instance: Instance) -> list[str]:
    """Return why a crossing is safe: a line each for the place left, the boat and the place reached, where a rule concerns it."""
    crossing, names = step.crossing, [traveller.called for traveller in instance.travellers]
    ashore = instance.rules_at("place")
    scenes = [
        (instance.places[crossing.origin].name, step.behind, ashore),
        ("boat", crossing.load, instance.rules_at("boat")),
        (instance.places[crossing.destination].name, step.joined, ashore),
    ]
    lines = []
    for scene, company, rules in scenes:
        reasons = [reason for rule in rules if (reason := rule.reason(company, names))]
        if reasons:
            lines.append(f"{capital(scene)}: {'; '.join(dict.fromkeys(reasons))}.")
    return lines


def told_total(instance: Instance, total: Total) -> str:
    """Return in words how many crossings there are and, if the puzzle has costs, what they cost: "17 minutes in 5 crossings"."""
    crossings = "1 crossing" if total.moves == 1 else f"{total.moves} crossings"
    return f"{instance.tariff.told(total.cost)} in {crossings}" if instance.tariff else crossings


def told_solution(solution: Solution | Schedule) -> str:
    """Return in words what a solution or a schedule comes to."""
    if isinstance(solution, Schedule):
        total, instance = solution.total, solution.instance
        return f"{instance.time_told(total.cost)}, {'1 crossing' if total.moves == 1 else f'{total.moves} crossings'}"
    return told_total(solution.instance, solution.total)


def situations(many: Iterable[Sequence[int]], instance: Instance) -> Iterator[list[str]]:
    """Yield for the companies at the places, many times, who is there; of over 60 together, how many of each kind."""
    teller = CrossingTeller(instance)
    return ([teller.there(company) for company in companies] for companies in many)


def clock(time: Fraction | int, instance: Instance) -> str:
    """Return a time as a clock shows it, ``0:17``, or as a number if it is not in minutes."""
    whole = int(time)
    return f"{whole // 60}:{whole % 60:02}" if instance.time_unit == "minute" else str(whole)
