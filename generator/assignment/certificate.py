"""Certificates of unsolvability: trees of placements in which every branch ends at a violated clue.

A program that knows the clues can check such a certificate without trusting the search. Each node of the tree names an
item and all its possible spots. Each spot leads to a further node, or violates the clue that is named there.
"""

from __future__ import annotations

from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.constraint_network import find_violated_clue
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.errors import EncodingError

MAX_NODES = 200_000
"""largest number of nodes in a certificate's tree"""


def make_unsolvability_certificate(instance: AssignmentInstance) -> dict[str, Any]:
    """Return a certificate that an instance has no solution, as a JSON object.

    The object has the keys ``puzzle``, ``parameters``, ``claim``, ``items`` and ``tree``. ``items`` holds the possible
    spots of each item, before any clue is applied. A node of the tree has an ``item`` and its ``spots``: for each spot,
    either the text of a clue that is violated with the item there, or a further node. Raises EncodingError if the tree
    has more than 200,000 nodes.
    """
    names = [spot.name for spot in instance.spots]
    placed: dict[int, int] = {}
    nodes = 0

    def make_node() -> dict[str, Any]:
        nonlocal nodes
        nodes += 1
        if nodes > MAX_NODES:
            raise EncodingError(
                format_message("assignment.certificate-too-large", most=f"{MAX_NODES:,}"),
                where=instance.puzzle,
                about="placements",
                found=f"over {MAX_NODES:,} placements",
                expected=f"at most {MAX_NODES:,}",
            )
        index = instance.order[len(placed)]
        item, spots = instance.items[index], dict[str, Any]()
        for spot in item.spots:
            placed[index] = spot
            broken = find_violated_clue(instance, placed, index)
            assert broken is not None or len(placed) < len(instance.order), "there is a solution"
            spots[names[spot]] = make_node() if broken is None else broken.says
            del placed[index]
        return {"item": item.name, "spots": spots}

    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "claim": format_message("assignment.certificate"),
        "items": {item.name: [names[spot] for spot in item.spots] for item in instance.items},
        "tree": make_node(),
    }
