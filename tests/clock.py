"""Time that is up when a test says so: nobody waits for it, and nothing runs out of it because the machine is busy."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from ferryplan.planner.system import limits

__all__ = ["clock", "run_out_of_time"]


class Clock:
    """The system's clock, which can be set forward."""

    def __init__(self) -> None:
        self.ahead, self.real = 0.0, time.monotonic

    def __call__(self) -> float:
        return self.real() + self.ahead


CLOCK = Clock()


@pytest.fixture
def clock() -> Iterator[None]:
    """Limits on time go by a clock that can be set forward."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", CLOCK)
        yield


def run_out_of_time(*_arguments: Any, **_named: Any) -> NoReturn:
    """Work that never ends: it takes all that the block with the least time has left, and its alarm rings."""
    assert time.monotonic is CLOCK, "without the fixture `clock` nothing would end it"
    for _ in range(1000):
        left = limits._threads.own.seconds_left()
        assert left < math.inf, "there is no limit"
        CLOCK.ahead += max(0.0, left)
        signal.raise_signal(signal.SIGALRM)
    raise AssertionError("the time is over, but nothing is broken off")
