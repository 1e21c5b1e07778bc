"""Calls made by the workers of a Dask cluster: each in a process of its own that a worker starts, with the limits that it would have here.

A call whose worker dies is given to another one by Dask's scheduler, and asked for again where that gives up.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import queue
import signal
import threading
import time
import uuid
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, ParameterError
from ferryplan.generator.files import read_bytes
from ferryplan.planner.system.crew import Ended, Processes
from ferryplan.planner.system.files import check_packages
from ferryplan.planner.system.progress import waiting

KINDS = {name.lower(): f"{name}Cluster" for name in ("HTCondor", "LSF", "Moab", "OAR", "PBS", "SGE", "SLURM")}
"""batch systems, and what dask-jobqueue calls them"""
LOCAL = "local"
LARGEST_SCHEDULER_FILE = 1_000_000
"""in bytes"""
LOOKING = 1.0
"""seconds between two looks at what workers there are, and, of a worker, at whether anybody waits for a call"""
CONNECTING = 30.0
"""seconds in which a scheduler has to answer"""
CLOSING = 20.0
"""seconds after which nobody waits any more for what is to end"""


class ClusterError(FerryplanError, RuntimeError):
    """A cluster that cannot be reached, or not any more."""

    exit_code = 31


class Cluster:
    """The workers of a cluster: ``local``, of so many ``jobs`` on this machine; of a batch system, which is given so many jobs; or those of a
    scheduler that runs, by its address or its file. Raises OutputError where a package for it is missing, ParameterError for a file that is none
    of a scheduler, ClusterError if the cluster cannot be had."""

    def __init__(self, where: str, jobs: int) -> None:
        check_packages(where, "distributed", *(["dask-jobqueue"] if where in KINDS else []), key="cluster")
        dask: Any = importlib.import_module("distributed")
        self._where, self._run, self._threads, self._looked = where, uuid.uuid4().hex, 0, -LOOKING
        self._begun, self._found, self._done = list[tuple[Any, ...]](), list[Ended](), queue.SimpleQueue[Any]()
        address = _address_of(where)
        with contextlib.ExitStack() as stack, warnings.catch_warnings(action="ignore"):  # of ports that are taken
            log = logging.getLogger("distributed")
            stack.callback(log.setLevel, log.level)
            log.setLevel(logging.CRITICAL)
            try:
                if where == LOCAL:
                    how = {"threads_per_worker": 1, "memory_limit": 0, "preload": __name__, "dashboard_address": ":0"}
                    cluster = dask.LocalCluster(n_workers=jobs, silence_logs=logging.CRITICAL, **how)
                elif where in KINDS:
                    ctrl_c, jobs_by = signal.getsignal(signal.SIGINT), importlib.import_module("dask_jobqueue")
                    signal.signal(signal.SIGINT, ctrl_c)  # an exit without an error, by that import
                    cluster = getattr(jobs_by, KINDS[where])()
                    cluster.scale(jobs=jobs)
                if where in (LOCAL, *KINDS):
                    address = {"address": stack.enter_context(cluster)}
                self._client = stack.enter_context(dask.Client(**address, timeout=CONNECTING, set_as_default=False))
            except Exception as error:  # Dask and the batch systems raise whatever they like
                said = " ".join(str(error).split()) or type(error).__name__
                says = format_message("system.no-cluster", address=where, reason=said)
                raise ClusterError(says, key="cluster", found=where, expected="a running cluster") from None
            self._open = stack.pop_all()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        try:
            if self._client.status != "running":
                raise ConnectionError
            yield
        except OSError:
            raise ClusterError(format_message("system.lost-scheduler", address=self._where), key="cluster") from None

    @property
    def width(self) -> int:
        """Twice as many calls as are made at a time by the workers that there are now: each has its next at hand, which Dask gives to another
        worker that has nothing to do."""
        if time.monotonic() > self._looked + LOOKING:
            with self._connected():
                self._looked, self._threads = time.monotonic(), sum(self._client.nthreads().values())
            waiting("" if self._threads else format_message("system.waiting-for-workers"))
        return 2 * self._threads

    def begin(self, number: int, call: bytes, seconds: float) -> None:
        """Take a call, which is handed over with others."""
        self._begun.append((f"ferryplan-{self._run}-{number}", call, seconds))

    def wait(self) -> None:
        """Wait until there is something to be heard, for a moment."""
        with self._connected(), contextlib.suppress(queue.Empty):
            if self._begun:
                (keys, *asked), self._begun = zip(*self._begun, strict=True), []
                for future in self._client.map(made, *asked, program=version("ferryplan"), key=[*keys], pure=False):
                    future.add_done_callback(self._done.put)
            ended = [self._done.get(timeout=LOOKING)]
            ended += [self._done.get() for _ in range(self._done.qsize())]
            whole = {future.key: future for future in ended if future.status == "finished"}
            answers = self._client.gather(whole, errors="skip")
            for future in ended:
                if future.status in ("cancelled", "lost"):
                    raise ConnectionError
                why = f"{future.exception()}" if future.status == "error" else format_message("system.lost-worker")
                number = int(future.key.rpartition("-")[2])
                self._found.append(Ended(number, *answers.get(future.key, (None, why))))

    def ended(self) -> list[Ended]:
        """Return the calls of which it is heard that they have ended."""
        found, self._found = self._found, []
        return found

    def close(self) -> None:
        """Have the workers give up what they do for it, and leave nothing of it; what does not answer holds nobody up."""
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(CLOSING)

    def _close(self) -> None:
        with contextlib.suppress(Exception), self._open, self._connected():  # what is to end may have ended
            self._client.run(leave)


def _address_of(where: str) -> dict[str, str]:
    """Return the argument by which Dask finds a scheduler: its file, or its address. Raises ParameterError for a file of another kind."""
    if not Path(where).is_file():
        return {"address": where}
    try:
        found = json.loads(read_bytes(where, LARGEST_SCHEDULER_FILE))["address"]
        if not isinstance(found, str):
            raise TypeError(found)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        says = format_message("system.no-scheduler-file", file=where)
        raise ParameterError(says, key="cluster", found=where, expected="a scheduler file of Dask") from None
    return {"scheduler_file": where}


_idle, _lock = list[Processes](), threading.Lock()
"""of a worker: processes that may be asked again"""


def made(call: bytes, seconds: float, program: str) -> tuple[bytes | None, str]:
    """Make a call in a process of a worker: its answer, or why there is none."""
    from distributed import get_worker

    if (found := version("ferryplan")) != program:
        raise ClusterError(format_message("system.other-version", found=found, expected=program))
    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    with _lock:
        place = _idle.pop() if _idle else Processes(1)
    place.begin(0, call, seconds)
    while not (ended := place.ended()):
        place.wait(LOOKING)
        if task is None or task.state == "cancelled":  # nobody waits for it
            place.close()
            raise ClusterError(format_message("system.call-canceled"))
    with _lock:
        _idle.append(place)
    return ended[0].answer, ended[0].why


def leave() -> None:
    """End the processes of a worker that make no call."""
    with _lock:
        while _idle:
            _idle.pop().close()


def dask_setup(worker: Any) -> None:
    """Have a worker hear no Ctrl-C, which is for whoever started it; Dask calls this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
