"""A progress display on standard error, and notes about the progress after Ctrl-C.

The display appears after one second.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from ferryplan.generator.escaping import escape_hidden
from ferryplan.planner.system.capabilities import HAS_THREADS
from ferryplan.planner.system.interrupts import INTERRUPTED
from ferryplan.planner.system.limits import shortest_timeout
from ferryplan.planner.system.terminal import unwrap_screen

if TYPE_CHECKING:
    from rich.progress import Progress

DISPLAY_DELAY = 1.0
"""seconds before the display appears"""
UPDATE_SECONDS = 0.1
"""seconds between two updates of the number of states"""


class WorkProgress:
    """The progress of the work in a ``with`` block: the items done, the current items, and known results.

    A terminal shows the progress. After Ctrl-C, the KeyboardInterrupt gets notes about known results and current
    items.
    """

    def __init__(self, title: str, total: int | None = None) -> None:
        self._title, self._total = title, total
        self._current_items, self._waiting_message = list[str](), ""
        self._done = 0
        self._known_facts: list[str] = []
        self._display: Progress | None = None
        self._lock, self._timer = threading.Lock(), threading.Timer(DISPLAY_DELAY, self._show_if_memory_suffices)
        self._allowed, self._began = shortest_timeout(), time.monotonic()

    def __enter__(self) -> WorkProgress:
        self._outer = _work.set(self)
        if sys.stderr.isatty() and HAS_THREADS:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        _work.reset(self._outer)
        self._timer.cancel()
        with self._lock:
            if self._display is not None:
                self._display.stop()
        if isinstance(error, KeyboardInterrupt) and getattr(error, "code", INTERRUPTED) == INTERRUPTED:
            under_way = [f"under way: {', '.join(self._current_items)}"] if self._current_items else []
            for note in (*self._known_facts, *under_way, *filter(None, [self._waiting_message])):
                error.add_note(note)

    def set_total(self, total: int) -> None:
        """Set the total number of items to be done."""
        self._total = total

    def show_step(self, what: str) -> None:
        """Show a phrase about the current step of the work, such as "1,000 states explored"."""
        self._current_items = [what]
        self._update()

    def show_waiting_message(self, message: str) -> None:
        """Show a message about what the work waits for; an empty message ends the wait."""
        self._waiting_message = message
        self._update()

    def begin_item(self, name: str) -> None:
        """Show the name of one of several parallel items, which has begun."""
        self._current_items.append(name)
        self._update()

    def end_item(self, name: str) -> None:
        """Stop showing the name of an item that has ended, and count the item as done."""
        self._current_items.remove(name)
        self.count_item_done()

    def count_item_done(self) -> None:
        """Count one more item as done."""
        self._done += 1
        self._update()

    @property
    def _description(self) -> str:
        """The text of the display: the title, and the message about a wait or the current items."""
        return escape_hidden(
            ": ".join(part for part in (self._title, self._waiting_message or ", ".join(self._current_items)) if part)
        )

    def _update(self) -> None:
        with self._lock:
            if self._display is not None:
                self._display.update(self._display.task_ids[0], description=self._description, completed=self._done)

    def _show_if_memory_suffices(self) -> None:
        with contextlib.suppress(MemoryError):
            self._show()

    def _show(self) -> None:
        """Show the display, unless the work has ended."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.table import Column

        several = (BarColumn(bar_width=12), MofNCompleteColumn()) if self._total else (SpinnerColumn(),)
        text = TextColumn(
            "{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)
        )
        limit = () if self._allowed is None else (TextColumn(f"of {self._allowed:g} s"),)
        display = Progress(
            *several, text, TimeElapsedColumn(), *limit,
            console=Console(file=unwrap_screen(sys.stderr)), transient=True, expand=True,
        )  # fmt: skip
        with self._lock:
            if self._timer.finished.is_set():
                return
            display.add_task(self._description, total=self._total, completed=self._done)
            display.tasks[0].start_time = self._began
            self._display = display
            display.start()


_work: ContextVar[WorkProgress | None] = ContextVar("work", default=None)


def show_step(what: str) -> None:
    """Show a phrase about the current step in the innermost WorkProgress block, if there is one."""
    if work := _work.get():
        work.show_step(what)


def set_total(total: int) -> None:
    """Set the number of items in the innermost WorkProgress block, if there is one."""
    if work := _work.get():
        work.set_total(total)


def begin_item(name: str) -> None:
    """Show in the innermost WorkProgress block, if any, that one of several parallel items has begun."""
    if work := _work.get():
        work.begin_item(name)


def end_item(name: str) -> None:
    """Show in the innermost WorkProgress block, if any, that an item has ended."""
    if work := _work.get():
        work.end_item(name)


def count_item_done() -> None:
    """Count one more item as done in the innermost WorkProgress block, if there is one."""
    if work := _work.get():
        work.count_item_done()


def show_waiting_message(message: str) -> None:
    """Show a message about what the work waits for in the innermost WorkProgress block, if there is one.

    An empty message means that the work continues.
    """
    if work := _work.get():
        work.show_waiting_message(message)


def record_known_result(sentence: str) -> None:
    """Record a sentence about a known result in the innermost WorkProgress block, if any.

    After Ctrl-C, a note shows the sentence.
    """
    if work := _work.get():
        work._known_facts.append(sentence)


def make_progress_counter(goes_on: Callable[[], bool] = lambda: True, unit: str = "states") -> Callable[[int], bool]:
    """Return a function that a search calls with the number of states (or other ``unit``) found so far.

    The function shows this number as progress, and returns whether the search should go on, which is the value of
    ``goes_on()``.
    """
    work, shown = _work.get(), time.monotonic()

    def count_states(found: int) -> bool:
        nonlocal shown
        if work is not None and (now := time.monotonic()) > shown + UPDATE_SECONDS:
            work.show_step(f"{found:,} {unit} explored")
            shown = now
        return goes_on()

    return count_states


def track_items(items: Sequence[Any], title: str) -> Iterator[Any]:
    """Yield the items of a sequence, and show the current item and the number of completed items.

    The display shows an item by its parameters. An item is a mapping of parameters to values, or an object with such a
    mapping in ``parameters``.
    """
    with WorkProgress(title, len(items)) as work:
        for item in items:
            parts = item.items() if isinstance(item, Mapping) else getattr(item, "parameters", ())
            name = ", ".join(f"{key} {value}" for key, value in parts)
            work.begin_item(name)
            yield item
            work.end_item(name)
