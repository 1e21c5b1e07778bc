"""States and loads as short texts that a person can read: by name, or up to symmetry by number where that tells the states apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.crossing.boat_place import BoatAsPlace
from generator.crossing.instance import Crossing, State
from generator.crossing.space import CrossingSpace
from generator.search.state_graph import StateGraph
from planner.crossing.sentences import kind_masks, separator_of, told_by_kind

__all__ = ["NOBODY", "Labels", "Row"]

NOBODY = "–"


class Row(NamedTuple):
    """Who is at a place."""

    place: str
    company: str
    boat: bool
    """whether the boat is there, or the place is the boat"""
    afloat: bool
    """whether the place is the boat"""


class Labels:
    """The texts for the states of one graph."""

    def __init__(self, space: CrossingSpace, graph: StateGraph[State, Crossing], up_to_symmetry: bool) -> None:
        self.instance = space.instance
        self.kinds = kind_masks(self.instance)
        self.ashore = space.ashore if isinstance(space, BoatAsPlace) else len(self.instance.places)
        places = range(len(self.instance.places))
        self.order = [0, *places[self.ashore :], *places[1 : self.ashore]]
        """the places as they are told: the boat, where it is one of them, behind the first"""
        self.counted = up_to_symmetry and self._tells_apart(graph)

    def _tells_apart(self, graph: StateGraph[State, Crossing]) -> bool:
        """Return whether numbers are enough to tell the states apart."""
        self.counted = True
        return len({self.line(state) for state in graph.states}) == len(graph.states)

    def company(self, company: int) -> str:
        """Return who is together: ``farmer goat``, or ``2 husbands, 3 wives``."""
        if self.counted:
            return told_by_kind(company, self.instance, self.kinds) or NOBODY
        return separator_of(self.instance).join(self.instance.names(company)) or NOBODY

    def load(self, load: int) -> str:
        """Return who is in the boat: ``farmer + goat``."""
        return self.company(load).replace(", ", " + ") if self.counted else " + ".join(self.instance.names(load))

    def rows(self, state: State) -> Iterator[Row]:
        """Yield who is where, for each place in turn; the boat only if somebody is aboard."""
        for place in self.order:
            afloat = place >= self.ashore
            if not afloat or state.boat == place:
                name, company = self.instance.places[place].name, self.company(state.companies[place])
                if afloat and len(self.instance.places) > self.ashore + 1:
                    company += f" ({name.removeprefix('boat, ')})"
                yield Row(name, company, state.boat == place, afloat)

    def line(self, state: State) -> str:
        """Return a state on one line, brackets where the boat is: ``[farmer goat] | wolf cabbage``; where the rules have time, with the clock."""
        companies = " | ".join(f"[{row.company}]" if row.boat else row.company for row in self.rows(state))
        return f"{companies} after {state.clock}" if self.instance.horizon else companies
