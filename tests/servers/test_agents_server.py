"""The server for agents with a client of the SDK: tools, resources, progress, cancellation, and nothing left running."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from processes import MAX_WAIT_SECONDS, is_alive, list_children, wait_until

if TYPE_CHECKING:
    from mcp import Client

pytestmark = pytest.mark.integrations

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))\n"
PROBLEM = "(define (problem q) (:domain d) (:init) (:goal (p)))\n"
BOARD = {"board": "15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 4 7 _", "goal": "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _"}
LONG = {"puzzle": "sliding-tiles", "parameters": BOARD}
"""a task that takes minutes: a position of the 15-puzzle far from the goal"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
COMMAND = [sys.executable, "-P", "-m", "ferryplan", "mcp"]


def run_with_client(folder: Path | None, talk: Callable[[Client], Awaitable[None]], *options: str) -> None:
    """Start a server, let a client talk to it, and check that it leaves no process behind."""
    import anyio
    from mcp import Client, StdioServerParameters, stdio_client

    arguments = [*COMMAND[1:], *options, *([] if folder is None else ["--folder", str(folder)])]
    server = StdioServerParameters(command=COMMAND[0], args=arguments, env=ENVIRONMENT)
    started = list[int]()

    async def run() -> None:
        async with Client(stdio_client(server)) as client:
            (pid,) = find_servers()
            await talk(client)
            started.extend([pid, *find_descendants(pid)])

    with ThreadPoolExecutor(1) as thread:  # in the main thread, Playwright may have a running event loop
        thread.submit(anyio.run, run).result()
    wait_until(lambda: not any(map(is_alive, started)))


def find_servers() -> list[int]:
    """Return the servers that this process has started."""
    return [
        pid for pid in list_children(os.getpid()) if b"mcp" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    ]


def find_descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, directly or not."""
    for child in list_all_children(pid):
        yield child
        yield from find_descendants(child)


def list_all_children(pid: int) -> list[int]:
    """Return the child processes that any thread of a process has started."""
    threads = Path(f"/proc/{pid}/task")
    try:
        return [int(child) for one in threads.iterdir() for child in (one / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def text_of(result: Any) -> str:
    """Return the text of an answer, which is also in its structured form."""
    assert result.content[0].text.startswith(result.structured_content["text"])
    return str(result.content[0].text)


def test_client_calls_tools_and_reads_resources(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)

    async def talk(client: Client) -> None:
        from mcp import MCPError

        tools = {one.name: one for one in (await client.list_tools()).tools}
        assert len(tools) == 10
        for tool in tools.values():
            assert tool.description
            assert tool.output_schema is not None
            assert {"status", "text", "next_step", "truncated"} <= tool.output_schema["properties"].keys()
            assert all("description" in one for one in tool.input_schema["properties"].values()), tool.name
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
        schema = tools["check"].input_schema
        assert schema["required"] == ["puzzle", "domain", "problem"]
        assert not schema["additionalProperties"]

        solved = await client.call_tool("solve", {"domain": "domain.pddl", "problem": PROBLEM, "engine": "rules"})
        assert solved.structured_content["status"] == "optimal"
        assert "(a)" in text_of(solved)
        assert not solved.is_error
        outside = await client.call_tool("lint", {"domain": "../outside.pddl"})
        assert outside.is_error
        assert "Next: " in text_of(outside)
        found = await client.call_tool("lint", {"domain": DOMAIN.replace(":effect (p)", ":effect (pp)")})
        assert found.structured_content["findings"][0]["kind"] == "undeclared"
        assert (await client.call_tool("solve", {"puzzel": "zebra"})).is_error
        with pytest.raises(MCPError, match="there is no tool named 'slove'"):
            await client.call_tool("slove", {})

        uris = [one.uri for one in (await client.list_resources()).resources]
        assert "ferryplan://notes/dialects" in uris
        [template] = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "ferryplan://puzzles/{name}"
        [puzzle] = (await client.read_resource("ferryplan://puzzles/zebra")).contents
        assert "zebra" in puzzle.text
        with pytest.raises(MCPError, match="there is no resource"):
            await client.read_resource("file:///etc/passwd")

    run_with_client(tmp_path, talk)


def test_long_calls_report_progress_and_end_when_they_are_cancelled() -> None:
    async def talk(client: Client) -> None:
        import anyio

        (server,) = find_servers()
        reports = list[tuple[float, float | None]]()

        async def note_progress(progress: float, total: float | None, message: str | None) -> None:
            assert message is not None
            reports.append((progress, total))
            if len(reports) == 2:
                working.extend(find_descendants(server))
                scope.cancel()

        working = list[int]()
        with anyio.CancelScope() as scope, anyio.fail_after(MAX_WAIT_SECONDS):
            await client.call_tool("solve", LONG, progress_callback=note_progress)
        assert scope.cancelled_caught
        assert [total for _, total in reports] == [60.0, 60.0]
        assert reports[0] < reports[1]
        assert working
        await anyio.to_thread.run_sync(functools.partial(wait_until, lambda: not any(map(is_alive, working))))
        # the server goes on, with a new process
        found = await client.call_tool("search_catalog", {"words": "zebra"})
        assert found.structured_content["status"] == "done"

    run_with_client(None, talk, "--timeout", "2m")


def test_calls_end_at_the_time_limit_of_the_server() -> None:
    async def talk(client: Client) -> None:
        late = await client.call_tool("why", {**LONG, "timeout": 600})
        assert late.structured_content["status"] in ("timeout", "unknown")
        assert "limit" in text_of(late)

    began = time.monotonic()
    run_with_client(None, talk, "--timeout", "1s")
    assert time.monotonic() - began < MAX_WAIT_SECONDS / 2


@pytest.mark.parametrize("end", ["leave", "terminate", "kill"])
def test_nothing_is_left_when_the_client_or_the_server_goes(end: str, tmp_path: Path) -> None:
    """The client closes its end of the pipe, or a signal ends the server, in the middle of a call."""
    process = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**ENVIRONMENT, "TMPDIR": str(tmp_path)},
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    for message in (
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "solve", "arguments": LONG}},
    ):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    process.stdin.flush()
    # the process of the call, and the worker of the planner below it
    wait_until(lambda: len([*find_descendants(process.pid)]) >= 2, process)
    working = [*find_descendants(process.pid)]
    match end:
        case "leave":
            process.stdin.close()
        case "terminate":
            process.terminate()
        case _:
            process.kill()
    code = process.wait(MAX_WAIT_SECONDS)
    assert code == {"leave": 0, "terminate": 128 + signal.SIGTERM}.get(end, -signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, working)))
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(BrokenPipeError):
            pipe.close()
