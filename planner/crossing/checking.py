"""What is checked of every crossing, whether crossings follow one another or overlap in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.crossing.instance import Instance
from generator.crossing.masks import select
from generator.crossing.rules import listing
from generator.crossing.states import Crossing, StateSpace
from generator.errors import PlanError
from planner.plans.action import Action

__all__ = [
    "RuleBrokenError", "check_boarding", "check_company", "check_goal", "check_place", "check_time", "crossing_of", "foreign",
    "is_crossing", "is_or_are", "place_of",
]  # fmt: skip


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


def foreign(action: Action, why: str) -> PlanError:
    """Return the error that an action is not one of this problem's."""
    where = f"line {action.line}: " if action.line else ""
    return PlanError(f"{where}found {action}, but {why}; is the plan for another problem?")


def check_boarding(space: StateSpace, boat: int | None, present: int, crossing: Crossing, number: int) -> None:
    """Raise RuleBrokenError unless the load can leave: the boat is there (``boat``, None if on the water), those aboard are, and so on."""
    instance, load = space.instance, crossing.load
    origin, destination = instance.places[crossing.origin], instance.places[crossing.destination]
    if crossing.origin != boat:
        where = "on the water" if boat is None else f"at {instance.places[boat].called}"
        raise RuleBrokenError(
            number, "The boat leaves from where it is.", f"the boat is {where}, not at {origin.called}"
        )
    if absent := instance.names(load & ~present):
        raise RuleBrokenError(
            number,
            "Only those can board who are where the boat is.",
            f"{listing(absent)} {is_or_are(absent)} not at {origin.called}",
        )
    if (crossing.origin, crossing.destination) not in instance.routes:
        raise RuleBrokenError(
            number,
            "The boat goes by its routes only.",
            f"there is no route from {origin.called} to {destination.called}",
        )
    if load.bit_count() > instance.capacity:
        raise RuleBrokenError(number, f"The boat carries {instance.capacity}.", f"{load.bit_count()} are in the boat")
    if not instance.fits(load):
        weight = sum(select(instance.weights, load))
        raise RuleBrokenError(
            number, f"The boat carries a weight of {instance.most_weight}.", f"those in the boat weigh {weight}"
        )
    if not load & space.rowers:
        aboard = listing(instance.names(load), "or")
        raise RuleBrokenError(
            number,
            "Somebody in the boat must be able to row.",
            f"{aboard} cannot row" if aboard else "nobody is in the boat",
        )


def check_place(instance: Instance, companies: Sequence[int], place: int, number: int) -> None:
    """Raise RuleBrokenError if those at a place break a rule."""
    check_company(instance, companies[place], f"at {instance.places[place].called}", number)


def check_company(instance: Instance, company: int, scene: str, number: int) -> None:
    """Raise RuleBrokenError if a company breaks a rule; ``scene`` says where it is."""
    for rule in instance.rules:
        if not rule.holds(company):
            names = [traveller.called for traveller in instance.travellers]
            raise RuleBrokenError(number, rule.says, f"{scene}, {rule.breach(company, names)}")


def check_time(instance: Instance, companies: Sequence[int], made: int) -> None:
    """Raise RuleBrokenError if so many crossings are too many, or somebody is where he must not be any more after them."""
    if instance.limit and made > instance.limit.crossings:
        allowed = instance.limit.crossings
        raise RuleBrokenError(made, instance.limit.says, f"there may be {allowed} {_crossings(allowed)}")
    for deadline in instance.deadlines:
        if lost := instance.names(deadline.lost(made, companies)):
            scene = f"at {instance.places[deadline.place].called} after {made} {_crossings(made)}"
            raise RuleBrokenError(made, deadline.says, f"{listing(lost)} {is_or_are(lost)} {scene}")


def _crossings(number: int) -> str:
    return "crossing" if number == 1 else "crossings"


def check_goal(instance: Instance, boats: Sequence[int | None], companies: Sequence[int], when: str) -> None:
    """Raise PlanError unless the boats and everyone are where the goal wants them; ``when`` says when."""
    goal = instance.goal
    for boat in boats:
        if goal.boat is not None and goal.boat != boat:
            at = "on the water" if boat is None else f"at {instance.places[boat].called}"
            missing = f"the boat is {at}, not at {instance.places[goal.boat].called}"
            raise PlanError(f"{when}: {missing}, expected the goal")
    elsewhere = sum(
        1 << index for index, at in enumerate(goal.travellers) if at is not None and not companies[at] >> index & 1
    )
    if elsewhere:
        names = instance.names(elsewhere)
        missing = f"{listing(names)} {is_or_are(names)} not where the goal wants {'it' if len(names) == 1 else 'them'}"
        raise PlanError(f"{when}: {missing}, expected the goal")


def is_or_are(names: Sequence[str]) -> str:
    """Return the verb for so many."""
    return "is" if len(names) == 1 else "are"
