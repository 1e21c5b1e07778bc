"""The tally of drafts, reported on standard error while it grows, with advice where none would do."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import listing
from ferryplan.planner.inventing.tally import Tally

REPORTED_EVERY = 20.0
"""seconds between two notes on progress where there is no terminal"""
ADVICE = {
    "the difficulty was wrong": "commands.other-difficulty",
    "there were too many optimal solutions": "commands.more-solutions",
    "fewer than two rules mattered": "commands.idle-rules",
    "the puzzle was not new": "commands.repeated-puzzles",
}
"""the message that says what to ask for instead, by the wish that drafts missed"""


class ReportedTally(Tally):
    """A tally that says once in a while where it stands."""

    def __init__(self, wanted: int) -> None:
        super().__init__(wanted)
        self._reported = time.monotonic()

    def report(self, finished: int) -> None:
        """Print where it stands, once in a while, for somebody who sees no progress bar."""
        if not sys.stderr.isatty() and time.monotonic() - self._reported > REPORTED_EVERY:
            self._reported = time.monotonic()
            counts = {"finished": finished, "wanted": self.wanted}
            note = format_message("commands.invented-so-far", **counts, drafts=self.describe())
            click.echo(f"plan: note: {note}", err=True)

    def advise(self, sizes: Sequence[str], drafts: int) -> str:
        """Return what to ask for instead of what could not be made."""
        others = listing([f"--{size}" for size in sizes], "or")
        advised = [format_message(key) for wish, key in ADVICE.items() if wish in self.missed]
        sizes_advised = format_message("commands.other-sizes", options=others)
        more = format_message("commands.more-drafts", drafts=10 * drafts)
        return format_message("commands.ask-for", options=listing([sizes_advised, *advised, more], "or"))
