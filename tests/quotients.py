"""The counted encoding, tested as the symmetric quotient of the state space of the rules."""

from __future__ import annotations

import itertools
from collections import Counter

import pddl_oracle

from ferryplan.generator.crossing.instance import CrossingState, Instance
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.generation import generate
from ferryplan.generator.search.breadth_first import explore

Facts = frozenset[tuple[str, ...]]


def to_quotient_facts(state: CrossingState, instance: Instance) -> Facts:
    """Return the facts of a state in which travelers of a kind, or of paired kinds, are interchangeable."""
    where = {
        index: place.symbol
        for place, company in zip(instance.places, state.companies, strict=True)
        for index in range(len(instance.travellers))
        if company >> index & 1
    }
    counts: Counter[tuple[str, ...]] = Counter()
    for kind in Quotient(instance).classes:
        for places in itertools.product([place.symbol for place in instance.places], repeat=len(kind.members)):
            counts["count-" + kind.symbol, *places] += 0
        counts.update(("count-" + kind.symbol, *(where[index] for index in unit)) for unit in kind.units)
    facts = {(*counter, f"n{number}") for counter, number in counts.items()}
    if instance.horizon:
        facts.add(("clock", f"moment-{state.clock}"))
    return frozenset(facts | {("boat-at", instance.places[state.boat].symbol)})


def to_comparable_facts(state: Facts) -> Facts:
    numbers = {fact[1:] for fact in state if fact[0] == "="}
    counts = {(*fact[:-1], f"n{fact[-1]}") for fact in numbers if fact[0].startswith("count-")}
    clock = {("clock", f"moment-{fact[-1]}") for fact in numbers if fact[0] == "crossings-made"}
    return (
        frozenset(fact for fact in state if fact[0] in ("boat-at", "clock") or fact[0].startswith("count-"))
        | counts
        | clock
    )


def find_states_after_crossing(start: Facts, task: pddl_oracle.Task) -> set[Facts]:
    """Return the states after one crossing, in which the boat may leave again."""
    found, queue = set(), [start]
    for state in queue:
        for _, following in pddl_oracle.successors(state, task):
            if ("now", "ready") in following or not any(fact[0] in ("now", "running") for fact in following):
                found.add(following)
            else:
                queue.append(following)
    return found


def assert_is_quotient(instance: Instance, dialect: str) -> None:
    """Assert that the PDDL and the rules reach the same states, crossing by crossing.

    The rules use named travelers; the comparison counts them.
    """
    pddl = generate(instance, dialect, "counted")
    task = pddl_oracle.read_task(pddl.domain, pddl.problem)
    space = CrossingSpace(instance)
    expected = {
        to_quotient_facts(state, instance): {to_quotient_facts(after, instance) for _, after in space.successors(state)}
        for state in explore(space).depths
    }
    assert to_comparable_facts(task.initial) == to_quotient_facts(instance.start, instance)
    reached, queue = {to_comparable_facts(task.initial): task.initial}, [task.initial]
    for state in queue:
        following = find_states_after_crossing(state, task)
        assert {to_comparable_facts(after) for after in following} == expected[to_comparable_facts(state)]
        for after in following:
            if to_comparable_facts(after) not in reached:
                reached[to_comparable_facts(after)] = after
                queue.append(after)
    assert reached.keys() == expected.keys()
    goals = {
        facts
        for facts, state in reached.items()
        if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.Facts(state, task), task)
    }
    assert goals == {to_quotient_facts(state, instance) for state in explore(space).depths if space.is_goal(state)}
