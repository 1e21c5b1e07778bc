"""From the actions of a plan to the crossings that they stand for; they are actions of the PDDL, allowed there or not."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from generator.crossing.encodings.numeric import crossing_actions
from generator.crossing.instance import Crossing, Instance
from generator.crossing.quotient import Part, Quotient
from generator.errors import PlanError
from generator.family import Step


def named(instance: Instance, plan: Sequence[Step]) -> list[Crossing]:
    """``(cross-2 a aw left-bank right-bank)``, perhaps with a boat or a number; what completes a crossing is passed over."""
    places = _places(instance)
    travellers = {traveller.symbol: 1 << index for index, traveller in enumerate(instance.travellers)}
    crossings = []
    for action in plan:
        if action.name.startswith("cross-"):
            aboard = int(action.name.removeprefix("cross-"))
            load = sum(travellers[symbol] for symbol in {*action.arguments[:aboard]})
            origin, destination = (places[symbol] for symbol in action.arguments[aboard:] if symbol in places)
            crossings.append(Crossing(load, origin, destination))
    return crossings


def staged(instance: Instance, plan: Sequence[Step]) -> list[Crossing]:
    """``(cross from to)``, then ``(take-wife from husband-at …)`` for each part of the load; the rest is passed over."""
    quotient, places = instance.once(Quotient), _places(instance)
    people = _People(quotient)
    parts = {f"take-{symbol}": part for part, symbol in quotient.symbols.items()}
    crossings = list[Crossing]()
    for action in plan:
        if action.name == "cross":
            crossings.append(Crossing(0, places[action.arguments[0]], places[action.arguments[1]]))
        elif action.name in parts and crossings:
            part, (load, origin, destination) = parts[action.name], crossings[-1]
            resting = len(quotient.classes[part.number].members) - len(part.members)
            start, *rest = (places[symbol] for symbol in action.arguments[: resting + 1])
            crossings[-1] = Crossing(load | people.move(part, start, destination, rest, load), origin, destination)
    return crossings


def numbered(instance: Instance, plan: Sequence[Step]) -> list[Crossing]:
    """``(cross-1-wife-leaving from to)``: the action's name says who goes."""
    quotient, places = instance.once(Quotient), _places(instance)
    people = _People(quotient)
    known = {action.name: action for action in crossing_actions(quotient)}
    crossings = list[Crossing]()
    for action in plan:
        symbols = zip(known[action.name].parameters, action.arguments, strict=True)
        binding = {parameter: places[symbol] for parameter, symbol in symbols}
        origin, destination, load = binding["?from"], binding["?to"], 0
        for move, count in known[action.name].moves:
            rest = [binding[parameter] for parameter in move.resting]
            for _ in range(count):
                load |= people.move(move.part, origin, destination, rest, load)
        crossings.append(Crossing(load, origin, destination))
    return crossings


class _People:
    """Who in person is where, while a plan only says how many are: the first travellers that it may mean."""

    def __init__(self, quotient: Quotient) -> None:
        self.quotient = quotient
        self.placed: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        """for each class and each way in which the members of a unit may be placed, a heap of the units that are"""
        for number, kind in enumerate(quotient.classes):
            where = quotient.instance.start.places_of(kind.units[0])
            self.placed[number, where] = list(range(len(kind.units)))

    def move(self, part: Part, origin: int, destination: int, rest: Sequence[int], load: int) -> int:
        """Move a part of the first unit that is placed so, one that has nobody in the load yet if there is one.

        Returns the mask of those who go. Raises PlanError if there is no such unit.
        """
        kind = self.quotient.classes[part.number]
        others = iter(rest)
        before = tuple(origin if member in part.members else next(others) for member in range(len(kind.members)))
        after = tuple(destination if member in part.members else place for member, place in enumerate(before))
        heap = self.placed.get((part.number, before), [])
        if not heap:
            place = self.quotient.instance.places[origin].called
            raise PlanError(f"there is no {self.quotient.symbols[part]} of that sort at {place} then")
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
