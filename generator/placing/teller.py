"""What says placements and boards; what a board looks like, and why a placement is right, is each family's."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.placing.instance import AllDifferent, Clue, Placed, Placement, PlacingInstance
from ferryplan.generator.placing.space import Placements, placed_in
from ferryplan.generator.placing.stepwise import StepwiseTeller
from ferryplan.generator.placing.ties import broken_clue
from ferryplan.generator.search.strategy import Reach, Stop
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Facts, Line
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Noun, Table, capital, listing, listing_of_numbered

LETTER, PADDING = 8.6, 12
"""how wide a letter is, about, at the size of the picture's text; what is left free beside a cell's text"""


class Alternative(NamedTuple):
    """An answer to a question."""

    says: str
    """as the inside of a sentence"""
    clue: Clue
    """holds in those solutions in which this is the answer"""


MOST_IN_ORDER = 30
"""how many items the order of placement names"""


class PlacingTeller(StepwiseTeller):
    """The words for an instance in which things are placed."""

    instance: PlacingInstance
    move = Noun("placement", "placements")
    narration = "placing/narration"
    layer_key = "item"
    texts = ("item", "spot")
    commands = format_message("placing.commands")
    clued = False
    """whether puzzles of the family have clues of their own, which may contradict each other or leave several solutions"""
    pictured = False
    """whether its picture shows more than the table"""
    answers_differ = False
    """whether what one solution answers, others answer otherwise, where nothing is asked"""

    @abstractmethod
    def board(self, placed: Placed) -> Table:
        """Return what is placed so far as a rigid table; the text is empty for what is not."""

    @abstractmethod
    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, perhaps with a small letter in front; ``clues`` are those that may be told of."""

    @abstractmethod
    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what is answered once all is placed, a sentence for each question, or what closes the story."""

    def svg(self, placed: Placed) -> str:
        """Return the board with what is placed so far as an SVG picture, for light and dark screens."""
        single = [self.board({index: item.spots[-1]}) for index, item in enumerate(self.instance.items) if item.spots]
        board = self.board(placed)
        # all rows that there may be, so that columns stay where they are from step to step
        rows = [row for one in (board, *single) for row in one.rows]
        widths = [max(map(len, column)) * LETTER + 2 * PADDING for column in zip(board.heading, *rows, strict=True)]
        starts = [sum(widths[:column]) + PADDING for column in range(len(widths))]
        context = {"title": self.instance.title, "board": board, "width": sum(widths), "starts": starts}
        return render("placing/pictures/table.svg.j2", context)

    def draw_board(self, state: Placements) -> str:
        """Return the board as SVG if it has squares."""
        return self.svg(placed_in(state)) if self.pictured else ""

    def numbered_clues(self) -> list[tuple[int, str]]:
        """Return a puzzle's own clues as they are numbered in sentences; none for families that have none of their own."""
        given = [clue.says for clue in self.instance.clues if self.clued and not isinstance(clue, AllDifferent)]
        return [*enumerate(given, 1)]

    def table_of_givens(self) -> Table | None:
        """Return what the puzzle shows besides its story and its clues, such as the digits of a sudoku that are given."""
        return None

    def question_as_json(self) -> dict[str, Any]:
        """Return for programs what an answer repeats of the question: the rules, and what the puzzle shows."""
        return {"rules": [*self.rules]}

    def further_clues(self) -> Iterator[Clue]:
        """Yield clues that the puzzle might have as well."""
        return iter(())

    @property
    def questions(self) -> Sequence[str]:
        """What the puzzle asks for."""
        return ()

    def alternatives(self) -> tuple[tuple[Alternative, ...], ...]:
        """Return for each question what may be answered, and which clue each answer amounts to."""
        return ()

    def introduce_steps(self, moves: Iterable[tuple[Placements, Placement]]) -> str:
        """Return what a reader of the sentences about these placements must know first, each placement given with the state before it."""
        return ""

    def answers_given(self, placed: Placed) -> tuple[str, ...]:
        """Return the answers to the questions, as the inside of sentences, as far as what is placed gives them."""
        known = (one for among in self.alternatives() for one in among if placed.keys() >= {*one.clue.scope})
        return tuple(one.says for one in known if one.clue.allows(placed))

    def open_spots(self, item: int, before: Placed, clues: Sequence[Clue]) -> list[int]:
        """Return where an item may go, as far as these clues say at once."""
        spots = self.instance.items[item].spots
        return [spot for spot in spots if all(clue.allows({**before, item: spot}) for clue in clues)]

    @property
    def rules(self) -> Sequence[str]:
        """The clues, each sentence once."""
        return list(dict.fromkeys(clue.says for clue in self.instance.clues))

    def sentence(self, state: Placements, move: Placement) -> str:
        """Return a placement as a sentence, with the clues about the item; where clues are numbered, those about nothing that is open."""
        before = placed_in(state)
        about = [clue for clue in self.instance.clues if move.item in clue.scope]
        complete = [clue for clue in about if {*before, move.item}.issuperset(clue.scope)]
        return capital(self.placement(move, before, complete if self.clued else about))

    def label(self, move: Placement) -> str:
        """Return what is placed, and where."""
        return f"{self.instance.items[move.item].name}: {self.instance.spots[move.spot].name}"

    def state(self, state: Placements) -> str:
        """Return what was placed last in the instance's order, and where."""
        last = next((item for item in reversed(self.instance.order) if state[item] >= 0), None)
        return format_message("placing.nothing-placed") if last is None else self.label(Placement(last, state[last]))

    def states(self, depths: Sequence[tuple[int, Placements]]) -> Table:
        """Return the board of the first."""
        return self.board(placed_in(depths[0][1]))

    def stop(self, stop: Stop[Placements, Placement]) -> list[tuple[str, str]]:
        """Return where the next item cannot be, and why; with the number of the clue, where clues have some."""
        number = {says: str(number) for says, number in self.numbers.items()}
        return [
            ("Place", capital(self.instance.spots[stop.move.spot].called)),
            *([("Clue", number.get(stop.rule, ""))] if number else []),
            ("Violation", capital(stop.found)),
        ]

    def stop_as_json(self, stop: Stop[Placements, Placement]) -> dict[str, Any]:
        """Return where the next item cannot be, and why."""
        return {"spot": self.instance.spots[stop.move.spot].name, "clue": stop.rule, "violation": stop.found}

    def reach_as_json(
        self, reach: Reach[Placements], met: int, goals: int, nearest: Sequence[tuple[int, Placements]]
    ) -> dict[str, Any]:
        """Return how much was tried, what is placed at most, and what cannot be placed then."""
        told = [
            self.move_as_json(state, Placement(item, state[item]))
            for _, state in nearest
            for item in self.instance.order[:met]
        ]
        item = self.instance.order[met] if reach.complete and nearest else None
        following = None if item is None else self.instance.items[item].name
        return {
            "nodes": reach.tried,
            "items": len(self.instance.items),
            "placed": met if reach.depths else None,
            "deepest": told,
            "next_item": following,
        }

    def next_after(self, state: Placements) -> str:
        """Return the next item in the instance's order."""
        return self.instance.items[self.instance.order[len(placed_in(state))]].called

    def layer(self, number: int) -> str | None:
        """Return the item that was placed last where so many are."""
        return self.instance.items[self.instance.order[number - 1]].name if number else None

    def lines(self, state: Placements) -> Sequence[Line]:
        """Return the same, as the only line."""
        return (Line(self.state(state)),)

    def state_as_json(self, state: Placements) -> dict[str, Any]:
        """Return the item placed last, its spot, and the spots of all that are placed, in the instance's order."""
        instance = self.instance
        placed = [item for item in instance.order if state[item] >= 0]
        return {
            "item": instance.items[placed[-1]].name if placed else None,
            "spot": instance.spots[state[placed[-1]]].name if placed else None,
            "placed": [instance.spots[state[item]].name for item in placed],
        }

    def move_as_json(self, state: Placements, move: Placement) -> dict[str, Any]:
        """Return the item and its spot."""
        return {"item": self.instance.items[move.item].name, "spot": self.instance.spots[move.spot].name}

    proof_keys = ("nodes", "complete", "", "contradictory_clues", "contradiction_is_smallest")
    reasons_key = "ruled_out"

    def board_of(self, state: Placements) -> Table:
        """Return the board."""
        return self.board(placed_in(state))

    def reasons(self, before: Placements, move: Placement, after: Placements) -> list[str]:
        """Return, clue by clue, the spots that it rules out for the item, and last the others that were left, in sentences.

        A spot is ruled out by the first clue that is broken with the item there, by what was placed before. Spots that are out of the question
        from the start are not told.
        """
        instance, ruled_out, left = self.instance, dict[str, list[str]](), list[str]()
        for spot in instance.items[move.item].spots:
            if spot == move.spot:
                continue
            broken = broken_clue(instance, {**placed_in(before), move.item: spot}, move.item)
            where = left if broken is None else ruled_out.setdefault(broken.says, [])
            where.append(instance.spots[spot].called)
        lines = [
            format_message(
                "placing.ruled-out-by-clue",
                spots=capital(listing_of_numbered(names)),
                rule=self.rule,
                clue=self.cited(says),
            )
            for says, names in ruled_out.items()
        ]
        if left:
            lines.append(format_message("placing.also-possible", count=len(left), spots=listing(left)))
        return lines

    def move_told(self, before: Placements, move: Placement) -> dict[str, Any]:
        """Return what is placed where, and the clues about it of which everything else was placed before."""
        instance, item = self.instance, self.instance.items[move.item]
        placed = {*placed_in(before), move.item}
        clues = [clue.says for clue in instance.clues if move.item in clue.scope and placed.issuperset(clue.scope)]
        return {"item": item.name, "group": item.group, "spot": instance.spots[move.spot].name, "clues": clues}

    def state_told(self, state: Placements) -> dict[str, Any]:
        """Return nothing: each placement stays."""
        return {}

    def facts(self, space: StateSpace[Placements, Placement], attempted: Callable[[Callable[[], Any]], Any]) -> Facts:
        """Return the items, the clues and the order in which items are placed."""
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
        key = "placing.order-begins" if len(order) > MOST_IN_ORDER else "placing.order"
        first = format_message(key, items=", ".join(order[:MOST_IN_ORDER]))
        return Facts(data, [clues, self.board_of(space.initial), first])
