"""The verbs `validate` and `narrate`, for plans from other programs or people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.errors import FerryplanError, InvalidPlanError
from ferryplan.planner.cli.option_types import WholeNumber
from ferryplan.planner.cli.options import add_format_option, add_limit_options, add_options
from ferryplan.planner.cli.output import (
    add_output_options,
    check_option_affects_formats,
    explain_option,
    make_output_target,
    print_notes,
    write_result,
)
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.result_formats import ENDINGS, WRITERS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import WorkProgress

if TYPE_CHECKING:
    from ferryplan.planner.valid_plan import ValidPlan

_plan_arguments = add_options(
    click.argument("problem", type=click.Path()),
    click.argument("plan_file", metavar="PLAN", type=click.Path(allow_dash=True)),
    click.option("--domain", type=click.Path()),
    click.option("--plan-number", type=WholeNumber(1)),
    add_limit_options(),
)


@make_verb("validate")
@_plan_arguments
@add_format_option("text", "json")
def validate_command(plan_file: str, form: str, **files: Any) -> int:
    """Validate a PLAN from any planner for PROBLEM and the domain beside it.

    The plan is executed on the PDDL, action by action. If `plan generate` wrote the files, the plan is also replayed by
    the puzzle's rules. The output says that the plan is valid, or which action is not applicable, or which crossing
    breaks which rule. PLAN may be - for standard input. The exit code is 14 if the plan is not valid, and 30 if the
    plan cannot be read.
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
@_plan_arguments
@add_output_options(*ENDINGS, registry=WRITERS)
@explain_option
@click.pass_context
def narrate_command(ctx: click.Context, /, explain: bool, **files: Any) -> int:
    """Narrate a PLAN from any planner for PROBLEM and the domain beside it.

    The narration has the puzzle's moves if `plan generate` wrote the files.
    """
    where = make_output_target(ctx, ENDINGS)
    check_option_affects_formats(ctx, where)
    return write_result(_validate_files(**files).narrate(), where, explain)


def _validate_files(problem: str, plan_file: str, domain: str | None, **options: Any) -> ValidPlan:
    """Validate a plan with `ferryplan.validate`, and print the slips in its PDDL on standard error."""
    from ferryplan.planner.api.plans import validate

    names = ("plan_number", "timeout", "memory")
    files = Path(problem), Path(plan_file), None if domain is None else Path(domain)
    with WorkProgress(plan_file):
        try:
            found = validate(*files, **{name: options[name] for name in names})
        except FerryplanError as error:
            print_notes(getattr(error, "__notes__", ()))
            raise
    print_notes(found.slips)
    return found
