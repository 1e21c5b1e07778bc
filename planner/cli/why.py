"""The verb `why`: the reasons why a puzzle has no solution."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb
from ferryplan.planner.cli.option_types import WholeNumber
from ferryplan.planner.cli.options import add_format_option, add_limit_options, force_option
from ferryplan.planner.cli.output import STANDARD_OUTPUT, OutputTarget, check_options_have_effect
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import WorkProgress

if TYPE_CHECKING:
    from ferryplan.generator.layout import Layout


@make_puzzle_verb("why")
@add_format_option("text", "json")
@click.option("--certificate", type=click.Path(path_type=Path))
@force_option
@click.option("--max-states", type=WholeNumber(1), default=200_000)
@add_limit_options()
def why_command(ctx: click.Context, certificate: Path | None, **values: Any) -> int:
    """Explain why PUZZLE has no solution, and which changes would help.

    The answer shows the states nearest to the goal, and the rules that forbid moves there. No engine runs: a search explores the
    rules. If there is a solution, the answer says so. For a logic grid, it names the clues
    that contradict each other.
    """
    from ferryplan.planner.api.solving import why
    from ferryplan.planner.system.user_files import check_writable_path

    if certificate is None:
        check_options_have_effect(ctx, "with --certificate", "force")
    elif certificate == STANDARD_OUTPUT:
        raise click.UsageError(format_message("commands.needs-file", option="--certificate"))
    else:
        check_writable_path(certificate)
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    limits = {name: values[name] for name in ("max_states", "timeout", "memory")}
    with WorkProgress(puzzle.title):
        answer = why(puzzle, parameters, **limits)
    if certificate is not None and answer.status != "unsolvable":
        raise click.UsageError(format_message("commands.not-unsolvable", status=answer.status))
    told: dict[str, Callable[[Layout], str]] = {
        "text": lambda layout: answer.render("text", layout=layout),
        "json": lambda _: answer.render("json"),
        "certificate": lambda _: json.dumps(answer.certificate, ensure_ascii=False, indent=1) + "\n",
    }
    files = {} if certificate is None else {certificate: "certificate"}
    OutputTarget(values["form"], files, values["force"]).write_answer(lambda form, layout: [told[form](layout)])
    return exit_code(answer.status)
