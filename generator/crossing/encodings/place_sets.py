"""PDDL predicates for sets of places, such as the places where a rule binds."""

from __future__ import annotations

from collections.abc import Iterable

from ferryplan.generator.crossing.encodings.clock import Symbols
from ferryplan.generator.crossing.instance import Instance


class PlaceSets:
    """The predicates for sets of places (``ground-1``), each created when a condition first needs it.

    The set of all places and the empty set need no predicate.
    """

    def __init__(self, instance: Instance) -> None:
        self._symbols = [place.symbol for place in instance.places]
        self._names: dict[frozenset[int], str] = {}

    def condition_inside(self, places: Iterable[int], place: str) -> str:
        """Return the PDDL condition that ``place``, a name or a variable, is in a set of places.

        ``places`` has the indices of the places in the set. The text is empty if the set contains all places or none.
        """
        among = frozenset(places)
        if not 0 < len(among) < len(self._symbols):
            return ""
        return f"({self._names.setdefault(among, f'ground-{len(self._names) + 1}')} {place})"

    def condition_outside(self, places: Iterable[int], place: str) -> str:
        """Return the PDDL condition that ``place``, a name or a variable, is not in a set of places.

        ``places`` has the indices of the places in the set. The text is empty if the set contains all places or none.
        """
        return self.condition_inside({*range(len(self._symbols))}.difference(places), place)

    @property
    def facts(self) -> list[tuple[str, Symbols]]:
        """The facts for the PDDL problem: pairs of a predicate and the PDDL names of the places in its set."""
        return [(name, tuple(self._symbols[place] for place in sorted(among))) for among, name in self._names.items()]
