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
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from multiprocessing.connection import Connection, Pipe

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.planner.system.interrupts import undivided
from ferryplan.planner.system.limits import TimeIsUpError, limited, undisturbed

CODE = "import sys; _, pipe, *sys.path = sys.argv; from ferryplan.planner.system.helper import serve; serve(int(pipe))"
LEAVING = 2.0
"""seconds for which a helper may end what it has started"""


class CallError(FerryplanError):
    """A call that has failed in a way that cannot be told as it was, or that its process did not survive."""


class Helper:
    """The parent's side of it. It starts at once; it hears no Ctrl-C. Nobody waits for it longer than LEAVING, whatever state it is in."""

    def __init__(self) -> None:
        self.worn = False
        """whether it had better not be asked again: a call was broken off in it"""
        self._ready, self._call = False, b""
        with undisturbed(), undivided():
            self._pipe, theirs = Pipe()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-c", CODE, f"{theirs.fileno()}", *map(os.path.abspath, sys.path)],
                    stdin=subprocess.DEVNULL, stdout=2, pass_fds=[theirs.fileno()], start_new_session=True,
                )  # fmt: skip

    def fileno(self) -> int:
        """Return the descriptor that can be waited for."""
        return self._pipe.fileno()

    def ask(self, call: bytes) -> None:
        """Hand over a call as soon as one is taken, pickled: a function and its arguments, which must be of a module, its seconds and MiB. A helper
        that is dead is heard of later."""
        self._call = call
        if self._ready:
            with contextlib.suppress(OSError):
                self._pipe.send_bytes(call)

    def heard(self) -> bytes | None:
        """Return the answer, pickled: what the call has returned, and what it has raised; None if the helper only says that it is ready. Raises
        EOFError with the exit code, if there is one, for one that is dead or takes no calls."""
        answer: bytes | None
        try:
            self.worn, answer = self._pipe.recv()
        except (EOFError, OSError):
            raise EOFError(self.end(time.monotonic() + LEAVING)) from None
        if answer is None:
            self._ready = True
            self.ask(self._call)
        return answer

    def leave(self) -> None:
        """Have it end, with all that was started there."""
        self._pipe.close()

    def end(self, deadline: float = 0.0) -> int | None:
        """End it, at the latest at a time of ``time.monotonic``; return its exit code, None if the system does not let go of it."""
        self.leave()
        for patience in (max(0.0, deadline - time.monotonic()), LEAVING):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        return self._process.returncode


def end_all(helpers: Iterable[Helper]) -> None:
    """End helpers, with all that was started there."""
    with undisturbed(), undivided():
        ending, deadline = [*helpers], time.monotonic() + LEAVING
        for helper in ending:
            helper.leave()
        for helper in ending:
            helper.end(deadline)


def serve(pipe: int) -> None:
    """Make the calls that come in through a pipe, by its descriptor, and answer there, the helper's side of it."""
    os.set_inheritable(pipe, False)
    calls, parent = queue.SimpleQueue[bytes](), Connection(pipe)
    listening = threading.Thread(target=_listen, args=(parent, calls), daemon=True)
    listening.start()
    gc.set_threshold(50_000)
    with contextlib.suppress(OSError):  # nobody is there any more, so the other thread ends this process
        parent.send((False, None))  # from here on a call is taken as soon as it comes
        while True:
            parent.send(_answer(calls.get()))
    listening.join()


def _listen(parent: Connection, calls: queue.SimpleQueue[bytes]) -> None:
    """Pass calls on; when no more can come, end this process and all that it has started."""
    try:
        with contextlib.suppress(EOFError, OSError):
            while True:
                calls.put(parent.recv_bytes())
        if session := sys.modules.get("ferryplan.planner.engines.session"):
            session.close_all()
    finally:
        os.killpg(0, signal.SIGKILL)


def _answer(call: bytes) -> tuple[bool, bytes]:
    """Return whether a call was broken off, and the answer to it."""
    try:
        make, arguments, timeout, memory = pickle.loads(call)
        with limited(timeout, memory):
            value = make(*arguments)
        return False, pickle.dumps((value, None))
    except Exception as error:  # whatever it is, it is the call's own
        problem: Exception = (
            MemoryError(format_message("system.memory-limit")) if isinstance(error, MemoryError) else error
        )
    try:
        answer = pickle.dumps((None, problem))
        pickle.loads(answer)
    except Exception:  # one that cannot be made again
        answer = pickle.dumps((None, CallError(f"{type(problem).__name__}: {problem}")))
    return isinstance(problem, TimeIsUpError | MemoryError), answer
