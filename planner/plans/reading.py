"""Plan files, read: the forms that they have, how each is recognized, and what is said in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.task import Task
from ferryplan.planner.plans import ipc, lists, structured
from ferryplan.planner.plans.lines import Log, logs
from ferryplan.planner.plans.plan import Plan, PlanFile
from ferryplan.planner.plans.text import EXPECTED, Item, PlanText, plans_of, refusal
from ferryplan.planner.plans.unread import describe_unread, find_unread

MOST = 100
"""blocks between fences in a text of Markdown"""
_FENCE = re.compile(r"\s*(```+|~~~+)[^`]*")


class UnknownFormError(PlanError):
    """A text has none of the known forms; the message names its first line."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form with functions of its own."""

    name: str
    recognises: Callable[[PlanText], object]
    """returns something true for a text of this form"""
    items: Callable[[PlanText], Iterator[Item]]


def forms() -> Iterator[Form | Log]:
    """Yield all forms, in the order in which they are asked: the first that recognizes a text reads it."""
    data, answers = (dict, list, tuple), "occurs(action("
    yield Form(
        "JSON or a Python list",
        lambda t: isinstance(structured.loaded(t.text), data),
        lambda t: structured.structured_items(t, lambda within: _plans(within)[0]),
    )
    yield Form(
        "a list of unified-planning's actions", lambda t: structured.OPENING.match(t.text), structured.printed_items
    )
    yield Form(
        "a Lisp list",
        lambda t: t.code and ipc.NESTED.match(t.code[0][1]) and t.code[-1][1].endswith((")", "]", "}")),
        ipc.nested_items,
    )
    yield Form("the planning competitions' form", lambda t: not t.code or ipc.FIRST.match(t.code[0][1]), ipc.ipc_items)
    yield Form("VAL's report", lambda t: ipc.SHOWN in map(str.strip, t.lines), ipc.validation_items)
    yield Form("plasp's answer sets", lambda t: answers in t.text.replace(" ", ""), ipc.answer_set_items)
    yield from logs()
    yield Form("a list with numbers or bullets", lists.is_marked_list, lists.marked_items)
    yield Form("a list of actions", lists.is_list, lists.list_items)


def read_plans(text: str, where: str, task: Task | None = None) -> PlanFile:
    """Return the plans of a file, actions and objects in lower case; ``where`` names the file in errors.

    With the task that they are for, the notes of each plan name the actions of the task that stand in the file and are not read. A file of
    comments only is the empty plan; an empty file is none, since it is what a planner leaves that failed.

    Raises PlanError, with ``where`` and the line, for what is no plan, is of no known form, or holds nothing.
    """
    document = PlanText.of(text, where, None if task is None else _parameters(task))
    try:
        plans, form = _plans(document)
    except UnknownFormError:
        if task and (mentions := find_unread(document, (), task)):
            line = mentions[0].line
            raise document.error(line, document.lines[line - 1], EXPECTED) from None
        raise
    if not any(plan.actions for plan in plans) and (said := refusal(document)):
        raise document.error(said[0], said[1], "a plan", says="plans.states-no-plan")
    note = describe_unread(find_unread(document, plans, task)) if task else ""
    if not plans and note:
        says = format_message("plans.no-action-read", form=form, note=note)
        raise PlanError(says, file=where, found="no action", expected="each action on a line of its own")
    if not plans:
        raise PlanError(format_message("plans.no-action"), file=where, found="no action", expected="a plan")
    if note:
        plans = tuple(replace(plan, notes=(note, *plan.notes)) for plan in plans)
    return PlanFile(where, form, plans)


def _parameters(task: Task) -> dict[str, list[str]]:
    """Return the names of the parameters of each action, those of the first where several actions have one name."""
    return {
        name: [one.name.removeprefix("?") for one in schemas[0].parameters] for name, schemas in task.actions.items()
    }


def _plans(text: PlanText, fenced: bool = True) -> tuple[tuple[Plan, ...], str]:
    if fenced and any(map(_FENCE.fullmatch, text.lines)):
        return _in_markdown(text), "Markdown"
    for form in forms():
        if form.recognises(text):
            return plans_of(form.items(text), text), form.name
    if refusal(text):
        return (), ""
    raise text.error(*text.code[0], EXPECTED, UnknownFormError)


def _in_markdown(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans in the blocks between fences; what is not between fences is passed over, with a note.

    Blocks that are no plans are passed over where others are, with a note. Raises PlanError, that of the first block, if none is a plan.
    """
    lines = text.lines
    marks = [index for index, line in enumerate(lines) if _FENCE.fullmatch(line)]
    blocks = list(zip(marks[::2], [*marks[1::2], len(lines)][: len(marks[::2])], strict=True))
    if len(blocks) > MOST:
        raise text.error(blocks[MOST][0] + 1, lines[blocks[MOST][0]], f"at most {MOST} blocks between code fences")
    plans: list[Plan] = []
    unread: list[str] = []
    refused: PlanError | None = None
    for first, last in blocks:
        block = "\n".join([*([""] * (first + 1)), *lines[first + 1 : last]])
        try:
            plans += _plans(replace(text, text=block), fenced=False)[0]
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


def read_plan(text: str, where: str) -> tuple[Action, ...]:
    """Return the actions of the last plan of a file, in the order in which they are to be carried out. Raises PlanError."""
    return read_plans(text, where).chosen().actions
