"""A search for facts that distinguish states that an interpretation treats as equal.

For example, a block that is not on another block may be on the table or in the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.search.model_comparison import CachedModel
from ferryplan.teaching.interpretation.fact_groups import expand_open_fact
from ferryplan.teaching.interpretation.observer import Observer
from ferryplan.teaching.interpretation.readings import Interpretation, VariableReading

MAX_STATES = 500
"""The largest number of states near the initial state that are examined."""


def find_hidden_facts(observer: Observer, cached_model: CachedModel) -> list[Fact]:
    """Return facts such as ``(holding a)``, which show that a thing is being moved.

    Hidden facts distinguish states that an interpretation treats as equal. The search examines values that are
    represented by the absence of facts. A hidden fact holds in some states with such a value, but not in all of them,
    and in no other states. It mentions the thing, and no fact with its predicate holds in the initial state.
    """
    silent = [reading for reading in observer.readings if reading.count(None) == 1]
    states = _collect_states_near_start(cached_model) if silent else []
    at_start = {fact[0] for fact in cached_model.initial.facts}
    told = {one for fact in observer.interpretation.used_facts for one in expand_open_fact(fact)}
    candidates = {fact for state in states for fact in state.facts - told if fact[0] not in at_start}
    return sorted({fact for reading in silent for fact in _find_facts_hidden_by_reading(reading, states, candidates)})


def reads_fewer_facts(one: Interpretation, other: Interpretation) -> bool:
    """Return whether an interpretation equals another one, except that it leaves some facts out."""
    pairs = zip(one.readings, other.readings, strict=True)
    same = all(mine in (None, theirs) for some in pairs for mine, theirs in zip(*some, strict=False))
    return same and one.used_facts < other.used_facts


def _find_facts_hidden_by_reading(reading: VariableReading, states: list[Any], candidates: set[Fact]) -> Iterator[Fact]:
    """Yield the candidates that hold only in states in which no literal of a reading holds.

    They hold in some of these states, but not in all of them, and share an object with the facts of the reading.
    """
    told = {one for fact, _ in filter(None, reading) for one in expand_open_fact(fact)}
    # The object that all facts of the state variable mention is its own object.
    shared = set.intersection(*({*fact[1:]} for fact in told)) if told else set()
    unsaid: list[PddlState] = [state for state in states if told.isdisjoint(state.facts)]
    said: list[PddlState] = [state for state in states if not told.isdisjoint(state.facts)]
    for fact in candidates:
        if shared & {*fact[1:]}:
            holding = sum(fact in state.facts for state in unsaid)
            # A fact that holds in all these states, or in none of them, distinguishes nothing.
            if 0 < holding < len(unsaid) and not any(fact in state.facts for state in said):
                yield fact


def _collect_states_near_start(cached_model: CachedModel) -> list[Any]:
    """Return up to `MAX_STATES` states of a model, in breadth-first order from the initial state."""
    known = {cached_model.initial}
    for state in (queue := [cached_model.initial]):
        for _, after in cached_model.successors(state):
            if after not in known and len(known) < MAX_STATES:
                known.add(after)
                queue.append(after)
    return queue
