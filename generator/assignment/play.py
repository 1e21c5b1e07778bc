"""Interactive play of an assignment puzzle in the terminal.

It shows the board, the possible spots of the next item, and the clue that forbids each other spot.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.answering import AssignmentAnswering
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.search import AssignmentSearch, NodeLimitError
from ferryplan.generator.assignment.space import AssignmentSpace, partial_assignment
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.narrator import PLAY_COMMANDS
from ferryplan.generator.play import MoveChoice, Play, describe_out_of_range
from ferryplan.generator.solution_answers import CountedSolutions, describe_solution_count
from ferryplan.generator.wording import Table, capitalize

MAX_NODES = 3_000
MAX_WORK = 50_000_000
"""limit of the work for a hint, in nodes times possible spots times items: some twenty seconds"""
SMALL_WORDS = ("to", "at", "in", "on", "is", "=")


class AssignmentPlay(Play):
    """An assignment puzzle that a person plays, placing items in any order."""

    hint_key = "play.spot-hint"
    instance: AssignmentInstance
    space: AssignmentSpace
    narrator: AssignmentNarrator

    def __init__(self, instance: AssignmentInstance, layout: Layout = PLAIN) -> None:
        super().__init__(instance, layout)
        self.move_words = frozenset(item.name for item in instance.items)
        self._requested_item: tuple[object, int] | None = None
        """the item that the player has chosen, after the state in which this holds"""
        numerals = any(spot.name.isdecimal() for spot in instance.spots)
        self.spot_keys = [spot.name if numerals else str(number) for number, spot in enumerate(instance.spots, 1)]
        """the key that chooses each spot: its name if some spots are numerals, otherwise its number"""
        self._supports_cache: dict[Clue, Supports] = {}
        self._answering = AssignmentAnswering(instance, self.narrator)

    @property
    def assignment(self) -> dict[int, int]:
        """The spot of each placed item."""
        return partial_assignment(self.state)

    @property
    def current_item(self) -> int:
        """The item that the player chooses a spot for: the requested item, otherwise the next in order."""
        if self._requested_item and self._requested_item[0] == self.state:
            return self._requested_item[1]
        item = self.space.next_item(self.state)
        assert item is not None, "all is placed"
        return item

    @cached_property
    def _solution_count(self) -> CountedSolutions:
        return self._answering.count_solutions()

    def _describe_goal_reached(self) -> str:
        told = [answer.statement for answer in self._answering.answer_questions(self.state, self._solution_count)]
        done = f"{format_message('play.all-placed', rule=self.narrator.rule_noun)} {describe_solution_count(self._solution_count)}"
        return "\n".join([done, *told])

    def _list_candidates(self) -> list[Placement]:
        return [Placement(self.current_item, spot) for spot in range(len(self.instance.spots))]

    def _format_choices(self, choices: list[MoveChoice]) -> str:
        name, spots = self.instance.items[self.current_item].name, self.instance.spots
        rows = [
            (key, "" if key == spot.name else spot.name, self._describe_violation(choice))
            for key, spot, choice in zip(self.spot_keys, spots, choices, strict=True)
        ]
        if any(named for _, named, _ in rows):
            table = Table(("", name, "Violation"), tuple(rows))
        else:
            table = Table((name, "Violation"), tuple((key, why) for key, _, why in rows))
        stuck = ""
        if all(one.violation for one in choices):
            stuck = f"\n{self._describe_dead_end()}{self._suggest_undo()}\n"
        return self.layout(table) + stuck

    def _describe_dead_end(self) -> str:
        """Return that no spot is left for the current item."""
        spot, item = self.narrator.spot_noun, self.instance.items[self.current_item].called
        return format_message("play.no-spot-left", spot=spot, item=item)

    def _restart(self) -> None:
        super()._restart()
        self._requested_item = None

    def _parse_move(self, line: str) -> Placement | str:
        if self.space.is_goal(self.state):
            return f"{format_message('play.everything-placed')} {format_message('play.undo-or-restart')}"
        spot = self._parse_spot(line)
        if spot is not None:
            return Placement(self.current_item, spot)
        item, rest = self._parse_item(line)
        if item is None and line.isdecimal() and self.spot_keys[-1].isdecimal():
            return describe_out_of_range(line, self.spot_keys[0], self.spot_keys[-1])
        if item is None:
            return format_message("play.unknown-item", text=line, nearest=self._suggest_name(line))
        if item in self.assignment:
            at = self.instance.spots[self.assignment[item]].called
            return format_message("play.already-placed", item=capitalize(self.instance.items[item].name), spot=at)
        spot = self._parse_spot(rest)
        if rest and spot is None:
            meant = format_suggestion(rest, [one.name for one in self.instance.spots])
            return format_message("play.unknown-spot", text=rest, nearest=meant)
        if spot is None:
            self._requested_item = self.state, item
            return ""
        return Placement(item, spot)

    def _parse_spot(self, text: str) -> int | None:
        """Return the spot that a text names or whose number it is; None if there is none."""
        spots, wanted = self.instance.spots, text.lower()
        ways = ([spot.name for spot in spots], [spot.called for spot in spots], self.spot_keys)
        return next((index for names in ways for index, name in enumerate(names) if name.lower() == wanted), None)

    def _parse_item(self, line: str) -> tuple[int | None, str]:
        """Return the item with whose name a line begins, and the rest of the line.

        Of several such items, the one with the longest name counts; without any, the item is None.
        """
        text = " ".join(line.lower().replace("=", " = ").split())
        known = {item.name.lower(): index for index, item in enumerate(self.instance.items)}
        fitting = [name for name in known if f"{text} ".startswith(f"{name} ")]
        if not fitting:
            return None, ""
        name = max(fitting, key=len)
        words = text.removeprefix(name).split()
        return known[name], " ".join(words[1:] if words and words[0] in SMALL_WORDS else words)

    def _suggest_name(self, line: str) -> str:
        """Return a suggestion of an item, spot or command with a name similar to a line or its first word."""
        free = [item.name for item, spot in zip(self.instance.items, self.state, strict=True) if spot < 0]
        known = [*free, *(spot.name for spot in self.instance.spots), *PLAY_COMMANDS]
        return format_suggestion(line, known, "") or format_suggestion(line.split()[0], known, "")

    def _format_hint(self) -> str:
        instance, item, placed = self.instance, self.current_item, self.assignment
        items = tuple(
            dataclasses.replace(one, spots=(placed[index],)) if index in placed else one
            for index, one in enumerate(instance.items)
        )
        work = sum(len(one.spots) for one in items) * len(items)
        most = max(1, min(MAX_NODES, MAX_WORK // max(1, work)))
        search = AssignmentSearch(dataclasses.replace(instance, items=items), supports=self._supports_cache)
        try:
            found = search.find_first(most)
        except NodeLimitError:
            return format_message("play.solution-unknown", count=f"{most:,}")
        if found is None:
            return format_message("play.no-solution-from-here") + self._suggest_undo()
        spot = instance.spots[dict(found)[item]].name
        return format_message("play.next-placement", item=instance.items[item].name, spot=spot)
