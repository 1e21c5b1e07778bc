"""A requested benchmark suite: its content, and processes that find the optima of its problems."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.generator.formulation import Optimum
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import Track, explore_parameters, pass_through
from ferryplan.planner.benchmarking.suite_optima import SuiteFilter
from ferryplan.planner.benchmarking.suites import Suite, write_suite
from ferryplan.planner.system.limits import TimeIsUpError
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.worker_options import WorkerOptions


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """A suite of one puzzle: the sets of parameters, the dialect, the encoding and the filter."""

    puzzle: PuzzleFile
    parameter_sets: Sequence[Mapping[str, Any]]
    dialect: str | None = None
    encoding: str | None = None
    suite_filter: SuiteFilter | None = None

    def write(
        self,
        output: Path,
        workers: WorkerOptions,
        stop: StoppableBlock,
        *,
        force: bool = False,
        track: Track = pass_through,
    ) -> Suite:
        """Write the suite into a folder below `output`, as `write_suite` does.

        Once `stop` has stopped, the suite has only the problems that are complete. Raises the errors of
        `write_suite`, and TimeIsUpError if no problem is complete in time.
        """
        known = workers.start_pool(
            explore_parameters,
            {"puzzle": self.puzzle.given_values()},
            decode=lambda found: (Optimum(*found[0]), found[1]),
        )
        with known as calls:

            def explore(wanted: Sequence[tuple[Mapping[str, Any], int]]) -> Iterator[tuple[Optimum, int]]:
                for parameters, most in wanted:
                    calls.submit(self.puzzle, parameters, most, name=json.dumps([parameters, most]))
                return calls.answers()

            suite = write_suite(
                output, self.puzzle, self.parameter_sets, dialect=self.dialect, encoding=self.encoding, track=track, explore=explore,
                force=force, suite_filter=self.suite_filter, should_stop=lambda: not stop.can_go_on(),
            )  # fmt: skip
        if stop.status == "timeout" and not suite.problems:
            raise TimeIsUpError(stop.timeout)
        return suite
