"""What may stand behind options: numbers, amounts with a unit, yes or no, names. A wrong one is told as what was found and what is expected."""

from __future__ import annotations

import glob
import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import meant, nearest
from ferryplan.generator.wording import ANSWERS, listing

UNQUOTED = re.compile(r"[\w./+-]+")
"""names of files that need no quotes in a shell"""
SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
FAR = 10**9
"""bounds from here on are not worth a word"""
MEBIBYTES = {"": 1.0, "m": 1.0, "mb": 1.0, "mib": 1.0, "g": 1024.0, "gb": 1024.0, "gib": 1024.0}


PARAM = "--param:"
"""how the option of a parameter begins that works in every verb, once `--param NAME=VALUE` was read"""


def name_of_parameter(key: str) -> str:
    """Return the name under which the command line has the value of a puzzle's parameter: no option of a verb has it."""
    return f"parameter_{key}"


def spelled(param: click.Parameter) -> str:
    """Return an option as it is typed, in its long form."""
    plain = [option for option in param.opts if not option.startswith(PARAM)]
    return max(plain, key=len) if plain else param.opts[0].replace(":", " ")


class Whole(click.ParamType[int]):
    """A whole number from a least to a most one, if there is such a bound."""

    name = "number"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self.least, self.most = least, most

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"{self.least} to {self.most}" if (self.most or FAR) < FAR else f"{self.least} or more"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            number = int(value)
        except ValueError:
            key = "commands.whole-number-from" if (self.most or FAR) < FAR else "commands.whole-number-at-least"
            self.fail(format_message(key, value=value, least=self.least, most=self.most), param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"found {value}, expected {self.least} to {self.most}", param, ctx)
        if number < self.least:
            self.fail(f"found {value}, expected {self.expected}", param, ctx)
        return number


class Amount(click.ParamType[float]):
    """A number with a unit or without, over 0 and from a least to a most one."""

    name = "amount"

    def __init__(
        self, units: Mapping[str, float], least: float, most: float, words: str, make: type[float] = float
    ) -> None:
        self.units, self.least, self.most, self.words, self.make = units, least, most, words, make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the amount in the unit that counts for 1."""
        split = re.fullmatch(r"(.*?) ?([a-z]*)", str(value).lower())
        try:
            amount = float(split[1]) * self.units[split[2]] if split else 0.0
        except (ValueError, KeyError):
            amount = 0.0
        if not (amount > 0 and self.least <= amount <= self.most):
            self.fail(f"found '{value}', expected {self.words}", param, ctx)
        return self.make(amount)


class Range(click.ParamType[range]):
    """Whole numbers from one to another, such as ``4..8``, or one alone; all from a least to a most one."""

    name = "a..b"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the numbers."""
        if isinstance(value, range):
            return value
        found = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", str(value), re.ASCII)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not self.least <= first <= last <= self.most:
            expected = f"a number or a range such as {self.least}..{min(self.least + 2, self.most)}, from {self.least} to {self.most}"
            self.fail(f"found '{value}', expected {expected}", param, ctx)
        return range(first, last + 1)


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between them."""

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
        """Return whether it is yes."""
        if isinstance(value, bool):
            return value
        if str(value).lower() not in ANSWERS:
            self.fail(f"found '{value}', expected yes or no", param, ctx)
        return ANSWERS[str(value).lower()]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the words that fit."""
        return [CompletionItem(word) for word in ("yes", "no") if word.startswith(incomplete)]


class OneOf(click.ParamType[Any]):
    """One of several names, whatever its capitals; with ``several``, names with commas between them, as a tuple, each once.

    Where ``others`` says so, any other name may be one, too; else a name in the ``registry`` may. ``endings`` are another way to write
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
    def expected(self) -> str:
        """What is expected, in words."""
        others = ("another engine of unified-planning",) if self.others else ()
        return listing([*self.known, *others], "or")

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return what stands for it in help: what the option is called."""
        return "A,B,…" if self.several else spelled(param).removeprefix("--").upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or the names."""
        if not isinstance(value, str):
            return value
        if self.several:
            return tuple(dict.fromkeys(self._one(name.strip(), param, ctx) for name in value.split(",")))
        return self._one(value, param, ctx)

    def _one(self, name: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = meant(name, self.known) or self.short.get(name.lower().removeprefix("."))
        if found is None and not (name and (self.others or name in self.registry)):
            self.fail(f"found '{name}'{nearest(name, self.known)}", param, ctx)
        return found or name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin so; of several, the last."""
        before, comma, last = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        names = (name for name in self.known if name.startswith(last.lower()))
        return [CompletionItem(f"{before}{comma}{name}") for name in names]


class Several(click.ParamType[str]):
    """Several values as text, as `ferryplan.planner.cli.ranges` reads them."""

    def __init__(self, name: str) -> None:
        self.name = name


def puzzles_begun(ctx: click.Context, param: click.Parameter | None, incomplete: str) -> list[CompletionItem]:
    """Return the names of the catalogue that begin so, and the puzzle files of the folder that is named, as far as they need no quotes.

    Where there are none, an item makes the shell complete files.
    """
    names = [name for name in domains.puzzle_files() if name.startswith(incomplete.lower())]
    files = filter(UNQUOTED.fullmatch, sorted(glob.glob(f"{glob.escape(incomplete)}*.toml")))
    return [*map(CompletionItem, (*names, *files))] or [CompletionItem(incomplete, type="file")]
