"""As many new puzzles as are asked for: drafts drawn by several processes, each puzzle new, confirmed, and made again by its command."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ferryplan import domains
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.invention import Asked
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.planner.inventing.calls import close_session, made, posed_of
from ferryplan.planner.inventing.posed import Posed
from ferryplan.planner.inventing.tally import Tally
from ferryplan.planner.system import progress
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.workers import Workers

BATCH = 200
"""how many drafts are drawn before progress is shown"""
DRAFTS = 5_000
"""how many are drawn for a puzzle at most, unless more are asked for"""


def wish_sizes(kind: str, difficulty: int | None, sizes: Mapping[str, range]) -> Mapping[str, range]:
    """Return the sizes of the puzzles to invent: those that are wished, and else those in which puzzles of the difficulty are found.

    Raises EncodingError for sizes of which there are no puzzles.
    """
    if difficulty:  # of other sizes few are so hard
        levels = domains.words("levels").get(kind)
        usual = levels[difficulty - 1].get("sizes", {}) if levels else {}
        sizes = {size: range(least, most + 1) for size, (least, most) in usual.items()} | dict(sizes)
    if impossible := INVENTORS[kind].impossible(sizes):
        raise EncodingError(impossible)
    return sizes


@dataclass(frozen=True)
class InventionRun:
    """What is asked for, how many puzzles of it, and within which limits."""

    asked: Asked
    number: int
    command: str
    """what makes the same puzzles again"""
    max_drafts: int
    engine: str | None
    """the planner that confirms each puzzle; None for the rules"""
    timeout: float
    memory: int
    before: int = 0
    """the number of the puzzle before the first one"""

    def puzzles(self, seen: set[str] | None, tally: Tally, workers: Workers, stop: Stopping) -> Iterator[list[Posed]]:
        """Yield each new puzzle, with its twin; nothing after each batch of drafts without one; after a stop, those that are made already.

        The identity of each is added to `seen`, and none of those in it comes; None lets puzzles repeat each other.
        """
        progress.expect(self.number)
        for found in self._batches(seen, tally, workers, stop):
            if found:
                progress.advanced()
            progress.doing(tally.describe())
            yield found

    def _batches(self, seen: set[str] | None, tally: Tally, workers: Workers, stop: Stopping) -> Iterator[list[Posed]]:
        asked, until, begun = self.asked, time.time() + self.timeout, dict[int, int]()
        run = {"command": self.command, "seed": int(asked.seed), "before": self.before}
        with workers.start(made, run, encode=lambda data: data if data["posed"] else None) as calls:

            def ask(number: int, tried: int) -> None:
                name = f"{asked.kind}-{self.before + number:03}"
                begun[number] = tried
                drafts = range(tried, min(tried + BATCH, self.max_drafts))
                call = asked, number, drafts, until, (name, self.command), self.engine, self.timeout, self.memory
                calls.ask(*call, name=f"{name} {tried}", first=bool(tried))

            try:
                for number in range(1, self.number + 1):
                    ask(number, 0)
                for data in itertools.chain(
                    stop.each(calls.answers()), (one.value for one in calls.ready() if one.value)
                ):
                    number, tried, identity = data["number"], data["tried"], data["identity"]
                    tally.add(tried - begun[number], data["missed"])
                    if data["posed"] and (seen is None or identity not in seen):
                        if seen is not None:
                            seen.add(identity)
                        yield [posed_of(one) for one in data["posed"]]
                        continue
                    if identity:
                        tally.missed[
                            "the puzzle was not new" if data["posed"] else f"'{self.engine}' did not confirm it"
                        ] += 1
                    if tried >= self.max_drafts:
                        tally.given_up = True  # the others are asked for in the same way, so they would fail, too
                        return
                    if time.time() <= until:
                        ask(number, tried)
                    yield []
            finally:
                close_session()
