"""How an answer is to be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planner.tables import Table, plain

__all__ = ["Style"]


@dataclass(frozen=True, slots=True)
class Style:
    """How a result is to be told."""

    explain: bool = False
    """whether to say for each crossing why it is safe, for each placement what rules out other spots"""
    layout: Callable[[Table], str] = plain
    """what draws the table of the format ``text``"""
