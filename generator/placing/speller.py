"""Placements as data in an answer: one object with what is placed where, a list of such pairs, or the lines of a board."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from generator.naming import Names, SpellingError, shown
from generator.placing.instance import Item, Placement, PlacingInstance, Spot
from generator.placing.space import Placements
from generator.placing.teller import PlacingTeller
from generator.speller import LINE, Speller, first

MARKS = "*_` "


class PlacingSpeller(Speller[Placements, Placement]):
    """How placements are spelled, in any order."""

    instance: PlacingInstance
    teller: PlacingTeller

    @functools.cached_property
    def items(self) -> Names[int]:
        """What items are called."""
        return _called(self.instance.items)

    @functools.cached_property
    def spots(self) -> Names[int]:
        """What spots are called."""
        return _called(self.instance.spots)

    @functools.cached_property
    def _given(self) -> dict[str, str]:
        """What is so from the start."""
        given = self.instance.preset.items()
        return {name: self.instance.spots[spot].name for item, spot in given for name in (item.name, item.symbol)}

    @functools.cached_property
    def _stated(self) -> re.Pattern[str]:
        """How a line says where an item is."""
        between = r"[*_`\"]*\s*(?:[=:|,]|->|\u2192|\b(?:is|are|goes|lives|stands|in|at|on|to|the)\b|\s){1,6}[*_`\"]*"
        return re.compile(f"(?P<item>{self.items.pattern}){between}(?P<spot>{self.spots.pattern})", re.IGNORECASE)

    @functools.cached_property
    def _headed(self) -> re.Pattern[str]:
        """How a line begins that says which items are in a spot, it or those behind it."""
        return re.compile(rf"[\W\d]*({self.spots.pattern})[*_`]*\s*(?:[:=]|->|\u2192|\s-|$)", re.IGNORECASE)

    def spelled(self, moves: Iterable[Placement]) -> Any:
        """Return an object with the spot of each item."""
        return {self.instance.items[item].name: self.instance.spots[spot].name for item, spot in moves}

    def steps(self, data: Any) -> Sequence[Any]:
        """Return what is placed with where, without what is so from the start."""
        return [pair for pair in self._pairs(data) if self._given.get(str(pair[0])) != str(pair[1])]

    def _pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, dict):
            pairs = list[tuple[Any, Any]]()
            for key, value in data.items():
                among = [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else [value]
                inverse = key not in self.items and key in self.spots
                pairs += [(one, key) if inverse else (key, one) for one in among]
            return pairs
        kinds = {type(one) for one in data} if isinstance(data, list) else ()
        if kinds == {dict}:
            return [(first(one, ("item", "what")), first(one, ("spot", "where"))) for one in data]
        if kinds == {list} and {*map(len, data)} == {2}:
            return [*map(tuple, data)]
        if kinds and kinds <= {str, int} and len(data) == len(self.instance.items):
            return [(item.name, spot) for item, spot in zip(self.instance.items, data, strict=True)]
        return []

    def move(self, state: Placements, data: tuple[Any, Any]) -> Placement:
        """Return the placement that is a pair of what is placed and where. Raises SpellingError."""
        if given := self._given.get(str(data[0])):
            raise SpellingError(f"{data[0]} is {given} from the start, found {shown(data[1])}")
        return Placement(self.items.meant(data[0], "item"), self.spots.meant(data[1], "place to be"))

    def rank(self, data: Any) -> int:
        """Return 2 where an item is placed."""
        return 2 * any(item in self.items for item, _ in self.steps(data))

    def alternatives(self) -> Iterable[Sequence[str]]:
        """Return those of its teller."""
        return [[one.says for one in each] for each in self.teller.alternatives()]

    def named(self) -> Iterable[str]:
        """Return those of items."""
        return [item.name for item in self.instance.items]

    def told(self, text: str, single: bool) -> Any:
        """Return what a text says is where, in a table or in lines; the last that is said of each."""
        found, heads, items, spots, here = dict[str, str](), list[str](), self.items, self.spots, ""
        for line in text.splitlines():
            cells = [cell.strip(MARKS) for cell in line.strip().strip("|").split("|")]
            if len(cells) < 3:
                said = [*self._stated.finditer(line)] if len(line) < LINE else []
                found |= {items.canonical(one["item"]): one["spot"] for one in said if one["item"] in items}
                if begun := self._headed.match(line[:LINE]):
                    here, line = begun[1], line[begun.end() :]
                if here and not said:
                    listed = begun or ":" in line or line.strip()[:1] in ("-", "*")
                    named = items.named_in(line[:LINE]) if listed else []
                    here = here if named or begun or not line.strip() else ""
                    found |= {items.canonical(one): here for one in named}
            elif sum(cell in spots or f"{self.teller.move.one} {cell}" in spots for cell in cells) > 1:
                heads = cells
            else:
                row = cells[0] if cells[0] in spots else None
                for head, cell in zip(heads or cells, cells, strict=False):
                    if cell in items and (head in spots or row):
                        found[items.canonical(cell)] = head if head in spots else str(row)
        return found or None


def _called(things: Sequence[Item | Spot]) -> Names[int]:
    """Return the names of things; of those with a number behind, that as well."""
    numbers = [[one.name.split()[-1]] * one.name[-1].isdigit() for one in things]
    return Names((n, (one.name, one.called, one.symbol, *numbers[n])) for n, one in enumerate(things))
