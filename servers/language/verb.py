"""The verb `lsp`, which runs the language server."""

from __future__ import annotations

import importlib.util

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.servers.language.pages import PAGES


class MissingLspError(ferryplan.FerryplanError):
    """The packages of the extra `lsp` are not installed."""

    exit_code = 31


@make_verb("lsp", PAGES["lsp"])
def lsp_command() -> int:
    """Serve an editor over standard input and output, until it ends the session."""
    # `pygls` 1.x has no `pygls.lsp.server`, and the search for a module of a missing package is an error.
    if importlib.util.find_spec("pygls") is None or importlib.util.find_spec("pygls.lsp.server") is None:
        raise MissingLspError(format_message("symbols.extra-missing"))
    from ferryplan.servers.language.server import run_server

    run_server()
    return 0
