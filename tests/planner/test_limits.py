"""Limits on time and memory: which work they stop, which work they allow, and the state afterwards."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from ferryplan.generator.errors import FerryplanError, PuzzleError
from ferryplan.planner.system.limits import TimeIsUpError, defer_timeout, enforce_limits

LATE = 5.0
"""seconds that a loaded machine may need; the work that the tests stop would otherwise run forever"""


def in_the_main_thread(work: Callable[[], None]) -> None:
    work()


def in_another_thread(work: Callable[[], None]) -> None:
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


THREADS = pytest.mark.parametrize("somewhere", [in_the_main_thread, in_another_thread])


def forever() -> None:
    while True:
        pass


def swallowing() -> None:
    while True:
        try:
            forever()
        except Exception:
            continue


def asleep() -> None:
    for _ in range(10_000):
        time.sleep(0.01)


@THREADS
@pytest.mark.parametrize("work", [forever, swallowing, asleep])
def test_time_limit_stops_endless_work(
    work: Callable[[], None], somewhere: Callable[[Callable[[], None]], None]
) -> None:
    def within() -> None:
        with enforce_limits(0.1):
            work()

    began = time.monotonic()
    with pytest.raises(TimeIsUpError, match=r"^stopped at the time limit of 0\.1 s$"):
        somewhere(within)
    assert 0.1 <= time.monotonic() - began < LATE


@THREADS
def test_error_instead_of_the_swallowed_interrupt_becomes_a_timeout(
    somewhere: Callable[[Callable[[], None]], None],
) -> None:
    """Compiled code that is interrupted may report a mistake in its input that is none."""

    def within() -> None:
        with enforce_limits(60), enforce_limits(0.1):
            try:
                forever()
            except BaseException:
                raise PuzzleError("the title is wrong") from None

    with pytest.raises(TimeIsUpError, match=r"^stopped at the time limit of 0\.1 s$"):
        somewhere(within)


@THREADS
@pytest.mark.parametrize("error", [PuzzleError("the title is wrong"), TimeIsUpError(7)])
def test_errors_before_the_time_limit_are_unchanged(
    error: FerryplanError, somewhere: Callable[[Callable[[], None]], None]
) -> None:
    def within() -> None:
        with enforce_limits(60), enforce_limits(600):
            raise error

    with pytest.raises(type(error)) as caught:
        somewhere(within)
    assert caught.value is error


class EndlessFinalizer:
    """An object whose finalizer never ends: the interpreter calls it and passes no exception on."""

    def __del__(self) -> None:
        forever()


class FailingFinalizer:
    """An object whose finalizer fails."""

    def __del__(self) -> None:
        raise ValueError("a finalizer's own error")


@THREADS
def test_stopped_finalizer_is_not_reported(
    somewhere: Callable[[Callable[[], None]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[sys.UnraisableHookArgs] = []
    monkeypatch.setattr(sys, "unraisablehook", reported.append)

    def within() -> None:
        with enforce_limits(0.1):
            EndlessFinalizer()
            forever()

    with pytest.raises(TimeIsUpError):
        somewhere(within)
    assert not reported
    assert sys.unraisablehook == reported.append


def test_finalizer_errors_are_reported_under_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda swallowed: reported.append(swallowed.exc_type))
    with enforce_limits(10.0):
        FailingFinalizer()
    assert reported == [ValueError]


@THREADS
def test_time_limit_has_no_effect_after_its_with_block(somewhere: Callable[[Callable[[], None]], None]) -> None:
    def within() -> None:
        for _ in range(50):
            with enforce_limits(0.01):
                pass
        time.sleep(0.05)

    somewhere(within)


@THREADS
def test_nested_time_limits_raise_timeout_of_the_limit_that_expired(
    somewhere: Callable[[Callable[[], None]], None],
) -> None:
    found: list[str] = []

    def within() -> None:
        with enforce_limits(0.3):
            with pytest.raises(TimeIsUpError, match=r"0\.1 s"), enforce_limits(0.1):
                forever()
            found.append("the inner one ended alone")
            try:
                with enforce_limits(1000) as inner:
                    assert inner.seconds_left <= 0.3
                    forever()
            except TimeIsUpError:
                found.append("the inner one took the end of the outer one for its own")

    with pytest.raises(TimeIsUpError, match=r"0\.3 s"):
        somewhere(within)
    assert found == ["the inner one ended alone"]


@THREADS
def test_grace_period_leaves_time_to_handle_the_timeout_error(somewhere: Callable[[Callable[[], None]], None]) -> None:
    found: list[str] = []

    def within() -> None:
        with enforce_limits(0.1, grace=LATE):
            try:
                with enforce_limits(1000):
                    forever()
            except TimeIsUpError:
                found.append("told")

    somewhere(within)
    assert found == ["told"]


@THREADS
def test_timeout_is_deferred_until_a_protected_block_finishes(somewhere: Callable[[Callable[[], None]], None]) -> None:
    done: list[str] = []

    def within() -> None:
        with enforce_limits(0.05):
            with defer_timeout():
                time.sleep(0.2)
                done.append("all of it")
            forever()

    with pytest.raises(TimeIsUpError):
        somewhere(within)
    assert done == ["all of it"]


@pytest.fixture
def hasty() -> Iterator[None]:
    """Let threads switch as often as possible."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@THREADS
@pytest.mark.usefixtures("hasty")
def test_expiring_time_limit_leaves_no_thread_at_any_moment_of_expiry(
    somewhere: Callable[[Callable[[], None]], None],
) -> None:
    ends: list[bool] = []

    def within() -> None:
        for number in range(600):
            with enforce_limits(1000):
                try:
                    with enforce_limits(1e-4):
                        for _ in range(number % 70):
                            sum(range(100))
                    ends.append(False)
                except TimeIsUpError:
                    ends.append(True)

    somewhere(within)
    assert len(ends) == 600
    assert not any(thread.name == "ferryplan-time-limit" and thread.is_alive() for thread in _after_a_while())


def _after_a_while() -> list[threading.Thread]:
    for thread in threading.enumerate():
        if thread.name == "ferryplan-time-limit":
            thread.join(LATE)
    return threading.enumerate()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")
def test_time_limit_restores_a_previously_set_alarm_signal() -> None:
    rung: list[int] = []
    earlier = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with enforce_limits(1000):
            pass
        deadline = time.monotonic() + LATE
        while not rung and time.monotonic() < deadline:
            time.sleep(0.01)
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)


@pytest.mark.skipif(sys.platform != "linux", reason="there is no limit on memory")
def test_memory_limit_has_no_effect_after_its_with_block() -> None:
    with pytest.raises(MemoryError), enforce_limits(1000, 300):
        bytearray(400 << 20)
    with enforce_limits(1000, 300):
        assert len(bytearray(200 << 20)) == 200 << 20
    assert len(bytearray(400 << 20)) == 400 << 20
