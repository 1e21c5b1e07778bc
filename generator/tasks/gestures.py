"""The gestures with which a player makes actions on a page.

A player taps a thing, or drags a thing to another thing or to a place. The puzzle file declares the gestures of each
action. Each end of a gesture is a parameter of the action, a fixture, an entry of ``shows`` or any free place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.syntax_tree import Domain
from ferryplan.generator.puzzle_file import ErrorDiagnostic
from ferryplan.generator.tasks.picture_tables import ANY_FREE_PLACE, PicturesTable
from ferryplan.generator.tasks.task_scenes import PlacedToken

FREE_PLACE_NUMBER = -1
"""the number of the end of a gesture that is any place with nothing on it"""
EncodedGesture = tuple[list[int], list[int] | None]
"""the numbers of the things that a gesture may start with, and of its ends; None for a tap"""


class EndNumbers(NamedTuple):
    """The numbers that the ends of gestures have on a page."""

    objects: Mapping[str, int]
    fixtures: Mapping[str, int]
    first_row: int
    """the number of the first row, a row being a token that a state may show"""


class GestureEncoder:
    """Encodes the gestures of ground actions as numbers."""

    def __init__(self, pictures: PicturesTable, numbers: EndNumbers, rows: Sequence[PlacedToken]) -> None:
        self.pictures, self.numbers = pictures, numbers
        self._entries = {one.name: index for index, one in enumerate(pictures.shows) if one.name}
        self._rows = rows
        self._rows_by_values: dict[tuple[int, tuple[str, ...]], dict[tuple[str, ...], list[int]]] = {}

    def encode_gestures(self, move: GroundAction, parameters: Sequence[str]) -> list[EncodedGesture]:
        """Return the gestures for a ground action; ``parameters`` are the names of the action's parameters."""
        binding = dict(zip(parameters, move.arguments, strict=True))
        found = list[EncodedGesture]()
        for start, end in self.pictures.list_gestures(move.name):
            found.append((self._encode_end(start, binding), None if end is None else self._encode_end(end, binding)))
        return found

    def encode_refusals(
        self, gestures: Iterable[tuple[str, Sequence[EncodedGesture]]]
    ) -> list[tuple[list[int], list[int] | None, str]]:
        """Return, for each action that has a refusal, all starts and ends of its gestures, and the refusal.

        ``gestures`` has pairs of the name of an action and the gestures of one of its ground actions.
        """
        ends: dict[tuple[str, bool], tuple[set[int], set[int]]] = {}
        for name, found in gestures:
            if name in self.pictures.refusals:
                for start, end in found:
                    starts, places = ends.setdefault((name, end is None), (set(), set()))
                    starts.update(start)
                    places.update(end or ())
        told = dict[tuple[str, bool], tuple[list[int], list[int] | None, str]]()
        for (name, is_tap), (starts, places) in ends.items():
            told[name, is_tap] = (sorted(starts), None if is_tap else sorted(places), self.pictures.refusals[name])
        return [*told.values()]

    def _encode_end(self, end: str, binding: Mapping[str, str]) -> list[int]:
        if end == ANY_FREE_PLACE:
            return [FREE_PLACE_NUMBER]
        if end in binding:
            number = self.numbers.objects.get(binding[end])
            return [] if number is None else [number]
        if end in self.numbers.fixtures:
            return [self.numbers.fixtures[end]]
        return self._find_rows(self._entries[end], binding) if end in self._entries else []

    def _find_rows(self, entry: int, binding: Mapping[str, str]) -> list[int]:
        """Return the numbers of the rows of an entry that agree with an action.

        They agree if variables with the same name have the same object.
        """
        variables = next((row.binding for row in self._rows if row.token.entry == entry), {})
        shared = tuple(sorted(variables.keys() & binding.keys()))
        if (entry, shared) not in self._rows_by_values:
            grouped: dict[tuple[str, ...], list[int]] = {}
            for index, row in enumerate(self._rows):
                if row.token.entry == entry:
                    grouped.setdefault(tuple(row.binding[name] for name in shared), []).append(
                        self.numbers.first_row + index
                    )
            self._rows_by_values[entry, shared] = grouped
        return self._rows_by_values[entry, shared].get(tuple(binding[name] for name in shared), [])


def find_gesture_mistakes(pictures: PicturesTable, domain: Domain, has_parameters: bool) -> Iterator[ErrorDiagnostic]:
    """Yield mistakes in gestures and refusals: unknown actions, and unknown ends.

    If ``has_parameters`` is true, the puzzle has parameters. Then unknown actions are no mistakes, because the task may
    have them for other values of the parameters.
    """
    known = {one.name: {parameter.name.removeprefix("?") for parameter in one.parameters} for one in domain.actions}
    ends = {ANY_FREE_PLACE, *pictures.fixtures, *(one.name for one in pictures.shows if one.name)}
    for table, names in (("gestures", pictures.gestures), ("refusals", pictures.refusals)):
        for name in names:
            if name not in known and not has_parameters:
                yield ErrorDiagnostic(f"pictures.{table}.{name}", format_message("tasks.unknown-action", name=name))
    for name in pictures.gestures:
        for start, end in pictures.list_gestures(name) if name in known else ():
            for one in (start, end):
                if one is not None and one not in known[name] | ends:
                    says = format_message("tasks.unknown-gesture-end", name=one)
                    yield ErrorDiagnostic(f"pictures.gestures.{name}", says)


def list_action_objects(move: GroundAction, objects: Mapping[str, int]) -> list[Any]:
    """Return the numbers of the objects of an action that a picture shows."""
    return [objects[name] for name in dict.fromkeys(move.arguments) if name in objects]
