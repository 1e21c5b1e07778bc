"""The command `plan`, a group of verbs; each verb is imported when it is used."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, find_known_name, suggest_name
from ferryplan.generator.files import resolve_puzzle_reference
from ferryplan.generator.registry import EntryPointError
from ferryplan.planner.cli.help_pages import write_example_section, write_option_help, write_verb_list
from ferryplan.planner.cli.option_types import OneOf, complete_puzzles, format_option_name
from ferryplan.planner.cli.verb_registry import HELP, HELP_PAGES, PAGES, VERBS, Page
from ferryplan.planner.system.terminal import color_mode


def normalize_option(option: str) -> str:
    """Return an option in lower case, with ``-`` in place of ``_``."""
    return option.lower().replace("_", "-")


TYPED_ARGUMENTS = "ferryplan.arguments"
"""the key in the ``meta`` of click's context for the command's arguments as typed"""
CONTEXT_SETTINGS = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 110,
    "token_normalize_func": normalize_option,
}


def _set_color_mode(ctx: click.Context, option: click.Parameter, wanted: str) -> None:
    before = color_mode.set(wanted)
    ctx.call_on_close(lambda: color_mode.reset(before))


class ExtraArgumentError(click.UsageError):
    """The command line has an argument that the verb does not take."""


class Verb(click.Command):
    """A verb of the command line (such as `solve`) with its help page; it refuses extra arguments."""

    def __init__(self, name: str, page: Page, **attributes: Any) -> None:
        self.page = page
        attributes["help"] = page["description"]  # docstrings of functions are for readers of the code
        super().__init__(
            name, context_settings=CONTEXT_SETTINGS, epilog="\n".join(page.get("examples", ())), **attributes
        )
        when = OneOf(("auto", "always", "never"))
        self.params.append(
            click.Option(["--color"], type=when, default="auto", expose_value=False, callback=_set_color_mode)
        )
        descriptions = {**HELP["options"], **page.get("options", {})}
        for option in self.params:
            if isinstance(option, click.Option) and option.help is None:
                described = descriptions[format_option_name(option).removeprefix("--")]
                table = {"help": described} if isinstance(described, str) else described
                option.help = table["help"]
                option.metavar = table.get("takes")
                option.show_default = table.get("default")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line's arguments; raise ExtraArgumentError if there are more than the verb takes."""
        ctx.allow_extra_args = True
        further = super().parse_args(ctx, args)
        if further and not ctx.resilient_parsing:
            raise ExtraArgumentError(further[0], ctx)
        return further

    def find_named_puzzle(self, ctx: click.Context) -> str:
        """Return the puzzle named on the command line; the empty text if none is named."""
        name = str(ctx.meta.get("ferryplan.name", ""))
        return name if name in ctx.meta.get(TYPED_ARGUMENTS, ()) else ""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the parts of the usage line, with the puzzle and other arguments before the options."""
        options, *arguments = super().collect_usage_pieces(ctx)
        return [self.find_named_puzzle(ctx) or piece if piece == "[PUZZLE]" else piece for piece in arguments] + [
            options
        ]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verb's description to its help page, with the title of the puzzle if one is named."""
        text = inspect.cleandoc(self.help or "")
        if name := self.find_named_puzzle(ctx):
            text = f"{ctx.meta['ferryplan.puzzle'].title}\n\n{text.replace('PUZZLE', name)}"
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options to the help page; for a named puzzle only those that its family supports."""
        write_option_help(ctx, formatter, ctx.meta.get("ferryplan.puzzle"), bool(self.find_named_puzzle(ctx)))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples to the help page; if a puzzle is named, examples with this puzzle."""
        lines = (self.epilog or "").splitlines()
        if name := self.find_named_puzzle(ctx):
            solving = (f"plan {name} -o {Path(name).stem}.html", f"plan {name} --count", f"plan show {name}")
            lines = [f"plan {self.name} {name}"] if self.name != "solve" else [f"plan {name}", *solving]
        write_example_section(formatter, lines)


def make_verb(
    name: str, page: Page | None = None, *, cls: type[Verb] = Verb, **attributes: Any
) -> Callable[[Callable[..., Any]], Verb]:
    """Return a decorator that turns a function into the command of a verb.

    ``page`` is the help page; None takes the one in `help.toml`. A verb of another distribution brings its own page. ``cls`` is
    the class of the command.
    """
    return click.command(name, cls=cls, page=PAGES[name] if page is None else page, **attributes)


def find_verb(word: str) -> str | None:
    """Return the name of the verb that a word of the command line stands for; None if it is no verb.

    If a verb of another distribution has the name of a verb or a puzzle of ferryplan, ferryplan's own name counts.
    """
    if (known := find_known_name(word, PAGES)) or word.startswith("-") or find_known_name(word, domains.puzzle_files()):
        return known
    return find_known_name(word, VERBS.list_names())


class PlanCommandGroup(click.Group):
    """The command `plan`: the group of all verbs, with `solve` as the default verb."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all verbs."""
        return VERBS.list_names()

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of a verb; None for an unknown verb."""
        return VERBS.get(name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert `solve` before arguments that do not begin with a verb."""
        ctx.meta[TYPED_ARGUMENTS] = tuple(args)
        if args[:1] == ["--color"] or (args and args[0].startswith("--color=")):  # --color may also precede the verb
            size = 1 if "=" in args[0] else 2
            args = [*args[size:], *args[:size]]
        first = args[0] if args else ""
        if ctx.resilient_parsing and not args:  # the shell requests completions of the first word
            return super().parse_args(ctx, args)
        verb = find_verb(first)
        if verb == "help":
            return self.parse_args(ctx, args[1:] if ctx.resilient_parsing else [*args[1:], "--help"])
        if verb:
            args = [verb, *args[1:]]
        elif first not in ("--help", "-h", "--version"):
            if (
                first
                and not first.startswith("-")
                and not resolve_puzzle_reference(first)
                and not ctx.resilient_parsing
            ):
                says, advice = (
                    format_message("commands.unknown-verb", name=first),
                    suggest_puzzle(first, [*collect_pages()]),
                )
                raise PuzzleError(says, about="puzzle", found=f"'{first}'", advice=advice)
            args = ["solve", *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs to the help page, and the options that most of them have."""
        write_verb_list(formatter, collect_pages())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples of `plan` to the help page."""
        write_example_section(formatter, (self.epilog or "").splitlines())

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the verbs and puzzles that begin with the incomplete word; for ``-``, options of `solve`."""
        if incomplete.startswith("-"):
            solve = self.get_command(ctx, "solve")
            assert solve is not None
            return solve.shell_complete(solve.make_context("solve", [], ctx, resilient_parsing=True), incomplete)
        begun = [verb for verb in collect_pages().items() if verb[0].startswith(incomplete.lower())]
        found = [CompletionItem(verb, help=page["gives"]) for verb, page in begun]
        found += complete_puzzles(ctx, None, incomplete)
        return [one for one in found if one.type != "file"] or found


def suggest_puzzle(unknown_name: str, verbs: Sequence[str] = ()) -> str:
    """Return advice for an unknown name: similar names, or the command that lists all names.

    Puzzles are suggested and, if ``verbs`` is not empty, these verbs, too.
    """
    known = (*verbs, *domains.puzzle_files(), *sorted(path.name for path in Path().glob("*.toml")))
    key = "commands.list-puzzles-and-verbs" if verbs else "commands.list-puzzles"
    return suggest_name(unknown_name, known, format_message(key))


@click.group(
    cls=PlanCommandGroup,
    context_settings=CONTEXT_SETTINGS,
    options_metavar="",
    subcommand_metavar="[VERB] [PUZZLE] [--parameter VALUE …] [OPTIONS]",
    help=HELP["description"],
    epilog="\n".join(HELP["examples"]),
)
@click.version_option(package_name="ferryplan", prog_name="plan")
def plan() -> None:
    """Run a verb, by default `solve`."""


def load_verbs() -> dict[str, click.Command]:
    """Import the commands of all verbs, and return them by name.

    Verbs of other distributions that cannot be imported are left out.
    """
    found = dict[str, click.Command]()
    for name in VERBS.list_names():
        with contextlib.suppress(EntryPointError):
            found[name] = VERBS[name]
    return found


def collect_pages() -> dict[str, Page]:
    """Return the help page of each verb by name.

    A verb of another distribution is imported only if that distribution registers no help page for the verb. If the
    import fails, the page of the verb contains the error message.
    """
    brought = dict[str, Page]()
    for distribution in HELP_PAGES.list_names():
        with contextlib.suppress(EntryPointError):  # the pages of the verbs themselves report the error
            brought.update(HELP_PAGES[distribution])
    pages = dict(PAGES)
    for name in VERBS.list_names():
        if name not in pages:
            pages[name] = brought.get(name) or _find_page(name)
    return pages


def _find_page(name: str) -> Page:
    """Import a verb of another distribution and return its help page, or a page with the error message."""
    try:
        verb = VERBS[name]
    except EntryPointError as error:
        return {"group": format_message("commands.broken-verbs"), "gives": str(error)}
    if isinstance(verb, Verb):
        return verb.page
    return {"group": HELP["groups"][-1], "gives": verb.get_short_help_str()}
