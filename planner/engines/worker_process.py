"""The limits, the input and the child processes of the worker process; for the worker only."""

from __future__ import annotations

import importlib
import math
import os
import queue
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ferryplan.planner.system.limits import TimeIsUpError, defer_timeout, enforce_limits


def solve_within_limit(solve: Callable[[dict[str, Any]], dict[str, Any]], request: dict[str, Any]) -> dict[str, Any]:
    """Call ``solve`` with a request and return its answer, or an answer with the status ``timeout``.

    At the time limit of the request (its key ``limit``, in seconds), the child processes are terminated. An engine that
    runs C code in this process and does not return to Python ends only together with the whole worker.
    """
    try:
        limit = request.get("limit")
        with enforce_limits(math.inf if limit is None else limit):
            return solve(request)
    except TimeIsUpError:
        if os.getpgrp() == os.getpid():
            # The signal goes to the whole group, which includes this process, so this process ignores it.
            kept = signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.killpg(0, signal.SIGTERM)
            signal.signal(signal.SIGTERM, kept)
        return {"status": "timeout"}


def import_uninterrupted(module: str) -> None:
    """Import a module without interruption: a time limit takes effect only after the import."""
    with defer_timeout():
        importlib.import_module(module)


def limit_memory(mebibytes: int, java: bool) -> None:
    """Limit the memory of this process and of its future children, in MiB; 0 means no limit.

    The limit replaces an earlier limit. It applies to the address space or, if ``java`` is true, to the heap of Java,
    because Java reserves far more address space than it uses.
    """
    if mebibytes and java:
        os.environ["JAVA_TOOL_OPTIONS"] = f"-Xmx{mebibytes}m"
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = hard if java or not mebibytes else mebibytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def address_space_size() -> float:
    """Return the size of the address space of this process in MiB.

    The size is infinite if the process has child processes, or if the system does not report the size.
    """
    try:
        # A program's name stands in parentheses, and may itself contain blanks and parentheses.
        parents = [file.read_text().rpartition(")")[2].split()[1] for file in Path("/proc").glob("[0-9]*/stat")]
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return math.inf if str(os.getpid()) in parents else pages * resource.getpagesize() / (1 << 20)
    except OSError:
        return math.inf


def start_input_reader() -> queue.Queue[bytes]:
    """Start a thread that reads standard input, and return the queue to which it adds the lines.

    At the end of the input, the scratch folder (the current folder) is removed and the whole process group is killed.
    """
    lines: queue.Queue[bytes] = queue.Queue()
    scratch = Path.cwd()

    def read_input() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        for _ in range(3 if scratch.name.startswith("ferryplan-") else 0):  # an engine may write meanwhile
            shutil.rmtree(scratch, ignore_errors=True)
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        # sys.exit would end only this thread.
        os._exit(0)

    threading.Thread(target=read_input, daemon=True).start()
    return lines


def keep_children_in_group() -> None:
    """Make this process start all child processes in its own process group, so that they end with it.

    unified-planning starts planners in sessions of their own, where a signal to the group would not reach them.
    """
    start = subprocess.Popen.__init__

    def start_in_group(self: Any, *arguments: Any, **keywords: Any) -> None:
        start(self, *arguments, **{**keywords, "start_new_session": False})

    setattr(subprocess.Popen, "__init__", start_in_group)  # noqa: B010 - mypy allows no assignment to a method
