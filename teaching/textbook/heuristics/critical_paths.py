"""The heuristic h^m for m = 2: the cost of a set of facts is the cost of its most expensive pair.

P. Haslum and H. Geffner, "Admissible heuristics for optimal planning", AIPS 2000. The heuristic equals h-max of a task whose facts are the
sets of one and two facts (P. Haslum, "h^m(P) = h^1(P^m): alternative characterisations of the generalisation from h^max to h^m", ICAPS 2009).
An operator adds the pairs of its add effects, and pairs of an add effect and a fact that it does not delete.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.states import PddlState
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, NumberedOperator, OperatorSet
from ferryplan.teaching.textbook.heuristics.relaxation import RelaxedOperator, RelaxedTask, max_cost

FactPair: TypeAlias = tuple[int, int]
"""Two facts by their numbers, in ascending order; a fact may be paired with itself."""
MAX_PAIR_OPERATORS = 50_000
"""The largest number of operators in the task whose facts are pairs."""


def h2_heuristic(operators: OperatorSet) -> EstimateFunction:
    """Return the heuristic h^2 for a task. Raises EncodingError if the task has too many pairs."""
    facts = range(len(operators.facts))
    if (number := len(operators.all) * (len(facts) + 1)) > MAX_PAIR_OPERATORS:
        raise EncodingError(
            format_message("search.too-many-pairs", found=number, most=MAX_PAIR_OPERATORS), key="heuristic"
        )
    places = {pair: place for place, pair in enumerate(_list_fact_pairs(facts))}
    paired = [
        RelaxedOperator(one.cost, [places[pair] for pair in asked], [places[pair] for pair in added])
        for one in operators.all
        for asked, added in _make_pair_operators(one, facts)
    ]
    relaxation, goal = RelaxedTask(len(places), paired), [places[pair] for pair in _list_fact_pairs(operators.goal)]

    def estimate(state: PddlState) -> float:
        costs, _ = relaxation.compute_fact_costs(
            [places[pair] for pair in _list_fact_pairs(operators.facts_of_state(state))], max_cost
        )
        return max_cost(costs[pair] for pair in goal)

    return estimate


def _list_fact_pairs(facts: Iterable[int]) -> Iterator[FactPair]:
    """Yield all pairs of the given facts, including each fact paired with itself.

    If the facts are in ascending order, which is required, so are the pairs.
    """
    return itertools.combinations_with_replacement(facts, 2)


def _make_pair_operators(
    operator: NumberedOperator, facts: Iterable[int]
) -> Iterator[tuple[list[FactPair], list[FactPair]]]:
    """Yield, for each version of an operator, the pairs that it requires and the pairs that it adds.

    The first version is the operator alone. Each other version combines the operator with a fact that it neither requires nor adds nor
    deletes, so that the fact stays true. ``facts`` are all facts of the task.
    """
    _, _, asked, added, deleted = operator
    kept = {*asked, *added}.difference({*deleted}.difference(added))
    yield [*_list_fact_pairs(asked)], [pair for pair in _list_fact_pairs(sorted(kept)) if not {*pair}.isdisjoint(added)]
    for fact in {*facts}.difference(asked, added, deleted):
        beside = [pair for pair in _list_fact_pairs(sorted((*asked, fact))) if fact in pair]
        yield [*_list_fact_pairs(asked), *beside], [(min(one, fact), max(one, fact)) for one in added]
