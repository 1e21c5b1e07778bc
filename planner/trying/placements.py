"""Puzzles in which things are placed, to be tried: clues as what they forbid, alone, in pairs and together; and where on the board each shows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.clues import ColumnClue
from ferryplan.generator.board.clues import EveryDigit
from ferryplan.generator.board.grid import DIGITS
from ferryplan.generator.board.peace import HowMany
from ferryplan.generator.families import teller_of
from ferryplan.generator.grid.clues import ChoiceClue
from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Clue, PlacingInstance, about_pairs
from ferryplan.generator.placing.space import GIVEN
from ferryplan.generator.teller import Teller

MOST_PAIRS = 500_000
"""of so many pairs of placements it is found out whether clues forbid them"""
Texts = Callable[[str], int]
"""gives the number of a text"""


def placements_to_try(instance: PlacingInstance) -> dict[str, Any] | None:
    """Return what a page needs so that the things of an instance can be placed in any order; None if there is too much, or a clue of another kind."""
    teller, known = teller_of(instance), dict[str, int]()
    every = range(len(instance.spots))
    apart = any(clue.kind == "at-peace" for clue in instance.clues)
    spots = [[*(item.spots if apart else every)] for item in instance.items]
    pairs = sum(len(spots[one]) * len(spots[other]) for clue in instance.clues for one, other in _pairs(clue))
    if pairs > MOST_PAIRS:
        return None
    clues = [_clue(clue, instance, spots, lambda text: known.setdefault(text, len(known))) for clue in instance.clues]
    if None in clues:
        return None
    empty = (-1,) * len(instance.items)
    board, shown = teller.board_of(empty), [*_shown(instance, teller, spots)]
    return {
        "texts": [*known],
        "clues": clues,
        "items": [[item.name, item.called, item.spots] for item in instance.items],
        "spots": [spot.name for spot in instance.spots],
        "offered": spots,
        "given": GIVEN,
        "stated": [{spot: instance.stated(item, spot) for spot in some} for item, some in enumerate(spots)],
        "order": instance.order,
        "board": [board.heading, board.rows] if board else None,
        "shown": shown,
    }


def _pairs(clue: Clue) -> Iterable[tuple[int, int]]:
    if about_pairs(clue):
        return clue.pairs
    return itertools.combinations(clue.scope, 2) if len(clue.scope) == 2 else ()


def _clue(clue: Clue, instance: PlacingInstance, spots: list[list[int]], text: Texts) -> dict[str, Any] | None:
    """Return a clue: for items alone and in pairs the spots that it forbids, each with the text that says so; of what says more, what it asks."""
    about, every = {"says": clue.says, "scope": clue.scope}, range(len(instance.spots))
    match clue:
        case EveryDigit():
            units = [one for one in clue.grid.layout.units if any(clue.grid.digits[cell] is None for cell in one.cells)]
            homes = [(items, members(mask)) for items, mask in clue.covers(len(every))]
            once = [number for number, other in enumerate(instance.clues) if about_pairs(other)]
            names = [format_message("placing.no-cell", group=unit.name, spot="") for unit in units]
            return {**about, "homes": homes, "names": names, "digits": DIGITS, "once": once}
        case ChoiceClue():
            return {**about, "ways": [[_clue(part, instance, spots, text) for part in way] for way in clue.ways]}
        case ColumnClue():
            told = format_message("placing.column-cannot-add-up", column=clue.column.called)
            bounds = {"base": clue.addition.base, "least": clue.addition.least, "most": clue.addition.most}
            sums = attrgetter("parts", "last", "least_in", "most_in", "least_out", "most_out")
            return {**about, **bounds, "columns": [*map(sums, clue.addition.columns)], "told": told}
        case HowMany():
            many = dict.fromkeys(clue.scope[: clue.number + 1], 0)
            few = dict.fromkeys(clue.scope[: len(clue.scope) - clue.number + 1], clue.nowhere)
            said = {"many": clue.breach(many, instance), "few": clue.breach(few, instance)}
            return {**about, "number": clue.number, "nowhere": clue.nowhere, **said}
        case _:
            known = about_pairs(clue) or len(clue.scope) <= 2
            return {**about, **_forbidden(clue, instance, spots, text)} if known else None


def _forbidden(clue: Clue, instance: PlacingInstance, spots: list[list[int]], text: Texts) -> dict[str, Any]:
    """Return what a clue about pairs forbids: of each item the spots, each with a text; of each pair in one list two spots and a text, in turn."""
    alone, pairs = dict[int, dict[int, int]](), list[tuple[int, int, list[int]]]()
    for item in clue.scope:
        wrong = (spot for spot in spots[item] if not clue.allows({item: spot}))
        alone[item] = {spot: text(clue.breach({item: spot}, instance)) for spot in wrong}
    for one, other in _pairs(clue):
        pairs.append((one, other, found := []))
        for here, there in itertools.product(spots[one], spots[other]):
            both = {one: here, other: there}
            if here not in alone[one] and there not in alone[other] and not clue.allows(both):
                found += [here, there, text(clue.breach(both, instance))]
    return {"alone": alone, "pairs": pairs}


def _shown(
    instance: PlacingInstance, teller: Teller[Any, Any], spots: list[list[int]]
) -> Iterator[tuple[int, int, list[tuple[int, int, str]]]]:
    """Yield each item at each spot with the cells of the board that show it there: if some show it wherever it is, only these."""
    empty = (-1,) * len(instance.items)
    before = _cells(teller, empty)
    for item, some in enumerate(spots):
        found = {spot: _cells(teller, (*empty[:item], spot, *empty[item + 1 :])) - before for spot in some}
        always = set.intersection(*({cell for cell, _ in cells} for cells in found.values()))
        for spot, cells in found.items():
            yield item, spot, sorted((*cell, text) for cell, text in cells if not always or cell in always)


def _cells(teller: Teller[Any, Any], state: tuple[int, ...]) -> set[tuple[tuple[int, int], str]]:
    board = teller.board_of(state)
    assert board is not None
    return {((row, column), text) for row, cells in enumerate(board.rows) for column, text in enumerate(cells)}
