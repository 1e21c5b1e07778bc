"""From what stands in a file, in its order, to plans: where one ends and the next begins, what it is said to cost, its times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from planner.plans.action import Action
from planner.plans.plan import Plan, StatedCost
from planner.plans.text import PlanText

__all__ = ["Boundary", "Item", "Words", "plans_of"]

EXPECTED = "an action such as (cross-1 a left-bank right-bank)"


@dataclass(frozen=True, slots=True)
class Words:
    """Text that is neither an action nor a comment."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where a plan begins."""


Item: TypeAlias = Action | StatedCost | Words | Boundary


@dataclass(slots=True)
class _Block:
    actions: list[Action] = field(default_factory=list)
    costs: list[StatedCost] = field(default_factory=list)
    words: Words | None = None
    """the first of the text behind the actions"""
    closed: bool = False
    """whether the next action is another plan's"""


def plans_of(items: Iterable[Item], text: PlanText) -> tuple[Plan, ...]:
    """Return the plans of a file, from what stands in it in its order.

    A stated cost belongs to the actions before it, or to those behind it if the file's first stands before any action; it
    parts plans, as a boundary does. Text behind a plan is passed over, with a note; anywhere else it is an error.
    Raises PlanError.
    """
    blocks = [_Block()]
    heads = False
    for item in items:
        block = blocks[-1]
        match item:
            case Action():
                if block.closed:
                    blocks.append(block := _Block())
                elif block.words:
                    raise text.error(block.words.line, block.words.text, EXPECTED)
                block.actions.append(item)
            case Words():
                if not block.actions:
                    raise text.error(item.line, item.text, EXPECTED)
                block.words = block.words or item
            case Boundary():
                block.closed = bool(block.actions)
            case StatedCost():
                if len(blocks) == 1 and not block.actions:
                    heads = True
                if heads and block.actions:
                    blocks.append(block := _Block())
                block.costs.append(item)
                block.closed = bool(block.actions)
    return tuple(_plan(block, text) for block in blocks if block.actions or _says_nothing_to_do(block))


def _says_nothing_to_do(block: _Block) -> bool:
    return bool(block.costs) and not any(cost.amount for cost in block.costs)


def _plan(block: _Block, text: PlanText) -> Plan:
    actions = block.actions
    stamped = bool(actions) and actions[0].start is not None
    for action in actions:
        if (action.start is not None) != stamped:
            raise text.error(
                action.line,
                action.timed,
                "a time before each action or before none"
                if stamped
                else "no time, as there is none before the first action",
            )
        for number, what in ((action.start, "a time"), (action.duration, "a duration")):
            if number is not None and number < 0:
                raise text.error(action.line, f"{float(number):g}", f"{what} of 0 or more")
    notes = (
        () if block.words is None else (f"the text from line {block.words.line} on, behind the plan, is passed over",)
    )
    order = sorted(actions, key=lambda action: action.start or 0) if stamped else actions
    return Plan(tuple(order), tuple(block.costs), notes)
