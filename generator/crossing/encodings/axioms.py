"""The dialect axioms, the travellers named: derived predicates say once when a place is unsafe, and the boat is a place.

A rule that counts is said by a tally: those whom it counts stand in a row, and along the row a derived predicate adds up how
many more of the protected than of the others are at a place.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.crossing.constraints import Balance
from generator.crossing.encodings.clock import clock_of
from generator.crossing.encodings.named import (
    check_size,
    common,
    fitting_loads,
    guard_relations,
    level_name,
    load_parameters,
    order,
    suffix,
)
from generator.crossing.instance import Instance
from generator.crossing.masks import select
from generator.crossing.rules import Rule, charges_and_balances

__all__ = ["axioms"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What an outnumber rule needs: the names of those who are counted, in the travellers' order."""

    suffix: str
    says: str
    protected: tuple[str, ...]
    """those who must not be outnumbered"""
    outnumbering: tuple[str, ...]
    """those who must not be more"""
    row: tuple[str, ...]
    """both"""


def axioms(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect axioms. Raises EncodingError if the instance is too large."""
    check_size(instance, "axioms")
    charges, balances = charges_and_balances(instance.rules)
    relations = [relation for relation in guard_relations(charges, instance) if relation.threatens]
    tallies = _tallies(balances, instance)
    clock = clock_of(instance)
    lost = clock.lost if clock else ()
    lowest = -max((len(tally.outnumbering) for tally in tallies), default=0)
    highest = max((len(tally.protected) for tally in tallies), default=0)
    rowers = [traveller.symbol for traveller in instance.travellers if traveller.rows]
    context = {
        **common(instance),
        "sizes": [(size, load_parameters(size)) for size in range(1, instance.capacity + 1)],
        "pairs": itertools.pairwise,
        "before": order(instance),
        "rowers": rowers,
        "all_row": len(rowers) == len(instance.travellers),
        "relations": relations,
        "tallies": tallies,
        "fitting": fitting_loads(instance),
        "lost": lost,
        "ruled": bool(relations or tallies or lost),
        "levels": [level_name(level) for level in range(lowest, highest + 1)],
        "below_zero": [level_name(level) for level in range(lowest, 0)],
        "may_end_aboard": instance.goal.boat is None and None in instance.goal.travellers,
    }
    return {**context, "requirements": _requirements(instance, context)}


def _tallies(balances: Sequence[tuple[Rule, Balance]], instance: Instance) -> list[Tally]:
    symbols_of = [traveller.symbol for traveller in instance.travellers]
    return [
        Tally(
            suffix(number),
            rule.says,
            *(tuple(select(symbols_of, mask)) for mask in (balance.few, balance.many, balance.few | balance.many)),
        )
        for number, (rule, balance) in enumerate((r, b) for r, b in balances if b.many and b.few)
    ]


def _requirements(instance: Instance, context: dict[str, Any]) -> Sequence[str]:
    """Return the fewest requirements that hold for the domain."""
    needed = {":conditional-effects"}
    if context["ruled"]:
        needed |= {
            ":derived-predicates", ":existential-preconditions", ":negative-preconditions", ":universal-preconditions"
        }  # fmt: skip
        if not instance.boat_rules:
            needed |= {":disjunctive-preconditions", ":equality"}
    if context["tallies"]:
        needed |= {":disjunctive-preconditions", ":equality"}
    if instance.limit:
        needed.add(":existential-preconditions")
    if context["may_end_aboard"]:
        needed.add(":existential-preconditions")
    if not context["all_row"] and instance.capacity > 1:
        needed.add(":disjunctive-preconditions")
    return [":strips", ":typing", *sorted(needed)]
