"""The public functions `search` and `compare_searches`, which run textbook searches on a puzzle."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_argument_choice, check_argument_type
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load_puzzle_and_parameters
from ferryplan.planner.api.spaces import ReadableState
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.teaching.api.heuristics import check_search_arguments, get_heuristic_function, wrap_heuristic_function
from ferryplan.teaching.searching.search_comparison import SearchComparison
from ferryplan.teaching.searching.search_requests import DEFAULT_WEIGHT, MAX_NODES, SearchRequest
from ferryplan.teaching.searching.search_run import SearchRun
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS


def search(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    algorithm: str = "astar",
    heuristic: str | Callable[[ReadableState], float] | None = None,
    admissible: bool = False,
    weight: float = DEFAULT_WEIGHT,
    max_nodes: int = MAX_NODES,
    trace: bool = False,
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> SearchRun:
    """Search a puzzle with a textbook algorithm, and return a record of the search.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        algorithm: bfs, dfs, iddfs, ucs, astar, wastar, gbfs, idastar, ehc, bidirectional or symbolic-layers.
        heuristic: The name of one of ferryplan's heuristics, such as ``"lmcut"``, which estimate states of the puzzle's PDDL. Or a function of
            your own: it gets a state of `space`, and returns the estimated cost to the goal, a number of at least 0. The search then runs over
            the puzzle's rules. Exceptions of your function reach you. If the algorithm needs a heuristic, None selects lmcut, or ``"blind"`` if
            the task cannot be compiled to plain STRIPS.
        admissible: Whether your function never exceeds the goal distance. Only then does a plan count as optimal.
        weight: The weight of the heuristic in wastar, from 1 to 1000.
        max_nodes: The largest number of nodes to keep in memory.
        trace: Whether to record each expansion, which the formats ``"jsonl"`` and ``"html"`` show.
        dialect: The dialect of the PDDL that is searched. With None, ferryplan chooses.
        encoding: The encoding of the PDDL. With None, ferryplan chooses.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `SearchRun`: the ``status``, the ``plan``, the ``cost``, and the numbers of expanded and generated nodes.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The heuristic or the algorithm does not support the task.

    >>> from ferryplan import search
    >>> found = search("wolf-goat-cabbage", algorithm="bfs")
    >>> found.status, found.expanded
    ('optimal', 9)
    >>> def on_the_left(state):
    ...     return len(state.places["left-bank"]) / 2
    >>> search("wolf-goat-cabbage", heuristic=on_the_left, admissible=True).cost
    7
    """
    source, given = load_puzzle_and_parameters(puzzle, parameters, keywords, search)
    check_argument_choice("algorithm", algorithm, ALGORITHMS)
    for name, flag in (("admissible", admissible), ("trace", trace)):
        check_argument_type(name, flag, bool, "true or false")
    own = None if heuristic is None else get_heuristic_function(heuristic)
    if heuristic is not None and not ALGORITHMS[algorithm].is_informed and (own or not trace):
        informed = join_phrases([f"'{name}'" for name, one in ALGORITHMS.items() if one.is_informed], "or")
        says = format_message("python.no-heuristic", algorithm=algorithm, informed=informed)
        found = "a function" if own else f"'{heuristic}'"
        raise ArgumentValueError("heuristic", found, "no heuristic", statement=says)
    check_search_arguments(dialect, encoding, weight, max_nodes, timeout, memory)
    request = SearchRequest(source, given, dialect, encoding, float(weight), max_nodes, timeout, memory)
    named = heuristic if isinstance(heuristic, str) else None
    run = request.search(
        algorithm, functools.partial(wrap_heuristic_function, own, admissible) if own else named, trace
    )
    if run.status == "interrupted":
        raise KeyboardInterrupt
    return run


def compare_searches(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    algorithms: Sequence[str] = tuple(ALGORITHMS),
    heuristics: Sequence[str] = tuple(HEURISTICS),
    weight: float = DEFAULT_WEIGHT,
    max_nodes: int = MAX_NODES,
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> SearchComparison:
    """Compare search algorithms and heuristics on a puzzle, side by side.

    Each algorithm that uses a heuristic runs with each of the heuristics.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        algorithms: Names of algorithms, as for `search`; all by default.
        heuristics: Names of ferryplan's heuristics; all by default.
        weight: The weight of the heuristic in wastar, from 1 to 1000.
        max_nodes: The largest number of nodes that each search keeps in memory.
        dialect: The dialect of the PDDL that is searched. With None, ferryplan chooses.
        encoding: The encoding of the PDDL. With None, ferryplan chooses.
        timeout: The time limit of each search, in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `SearchComparison`: a sequence of runs. Its ``notes`` name the searches that were left out.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle has no PDDL that can be searched.

    >>> from ferryplan import compare_searches
    >>> found = compare_searches("wolf-goat-cabbage", algorithms=["bfs", "astar"], heuristics=["blind", "lmcut"])
    >>> [(run.algorithm, run.heuristic, run.cost) for run in found]
    [('bfs', None, 7), ('astar', 'blind', 7), ('astar', 'lmcut', 7)]
    """
    source, given = load_puzzle_and_parameters(puzzle, parameters, keywords, compare_searches)
    for name, several, known in (("algorithms", algorithms, ALGORITHMS), ("heuristics", heuristics, HEURISTICS)):
        check_argument_type(name, several, (list, tuple), "a list of names")
        for one in several:
            check_argument_choice(name, one, known)
    check_search_arguments(dialect, encoding, weight, max_nodes, timeout, memory)
    request = SearchRequest(source, given, dialect, encoding, float(weight), max_nodes, timeout, memory)
    found = request.compare(algorithms, heuristics)
    if found and found[-1].status == "interrupted":
        raise KeyboardInterrupt
    return found
