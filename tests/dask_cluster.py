"""A private Dask cluster for a test: a scheduler and nannies with one worker each."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

from processes import is_alive, wait_until


def read_command_line(pid: int) -> str:
    """Return the command line of a process; empty if the process has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") if is_alive(pid) else ""
    return ""


def find_descendants(pid: int, part: str) -> list[int]:
    """Return the descendants of a process whose command line contains a text.

    They include those started by any of its threads, and descendants of descendants.
    """
    lists = (path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    found = [one for child in map(int, itertools.chain(*lists)) for one in (child, *find_descendants(child, ""))]
    return [one for one in found if part in read_command_line(one)]


class OwnCluster:
    """A cluster whose scheduler has a file.

    Leaving the ``with`` block kills all of its processes in any state: a process that receives a request to end while it starts may wait
    for a scheduler that has already ended.
    """

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder, self.file, self._workers = folder, str(folder / "scheduler.json"), workers
        self._started = list[subprocess.Popen[bytes]]()
        self.nannies = list[subprocess.Popen[bytes]]()

    def __enter__(self) -> OwnCluster:
        try:
            self.scheduler = self._start_process("scheduler", "--port", "0")
            file = Path(self.file)
            wait_until(lambda: file.exists() and file.read_text().endswith("}"), self.scheduler)
            for _ in range(self._workers):
                self.add_nanny()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def add_nanny(self) -> None:
        """Start one more nanny."""
        self.nannies.append(self._start_process("worker", "--nthreads", "1"))

    def _start_process(self, part: str, *more: str) -> subprocess.Popen[bytes]:
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
