"""Decoding of plans: conversion of PDDL actions to crossings, which the rules may or may not allow."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.counted_states import NamedUnitPlacements
from ferryplan.generator.crossing.encodings.named import list_boat_symbols
from ferryplan.generator.crossing.encodings.numeric import count_part_moves_by_action, list_action_parameters
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.quotient import Quotient, UnitPart
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.pddl.grounding import PlanStep


def decode_named_plan(instance: Instance, plan: Sequence[PlanStep]) -> list[Crossing]:
    """Return the crossings of a plan in the named encoding, which has an object for each traveler.

    Each action such as ``(cross-2 a aw left-bank right-bank)`` is a crossing; a boat or a number may follow as a
    further argument. All other actions, such as safety checks, are skipped.
    """
    places = _index_places(instance)
    travellers = {traveller.symbol: 1 << index for index, traveller in enumerate(instance.travellers)}
    crossings = []
    for action in plan:
        if action.name.startswith("cross-"):
            aboard = int(action.name.removeprefix("cross-"))
            load = sum(travellers[symbol] for symbol in {*action.arguments[:aboard]})
            origin, destination = (places[symbol] for symbol in action.arguments[aboard:] if symbol in places)
            crossings.append(Crossing(load, origin, destination, _find_boat(instance, action)))
    return crossings


def decode_counted_plan(instance: Instance, plan: Sequence[PlanStep]) -> list[Crossing]:
    """Return the crossings of a plan in the counted encoding of the dialect ``strips``.

    The PDDL has numbers of interchangeable travelers instead of an object for each traveler. A crossing begins with an
    action ``(cross from to)``. An action such as ``(take-wife from husband-at …)`` follows for each unit that sends
    members across. Other actions are skipped.
    """
    quotient, places = instance.get_or_make(Quotient), _index_places(instance)
    units = NamedUnitPlacements(quotient, [count for _, _, count in quotient.start_counts()])
    parts = {f"take-{symbol}": part for part, symbol in quotient.part_symbols.items()}
    crossings = list[Crossing]()
    for action in plan:
        if action.name == "cross":
            origin, destination = (places[symbol] for symbol in action.arguments[:2])
            crossings.append(Crossing(0, origin, destination, _find_boat(instance, action)))
        elif action.name in parts and crossings:
            part, (load, origin, destination, boat) = parts[action.name], crossings[-1]
            start, *rest = (places[symbol] for symbol in action.arguments[: quotient.count_members_outside(part) + 1])
            load |= _move_unit_part(units, part, start, destination, rest, load)
            crossings[-1] = Crossing(load, origin, destination, boat)
    return crossings


def decode_numeric_plan(instance: Instance, plan: Sequence[PlanStep]) -> list[Crossing]:
    """Return the crossings of a plan in the counted encoding of the dialects ``numeric`` and ``temporal``.

    Each action is a crossing, and its name describes the load: ``(cross-1-wife-leaving from to)``.
    """
    quotient, places = instance.get_or_make(Quotient), _index_places(instance)
    units = NamedUnitPlacements(quotient, [count for _, _, count in quotient.start_counts()])
    known, parameters = count_part_moves_by_action(quotient), list_action_parameters(instance)
    crossings = list[Crossing]()
    for action in plan:
        symbols = zip(parameters, action.arguments, strict=not instance.fleet)
        binding = {parameter: places[symbol] for parameter, symbol in symbols}
        origin, destination, load = binding["?from"], binding["?to"], 0
        for move, count in known[action.name].items():
            rest = [binding[parameter] for parameter in move.resting]
            for _ in range(count):
                load |= _move_unit_part(units, move.part, origin, destination, rest, load)
        crossings.append(Crossing(load, origin, destination, _find_boat(instance, action)))
    return crossings


def _find_boat(instance: Instance, action: PlanStep) -> int:
    """Return the index of the boat among the arguments of an action; 0 if there is none."""
    boats = list_boat_symbols(instance)
    return next((boats.index(symbol) for symbol in action.arguments if symbol in boats), 0)


def _move_unit_part(
    units: NamedUnitPlacements, part: UnitPart, origin: int, destination: int, other_places: Sequence[int], load: int
) -> int:
    """Move a part of one unit, such as the wife of a couple; return the bit mask of those who move.

    Before the move, the part is at ``origin``, and the unit's other members are at ``other_places``. If possible, the
    unit has nobody in ``load`` yet. Raises InvalidPlanError if no unit is at these places.
    """
    quotient = units.quotient
    before, after = (
        (part.class_index, quotient.build_placing(part, place, other_places)) for place in (origin, destination)
    )
    if not units.units_by_placing[before]:
        place = quotient.instance.places[origin].called
        raise InvalidPlanError(format_message("crossing.nobody-to-move", name=quotient.part_symbols[part], place=place))
    return units.move_one_unit(part.members, before, after, load)


def _index_places(instance: Instance) -> dict[str, int]:
    return {place.symbol: index for index, place in enumerate(instance.places)}
