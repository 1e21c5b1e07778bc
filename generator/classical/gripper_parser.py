"""The parser for the gripper, a robot that carries balls.

Its balls are interchangeable, and a sentence may move several of them.
"""

from __future__ import annotations

import re

from ferryplan.generator.classical.action_parser import ActionParser, parse_number_word
from ferryplan.generator.name_lookup import DIGIT_WORDS

_SEVERAL_BALLS = re.compile(
    rf"\b(?:the\s)?(?:last\s|remaining\s|other\s|next\s|first\s)?(both|\d|{'|'.join(DIGIT_WORDS)})\s(?:more\s|remaining\s|other\s)?balls?\b",
    re.IGNORECASE,
)

_NUMBERED_BALL = re.compile(r"\bball\s?#?(\d)\b", re.IGNORECASE)
_NAMED_HAND = re.compile(
    r"\b(?:with|in|using|from)\s(?:the|its|his)\s(?:left|right)\s(?:hand|gripper|arm)\b", re.IGNORECASE
)


class GripperActionParser(ActionParser):
    """A parser for plans of a robot that picks up and puts down balls, one with each action."""

    def prepare_sentence(self, text: str) -> str:
        """Return a sentence in which balls have no numbers, and the hands that hold them are not mentioned."""
        # The model only counts balls and hands, so the name of a ball or a hand must not rule out the action.
        return _NAMED_HAND.sub("", _NUMBERED_BALL.sub("ball", _SEVERAL_BALLS.sub("a ball", text)))

    def join_steps(self, steps: list[str]) -> list[str]:
        """Return one sentence for each ball that is moved.

        The given sentences may each move several balls. The list is empty for a plan that picks up a ball twice.
        """
        picked_balls = [
            ball[1]
            for step in steps
            if re.search(r"\b(?:pick|grab|take)", step, re.IGNORECASE)
            for ball in _NUMBERED_BALL.finditer(step)
        ]
        if len({*picked_balls}) < len(picked_balls):
            return steps[:0]  # a plan that picks up a ball twice is for another task
        found = list[str]()
        for step in steps:
            several = _SEVERAL_BALLS.search(step)
            number = (
                1
                if several is None
                else 2
                if several[1].lower() == "both"
                else parse_number_word(several[1].lower()) or 1
            )
            found += [_SEVERAL_BALLS.sub("a ball", step)] * number
        return found
