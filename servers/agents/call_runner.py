"""Calls of tools in child processes, with limits, progress reports and cancellation."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.tool_registry import TOOLS, make_timeout_reply
from ferryplan.servers.agents.tool_reply import ToolReply, make_reply
from ferryplan.servers.agents.tool_request import DEFAULT_CALL_SECONDS

GRACE_SECONDS = 5.0
"""seconds past its time limit after which a call that has not ended itself is ended"""
PROGRESS_SECONDS = 1.0
"""seconds between two reports of progress"""
MAX_ANSWER_BYTES = 10_000_000
"""the largest length of the line with an answer"""
MAX_PARALLEL_CALLS = 2
"""the largest number of calls at the same time; further ones wait"""
WEARING_STATUSES = frozenset({"timeout", "memory", "error"})
"""the statuses of answers after which the next call needs a new process"""

ReportProgress = Callable[[float, float, str], Awaitable[None]]
"""A function that takes the seconds so far, the time limit in seconds, and a phrase."""


class CallProcess:
    """The parent's side of a child process that makes the calls of tools, one after the other."""

    def __init__(self, process: Process) -> None:
        self._process = process
        assert process.stdout is not None
        self._answers = BufferedByteReceiveStream(process.stdout)

    async def ask(self, call: Mapping[str, Any]) -> ToolReply:
        """Send a call, and return the answer, which is of the class that belongs to the tool.

        Raises anyio.EndOfStream, IncompleteRead or BrokenResourceError if the process has died.
        """
        assert self._process.stdin is not None
        await self._process.stdin.send(json.dumps(call).encode() + b"\n")
        line = await self._answers.receive_until(b"\n", MAX_ANSWER_BYTES)
        return TOOLS[call["tool"]].reply_class.model_validate_json(line)

    async def close(self) -> None:
        """End the process and those that it started; the caller may be cancelled meanwhile."""
        with anyio.CancelScope(shield=True):
            self.kill()
            await self._process.aclose()

    def kill(self) -> None:
        """Send the signal that ends the process and those of its group."""
        with contextlib.suppress(ProcessLookupError):
            if os.name == "posix":
                # The process leads a group of its own. Workers of engines end when their parent dies.
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


class CallRunner:
    """A runner of calls in child processes, which are used again unless a call fails or is cancelled.

    Use it as an asynchronous context manager; at its end, no process is left.
    """

    def __init__(self, folder: str | None, timeout: float, memory: int) -> None:
        self._shared = {"folder": folder and str(Path(folder).resolve()), "memory": memory}
        self._timeout = timeout
        self._idle = list[CallProcess]()
        self._busy = set[CallProcess]()
        self._slots = anyio.CapacityLimiter(MAX_PARALLEL_CALLS)
        # The processes work and put their files here, so that a killed one leaves nothing behind.
        self._scratch = tempfile.TemporaryDirectory(prefix="ferryplan-mcp-", ignore_cleanup_errors=True)

    async def __aenter__(self) -> CallRunner:
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in (*self._idle, *self._busy):
            await process.close()
        self._scratch.cleanup()

    def kill_processes(self) -> None:
        """End all processes at once, because the program ends, and remove their files."""
        for process in (*self._idle, *self._busy):
            process.kill()
        self._scratch.cleanup()

    async def run_call(self, tool: str, arguments: Mapping[str, Any], report: ReportProgress) -> ToolReply:
        """Return the answer of a tool, and report progress meanwhile; if the caller is cancelled, end the process."""
        wanted = arguments.get("timeout", DEFAULT_CALL_SECONDS)
        # The tool itself reports a wrong value; here, it must only not break the clock.
        timeout = min(wanted, self._timeout) if isinstance(wanted, int | float) and wanted > 0 else self._timeout
        call = {**self._shared, "timeout": timeout, "tool": tool, "arguments": dict(arguments)}
        async with self._slots:
            process = self._idle.pop() if self._idle else await self._start_process()
            self._busy.add(process)
            reply: ToolReply | None = None
            try:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(_report_regularly, tool, timeout, report)
                    reply = await _ask_in_time(process, call, timeout)
                    tasks.cancel_scope.cancel()
            finally:
                self._busy.discard(process)
                # After a cancelled or failed call, the process may be at work still, or short of memory.
                if reply is None or reply.status in WEARING_STATUSES:
                    await process.close()
                else:
                    self._idle.append(process)
        assert reply is not None
        return reply

    async def _start_process(self) -> CallProcess:
        """Start a child process."""
        environment = {**os.environ, "TMPDIR": self._scratch.name, "PYTHONIOENCODING": "utf-8"}
        return CallProcess(
            await anyio.open_process(
                # -P keeps the working folder off the search path, where its files could take the place of modules.
                [sys.executable, "-P", "-m", "ferryplan.servers.agents.call_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None,
                cwd=self._scratch.name,
                env=environment,
                start_new_session=True,
            )
        )


async def _ask_in_time(process: CallProcess, call: Mapping[str, Any], timeout: float) -> ToolReply:
    """Return the answer of a process; if it dies or hangs, return an answer that says so."""
    try:
        with anyio.fail_after(timeout + GRACE_SECONDS):
            return await process.ask(call)
    except TimeoutError:
        return make_timeout_reply(timeout)
    except (anyio.EndOfStream, anyio.IncompleteRead, anyio.BrokenResourceError, anyio.ClosedResourceError):
        return make_reply("error", format_message("agents.process-died"), format_message("agents.smaller-task"))


async def _report_regularly(tool: str, timeout: float, report: ReportProgress) -> None:
    """Report the seconds that a call has taken, each second, until this task is cancelled."""
    began = time.monotonic()
    while True:
        await anyio.sleep(PROGRESS_SECONDS)
        seconds = time.monotonic() - began
        await report(seconds, timeout, format_message("agents.progress", tool=tool, seconds=seconds))
