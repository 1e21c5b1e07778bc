"""Where the ends of a model differ from the solutions of what it models: of puzzles in which it does not matter in which order what is done."""

from __future__ import annotations

import functools
import itertools
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic

from generator.cast import Seen
from generator.search.bisimulation import Difference, Kept, Stage, UndecidedError
from generator.space import Move, State, StateSpace

MOST_SOLUTIONS = 10_000


class Endings(Generic[State, Move]):
    """A model beside the solutions of what it models."""

    def __init__(
        self,
        model: Kept,
        space: StateSpace[State, Move],
        seen: Callable[[Any], Seen],
        solutions: Iterable[Hashable],
        placed: Callable[[Any], State],
        most: int,
    ) -> None:
        """``seen`` says what can be seen in a state of the model, ``solutions`` what may be seen in the end, ``placed`` which state that is; of the
        model so many states are looked at."""
        self.model, self.seen, self.placed, self.most = model, functools.cache(seen), placed, most
        self.first, self._solutions = Stage(model.initial, space.initial), solutions
        self.made = dict[Any, Move]()
        """none: moves are not compared"""
        self.wanders = False
        self._parents = dict[Any, tuple[Any, Any]]()

    def differences(self) -> Iterator[Difference[State, Move]]:
        """Yield the goals of the model that are no solutions, then the solutions that are no goals. Raises UndecidedError for too many states.

        The nearest come first; of a model with too many states those that depth-first search comes to.
        """
        solutions = dict.fromkeys(itertools.islice(self._solutions, MOST_SOLUTIONS + 1))
        ends, differs = set[Any](), False
        for deep in (False, True):
            for state in self._states(deep):
                if self.model.is_goal(state):
                    look, way = self.seen(state), self._way(state)
                    ends.add(look.situation)
                    if look.double or not look.settled:
                        seen = self.first.state if look.situation is None else self.placed(look.situation)
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
                yield Difference("forbids", (), self.placed(solution), solution)

    @property
    def stages(self) -> int:
        """How many states of the model were looked at."""
        return 1 + len(self._parents)

    def overcharged(self) -> None:
        """Return None: what moves cost is not compared."""

    def _states(self, deep: bool) -> Iterator[Any]:
        """Yield the states within reach, as far as they may be looked at."""
        self._parents.clear()
        queue = deque([self.model.initial])
        while queue and self.stages <= self.most:
            yield (state := queue.pop() if deep else queue.popleft())
            for move, after in self.model.following(state):
                if after not in self._parents and after != self.model.initial:
                    self._parents[after] = move, state
                    queue.append(after)

    def _way(self, state: Any) -> tuple[tuple[Any, Stage[State]], ...]:
        """Return the moves of the model that lead to a state; what it models stays where it is."""
        found = list[tuple[Any, Stage[State]]]()
        while state in self._parents:
            move, before = self._parents[state]
            found.append((move, self.first._replace(model=state)))
            state = before
        return tuple(reversed(found))
