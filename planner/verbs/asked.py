"""The options that say what is asked of an engine: a dialect, an encoding, limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from generator.pddl.generation import DIALECTS, ENCODINGS

__all__ = ["dialect_options", "limit_options"]

Function = Callable[..., Any]


def dialect_options(dialect: str | None, best: str, encoding: str) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--dialect`` with a default, or ``best`` in words, and ``--encoding`` with its default in words."""
    options = (
        click.option(
            "--dialect",
            type=click.Choice(DIALECTS),
            default=dialect,
            help=f"the PDDL fragment  [default: {dialect or best}]",
        ),
        click.option(
            "--encoding",
            type=click.Choice(ENCODINGS),
            help=f"whether each traveller has a name or only their numbers count  [default: {encoding}]",
        ),
    )
    return _adding(options)


def limit_options(timeout: float, of_what: str) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--timeout``, for what, and ``--memory``."""
    options = (
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True, max=10**8),
            default=timeout,
            show_default=True,
            help=f"seconds, {of_what}",
        ),
        click.option(
            "--memory",
            type=click.IntRange(min=256, max=2**30),
            default=4096,
            show_default=True,
            help="MiB for the engine",
        ),
    )
    return _adding(options)


def _adding(options: tuple[Callable[[Function], Function], ...]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
