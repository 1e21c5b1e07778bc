"""The verb `completion`, and the answers to shells that ask what may come next: verbs, puzzles, options, their values, files."""

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
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.cli.verbs import make_verb, plan

VARIABLE = "_PLAN_COMPLETE"
"""of the environment: with it, a shell asks for completions"""
SHELLS = ("bash", "zsh", "fish")


@add_completion_class
class Bash(BashComplete):
    """Completion for bash, which makes a word of the `=` between an option and its value."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is completed, and that one."""
        words, incomplete = super().get_completion_args()
        return [word for word in words if word != "="], incomplete


class Joined(ShellComplete):
    """Completion for shells to which an option with `=` and its value are one word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return what may stand for that word."""
        joined = incomplete.startswith("--") and "=" in incomplete
        name, equals, value = incomplete.partition("=") if joined else ("", "", incomplete)
        found = super().get_completions([*args, name] if equals else args, value)
        return [CompletionItem(f"{name}{equals}{item.value}", item.type, item.help) for item in found]


@add_completion_class
class Zsh(Joined, ZshComplete):
    """Completion for zsh, where perhaps nothing else is completed."""

    source_template = (
        "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n" + ZshComplete.source_template
    )


@add_completion_class
class Fish(Joined, FishComplete):
    """Completion for fish, in which values may have commas."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


def answer() -> None:
    """Answer the shell that asks for completions, and exit."""
    plan.main(sys.argv[1:], prog_name="plan", complete_var=VARIABLE)


@make_verb("completion")
@click.argument("shell", required=False, type=OneOf(SHELLS))
@click.option("--install", is_flag=True)
def completion_command(shell: str | None, install: bool) -> int:
    """Print what makes a SHELL complete verbs, puzzles, options, their values and files, or set it up.

    SHELL is bash, zsh or fish; if it is left out, the one that is in use.
    """
    shell = shell or Path(os.environ.get("SHELL", "")).name
    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"shell: found '{shell}', expected {' or '.join(SHELLS)}")
    script = completion(plan, {}, "plan", VARIABLE).source().strip() + "\n"
    click.echo(_installed(shell, script) if install else script, nl=install)
    return 0


def _installed(shell: str, script: str) -> str:
    """Write the script where the shell finds it in the folder of its user; return what was written."""
    from ferryplan.planner.system.files import write_all

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
    write_all(files)
    return format_message("commands.completion-written", files=" and ".join(map(str, files)))
