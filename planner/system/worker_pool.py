"""Parallel calls of a function by several processes, with limits, robust against dying processes.

Neither the number of processes nor the machines on which they run change the results, which come in the order of the
calls.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from contextvars import Context
from dataclasses import dataclass
from math import inf
from multiprocessing import connection
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.planner.system.capabilities import may_start_processes
from ferryplan.planner.system.interrupts import describe_exit, hold_signals
from ferryplan.planner.system.journal import Journal
from ferryplan.planner.system.limits import HOUR, MAX_SECONDS, defer_timeout, enforce_limits
from ferryplan.planner.system.pool_worker import CallError, PoolWorker, end_workers

T = TypeVar("T")
START_SECONDS = 10.0
"""seconds beyond its time limit after which a call is abandoned; its process needs time to start and to answer"""
MAX_DEATHS = 3
"""the number of processes that may die during a call before the call fails"""
HUNG_MESSAGE = format_message("system.process-hung")
"""the reason why an abandoned call has no answer; such a call is not repeated, because it would take as long again"""


class EndedCall(NamedTuple):
    """A call that has ended in its process: the pickled answer, or the reason why there is none."""

    number: int
    """the number of the call, as in `CallExecutor.begin_call`"""
    answer: bytes | None
    """the pickled pair of the value and the exception, as in `PoolWorker.receive_answer`; None if the process died"""
    failure_reason: str = ""
    """the reason why there is no answer"""


class CallExecutor(Protocol):
    """The interface of the processes that make the calls of a pool: on this machine, or on a cluster."""

    @property
    def max_calls(self) -> int:
        """The largest number of calls that may have begun and not ended."""

    def begin_call(self, number: int, call: bytes, seconds: float) -> None:
        """Begin a pickled call, which is abandoned some time after its limit of ``seconds``.

        ``number`` identifies the call in `EndedCall`.
        """

    def wait(self) -> None:
        """Wait until a call ends or the state of the processes changes, but not forever."""

    def take_ended_calls(self) -> list[EndedCall]:
        """Return the calls that have ended since the last time that this method was called."""

    def close(self) -> None:
        """End all processes and connections of this executor."""


class CallOutcome(NamedTuple, Generic[T]):
    """The outcome of a call that was submitted to a pool: the returned value, or the error."""

    name: str
    """the name of the call, as in `WorkerPool.submit`"""
    value: T | None
    """the value that the function returned; None if there is an error"""
    error: Exception | None
    """the error that the function raised, including TimeIsUpError and MemoryError; CallError if its processes died"""


@dataclass(eq=False)
class _PoolCall(Generic[T]):
    """A call that was submitted to a pool, with its outcome once it has ended."""

    arguments: tuple[Any, ...]
    name: str
    process_deaths: int = 0
    """the number of processes that have died during the call"""
    outcome: CallOutcome[T] | None = None


class WorkerPool(Generic[T]):
    """A pool of ``jobs`` processes that make calls of one function, until the ``with`` block ends.

    Each call may use ``timeout`` seconds and ``memory`` MiB. With a single job and without limits, and where no
    processes may start, this process makes the calls itself, one after the other. The processes run on this machine,
    or where the executor from ``make_executor`` runs them. If the process of a call dies, another process repeats the
    call. The function and its arguments are pickled, so the function must be defined in a module. ``on_begin`` and
    ``on_end`` are called with the name of each call when it begins and ends.

    With a ``journal``, the pool stores the value of each call under the call's name, and does not repeat calls that
    the journal has. ``encode`` turns a value into JSON data (None: do not store the value), and ``decode`` turns the
    data back into the value.
    """

    def __init__(
        self,
        jobs: int,
        function: Callable[..., T],
        *,
        timeout: float = inf,
        memory: int | None = None,
        make_executor: Callable[[], CallExecutor] | None = None,
        on_begin: Callable[[str], None] = lambda name: None,
        on_end: Callable[[str], None] = lambda name: None,
        journal: Journal | None = None,
        encode: Callable[[T], Any] = lambda value: value,
        decode: Callable[[Any], T] = lambda data: data,
    ) -> None:
        self._jobs, self._function, self._limits, self._make_executor = jobs, function, (timeout, memory), make_executor
        self._on_begin, self._on_end, self._journal, self._encode, self._decode = (
            on_begin,
            on_end,
            journal,
            encode,
            decode,
        )
        self._executor: CallExecutor | None = None
        self._calls, self._waiting = deque[_PoolCall[T]](), deque[_PoolCall[T]]()
        self._under_way, self._call_count = dict[int, _PoolCall[T]](), 0

    def __enter__(self) -> WorkerPool[T]:
        if self._make_executor:
            self._executor = self._make_executor()
        elif (self._jobs > 1 or self._has_limits) and may_start_processes():
            self._executor = LocalProcesses(self._jobs)
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.close()

    @property
    def _has_limits(self) -> bool:
        """Whether calls have a limit on time or memory."""
        return self._limits != (inf, None)

    def submit(self, *arguments: Any, name: str = "", first: bool = False) -> None:
        """Submit a call of the pool's function with these arguments.

        ``name`` identifies the call in outcomes and in the journal. With ``first``, the call comes before all other
        waiting calls.
        """
        call = _PoolCall[T](arguments, name)
        (self._calls.appendleft if first else self._calls.append)(call)
        if self._journal is not None and name in self._journal.entries:
            call.outcome = CallOutcome(name, self._decode(self._journal.entries[name]), None)
            self._on_begin(name)
            self._on_end(name)
        else:
            (self._waiting.appendleft if first else self._waiting.append)(call)

    def returned_values(self) -> Iterator[T]:
        """Yield the value that each call returned, in the order of the calls.

        Raises the error of the first call that failed.
        """
        for outcome in self.outcomes():
            if outcome.error is not None:
                raise outcome.error
            yield outcome.value  # type: ignore[misc] # None where the function returns that

    def outcomes(self) -> Iterator[CallOutcome[T]]:
        """Yield the outcome of each call, a value or an error, in the order of the calls."""
        while self._calls:
            while (outcome := self._calls[0].outcome) is None:
                if self._executor is None:
                    self._make_next_call()
                else:
                    self._begin_calls(self._executor)
                    self._executor.wait()
                    self._collect_ended_calls(self._executor)
            self._calls.popleft()
            yield outcome

    def ready_outcomes(self) -> Iterator[CallOutcome[T]]:
        """Yield the outcomes of those calls that have already ended, without waiting for other calls."""
        if self._executor is not None:
            self._collect_ended_calls(self._executor)
        yield from (call.outcome for call in [*self._calls] if call.outcome is not None)

    def _make_next_call(self) -> None:
        """Make the next waiting call in this process, within the limits."""
        timeout, memory = self._limits
        call = self._waiting.popleft()
        self._on_begin(call.name)
        ended: tuple[T | None, Exception | None]
        try:  # the empty context hides its progress, as in other processes; `returned_values` raises its errors
            with enforce_limits(timeout, memory) if self._has_limits else nullcontext():
                ended = Context().run(self._function, *call.arguments), None
        except Exception as error:
            ended = None, error
        self._finish_call(call, *ended)

    def _begin_calls(self, executor: CallExecutor) -> None:
        """Begin as many waiting calls as the executor accepts."""
        while len(self._under_way) < executor.max_calls and self._waiting:
            with defer_timeout(), hold_signals():
                call, self._call_count = self._waiting.popleft(), self._call_count + 1
                self._under_way[self._call_count] = call
                if not call.process_deaths:
                    self._on_begin(call.name)
                sent = pickle.dumps((self._function, call.arguments, *self._limits))
                executor.begin_call(self._call_count, sent, min(self._limits[0], MAX_SECONDS))

    def _collect_ended_calls(self, executor: CallExecutor) -> None:
        """Store the outcomes of ended calls; let calls whose processes have died wait again."""
        with defer_timeout(), hold_signals():
            for number, answer, why in executor.take_ended_calls():
                call = self._under_way.pop(number)
                if answer is not None:
                    self._finish_call(call, *pickle.loads(answer))
                    continue
                call.process_deaths += 1
                if why == HUNG_MESSAGE or call.process_deaths == MAX_DEATHS:
                    self._finish_call(call, None, CallError(why))
                else:
                    self._waiting.appendleft(call)

    def _finish_call(self, call: _PoolCall[T], value: T | None, error: Exception | None) -> None:
        """Store the outcome of a call, and add its value to the journal, if there is one."""
        with defer_timeout(), hold_signals():
            if self._journal is not None and error is None:
                data = self._encode(value)  # type: ignore[arg-type]  # a value, as there is no error
                if data is not None:
                    self._journal.add_call_result(call.name, data)
            call.outcome = CallOutcome(call.name, value, error)
            self._on_end(call.name)


class LocalProcesses:
    """The executor of calls on this machine, with up to ``jobs`` processes, started as they are needed."""

    def __init__(self, jobs: int) -> None:
        self.max_calls = jobs
        self._idle, self._busy = list[PoolWorker](), dict[PoolWorker, tuple[int, float]]()

    def begin_call(self, number: int, call: bytes, seconds: float) -> None:
        """Send a pickled call to a process; it is abandoned `START_SECONDS` after its limit of ``seconds``."""
        helper = self._idle.pop() if self._idle else PoolWorker()
        self._busy[helper] = number, time.monotonic() + seconds + START_SECONDS
        helper.send_call(call)

    def wait(self, max_seconds: float = HOUR) -> None:
        """Wait until a process answers or dies, or until a call must be abandoned."""
        first = min((end for _, end in self._busy.values()), default=0.0)
        connection.wait([*self._busy], min(max(0.0, first - time.monotonic()), max_seconds))  # type: ignore[list-item]  # helpers have fileno

    def take_ended_calls(self) -> list[EndedCall]:
        """Return the calls that have ended since the last time that this method was called."""
        found = list[EndedCall]()
        speaking: list[object] = [*connection.wait([*self._busy], 0)]  # type: ignore[list-item]  # helpers have fileno
        for helper, (number, end) in [*self._busy.items()]:
            answer, why = None, HUNG_MESSAGE if time.monotonic() > end else ""
            try:
                answer = helper.receive_answer() if helper in speaking else None
            except EOFError as error:
                why = format_message("system.process-ended", code=describe_exit(*error.args))
            if answer is not None or why:
                del self._busy[helper]
                found.append(EndedCall(number, answer, why))
                helper.end_process() if why or helper.needs_replacement else self._idle.append(helper)
        return found

    def close(self) -> None:
        """End all processes."""
        end_workers([*self._idle, *self._busy])
