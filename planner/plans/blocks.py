"""From what stands in a file, in its order, to plans: where one ends and the next begins, what it is said to cost, its times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from planner.plans.action import Action
from planner.plans.plan import Plan, StatedCost
from planner.plans.text import PlanText

__all__ = ["EXPECTED", "Boundary", "Item", "Note", "Words", "plans_of"]

EXPECTED = "an action such as (cross-1 a left-bank right-bank)"


@dataclass(frozen=True, slots=True)
class Words:
    """Text that is neither an action nor a comment."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where a plan begins."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader of the plan must be told."""

    text: str


Item: TypeAlias = Action | StatedCost | Words | Boundary | Note


@dataclass(slots=True)
class _Block:
    actions: list[Action] = field(default_factory=list)
    costs: list[StatedCost] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    words: Words | None = None
    """the first of the text behind the actions"""
    closed: bool = False
    """whether the next action is another plan's"""


def plans_of(items: Iterable[Item], text: PlanText) -> tuple[Plan, ...]:
    """Return the plans of a file, from what stands in it in its order.

    Boundaries part plans. A stated cost belongs to the plan within whose boundaries it stands; without them, to the actions
    before it, or to those behind it if the file's first stands before any action, and it parts plans, too. Text behind a plan
    is passed over, with a note; anywhere else it is an error.
    Raises PlanError.
    """
    blocks = [_Block()]
    heads = bounded = False
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
            case Note():
                block.notes.append(item.text)
            case Boundary():
                bounded = True
                if block.actions or block.costs:
                    blocks.append(_Block())
            case StatedCost():
                heads = heads or (len(blocks) == 1 and not block.actions)
                if heads and block.actions and not bounded:
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
    notes = [*block.notes]
    if block.words:
        notes.append(f"the text from line {block.words.line} on, behind the plan, is passed over")
    order = sorted(actions, key=lambda action: action.start or 0) if stamped else actions
    return Plan(tuple(order), tuple(block.costs), tuple(notes))
