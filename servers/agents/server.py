"""The server of the Model Context Protocol (MCP): it lists tools and resources, and passes calls on."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, TextIO

import anyio
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.call_runner import CallRunner
from ferryplan.servers.agents.resources import SCHEME, UnknownResourceError, list_resources, read_resource
from ferryplan.servers.agents.tool_registry import DESCRIPTIONS, TOOLS


def serve(folder: str | None, timeout: float, memory: int) -> None:
    """Serve one client over standard input and output, until it leaves.

    ``folder`` is the folder that the tools may read, if any; ``timeout`` (in seconds) and ``memory`` (in MiB) limit each call.
    """
    anyio.run(_serve_client, folder, timeout, memory)


async def _serve_client(folder: str | None, timeout: float, memory: int) -> None:
    """Serve one client, until it leaves."""
    with _claim_standard_streams() as (source, target):
        wrapped = anyio.wrap_file(source), anyio.wrap_file(target)
        async with CallRunner(folder, timeout, memory) as runner, stdio_server(*wrapped) as streams:
            server = make_server(runner)
            async with anyio.create_task_group() as tasks:
                if os.name == "posix":
                    tasks.start_soon(_end_on_signals, runner)
                await server.run(streams[0], streams[1], server.create_initialization_options())
                tasks.cancel_scope.cancel()


async def _end_on_signals(runner: CallRunner) -> None:
    """End the program and its processes at a signal.

    An exception would not do: the thread that reads standard input returns only when the client writes or leaves.
    """
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as signals:
        async for number in signals:
            runner.kill_processes()
            os._exit(128 + number)


@contextlib.contextmanager
def _claim_standard_streams() -> Iterator[tuple[TextIO, TextIO]]:
    """Lend the process's standard input and output, and divert what others would read or print meanwhile.

    The SDK would take the buffer of `sys.stdout`, which the command line has replaced by a stream of its own.
    """
    sys.stdout.flush()
    source = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    target = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    try:
        yield source, target
    finally:
        with contextlib.suppress(OSError):
            target.flush()
        os.dup2(source.fileno(), 0)
        os.dup2(target.fileno(), 1)


def make_server(runner: CallRunner) -> Server[Any]:
    """Return a server whose tools work in the processes of a runner."""

    async def call_tool(ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, format_message("agents.no-such-tool", name=params.name[:80]))
        reply = await runner.run_call(params.name, params.arguments or {}, ctx.session.report_progress)
        return types.CallToolResult(
            content=[types.TextContent(text=reply.full_text)],
            structured_content=reply.model_dump(mode="json"),
            is_error=reply.is_failure,
        )

    return Server(
        "ferryplan",
        title="ferryplan",
        version=version("ferryplan"),
        instructions=format_message("agents.instructions").strip(),
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=_read_resource,
    )


async def _list_tools(
    ctx: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    """Return the tools with their schemas."""
    hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    tools = [
        types.Tool(
            name=name,
            title=DESCRIPTIONS[name]["title"],
            description=DESCRIPTIONS[name]["description"].strip(),
            input_schema=_strip_schema(arguments.model_json_schema()),
            output_schema=_strip_schema(arguments.reply_class.model_json_schema()),
            annotations=hints,
        )
        for name, arguments in TOOLS.items()
    ]
    return types.ListToolsResult(tools=tools)


def _strip_schema(schema: Any) -> Any:
    """Return a JSON schema without the titles that pydantic adds to it.

    A language model reads each word of a schema, so words cost time and money.
    """
    match schema:
        case {"properties": dict(properties), **rest}:
            kept = {key: _strip_schema(one) for key, one in rest.items() if key not in ("title", "description")}
            return {**kept, "properties": {key: _strip_schema(one) for key, one in properties.items()}}
        case dict():
            return {key: _strip_schema(one) for key, one in schema.items() if key != "title"}
        case list():
            return [_strip_schema(one) for one in schema]
        case _:
            return schema


async def _list_resources(
    ctx: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    """Return the resources with a fixed address."""
    return types.ListResourcesResult(
        resources=[
            types.Resource(uri=one.uri, name=one.uri.removeprefix(SCHEME), title=one.title, mime_type=one.mime_type)
            for one in list_resources()
        ]
    )


async def _list_templates(
    ctx: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    """Return the address of the puzzles' files."""
    title = format_message("agents.puzzle-files")
    one = types.ResourceTemplate(uri_template=f"{SCHEME}puzzles/{{name}}", name="puzzles", title=title)
    return types.ListResourceTemplatesResult(resource_templates=[one])


async def _read_resource(
    ctx: ServerRequestContext[Any], params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    """Return the text of a resource."""
    uri = str(params.uri)
    try:
        text = await anyio.to_thread.run_sync(read_resource, uri)
    except UnknownResourceError as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=text)])
