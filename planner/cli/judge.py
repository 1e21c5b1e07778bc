"""The verbs `validate` and `narrate`: plans that come back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.errors import FerryplanError, InvalidPlanError
from ferryplan.planner.cli.options import add, formats, limit_options
from ferryplan.planner.cli.output import check_told, explain_option, note_aside, outlet, output_options, tell_result
from ferryplan.planner.cli.values import Whole
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.formats import ENDINGS, WRITERS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work

if TYPE_CHECKING:
    from ferryplan.planner.valid_plan import ValidPlan

_about_a_plan = add(
    click.argument("problem", type=click.Path()),
    click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True)),
    click.option("--domain", type=click.Path()),
    click.option("--plan-number", type=Whole(1)),
    limit_options(),
)


@make_verb("validate")
@_about_a_plan
@formats("text", "json")
def validate_command(plan_file: str, form: str, **files: Any) -> int:
    """Check a PLAN that any planner made for PROBLEM, and for the domain beside it.

    The plan is carried out as PDDL says, action by action. If `plan generate` wrote the files, it is also replayed by the puzzle's rules. Says
    that the plan is valid, or which action cannot be where it stands, or at which crossing it breaks which rule. PLAN may be - for standard input.

    Ends with 14 where the plan is not valid, and with 30 where it cannot be read.
    """
    from ferryplan.planner.valid_plan import describe_invalid_plan

    try:
        found = _validate_files(plan_file=plan_file, **files)
    except InvalidPlanError as error:
        if form != "json":
            raise
        click.echo(json.dumps(describe_invalid_plan(error), ensure_ascii=False, indent=2))
        return exit_code("invalid")
    click.echo(found.render(form), nl=False)
    return 0


@make_verb("narrate")
@_about_a_plan
@output_options(*ENDINGS, registry=WRITERS)
@explain_option
@click.pass_context
def narrate_command(ctx: click.Context, /, explain: bool, **files: Any) -> int:
    """Tell a PLAN that any planner made for PROBLEM, and for the domain beside it: as the puzzle's moves where `plan generate` wrote them."""
    where = outlet(ctx, ENDINGS)
    check_told(ctx, where)
    return tell_result(_validate_files(**files).narrate(), where, explain)


def _validate_files(problem: str, plan_file: str, domain: str | None, **options: Any) -> ValidPlan:
    """Return what `ferryplan.validate` says of a plan, and print the slips in its PDDL on standard error."""
    from ferryplan.planner.api.plans import validate

    names = ("plan_number", "timeout", "memory")
    files = Path(problem), Path(plan_file), None if domain is None else Path(domain)
    with Work(plan_file):
        try:
            found = validate(*files, **{name: options[name] for name in names})
        except FerryplanError as error:
            note_aside(getattr(error, "__notes__", ()))
            raise
    note_aside(found.slips)
    return found
