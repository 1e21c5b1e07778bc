"""Plans from elsewhere, judged: a plan is valid if and only if it is one of its two PDDL files, and keeps the puzzle's rules.

The files have the last word. Where they are no longer what their puzzle gives, the plan is valid if they say so, and a note tells the
difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_number, check_type
from ferryplan.generator.errors import EncodingError, InvalidPlanError, ParameterError, PddlError
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import Pddl, formulation_of, generate
from ferryplan.generator.header import Header, changed_since, first_difference, instance_of, read_header
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.solution import replay
from ferryplan.generator.tasks.formulations import dialect_of, is_explored
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.plans.execution import check_simultaneous, complete, cost_of, task_of
from ferryplan.planner.plans.plan import Plan
from ferryplan.planner.plans.reading import read_plans
from ferryplan.planner.questions.replaying import check_explained, judged
from ferryplan.planner.result import Answer, Result


def judge(
    problem: str,
    plan: str,
    problem_name: str = "the problem",
    plan_name: str = "the plan",
    plan_number: int | None = None,
    *,
    domain: str | None = None,
    domain_name: str = "the domain",
) -> Result | Answer:
    """Return a plan for a problem with the status ``valid``: a result, replayed, or an Answer where the PDDL is not what a puzzle gives.

    An Answer has the cost by the problem's metric; without one, the number of actions, or with times the makespan.

    ``problem``, ``plan`` and ``domain`` are the files' texts, the names say in errors which file is meant; of several plans in one file,
    ``plan_number`` (from 1) says which, and the last is taken without it. Without ``domain``, the one that is generated for the problem's first
    lines is taken. A user's own puzzle that they name is looked for from the current folder, then from that of the problem. A plan may leave
    out all auxiliary actions where only one choice of them fits; a note says so.

    Raises PddlError for files that are no PDDL, MoveBrokenError for a crossing that breaks a rule or a placement that breaks a clue,
    another InvalidPlanError for a plan that the PDDL does not allow, PlanError for one that cannot be read, ArgumentError for
    arguments of wrong types.
    """
    names = {"problem_name": problem_name, "plan_name": plan_name, "domain_name": domain_name}
    for name, text in {"problem": problem, "plan": plan, **names}.items():
        check_type(name, text, str, "a text")
    check_type("domain", domain, (str, type(None)), "a text or None")
    if plan_number is not None:
        check_number("plan_number", plan_number, "plans", whole=True)
    origin, notes = origin_of(problem, problem_name, domain)
    if domain is None:
        assert origin is not None, "it is refused"
        domain = origin.pddl.domain
    task = task_of(Pddl(domain, problem), domain_name, problem_name)
    names_of_pair = (domain_name, problem_name)
    checked = format_message("plans.checked-as-pddl")
    differs = differences(origin, domain, problem, names_of_pair, checked) if origin else ""
    read = read_plans(plan, plan_name, task).chosen(plan_number)
    try:
        return _judged(read, task, origin, notes, differs)
    except InvalidPlanError as error:
        error.notes = read.notes
        aside = "".join(format_message("plans.note", note=note) for note in read.notes)
        more = f"{_meant_for(plan, task)}{f' ({differs})' if differs else ''}{aside}"
        place = f"{plan_name}: {error.place}" if error.place else plan_name
        error.restate(f"{error.statement}{more}", place=place, file=plan_name)
        raise


def _judged(read: Plan, task: Task, origin: Origin | None, notes: Sequence[str], differs: str) -> Result | Answer:
    """Return a plan as ``judge`` does; ``differs`` says where the files are not what their puzzle gives. Raises InvalidPlanError."""
    if not task.domain.is_timed:
        check_simultaneous(read.actions, task)
        read = read.classical()
    try:
        actions = _completed(read.actions, task, origin and origin.instance)
        cost = cost_of(actions, task)
    except NotExecutableError as error:
        if origin and not differs:
            formulation = formulation_of(origin.instance, origin.header.dialect, origin.header.encoding)
            check_explained(error, read.actions, origin.instance, formulation)
        raise
    metric = cost if task.problem.metric else None
    readings = [list(read.doubts(metric)), list(replace(read, actions=actions).doubts(metric))]
    notes = (*notes, *read.notes, *((format_message("plans.auxiliary-added"),) if actions != read.actions else ()))
    if origin is None:
        return Answer("valid", "", actions, notes=(*notes, *_doubts(readings)), cost=cost)
    if differs:
        notes = (differs, *notes)
    try:
        if differs:
            cost_of(actions, task_of(origin.pddl))
        result = judged(actions, origin.instance, origin.header)
    except InvalidPlanError as error:
        if not differs:
            raise
        notes = (*notes, *_doubts(readings), format_message("plans.invalid-for-puzzle", error=error))
        return Answer("valid", "", actions, notes=notes, cost=cost)
    if task.domain.is_timed and result.solution:  # what it takes without the gaps that planners leave
        readings.append(list(read.doubts(result.solution.total.cost)))
    return replace(result, notes=(*notes, *_doubts(readings), *result.notes))


def make_task_result(answer: Answer, puzzle: TaskFile) -> Result | None:
    """Return the result for a valid plan of somebody's own PDDL, with its solution; None if actions take time."""
    instance = instantiate(puzzle, {})
    if not is_explored(*instance.trees):
        return None
    dialect = dialect_of(instance)
    solution = replay(instance, formulation_of(instance, dialect).moves(instance, answer.plan))
    return Result(instance, "valid", "", dialect, "named", solution, plan=answer.plan, notes=answer.notes)


def _doubts(readings: Sequence[list[str]]) -> list[str]:
    """Return what is to be said of the costs that a file states, where they can be read in several ways: nothing if one of these is right."""
    return min(readings, key=len)


class Origin(NamedTuple):
    """What a problem was generated from."""

    header: Header
    instance: AnyInstance
    pddl: Pddl
    """what is generated for it now"""


def origin_of(problem: str, name: str, domain: str | None) -> tuple[Origin | None, tuple[str, ...]]:
    """Return what a problem was generated from, if there is such a thing, and notes on it.

    Raises PddlError where there is none and the domain is not given.
    """
    if domain is not None and not re.search(r"^;[ \t]*puzzle:", problem, re.MULTILINE):
        return None, ()
    header = read_header(problem, name)
    beside = Path(name).parent / header.puzzle
    if header.puzzle.endswith(".toml") and not Path(header.puzzle).exists() and beside.exists():
        header = replace(header, puzzle=str(beside))
    try:
        instance = instance_of(header, name)
        return Origin(header, instance, generate(instance, header.dialect, header.encoding)), ()
    except (PddlError, ParameterError, EncodingError) as error:
        if domain is None:
            raise
        return None, (format_message("plans.puzzle-not-usable", error=error),)


def differences(origin: Origin, domain: str, problem: str, names: tuple[str, str], result: str) -> str:
    """Return a note that two files are not what is generated for their header now, and with which ``result``; empty if they are."""
    for text, expected, name in zip((domain, problem), (origin.pddl.domain, origin.pddl.problem), names, strict=True):
        if (parted := first_difference(text, expected)) is not None:
            line, found, wanted = parted
            puzzle = origin.header.puzzle
            changed = changed_since(origin.header, origin.instance)
            why = format_message("plans.puzzle-changed" if changed else "plans.not-from-puzzle", puzzle=puzzle)
            words = {"found": _short(found), "expected": _short(wanted)}
            return format_message("plans.first-change", why=why, file=name, line=line, **words, result=result)
    return ""


def _short(word: str) -> str:
    return f"'{word if len(word) <= 40 else word[:39] + '…'}'"


def _completed(actions: tuple[Action, ...], task: Task, instance: AnyInstance | None) -> tuple[Action, ...]:
    """Return the actions of a plan, with the auxiliary ones where it leaves out all and the domain has some. Raises NotExecutableError."""
    principal = family_of(instance).principal if instance else ""
    if not principal or task.domain.is_timed:  # without a principal action every action is a move
        return actions
    names = {action.name for action in actions}
    auxiliary = {name for name in task.actions if name.partition("-")[0] != principal}
    if not auxiliary or not names <= task.actions.keys() - auxiliary:
        return actions
    return complete(actions, task, auxiliary.__contains__)


def _meant_for(plan: str, task: Task) -> str:
    """Return a clause on the problem that a plan says it is for, if it is another than the task's."""
    match = re.search(r"^;;!\s*problem:\s*(\S+)", plan, re.MULTILINE)
    if match is None or match[1].lower() == task.problem.name:
        return ""
    return format_message("plans.states-other-problem", stated=match[1], problem=task.problem.name)
