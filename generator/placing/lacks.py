"""What the families that place things have in common in the registry: what their templates' comments tell, and what they lack."""

from __future__ import annotations

from typing import Any

from generator.placing.instance import PlacingInstance

__all__ = ["LACKS", "comments"]

LACKS = {
    "longer": "every solution places each item once",
    "up-to-symmetry": "no exchange of items or spots is looked for",
}
"""What cannot be asked of these families, by option, and why."""


def comments(instance: PlacingInstance) -> dict[str, Any]:
    """Return what the comments of all templates tell of an instance, and what its header says besides."""
    return {"rules": list(dict.fromkeys(clue.says for clue in instance.clues)), "more_header": []}
