"""What `plan search` claims: a plan is called optimal, a task unsolvable, a distance known only where that is proven."""

from __future__ import annotations

import json
import math

import pytest
from support import make

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.planner.system.stopping import Stopping
from ferryplan.teaching.searching.landscapes import told
from ferryplan.teaching.searching.runs import SearchRun, search
from ferryplan.teaching.searching.searched import Searched
from ferryplan.teaching.textbook.heuristics import estimates
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS, Known
from ferryplan.teaching.textbook.landscape import landscape
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.watching import Watch

FEWEST_MOVES = {"bfs", "iddfs", "bidirectional", "symbolic-layers"}
LEAST_COST = {"ucs", "astar", "idastar"}
"""as Russell and Norvig have it (4th edition, chapter 3); the other searches promise nothing"""
ADMISSIBLE = {"blind": True, "goal-count": False}


def two_ways(prices: bool) -> Searched:
    """A dear action leads to the goal, or two cheap ones do, one after the other."""
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
    return Searched(model_of(Source(domain, "domain"), Source(problem, "problem")))


def run(searched: Searched, algorithm: str, heuristic: str | None, most: int = 10_000) -> SearchRun:
    with Stopping(60) as stop:
        return search(searched, algorithm, heuristic, stop, Watch(searched.task, weight=5, most=most))


@pytest.mark.parametrize("prices", [False, True], ids=["each action counts 1", "actions have costs"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_plan_is_called_optimal_only_where_the_search_proves_it(algorithm: str, prices: bool) -> None:
    """Fewest actions prove nothing where actions cost different amounts, nor does a heuristic that may say too much."""
    for heuristic, admissible in ADMISSIBLE.items() if ALGORITHMS[algorithm].informed else [(None, True)]:
        found = run(two_ways(prices), algorithm, heuristic)
        assert found.path is not None
        proves = algorithm in LEAST_COST | (set() if prices else FEWEST_MOVES)
        assert found.status == ("optimal" if proves and admissible else "solved"), heuristic
        if algorithm in FEWEST_MOVES:
            assert (len(found.path.moves), found.path.cost) == (1, 10 if prices else 1)
        if algorithm in LEAST_COST and admissible:
            assert found.path.cost == (2 if prices else 1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_plan_is_a_proof_only_after_a_complete_search_that_nothing_ended(algorithm: str) -> None:
    """Two couples with a boat for one cannot cross: who rows over must row back."""
    searched = Searched(make("jealous-couples", couples=2, capacity=1))
    heuristic = "blind" if ALGORITHMS[algorithm].informed else None
    ended = run(searched, algorithm, heuristic)
    assert (ended.path, ended.status) == (None, "unknown" if algorithm == "ehc" else "unsolvable")
    assert "found no plan, but there may be one" in ended.verdict or algorithm != "ehc"
    stopped = run(searched, algorithm, heuristic, most=1)
    assert (stopped.path, stopped.status) == (None, "unknown")
    assert stopped.note == "at the limit of 1 node"


def test_distances_are_known_only_where_every_state_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has 10 states: with room for 9 nothing is said, with room for 10 all of it."""
    task = Searched(make("wolf-goat-cabbage")).task
    monkeypatch.setattr(estimates, "MOST_STATES", 9)
    known = Known(task)
    assert known.distances is None
    for asking in (
        known.check_distances,
        lambda: HEURISTICS["perfect"].of(known),
        lambda: landscape(known, HEURISTICS["blind"]),
    ):
        with pytest.raises(EncodingError, match="supports at most 9 states, but this task has more"):
            asking()
    monkeypatch.setattr(estimates, "MOST_STATES", 10)
    distances = Known(task).distances
    assert distances is not None
    assert (len(distances), distances[task.initial]) == (10, 7)


def test_room_for_nodes_counts_those_that_wait_and_those_that_are_kept() -> None:
    """Breadth first holds 9 of the farmer's 10 states in the end: the goal is found when it is generated, and never held."""
    searched = Searched(make("wolf-goat-cabbage"))
    assert run(searched, "bfs", None, most=9).status == "optimal"
    assert run(searched, "bfs", None, most=8).status == "unknown"


@pytest.mark.parametrize("form", ["text", "json", "svg"])
def test_a_landscape_without_a_way_to_the_goal_is_told(form: str) -> None:
    """Two couples and a boat for one: of every state the true distance is infinite, so no disc is drawn and nothing is too much."""
    searched = Searched(make("jealous-couples", couples=2, capacity=1))
    found = landscape(searched.known, HEURISTICS["blind"])
    assert {*found.true} == {math.inf}
    assert found.inadmissible == []
    said = told(searched, "blind", found, form, PLAIN)
    assert ("<circle" in said) is False
    if form == "json":
        assert json.loads(said)["states"] == [{"h_star": None, "h": 1}] * len(found.h)
