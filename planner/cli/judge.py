"""The verbs `validate` and `narrate`: plans that come back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError, PddlError, PlanError
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
    from ferryplan.planner.solution import MoveBrokenError
    from ferryplan.planner.valid_plan import ValidPlan

    try:
        judged = _judged(plan_file=plan_file, **files)
    except InvalidPlanError as error:
        if form == "json":
            details = {}
            if isinstance(error, MoveBrokenError):
                details = {error.move: error.number, "rule": error.rule, "violation": error.found}
            click.echo(
                json.dumps(
                    {"valid": False, **details, "message": str(error), "notes": error.notes},
                    ensure_ascii=False,
                    indent=2,
                )
            )
            return exit_code("invalid")
        raise
    click.echo(ValidPlan(plan_file, judged).render(form), nl=False)
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
        why = judged.notes[-1] if judged.notes else format_message("commands.takes-time-or-maximizes")
        raise PddlError(format_message("commands.not-narrated", reason=why), file=files["problem"])
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
