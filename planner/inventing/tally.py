"""The drafts that were drawn for new puzzles, and the wishes that they missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ferryplan.domains.messages import format_message


class Tally:
    """How many drafts were drawn, and which wishes they missed."""

    def __init__(self, wanted: int) -> None:
        self.wanted, self.drafts, self.given_up = wanted, 0, False
        self.missed = Counter[str]()

    def add(self, drafts: int, missed: Mapping[str, int]) -> None:
        """Count drafts."""
        self.drafts += drafts
        self.missed.update(missed)

    @property
    def failures(self) -> str:
        """The wish that most drafts missed, as the end of a sentence."""
        (hardest, times), *_ = [*self.missed.most_common(1), ("", 0)]
        counts = {"failed": self.missed.total(), "times": times}
        return format_message("commands.drafts-failed", **counts, wish=hardest) if self.missed else ""

    def describe(self) -> str:
        """Return what was drawn so far, in a few words."""
        return format_message("commands.drafts-drawn", count=self.drafts, failures=self.failures)
