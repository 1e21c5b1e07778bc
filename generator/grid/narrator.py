"""The narrator of logic grids: placements in words, tables, and the answers to the puzzle's questions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Clue, PartialAssignment, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator, PossibleAnswer
from ferryplan.generator.assignment.space import AssignmentState, partial_assignment
from ferryplan.generator.grid.clues import GridClue, SimpleClue, format_clue_phrase
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.narrator import TaskSheet
from ferryplan.generator.space import StateSpace
from ferryplan.generator.wording import Table, join_phrases, make_sentence


class GridNarrator(AssignmentNarrator):
    """The narrator that describes placements of a logic grid's values, and the clues that force them."""

    instance: GridInstance
    rule_noun = "clue"
    rules_heading = "Clues"
    has_own_clues = True

    def __init__(self, instance: GridInstance) -> None:
        super().__init__(instance)
        self.spot_noun = instance.position

    def board_as_table(self, placed: PartialAssignment) -> Table:
        """Return the placed values as a table with a row for each position and a column for each category."""
        instance = self.instance
        heading = (instance.position, *(category.name for category in instance.categories))
        rows = [
            (position.name, *(self._find_name_at(category.items, spot, placed) for category in instance.categories))
            for spot, position in enumerate(instance.spots)
        ]
        return Table(heading, tuple(rows))

    def tabulate_spots_by_item(self, state: AssignmentState) -> Table:
        """Return a table with a row for each value: its position, and the first category's value there.

        The values of the first category have rows only if there are no other categories.
        """
        first, *others = self.instance.categories
        placed, rows = partial_assignment(state), []
        for category in others or [first]:
            for item in category.items:
                spot = placed.get(item)
                there = "" if spot is None else self.instance.spots[spot].name
                with_it = "" if spot is None else self._find_name_at(first.items, spot, placed)
                rows.append((category.name, self.instance.items[item].name, there, with_it))
        return Table(("category", "value", self.instance.position, first.name), tuple(rows))

    def _find_name_at(self, items: Sequence[int], spot: int, placed: PartialAssignment) -> str:
        """Return the name of the item in ``items`` that is placed at a position; the empty text if none is."""
        return next((self.instance.items[item].name for item in items if placed.get(item) == spot), "")

    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a sentence that states a placement with its reasons.

        An example is "The Englishman lives in house 3, since house 3 is red (clue 1)." ``before`` may already contain
        the placement. If the clues leave other positions as well, the sentence names these, because the planner has
        guessed.
        """
        instance, placed = self.instance, {**before, placement.item: placement.spot}
        before = {item: spot for item, spot in before.items() if item != placement.item}
        alone, reasons = [], []
        for clue in self._drop_redundant_clues(
            placement, before, [clue for clue in instance.given_clues if clue in clues]
        ):
            number = f"clue {instance.clues.index(clue) + 1}"
            others = [instance.statements[item][before[item]] for item in clue.relevant_items(placed) if item in before]
            if others:
                reasons.append(f"{join_phrases(others)} ({number})")
            else:
                alone.append(number)
        text = instance.statements[placement.item][placement.spot]
        rest = self._list_other_spots(placement, before)
        if reasons:
            text += f", since {join_phrases(reasons)}"
        if alone:
            text += (
                format_message("assignment.and-because-of", clues=join_phrases(alone))
                if reasons
                else f" ({join_phrases(alone)})"
            )
        if rest:
            spots = join_phrases([instance.spots[spot].called for spot in rest])
            text += format_message("assignment.also-possible-inside", count=len(rest), spots=spots)
        elif not (alone or reasons):
            text += format_message("assignment.no-other-position", position=instance.position)
        return make_sentence(text)

    def _drop_redundant_clues(
        self, placement: Placement, before: PartialAssignment, clues: Sequence[GridClue]
    ) -> list[GridClue]:
        """Return the clues without those that rule out no position in addition to the other clues.

        At least one clue stays if there is any.
        """
        about = [clue for clue in self.instance.clues if placement.item in clue.scope]
        left, kept = self.open_spots(placement.item, before, about), [*clues]
        for clue in clues:
            rest = [one for one in about if one is not clue]
            if len(kept) > 1 and self.open_spots(placement.item, before, rest) == left:
                kept, about = [one for one in kept if one is not clue], rest
        return kept

    def _list_other_spots(self, placement: Placement, before: PartialAssignment) -> list[int]:
        """Return the positions, except the chosen one, that no clue about the item rules out yet."""
        about = [clue for clue in self.instance.clues if placement.item in clue.scope]
        return [spot for spot in self.open_spots(placement.item, before, about) if spot != placement.spot]

    def introduce_steps(self, moves: Iterable[tuple[AssignmentState, Placement]]) -> str:
        """Return a sentence that explains why the planner guesses; the empty text if no placement is a guess.

        Each placement comes with the state before it.
        """
        guessed = any(self._list_other_spots(placement, partial_assignment(before)) for before, placement in moves)
        return format_message("assignment.planner-guesses") if guessed else ""

    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the answers to the puzzle's questions that the placed values determine, as sentences."""
        return tuple(map(make_sentence, self.find_determined_answers(placed)))

    def list_further_clues(self) -> Iterator[SimpleClue]:
        """Yield all clues of the kinds ``at``, ``same``, ``right-of`` and ``next-to``, in this order.

        If the puzzle has several solutions, adding one of these clues may leave only one.
        """
        instance = self.instance
        items, spots = list(enumerate(instance.items)), range(len(instance.spots))
        for item, _ in items:
            for spot in spots:
                phrase = format_clue_phrase("at", {"statement": instance.describe_placement(item, spot)})
                yield SimpleClue(make_sentence(phrase), "at", (item,), len(spots), spot)
        for kind in ("same", "right-of", "next-to"):
            pairs = itertools.permutations(items, 2) if kind == "right-of" else itertools.combinations(items, 2)
            for (first, one), (second, other) in pairs:
                if kind == "same" and one.group == other.group:
                    continue
                phrase = format_clue_phrase(
                    kind, {"first": one.called, "second": other.called, "position": instance.position}
                )
                yield SimpleClue(make_sentence(phrase), kind, (first, second), len(spots))

    def make_task_sheet(self, space: StateSpace[AssignmentState, Placement]) -> TaskSheet:
        """Return a sheet for solving the puzzle on paper: clues, values, an empty table, and the questions."""
        values = [
            (one.name, ", ".join(self.instance.items[item].name for item in one.items))
            for one in self.instance.categories
        ]
        tables = (Table(("category", "values"), tuple(values)), self.board_as_table({}))
        return TaskSheet([says for _, says in self.numbered_clues()], tables, self.questions)

    def question_as_json(self) -> dict[str, Any]:
        """Return JSON fields with the clues, the positions from left to right, and the categories' values."""
        instance = self.instance
        return {
            "rules": [says for _, says in self.numbered_clues()],
            "positions": [spot.name for spot in instance.spots],
            "categories": {one.name: [instance.items[item].name for item in one.items] for one in instance.categories},
        }

    @property
    def questions(self) -> Sequence[str]:
        """The texts of the questions that the puzzle asks, such as 'Who drinks water?'."""
        return [question.asks for question in self.instance.questions]

    def possible_answers(self) -> tuple[tuple[PossibleAnswer, ...], ...]:
        """Return, for each question, the possible answers, each with a clue that is equivalent to it.

        The answers are in the order of the values, or positions, that the question asks about. Several answers may have
        the same text.
        """
        spots = len(self.instance.spots)
        found = []
        for question in self.instance.questions:
            here = question.item
            # The item can itself belong to the category of the answer.
            clues = [SimpleClue("", "same", (here, item), spots) for item in question.among]
            clues = clues or [SimpleClue("", "at", (here,), spots, spot) for spot in range(spots)]
            found.append(tuple(PossibleAnswer(says, clue) for says, clue in zip(question.answers, clues, strict=True)))
        return tuple(found)
