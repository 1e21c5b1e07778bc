"""What is being done: shown on standard error to a person who looks on, once it takes over a second, and told where it is interrupted."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from ferryplan.generator.escaping import visible
from ferryplan.planner.system.interrupts import INTERRUPTED
from ferryplan.planner.system.limits import seconds_allowed
from ferryplan.planner.system.terminal import below

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""seconds before anything is shown"""
BETWEEN = 0.1
"""seconds between two numbers of states that are shown"""


class Work:
    """What is being done in a block, to be entered with ``with``; Ctrl-C is given notes on what was known."""

    def __init__(self, title: str, total: int | None = None) -> None:
        self._title, self._total = title, total
        self._now, self._awaited = list[str](), ""
        self._done = 0
        self._known: list[str] = []
        self._display: Progress | None = None
        self._lock, self._timer = threading.Lock(), threading.Timer(PATIENCE, self._shown_if_there_is_memory)
        self._allowed, self._began = seconds_allowed(), time.monotonic()

    def __enter__(self) -> Work:
        self._outer = _work.set(self)
        if sys.stderr.isatty():
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
            under_way = [f"under way: {', '.join(self._now)}"] if self._now else []
            for note in (*self._known, *under_way, *filter(None, [self._awaited])):
                error.add_note(note)

    def expect(self, total: int) -> None:
        """Say how many things are to be done."""
        self._total = total

    def doing(self, what: str) -> None:
        """Say what is being done from here on."""
        self._now = [what]
        self._update()

    def waiting(self, what: str) -> None:
        """Say what has to come before anything goes on, or with an empty text that it goes on."""
        self._awaited = what
        self._update()

    def begun(self, name: str) -> None:
        """Say that one of several things, done at a time, has begun."""
        self._now.append(name)
        self._update()

    def ended(self, name: str) -> None:
        """Say that it has ended."""
        self._now.remove(name)
        self.advanced()

    def advanced(self) -> None:
        """Say that one more of all is done."""
        self._done += 1
        self._update()

    @property
    def _told(self) -> str:
        return visible(": ".join(part for part in (self._title, self._awaited or ", ".join(self._now)) if part))

    def _update(self) -> None:
        with self._lock:
            if self._display is not None:
                self._display.update(self._display.task_ids[0], description=self._told, completed=self._done)

    def _shown_if_there_is_memory(self) -> None:
        with contextlib.suppress(MemoryError):
            self._show()

    def _show(self) -> None:
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
            console=Console(file=below(sys.stderr)), transient=True, expand=True,
        )  # fmt: skip
        with self._lock:
            if self._timer.finished.is_set():
                return
            display.add_task(self._told, total=self._total, completed=self._done)
            display.tasks[0].start_time = self._began
            self._display = display
            display.start()


_work: ContextVar[Work | None] = ContextVar("work", default=None)


def doing(what: str) -> None:
    """Say what is being done from here on, in the block of Work that this is in, if it is in one."""
    if work := _work.get():
        work.doing(what)


def expect(total: int) -> None:
    """Say in the same way how many things are to be done, before the first has begun."""
    if work := _work.get():
        work.expect(total)


def begun(name: str) -> None:
    """Say in the same way that one of several things, done at a time, has begun."""
    if work := _work.get():
        work.begun(name)


def ended(name: str) -> None:
    """Say in the same way that it has ended."""
    if work := _work.get():
        work.ended(name)


def advanced() -> None:
    """Say in the same way that one more of all is done."""
    if work := _work.get():
        work.advanced()


def waiting(what: str) -> None:
    """Say in the same way what has to come before anything goes on, or with an empty text that it goes on."""
    if work := _work.get():
        work.waiting(what)


def known(what: str) -> None:
    """Say in the same way what is known from here on, whatever comes."""
    if work := _work.get():
        work._known.append(what)


def counting(goes_on: Callable[[], bool] = lambda: True, of: str = "states") -> Callable[[int], bool]:
    """Return what a search tells how many states it has found, and asks whether to go on."""
    work, shown = _work.get(), time.monotonic()

    def go_on(found: int) -> bool:
        nonlocal shown
        if work is not None and (now := time.monotonic()) > shown + BETWEEN:
            work.doing(f"{found:,} {of} explored")
            shown = now
        return goes_on()

    return go_on


def tracked(items: Sequence[Any], title: str) -> Iterator[Any]:
    """Pass the items on, and show which one is worked on and how many are done."""
    with Work(title, len(items)) as work:
        for item in items:
            parts = item.items() if isinstance(item, Mapping) else getattr(item, "parameters", ())
            name = ", ".join(f"{key} {value}" for key, value in parts)
            work.begun(name)
            yield item
            work.ended(name)
