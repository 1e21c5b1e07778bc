"""The notation of the gripper: balls that are alike, of which several may be picked up or put down in one sentence."""

from __future__ import annotations

import re

from ferryplan.generator.classical.notation import ActionNotation, number_in
from ferryplan.generator.naming import NUMBERS

_SEVERAL = re.compile(
    rf"\b(?:the\s)?(?:last\s|remaining\s|other\s|next\s|first\s)?(both|\d|{'|'.join(NUMBERS)})\s(?:more\s|remaining\s|other\s)?balls?\b",
    re.IGNORECASE,
)

_BALL = re.compile(r"\bball\s?#?(\d)\b", re.IGNORECASE)
_HAND = re.compile(r"\b(?:with|in|using|from)\s(?:the|its|his)\s(?:left|right)\s(?:hand|gripper|arm)\b", re.IGNORECASE)


class GripperNotation(ActionNotation):
    """A robot that picks up and puts down balls, one by each action."""

    def prepare(self, text: str) -> str:
        """Return a sentence without the numbers of balls, and the hands that hold them."""
        # The model only counts balls and hands, so which one is named must not rule out the action.
        return _HAND.sub("", _BALL.sub("ball", _SEVERAL.sub("a ball", text)))

    def join_steps(self, steps: list[str]) -> list[str]:
        """Return a sentence for each ball where a sentence says how many are meant."""
        taken = [
            ball[1]
            for step in steps
            if re.search(r"\b(?:pick|grab|take)", step, re.IGNORECASE)
            for ball in _BALL.finditer(step)
        ]
        if len({*taken}) < len(taken):
            return steps[:0]  # who picks up a ball twice has another task in mind
        found = list[str]()
        for step in steps:
            several = _SEVERAL.search(step)
            number = 1 if several is None else 2 if several[1].lower() == "both" else number_in(several[1].lower()) or 1
            found += [_SEVERAL.sub("a ball", step)] * number
        return found
