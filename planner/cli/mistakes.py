"""What is wrong with a command line, in words: where, what was found, what may have been meant."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import click

from ferryplan.generator.catalogue import entries
from ferryplan.generator.errors import meant, near, nearest
from ferryplan.generator.files import puzzle_named
from ferryplan.planner.cli.values import YesOrNo, spelled
from ferryplan.planner.cli.verbs import TYPED, TooMuchError, verbs
from ferryplan.planner.cli.words import VERBS

MOST_VERBS = 6
"""of which it is said that they have an option"""


def in_words(error: click.ClickException) -> str:
    """Return what an error of the command line says."""
    match error:
        case TooMuchError(ctx=click.Context() as ctx):
            return _too_much(error.message, ctx)
        case click.NoSuchOption(ctx=click.Context() as ctx):
            return _no_option(error.option_name, ctx)
        case click.MissingParameter(ctx=click.Context() as ctx):
            return f"{ctx.info_name}: found too little, expected `{ctx.command_path} {' '.join(ctx.command.collect_usage_pieces(ctx)[:-1])}`"
        case click.BadParameter(param=click.Parameter() as param):
            named = spelled(param) if isinstance(param, click.Option) else str(param.metavar or param.name).lower()
            return f"{named}: {error.message}"
        case click.BadOptionUsage():
            found, expected = ("a value", "none") if "not take" in error.message else ("nothing behind it", "a value")
            return f"{error.option_name}: found {found}, expected {expected}"
    return error.format_message()


def _too_much(found: str, ctx: click.Context) -> str:
    """Return what is said of an argument that a verb does not take."""
    puzzle = ctx.meta.get("ferryplan.name")
    behind = f"found '{found}' behind '{puzzle or ctx.info_name}', expected options only"
    if puzzle is None or not ctx.meta.get("ferryplan.puzzle"):
        return behind
    if puzzle_named(found):
        return f"found '{puzzle}' and '{found}', expected one puzzle at a time"
    numbers = [key for key, spec in ctx.meta["ferryplan.puzzle"].parameters.items() if spec.type == "integer"]
    if meant(found, VERBS):
        return f"{behind}; the verb comes first: `plan {found} {puzzle}`"
    return f"{behind}, such as `--{numbers[0].replace('_', '-')} {found}`" if numbers and found.isdecimal() else behind


def _no_option(found: str, ctx: click.Context) -> str:
    """Return what is said of an option that there is not: who has it, or what is near."""
    words: tuple[str, ...] = ctx.meta.get(TYPED, ())
    verb = [word for word in words[:1] if meant(word, VERBS)]
    found = next((word for word in words if found[:2] != "--" and word.startswith(found)), found)  # -couples, not -c
    name = found.lstrip("-")
    if bare := meant(name, VERBS):
        return f"found '{found}', which is no option; did you mean `plan {bare}`?"
    params = [param for param in ctx.command.get_params(ctx) if isinstance(param, click.Option)]
    own = [option for param in params for option in param.opts]
    if name.startswith("no-"):
        own += [f"--no-{option[2:]}" for param in params if isinstance(param.type, YesOrNo) for option in param.opts]
    puzzle = ctx.meta.get("ferryplan.name")
    if puzzle and found.startswith("--") and (other := next(_puzzles_with(name.replace("-", "_")), None)):
        rest = [word for word in words[len(verb) :] if word != puzzle]
        return f"{ctx.meta['ferryplan.puzzle'].name} has no {found}; did you mean `{shlex.join(['plan', *verb, other, *rest])}`?"
    having = [one for one, command in verbs().items() if any(found in param.opts for param in command.params)]
    having = [] if near(found, own) else having
    if len(having) == 1:
        return f"{ctx.info_name} has no {found}; did you mean `{shlex.join(['plan', *having, *words[len(verb) :]])}`?"
    if 0 < len(having) <= MOST_VERBS:
        return f"'{ctx.info_name}' has no option {found}; these verbs do: {', '.join(having)}"
    of = f" of {ctx.info_name}" if verb else ""
    return f"found '{found}', which is no option{of}{nearest(found, own, f'; `plan {ctx.info_name} --help` shows all')}"


def _puzzles_with(parameter: str) -> Iterator[str]:
    """Yield the puzzles of the catalogue with such a parameter, those first whose names say so."""
    word = parameter.removeprefix("no_").partition("_")[0]
    for puzzle in sorted(entries(), key=lambda puzzle: word not in puzzle.name):
        if {parameter, parameter.removeprefix("no_")} & puzzle.parameters.keys():
            yield puzzle.name
