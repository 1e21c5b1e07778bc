"""An event loop in a thread of its own, because Playwright leaves a running one in the main thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from processes import MAX_WAIT_SECONDS

_Answer = TypeVar("_Answer")


class LoopThread:
    """An event loop that runs in a thread until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, answer: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Run a coroutine in the thread, and return its result."""
        return asyncio.run_coroutine_threadsafe(answer, self._loop).result(MAX_WAIT_SECONDS)

    def close(self) -> None:
        """End the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(MAX_WAIT_SECONDS)
        self._loop.close()
