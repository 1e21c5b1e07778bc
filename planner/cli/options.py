"""Options that several verbs share: engines, dialects, limits, formats and output files."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.planner.cli.option_types import MEBIBYTES_PER_UNIT, SECONDS_PER_UNIT, AmountWithUnit, OneOf, WholeNumber
from ferryplan.planner.engines.registry import ENGINES, EngineError, RefutedError
from ferryplan.planner.result_formats import ENDINGS
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, MAX_SECONDS, enforce_limits

if TYPE_CHECKING:
    from ferryplan.planner.system.worker_options import WorkerOptions

Function = Callable[..., Any]


def add_options(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return a decorator that adds options to the function of a verb, in this order."""
    return lambda function: functools.reduce(lambda inner, option: option(inner), reversed(options), function)


force_option = click.option("--force", is_flag=True)
boat_as_place_option = click.option("--boat-as-place", is_flag=True)
theme_options = add_options(
    click.option("--theme", metavar="THEME"), click.option("--seed", type=WholeNumber(0, None), default=1, metavar="N")
)
backward_option = click.option("--backward", is_flag=True)


def file_endings_by_format(formats: Iterable[str]) -> dict[str, str]:
    """Return the file name ending of each output format, such as ``.md`` for ``markdown``."""
    known = {"junit": ".xml", "gradescope": ".results.json", **ENDINGS}
    return {name: known.get(name, f".{name}") for name in formats}


def add_format_option(*names: str, registry: Container[str] = ()) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--format`` with these format names; the first is the default.

    The option also accepts the format names in ``registry``.
    """
    kind = OneOf(names, endings=file_endings_by_format(names), registry=registry)
    return click.option("--format", "form", type=kind, default=names[0])


def add_dialect_options(dialects: Iterable[str] = DIALECTS) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--encoding``, and ``--dialect`` with these dialects."""
    return add_options(
        click.option("--dialect", type=OneOf(dialects)), click.option("--encoding", type=OneOf(ENCODINGS))
    )


TIME = AmountWithUnit(
    SECONDS_PER_UNIT,
    0,
    MAX_SECONDS,
    f"a time above 0 such as 10 (seconds), 10s, 2m or 1h, at most {MAX_SECONDS:.0f} seconds",
)
MEMORY = AmountWithUnit(
    MEBIBYTES_PER_UNIT, 256, 2**30, f"a size such as 512 (MiB), 512M or 4G, from 256 to {2**30} MiB", int
)


def add_limit_options(*, limits_whole_verb: bool = True) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--timeout`` and ``--memory``.

    With ``limits_whole_verb``, the limits apply to the whole verb, plus a short grace period for printing the answer. Without
    it, the verb applies the limits itself.
    """
    options = add_options(
        click.option("--timeout", type=TIME, default=DEFAULT_TIMEOUT),
        click.option("--memory", type=MEMORY, default=DEFAULT_MEMORY),
    )  # fmt: skip

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def run_within_limits(*arguments: Any, **values: Any) -> Any:
            with enforce_limits(values["timeout"], values["memory"], GRACE):
                return function(*arguments, **values)

        return options(run_within_limits if limits_whole_verb else function)

    return decorate


worker_options = add_options(
    click.option("--jobs", type=WholeNumber(1, 1000), default=1),
    click.option("--cluster"),
    click.option("--journal", type=click.Path(dir_okay=False, path_type=Path)),
)
"""a decorator that adds ``--jobs`` (number of worker processes), ``--cluster`` (where they run) and ``--journal``"""


def read_worker_options(values: Mapping[str, Any]) -> WorkerOptions:
    """Return the worker options from the values of ``--jobs``, ``--cluster`` and ``--journal``."""
    from ferryplan.planner.system.worker_options import WorkerOptions

    return WorkerOptions(values["jobs"], values["cluster"], values["journal"])


def note_license_terms(engine: str) -> None:
    """Print the license terms of an engine on standard error if it is not free for all uses."""
    if engine in ENGINES and ENGINES[engine].terms:
        click.echo(f"plan: note: {engine}: {ENGINES[engine].terms}", err=True)


@contextlib.contextmanager
def report_engine_failures(form: str) -> Iterator[None]:
    """Print a JSON object with the status ``error`` if an engine fails in the ``with`` block.

    Nothing is printed unless the output format ``form`` is ``json``. If the engine's plan or proof is wrong, the PDDL
    and the plan are saved in a folder that the error names. The error is raised again, for standard error.
    """
    try:
        yield
    except EngineError as error:
        from ferryplan.planner.engines.engine_runner import save_refuted_plan
        from ferryplan.planner.questions.narration import answer_as_json, result_as_json
        from ferryplan.planner.result import Answer

        if isinstance(error, RefutedError):
            save_refuted_plan(error)
        if form == "json" and (result := error.result) is not None:
            data = answer_as_json(result) if isinstance(result, Answer) else result_as_json(result)
            plan = {"plan": list(error.plan)} if isinstance(error, RefutedError) else {}
            click.echo(json.dumps({**data, "notes": [str(error)], **plan}, ensure_ascii=False, indent=2))
        raise
