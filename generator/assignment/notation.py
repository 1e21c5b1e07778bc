"""The notation of placements in answers: a JSON object, a list of pairs, or the lines of a board."""

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
from ferryplan.generator.name_lookup import NameLookup, NotationError, quote_wrong_value
from ferryplan.generator.notation import Notation, get_first_value


class AssignmentNotation(Notation[AssignmentState, Placement]):
    """A notation for the placements of a solution, in any order, as JSON data or as text."""

    instance: AssignmentInstance
    narrator: AssignmentNarrator

    @functools.cached_property
    def item_names(self) -> NameLookup[int]:
        """A lookup of item indices by any of an item's names, such as its name in tables or in sentences."""
        return _make_name_lookup(self.instance.items)

    @functools.cached_property
    def spot_names(self) -> NameLookup[int]:
        """A lookup of spot indices by any of a spot's names, such as ``house 1`` or ``first house``."""
        return _make_name_lookup(self.instance.spots)

    @functools.cached_property
    def _preset_spots(self) -> dict[str, str]:
        """The spot's name for each item placed from the start, by the item's name and by its PDDL name."""
        given = self.instance.preset_items.items()
        return {name: self.instance.spots[spot].name for item, spot in given for name in (item.name, item.symbol)}

    @functools.cached_property
    def text_reader(self) -> PlacementTextReader:
        """The reader that finds placements in free text."""
        return PlacementTextReader(self.item_names, self.spot_names, [item.group for item in self.instance.items])

    def format_moves(self, moves: Iterable[Placement]) -> Any:
        """Return a JSON object that maps the name of each placed item to the name of its spot."""
        return {self.instance.items[item].name: self.instance.spots[spot].name for item, spot in moves}

    def split_steps(self, data: Any) -> Sequence[Any]:
        """Return the placements in an answer's JSON data, as pairs of item name and spot name.

        Pairs that only repeat an item placed from the start are left out.
        """
        return [pair for pair in self._parse_pairs(data) if self._preset_spots.get(str(pair[0])) != str(pair[1])]

    def _parse_pairs(self, data: Any) -> list[tuple[Any, Any]]:
        """Return the placements in an answer's JSON data, as pairs of item name and spot name.

        The data can be an object, a list of objects, a list of lists, or a list with the spot of each item in order.
        """
        if isinstance(data, dict):
            return [*self._parse_object(data)]
        kinds = {type(one) for one in data} if isinstance(data, list) else ()
        if kinds == {dict}:
            named = [
                (
                    get_first_value(one, ("item", "what", "letter", "row", "cell")),
                    get_first_value(one, ("spot", "where", "digit", "value", "column")),
                )
                for one in data
            ]
            if all(item in self.item_names or str(item) in self._preset_spots for item, _ in named):
                return named
            return [
                pair for number, one in enumerate(data, 1) for pair in self._parse_values_at_place(one.values(), number)
            ]
        if kinds == {list}:
            if {*map(len, data)} == {2} and all(one[0] in self.item_names for one in data):
                return [*map(tuple, data)]
            return [pair for number, one in enumerate(data, 1) for pair in self._parse_values_at_place(one, number)]
        if kinds and kinds <= {str, int} and len(data) == len(self.instance.items):
            return [(item.name, spot) for item, spot in zip(self.instance.items, data, strict=True)]
        return []

    def _parse_object(self, data: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the placements in a JSON object, as pairs of item name and spot name.

        The object may map items to spots, items to lists of spots, spots to items, or categories to an object of one of
        these kinds.
        """
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

    def _parse_values_at_place(self, values: Iterable[Any], number: int) -> Iterator[tuple[Any, Any]]:
        """Yield the placements in a list that describes one place, as in ``[1, "Norwegian", "cats"]``.

        Each placement is a pair of item name and spot name. If the list names exactly one spot, all items of the list
        are there. Otherwise they are at the place whose number, from 1, is ``number``.
        """
        known = [*values]
        items = [one for one in known if isinstance(one, str) and one in self.item_names]
        spots = [one for one in known if one in self.spot_names and one not in items]
        if items:
            yield from ((one, spots[0] if len(spots) == 1 else number) for one in items)

    def parse_move(self, state: AssignmentState, data: tuple[Any, Any]) -> Placement:
        """Return the placement for ``data``, a pair of item name and spot name.

        Raises NotationError if a name is unknown, or if the pair contradicts an item that is placed from the start.
        """
        if given := self._preset_spots.get(str(data[0])):
            says = format_message(
                "assignment.given-otherwise", item=data[0], spot=given, found=quote_wrong_value(data[1])
            )
            raise NotationError(says)
        return Placement(
            self.item_names.resolve_name(data[0], "item"), self.spot_names.resolve_name(data[1], "place to be")
        )

    def rate_as_moves(self, data: Any) -> int:
        """Rate how well an answer's data look like placements: 2 if they place a known item, otherwise 0."""
        return 2 * any(item in self.item_names for item, _ in self.split_steps(data))

    def list_possible_answers(self) -> Iterable[Sequence[str]]:
        """Return, for each of the puzzle's questions, the possible answers as clauses."""
        return [[one.says for one in each] for each in self.narrator.possible_answers()]

    def list_question_names(self) -> Iterable[str]:
        """Return the names of the items: a sentence with an item's name may answer where the item is."""
        return [item.name for item in self.instance.items]

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return an object that maps items to spots, as a text states them; None if it states no placements."""
        one = self.narrator.move_noun.one
        return {
            **self.text_reader.read_placements(
                text, lambda cell: cell in self.spot_names or f"{one} {cell}" in self.spot_names
            )
        } or None


def _make_name_lookup(things: Sequence[Item | Spot]) -> NameLookup[int]:
    """Return a lookup from the names of items or spots to their indices.

    A thing whose name ends with a number is also found by the number and by the ordinal: ``first house``.
    """
    return NameLookup(
        (n, (one.name, one.called, one.symbol, *_list_numbered_names(one.name))) for n, one in enumerate(things)
    )


def _list_numbered_names(name: str) -> Iterator[str]:
    """Yield other names of a thing whose name ends with a number: ``1``, ``house #1``, ``first house``."""
    kind, _, number = name.rpartition(" ")
    ordinals: list[str] = domains.words("answers")["ordinals"]
    if number.isdigit() or name[-1].isdigit():
        yield name.split()[-1]
    if kind and number.isdigit():
        yield from (f"{kind} number {number}", f"{kind} #{number}")
        yield from [f"{ordinals[int(number) - 1]} {kind}"] if 0 < int(number) <= len(ordinals) else []
