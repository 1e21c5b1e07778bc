"""The counted encoding as the symmetric quotient of what the rules reach."""

from __future__ import annotations

import itertools
from collections import Counter

import pddl_oracle

from ferryplan.generator.crossing.instance import Instance, State
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.generation import generate
from ferryplan.generator.search.breadth_first import explore

Facts = frozenset[tuple[str, ...]]


def quotient_of(state: State, instance: Instance) -> Facts:
    """What a state looks like when those of a kind, or of paired kinds, are no longer told apart."""
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


def told(state: Facts) -> Facts:
    numbers = {fact[1:] for fact in state if fact[0] == "="}
    counts = {(*fact[:-1], f"n{fact[-1]}") for fact in numbers if fact[0].startswith("count-")}
    clock = {("clock", f"moment-{fact[-1]}") for fact in numbers if fact[0] == "crossings-made"}
    return (
        frozenset(fact for fact in state if fact[0] in ("boat-at", "clock") or fact[0].startswith("count-"))
        | counts
        | clock
    )


def crossings(start: Facts, task: pddl_oracle.Task) -> set[Facts]:
    """The states in which the boat may leave again after one crossing."""
    found, queue = set(), [start]
    for state in queue:
        for _, following in pddl_oracle.successors(state, task):
            if ("now", "ready") in following or not any(fact[0] in ("now", "running") for fact in following):
                found.add(following)
            else:
                queue.append(following)
    return found


def assert_is_quotient(instance: Instance, dialect: str) -> None:
    """Compare all that the PDDL reaches, crossing by crossing, with all that the rules reach, named, then counted."""
    pddl = generate(instance, dialect, "counted")
    task = pddl_oracle.read(pddl.domain, pddl.problem)
    space = CrossingSpace(instance)
    expected = {
        quotient_of(state, instance): {quotient_of(after, instance) for _, after in space.moves(state)}
        for state in explore(space).depths
    }
    assert told(task.initial) == quotient_of(instance.start, instance)
    reached, queue = {told(task.initial): task.initial}, [task.initial]
    for state in queue:
        following = crossings(state, task)
        assert {told(after) for after in following} == expected[told(state)]
        for after in following:
            if told(after) not in reached:
                reached[told(after)] = after
                queue.append(after)
    assert reached.keys() == expected.keys()
    goals = {
        facts
        for facts, state in reached.items()
        if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.Facts(state, task), task)
    }
    assert goals == {quotient_of(state, instance) for state in explore(space).depths if space.is_goal(state)}
