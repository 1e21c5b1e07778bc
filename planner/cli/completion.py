"""The verb `completion`, and the completion of verbs, puzzles, options, values and files in shells."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.verbs import make_verb, plan

COMPLETE_VARIABLE = "_PLAN_COMPLETE"
"""the environment variable with which a shell requests completions"""
SHELLS = ("bash", "zsh", "fish")


@add_completion_class
class BashCompletion(BashComplete):
    """Completion for bash, which passes the ``=`` between an option and its value as a separate word."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the incomplete word, without any ``=``, and the incomplete word."""
        words, incomplete = super().get_completion_args()
        return [word for word in words if word != "="], incomplete


class UnsplitWordCompletion(ShellComplete):
    """Completion for shells (zsh and fish) that pass an option, ``=`` and its value as a single word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return the completions of the incomplete word; completed values keep the ``--option=`` before them."""
        joined = incomplete.startswith("--") and "=" in incomplete
        name, equals, value = incomplete.partition("=") if joined else ("", "", incomplete)
        found = super().get_completions([*args, name] if equals else args, value)
        return [CompletionItem(f"{name}{equals}{item.value}", item.type, item.help) for item in found]


@add_completion_class
class ZshCompletion(UnsplitWordCompletion, ZshComplete):
    """Completion for zsh, with code that loads zsh's completion system if it is not loaded."""

    source_template = (
        "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n" + ZshComplete.source_template
    )


@add_completion_class
class FishCompletion(UnsplitWordCompletion, FishComplete):
    """Completion for fish, in which values may have commas."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


def print_completions() -> None:
    """Print the completions that a shell requests by an environment variable, and exit."""
    plan.main(sys.argv[1:], prog_name="plan", complete_var=COMPLETE_VARIABLE)


@make_verb("completion")
@click.argument("shell", required=False, type=OneOf(SHELLS))
@click.option("--install", is_flag=True)
def completion_command(shell: str | None, install: bool) -> int:
    """Print the completion script for a SHELL, or install it.

    SHELL is bash, zsh or fish; without it, the user's shell.
    """
    shell = shell or Path(os.environ.get("SHELL", "")).name
    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"shell: found '{shell}', expected {' or '.join(SHELLS)}")
    script = completion(plan, {}, "plan", COMPLETE_VARIABLE).source().strip() + "\n"
    click.echo(_install_script(shell, script) if install else script, nl=install)
    return 0


def _install_script(shell: str, script: str) -> str:
    """Write a completion script into the user's home folder, and return a message for the user.

    For bash and zsh, the shell's startup file gets a line that loads the script.
    """
    from ferryplan.planner.system.user_files import write_all_or_none

    home = Path.home()
    configuration = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    if shell == "fish":
        path, startup = configuration / "fish" / "completions" / "plan.fish", None
    else:
        path = configuration / "ferryplan" / f"completion.{shell}"
        startup = home / ".bashrc" if shell == "bash" else Path(os.environ.get("ZDOTDIR") or home) / ".zshrc"
    files, line = {path: script.encode()}, f". {shlex.quote(str(path))}"
    if startup is not None:
        before = startup.read_text(errors="surrogateescape") if startup.exists() else ""
        if line not in before.splitlines():
            files[startup] = f"{before.rstrip()}\n{line}\n".lstrip().encode(errors="surrogateescape")
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
    write_all_or_none(files)
    return format_message("commands.completion-written", files=" and ".join(map(str, files)))
