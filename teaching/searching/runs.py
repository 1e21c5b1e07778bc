"""One search of a planning task: what it did and what it found."""

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
from ferryplan.generator.templates import render
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import counting
from ferryplan.planner.system.stopping import Stopping
from ferryplan.teaching.searching.searched import Searched, strips_asked_for
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS, Heuristic
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS, Algorithm
from ferryplan.teaching.textbook.searches.watching import Expansion, Node, StoppedError, Watch


@dataclass(frozen=True, slots=True)
class FoundPath:
    """The path from the initial state to the goal that a search found."""

    states: tuple[Any, ...]
    """the states on it, the initial one first"""
    moves: tuple[Any, ...]
    cost: int
    """what the moves cost together, as the searched task counts it"""

    @classmethod
    def from_node(cls, goal: Node) -> FoundPath:
        """Return the path to a node."""
        states, node = [goal.state], goal
        while node.parent is not None:
            node = node.parent
            states.append(node.state)
        return cls(tuple(reversed(states)), tuple(goal.moves()), goal.g)


@dataclass(frozen=True, slots=True, repr=False)
class SearchRun(Renderable):
    """A textbook search of a puzzle: what it expanded, what it found, and what that proves.

    Two runs are equal if they did the same, however long they took.
    """

    renderer = "ferryplan.teaching.searching.report:render_run"

    searched: Searched
    """the task that was searched"""
    algorithm: str
    """The name of the algorithm."""
    heuristic: str | None
    """the name of the heuristic, or of the user's function; None if the search uses none"""
    weight: float | None
    """the weight of the heuristic in weighted A*; None for other searches"""
    status: Status
    """``optimal``, ``solved``, ``unsolvable``, ``unknown``, ``timeout`` or ``memory``"""
    path: FoundPath | None
    """the path to the goal; None if the search found none"""
    expanded: int
    """the number of nodes whose successors were generated"""
    generated: int
    """the number of successors generated, with those whose state was known before"""
    reopened: int
    """the number of states expanded again because a cheaper path to them was found"""
    frontier_depth: int
    """the number of moves on the longest path generated"""
    peak_nodes: int
    """the most nodes held at a time"""
    rounds: int
    """how often the search started over, as iterative deepening does"""
    estimates: Mapping[Any, float] = field(hash=False)
    """the heuristic's estimate of each state for which the search asked"""
    trace: tuple[Expansion, ...] | None = field(default=None, hash=False)
    """each expansion in order; None unless a trace was asked for"""
    distances: Mapping[Any, float] = field(default_factory=dict, compare=False)
    """with a trace, the true distance of each state, if there was time to find them"""
    note: str = ""
    """when the search was stopped, to follow "stopped"; empty if it was not"""
    doubt: str = ""
    """why a plan is not called optimal, or its absence not proven, where that is for the user's own heuristic"""
    premise: str = ""
    """the condition under which a proof holds, as the end of a sentence"""
    notes: tuple[str, ...] = ()
    """Remarks, such as why the default heuristic was not taken; the command prints them on standard error."""
    seconds: float = field(default=0.0, compare=False)
    """the time that the search took"""
    peak_mebibytes: int | None = field(default=None, compare=False)
    """the most memory that the process had held by the end of the search; None where the system does not say"""

    @property
    def formats(self) -> tuple[str, ...]:  # type: ignore[override]  # only a run with a trace can be played
        """The formats in which it can be rendered, the default first; ``jsonl`` and ``html`` play a trace."""
        return ("text", "markdown", "json", *(("jsonl", "html") if self.trace is not None else ()))

    @property
    def plan(self) -> tuple[str, ...]:
        """The moves of the plan that was found, in a few words each; empty if none was."""
        return tuple(map(self.searched.teller.label, self.path.moves)) if self.path else ()

    @property
    def cost(self) -> float | None:
        """The cost of the plan that was found: its number of moves unless the puzzle has costs; None if none was."""
        return self.searched.teller.price(self.path.cost) if self.path else None

    def __repr__(self) -> str:
        """Return what was searched, how, and the status: the states that a search holds would fill pages."""
        return (
            f"SearchRun({self.searched.instance!r}, {self.title!r}, status={self.status!r}, expanded={self.expanded})"
        )

    @property
    def how(self) -> Algorithm:
        """The algorithm, with what it guarantees."""
        return ALGORITHMS[self.algorithm]

    @property
    def title(self) -> str:
        """The algorithm and the heuristic in words: ``A* with lmcut``."""
        weight = "" if self.weight is None else f" (weight {self.weight:g})"
        return f"{self.how.title}{weight}{f' with {self.heuristic}' if self.heuristic and self.how.informed else ''}"

    @property
    def verdict(self) -> str:
        """The outcome in a sentence."""
        teller, path = self.searched.teller, self.path
        price = teller.unit.counted(teller.price(path.cost)) if teller.unit and path else ""
        moves = path and teller.move.counted(len(path.moves))
        return render(
            "narration/search.j2", {"run": self, "moves": moves, "many": teller.move.many, "price": price}
        ).strip()


def search(
    searched: Searched, algorithm: str, heuristic: str | Heuristic | None, stop: Stopping, watch: Watch
) -> SearchRun:
    """Search a task, watched, until ``stop`` breaks it off, or too many nodes are held. Raises EncodingError for what asks too much of the task."""
    how, known, goal = ALGORITHMS[algorithm], searched.known, None
    asked = HEURISTICS[heuristic] if isinstance(heuristic, str) else heuristic
    if isinstance(heuristic, Heuristic):
        heuristic = heuristic.name
    began, note = time.perf_counter(), ""
    watch.go_on = counting(stop.goes_on, "nodes")

    def work() -> Node | None:
        watch.estimate = asked.of(known) if asked else None
        watch.operators = known.operators if how.of_facts else None
        return how.search(watch)

    try:
        with strips_asked_for(*(("heuristic", heuristic) if heuristic else ("algorithm", algorithm))):
            goal = stop.value(work)
    except StoppedError:
        note = format_message("search.at-node-limit", count=watch.most)
    # A plan with the fewest moves is a cheapest one only where all moves cost the same.
    proven = how.least == "cost" or (how.least == "moves" and searched.task.unit_costs)
    admissible = not how.informed or (asked is not None and asked.admissible)
    status: Status = "unknown"
    doubt, own = "", asked is not None and bool(asked.name)
    if goal:
        doubt = refute_estimates(searched, goal, watch) if own and admissible else ""
        status = "optimal" if proven and admissible and not doubt else "solved"
    elif how.complete and not note:
        # A heuristic of the user's own may be wrong about dead ends, and the states that it calls dead ends
        # were never expanded.
        if own and not admissible and math.inf in watch.known.values():
            doubt = format_message("search.uncertain-dead-ends", heuristic=heuristic)
        status = "unknown" if doubt else "unsolvable"
    seconds, status, note = time.perf_counter() - began, stop.status or status, stop.told or note
    distances = None if watch.trace is None else stop.value(lambda: known.distances)
    rests_on_heuristic = own and how.informed and status in ("optimal", "unsolvable")
    premise = format_message("search.if-admissible", heuristic=heuristic) if rests_on_heuristic else ""
    return SearchRun(
        searched=searched,
        algorithm=algorithm,
        heuristic=heuristic,
        weight=watch.weight if algorithm == "wastar" else None,
        status=status,
        path=FoundPath.from_node(goal) if goal else None,
        expanded=watch.expanded,
        generated=watch.generated,
        reopened=watch.reopened,
        frontier_depth=watch.deepest,
        peak_nodes=watch.peak,
        rounds=watch.rounds,
        estimates=watch.known,
        trace=None if watch.trace is None else tuple(watch.trace),
        distances=distances or {},
        note=note,
        doubt=doubt,
        premise=premise,
        seconds=seconds,
        peak_mebibytes=measure_peak_memory(),
    )


def measure_peak_memory() -> int | None:
    """Return how many MiB the process has held at most, or None where the system does not say."""
    with contextlib.suppress(ImportError):
        import resource

        # macOS counts bytes, Linux KiB.
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)
    return None


def refute_estimates(searched: Searched, goal: Node, watch: Watch) -> str:
    """Return where estimates on the way to a goal are higher than what the rest of that way costs, in words; the empty text if nowhere."""
    teller, node = searched.teller, goal
    while True:
        # The rest of any way found bounds the true distance from above, so a higher estimate says too much.
        rest, estimate = goal.g - node.g, watch.known.get(node.state, 0)
        if estimate > rest:
            low, high = teller.price(rest), estimate if math.isinf(estimate) else estimate / searched.task.in_one
            words = {"estimate": f"{high:g}", "state": teller.state(node.state), "distance": f"{low:g}"}
            return format_message("search.refuted", **words)
        if node.parent is None:
            return ""
        node = node.parent
