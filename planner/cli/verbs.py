"""The command `plan`: its verbs, by what one wants, imported when they are asked for."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, meant, suggest_name
from ferryplan.generator.files import puzzle_named
from ferryplan.planner.cli.pages import write_examples, write_options, write_verbs
from ferryplan.planner.cli.values import OneOf, puzzles_begun, spelled
from ferryplan.planner.cli.words import HELP, VERBS
from ferryplan.planner.system.terminal import colours


def plain_option(option: str) -> str:
    """Return an option as it is spelled here: capitals and ``_`` are forgiven."""
    return option.lower().replace("_", "-")


TYPED = "ferryplan.arguments"
"""where a context has the arguments of the command as they were typed"""
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110, "token_normalize_func": plain_option}


def _colour(ctx: click.Context, option: click.Parameter, wanted: str) -> None:
    before = colours.set(wanted)
    ctx.call_on_close(lambda: colours.reset(before))


class TooMuchError(click.UsageError):
    """An argument that a verb does not take."""


class Verb(click.Command):
    """A verb of the command line, whose help page stands in `help.toml`; it refuses arguments that it does not take."""

    def __init__(self, name: str, **attributes: Any) -> None:
        page = VERBS[name]
        attributes["help"] = page["description"]  # the function's docstring is for those who read the code
        super().__init__(name, context_settings=CONTEXT, epilog="\n".join(page["examples"]), **attributes)
        when = OneOf(("auto", "always", "never"))
        self.params.append(click.Option(["--color"], type=when, default="auto", expose_value=False, callback=_colour))
        descriptions = {**HELP["options"], **page.get("options", {})}
        for option in self.params:
            if isinstance(option, click.Option) and option.help is None:
                described = descriptions[spelled(option).removeprefix("--")]
                table = {"help": described} if isinstance(described, str) else described
                option.help = table["help"]
                option.metavar = table.get("takes")
                option.show_default = table.get("default")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        ctx.allow_extra_args = True
        further = super().parse_args(ctx, args)
        if further and not ctx.resilient_parsing:
            raise TooMuchError(further[0], ctx)
        return further

    def named(self, ctx: click.Context) -> str:
        """Return the puzzle as it was named, the empty text if none was."""
        name = str(ctx.meta.get("ferryplan.name", ""))
        return name if name in ctx.meta.get(TYPED, ()) else ""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what stands behind the verb: the puzzle before the options."""
        options, *arguments = super().collect_usage_pieces(ctx)
        return [self.named(ctx) or piece if piece == "[PUZZLE]" else piece for piece in arguments] + [options]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the verb does; of a puzzle that is named its title, too."""
        text = inspect.cleandoc(self.help or "")
        if name := self.named(ctx):
            text = f"{ctx.meta['ferryplan.puzzle'].title}\n\n{text.replace('PUZZLE', name)}"
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the options take; of a puzzle that is named only those that can be asked of it."""
        write_options(ctx, formatter, ctx.meta.get("ferryplan.puzzle"), bool(self.named(ctx)))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, with the puzzle that is named."""
        lines = (self.epilog or "").splitlines()
        if name := self.named(ctx):
            solving = (f"plan {name} -o {Path(name).stem}.html", f"plan {name} --count", f"plan show {name}")
            lines = [f"plan {self.name} {name}"] if self.name != "solve" else [f"plan {name}", *solving]
        write_examples(formatter, lines)


class Plan(click.Group):
    """The group of verbs; without a verb, `solve`."""

    command_class = Verb

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs."""
        return [verb for verb, words in VERBS.items() if "module" in words]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a verb."""
        if module := VERBS.get(name, {}).get("module"):
            importlib.import_module(f"ferryplan.planner.cli.{module}")
        return self.commands.get(name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `solve` in front of arguments that do not begin with a verb."""
        ctx.meta[TYPED] = tuple(args)
        if args[:1] == ["--color"] or (args and args[0].startswith("--color=")):  # it may also stand before the verb
            size = 1 if "=" in args[0] else 2
            args = [*args[size:], *args[:size]]
        first = args[0] if args else ""
        if ctx.resilient_parsing and not args:  # the shell asks what may come first
            return super().parse_args(ctx, args)
        verb = meant(first, VERBS)
        if verb == "help":
            return self.parse_args(ctx, args[1:] if ctx.resilient_parsing else [*args[1:], "--help"])
        if verb:
            args = [verb, *args[1:]]
        elif first not in ("--help", "-h", "--version"):
            if first and not first.startswith("-") and not puzzle_named(first) and not ctx.resilient_parsing:
                says, advice = format_message("commands.unknown-verb", name=first), suggest_puzzle(first, [*VERBS])
                raise PuzzleError(says, about="puzzle", found=f"'{first}'", advice=advice)
            args = ["solve", *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs, and the options of most of them."""
        write_verbs(formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples."""
        write_examples(formatter, (self.epilog or "").splitlines())

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the verbs and puzzles that begin so, or the options of `solve` with the default puzzle."""
        if incomplete.startswith("-"):
            solve = self.get_command(ctx, "solve")
            assert solve is not None
            return solve.shell_complete(solve.make_context("solve", [], ctx, resilient_parsing=True), incomplete)
        begun = {verb: words["gives"] for verb, words in VERBS.items() if verb.startswith(incomplete.lower())}
        found = [CompletionItem(verb, help=gives) for verb, gives in begun.items()]
        found += puzzles_begun(ctx, None, incomplete)
        return [one for one in found if one.type != "file"] or found


def suggest_puzzle(found: str, verbs: Sequence[str] = ()) -> str:
    """Return the advice about a name that stands for no puzzle, or for none of these verbs either."""
    known = (*verbs, *domains.puzzle_files(), *sorted(path.name for path in Path().glob("*.toml")))
    key = "commands.list-puzzles-and-verbs" if verbs else "commands.list-puzzles"
    return suggest_name(found, known, format_message(key))


@click.group(
    cls=Plan,
    context_settings=CONTEXT,
    options_metavar="",
    subcommand_metavar="[VERB] [PUZZLE] [--parameter VALUE …] [OPTIONS]",
    help=HELP["description"],
    epilog="\n".join(HELP["examples"]),
)
@click.version_option(package_name="ferryplan", prog_name="plan")
def plan() -> None:
    """Run a verb, by default `solve`."""


def verbs() -> dict[str, click.Command]:
    """Return every verb, by its name."""
    ctx = click.Context(plan)
    found = {name: plan.get_command(ctx, name) for name in plan.list_commands(ctx)}
    return {name: verb for name, verb in found.items() if verb is not None}
