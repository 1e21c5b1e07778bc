"""Facts that tell apart what an interpretation sees as the same: a block that lies on no other one is on the table, or in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.search.comparison import Kept
from ferryplan.teaching.interpretation.groups import said_by
from ferryplan.teaching.interpretation.observing import Observer
from ferryplan.teaching.interpretation.readings import Interpretation, Reading

MAX_STATES = 500
"""how many states near the start are looked at"""


def find_hidden_facts(seen: Observer, kept: Kept) -> list[Fact]:
    """Return facts such as ``(holding a)`` by which a model says that a thing is under way where an interpretation sees it lie.

    They are looked for where a role has a value because none of its facts holds. Such a fact names the object of the role, and holds in some of
    these states and in no others. None with its predicate holds at the start, when nothing is under way.
    """
    silent = [reading for reading in seen.readings if reading.count(None) == 1]
    states = _states_near_start(kept) if silent else []
    at_start = {fact[0] for fact in kept.initial.facts}
    told = {one for fact in seen.interpretation.facts for one in said_by(fact)}
    candidates = {fact for state in states for fact in state.facts - told if fact[0] not in at_start}
    return sorted({fact for reading in silent for fact in _find_in_role(reading, states, candidates)})


def is_part_of(one: Interpretation, other: Interpretation) -> bool:
    """Return whether another interpretation reads all that the first one reads, each value from the same literal, and more."""
    pairs = zip(one.readings, other.readings, strict=True)
    same = all(mine in (None, theirs) for some in pairs for mine, theirs in zip(*some, strict=False))
    return same and one.facts < other.facts


def _find_in_role(reading: Reading, states: list[Any], candidates: set[Fact]) -> Iterator[Fact]:
    told = {one for fact, _ in filter(None, reading) for one in said_by(fact)}
    # What all facts of the role name is its own object.
    shared = set.intersection(*({*fact[1:]} for fact in told)) if told else set()
    unsaid: list[State] = [state for state in states if told.isdisjoint(state.facts)]
    said: list[State] = [state for state in states if not told.isdisjoint(state.facts)]
    for fact in candidates:
        if shared & {*fact[1:]}:
            holding = sum(fact in state.facts for state in unsaid)
            # A fact that holds in all these states, or in none of them, tells nothing apart.
            if 0 < holding < len(unsaid) and not any(fact in state.facts for state in said):
                yield fact


def _states_near_start(kept: Kept) -> list[Any]:
    known = {kept.initial}
    for state in (queue := [kept.initial]):
        for _, after in kept.following(state):
            if after not in known and len(known) < MAX_STATES:
                known.add(after)
                queue.append(after)
    return queue
