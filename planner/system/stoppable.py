"""Searches that keep their results when the time limit, the memory limit or Ctrl-C interrupts them.

Only the search for the next item is interrupted; the processing of an item, such as printing it, is not.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any, Literal, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.planner.system.interrupts import EndedBySignalError
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

T = TypeVar("T")
AT_TIME_LIMIT = format_message("system.stopped-at-time-limit")
AT_MEMORY_LIMIT = format_message("system.memory-limit")
"""notes that say which limit has interrupted a search"""


class StoppableBlock:
    """A ``with`` block with one time limit, in seconds, for all searches in it together.

    A search that is run by `iterate` or `compute_unless_stopped` keeps what it found before a time limit, a memory limit or Ctrl-C.
    After such an interruption, no further search in the block runs.
    """

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.status: Literal["", "timeout", "memory", "interrupted"] = ""
        """the reason for the interruption: ``timeout``, ``memory`` or ``interrupted`` (Ctrl-C); empty without one"""
        self._deadline = time.monotonic() + timeout
        self._is_searching = False
        self._handler: Any = None

    def __enter__(self) -> StoppableBlock:
        if threading.current_thread() is threading.main_thread():
            self._handler = signal.signal(signal.SIGINT, self._handle_interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)

    @property
    def stop_reason(self) -> str:
        """The reason for the interruption as a phrase after "stopped", such as "by Ctrl-C"; empty without one."""
        told = {
            "timeout": format_message("system.at-time-limit", seconds=self.timeout),
            "memory": format_message("system.at-memory-limit"),
            "interrupted": "by Ctrl-C",
        }
        return told.get(self.status, "")

    @property
    def stop_message(self) -> str:
        """The error message about the interruption; empty without one."""
        if self.status == "timeout":
            return format_message("system.time-limit", seconds=self.timeout) + format_message("system.more-time")
        return AT_MEMORY_LIMIT if self.status == "memory" else self.status

    def can_go_on(self) -> bool:
        """Return whether there is time left and nothing has interrupted the block.

        Work that runs outside of `iterate` and `compute_unless_stopped` calls this method regularly.
        """
        if not self.status and time.monotonic() > self._deadline:
            self.status = "timeout"
        return not self.status

    def iterate(self, found: Iterator[T]) -> Iterator[T]:
        """Yield the items of an iterator until it ends or until a limit or Ctrl-C interrupts it."""
        while not self.status:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self.status = "timeout"
                return
            try:
                with enforce_limits(left):
                    thing = self._find_next_item(found)
            except StopIteration:
                return
            except TimeIsUpError:
                self.status = "timeout"
            except MemoryError:
                self.status = "memory"
            except EndedBySignalError:  # not Ctrl-C: nobody waits for the results
                raise
            except KeyboardInterrupt:
                self.status = "interrupted"
            else:
                yield thing

    def compute_unless_stopped(self, work: Callable[[], T]) -> T | None:
        """Call a function and return its value, or None if a limit or Ctrl-C interrupts it."""
        return next(self.iterate(work() for _ in (None,)), None)

    def _find_next_item(self, found: Iterator[T]) -> T:
        """Return the next item of an iterator; meanwhile, Ctrl-C raises KeyboardInterrupt."""
        self._is_searching = True
        try:
            # Ctrl-C may have come since the loop in `iterate` looked at the status.
            if self.status:
                raise KeyboardInterrupt
            return next(found)
        finally:
            self._is_searching = False

    def _handle_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C: raise KeyboardInterrupt during a search; otherwise let the current work end first."""

        # Outside of a search, only the status is set, so that the current work is completed; a second Ctrl-C
        # ends it.
        if self._is_searching or self.status:
            raise KeyboardInterrupt
        self.status = "interrupted"


def collect_until_limit(items: Iterable[T]) -> tuple[tuple[T, ...], str]:
    """Return the items that an iterator yields before a limit is reached, and the limit in words.

    The limit is the time limit or the memory limit of the surrounding block. If no limit is reached, the tuple has all
    items, and the text is empty.
    """
    found: list[T] = []
    try:
        with enforce_limits(math.inf):
            for item in items:
                found.append(item)
    except (TimeIsUpError, MemoryError) as error:
        return tuple(found), describe_limit(error)
    return tuple(found), ""


def compute_until_limit(make: Callable[[], T]) -> tuple[T | None, str]:
    """Call a function; return its value and an empty text, or None and the limit that stopped it.

    The limit is the time limit or the memory limit of the block around this call, in words.
    """
    found, cut = collect_until_limit(make() for _ in (None,))
    return (None if cut else found[0]), cut


def describe_limit(error: TimeIsUpError | MemoryError) -> str:
    """Return words for the limit that has interrupted a search, such as "stopped at the time limit"."""
    return AT_TIME_LIMIT if isinstance(error, TimeIsUpError) else AT_MEMORY_LIMIT
