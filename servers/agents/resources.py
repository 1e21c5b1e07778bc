"""The resources: the catalog and its puzzles, notes on PDDL, and documentation of functions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.puzzle_tools import format_catalog_row

SCHEME = "ferryplan://"
NOTES = {"dialects": "Dialects of PDDL", "repairing": "Write and repair a PDDL model"}
"""the notes in the folder `notes`, with their titles"""
DOCUMENTED = ("lint", "check", "validate", "solve", "why", "space", "puzzles", "generate", "pose", "score")
"""the public functions whose documentation is a resource: those that the tools call"""


@dataclass(frozen=True, slots=True)
class TextResource:
    """A resource: its address, its title, and the type of its text."""

    uri: str
    title: str
    mime_type: str = "text/plain"


class UnknownResourceError(ferryplan.FerryplanError, LookupError):
    """There is no resource with this address."""


def list_resources() -> Iterator[TextResource]:
    """Yield the resources with a fixed address; those of puzzles are ``ferryplan://puzzles/NAME``."""
    yield TextResource(f"{SCHEME}catalog", "The puzzles of the catalog")
    for name, title in NOTES.items():
        yield TextResource(f"{SCHEME}notes/{name}", title, "text/markdown")
    for name in DOCUMENTED:
        yield TextResource(f"{SCHEME}functions/{name}", format_message("agents.function-title", name=name))


def read_resource(uri: str) -> str:
    """Return the text of a resource. Raises UnknownResourceError."""
    folder, _, name = uri.removeprefix(SCHEME).partition("/")
    if uri == f"{SCHEME}catalog":
        return "\n".join(map(format_catalog_row, ferryplan.puzzles()))
    if folder == "notes" and name in NOTES:
        return Path(__file__).parent.joinpath("notes", f"{name}.md").read_text(encoding="utf-8")
    if folder == "functions" and name in DOCUMENTED:
        function = getattr(ferryplan, name)
        return f"{name}{inspect.signature(function)}\n\n{inspect.getdoc(function)}"
    if folder == "puzzles" and name in {one.name for one in ferryplan.puzzles()}:
        return ferryplan.load(name).to_toml()
    raise UnknownResourceError(format_message("agents.no-such-resource", uri=uri[:200]))
