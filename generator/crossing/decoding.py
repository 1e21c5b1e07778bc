"""From the actions of a plan to the crossings that they stand for; they are actions of the PDDL, allowed there or not."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.counts import Units
from ferryplan.generator.crossing.encodings.named import boat_symbols
from ferryplan.generator.crossing.encodings.numeric import action_parameters, crossing_actions
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.quotient import Part, Quotient
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.pddl.grounding import Step


def decode_named(instance: Instance, plan: Sequence[Step]) -> list[Crossing]:
    """``(cross-2 a aw left-bank right-bank)``, perhaps with a boat or a number; what completes a crossing is passed over."""
    places = _places(instance)
    travellers = {traveller.symbol: 1 << index for index, traveller in enumerate(instance.travellers)}
    crossings = []
    for action in plan:
        if action.name.startswith("cross-"):
            aboard = int(action.name.removeprefix("cross-"))
            load = sum(travellers[symbol] for symbol in {*action.arguments[:aboard]})
            origin, destination = (places[symbol] for symbol in action.arguments[aboard:] if symbol in places)
            crossings.append(Crossing(load, origin, destination, _boat(instance, action)))
    return crossings


def decode_counted(instance: Instance, plan: Sequence[Step]) -> list[Crossing]:
    """``(cross from to)``, then ``(take-wife from husband-at …)`` for each part of the load; the rest is passed over."""
    quotient, places = instance.once(Quotient), _places(instance)
    units = Units(quotient, [count for _, _, count in quotient.start()])
    parts = {f"take-{symbol}": part for part, symbol in quotient.symbols.items()}
    crossings = list[Crossing]()
    for action in plan:
        if action.name == "cross":
            origin, destination = (places[symbol] for symbol in action.arguments[:2])
            crossings.append(Crossing(0, origin, destination, _boat(instance, action)))
        elif action.name in parts and crossings:
            part, (load, origin, destination, boat) = parts[action.name], crossings[-1]
            start, *rest = (places[symbol] for symbol in action.arguments[: quotient.resting(part) + 1])
            load |= _gone(units, part, start, destination, rest, load)
            crossings[-1] = Crossing(load, origin, destination, boat)
    return crossings


def decode_numeric(instance: Instance, plan: Sequence[Step]) -> list[Crossing]:
    """``(cross-1-wife-leaving from to)``: the action's name says who goes."""
    quotient, places = instance.once(Quotient), _places(instance)
    units = Units(quotient, [count for _, _, count in quotient.start()])
    known, parameters = crossing_actions(quotient), action_parameters(instance)
    crossings = list[Crossing]()
    for action in plan:
        symbols = zip(parameters, action.arguments, strict=not instance.fleet)
        binding = {parameter: places[symbol] for parameter, symbol in symbols}
        origin, destination, load = binding["?from"], binding["?to"], 0
        for move, count in known[action.name].items():
            rest = [binding[parameter] for parameter in move.resting]
            for _ in range(count):
                load |= _gone(units, move.part, origin, destination, rest, load)
        crossings.append(Crossing(load, origin, destination, _boat(instance, action)))
    return crossings


def _boat(instance: Instance, action: Step) -> int:
    """Return the index of the boat that an action names; 0 if it names none."""
    boats = boat_symbols(instance)
    return next((boats.index(symbol) for symbol in action.arguments if symbol in boats), 0)


def _gone(units: Units, part: Part, origin: int, destination: int, rest: Sequence[int], load: int) -> int:
    """Have a part of a unit go that is placed so, the others at ``rest``; return who goes. Raises InvalidPlanError if there is no such unit."""
    quotient = units.quotient
    before, after = ((part.number, quotient.placed(part, place, rest)) for place in (origin, destination))
    if not units.placed[before]:
        place = quotient.instance.places[origin].called
        raise InvalidPlanError(format_message("crossing.nobody-to-move", name=quotient.symbols[part], place=place))
    return units.move(part.members, before, after, load)


def _places(instance: Instance) -> dict[str, int]:
    return {place.symbol: index for index, place in enumerate(instance.places)}
