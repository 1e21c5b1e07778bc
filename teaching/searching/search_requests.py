"""Requests to search a puzzle, once or with several algorithms side by side, with limits.

The command line and the Python functions share this module. A search that Ctrl-C stops has the status ``interrupted`` and keeps its results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.teaching.searching.search_comparison import SearchComparison, run_searches
from ferryplan.teaching.searching.search_run import SearchRun, run_search
from ferryplan.teaching.searching.searched_task import DEFAULT_HEURISTIC, SearchedTask, choose_heuristic
from ferryplan.teaching.textbook.heuristics.heuristic_registry import Heuristic
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor

DEFAULT_WEIGHT, MIN_WEIGHT, MAX_WEIGHT = 5.0, 1, 1000
"""The default, smallest and largest weight of the heuristic in weighted A*."""
MAX_NODES = 1_000_000
"""The default for the largest number of nodes that a search keeps in memory."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A puzzle to search, the PDDL in which it is searched, and the limits of each search."""

    puzzle: PuzzleFile
    """The puzzle to search."""
    parameters: Mapping[str, ParameterValue]
    """The values of the puzzle's parameters by name."""
    dialect: str | None = None
    """The dialect of the PDDL; None lets ferryplan choose."""
    encoding: str | None = None
    """The encoding of the PDDL; None lets ferryplan choose."""
    weight: float = DEFAULT_WEIGHT
    """The weight of the heuristic in weighted A*."""
    max_nodes: int = MAX_NODES
    """The largest number of nodes that a search keeps in memory."""
    timeout: float = DEFAULT_TIMEOUT
    """The time limit of each search, in seconds."""
    memory: int = DEFAULT_MEMORY
    """The memory limit in MiB."""

    def search(
        self, algorithm: str, heuristic: str | Callable[[AnyInstance], Heuristic] | None = None, trace: bool = False
    ) -> SearchRun:
        """Search the puzzle once.

        A heuristic that is given by name estimates states of the puzzle's PDDL. If ``heuristic`` is a function that makes a heuristic for an
        instance, the search runs over the puzzle's rules instead. With None, an algorithm that needs a heuristic uses the default. Raises
        EncodingError if the algorithm or the heuristic does not support the task.
        """
        # `StoppableBlock` limits the time, because it lets a search end with partial results instead of aborting
        # it.
        with enforce_limits(math.inf, self.memory), StoppableBlock(self.timeout) as stop:
            how: str | Heuristic | None
            note = ""
            if callable(heuristic):
                with enforce_limits(self.timeout):
                    searched = SearchedTask.from_rules(instantiate_smallest(self.puzzle, self.parameters))
                how = heuristic(searched.instance)
            else:
                searched, how = self._generate_task(), heuristic
                if how is None and ALGORITHMS[algorithm].is_informed:
                    # blind keeps the proof of A*
                    chosen = stop.compute_unless_stopped(lambda: choose_heuristic(searched, "blind"))
                    how, note = chosen or (DEFAULT_HEURISTIC, "")
            monitor = SearchMonitor(
                searched.task, weight=self.weight, max_nodes=self.max_nodes, trace=[] if trace else None
            )
            run = run_search(searched, algorithm, how, stop, monitor)
        return replace(run, notes=(note,)) if note else run

    def compare(self, algorithms: Iterable[str], heuristics: Iterable[str]) -> SearchComparison:
        """Run the algorithms one after the other, each with each heuristic if it uses one."""
        notes = list[str]()
        with enforce_limits(math.inf, self.memory):
            searched = self._generate_task()
            limits = self.timeout, self.weight, self.max_nodes
            done = tuple(run_searches(searched, algorithms, heuristics, *limits, add_note=notes.append))
        return SearchComparison(self.puzzle.title, done, tuple(notes))

    def _generate_task(self) -> SearchedTask:
        """Return the puzzle's PDDL in the requested dialect and encoding, as the task to search."""
        with enforce_limits(self.timeout):  # a user's templates need not end
            return SearchedTask(instantiate_smallest(self.puzzle, self.parameters), self.dialect, self.encoding)
