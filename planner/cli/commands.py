"""Verbs about a puzzle: each parameter that the puzzle declares becomes an option at run time."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import (
    EncodingError,
    FerryplanError,
    ParameterError,
    PddlError,
    PuzzleError,
)
from ferryplan.generator.files import find_shadowed_path, resolve_puzzle_reference
from ferryplan.generator.names import format_parameter_option
from ferryplan.generator.puzzle_index import (
    CatalogEntry,
    find_catalog_entry,
    get_family_capabilities,
    make_catalog_entry,
)
from ferryplan.generator.wording import format_parameter_value
from ferryplan.planner.cli.option_types import (
    complete_puzzles,
    format_option_name,
    python_name_of_parameter,
)
from ferryplan.planner.cli.puzzle_options import (
    check_param_arguments,
    find_verb_option,
    is_surely_puzzle,
    join_boolean_values,
    join_param_arguments,
    make_parameter_option,
)
from ferryplan.planner.cli.verb_registry import Page
from ferryplan.planner.cli.verbs import Verb, make_verb, normalize_option, suggest_puzzle
from ferryplan.planner.system.terminal import names_options

if TYPE_CHECKING:
    from ferryplan.generator.instance import ParameterValue
    from ferryplan.generator.puzzle_file import PuzzleFile

DEFAULT_PUZZLE = "jealous-couples"


def note_shadowed_path(name: str) -> None:
    """Print a note on standard error if a catalog puzzle has the same name as an existing file or folder."""
    if path := find_shadowed_path(name):
        note = format_message("commands.catalogue-before-path", name=name, path=path)
        click.echo(f"plan: note: {note}", err=True)


class PuzzleCommand(Verb):
    """A verb whose argument is a puzzle, and whose options include the parameters of the puzzle.

    With ``several``, each parameter may have several values (``--couples 2..4``), which stand for several instances.
    """

    takes_pddl_files = True
    """whether ``--domain`` and ``--problem`` may take the place of the puzzle"""

    def __init__(self, name: str, page: Page, *, several: bool, **attributes: Any) -> None:
        super().__init__(name, page, **attributes)
        self.several = several

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the puzzle among the arguments, and parse them with the options of this puzzle."""
        args = join_param_arguments(args)
        name = ctx.meta["ferryplan.name"] = self._find_puzzle_argument(args)
        files = _find_pddl_files(args) if self.takes_pddl_files else {}
        try:
            puzzle = ctx.meta["ferryplan.puzzle"] = (
                _make_pddl_entry(**files) if len(files) == 2 else self._load_puzzle(name)
            )
            if name in args and not ctx.resilient_parsing:
                note_shadowed_path(name)
            check_param_arguments(args, puzzle, ctx)
            args = join_boolean_values(args, puzzle, self)
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
            if was_option_given(ctx, "puzzle"):
                raise click.UsageError(
                    format_message("commands.not-together", option="--domain", other=f"the puzzle '{name}'")
                )
        return further

    def _load_puzzle(self, name: str) -> CatalogEntry:
        """Return the catalog entry of the puzzle with this name or path; ``-`` stands for standard input."""
        if name == "-" and self.name == "explore":
            raise PuzzleError(format_message("commands.input-has-moves"), about="puzzle", found="'-'")
        if name == "-":
            from ferryplan.generator.puzzle import parse_puzzle_text
            from ferryplan.planner.system.user_files import read_text

            return make_catalog_entry(parse_puzzle_text(read_text("-", PuzzleError), "standard input"))
        reference = resolve_puzzle_reference(name)
        if reference is None:
            says = format_message("puzzles.unknown-puzzle", name=name)
            raise PuzzleError(says, about="puzzle", found=f"'{name}'", advice=suggest_puzzle(name))
        return find_catalog_entry(reference)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command.

        An error about a wrong value gets the name of the option with that value.
        """
        try:
            return super().invoke(ctx)
        except FerryplanError as error:
            _add_option_to_error(error, ctx)
            raise

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return click's parameters: the puzzle argument, the puzzle's options, and the verb's own options."""
        params = super().get_params(ctx)
        puzzle = ctx.meta.get("ferryplan.puzzle")
        if puzzle is None:
            return params
        options = [make_parameter_option(self, key, choice, self.several) for key, choice in puzzle.parameters.items()]
        return [params[0], *options, *params[1:]]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return completions of an incomplete option; only options that the puzzle's family supports."""
        options = super().shell_complete(ctx, incomplete)
        puzzle = ctx.meta.get("ferryplan.puzzle")
        refused = get_family_capabilities(puzzle.family).refused_options if puzzle else ()
        return [one for one in options if one.value.lstrip("-") not in refused and ":" not in one.value]

    def _find_puzzle_argument(self, args: list[str]) -> str:
        """Return the first argument that is neither an option nor an option's value, or the default puzzle.

        The options of a puzzle are not known before the puzzle is found. So an argument after an unknown option counts
        as the value of this option, unless the argument names a puzzle.
        """

        own = [param for param in self.params if isinstance(param, click.Option)]
        takes_value = {name for option in own if not option.is_flag for name in option.opts}
        flags = {"--help", "-h", *(name for option in own if option.is_flag for name in option.opts)}
        awaited = ""
        for argument in args:
            if awaited in takes_value or (awaited and not is_surely_puzzle(argument) and not argument.startswith("--")):
                awaited = ""  # this is the option's value
                continue
            if argument.startswith("-") and len(argument) > 1:
                whole = "=" in argument or argument in flags or (argument[:2] in takes_value and len(argument) > 2)
                awaited = "" if whole else argument
            else:
                return argument
        return DEFAULT_PUZZLE


def has_pddl_files(ctx: click.Context) -> bool:
    """Return whether a command got PDDL files in place of a puzzle."""
    puzzle: CatalogEntry = ctx.meta["ferryplan.puzzle"]
    return puzzle.reference.lower().endswith(".pddl") or was_option_given(ctx, "problem")


def _find_pddl_files(args: list[str]) -> dict[str, str]:
    """Return the file names given with ``--domain`` and ``--problem``, under ``domain`` and ``problem``."""
    found = dict[str, str]()
    for argument, following in itertools.zip_longest(args, args[1:], fillvalue=""):
        option, equals, value = argument.partition("=")
        if normalize_option(option) in ("--domain", "--problem"):
            found[normalize_option(option)[2:]] = value if equals else following
    return found


def _make_pddl_entry(domain: str, problem: str) -> CatalogEntry:
    """Return a catalog entry for two PDDL files, which are read only when the puzzle is loaded."""
    return CatalogEntry(problem, "classical", problem, problem, {}, {"asked": "", "defaults": {}}, domain=domain)


def make_puzzle_verb(
    name: str, page: Page | None = None, *, several: bool = False
) -> Callable[[Callable[..., Any]], Verb]:
    """Return a decorator that turns a function into a verb whose argument is a puzzle.

    ``page`` is the help page, see `make_verb`. With ``several``, each parameter may have several values, such as
    ``--couples 2..4``; `ferryplan.planner.parameter_ranges` parses them.
    """

    def decorate(function: Callable[..., Any]) -> Verb:
        argument = click.argument("puzzle", required=False, default=DEFAULT_PUZZLE, shell_complete=complete_puzzles)
        told = argument(click.pass_context(function))
        for file in ("problem", "domain"):
            told = click.option(f"--{file}", type=click.Path(), expose_value=False)(told)
        return make_verb(name, page, cls=PuzzleCommand, several=several)(told)

    return decorate


def load_chosen_puzzle(ctx: click.Context, values: Mapping[str, Any]) -> tuple[PuzzleFile, dict[str, ParameterValue]]:
    """Return the puzzle that a command is about, and the values given for its parameters.

    A value may be the name of a file that holds the text, if the puzzle allows this for the parameter. ``values`` are the
    arguments and options of the command.

    The command line is parsed with the options of the puzzle, so the puzzle argument is guessed first. Raises
    UsageError if this guess was wrong, and for the first option that the puzzle's family does not support. Raises
    ParameterError for a file that cannot be read, and for a value other than yes or no that has no effect.
    """
    from ferryplan.generator.families import family_of
    from ferryplan.generator.puzzle import load
    from ferryplan.generator.sweeping import find_ineffective_parameters

    puzzle: PuzzleFile = ctx.meta["ferryplan.puzzle"].load_puzzle()
    for note in puzzle.notes:
        click.echo(f"plan: note: {note}", err=True)
    if has_pddl_files(ctx):
        from ferryplan.planner.pddl_lint import check_puzzle_pddl

        check_puzzle_pddl(puzzle)
    several = isinstance(ctx.command, PuzzleCommand) and ctx.command.several
    if values["puzzle"] != ctx.meta["ferryplan.name"]:
        load(values["puzzle"])
        raise click.UsageError(format_message("commands.puzzle-after-option", puzzle=values["puzzle"]))
    for option in (format_option_name(param) for param in ctx.command.params if ctx.params.get(param.name or "")):
        if why := family_of(puzzle).why_not(option.removeprefix("--")):
            slots = {"option": option, "puzzle": puzzle.name, "family": puzzle.family, "reason": why}
            raise click.UsageError(format_message("commands.not-for-family", **slots))
    typed = {key: values.get(python_name_of_parameter(key)) for key in puzzle.parameters}
    given = {key: value for key, value in typed.items() if value is not None}
    for key in puzzle.parameters:
        own = find_verb_option(ctx.command, key) if names_options.get() else None
        if own is not None and key not in given and was_option_given(ctx, str(own.name)):
            slots = {"option": format_option_name(own), "verb": str(ctx.command.name), "key": key}
            click.echo(f"plan: note: {format_message('commands.option-of-verb', **slots)}", err=True)
    for key in puzzle.parameters_read_from_files() & given.keys():
        from ferryplan.planner.system.user_files import read_text_or_file

        parts = given[key].split(";") if several else [given[key]]
        given[key] = ";".join(read_text_or_file(part, puzzle.name, key, puzzle.LINE_SEPARATOR) for part in parts)
    for key in () if several else find_ineffective_parameters(puzzle, given):
        told = _describe_ineffective_value(puzzle, key, given[key])
        if not isinstance(given[key], bool):
            raise ParameterError(told, where=puzzle.name, key=key)
        click.echo(f"plan: note: {format_parameter_option(key)}: {told}", err=True)
    return puzzle, given


def _describe_ineffective_value(puzzle: PuzzleFile, key: str, value: ParameterValue) -> str:
    return format_message(
        "commands.value-without-effect", value=format_parameter_value(value), help=puzzle.parameters[key].help
    )


def note_ineffective_parameters(
    puzzle: PuzzleFile, typed_values: Mapping[str, Any], combinations: Iterable[Mapping[str, ParameterValue]]
) -> None:
    """Print a note on standard error for each given parameter that has no effect on any instance.

    ``combinations`` are the parameter values of the instances. ``typed_values`` maps each given parameter to its value as typed.
    """
    from ferryplan.generator.sweeping import find_ineffective_parameters

    idle: set[str] | None = None
    for given in combinations:
        with contextlib.suppress(FerryplanError):  # other code reports parameters that make no sense together
            found = {*find_ineffective_parameters(puzzle, given)}
            idle = found if idle is None else idle & found
        if idle is not None and not idle:
            break
    for key in sorted(idle or ()):
        click.echo(
            f"plan: note: {format_parameter_option(key)}: {_describe_ineffective_value(puzzle, key, typed_values[key])}",
            err=True,
        )


def was_option_given(ctx: click.Context, name: str) -> bool:
    """Return whether the option or argument with this Python name was given on the command line."""
    return ctx.get_parameter_source(name) not in (ParameterSource.DEFAULT, None)


def _add_option_to_error(error: FerryplanError, ctx: click.Context) -> None:
    """Add the name of the option with the wrong value to an error, if messages may name options.

    If the chosen encoding cannot express the instance, also suggest dialects and encodings that can express it.
    """
    if not names_options.get():
        return
    puzzle: CatalogEntry = ctx.meta["ferryplan.puzzle"]
    key = (error.key or "").partition(".")[0].partition("[")[0]
    if key in puzzle.parameters:
        error.prefix_option(_option_name_for_parameter(key, ctx))
    elif given := [name for name in (key, f"{key}s") if was_option_given(ctx, name)]:
        error.prefix_option(next(format_option_name(param) for param in ctx.command.params if param.name == given[0]))
    if isinstance(error, EncodingError) and error.refused and "dialect" in ctx.params:
        from ferryplan.planner.questions.alternative_formulations import describe_formulation_options

        error.option_advice += describe_formulation_options(*error.refused, ctx.params.get("engine"))


def _option_name_for_parameter(key: str, ctx: click.Context) -> str:
    """Return the option (``--couples``) that sets a parameter of the command's puzzle."""
    return next(
        format_option_name(param)
        for param in ctx.command.get_params(ctx)
        if param.name == python_name_of_parameter(key)
    )
