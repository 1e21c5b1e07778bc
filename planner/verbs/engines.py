"""The verb `engines`."""

from __future__ import annotations

from planner.verbs.catalogue import listed
from planner.verbs.cli import plan
from planner.verbs.commands import CONTEXT, examples, formats

__all__ = ["engines_command"]


@plan.command("engines", context_settings=CONTEXT, epilog=examples("engines"))
@formats("text", "json")
def engines_command(form: str) -> int:
    """List the planners: which are installed, which dialects they take, what they guarantee, how to get the missing ones."""
    from planner.overview import engines_as_json, engines_as_table

    return listed(form, engines_as_json, engines_as_table)
