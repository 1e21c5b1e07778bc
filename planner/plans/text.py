"""The text of a plan file: its lines, the errors that name them, what planners say in them of a plan, and from what stands there to plans.

Planners say what a plan costs, that it begins, that there is none. Where one plan ends and the next begins is told by that, and by the form.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.planner.plans.plan import Plan, StatedCost

LARGEST = 10_000_000
"""characters"""

NAME = r"[.+*/<>=!?@#$%&~^'|-]*\w[\w.+*/<>=!?@#$%&~^'|-]*"
"""The name of an action or an object: a letter, a digit or an underscore at least, and no white space, parentheses, brackets, commas, colons
or semicolons. An arrow is no name: it joins actions."""
NUMBER = r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?"
"""a number as planners print times and costs"""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,6});", re.IGNORECASE)
_BLOCK = re.compile(
    r"</?(?:br|p|li|ol|ul|pre|div|td|tr|table|plan|action|step|solution|answer)\b[^<>\n]*>", re.IGNORECASE
)
_INLINE = re.compile(r"</?(?:code|span|b|i|em|strong|tt)\b[^<>\n]*>", re.IGNORECASE)
_OUTER_BAR = re.compile(r"^[ \t]*\|[ \t|]*|[ \t|]*\|[ \t]*$", re.MULTILINE)
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class PlanText:
    """A plan file's text: line feeds alone end lines, and what colors a terminal is gone."""

    where: str
    text: str
    known: Mapping[str, Sequence[str]] | None = None
    """the names of the domain's actions with those of their parameters, None if nobody knows them"""

    @classmethod
    def of(cls, text: str, where: str, known: Mapping[str, Sequence[str]] | None = None) -> PlanText:
        """Return a file's text. Raises PlanError if it is too long to be a plan, or no text."""
        if len(text) > LARGEST:
            raise PlanError(file=where, found=f"{len(text):,} characters", expected=f"a plan of at most {LARGEST:,}")
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        document = cls(where, _without_html(_COLOUR.sub("", text)), known)
        if foreign := _NO_TEXT.search(document.text):
            line = document.text.count("\n", 0, foreign.start()) + 1
            raise document.error(line, foreign[0], "text without control characters")
        return document

    @cached_property
    def lines(self) -> list[str]:
        """The lines, the first of which has the number 1."""
        return self.text.split("\n")

    @cached_property
    def code(self) -> list[tuple[int, str]]:
        """The lines that are neither empty nor comments, with their numbers, without white space at their ends."""
        stripped = ((number, line.strip()) for number, line in enumerate(self.lines, 1))
        return [(number, line) for number, line in stripped if line and not line.startswith(";")]

    def may_name(self, name: str) -> bool:
        """Return whether the domain may have an action of that name."""
        return self.known is None or name.lower() in self.known

    def error(
        self, line: int, found: str, expected: str, kind: type[PlanError] = PlanError, says: str = ""
    ) -> PlanError:
        """Return the error that something stands on a line where something else was expected; ``says`` is the key of another message."""
        found = found.strip().split("\n")[0]
        shown = found if len(found) <= 60 else f"{found[:59]}…"
        statement = format_message(says, text=repr(shown)) if says else ""
        return kind(statement, file=self.where, line=line, found=repr(shown), expected=expected)


def _without_html(text: str) -> str:
    """Return a text with its HTML entities as characters and its tags as white space, or as a bar where they part lines."""
    if _ENTITY.search(text):
        text = html.unescape(text)
    if _BLOCK.search(text):
        text = _OUTER_BAR.sub("", _BLOCK.sub(" | ", text))
    return _INLINE.sub(" ", text)


SAID = tomllib.loads(Path(__file__).with_name("said.toml").read_text(encoding="utf-8"))
"""what planners say of their plans"""
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
    what = "actions" if (match["unit"] or "").lower() == "unit" else match["what"].lower()
    return StatedCost(Fraction(match["amount"]), where, SAID["costs"].get(what, "metric"))


def begins(line: str) -> bool:
    """Return whether a comment says that a plan begins behind it."""
    return len(line) < 200 and _BEGINS.fullmatch(line) is not None


_NO_PLAN = re.compile(rf"(?:{'|'.join(SAID['none'])})(?![\w-]).*", re.IGNORECASE)
_STAMP = re.compile(r"^(?:\[t=[^\]]*\]|\d{4}-\d\d-\d\d [\d:,]+ +[A-Z]+|;+|\W+)\s*")


def refusal(text: PlanText) -> tuple[int, str] | None:
    """Return the first line, with its number, that says that there is no plan; None if none does."""
    for number, line in enumerate(text.lines, 1):
        said = _STAMP.sub("", line.strip())
        if len(said) < 500 and any(_NO_PLAN.fullmatch(part.strip()) for part in (said, *re.split(r"[.!] ", said))):
            return number, line.strip()
    return None


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


@dataclass(frozen=True, slots=True)
class NoActions:
    """A plan that is stated to have no actions."""


Item: TypeAlias = Action | StatedCost | Words | Boundary | Note | NoActions


@dataclass(slots=True)
class _Block:
    actions: list[Action] = field(default_factory=list)
    costs: list[StatedCost] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    words: Words | None = None
    """the first of the text behind the actions"""
    closed: bool = False
    """whether the next action is another plan's"""
    empty: bool = False
    """whether the file states that the plan has no actions"""

    @property
    def is_empty_plan(self) -> bool:
        """Whether it is a plan without actions: one that is stated to be one, or that costs nothing."""
        return not self.actions and (self.empty or (bool(self.costs) and not any(one.amount for one in self.costs)))


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
            case NoActions():
                block.empty = True
            case Boundary():
                bounded = True
                if block.actions or block.costs or block.empty:
                    blocks.append(_Block())
            case StatedCost():
                heads = heads or (len(blocks) == 1 and not block.actions)
                if heads and block.actions and not bounded:
                    blocks.append(block := _Block())
                block.costs.append(item)
                block.closed = bool(block.actions)
    return tuple(_plan(block, text) for block in blocks if block.actions or block.is_empty_plan)


def _plan(block: _Block, text: PlanText) -> Plan:
    actions = block.actions
    stamped = bool(actions) and actions[0].start is not None
    for action in actions:
        if (action.start is not None) != stamped:
            untimed = "no time, like the first action"
            expected = "a time before each action, or before none" if stamped else untimed
            raise text.error(action.line, action.timed, expected)
        for number, what in ((action.start, "a time"), (action.duration, "a duration")):
            if number is not None and number < 0:
                raise text.error(action.line, f"{float(number):g}", f"{what} of 0 or more")
    notes = [*block.notes]
    if block.words:
        notes.append(format_message("plans.text-after-plan", line=block.words.line))
    order = sorted(actions, key=lambda action: action.begins) if stamped else actions
    return Plan(tuple(order), tuple(block.costs), tuple(notes))
