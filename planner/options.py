"""A command about a puzzle: each parameter that the puzzle declares becomes an option at run time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

import domains
from generator.errors import PuzzleError
from generator.puzzle import BooleanParameter, IntegerParameter, PuzzleFile, load

__all__ = ["DEFAULT_PUZZLE", "PuzzleCommand", "PuzzleName", "chosen"]

DEFAULT_PUZZLE = "jealous-couples"


class PuzzleName(click.ParamType):
    """A name of the catalogue, or a path to a file."""

    name = "puzzle"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names of the catalogue that fit, and an item that makes the shell complete files."""
        names = [CompletionItem(name) for name in domains.puzzle_files() if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


class PuzzleCommand(click.Command):
    """A command whose argument is a puzzle, and whose options are its own and those of the puzzle."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the options of the puzzle that they name."""
        try:
            ctx.meta["ferryplan.puzzle"] = load(self._puzzle_among(args))
        except PuzzleError:
            if not ctx.resilient_parsing:
                raise
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's parameters, then those of the puzzle."""
        params = super().get_params(ctx)
        puzzle = ctx.meta.get("ferryplan.puzzle")
        if puzzle is None:
            return params
        taken = {name for param in params for name in (*param.opts, *param.secondary_opts)}
        options = [_option(key, spec) for key, spec in puzzle.parameters.items()]
        for option in options:
            if clash := taken & {*option.opts, *option.secondary_opts}:
                raise PuzzleError(f"{puzzle.name}: parameters.{option.name}: found a name that the option {min(clash)} has already, expected another")
        return [params[0], *options, *params[1:]]

    def _puzzle_among(self, args: list[str]) -> str:
        """Return the first argument that is neither an option nor an option's value, or the default puzzle.

        Which options a puzzle has is not known before it is found: what follows an unknown option is its value unless it names a puzzle.
        """

        def is_puzzle(argument: str) -> bool:
            return argument in domains.puzzle_files() or argument.lower().endswith(".toml")

        takes_value = {name for param in self.params if isinstance(param, click.Option) and not param.is_flag for name in param.opts}
        awaited = ""
        for argument in args:
            if awaited in takes_value or (awaited and not is_puzzle(argument) and not argument.startswith("--")):
                awaited = ""  # this is the option's value
                continue
            if argument.startswith("-") and len(argument) > 1:
                awaited = "" if "=" in argument or (argument[:2] != "--" and len(argument) > 2) else argument
            else:
                return argument
        return DEFAULT_PUZZLE


def chosen(ctx: click.Context, values: Mapping[str, Any]) -> tuple[PuzzleFile, dict[str, int | bool]]:
    """Return the puzzle of a command, and the values given for its parameters; takes these out of ``values``' keys."""
    puzzle: PuzzleFile = ctx.meta["ferryplan.puzzle"]
    return puzzle, {key: values[key] for key in puzzle.parameters if values.get(key) is not None}


def _option(key: str, spec: IntegerParameter | BooleanParameter) -> click.Option:
    name = key.replace("_", "-")
    if isinstance(spec, BooleanParameter):
        return click.Option([f"--{name}/--no-{name}", key], default=None, help=f"{spec.help}  [default: {'yes' if spec.default else 'no'}]")
    default = "the smallest that works" if spec.default == "smallest" else spec.default
    return click.Option(
        [f"--{name}", key], type=int, metavar="NUMBER", help=f"{spec.help}  [{spec.minimum} to {spec.maximum}; default: {default}]"
    )


