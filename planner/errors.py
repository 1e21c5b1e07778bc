"""Errors of what is asked of puzzles."""

from __future__ import annotations

from generator.errors import FerryplanError

__all__ = ["FamilyError"]


class FamilyError(FerryplanError, ValueError):
    """Something was asked of a puzzle whose family does not have it."""
