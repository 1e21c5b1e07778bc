"""The counts of the drafts for new puzzles, and of the wishes that they missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ferryplan.domains.messages import format_message


class DraftTally:
    """The number of drafts so far, and the wishes that they missed."""

    def __init__(self, wanted: int) -> None:
        self.wanted, self.drafts, self.has_given_up = wanted, 0, False
        self.missed = Counter[str]()

    def add(self, drafts: int, missed: Mapping[str, int]) -> None:
        """Add a number of drafts, and the number of drafts that missed each wish."""
        self.drafts += drafts
        self.missed.update(missed)

    @property
    def failure_text(self) -> str:
        """The wish that most drafts missed, as the end of a sentence; empty if none missed a wish."""
        (hardest, times), *_ = [*self.missed.most_common(1), ("", 0)]
        counts = {"failed": self.missed.total(), "times": times}
        return format_message("commands.drafts-failed", **counts, wish=hardest) if self.missed else ""

    def describe(self) -> str:
        """Return the number of drafts so far, and their most frequent failure, in a few words."""
        return format_message("commands.drafts-drawn", count=self.drafts, failures=self.failure_text)
