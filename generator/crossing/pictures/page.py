"""The page of a crossing: it plays the crossings, and says aloud for screen readers what happens."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.crossing.conditions import list_conditions
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.pictures.scenes import Cast, Scene, at_start, legend_of, scenes, shores_of, sign_of
from ferryplan.generator.drawing import Page
from ferryplan.generator.families import teller_of
from ferryplan.generator.solution import Solution
from ferryplan.generator.wording import capital

PACE = 2600
"""milliseconds from one step to the next while it plays"""


def lay_out_page(instance: Instance, solution: Solution[State, Crossing] | None, trial: dict[str, Any] | None) -> Page:
    """Return the page of a solution: the start, what plays the crossings, and the table of them all; of no solution, the start."""
    shores = shores_of(instance)
    places = [
        {"index": index, "symbol": place.symbol, "name": capital(place.name)}
        for index, place in enumerate(instance.places)
    ]
    cast, teller = Cast(instance), teller_of(instance)
    values = {
        "kinds": range(len(instance.kinds)),
        "legend": legend_of(instance),
        "rules_heading": teller.rules_heading if teller.rules else "Rules",
        "rules": list_conditions(instance),
        "left": places[shores.left],
        "right": places[shores.right],
        "islands": [places[island] for island in shores.islands],
        "boats": [
            {"name": capital(instance.boat_name(number)), "sign": sign_of(instance, number)}
            for number in range(instance.boats)
        ],
        "steps": None if solution is None else solution.table(),
        "trial": trial,
        "replay": {
            "named": cast.named,
            "cast": {
                "travellers": cast.tokens((1 << len(instance.travellers)) - 1),
                "places": [place.called for place in instance.places],
                "boats": [vessel.called for vessel in instance.vessels],
            },
            "shores": [shores.left, shores.right],
            "pace": PACE,
            "stops": list(_stops(scenes(solution) if solution else [at_start(instance)], cast)),
        },
    }
    return Page("crossing/pictures/page.html.j2", values)


def _stops(every: Sequence[Scene], cast: Cast) -> Iterator[dict[str, Any]]:
    """Yield each situation of the replay, and in ``via`` who is where while the boat sails to it: when the most are aboard."""
    rests = [number for number, scene in enumerate(every) if scene.rests]
    for before, number in itertools.pairwise([0, *rests]):
        scene = every[number]
        fullest = max(every[before : number + 1], key=lambda one: sum(boat.load.bit_count() for boat in one.boats))
        yield {
            "label": scene.label and f"{scene.label}.",
            "text": scene.text,
            "spent": scene.spent and f"({scene.spent})",
            "boats": [boat.destination if boat.moored else None for boat in scene.boats],
            "via": _who(fullest, cast),
            **_who(scene, cast),
        }


def _who(scene: Scene, cast: Cast) -> dict[str, Any]:
    return {
        "places": [cast.tokens(company) for company in scene.companies],
        "aboard": [cast.tokens(boat.load) for boat in scene.boats],
    }
