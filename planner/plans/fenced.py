"""Plans in Markdown: what stands between fences is read by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from generator.errors import PlanError
from planner.plans.plan import Plan
from planner.plans.text import PlanText

__all__ = ["has_fences", "read_fenced"]

MOST = 100
"""blocks in a text"""
_FENCE = re.compile(r"\s*(```+|~~~+)[^`]*")


def has_fences(text: PlanText) -> bool:
    """Return whether a text has a fence."""
    return any(_FENCE.fullmatch(line) for line in text.lines)


def read_fenced(text: PlanText, read: Callable[[PlanText], tuple[Plan, ...]]) -> tuple[Plan, ...]:
    """Return the plans in the blocks between fences, each read by ``read``; what is not between fences is passed over, with a note.

    Blocks that are no plans are passed over where others are. Raises PlanError, that of the first block, if none is a plan.
    """
    lines = text.lines
    marks = [index for index, line in enumerate(lines) if _FENCE.fullmatch(line)]
    blocks = list(zip(marks[::2], [*marks[1::2], len(lines)][: len(marks[::2])], strict=True))
    if len(blocks) > MOST:
        raise text.error(blocks[MOST][0] + 1, lines[blocks[MOST][0]], f"at most {MOST} blocks between fences")
    plans: list[Plan] = []
    refusal: PlanError | None = None
    for first, last in blocks:
        block = "\n".join([*([""] * (first + 1)), *lines[first + 1 : last]])
        try:
            plans += read(replace(text, text=block))
        except PlanError as error:
            refusal = refusal or error
    if not plans and refusal:
        raise refusal
    inside = {line for first, last in blocks for line in range(first, last + 1)}
    if any(line.strip() and number not in inside for number, line in enumerate(lines)):
        plans = [replace(plan, notes=(*plan.notes, "the text outside the fences is passed over")) for plan in plans]
    return tuple(plans)
