"""All solutions of a state space: the cheapest, counted without a list, and longer ones without loops.

Two solutions are in the same class if they are equal once all names are removed: each move has the same
signature, and the states in between are the same up to symmetry. All states of an orbit have equally many paths
to the goal. So the number of solutions is a sum over orbits alone, from the goal back to the start: for each
orbit of moves from a state, the number of moves in the orbit times the number of paths from the state after the
move. Without the factor, the sum is the number of classes. This is Bellman's recursion (Dynamic Programming,
1957) on the quotient.

Longer solutions without loops can be counted only by listing them, because whether a path repeats a state
depends on the whole path. They are listed up to one renaming for the whole path, which leaves few if many
travelers are interchangeable.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple

from ferryplan.generator.search.uniform_cost_search import NEVER, TotalCost, cheapest_costs, explore_cheapest_first
from ferryplan.generator.space import Move, State, StateSpace, Symmetry


@dataclass(frozen=True, slots=True)
class SolutionPath(Generic[Move]):
    """A path from the start to the goal, which may stand for a whole symmetry class of paths."""

    moves: tuple[Move, ...]
    """the moves, in order"""
    total: TotalCost
    """the cost and the number of the moves"""
    class_size: int
    """the number of paths that it stands for, including itself"""


@dataclass(frozen=True, slots=True)
class _PathStep(Generic[State, Move]):
    """The last move of a partial path, and the state after it."""

    move: Move | None
    """None before the first move"""
    state: State
    """the state after the move"""
    cost: TotalCost
    """the cost and the number of the moves of the partial path"""
    class_size: int
    """the number of partial paths that this one stands for, including itself"""
    path_symmetry: Symmetry[State, Move] | None
    """the renamings of whole paths that leave the partial path unchanged; None if paths that are equal once
    names are removed count as one"""


def find_paths_to_goal(
    space: StateSpace[State, Move],
    can_continue: Callable[[TotalCost, State], bool],
    path_symmetry: Symmetry[State, Move] | None = None,
) -> Iterator[SolutionPath[Move]]:
    """Yield the loop-free paths from the start to the goal; each ends at its first goal state.

    Loop-free means that no state occurs twice, ignoring counters (the parts of a state that only count moves).
    ``can_continue`` receives the total cost so far and the representative of the orbit reached, and returns whether
    to continue from there. ``path_symmetry`` is a group of renamings for whole paths: of all paths that the group
    maps to each other, one is yielded.

    If ``path_symmetry`` is None, one path is yielded for all paths that are equal once names are removed. Its class
    size is correct only if no path that ``can_continue`` allows visits an orbit twice. Memory holds one path at a
    time.
    """
    symmetry = space.symmetry
    passed = {space.strip_counters(space.initial)}

    def next_steps(last: _PathStep[State, Move]) -> Iterator[_PathStep[State, Move]]:
        fixing = symmetry.stabilizer_of_state(last.state)
        group = fixing if last.path_symmetry is None else last.path_symmetry
        for one, reached in space.orbit_representatives(last.state):
            spent = last.cost.add_move(space.cost(last.state, one))
            if not can_continue(spent, symmetry.canonical_state(reached)):
                continue
            for move in fixing.orbit_of_move(one, group):
                state, kept = space.apply_move(last.state, move), group.stabilizer_of_move(move)
                if space.strip_counters(state) not in passed:
                    # By the orbit-stabilizer theorem this is the size of the orbit of the move, and the path
                    # continues alike from each of its images.
                    size = last.class_size * (group.order // kept.order)
                    yield _PathStep(move, state, spent, size, last.path_symmetry and kept)

    path = list[_PathStep[State, Move]]()
    branches: list[Iterator[_PathStep[State, Move]]] = [
        iter([_PathStep(None, space.initial, TotalCost(0, 0), 1, path_symmetry)])
    ]
    while branches:
        step = next(branches[-1], None)
        if step is None:
            branches.pop()
            if path:
                passed.discard(space.strip_counters(path.pop().state))
        elif space.is_goal(step.state):
            moves = tuple(one.move for one in (*path, step) if one.move is not None)
            yield SolutionPath(moves, step.cost, step.class_size)
        else:
            path.append(step)
            passed.add(space.strip_counters(step.state))
            branches.append(next_steps(step))


class SolutionCounts(NamedTuple):
    """The numbers of cheapest paths from a state to the goal."""

    paths: int
    """the number of paths, where different names make different paths"""
    classes: int
    """the number of symmetry classes of these paths"""


class CheapestSolutions(Generic[State, Move]):
    """The solutions in a state space with the least total cost; without costs, the shortest.

    If moves can be free, there could be infinitely many solutions; then only those with the fewest moves count.
    """

    total: TotalCost | None
    """the least total, with the fewest moves among solutions of that cost; None if the goal is unreachable, or
    was not found so far"""
    count: int | None
    """the number of solutions; None if it is not known so far"""
    known_count: int
    """the number of solutions known so far"""
    classes: int | None
    """the number of symmetry classes of the solutions, if it was computed"""

    def __init__(self, space: StateSpace[State, Move], max_states: int | None = None) -> None:
        """Explore at most ``max_states`` states, up to symmetry, and count the solutions.

        If there are more states, the number and the cost of the solutions stay unknown.
        """
        self.space = space
        explored = explore_cheapest_first(space, max_states, up_to_symmetry=True, slack=0)
        cut = max_states is not None and len(explored.depths) >= max_states
        self.total = None if cut else explored.goal_depth
        self._totals = explored.depths
        self._counts: dict[State, SolutionCounts] = {}
        """the counts for one state of each orbit that a solution passes"""
        if self.total is not None:
            # States were found cheapest first: in reverse order, the successors on cheapest paths are counted
            # already.
            for state in reversed(self._totals):
                self._count_from_state(state, self.total)
        self.known_count, classes = self._counts.get(space.canonical_state(space.initial), SolutionCounts(0, 0))
        self.count, self.classes = (None, None) if cut else (self.known_count, classes)

    def count_remaining(self) -> None:
        """Count the solutions that are not counted yet, if a subclass counts them in steps."""

    def iterate_paths(self, up_to_symmetry: bool = False) -> Iterator[SolutionPath[Move]]:
        """Yield the solutions, each as soon as it is found.

        With ``up_to_symmetry``, yield one solution of each symmetry class, with the size of the class.
        """
        return find_paths_to_goal(
            self.space, self._is_on_solution, None if up_to_symmetry else self.space.symmetry.trivial_subgroup()
        )

    def next_moves(self, moves_made: Iterable[Move]) -> list[Move]:
        """Return the next moves of the solutions that begin with ``moves_made``; empty if there are none.

        All solutions must have been counted before.
        """
        space, state, spent = self.space, self.space.initial, TotalCost(0, 0)
        for move in moves_made:
            spent, state = spent.add_move(space.cost(state, move)), space.apply_move(state, move)
        ways = ((move, spent.add_move(space.cost(state, move)), after) for move, after in space.successors(state))
        return [move for move, further, after in ways if self._is_on_solution(further, space.canonical_state(after))]

    def _count_from_state(self, state: State, total: TotalCost) -> None:
        """Count the cheapest paths from a state to the goal, and store the counts.

        ``total`` is the least total of a solution. The next states on the paths must be counted already.
        """
        space = self.space
        if space.is_goal(state):
            if self._is_cheapest_arrival(total, state):
                self._counts[state] = SolutionCounts(1, 1)
            return
        fixing, named, classes = space.symmetry.stabilizer_of_state(state), 0, 0
        for move, one in space.orbit_representatives(state):
            successor = space.canonical_state(one)
            if self._is_on_solution(self._totals[state].add_move(space.cost(state, move)), successor):
                # By the orbit-stabilizer theorem, this many moves are images of the move under the stabilizer
                # of the state.
                alike = fixing.order // fixing.stabilizer_of_move(move).order
                named += alike * self._counts[successor].paths
                classes += self._counts[successor].classes
        if named:
            self._counts[state] = SolutionCounts(named, classes)

    def _is_on_solution(self, cost: TotalCost, state: State) -> bool:
        """Return whether a cheapest solution reaches an orbit at a given total cost.

        ``state`` is the representative of the orbit.
        """
        return state in self._counts and self._is_cheapest_arrival(cost, state)

    def _is_cheapest_arrival(self, cost: TotalCost, state: State) -> bool:
        """Return whether ``cost`` is the least total cost of the paths to a state."""
        least = self._totals[state]
        return cost == least if self.space.has_free_moves else cost.cost == least.cost


class LoopFreeSolutions(Generic[State, Move]):
    """The solutions without loops that cost at most `slack` more than the cheapest solution.

    Loop-free means that no state occurs twice, ignoring counters. Without costs, `slack` is a number of moves.
    A solution ends where it first reaches the goal.
    """

    def __init__(self, space: StateSpace[State, Move], slack: int) -> None:
        self.space, self.slack = space, slack
        explored = explore_cheapest_first(space, up_to_symmetry=True, slack=slack)
        self.total: TotalCost | None = explored.goal_depth
        self._goal_distances = _compute_goal_distances(space, explored.depths)

    def iterate_paths(self, up_to_symmetry: bool = False) -> Iterator[SolutionPath[Move]]:
        """Yield the solutions, cheapest first.

        With ``up_to_symmetry``, yield one solution of each symmetry class, with the size of the class. The
        classes of one cost are yielded as soon as all solutions of that cost are known.
        """
        if self.total is None:
            return
        for cost in range(self.total.cost, self.total.cost + self.slack + 1):
            yield from (
                self._representative_solutions_of_cost(cost)
                if up_to_symmetry
                else self._paths_of_cost(cost, self.space.symmetry.trivial_subgroup())
            )

    def _paths_of_cost(self, cost: int, path_symmetry: Symmetry[State, Move]) -> Iterator[SolutionPath[Move]]:
        """Yield the solutions that cost exactly `cost`.

        ``path_symmetry`` is the group of renamings that `find_paths_to_goal` takes.
        """

        def can_continue(spent: TotalCost, state: State) -> bool:
            # The goal distance is a lower bound on the cost of a loop-free rest, so no solution of this cost is
            # cut off.
            return state in self._goal_distances and spent.cost + self._goal_distances[state] <= cost

        return (path for path in find_paths_to_goal(self.space, can_continue, path_symmetry) if path.total.cost == cost)

    def _representative_solutions_of_cost(self, cost: int) -> Iterator[SolutionPath[Move]]:
        found: dict[Hashable, SolutionPath[Move]] = {}
        for path in self._paths_of_cost(cost, self.space.symmetry):
            sort = self._path_signature(path)
            first = found.get(sort)
            found[sort] = path if first is None else replace(first, class_size=first.class_size + path.class_size)
        yield from found.values()

    def _path_signature(self, path: SolutionPath[Move]) -> Hashable:
        """Return a key that is equal for paths that differ only in names: the signatures of all moves."""
        state, sorts = self.space.initial, list[Hashable]()
        for move in path.moves:
            sorts.append(self.space.symmetry.move_signature(state, move))
            state = self.space.apply_move(state, move)
        return tuple(sorts)


def _compute_goal_distances(space: StateSpace[State, Move], explored: Iterable[State]) -> dict[State, int]:
    """Return the least cost from each explored state to the goal, leaving out states that cannot reach it.

    ``explored`` has one state of each orbit.
    """
    numbers = {state: number for number, state in enumerate(explored)}
    before: list[list[tuple[int, int]]] = [[] for _ in numbers]
    for state, number in numbers.items():
        for move, named in space.orbit_representatives(state):
            if (successor := space.canonical_state(named)) in numbers:
                before[numbers[successor]].append((number, space.cost(state, move)))
    goals = [number for state, number in numbers.items() if space.is_goal(state)]
    left = zip(numbers, cheapest_costs(len(numbers), goals, before.__getitem__), strict=True)
    return {state: total for state, total in left if total != NEVER}
