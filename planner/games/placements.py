"""A puzzle played by a person, placement by placement: the board, where the next item may go, which clue forbids the other spots."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from generator.errors import nearest
from generator.placing.consistency import Consistency, ExhaustedError
from generator.placing.instance import Clue, Placement, PlacingInstance
from generator.placing.search import Supports, broken_clue
from generator.teller import COMMANDS
from generator.wording import Table, capital
from planner.games.game import Game, out_of_range
from planner.questions.answers import answers, count_solutions, most_placements, other_solutions, words_of
from planner.result import Counted
from planner.telling import PLAIN, Layout

MOST_NODES = 3_000
MOST_WORK = 50_000_000
"""in spots looked at, times items: some twenty seconds"""
GIVEN = "What is given must be so."
SMALL_WORDS = ("to", "at", "in", "on", "is", "=")


class Choice(NamedTuple):
    """A spot for an item."""

    spot: int
    breach: str
    """how what is placed then breaks a clue, in words; empty if it may go there"""
    clue: str
    """that clue, in words; empty as well"""


class Play(Game):
    """A puzzle in which things are placed, under way."""

    moves_help = (
        "  SPOT        place the next item there, by the number or the name of the spot\n"
        "  ITEM        show where another item may go\n"
        "  ITEM SPOT   place another item"
    )
    move = "placement"
    aim = "a spot from which all can still be placed, if there is one"

    def __init__(self, instance: PlacingInstance, layout: Layout = PLAIN) -> None:
        """Begin."""
        super().__init__()
        self.instance, self.layout = instance, layout
        self.names = frozenset(item.name for item in instance.items)
        self.passed: list[Placement] = []
        """the placements so far"""
        self._asked: int | None = None
        """the item of which the player wants to know more"""
        numerals = any(spot.name.isdecimal() for spot in instance.spots)
        self.keys = [spot.name if numerals else str(number) for number, spot in enumerate(instance.spots, 1)]
        """what the spots are chosen by: where they are numerals themselves, these"""
        self._supports: dict[Clue, Supports] = {}
        self._counted: Counted | None = None
        self._numbers = {says: number for number, says in words_of(instance).numbered_clues()}

    @property
    def placed(self) -> dict[int, int]:
        """The spot of each item placed."""
        return dict(self.passed)

    @property
    def item(self) -> int | None:
        """The item that a spot is chosen for: that which was asked for, else the next in order; None if all are placed."""
        if self._asked is not None:
            return self._asked
        placed = self.placed
        return next((one for one in self.instance.order if one not in placed), None)

    def opening(self) -> str:
        """Return what is to be known before the first placement: the clues and the commands."""
        numbered = "".join(f"  {number}. {says}\n" for says, number in self._numbers.items())
        unnumbered = dict.fromkeys(clue.says for clue in self.instance.clues if clue.says not in self._numbers)
        others = "".join(f"  - {says}\n" for says in unnumbered)
        return f"Clues:\n{numbered}{others}\nCommands:\n{self.help()}"

    def situation(self) -> str:
        """Return the board, then the spots for the item that is next, or that all is placed."""
        instance, item = self.instance, self.item
        count = len(self.passed)
        heading = f"After {count} placement{'s' * (count > 1)}:" if count else "At the start:"
        board = f"{heading}\n{self.layout(words_of(instance).board(self.placed))}\n"
        if item is None:
            if self._counted is None:
                self._counted = count_solutions(instance, most=most_placements(instance))
            told = "".join(f"{answer.told}\n" for answer in answers(instance, self.placed, self._counted))
            return f"{board}All is placed, and every clue is kept. {other_solutions(self._counted)}\n{told}"
        choices = self.choices(item)
        rows = tuple(
            (key, "" if key == instance.spots[choice.spot].name else instance.spots[choice.spot].name, self._forbidden(choice))
            for key, choice in zip(self.keys, choices, strict=True)
        )  # fmt: skip
        name = instance.items[item].name
        if not any(row[1] for row in rows):
            table = Table((name, "What forbids it"), tuple((key, why) for key, _, why in rows))
        else:
            table = Table(("", name, "What forbids it"), rows)
        stuck = (
            "" if any(not choice.breach for choice in choices) else f"\nNo spot is left for {name}.{self._way_back()}\n"
        )
        return f"{board}{self.layout(table)}{stuck}"

    def choices(self, item: int) -> list[Choice]:
        """Return what there is to say of each spot for an item that is not placed."""
        return [self._choice(item, spot) for spot in range(len(self.instance.spots))]

    def _choice(self, item: int, spot: int) -> Choice:
        placed = {**self.placed, item: spot}
        broken = broken_clue(self.instance, placed, item)
        if broken:
            return Choice(spot, broken.breach(placed, self.instance), broken.says)
        if spot not in self.instance.items[item].spots:
            return Choice(
                spot, f"{self.instance.items[item].name} cannot be at {self.instance.spots[spot].name}", GIVEN
            )
        return Choice(spot, "", "")

    def _forbidden(self, choice: Choice) -> str:
        number = self._numbers.get(choice.clue)
        return choice.breach + (f" (clue {number})" if number else "")

    def _begin(self) -> None:
        self.passed, self._asked = [], None

    def _undo(self) -> bool:
        self._asked = None
        if not self.passed:
            return False
        self.passed.pop()
        return True

    def _make(self, line: str) -> str:
        chosen = self._chosen(line)
        if isinstance(chosen, str):
            return chosen
        item, spot = chosen
        if spot is None:
            self._asked = item
            return ""
        choice = self._choice(item, spot)
        if choice.breach:
            return f"{capital(choice.breach)}. This breaks the clue: {choice.clue}"
        self.passed.append(Placement(item, spot))
        self._asked = None
        return ""

    def _chosen(self, line: str) -> tuple[int, int | None] | str:
        """Return the item and the spot that a line asks for, no spot if it names none; or why it asks for neither."""
        if self.item is None:
            return "All is placed. Undo, or restart."
        spot = self._spot(line)
        if spot is not None:
            return self.item, spot
        item, rest = self._named(line)
        if item is None and line.isdecimal() and self.keys[-1].isdecimal():
            return out_of_range(line, self.keys[0], self.keys[-1])
        if item is None:
            return f"Found '{line}', which is no command, no spot and no item{self._nearest(line)} (? helps)"
        if item in self.placed:
            at = self.instance.spots[self.placed[item]].name
            return f"{capital(self.instance.items[item].name)} is placed already: {at}."
        spot = self._spot(rest)
        if rest and spot is None:
            return f"Found '{rest}', which is no spot{nearest(rest, [one.name for one in self.instance.spots])}"
        return item, spot

    def _spot(self, text: str) -> int | None:
        """Return the spot that a text names, or has the number of; None if it names none."""
        wanted = text.lower()
        for names in (
            [spot.name for spot in self.instance.spots],
            [spot.called for spot in self.instance.spots],
            self.keys,
        ):
            for index, name in enumerate(names):
                if name.lower() == wanted:
                    return index
        return None

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
        placed = self.placed
        free = [item.name for index, item in enumerate(self.instance.items) if index not in placed]
        known = [*free, *(spot.name for spot in self.instance.spots), *COMMANDS]
        return nearest(line, known, "") or nearest(line.split()[0], known, "")

    def _hint(self) -> str:
        instance, item = self.instance, self.item
        if item is None:
            return "You are there."
        placed = self.placed
        items = tuple(
            dataclasses.replace(one, spots=(placed[index],)) if index in placed else one
            for index, one in enumerate(instance.items)
        )
        work = sum(len(one.spots) for one in items) * len(items)
        most = max(1, min(MOST_NODES, MOST_WORK // max(1, work)))
        search = Consistency(dataclasses.replace(instance, items=items), most, supports=self._supports)
        try:
            found = search.placement(instance.clues)
        except ExhaustedError:
            return f"After {most:,} placements it is not known whether all can be placed from here."
        if found is None:
            return f"From here, not all can be placed.{self._way_back()}"
        return f"All can still be placed. Next: {instance.items[item].name} {instance.spots[found[item]].name}."

    def _way_back(self) -> str:
        return " Undo, or restart." if self.passed else ""
