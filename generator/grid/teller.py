"""What says the placements of a logic grid, and answers its questions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.grid.clues import GridClue, SimpleClue, phrase_of
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.placing.instance import Clue, Placed, Placement
from ferryplan.generator.placing.space import Placements, placed_in
from ferryplan.generator.placing.teller import Alternative, PlacingTeller
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Task
from ferryplan.generator.wording import Table, listing, make_sentence


class GridTeller(PlacingTeller):
    """The words for a logic grid."""

    instance: GridInstance
    rule = "clue"
    rules_heading = "Clues"
    clued = True

    def __init__(self, instance: GridInstance) -> None:
        super().__init__(instance)
        self.spot_noun = instance.position

    def board(self, placed: Placed) -> Table:
        """Return what is placed so far: a row for each position, a column for each category."""
        instance = self.instance
        heading = (instance.position, *(category.name for category in instance.categories))
        rows = [
            (position.name, *(self._at(category.items, spot, placed) for category in instance.categories))
            for spot, position in enumerate(instance.spots)
        ]
        return Table(heading, tuple(rows))

    def index(self, state: Placements) -> Table:
        """Return what is placed the other way round: a row for each value, with its position and what the first category has there.

        The values of the first category itself are left out, if there are others.
        """
        first, *others = self.instance.categories
        placed, rows = placed_in(state), []
        for category in others or [first]:
            for item in category.items:
                spot = placed.get(item)
                there = "" if spot is None else self.instance.spots[spot].name
                with_it = "" if spot is None else self._at(first.items, spot, placed)
                rows.append((category.name, self.instance.items[item].name, there, with_it))
        return Table(("category", "value", self.instance.position, first.name), tuple(rows))

    def _at(self, items: Sequence[int], spot: int, placed: Placed) -> str:
        """Return the name of that of the items which is at a position; the empty text if none is."""
        return next((self.instance.items[item].name for item in items if placed.get(item) == spot), "")

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence: "The Englishman lives in house 3, since house 3 is red (clue 1)."

        ``before`` may hold the placement, too. Where the clues leave other positions too, as far as can be seen by now, the sentence says
        so: the planner has tried them.
        """
        instance, placed = self.instance, {**before, placement.item: placement.spot}
        before = {item: spot for item, spot in before.items() if item != placement.item}
        alone, reasons = [], []
        for clue in self._telling(placement, before, [clue for clue in instance.given if clue in clues]):
            number = f"clue {instance.clues.index(clue) + 1}"
            others = [instance.statements[item][before[item]] for item in clue.concerned(placed) if item in before]
            if others:
                reasons.append(f"{listing(others)} ({number})")
            else:
                alone.append(number)
        text = instance.statements[placement.item][placement.spot]
        rest = self._other_spots(placement, before)
        if reasons:
            text += f", since {listing(reasons)}"
        if alone:
            text += (
                format_message("placing.and-because-of", clues=listing(alone)) if reasons else f" ({listing(alone)})"
            )
        if rest:
            spots = listing([instance.spots[spot].called for spot in rest])
            text += format_message("placing.also-possible-inside", count=len(rest), spots=spots)
        elif not (alone or reasons):
            text += format_message("placing.no-other-position", position=instance.position)
        return make_sentence(text)

    def _telling(self, placement: Placement, before: Placed, clues: Sequence[GridClue]) -> list[GridClue]:
        """Return the clues without those that rule out no position that the others leave; at least one stays if there is one."""
        about = [clue for clue in self.instance.clues if placement.item in clue.scope]
        left, kept = self.open_spots(placement.item, before, about), [*clues]
        for clue in clues:
            rest = [one for one in about if one is not clue]
            if len(kept) > 1 and self.open_spots(placement.item, before, rest) == left:
                kept, about = [one for one in kept if one is not clue], rest
        return kept

    def _other_spots(self, placement: Placement, before: Placed) -> list[int]:
        """Return the other positions that the clues leave for an item, as far as can be seen by now."""
        about = [clue for clue in self.instance.clues if placement.item in clue.scope]
        return [spot for spot in self.open_spots(placement.item, before, about) if spot != placement.spot]

    def introduce_steps(self, moves: Iterable[tuple[Placements, Placement]]) -> str:
        """Return what guesses are, if there are some among the placements, each given with the state before it."""
        guessed = any(self._other_spots(placement, placed_in(before)) for before, placement in moves)
        return format_message("placing.planner-guesses") if guessed else ""

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return the answers to the puzzle's questions, as sentences, as far as what is placed gives them."""
        return tuple(map(make_sentence, self.answers_given(placed)))

    def further_clues(self) -> Iterator[SimpleClue]:
        """Yield every clue of the kinds ``at``, ``same``, ``right-of`` and ``next-to`` that could be made, the kinds in this order."""
        instance = self.instance
        items, spots = list(enumerate(instance.items)), range(len(instance.spots))
        for item, _ in items:
            for spot in spots:
                phrase = phrase_of("at", {"statement": instance.stated(item, spot)})
                yield SimpleClue(make_sentence(phrase), "at", (item,), len(spots), spot)
        for kind in ("same", "right-of", "next-to"):
            pairs = itertools.permutations(items, 2) if kind == "right-of" else itertools.combinations(items, 2)
            for (first, one), (second, other) in pairs:
                if kind == "same" and one.group == other.group:
                    continue
                phrase = phrase_of(kind, {"first": one.called, "second": other.called, "position": instance.position})
                yield SimpleClue(make_sentence(phrase), kind, (first, second), len(spots))

    def task(self, space: StateSpace[Placements, Placement]) -> Task:
        """Return the puzzle's own clues, which values there are, a table to be filled, and what is asked."""
        values = [
            (one.name, ", ".join(self.instance.items[item].name for item in one.items))
            for one in self.instance.categories
        ]
        tables = (Table(("category", "values"), tuple(values)), self.board({}))
        return Task([says for _, says in self.numbered_clues()], tables, self.questions)

    def question_as_json(self) -> dict[str, Any]:
        """Return the clues, the positions from left to right, and the values of each category."""
        instance = self.instance
        return {
            "rules": [says for _, says in self.numbered_clues()],
            "positions": [spot.name for spot in instance.spots],
            "categories": {one.name: [instance.items[item].name for item in one.items] for one in instance.categories},
        }

    @property
    def questions(self) -> Sequence[str]:
        """What the puzzle asks for."""
        return [question.asks for question in self.instance.questions]

    def alternatives(self) -> tuple[tuple[Alternative, ...], ...]:
        """Return for each question what may be answered, in the order of the items, or positions, that are asked about, and which clue each
        answer amounts to. Several of them may read the same."""
        spots = len(self.instance.spots)
        found = []
        for question in self.instance.questions:
            here = question.item
            # which may be itself in the category that is asked about
            clues = [SimpleClue("", "same", (here, item), spots) for item in question.among]
            clues = clues or [SimpleClue("", "at", (here,), spots, spot) for spot in range(spots)]
            found.append(tuple(Alternative(says, clue) for says, clue in zip(question.answers, clues, strict=True)))
        return tuple(found)
