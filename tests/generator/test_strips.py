"""Compilation of tasks to plain STRIPS.

The shortest plans are those of the original tasks, as independent interpreters execute them.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, reject
from pddl_by_trial import LiteralTask, State
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl import strips as strips_module
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.strips import NotStripsError, StripsTask, describe_non_strips_features
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle import load

MOST_STATES = 3000


def task_of(domain: str, problem: str) -> Task:
    read = read_domain(domain)
    return Task(read, read_problem(problem, read))


def shortest(strips: StripsTask) -> Sequence[GroundAction] | None:
    """Return the actions of a plan with the fewest operators, by breadth-first search over sets."""
    told = strips.json_task
    start, goal = frozenset(told["initial"]), frozenset(told["goal"])
    operators = [[frozenset(part) for part in operator] for operator in told["operators"]]
    ways: dict[frozenset[int], tuple[int, ...]] = {start: ()}
    queue = [start]
    for state in queue:
        if goal <= state:
            return strips.decode_plan(ways[state])
        for number, (required, added, deleted) in enumerate(operators):
            if required <= state:
                after = state - deleted | added
                if after not in ways:
                    ways[after] = (*ways[state], number)
                    queue.append(after)
        if len(queue) > MOST_STATES:
            reject()
    return None


def fewest_tried(drawn: Drawn) -> int | None:
    """Return the fewest actions to the goal, by trying every choice of objects."""
    trial = LiteralTask(drawn.domain, drawn.problem)
    depth: dict[State, int] = {trial.initial: 0}
    queue = [trial.initial]
    for state in queue:
        if trial.holds(trial.goal, {}, trial.add_derived_facts(state)):
            return depth[state]
        for _, after, _ in trial.successors(state):
            if after not in depth:
                depth[after] = depth[state] + 1
                queue.append(after)
        if len(queue) > MOST_STATES:
            reject()
    return None


@given(tasks(derived=False, numeric=False))
@fixed(40)
def test_shortest_strips_plans_match_brute_force(drawn: Drawn) -> None:
    plan = shortest(StripsTask(task_of(drawn.domain, drawn.problem)))
    assert (None if plan is None else len(plan)) == fewest_tried(drawn)
    trial = LiteralTask(drawn.domain, drawn.problem)
    state = trial.initial
    for move in plan or ():
        state = next(after for action, after, _ in trial.successors(state) if action == (move.name, *move.arguments))
    assert plan is None or trial.holds(trial.goal, {}, trial.add_derived_facts(state))


@pytest.mark.parametrize(
    ("puzzle", "moves"),
    [("wolf-goat-cabbage", 7), ("family", 17), ("jealous-couples", 11), ("queens", 8)],
)
def test_strips_compilation_of_adl_keeps_published_optima(puzzle: str, moves: int) -> None:
    """The optima are published (Alcuin; the files quote the others), and each of eight queens is placed."""
    pddl = generate(instantiate_smallest(load(puzzle), {}), "adl")
    plan = shortest(StripsTask(task_of(pddl.domain, pddl.problem)))
    assert plan is not None
    assert len(plan) == moves


DOMAIN = """(define (domain lamps) (:requirements :adl :action-costs) (:types lamp)
(:predicates (on ?l - lamp) (ready) (lit)) (:functions (total-cost) (price ?l - lamp) (heat))
{}
(:action toggle :parameters (?l - lamp) :precondition {} :effect (and {})))"""
PROBLEM = (
    "(define (problem p) (:domain lamps) (:objects {} - lamp) (:init {}) (:goal {}) (:metric minimize (total-cost)))"
)
ALL, NONE = "(forall (?l - lamp) (on ?l))", "(and)"
TOGGLE = "(when (on ?l) (not (on ?l))) (when (not (on ?l)) (on ?l))"


def lamps(
    effect: str = TOGGLE, asked: str = NONE, *, number: int = 3, init: str = "", goal: str = ALL, more: str = ""
) -> Task:
    names = " ".join(f"l{one}" for one in range(number))
    return task_of(DOMAIN.format(more, asked, effect), PROBLEM.format(names, init, goal))


def test_complementary_facts_are_created_only_where_needed() -> None:
    strips = StripsTask(lamps())
    assert (strips.action_count, len(strips.moves), strips.fact_count) == (3, 6, 6)
    strips = StripsTask(lamps("(on ?l)"))
    assert (strips.action_count, len(strips.moves), strips.fact_count) == (3, 3, 3)
    assert strips.json_task["initial"] == []


def test_fact_deleted_and_added_by_one_action_is_true_afterwards() -> None:
    plan = shortest(StripsTask(lamps("(on ?l) (forall (?m - lamp) (not (on ?m)))", number=2)))
    assert plan is None
    plan = shortest(
        StripsTask(lamps("(on ?l) (forall (?m - lamp) (when (ready) (not (on ?m))))", number=1, init="(ready)"))
    )
    assert plan == [GroundAction("toggle", ("l0",))]
    darken, both = "(on ?l) (forall (?m - lamp) (when (on ?m) (not (on ?m))))", "(on l0) (on l1)"
    plan = shortest(StripsTask(lamps(darken, "(on ?l)", number=2, init=both, goal="(and (on l0) (not (on l1)))")))
    assert plan == [GroundAction("toggle", ("l0",))]
    never = lamps("(on ?l) (not (on ?l))", number=1, goal="(and (on l0) (not (on l0)))")
    assert shortest(StripsTask(never)) is None


def test_disjunctive_goal_adds_no_action() -> None:
    goal = "(or (and (on l0) (on l1)) (and (on l1) (not (on l2))))"
    assert shortest(StripsTask(lamps(goal=goal))) == [GroundAction("toggle", ("l1",))]
    assert shortest(StripsTask(lamps(goal=goal, init="(on l1) (on l2) (on l0)"))) == []


def test_action_without_defined_cost_is_not_applicable() -> None:
    effect = "(on ?l) (increase (total-cost) (price ?l))"
    valued = "(= (price l0) 1) (= (price l1) 2) (= (total-cost) 0)"
    assert shortest(StripsTask(lamps(effect, number=2, init=valued))) is not None
    assert shortest(StripsTask(lamps(effect, number=3, init=valued))) is None


@pytest.mark.parametrize(
    ("task", "why"),
    [
        (lamps("(on ?l) (decrease (heat) 1)", "(> (heat) 1)"), "actions change the value of (heat)"),
        (lamps(asked="(lit)", more="(:derived (lit) (exists (?l - lamp) (on ?l)))"), "the predicate 'lit' is derived"),
    ],
)
def test_task_without_strips_form_is_rejected_with_reason(task: Task, why: str) -> None:
    with pytest.raises(NotStripsError) as raised:
        StripsTask(task)
    assert str(raised.value).startswith(why)


def test_oversized_compilation_is_rejected_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips_module, "MAX_GROUND_ACTIONS", 1000)
    with pytest.raises(NotStripsError, match=r"its 30 ground actions would become more than \d+ operators"):
        StripsTask(
            lamps("(forall (?m - lamp) (and (when (on ?m) (not (on ?m))) (when (not (on ?m)) (on ?m))))", number=30)
        )
    with pytest.raises(NotStripsError, match="it has more than 1,000 ground actions"):
        StripsTask(lamps(number=1001, goal="(on l0)"))


def test_features_beyond_strips_are_listed() -> None:
    task = lamps()
    assert describe_non_strips_features(task.domain, task.problem) == [
        "conditional effects",
        "negative conditions",
        "quantifiers",
    ]
