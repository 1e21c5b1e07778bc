"""The verbs `validate` and `narrate`: plans that come back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.errors import InvalidPlanError, PddlError, PlanError
from ferryplan.generator.families import family_of
from ferryplan.generator.files import domain_beside
from ferryplan.planner.cli.options import add, formats, limit_options
from ferryplan.planner.cli.output import check_told, explain_option, outlet, output_options, tell_result
from ferryplan.planner.cli.values import Whole
from ferryplan.planner.cli.verbs import plan
from ferryplan.planner.formats import ENDINGS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work

if TYPE_CHECKING:
    from ferryplan.planner.result import Answer, Result

_about_a_plan = add(
    click.argument("problem", type=click.Path()),
    click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True)),
    click.option("--domain", type=click.Path()),
    click.option("--plan-number", type=Whole(1)),
    limit_options(),
)


@plan.command("validate")
@_about_a_plan
@formats("text", "json")
def validate_command(plan_file: str, form: str, **files: Any) -> int:
    """Check a PLAN that any planner made for PROBLEM, and for the domain beside it.

    The plan is carried out as PDDL says, action by action. If `plan generate` wrote the files, it is also replayed by the puzzle's rules. Says
    that the plan is valid, or which action cannot be where it stands, or at which crossing it breaks which rule. PLAN may be - for standard input.

    Ends with 14 where the plan is not valid, and with 30 where it cannot be read.
    """
    from ferryplan.planner.result import Answer
    from ferryplan.planner.solution import MoveBrokenError

    try:
        judged = _judged(plan_file=plan_file, **files)
    except InvalidPlanError as error:
        if form == "json":
            details = {}
            if isinstance(error, MoveBrokenError):
                details = {error.move: error.number, "rule": error.rule, "found": error.found}
            click.echo(
                json.dumps(
                    {"valid": False, **details, "message": str(error), "notes": error.notes},
                    ensure_ascii=False,
                    indent=2,
                )
            )
            return exit_code("invalid")
        raise
    found, told = _of_plan(judged) if isinstance(judged, Answer) else _of_result(judged)
    if form == "json":
        click.echo(json.dumps({"valid": True, **found}, ensure_ascii=False, indent=2))
    else:
        click.echo(f"{plan_file}: valid: {told}")
        for note in judged.notes:
            click.echo(f"{plan_file}: {note.removesuffix('.')}.")
    return 0


@plan.command("narrate")
@_about_a_plan
@output_options(*ENDINGS)
@explain_option
@click.pass_context
def narrate_command(ctx: click.Context, /, explain: bool, **files: Any) -> int:
    """Tell a PLAN that any planner made for PROBLEM, and for the domain beside it: as the puzzle's moves where `plan generate` wrote them."""
    from ferryplan.planner.result import Answer

    where = outlet(ctx, ENDINGS)
    check_told(ctx, where)
    judged = _judged(**files)
    if isinstance(judged, Answer):
        judged = _as_puzzle(judged, **files)
    if isinstance(judged, Answer):
        why = judged.notes[-1] if judged.notes else "its actions take time, or its metric is maximised"
        raise PddlError(f"{files['problem']}: the plan is valid, but it cannot be told: {why}")
    return tell_result(judged, where, explain)


def _judged(problem: str, plan_file: str, domain: str | None, plan_number: int | None, **_: Any) -> Result | Answer:
    from ferryplan.generator.classical.pairs import fix_texts
    from ferryplan.generator.classical.puzzle_file import Text
    from ferryplan.planner.system.files import read_text
    from ferryplan.planner.validation import judge

    path = Path(domain) if domain is not None else domain_beside(Path(problem))
    with Work(plan_file):
        texts = read_text(problem, PddlError), read_text(plan_file, PlanError)
        if path is None:
            return judge(*texts, problem, plan_file, plan_number)
        fixed = fix_texts(Text(read_text(str(path), PddlError), str(path)), Text(texts[0], problem))
        for note in fixed.notes:
            click.echo(f"plan: note: {note}", err=True)
        texts = fixed.problem.text, texts[1]
        return judge(*texts, problem, plan_file, plan_number, domain=fixed.domain.text, domain_name=str(path))


def _as_puzzle(judged: Answer, problem: str, domain: str | None, **_: Any) -> Result | Answer:
    """Return a valid plan for PDDL of others as one that can be told, where that is so."""
    from ferryplan.generator.classical.pairs import pair
    from ferryplan.planner.validation import retold

    return retold(judged, pair(problem, domain)) or judged


def _of_result(result: Result) -> tuple[dict[str, object], str]:
    """Return what is said of a plan that was replayed: as JSON, and in words."""
    from ferryplan.planner.questions.narration import as_json

    assert result.solution is not None
    data = as_json(result)
    keys = ("puzzle", family_of(result.instance).move.many, "cost", "makespan", "unit", "solutions", "unique", "notes")
    told = f"{result.solution.told}, every one keeps the rules, and the goal is reached."
    return {key: data[key] for key in keys if key in data}, told


def _of_plan(judged: Answer) -> tuple[dict[str, object], str]:
    """Return the same of a plan of which no more is known than that it is one of its two files."""
    from ferryplan.planner.questions.narration import answer_as_json

    cost, count = answer_as_json(judged)["cost"], len(judged.plan)
    told = f"{count} action{'s' if count != 1 else ''}{'' if cost == count else f', of cost {cost}'}"
    found: dict[str, object] = {"actions": count, "cost": cost, "notes": list(judged.notes)}
    return found, f"{told}, each allowed by the PDDL where it stands, and the goal is reached."
