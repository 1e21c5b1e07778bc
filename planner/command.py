"""Command lines that run in this process, with their output as text."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_argument_type
from ferryplan.planner.api.linting import lint_draft
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.system.terminal import fits_tables, names_options
from ferryplan.planner.system.user_files import OutputError


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """What a command line has printed, and its exit code. ``print`` shows both streams, the errors last.

    >>> from ferryplan import CommandOutput, command
    >>> command("generate hanoi --discs 0")
    CommandOutput(code=30, output='', errors='plan: --discs: found 0, expected 1 to 20\\n')
    """

    code: int
    """The exit code: 0 if the command did its work."""
    output: str
    """The text on standard output."""
    errors: str
    """The text on standard error."""

    def __str__(self) -> str:
        return self.output + self.errors


def command(line: str | Sequence[str], text: str = "") -> CommandOutput:
    """Run a command line of `plan` in this process, and return its output and its exit code.

    The command reads and writes files in the current folder. Mistakes in the command line are not raised: they are in
    the errors of the output, with the exit code 30. Do not run two commands at the same time in different threads,
    because they would share the standard streams.

    Args:
        line: The command line without the word ``plan``: a text with quotes as in a shell, or a sequence of arguments.
        text: What the command reads from standard input.

    Raises:
        ArgumentError: An argument has a wrong type, or the text has a quote without its partner.

    >>> from ferryplan import command
    >>> print(command("solve hanoi --discs 3 --engine rules").output.splitlines()[0])
    The towers of Hanoi
    >>> command(["slove", "hanoi"]).code
    30
    """
    check_argument_type("text", text, str, "a text")
    with capture_streams(text) as (output, errors):
        code = run_command_line(_split_line(line))
    return CommandOutput(code, output.read_text(), errors.read_text())


def _split_line(line: str | Sequence[str]) -> list[str]:
    """Return the arguments of a command line. Raises ArgumentError for anything that is no command line."""
    check_argument_type("line", line, (str, list, tuple), "a command line, or a list of arguments")
    if not isinstance(line, str):
        for argument in line:
            check_argument_type("line", argument, str, "a list of texts")
        return [*line]
    try:
        return shlex.split(line)
    except ValueError as error:
        raise ArgumentValueError("line", f"{line!r} ({error})", "a command line") from None


def answer_request(request: str) -> str:
    """Run a command line with files, and return its output and the files that it has written.

    Request and answer are JSON, because other languages call this function. The request is ``{"arguments": ["solve",
    "my.toml"], "files": {"my.toml": text}}``; the answer is ``{"code": …, "output": text, "errors": text, "files":
    {name: text}}``, with the new and the changed files. Files that are not text are in ``"binary"``, as base64. The
    command runs in a folder of its own, which contains only the given files. ``"columns"`` in the request is the width
    of the output in characters. With ``"names_options": false``, messages do not name options and verbs. Raises
    OutputError for a file that would lie outside of this folder.
    """
    asked: dict[str, Any] = json.loads(request)
    if "draft" in asked:
        return lint_draft(**asked["draft"]).render("json")
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        given = {path: text.encode() for path, text in asked.get("files", {}).items()}
        _write_files(Path(name), given)
        with set_output_width(asked.get("columns")):
            context = copy_context()
            context.run(names_options.set, asked.get("names_options", True))
            found = context.run(command, asked["arguments"], asked.get("text", ""))
        written = {path: data for path, data in _read_files(Path(name)) if given.get(path) != data}
    answer: dict[str, Any] = {"code": found.code, "output": found.output, "errors": found.errors, "files": {}}
    for path, data in written.items():
        try:
            answer["files"][path] = data.decode()
        except UnicodeDecodeError:
            answer.setdefault("binary", {})[path] = base64.b64encode(data).decode()
    return json.dumps(answer)


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder. Raises OutputError for a path that leads out of the folder."""
    for name, data in files.items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise OutputError(format_message("system.leads-out", name=name), file=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _read_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the relative path and the content of each file in a folder, in the order of the paths."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


@contextlib.contextmanager
def set_output_width(columns: int | None) -> Iterator[None]:
    """Set the width of texts and tables within a ``with`` block, in characters; None changes nothing."""
    if columns is None:
        yield
        return
    before, token = os.environ.get("COLUMNS"), fits_tables.set(True)
    os.environ["COLUMNS"] = str(columns)
    try:
        yield
    finally:
        fits_tables.reset(token)
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before


class CapturedStream(io.TextIOWrapper):
    """A standard stream that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", newline="")

    def read_text(self) -> str:
        """Return what has been written so far."""
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


@contextlib.contextmanager
def capture_streams(text: str) -> Iterator[tuple[CapturedStream, CapturedStream]]:
    """Replace the standard streams within a ``with`` block; standard input consists of the given text.

    Yields the streams in place of standard output and standard error.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    output, errors = CapturedStream(), CapturedStream()
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogateescape")), "utf-8"),
        output,
        errors,
    )
    try:
        yield output, errors
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
