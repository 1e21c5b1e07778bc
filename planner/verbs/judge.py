"""The verbs `validate` and `narrate`: plans that come back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.errors import PddlError, PlanError
from planner.families import part
from planner.files import read_text
from planner.verbs.cli import plan
from planner.verbs.commands import CONTEXT, formats
from planner.verbs.exit_codes import EXIT_CODES
from planner.verbs.telling import telling, wanted

if TYPE_CHECKING:
    from planner.families import AnyResult

__all__ = ["narrate_command", "validate_command"]


plan_number_option = click.option(
    "--plan-number",
    type=click.IntRange(min=1),
    metavar="N",
    help="which plan of a file of several, from 1  [default: the last]",
)


@plan.command("validate", context_settings=CONTEXT)
@click.argument("problem", type=click.Path())
@click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True))
@plan_number_option
@formats("text", "json")
def validate_command(problem: str, plan_file: str, plan_number: int | None, form: str) -> int:
    """Check a PLAN that any planner made for PROBLEM, a problem file that `plan generate` wrote.

    Says that it is valid, or at which crossing it breaks which rule. PLAN may be - for standard input.
    """
    try:
        result = _judged(problem, plan_file, plan_number)
    except PlanError as error:
        if form == "json":
            details = {
                key: getattr(error, key) for key in ("crossing", "placement", "rule", "found") if hasattr(error, key)
            }
            click.echo(json.dumps({"valid": False, **details, "message": str(error)}, ensure_ascii=False, indent=2))
            return EXIT_CODES["bad-input"]
        raise
    assert result.solution is not None
    narration = part(result.instance.family, "narration")
    if form == "json":
        data = narration.as_json(result)
        keys = ("puzzle", "crossings", "placements", "cost", "makespan", "unit", "solutions", "unique", "notes")
        found = {key: data[key] for key in keys if key in data}
        click.echo(json.dumps({"valid": True, **found}, ensure_ascii=False, indent=2))
    else:
        total = narration.total(result.solution)
        click.echo(f"{plan_file}: valid: {total}, every one keeps the rules, and the goal is reached.")
        for note in result.notes:
            click.echo(f"{plan_file}: {note}.")
    return 0


@plan.command("narrate", context_settings=CONTEXT)
@click.argument("problem", type=click.Path())
@click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True))
@plan_number_option
@telling
@click.pass_context
def narrate_command(
    ctx: click.Context,
    problem: str,
    plan_file: str,
    plan_number: int | None,
    form: str,
    explain: bool,
    output: tuple[Path, ...],
) -> int:
    """Tell a PLAN that any planner made for PROBLEM, a problem file that `plan generate` wrote."""
    how = wanted(ctx, form, explain, output)
    return how.tell(_judged(problem, plan_file, plan_number))


def _judged(problem: str, plan_file: str, plan_number: int | None) -> AnyResult:
    from planner.judging import judge

    return judge(read_text(problem, PddlError), read_text(plan_file, PlanError), problem, plan_file, plan_number)
