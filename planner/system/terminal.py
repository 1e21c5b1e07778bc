"""Standard output and standard error: what they carry commands no terminal, where they fail that is told, not thrown; text and tables.

Whatever goes to a file or a pipe is UTF-8, whatever the locale; a terminal gets what its encoding has. What could command it, in
stories, names, plans or file names, is made visible; only what is drawn here may have colors.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar, cast

from ferryplan.generator.escaping import visible

if TYPE_CHECKING:
    from rich.console import Console

    from ferryplan.generator.layout import Layout
    from ferryplan.generator.wording import Table

T = TypeVar("T")
ESCAPE = "\x1b"
WIDEST = 120
"""prose is not filled wider than this, in characters, as longer lines are hard to read"""
colours: ContextVar[str] = ContextVar("colours", default="auto")
"""whether tables are drawn and colored: ``auto``, on a terminal, unless NO_COLOR is set; ``always`` or ``never``"""
_SIGNATURE = os.urandom(8).hex()


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
                from ferryplan.planner.system.files import refuse_writing

                reason = error.strerror if isinstance(error, OSError) else "it is closed"
                raise refuse_writing(self.name, reason) from None

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


def layout() -> Layout:
    """Return how text is laid out on what standard output is: on a terminal, as wide as that, tables drawn by rich; else as plain columns.

    The environment's COLUMNS says another width.
    """
    from ferryplan.generator.layout import PLAIN, Layout, plain

    columns, screen = os.environ.get("COLUMNS", ""), sys.stdout.isatty() or colours.get() == "always"
    told = int(columns) if columns.isdecimal() and len(columns) < 7 else 0
    width = told or (min(_console().width, WIDEST) if screen else PLAIN.width)
    return Layout(_drawn if screen else plain, width)


def _console() -> Console:
    from rich.console import Console

    always, never = colours.get() == "always" or None, colours.get() == "never"
    return Console(file=below(sys.stdout), force_terminal=always, color_system=None if never else "auto")


def _drawn(table: Table) -> str:
    """Return a table with its cells folded between words, or, where not even that is narrow enough, row below row."""
    import rich.box
    from rich.table import Table as RichTable
    from rich.text import Text

    from ferryplan.generator.layout import is_numeric, plain

    console, cells = _console(), [[visible(cell) for cell in row] for row in (table.heading, *table.rows)]
    widths = _widths(cells, console.width, table.rigid)
    if widths is None:
        return plain(table) if table.rigid else _stacked(cells, console.width)
    drawn = RichTable(box=rich.box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for number, (name, width) in enumerate(zip(cells[0], widths, strict=True)):
        right = is_numeric(table, number)
        drawn.add_column(Text(name), justify="right" if right else "left", style="cyan" if right else None, width=width)
    for row in cells[1:]:
        drawn.add_row(*map(Text, row))
    with console.capture() as capture:
        console.print(drawn)
    return signed("".join(f"{line.rstrip()}\n" for line in capture.get().rstrip().split("\n")))


def _widths(cells: Sequence[Sequence[str]], room: int, rigid: bool) -> list[int] | None:
    """Return how wide each column is, two blanks between them; None where there is not enough room.

    Unless they are rigid, the widest are narrowed as far as no word is broken.
    """
    from rich.cells import cell_len

    columns = list(zip(*cells, strict=True))
    least = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    widths = [max(map(cell_len, column)) for column in columns]
    room -= 2 * (len(columns) - 1)
    if sum(widths if rigid else least) > room:
        return None
    while sum(widths) > room:
        widest = max((width, column) for column, width in enumerate(widths) if width > least[column])[1]
        widths[widest] -= 1
    return widths


def _stacked(cells: Sequence[Sequence[str]], width: int) -> str:
    from ferryplan.generator.layout import Layout

    heading, *rows = cells
    fill = Layout(width=width).filled
    return "\n".join(
        "".join(
            fill(f"{'  ' * bool(number)}{f'{name}: ' * bool(number and name)}{cell}") + "\n"
            for number, (name, cell) in enumerate(zip(heading, row, strict=True))
            if cell
        )
        for row in rows
    )


def below(stream: Any) -> Any:
    """Return the stream below a Screen, on which rich moves the cursor."""
    return stream.stream if isinstance(stream, Screen) else stream
