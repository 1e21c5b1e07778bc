"""The options that several verbs have: what is asked of an engine; how an answer is told, and where it goes."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.planner.cli.values import MEBIBYTES, SECONDS, Amount, OneOf, Whole
from ferryplan.planner.engines.registry import ENGINES, EngineError, RefutedError
from ferryplan.planner.formats import ENDINGS
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, LONGEST, limited

if TYPE_CHECKING:
    from ferryplan.planner.system.workers import Workers

Function = Callable[..., Any]


def add(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return a decorator that adds options to a verb, in this order."""
    return lambda function: functools.reduce(lambda inner, option: option(inner), reversed(options), function)


force_option = click.option("--force", is_flag=True)
boat_as_place_option = click.option("--boat-as-place", is_flag=True)
theme_options = add(
    click.option("--theme", metavar="THEME"), click.option("--seed", type=Whole(0, None), default=1, metavar="N")
)
backward_option = click.option("--backward", is_flag=True)


def endings(names: Iterable[str]) -> dict[str, str]:
    """Return how the names of files in these formats end."""
    known = {"junit": ".xml", "gradescope": ".results.json", **ENDINGS}
    return {name: known.get(name, f".{name}") for name in names}


def formats(*names: str, registry: Container[str] = ()) -> Callable[[Function], Function]:
    """Return the option ``--format`` with these names, the first the default, and with those that a registry has besides."""
    kind = OneOf(names, endings=endings(names), registry=registry)
    return click.option("--format", "form", type=kind, default=names[0])


def dialect_options(dialects: Iterable[str] = DIALECTS) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--dialect``, of these dialects, and ``--encoding``."""
    return add(click.option("--dialect", type=OneOf(dialects)), click.option("--encoding", type=OneOf(ENCODINGS)))


TIME = Amount(SECONDS, 0, LONGEST, f"a time above 0 such as 10 (seconds), 10s, 2m or 1h, at most {LONGEST:.0f} seconds")
MEMORY = Amount(MEBIBYTES, 256, 2**30, f"a size such as 512 (MiB), 512M or 4G, from 256 to {2**30} MiB", int)


def limit_options(*, whole: bool = True) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--timeout`` and ``--memory``.

    For the ``whole`` verb they hold here, too, and it may take a moment longer to tell what it knows. Any other limit is the verb's affair.
    """
    options = add(
        click.option("--timeout", type=TIME, default=DEFAULT_TIMEOUT),
        click.option("--memory", type=MEMORY, default=DEFAULT_MEMORY),
    )  # fmt: skip

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def within_limits(*arguments: Any, **values: Any) -> Any:
            with limited(values["timeout"], values["memory"], GRACE):
                return function(*arguments, **values)

        return options(within_limits if whole else function)

    return decorate


crew_options = add(
    click.option("--jobs", type=Whole(1, 1000), default=1),
    click.option("--cluster"),
    click.option("--journal", type=click.Path(dir_okay=False, path_type=Path)),
)
"""by how many processes, of which machines, and with what kept of it"""


def workers(values: Mapping[str, Any]) -> Workers:
    """Return the processes that the options ask for."""
    from ferryplan.planner.system.workers import Workers

    return Workers(values["jobs"], values["cluster"], values["journal"])


def tell_terms(engine: str) -> None:
    """Say on standard error what the license of an engine asks of those who use it, if it is not free for all uses."""
    if engine in ENGINES and ENGINES[engine].terms:
        click.echo(f"plan: note: {engine}: {ENGINES[engine].terms}", err=True)


@contextlib.contextmanager
def failures_told(form: str) -> Iterator[None]:
    """Print, for the format ``json``, an object with the status ``error`` for an engine that fails in this block.

    What refutes an engine is kept; its error then says where. The error goes on to whoever tells it on standard error.
    """
    try:
        yield
    except EngineError as error:
        from ferryplan.planner.engines.runner import keep_evidence
        from ferryplan.planner.questions.narration import answer_as_json, as_json
        from ferryplan.planner.result import Answer

        if isinstance(error, RefutedError):
            keep_evidence(error)
        if form == "json" and (result := error.result) is not None:
            data = answer_as_json(result) if isinstance(result, Answer) else as_json(result)
            plan = {"plan": list(error.plan)} if isinstance(error, RefutedError) else {}
            click.echo(json.dumps({**data, "notes": [str(error)], **plan}, ensure_ascii=False, indent=2))
        raise
