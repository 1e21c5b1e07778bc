"""Searches as somebody asks for them: one, or several side by side, of a puzzle and within limits.

The command line and the Python functions share this. A search that Ctrl-C stops has the status ``interrupted`` and keeps what it found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited
from ferryplan.planner.system.stopping import Stopping
from ferryplan.teaching.searching.comparison import SearchComparison, compare
from ferryplan.teaching.searching.runs import SearchRun, search
from ferryplan.teaching.searching.searched import DEFAULT_HEURISTIC, Searched, choose_heuristic
from ferryplan.teaching.textbook.heuristics.estimates import Heuristic
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.watching import Watch

DEFAULT_WEIGHT, MIN_WEIGHT, MAX_WEIGHT = 5.0, 1, 1000
"""the weight of the heuristic in weighted A*"""
MAX_NODES = 1_000_000
"""the nodes that a search holds at most unless the user says otherwise"""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A puzzle to search, the PDDL in which to search it, and the limits of each search."""

    puzzle: PuzzleFile
    parameters: Mapping[str, Value]
    dialect: str | None = None
    encoding: str | None = None
    weight: float = DEFAULT_WEIGHT
    max_nodes: int = MAX_NODES
    timeout: float = DEFAULT_TIMEOUT
    memory: int = DEFAULT_MEMORY

    def search(
        self, algorithm: str, heuristic: str | Callable[[AnyInstance], Heuristic] | None = None, trace: bool = False
    ) -> SearchRun:
        """Search the puzzle once.

        A heuristic with a name estimates states of the puzzle's PDDL. A function that makes one of an instance has the puzzle's rules searched
        instead. Without a heuristic, an algorithm that needs one takes the default. Raises EncodingError for what asks too much of the task.
        """
        # The time is left to `Stopping`, which lets a search end with what it has found instead of breaking
        # it off.
        with limited(math.inf, self.memory), Stopping(self.timeout) as stop:
            how: str | Heuristic | None
            note = ""
            if callable(heuristic):
                with limited(self.timeout):
                    searched = Searched.by_rules(instantiate_smallest(self.puzzle, self.parameters))
                how = heuristic(searched.instance)
            else:
                searched, how = self._generate_task(), heuristic
                if how is None and ALGORITHMS[algorithm].informed:
                    # blind keeps the proof of A*
                    chosen = stop.value(lambda: choose_heuristic(searched, "blind"))
                    how, note = chosen or (DEFAULT_HEURISTIC, "")
            watch = Watch(searched.task, weight=self.weight, most=self.max_nodes, trace=[] if trace else None)
            run = search(searched, algorithm, how, stop, watch)
        return replace(run, notes=(note,)) if note else run

    def compare(self, algorithms: Iterable[str], heuristics: Iterable[str]) -> SearchComparison:
        """Run each algorithm, with each heuristic if it takes one, one after the other."""
        notes = list[str]()
        with limited(math.inf, self.memory):
            searched = self._generate_task()
            limits = self.timeout, self.weight, self.max_nodes
            done = tuple(compare(searched, algorithms, heuristics, *limits, note=notes.append))
        return SearchComparison(self.puzzle.title, done, tuple(notes))

    def _generate_task(self) -> Searched:
        with limited(self.timeout):  # a user's templates need not end
            return Searched(instantiate_smallest(self.puzzle, self.parameters), self.dialect, self.encoding)
