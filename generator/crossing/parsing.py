"""A crossing as a person names it: ``farmer goat``, or ``farmer, goat to island``, or ``farmer goat in raft``."""

from __future__ import annotations

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.errors import nearest
from ferryplan.generator.teller import COMMANDS
from ferryplan.generator.wording import listing


def crossing_named(instance: Instance, state: State, text: str) -> Crossing | str:
    """Return the crossing from where the boat is that a text names, allowed or not; or what is wrong with the text, in words."""
    crew, _, where = text.partition(" to ")
    fleet = {vessel.name.lower(): boat for boat, vessel in enumerate(instance.fleet)}
    who, _, called = crew.lower().rpartition(" in ")
    boat = fleet.get(called.strip().removeprefix("the "))
    load = _load_named(instance, crew if boat is None else who)
    boats = [boat] if boat is not None else [0] if isinstance(load, str) else boats_for(instance, state, load)
    if len(boats) > 1:
        names = [instance.fleet[boat].name for boat in boats]
        boats_named = listing(names, "or")
        return format_message("crossing.which-boat", crew=crew.strip(), boat=names[0], boats=boats_named)
    origin = state.boats[boats[0]]
    destinations = instance.ways[origin]
    names = [instance.places[destination].name for destination in destinations]
    if where:
        meant = dict(zip(map(str.lower, names), destinations, strict=True)).get(where.strip().lower())
        if meant is None:
            name = where.strip()
            return format_message("crossing.unknown-place", name=name, nearest=nearest(name, names))
        destinations = [meant]
    if isinstance(load, str):
        return load
    if len(destinations) != 1:
        if not names:
            return format_message("crossing.no-route-from-here")
        places = listing(names, "or")
        return format_message("crossing.where-to", crew=crew.strip(), place=names[0], places=places)
    return Crossing(load, origin, destinations[0], boats[0])


def boats_for(instance: Instance, state: State, load: int) -> list[int]:
    """Return the boats that take a load from where it is, or those that lie there; the first if none does, or if they differ in nothing."""
    if not instance.fleet:
        return [0]
    there = [boat for boat, place in enumerate(state.boats) if not load & ~state.companies[place]]
    return [boat for boat in there if instance.carries(load, boat)] or there or [0]


def _load_named(instance: Instance, text: str) -> int | str:
    """Return the mask of the travellers in a text, or what is wrong with it."""
    bits = {traveller.name.lower(): 1 << index for index, traveller in enumerate(instance.travellers)}
    rest = " ".join(word for word in text.lower().replace(",", " ").replace("+", " ").split() if word != "and")
    load = 0
    while rest:
        name = next((name for name in sorted(bits, key=len, reverse=True) if f"{rest} ".startswith(f"{name} ")), None)
        if name is None:
            known, word = [traveller.name for traveller in instance.travellers], rest.split()[0]
            meant = nearest(word, [*known, *COMMANDS], nearest(word, known))
            return format_message("crossing.unknown-traveler", name=word, nearest=meant)
        load |= bits[name]
        rest = rest[len(name) :].strip()
    return load
