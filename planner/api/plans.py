"""Functions that validate and narrate plans from other programs or people."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import (
    ArgumentTypeError,
    ArgumentValueError,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.errors import FerryplanError, PddlError, PlanError
from ferryplan.generator.files import find_domain
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.pddl_puzzles import fix_pddl_slips
from ferryplan.generator.wording import truncate
from ferryplan.planner.api.puzzle_sources import detect_pddl_part, is_inline_text, read_source, resolve_pddl_pair
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.result import Answer, Result
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.valid_plan import ValidPlan

PlanSource: TypeAlias = str | os.PathLike[str] | Iterable[str | PlanAction] | Result | Answer | ValidPlan
"""The text of a plan, a path, actions such as ``"(cross a b)"``, or an answer with a plan."""


def validate(
    problem: str | os.PathLike[str] | Pddl | tuple[Any, Any],
    plan: PlanSource,
    domain: str | os.PathLike[str] | None = None,
    *,
    plan_number: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> ValidPlan:
    """Check a plan from any planner, or from a person.

    Each action is carried out on the PDDL. If ferryplan generated the PDDL, each move is replayed by the puzzle's rules as well.

    Args:
        problem: The problem as a text or a path, or together with its domain: a `Pddl`, a pair of a domain and a problem, a folder. A
            `Path` is always a path; a text with a parenthesis or a line break never is.
        plan: The plan as a text or a path, a list of actions such as ``"(cross a b)"``, or an answer with a plan, such as that of `solve`.
        domain: The domain as a text or a path. None takes the one beside the problem's file, or generates it from the problem's header.
        plan_number: The plan to take from a file of several, from 1. None takes the last.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.

    Returns:
        A `ValidPlan`. Its ``solution`` holds the moves if ferryplan generated the PDDL.

    Raises:
        InvalidPlanError: The plan is not valid; the message names the action or the crossing, and the rule.
        PlanError, PddlError: The plan or the PDDL cannot be read.
        ArgumentError: An argument is wrong.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import generate, solve, validate
    >>> pddl, plan = generate("wolf-goat-cabbage"), solve("wolf-goat-cabbage").render("plan")
    >>> str(validate(pddl, plan).status)
    'valid'
    """
    _check_number_arguments(plan_number, timeout, memory)
    domain_source, problem_source = resolve_pddl_pair(problem, domain)
    problem_text = read_source("problem", problem_source, PddlError)
    plan_text = _read_plan_source(plan)
    if domain_source is None and not is_inline_text(problem_source):
        domain_source = find_domain(Path(problem_source))
    with enforce_limits(timeout, memory):
        if domain_source is None:
            found = validate_plan(problem_text.text, plan_text.text, problem_text.name, plan_text.name, plan_number)
            return ValidPlan(plan_text.name, found)
        fixed = fix_pddl_slips(read_source("domain", domain_source, PddlError), problem_text)
        try:
            found = validate_plan(
                fixed.problem.text,
                plan_text.text,
                problem_text.name,
                plan_text.name,
                plan_number,
                domain=fixed.domain.text,
                domain_name=fixed.domain.name,
            )
        except FerryplanError as error:
            for slip in fixed.notes:
                error.add_note(slip)
            raise
    return ValidPlan(plan_text.name, found, fixed)


def narrate(
    problem: str | os.PathLike[str] | Pddl | tuple[Any, Any],
    plan: PlanSource,
    domain: str | os.PathLike[str] | None = None,
    *,
    plan_number: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Result:
    """Narrate a plan from any planner, or from a person, after it is checked.

    A plan for PDDL that ferryplan generated becomes moves of the puzzle, any other plan becomes states and actions.

    Args:
        problem: The problem as a text or a path, or together with its domain: a `Pddl`, a pair of a domain and a problem, a folder. A
            `Path` is always a path; a text with a parenthesis or a line break never is.
        plan: The plan as a text or a path, a list of actions such as ``"(cross a b)"``, or an answer with a plan, such as that of `solve`.
        domain: The domain as a text or a path. None takes the one beside the problem's file, or generates it from the problem's header.
        plan_number: The plan to take from a file of several, from 1. None takes the last.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.

    Returns:
        A `Result`: ``print`` shows the narration, and ``render`` returns it in other formats.

    Raises:
        InvalidPlanError, PlanError, PddlError, ArgumentError: As for `validate`. PddlError also if the actions take time, or the metric is
            maximized, and ferryplan did not generate the PDDL.

    >>> from ferryplan import generate, narrate, solve
    >>> pddl, plan = generate("wolf-goat-cabbage"), solve("wolf-goat-cabbage").render("plan")
    >>> print(narrate(pddl, plan).render("terse").splitlines()[0])
    The farmer and the goat move to the right bank
    """
    _check_number_arguments(plan_number, timeout, memory)
    with enforce_limits(timeout, memory):
        return validate(problem, plan, domain, plan_number=plan_number, timeout=timeout, memory=memory).narrate()


def _check_number_arguments(plan_number: int | None, timeout: float, memory: int) -> None:
    """Raise ArgumentError for a plan number, a time limit or a memory limit that is no positive number."""
    if plan_number is not None:
        check_positive_number("plan_number", plan_number, "plans", whole=True)
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)


def _read_plan_source(plan: PlanSource) -> Source:
    """Return a plan, given in any form, as a text with a name for error messages.

    Raises ArgumentError for an argument that is no plan.
    """
    expected = "a text, a path, actions, or what `solve` returns"
    if isinstance(plan, Result | Answer | ValidPlan):
        if not plan.plan:
            shown = truncate(repr(plan))
            says = format_message("python.no-actions", plan=shown)
            raise ArgumentValueError("plan", shown, expected, statement=says)
        plan = plan.plan
    if not isinstance(plan, str | os.PathLike):
        if not isinstance(plan, Iterable) or isinstance(plan, bytes | Mapping):
            raise ArgumentTypeError("plan", truncate(repr(plan)), expected)
        actions = list(plan)
        for action in actions:
            check_argument_type("plan", action, (str, PlanAction), "actions as texts")
        plan = "".join(f"{action}\n" for action in actions) or "\n"
    text = read_source("plan", plan, PlanError)
    if kind := detect_pddl_part(text.text):
        raise ArgumentValueError("plan", f"a {kind}", "a plan")
    return text
