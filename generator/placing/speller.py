"""Placements as data in an answer: one object with what is placed where, a list of such pairs, or the lines of a board."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.naming import Names, SpellingError, shown
from ferryplan.generator.placing.instance import Item, Placement, PlacingInstance, Spot
from ferryplan.generator.placing.space import Placements
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.placing.told import PlacementText
from ferryplan.generator.speller import Speller, first


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
    def reader(self) -> PlacementText:
        """The reader of texts that state placements."""
        return PlacementText(self.items, self.spots, [item.group for item in self.instance.items])

    def spelled(self, moves: Iterable[Placement]) -> Any:
        """Return an object with the spot of each item."""
        return {self.instance.items[item].name: self.instance.spots[spot].name for item, spot in moves}

    def steps(self, data: Any) -> Sequence[Any]:
        """Return what is placed with where, without what is so from the start."""
        return [pair for pair in self._pairs(data) if self._given.get(str(pair[0])) != str(pair[1])]

    def _pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, dict):
            return [*self._pairs_of_object(data)]
        kinds = {type(one) for one in data} if isinstance(data, list) else ()
        if kinds == {dict}:
            named = [
                (
                    first(one, ("item", "what", "letter", "row", "cell")),
                    first(one, ("spot", "where", "digit", "value", "column")),
                )
                for one in data
            ]
            if all(item in self.items or str(item) in self._given for item, _ in named):
                return named
            return [pair for number, one in enumerate(data, 1) for pair in self._pairs_of_place(one.values(), number)]
        if kinds == {list}:
            if {*map(len, data)} == {2} and all(one[0] in self.items for one in data):
                return [*map(tuple, data)]
            return [pair for number, one in enumerate(data, 1) for pair in self._pairs_of_place(one, number)]
        if kinds and kinds <= {str, int} and len(data) == len(self.instance.items):
            return [(item.name, spot) for item, spot in zip(self.instance.items, data, strict=True)]
        return []

    def _pairs_of_object(self, data: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the placements of an object: items with spots, spots with items, or categories with either."""
        spots = [*self.spots.firsts]
        for key, value in data.items():
            among = [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else [value]
            if key in self.items:
                yield from ((key, one) for one in among)
            elif key in self.spots:
                yield from ((one, key) for one in among if one in self.items or not isinstance(value, dict))
            elif isinstance(value, dict):
                yield from self._pairs_of_object(value)
            elif len(among) == len(spots) and all(one in self.items for one in among):
                yield from zip(among, spots, strict=True)
            else:
                yield from ((key, one) for one in among)

    def _pairs_of_place(self, values: Iterable[Any], number: int) -> Iterator[tuple[Any, Any]]:
        """Yield what is at a place that is among some values, or else the one with this number: ``[1, "Norwegian", "cats"]``."""
        known = [*values]
        items = [one for one in known if isinstance(one, str) and one in self.items]
        spots = [one for one in known if one in self.spots and one not in items]
        if items:
            yield from ((one, spots[0] if len(spots) == 1 else number) for one in items)

    def move(self, state: Placements, data: tuple[Any, Any]) -> Placement:
        """Return the placement that is a pair of what is placed and where. Raises SpellingError."""
        if given := self._given.get(str(data[0])):
            says = format_message("placing.given-otherwise", item=data[0], spot=given, found=shown(data[1]))
            raise SpellingError(says)
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
        """Return what a text says is where, as data; None if it says nothing."""
        one = self.teller.move.one
        return {
            **self.reader.placements(text, lambda cell: cell in self.spots or f"{one} {cell}" in self.spots)
        } or None


def _called(things: Sequence[Item | Spot]) -> Names[int]:
    """Return the names of things; of those with a number behind, that as well, and as an ordinal: ``first house``."""
    return Names((n, (one.name, one.called, one.symbol, *_numbered(one.name))) for n, one in enumerate(things))


def _numbered(name: str) -> Iterator[str]:
    kind, _, number = name.rpartition(" ")
    ordinals: list[str] = domains.words("answers")["ordinals"]
    if number.isdigit() or name[-1].isdigit():
        yield name.split()[-1]
    if kind and number.isdigit():
        yield from (f"{kind} number {number}", f"{kind} #{number}")
        yield from [f"{ordinals[int(number) - 1]} {kind}"] if 0 < int(number) <= len(ordinals) else []
