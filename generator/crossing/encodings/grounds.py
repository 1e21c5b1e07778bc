"""The places where some rules bind and not all: as PDDL says that it is one of these."""

from __future__ import annotations

from collections.abc import Iterable

from ferryplan.generator.crossing.encodings.clock import Row
from ferryplan.generator.crossing.instance import Instance


class Grounds:
    """Names for sets of places, given as they are asked for; of the set of all places nothing need be said, nor of that of none."""

    def __init__(self, instance: Instance) -> None:
        self._symbols = [place.symbol for place in instance.places]
        self._names: dict[frozenset[int], str] = {}

    def at(self, places: Iterable[int], place: str) -> str:
        """Return the condition that a place, as PDDL names it, is one of these; the empty text if all are, or none."""
        among = frozenset(places)
        if not 0 < len(among) < len(self._symbols):
            return ""
        return f"({self._names.setdefault(among, f'ground-{len(self._names) + 1}')} {place})"

    def besides(self, places: Iterable[int], place: str) -> str:
        """Return the condition that a place is none of these; the empty text if all are."""
        return self.at({*range(len(self._symbols))}.difference(places), place)

    @property
    def facts(self) -> list[tuple[str, Row]]:
        """Each predicate with the places of which it is true."""
        return [(name, tuple(self._symbols[place] for place in sorted(among))) for among, name in self._names.items()]
