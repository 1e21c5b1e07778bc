"""What planners say of a plan in comments and in their logs: what it costs, that it begins, that there is none."""

from __future__ import annotations

import re
from typing import Literal

from planner.plans.plan import StatedCost
from planner.plans.text import NUMBER, number

__all__ = ["begins", "stated_cost"]

_KINDS: dict[str, Literal["actions", "metric", "makespan"]] = {
    "length": "actions", "actions": "actions", "nractions": "actions", "steps": "actions", "number of actions": "actions",
    "makespan": "makespan", "duration": "makespan",
}  # fmt: skip
_COST = re.compile(
    r"[;\s]*(?:(?:plan|total|execution|solution|final|plan found with)[ -])?"
    r"(?P<what>costs?|metric(?:[ _]?value)?|quality|value|length|steps|(?:nr|number of )?actions|makespan|duration)"
    rf"\s*(?:\((?:search|plan)\))?\s*[:=]?\s*(?P<amount>{NUMBER})"
    r"\s*(?:step\(s\)|steps?|actions?)?\.?\s*(?:\((?P<unit>unit|general) cost\))?\s*",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"[;\s]*(?:!domain:.*|solution found|(?:plan|solution)\s*(?:#|number|no\.?)?\s*:?\s*\d+\s*:?.*)", re.IGNORECASE
)


def stated_cost(line: str, where: int) -> StatedCost | None:
    """Return what a comment or a line of a log says that a plan costs, None if it says nothing of it; ``where`` is the line's number."""
    match = _COST.fullmatch(line) if len(line) < 200 else None
    if match is None:
        return None
    kind = (
        "actions" if match["unit"] and match["unit"].lower() == "unit" else _KINDS.get(match["what"].lower(), "metric")
    )
    return StatedCost(number(match["amount"]), where, kind)


def begins(line: str) -> bool:
    """Return whether a comment says that a plan begins behind it."""
    return len(line) < 200 and _BEGINS.fullmatch(line) is not None
