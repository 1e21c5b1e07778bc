"""The verb `why`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import force_option, formats, limit_options
from ferryplan.planner.cli.output import STANDARD_OUTPUT, Outlet, check_effect
from ferryplan.planner.cli.values import Whole
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work

if TYPE_CHECKING:
    from ferryplan.generator.layout import Layout


@about_a_puzzle("why")
@formats("text", "json")
@click.option("--certificate", type=click.Path(path_type=Path))
@force_option
@click.option("--max-states", type=Whole(1), default=200_000)
@limit_options()
def why_command(ctx: click.Context, certificate: Path | None, **values: Any) -> int:
    """Say why PUZZLE has no plan: how far one gets, what stops one there, and the smallest changes that help.

    No engine is asked: the rules themselves are explored. Where there is a plan, that is said. Of a logic grid it is told which
    clues contradict each other.
    """
    from ferryplan.planner.api.solving import why
    from ferryplan.planner.system.files import check_place

    if certificate is None:
        check_effect(ctx, "with --certificate", "force")
    elif certificate == STANDARD_OUTPUT:
        raise click.UsageError(format_message("commands.needs-file", option="--certificate"))
    else:
        check_place(certificate)
    puzzle, parameters = chosen(ctx, values)
    limits = {name: values[name] for name in ("max_states", "timeout", "memory")}
    with Work(puzzle.title):
        answer = why(puzzle, parameters, **limits)
    if certificate is not None and answer.status != "unsolvable":
        raise click.UsageError(format_message("commands.not-unsolvable", status=answer.status))
    told: dict[str, Callable[[Layout], str]] = {
        "text": lambda layout: answer.render("text", layout=layout),
        "json": lambda _: answer.render("json"),
        "certificate": lambda _: json.dumps(answer.certificate, ensure_ascii=False, indent=1) + "\n",
    }
    files = {} if certificate is None else {certificate: "certificate"}
    Outlet(values["form"], files, values["force"]).give(lambda form, layout: [told[form](layout)])
    return exit_code(answer.status)
