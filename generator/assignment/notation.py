"""The notation of placements in an answer: as a JSON object, a list of pairs, or the lines of a board."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import AssignmentInstance, Item, Placement, Spot
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.placement_text import PlacementTextReader
from ferryplan.generator.assignment.space import AssignmentState
from ferryplan.generator.name_lookup import NameLookup, NotationError, format_found
from ferryplan.generator.notation import Notation, get_first


class AssignmentNotation(Notation[AssignmentState, Placement]):
    """The notation of placements, in any order."""

    instance: AssignmentInstance
    narrator: AssignmentNarrator

    @functools.cached_property
    def item_names(self) -> NameLookup[int]:
        """The names of the items."""
        return _make_names(self.instance.items)

    @functools.cached_property
    def spot_names(self) -> NameLookup[int]:
        """The names of the spots."""
        return _make_names(self.instance.spots)

    @functools.cached_property
    def _preset_spots(self) -> dict[str, str]:
        """The names of the spots of the preset items, by the item's name and symbol."""
        given = self.instance.preset_items.items()
        return {name: self.instance.spots[spot].name for item, spot in given for name in (item.name, item.symbol)}

    @functools.cached_property
    def text_reader(self) -> PlacementTextReader:
        """The reader of texts that state placements."""
        return PlacementTextReader(self.item_names, self.spot_names, [item.group for item in self.instance.items])

    def format_moves(self, moves: Iterable[Placement]) -> Any:
        """Return an object with the spot of each item."""
        return {self.instance.items[item].name: self.instance.spots[spot].name for item, spot in moves}

    def split_steps(self, data: Any) -> Sequence[Any]:
        """Return pairs of an item and a spot from the data, without those that only repeat a preset item."""
        return [pair for pair in self._parse_pairs(data) if self._preset_spots.get(str(pair[0])) != str(pair[1])]

    def _parse_pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, dict):
            return [*self._parse_object(data)]
        kinds = {type(one) for one in data} if isinstance(data, list) else ()
        if kinds == {dict}:
            named = [
                (
                    get_first(one, ("item", "what", "letter", "row", "cell")),
                    get_first(one, ("spot", "where", "digit", "value", "column")),
                )
                for one in data
            ]
            if all(item in self.item_names or str(item) in self._preset_spots for item, _ in named):
                return named
            return [pair for number, one in enumerate(data, 1) for pair in self._parse_place(one.values(), number)]
        if kinds == {list}:
            if {*map(len, data)} == {2} and all(one[0] in self.item_names for one in data):
                return [*map(tuple, data)]
            return [pair for number, one in enumerate(data, 1) for pair in self._parse_place(one, number)]
        if kinds and kinds <= {str, int} and len(data) == len(self.instance.items):
            return [(item.name, spot) for item, spot in zip(self.instance.items, data, strict=True)]
        return []

    def _parse_object(self, data: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the placements of an object: items with spots, spots with items, or categories with either."""
        spots = [*self.spot_names.primary_names]
        for key, value in data.items():
            among = [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else [value]
            if key in self.item_names:
                yield from ((key, one) for one in among)
            elif key in self.spot_names:
                yield from ((one, key) for one in among if one in self.item_names or not isinstance(value, dict))
            elif isinstance(value, dict):
                yield from self._parse_object(value)
            elif len(among) == len(spots) and all(one in self.item_names for one in among):
                yield from zip(among, spots, strict=True)
            else:
                yield from ((key, one) for one in among)

    def _parse_place(self, values: Iterable[Any], number: int) -> Iterator[tuple[Any, Any]]:
        """Yield the placements that a list of values at one place states, as in ``[1, "Norwegian", "cats"]``.

        The spot is the one among the values, or else the spot with the position ``number``.
        """
        known = [*values]
        items = [one for one in known if isinstance(one, str) and one in self.item_names]
        spots = [one for one in known if one in self.spot_names and one not in items]
        if items:
            yield from ((one, spots[0] if len(spots) == 1 else number) for one in items)

    def parse_move(self, state: AssignmentState, data: tuple[Any, Any]) -> Placement:
        """Return the placement that a pair of names, item and spot, stands for.

        Raises NotationError if a name is unknown, or if the pair contradicts a preset item.
        """
        if given := self._preset_spots.get(str(data[0])):
            says = format_message("assignment.given-otherwise", item=data[0], spot=given, found=format_found(data[1]))
            raise NotationError(says)
        return Placement(self.item_names.resolve(data[0], "item"), self.spot_names.resolve(data[1], "place to be"))

    def rate_data(self, data: Any) -> int:
        """Return 2 if the data place an item, otherwise 0."""
        return 2 * any(item in self.item_names for item, _ in self.split_steps(data))

    def list_possible_answers(self) -> Iterable[Sequence[str]]:
        """Return the possible answers to each question."""
        return [[one.says for one in each] for each in self.narrator.possible_answers()]

    def list_question_names(self) -> Iterable[str]:
        """Return the names of the items."""
        return [item.name for item in self.instance.items]

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the placements that a text states, as data; None if it states none."""
        one = self.narrator.move_noun.one
        return {
            **self.text_reader.read_placements(
                text, lambda cell: cell in self.spot_names or f"{one} {cell}" in self.spot_names
            )
        } or None


def _make_names(things: Sequence[Item | Spot]) -> NameLookup[int]:
    """Return the names of things.

    A thing whose name ends with a number is also found by the number and by the ordinal: ``first house``.
    """
    return NameLookup(
        (n, (one.name, one.called, one.symbol, *_list_numbered_names(one.name))) for n, one in enumerate(things)
    )


def _list_numbered_names(name: str) -> Iterator[str]:
    kind, _, number = name.rpartition(" ")
    ordinals: list[str] = domains.words("answers")["ordinals"]
    if number.isdigit() or name[-1].isdigit():
        yield name.split()[-1]
    if kind and number.isdigit():
        yield from (f"{kind} number {number}", f"{kind} #{number}")
        yield from [f"{ordinals[int(number) - 1]} {kind}"] if 0 < int(number) <= len(ordinals) else []
