"""How many random puzzle files a test draws."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

__all__ = ["fixed"]


def fixed(number: int) -> settings:
    """So many, the same each time."""
    return settings(
        derandomize=True, max_examples=number, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
    )  # fmt: skip
