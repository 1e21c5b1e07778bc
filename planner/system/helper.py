"""A process of its own that makes calls, one after the other, and ends with whoever started it, however that ends.

Calls and answers are pickled: they go between processes of one program.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from generator.errors import FerryplanError
from planner.system.interrupts import undivided
from planner.system.limits import TimeIsUpError, limited, undisturbed

CODE = "import sys; sys.path[:] = sys.argv[1:]; from planner.system.helper import serve; serve()"
HEAD = struct.Struct(">Q?")
"""before each call and answer: how many bytes it has, and whether the helper had better not be asked again"""
LEAVING = 2.0
"""seconds for which a helper may end what it has started"""


class CallError(FerryplanError):
    """A call that has failed in a way that cannot be told as it was, or that its process did not survive."""


class Helper:
    """The parent's side of it. It starts at once; it hears no Ctrl-C."""

    def __init__(self) -> None:
        self.worn = False
        """whether it had better not be asked again: a call was broken off in it"""
        self._coming = bytearray()
        with undisturbed(), undivided():
            self._process = subprocess.Popen(
                [sys.executable, "-c", CODE, *map(os.path.abspath, sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )

    def fileno(self) -> int:
        """Return the descriptor that can be waited for."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def ask(self, call: bytes) -> None:
        """Hand over a call, as ``called`` writes it. A helper that is dead is heard of later."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(HEAD.pack(len(call), False) + call)
            self._process.stdin.flush()

    def heard(self) -> bytes | None:
        """Return the answer, for ``answered``; None if it is not whole yet. Waits for a part of it. Raises EOFError for a dead helper."""
        part = os.read(self.fileno(), 1 << 20)
        if not part:
            raise EOFError(self._process.wait())
        self._coming += part
        if len(self._coming) < HEAD.size or len(self._coming) < HEAD.size + HEAD.unpack_from(self._coming)[0]:
            return None
        self.worn, answer = HEAD.unpack_from(self._coming)[1], bytes(self._coming[HEAD.size :])
        self._coming.clear()
        return answer

    def leave(self) -> None:
        """Have it end, with all that was started there."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()

    def end(self, deadline: float = 0.0) -> None:
        """End it, at the latest at a time of ``time.monotonic``."""
        self.leave()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def end_all(helpers: Iterable[Helper]) -> None:
    """End helpers, with all that was started there."""
    with undisturbed(), undivided():
        ending, deadline = [*helpers], time.monotonic() + LEAVING
        for helper in ending:
            helper.leave()
        for helper in ending:
            helper.end(deadline)


def called(make: Callable[..., Any], arguments: tuple[Any, ...], timeout: float, memory: int | None) -> bytes:
    """Return a call as a helper takes it, to be made within so many seconds and MiB. Function and arguments must be of a module."""
    return pickle.dumps((make, arguments, timeout, memory))


def answered(answer: bytes) -> tuple[Any, Exception | None]:
    """Return what a call has returned, or what it has raised."""
    found: tuple[Any, Exception | None] = pickle.loads(answer)
    return found


def serve() -> None:
    """Make the calls that come in on standard input and answer on standard output, the helper's side of it."""
    calls, asked, answers = queue.SimpleQueue[bytes](), os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    threading.Thread(target=_listen, args=(asked, calls), daemon=True).start()
    gc.set_threshold(50_000)
    while True:
        answer, worn = _answer(calls.get())
        answers.write(HEAD.pack(len(answer), worn) + answer)
        answers.flush()


def _listen(asked: BinaryIO, calls: queue.SimpleQueue[bytes]) -> None:
    """Pass calls on; when no more can come, end this process and all that it has started."""
    try:
        while head := asked.read(HEAD.size):
            calls.put(asked.read(HEAD.unpack(head)[0]))
        if session := sys.modules.get("planner.engines.session"):
            session.close_all()
    finally:
        os.killpg(0, signal.SIGKILL)


def _answer(call: bytes) -> tuple[bytes, bool]:
    """Return the answer to a call, and whether it was broken off."""
    try:
        make, arguments, timeout, memory = pickle.loads(call)
        with limited(timeout, memory):
            value = make(*arguments)
        return pickle.dumps((value, None)), False
    except Exception as error:  # whatever it is, it is the call's own
        problem: Exception = MemoryError("the memory ran out") if isinstance(error, MemoryError) else error
    try:
        answer = pickle.dumps((None, problem))
        answered(answer)
    except Exception:  # one that cannot be made again
        answer = pickle.dumps((None, CallError(f"{type(problem).__name__}: {problem}")))
    return answer, isinstance(problem, TimeIsUpError | MemoryError)
