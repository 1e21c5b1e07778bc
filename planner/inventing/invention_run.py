"""The invention of the requested number of puzzles by several processes.

Each puzzle is new and confirmed, and its command generates it again.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ferryplan import domains
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.invention import InventionRequest
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.planner.inventing.draft_tally import DraftTally
from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle
from ferryplan.planner.inventing.invention_calls import close_session, invent_puzzle, puzzle_from_data
from ferryplan.planner.system import progress
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.worker_options import WorkerOptions

BATCH_SIZE = 200
"""the number of drafts (random puzzles) that a call tries, and so between two progress updates"""
MAX_DRAFTS = 5_000
"""the largest number of drafts for a puzzle, unless the user requests more"""


def choose_sizes(kind: str, difficulty: int | None, sizes: Mapping[str, range]) -> Mapping[str, range]:
    """Return the range of each size, such as ``travelers``, from which the puzzles are drawn.

    Ranges in ``sizes``, which the user requests, stay as they are. The other ranges are those in which puzzles of the
    requested difficulty are common. Raises EncodingError if no puzzle has the requested sizes.
    """
    if difficulty:  # few puzzles of other sizes have this difficulty
        levels = domains.words("levels").get(kind)
        usual = levels[difficulty - 1].get("sizes", {}) if levels else {}
        sizes = {size: range(least, most + 1) for size, (least, most) in usual.items()} | dict(sizes)
    if impossible := INVENTORS[kind].explain_impossible_sizes(sizes):
        raise EncodingError(impossible)
    return sizes


@dataclass(frozen=True)
class InventionRun:
    """A request to invent a number of puzzles within limits; `invent_puzzles` fulfills it."""

    request: InventionRequest
    """the kind, seed, theme and wishes of the puzzles"""
    puzzle_count: int
    """the number of puzzles to invent"""
    command: str
    """the command that generates the same puzzles again"""
    max_drafts: int
    """the largest number of drafts (random puzzles) to try for each puzzle"""
    engine: str | None
    """the planner that confirms each puzzle; None for the search by the rules"""
    timeout: float
    """the time limit in seconds"""
    memory: int
    """the memory limit in MiB"""
    last_number: int = 0
    """the number of the last puzzle that an earlier run invented; numbering continues after it"""

    def invent_puzzles(
        self, seen: set[str] | None, tally: DraftTally, workers: WorkerOptions, stop: StoppableBlock
    ) -> Iterator[list[InventedPuzzle]]:
        """Yield a list for each batch of drafts: the new puzzle and its twin, or an empty list.

        After `stop` has interrupted the run, the puzzles that are already complete follow. The identity of each
        puzzle, a text that equal puzzles share, is added to `seen`, and puzzles whose identity is already in `seen`
        are skipped; if `seen` is None, puzzles may repeat. The drafts are added to `tally`.
        """
        progress.set_total(self.puzzle_count)
        for found in self._invent_batches(seen, tally, workers, stop):
            if found:
                progress.count_item_done()
            progress.show_step(tally.summarize_drafts())
            yield found

    def _invent_batches(
        self, seen: set[str] | None, tally: DraftTally, workers: WorkerOptions, stop: StoppableBlock
    ) -> Iterator[list[InventedPuzzle]]:
        """Yield the lists of `invent_puzzles`, without showing progress."""
        asked, until, begun = self.request, time.time() + self.timeout, dict[int, int]()
        run = {"command": self.command, "seed": int(asked.seed), "before": self.last_number}
        with workers.start_pool(invent_puzzle, run, encode=lambda data: data if data["posed"] else None) as calls:

            def submit_call(number: int, tried: int) -> None:
                name = f"{asked.kind}-{self.last_number + number:03}"
                begun[number] = tried
                drafts = range(tried, min(tried + BATCH_SIZE, self.max_drafts))
                call = asked, number, drafts, until, (name, self.command), self.engine, self.timeout, self.memory
                calls.submit(*call, name=f"{name} {tried}", first=bool(tried))

            try:
                for number in range(1, self.puzzle_count + 1):
                    submit_call(number, 0)
                for data in itertools.chain(
                    stop.iterate(calls.returned_values()), (one.value for one in calls.ready_outcomes() if one.value)
                ):
                    number, tried, identity = data["number"], data["tried"], data["identity"]
                    tally.add_drafts(tried - begun[number], data["missed"])
                    if data["posed"] and (seen is None or identity not in seen):
                        if seen is not None:
                            seen.add(identity)
                        yield [puzzle_from_data(one) for one in data["posed"]]
                        continue
                    if identity:
                        tally.missed[
                            "the puzzle was not new" if data["posed"] else f"'{self.engine}' did not confirm it"
                        ] += 1
                    if tried >= self.max_drafts:
                        tally.has_given_up = True  # the other puzzles have the same wishes, so they would fail, too
                        return
                    if time.time() <= until:
                        submit_call(number, tried)
                    yield []
            finally:
                close_session()
