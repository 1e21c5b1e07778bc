"""What may stand behind options: numbers, amounts with a unit, yes or no, names. A wrong one is told as what was found and what is expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from generator.errors import nearest

ANSWERS = {"yes": True, "no": False, "true": True, "false": False}
"""how yes and no may be written"""
SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
MEBIBYTES = {"": 1.0, "m": 1.0, "mb": 1.0, "mib": 1.0, "g": 1024.0, "gb": 1024.0, "gib": 1024.0}


class Whole(click.ParamType[int]):
    """A whole number from a least to a most one, as far as there are such bounds."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        bounds = f" from {self.least} to {self.most}" if self.most is not None else ""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"found '{value}', expected a whole number{bounds}", param, ctx)
        if (self.most is not None and number > self.most) or (self.least is not None and number < self.least):
            self.fail(f"found {value}, expected{bounds.removeprefix(' from') or f' {self.least} or more'}", param, ctx)
        return number


class Amount(click.ParamType[float]):
    """A number with a unit or without, over 0 and from a least to a most one."""

    name = "amount"

    def __init__(
        self, units: Mapping[str, float], least: float, most: float, expected: str, make: type[float] = float
    ) -> None:
        self.units, self.least, self.most, self.expected, self.make = units, least, most, expected, make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the amount in the unit that counts for 1."""
        split = re.fullmatch(r"(.*?) ?([a-z]*)", str(value).lower())
        try:
            amount = float(split[1]) * self.units[split[2]] if split else 0.0
        except (ValueError, KeyError):
            amount = 0.0
        if not (amount > 0 and self.least <= amount <= self.most):
            self.fail(f"found '{value}', expected {self.expected}", param, ctx)
        return self.make(amount)


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between them."""

    name = "numbers"

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


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them; if ``known`` is given, of those."""

    name = "names"

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        self.known = known

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the names, each once."""
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(name.strip() for name in str(value).split(",")))
        for name in names:
            if not name or (self.known and name not in self.known):
                expected = nearest(name, self.known) if self.known else "; expected names with commas between them"
                self.fail(f"found '{name}'{expected}", param, ctx)
        return names


class Form(click.Choice[str]):
    """A format by its name, or by how its files end: ``md`` for ``markdown``."""

    def __init__(self, endings: Mapping[str, str]) -> None:
        super().__init__(list(endings))
        self.short = {ending.removeprefix("."): name for name, ending in endings.items()}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return its name."""
        return super().convert(self.short.get(str(value).lower().removeprefix("."), value), param, ctx)
