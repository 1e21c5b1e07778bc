"""Textbook searches of puzzles, also with a heuristic of the user's own."""

from __future__ import annotations

import contextlib
import functools
import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.textbook.heuristics.estimates import HEURISTICS, Heuristic, Known
from ferryplan.generator.textbook.landscape import Landscape
from ferryplan.generator.textbook.landscape import landscape as find_landscape
from ferryplan.generator.textbook.searches.algorithms import ALGORITHMS
from ferryplan.generator.textbook.searches.watching import Watch
from ferryplan.generator.wording import begun, listing
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.api.spaces import ReadableState, Space
from ferryplan.planner.rendering import RenderableSequence
from ferryplan.planner.searching import comparison, landscapes, runs
from ferryplan.planner.searching.runs import SearchRun
from ferryplan.planner.searching.searched import Searched, choose_heuristic, strips_asked_for
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.telling import PLAIN, Layout


def search(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    algorithm: str = "astar",
    heuristic: str | Callable[[ReadableState], float] | None = None,
    admissible: bool = False,
    weight: float = 5.0,
    max_nodes: int = 1_000_000,
    trace: bool = False,
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> SearchRun:
    """Search a puzzle as textbooks do, and return what the search did: nodes expanded and generated, estimates, the plan that it found.

    ``puzzle`` and its parameters are as for `solve`. ``algorithm`` is one of bfs, dfs, iddfs, ucs, astar, wastar (with ``weight``), gbfs,
    idastar, ehc, bidirectional, symbolic-layers. ``heuristic`` is the name of one of ferryplan's, which estimate states of the puzzle's PDDL
    (in ``dialect`` and ``encoding``), or a function of your own: it gets a state as `space` has it and returns the estimated cost to the goal.
    Then the search runs over the puzzle's rules, and the plan counts as optimal only if you say that the function is ``admissible``.
    At most ``max_nodes`` nodes are held; ``timeout`` is in seconds, ``memory`` in MiB. With ``trace``, each expansion is kept.
    Raises as `solve` does, and EncodingError for a heuristic that the task is too large or too rich for.

    >>> from ferryplan import search
    >>> found = search("wolf-goat-cabbage", algorithm="bfs")
    >>> found.status, found.expanded
    ('optimal', 9)
    >>> def on_the_left(state):
    ...     return len(state.places["left-bank"]) / 2
    >>> search("wolf-goat-cabbage", heuristic=on_the_left, admissible=True).cost
    7
    """
    source, given = load_request(puzzle, parameters, keywords, search)
    check_choice("algorithm", algorithm, ALGORITHMS)
    own = None if isinstance(heuristic, str) or not callable(heuristic) else heuristic
    if own is not None and not ALGORITHMS[algorithm].informed:
        informed = listing([name for name, one in ALGORITHMS.items() if one.informed], "or")
        raise ArgumentValueError("heuristic", f"a function with {algorithm}, which asks none", f"it with {informed}")
    if heuristic is not None and own is None:
        check_type("heuristic", heuristic, str, "a name or a function")
        check_choice("heuristic", heuristic, HEURISTICS)
    for name, flag in (("admissible", admissible), ("trace", trace)):
        check_type(name, flag, bool, "true or false")
    _check_limits(dialect, encoding, weight, max_nodes, timeout, memory)
    with limited(math.inf, memory):
        stop = Stopping(timeout)
        with limited(timeout):
            instance = instantiate_smallest(source, given)
            searched = Searched(instance, dialect, encoding) if own is None else Searched.by_rules(instance)
        how: str | Heuristic | None = None
        if own is not None:
            how = _make_heuristic(own, instance, admissible)
        elif ALGORITHMS[algorithm].informed or heuristic is not None:
            how = heuristic if isinstance(heuristic, str) else choose_heuristic(searched, "blind")[0]
        watch = Watch(searched.task, weight=weight, most=max_nodes, trace=[] if trace else None)
        run = runs.search(searched, algorithm, how, stop, watch)
    if run.status == "interrupted":
        raise KeyboardInterrupt
    return run


@dataclass(frozen=True, slots=True, repr=False)
class SearchComparison(RenderableSequence[SearchRun]):
    """Searches of one puzzle side by side: a sequence of runs."""

    formats = ("text", "markdown", "json", "svg")
    renderer = "ferryplan.planner.api.searches:render_comparison"

    title: str
    """the puzzle's title"""
    runs: tuple[SearchRun, ...]
    """a run for each algorithm and each heuristic that it uses"""
    notes: tuple[str, ...]
    """the searches that were left out, with the reason"""

    @property
    def items(self) -> tuple[SearchRun, ...]:
        """The runs."""
        return self.runs

    def __repr__(self) -> str:
        """Return the number of runs."""
        return f"SearchComparison({self.title!r}, runs={len(self.runs)})"


def render_comparison(found: SearchComparison, form: str, *, layout: Layout = PLAIN) -> str:
    """Return searches side by side in a format."""
    return comparison.told(found.title, found.runs, form, layout)


def compare_searches(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    algorithms: Sequence[str] = tuple(ALGORITHMS),
    heuristics: Sequence[str] = tuple(HEURISTICS),
    weight: float = 5.0,
    max_nodes: int = 1_000_000,
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> SearchComparison:
    """Compare textbook searches and heuristics on a puzzle: what each expands, holds in memory, and finds.

    The arguments are as for `search`, but for ``algorithms`` and ``heuristics``, which are lists of names, and ``timeout``, which each search
    has for itself. Each algorithm that asks a heuristic runs with each of them. Raises as `search`; ``notes`` of the answer say what was left out.

    >>> from ferryplan import compare_searches
    >>> found = compare_searches("wolf-goat-cabbage", algorithms=["bfs", "astar"], heuristics=["blind", "lmcut"])
    >>> [(run.algorithm, run.heuristic, run.cost) for run in found]
    [('bfs', None, 7), ('astar', 'blind', 7), ('astar', 'lmcut', 7)]
    """
    source, given = load_request(puzzle, parameters, keywords, compare_searches)
    for name, several, known in (("algorithms", algorithms, ALGORITHMS), ("heuristics", heuristics, HEURISTICS)):
        check_type(name, several, (list, tuple), "a list of names")
        for one in several:
            check_choice(name, one, known)
    _check_limits(dialect, encoding, weight, max_nodes, timeout, memory)
    notes = list[str]()
    with limited(math.inf, memory):
        with limited(timeout):
            searched = Searched(instantiate_smallest(source, given), dialect, encoding)
        limits = timeout, weight, max_nodes
        done = tuple(comparison.compare(searched, algorithms, heuristics, *limits, note=notes.append))
    if done and done[-1].status == "interrupted":
        raise KeyboardInterrupt
    return SearchComparison(source.title, done, tuple(notes))


class StateEstimate(NamedTuple):
    """A state with a heuristic's estimate and the true distance; infinite where no goal can be reached."""

    state: ReadableState
    estimate: float
    distance: float


@dataclass(frozen=True, slots=True, repr=False)
class HeuristicLandscape(RenderableSequence[StateEstimate]):
    """A heuristic beside the true distances: a sequence of all states, each with its estimate and its distance to the goal."""

    formats = ("text", "markdown", "json", "svg")
    renderer = "ferryplan.planner.api.searches:render_landscape"

    searched: Searched
    """the task whose states these are"""
    heuristic: str
    """the heuristic's name"""
    estimates: tuple[float, ...]
    """the estimate of each state, as the searched task counts costs"""
    found: Landscape = field(compare=False)
    """the states with their true distances, and where the heuristic misleads"""

    def __reduce__(self) -> tuple[Callable[..., HeuristicLandscape], tuple[Any, ...]]:
        """Pickle it without its states, which a copy finds again."""
        return _restore_landscape, (self.searched, self.heuristic, self.estimates)

    @property
    def items(self) -> tuple[StateEstimate, ...]:
        """The states in the order in which they were found, the initial one first."""
        own, scale = Space(self.searched.instance), self.searched.task.in_one
        rows = zip(self.found.graph.states, self.found.h, self.found.true, strict=True)
        return tuple(StateEstimate(ReadableState(state, own), h / scale, true / scale) for state, h, true in rows)

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.estimates)

    def __repr__(self) -> str:
        """Return the puzzle and the heuristic."""
        return f"HeuristicLandscape({self.searched.instance!r}, {self.heuristic!r}, states={len(self)})"

    @property
    def is_admissible(self) -> bool:
        """Whether the heuristic never overestimates the distance of a state."""
        return not self.found.inadmissible

    @property
    def is_consistent(self) -> bool:
        """Whether no move lowers the heuristic by more than it costs."""
        return not self.found.inconsistent


def _restore_landscape(searched: Searched, name: str, estimates: tuple[float, ...]) -> HeuristicLandscape:
    """Return the landscape with the estimates of all states, in the order in which they are found."""

    def estimate_by_table(known: Known) -> Callable[[Any], float]:
        return dict(zip(known.states.graph.states, estimates, strict=True)).__getitem__

    found = find_landscape(searched.known, Heuristic(estimate_by_table, False, name))
    return HeuristicLandscape(searched, name, estimates, found)


def render_landscape(found: HeuristicLandscape, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a heuristic beside the true distances in a format."""
    return landscapes.told(found.searched, found.heuristic, found.found, form, layout)


def landscape(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    heuristic: str | Callable[[ReadableState], float] = "goal-count",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> HeuristicLandscape:
    """Hold a heuristic against the true distances of all states: is it admissible, is it consistent, where does it mislead?

    The arguments are as for `search`; a ``heuristic`` of your own is held against the distances by the puzzle's rules.
    Raises as `search`, EncodingError for over 200,000 states, and TimeIsUpError.

    >>> from ferryplan import landscape
    >>> found = landscape("hanoi", discs=3, heuristic=lambda state: 0)
    >>> found.is_admissible, found.is_consistent
    (True, True)
    """
    source, given = load_request(puzzle, parameters, keywords, landscape)
    own = None if isinstance(heuristic, str) or not callable(heuristic) else heuristic
    if own is None:
        check_type("heuristic", heuristic, str, "a name or a function")
        check_choice("heuristic", heuristic, HEURISTICS)
    _check_limits(dialect, encoding, 1.0, 1, timeout, memory)
    with limited(timeout, memory):
        instance = instantiate_smallest(source, given)
        if own is None:
            searched, name = Searched(instance, dialect, encoding), str(heuristic)
            asked = HEURISTICS[name]
        else:
            searched, asked = Searched.by_rules(instance), _make_heuristic(own, instance, False)
            name = asked.name
        with strips_asked_for(f"heuristic: {name}"):
            found = find_landscape(searched.known, asked)
    return HeuristicLandscape(searched, name, tuple(found.h), found)


def _check_limits(
    dialect: str | None, encoding: str | None, weight: float, max_nodes: int, timeout: float, memory: int
) -> None:
    """Raise ArgumentError for the first of the arguments that searches share which is wrong."""
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_choice(name, value, known)
    for name, number, unit in (("weight", weight, "times"), ("timeout", timeout, "seconds")):
        check_number(name, number, unit)
    for name, count, unit in (("max_nodes", max_nodes, "nodes"), ("memory", memory, "MiB")):
        check_number(name, count, unit, whole=True)


def _make_heuristic(function: Callable[[ReadableState], float], instance: AnyInstance, admissible: bool) -> Heuristic:
    """Return the heuristic that estimates states with a user's function."""
    name: str = getattr(function, "__name__", type(function).__name__)
    return Heuristic(lambda known: functools.partial(_estimate, function, Space(instance)), admissible, name)


def _estimate(function: Callable[[ReadableState], float], own: Space, state: Any) -> float:
    """Return the estimate of a state by a user's function. Raises ArgumentError if the function returns no estimate."""
    found = function(ReadableState(state, own))
    estimate = math.nan
    if isinstance(found, numbers.Real) and not isinstance(found, bool):
        with contextlib.suppress(OverflowError):  # no float is as large as the largest whole numbers
            estimate = float(found)
    if not estimate >= 0:
        raise ArgumentValueError(
            "heuristic", f"{begun(repr(found))} for a state", "a number from 0 to 1e308, or infinity"
        )
    return (found if isinstance(found, int) else estimate) * own.rules.in_one
