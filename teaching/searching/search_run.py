"""One textbook search of a task: its counts, its plan, and its status."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.templates import render_template
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import make_progress_counter
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.teaching.searching.searched_task import SearchedTask, convert_strips_errors
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS, Heuristic
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS, SearchAlgorithm
from ferryplan.teaching.textbook.searches.search_monitor import Expansion, SearchMonitor, SearchNode, SearchStoppedError


@dataclass(frozen=True, slots=True)
class FoundPath:
    """The path from the initial state to the goal that a search found."""

    states: tuple[Any, ...]
    """The states on the path; the initial state comes first."""
    moves: tuple[Any, ...]
    """The moves (or ground actions) between these states."""
    cost: int
    """The total cost of the moves, in the integer cost unit of the searched task."""

    @classmethod
    def from_node(cls, goal: SearchNode) -> FoundPath:
        """Return the path from the initial state to the state of a search node."""
        states, node = [goal.state], goal
        while node.parent is not None:
            node = node.parent
            states.append(node.state)
        return cls(tuple(reversed(states)), tuple(goal.moves()), goal.g)


@dataclass(frozen=True, slots=True, repr=False)
class SearchRun(Renderable):
    """One textbook search of a puzzle: its counts, its plan, and what its end proves.

    Two runs are equal if they differ only in time and memory.
    """

    renderer = "ferryplan.teaching.searching.search_report:render_run"

    searched: SearchedTask
    """The task that was searched."""
    algorithm: str
    """The name of the algorithm."""
    heuristic: str | None
    """The name of the heuristic, or of the user's function; None if the search uses none."""
    weight: float | None
    """The weight of the heuristic in weighted A*; None for other searches."""
    status: Status
    """The status: ``optimal``, ``solved``, ``unsolvable``, ``unknown``, ``timeout``, ``memory`` or ``interrupted``."""
    path: FoundPath | None
    """The path to the goal; None if the search found none."""
    expanded: int
    """The number of nodes whose successors were generated."""
    generated: int
    """The number of successors that were generated, including successors whose state was already known."""
    reopened: int
    """The number of states that were expanded again because a cheaper path to them was found."""
    frontier_depth: int
    """The number of moves on the longest generated path."""
    peak_nodes: int
    """The largest number of nodes in memory at one time."""
    rounds: int
    """The number of rounds, for searches that start over, such as iterative deepening."""
    estimates: Mapping[Any, float] = field(hash=False)
    """The heuristic estimate of each state that the search evaluated."""
    trace: tuple[Expansion, ...] | None = field(default=None, hash=False)
    """The expansions in order; None unless a trace was requested."""
    distances: Mapping[Any, float] = field(default_factory=dict, compare=False)
    """With a trace, the goal distance of each reachable state; empty if there was no time to compute them."""
    note: str = ""
    """The limit that stopped the search, as a phrase that follows "stopped"; empty if the search was not stopped."""
    doubt: str = ""
    """Why the user's own heuristic leaves the status unproven, as a sentence; empty if there is no doubt."""
    premise: str = ""
    """The condition under which the status is proven, as the end of a sentence; empty if there is none."""
    notes: tuple[str, ...] = ()
    """Remarks, such as why the default heuristic was not used; the command prints them to standard error."""
    seconds: float = field(default=0.0, compare=False)
    """The time of the search in seconds."""
    peak_mebibytes: int | None = field(default=None, compare=False)
    """The peak memory of the process at the end of the search, in MiB; None if the system does not report it."""

    @property
    def formats(self) -> tuple[str, ...]:  # type: ignore[override]  # only a run with a trace can be played on a page
        """The formats of the report, the default first; ``jsonl`` and ``html`` need a trace."""
        return ("text", "markdown", "json", *(("jsonl", "html") if self.trace is not None else ()))

    @property
    def plan(self) -> tuple[str, ...]:
        """Short descriptions of the plan's moves, in order; empty if the search found no plan."""
        return tuple(map(self.searched.narrator.label_move, self.path.moves)) if self.path else ()

    @property
    def cost(self) -> float | None:
        """The cost of the plan, or its number of moves if the puzzle has no costs; None without a plan."""
        return self.searched.narrator.scale_cost(self.path.cost) if self.path else None

    def __repr__(self) -> str:
        """Return a short description with the puzzle, the algorithm, the status and the number of expansions.

        The states are left out, because they would fill pages.
        """
        return (
            f"SearchRun({self.searched.instance!r}, {self.title!r}, status={self.status!r}, expanded={self.expanded})"
        )

    @property
    def algorithm_details(self) -> SearchAlgorithm:
        """The algorithm with its properties, such as the quantity that it minimizes."""
        return ALGORITHMS[self.algorithm]

    @property
    def title(self) -> str:
        """The algorithm and the heuristic in words, such as ``A* with lmcut``."""
        weight = "" if self.weight is None else f" (weight {self.weight:g})"
        return f"{self.algorithm_details.title}{weight}{f' with {self.heuristic}' if self.heuristic and self.algorithm_details.is_informed else ''}"

    @property
    def verdict(self) -> str:
        """A sentence that states the result of the search and what it proves."""
        narrator, path = self.searched.narrator, self.path
        price = narrator.cost_unit.format_count(narrator.scale_cost(path.cost)) if narrator.cost_unit and path else ""
        moves = path and narrator.move_noun.format_count(len(path.moves))
        return render_template(
            "narration/search.j2", {"run": self, "moves": moves, "many": narrator.move_noun.many, "price": price}
        ).strip()


def run_search(
    searched: SearchedTask,
    algorithm: str,
    heuristic: str | Heuristic | None,
    stop: StoppableBlock,
    monitor: SearchMonitor,
) -> SearchRun:
    """Search a task with an algorithm, and return a record of the search.

    ``monitor`` counts the nodes and limits their number; ``stop`` is the block whose time limit or Ctrl-C ends the search. ``heuristic`` is
    the name of a heuristic, a user's heuristic, or None for an algorithm without one. Raises EncodingError if the algorithm or the
    heuristic does not support the task.
    """
    how, known, goal = ALGORITHMS[algorithm], searched.knowledge, None
    asked = HEURISTICS[heuristic] if isinstance(heuristic, str) else heuristic
    if isinstance(heuristic, Heuristic):
        heuristic = heuristic.name
    began, note = time.perf_counter(), ""
    monitor.can_go_on = make_progress_counter(stop.can_go_on, "nodes")

    def start_search() -> SearchNode | None:
        monitor.estimate = asked.make_estimate(known) if asked else None
        monitor.operators = known.operators if how.needs_operators else None
        return how.search(monitor)

    try:
        with convert_strips_errors(*(("heuristic", heuristic) if heuristic else ("algorithm", algorithm))):
            goal = stop.compute_unless_stopped(start_search)
    except SearchStoppedError:
        note = format_message("search.at-node-limit", count=monitor.max_nodes)
    # A plan with the fewest moves is a cheapest plan only if all moves cost the same.
    proven = how.minimized_quantity == "cost" or (how.minimized_quantity == "moves" and searched.task.has_unit_costs)
    admissible = not how.is_informed or (asked is not None and asked.is_admissible)
    status: Status = "unknown"
    doubt, own = "", asked is not None and bool(asked.name)
    if goal:
        doubt = describe_refuted_estimate(searched, goal, monitor) if own and admissible else ""
        status = "optimal" if proven and admissible and not doubt else "solved"
    elif how.is_complete and not note:
        # A user's heuristic may be wrong about dead ends, and the search never expanded the states that it
        # estimated as infinite.
        if own and not admissible and math.inf in monitor.estimates.values():
            doubt = format_message("search.uncertain-dead-ends", heuristic=heuristic)
        status = "unknown" if doubt else "unsolvable"
    seconds, status, note = time.perf_counter() - began, stop.status or status, stop.stop_reason or note
    distances = None if monitor.trace is None else stop.compute_unless_stopped(lambda: known.goal_distances)
    rests_on_heuristic = own and how.is_informed and status in ("optimal", "unsolvable")
    premise = format_message("search.if-admissible", heuristic=heuristic) if rests_on_heuristic else ""
    return SearchRun(
        searched=searched,
        algorithm=algorithm,
        heuristic=heuristic,
        weight=monitor.weight if algorithm == "wastar" else None,
        status=status,
        path=FoundPath.from_node(goal) if goal else None,
        expanded=monitor.expanded,
        generated=monitor.generated,
        reopened=monitor.reopened,
        frontier_depth=monitor.frontier_depth,
        peak_nodes=monitor.peak_nodes,
        rounds=monitor.rounds,
        estimates=monitor.estimates,
        trace=None if monitor.trace is None else tuple(monitor.trace),
        distances=distances or {},
        note=note,
        doubt=doubt,
        premise=premise,
        seconds=seconds,
        peak_mebibytes=measure_peak_memory(),
    )


def measure_peak_memory() -> int | None:
    """Return the peak memory of the process in MiB, or None if the system does not report it."""
    # Windows lacks the module, and in JupyterLite it is empty.
    with contextlib.suppress(ImportError):
        from resource import RUSAGE_SELF, getrusage

        # macOS counts bytes, Linux KiB.
        return getrusage(RUSAGE_SELF).ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)
    return None


def describe_refuted_estimate(searched: SearchedTask, goal: SearchNode, monitor: SearchMonitor) -> str:
    """Return a sentence about a heuristic's estimate that the found path proves too high, or "".

    The sentence is about the last state on the path to ``goal`` whose estimate exceeds the cost of the rest of the path. A heuristic with
    such an estimate is not admissible.
    """
    narrator, node = searched.narrator, goal
    while True:
        # The rest of any path to a goal is an upper bound of the goal distance, so a higher estimate is inadmissible.
        rest, estimate = goal.g - node.g, monitor.estimates.get(node.state, 0)
        if estimate > rest:
            low, high = (
                narrator.scale_cost(rest),
                estimate if math.isinf(estimate) else estimate / searched.task.cost_scale,
            )
            words = {"estimate": f"{high:g}", "state": narrator.format_state(node.state), "distance": f"{low:g}"}
            return format_message("search.refuted", **words)
        if node.parent is None:
            return ""
        node = node.parent
