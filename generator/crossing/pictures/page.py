"""The HTML page that animates a solution's crossings and describes each step for screen readers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.instance_description import describe_amounts_of_kind, describe_conditions
from ferryplan.generator.crossing.pictures.scenes import (
    CrossingScene,
    PictureToken,
    TravelerTokenMaker,
    find_shores,
    format_boat_sign,
    is_bridge,
    list_scenes,
    make_legend_tokens,
    make_start_scene,
    name_boat,
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
    """Return the HTML page of a solution: the animated picture, and the table of all crossings.

    Without a solution, the page shows the start only. ``play_data`` is the JSON data for playing the puzzle on the
    page, or None if the page has no such part.
    """
    shores = find_shores(instance)
    places = [
        {"index": index, "symbol": place.symbol, "name": capitalize(place.name)}
        for index, place in enumerate(instance.places)
    ]
    cast, narrator = TravelerTokenMaker(instance), narrator_of(instance)
    values = {
        "kinds": range(len(instance.kinds)),
        "legend": _list_legend_entries(instance),
        "rules_heading": narrator.rules_heading if narrator.rules else "Rules",
        "rules": describe_conditions(instance),
        "left": places[shores.left],
        "right": places[shores.right],
        "islands": [places[island] for island in shores.islands],
        "boats": [
            {
                "name": capitalize(name_boat(instance, instance.boat_name(number))),
                "sign": format_boat_sign(instance, number),
            }
            for number in range(instance.boats)
        ],
        "is_bridge": is_bridge(instance),
        "steps": None if solution is None else solution.to_table(),
        "trial": play_data,
        "replay": {
            "named": cast.shows_names,
            "cast": {
                "travellers": cast.make_tokens((1 << len(instance.travellers)) - 1),
                "places": [place.called for place in instance.places],
                "boats": [vessel.called for vessel in instance.vessels],
                "aboard": "on the bridge" if is_bridge(instance) else "aboard",
            },
            "shores": [shores.left, shores.right],
            "pace": STEP_MILLISECONDS,
            "stops": list(
                _list_replay_stops(list_scenes(solution) if solution else [make_start_scene(instance)], cast)
            ),
        },
    }
    return Page("crossing/pictures/page.html.j2", values)


def _list_legend_entries(instance: Instance) -> list[tuple[PictureToken, str]]:
    """Return the token of each kind with the weights, times or fees of its travelers in words.

    If every traveler is of a kind of its own, the names in the scene suffice, unless there are such amounts.
    """
    tokens = make_legend_tokens(instance)
    amounts = [describe_amounts_of_kind(instance, kind) for kind, _ in instance.kinds]
    if any(amounts) and not tokens:
        tokens = tuple(PictureToken(name, kind) for kind, (name, _) in enumerate(instance.kinds))
    return [*zip(tokens, amounts, strict=False)]


def _list_replay_stops(scenes: Sequence[CrossingScene], token_maker: TravelerTokenMaker) -> Iterator[dict[str, Any]]:
    """Yield the template values of each state at which the replay stops.

    The key ``via`` has the tokens on land and aboard while the boats sail to the stop, at the moment when most
    travelers are aboard.
    """
    rests = [number for number, scene in enumerate(scenes) if scene.is_resting]
    for before, number in itertools.pairwise([0, *rests]):
        scene = scenes[number]
        fullest = max(scenes[before : number + 1], key=lambda one: sum(boat.load.bit_count() for boat in one.boats))
        yield {
            "label": scene.label and f"{scene.label}.",
            "text": scene.text,
            "spent": scene.cost_so_far and f"({scene.cost_so_far})",
            "boats": [boat.destination if boat.is_moored else None for boat in scene.boats],
            "via": _list_scene_tokens(fullest, token_maker),
            **_list_scene_tokens(scene, token_maker),
        }


def _list_scene_tokens(scene: CrossingScene, token_maker: TravelerTokenMaker) -> dict[str, Any]:
    """Return the tokens of a scene, for each place (``places``) and for each boat (``aboard``)."""
    return {
        "places": [token_maker.make_tokens(company) for company in scene.companies],
        "aboard": [token_maker.make_tokens(boat.load) for boat in scene.boats],
    }
