"""Textbook searches of puzzles, also with a heuristic of the user's own."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import Value
from ferryplan.generator.textbook.heuristics.estimates import HEURISTICS, Heuristic
from ferryplan.generator.textbook.searches.algorithms import ALGORITHMS
from ferryplan.generator.textbook.searches.watching import Watch
from ferryplan.generator.wording import begun, listing
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.api.spaces import ReadableState, Space
from ferryplan.planner.searching import runs
from ferryplan.planner.searching.runs import Run, Searched, choose_heuristic
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited
from ferryplan.planner.system.stopping import Stopping

if TYPE_CHECKING:
    pass


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
) -> Run:
    """Search a puzzle as textbooks do, and return what the search did: nodes expanded and generated, estimates, the plan that it found.

    ``puzzle`` and its parameters are as for `solve`. ``algorithm`` is one of bfs, dfs, iddfs, ucs, astar, wastar (with ``weight``), gbfs,
    idastar, ehc, bidirectional, symbolic-layers. ``heuristic`` is the name of one of ferryplan's, which estimate states of the puzzle's PDDL
    (in ``dialect`` and ``encoding``), or a function of your own: it gets a state as `space` has it and returns the estimated cost to the goal.
    Then the search runs over the puzzle's rules, and the plan counts as optimal only if you say that the function is ``admissible``.
    At most ``max_nodes`` nodes are held; ``timeout`` is in seconds, ``memory`` in MiB. With ``trace``, each expansion is kept.
    Raises as `solve` does, and EncodingError for a heuristic that the task is too large or too rich for.

    >>> from ferryplan import search
    >>> found = search("wolf-goat-cabbage", algorithm="bfs")
    >>> found.status, found.watch.expanded
    ('optimal', 9)
    >>> def on_the_left(state):
    ...     return len(state.to_dict()["places"]["left-bank"]) / 2
    >>> search("wolf-goat-cabbage", heuristic=on_the_left, admissible=True).goal.depth
    7
    """
    source, given = load_request(puzzle, parameters, keywords, search)
    check_choice("algorithm", algorithm, ALGORITHMS)
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_choice(name, value, known)
    own = None if isinstance(heuristic, str) or not callable(heuristic) else heuristic
    if own is not None and not ALGORITHMS[algorithm].informed:
        informed = listing([name for name, one in ALGORITHMS.items() if one.informed], "or")
        raise ArgumentValueError("heuristic", f"a function with {algorithm}, which asks none", f"it with {informed}")
    if heuristic is not None and own is None:
        check_type("heuristic", heuristic, str, "a name or a function")
        check_choice("heuristic", heuristic, HEURISTICS)
    for name, flag in (("admissible", admissible), ("trace", trace)):
        check_type(name, flag, bool, "true or false")
    for name, number, unit in (("weight", weight, "times"), ("timeout", timeout, "seconds")):
        check_number(name, number, unit)
    for name, count, unit in (("max_nodes", max_nodes, "nodes"), ("memory", memory, "MiB")):
        check_number(name, count, unit, whole=True)
    with limited(math.inf, memory):
        stop = Stopping(timeout)
        with limited(timeout):
            instance = instantiate_smallest(source, given)
            searched = Searched(instance, dialect, encoding) if own is None else Searched.by_rules(instance)
        how: str | Heuristic | None = None
        if own is not None:
            how = Heuristic(
                lambda known: functools.partial(_estimate, own, Space(instance)),
                admissible,
                getattr(own, "__name__", "a function"),
            )
        elif ALGORITHMS[algorithm].informed or heuristic is not None:
            how = heuristic if isinstance(heuristic, str) else choose_heuristic(searched, "blind")[0]
        watch = Watch(searched.task, weight=weight, most=max_nodes, trace=[] if trace else None)
        return runs.search(searched, algorithm, how, stop, watch)


def _estimate(heuristic: Callable[[ReadableState], float], own: Space, state: Any) -> float:
    """Return what a user's heuristic says of a state. Raises ArgumentError for what is no estimate."""
    found = heuristic(ReadableState(state, own))
    if isinstance(found, bool) or not isinstance(found, int | float) or not found >= 0:
        raise ArgumentValueError("heuristic", f"{begun(repr(found))} for a state", "a number of at least 0")
    return found * own.rules.in_one
