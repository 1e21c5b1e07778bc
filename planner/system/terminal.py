"""Standard output and standard error: what they carry commands no terminal, where they fail that is told, not thrown; tables and progress.

Whatever goes to a file or a pipe is UTF-8, whatever the locale; a terminal gets what its encoding has. What could command it, in
stories, names, plans or file names, is made visible; only what is drawn here may have colours.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO, TypeVar, cast

from generator.escaping import visible
from generator.wording import Table
from planner.system.files import OutputError
from planner.telling import is_numeric, plain

T = TypeVar("T")
ESCAPE = "\x1b"
_SIGNATURE = secrets.token_hex(8)


def signed(drawn: str) -> str:
    """Return what was drawn here with its escapes signed: a Screen lets those through, and no others, as nobody else knows the signature."""
    return drawn.replace(ESCAPE, ESCAPE + _SIGNATURE)


class Screen(io.TextIOBase):
    """A text stream that makes visible what is hidden. Where it cannot be written, it raises OutputError, or, if it is not ``needed``, drops it.

    A broken pipe is raised as it is.
    """

    def __init__(self, stream: TextIO | None, name: str, needed: bool) -> None:
        self.stream, self.name, self.needed = stream, name, needed

    @property
    def encoding(self) -> str:  # type: ignore[override]  # typeshed has an attribute
        """UTF-8: every text can be written, whatever becomes of it further down."""
        return "utf-8"

    @property
    def buffer(self) -> BinaryIO:
        """The bytes below, with the same errors."""
        return cast(BinaryIO, _Bytes(self))

    def write(self, text: str) -> int:
        """Write a text."""
        shown = visible(text).replace(f"\\u001b{_SIGNATURE}", ESCAPE)
        self.attempt(lambda stream: stream.write(shown))
        return len(text)

    def flush(self) -> None:
        """Have everything written."""
        self.attempt(lambda stream: stream.flush())

    def isatty(self) -> bool:
        """Whether a person looks on."""
        return self.stream is not None and self.stream.isatty()

    def fileno(self) -> int:
        """The descriptor of the stream."""
        if self.stream is None:
            raise OSError("closed")
        return self.stream.fileno()

    def attempt(self, call: Callable[[TextIO], object]) -> None:
        """Do something with the stream, as its errors are dealt with here."""
        try:
            if self.stream is None:
                raise OSError(0, "it is closed")
            call(self.stream)
        except (OSError, ValueError) as error:  # a ValueError is about a stream that was closed
            if isinstance(error, BrokenPipeError) and self.needed:
                raise
            if self.needed:
                reason = error.strerror if isinstance(error, OSError) else "it is closed"
                raise OutputError(f"{self.name}: cannot be written: {reason}") from None

    def settle(self) -> None:
        """Have everything written, or send what cannot be nowhere: Python would try again on its way out."""
        if self.stream is None:
            return
        try:
            self.stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


class _Bytes(io.RawIOBase):
    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def write(self, data: Any) -> int:
        self.screen.attempt(lambda stream: stream.buffer.write(data))
        return len(data)

    def flush(self) -> None:
        self.screen.attempt(lambda stream: stream.buffer.flush())


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Have standard output and standard error be Screens in this block, and standard input take what is no text for what it looks like."""
    before = sys.stdout, sys.stderr
    for stream in (sys.stdin, *before):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                kept = stream.encoding if stream.isatty() else "utf-8"
                stream.reconfigure(encoding=kept, errors="replace" if stream is sys.stdin else "backslashreplace")
    screens = Screen(before[0], "standard output", needed=True), Screen(before[1], "standard error", needed=False)
    sys.stdout, sys.stderr = screens
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for screen in screens:
            screen.settle()


def layout() -> Callable[[Table], str]:
    """Return how tables are drawn on what standard output is: by rich on a terminal, else as plain columns."""
    return _drawn if sys.stdout.isatty() else plain


@contextlib.contextmanager
def progress(text: str) -> Iterator[Callable[[str], None]]:
    """Show on standard error, if that is a terminal, that work goes on. Gives what to call with another text."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(file=_below(sys.stderr)).status(Text(visible(text))) as status:
        yield lambda text: status.update(Text(visible(text)))


@contextlib.contextmanager
def counted_progress(text: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show on standard error, if that is a terminal, how many of ``total`` steps are done. Gives what to call after each, with its name."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}", markup=False),
    )
    with Progress(*columns, console=Console(file=_below(sys.stderr)), transient=True) as bar:
        task = bar.add_task(visible(text), total=total, last="")
        yield lambda last: bar.update(task, advance=1, last=visible(last))


def tracked(items: Sequence[Any], text: str) -> Iterator[Any]:
    """Pass the items on, and show on standard error, if that is a terminal, how many are done."""
    with counted_progress(text.ljust(10), len(items)) as done:
        for item in items:
            yield item
            done("")


def _drawn(table: Table) -> str:
    import rich.box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=rich.box.SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(table.heading):
        right = is_numeric(table, number)
        drawn.add_column(
            Text(visible(heading)),
            justify="right" if right else "left",
            style="cyan" if right else None,
            overflow="fold",
        )
    for row in table.rows:
        drawn.add_row(*(Text(visible(cell)) for cell in row))
    console = Console()
    if table.rigid and console.measure(drawn, options=console.options.update(max_width=10_000)).maximum > console.width:
        return plain(table)
    with console.capture() as capture:
        console.print(drawn)
    return signed(capture.get().strip("\n") + "\n")


def _below(stream: Any) -> Any:
    """Return the stream below a Screen, on which rich moves the cursor."""
    return stream.stream if isinstance(stream, Screen) else stream
