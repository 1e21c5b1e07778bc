"""Commands that run in the process of the test: they take milliseconds, where a process of their own takes a tenth of a second."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

from processes import MAX_WAIT_SECONDS

from ferryplan.planner import main as entry
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.command import capture_streams
from ferryplan.planner.engines import session
from ferryplan.planner.engines.session import ProcessSession


class LentSession(ProcessSession):
    """The session of a shared worker for one borrower, who cannot end the worker unless it is worn."""

    lender: SharedWorker

    def __init__(self, *engines: str, in_process: bool | None = None) -> None:
        self.__dict__ = self.lender.get().__dict__  # the same process in the same state

    def close(self) -> None:
        if self.worn:
            super().close()


class SharedWorker:
    """A worker process that commands share until one of them ends it, as at a time limit."""

    def __init__(self) -> None:
        self._session: ProcessSession | None = None

    def get(self) -> ProcessSession:
        """Return the session of the live worker; start a worker if there is none."""
        if self._session is None or self._session._process.poll() is not None:
            self.close()
            self._session = ProcessSession()
            self._session.ask({}, time.monotonic() + MAX_WAIT_SECONDS)  # a worker is worn until its first answer
        return self._session

    @contextlib.contextmanager
    def lend(self) -> Iterator[None]:
        """Give this worker to all calls that would start a worker of their own in this process."""
        lent = type("LentSession", (LentSession,), {"lender": self})
        with mock.patch.object(session, "choose_session_class", return_value=lent):
            yield

    def close(self) -> None:
        if self._session is not None:
            self._session.close()


def run_locally(
    arguments: tuple[str, ...],
    folder: Path,
    worker: SharedWorker,
    text: str | None = None,
    environment: dict[str, str] | None = None,
) -> CompletedProcess[str]:
    """Run the command `plan` in a folder, in this process.

    A command that runs engines in this process gets the shared worker, unless it has an environment of its own: the
    shared worker has that of the tests. Variables that the interpreter reads need a new process.
    """
    environment = environment or {}
    assert not any(name.startswith(("PYTHON", "LC_", "LANG")) for name in environment), "use the fixture plan_process"
    shares = environment.keys() <= {"COLUMNS"}
    with (
        worker.lend() if shares else contextlib.nullcontext(),
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, {"COLUMNS": "10000", **environment}),
        capture_streams(text or "") as (output, errors),
    ):
        code = run_command_line([*arguments], worker.get() if shares and entry._needs_planner([*arguments]) else None)
        return CompletedProcess(["plan", *arguments], code, output.read_text(), errors.read_text())
