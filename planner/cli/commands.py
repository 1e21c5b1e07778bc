"""Verbs about a puzzle: each parameter that it declares becomes an option at run time."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from ferryplan.domains.messages import format_message
from ferryplan.generator.catalogue import Entry, entry, entry_of, offers
from ferryplan.generator.errors import (
    EncodingError,
    FerryplanError,
    ParameterError,
    PddlError,
    PuzzleError,
)
from ferryplan.generator.files import path_of_same_name, puzzle_named
from ferryplan.generator.names import spell_parameter
from ferryplan.generator.wording import told_value
from ferryplan.planner.cli.settings import (
    check_settings,
    find_own_option,
    is_puzzle,
    join_answers,
    join_settings,
    make_option,
)
from ferryplan.planner.cli.values import (
    name_of_parameter,
    puzzles_begun,
    spelled,
)
from ferryplan.planner.cli.verbs import Verb, make_verb, plain_option, suggest_puzzle
from ferryplan.planner.cli.words import Page

if TYPE_CHECKING:
    from ferryplan.generator.instance import Value
    from ferryplan.generator.puzzle_file import PuzzleFile

DEFAULT_PUZZLE = "jealous-couples"


def note_path_of_same_name(name: str) -> None:
    """Say on standard error that a name stands for the catalogue's puzzle, if a path of that name could be meant, too."""
    if path := path_of_same_name(name):
        note = format_message("commands.catalogue-before-path", name=name, path=path)
        click.echo(f"plan: note: {note}", err=True)


class PuzzleCommand(Verb):
    """A command whose argument is a puzzle, or ``several`` instances of it, and whose options are its own and those of the puzzle."""

    of_files = True
    """whether two files of PDDL may stand for the puzzle"""

    def __init__(self, name: str, page: Page, *, several: bool, **attributes: Any) -> None:
        super().__init__(name, page, **attributes)
        self.several = several

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the options of the puzzle that they name."""
        args = join_settings(args)
        name = ctx.meta["ferryplan.name"] = self._puzzle_among(args)
        files = _files_among(args) if self.of_files else {}
        try:
            puzzle = ctx.meta["ferryplan.puzzle"] = _of_files(**files) if len(files) == 2 else self._load(name)
            if name in args and not ctx.resilient_parsing:
                note_path_of_same_name(name)
            check_settings(args, puzzle, ctx)
            args = join_answers(args, puzzle, self)
        except (PuzzleError, PddlError):
            if not ctx.resilient_parsing:
                raise
        further = super().parse_args(ctx, args)
        if files and not ctx.resilient_parsing:
            if len(files) < 2:
                given, missing = ("domain", "problem") if "domain" in files else ("problem", "domain")
                raise click.UsageError(
                    format_message("commands.needs-option", option=f"--{given}", other=f"--{missing}")
                )
            if was_typed(ctx, "puzzle"):
                raise click.UsageError(
                    format_message("commands.not-together", option="--domain", other=f"the puzzle '{name}'")
                )
        return further

    def _load(self, name: str) -> Entry:
        """Return the puzzle of that name; ``-`` is one on standard input."""
        if name == "-" and self.name == "explore":
            raise PuzzleError(format_message("commands.input-has-moves"), about="puzzle", found="'-'")
        if name == "-":
            from ferryplan.generator.puzzle import read
            from ferryplan.planner.system.files import read_text

            return entry_of(read(read_text("-", PuzzleError), "standard input"))
        reference = puzzle_named(name)
        if reference is None:
            says = format_message("puzzles.unknown-puzzle", name=name)
            raise PuzzleError(says, about="puzzle", found=f"'{name}'", advice=suggest_puzzle(name))
        return entry(reference)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what is wrong with a value is told of the option by which it is given."""
        try:
            return super().invoke(ctx)
        except FerryplanError as error:
            _name_options(error, ctx)
            raise

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's parameters, then those of the puzzle."""
        params = super().get_params(ctx)
        puzzle = ctx.meta.get("ferryplan.puzzle")
        if puzzle is None:
            return params
        options = [make_option(self, key, choice, self.several) for key, choice in puzzle.parameters.items()]
        return [params[0], *options, *params[1:]]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the options that begin so, as far as they can be asked of the puzzle."""
        options = super().shell_complete(ctx, incomplete)
        puzzle = ctx.meta.get("ferryplan.puzzle")
        refused = offers(puzzle.family).refused if puzzle else ()
        return [one for one in options if one.value.lstrip("-") not in refused and ":" not in one.value]

    def _puzzle_among(self, args: list[str]) -> str:
        """Return the first argument that is neither an option nor an option's value, or the default puzzle.

        Which options a puzzle has is not known before it is found: what follows an unknown option is its value unless it names a puzzle.
        """

        own = [param for param in self.params if isinstance(param, click.Option)]
        takes_value = {name for option in own if not option.is_flag for name in option.opts}
        flags = {"--help", "-h", *(name for option in own if option.is_flag for name in option.opts)}
        awaited = ""
        for argument in args:
            if awaited in takes_value or (awaited and not is_puzzle(argument) and not argument.startswith("--")):
                awaited = ""  # this is the option's value
                continue
            if argument.startswith("-") and len(argument) > 1:
                whole = "=" in argument or argument in flags or (argument[:2] in takes_value and len(argument) > 2)
                awaited = "" if whole else argument
            else:
                return argument
        return DEFAULT_PUZZLE


def is_pddl(ctx: click.Context) -> bool:
    """Return whether a command is about PDDL of others."""
    puzzle: Entry = ctx.meta["ferryplan.puzzle"]
    return puzzle.reference.lower().endswith(".pddl") or was_typed(ctx, "problem")


def _files_among(args: list[str]) -> dict[str, str]:
    """Return the files of PDDL among arguments, by their options."""
    found = dict[str, str]()
    for argument, following in itertools.zip_longest(args, args[1:], fillvalue=""):
        option, equals, value = argument.partition("=")
        if plain_option(option) in ("--domain", "--problem"):
            found[plain_option(option)[2:]] = value if equals else following
    return found


def _of_files(domain: str, problem: str) -> Entry:
    """Return two files of PDDL as a puzzle, which is read when it is asked for."""
    return Entry(problem, "classical", problem, problem, {}, {"asked": "", "defaults": {}}, domain=domain)


def about_a_puzzle(
    name: str, page: Page | None = None, *, several: bool = False
) -> Callable[[Callable[..., Any]], Verb]:
    """Return a decorator that turns a function into a verb whose argument is a puzzle; `make_verb` explains ``page``.

    With ``several``, each parameter of the puzzle may be given several values, as `ferryplan.planner.cli.ranges` reads them.
    """

    def decorate(function: Callable[..., Any]) -> Verb:
        argument = click.argument("puzzle", required=False, default=DEFAULT_PUZZLE, shell_complete=puzzles_begun)
        told = argument(click.pass_context(function))
        for file in ("problem", "domain"):
            told = click.option(f"--{file}", type=click.Path(), expose_value=False)(told)
        return make_verb(name, page, cls=PuzzleCommand, several=several)(told)

    return decorate


def chosen(ctx: click.Context, values: Mapping[str, Any]) -> tuple[PuzzleFile, dict[str, Value]]:
    """Return the puzzle of a command, and the values given for its parameters.

    A text may be that in a file, where the puzzle allows this. Raises UsageError if what was taken for the puzzle before its
    options were known is not what it turned out to be, and for the first option that the puzzle's family cannot be asked, with the reason,
    ParameterError for a file that cannot be read, and a number without effect.
    """
    from ferryplan.generator.families import family_of
    from ferryplan.generator.puzzle import load
    from ferryplan.generator.sweeping import without_effect

    puzzle: PuzzleFile = ctx.meta["ferryplan.puzzle"].read()
    for note in puzzle.notes:
        click.echo(f"plan: note: {note}", err=True)
    if is_pddl(ctx):
        from ferryplan.planner.linting import check_pair

        check_pair(puzzle)
    several = isinstance(ctx.command, PuzzleCommand) and ctx.command.several
    if values["puzzle"] != ctx.meta["ferryplan.name"]:
        load(values["puzzle"])
        raise click.UsageError(format_message("commands.puzzle-after-option", puzzle=values["puzzle"]))
    for option in (spelled(param) for param in ctx.command.params if ctx.params.get(param.name or "")):
        if why := family_of(puzzle).why_not(option.removeprefix("--")):
            slots = {"option": option, "puzzle": puzzle.name, "family": puzzle.family, "reason": why}
            raise click.UsageError(format_message("commands.not-for-family", **slots))
    typed = {key: values.get(name_of_parameter(key)) for key in puzzle.parameters}
    given = {key: value for key, value in typed.items() if value is not None}
    for key in puzzle.parameters:
        own = find_own_option(ctx.command, key)
        if own is not None and key not in given and was_typed(ctx, str(own.name)):
            slots = {"option": spelled(own), "verb": str(ctx.command.name), "key": key}
            click.echo(f"plan: note: {format_message('commands.option-of-verb', **slots)}", err=True)
    for key in puzzle.read_from_files() & given.keys():
        from ferryplan.planner.system.files import text_or_file

        parts = given[key].split(";") if several else [given[key]]
        given[key] = ";".join(text_or_file(part, puzzle.name, key, puzzle.JOINED) for part in parts)
    for key in () if several else without_effect(puzzle, given):
        told = _without_effect(puzzle, key, given[key])
        if not isinstance(given[key], bool):
            raise ParameterError(told, where=puzzle.name, key=key)
        click.echo(f"plan: note: {spell_parameter(key)}: {told}", err=True)
    return puzzle, given


def _without_effect(puzzle: PuzzleFile, key: str, value: Value) -> str:
    return format_message("commands.value-without-effect", value=told_value(value), help=puzzle.parameters[key].help)


def tell_without_effect(puzzle: PuzzleFile, texts: Mapping[str, Any], sets: Iterable[Mapping[str, Value]]) -> None:
    """Tell on standard error which parameters that were given, as these texts, change nothing in any of several sets."""
    from ferryplan.generator.sweeping import without_effect

    idle: set[str] | None = None
    for given in sets:
        with contextlib.suppress(FerryplanError):  # parameters that make no sense together are told of elsewhere
            found = {*without_effect(puzzle, given)}
            idle = found if idle is None else idle & found
        if idle is not None and not idle:
            break
    for key in sorted(idle or ()):
        click.echo(f"plan: note: {spell_parameter(key)}: {_without_effect(puzzle, key, texts[key])}", err=True)


def was_typed(ctx: click.Context, name: str) -> bool:
    """Return whether an option was given."""
    return ctx.get_parameter_source(name) not in (ParameterSource.DEFAULT, None)


def _name_options(error: FerryplanError, ctx: click.Context) -> None:
    """Have an error name the option that gave what is wrong, and for what is too large the options that take it."""
    puzzle: Entry = ctx.meta["ferryplan.puzzle"]
    key = (error.key or "").partition(".")[0].partition("[")[0]
    if key in puzzle.parameters:
        error.name_option(_option_for(key, ctx))
    elif given := [name for name in (key, f"{key}s") if was_typed(ctx, name)]:
        error.name_option(next(spelled(param) for param in ctx.command.params if param.name == given[0]))
    if isinstance(error, EncodingError) and error.refused and "dialect" in ctx.params:
        from ferryplan.planner.questions.holding import told_others

        error.option_advice += told_others(*error.refused, ctx.params.get("engine"))


def _option_for(key: str, ctx: click.Context) -> str:
    """Return the option that sets a parameter of the command's puzzle."""
    return next(spelled(param) for param in ctx.command.get_params(ctx) if param.name == name_of_parameter(key))
