"""The help page of the verb `mcp`, from `help.toml`."""

from __future__ import annotations

from pathlib import Path

from ferryplan.planner.cli.verb_registry import read_pages

PAGES = read_pages(Path(__file__).with_name("help.toml"))
