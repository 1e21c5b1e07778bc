"""Solutions: paths from the start to the goal; every one with the least total, counted without being listed; longer ones that repeat nothing.

Solutions are of one class if they are the same once nothing has a name: every move is of the same sort, from situations that are the
same up to symmetry. All states of an orbit have equally many ways to the goal. So the number of solutions is a
sum over orbits alone, from the goal back to the start: for each orbit of moves from a state, the number of moves in it
times the number of ways from where they lead; without that factor it is the number of classes. This is Bellman's recursion
(Dynamic Programming, 1957) on the quotient.

How many longer ones there are that come to no situation twice cannot be told without listing them: whether a path repeats itself
depends on all of it. They are listed up to one exchange of names for the whole path, which leaves few where many are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple

from ferryplan.generator.search.cheapest import NEVER, Total, cheapest, least_totals
from ferryplan.generator.space import Move, State, StateSpace, Symmetry


@dataclass(frozen=True, slots=True)
class Path(Generic[Move]):
    """A path from the start to the goal. It may stand for others, what exchanges make of it."""

    moves: tuple[Move, ...]
    total: Total
    size: int
    """for how many it stands, itself included"""


@dataclass(frozen=True, slots=True)
class _Step(Generic[State, Move]):
    """The last move of a path so far."""

    move: Move | None
    """None before the first"""
    state: State
    """the state after it"""
    spent: Total
    size: int
    alike: Symmetry[State, Move] | None


def paths_to_goal(
    space: StateSpace[State, Move], leads_on: Callable[[Total, State], bool], alike: Symmetry[State, Move] | None = None
) -> Iterator[Path[Move]]:
    """Yield paths from the start to where the goal is first reached, none of which comes to a situation twice.

    ``leads_on`` says of a total spent, and of the state that stands for the orbit reached with it, whether to go on from there.
    ``alike`` is whose exchange, the same for the whole path, makes no difference: of the paths that such exchanges make of each
    other one is given. With None there is one for all that are the same once nothing has a name; its size is right
    only if no path with the totals that lead on comes to an orbit twice. One path at a time is kept in memory.
    """
    symmetry = space.symmetry
    passed = {space.situation(space.initial)}

    def onward(last: _Step[State, Move]) -> Iterator[_Step[State, Move]]:
        fixing = symmetry.fixing(last.state)
        group = fixing if last.alike is None else last.alike
        for one, reached in space.representatives(last.state):
            spent = last.spent.plus(space.cost(last.state, one))
            if not leads_on(spent, symmetry.canonical(reached)):
                continue
            for move in fixing.images(one, group):
                state, kept = space.after(last.state, move), group.keeping(move)
                if space.situation(state) not in passed:
                    # By the orbit-stabilizer theorem this move has that many images, each of which continues
                    # the path alike.
                    size = last.size * (group.order // kept.order)
                    yield _Step(move, state, spent, size, last.alike and kept)

    path = list[_Step[State, Move]]()
    branches: list[Iterator[_Step[State, Move]]] = [iter([_Step(None, space.initial, Total(0, 0), 1, alike)])]
    while branches:
        step = next(branches[-1], None)
        if step is None:
            branches.pop()
            if path:
                passed.discard(space.situation(path.pop().state))
        elif space.is_goal(step.state):
            moves = tuple(one.move for one in (*path, step) if one.move is not None)
            yield Path(moves, step.spent, step.size)
        else:
            path.append(step)
            passed.add(space.situation(step.state))
            branches.append(onward(step))


class Ways(NamedTuple):
    """How many ways of the least total there are from a state to the goal."""

    named: int
    """everything told apart"""
    classes: int


class Solutions(Generic[State, Move]):
    """The solutions in a state space with the least total cost; without costs, the shortest.

    Where a move may cost nothing there could be solutions without end; then only those with the fewest moves count.
    """

    total: Total | None
    """the least total, that of the solutions with the fewest moves among them; None if the goal is out of reach, or not found so far"""
    count: int | None
    """how many there are; None if that is not known so far"""
    at_least: int
    """so many are known"""
    classes: int | None
    """how many there are up to symmetry, where that is looked for"""

    def __init__(self, space: StateSpace[State, Move], most: int | None = None) -> None:
        """Look at ``most`` states, up to symmetry: where there are more nothing is known."""
        self.space = space
        explored = cheapest(space, most, up_to_symmetry=True, beyond_goal=0)
        cut = most is not None and len(explored.depths) >= most
        self.total = None if cut else explored.least
        self._totals = explored.depths
        self._ways: dict[State, Ways] = {}
        """for one state of each orbit that a solution passes"""
        if self.total is not None:
            # States were found cheapest first: in reverse order, what follows on a best way is counted
            # already.
            for state in reversed(self._totals):
                self._look_back(state, self.total)
        self.at_least, classes = self._ways.get(space.canonical(space.initial), Ways(0, 0))
        self.count, self.classes = (None, None) if cut else (self.at_least, classes)

    def count_all(self) -> None:
        """Count those that are not counted yet."""

    def each(self, up_to_symmetry: bool = False) -> Iterator[Path[Move]]:
        """Yield every solution as it is found; up to symmetry, one of each class, with its size."""
        return paths_to_goal(self.space, self._leads_on, None if up_to_symmetry else self.space.symmetry.trivial())

    def onward(self, made: Iterable[Move]) -> list[Move]:
        """Return the moves with which solutions go on that begin with the moves made; none where none begins so. All solutions are counted."""
        space, state, spent = self.space, self.space.initial, Total(0, 0)
        for move in made:
            spent, state = spent.plus(space.cost(state, move)), space.after(state, move)
        ways = ((move, spent.plus(space.cost(state, move)), after) for move, after in space.moves(state))
        return [move for move, further, after in ways if self._leads_on(further, space.canonical(after))]

    def _look_back(self, state: State, total: Total) -> None:
        """Count the ways from a state. Wherever a move on such a way leads, they are counted already: to be there costs more."""
        space = self.space
        if space.is_goal(state):
            if self._is_least(total, state):
                self._ways[state] = Ways(1, 1)
            return
        fixing, named, classes = space.symmetry.fixing(state), 0, 0
        for move, one in space.representatives(state):
            successor = space.canonical(one)
            if self._leads_on(self._totals[state].plus(space.cost(state, move)), successor):
                # By the orbit-stabilizer theorem that many moves are images of this one under the exchanges
                # that fix the state.
                alike = fixing.order // fixing.keeping(move).order
                named += alike * self._ways[successor].named
                classes += self._ways[successor].classes
        if named:
            self._ways[state] = Ways(named, classes)

    def _leads_on(self, spent: Total, state: State) -> bool:
        """Return whether a solution passes the state that stands for an orbit, with so much spent."""
        return state in self._ways and self._is_least(spent, state)

    def _is_least(self, spent: Total, state: State) -> bool:
        """Return whether nothing leads to a state for less."""
        least = self._totals[state]
        return spent == least if self.space.free_moves else spent.cost == least.cost


class LoopFree(Generic[State, Move]):
    """The solutions that come to no situation twice and cost at most so much more than the cheapest.

    Without costs, that is so many moves more. A solution ends where it first reaches the goal.
    """

    def __init__(self, space: StateSpace[State, Move], further: int) -> None:
        self.space, self.further = space, further
        explored = cheapest(space, up_to_symmetry=True, beyond_goal=further)
        self.total: Total | None = explored.least
        self._left = _left_to_goal(space, explored.depths)

    def each(self, up_to_symmetry: bool = False) -> Iterator[Path[Move]]:
        """Yield every solution as it is found, the cheapest first; up to symmetry, one of each class, with its size, as soon as all
        that cost the same are known."""
        if self.total is None:
            return
        for cost in range(self.total.cost, self.total.cost + self.further + 1):
            yield from self._classes(cost) if up_to_symmetry else self._of(cost, self.space.symmetry.trivial())

    def _of(self, cost: int, alike: Symmetry[State, Move]) -> Iterator[Path[Move]]:
        """Yield those that cost exactly so much."""

        def leads_on(spent: Total, state: State) -> bool:
            # What is left is a lower bound also without detours, so no solution of this cost is cut off.
            return state in self._left and spent.cost + self._left[state] <= cost

        return (path for path in paths_to_goal(self.space, leads_on, alike) if path.total.cost == cost)

    def _classes(self, cost: int) -> Iterator[Path[Move]]:
        found: dict[Hashable, Path[Move]] = {}
        for path in self._of(cost, self.space.symmetry):
            sort = self._sort(path)
            first = found.get(sort)
            found[sort] = path if first is None else replace(first, size=first.size + path.size)
        yield from found.values()

    def _sort(self, path: Path[Move]) -> Hashable:
        """Return what a path is like once nothing has a name."""
        state, sorts = self.space.initial, list[Hashable]()
        for move in path.moves:
            sorts.append(self.space.symmetry.sort(state, move))
            state = self.space.after(state, move)
        return tuple(sorts)


def _left_to_goal(space: StateSpace[State, Move], explored: Iterable[State]) -> dict[State, int]:
    """Return for the states explored, one of each orbit, the least that is left to pay from there; none for those without a way."""
    numbers = {state: number for number, state in enumerate(explored)}
    before: list[list[tuple[int, int]]] = [[] for _ in numbers]
    for state, number in numbers.items():
        for move, named in space.representatives(state):
            if (successor := space.canonical(named)) in numbers:
                before[numbers[successor]].append((number, space.cost(state, move)))
    goals = [number for state, number in numbers.items() if space.is_goal(state)]
    left = zip(numbers, least_totals(len(numbers), goals, before.__getitem__), strict=True)
    return {state: total for state, total in left if total != NEVER}
