"""The validation of plans from other programs or people.

A plan is valid if its two PDDL files allow it and it keeps the puzzle's rules. The files take precedence: if they differ from
the PDDL that their puzzle generates now, the plan is valid if the files allow it, and a note describes the difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_type, check_positive_number
from ferryplan.generator.errors import EncodingError, InvalidPlanError, ParameterError, PddlError
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import Pddl, find_formulation, generate
from ferryplan.generator.header import (
    ProblemHeader,
    find_pddl_difference,
    has_puzzle_changed,
    read_header,
    restore_instance,
)
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.solution import replay_moves
from ferryplan.generator.tasks.formulations import can_explore_states, find_dialect
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.plans.plan import Plan
from ferryplan.planner.plans.plan_execution import (
    add_auxiliary_actions,
    check_simultaneous_actions,
    execute_for_cost,
    parse_task,
)
from ferryplan.planner.plans.plan_reading import read_plans
from ferryplan.planner.questions.plan_replay import check_rules_up_to_error, validate_by_rules
from ferryplan.planner.result import Answer, Result


def validate_plan(
    problem: str,
    plan: str,
    problem_name: str = "the problem",
    plan_name: str = "the plan",
    plan_number: int | None = None,
    *,
    domain: str | None = None,
    domain_name: str = "the domain",
) -> Result | Answer:
    """Validate a plan for a PDDL problem, and return it as an answer with the status ``valid``.

    If a puzzle generated the PDDL, the answer is a Result with the replayed moves, else an Answer. The cost of an Answer is the
    value of the problem's metric; without a metric, it is the number of actions, or the makespan of a timed plan.

    ``problem``, ``plan`` and ``domain`` are the texts of the files; ``problem_name``, ``plan_name`` and ``domain_name``
    identify the files in errors. ``plan_number`` (from 1) selects one of several plans in a file, by default the last. Without
    ``domain``, it is generated from the header of the problem. If the header names a user's own puzzle file, the file is in the
    current folder or else in the folder of the problem. A plan may leave out all auxiliary actions (those that are no moves of
    the puzzle, such as ``land``) if only one choice of them fits; a note says so.

    Raises PddlError for files that are not PDDL, IllegalMoveError for a crossing that breaks a rule or a placement that
    violates a clue, another InvalidPlanError for a plan that the PDDL does not allow, PlanError for a plan that cannot be read,
    ArgumentError for arguments of wrong types.
    """
    names = {"problem_name": problem_name, "plan_name": plan_name, "domain_name": domain_name}
    for name, text in {"problem": problem, "plan": plan, **names}.items():
        check_argument_type(name, text, str, "a text")
    check_argument_type("domain", domain, (str, type(None)), "a text or None")
    if plan_number is not None:
        check_positive_number("plan_number", plan_number, "plans", whole=True)
    origin, notes = find_origin(problem, problem_name, domain)
    if domain is None:
        assert origin is not None, "it is refused"
        domain = origin.pddl.domain
    task = parse_task(Pddl(domain, problem), domain_name, problem_name)
    names_of_pair = (domain_name, problem_name)
    checked = format_message("plans.checked-as-pddl")
    differs = describe_changed_pddl(origin, domain, problem, names_of_pair, checked) if origin else ""
    read = read_plans(plan, plan_name, task).choose_plan(plan_number)
    try:
        return _validate_actions(read, task, origin, notes, differs)
    except InvalidPlanError as error:
        error.notes = read.notes
        aside = "".join(format_message("plans.note", note=note) for note in read.notes)
        more = f"{_describe_differing_problem(plan, task)}{f' ({differs})' if differs else ''}{aside}"
        place = f"{plan_name}: {error.place}" if error.place else plan_name
        error.restate(f"{error.statement}{more}", place=place, file=plan_name)
        raise


def _validate_actions(
    plan: Plan, task: Task, origin: PddlOrigin | None, notes: Sequence[str], pddl_difference: str
) -> Result | Answer:
    """Return the answer of `validate_plan` for a plan that was read from a file.

    ``origin`` is the puzzle that generated the PDDL, if any. ``pddl_difference`` describes a difference between the files and
    the PDDL that the puzzle generates now; it is empty if there is none. ``notes`` are remarks that begin the answer's
    notes. Raises InvalidPlanError.
    """
    if not task.domain.is_timed:
        check_simultaneous_actions(plan.actions, task)
        plan = plan.without_times()
    try:
        actions = _add_missing_actions(plan.actions, task, origin and origin.instance)
        cost = execute_for_cost(actions, task)
    except NotExecutableError as error:
        if origin and not pddl_difference:
            formulation = find_formulation(origin.instance, origin.header.dialect, origin.header.encoding)
            check_rules_up_to_error(error, plan.actions, origin.instance, formulation)
        raise
    metric = cost if task.problem.metric else None
    readings = [
        list(plan.describe_wrong_costs(metric)),
        list(replace(plan, actions=actions).describe_wrong_costs(metric)),
    ]
    notes = (*notes, *plan.notes, *((format_message("plans.auxiliary-added"),) if actions != plan.actions else ()))
    if origin is None:
        return Answer("valid", "", actions, notes=(*notes, *_choose_fewest_notes(readings)), cost=cost)
    if pddl_difference:
        notes = (pddl_difference, *notes)
    try:
        if pddl_difference:
            execute_for_cost(actions, parse_task(origin.pddl))
        result = validate_by_rules(actions, origin.instance, origin.header)
    except InvalidPlanError as error:
        if not pddl_difference:
            raise
        notes = (*notes, *_choose_fewest_notes(readings), format_message("plans.invalid-for-puzzle", error=error))
        return Answer("valid", "", actions, notes=notes, cost=cost)
    if task.domain.is_timed and result.solution:  # the cost without the gaps that planners leave between actions
        readings.append(list(plan.describe_wrong_costs(result.solution.total.cost)))
    return replace(result, notes=(*notes, *_choose_fewest_notes(readings), *result.notes))


def make_narratable_result(answer: Answer, puzzle: TaskFile) -> Result | None:
    """Return a result with states and actions for a valid plan of PDDL that ferryplan did not generate.

    ``puzzle`` is the PDDL as a puzzle. Returns None if it has no state space, for example because its actions take time.
    """
    instance = instantiate(puzzle, {})
    if not can_explore_states(*instance.syntax_trees):
        return None
    dialect = find_dialect(instance)
    solution = replay_moves(instance, find_formulation(instance, dialect).decode_plan(instance, answer.plan))
    return Result(instance, "valid", "", dialect, "named", solution, plan=answer.plan, notes=answer.notes)


def _choose_fewest_notes(note_lists: Sequence[list[str]]) -> list[str]:
    """Return the shortest of several lists of notes on wrong costs that a plan file states.

    Each list belongs to one way to interpret the stated costs, such as with or without auxiliary actions. The list is
    empty if the costs are right in this interpretation.
    """
    return min(note_lists, key=len)


class PddlOrigin(NamedTuple):
    """The puzzle from which a PDDL problem was generated, and the PDDL that the puzzle generates now."""

    header: ProblemHeader
    """the comments at the beginning of the problem, which name the puzzle and its parameters"""
    instance: AnyInstance
    pddl: Pddl
    """the PDDL that the instance generates now"""


def find_origin(problem: str, problem_name: str, domain: str | None) -> tuple[PddlOrigin | None, tuple[str, ...]]:
    """Return the puzzle from which a PDDL problem was generated, and notes for the user.

    The puzzle is the one that the header of the problem names. It is None if there is no header, or if the puzzle is
    not usable. ``problem_name`` identifies the problem in errors. Raises PddlError, ParameterError or EncodingError if
    there is no usable puzzle and ``domain`` is None.
    """
    if domain is not None and not re.search(r"^;[ \t]*puzzle:", problem, re.MULTILINE):
        return None, ()
    header = read_header(problem, problem_name)
    beside = Path(problem_name).parent / header.puzzle
    if header.puzzle.endswith(".toml") and not Path(header.puzzle).exists() and beside.exists():
        header = replace(header, puzzle=str(beside))
    try:
        instance = restore_instance(header, problem_name)
        return PddlOrigin(header, instance, generate(instance, header.dialect, header.encoding)), ()
    except (PddlError, ParameterError, EncodingError) as error:
        if domain is None:
            raise
        return None, (format_message("plans.puzzle-not-usable", error=error),)


def describe_changed_pddl(
    origin: PddlOrigin, domain: str, problem: str, file_names: tuple[str, str], consequence: str
) -> str:
    """Return a note on the first difference between two PDDL files and what their puzzle generates now.

    The note is empty if there is no difference. It contains the name of the file that differs; ``file_names`` are the
    names of the domain's and the problem's file, in this order. ``consequence`` is a clause that ends the note
    ("ferryplan checks the plan against the PDDL alone").
    """
    for text, expected, name in zip(
        (domain, problem), (origin.pddl.domain, origin.pddl.problem), file_names, strict=True
    ):
        if (parted := find_pddl_difference(text, expected)) is not None:
            line, found, wanted = parted
            puzzle = origin.header.puzzle
            changed = has_puzzle_changed(origin.header, origin.instance)
            why = format_message("plans.puzzle-changed" if changed else "plans.not-from-puzzle", puzzle=puzzle)
            words = {"found": _quote_shortened_word(found), "expected": _quote_shortened_word(wanted)}
            return format_message("plans.first-change", why=why, file=name, line=line, **words, result=consequence)
    return ""


def _quote_shortened_word(word: str) -> str:
    return f"'{word if len(word) <= 40 else word[:39] + '…'}'"


def _add_missing_actions(
    actions: tuple[PlanAction, ...], task: Task, instance: AnyInstance | None
) -> tuple[PlanAction, ...]:
    """Return the actions of a plan, with the domain's auxiliary actions added if the plan has none.

    Auxiliary actions are those that are no moves of the puzzle, such as ``land``. Raises NotExecutableError if no choice of
    them makes the plan executable, or if several do.
    """
    principal = family_of(instance).move_action_prefix if instance else ""
    if not principal or task.domain.is_timed:  # without a principal action every action is a move
        return actions
    names = {action.name for action in actions}
    auxiliary = {name for name in task.actions if name.partition("-")[0] != principal}
    if not auxiliary or not names <= task.actions.keys() - auxiliary:
        return actions
    return add_auxiliary_actions(actions, task, auxiliary.__contains__)


def _describe_differing_problem(plan: str, task: Task) -> str:
    """Return a clause stating that a plan file names another problem than the task's.

    The clause is empty if the file names the task's problem, or none.
    """
    match = re.search(r"^;;!\s*problem:\s*(\S+)", plan, re.MULTILINE)
    if match is None or match[1].lower() == task.problem.name:
        return ""
    return format_message("plans.states-other-problem", stated=match[1], problem=task.problem.name)
