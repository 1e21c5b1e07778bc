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
from ferryplan.planner.system.interrupts import EndedError
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

T = TypeVar("T")
AT_TIME_LIMIT = format_message("system.stopped-at-time-limit")
AT_MEMORY_LIMIT = format_message("system.memory-limit")
"""the words of a note that a search was interrupted"""


class StoppableBlock:
    """A block with a time limit, in seconds, for all searches in it together.

    After an interruption, no further search in the block runs.
    """

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.status: Literal["", "timeout", "memory", "interrupted"] = ""
        """the reason of the interruption: ``timeout``, ``memory`` or ``interrupted``; empty without one"""
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
        """The reason of the interruption in words that continue "stopped"; empty without one."""
        told = {
            "timeout": format_message("system.at-time-limit", seconds=self.timeout),
            "memory": format_message("system.at-memory-limit"),
            "interrupted": "by Ctrl-C",
        }
        return told.get(self.status, "")

    @property
    def message(self) -> str:
        """The message about the interruption for standard error."""
        if self.status == "timeout":
            return format_message("system.time-limit", seconds=self.timeout) + format_message("system.more-time")
        return AT_MEMORY_LIMIT if self.status == "memory" else self.status

    def can_go_on(self) -> bool:
        """Return whether there is time left and Ctrl-C was not pressed.

        Work that is not interrupted calls this regularly.
        """
        if not self.status and time.monotonic() > self._deadline:
            self.status = "timeout"
        return not self.status

    def iterate(self, found: Iterator[T]) -> Iterator[T]:
        """Yield the items of an iterator until it ends or is interrupted."""
        while not self.status:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self.status = "timeout"
                return
            try:
                with enforce_limits(left):
                    thing = self._next(found)
            except StopIteration:
                return
            except TimeIsUpError:
                self.status = "timeout"
            except MemoryError:
                self.status = "memory"
            except EndedError:  # not Ctrl-C: nobody waits for the results
                raise
            except KeyboardInterrupt:
                self.status = "interrupted"
            else:
                yield thing

    def compute(self, work: Callable[[], T]) -> T | None:
        """Return the result of a function, or None if it was interrupted."""
        return next(self.iterate(work() for _ in (None,)), None)

    def _next(self, found: Iterator[T]) -> T:
        self._is_searching = True
        try:
            # Ctrl-C may have come since the loop in `iterate` looked at the status.
            if self.status:
                raise KeyboardInterrupt
            return next(found)
        finally:
            self._is_searching = False

    def _handle_interrupt(self, number: int, frame: FrameType | None) -> None:
        # Outside of a search, only the status is set, so that the current work is completed; a second Ctrl-C
        # ends it.
        if self._is_searching or self.status:
            raise KeyboardInterrupt
        self.status = "interrupted"


def collect_until_limit(items: Iterable[T]) -> tuple[tuple[T, ...], str]:
    """Return the items found before the current block reaches a limit, and the limit in words.

    The limit is one on time or memory; the words are empty if no limit is reached.
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
    """Return the result of a function, and an empty text.

    If the current block reaches its limit on time or memory before, return None and the limit in words.
    """
    found, cut = collect_until_limit(make() for _ in (None,))
    return (None if cut else found[0]), cut


def describe_limit(error: TimeIsUpError | MemoryError) -> str:
    """Return the limit that a search has reached in words, such as "stopped at the time limit"."""
    return AT_TIME_LIMIT if isinstance(error, TimeIsUpError) else AT_MEMORY_LIMIT
