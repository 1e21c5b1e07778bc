"""h^m: a set of facts costs what the hardest m of them do.

P. Haslum and H. Geffner, "Admissible heuristics for optimal planning", AIPS 2000; here for m = 2. It is h-max of a task whose facts are the sets of
one and two facts (P. Haslum, "h^m(P) = h^1(P^m): alternative characterisations of the generalisation from h^max to h^m", ICAPS 2009):
an operator adds the pairs of what it adds, and leaves beside this whatever it does not delete.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.states import State
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operator, Operators
from ferryplan.teaching.textbook.heuristics.relaxation import Relaxation, Relaxed, dearest

Pair: TypeAlias = tuple[int, int]
MOST = 50_000
"""so many operators with pairs there may be"""


def h_2(operators: Operators) -> Estimate:
    """Return h^2. Raises EncodingError for a task that is too large for it."""
    facts = range(len(operators.facts))
    if (number := len(operators.all) * (len(facts) + 1)) > MOST:
        raise EncodingError(format_message("search.too-many-pairs", found=number, most=MOST), key="heuristic")
    places = {pair: place for place, pair in enumerate(_pairs(facts))}
    paired = [
        Relaxed(one.cost, [places[pair] for pair in asked], [places[pair] for pair in added])
        for one in operators.all
        for asked, added in _with_pairs(one, facts)
    ]
    relaxation, goal = Relaxation(len(places), paired), [places[pair] for pair in _pairs(operators.goal)]

    def estimate(state: State) -> float:
        costs, _ = relaxation.settled([places[pair] for pair in _pairs(operators.holding(state))], dearest)
        return dearest(costs[pair] for pair in goal)

    return estimate


def _pairs(facts: Iterable[int]) -> Iterator[Pair]:
    """Yield the pairs of facts that are given ascending, a fact and itself included; ascending."""
    return itertools.combinations_with_replacement(facts, 2)


def _with_pairs(operator: Operator, facts: Iterable[int]) -> Iterator[tuple[list[Pair], list[Pair]]]:
    """Yield the pairs for which an operator asks, and that it adds: alone, and beside each fact with which it has nothing to do."""
    _, _, asked, added, deleted = operator
    kept = {*asked, *added}.difference({*deleted}.difference(added))
    yield [*_pairs(asked)], [pair for pair in _pairs(sorted(kept)) if not {*pair}.isdisjoint(added)]
    for fact in {*facts}.difference(asked, added, deleted):
        beside = [pair for pair in _pairs(sorted((*asked, fact))) if fact in pair]
        yield [*_pairs(asked), *beside], [(min(one, fact), max(one, fact)) for one in added]
