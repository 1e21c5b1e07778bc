"""The reading of plan files: the known formats, how each is recognized, and how it is parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.task import Task
from ferryplan.planner.plans import action_lists, planner_formats, structured_plans
from ferryplan.planner.plans.plan import Plan, PlanFile
from ferryplan.planner.plans.plan_text import (
    EXPECTED_ACTION,
    PlanItem,
    PlanText,
    assemble_plans,
    find_no_plan_statement,
)
from ferryplan.planner.plans.planner_logs import LogFormat, load_log_formats
from ferryplan.planner.plans.unread_actions import describe_unread_actions, find_unread_actions

MAX_BLOCKS = 100
"""the largest number of fenced code blocks in a Markdown text"""
_FENCE = re.compile(r"\s*(```+|~~~+)[^`]*")


class UnknownPlanFormatError(PlanError):
    """Raised when a text has none of the known plan formats; the message shows the first line."""


@dataclass(frozen=True, slots=True)
class PlanFormat:
    """A format of plan files, with functions that recognize and parse it."""

    name: str
    recognizes: Callable[[PlanText], object]
    """returns a true value for a text in this format"""
    parse_items: Callable[[PlanText], Iterator[PlanItem]]
    """yields the actions, costs and other parts of a text in this format"""


def list_plan_formats() -> Iterator[PlanFormat | LogFormat]:
    """Yield all formats of plan files; the first that recognizes a text is used to parse it."""
    data, answers = (dict, list, tuple), "occurs(action("
    yield PlanFormat(
        "JSON or a Python list",
        lambda t: isinstance(structured_plans.parse_json_or_python(t.text), data),
        lambda t: structured_plans.parse_structured_plan(t, lambda within: _parse_plans(within)[0]),
    )
    yield PlanFormat(
        "a list of unified-planning's actions",
        lambda t: structured_plans.PRINTED_PLAN_START.match(t.text),
        structured_plans.parse_printed_plan,
    )
    yield PlanFormat(
        "a Lisp list",
        lambda t: (
            t.code_lines
            and planner_formats.NESTED_LIST_START.match(t.code_lines[0][1])
            and t.code_lines[-1][1].endswith((")", "]", "}"))
        ),
        planner_formats.parse_lisp_list,
    )
    yield PlanFormat(
        "the planning competitions' form",
        lambda t: not t.code_lines or planner_formats.FIRST_ACTION.match(t.code_lines[0][1]),
        planner_formats.parse_ipc_plan,
    )
    yield PlanFormat(
        "VAL's report",
        lambda t: planner_formats.VAL_PLAN_HEADING in map(str.strip, t.lines),
        planner_formats.parse_val_report,
    )
    yield PlanFormat(
        "plasp's answer sets", lambda t: answers in t.text.replace(" ", ""), planner_formats.parse_answer_sets
    )
    yield from load_log_formats()
    yield PlanFormat("a list with numbers or bullets", action_lists.is_marked_list, action_lists.parse_marked_list)
    yield PlanFormat("a list of actions", action_lists.is_action_list, action_lists.parse_action_list)


def read_plans(text: str, file_name: str, task: Task | None = None) -> PlanFile:
    """Parse the plans in the text of a file, with actions and objects in lower case.

    With ``task``, the notes of each plan mention actions of the task that the file contains and no plan has. A file of comments
    only is the empty plan; an empty file is an error, since failed planners leave such a file.

    Raises PlanError, with the name of the file and the line, for a text that is no plan, has no known format, or holds nothing.
    """
    document = PlanText.from_text(text, file_name, None if task is None else _list_parameter_names(task))
    try:
        plans, form = _parse_plans(document)
    except UnknownPlanFormatError:
        if task and (mentions := find_unread_actions(document, (), task)):
            line = mentions[0].line
            raise document.make_error(line, document.lines[line - 1], EXPECTED_ACTION) from None
        raise
    if not any(plan.actions for plan in plans) and (said := find_no_plan_statement(document)):
        raise document.make_error(said[0], said[1], "a plan", message_key="plans.states-no-plan")
    note = describe_unread_actions(find_unread_actions(document, plans, task)) if task else ""
    if not plans and note:
        says = format_message("plans.no-action-read", form=form, note=note)
        raise PlanError(says, file=file_name, found="no action", expected="each action on a line of its own")
    if not plans:
        raise PlanError(format_message("plans.no-action"), file=file_name, found="no action", expected="a plan")
    if note:
        plans = tuple(replace(plan, notes=(note, *plan.notes)) for plan in plans)
    return PlanFile(file_name, form, plans)


def _list_parameter_names(task: Task) -> dict[str, list[str]]:
    """Return the parameter names of each action; if several actions have the same name, the first counts."""
    return {
        name: [one.name.removeprefix("?") for one in schemas[0].parameters] for name, schemas in task.actions.items()
    }


def _parse_plans(text: PlanText, fenced: bool = True) -> tuple[tuple[Plan, ...], str]:
    """Return the plans in a text, and the name of its format.

    ``fenced`` is true if the text may be Markdown with fenced code blocks. Raises UnknownPlanFormatError for an unknown
    format, and another PlanError for a text that cannot be parsed.
    """
    if fenced and any(map(_FENCE.fullmatch, text.lines)):
        return _parse_markdown(text), "Markdown"
    for form in list_plan_formats():
        if form.recognizes(text):
            return assemble_plans(form.parse_items(text), text), form.name
    if find_no_plan_statement(text):
        return (), ""
    raise text.make_error(*text.code_lines[0], EXPECTED_ACTION, UnknownPlanFormatError)


def _parse_markdown(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans in the fenced code blocks of a Markdown text.

    Text outside the blocks is skipped, with a note, and so are blocks without a plan if other blocks have one. If no block has
    a plan, raises the PlanError of the first block.
    """
    lines = text.lines
    marks = [index for index, line in enumerate(lines) if _FENCE.fullmatch(line)]
    blocks = list(zip(marks[::2], [*marks[1::2], len(lines)][: len(marks[::2])], strict=True))
    if len(blocks) > MAX_BLOCKS:
        raise text.make_error(
            blocks[MAX_BLOCKS][0] + 1, lines[blocks[MAX_BLOCKS][0]], f"at most {MAX_BLOCKS} blocks between code fences"
        )
    plans: list[Plan] = []
    unread: list[str] = []
    refused: PlanError | None = None
    for first, last in blocks:
        block = "\n".join([*([""] * (first + 1)), *lines[first + 1 : last]])
        try:
            plans += _parse_plans(replace(text, text=block), fenced=False)[0]
        except PlanError as error:
            refused = refused or error
            reason = f"line {error.line}: {error.statement}" if error.line else error.statement
            unread.append(format_message("plans.block-ignored", line=first + 1, reason=reason))
    if not plans and refused:
        raise refused
    inside = {line for first, last in blocks for line in range(first, last + 1)}
    if any(line.strip() and number not in inside for number, line in enumerate(lines)):
        unread.append(format_message("plans.text-outside-fences"))
    plans = [plan for plan in plans if plan.actions] or plans
    return tuple(replace(plan, notes=(*plan.notes, *unread)) for plan in plans)


def read_final_plan(text: str, file_name: str) -> tuple[PlanAction, ...]:
    """Return the actions of the last plan in the text of a file, in the order of their execution.

    Raises PlanError, with the name of the file.
    """
    return read_plans(text, file_name).choose_plan().actions
