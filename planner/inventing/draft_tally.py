"""A tally of the drafts for new puzzles, and of the wishes that they missed.

A draft is a random puzzle that is not yet accepted; a wish is a property that the user requests, such as the
difficulty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ferryplan.domains.messages import format_message


class DraftTally:
    """A tally of the drafts so far, and of the wishes that rejected drafts missed."""

    def __init__(self, wanted_count: int) -> None:
        """Take the number of puzzles that the user wants."""
        self.wanted, self.drafts, self.has_given_up = wanted_count, 0, False
        """the number of wanted puzzles, the number of drafts, and whether a puzzle had too many drafts"""
        self.missed = Counter[str]()
        """the number of rejected drafts that missed each wish, by the wish in words"""

    def add_drafts(self, drafts: int, missed: Mapping[str, int]) -> None:
        """Add further drafts to the tally.

        ``drafts`` is their number; ``missed`` maps each wish to the number of these drafts that missed it.
        """
        self.drafts += drafts
        self.missed.update(missed)

    @property
    def failure_text(self) -> str:
        """The end of a failure message: the wish that most rejected drafts missed.

        It is empty if no draft was rejected.
        """
        (hardest, times), *_ = [*self.missed.most_common(1), ("", 0)]
        counts = {"failed": self.missed.total(), "times": times}
        return format_message("commands.drafts-failed", **counts, wish=hardest) if self.missed else ""

    def summarize_drafts(self) -> str:
        """Return a phrase with the number of drafts so far, and the wish that most rejected drafts missed."""
        return format_message("commands.drafts-drawn", count=self.drafts, failures=self.failure_text)
