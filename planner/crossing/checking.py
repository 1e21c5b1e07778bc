"""What is checked of every crossing, whether crossings follow one another or overlap in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.crossing.breaches import of_goal
from generator.crossing.instance import Crossing, Instance
from generator.errors import PlanError
from generator.space import Breach
from planner.plans.plan import Action, foreign

__all__ = ["RuleBrokenError", "check", "check_goal", "crossing_of", "is_crossing", "place_of"]


class RuleBrokenError(PlanError):
    """A crossing that the rules forbid.

    ``crossing`` is its number, from 1; ``rule`` what it breaks, in words; ``found`` how it does so.
    """

    def __init__(self, crossing: int, rule: str, found: str) -> None:
        super().__init__(f"crossing {crossing}: {found}; this breaks the rule: {rule}")
        self.crossing, self.rule, self.found = crossing, rule, found


def is_crossing(action: Action) -> bool:
    """Return whether an action is a crossing, such as ``cross-2``."""
    size = action.name.removeprefix("cross-")
    return size.isdecimal() and action.name == f"cross-{size}" and len(size) < 6


def crossing_of(
    action: Action, instance: Instance, places: Mapping[str, int], more: int = 0, any_order: bool = False
) -> Crossing:
    """Return the crossing that an action stands for; behind the travellers and the two places it has ``more`` arguments.

    Raises PlanError if it is for another problem, or (unless ``any_order``) its travellers are not in the problem's order.
    """
    travellers = {traveller.symbol: index for index, traveller in enumerate(instance.travellers)}
    size = int(action.name.removeprefix("cross-"))
    if len(action.arguments) != size + 2 + more:
        raise foreign(action, f"{action.name} takes {size + 2 + more} arguments")
    aboard, (origin, destination) = action.arguments[:size], action.arguments[size : size + 2]
    for symbol in aboard:
        if symbol not in travellers:
            raise foreign(action, f"'{symbol}' is no traveller of this problem")
    order = [travellers[symbol] for symbol in aboard]
    if (sorted(order) if any_order else order) != sorted(set(order)):
        expected = " ".join(instance.travellers[index].symbol for index in sorted(set(order)))
        raise foreign(action, f"expected the travellers once each and in the problem's order, {expected}")
    load = sum(1 << index for index in order)
    return Crossing(load, place_of(action, origin, places), place_of(action, destination, places))


def place_of(action: Action, symbol: str, places: Mapping[str, int]) -> int:
    """Return the index of a place that an action names. Raises PlanError if there is none of that name."""
    if symbol not in places:
        raise foreign(action, f"'{symbol}' is no place of this problem")
    return places[symbol]


def check(breach: Breach | None, number: int) -> None:
    """Raise RuleBrokenError if there is a breach; ``number`` is that of the crossing, from 1."""
    if breach is not None:
        raise RuleBrokenError(number, breach.rule, breach.found)


def check_goal(instance: Instance, boats: Sequence[int | None], companies: Sequence[int], when: str) -> None:
    """Raise PlanError unless the boats and everyone are where the goal wants them; ``when`` says when."""
    if missing := of_goal(instance, boats, companies):
        raise PlanError(f"{when}: {missing}, expected the goal")
