"""The text of a plan file: lines, errors with line numbers, stated costs, the assembly into plans.

Planners state the cost of a plan, that a plan begins, or that there is none. These statements, and the format, separate one
plan from the next.
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
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.plans.plan import Plan, StatedCost

MAX_CHARACTERS = 10_000_000
"""the largest number of characters in a plan file"""

NAME = r"[.+*/<>=!?@#$%&~^'|-]*\w[\w.+*/<>=!?@#$%&~^'|-]*"
"""The name of an action or an object.

It has at least a letter, a digit or an underscore, and no white space, parentheses, brackets, commas, colons or semicolons. An
arrow is no name: it joins actions."""
NUMBER = r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?"
"""a number as planners print times and costs"""

_COLOR_CODE = re.compile(r"\x1b\[[0-9;]*m")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,6});", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    r"</?(?:br|p|li|ol|ul|pre|div|td|tr|table|plan|action|step|solution|answer)\b[^<>\n]*>", re.IGNORECASE
)
_INLINE_TAG = re.compile(r"</?(?:code|span|b|i|em|strong|tt)\b[^<>\n]*>", re.IGNORECASE)
_OUTER_BAR = re.compile(r"^[ \t]*\|[ \t|]*|[ \t|]*\|[ \t]*$", re.MULTILINE)
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class PlanText:
    """The text of a plan file, with line feeds as line ends and without HTML and terminal color codes."""

    file_name: str
    """the name of the file, for errors"""
    text: str
    action_parameters: Mapping[str, Sequence[str]] | None = None
    """the parameter names of each action of the domain; None if unknown"""

    @classmethod
    def from_text(
        cls, text: str, file_name: str, action_parameters: Mapping[str, Sequence[str]] | None = None
    ) -> PlanText:
        """Return a file's text as a PlanText. Raises PlanError if it is too long, or has control characters."""
        if len(text) > MAX_CHARACTERS:
            raise PlanError(
                file=file_name, found=f"{len(text):,} characters", expected=f"a plan of at most {MAX_CHARACTERS:,}"
            )
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        document = cls(file_name, _strip_html(_COLOR_CODE.sub("", text)), action_parameters)
        if foreign := _CONTROL_CHARACTER.search(document.text):
            line = document.text.count("\n", 0, foreign.start()) + 1
            raise document.make_error(line, foreign[0], "text without control characters")
        return document

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text; the first line has the number 1."""
        return self.text.split("\n")

    @cached_property
    def code_lines(self) -> list[tuple[int, str]]:
        """The lines that are neither empty nor comments, stripped, each after its number."""
        stripped = ((number, line.strip()) for number, line in enumerate(self.lines, 1))
        return [(number, line) for number, line in stripped if line and not line.startswith(";")]

    def can_be_action_name(self, name: str) -> bool:
        """Return whether the domain has an action with this name; true if its actions are unknown."""
        return self.action_parameters is None or name.lower() in self.action_parameters

    def make_error(
        self, line: int, found: str, expected: str, kind: type[PlanError] = PlanError, message_key: str = ""
    ) -> PlanError:
        """Return the error for a line with the text ``found`` where another text is expected.

        ``expected`` describes the expected text. ``kind`` is the class of the error. ``message_key`` is the key of a
        message to use in place of the usual one.
        """
        found = found.strip().split("\n")[0]
        shown = found if len(found) <= 60 else f"{found[:59]}…"
        statement = format_message(message_key, text=repr(shown)) if message_key else ""
        return kind(statement, file=self.file_name, line=line, found=repr(shown), expected=expected)


def _strip_html(text: str) -> str:
    """Return a text without HTML: entities become characters, tags become white space.

    Tags that separate lines, such as ``<br>``, become a bar (``|``), which separates actions.
    """
    if _ENTITY.search(text):
        text = html.unescape(text)
    if _BLOCK_TAG.search(text):
        text = _OUTER_BAR.sub("", _BLOCK_TAG.sub(" | ", text))
    return _INLINE_TAG.sub(" ", text)


PHRASES = tomllib.loads(Path(__file__).with_name("said.toml").read_text(encoding="utf-8"))
"""phrases with which planners state costs, or that there is no plan"""
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


def parse_stated_cost(line: str, line_number: int) -> StatedCost | None:
    """Return the plan cost stated in a comment or log line; None if the line states no cost.

    The returned cost contains the number of the line.
    """
    match = _COST.fullmatch(line) if len(line) < 200 else None
    if match is None:
        return None
    what = "actions" if (match["unit"] or "").lower() == "unit" else match["what"].lower()
    return StatedCost(Fraction(match["amount"]), line_number, PHRASES["costs"].get(what, "metric"))


def states_plan_start(line: str) -> bool:
    """Return whether a comment, such as ``; Plan 2:``, states that a plan begins after it."""
    return len(line) < 200 and _BEGINS.fullmatch(line) is not None


_NO_PLAN = re.compile(rf"(?:{'|'.join(PHRASES['none'])})(?![\w-]).*", re.IGNORECASE)
_STAMP = re.compile(r"^(?:\[t=[^\]]*\]|\d{4}-\d\d-\d\d [\d:,]+ +[A-Z]+|;+|\W+)\s*")


def find_no_plan_statement(text: PlanText) -> tuple[int, str] | None:
    """Return the number and the text of the first line that states that there is no plan; else None."""
    for number, line in enumerate(text.lines, 1):
        said = _STAMP.sub("", line.strip())
        if len(said) < 500 and any(_NO_PLAN.fullmatch(part.strip()) for part in (said, *re.split(r"[.!] ", said))):
            return number, line.strip()
    return None


EXPECTED_ACTION = "an action such as (cross-1 a left-bank right-bank)"
"""the text that errors call expected where there is no action"""


@dataclass(frozen=True, slots=True)
class StrayText:
    """A line of a plan file, or a part of one, that is neither an action nor a comment."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class PlanBoundary:
    """A mark between two items of a plan file: another plan begins after it."""


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """A remark for the user about the reading of a plan, such as text that was skipped."""

    text: str


@dataclass(frozen=True, slots=True)
class EmptyPlanStatement:
    """A part of a plan file that states a plan without actions."""


PlanItem: TypeAlias = PlanAction | StatedCost | StrayText | PlanBoundary | ReadingNote | EmptyPlanStatement
"""a part of a plan file, as the parsers of formats yield it"""


@dataclass(slots=True)
class _PlanBlock:
    """A plan under assembly: the items of a plan file that belong to one plan."""

    actions: list[PlanAction] = field(default_factory=list)
    costs: list[StatedCost] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    stray_text: StrayText | None = None
    """the first stray text after the actions"""
    closed: bool = False
    """whether the next action belongs to another plan"""
    states_no_actions: bool = False
    """whether the file states that the plan has no actions"""

    @property
    def is_empty_plan(self) -> bool:
        """Whether this is a plan without actions: stated as such, or with a stated cost of 0."""
        return not self.actions and (
            self.states_no_actions or (bool(self.costs) and not any(one.amount for one in self.costs))
        )


def assemble_plans(items: Iterable[PlanItem], text: PlanText) -> tuple[Plan, ...]:
    """Assemble the items of a plan file, in the order of the file, into plans.

    Boundaries separate plans. A stated cost belongs to the plan between the same boundaries. Without boundaries,
    it belongs to the actions before it, or to those after it if the first cost of the file precedes all actions; it
    then separates plans, too. Text after a plan is skipped, with a note. Raises PlanError for text anywhere else.
    """
    blocks = [_PlanBlock()]
    heads = bounded = False
    for item in items:
        block = blocks[-1]
        match item:
            case PlanAction():
                if block.closed:
                    blocks.append(block := _PlanBlock())
                elif block.stray_text:
                    raise text.make_error(block.stray_text.line, block.stray_text.text, EXPECTED_ACTION)
                block.actions.append(item)
            case StrayText():
                if not block.actions:
                    raise text.make_error(item.line, item.text, EXPECTED_ACTION)
                block.stray_text = block.stray_text or item
            case ReadingNote():
                block.notes.append(item.text)
            case EmptyPlanStatement():
                block.states_no_actions = True
            case PlanBoundary():
                bounded = True
                if block.actions or block.costs or block.states_no_actions:
                    blocks.append(_PlanBlock())
            case StatedCost():
                heads = heads or (len(blocks) == 1 and not block.actions)
                if heads and block.actions and not bounded:
                    blocks.append(block := _PlanBlock())
                block.costs.append(item)
                block.closed = bool(block.actions)
    return tuple(_build_plan(block, text) for block in blocks if block.actions or block.is_empty_plan)


def _build_plan(block: _PlanBlock, text: PlanText) -> Plan:
    """Return the plan of a block, with its actions sorted by start time.

    Raises PlanError if only some actions have a time, or if a time is negative.
    """
    actions = block.actions
    stamped = bool(actions) and actions[0].start is not None
    for action in actions:
        if (action.start is not None) != stamped:
            untimed = "no time, like the first action"
            expected = "a time before each action, or before none" if stamped else untimed
            raise text.make_error(action.line, action.plan_line, expected)
        for number, what in ((action.start, "a time"), (action.duration, "a duration")):
            if number is not None and number < 0:
                raise text.make_error(action.line, f"{float(number):g}", f"{what} of 0 or more")
    notes = [*block.notes]
    if block.stray_text:
        notes.append(format_message("plans.text-after-plan", line=block.stray_text.line))
    order = sorted(actions, key=lambda action: action.start_time) if stamped else actions
    return Plan(tuple(order), tuple(block.costs), tuple(notes))
