"""What instances are like without names: facts about things that have numbers only."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, assert_never

from ferryplan.generator.arithmetic.clues import DigitClue, additions_in
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.inventing.isomorphism import Fact, Thing, signature
from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import PlacingInstance


def crossing_facts(instance: Instance) -> Iterator[Fact]:
    """Yield what a crossing is like without names."""
    people = [Thing("traveller", number) for number in range(len(instance.travellers))]
    places = [Thing("place", number) for number in range(len(instance.places))]
    tariff, weights = instance.tariff, instance.weights
    ends: dict[int | None, object] = {None: "anywhere", **dict(enumerate(places))}
    boat = instance.capacity, instance.boats, instance.most_weight, tariff and tariff.by
    yield "boat", *boat, places[instance.start.boat]
    yield "ends", ends[instance.goal.boat]
    for origin, destination in instance.routes:
        yield "route", places[origin], places[destination]
    starts = instance.start.places_of(range(len(people)))
    for number, (one, start, goal) in enumerate(zip(people, starts, instance.goal.travellers, strict=True)):
        carried = weights[number] if weights else 0, tariff.amounts[number] if tariff else 0
        yield "traveller", one, instance.travellers[number].rows, *carried, places[start], ends[goal]
    bound = instance.bindings
    for number, binding in enumerate([*bound.charges, *bound.counting]):
        rule = Thing("rule", number)
        yield "rule", rule, type(binding.constraint).__name__, binding.aboard
        yield from (("binds", rule, places[place]) for place in binding.places)
        for part, value in asdict(binding.constraint).items():
            if part in ("victim", "most"):
                yield part, rule, people[value] if part == "victim" else value
            else:
                yield from ((part, rule, people[member]) for member in members(value))
    for late in instance.deadlines:
        yield from (("late", places[late.place], late.crossings, people[member]) for member in members(late.travellers))
    yield "limit", instance.limit and instance.limit.crossings


def grid_facts(instance: GridInstance) -> Iterator[Fact]:
    """Yield what a logic grid is like without names."""
    values = [Thing("value", number) for number in range(len(instance.items))]
    yield "positions", len(instance.spots)
    for number, category in enumerate(instance.categories):
        yield from (("category", Thing("category", number), values[item]) for item in category.items)
    for number, clue in enumerate(instance.given):
        for row, way in enumerate(_ways(clue)):
            yield "way", Thing("clue", number), Thing("way", 100 * number + row)
            yield from (("part", Thing("way", 100 * number + row), *_simple_fact(part, values)) for part in way)


def _ways(clue: GridClue) -> Sequence[Sequence[SimpleClue]]:
    match clue:
        case ChoiceClue():
            return clue.ways
        case SimpleClue():
            return ((clue,),)
        case _:
            assert_never(clue)


def _simple_fact(clue: SimpleClue, values: Sequence[Thing]) -> Fact:
    one, *others = clue.scope
    if not others:
        return "at", values[one], clue.alone
    return "pair", values[one], values[others[0]], clue.supports(one, others[0], clue.spots)


def sum_facts(instance: PlacingInstance) -> Iterator[Fact]:
    """Yield what a sum is like without names: addends may change places, and the sides of an equation are as good as each other, so what is taken
    away on one side is what is added on the other."""
    letters = {item.name: Thing("letter", number) for number, item in enumerate(instance.items)}
    for number, addition in enumerate(additions_in(instance)):
        terms: list[tuple[int, Any]] = [(term.sign, term.factors) for term in addition.equation.terms]
        for row, (sign, factors) in enumerate((*terms, (-1, (addition.equation.total,)))):
            side, term = Thing("side", 2 * number + (sign > 0)), Thing("term", 100 * number + row)
            yield from (
                ("word", Thing("sum", number), side, term, *(letters.get(one, one) for one in word)) for word in factors
            )
    yield from (
        ("given", letters[instance.items[clue.scope[0]].name], clue.digits[0])
        for clue in instance.clues
        if isinstance(clue, DigitClue) and clue.kind == "given"
    )


def board_facts(instance: BoardInstance) -> Iterator[Fact]:
    """Yield what a board is like: that of pieces as it stands, the others without names."""
    match instance:
        case QueensInstance():
            yield from _queens(instance)
        case SudokuInstance():
            yield from _sudoku(instance)
        case PiecesInstance():
            board = instance.piece, instance.rows, instance.columns, instance.number
            yield "pieces", *board, instance.given, instance.forbidden
        case _:
            assert_never(instance)


def _sudoku(instance: SudokuInstance) -> Iterator[Fact]:
    """Yield what a sudoku is like without names: digits, and rows and columns within their bands."""
    layout, side = instance.grid.layout, instance.grid.side
    lines = [(Thing("row", row), Thing("column", column)) for row in range(side) for column in range(side)]
    yield "side", side, layout.diagonals
    for at, digit in enumerate(instance.grid.digits):
        yield "cell", *lines[at], Thing("box", layout.boxes[at]), "." if digit is None else Thing("digit", digit)
    for one, other in layout.less:
        yield "less", *lines[one], *lines[other]
    for row in range(side if layout.diagonals else 0):
        yield "diagonal", *lines[row * side + row]
        yield "diagonal", *lines[row * side + side - 1 - row]


def _queens(instance: QueensInstance) -> Iterator[Fact]:
    """Yield what a board of queens is like: its squares have no other names, but the board may be turned and mirrored."""
    size, turned = len(instance.items), []
    for swapped, down, across in itertools.product((False, True), repeat=3):
        marks = []
        for kind, listed in (("given", instance.given), ("forbidden", instance.forbidden)):
            for row, column in listed:
                row, column = (column, row) if swapped else (row, column)
                marks.append((kind, size - 1 - row if down else row, size - 1 - column if across else column))
        turned.append(sorted(marks))
    yield "queens", size, tuple(min(turned))


FACTS: Mapping[str, Callable[[Any], Iterable[Fact]]] = {
    "crossing": crossing_facts,
    "grid": grid_facts,
    "arithmetic": sum_facts,
    "board": board_facts,
}
"""what an instance is like without names, by its family"""


def signature_of(instance: AnyInstance) -> str:
    """Return the signature of an instance of any family; where nobody knows what names do not matter in, that of its canonical text."""
    facts = FACTS.get(instance.family, lambda one: [(f"{one.canonical}",)])
    return signature(facts(instance))
