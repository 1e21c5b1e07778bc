"""Limits on time and memory: whatever is done in a block is broken off where it stands when they are used up.

The end of the time is an exception that is raised in the middle of the work, as Ctrl-C is. Python delivers a signal to the main
thread only, and Windows has no alarm; elsewhere another thread watches the clock and has the interpreter raise it. Nothing in the block can
take it for an error of its own: only where the block ends does it become one, TimeIsUpError. What stands in this module is not broken off
itself, so nothing that does work may stand here.
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

DEFAULT_TIMEOUT = 300.0
"""in seconds"""
DEFAULT_HINT_TIME = 5.0
"""in seconds, for each problem of a model"""
DEFAULT_MEMORY = 4096
"""in MiB"""
GRACE = 1.0
"""seconds past its time that a verb may take to tell what it knows"""
AGAIN = 0.5
"""seconds after which a block that is still not left is broken off again: what an interpreter calls on its own account swallows exceptions"""
LONGEST, HOUR = 10.0**8, 3600.0


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
        """Take the time that was allowed, and a statement if more is to be said than that the limit was reached."""
        says = says or format_message("system.time-limit", seconds=seconds)
        super().__init__(says, about="timeout", found=f"{seconds:g} s", expected="more time")


class _BrokenOff(BaseException):
    """The end of the time, on its way to the end of the block whose time it was."""


class _Thread:
    """What holds in a thread."""

    def __init__(self) -> None:
        self.blocks: list[limited] = []
        """the blocks with a limit that the thread is in, the outermost first"""
        self.clock: _Alarm | _Watch | None = None
        """what rings for them"""
        self.lock = threading.Lock()
        """held by another thread while it breaks this one off"""
        self.sheltered = 0
        """in how many blocks it is that must not be broken off"""

    def seconds_left(self) -> float:
        """Return how long until the first of the blocks is to be broken off; without any, forever."""
        return min((block.end for block in self.blocks), default=math.inf) - time.monotonic()

    def is_over(self) -> bool:
        """Return whether one of the blocks is to be broken off."""
        return self.seconds_left() <= 0

    def may_be_broken_off(self, frame: FrameType | None) -> bool:
        """Return whether the thread, which is in a frame, can be broken off there: not while it sets these limits itself."""
        if self.sheltered or frame is None:
            return False
        while frame is not None and frame.f_globals is not globals():
            frame = frame.f_back
        return frame is None

    def settle(self) -> None:
        """Hear now, as an exception, what another thread has begun to call out; from here on it sees that it must not."""
        with self.lock:
            self.is_over()


class _Silence:
    """Keeps the interpreter from reporting a _BrokenOff that it swallows.

    Finalizers and callbacks of the garbage collector cannot pass an exception on: the interpreter prints it as "Exception ignored in" and goes on.
    The clocks raise it again a little later, so there is nothing to report.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._clocks = 0
        self._report = sys.unraisablehook

    def begin(self) -> None:
        """Be silent while one clock more runs."""
        with self._lock:
            self._clocks += 1
            if self._clocks == 1:
                self._report = sys.unraisablehook
                sys.unraisablehook = self._pass_on

    def end(self) -> None:
        """Report as before once the last clock has stopped, unless somebody else has taken the hook over since."""
        with self._lock:
            self._clocks -= 1
            if not self._clocks and sys.unraisablehook == self._pass_on:
                sys.unraisablehook = self._report

    def _pass_on(self, swallowed: sys.UnraisableHookArgs) -> None:
        if swallowed.exc_type is not _BrokenOff:
            self._report(swallowed)


_silence = _Silence()


class _Threads(threading.local):
    """Gives each thread its own."""

    def __init__(self) -> None:
        self.own = _Thread()


_threads = _Threads()


class limited:  # noqa: N801 - reads as contextlib's suppress does
    """A block that may take so many seconds and, where the system has such a limit, so many MiB more than are in use when it begins.

    When the time is over, and ``grace`` seconds more, TimeIsUpError is raised out of it; MemoryError where memory is refused.
    Of blocks within each other none has longer than the one that it is in. Memory is limited in the main thread only, for all threads.
    """

    def __init__(self, timeout: float, memory: int | None = None, grace: float = 0.0) -> None:
        self.timeout, self._memory, self._grace = timeout, memory, grace
        self.deadline = time.monotonic() + min(timeout, LONGEST)
        """when its time is over, as a time of ``time.monotonic``"""
        self._address_space: tuple[int, int] | None = None

    @property
    def seconds_left(self) -> float:
        """How many seconds are left; 0 when the time is over."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def end(self) -> float:
        """When it is broken off."""
        return self.deadline + self._grace

    def __enter__(self) -> limited:
        thread = _threads.own
        for block in thread.blocks:
            if block.deadline <= self.deadline:
                self.deadline, self.timeout = block.deadline, block.timeout
        if thread.clock is None:
            _silence.begin()
            signalled = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
            thread.clock = _Alarm(thread) if signalled else _Watch(thread)
        thread.settle()
        thread.blocks.append(self)
        thread.clock.set()
        if self._memory is not None:
            self._address_space = _limit_memory(self._memory)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        thread = _threads.own
        assert thread.clock is not None
        broken_off = kind is _BrokenOff
        try:
            thread.settle()
        except _BrokenOff:  # at the last moment
            broken_off = True
        del thread.blocks[thread.blocks.index(self) :]
        if self._address_space is not None:
            _set_address_space(self._address_space)
        if thread.blocks:
            thread.clock.set()
        else:
            thread.clock.close()
            thread.clock = None
            _silence.end()
        if broken_off and not thread.is_over():
            raise TimeIsUpError(self.timeout) from None
        if broken_off and kind is not _BrokenOff:
            raise _BrokenOff


def seconds_allowed() -> float | None:
    """Return how many seconds the shortest of the blocks that this is in may take; None without any."""
    return min((block.timeout for block in _threads.own.blocks if math.isfinite(block.timeout)), default=None)


class undisturbed:  # noqa: N801 - reads as contextlib's suppress does
    """A block that is not broken off when the time is over, but after it: for what must not be left half done, and is short."""

    def __enter__(self) -> None:
        _threads.own.settle()
        _threads.own.sheltered += 1

    def __exit__(self, *_: object) -> None:
        _threads.own.sheltered -= 1


class _Alarm:
    """The clock of the main thread: an alarm of the system."""

    def __init__(self, thread: _Thread) -> None:
        self._thread, self._began = thread, time.monotonic()
        self._timer = signal.setitimer(signal.ITIMER_REAL, 0)
        self._handler = signal.signal(signal.SIGALRM, self._ring)

    def set(self) -> None:
        """Ring when the first of the blocks is to be broken off, and again until it is left."""
        # An interval of 0 would stop the timer instead of having it ring at once.
        signal.setitimer(signal.ITIMER_REAL, max(self._thread.seconds_left(), 1e-6), AGAIN)

    def close(self) -> None:
        """Put the alarm, and what it does, back as they were."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        seconds, interval = self._timer
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, max(seconds - (time.monotonic() - self._began), 1e-6), interval)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._thread.is_over() and self._thread.may_be_broken_off(frame):
            raise _BrokenOff


class _Watch:
    """The clock of any other thread: a thread of its own that has the interpreter raise the exception there."""

    def __init__(self, thread: _Thread) -> None:
        self._thread, self._watched = thread, threading.get_ident()
        self._changed, self._closed = threading.Event(), False
        threading.Thread(target=self._watch, name="ferryplan-time-limit", daemon=True).start()

    def set(self) -> None:
        """Look at the blocks anew."""
        self._changed.set()

    def close(self) -> None:
        """End the watching thread."""
        self._closed = True
        self._changed.set()

    def _watch(self) -> None:
        import ctypes

        call_out = ctypes.pythonapi.PyThreadState_SetAsyncExc
        pause = AGAIN
        while not self._closed:
            self._changed.wait(pause)
            self._changed.clear()
            with self._thread.lock:
                pause = min(self._thread.seconds_left(), HOUR)
                if self._thread.is_over() and not self._closed:
                    pause = AGAIN
                    if self._thread.may_be_broken_off(sys._current_frames().get(self._watched)):
                        call_out(ctypes.c_ulong(self._watched), ctypes.py_object(_BrokenOff))


def _limit_memory(mebibytes: int) -> tuple[int, int] | None:
    """Allow so much address space beyond what is in use; return the limits before, or None where none was set."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as sizes:
            used = int(sizes.read().split()[0]) * resource.getpagesize()
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
