"""Plans from elsewhere, judged: what any planner made of a problem file that was generated here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.errors import PlanError
from generator.pddl.header import check_unchanged, instance_of, read_header
from planner.families import AnyResult, part
from planner.plans.reading import read_plans

__all__ = ["judge"]

COSTED = ("costs", "temporal")
"""the dialects of problems that have a metric"""


def judge(
    problem: str,
    plan: str,
    problem_name: str = "the problem",
    plan_name: str = "the plan",
    plan_number: int | None = None,
) -> AnyResult:
    """Return a plan for a problem as a result with the status ``valid``.

    ``problem`` and ``plan`` are the files' texts, the names say in errors which file is meant; of several plans in one file, ``plan_number``
    (from 1) says which, and the last is taken without it. A user's own puzzle that the
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
    read = read_plans(plan, plan_name).chosen(plan_number)
    if header.dialect != "temporal":
        read = read.classical()
    try:
        result: AnyResult = part(instance.family, "judging").judged(read.actions, instance, header)
    except PlanError as error:
        error.args = (f"{plan_name}: {error}",)
        raise
    total = getattr(result.solution, "total", None)
    metric = total.cost if total and header.dialect in COSTED else None
    return replace(result, notes=(*read.notes, *read.doubts(metric), *result.notes))
