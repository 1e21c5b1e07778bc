"""Settings for the number of random puzzle files in a test."""

from __future__ import annotations

from budget import scale
from hypothesis import HealthCheck, settings

__all__ = ["fixed"]


def fixed(number: int) -> settings:
    """Return settings for `number` examples that are the same each time."""
    return settings(
        derandomize=True,
        max_examples=scale(number),
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
