"""A Dask cluster of a test's own: a scheduler, and nannies of which each has a worker."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

from processes import alive, wait_until


def command(pid: int) -> str:
    """How a process was started; empty if it is no more."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") if alive(pid) else ""
    return ""


def below(pid: int, part: str) -> list[int]:
    """The processes that any thread of a process has started, by others as well, whose command has a part."""
    lists = (path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    found = [one for child in map(int, itertools.chain(*lists)) for one in (child, *below(child, ""))]
    return [one for one in found if part in command(one)]


class Own:
    """Its scheduler has a file; leave the ``with`` block, and nothing of it is left, whatever state it is in: what is only asked to end
    while it starts may wait for a scheduler that has ended."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder, self.file, self._workers = folder, str(folder / "scheduler.json"), workers
        self._started = list[subprocess.Popen[bytes]]()
        self.nannies = list[subprocess.Popen[bytes]]()

    def __enter__(self) -> Own:
        try:
            self.scheduler = self._start("scheduler", "--port", "0")
            file = Path(self.file)
            wait_until(lambda: file.exists() and file.read_text().endswith("}"), self.scheduler)
            for _ in range(self._workers):
                self.add()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def add(self) -> None:
        """Have one more nanny."""
        self.nannies.append(self._start("worker", "--nthreads", "1"))

    def _start(self, part: str, *more: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DASK_DISTRIBUTED__DASHBOARD__LINK": ""}
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.dask_{part}",
            "--no-dashboard",
            "--scheduler-file",
            self.file,
        ]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started = subprocess.Popen(
            [*command, *more], env=environment, cwd=self._folder, start_new_session=True, **quiet
        )
        self._started.append(started)
        return started
