"""The verbs by name, and their help pages, from `help.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferryplan.generator.registry import Registry

if TYPE_CHECKING:
    import click

Page = Mapping[str, Any]
"""the help page of a verb: `group`, `gives` (its line in the list of verbs), `description`, `examples` and `options`"""


def pages_by_verb(tables: Mapping[str, Any]) -> dict[str, Page]:
    """Return the help page of each verb; ``tables`` is the content of a file such as `help.toml`."""
    return {verb: {"group": group, **page} for group, pages in tables["verbs"].items() for verb, page in pages.items()}


def read_pages(path: Path) -> dict[str, Page]:
    """Read the help page of each verb from a TOML file."""
    return pages_by_verb(tomllib.loads(path.read_text(encoding="utf-8")))


HELP: dict[str, Any] = tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))
"""the content of `help.toml`: help pages, groups of verbs, and descriptions of options"""
PAGES = pages_by_verb(HELP)
"""The help pages of the verbs of this package; `help` has a page and no command."""
VERBS: Registry[click.Command] = Registry(
    "ferryplan.verbs",
    {
        verb: f"ferryplan.planner.cli.{page['module']}:{verb}_command"
        for verb, page in PAGES.items()
        if "module" in page
    },
)
"""The command of each verb; other distributions add verbs by entry points, as `teaching` does."""
HELP_PAGES: Registry[Mapping[str, Page]] = Registry("ferryplan.help", {})
"""The help pages of other distributions, by verb; with them the list of verbs need not import the commands."""
