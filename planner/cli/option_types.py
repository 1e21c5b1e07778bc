"""The types of option values: numbers, amounts with a unit, yes or no, names.

The error for a wrong value states the value and the expected ones.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import find_known_name, format_suggestion
from ferryplan.generator.wording import YES_NO_VALUES, join_phrases

UNQUOTED_NAME = re.compile(r"[\w./+-]+")
"""file names that need no quotes in a shell"""
SECONDS_PER_UNIT = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
UNSTATED_BOUND = 10**9
"""bounds from this number on are not mentioned"""
MEBIBYTES_PER_UNIT = {"": 1.0, "m": 1.0, "mb": 1.0, "mib": 1.0, "g": 1024.0, "gb": 1024.0, "gib": 1024.0}


PARAM_PREFIX = "--param:"
"""the prefix of the parameter options that work in every verb, after `--param NAME=VALUE` is joined"""


def name_of_parameter(key: str) -> str:
    """Return click's name for the option of a puzzle's parameter, which no option of a verb has."""
    return f"parameter_{key}"


def format_option_name(param: click.Parameter) -> str:
    """Return an option in its long form, as a user types it."""
    plain = [option for option in param.opts if not option.startswith(PARAM_PREFIX)]
    return max(plain, key=len) if plain else param.opts[0].replace(":", " ")


class WholeNumber(click.ParamType[int]):
    """A whole number with a lower bound, and an upper bound if there is one."""

    name = "number"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self.least, self.most = least, most

    @property
    def expected_text(self) -> str:
        """The expected values, in words."""
        return (
            f"{self.least} to {self.most}"
            if (self.most or UNSTATED_BOUND) < UNSTATED_BOUND
            else f"{self.least} or more"
        )

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            number = int(value)
        except ValueError:
            key = (
                "commands.whole-number-from"
                if (self.most or UNSTATED_BOUND) < UNSTATED_BOUND
                else "commands.whole-number-at-least"
            )
            self.fail(format_message(key, value=value, least=self.least, most=self.most), param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"found {value}, expected {self.least} to {self.most}", param, ctx)
        if number < self.least:
            self.fail(f"found {value}, expected {self.expected_text}", param, ctx)
        return number


class AmountWithUnit(click.ParamType[float]):
    """A positive number within bounds, with or without a unit."""

    name = "amount"

    def __init__(
        self, units: Mapping[str, float], least: float, most: float, expected_text: str, make: type[float] = float
    ) -> None:
        self.units, self.least, self.most, self.expected_text, self.make = units, least, most, expected_text, make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the amount in the base unit."""
        split = re.fullmatch(r"(.*?) ?([a-z]*)", str(value).lower())
        try:
            amount = float(split[1]) * self.units[split[2]] if split else 0.0
        except (ValueError, KeyError):
            amount = 0.0
        if not (amount > 0 and self.least <= amount <= self.most):
            self.fail(f"found '{value}', expected {self.expected_text}", param, ctx)
        return self.make(amount)


class NumberRange(click.ParamType[range]):
    """A range of whole numbers within bounds, such as ``4..8``, or a single number."""

    name = "a..b"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the range."""
        if isinstance(value, range):
            return value
        found = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", str(value), re.ASCII)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not self.least <= first <= last <= self.most:
            expected = f"a number or a range such as {self.least}..{min(self.least + 2, self.most)}, from {self.least} to {self.most}"
            self.fail(f"found '{value}', expected {expected}", param, ctx)
        return range(first, last + 1)


class NumberList(click.ParamType[tuple[int, ...]]):
    """Whole numbers separated by commas."""

    name = "number,…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(number) for number in str(value).split(","))
        except ValueError:
            self.fail(f"found '{value}', expected whole numbers with commas between them, such as 1,2,5", param, ctx)


class YesOrNo(click.ParamType[bool]):
    """Yes or no."""

    name = "yes|no"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """Return true for yes, false for no."""
        if isinstance(value, bool):
            return value
        if str(value).lower() not in YES_NO_VALUES:
            self.fail(f"found '{value}', expected yes or no", param, ctx)
        return YES_NO_VALUES[str(value).lower()]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the words with this prefix."""
        return [CompletionItem(word) for word in ("yes", "no") if word.startswith(incomplete)]


class OneOf(click.ParamType[Any]):
    """One of several names, in upper or lower case.

    With ``several``, the value is a comma-separated list, which becomes a tuple without repetitions.
    With ``others``, any other name is allowed, too; else also names in the ``registry``. ``endings`` are alternative spellings of
    some names: ``md`` for ``markdown``.
    """

    name = "name"

    def __init__(
        self,
        known: Iterable[str],
        *,
        several: bool = False,
        others: bool = False,
        registry: Container[str] = (),
        endings: Mapping[str, str] | None = None,
    ) -> None:
        self.known, self.several, self.others, self.registry = tuple(known), several, others, registry
        self.short = {ending.removeprefix("."): name for name, ending in (endings or {}).items()}

    @property
    def expected_text(self) -> str:
        """The expected names, in words."""
        others = ("another engine of unified-planning",) if self.others else ()
        return join_phrases([*self.known, *others], "or")

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the placeholder in help pages: the name of the option in capitals."""
        return "A,B,…" if self.several else format_option_name(param).removeprefix("--").upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or the names."""
        if not isinstance(value, str):
            return value
        if self.several:
            return tuple(dict.fromkeys(self._convert_name(name.strip(), param, ctx) for name in value.split(",")))
        return self._convert_name(value, param, ctx)

    def _convert_name(self, name: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = find_known_name(name, self.known) or self.short.get(name.lower().removeprefix("."))
        if found is None and not (name and (self.others or name in self.registry)):
            self.fail(f"found '{name}'{format_suggestion(name, self.known)}", param, ctx)
        return found or name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names with this prefix; in a list, completions of its last name."""
        before, comma, last = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        names = (name for name in self.known if name.startswith(last.lower()))
        return [CompletionItem(f"{before}{comma}{name}") for name in names]


class SeveralValues(click.ParamType[str]):
    """Several values as text, which `ferryplan.planner.parameter_ranges` parses later."""

    def __init__(self, name: str) -> None:
        self.name = name


def complete_puzzles(ctx: click.Context, param: click.Parameter | None, incomplete: str) -> list[CompletionItem]:
    """Return the puzzles of the catalog, and the puzzle files, that begin with a text.

    File names that need quotes are left out. If nothing fits, an item makes the shell complete file names.
    """
    names = [name for name in domains.puzzle_files() if name.startswith(incomplete.lower())]
    files = filter(UNQUOTED_NAME.fullmatch, sorted(glob.glob(f"{glob.escape(incomplete)}*.toml")))
    return [*map(CompletionItem, (*names, *files))] or [CompletionItem(incomplete, type="file")]
