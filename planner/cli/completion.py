"""The verb `completion`: what makes a shell complete verbs, puzzles, options and their values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from planner.cli.values import OneOf
from planner.cli.verbs import CONTEXT, examples, plan

VARIABLE = "_PLAN_COMPLETE"
"""of the environment: with it, a shell asks for completions"""


@plan.command("completion", context_settings=CONTEXT, epilog=examples("completion bash"))
@click.argument("shell", type=OneOf(("bash", "zsh", "fish")))
def completion_command(shell: str) -> int:
    """Print what makes a SHELL complete verbs, puzzles and options; put it into the shell's start-up file."""
    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(plan, {}, "plan", VARIABLE).source())
    return 0
