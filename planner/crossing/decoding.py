"""From the actions of a plan to the crossings that they stand for."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import assert_never

from generator.crossing.encodings.numeric import crossing_actions
from generator.crossing.encodings.quotient import Part, Quotient
from generator.crossing.formulations import formulation_of
from generator.crossing.instance import Crossing, Instance
from generator.family import Dialect
from planner.crossing.checking import crossing_of, is_crossing, place_of
from planner.plans.plan import Action, foreign

__all__ = ["crossings_of"]


def crossings_of(plan: Sequence[Action], instance: Instance, dialect: str, encoding: str = "named") -> list[Crossing]:
    """Return the crossings of a plan, legal or not. A plan that counts gets names: the first travellers that it may mean.

    Raises PlanError for an action that no domain of the dialect and encoding has, or whose arguments make no sense, EncodingError for an
    encoding that the dialect does not have.
    """
    formulation = formulation_of(dialect, encoding)
    match formulation.encoding:
        case "named":
            return _named(plan, instance, formulation.dialect)
        case "counted":
            return _uncounted(plan, instance, formulation.dialect)
        case _:
            assert_never(formulation.encoding)


def _uncounted(plan: Sequence[Action], instance: Instance, dialect: Dialect) -> list[Crossing]:
    match dialect:
        case "strips" | "adl" | "axioms" | "costs":
            return _counted(plan, instance)
        case "numeric" | "temporal":
            return _numeric(plan, instance)
        case _:
            assert_never(dialect)


def _completing(dialect: Dialect) -> tuple[str, ...]:
    """Return how, with named travellers, the actions begin that only complete a crossing."""
    match dialect:
        case "strips":
            return ("safe", "tick", "in-time")
        case "costs":
            return ("safe", "in-time")
        case "axioms":
            return ("land",)
        case "adl" | "numeric" | "temporal":
            return ()
        case _:
            assert_never(dialect)


def _named(plan: Sequence[Action], instance: Instance, dialect: Dialect) -> list[Crossing]:
    """``(cross-2 a aw left-bank right-bank)``; what completes a crossing is passed over."""
    places = _places(instance)
    ticking = dialect == "strips" and instance.tariff is not None
    crossings = []
    for action in plan:
        if is_crossing(action):
            crossings.append(crossing_of(action, instance, places, more=1 if ticking else 0))
        elif not action.name.startswith(_completing(dialect)):
            raise foreign(action, "there is no such action in this problem's domain")
    return crossings


def _counted(plan: Sequence[Action], instance: Instance) -> list[Crossing]:
    """``(cross load from to stage)``, then ``(take-wife from husband-at …)`` for each part of the load; the rest is passed over."""
    quotient = instance.once(Quotient)
    people = _People(quotient)
    places = _places(instance)
    parts = {f"take-{symbol}": part for part, symbol in quotient.symbols.items()}
    crossings = list[Crossing]()
    for action in plan:
        if action.name == "cross":
            if len(action.arguments) != 4:
                raise foreign(action, "cross takes 4 arguments")
            origin, destination = (place_of(action, symbol, places) for symbol in action.arguments[1:3])
            crossings.append(Crossing(0, origin, destination))
        elif action.name in parts and crossings:
            part = parts[action.name]
            load, origin, destination = crossings[-1]
            resting = len(quotient.classes[part.number].members) - len(part.members)
            if len(action.arguments) != resting + 5:
                raise foreign(action, f"{action.name} takes {resting + 5} arguments")
            rest = [place_of(action, symbol, places) for symbol in action.arguments[1 : resting + 1]]
            start = place_of(action, action.arguments[0], places)
            load |= people.move(action, part, start, destination, rest, load)
            crossings[-1] = Crossing(load, origin, destination)
        elif not action.name.startswith(("bring-", "safe", "wait", "in-time")):
            raise foreign(action, "there is no such action here in this problem's domain")
    return crossings


def _numeric(plan: Sequence[Action], instance: Instance) -> list[Crossing]:
    """``(cross-1-wife-leaving from to)``: the action's name says who goes."""
    quotient = instance.once(Quotient)
    people = _People(quotient)
    places = _places(instance)
    known = {action.name: action for action in crossing_actions(quotient)}
    crossings = list[Crossing]()
    for action in plan:
        if action.name not in known:
            raise foreign(action, "there is no such action in this problem's domain")
        crossing = known[action.name]
        if len(action.arguments) != len(crossing.parameters):
            raise foreign(action, f"{action.name} takes {len(crossing.parameters)} arguments")
        binding = {
            name: place_of(action, symbol, places)
            for name, symbol in zip(crossing.parameters, action.arguments, strict=True)
        }
        origin, destination = binding["?from"], binding["?to"]
        load = 0
        for move, count in crossing.moves:
            rest = [binding[name] for name in move.resting]
            for _ in range(count):
                load |= people.move(action, move.part, origin, destination, rest, load)
        crossings.append(Crossing(load, origin, destination))
    return crossings


class _People:
    """Who in person is where, while a plan only says how many are."""

    def __init__(self, quotient: Quotient) -> None:
        self.quotient = quotient
        companies = quotient.instance.start.companies
        self.placed: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        """for each class and each way in which the members of a unit may be placed, a heap of the units that are"""
        for number, kind in enumerate(quotient.classes):
            where = tuple(
                next(place for place, company in enumerate(companies) if company >> index & 1)
                for index in kind.units[0]
            )
            self.placed[number, where] = list(range(len(kind.units)))

    def move(self, action: Action, part: Part, origin: int, destination: int, rest: Sequence[int], load: int) -> int:
        """Move a part of the first unit that is placed as an action says, one that has nobody in the load yet if there is one.

        Returns the mask of those who go. Raises PlanError if there is no such unit.
        """
        kind = self.quotient.classes[part.number]
        others = iter(rest)
        before = tuple(origin if member in part.members else next(others) for member in range(len(kind.members)))
        after = tuple(destination if member in part.members else place for member, place in enumerate(before))
        heap = self.placed.get((part.number, before), [])
        if not heap:
            place = self.quotient.instance.places[origin].called
            raise foreign(action, f"there is no {self.quotient.symbols[part]} of that sort at {place} then")
        passed = []
        unit = heapq.heappop(heap)
        while heap and any(load >> index & 1 for index in kind.units[unit]):
            passed.append(unit)
            unit = heapq.heappop(heap)
        for other in passed:
            heapq.heappush(heap, other)
        heapq.heappush(self.placed.setdefault((part.number, after), []), unit)
        return sum(1 << kind.units[unit][member] for member in part.members)


def _places(instance: Instance) -> dict[str, int]:
    return {place.symbol: index for index, place in enumerate(instance.places)}
