"""Sessions, which send requests to engines: in a process of their own, or in this process.

The process of the engines is the worker. Where there are no processes, as in a browser, and where the caller or the
environment asks for it, this process runs engines itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_argument_type
from ferryplan.planner.engines.java import add_java_to_path
from ferryplan.planner.engines.patches.guard import are_patches_off
from ferryplan.planner.system.capabilities import IS_PYODIDE, may_start_processes
from ferryplan.planner.system.interrupts import describe_exit, hold_signals
from ferryplan.planner.system.limits import defer_timeout
from ferryplan.planner.system.scratch import ScratchFolder

_WORKER_FILE = Path(__file__).with_name("worker.py")
WORKER_ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
"""environment variables of the worker, in addition to those of the parent"""
_OPEN_SESSIONS = set["Session"]()
"""the sessions that are not closed"""


def close_all_sessions() -> None:
    """Close all open sessions of this process: end their workers and remove the workers' files."""
    for session in [*_OPEN_SESSIONS]:
        session.close()


class Session:
    """A session with planners that solves several puzzles, so that a planner's process starts only once.

    The session has a process for the planners, which starts to load at once. It ends, with all processes that it
    started, when the ``with`` block ends. Without processes, as in a browser, the session runs pyperplan in this
    process, if it is installed, and no other planner; it cannot enforce memory limits.

    Args:
        engines: The names of the engines that it will run, if you know them: the process then loads their packages at once.
        in_process: Whether to run planners in this process. By default, this is the case only where there are no
            processes, and if the environment variable FERRYPLAN_PROCESSES is ``off``.

    Raises:
        SwitchError: An environment variable that is a switch is neither ``on`` nor ``off``.

    >>> from ferryplan import Session, solve
    >>> with Session() as session:
    ...     results = [solve("jealous-couples", couples=number, session=session) for number in (2, 3)]
    >>> [len(result.solution.steps) for result in results]
    [5, 11]
    """

    def __new__(cls, *engines: str, in_process: bool | None = None) -> Session:
        """Make a session of the class that suits the platform, as `pathlib.Path` does."""
        return super().__new__(choose_session_class(in_process) if cls is Session else cls)

    def __init__(self, *engines: str, in_process: bool | None = None) -> None:
        for name in engines:
            check_argument_type("engines", name, str, "names of engines")
        are_patches_off()
        self.worn = True
        """whether the next request should go to a new session, because this one has ended, has not answered, or asks for it"""
        with defer_timeout(), hold_signals():
            self._start(engines)
            _OPEN_SESSIONS.add(self)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, engines: Sequence[str]) -> None:
        """Start what answers the requests; ``engines`` names the engines that it will run, if known."""
        raise NotImplementedError

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Send a request to an engine and return the answer.

        ``ferryplan.planner.engines.worker`` describes the keys of requests and answers. ``deadline`` is a time of
        ``time.monotonic``; after this time, the status is ``timeout``.
        """
        raise NotImplementedError

    def close(self) -> None:
        """End the planner's process and all processes that it started, and remove its files.

        Further calls have no effect.
        """
        _OPEN_SESSIONS.discard(self)

    def kill(self) -> None:
        """End the planner's process and all processes that it started, if there are any."""


def start_session(*engines: str, in_process: bool | None = None) -> Session:
    """Start a session that suits the platform. All other modules start their sessions with this function.

    The arguments, and the error that it raises, are those of `Session`.
    """
    return choose_session_class(in_process)(*engines)


def choose_session_class(in_process: bool | None = None) -> type[Session]:
    """Return the class of the sessions to start.

    By default, it is the class with a process, if there may be processes; ``in_process`` decides otherwise. Raises
    ArgumentValueError if the caller wants a process on a platform without processes.
    """
    if in_process is not None:
        check_argument_type("in_process", in_process, bool, "True, False or None")
    if in_process is False and IS_PYODIDE:
        raise ArgumentValueError("in_process", "False", "True, because there are no processes in a browser")
    if in_process is None:
        in_process = not may_start_processes()
    return InProcessSession if in_process else ProcessSession


class InProcessSession(Session):
    """A session that runs engines in this process: pyperplan, if it is installed, and no other engine.

    Ctrl-C and time limits interrupt the engine. Memory limits apply only as far as the platform limits this process.
    """

    def _start(self, engines: Sequence[str]) -> None:
        """Start nothing: the modules of an engine are imported for its first request."""
        self.worn = False

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Run the engine that a request names, and return its answer, as `Session.ask` describes."""
        from ferryplan.planner.engines.in_process import answer_in_process

        return answer_in_process(request, deadline)


class ProcessSession(Session):
    """A session with a worker: the child process in which engines run, with limits on time and memory."""

    def _start(self, engines: Sequence[str]) -> None:
        """Start the worker, which begins to load the packages of the engines."""
        self._folder = ScratchFolder()
        self._error_log = Path(self._folder.name, "standard-error")
        with self._error_log.open("wb") as noise:
            self._process = subprocess.Popen(
                # -P keeps the worker's folder off sys.path, where its modules could shadow other modules.
                [sys.executable, "-P", str(_WORKER_FILE), *(ascii(name[:99]) for name in engines)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # A file instead of a pipe: nobody has to empty it, and its last lines tell why a worker died.
                stderr=noise,
                cwd=self._folder.name,
                env={**add_java_to_path(os.environ), **WORKER_ENVIRONMENT, "TMPDIR": self._folder.name},
                # The worker leads a process group of its own, so that `kill` also reaches its child processes.
                start_new_session=True,
            )

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Send a request to the worker and return the worker's answer, as `Session.ask` describes.

        After the deadline, the worker is ended. If the worker ends without an answer, the status is ``memory`` or
        ``error``; with ``error``, the message has the last line that the worker or its engine printed. Ctrl-C and the
        time limit of an enclosing block also end the worker.
        """
        assert self._process.stdin is not None
        self.worn = True
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = self._read_line(deadline)
            if line is None:
                self.close()
                return {"status": "timeout"}
            answer: dict[str, Any] = json.loads(line)
            self.worn = answer.get("worn", True)
            return answer
        except (BrokenPipeError, ValueError):
            return self._answer_after_death()
        except BaseException:
            self.close()
            raise

    def _read_line(self, deadline: float) -> bytes | None:
        """Return the next output line of the worker: empty if the worker has ended, None past the deadline."""
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    return None
                part = os.read(descriptor, 1 << 16)
                if not part:
                    return b""
                line += part
        return line

    def _answer_after_death(self) -> dict[str, Any]:
        """Return an answer for a worker that died during a request, with the status ``memory`` or ``error``."""
        self.kill()
        with self._error_log.open("rb") as noise:
            # The last lines are enough to tell why the worker ended.
            noise.seek(max(0, self._error_log.stat().st_size - 4000))
            lines = [line.strip() for line in noise.read().decode(errors="replace").splitlines() if line.strip()]
        self.close()
        if "MemoryError" in (lines[-1] if lines else ""):
            return {"status": "memory"}
        last = f': "{lines[-1][:200]}"' if lines else ""
        code = describe_exit(self._process.returncode)
        message = format_message("engines.process-ended", code=code, last=last)
        return {"status": "error", "message": message}

    def close(self) -> None:
        """End the worker and all processes that it started, and remove its files."""
        with defer_timeout(), hold_signals():
            self.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            self._folder.cleanup()
            super().close()

    def kill(self) -> None:
        """End the worker and all processes that it started.

        You may call it from another thread: a thread that waits for an answer gets the status ``error``.
        """
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
