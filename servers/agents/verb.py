"""The verb `mcp`, which serves tools to coding agents."""

from __future__ import annotations

import importlib.util

import click

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.options import add_limit_options
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.servers.agents.pages import PAGES


class MissingMcpError(ferryplan.FerryplanError):
    """The packages of the extra `mcp` are not installed."""

    exit_code = 31


@make_verb("mcp", PAGES["mcp"])
@click.option("--folder", type=click.Path(exists=True, file_okay=False))
@add_limit_options(limits_whole_verb=False)
def mcp_command(folder: str | None, timeout: float, memory: int) -> int:
    """Serve tools for PDDL and puzzles to a coding agent, until it leaves."""
    # `mcp` 1.x has no `mcp_types`.
    if any(importlib.util.find_spec(name) is None for name in ("mcp", "mcp_types")):
        raise MissingMcpError(format_message("agents.extra-missing"))
    from ferryplan.servers.agents.server import serve

    serve(folder, timeout, memory)
    return 0
