"""Failures of engines, told: as JSON, and with what is needed to report them."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from planner.engines.registry import ENGINES, EngineError, RefutedError
from planner.system.files import OutputError, write_files

__all__ = ["failures_told", "keep", "tell_terms"]


@contextlib.contextmanager
def failures_told(form: str) -> Iterator[None]:
    """Print, for the format ``json``, an object with the status ``error`` for an engine that fails in this block.

    What refutes an engine is kept; its error then says where. The error goes on to whoever tells it on standard error.
    """
    try:
        yield
    except EngineError as error:
        if isinstance(error, RefutedError):
            keep(error)
        if form == "json" and error.result is not None:
            click.echo(json.dumps(_as_json(error), ensure_ascii=False, indent=2))
        raise


def keep(error: RefutedError) -> None:
    """Write what an engine was given, and the plan that it gave, into a new temporary folder, and add to the message where that is."""
    plan = [f"; {error}", *error.plan]
    files = {"domain.pddl": error.domain, "p01.pddl": error.problem, "refuted.plan": "\n".join(plan) + "\n"}
    with contextlib.suppress(OSError, OutputError):  # without room for it, the error is told all the same
        folder = Path(tempfile.mkdtemp(prefix="ferryplan-report-"))
        write_files(folder, files)
        error.args = (f"{error} (kept for a report to its makers: {folder})",)


def tell_terms(engine: str) -> None:
    """Say on standard error what the licence of an engine asks of those who use it, if it is not free for all uses."""
    if engine in ENGINES and ENGINES[engine].terms:
        click.echo(f"plan: note: {engine}: {ENGINES[engine].terms}", err=True)


def _as_json(error: EngineError) -> dict[str, Any]:
    from planner.crossing.narration import answer_as_json
    from planner.engines.answer import Answer
    from planner.families import answers_for

    result = error.result
    assert result is not None
    data = answer_as_json(result) if isinstance(result, Answer) else answers_for(result.instance).as_json(result)
    plan = {"plan": list(error.plan)} if isinstance(error, RefutedError) else {}
    return {**data, "notes": [str(error)], **plan}
