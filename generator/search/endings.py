"""Where the ends of a model differ from the solutions of what it models: of puzzles in which it does not matter in which order what is done."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from typing import Any

from ferryplan.generator.search.comparison import Comparison, Difference, Stage, UndecidedError
from ferryplan.generator.space import Move, State

MOST_SOLUTIONS = 10_000


class Endings(Comparison[State, Move]):
    """The model ends with solutions, and with all of them; what moves it makes, and what they cost, is not compared."""

    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield the goals of the model that are no solutions, then the solutions that are no goals. Raises UndecidedError for too many states.

        The nearest come first; of a model with too many states those that depth-first search comes to.
        """
        solutions = dict.fromkeys(itertools.islice(self.cast.solutions(), MOST_SOLUTIONS + 1))
        ends, differs = set[Any](), False
        for deep in (False, True):
            for stage in self._stages(deep):
                if self.model.is_goal(stage.model):
                    look, way = self.seen(stage.model), self.way(stage)
                    ends.add(look.situation)
                    if look.double or not look.settled:
                        seen = self.first.state if look.situation is None else self.cast.state(look.situation)
                        yield Difference("double" if look.double else "early", way, seen, look.situation)
                    elif look.situation not in solutions and len(solutions) <= MOST_SOLUTIONS:
                        yield Difference("allows", way, self.first.state, look.situation)
                    differs = differs or look.situation not in solutions
            if self.stages <= self.most or differs:
                break
        if not differs and (self.stages > self.most or len(solutions) > MOST_SOLUTIONS):
            raise UndecidedError
        if self.stages <= self.most:
            for solution in solutions.keys() - ends:
                yield Difference("forbids", (), self.cast.state(solution), solution)

    def _stages(self, deep: bool) -> Iterator[Stage[State]]:
        """Yield the states within reach, as far as they may be looked at, beside the start."""
        self._parents = {self.first: None}
        queue = deque([self.first])
        while queue and self.stages <= self.most:
            yield (stage := queue.pop() if deep else queue.popleft())
            for move, after in self.model.following(stage.model):
                following = stage._replace(model=after)
                if following not in self._parents:
                    self._parents[following] = move, stage
                    queue.append(following)
