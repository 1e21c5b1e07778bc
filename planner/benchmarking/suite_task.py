"""A request for a benchmark suite, whose optima several processes find."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.generator.formulation import Optimum
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.sweeping import TrackProgress, find_optimum_for_parameters, hide_progress
from ferryplan.planner.benchmarking.suite_optima import SuiteFilter
from ferryplan.planner.benchmarking.suites import Suite, write_suite
from ferryplan.planner.system.limits import TimeIsUpError
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.worker_options import WorkerOptions


@dataclass(frozen=True, slots=True)
class SuiteRequest:
    """A request for a benchmark suite of one puzzle, which `write` fulfills."""

    puzzle: PuzzleFile
    parameter_sets: Sequence[Mapping[str, Any]]
    """the parameter values of each problem, by parameter name"""
    dialect: str | None = None
    """the PDDL dialect; None for the puzzle's usual dialect"""
    encoding: str | None = None
    """the encoding; None for the first encoding of the dialect"""
    suite_filter: SuiteFilter | None = None
    """the conditions that problems must meet; None for all problems"""

    def write(
        self,
        output: Path,
        workers: WorkerOptions,
        stop: StoppableBlock,
        *,
        force: bool = False,
        track: TrackProgress = hide_progress,
    ) -> Suite:
        """Write the suite into a folder below ``output``, as `write_suite` does, and return it.

        The processes of ``workers`` find the optima; ``track`` shows the progress. If the block ``stop`` reaches its
        time limit or is interrupted by Ctrl-C, the suite has only the problems that are complete at that time. Raises
        the errors of `write_suite`, and TimeIsUpError if no problem is complete in time.
        """
        known = workers.start_pool(
            find_optimum_for_parameters,
            {"puzzle": self.puzzle.given_values()},
            decode=lambda found: (Optimum(*found[0]), found[1]),
        )
        with known as calls:

            def explore(wanted: Sequence[tuple[Mapping[str, Any], int]]) -> Iterator[tuple[Optimum, int]]:
                for parameters, most in wanted:
                    calls.submit(self.puzzle, parameters, most, name=json.dumps([parameters, most]))
                return calls.returned_values()

            suite = write_suite(
                output, self.puzzle, self.parameter_sets, dialect=self.dialect, encoding=self.encoding, track=track, explore=explore,
                force=force, suite_filter=self.suite_filter, should_stop=lambda: not stop.can_go_on(),
            )  # fmt: skip
        if stop.status == "timeout" and not suite.problems:
            raise TimeIsUpError(stop.timeout)
        return suite
