"""Limits on time and memory: a block is interrupted when they are used up.

At the time limit, an exception is raised in the middle of the work, as for Ctrl-C. In the main thread, the alarm signal
(SIGALRM) raises the exception. In other threads, to which Python delivers no signals, and on Windows, which has no
alarm signal, another thread watches the clock and lets the interpreter raise the exception.

Within the block, the exception is no ordinary error that the code in the block might handle: it becomes TimeIsUpError
only at the end of the block. So does an error of ferryplan that leaves the block after its time. Functions of this
module are never interrupted, so long work must not run in them.
"""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from types import FrameType, TracebackType

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.planner.system.alarm import HAS_ALARM, set_alarm

DEFAULT_TIMEOUT = 300.0
"""the default time limit in seconds"""
DEFAULT_HINT_TIME = 5.0
"""the default time for hints in seconds, for each problem of a model"""
DEFAULT_MEMORY = 4096
"""the default memory limit in MiB"""
GRACE = 1.0
"""seconds past the time limit in which a command may report its results"""
RAISE_AGAIN_SECONDS = 0.5
"""seconds after which the exception is raised again: callbacks of the interpreter swallow exceptions"""
MAX_SECONDS, HOUR = 10.0**8, 3600.0
"""the longest time limit, and an hour, in seconds"""


class TimeIsUpError(FerryplanError, TimeoutError):
    """The time limit was reached.

    >>> from ferryplan import TimeIsUpError
    >>> issubclass(TimeIsUpError, TimeoutError)
    True
    """

    __module__ = "ferryplan"
    exit_code = 20
    option_advice = format_message("system.more-time")

    def __init__(self, seconds: float, says: str = "") -> None:
        """Take the time limit, and a message to use instead of the default one."""
        says = says or format_message("system.time-limit", seconds=seconds)
        super().__init__(says, about="timeout", found=f"{seconds:g} s", expected="more time")


class _TimeLimitInterrupt(BaseException):
    """The exception that interrupts a block at its time limit, and becomes TimeIsUpError at its end."""


class _ThreadTimeLimits:
    """The time limits that apply to one thread, and the clock object that enforces these limits."""

    def __init__(self) -> None:
        self.blocks: list[enforce_limits] = []
        """the current blocks with a limit, the outermost first"""
        self.clock: _AlarmClock | _WatchThreadClock | None = None
        """the clock that interrupts the blocks"""
        self.lock = threading.Lock()
        """held by another thread while that thread interrupts this one"""
        self.shield_depth = 0
        """the number of current blocks that must not be interrupted"""

    def seconds_left(self) -> float:
        """Return the seconds until the first of the thread's blocks must be interrupted.

        Without such a block, the number is infinite.
        """
        return min((block.end_time for block in self.blocks), default=math.inf) - time.monotonic()

    def is_time_up(self) -> bool:
        """Return whether the time of one of the thread's blocks is up, so that it must be interrupted."""
        return self.seconds_left() <= 0

    def can_interrupt(self, frame: FrameType | None) -> bool:
        """Return whether the thread can be interrupted in its current frame.

        It cannot while it runs a function of this module.
        """
        if self.shield_depth or frame is None:
            return False
        while frame is not None and frame.f_globals is not globals():
            frame = frame.f_back
        return frame is None

    def raise_pending_interrupt(self) -> None:
        """Raise the exception here if the watching thread has begun to interrupt this thread.

        Afterwards, the watching thread checks the limits again before it interrupts this thread.
        """
        with self.lock:
            self.is_time_up()


class _InterruptReportFilter:
    """A filter that keeps the interpreter from reporting a _TimeLimitInterrupt exception that it swallows.

    Finalizers and callbacks of the garbage collector cannot pass on an exception: the interpreter prints "Exception
    ignored in" and continues. The clocks raise the exception again soon, so there is nothing to report.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._clocks = 0
        self._report = sys.unraisablehook

    def count_started_clock(self) -> None:
        """Count a clock that starts; the first one turns the filter on."""
        with self._lock:
            self._clocks += 1
            if self._clocks == 1:
                self._report = sys.unraisablehook
                sys.unraisablehook = self._report_others

    def count_stopped_clock(self) -> None:
        """Count a clock that stops; the last one turns the filter off, unless another hook has replaced it."""
        with self._lock:
            self._clocks -= 1
            if not self._clocks and sys.unraisablehook == self._report_others:
                sys.unraisablehook = self._report

    def _report_others(self, swallowed: sys.UnraisableHookArgs) -> None:
        """Report a swallowed exception with the previous hook, unless it is a _TimeLimitInterrupt."""
        if swallowed.exc_type is not _TimeLimitInterrupt:
            self._report(swallowed)


_silencer = _InterruptReportFilter()


class _ThreadLocal(threading.local):
    """Storage with a separate _ThreadTimeLimits for each thread."""

    def __init__(self) -> None:
        self.state = _ThreadTimeLimits()


_thread_local = _ThreadLocal()


class enforce_limits:  # noqa: N801 - reads as contextlib's suppress does
    """A ``with`` block with a limit on its time and, if the system supports it, on its memory.

    ``timeout`` is in seconds; ``memory`` is in MiB, in addition to the memory in use at the beginning. When the time
    and then ``grace`` more seconds are over, TimeIsUpError is raised from the block; MemoryError is raised if memory
    is refused. A nested block never has more time than the block around it. A memory limit takes effect only in the
    main thread, and then applies to all threads.
    """

    def __init__(self, timeout: float, memory: int | None = None, grace: float = 0.0) -> None:
        self.timeout, self._memory, self._grace = timeout, memory, grace
        self.deadline = time.monotonic() + min(timeout, MAX_SECONDS)
        """the end of the block's time, as a time of ``time.monotonic``"""
        self._address_space: tuple[int, int] | None = None

    @property
    def seconds_left(self) -> float:
        """The number of seconds that the block has left; 0 when the time is over."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def end_time(self) -> float:
        """The time of ``time.monotonic`` at which the block is interrupted: deadline plus grace period."""
        return self.deadline + self._grace

    def __enter__(self) -> enforce_limits:
        thread = _thread_local.state
        for block in thread.blocks:
            if block.deadline <= self.deadline:
                self.deadline, self.timeout = block.deadline, block.timeout
        if thread.clock is None:
            _silencer.count_started_clock()
            signalled = HAS_ALARM and threading.current_thread() is threading.main_thread()
            thread.clock = _AlarmClock(thread) if signalled else _WatchThreadClock(thread)
        thread.raise_pending_interrupt()
        thread.blocks.append(self)
        thread.clock.schedule_interrupt()
        if self._memory is not None:
            self._address_space = _limit_memory(self._memory)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        thread = _thread_local.state
        assert thread.clock is not None
        # A compiled library that the exception interrupts may report a mistake in its input that is none.
        is_mistake = isinstance(error, FerryplanError) and not isinstance(error, TimeIsUpError)
        broken_off = kind is _TimeLimitInterrupt or (is_mistake and thread.is_time_up())
        try:
            thread.raise_pending_interrupt()
        except _TimeLimitInterrupt:  # at the last moment
            broken_off = True
        del thread.blocks[thread.blocks.index(self) :]
        if self._address_space is not None:
            _set_address_space(self._address_space)
        if thread.blocks:
            thread.clock.schedule_interrupt()
        else:
            thread.clock.close()
            thread.clock = None
            _silencer.count_stopped_clock()
        if broken_off and not thread.is_time_up():
            raise TimeIsUpError(self.timeout) from None
        if broken_off and kind is not _TimeLimitInterrupt:
            raise _TimeLimitInterrupt


def shortest_timeout() -> float | None:
    """Return the shortest time limit, in seconds, of the thread's current blocks; None if there is none."""
    return min((block.timeout for block in _thread_local.state.blocks if math.isfinite(block.timeout)), default=None)


class defer_timeout:  # noqa: N801 - reads as contextlib's suppress does
    """A ``with`` block that a time limit interrupts only at its end.

    Use it for short steps that must be completed.
    """

    def __enter__(self) -> None:
        _thread_local.state.raise_pending_interrupt()
        _thread_local.state.shield_depth += 1

    def __exit__(self, *_: object) -> None:
        _thread_local.state.shield_depth -= 1


class _AlarmClock:
    """Time limits in the main thread, enforced by the alarm signal (SIGALRM)."""

    def __init__(self, thread: _ThreadTimeLimits) -> None:
        self._thread, self._began = thread, time.monotonic()
        self._timer = set_alarm(0)
        self._handler = signal.signal(signal.SIGALRM, self._handle_alarm)

    def schedule_interrupt(self) -> None:
        """Set the alarm to the time when the first block must be interrupted; it repeats until the block ends."""
        # An interval of 0 would stop the timer instead of having it ring at once.
        set_alarm(max(self._thread.seconds_left(), 1e-6), RAISE_AGAIN_SECONDS)

    def close(self) -> None:
        """Restore the alarm and the signal handler that were set before this object was made."""
        set_alarm(0)
        signal.signal(signal.SIGALRM, self._handler)
        seconds, interval = self._timer
        if seconds:
            set_alarm(max(seconds - (time.monotonic() - self._began), 1e-6), interval)

    def _handle_alarm(self, number: int, frame: FrameType | None) -> None:
        """Handle the alarm signal: raise _TimeLimitInterrupt if the time of a block is up."""
        if self._thread.is_time_up() and self._thread.can_interrupt(frame):
            raise _TimeLimitInterrupt


class _WatchThreadClock:
    """Time limits in other threads and on Windows, enforced by a thread that watches the clock."""

    def __init__(self, thread: _ThreadTimeLimits) -> None:
        self._thread, self._watched = thread, threading.get_ident()
        self._changed, self._closed = threading.Event(), False
        threading.Thread(target=self._watch_clock, name="ferryplan-time-limit", daemon=True).start()

    def schedule_interrupt(self) -> None:
        """Wake the watching thread, so that it takes the current end times of the blocks into account."""
        self._changed.set()

    def close(self) -> None:
        """End the watching thread."""
        self._closed = True
        self._changed.set()

    def _watch_clock(self) -> None:
        """Wait for the end of each block's time, and then raise _TimeLimitInterrupt in the watched thread."""
        import ctypes

        call_out = ctypes.pythonapi.PyThreadState_SetAsyncExc
        pause = RAISE_AGAIN_SECONDS
        while not self._closed:
            self._changed.wait(pause)
            self._changed.clear()
            with self._thread.lock:
                pause = min(self._thread.seconds_left(), HOUR)
                if self._thread.is_time_up() and not self._closed:
                    pause = RAISE_AGAIN_SECONDS
                    if self._thread.can_interrupt(sys._current_frames().get(self._watched)):
                        call_out(ctypes.c_ulong(self._watched), ctypes.py_object(_TimeLimitInterrupt))


def _limit_memory(mebibytes: int) -> tuple[int, int] | None:
    """Limit the address space of this process to `mebibytes` more than is in use now.

    Returns the previous limits, soft and hard, in bytes; None if no limit could be set.
    """
    try:
        import resource
        from resource import getpagesize  # in JupyterLite, the module is empty

        with open("/proc/self/statm", encoding="ascii") as sizes:
            used = int(sizes.read().split()[0]) * getpagesize()
    except (ImportError, OSError):
        return None
    if threading.current_thread() is not threading.main_thread():
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    _set_address_space((min([used + (mebibytes << 20), *allowed]), hard))
    return soft, hard


def _set_address_space(limits: tuple[int, int]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, limits)
