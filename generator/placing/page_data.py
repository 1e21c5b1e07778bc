"""What an interactive page needs of a puzzle in which things are placed: what the clues forbid, and what the board shows of each item."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.placing.instance import Clue, PlacingInstance, about_pairs, has_page_data
from ferryplan.generator.placing.space import GIVEN
from ferryplan.generator.teller import Teller

MOST_PAIRS = 500_000
"""the most pairs of placements for which a page can hold whether the clues allow them"""
Texts = Callable[[str], int]
"""a function from a text to its number"""


def make_page_data(instance: PlacingInstance, teller: Teller[Any, Any]) -> dict[str, Any] | None:
    """Return what a person needs to place the items of an instance in any order; None if it is too much, or a clue is of an unknown kind."""
    known = dict[str, int]()
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
    """Return what a page needs to check a clue; None if the clue neither says it itself nor is about at most two items at a time."""
    about = {"says": clue.says, "scope": clue.scope}
    if has_page_data(clue):
        return {**about, **clue.make_page_data(instance, lambda part: _clue(part, instance, spots, text))}
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


def explain_page_limit() -> str:
    """Return a clause that says when a puzzle is too large for an interactive page."""
    return format_message("play.too-many-pairs", pairs=f"{MOST_PAIRS:,}")
