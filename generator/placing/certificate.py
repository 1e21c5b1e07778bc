"""A certificate that there is no solution: a tree of placements that ends everywhere at a broken clue.

Whoever knows the clues can check it, without trusting the search: each node names an item and all the spots where that may be, and
each spot either breaks the clue named there or leads to a further node.
"""

from __future__ import annotations

from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.ties import broken_clue

MOST_NODES = 200_000


def certificate(instance: PlacingInstance) -> dict[str, Any]:
    """Return the certificate of an instance without a solution as a JSON object: ``puzzle``, ``parameters``, ``items``, ``tree``.

    ``items`` has for each item the spots where it may be, as far as it alone is concerned. A node of the tree has ``item`` and ``spots``:
    for each of those spots a clue in words, which is broken with the item there, or a node. Raises EncodingError for over 200,000 nodes.
    """
    names = [spot.name for spot in instance.spots]
    placed: dict[int, int] = {}
    nodes = 0

    def node() -> dict[str, Any]:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise EncodingError(
                format_message("placing.certificate-too-large", most=f"{MOST_NODES:,}"),
                where=instance.puzzle,
                about="placements",
                found=f"over {MOST_NODES:,} placements",
                expected=f"at most {MOST_NODES:,}",
            )
        index = instance.order[len(placed)]
        item, spots = instance.items[index], dict[str, Any]()
        for spot in item.spots:
            placed[index] = spot
            broken = broken_clue(instance, placed, index)
            assert broken is not None or len(placed) < len(instance.order), "there is a solution"
            spots[names[spot]] = node() if broken is None else broken.says
            del placed[index]
        return {"item": item.name, "spots": spots}

    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "claim": format_message("placing.certificate"),
        "items": {item.name: [names[spot] for spot in item.spots] for item in instance.items},
        "tree": node(),
    }
