"""Calls of a function made by several processes at a time: by a crew, or each by one of its own, within its own limits."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import connection, get_context
from multiprocessing.pool import AsyncResult, Pool
from typing import Any, Generic, TypeVar

from planner.system.limits import limited

T = TypeVar("T")
STARTING = 10.0
"""seconds beyond its time after which a process of a call's own is ended: it has to start, and to answer"""


@contextlib.contextmanager
def _ctrl_c_kept() -> Iterator[None]:
    """Have Ctrl-C be for this process alone: those that begin in the block ignore what is ignored here."""
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        yield
    finally:
        if main:
            signal.signal(signal.SIGINT, before)


class Crew(Generic[T]):
    """So many processes, whose answers come in the order in which they were asked for; of one alone the calls are made here.
    Leave the ``with`` block, and nothing of them is left.

    The function and what it is called with go from process to process, so they must be of a module.
    """

    def __init__(self, jobs: int, make: Callable[..., T]) -> None:
        self._jobs, self._make = jobs, make
        self._pool: Pool | None = None
        self._asked = deque[tuple[tuple[Any, ...], AsyncResult[T] | None]]()

    def __enter__(self) -> Crew[T]:
        if self._jobs > 1:
            with _ctrl_c_kept():
                self._pool = get_context("spawn").Pool(self._jobs)
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()

    def ask(self, *arguments: Any, first: bool = False) -> None:
        """Ask for a call; ``first`` is answered before all others that are asked for."""
        waiting = None if self._pool is None else self._pool.apply_async(self._make, arguments)
        (self._asked.appendleft if first else self._asked.append)((arguments, waiting))

    def answers(self) -> Iterator[T]:
        """Yield an answer for each call. Raises what the function raises."""
        while self._asked:
            arguments, waiting = self._asked[0]
            found = self._make(*arguments) if waiting is None else waiting.get()
            self._asked.popleft()
            yield found

    def ready(self) -> Iterator[T]:
        """Yield those answers that are there without waiting."""
        for _, waiting in [*self._asked]:
            if waiting is not None and waiting.ready():
                yield waiting.get()


def apart(
    make: Callable[..., T], calls: Iterable[tuple[Any, ...]], jobs: int, timeout: float, memory: int
) -> Generator[tuple[int, T | None, str]]:
    """Yield the number of each call when it begins, and again when it ends: with what the function returns, or with why it returns nothing.

    So many ``jobs`` run at a time, each call in a process of its own, for so many seconds, with so many MiB: one that hangs, bursts or dies
    costs nothing but itself. Close the iterator, and nothing of them is left. Function and arguments must be of a module.
    """
    context, waiting = get_context("spawn"), deque(enumerate(calls))
    running = dict[Any, tuple[int, Any, float]]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, arguments = waiting.popleft()
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_answer, args=(theirs, make, arguments, timeout, memory), daemon=True)
                with theirs, _ctrl_c_kept():
                    process.start()
                running[ours] = number, process, time.monotonic() + min(timeout, 1e6) + STARTING
                yield number, None, ""
            late = min(running, key=lambda ours: running[ours][2])
            ended: list[Any] = connection.wait([*running], max(0.0, running[late][2] - time.monotonic())) or [late]
            for ours in ended:
                number, process, _ = running.pop(ours)
                answer, why = None, "its process hung or died"
                with contextlib.suppress(EOFError, OSError):
                    answer, why = ours.recv() if ours.poll() else (answer, why)
                process.kill()
                yield number, answer, why
    finally:
        for _, process, _ in running.values():
            process.kill()
            process.join()


def _answer(theirs: Any, make: Callable[..., T], arguments: tuple[Any, ...], timeout: float, memory: int) -> None:
    answer: T | None = None
    try:
        with limited(timeout, memory):
            answer, why = make(*arguments), ""
    except Exception as error:  # whatever it is, it is the call's own
        why = "the memory ran out" if isinstance(error, MemoryError) else f"{error}" or type(error).__name__
    theirs.send((answer, why))
