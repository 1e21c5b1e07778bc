"""Textbook searches of puzzles, also with a heuristic of the user's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_type
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import Value
from ferryplan.generator.textbook.heuristics.estimates import HEURISTICS, Heuristic
from ferryplan.generator.textbook.searches.algorithms import ALGORITHMS
from ferryplan.generator.textbook.searches.watching import Watch
from ferryplan.generator.wording import listing
from ferryplan.planner.api.heuristics import check_search, find_function, make_heuristic
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.api.spaces import ReadableState
from ferryplan.planner.rendering import RenderableSequence
from ferryplan.planner.searching import comparison, runs
from ferryplan.planner.searching.runs import SearchRun
from ferryplan.planner.searching.searched import Searched, choose_heuristic
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
    """Search a puzzle with an algorithm of the textbooks, and return what the search did.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        algorithm: bfs, dfs, iddfs, ucs, astar, wastar, gbfs, idastar, ehc, bidirectional or symbolic-layers.
        heuristic: The name of one of ferryplan's heuristics, such as ``"lmcut"``, which estimate states of the puzzle's PDDL. Or a function of
            your own: it gets a state of `space`, and returns the estimated cost to the goal, a number of at least 0. The search then runs over
            the puzzle's rules. Exceptions of your function reach you.
        admissible: Whether your function never exceeds the true distance. Only then a plan counts as optimal.
        weight: The weight of the heuristic in wastar.
        max_nodes: The number of nodes to hold at most.
        trace: Whether to record each expansion, which the formats ``"jsonl"`` and ``"html"`` show.
        dialect: The dialect of the PDDL that is searched. None chooses.
        encoding: The encoding of the PDDL. None chooses.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `SearchRun`: its ``status``, ``plan`` and ``cost``, and the numbers of nodes expanded and generated.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The heuristic or the algorithm cannot take the task.

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
    own = None if heuristic is None else find_function(heuristic)
    if own is not None and not ALGORITHMS[algorithm].informed:
        informed = listing([name for name, one in ALGORITHMS.items() if one.informed], "or")
        says = format_message("python.no-heuristic", algorithm=algorithm, informed=informed)
        raise ArgumentValueError("heuristic", "a function", "no heuristic", statement=says)
    if heuristic is not None and own is None:
        check_type("heuristic", heuristic, str, "a name or a function")
        check_choice("heuristic", heuristic, HEURISTICS)
    for name, flag in (("admissible", admissible), ("trace", trace)):
        check_type(name, flag, bool, "true or false")
    check_search(dialect, encoding, weight, max_nodes, timeout, memory)
    with limited(math.inf, memory):
        stop = Stopping(timeout)
        with limited(timeout):
            instance = instantiate_smallest(source, given)
            searched = Searched(instance, dialect, encoding) if own is None else Searched.by_rules(instance)
        how: str | Heuristic | None = None
        if own is not None:
            how = make_heuristic(own, instance, admissible)
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
    """The title of the puzzle."""
    runs: tuple[SearchRun, ...]
    """A run for each algorithm, and for each heuristic that it takes."""
    notes: tuple[str, ...]
    """The searches that were left out, with the reasons."""

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
    """Compare search algorithms and heuristics on a puzzle, side by side.

    Each algorithm that takes a heuristic runs with each of the heuristics.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        algorithms: Names of algorithms, as for `search`; all by default.
        heuristics: Names of ferryplan's heuristics; all by default.
        weight: The weight of the heuristic in wastar.
        max_nodes: The number of nodes that each search holds at most.
        dialect: The dialect of the PDDL that is searched. None chooses.
        encoding: The encoding of the PDDL. None chooses.
        timeout: The time limit of each search, in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `SearchComparison`: a sequence of runs, with the searches that were left out in ``notes``.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle has no PDDL that can be searched.

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
    check_search(dialect, encoding, weight, max_nodes, timeout, memory)
    notes = list[str]()
    with limited(math.inf, memory):
        with limited(timeout):
            searched = Searched(instantiate_smallest(source, given), dialect, encoding)
        limits = timeout, weight, max_nodes
        done = tuple(comparison.compare(searched, algorithms, heuristics, *limits, note=notes.append))
    if done and done[-1].status == "interrupted":
        raise KeyboardInterrupt
    return SearchComparison(source.title, done, tuple(notes))
