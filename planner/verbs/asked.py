"""The options that say what is asked of an engine: a dialect, an encoding, limits."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from generator.pddl.generation import DIALECTS, ENCODINGS
from planner.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, limited

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


def limit_options(of_what: str = "for all of it", *, handed_on: bool = True) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--timeout``, for what, and ``--memory``.

    A limit for all of it holds for the whole verb, which may take a moment longer to tell what it knows; ``handed_on`` says whether
    the verb's function gets the two as well. Any other limit is the verb's affair.
    """
    options = (
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True, max=10**8),
            default=DEFAULT_TIMEOUT,
            show_default=True,
            help=f"seconds, {of_what}",
        ),
        click.option(
            "--memory",
            type=click.IntRange(min=256, max=2**30),
            default=DEFAULT_MEMORY,
            show_default=True,
            help="MiB for the engine, and as many for what is done without one",
        ),
    )

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def within_limits(*arguments: Any, timeout: float, memory: int, **values: Any) -> Any:
            with limited(timeout, memory, GRACE):
                return function(*arguments, **values, **({"timeout": timeout, "memory": memory} if handed_on else {}))

        return _adding(options)(within_limits if of_what == "for all of it" else function)

    return decorate


def _adding(options: tuple[Callable[[Function], Function], ...]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
