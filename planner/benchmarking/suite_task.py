"""A benchmark suite that is asked for: what is in it, and how several processes find the optima of its problems."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.generator.formulation import Optimum
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import Track, explored, untracked
from ferryplan.planner.benchmarking.suite_optima import Wanted
from ferryplan.planner.benchmarking.suites import Suite, write_suite
from ferryplan.planner.system.limits import TimeIsUpError
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.workers import Workers


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """A suite of one puzzle: the sets of parameters, the dialect and the encoding, and which problems are wanted."""

    puzzle: PuzzleFile
    sets: Sequence[Mapping[str, Any]]
    dialect: str | None = None
    encoding: str | None = None
    wanted: Wanted | None = None

    def write(
        self, output: Path, workers: Workers, stop: Stopping, *, force: bool = False, track: Track = untracked
    ) -> Suite:
        """Write the suite into a folder below `output`, as `write_suite` does; once `stop` has stopped, with the problems that were done.

        Raises as `write_suite`, and TimeIsUpError where nothing was done in time.
        """
        known = workers.start(
            explored, {"puzzle": self.puzzle.said()}, decode=lambda found: (Optimum(*found[0]), found[1])
        )
        with known as calls:

            def explore(wanted: Sequence[tuple[Mapping[str, Any], int]]) -> Iterator[tuple[Optimum, int]]:
                for parameters, most in wanted:
                    calls.ask(self.puzzle, parameters, most, name=json.dumps([parameters, most]))
                return calls.answers()

            suite = write_suite(
                output, self.puzzle, self.sets, dialect=self.dialect, encoding=self.encoding, track=track, explore=explore,
                force=force, wanted=self.wanted, stopping=lambda: not stop.goes_on(),
            )  # fmt: skip
        if stop.status == "timeout" and not suite.problems:
            raise TimeIsUpError(stop.timeout)
        return suite
