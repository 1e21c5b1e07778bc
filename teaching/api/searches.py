"""Textbook searches of puzzles, also with a heuristic of the user's own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_type
from ferryplan.generator.instance import Value
from ferryplan.generator.wording import listing
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.api.spaces import ReadableState
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT
from ferryplan.teaching.api.heuristics import check_search, find_function, make_heuristic
from ferryplan.teaching.searching.comparison import SearchComparison
from ferryplan.teaching.searching.requests import DEFAULT_WEIGHT, MAX_NODES, SearchRequest
from ferryplan.teaching.searching.runs import SearchRun
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS


def search(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
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
    **keywords: Value,
) -> SearchRun:
    """Search a puzzle with an algorithm of the textbooks, and return what the search did.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        algorithm: bfs, dfs, iddfs, ucs, astar, wastar, gbfs, idastar, ehc, bidirectional or symbolic-layers.
        heuristic: The name of one of ferryplan's heuristics, such as ``"lmcut"``, which estimate states of the puzzle's PDDL. Or a function of
            your own: it gets a state of `space`, and returns the estimated cost to the goal, a number of at least 0. The search then runs over
            the puzzle's rules. Exceptions of your function reach you. None takes lmcut where the algorithm needs a heuristic, and ``"blind"`` if
            the task cannot be compiled to plain STRIPS.
        admissible: Whether your function never exceeds the true distance. Only then a plan counts as optimal.
        weight: The weight of the heuristic in wastar, from 1 to 1000.
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
    for name, flag in (("admissible", admissible), ("trace", trace)):
        check_type(name, flag, bool, "true or false")
    own = None if heuristic is None else find_function(heuristic)
    if heuristic is not None and not ALGORITHMS[algorithm].informed and (own or not trace):
        informed = listing([f"'{name}'" for name, one in ALGORITHMS.items() if one.informed], "or")
        says = format_message("python.no-heuristic", algorithm=algorithm, informed=informed)
        found = "a function" if own else f"'{heuristic}'"
        raise ArgumentValueError("heuristic", found, "no heuristic", statement=says)
    check_search(dialect, encoding, weight, max_nodes, timeout, memory)
    request = SearchRequest(source, given, dialect, encoding, float(weight), max_nodes, timeout, memory)
    named = heuristic if isinstance(heuristic, str) else None
    run = request.search(algorithm, functools.partial(make_heuristic, own, admissible) if own else named, trace)
    if run.status == "interrupted":
        raise KeyboardInterrupt
    return run


def compare_searches(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    algorithms: Sequence[str] = tuple(ALGORITHMS),
    heuristics: Sequence[str] = tuple(HEURISTICS),
    weight: float = DEFAULT_WEIGHT,
    max_nodes: int = MAX_NODES,
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
        weight: The weight of the heuristic in wastar, from 1 to 1000.
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
    request = SearchRequest(source, given, dialect, encoding, float(weight), max_nodes, timeout, memory)
    found = request.compare(algorithms, heuristics)
    if found and found[-1].status == "interrupted":
        raise KeyboardInterrupt
    return found
