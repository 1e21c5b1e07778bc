"""Errors of what is asked of puzzles."""

from __future__ import annotations

from generator.errors import FerryplanError

__all__ = ["FamilyError"]


class FamilyError(FerryplanError, ValueError):
    """Something was asked of a puzzle whose family does not have it.

    >>> from ferryplan import load, solve
    >>> solve(load("zebra"), backward=True)
    Traceback (most recent call last):
    planner.errors.FamilyError: backward: found a puzzle of the family grid, expected one whose moves can be undone
    """
