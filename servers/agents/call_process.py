"""The child process in which tools work, so that their calls can be limited, cancelled and ended.

The process reads a line of JSON for each call, ``{"tool": name, "arguments": {…}, "folder": path or null, "timeout": seconds,
"memory": MiB}``, and answers each with a line that holds a `ToolReply`. When its standard input ends, because its parent has
died or left, it ends itself and all processes that it started.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from typing import BinaryIO

from ferryplan.servers.agents.readable_folder import ReadableFolder
from ferryplan.servers.agents.tool_registry import TOOLS, answer_call
from ferryplan.servers.agents.tool_request import CallLimits


def main() -> None:
    """Answer calls until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # whatever else is printed must not get between the answers
        calls = queue.SimpleQueue[bytes]()
        # The main thread must be free to work: only there, time limits interrupt by a signal.
        threading.Thread(target=_read_calls, args=(sys.stdin.buffer, calls), daemon=True).start()
        while True:
            answers.write(answer_line(calls.get()) + b"\n")
            answers.flush()


def answer_line(line: bytes) -> bytes:
    """Return the answer to a call; both are JSON."""
    call = json.loads(line)
    limits = CallLimits(ReadableFolder(call["folder"]), call["timeout"], call["memory"])
    with contextlib.nullcontext() if TOOLS[call["tool"]].limits_itself else _limit_memory(call["memory"]):
        return answer_call(call["tool"], call["arguments"], limits).model_dump_json().encode()


def _read_calls(source: BinaryIO, calls: queue.SimpleQueue[bytes]) -> None:
    """Pass the lines of standard input on; at its end, end this process and those that it started."""
    for line in source:
        calls.put(line)
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


@contextlib.contextmanager
def _limit_memory(mebibytes: int) -> Iterator[None]:
    """Let a ``with`` block use ``mebibytes`` more of the address space, where the system can limit it."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as sizes:
            used = int(sizes.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    wanted = used + mebibytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (wanted if before[1] < 0 else min(wanted, before[1]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


if __name__ == "__main__":
    main()
