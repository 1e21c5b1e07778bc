"""Calls of a function made by several processes at a time, whose answers come in the order in which they were asked for."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult, Pool
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Crew(Generic[T]):
    """So many processes; of one alone the calls are made here. Leave the ``with`` block, and nothing of them is left.

    The function and what it is called with go from process to process, so they must be of a module.
    """

    def __init__(self, jobs: int, make: Callable[..., T]) -> None:
        self._jobs, self._make = jobs, make
        self._pool: Pool | None = None
        self._asked = deque[tuple[tuple[Any, ...], AsyncResult[T] | None]]()

    def __enter__(self) -> Crew[T]:
        if self._jobs > 1:
            main = threading.current_thread() is threading.main_thread()
            # processes begin with what is ignored here: Ctrl-C is for this one alone
            before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
            try:
                self._pool = get_context("spawn").Pool(self._jobs)
            finally:
                if main:
                    signal.signal(signal.SIGINT, before)
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
