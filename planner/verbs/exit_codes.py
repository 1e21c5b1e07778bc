"""The exit codes of the command `plan`."""

from __future__ import annotations

__all__ = ["BUG", "ENGINE_FAILED", "EXIT_CODES"]

EXIT_CODES = {
    "optimal": 0,
    "solved": 0,
    "valid": 0,
    "unsolvable": 10,
    "unknown": 12,
    "timeout": 20,
    "memory": 21,
    "bad-input": 30,
    "interrupted": 130,
}
"""by the status of a result"""
BUG, ENGINE_FAILED = 1, 31
