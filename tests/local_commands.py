"""Commands that run in the process of the test: they take milliseconds, where a process of their own takes a tenth of a second.

Tests of messages, exit codes and files use them; tests of processes, signals and streams use the fixture `plan` of conftest.py.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from conftest import RunCommand

from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.engines.session import Session


def make_local_plan(folder: Path, session: Session | None = None) -> RunCommand:
    """Return a function that runs the command `plan` in a folder, in this process.

    The function takes the same arguments as that of the fixture `plan`. Engines run in the worker process of the
    session; without a session, each command that needs an engine starts a worker. A time limit that ends an engine
    ends the worker, too, so such a command must not get a shared session.
    """

    def run(
        *arguments: str, text: str | None = None, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        variables = {"COLUMNS": "10000", **(environment or {})}
        with (
            contextlib.chdir(folder),
            mock.patch.dict(os.environ, variables),
            mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO((text or "").encode()), "utf-8")),
            _redirect("stdout") as output,
            _redirect("stderr") as errors,
        ):
            code = run_command_line([*arguments], session)
            told = tuple(stream.read_text() for stream in (output, errors))
        return subprocess.CompletedProcess(["plan", *arguments], code, *told)

    return run


class TextStream(io.TextIOWrapper):
    """A standard stream that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", newline="")

    def read_text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


@contextlib.contextmanager
def _redirect(name: str) -> Iterator[TextStream]:
    with mock.patch.object(sys, name, TextStream()) as stream:
        yield stream
