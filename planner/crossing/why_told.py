"""Why there is no plan, told: as text and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from generator.crossing.instance import Instance, State
from generator.environment import render
from generator.search.cheapest import Total
from generator.wording import capital
from planner.crossing.sentences import situations, told_total
from planner.crossing.why import Why
from planner.questions.certificate import certificate
from planner.result import Status
from planner.telling import Table

__all__ = ["Told", "as_json", "as_text"]

WIDTH = 100
MOST_STOPS = 12


def as_json(why: Why) -> dict[str, Any]:
    """Return what `plan why --format json` prints. ``crossings`` is null unless there is a plan."""
    instance = why.instance
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "status": why.status,
        **_total_as_json(why.total, instance),
        "states": why.states,
        "states_up_to_symmetry": len(why.exploration.depths),
        "arrived": why.arrived,
        "wanted": why.wanted,
        "nearest": [
            {"crossings": nearest.crossings, **_state_as_json(nearest.state, instance)} for nearest in why.nearest
        ],
        "stops": [
            {
                "crossings": stop.crossings,
                **_state_as_json(stop.state, instance),
                "aboard": instance.names(stop.crossing.load),
                "to": instance.places[stop.crossing.destination].symbol,
                "rule": stop.rule,
                "found": stop.found,
            }
            for stop in why.stops
        ],
        "changes": [{"change": change.says, **_total_as_json(change.total, instance)} for change in why.changes],
        "notes": list(why.notes),
    }


def _total_as_json(total: Total | None, instance: Instance) -> dict[str, Any]:
    cost = {"cost": None if total is None else total.cost, "unit": instance.tariff.unit} if instance.tariff else {}
    return {"crossings": None if total is None else total.moves, **cost}


def _state_as_json(state: State, instance: Instance) -> dict[str, Any]:
    places = zip(instance.places, state.companies, strict=True)
    return {
        "boat": instance.places[state.boat].symbol,
        "places": {place.symbol: instance.names(company) for place, company in places},
    }


def as_text(why: Why, layout: Callable[[Table], str]) -> str:
    """Return what `plan why` prints for a person."""
    instance = why.instance
    orbits = len(why.exploration.depths)
    changes = tuple((change.says, told_total(instance, change.total)) for change in why.changes)
    return render(
        "crossing/narration/why.j2",
        {
            "title": instance.title,
            "story": textwrap.fill(instance.story, WIDTH),
            "notes": "\n".join(f"{capital(note)}." for note in why.notes),
            "status": why.status,
            "total": None if why.total is None else told_total(instance, why.total),
            "states": why.states,
            "orbits": orbits,
            "arrived": why.arrived,
            "wanted": why.wanted,
            "nearest": layout(_situations([(one.crossings, one.state) for one in why.nearest], instance))
            if why.nearest
            else "",
            "stops": layout(_stops(why)) if why.stops else "",
            "more_stops": max(0, len(why.stops) - MOST_STOPS),
            "changes": layout(Table(("Change", "Then"), changes)) if changes else "",
        },
    )


def _situations(states: Sequence[tuple[int, State]], instance: Instance) -> Table:
    companies = situations((state.companies for _, state in states), instance)
    rows = (
        (str(crossings), *told, instance.places[state.boat].name)
        for (crossings, state), told in zip(states, companies, strict=True)
    )
    return Table(("After crossing", *(capital(place.name) for place in instance.places), "The boat"), tuple(rows))


def _stops(why: Why) -> Table:
    instance, stops = why.instance, why.stops[:MOST_STOPS]
    before = _situations([(stop.crossings, stop.state) for stop in stops], instance)
    rows = (
        (*row[:-1], ", ".join(instance.names(stop.crossing.load)), capital(stop.found))
        for row, stop in zip(before.rows, stops, strict=True)
    )
    return Table((*before.heading[:-1], "Load", "What would be wrong"), tuple(rows))


@dataclass(frozen=True, slots=True)
class Told:
    """Why there is no plan, ready to be told."""

    why: Why

    @property
    def status(self) -> Status:
        """``unsolvable``, or what else is known."""
        return self.why.status

    @property
    def certificate(self) -> dict[str, Any]:
        """A proof that others can check. Raises EncodingError where it is too large."""
        return certificate(self.why.instance)

    def as_json(self) -> dict[str, Any]:
        """Return what `plan why --format json` prints."""
        return as_json(self.why)

    def as_text(self, layout: Callable[[Table], str]) -> str:
        """Return what `plan why` prints for a person."""
        return as_text(self.why, layout)
