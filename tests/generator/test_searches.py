"""Searches: what they find is best where they promise it, and they expand what an independent search of the same states does."""

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
from truth_of_tasks import Truth, truth_of

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.reader import read_both
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle import load
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS, Known
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.textbook.searches.diagrams import NOTHING, Diagrams
from ferryplan.teaching.textbook.searches.watching import Node, StoppedError, Watch

PATIENCE = 3_000
"""so many expansions are waited for: what forgets where it was may take very long"""
WEIGHT = 3


def searched(truth: Truth, algorithm: str, heuristic: str | None) -> Watch | None:
    """A search, held against what is true; None where it took too long, or has no STRIPS to go by."""
    known, how = Known(truth.task), ALGORITHMS[algorithm]
    watch = Watch(truth.task, weight=WEIGHT, go_on=lambda expanded: expanded < PATIENCE)
    try:
        watch.estimate = HEURISTICS[heuristic].of(known) if heuristic else None
        watch.operators = known.operators if how.of_facts else None
        goal = how.search(watch)
    except (StoppedError, NotStripsError):
        return None
    least = truth.costs[truth.trial.initial], truth.moves[truth.trial.initial]
    if goal is None:
        assert least[0] == math.inf or not how.complete
        return watch
    expect_plan(truth, goal)
    if how.least == "moves":
        assert goal.depth == least[1]
    if how.least == "cost" and (heuristic is None or HEURISTICS[heuristic].admissible):
        assert goal.g == least[0]
    if algorithm == "wastar" and HEURISTICS[heuristic or ""].admissible:
        assert goal.g <= WEIGHT * least[0]
    return watch


def expect_plan(truth: Truth, goal: Node) -> None:
    """Carried out as the text says it leads to the goal, and costs as much."""
    state, cost = truth.trial.initial, 0
    for move in goal.moves():
        state, price = next(
            (after, price) for action, after, price in truth.links[state] if action == (move.name, *move.arguments)
        )
        cost += 1 if truth.task.unit_costs else price
    assert truth.trial.is_goal(state)
    assert (cost, len(goal.moves())) == (goal.g, goal.depth)


def expect_all_searches_right(drawn: Drawn) -> None:
    truth = truth_of(drawn)
    for algorithm, how in ALGORITHMS.items():
        for heuristic in HEURISTICS if how.informed else (None,):
            searched(truth, algorithm, heuristic)


@given(tasks())
@fixed(20)
def test_plans_are_as_good_as_promised(drawn: Drawn) -> None:
    expect_all_searches_right(drawn)


@pytest.mark.slow
@given(tasks())
@fixed(250)
def test_more_plans_are_as_good_as_promised(drawn: Drawn) -> None:
    expect_all_searches_right(drawn)


def breadth_first(truth: Truth) -> tuple[int, int]:
    """How many states are expanded and generated until the first goal is generated."""
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


def cheapest_first(truth: Truth, estimated: bool) -> tuple[int, int]:
    """How many states are expanded and generated until a goal is expanded, by what leads there, with 1 for what is no goal if it is ``estimated``."""
    unit, ticks = truth.task.unit_costs, itertools.count()

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


def depth_first(truth: Truth) -> tuple[int, int]:
    """How many states are expanded and generated until a goal is expanded."""
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
@fixed(80)
def test_blind_searches_expand_as_many_as_independent_ones(drawn: Drawn) -> None:
    truth = truth_of(drawn)
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
@fixed(40)
def test_layers_are_those_of_the_states(drawn: Drawn) -> None:
    """Where every fact is asked for, the diagrams hold as many states as there are in the layers before the goal's."""
    truth = truth_of(drawn)
    known = Known(truth.task)
    try:
        watch = Watch(truth.task, operators=known.operators)
        goal = ALGORITHMS["symbolic-layers"].search(watch)
    except NotStripsError:
        return
    layers, masks = [{known.operators.mask(truth.task.initial)}], {known.operators.mask(truth.task.initial)}
    states = [truth.task.initial]
    while states and (goal is None or len(layers) <= goal.depth):
        states = [after for state in states for _, after in truth.task.moves(state)]
        new = {known.operators.mask(state): state for state in states if known.operators.mask(state) not in masks}
        layers.append({*new})
        masks |= {*new}
        states = [*new.values()]
    assert watch.expanded == sum(map(len, layers[: goal.depth if goal else None]))


def test_diagrams_are_sets() -> None:
    draw, variables = random.Random(1), 6
    diagrams, everything = Diagrams(variables), range(1 << variables)
    for _ in range(40):
        sets = [{*draw.sample(everything, draw.randrange(len(everything)))} for _ in range(2)]
        one, other = (
            _union(
                diagrams, [diagrams.cube((bit, bool(member >> bit & 1)) for bit in range(variables)) for member in each]
            )
            for each in sets
        )
        for found, expected in (
            (diagrams.both(one, other), sets[0] & sets[1]),
            (diagrams.either(one, other), sets[0] | sets[1]),
            (diagrams.without(one, other), sets[0] - sets[1]),
        ):
            assert {*diagrams.assignments(found)} == expected
            assert diagrams.count(found) == len(expected)
        asked, free = 1 << 1, 1 << 4
        image = diagrams.image(one, [(1, True, False), (3, False, False), (4, None, True)])
        assert {*diagrams.assignments(image)} == {
            member & ~asked | free for member in sets[0] if member & asked and not member >> 3 & 1
        }


def _union(diagrams: Diagrams, parts: list[int]) -> int:
    found = NOTHING
    for part in parts:
        found = diagrams.either(found, part)
    return found


class Weighted:
    """A space of named states, each with its moves, and what these lead to and cost."""

    unit_costs, initial = False, "start"

    def __init__(self, ways: dict[str, dict[str, tuple[str, int]]]) -> None:
        self.ways = ways

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        return ((move, after) for move, (after, _) in self.ways[state].items())

    def cost(self, state: str, move: str) -> int:
        return self.ways[state][move][1]

    def is_goal(self, state: str) -> bool:
        return state == "goal"


def test_a_cheaper_way_reopens() -> None:
    """The state s is first reached by a dear way, since the estimate of the state on the cheap one is too high (Pearl 1984)."""
    ways = {
        "start": {"dear": ("s", 3), "cheap": ("t", 1)},
        "s": {"on": ("u", 1)},
        "t": {"down": ("s", 1)},
        "u": {"end": ("goal", 9)},
        "goal": {},
    }
    watch = Watch(Weighted(ways), {"start": 0, "s": 1, "t": 5, "u": 1, "goal": 0}.__getitem__)
    goal = ALGORITHMS["astar"].search(watch)
    assert goal.g == 12
    assert (watch.expanded, watch.reopened) == (6, 2)


@pytest.mark.parametrize(("weight", "cost"), [(1, 3), (1.5, 3), (10, 4)])
def test_a_weight_prefers_what_seems_near_to_what_is_cheap(weight: float, cost: int) -> None:
    """By hand: of the dear way f is 3 + weight, of the cheap one 1 + 2 weight. The dear one comes first where the weight is over 2."""
    ways = {
        "start": {"dear": ("s", 3), "cheap": ("t", 1)},
        "s": {"end": ("goal", 1)},
        "t": {"end": ("goal", 2)},
        "goal": {},
    }
    watch = Watch(Weighted(ways), {"start": 3, "s": 1, "t": 2, "goal": 0}.__getitem__, weight=weight, trace=[])
    goal = ALGORITHMS["wastar"].search(watch)
    assert goal.g == cost
    assert [step.f for step in watch.trace] == [3 * weight, 3 + weight if weight > 2 else 1 + 2 * weight][
        : len(watch.trace)
    ]


def test_of_equal_nodes_the_one_nearer_to_the_goal_comes_first_then_the_older() -> None:
    """All have f = 4: c is nearest, a was there before b. What has no way to the goal is never expanded, and does not count as waiting."""
    ways = {
        "start": {"a": ("a", 1), "b": ("b", 1), "c": ("c", 2), "dead": ("dead", 1)},
        "a": {},
        "b": {},
        "c": {},
        "dead": {},
    }
    watch = Watch(Weighted(ways), {"start": 4, "a": 3, "b": 3, "c": 2, "dead": math.inf}.__getitem__, trace=[])
    assert ALGORITHMS["astar"].search(watch) is None
    assert [step.states[0] for step in watch.trace] == ["start", "c", "a", "b"]
    assert [step.frontier for step in watch.trace] == [1, 3, 2, 1]


def test_steps_of_both_sides_are_noted_with_their_depth() -> None:
    """In jugs with 3 and 5, 6 pourings apart: the layers of each side are noted in turn from 0 on, and together come to the plan."""
    pddl = generate(instantiate_smallest(load("jugs"), {}), None)
    known = Known(Task(*read_both(pddl.domain, pddl.problem, "domain", "problem")))
    watch = Watch(known.task, operators=known.operators, trace=[])
    goal = ALGORITHMS["bidirectional"].search(watch)
    assert goal.depth == 6
    sides = [[step.g for step in watch.trace if step.backward == side] for side in (False, True)]
    for depths in sides:
        assert depths == sorted(depths)
        assert {*depths} == {*range(len({*depths}))}
    assert sum(len({*depths}) for depths in sides) == 6
    assert all(step.g == step.f for step in watch.trace)


def test_bounds_grow_no_more_than_they_must() -> None:
    """The bounds are 0, 1, 2 and 3; with one of 4, which some way costs, the dear plan would be found first."""
    ways = {
        "start": {"near": ("s", 1), "far": ("t", 4)},
        "s": {"dear": ("goal", 3), "cheap": ("u", 1)},
        "t": {},
        "u": {"end": ("goal", 1)},
        "goal": {},
    }
    watch = Watch(Weighted(ways), lambda state: 0)
    goal = ALGORITHMS["idastar"].search(watch)
    assert (goal.g, goal.depth, watch.rounds) == (3, 3, 4)


@pytest.mark.parametrize(
    ("puzzle", "fewest"), [("jugs", 6), ("gripper", 11), ("wolf-goat-cabbage", 7), ("four-houses", 13)]
)
def test_the_catalogue_is_searched(puzzle: str, fewest: int) -> None:
    """Published numbers of moves, and of gripper and of what is placed as counted by hand: see each puzzle's file."""
    pddl = generate(instantiate_smallest(load(puzzle), {}), None if puzzle in ("jugs", "gripper") else "adl")
    known = Known(Task(*read_both(pddl.domain, pddl.problem, "domain", "problem")))
    for name, how in ALGORITHMS.items():
        watch = Watch(known.task, HEURISTICS["hmax"].of(known) if how.informed else None, known.operators, trace=[])
        goal = how.search(watch)
        assert goal is not None
        assert known.task.is_goal(goal.state)
        assert goal.depth == fewest or not how.least
        if name == "ehc":  # each climb begins nearer to the goal
            begun = {step.round: step.h for step in reversed(watch.trace)}
            assert [*begun.values()] == sorted({*begun.values()})


def test_what_would_be_deleted_is_not_regressed() -> None:
    """Two actions bring both goals about, and each undoes what the other does; three others do it one after the other."""
    actions = {"a": ("", "(p) (not (q))"), "b": ("", "(q) (not (p))"), "c": ("(q)", "(r)"), "d": ("(r)", "(p)")}
    told = (
        f"(:action {name} :parameters () :precondition (and {asked}) :effect (and {effect}))"
        for name, (asked, effect) in actions.items()
    )
    domain = f"(define (domain d) (:requirements :strips) (:predicates (p) (q) (r)) {' '.join(told)})"
    known = Known(
        Task(*read_both(domain, "(define (problem p) (:domain d) (:init) (:goal (and (p) (q))))", "domain", "problem"))
    )
    goal = ALGORITHMS["bidirectional"].search(Watch(known.task, operators=known.operators))
    assert [move.name for move in goal.moves()] == ["b", "c", "d"]
