"""The command line: the group of the verbs, which have modules of their own. What they do is imported when they run."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from planner.verbs.commands import CONTEXT, Plan, examples

__all__ = ["COMPLETION", "plan"]

COMPLETION = "_PLAN_COMPLETE"


@click.group(
    cls=Plan,
    context_settings=CONTEXT,
    epilog=examples("", "--couples 4", "missionaries-cannibals --cannibals 2", "family --explain", "list"),
)
@click.version_option(package_name="ferryplan", prog_name="plan")
def plan() -> None:
    """River-crossing puzzles as PDDL planning problems: written, solved by real planners, told and checked.

    Without a verb, `solve`; without a puzzle, `jealous-couples`. A path to a .toml file stands wherever a puzzle's name does.
    """


@plan.command("completion", context_settings=CONTEXT, epilog=examples("completion bash"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> int:
    """Print what makes a SHELL complete verbs, puzzles and options; put it into the shell's start-up file."""
    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(plan, {}, "plan", COMPLETION).source())
    return 0
