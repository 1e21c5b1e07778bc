"""The comparison of a model's goal states with the solutions of a puzzle.

It is for puzzles in which the order of the moves does not matter.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from typing import Any

from ferryplan.generator.search.model_comparison import Difference, ModelComparison, StatePair, TooManyStatesError
from ferryplan.generator.space import Move, State

MAX_SOLUTIONS = 10_000


class EndStateComparison(ModelComparison[State, Move]):
    """A comparison of end states only: the model's goal states must be exactly the puzzle's solutions.

    The moves that the model makes, and their costs, are not compared.
    """

    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield a difference for each wrong goal state of the model, then for each solution that it lacks.

        The nearest goal states come first. If the model has too many states for a breadth-first search, a depth-first
        search finds further goal states to compare. Raises TooManyStatesError if the limit on states or solutions was
        reached and no difference was found.
        """
        solutions = dict.fromkeys(itertools.islice(self.state_variables.solution_valuations(), MAX_SOLUTIONS + 1))
        ends, differs = set[Any](), False
        for deep in (False, True):
            for stage in self._explore_pairs(deep):
                if self.model.is_goal(stage.model_state):
                    look, way = self.observe(stage.model_state), self.path_to_pair(stage)
                    ends.add(look.valuation)
                    if look.has_duplicate or not look.is_between_moves:
                        seen = (
                            self.initial_pair.state
                            if look.valuation is None
                            else self.state_variables.to_state(look.valuation)
                        )
                        yield Difference("double" if look.has_duplicate else "early", way, seen, look.valuation)
                    elif look.valuation not in solutions and len(solutions) <= MAX_SOLUTIONS:
                        yield Difference("allows", way, self.initial_pair.state, look.valuation)
                    differs = differs or look.valuation not in solutions
            if self.pair_count <= self.max_pairs or differs:
                break
        if not differs and (self.pair_count > self.max_pairs or len(solutions) > MAX_SOLUTIONS):
            raise TooManyStatesError
        if self.pair_count <= self.max_pairs:
            for solution in solutions.keys() - ends:
                yield Difference("forbids", (), self.state_variables.to_state(solution), solution)

    def _explore_pairs(self, depth_first: bool) -> Iterator[StatePair[State]]:
        """Yield the reachable model states, each paired with the puzzle's initial state; store their paths.

        The exploration stops after `max_pairs` pairs.
        """
        self._parents = {self.initial_pair: None}
        queue = deque([self.initial_pair])
        while queue and self.pair_count <= self.max_pairs:
            yield (stage := queue.pop() if depth_first else queue.popleft())
            for move, after in self.model.successors(stage.model_state):
                following = stage._replace(model_state=after)
                if following not in self._parents:
                    self._parents[following] = move, stage
                    queue.append(following)
