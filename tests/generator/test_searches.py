"""Search algorithms: promised optimality, and as many expansions as an independent search."""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections import deque
from collections.abc import Iterator

import pytest
from hypothesis import given
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks
from task_truth import TaskTruth, find_truth

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle import load
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS, TaskKnowledge
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.decision_diagrams import EMPTY_SET, DecisionDiagrams
from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode, SearchStoppedError

PATIENCE = 3_000
"""The largest number of expansions; algorithms without a closed list may take very long."""
WEIGHT = 3


def searched(truth: TaskTruth, algorithm: str, heuristic: str | None) -> SearchMonitor | None:
    """Run a search, assert what it promises, and return its monitor.

    The result is None if the search takes too long, or needs STRIPS operators that the task does not have.
    """
    known, how = TaskKnowledge(truth.task), ALGORITHMS[algorithm]
    watch = SearchMonitor(truth.task, weight=WEIGHT, can_go_on=lambda expanded: expanded < PATIENCE)
    try:
        watch.estimate = HEURISTICS[heuristic].make_estimate(known) if heuristic else None
        watch.operators = known.operators if how.needs_operators else None
        goal = how.search(watch)
    except (SearchStoppedError, NotStripsError):
        return None
    least = truth.costs[truth.trial.initial], truth.moves[truth.trial.initial]
    if goal is None:
        assert least[0] == math.inf or not how.is_complete
        return watch
    expect_plan(truth, goal)
    if how.minimized_quantity == "moves":
        assert goal.depth == least[1]
    if how.minimized_quantity == "cost" and (heuristic is None or HEURISTICS[heuristic].is_admissible):
        assert goal.g == least[0]
    if algorithm == "wastar" and HEURISTICS[heuristic or ""].is_admissible:
        assert goal.g <= WEIGHT * least[0]
    return watch


def expect_plan(truth: TaskTruth, goal: SearchNode) -> None:
    """Assert that the plan leads to the goal by the text of the task, at the stated cost."""
    state, cost = truth.trial.initial, 0
    for move in goal.moves():
        state, price = next(
            (after, price) for action, after, price in truth.links[state] if action == (move.name, *move.arguments)
        )
        cost += 1 if truth.task.has_unit_costs else price
    assert truth.trial.is_goal(state)
    assert (cost, len(goal.moves())) == (goal.g, goal.depth)


@given(tasks())
@fixed(20)
def test_plans_of_each_search_meet_its_optimality_guarantee(drawn: Drawn) -> None:
    truth = find_truth(drawn)
    for algorithm, how in ALGORITHMS.items():
        for heuristic in HEURISTICS if how.is_informed else (None,):
            searched(truth, algorithm, heuristic)


def breadth_first(truth: TaskTruth) -> tuple[int, int]:
    """Return the numbers of expanded and generated states until the first goal is generated."""
    start = truth.trial.initial
    expanded = generated = 0
    queue, reached = deque([start]), {start}
    while queue and not truth.trial.is_goal(start):
        following = truth.links[queue.popleft()]
        expanded, generated = expanded + 1, generated + len(following)
        for _, after, _ in following:
            if after not in reached:
                if truth.trial.is_goal(after):
                    return expanded, generated
                reached.add(after)
                queue.append(after)
    return expanded, generated


def cheapest_first(truth: TaskTruth, estimated: bool) -> tuple[int, int]:
    """Return the numbers of expanded and generated states until a goal is expanded, cheapest first.

    The estimate is 1 for all states but goals if `estimated` and costs are unit costs, else 0.
    """
    unit, ticks = truth.task.has_unit_costs, itertools.count()

    def said(state: object) -> int:
        return int(estimated and unit and not truth.trial.is_goal(state))

    start = truth.trial.initial
    queue, best, closed = [(said(start), said(start), next(ticks), 0, start)], {start: 0}, set()
    expanded = generated = 0
    while queue:
        _, _, _, g, state = heapq.heappop(queue)
        if state in closed:
            continue
        if truth.trial.is_goal(state):
            break
        closed.add(state)
        expanded, generated = expanded + 1, generated + len(truth.links[state])
        for _, after, price in truth.links[state]:
            further = g + (1 if unit else price)
            if further < best.get(after, math.inf):
                best[after] = further
                heapq.heappush(queue, (further + said(after), said(after), next(ticks), further, after))
    return expanded, generated


def depth_first(truth: TaskTruth) -> tuple[int, int]:
    """Return the numbers of expanded and generated states until a goal is expanded, depth first."""
    expanded = generated = 0
    stack, closed = [truth.trial.initial], set()
    while stack:
        state = stack.pop()
        if state in closed:
            continue
        if truth.trial.is_goal(state):
            break
        closed.add(state)
        expanded, generated = expanded + 1, generated + len(truth.links[state])
        stack += [after for _, after, _ in reversed(truth.links[state])]
    return expanded, generated


@given(tasks())
@fixed(30)
def test_blind_searches_expand_as_many_states_as_reference(drawn: Drawn) -> None:
    truth = find_truth(drawn)
    counts = {
        ("bfs", None): breadth_first(truth),
        ("dfs", None): depth_first(truth),
        ("ucs", None): cheapest_first(truth, estimated=False),
        ("astar", "blind"): cheapest_first(truth, estimated=True),
    }
    for (algorithm, heuristic), expected in counts.items():
        watch = searched(truth, algorithm, heuristic)
        assert watch
        assert (watch.expanded, watch.generated) == expected, algorithm


@given(tasks(derived=False, numeric=False))
@fixed(25)
def test_symbolic_layers_match_explicit_layers(drawn: Drawn) -> None:
    """The decision diagrams hold as many states as the explicit layers before the goal's layer.

    States are compared by the facts that the operators mention.
    """
    truth = find_truth(drawn)
    known = TaskKnowledge(truth.task)
    try:
        watch = SearchMonitor(truth.task, operators=known.operators)
        goal = ALGORITHMS["symbolic-layers"].search(watch)
    except NotStripsError:
        return
    layers, masks = (
        [{known.operators.mask_of_state(truth.task.initial)}],
        {known.operators.mask_of_state(truth.task.initial)},
    )
    states = [truth.task.initial]
    while states and (goal is None or len(layers) <= goal.depth):
        states = [after for state in states for _, after in truth.task.successors(state)]
        new = {
            known.operators.mask_of_state(state): state
            for state in states
            if known.operators.mask_of_state(state) not in masks
        }
        layers.append({*new})
        masks |= {*new}
        states = [*new.values()]
    assert watch.expanded == sum(map(len, layers[: goal.depth if goal else None]))


def test_decision_diagrams_implement_set_operations() -> None:
    draw, variables = random.Random(1), 6
    diagrams, everything = DecisionDiagrams(variables), range(1 << variables)
    for _ in range(40):
        sets = [{*draw.sample(everything, draw.randrange(len(everything)))} for _ in range(2)]
        one, other = (
            _union(
                diagrams,
                [
                    diagrams.assignments_with((bit, bool(member >> bit & 1)) for bit in range(variables))
                    for member in each
                ],
            )
            for each in sets
        )
        for found, expected in (
            (diagrams.intersection(one, other), sets[0] & sets[1]),
            (diagrams.union(one, other), sets[0] | sets[1]),
            (diagrams.difference(one, other), sets[0] - sets[1]),
        ):
            assert {*diagrams.assignments(found)} == expected
            assert diagrams.count(found) == len(expected)
        asked, free = 1 << 1, 1 << 4
        image = diagrams.image(one, [(1, True, False), (3, False, False), (4, None, True)])
        assert {*diagrams.assignments(image)} == {
            member & ~asked | free for member in sets[0] if member & asked and not member >> 3 & 1
        }


def _union(diagrams: DecisionDiagrams, parts: list[int]) -> int:
    found = EMPTY_SET
    for part in parts:
        found = diagrams.union(found, part)
    return found


class Weighted:
    """A space of named states; each move has a successor and a cost."""

    unit_costs, initial = False, "start"

    def __init__(self, ways: dict[str, dict[str, tuple[str, int]]]) -> None:
        self.ways = ways

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        return ((move, after) for move, (after, _) in self.ways[state].items())

    def cost(self, state: str, move: str) -> int:
        return self.ways[state][move][1]

    def is_goal(self, state: str) -> bool:
        return state == "goal"


def test_astar_reopens_state_on_cheaper_path() -> None:
    """A* reopens s, which it reaches first by the expensive path.

    The estimate of the state on the cheap path is too high (Pearl 1984).
    """
    ways = {
        "start": {"dear": ("s", 3), "cheap": ("t", 1)},
        "s": {"on": ("u", 1)},
        "t": {"down": ("s", 1)},
        "u": {"end": ("goal", 9)},
        "goal": {},
    }
    watch = SearchMonitor(Weighted(ways), {"start": 0, "s": 1, "t": 5, "u": 1, "goal": 0}.__getitem__)
    goal = ALGORITHMS["astar"].search(watch)
    assert goal.g == 12
    assert (watch.expanded, watch.reopened) == (6, 2)


@pytest.mark.parametrize(("weight", "cost"), [(1, 3), (1.5, 3), (10, 4)])
def test_large_weight_prefers_states_near_the_goal(weight: float, cost: int) -> None:
    """A weight over 2 makes the search prefer the expensive path, whose state is nearer to the goal.

    By hand: f is 3 + weight on the expensive path, and 1 + 2 weight on the cheap one.
    """
    ways = {
        "start": {"dear": ("s", 3), "cheap": ("t", 1)},
        "s": {"end": ("goal", 1)},
        "t": {"end": ("goal", 2)},
        "goal": {},
    }
    watch = SearchMonitor(Weighted(ways), {"start": 3, "s": 1, "t": 2, "goal": 0}.__getitem__, weight=weight, trace=[])
    goal = ALGORITHMS["wastar"].search(watch)
    assert goal.g == cost
    assert [step.f for step in watch.trace] == [3 * weight, 3 + weight if weight > 2 else 1 + 2 * weight][
        : len(watch.trace)
    ]


def test_astar_breaks_ties_by_h_then_age() -> None:
    """A* breaks ties by the smaller h, then by age.

    All have f = 4: c is nearest to the goal, and a was there before b. A dead end is never expanded and does not count in the frontier.
    """
    ways = {
        "start": {"a": ("a", 1), "b": ("b", 1), "c": ("c", 2), "dead": ("dead", 1)},
        "a": {},
        "b": {},
        "c": {},
        "dead": {},
    }
    watch = SearchMonitor(Weighted(ways), {"start": 4, "a": 3, "b": 3, "c": 2, "dead": math.inf}.__getitem__, trace=[])
    assert ALGORITHMS["astar"].search(watch) is None
    assert [step.states[0] for step in watch.trace] == ["start", "c", "a", "b"]
    assert [step.frontier for step in watch.trace] == [1, 3, 2, 1]


def test_bidirectional_trace_records_depth_of_both_sides() -> None:
    """The trace lists the layers of each side in order from depth 0 on; their depths sum up to the plan.

    In the puzzle with jugs of 3 and 5, the goal is 6 pourings away.
    """
    pddl = generate(instantiate_smallest(load("jugs"), {}), None)
    known = TaskKnowledge(Task(*read_task(pddl.domain, pddl.problem, "domain", "problem")))
    watch = SearchMonitor(known.task, operators=known.operators, trace=[])
    goal = ALGORITHMS["bidirectional"].search(watch)
    assert goal.depth == 6
    sides = [[step.g for step in watch.trace if step.is_backward == side] for side in (False, True)]
    for depths in sides:
        assert depths == sorted(depths)
        assert {*depths} == {*range(len({*depths}))}
    assert sum(len({*depths}) for depths in sides) == 6
    assert all(step.g == step.f for step in watch.trace)


def test_idastar_bounds_grow_by_the_smallest_step() -> None:
    """The bound grows to the smallest f beyond it: 0, 1, 2 and 3.

    With a bound of 4, which one path costs, the search would find the expensive plan first.
    """
    ways = {
        "start": {"near": ("s", 1), "far": ("t", 4)},
        "s": {"dear": ("goal", 3), "cheap": ("u", 1)},
        "t": {},
        "u": {"end": ("goal", 1)},
        "goal": {},
    }
    watch = SearchMonitor(Weighted(ways), lambda state: 0)
    goal = ALGORITHMS["idastar"].search(watch)
    assert (goal.g, goal.depth, watch.rounds) == (3, 3, 4)


@pytest.mark.parametrize(
    ("puzzle", "fewest"), [("jugs", 6), ("gripper", 11), ("wolf-goat-cabbage", 7), ("four-houses", 13)]
)
def test_every_algorithm_solves_catalog_puzzles(puzzle: str, fewest: int) -> None:
    """Every algorithm solves the catalog's puzzles, and those that minimize moves find the optimum.

    The optima are published, or counted by hand for gripper and four-houses: see the file of each puzzle.
    """
    pddl = generate(instantiate_smallest(load(puzzle), {}), None if puzzle in ("jugs", "gripper") else "adl")
    known = TaskKnowledge(Task(*read_task(pddl.domain, pddl.problem, "domain", "problem")))
    for name, how in ALGORITHMS.items():
        watch = SearchMonitor(
            known.task, HEURISTICS["hmax"].make_estimate(known) if how.is_informed else None, known.operators, trace=[]
        )
        goal = how.search(watch)
        assert goal is not None
        assert known.task.is_goal(goal.state)
        assert goal.depth == fewest or not how.minimized_quantity
        if name == "ehc":  # each climb begins nearer to the goal
            begun = {step.round: step.h for step in reversed(watch.trace)}
            assert [*begun.values()] == sorted({*begun.values()})


def test_regression_skips_actions_that_delete_a_goal() -> None:
    """Regression does not use an action that deletes another goal.

    Two actions reach both goals, and each undoes the effect of the other; three others reach them one after the other.
    """
    actions = {"a": ("", "(p) (not (q))"), "b": ("", "(q) (not (p))"), "c": ("(q)", "(r)"), "d": ("(r)", "(p)")}
    told = (
        f"(:action {name} :parameters () :precondition (and {asked}) :effect (and {effect}))"
        for name, (asked, effect) in actions.items()
    )
    domain = f"(define (domain d) (:requirements :strips) (:predicates (p) (q) (r)) {' '.join(told)})"
    known = TaskKnowledge(
        Task(*read_task(domain, "(define (problem p) (:domain d) (:init) (:goal (and (p) (q))))", "domain", "problem"))
    )
    goal = ALGORITHMS["bidirectional"].search(SearchMonitor(known.task, operators=known.operators))
    assert [move.name for move in goal.moves()] == ["b", "c", "d"]
