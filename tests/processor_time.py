"""The growth of processor time with the size of an input, which other work on the machine hardly changes."""

from __future__ import annotations

import time
from collections.abc import Callable

ATTEMPTS = 5
"""how often a growth is measured before it counts: other work may slow down the larger call alone"""
MAX_GROWTH = 8
"""the factor by which linear work may grow with four times its size; quadratic work grows by 16"""
MIN_SECONDS = 0.05
"""processor time of a call that is too short to tell its growth"""


def grows_linearly(call: Callable[[int], object], size: int) -> bool:
    """Return whether the processor time of a call grows in proportion to its size, up to `size`."""
    for _ in range(ATTEMPTS):
        small = min(measure_seconds(call, size // 4) for _ in range(3))
        large = measure_seconds(call, size)
        if large < max(MAX_GROWTH * small, MIN_SECONDS):
            return True
    return False


def measure_seconds(call: Callable[[int], object], size: int) -> float:
    """Return the processor seconds that a call with a size takes."""
    began = time.process_time()
    call(size)
    return time.process_time() - began
