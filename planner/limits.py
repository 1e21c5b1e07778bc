"""Limits on the time and the memory of work that is done here, not by an engine."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from generator.errors import FerryplanError

__all__ = ["TimeIsUpError", "limited"]


class TimeIsUpError(FerryplanError):
    """The time ran out."""


@contextlib.contextmanager
def limited(timeout: float, memory: int) -> Iterator[None]:
    """Raise TimeIsUpError, or MemoryError, if what is done in this block takes over so many seconds, or MiB.

    Only the main thread can be interrupted so. Windows has neither limit.
    """
    with _limited_memory(memory), _limited_time(timeout):
        yield


@contextlib.contextmanager
def _limited_time(timeout: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise TimeIsUpError(f"found no end within {timeout:g} s, expected one; --timeout SECONDS gives more time")

    earlier = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)


@contextlib.contextmanager
def _limited_memory(mebibytes: int) -> Iterator[None]:
    try:
        import resource
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = mebibytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
