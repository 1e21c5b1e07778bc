"""What is placed where, as somebody else's model of it may show it; only how it ends counts, as the order of placing says nothing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from ferryplan.generator.cast import Cast, Named, Seen, Situation, Stated, Wrong
from ferryplan.generator.placing.instance import Placement, PlacingInstance
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.space import GIVEN, Placements, PlacingSpace
from ferryplan.generator.space import Breach

CELL = re.compile("r[0-9]+c[0-9]+")


class PlacingCast(Cast[Placements, Placement]):
    """The items of an instance, at spots."""

    by_end = True

    def __init__(self, instance: PlacingInstance, parts: bool, apart: bool) -> None:
        """With ``parts``, a cell r2c3 is told as a row r2 and a column c3; each group of items is told ``apart``, or all in one way."""
        self.instance, self._space = instance, instance.once(PlacingSpace)
        items, self._preset = [*instance.items, *instance.preset], tuple(instance.preset.values())
        self.roles = [Named(item.name, item.called, ()) for item in items]
        self.values = [[Named(spot.name, spot.called, ()) for spot in instance.spots]] * len(self.roles)
        self.sorts = [0] * len(self.roles)
        objects = [re.findall("[rc][0-9]+", item.symbol) if parts else [item.symbol] for item in items]
        self.stated = [
            [Stated(item.group if apart else "at", (*names, spot.symbol)) for spot in instance.spots]
            for item, names in zip(items, objects, strict=True)
        ]

    def situation(self, state: Placements) -> Situation:
        """Return the spot of each item, less than 0 for what is not placed; then those that are given."""
        return (*state, *self._preset)

    def state(self, situation: Situation) -> Placements:
        """Return the placements of a situation."""
        return situation[: len(self.instance.items)]

    def solutions(self) -> Iterator[Situation]:
        """Yield every way to place all items."""
        for placements in Search(self.instance).solutions():
            yield self.situation(tuple([spot for _, spot in sorted(placements)]))

    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what is placed; all has settled where everything is."""
        if any(len(some) > 1 for some in values):
            return Seen(None, False, True)
        return Seen(tuple([some[0] if some else -1 for some in values]), all(values))

    def wrong(self, state: Placements, situation: Situation) -> Wrong:
        """Return a clue that placements break."""
        placed, given = self.state(situation), situation[len(self.instance.items) :]
        for role, spot in enumerate(given, len(placed)):
            if spot != self._preset[role - len(placed)]:
                return Wrong(
                    "rule-missing", Breach(GIVEN, f"{self.roles[role].called} is {self.values[role][spot].called}")
                )
        before = (
            ((*placed[:item], -1, *placed[item + 1 :]), Placement(item, spot)) for item, spot in enumerate(placed)
        )
        breaches = itertools.starmap(self._space.breach, before)
        return Wrong("rule-missing", next(filter(None, breaches)))

    def lacking(self, move: Placement, made: Sequence[Placement]) -> str:
        """Return that a solution is missing."""
        return "solution-missing"


class SpotCast(PlacingCast):
    """The items of an instance whose spots tell which items are there, as no two may be at the same one: a model need not name the items."""

    def __init__(self, instance: PlacingInstance) -> None:
        super().__init__(instance, parts=False, apart=False)
        self._spots = [item.spots for item in instance.items]
        self.values = [[self.values[0][spot] for spot in spots] for spots in self._spots]
        self.stated = [[Stated("at", (instance.spots[spot].symbol,)) for spot in spots] for spots in self._spots]

    @staticmethod
    def suits(instance: PlacingInstance) -> bool:
        """Return whether no spot is offered to two items, and nothing is placed from the start."""
        spots = [spot for item in instance.items for spot in item.spots]
        return not instance.preset and len({*spots}) == len(spots)

    def situation(self, state: Placements) -> Situation:
        """Return for each item which of its spots it is at, less than 0 for what is not placed."""
        return tuple([spots.index(spot) if spot >= 0 else -1 for spots, spot in zip(self._spots, state, strict=True)])

    def state(self, situation: Situation) -> Placements:
        """Return the placements of a situation."""
        return tuple([spots[one] if one >= 0 else -1 for spots, one in zip(self._spots, situation, strict=True)])


def casts(instance: PlacingInstance) -> list[PlacingCast]:
    """Return the items of an instance, told in several ways."""
    cells = all(CELL.fullmatch(item.symbol) for item in instance.items)
    groups = len({item.group for item in instance.items}) > 1
    ways = itertools.product((True, False)[not cells :], (True, False)[not groups :])
    by_spots = [SpotCast(instance)] if SpotCast.suits(instance) else []
    return [*(PlacingCast(instance, *way) for way in ways), *by_spots]
