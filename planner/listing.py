"""Which solutions are to be told, and how, where all are asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from planner.json_text import laid_out

__all__ = ["MOST_TOLD", "Wanted", "on_a_line"]

MOST_TOLD = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which solutions are to be told, and how."""

    form: str
    every: bool
    first: int | None
    count: bool
    stream: bool
    up_to_symmetry: bool
    further: int

    @property
    def most(self) -> int | None:
        """How many are told at most; None if there is no bound."""
        if self.first or self.stream:
            return self.first
        return 0 if self.count and not self.every else MOST_TOLD

    @property
    def counts(self) -> bool:
        """Whether all are counted even if that takes longer than to list those that are told."""
        return self.count or not (self.first or self.stream)

    def check_form(self, forms: Sequence[str]) -> None:
        """Raise UsageError unless the format is one of these."""
        if self.form not in forms:
            raise click.UsageError(f"--format: found '{self.form}', expected {' or '.join(forms)} with --all")

    def tell_object(self, data: Mapping[str, Any]) -> None:
        """Print an answer, if answers are JSON."""
        if self.form == "json":
            click.echo(on_a_line(data) if self.stream else laid_out(data), nl=self.stream)


def on_a_line(data: object) -> str:
    """Return an object as JSON on one line."""
    return json.dumps(data, ensure_ascii=False)
