"""The base narrator of assignment puzzles: placements, boards and clues in words, tables and JSON.

Each family adds how its board looks and how to justify a placement. The parameter ``placed`` maps each placed item to
its spot, both as indices.
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.constraint_network import find_violated_clue
from ferryplan.generator.assignment.instance import (
    AllDifferentClue,
    AssignmentInstance,
    Clue,
    PartialAssignment,
    Placement,
)
from ferryplan.generator.assignment.space import AssignmentState, partial_assignment
from ferryplan.generator.assignment.stepwise_narrator import StepwiseNarrator
from ferryplan.generator.narrator import InstanceFacts, StateLine
from ferryplan.generator.search.strategy import BlockedMove, SearchOutcome
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import NounForms, Table, capitalize, join_numbered_names, join_phrases

ShownCells = Mapping[tuple[int, int], int]
"""the items whose spots the cells of the board show, by row and column in the table of the board"""
LETTER_WIDTH, CELL_PADDING = 8.6, 12
"""the approximate width of a letter at the text size of the picture; the free space on each side of a cell's text"""


class PossibleAnswer(NamedTuple):
    """A possible answer to a question that the puzzle asks, with a clue that is equivalent to the answer."""

    says: str
    """the answer as a clause for use inside a sentence"""
    clue: Clue
    """the clue that holds in a solution exactly if the solution gives this answer"""


MAX_NAMED_ITEMS = 30
"""largest number of items that the description of the placement order names"""


class AssignmentNarrator(StepwiseNarrator):
    """The base class of the narrators that describe the placements of an assignment puzzle."""

    instance: AssignmentInstance
    move_noun = NounForms("placement", "placements")
    narration_folder = "assignment/narration"
    layer_item_key = "item"
    text_keys = ("item", "spot")
    move_commands = format_message("assignment.commands")
    has_own_clues = False
    """whether puzzles of the family state clues, which may be contradictory or leave several solutions"""
    has_board_picture = False
    """whether the picture of the board shows more than the table of the board"""
    has_varying_answers = False
    """whether different solutions can give different answers although the puzzle asks no explicit questions"""

    @abstractmethod
    def board_as_table(self, placed: PartialAssignment) -> Table:
        """Return the board with the placed items as a table.

        The rows and columns are the same for all placements. A cell in which nothing is placed has an empty text.
        """

    @abstractmethod
    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a sentence that states a placement and, where possible, the reason for it.

        The sentence may begin with a lower-case letter. ``before`` holds the spots of the items placed earlier;
        ``clues`` are the clues that the sentence may mention.
        """

    @abstractmethod
    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the answers that a complete assignment gives, as sentences.

        They are a sentence for each question that the puzzle asks, or the sentences that close the story.
        """

    def make_page_board(self, shown: ShownCells) -> dict[str, Any]:
        """Return the JSON data by which a page draws the board that a person fills in.

        This board has a table for each group of items, with a row for each item and a column for each spot. ``shown``
        holds the cells of the table of the board that show an item, as in the data of the page's rules.
        """
        items = enumerate(self.instance.items)
        groups = itertools.groupby(items, key=lambda numbered: numbered[1].group)
        blocks = [(name, [item for item, _ in some]) for name, some in groups]
        twice = {"rule": format_message("assignment.rule-of-items"), "found": ""}
        return {
            "kind": "grid",
            "blocks": blocks,
            "columns": _drop_common_word([spot.name for spot in self.instance.spots]),
            "first": self.instance.spots[0].name,
            "total": len(self.instance.items),
            "twice": twice,
        }

    def draw_svg(self, placed: PartialAssignment, on_page: bool = False) -> str:
        """Return the board with the placed items as an SVG picture that suits light and dark screens.

        With ``on_page``, the picture suits an HTML page whose script draws what is placed.
        """
        single = [
            self.board_as_table({index: item.spots[-1]}) for index, item in enumerate(self.instance.items) if item.spots
        ]
        board = self.board_as_table(placed)
        # The widths regard all rows that can occur, so the columns stay in place from step to step.
        rows = [row for one in (board, *single) for row in one.rows]
        widths = [
            max(map(len, column)) * LETTER_WIDTH + 2 * CELL_PADDING for column in zip(board.heading, *rows, strict=True)
        ]
        starts = [sum(widths[:column]) + CELL_PADDING for column in range(len(widths))]
        context = {
            "title": self.instance.title,
            "board": board,
            "width": sum(widths),
            "starts": starts,
            "on_page": on_page,
        }
        return render_template("assignment/pictures/table.svg.j2", context)

    def draw_board(self, state: AssignmentState) -> str:
        """Return the board as SVG if the family has a picture of it; otherwise the empty text."""
        return self.draw_svg(partial_assignment(state)) if self.has_board_picture else ""

    def numbered_clues(self) -> list[tuple[int, str]]:
        """Return the clues that the puzzle states, as pairs of a number (from 1) and the clue's sentence.

        The list is empty for families whose puzzles state no clues.
        """
        given = [
            clue.says for clue in self.instance.clues if self.has_own_clues and not isinstance(clue, AllDifferentClue)
        ]
        return [*enumerate(given, 1)]

    def tabulate_given_values(self) -> Table | None:
        """Return a table of the puzzle's givens, such as the given digits of a sudoku; None without givens.

        The table holds data that neither the story nor the clues contain.
        """
        return None

    def question_as_json(self) -> dict[str, Any]:
        """Return the JSON fields that describe the puzzle to a reader, such as its rules."""
        return {"rules": [*self.rules]}

    def list_further_clues(self) -> Iterator[Clue]:
        """Yield clues that could be added to the puzzle; none for families whose puzzles state no clues."""
        return iter(())

    @property
    def questions(self) -> Sequence[str]:
        """The texts of the questions that the puzzle asks, such as 'Who drinks water?'; often empty."""
        return ()

    def possible_answers(self) -> tuple[tuple[PossibleAnswer, ...], ...]:
        """Return, for each question, the possible answers, each with a clue that is equivalent to it."""
        return ()

    def introduce_steps(self, moves: Iterable[tuple[AssignmentState, Placement]]) -> str:
        """Return an introduction to the sentences about these placements; an empty text if they need none.

        ``moves`` are pairs of a placement and the state before it.
        """
        return ""

    def find_determined_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the answers that the placed items already determine, as clauses for use inside a sentence."""
        known = (one for among in self.possible_answers() for one in among if placed.keys() >= {*one.clue.scope})
        return tuple(one.says for one in known if one.clue.allows(placed))

    def open_spots(self, item: int, before: PartialAssignment, clues: Sequence[Clue]) -> list[int]:
        """Return the possible spots of an item that none of the clues forbids, given the earlier placements."""
        spots = self.instance.items[item].spots
        return [spot for spot in spots if all(clue.allows({**before, item: spot}) for clue in clues)]

    @property
    def rules(self) -> Sequence[str]:
        """The sentences of the clues, without repetitions."""
        return list(dict.fromkeys(clue.says for clue in self.instance.clues))

    def describe_move(self, state: AssignmentState, move: Placement) -> str:
        """Return a sentence that states a placement and may mention clues about its item.

        If the puzzle states clues, the sentence mentions only clues whose items are all placed.
        """
        before = partial_assignment(state)
        about = [clue for clue in self.instance.clues if move.item in clue.scope]
        complete = [clue for clue in about if {*before, move.item}.issuperset(clue.scope)]
        return capitalize(self.narrate_placement(move, before, complete if self.has_own_clues else about))

    def label_move(self, move: Placement) -> str:
        """Return the names of a placement's item and spot, as ``item: spot``."""
        return f"{self.instance.items[move.item].name}: {self.instance.spots[move.spot].name}"

    def format_state(self, state: AssignmentState) -> str:
        """Return the latest placement of a state, as ``item: spot``; a message if nothing is placed."""
        last = next((item for item in reversed(self.instance.order) if state[item] >= 0), None)
        return (
            format_message("assignment.nothing-placed")
            if last is None
            else self.label_move(Placement(last, state[last]))
        )

    def tabulate_states(self, depths: Sequence[tuple[int, AssignmentState]]) -> Table:
        """Return a table of the board in the first state of ``depths``."""
        return self.board_as_table(partial_assignment(depths[0][1]))

    def list_blocked_move_cells(self, blocked_move: BlockedMove[AssignmentState, Placement]) -> list[tuple[str, str]]:
        """Return a table row about a forbidden placement, as pairs of heading and text.

        The row has the spot, the number of the violated clue and the reason. The number is left out if no clue has a
        number.
        """
        number = {says: str(number) for says, number in self.clue_numbers.items()}
        return [
            ("Place", capitalize(self.instance.spots[blocked_move.move.spot].called)),
            *([("Clue", number.get(blocked_move.rule, ""))] if number else []),
            ("Violation", capitalize(blocked_move.reason)),
        ]

    def blocked_move_as_json(self, blocked_move: BlockedMove[AssignmentState, Placement]) -> dict[str, Any]:
        """Return a JSON object with the spot of a forbidden placement, the violated clue, and the reason."""
        return {
            "spot": self.instance.spots[blocked_move.move.spot].name,
            "clue": blocked_move.rule,
            "violation": blocked_move.reason,
        }

    def search_outcome_as_json(
        self,
        outcome: SearchOutcome[AssignmentState],
        goals_met: int,
        goal_count: int,
        nearest_states: Sequence[tuple[int, AssignmentState]],
    ) -> dict[str, Any]:
        """Return a JSON object that describes how far a search for a solution got.

        It holds the number of placements tried, the placements of the state with the most placed items, and the next
        item, which fits at no spot.
        """
        told = [
            self.move_as_json(state, Placement(item, state[item]))
            for _, state in nearest_states
            for item in self.instance.order[:goals_met]
        ]
        item = self.instance.order[goals_met] if outcome.complete and nearest_states else None
        following = None if item is None else self.instance.items[item].name
        return {
            "nodes": outcome.state_count,
            "items": len(self.instance.items),
            "placed": goals_met if outcome.depths else None,
            "deepest": told,
            "next_item": following,
        }

    def next_item_name(self, state: AssignmentState) -> str:
        """Return the name, for use in a sentence, of the item that is placed next in this state."""
        return self.instance.items[self.instance.order[len(partial_assignment(state))]].called

    def layer_item_name(self, number: int) -> str | None:
        """Return the name of the item that the placement with this number (from 1) places; None for 0."""
        return self.instance.items[self.instance.order[number - 1]].name if number else None

    def list_state_lines(self, state: AssignmentState) -> Sequence[StateLine]:
        """Return the latest placement of a state as its only line of text."""
        return (StateLine(self.format_state(state)),)

    def state_as_json(self, state: AssignmentState) -> dict[str, Any]:
        """Return a JSON object with the last placed item, its spot, and the spots of all placed items.

        The spots are in the order of placement.
        """
        instance = self.instance
        placed = [item for item in instance.order if state[item] >= 0]
        return {
            "item": instance.items[placed[-1]].name if placed else None,
            "spot": instance.spots[state[placed[-1]]].name if placed else None,
            "placed": [instance.spots[state[item]].name for item in placed],
        }

    def move_as_json(self, state: AssignmentState, move: Placement) -> dict[str, Any]:
        """Return a JSON object with the names of the item and of its spot."""
        return {"item": self.instance.items[move.item].name, "spot": self.instance.spots[move.spot].name}

    proof_keys = ("nodes", "complete", "", "contradictory_clues", "contradiction_is_smallest")
    reasons_key = "ruled_out"

    def tabulate_board(self, state: AssignmentState) -> Table:
        """Return the board of a state as a table."""
        return self.board_as_table(partial_assignment(state))

    def explain_move(self, before: AssignmentState, move: Placement, after: AssignmentState) -> list[str]:
        """Return sentences that say which clues rule out which other spots of the placed item.

        Each spot is attributed to the first clue that the placement there would violate, given the earlier placements.
        The last sentence names the spots that no clue rules out. Spots that are impossible from the start are not
        mentioned.
        """
        instance, ruled_out, left = self.instance, dict[str, list[str]](), list[str]()
        for spot in instance.items[move.item].spots:
            if spot == move.spot:
                continue
            broken = find_violated_clue(instance, {**partial_assignment(before), move.item: spot}, move.item)
            where = left if broken is None else ruled_out.setdefault(broken.says, [])
            where.append(instance.spots[spot].called)
        lines = [
            format_message(
                "assignment.ruled-out-by-clue",
                spots=capitalize(join_numbered_names(names)),
                rule=self.rule_noun,
                clue=self.cite_clue(says),
            )
            for says, names in ruled_out.items()
        ]
        if left:
            lines.append(format_message("assignment.also-possible", count=len(left), spots=join_phrases(left)))
        return lines

    def solution_move_as_json(self, before: AssignmentState, move: Placement) -> dict[str, Any]:
        """Return a JSON object with a placement and the clues about its item whose items are all placed now."""
        instance, item = self.instance, self.instance.items[move.item]
        placed = {*partial_assignment(before), move.item}
        clues = [clue.says for clue in instance.clues if move.item in clue.scope and placed.issuperset(clue.scope)]
        return {"item": item.name, "group": item.group, "spot": instance.spots[move.spot].name, "clues": clues}

    def solution_state_as_json(self, state: AssignmentState) -> dict[str, Any]:
        """Return an empty object: a solution's JSON needs no states, because placements are never undone."""
        return {}

    def describe_instance(
        self, space: StateSpace[AssignmentState, Placement], call_if_fast: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return the items, the clues and the order of placement, as JSON and as text.

        ``call_if_fast`` is not used.
        """
        instance = self.instance
        names = [item.name for item in instance.items]
        order = [names[index] for index in instance.order]
        data = {
            "items": [
                {"name": item.name, "group": item.group, "spots": [instance.spots[spot].name for spot in item.spots]}
                for item in instance.items
            ],
            "clues": [{"kind": clue.kind, "text": clue.says} for clue in instance.clues],
            "placement_order": order,
        }
        clues = "\n".join(
            [f"{self.rules_heading}:", *(f"  {number}. {says}" for number, says in enumerate(self.rules, 1))]
        )
        key = "assignment.order-begins" if len(order) > MAX_NAMED_ITEMS else "assignment.order"
        first = format_message(key, items=", ".join(order[:MAX_NAMED_ITEMS]))
        return InstanceFacts(data, [clues, self.tabulate_board(space.initial), first])


def _drop_common_word(names: Sequence[str]) -> list[str]:
    """Return the names without their first word if they share it, as in ``house 1`` and ``house 2``."""
    words = {name.partition(" ")[0] for name in names}
    rests = [name.partition(" ")[2] for name in names]
    return rests if len(words) == 1 and all(rests) else [*names]
