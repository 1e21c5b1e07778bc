"""The types of option values: numbers, amounts with a unit, yes or no, names.

The error for a wrong value states the value and the accepted values.
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
"""the seconds in each unit of time"""
UNSTATED_BOUND = 10**9
"""error messages do not state upper bounds of this size or larger"""
MEBIBYTES_PER_UNIT = {"": 1.0, "m": 1.0, "mb": 1.0, "mib": 1.0, "g": 1024.0, "gb": 1024.0, "gib": 1024.0}
"""the mebibytes in each unit of memory"""


PARAM_PREFIX = "--param:"
"""the beginning of ``--param:couples=3``, the form that replaces ``--param couples=3`` before parsing"""


def python_name_of_parameter(key: str) -> str:
    """Return the Python name of the option for a puzzle's parameter, such as ``parameter_couples``.

    The prefix keeps it different from the Python names of a verb's own options.
    """
    return f"parameter_{key}"


def format_option_name(param: click.Parameter) -> str:
    """Return the long form of an option, such as ``--max-states``, as a user types it."""
    plain = [option for option in param.opts if not option.startswith(PARAM_PREFIX)]
    return max(plain, key=len) if plain else param.opts[0].replace(":", " ")


class WholeNumber(click.ParamType[int]):
    """An option type for whole numbers with a lower bound, and an upper bound if there is one."""

    name = "number"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self.least, self.most = least, most

    @property
    def expected_text(self) -> str:
        """The accepted numbers in words, such as ``1 to 5`` or ``1 or more``."""
        return (
            f"{self.least} to {self.most}"
            if (self.most or UNSTATED_BOUND) < UNSTATED_BOUND
            else f"{self.least} or more"
        )

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the whole number that a text stands for."""
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
    """An option type for positive amounts with an optional unit, such as ``10s`` or ``4G``.

    ``units`` maps each unit to its size in the base unit; ``least`` and ``most`` are the bounds in the base unit.
    ``expected_text`` describes the accepted amounts in errors, and ``make`` is the type of the converted amount.
    """

    name = "amount"

    def __init__(
        self, units: Mapping[str, float], least: float, most: float, expected_text: str, make: type[float] = float
    ) -> None:
        self.units, self.least, self.most, self.expected_text, self.make = units, least, most, expected_text, make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the amount in the base unit, such as seconds."""
        split = re.fullmatch(r"(.*?) ?([a-z]*)", str(value).lower())
        try:
            amount = float(split[1]) * self.units[split[2]] if split else 0.0
        except (ValueError, KeyError):
            amount = 0.0
        if not (amount > 0 and self.least <= amount <= self.most):
            self.fail(f"found '{value}', expected {self.expected_text}", param, ctx)
        return self.make(amount)


class NumberRange(click.ParamType[range]):
    """An option type for ranges of whole numbers within bounds, such as ``4..8``, or single numbers."""

    name = "a..b"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the range that a text such as ``4..8`` or ``5`` stands for."""
        if isinstance(value, range):
            return value
        found = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", str(value), re.ASCII)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not self.least <= first <= last <= self.most:
            expected = f"a number or a range such as {self.least}..{min(self.least + 2, self.most)}, from {self.least} to {self.most}"
            self.fail(f"found '{value}', expected {expected}", param, ctx)
        return range(first, last + 1)


class NumberList(click.ParamType[tuple[int, ...]]):
    """An option type for lists of whole numbers with commas between them, such as ``1,2,5``."""

    name = "number,…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers in a text such as ``1,2,5``."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(number) for number in str(value).split(","))
        except ValueError:
            self.fail(f"found '{value}', expected whole numbers with commas between them, such as 1,2,5", param, ctx)


class YesOrNo(click.ParamType[bool]):
    """An option type for the values yes and no."""

    name = "yes|no"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """Return true for yes, false for no."""
        if isinstance(value, bool):
            return value
        if str(value).lower() not in YES_NO_VALUES:
            self.fail(f"found '{value}', expected yes or no", param, ctx)
        return YES_NO_VALUES[str(value).lower()]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return those of the words ``yes`` and ``no`` that begin with the incomplete word."""
        return [CompletionItem(word) for word in ("yes", "no") if word.startswith(incomplete)]


class OneOf(click.ParamType[Any]):
    """The type of an option whose value is one of several names; upper and lower case are the same.

    With ``several``, the value is a list of names with commas, which becomes a tuple of names without repetitions.
    With ``allows_others``, every name is accepted; without it, only the ``known`` names and the names in ``registry``.
    ``endings`` maps known names to alternative spellings (``markdown`` to ``.md``).
    """

    name = "name"

    def __init__(
        self,
        known: Iterable[str],
        *,
        several: bool = False,
        allows_others: bool = False,
        registry: Container[str] = (),
        endings: Mapping[str, str] | None = None,
    ) -> None:
        self.known, self.several, self.others, self.registry = tuple(known), several, allows_others, registry
        self.short = {ending.removeprefix("."): name for name, ending in (endings or {}).items()}

    @property
    def expected_text(self) -> str:
        """The accepted names in words, such as ``text or json``."""
        others = ("another engine of unified-planning",) if self.others else ()
        return join_phrases([*self.known, *others], "or")

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the placeholder for the value in help pages: the name of the option in capitals."""
        return "A,B,…" if self.several else format_option_name(param).removeprefix("--").upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the known spelling of a name.

        With ``several``, return a tuple of such names for a list with commas.
        """
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
        """Return the known names that begin with the incomplete word.

        In a list with commas, the last name is completed.
        """
        before, comma, last = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        names = (name for name in self.known if name.startswith(last.lower()))
        return [CompletionItem(f"{before}{comma}{name}") for name in names]


class SeveralValues(click.ParamType[str]):
    """An option type for several values in one text, which `ferryplan.planner.parameter_ranges` parses."""

    def __init__(self, name: str) -> None:
        self.name = name


def complete_puzzles(ctx: click.Context, param: click.Parameter | None, incomplete: str) -> list[CompletionItem]:
    """Return the catalog names and puzzle file names that begin with the incomplete word.

    File names that need quotes in a shell are left out. If no name is left, return one item that tells the shell to
    complete file names itself.
    """
    names = [name for name in domains.puzzle_files() if name.startswith(incomplete.lower())]
    files = filter(UNQUOTED_NAME.fullmatch, sorted(glob.glob(f"{glob.escape(incomplete)}*.toml")))
    return [*map(CompletionItem, (*names, *files))] or [CompletionItem(incomplete, type="file")]
