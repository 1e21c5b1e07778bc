"""The base narrator of assignment puzzles: placements, boards and clues in words, tables and JSON.

Each family provides the look of its board and the reasons for a placement.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.constraint_network import find_violated_clue
from ferryplan.generator.assignment.instance import AllDifferent, AssignmentInstance, Clue, PartialAssignment, Placement
from ferryplan.generator.assignment.space import AssignmentState, partial_assignment
from ferryplan.generator.assignment.stepwise_narrator import StepwiseNarrator
from ferryplan.generator.narrator import InstanceFacts, StateLine
from ferryplan.generator.search.strategy import BlockedMove, SearchOutcome
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import NounForms, Table, capitalize, join_numbered_names, join_phrases

LETTER_WIDTH, CELL_PADDING = 8.6, 12
"""the approximate width of a letter at the text size of the picture; the free space on each side of a cell's text"""


class PossibleAnswer(NamedTuple):
    """A possible answer to a question."""

    says: str
    """the answer as a phrase for use inside a sentence"""
    clue: Clue
    """a clue that holds exactly in the solutions that give this answer"""


MAX_NAMED_ITEMS = 30
"""largest number of items that the description of the placement order names"""


class AssignmentNarrator(StepwiseNarrator):
    """The base class of the narrators of assignment puzzles."""

    instance: AssignmentInstance
    move_noun = NounForms("placement", "placements")
    narration_folder = "assignment/narration"
    layer_key = "item"
    text_keys = ("item", "spot")
    move_commands = format_message("assignment.commands")
    has_own_clues = False
    """whether puzzles of the family have clues of their own, which may be contradictory or leave several solutions"""
    has_board_picture = False
    """whether the picture of the board shows more than its table"""
    answers_differ = False
    """whether solutions can give different answers, for puzzles that do not ask questions"""

    @abstractmethod
    def board_as_table(self, placed: PartialAssignment) -> Table:
        """Return the board with the placed items, as a table with a fixed layout.

        The text of a cell is empty if nothing is placed there.
        """

    @abstractmethod
    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, which may begin with a lower-case letter.

        ``clues`` are the clues that the sentence may mention.
        """

    @abstractmethod
    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the answers that a complete assignment gives.

        There is a sentence for each question, or one sentence that closes the story.
        """

    def draw_svg(self, placed: PartialAssignment) -> str:
        """Return the board with the placed items as an SVG picture, for light and dark screens."""
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
        context = {"title": self.instance.title, "board": board, "width": sum(widths), "starts": starts}
        return render_template("assignment/pictures/table.svg.j2", context)

    def draw_board(self, state: AssignmentState) -> str:
        """Return the board as SVG if the family has a picture of it, otherwise the empty text."""
        return self.draw_svg(partial_assignment(state)) if self.has_board_picture else ""

    def numbered_clues(self) -> list[tuple[int, str]]:
        """Return the puzzle's own clues with their numbers, as sentences cite them.

        The list is empty for families without clues of their own.
        """
        given = [clue.says for clue in self.instance.clues if self.has_own_clues and not isinstance(clue, AllDifferent)]
        return [*enumerate(given, 1)]

    def table_of_givens(self) -> Table | None:
        """Return a table of the data that the puzzle gives besides its story and its clues, or None.

        An example are the given digits of a sudoku.
        """
        return None

    def question_as_json(self) -> dict[str, Any]:
        """Return the entries that describe the question, such as its rules, for the JSON of an answer."""
        return {"rules": [*self.rules]}

    def list_further_clues(self) -> Iterator[Clue]:
        """Yield clues that the puzzle could have in addition to its own."""
        return iter(())

    @property
    def questions(self) -> Sequence[str]:
        """The questions that the puzzle asks."""
        return ()

    def possible_answers(self) -> tuple[tuple[PossibleAnswer, ...], ...]:
        """Return the possible answers to each question, each with the clue that it is equivalent to."""
        return ()

    def introduce_steps(self, moves: Iterable[tuple[AssignmentState, Placement]]) -> str:
        """Return an introduction that the sentences about these placements need; the empty text if none.

        Each placement comes with the state before it.
        """
        return ""

    def find_given_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the answers that the placed items determine, as phrases for use inside a sentence."""
        known = (one for among in self.possible_answers() for one in among if placed.keys() >= {*one.clue.scope})
        return tuple(one.says for one in known if one.clue.allows(placed))

    def open_spots(self, item: int, before: PartialAssignment, clues: Sequence[Clue]) -> list[int]:
        """Return the possible spots of an item that none of the clues forbids directly."""
        spots = self.instance.items[item].spots
        return [spot for spot in spots if all(clue.allows({**before, item: spot}) for clue in clues)]

    @property
    def rules(self) -> Sequence[str]:
        """The texts of the clues, each once."""
        return list(dict.fromkeys(clue.says for clue in self.instance.clues))

    def describe_move(self, state: AssignmentState, move: Placement) -> str:
        """Return a placement as a sentence that may mention the clues about the item.

        If the puzzle has clues of its own, the sentence mentions only clues whose items are all placed.
        """
        before = partial_assignment(state)
        about = [clue for clue in self.instance.clues if move.item in clue.scope]
        complete = [clue for clue in about if {*before, move.item}.issuperset(clue.scope)]
        return capitalize(self.narrate_placement(move, before, complete if self.has_own_clues else about))

    def label_move(self, move: Placement) -> str:
        """Return a placement as ``item: spot``."""
        return f"{self.instance.items[move.item].name}: {self.instance.spots[move.spot].name}"

    def format_state(self, state: AssignmentState) -> str:
        """Return the last placement in the order of placement, as ``item: spot``."""
        last = next((item for item in reversed(self.instance.order) if state[item] >= 0), None)
        return (
            format_message("assignment.nothing-placed")
            if last is None
            else self.label_move(Placement(last, state[last]))
        )

    def tabulate_states(self, depths: Sequence[tuple[int, AssignmentState]]) -> Table:
        """Return the board of the first state."""
        return self.board_as_table(partial_assignment(depths[0][1]))

    def list_blocked_move_cells(self, blocked_move: BlockedMove[AssignmentState, Placement]) -> list[tuple[str, str]]:
        """Return the table cells for a forbidden placement: the spot, the clue number and the reason.

        The clue number is left out if no clue has a number.
        """
        number = {says: str(number) for says, number in self.clue_numbers.items()}
        return [
            ("Place", capitalize(self.instance.spots[blocked_move.move.spot].called)),
            *([("Clue", number.get(blocked_move.rule, ""))] if number else []),
            ("Violation", capitalize(blocked_move.reason)),
        ]

    def blocked_move_as_json(self, blocked_move: BlockedMove[AssignmentState, Placement]) -> dict[str, Any]:
        """Return a forbidden placement as JSON: its spot, the clue that forbids it, and the reason."""
        return {
            "spot": self.instance.spots[blocked_move.move.spot].name,
            "clue": blocked_move.rule,
            "violation": blocked_move.reason,
        }

    def reach_as_json(
        self,
        reach: SearchOutcome[AssignmentState],
        goals_met: int,
        goal_count: int,
        nearest_states: Sequence[tuple[int, AssignmentState]],
    ) -> dict[str, Any]:
        """Return the outcome of a search as JSON.

        It holds the number of placements tried, the placements of the deepest state, and the next item, which fits nowhere.
        """
        told = [
            self.move_as_json(state, Placement(item, state[item]))
            for _, state in nearest_states
            for item in self.instance.order[:goals_met]
        ]
        item = self.instance.order[goals_met] if reach.complete and nearest_states else None
        following = None if item is None else self.instance.items[item].name
        return {
            "nodes": reach.state_count,
            "items": len(self.instance.items),
            "placed": goals_met if reach.depths else None,
            "deepest": told,
            "next_item": following,
        }

    def name_next_item(self, state: AssignmentState) -> str:
        """Return the name of the next item in the order of placement."""
        return self.instance.items[self.instance.order[len(partial_assignment(state))]].called

    def name_layer_item(self, number: int) -> str | None:
        """Return the name of the item that the placement with this number places; None for number 0."""
        return self.instance.items[self.instance.order[number - 1]].name if number else None

    def list_state_lines(self, state: AssignmentState) -> Sequence[StateLine]:
        """Return the text of the state as the only line."""
        return (StateLine(self.format_state(state)),)

    def state_as_json(self, state: AssignmentState) -> dict[str, Any]:
        """Return the last placed item, its spot, and the spots of all placed items in the order of placement."""
        instance = self.instance
        placed = [item for item in instance.order if state[item] >= 0]
        return {
            "item": instance.items[placed[-1]].name if placed else None,
            "spot": instance.spots[state[placed[-1]]].name if placed else None,
            "placed": [instance.spots[state[item]].name for item in placed],
        }

    def move_as_json(self, state: AssignmentState, move: Placement) -> dict[str, Any]:
        """Return the item and its spot."""
        return {"item": self.instance.items[move.item].name, "spot": self.instance.spots[move.spot].name}

    proof_keys = ("nodes", "complete", "", "contradictory_clues", "contradiction_is_smallest")
    reasons_key = "ruled_out"

    def tabulate_board(self, state: AssignmentState) -> Table:
        """Return the board of a state as a table."""
        return self.board_as_table(partial_assignment(state))

    def explain_move(self, before: AssignmentState, move: Placement, after: AssignmentState) -> list[str]:
        """Return sentences that say which clue rules out which other spots of the placed item.

        Each spot is attributed to the first clue that the placement there would violate, given the earlier placements. The last
        sentence names the spots that no clue rules out. Spots that are impossible from the start are not mentioned.
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
        """Return a placement and the clues about its item whose items are all placed now."""
        instance, item = self.instance, self.instance.items[move.item]
        placed = {*partial_assignment(before), move.item}
        clues = [clue.says for clue in instance.clues if move.item in clue.scope and placed.issuperset(clue.scope)]
        return {"item": item.name, "group": item.group, "spot": instance.spots[move.spot].name, "clues": clues}

    def solution_state_as_json(self, state: AssignmentState) -> dict[str, Any]:
        """Return an empty object, because each placement stays."""
        return {}

    def describe_instance(
        self, space: StateSpace[AssignmentState, Placement], attempt: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return the items, the clues and the order of placement, as JSON and as text."""
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
