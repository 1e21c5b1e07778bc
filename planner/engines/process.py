"""The worker's own process: its limits, its input, the processes that it starts. For the worker."""

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

from ferryplan.planner.system.limits import TimeIsUpError, limited, undisturbed


def within_limit(solve: Callable[[dict[str, Any]], dict[str, Any]], request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer that a function gives to a request within the request's limit. Past it, what was started for it is ended.

    An engine that does not come back to Python ends with the whole worker only.
    """
    try:
        limit = request.get("limit")
        with limited(math.inf if limit is None else limit):
            return solve(request)
    except TimeIsUpError:
        if os.getpgrp() == os.getpid():
            # The signal goes to the whole group, of which this process is one, so it ignores that itself.
            kept = signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.killpg(0, signal.SIGTERM)
            signal.signal(signal.SIGTERM, kept)
        return {"status": "timeout"}


def import_whole(module: str) -> None:
    """Import a module; the end of the time waits until that is done."""
    with undisturbed():
        importlib.import_module(module)


def limit_memory(mebibytes: int, java: bool) -> None:
    """Hold this process, and those that it starts, to so much memory; 0 sets no limit. Limits of earlier requests end.

    What is limited is the address space; for an engine in Java, which reserves far more of that than it uses, the heap.
    """
    if mebibytes and java:
        os.environ["JAVA_TOOL_OPTIONS"] = f"-Xmx{mebibytes}m"
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = hard if java or not mebibytes else mebibytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def footprint() -> float:
    """Return the address space of this process in MiB; infinity if it has processes of its own, or if the system does not tell."""
    try:
        # A program's name stands in parentheses, and may itself contain blanks and parentheses.
        parents = [file.read_text().rpartition(")")[2].split()[1] for file in Path("/proc").glob("[0-9]*/stat")]
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return math.inf if str(os.getpid()) in parents else pages * resource.getpagesize() / (1 << 20)
    except OSError:
        return math.inf


def listen() -> queue.Queue[bytes]:
    """Return a queue of the lines of standard input; when it ends, remove the scratch folder, the current one, and end the whole process group."""
    lines: queue.Queue[bytes] = queue.Queue()
    scratch = Path.cwd()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        for _ in range(3 if scratch.name.startswith("ferryplan-") else 0):  # an engine may write meanwhile
            shutil.rmtree(scratch, ignore_errors=True)
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        # sys.exit would end this thread only.
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def keep_together() -> None:
    """Have all that this process starts stay in its process group, so that it ends with it.

    unified-planning starts planners in sessions of their own, where a signal to the group would not reach them.
    """
    start = subprocess.Popen.__init__

    def started(self: Any, *arguments: Any, **keywords: Any) -> None:
        start(self, *arguments, **{**keywords, "start_new_session": False})

    setattr(subprocess.Popen, "__init__", started)  # noqa: B010 - mypy allows no assignment to a method
