"""A puzzle played by a person, placement by placement: the board, where the next item may go, which clue forbids the other spots."""

from __future__ import annotations

import dataclasses
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.answers import Counted, describe_count
from ferryplan.generator.errors import nearest
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.placing.answering import PlacingAnswering
from ferryplan.generator.placing.instance import Clue, Placement, PlacingInstance
from ferryplan.generator.placing.search import ExhaustedError, Search
from ferryplan.generator.placing.space import PlacingSpace, placed_in
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.placing.ties import Supports
from ferryplan.generator.play import Choice, Play, out_of_range
from ferryplan.generator.teller import COMMANDS
from ferryplan.generator.wording import Table, capital

MOST_NODES = 3_000
MOST_WORK = 50_000_000
"""in spots looked at, times items: some twenty seconds"""
SMALL_WORDS = ("to", "at", "in", "on", "is", "=")


class PlacingPlay(Play):
    """A puzzle in which things are placed, in whatever order, under way."""

    hint = "play.spot-hint"
    instance: PlacingInstance
    space: PlacingSpace
    teller: PlacingTeller

    def __init__(self, instance: PlacingInstance, layout: Layout = PLAIN) -> None:
        super().__init__(instance, layout)
        self.words = frozenset(item.name for item in instance.items)
        self._asked: tuple[object, int] | None = None
        """the item of which the player wants to know more, behind the state in which that is so"""
        numerals = any(spot.name.isdecimal() for spot in instance.spots)
        self.keys = [spot.name if numerals else str(number) for number, spot in enumerate(instance.spots, 1)]
        """what the spots are chosen by: where they are numerals themselves, these"""
        self._supports: dict[Clue, Supports] = {}
        self._answering = PlacingAnswering(instance, self.teller)

    @property
    def placed(self) -> dict[int, int]:
        """The spot of each item placed."""
        return placed_in(self.state)

    @property
    def item(self) -> int:
        """The item that a spot is chosen for: that which was asked for, else the next in order."""
        if self._asked and self._asked[0] == self.state:
            return self._asked[1]
        item = self.space.next_item(self.state)
        assert item is not None, "all is placed"
        return item

    @cached_property
    def _counted(self) -> Counted:
        return self._answering.count()

    def _reached(self) -> str:
        told = [answer.told for answer in self._answering.answer(self.state, self._counted)]
        done = f"{format_message('play.all-placed', rule=self.teller.rule)} {describe_count(self._counted)}"
        return "\n".join([done, *told])

    def _candidates(self) -> list[Placement]:
        return [Placement(self.item, spot) for spot in range(len(self.instance.spots))]

    def _listed(self, choices: list[Choice]) -> str:
        name, spots = self.instance.items[self.item].name, self.instance.spots
        rows = [
            (key, "" if key == spot.name else spot.name, self._forbidden(choice))
            for key, spot, choice in zip(self.keys, spots, choices, strict=True)
        ]
        if any(named for _, named, _ in rows):
            table = Table(("", name, "Violation"), tuple(rows))
        else:
            table = Table((name, "Violation"), tuple((key, why) for key, _, why in rows))
        stuck = ""
        if all(one.breach for one in choices):
            stuck = f"\n{self._stuck()}{self._way_back()}\n"
        return self.layout(table) + stuck

    def _stuck(self) -> str:
        """Return that no spot is left for the item."""
        spot, item = self.teller.spot_noun, self.instance.items[self.item].called
        return format_message("play.no-spot-left", spot=spot, item=item)

    def _begin(self) -> None:
        super()._begin()
        self._asked = None

    def _meant(self, line: str) -> Placement | str:
        if self.space.is_goal(self.state):
            return f"{format_message('play.everything-placed')} {format_message('play.undo-or-restart')}"
        spot = self._spot(line)
        if spot is not None:
            return Placement(self.item, spot)
        item, rest = self._named(line)
        if item is None and line.isdecimal() and self.keys[-1].isdecimal():
            return out_of_range(line, self.keys[0], self.keys[-1])
        if item is None:
            return format_message("play.unknown-item", text=line, nearest=self._nearest(line))
        if item in self.placed:
            at = self.instance.spots[self.placed[item]].called
            return format_message("play.already-placed", item=capital(self.instance.items[item].name), spot=at)
        spot = self._spot(rest)
        if rest and spot is None:
            meant = nearest(rest, [one.name for one in self.instance.spots])
            return format_message("play.unknown-spot", text=rest, nearest=meant)
        if spot is None:
            self._asked = self.state, item
            return ""
        return Placement(item, spot)

    def _spot(self, text: str) -> int | None:
        """Return the spot that a text names, or has the number of; None if it names none."""
        spots, wanted = self.instance.spots, text.lower()
        ways = ([spot.name for spot in spots], [spot.called for spot in spots], self.keys)
        return next((index for names in ways for index, name in enumerate(names) if name.lower() == wanted), None)

    def _named(self, line: str) -> tuple[int | None, str]:
        """Return the item with whose name a line begins, the longest if several do, and the rest of the line."""
        text = " ".join(line.lower().replace("=", " = ").split())
        known = {item.name.lower(): index for index, item in enumerate(self.instance.items)}
        fitting = [name for name in known if f"{text} ".startswith(f"{name} ")]
        if not fitting:
            return None, ""
        name = max(fitting, key=len)
        words = text.removeprefix(name).split()
        return known[name], " ".join(words[1:] if words and words[0] in SMALL_WORDS else words)

    def _nearest(self, line: str) -> str:
        """Return which item or spot may be meant, if one is named much like a line, or its first word."""
        free = [item.name for item, spot in zip(self.instance.items, self.state, strict=True) if spot < 0]
        known = [*free, *(spot.name for spot in self.instance.spots), *COMMANDS]
        return nearest(line, known, "") or nearest(line.split()[0], known, "")

    def _hint(self) -> str:
        instance, item, placed = self.instance, self.item, self.placed
        items = tuple(
            dataclasses.replace(one, spots=(placed[index],)) if index in placed else one
            for index, one in enumerate(instance.items)
        )
        work = sum(len(one.spots) for one in items) * len(items)
        most = max(1, min(MOST_NODES, MOST_WORK // max(1, work)))
        search = Search(dataclasses.replace(instance, items=items), supports=self._supports)
        try:
            found = search.first(most)
        except ExhaustedError:
            return format_message("play.solution-unknown", count=f"{most:,}")
        if found is None:
            return format_message("play.no-solution-from-here") + self._way_back()
        spot = instance.spots[dict(found)[item]].name
        return format_message("play.next-placement", item=instance.items[item].name, spot=spot)
