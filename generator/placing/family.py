"""What the entries of the families that place things have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.family import Conflict, Formulation, Step
from ferryplan.generator.placing.cast import casts
from ferryplan.generator.placing.certificate import certificate
from ferryplan.generator.placing.instance import Placement, PlacingInstance
from ferryplan.generator.placing.space import PlacingSpace
from ferryplan.generator.placing.speller import PlacingSpeller
from ferryplan.generator.placing.strategy import Backtracking
from ferryplan.generator.placing.teller import PlacingTeller

PLACING: dict[str, Any] = {
    "space": PlacingSpace,
    "speller": PlacingSpeller,
    "move": PlacingTeller.move,
    "sizes": lambda instance: {"items": len(instance.items), "spots": len(instance.spots)},
    "strategy": Backtracking,
    "certificate": certificate,
    "conflict": lambda instance: Conflict(),
    "casts": casts,
    "principal": "place",
    "alike": True,
    "drawn": "board",
    "unsupported": {
        "slack": format_message("placing.no-slack"),
        "up-to-symmetry": format_message("placing.no-symmetry"),
    },
}
"""fields of `Family`, for those of which the items of an instance are placed one after the other"""


Context = Callable[[Any], dict[str, Any]]


def formulations(strips: Context, adl: Context) -> tuple[Formulation[Any], ...]:
    """Return the formulations of a family of which the templates of both dialects lay this out."""
    return (
        Formulation("strips", "named", "strips", strips, placements_of),
        Formulation("adl", "named", "adl", adl, placements_of),
    )


def placements_of(instance: PlacingInstance, plan: Sequence[Step]) -> list[Placement]:
    """Return the placements for which the actions of a plan stand.

    An action that places something is ``(place item spot …)``, ``(place row column spot …)`` for the item in that row and column, either
    perhaps as ``(place-on-somewhere …)``, ``(place-item spot …)`` or, for one of several ways, ``(place-item-2 spot …)``; ``(place-spot)`` for
    the item that alone may be there, and ``(leave item …)`` for one that goes to the last spot.
    """
    items = {item.symbol: index for index, item in enumerate(instance.items)}
    spots = {spot.symbol: index for index, spot in enumerate(instance.spots)}
    placements = []
    for action in plan:
        name, _, named = action.name.partition("-")
        if name == "leave":
            placements.append(Placement(items[action.arguments[0]], len(spots) - 1))
        elif name == "place" and named in spots:
            spot_index = spots[named]
            home = next(index for index, one in enumerate(instance.items) if spot_index in one.spots)
            placements.append(Placement(home, spot_index))
        elif name == "place":
            named = named if named in items else re.sub(r"-\d+$", "", named)
            item, spot, *further = [named, *action.arguments] if named in items else action.arguments
            if item not in items:
                item, spot = item + spot, further[0]
            placements.append(Placement(items[item], spots[spot]))
    return placements
