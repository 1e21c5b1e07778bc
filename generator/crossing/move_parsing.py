"""The parser of crossings that a player types in interactive play, such as ``farmer goat``.

After the travelers, the text may have a destination or a boat: ``farmer, goat to island``, ``farmer goat in raft``.
"""

from __future__ import annotations

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.narrator import PLAY_COMMANDS
from ferryplan.generator.wording import join_phrases


def parse_crossing(instance: Instance, state: CrossingState, text: str) -> Crossing | str:
    """Return the crossing that a player's text describes, legal or not, or an error message.

    The boat leaves from its place in ``state``.
    """
    crew, _, where = text.partition(" to ")
    fleet = {vessel.name.lower(): boat for boat, vessel in enumerate(instance.fleet)}
    who, _, called = crew.lower().rpartition(" in ")
    boat = fleet.get(called.strip().removeprefix("the "))
    load = _parse_load(instance, crew if boat is None else who)
    boats = [boat] if boat is not None else [0] if isinstance(load, str) else find_boats_for_load(instance, state, load)
    if len(boats) > 1:
        names = [instance.fleet[boat].name for boat in boats]
        boats_named = join_phrases(names, "or")
        return format_message("crossing.which-boat", crew=crew.strip(), boat=names[0], boats=boats_named)
    origin = state.boats[boats[0]]
    destinations = instance.destinations[origin]
    names = [instance.places[destination].name for destination in destinations]
    if where:
        meant = dict(zip(map(str.lower, names), destinations, strict=True)).get(where.strip().lower())
        if meant is None:
            name = where.strip()
            return format_message("crossing.unknown-place", name=name, nearest=format_suggestion(name, names))
        destinations = [meant]
    if isinstance(load, str):
        return load
    if len(destinations) != 1:
        if not names:
            return format_message("crossing.no-route-from-here")
        places = join_phrases(names, "or")
        return format_message("crossing.where-to", crew=crew.strip(), place=names[0], places=places)
    return Crossing(load, origin, destinations[0], boats[0])


def find_boats_for_load(instance: Instance, state: CrossingState, load: int) -> list[int]:
    """Return the indices of the boats that can carry a load and are at the place of its travelers.

    If no boat can carry the load, returns all boats at that place. If no boat is there, or if all boats are identical,
    returns only the index of the first boat.
    """
    if not instance.fleet:
        return [0]
    there = [boat for boat, place in enumerate(state.boats) if not load & ~state.companies[place]]
    return [boat for boat in there if instance.can_carry(load, boat)] or there or [0]


def _parse_load(instance: Instance, text: str) -> int | str:
    """Return the bit mask of the travelers that a text names, or an error message for an unknown name."""
    bits = {traveller.name.lower(): 1 << index for index, traveller in enumerate(instance.travellers)}
    rest = " ".join(word for word in text.lower().replace(",", " ").replace("+", " ").split() if word != "and")
    load = 0
    while rest:
        name = next((name for name in sorted(bits, key=len, reverse=True) if f"{rest} ".startswith(f"{name} ")), None)
        if name is None:
            known, word = [traveller.name for traveller in instance.travellers], rest.split()[0]
            meant = format_suggestion(word, [*known, *PLAY_COMMANDS], format_suggestion(word, known))
            return format_message("crossing.unknown-traveler", name=word, nearest=meant)
        load |= bits[name]
        rest = rest[len(name) :].strip()
    return load
