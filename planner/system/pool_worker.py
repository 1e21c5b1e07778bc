"""A child process that makes function calls one after the other, and always ends with its parent.

Calls and answers are pickled, because both processes belong to the same program.
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
from ferryplan.planner.system.interrupts import hold_signals
from ferryplan.planner.system.limits import TimeIsUpError, defer_timeout, enforce_limits

START_CODE = "import sys; _, pipe, *sys.path = sys.argv; from ferryplan.planner.system.pool_worker import serve; serve(int(pipe))"
"""the Python code that the child process runs, with the file descriptor of its pipe and ``sys.path`` as arguments"""
LEAVE_SECONDS = 2.0
"""seconds in which a worker may end the processes that it has started"""


class CallError(FerryplanError):
    """A call failed with an error that cannot be pickled, or its process died."""


class PoolWorker:
    """The parent's side of a worker process: it sends calls to the process and receives the answers.

    The process starts at once and ignores Ctrl-C. Ending it takes at most about LEAVE_SECONDS, even if it hangs.
    """

    def __init__(self) -> None:
        self.needs_replacement = False
        """whether another process should make the next call, because a call was interrupted in this process"""
        self._is_ready, self._pending_call = False, b""
        with defer_timeout(), hold_signals():
            self._pipe, theirs = Pipe()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-c", START_CODE, f"{theirs.fileno()}", *map(os.path.abspath, sys.path)],
                    stdin=subprocess.DEVNULL, stdout=2, pass_fds=[theirs.fileno()], start_new_session=True,
                )  # fmt: skip

    def fileno(self) -> int:
        """Return the file descriptor that becomes readable when an answer arrives or the process dies."""
        return self._pipe.fileno()

    def send_call(self, call: bytes) -> None:
        """Send a pickled call to the worker, as soon as the worker is ready.

        The call is a tuple of a function, its arguments, and limits in seconds and MiB; the function must be defined
        in a module. If the worker is dead, `receive_answer` reports it.
        """
        self._pending_call = call
        if self._is_ready:
            with contextlib.suppress(OSError):
                self._pipe.send_bytes(call)

    def receive_answer(self) -> bytes | None:
        """Return the pickled answer to the current call, or None if there is none yet.

        The answer is a pair of the value that the call returned and the exception that it raised. Returns None if the
        worker only reports that it is ready. Raises EOFError, with the exit code (None if unknown), if the worker is
        dead or its pipe is closed.
        """
        answer: bytes | None
        try:
            self.needs_replacement, answer = self._pipe.recv()
        except (EOFError, OSError):
            raise EOFError(self.end_process(time.monotonic() + LEAVE_SECONDS)) from None
        if answer is None:
            self._is_ready = True
            self.send_call(self._pending_call)
        return answer

    def close_pipe(self) -> None:
        """Close the pipe, which tells the process to end, together with all processes that it started."""
        self._pipe.close()

    def end_process(self, deadline: float = 0.0) -> int | None:
        """End the process, by a deadline of ``time.monotonic``, and return its exit code.

        The exit code is None if the system does not end the process.
        """
        self.close_pipe()
        for patience in (max(0.0, deadline - time.monotonic()), LEAVE_SECONDS):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        return self._process.returncode


def end_workers(workers: Iterable[PoolWorker]) -> None:
    """End workers, together with all processes that they started."""
    with defer_timeout(), hold_signals():
        ending, deadline = [*workers], time.monotonic() + LEAVE_SECONDS
        for helper in ending:
            helper.close_pipe()
        for helper in ending:
            helper.end_process(deadline)


def serve(pipe: int) -> None:
    """Run a worker process: make the calls that come through a pipe, and send the answers back.

    ``pipe`` is a file descriptor.
    """
    os.set_inheritable(pipe, False)
    calls, parent = queue.SimpleQueue[bytes](), Connection(pipe)
    listening = threading.Thread(target=_receive_calls, args=(parent, calls), daemon=True)
    listening.start()
    gc.set_threshold(50_000)
    with contextlib.suppress(OSError):  # the parent is gone, so the other thread ends this process
        parent.send((False, None))  # the worker is ready for calls
        while True:
            parent.send(_answer_call(calls.get()))
    listening.join()


def _receive_calls(parent: Connection, calls: queue.SimpleQueue[bytes]) -> None:
    """Put the parent's calls into a queue; when the pipe closes, end this process and its child processes."""
    try:
        with contextlib.suppress(EOFError, OSError):
            while True:
                calls.put(parent.recv_bytes())
        if session := sys.modules.get("ferryplan.planner.engines.session"):
            session.close_all_sessions()
    finally:
        os.killpg(0, signal.SIGKILL)


def _answer_call(call: bytes) -> tuple[bool, bytes]:
    """Make a pickled call; return whether a limit interrupted it, and the pickled answer.

    The answer is a pair of the value (None after an error) and the error (None without one).
    """
    try:
        make, arguments, timeout, memory = pickle.loads(call)
        with enforce_limits(timeout, memory):
            value = make(*arguments)
        return False, pickle.dumps((value, None))
    except Exception as error:  # any error belongs to the call
        problem: Exception = (
            MemoryError(format_message("system.memory-limit")) if isinstance(error, MemoryError) else error
        )
    try:
        answer = pickle.dumps((None, problem))
        pickle.loads(answer)
    except Exception:  # an error that cannot be pickled and restored
        answer = pickle.dumps((None, CallError(f"{type(problem).__name__}: {problem}")))
    return isinstance(problem, TimeIsUpError | MemoryError), answer
