"""What became of the drafts of new puzzles: progress, and advice where none would do."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence

import click

from ferryplan.generator.wording import listing

REPORTED_EVERY = 20.0
"""seconds between two notes on progress where there is no terminal"""
ADVICE = {
    "difficulty": "another --difficulty",
    "solutions": "more solutions (--max-classes 5 or --no-unique)",
    "rules that all matter": "rules that need not all matter (--no-minimal)",
    "a new puzzle": "puzzles that may repeat each other (--no-new)",
}
"""what to ask for instead, by the wish that drafts missed"""


class Tally:
    """How many drafts were drawn, and which wishes they missed."""

    def __init__(self, wanted: int) -> None:
        self.wanted, self.drafts, self.given_up = wanted, 0, False
        self.missed = Counter[str]()
        self._reported = time.monotonic()

    def add(self, drafts: int, missed: Mapping[str, int]) -> None:
        """Count drafts."""
        self.drafts += drafts
        self.missed.update(missed)

    @property
    def failures(self) -> str:
        """The wish that most drafts missed, as the end of a sentence."""
        (hardest, times), *_ = [*self.missed.most_common(1), ("", 0)]
        return (
            f"; of {self.missed.total()} drafts that failed, {times} missed the wish: {hardest}" if self.missed else ""
        )

    def describe(self) -> str:
        """Return what was drawn so far, in a few words."""
        return f"{self.drafts:,} drafts drawn{self.failures}"

    def report(self, finished: int) -> None:
        """Print where it stands, once in a while, for somebody who sees no progress bar."""
        if not sys.stderr.isatty() and time.monotonic() - self._reported > REPORTED_EVERY:
            self._reported = time.monotonic()
            click.echo(f"plan: note: {finished} of {self.wanted} made so far: {self.describe()}", err=True)

    def advise(self, sizes: Sequence[str], drafts: int) -> str:
        """Return what to ask for instead of what could not be made."""
        others = listing([f"--{size}" for size in sizes], "or")
        advised = [advice for wish, advice in ADVICE.items() if wish in self.missed]
        options = [f"other sizes ({others})", *advised, f"more drafts (--max-drafts {10 * drafts})"]
        return f"ask for {listing(options, 'or')}"
