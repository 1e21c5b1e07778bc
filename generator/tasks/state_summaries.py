"""The facts by which the states in a graph differ, in few words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from ferryplan.generator.narrator import StateLine
from ferryplan.generator.pddl.expressions import NumericConstant
from ferryplan.generator.pddl.states import Fact, PddlState

NOTHING_SIGN = "–"
MAX_LINE_LENGTH, MAX_LINES = 30, 6
"""the largest length of a line, and the largest number of lines for one predicate"""


def list_distinguishing_facts(
    states: Sequence[PddlState], changing_predicates: Sequence[str]
) -> list[Sequence[StateLine]]:
    """Return short lines for each state: its facts and values that not all of the states share.

    Predicates without which the states still differ are left out. Predicates with many arguments stay, because in most
    domains they imply the others: in the blocks world, ``on`` implies ``clear``.
    """
    facts = frozenset[Fact]().union(*(state.facts for state in states))
    facts -= frozenset.intersection(*(state.facts for state in states)) if states else frozenset()
    shared = frozenset.intersection(*(frozenset(state.values) for state in states)) if states else frozenset()
    texts = {name: [" ".join(fact[1:]) for fact in facts if fact[0] == name] for name in changing_predicates}
    arity = {fact[0]: len(fact) for fact in facts}
    kept = [name for name in changing_predicates if texts[name]]
    differing = len({_select_facts(state, kept) for state in states})
    for name in sorted(kept, key=lambda name: (arity[name], -sum(map(len, texts[name])))):
        fewer = {*kept} - {name}
        if len({_select_facts(state, fewer) for state in states}) == differing:
            kept.remove(name)
    lines = list[Sequence[StateLine]]()
    for state in states:
        values = [
            line
            for fact, value in sorted(frozenset(state.values) - shared)
            for line in _wrap_facts(" ".join(fact), [str(NumericConstant(value))])
        ]
        # Of a state in which no kept fact holds, such as that with all blocks on the table, tell the other facts.
        told = _list_facts(state, facts, kept) + values or _list_facts(state, facts, changing_predicates)
        lines.append(told or [StateLine(NOTHING_SIGN)])
    return lines


def _list_facts(state: PddlState, facts: frozenset[Fact], predicates: Iterable[str]) -> list[StateLine]:
    """Return the lines for those of some facts that hold in a state, by predicate."""
    held = sorted(state.facts & facts)
    return [
        line
        for name in predicates
        for line in _wrap_facts(name, [" ".join(fact[1:]) for fact in held if fact[0] == name])
    ]


def _select_facts(state: PddlState, predicates: Iterable[str]) -> tuple[frozenset[Fact], object]:
    """Return the facts of some predicates in a state, and its values."""
    return frozenset(fact for fact in state.facts if fact[0] in predicates), state.values


def _wrap_facts(name: str, arguments: Sequence[str]) -> list[StateLine]:
    """Return the lines for the facts of a predicate, given by their arguments; no line without facts."""
    if not arguments:
        return []
    text = f"{name}: {', '.join(arguments)}" if any(arguments) else name
    return [
        StateLine(line, name)
        for line in textwrap.wrap(text, MAX_LINE_LENGTH, max_lines=MAX_LINES, placeholder=" …", break_on_hyphens=False)
    ]
