"""A controlled clock, so that time runs out when a test says so.

No test waits, and no time limit ends because the machine is busy.
"""

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
        self.offset, self.real_clock = 0.0, time.monotonic

    def __call__(self) -> float:
        return self.real_clock() + self.offset


CLOCK = Clock()


@pytest.fixture
def clock() -> Iterator[None]:
    """Measure time limits by a clock that can be set forward."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", CLOCK)
        yield


def run_out_of_time(*_arguments: Any, **_named: Any) -> NoReturn:
    """Simulate endless work: set the clock to the earliest time limit of the enclosing blocks.

    The alarm of that block rings.
    """
    assert time.monotonic is CLOCK, "without the fixture `clock` nothing would end it"
    for _ in range(1000):
        left = limits._thread_local.state.seconds_left()
        assert left < math.inf, "there is no limit"
        CLOCK.offset += max(0.0, left)
        signal.raise_signal(signal.SIGALRM)
    raise AssertionError("the time is over, but nothing is broken off")
