"""Plans from elsewhere, judged: what any planner made of a problem file that was generated here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.errors import PlanError
from generator.pddl.header import check_unchanged, instance_of, read_header
from planner.engines.plans import read_plan
from planner.families import AnyResult, part

__all__ = ["judge"]


def judge(problem: str, plan: str, problem_name: str = "the problem", plan_name: str = "the plan") -> AnyResult:
    """Return a plan for a problem as a result with the status ``valid``.

    ``problem`` and ``plan`` are the files' texts, the names say in errors which file is meant. A user's own puzzle that the
    problem's header names is looked for from the current folder, then from that of the problem. In the staged dialects, a
    plan written by hand may name the crossings only; a note says so.

    Raises PddlError for a problem that was not generated here or was changed since, RuleBrokenError for a crossing that breaks a rule,
    ClueBrokenError for a placement that breaks a clue, PlanError for a plan that cannot be read, is for another problem, or does not reach the goal.
    """
    header = read_header(problem, problem_name)
    beside = Path(problem_name).parent / header.puzzle
    if header.puzzle.endswith(".toml") and not Path(header.puzzle).exists() and beside.exists():
        header = replace(header, puzzle=str(beside))
    instance = instance_of(header, problem_name)
    check_unchanged(problem, header, instance, problem_name)
    actions = read_plan(plan, plan_name)
    if header.dialect != "temporal":
        actions = tuple(action.untimed() for action in actions)
    try:
        result: AnyResult = part(instance.family, "judging").judged(actions, instance, header)
    except PlanError as error:
        error.args = (f"{plan_name}: {error}",)
        raise
    return result
