"""Function calls on the workers of a Dask cluster, each in a child process that enforces the limits.

If the worker of a call dies, Dask's scheduler gives the call to another worker; if the scheduler gives up, the pool
submits the call again.
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
from ferryplan.planner.system.progress import show_waiting_message
from ferryplan.planner.system.user_files import check_packages
from ferryplan.planner.system.worker_pool import EndedCall, LocalProcesses

BATCH_SYSTEMS = {name.lower(): f"{name}Cluster" for name in ("HTCondor", "LSF", "Moab", "OAR", "PBS", "SGE", "SLURM")}
"""the names of batch systems, with the names of their classes in dask-jobqueue"""
LOCAL = "local"
"""the name of a cluster whose workers run on this machine"""
MAX_SCHEDULER_FILE_BYTES = 1_000_000
"""the largest size of a scheduler file in bytes"""
POLL_SECONDS = 1.0
"""seconds between two checks: of the number of workers and, in a worker, whether the call was canceled"""
CONNECT_SECONDS = 30.0
"""seconds within which a scheduler must answer"""
CLOSE_SECONDS = 20.0
"""the longest time in seconds to wait for the cluster to close"""


class ClusterError(FerryplanError, RuntimeError):
    """A cluster cannot be reached, or its connection is lost."""

    exit_code = 31


class Cluster:
    """A Dask cluster whose workers make the calls of a `WorkerPool`.

    ``where`` is ``local`` (``jobs`` workers on this machine), a batch system (which gets ``jobs`` jobs), or the
    address or the file of a running scheduler.

    Raises OutputError if a required package is missing, ParameterError for a file that is not a scheduler file, and
    ClusterError if the cluster cannot be reached.
    """

    def __init__(self, where: str, jobs: int) -> None:
        check_packages(where, "distributed", *(["dask-jobqueue"] if where in BATCH_SYSTEMS else []), key="cluster")
        dask: Any = importlib.import_module("distributed")
        self._where, self._run_id, self._threads, self._last_poll = where, uuid.uuid4().hex, 0, -POLL_SECONDS
        self._new_calls, self._ended_calls = list[tuple[Any, ...]](), list[EndedCall]()
        self._done_futures, self._unread_futures = queue.SimpleQueue[Any](), list[Any]()
        address = _scheduler_argument(where)
        with contextlib.ExitStack() as stack, warnings.catch_warnings(action="ignore"):  # about occupied ports
            log = logging.getLogger("distributed")
            stack.callback(log.setLevel, log.level)
            log.setLevel(logging.CRITICAL)
            try:
                if where == LOCAL:
                    how = {"threads_per_worker": 1, "memory_limit": 0, "preload": __name__, "dashboard_address": ":0"}
                    cluster = dask.LocalCluster(n_workers=jobs, silence_logs=logging.CRITICAL, **how)
                elif where in BATCH_SYSTEMS:
                    ctrl_c, jobs_by = signal.getsignal(signal.SIGINT), importlib.import_module("dask_jobqueue")
                    signal.signal(signal.SIGINT, ctrl_c)  # that import makes Ctrl-C exit without an error
                    cluster = getattr(jobs_by, BATCH_SYSTEMS[where])()
                    cluster.scale(jobs=jobs)
                if where in (LOCAL, *BATCH_SYSTEMS):
                    address = {"address": stack.enter_context(cluster)}
                self._client = stack.enter_context(
                    dask.Client(**address, timeout=CONNECT_SECONDS, set_as_default=False)
                )
            except Exception as error:  # Dask and the batch systems raise all kinds of errors
                said = " ".join(str(error).split()) or type(error).__name__
                says = format_message("system.no-cluster", address=where, reason=said)
                raise ClusterError(says, key="cluster", found=where, expected="a running cluster") from None
            self._open = stack.pop_all()

    @contextlib.contextmanager
    def _check_connection(self) -> Iterator[None]:
        """Raise ClusterError if the connection to the scheduler is lost, before or during this block."""
        try:
            if self._client.status != "running":
                raise ConnectionError
            yield
        except OSError:
            raise ClusterError(format_message("system.lost-scheduler", address=self._where), key="cluster") from None

    @property
    def max_calls(self) -> int:
        """The largest number of submitted calls: twice the number of calls that all workers can make at once.

        The factor 2 lets each worker have its next call ready; Dask moves waiting calls to idle workers.
        """
        if time.monotonic() > self._last_poll + POLL_SECONDS:
            with self._check_connection():
                self._last_poll, self._threads = time.monotonic(), sum(self._client.nthreads().values())
            show_waiting_message("" if self._threads else format_message("system.waiting-for-workers"))
        return 2 * self._threads

    def begin_call(self, number: int, call: bytes, seconds: float) -> None:
        """Accept a pickled call; the next `wait` submits it to Dask, together with other calls.

        ``number`` identifies the call in `EndedCall`; ``seconds`` is its time limit.
        """
        self._new_calls.append((f"ferryplan-{self._run_id}-{number}", call, seconds))

    def wait(self) -> None:
        """Submit the accepted calls to Dask, and wait for calls to end, for at most `POLL_SECONDS`."""
        with self._check_connection():
            if self._new_calls:
                (keys, *asked), self._new_calls = zip(*self._new_calls, strict=True), []
                for future in self._client.map(
                    make_call_in_child, *asked, program_version=version("ferryplan"), key=[*keys], pure=False
                ):
                    future.add_done_callback(self._done_futures.put)
            with contextlib.suppress(queue.Empty):
                self._unread_futures.append(self._done_futures.get(timeout=POLL_SECONDS))
                self._unread_futures += [self._done_futures.get() for _ in range(self._done_futures.qsize())]
            self._read_answers()

    def _read_answers(self) -> None:
        """Fetch the answers of the calls that Dask has finished, and record these calls as ended.

        An answer is lost if its worker dies before the answer is fetched. Dask then has another worker make the call again, and
        its future stays in `_unread_futures` until that worker has finished.
        """
        finished = {future.key: future for future in self._unread_futures if future.status == "finished"}
        answers = self._client.gather(finished, errors="skip") if finished else {}
        futures, self._unread_futures = self._unread_futures, []
        for future in futures:
            number = int(future.key.rpartition("-")[2])
            if answer := answers.get(future.key):
                self._ended_calls.append(EndedCall(number, *answer))
            elif future.status == "error":
                self._ended_calls.append(EndedCall(number, None, f"{future.exception()}"))
            elif future.status == "cancelled":
                raise ConnectionError
            else:
                self._unread_futures.append(future)

    def take_ended_calls(self) -> list[EndedCall]:
        """Return the calls that have ended since the last time that this method was called."""
        found, self._ended_calls = self._ended_calls, []
        return found

    def close(self) -> None:
        """Cancel the calls that were submitted to the cluster, and close the connection.

        The method waits at most `CLOSE_SECONDS` seconds.
        """
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(CLOSE_SECONDS)

    def _close(self) -> None:
        with contextlib.suppress(Exception), self._open, self._check_connection():  # the cluster may have ended already
            self._client.run(close_idle_processes)


def _scheduler_argument(where: str) -> dict[str, str]:
    """Return the keyword argument of Dask's client for a scheduler: ``scheduler_file`` or ``address``.

    Raises ParameterError for a file that is not a scheduler file.
    """
    if not Path(where).is_file():
        return {"address": where}
    try:
        found = json.loads(read_bytes(where, MAX_SCHEDULER_FILE_BYTES))["address"]
        if not isinstance(found, str):
            raise TypeError(found)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        says = format_message("system.no-scheduler-file", file=where)
        raise ParameterError(says, key="cluster", found=where, expected="a scheduler file of Dask") from None
    return {"scheduler_file": where}


_idle_processes, _lock = list[LocalProcesses](), threading.Lock()
"""in a worker: child processes that are free for another call"""


def make_call_in_child(call: bytes, seconds: float, program_version: str) -> tuple[bytes | None, str]:
    """Make a pickled call in a child process of this Dask worker; return the answer, or why there is none.

    The pair has the pickled answer (None if there is none) and the reason (empty if there is an answer). ``seconds``
    is the time limit of the call; ``program_version`` is the version of ferryplan that submits the call. Raises ClusterError
    if the worker has another version, or if the call is canceled.
    """
    from distributed import get_worker

    if (found := version("ferryplan")) != program_version:
        raise ClusterError(format_message("system.other-version", found=found, expected=program_version))
    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    with _lock:
        place = _idle_processes.pop() if _idle_processes else LocalProcesses(1)
    place.begin_call(0, call, seconds)
    while not (ended := place.take_ended_calls()):
        place.wait(POLL_SECONDS)
        if task is None or task.state == "cancelled":  # the call is no longer wanted
            place.close()
            raise ClusterError(format_message("system.call-canceled"))
    with _lock:
        _idle_processes.append(place)
    return ended[0].answer, ended[0].failure_reason


def close_idle_processes() -> None:
    """End those child processes of this Dask worker that are not making a call."""
    with _lock:
        while _idle_processes:
            _idle_processes.pop().close()


def dask_setup(worker: Any) -> None:
    """Make a Dask worker ignore Ctrl-C, which only the parent program handles; Dask calls this function."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
