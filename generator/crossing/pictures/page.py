"""The page that plays a solution's crossings and describes each step aloud for screen readers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.instance_description import describe_conditions
from ferryplan.generator.crossing.pictures.scenes import (
    CrossingScene,
    PictureCast,
    find_shores,
    format_boat_sign,
    list_scenes,
    make_legend,
    make_start_scene,
)
from ferryplan.generator.drawing import Page
from ferryplan.generator.families import narrator_of
from ferryplan.generator.solution import Solution
from ferryplan.generator.wording import capitalize

STEP_MILLISECONDS = 2600
"""milliseconds between two steps while the page plays"""


def lay_out_page(
    instance: Instance, solution: Solution[CrossingState, Crossing] | None, play_data: dict[str, Any] | None
) -> Page:
    """Return the page of a solution: the start, the player, and the table of all crossings.

    Without a solution, the page shows the start only.
    """
    shores = find_shores(instance)
    places = [
        {"index": index, "symbol": place.symbol, "name": capitalize(place.name)}
        for index, place in enumerate(instance.places)
    ]
    cast, narrator = PictureCast(instance), narrator_of(instance)
    values = {
        "kinds": range(len(instance.kinds)),
        "legend": make_legend(instance),
        "rules_heading": narrator.rules_heading if narrator.rules else "Rules",
        "rules": describe_conditions(instance),
        "left": places[shores.left],
        "right": places[shores.right],
        "islands": [places[island] for island in shores.islands],
        "boats": [
            {"name": capitalize(instance.boat_name(number)), "sign": format_boat_sign(instance, number)}
            for number in range(instance.boats)
        ],
        "steps": None if solution is None else solution.to_table(),
        "trial": play_data,
        "replay": {
            "named": cast.shows_names,
            "cast": {
                "travellers": cast.make_tokens((1 << len(instance.travellers)) - 1),
                "places": [place.called for place in instance.places],
                "boats": [vessel.called for vessel in instance.vessels],
            },
            "shores": [shores.left, shores.right],
            "pace": STEP_MILLISECONDS,
            "stops": list(
                _list_replay_stops(list_scenes(solution) if solution else [make_start_scene(instance)], cast)
            ),
        },
    }
    return Page("crossing/pictures/page.html.j2", values)


def _list_replay_stops(every: Sequence[CrossingScene], cast: PictureCast) -> Iterator[dict[str, Any]]:
    """Yield the states at which the replay stops.

    The key ``via`` holds the positions of the travelers while the boat sails to the stop, at the time when most are aboard.
    """
    rests = [number for number, scene in enumerate(every) if scene.is_resting]
    for before, number in itertools.pairwise([0, *rests]):
        scene = every[number]
        fullest = max(every[before : number + 1], key=lambda one: sum(boat.load.bit_count() for boat in one.boats))
        yield {
            "label": scene.label and f"{scene.label}.",
            "text": scene.text,
            "spent": scene.cost_so_far and f"({scene.cost_so_far})",
            "boats": [boat.destination if boat.is_moored else None for boat in scene.boats],
            "via": _list_tokens(fullest, cast),
            **_list_tokens(scene, cast),
        }


def _list_tokens(scene: CrossingScene, cast: PictureCast) -> dict[str, Any]:
    return {
        "places": [cast.make_tokens(company) for company in scene.companies],
        "aboard": [cast.make_tokens(boat.load) for boat in scene.boats],
    }
