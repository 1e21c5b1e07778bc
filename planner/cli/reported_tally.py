"""Progress reports of `plan invent`: counts of drafts, and advice if no draft is accepted.

A draft is a random puzzle that `plan invent` has not yet accepted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.inventing.draft_tally import DraftTally

REPORT_SECONDS = 20.0
"""the seconds between two progress notes if there is no terminal"""
ADVICE = {
    "the difficulty was wrong": "commands.other-difficulty",
    "there were too many optimal solutions": "commands.more-solutions",
    "fewer than two rules mattered": "commands.idle-rules",
    "the puzzle was not new": "commands.repeated-puzzles",
}
"""message keys of advice on another option, by the reason why drafts were rejected"""


class ReportedTally(DraftTally):
    """A tally of accepted and rejected drafts that prints its counts from time to time."""

    def __init__(self, wanted_count: int) -> None:
        super().__init__(wanted_count)
        self._reported = time.monotonic()

    def report_counts(self, finished: int) -> None:
        """Print the counts if `REPORT_SECONDS` have passed and there is no terminal for a progress bar.

        ``finished`` is the number of puzzles finished so far.
        """
        if not sys.stderr.isatty() and time.monotonic() - self._reported > REPORT_SECONDS:
            self._reported = time.monotonic()
            counts = {"finished": finished, "wanted": self.wanted}
            note = format_message("commands.invented-so-far", **counts, drafts=self.summarize_drafts())
            click.echo(f"plan: note: {note}", err=True)

    def suggest_options(self, sizes: Sequence[str], drafts: int) -> str:
        """Return advice on which options to change if no draft has the requested properties.

        ``sizes`` are the size options of the kind of puzzle, such as ``travelers``; ``drafts`` is the value of
        ``--max-drafts``.
        """
        others = join_phrases([f"--{size}" for size in sizes], "or")
        advised = [format_message(key) for wish, key in ADVICE.items() if wish in self.missed]
        sizes_advised = format_message("commands.other-sizes", options=others)
        more = format_message("commands.more-drafts", drafts=10 * drafts)
        return format_message("commands.ask-for", options=join_phrases([sizes_advised, *advised, more], "or"))
