"""What has been compared of one puzzle file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["LARGEST", "Report", "assert_small", "too_large"]

LARGEST = 200_000
"""characters of PDDL that a puzzle with a few travelers may need; six times as many where there is an action for each way in which
those who belong together may be placed"""


@dataclass
class Report:
    """For each dialect and encoding, how far they have been compared, and how many states that were."""

    outcomes: dict[str, str] = field(default_factory=dict)
    """whole, in part, too large, or not in this dialect; the rules themselves stand under 'rules', a file rightly refused under 'file'"""
    states: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)


def assert_small(name: str, *texts: str) -> None:
    """That the PDDL of a small puzzle in a dialect and encoding is small."""
    most = LARGEST * (6 if name in ("numeric counted", "temporal counted") else 1)
    assert sum(map(len, texts)) <= most, f"{sum(map(len, texts)):,} characters of PDDL"


def too_large(said: str) -> str:
    """The outcome for a refusal that says so; AssertionError for any other."""
    assert "expected at most" in said or "expected fewer" in said, said
    return "too large"
