"""Claims of `plan search`: optimal plans, unsolvable tasks and known distances, only with a proof."""

from __future__ import annotations

import json
import math

import pytest
from support import make_instance

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.teaching.searching.landscape_report import format_landscape
from ferryplan.teaching.searching.search_run import SearchRun, run_search
from ferryplan.teaching.searching.searched_task import SearchedTask
from ferryplan.teaching.textbook.heuristics import heuristic_registry
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS, TaskKnowledge
from ferryplan.teaching.textbook.landscape import compute_landscape
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor

FEWEST_MOVES = {"bfs", "iddfs", "bidirectional", "symbolic-layers"}
LEAST_COST = {"ucs", "astar", "idastar"}
"""the searches that Russell and Norvig call cost-optimal (4th edition, chapter 3); the other searches promise nothing"""
ADMISSIBLE = {"blind": True, "goal-count": False}


def two_ways(prices: bool) -> SearchedTask:
    """Return a task in which one expensive action or a sequence of two cheap actions leads to the goal."""
    costs = {"direct": 10, "begin": 1, "end": 1}
    changes = {"direct": ("s", "g"), "begin": ("s", "m"), "end": ("m", "g")}
    actions = "".join(
        f"(:action {name} :parameters () :precondition ({before}) :effect (and (not ({before})) ({after})"
        f"{f' (increase (total-cost) {costs[name]})' if prices else ''}))"
        for name, (before, after) in changes.items()
    )
    functions = "(:functions (total-cost) - number)" if prices else ""
    metric = "(:metric minimize (total-cost))" if prices else ""
    domain = f"(define (domain d) (:requirements :strips) (:predicates (s) (m) (g)) {functions} {actions})"
    problem = (
        f"(define (problem p) (:domain d) (:init (s) {'(= (total-cost) 0)' if prices else ''}) (:goal (g)) {metric})"
    )
    return SearchedTask(make_model_instance(Source(domain, "domain"), Source(problem, "problem")))


def run(searched: SearchedTask, algorithm: str, heuristic: str | None, most: int = 10_000) -> SearchRun:
    with StoppableBlock(60) as stop:
        return run_search(searched, algorithm, heuristic, stop, SearchMonitor(searched.task, weight=5, max_nodes=most))


@pytest.mark.parametrize("prices", [False, True], ids=["each action counts 1", "actions have costs"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_plan_is_optimal_only_if_search_proves_optimality(algorithm: str, prices: bool) -> None:
    """A claim needs equal costs or a search by cost, and an admissible heuristic.

    If actions have different costs, the fewest actions prove nothing.
    """
    for heuristic, admissible in ADMISSIBLE.items() if ALGORITHMS[algorithm].is_informed else [(None, True)]:
        found = run(two_ways(prices), algorithm, heuristic)
        assert found.path is not None
        proves = algorithm in LEAST_COST | (set() if prices else FEWEST_MOVES)
        assert found.status == ("optimal" if proves and admissible else "solved"), heuristic
        if algorithm in FEWEST_MOVES:
            assert (len(found.path.moves), found.path.cost) == (1, 10 if prices else 1)
        if algorithm in LEAST_COST and admissible:
            assert found.path.cost == (2 if prices else 1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_unsolvable_requires_a_complete_uninterrupted_search(algorithm: str) -> None:
    """Two couples with a boat for one cannot cross: the rower must always row back."""
    searched = SearchedTask(make_instance("jealous-couples", couples=2, capacity=1))
    heuristic = "blind" if ALGORITHMS[algorithm].is_informed else None
    ended = run(searched, algorithm, heuristic)
    assert (ended.path, ended.status) == (None, "unknown" if algorithm == "ehc" else "unsolvable")
    assert "found no plan, but there may be one" in ended.verdict or algorithm != "ehc"
    stopped = run(searched, algorithm, heuristic, most=1)
    assert (stopped.path, stopped.status) == (None, "unknown")
    assert stopped.note == "at the limit of 1 node"


def test_goal_distances_are_given_only_if_every_state_was_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has 10 states: a limit of 9 yields no distances, a limit of 10 yields all."""
    task = SearchedTask(make_instance("wolf-goat-cabbage")).task
    monkeypatch.setattr(heuristic_registry, "MAX_STATES", 9)
    known = TaskKnowledge(task)
    assert known.goal_distances is None
    for asking in (
        known.require_goal_distances,
        lambda: HEURISTICS["perfect"].make_estimate(known),
        lambda: compute_landscape(known, HEURISTICS["blind"]),
    ):
        with pytest.raises(EncodingError, match="supports at most 9 states, but this task has more"):
            asking()
    monkeypatch.setattr(heuristic_registry, "MAX_STATES", 10)
    distances = TaskKnowledge(task).goal_distances
    assert distances is not None
    assert (len(distances), distances[task.initial]) == (10, 7)


def test_node_limit_counts_open_and_closed_nodes() -> None:
    """Breadth-first search stores 9 of the farmer's 10 states.

    It finds the goal when it generates the goal state, and does not store this state.
    """
    searched = SearchedTask(make_instance("wolf-goat-cabbage"))
    assert run(searched, "bfs", None, most=9).status == "optimal"
    assert run(searched, "bfs", None, most=8).status == "unknown"


@pytest.mark.parametrize("form", ["text", "json", "svg"])
def test_landscape_of_unsolvable_task_has_infinite_distances(form: str) -> None:
    """Two couples with a boat for one: every true distance is infinite.

    So the picture has no discs, and no estimate is too high.
    """
    searched = SearchedTask(make_instance("jealous-couples", couples=2, capacity=1))
    found = compute_landscape(searched.knowledge, HEURISTICS["blind"])
    assert {*found.goal_distances} == {math.inf}
    assert found.inadmissible_states == []
    said = format_landscape(searched, "blind", found, form, PLAIN)
    assert ("<circle" in said) is False
    if form == "json":
        assert json.loads(said)["states"] == [{"h_star": None, "h": 1}] * len(found.estimates)
