"""The notation of the gripper: balls that are alike, of which several may be picked up or put down in one sentence."""

from __future__ import annotations

import re

from generator.classical.notation import ActionNotation, number_in
from generator.naming import NUMBERS

_SEVERAL = re.compile(
    rf"\b(?:the\s)?(?:last\s|remaining\s|other\s|next\s|first\s)?(both|\d|{'|'.join(NUMBERS)})\s(?:more\s|remaining\s|other\s)?balls?\b",
    re.IGNORECASE,
)


class GripperNotation(ActionNotation):
    """A robot that picks up and puts down balls, one by each action."""

    def join_steps(self, steps: list[str]) -> list[str]:
        """Return a sentence for each ball where a sentence says how many are meant."""
        found = list[str]()
        for step in steps:
            several = _SEVERAL.search(step)
            number = 1 if several is None else 2 if several[1].lower() == "both" else number_in(several[1].lower()) or 1
            found += [_SEVERAL.sub("a ball", step)] * number
        return found
