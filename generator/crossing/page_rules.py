"""The rules of a river crossing as JSON data for an interactive page.

The page checks moves by these data: the boats, the constraints at each place and in the boat, the deadlines, the limit
on the number of crossings, and the costs. Sets of travelers are bit masks.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any, assert_never

from ferryplan.generator.crossing import violations
from ferryplan.generator.crossing.constraints import BalanceConstraint, Constraint, GuardConstraint, QuorumConstraint
from ferryplan.generator.crossing.instance import Crossing, Instance, companies_by_place
from ferryplan.generator.crossing.space import CrossingSpace


def rules_as_json(instance: Instance, space: CrossingSpace) -> dict[str, Any]:
    """Return the start, the goal, the boats and the rules of an instance as JSON data.

    Raises EncodingError for several boats without names.
    """
    space.check_boats_have_names()
    places = range(len(instance.places))
    names = [*(f"at {place.called}" for place in instance.places), "in the boat"]
    binding = [*map(instance.rules_at, places), instance.rules_at("boat")]
    sentences = dict(zip(map(id, instance.rules), instance.rule_sentences, strict=True))
    asked = [
        [(sentences[id(rule)], [*map(_constraint_as_json, rule.constraints)]) for rule in rules] for rules in binding
    ]
    tariff, fleet = instance.tariff, instance.fleet
    vessels = [
        [one.called if fleet else "", one.capacity, one.most_weight, one.rowers, list_boarding_rules(instance, boat)]
        for boat, one in enumerate(instance.vessels)
    ]
    return {
        "start": [instance.start.boats, instance.start.companies],
        "goal": [instance.goal.boat, companies_by_place(instance.goal.travellers, len(instance.places))],
        "called": [[one.called for one in instance.travellers], [place.called for place in instance.places]],
        "scenes": [*zip(names, asked, strict=True)],
        "vessels": vessels,
        "weights": instance.weights,
        "tariff": tariff and [tariff.by, tariff.amounts, tariff.rowers],
        "deadlines": [astuple(deadline) for deadline in instance.deadlines],
        "limit": instance.limit,
        "horizon": instance.horizon,
    }


def _constraint_as_json(constraint: Constraint) -> tuple[str, int, int, int]:
    """Return a constraint as its form (``charge``, ``balance`` or ``quorum``) and three numbers.

    The numbers are bit masks of travelers; the last number of a balance constraint is its limit.
    """
    match constraint:
        case GuardConstraint(victim, threats, guardians):
            return "charge", 1 << victim, threats, guardians
        case BalanceConstraint(many, few, most):
            return "balance", many, few, most
        case QuorumConstraint(many, few):
            return "quorum", many, few, 0
        case _:
            assert_never(constraint)


def list_boarding_rules(instance: Instance, boat: int) -> list[str]:
    """Return the rules against loads that are too large, too heavy, or without a rower, as sentences.

    The list has these three sentences in this order. A sentence is empty if no load of the boat with the index ``boat``
    can break the rule.
    """
    vessel, everybody = instance.vessels[boat], range(len(instance.travellers))
    heavy = sorted(everybody, key=lambda one: instance.weights[one] if instance.weights else 0)[-vessel.capacity :]
    loads = (1 << vessel.capacity + 1) - 1, sum(1 << one for one in heavy), 0
    ways = [Crossing(load, *instance.routes[0], boat) if instance.routes else None for load in loads]
    found = (way and violations.find_boarding_violation(instance, way.origin, way.load, way) for way in ways)
    return [violation.rule if violation else "" for violation in found]
