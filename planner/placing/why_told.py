"""Why there is no solution, told: as text and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from generator.environment import render
from generator.wording import capital
from planner.placing.certificate import certificate
from planner.placing.narration import WIDTH, numbered_clues, placements_told, table_of
from planner.placing.why import Why
from planner.result import Status
from planner.telling import Table

__all__ = ["Told", "as_json", "as_text"]

MOST_STOPS = 12


def as_json(why: Why) -> dict[str, Any]:
    """Return what `plan why --format json` prints. ``placements`` is null unless there is a solution."""
    instance = why.instance
    names = [item.name for item in instance.items]
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "status": why.status,
        "placements": len(instance.items) if why.status == "solved" else None,
        "nodes": why.nodes,
        "wanted": len(instance.items),
        "placed": len(why.deepest),
        "deepest": [{"item": names[item], "spot": instance.spots[spot].name} for item, spot in why.deepest],
        "next": None if why.next_item is None else names[why.next_item],
        "stops": [
            {"spot": instance.spots[stop.spot].name, "clue": stop.clue, "found": stop.found} for stop in why.stops
        ],
        "contradiction": [] if why.proof is None else list(why.proof.contradiction),
        "smallest": why.proof is not None and why.proof.smallest,
        "changes": [{"change": change.says, "placements": change.placements} for change in why.changes],
        "notes": list(why.notes),
    }


def as_text(why: Why, layout: Callable[[Table], str]) -> str:
    """Return what `plan why` prints for a person."""
    instance = why.instance
    changes = tuple((change.says, placements_told(change.placements)) for change in why.changes)
    return render(
        "placing/narration/why.j2",
        {
            "title": instance.title,
            "story": textwrap.fill(instance.story, WIDTH),
            "clues": numbered_clues(instance),
            "status": why.status,
            "notes": "\n".join(f"{capital(note)}." for note in why.notes),
            "total": placements_told(len(instance.items)),
            "nodes": why.nodes,
            "placed": len(why.deepest),
            "wanted": len(instance.items),
            "board": layout(table_of(instance, dict(why.deepest))),
            "next": None if why.next_item is None else instance.items[why.next_item].called,
            "stops": layout(_stops(why)) if why.stops else "",
            "more_stops": max(0, len(why.stops) - MOST_STOPS),
            "contradiction": () if why.proof is None else why.proof.contradiction,
            "smallest": why.proof is not None and why.proof.smallest,
            "changes": layout(Table(("Change", "Then"), changes)) if changes else "",
        },
    )


def _stops(why: Why) -> Table:
    """Return where the next item cannot be, and why; with the numbers of the clues, where they have some."""
    instance = why.instance
    number = {says: str(number) for number, says in numbered_clues(instance)}
    heading = ("Place", *(["Clue"] if number else []), "What would be wrong")
    rows = (
        (
            capital(instance.spots[stop.spot].called),
            *([number.get(stop.clue, "")] if number else []),
            capital(stop.found),
        )
        for stop in why.stops[:MOST_STOPS]
    )
    return Table(heading, tuple(rows))


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
