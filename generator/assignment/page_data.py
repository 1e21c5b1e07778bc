"""The JSON data for the interactive HTML page of an assignment puzzle.

The data hold the placements that the clues forbid, and the cells of the board that show each item.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, has_page_data, is_groupwise, is_pairwise
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.space import GIVENS_RULE

MAX_PAIRS = 500_000
"""the largest number of pairs of placements that the data of a page may list as allowed or forbidden"""
TextNumbers = Callable[[str], int]
"""a function that returns the index of a message in the page's list of messages, and adds new messages to it"""


def make_page_data(instance: AssignmentInstance, narrator: AssignmentNarrator) -> dict[str, Any] | None:
    """Return the JSON object with which a page lets a person place the items in any order.

    The result is None if there are too many pairs of placements, or if the page cannot check one of the clues.
    """
    known = dict[str, int]()
    every = range(len(instance.spots))
    apart = any(clue.kind == "at-peace" for clue in instance.clues)
    spots = [[*(item.spots if apart else every)] for item in instance.items]
    pairs = sum(len(spots[one]) * len(spots[other]) for clue in instance.clues for one, other in _list_pairs(clue))
    if pairs > MAX_PAIRS:
        return None
    clues = [
        _make_clue_data(clue, instance, spots, lambda text: known.setdefault(text, len(known)))
        for clue in instance.clues
    ]
    if None in clues:
        return None
    return {
        "texts": [*known],
        "clues": clues,
        "items": [[item.name, item.called, item.spots] for item in instance.items],
        "spots": [spot.name for spot in instance.spots],
        "offered": spots,
        "given": GIVENS_RULE,
        "stated": [{spot: instance.describe_placement(item, spot) for spot in some} for item, some in enumerate(spots)],
        "order": instance.order,
        # A page with a picture of the board knows the cells of the picture instead.
        "shown": [] if narrator.has_board_picture else [*_find_shown_cells(instance, narrator, spots)],
    }


def _list_pairs(clue: Clue) -> Iterable[tuple[int, int]]:
    """Return the pairs of items for which the data list spots.

    The list is empty for a clue about groups of items, and for a clue about three or more items as a whole.
    """
    if is_groupwise(clue):
        return ()
    if is_pairwise(clue):
        return clue.item_pairs
    return itertools.combinations(clue.scope, 2) if len(clue.scope) == 2 else ()


def _make_clue_data(
    clue: Clue, instance: AssignmentInstance, spots: list[list[int]], number_text: TextNumbers
) -> dict[str, Any] | None:
    """Return the JSON object with which a page checks a clue.

    The result is None if the clue neither provides its own data nor can be checked by single items and pairs. ``spots``
    holds the spots that the page offers for each item.
    """
    about = {"says": clue.says, "scope": clue.scope}
    if has_page_data(clue):
        return {
            **about,
            **clue.make_page_data(instance, lambda part: _make_clue_data(part, instance, spots, number_text)),
        }
    known = is_pairwise(clue) or len(clue.scope) <= 2
    return {**about, **_list_forbidden_placements(clue, instance, spots, number_text)} if known else None


def _list_forbidden_placements(
    clue: Clue, instance: AssignmentInstance, spots: list[list[int]], number_text: TextNumbers
) -> dict[str, Any]:
    """Return the placements and pairs of placements that a clue forbids, with the numbers of the messages.

    ``alone`` maps each item to its forbidden spots, each with the number of the message that says why. ``pairs`` holds,
    for two items, a flat list that repeats the spot of the first, the spot of the second, and the number of a message.
    Instead, a clue about groups has ``groups``: the items of each group, and the number of the message for each spot.
    """
    alone, pairs = dict[int, dict[int, int]](), list[tuple[int, int, list[int]]]()
    for item in clue.scope:
        wrong = (spot for spot in spots[item] if not clue.allows({item: spot}))
        alone[item] = {spot: number_text(clue.describe_violation({item: spot}, instance)) for spot in wrong}
    for one, other in _list_pairs(clue):
        pairs.append((one, other, found := []))
        for here, there in itertools.product(spots[one], spots[other]):
            both = {one: here, other: there}
            if here not in alone[one] and there not in alone[other] and not clue.allows(both):
                found += [here, there, number_text(clue.describe_violation(both, instance))]
    if not is_groupwise(clue):
        return {"alone": alone, "pairs": pairs}
    groups = list[tuple[tuple[int, ...], dict[int, int]]]()
    for group in clue.item_groups:
        one, other = group[0], group[-1]
        shared = sorted({spot for item in group for spot in spots[item]} if len(group) > 1 else ())
        texts = {spot: number_text(clue.describe_violation({one: spot, other: spot}, instance)) for spot in shared}
        groups.append((group, texts))
    return {"alone": alone, "pairs": pairs, "groups": groups}


def _find_shown_cells(
    instance: AssignmentInstance, narrator: AssignmentNarrator, spots: list[list[int]]
) -> Iterator[tuple[int, int, list[tuple[int, int, str]]]]:
    """Yield, for each item and spot, the cells of the board that show the item there.

    A cell is a row, a column and the text in it. If some cells show the item at every spot, such as the cells of a
    letter in a sum, the result has only these cells.
    """
    empty = (-1,) * len(instance.items)
    before = _list_board_cells(narrator, empty)
    for item, some in enumerate(spots):
        found = {spot: _list_board_cells(narrator, (*empty[:item], spot, *empty[item + 1 :])) - before for spot in some}
        always = set.intersection(*({cell for cell, _ in cells} for cells in found.values()))
        for spot, cells in found.items():
            yield item, spot, sorted((*cell, text) for cell, text in cells if not always or cell in always)


def _list_board_cells(narrator: AssignmentNarrator, state: tuple[int, ...]) -> set[tuple[tuple[int, int], str]]:
    """Return the cells of the board in a state, as pairs of a position (row, column) and the text there."""
    rows = narrator.tabulate_board(state).rows
    return {((row, column), text) for row, cells in enumerate(rows) for column, text in enumerate(cells)}


def explain_page_limit() -> str:
    """Return a clause that says when a puzzle is too large for an interactive page."""
    return format_message("play.too-many-pairs", pairs=f"{MAX_PAIRS:,}")
