"""What differs when a person looks on: tables with lines and colours, and a sign that work goes on."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.visible import visible
from planner.cut_short import OUT_OF_TIME
from planner.streams import Screen, signed
from planner.tables import Table, is_numeric, plain

__all__ = ["INTERRUPTED", "counted_progress", "exploring", "layout", "progress", "tracked"]

INTERRUPTED = "interrupted"


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


@contextlib.contextmanager
def exploring(text: str, until: float) -> Iterator[tuple[Callable[[int], bool], Callable[[], str]]]:
    """Show on standard error, if that is a terminal, how many states have been found; Ctrl-C asks to stop, a second one interrupts.

    Gives what to call with their number, which says whether to go on, and what tells why not: ``INTERRUPTED``, or ``OUT_OF_TIME``
    past ``until``, a time of ``time.monotonic``; else nothing.
    """
    why = ""

    def stop(number: int, frame: object) -> None:
        nonlocal why
        if why == INTERRUPTED:
            raise KeyboardInterrupt
        why = INTERRUPTED

    def go_on(found: int) -> bool:
        nonlocal why
        if not why and time.monotonic() > until:
            why = OUT_OF_TIME
        return not why

    shown = time.monotonic()
    before = signal.signal(signal.SIGINT, stop)
    try:
        if not sys.stderr.isatty():
            yield go_on, lambda: why
            return
        from rich.console import Console
        from rich.text import Text

        with Console(file=_below(sys.stderr)).status(Text(visible(text))) as status:

            def show(found: int) -> bool:
                nonlocal shown
                if (now := time.monotonic()) > shown + 0.1:
                    status.update(Text(visible(f"{text}: {found:,} states (Ctrl-C: stop here)")))
                    shown = now
                return go_on(found)

            yield show, lambda: why
    finally:
        signal.signal(signal.SIGINT, before)
