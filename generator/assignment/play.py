"""Interactive play of an assignment puzzle in the terminal.

It shows the board and the spots of the current item. The command ``check`` shows for each spot the clue that rules it out.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.answering import AssignmentSolutionAnswers
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.search import AssignmentSearch, NodeLimitError
from ferryplan.generator.assignment.space import AssignmentSpace, partial_assignment
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.narrator import PLAY_COMMANDS
from ferryplan.generator.play import MoveChoice, Play, format_out_of_range_message
from ferryplan.generator.solution_answers import CountedSolutions, describe_solution_count
from ferryplan.generator.wording import Table, capitalize

MAX_NODES = 3_000
"""largest number of placements that the search for a hint tries"""
MAX_WORK = 50_000_000
"""limit of the work for a hint: the number of placements tried, times the total number of possible spots, times the
number of items; some twenty seconds"""
SMALL_WORDS = ("to", "at", "in", "on", "is", "=")
"""the words that may stand between an item and its spot in the player's input"""


class AssignmentPlay(Play):
    """An interactive game in which a person places the items of an assignment puzzle in any order."""

    hint_key = "play.spot-hint"
    instance: AssignmentInstance
    space: AssignmentSpace
    narrator: AssignmentNarrator

    def __init__(self, instance: AssignmentInstance, layout: Layout = PLAIN) -> None:
        super().__init__(instance, layout)
        self.inputs_for_moves = frozenset(item.name for item in instance.items)
        self._requested_item: tuple[object, int] | None = None
        """the state in which the player named an item to place, and the index of this item; the choice ends with the state"""
        numerals = any(spot.name.isdecimal() for spot in instance.spots)
        self.spot_inputs = [spot.name if numerals else str(number) for number, spot in enumerate(instance.spots, 1)]
        """the input that chooses each spot: the spot's name if some spots are numerals, otherwise the spot's number"""
        self._shows_violations = False
        """whether the table of spots says which of them are forbidden"""
        self._supports_cache: dict[Clue, Supports] = {}
        self._answering = AssignmentSolutionAnswers(instance, self.narrator)

    @property
    def assignment(self) -> dict[int, int]:
        """The spot of each item that is placed in the current state."""
        return partial_assignment(self.state)

    @property
    def current_item(self) -> int:
        """The item to place next: the one that the player named, otherwise the next in order."""
        if self._requested_item and self._requested_item[0] == self.state:
            return self._requested_item[1]
        item = self.space.next_item(self.state)
        assert item is not None, "all is placed"
        return item

    @cached_property
    def _solution_count(self) -> CountedSolutions:
        """The number of solutions of the puzzle, as far as it can be counted quickly."""
        return self._answering.count_solutions()

    def _describe_goal_reached(self) -> str:
        """Return the text for a solved puzzle: the number of solutions, and the answers that this one gives."""
        told = [answer.statement for answer in self._answering.answer_questions(self.state, self._solution_count)]
        done = f"{format_message('play.all-placed', rule=self.narrator.rule_noun)} {describe_solution_count(self._solution_count)}"
        return "\n".join([done, *told])

    def _list_candidates(self) -> list[Placement]:
        """Return the placements of the current item at all spots, including forbidden ones."""
        return [Placement(self.current_item, spot) for spot in range(len(self.instance.spots))]

    def answer_line(self, line: str) -> str:
        """Carry out a command or place an item, and return the reply.

        The command ``check`` says which spots are forbidden, and why.
        """
        self._shows_violations = line.strip() not in self.inputs_for_moves and line.lower().split() in (
            ["c"],
            ["check"],
        )
        try:
            return self.describe_state() if self._shows_violations else super().answer_line(line)
        finally:
            self._shows_violations = False

    def _format_choices(self, choices: list[MoveChoice]) -> str:
        """Return the current item's spots; on request as a table with the reason why a spot is forbidden."""
        name, spots = self.instance.items[self.current_item].name, self.instance.spots
        if not self._shows_violations:
            if all(key == spot.name for key, spot in zip(self.spot_inputs, spots, strict=True)):
                return format_message("play.spots", item=name, spots=", ".join(self.spot_inputs)) + "\n"
            named = tuple((key, spot.name) for key, spot in zip(self.spot_inputs, spots, strict=True))
            return self.layout(Table(("", name), named))
        rows = [
            (key, "" if key == spot.name else spot.name, self._describe_violation(choice))
            for key, spot, choice in zip(self.spot_inputs, spots, choices, strict=True)
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
        """Return a sentence that says that no spot is left for the current item."""
        spot, item = self.narrator.spot_noun, self.instance.items[self.current_item].called
        return format_message("play.no-spot-left", spot=spot, item=item)

    def _restart(self) -> None:
        super()._restart()
        self._requested_item = None

    def _parse_move(self, line: str) -> Placement | str:
        """Return the placement that the player's line names, or an error message if it names none.

        If the line names only an item, this item becomes the current one, and the message is empty.
        """
        if self.space.is_goal(self.state):
            return f"{format_message('play.everything-placed')} {format_message('play.undo-or-restart')}"
        spot = self._parse_spot(line)
        if spot is not None:
            return Placement(self.current_item, spot)
        item, rest = self._parse_item(line)
        if item is None and line.isdecimal() and self.spot_inputs[-1].isdecimal():
            return format_out_of_range_message(line, self.spot_inputs[0], self.spot_inputs[-1])
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
        """Return the index of the spot that the player's text names; None if it names none.

        The text can be a name of the spot, or the short input that the table of choices shows for it.
        """
        spots, wanted = self.instance.spots, text.lower()
        ways = ([spot.name for spot in spots], [spot.called for spot in spots], self.spot_inputs)
        return next((index for names in ways for index, name in enumerate(names) if name.lower() == wanted), None)

    def _parse_item(self, line: str) -> tuple[int | None, str]:
        """Return the index of the item with whose name a line begins, and the rest of the line.

        If the line begins with several names, the longest one counts. If it begins with none, the item is None.
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
        """Return a "did you mean" clause with the item, spot or command whose spelling is closest to the line.

        If none is similar to the line, only the line's first word is compared.
        """
        free = [item.name for item, spot in zip(self.instance.items, self.state, strict=True) if spot < 0]
        known = [*free, *(spot.name for spot in self.instance.spots), "check", *PLAY_COMMANDS]
        return format_suggestion(line, known, "") or format_suggestion(line.split()[0], known, "")

    def _format_hint(self) -> str:
        """Return a hint: the current item's spot in a solution that contains the placements so far."""
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
