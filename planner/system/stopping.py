"""Searches that go on until they end, the time is up, the memory is used up, or Ctrl-C is pressed: what they found until then is kept.

Only the search for the next thing is broken off; what is done with a thing found, such as printing it, is not.
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
from ferryplan.planner.system.limits import TimeIsUpError, limited

T = TypeVar("T")
AT_TIME_LIMIT = format_message("system.stopped-at-time-limit")
AT_MEMORY_LIMIT = format_message("system.memory-limit")
"""how a note says that a search was broken off"""


class Stopping:
    """A block with so many seconds for all searches in it. After one is broken off, no other goes on."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.status: Literal["", "timeout", "memory", "interrupted"] = ""
        """why a search was broken off: ``timeout``, ``memory`` or ``interrupted``; empty as long as none was"""
        self._deadline = time.monotonic() + timeout
        self._searching = False
        self._handler: Any = None

    def __enter__(self) -> Stopping:
        if threading.current_thread() is threading.main_thread():
            self._handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)

    @property
    def told(self) -> str:
        """When searches were broken off, in words that go on after "stopped"; empty as long as none was."""
        told = {
            "timeout": format_message("system.at-time-limit", seconds=self.timeout),
            "memory": format_message("system.at-memory-limit"),
            "interrupted": "by Ctrl-C",
        }
        return told.get(self.status, "")

    @property
    def message(self) -> str:
        """What is to be said of it on standard error."""
        if self.status == "timeout":
            return format_message("system.time-limit", seconds=self.timeout) + format_message("system.more-time")
        return AT_MEMORY_LIMIT if self.status == "memory" else self.status

    def goes_on(self) -> bool:
        """Return whether there is time left and nobody has pressed Ctrl-C, for work that asks this and is not broken off."""
        if not self.status and time.monotonic() > self._deadline:
            self.status = "timeout"
        return not self.status

    def each(self, found: Iterator[T]) -> Iterator[T]:
        """Yield what an iterator yields until it ends or is broken off."""
        while not self.status:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self.status = "timeout"
                return
            try:
                with limited(left):
                    thing = self._next(found)
            except StopIteration:
                return
            except TimeIsUpError:
                self.status = "timeout"
            except MemoryError:
                self.status = "memory"
            except EndedError:  # not Ctrl-C: nobody waits for what is known
                raise
            except KeyboardInterrupt:
                self.status = "interrupted"
            else:
                yield thing

    def value(self, work: Callable[[], T]) -> T | None:
        """Return what a function returns; None if it was broken off."""
        return next(self.each(work() for _ in (None,)), None)

    def _next(self, found: Iterator[T]) -> T:
        self._searching = True
        try:
            # Ctrl-C may have come since the loop in `each` looked at the status.
            if self.status:
                raise KeyboardInterrupt
            return next(found)
        finally:
            self._searching = False

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        # Outside of a search only the status is set, so that what is under way is finished; a second Ctrl-C
        # ends it.
        if self._searching or self.status:
            raise KeyboardInterrupt
        self.status = "interrupted"


def gathered(items: Iterable[T]) -> tuple[tuple[T, ...], str]:
    """Return the items that can be had before the block that this is in reaches its limit on time or memory, and which one it reached, in words."""
    found: list[T] = []
    try:
        with limited(math.inf):
            for item in items:
                found.append(item)
    except (TimeIsUpError, MemoryError) as error:
        return tuple(found), describe_limit(error)
    return tuple(found), ""


def attempted(make: Callable[[], T]) -> tuple[T | None, str]:
    """Return what can be made before the block that this is in reaches its limit on time or memory; else None, and which one it
    reached, in words."""
    found, cut = gathered(make() for _ in (None,))
    return (None if cut else found[0]), cut


def describe_limit(error: TimeIsUpError | MemoryError) -> str:
    """Say which limit a search has reached, as in "stopped at the time limit"."""
    return AT_TIME_LIMIT if isinstance(error, TimeIsUpError) else AT_MEMORY_LIMIT
