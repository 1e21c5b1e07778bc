"""Standard output and standard error, safe from control characters and write errors; text and tables.

Output to a file or a pipe is UTF-8 in every locale; output to a terminal uses the encoding of the terminal.
Characters in stories, names, plans or file names that could control the terminal are made visible; only tables that
this module draws may have colors. A stream that fails causes an error message, not a traceback.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar, cast

from ferryplan.generator.escaping import escape_hidden

if TYPE_CHECKING:
    from rich.console import Console

    from ferryplan.generator.layout import Layout
    from ferryplan.generator.wording import Table

T = TypeVar("T")
ESCAPE = "\x1b"
MAX_WIDTH = 120
"""the largest width of prose in characters, because longer lines are hard to read"""
color_mode: ContextVar[str] = ContextVar("colours", default="auto")
"""whether tables have lines and colors: ``auto`` (on a terminal, unless NO_COLOR is set), ``always`` or ``never``"""
fits_tables: ContextVar[bool] = ContextVar("fits_tables", default=False)
"""whether plain tables that are wider than COLUMNS are drawn as on a terminal, with rows of several lines"""
names_options: ContextVar[bool] = ContextVar("names_options", default=True)
"""whether messages may name options and verbs of the command line; a page's readers cannot type any"""
_SIGNATURE = os.urandom(8).hex()
"""random text after an escape character that only this module knows; it marks escape sequences of this module"""


def sign_escapes(drawn: str) -> str:
    """Return a drawn table with a secret signature after each escape character.

    A Screen passes only signed escape characters to the terminal; no other code knows the signature.
    """
    return drawn.replace(ESCAPE, ESCAPE + _SIGNATURE)


class Screen(io.TextIOBase):
    """A text stream that replaces standard output or standard error and makes hidden characters visible.

    If writing to the underlying stream fails, a required stream raises OutputError (a broken pipe stays a
    BrokenPipeError), and any other stream drops the text.
    """

    def __init__(self, stream: TextIO | None, name: str, is_required: bool) -> None:
        self.stream, self.name, self.is_required = stream, name, is_required

    @property
    def encoding(self) -> str:  # type: ignore[override]  # typeshed has an attribute
        """Always UTF-8, because every text can be written; the underlying stream converts it."""
        return "utf-8"

    @property
    def buffer(self) -> BinaryIO:
        """The binary stream under this one, with the same handling of errors."""
        return cast(BinaryIO, _ScreenBytes(self))

    def write(self, text: str) -> int:
        """Write a text with hidden characters made visible; return the length of the given text."""
        shown = escape_hidden(text).replace(f"\\u001b{_SIGNATURE}", ESCAPE)
        self.call_stream(lambda stream: stream.write(shown))
        return len(text)

    def flush(self) -> None:
        """Flush the underlying stream."""
        self.call_stream(lambda stream: stream.flush())

    def isatty(self) -> bool:
        """Return whether the underlying stream is a terminal."""
        return self.stream is not None and self.stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the underlying stream."""
        if self.stream is None:
            raise OSError("closed")
        return self.stream.fileno()

    def call_stream(self, call: Callable[[TextIO], object]) -> None:
        """Call a function with the underlying stream, and handle errors as the class docstring describes."""
        try:
            if self.stream is None:
                raise OSError(0, "it is closed")
            call(self.stream)
        except (OSError, ValueError) as error:  # a ValueError is about a stream that was closed
            if isinstance(error, BrokenPipeError) and self.is_required:
                raise
            if self.is_required:
                from ferryplan.planner.system.user_files import cannot_write_error

                reason = error.strerror if isinstance(error, OSError) else "it is closed"
                raise cannot_write_error(self.name, reason) from None

    def flush_or_discard(self) -> None:
        """Flush the underlying stream; if that fails, redirect the stream to the null device.

        Otherwise Python would try to flush the stream again at exit.
        """
        if self.stream is None:
            return
        try:
            self.stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


class _ScreenBytes(io.RawIOBase):
    """The binary stream under a Screen, with the Screen's handling of errors."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def write(self, data: Any) -> int:
        self.screen.call_stream(lambda stream: stream.buffer.write(data))
        return len(data)

    def flush(self) -> None:
        self.screen.call_stream(lambda stream: stream.buffer.flush())


@contextlib.contextmanager
def guard_streams() -> Iterator[None]:
    """Replace standard output and standard error by Screens in this block.

    Standard input replaces undecodable bytes instead of failing.
    """
    before = sys.stdout, sys.stderr
    for stream in (sys.stdin, *before):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                kept = stream.encoding if stream.isatty() else "utf-8"
                stream.reconfigure(encoding=kept, errors="replace" if stream is sys.stdin else "backslashreplace")
    screens = (
        Screen(before[0], "standard output", is_required=True),
        Screen(before[1], "standard error", is_required=False),
    )
    sys.stdout, sys.stderr = screens
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for screen in screens:
            screen.flush_or_discard()


def terminal_layout() -> Layout:
    """Return the text layout for standard output.

    A terminal gets its own width (at most `MAX_WIDTH`) and tables drawn by rich; other output gets plain columns. The
    environment variable COLUMNS sets another width, to which `fits_tables` fits plain tables, too.
    """
    from ferryplan.generator.layout import PLAIN, Layout, draw_plain_table

    columns, screen = os.environ.get("COLUMNS", ""), sys.stdout.isatty() or color_mode.get() == "always"
    told = int(columns) if columns.isdecimal() and len(columns) < 7 else 0
    width = told or (min(_make_console().width, MAX_WIDTH) if screen else PLAIN.width)
    draw = _draw_table if screen else _fit_plain_table if told and fits_tables.get() else draw_plain_table
    return Layout(draw, width)


def _fit_plain_table(table: Table) -> str:
    """Return a table in plain columns, or as on a terminal if they are wider than COLUMNS allows."""
    from ferryplan.generator.layout import draw_plain_table

    plain, width = draw_plain_table(table), int(os.environ["COLUMNS"])
    return plain if max(map(len, plain.split("\n"))) <= width else _draw_table(table)


def _make_console() -> Console:
    from rich.console import Console

    always, never = color_mode.get() == "always" or None, color_mode.get() == "never"
    return Console(file=unwrap_screen(sys.stdout), force_terminal=always, color_system=None if never else "auto")


def _draw_table(table: Table) -> str:
    """Return a table as rich draws it, with cells wrapped between words to fit the terminal.

    If the table is still too wide, the cells of each row stand below each other instead.
    """
    import rich.box
    from rich.table import Table as RichTable
    from rich.text import Text

    from ferryplan.generator.layout import draw_plain_table, is_numeric_column

    console, cells = _make_console(), [[escape_hidden(cell) for cell in row] for row in (table.heading, *table.rows)]
    widths = _column_widths(cells, console.width, table.is_fixed_width)
    if widths is None:
        return draw_plain_table(table) if table.is_fixed_width else _stack_rows(cells, console.width)
    drawn = RichTable(box=rich.box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for number, (name, width) in enumerate(zip(cells[0], widths, strict=True)):
        right = is_numeric_column(table, number)
        drawn.add_column(Text(name), justify="right" if right else "left", style="cyan" if right else None, width=width)
    for row in cells[1:]:
        drawn.add_row(*map(Text, row))
    with console.capture() as capture:
        console.print(drawn)
    return sign_escapes("".join(f"{line.rstrip()}\n" for line in capture.get().rstrip().split("\n")))


def _column_widths(cells: Sequence[Sequence[str]], max_width: int, is_fixed_width: bool) -> list[int] | None:
    """Return the width of each column in characters; None if the table does not fit into ``max_width``.

    ``cells`` contains the heading and the rows, each as a sequence of cells. There are two spaces between columns.
    Unless ``is_fixed_width`` is true, the widest columns are narrowed until the table fits, without breaking any word.
    """
    from rich.cells import cell_len

    columns = list(zip(*cells, strict=True))
    least = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    widths = [max(map(cell_len, column)) for column in columns]
    max_width -= 2 * (len(columns) - 1)
    if sum(widths if is_fixed_width else least) > max_width:
        return None
    while sum(widths) > max_width:
        widest = max((width, column) for column, width in enumerate(widths) if width > least[column])[1]
        widths[widest] -= 1
    return widths


def _stack_rows(cells: Sequence[Sequence[str]], width: int) -> str:
    """Return a table as text in which the cells of each row stand below each other, with their headings."""
    from ferryplan.generator.layout import Layout

    heading, *rows = cells
    fill = Layout(width=width).wrap_text
    return "\n".join(
        "".join(
            fill(f"{'  ' * bool(number)}{f'{name}: ' * bool(number and name)}{cell}") + "\n"
            for number, (name, cell) in enumerate(zip(heading, row, strict=True))
            if cell
        )
        for row in rows
    )


def unwrap_screen(stream: Any) -> Any:
    """Return the stream under a Screen, on which rich can move the cursor; return other streams unchanged."""
    return stream.stream if isinstance(stream, Screen) else stream
