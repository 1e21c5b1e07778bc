"""The exit codes of the command `plan` that say nothing of an answer; the others are those of `planner.status`."""

from __future__ import annotations

__all__ = ["BUG", "ENGINE_FAILED"]

BUG, ENGINE_FAILED = 1, 31
