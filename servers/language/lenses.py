"""The commands above a problem and a puzzle: solve, graph, why."""

from __future__ import annotations

from lsprotocol import types

from ferryplan import FerryplanError, graph, load, solve, why
from ferryplan.domains.messages import format_message
from ferryplan.servers.language.pddl_pairs import PddlWorkspace, find_definition_line

PREFIX = "ferryplan."
COMMANDS = ("solve", "graph", "why")
"""the commands, each a function of ferryplan with the same name"""
COMMAND_SECONDS = 60.0
"""the time limit of a command"""


def list_lenses(files: PddlWorkspace, uri: str) -> list[types.CodeLens]:
    """Return the commands above a problem or a puzzle file; none for other files."""
    if files.find_kind(uri) not in ("problem", "puzzle"):
        return []
    line = find_definition_line(files.read(uri) or "")
    place = types.Range(types.Position(line, 0), types.Position(line, 0))
    return [
        types.CodeLens(place, types.Command(format_message(f"lenses.{name}"), f"{PREFIX}{name}", arguments=[uri]))
        for name in COMMANDS
    ]


def run_command(name: str, source: tuple[str, str] | str) -> str:
    """Run a command on PDDL or a puzzle, and return its answer as text, or the mistake that ended it."""
    try:
        puzzle = load(source)
        match name:
            case "solve":
                return str(solve(puzzle, timeout=COMMAND_SECONDS))
            case "graph":
                return str(graph(puzzle, timeout=COMMAND_SECONDS))
            case _:
                return str(why(puzzle, timeout=COMMAND_SECONDS))
    except FerryplanError as error:
        return str(error)


def find_source(files: PddlWorkspace, uri: str) -> tuple[str, str] | str:
    """Return what a command runs on: the texts of a domain and a problem, or a puzzle file.

    A puzzle file without changes is given as its path, because its folder may hold templates.
    Raises FerryplanError for a problem without a domain.
    """
    if files.find_kind(uri) == "puzzle":
        return files.find_unchanged_path(uri) or files.read(uri) or ""
    pair = files.find_pair(uri)
    if pair.domain is None or pair.problem is None:
        raise FerryplanError(format_message("lenses.no-domain"))
    return pair.domain, pair.problem
