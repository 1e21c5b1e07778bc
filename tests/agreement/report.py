"""The record of the comparisons of one puzzle file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["LARGEST", "Report", "assert_small", "too_large"]

LARGEST = 200_000
"""the maximum number of characters of PDDL for a puzzle with a few travelers; six times as many if there is an action for each way to
place the members of a unit
"""


@dataclass
class Report:
    """For each dialect and encoding, the extent of the comparison and its number of states."""

    outcomes: dict[str, str] = field(default_factory=dict)
    """whole, in part, too large, or not in this dialect; the key of the rules is 'rules', that of a file that is rightly refused is 'file'"""
    states: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)


def assert_small(name: str, *texts: str) -> None:
    """Assert that the PDDL of a small puzzle in a dialect and encoding is small."""
    most = LARGEST * (6 if name in ("numeric counted", "temporal counted") else 1)
    assert sum(map(len, texts)) <= most, f"{sum(map(len, texts)):,} characters of PDDL"


def too_large(said: str) -> str:
    """Return the outcome of a refusal for size. Raises AssertionError for any other refusal."""
    assert "expected at most" in said or "expected fewer" in said, said
    return "too large"
