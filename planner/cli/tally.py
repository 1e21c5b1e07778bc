"""The tally of drafts, reported on standard error while it grows, with advice where none would do."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import click

from ferryplan.generator.wording import listing
from ferryplan.planner.inventing.tally import Tally

REPORTED_EVERY = 20.0
"""seconds between two notes on progress where there is no terminal"""
ADVICE = {
    "difficulty": "another --difficulty",
    "solutions": "more solutions (--max-classes 5 or --no-unique)",
    "rules that all matter": "rules that need not all matter (--no-minimal)",
    "a new puzzle": "puzzles that may repeat each other (--no-new)",
}
"""what to ask for instead, by the wish that drafts missed"""


class ReportedTally(Tally):
    """A tally that says once in a while where it stands."""

    def __init__(self, wanted: int) -> None:
        super().__init__(wanted)
        self._reported = time.monotonic()

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
