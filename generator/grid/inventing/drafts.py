"""Random logic grids with one solution: a hidden solution is drawn, then clues that are true of it.

A minimal set of these clues that leaves only the hidden solution is kept. Clues and puzzles are in the form of the
puzzle file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Clue
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.uniqueness import UNIQUENESS_PROOF, has_unique_solution
from ferryplan.generator.grid.clue_maker import NUMBER_COMPARISONS
from ferryplan.generator.grid.clues import POSITION_TESTS, SimpleClueKind
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.inventing.overlaps import are_dependent, settles_if_then_part
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.inventing.wishes import (
    Inventor,
    MissedWishError,
    PuzzleDraft,
    PuzzleWishes,
    Twin,
    has_repeated_parts,
    iterate_change_counts,
    minimize_parts,
)
from ferryplan.generator.seeded_random import SeededRandom

POSITIONS, CATEGORIES = range(5, 6), range(4, 5)
"""the numbers of positions, and of categories, from which one is drawn by default"""
CLUES_FOR_EACH = 5
"""number of clues that are drawn for each value, before clues that others imply are left out"""
NUMBERS_CHANCE = 0.5
"""the probability that the values of one category are numbers"""
MAX_REDRAWS = 20
"""largest number of attempts to draw a replacement of the same shape for a clue"""
ClueData = dict[str, Any]
"""a clue, or a part of one, as a table of the puzzle file"""


class _HiddenSolution:
    """A random solution of a grid, with methods that draw random values and clues about it.

    ``columns`` holds, for each category, the values from the first position to the last.
    """

    def __init__(self, draw: SeededRandom, categories: Mapping[str, Sequence[str]]) -> None:
        self.draw, self.categories = draw, categories
        self.columns = [draw.shuffle(values) for values in categories.values()]
        self.position_count, self.has_numbers = len(self.columns[0]), all(value.isdigit() for value in self.columns[-1])
        self.positions_by_value = {value: at for column in self.columns for at, value in enumerate(column)}

    def draw_value(self) -> str:
        """Return a random value of a random category."""
        return self.draw.choose(self.draw.choose(self.columns))

    def draw_value_pair(self) -> list[str]:
        """Return random values of two different categories."""
        return [self.draw.choose(column) for column in self.draw.sample(self.columns, 2)]

    def find_value_at_position(self, one: str, other: str) -> str:
        """Return the value that shares the position of value ``one`` and is in the category of ``other``."""
        return next(column for column in self.columns if other in column)[self.positions_by_value[one]]

    def draw_related_values(self, kind: SimpleClueKind) -> list[str] | None:
        """Return two values at different positions that satisfy a clue of this kind, in the clue's order.

        They can be of one category or of two. The result is None if ten attempts find none.
        """
        for _ in range(10):
            values = [self.draw_value(), self.draw_value()]
            first, second = (self.positions_by_value[value] for value in values)
            if first != second and POSITION_TESTS[kind](first, second, 0, self.position_count):
                return values
        return None

    def draw_simple_clue(self, is_true: bool) -> ClueData:
        """Return a true or a false clue: two values share a position or not, or a value is at a position."""
        one, other = self.draw_value_pair()
        if self.draw.chance(0.25):
            at = self.positions_by_value[one]
            where = at if is_true else self.draw.choose([spot for spot in range(self.position_count) if spot != at])
            return {"clue": "at", "value": one, "position": where + 1}
        if is_true:
            other = self.find_value_at_position(one, other)
        alike = self.positions_by_value[one] == self.positions_by_value[other]
        return {"clue": "same" if alike == is_true else "different", "values": [one, other]}


def _draw_same_position_clue(hidden: _HiddenSolution, kind: str) -> ClueData:
    """Return a clue that two values share a position."""
    one, other = hidden.draw_value_pair()
    return {"clue": kind, "values": [one, hidden.find_value_at_position(one, other)]}


def _draw_different_position_clue(hidden: _HiddenSolution, kind: str) -> ClueData | None:
    """Return a clue that two values do not share a position; None if the drawn values do."""
    one, other = hidden.draw_value_pair()
    return (
        None
        if hidden.positions_by_value[one] == hidden.positions_by_value[other]
        else {"clue": kind, "values": [one, other]}
    )


def _draw_unordered_pair_clue(hidden: _HiddenSolution, kind: SimpleClueKind) -> ClueData | None:
    """Return a true clue such as ``next-to``, in which the order of the two values does not matter.

    The result is None if no suitable values are found.
    """
    values = hidden.draw_related_values(kind)
    return {"clue": kind, "values": values} if values else None


def _draw_directed_clue(hidden: _HiddenSolution, kind: SimpleClueKind) -> ClueData | None:
    """Return a true clue such as ``left-of``, in which the order of the two values matters.

    The result is None if no suitable values are found.
    """
    values = hidden.draw_related_values(kind)
    return {"clue": kind, "value": values[0], "of": values[1]} if values else None


def _draw_distance_clue(hidden: _HiddenSolution, kind: str) -> ClueData | None:
    """Return a true clue about the distance between two values that are not neighbors.

    The result is None if no such values are found.
    """
    values = hidden.draw_related_values("not-next-to")
    if values is None:
        return None
    first, second = (hidden.positions_by_value[value] for value in values)
    return {"clue": kind, "values": values, "distance": abs(first - second)}


def _draw_end_or_parity_clue(hidden: _HiddenSolution, kind: SimpleClueKind) -> ClueData | None:
    """Return a clue that a random value is at an end, at neither end, or at an odd or an even position.

    ``kind`` says which of these. The result is None if the clue is false for the value.
    """
    value = hidden.draw_value()
    return (
        {"clue": kind, "value": value}
        if POSITION_TESTS[kind](hidden.positions_by_value[value], 0, hidden.position_count)
        else None
    )


def _draw_position_clue(hidden: _HiddenSolution, kind: SimpleClueKind) -> ClueData | None:
    """Return a clue that a random value is, or is not, at a random position; None if the clue is false."""
    value, spot = hidden.draw_value(), hidden.draw.randbelow(hidden.position_count)
    true = POSITION_TESTS[kind](hidden.positions_by_value[value], spot, hidden.position_count)
    return {"clue": kind, "value": value, "position": spot + 1} if true else None


def _draw_between_clue(hidden: _HiddenSolution, kind: str) -> ClueData | None:
    """Return a clue that a value is between two others; None if this is false for the three drawn values."""
    values = sorted((hidden.draw_value() for _ in range(3)), key=hidden.positions_by_value.__getitem__)
    one, here, other = (hidden.positions_by_value[value] for value in values)
    if not one < here < other or (kind == "directly-between" and other - one != 2):
        return None
    return {"clue": kind, "value": values[1], "of": hidden.draw.shuffle([values[0], values[2]])}


def _draw_joined_clue(hidden: _HiddenSolution, kind: str) -> ClueData | None:
    """Return a true clue such as ``either`` that joins two simple clues.

    The result is None if the simple clues share a value or depend on each other.
    """
    parts = [hidden.draw_simple_clue(truth) for truth in hidden.draw.shuffle([kind != "neither", False])]
    named = [value for part in parts for value in (part.get("values") or [part["value"]])]
    key = "either" if kind == "either" else "clues"
    return (
        {"clue": kind, key: parts}
        if len({*named}) == len(named) and not are_dependent(parts[0], parts[1], hidden.columns)
        else None
    )


def _draw_if_then_clue(hidden: _HiddenSolution, kind: str) -> ClueData | None:
    """Return a true if-then clue of two simple clues; None if these depend on each other."""
    truth = hidden.draw.chance(0.5)
    condition, consequence = hidden.draw_simple_clue(truth), hidden.draw_simple_clue(truth or hidden.draw.chance(0.5))
    if are_dependent(condition, consequence, hidden.columns):
        return None
    return {"clue": kind, "condition": condition, "consequence": consequence}


def _draw_comparison_clue(hidden: _HiddenSolution, kind: str) -> ClueData | None:
    """Return a true clue that compares the numbers at the positions of two values.

    The result is None if the grid has no category of numbers, or if the two drawn values do not suit this kind of clue.
    """
    if not hidden.has_numbers:
        return None
    category, numbers = [*hidden.categories][-1], hidden.columns[-1]
    one, other = (hidden.draw.choose(hidden.draw.choose(hidden.columns[:-1])) for _ in range(2))
    first, second = (int(numbers[hidden.positions_by_value[value]]) for value in (one, other))
    if first == second:
        return None
    told: ClueData
    match kind:
        case "more" | "less" if NUMBER_COMPARISONS[kind](first, second, 0):
            told = {"value": one, "than": other}
            told |= {"by": abs(first - second)} if hidden.draw.chance(0.5) else {}
        case "times" if first % second == 0:
            told = {"value": one, "of": other, "times": first // second}
        case "sum":
            told = {"values": [one, other], "makes": first + second}
        case "difference":
            told = {"values": [one, other], "makes": abs(first - second)}
        case _:
            return None
    return {"clue": kind, "category": category, **told}


CLUE_DRAWERS: Mapping[str, tuple[int, Callable[[_HiddenSolution, Any], ClueData | None]]] = {
    "same": (4, _draw_same_position_clue),
    "different": (4, _draw_different_position_clue),
    "next-to": (3, _draw_unordered_pair_clue),
    "not-next-to": (1, _draw_unordered_pair_clue),
    "left-of": (2, _draw_directed_clue),
    "right-of": (1, _draw_directed_clue),
    "somewhere-left-of": (2, _draw_directed_clue),
    "somewhere-right-of": (1, _draw_directed_clue),
    "distance": (1, _draw_distance_clue),
    "at": (1, _draw_position_clue),
    "not-at": (1, _draw_position_clue),
    "end": (1, _draw_end_or_parity_clue),
    "inner": (1, _draw_end_or_parity_clue),
    "odd": (1, _draw_end_or_parity_clue),
    "even": (1, _draw_end_or_parity_clue),
    "between": (2, _draw_between_clue),
    "directly-between": (1, _draw_between_clue),
    "either": (1, _draw_joined_clue),
    "exactly-one": (1, _draw_joined_clue),
    "not-all": (1, _draw_joined_clue),
    "neither": (1, _draw_joined_clue),
    "if-then": (1, _draw_if_then_clue),
    "more": (2, _draw_comparison_clue),
    "less": (1, _draw_comparison_clue),
    "times": (1, _draw_comparison_clue),
    "sum": (1, _draw_comparison_clue),
    "difference": (1, _draw_comparison_clue),
}
"""for each kind of clue, its relative frequency, and a function that draws a clue that is true of the hidden solution
(None if the attempt fails)"""


def draft_grid(draw: SeededRandom, wishes: PuzzleWishes) -> PuzzleDraft:
    """Return a random logic grid that meets the wishes (size, kinds of clues, no redundant clue).

    Raises MissedWishError if the drawn grid does not meet them.
    """
    positions = draw.choose(wishes.size_range("positions", POSITIONS))
    hidden = _HiddenSolution(
        draw, _draw_categories(draw, positions, draw.choose(wishes.size_range("categories", CATEGORIES)))
    )
    chosen = [kind for kind in CLUE_DRAWERS if not wishes.kinds or kind in wishes.kinds]
    weighted = [
        kind for kind in draw.sample(chosen, 3 + draw.randbelow(len(chosen))) for _ in range(CLUE_DRAWERS[kind][0])
    ]
    clues = list[ClueData]()
    for _ in range(CLUES_FOR_EACH * len(hidden.positions_by_value)):
        kind = draw.choose(weighted)
        clue = CLUE_DRAWERS[kind][1](hidden, kind)
        if clue is not None and clue not in clues and not settles_if_then_part([*clues, clue], hidden.columns):
            clues.append(clue)
    full = instantiate(_make_grid_file(hidden, clues), {})
    given, rest = full.clues[: len(clues)], full.clues[len(clues) :]
    supports: dict[Clue, Any] = {}

    def is_unique(clue_indices: Sequence[int]) -> bool:
        return has_unique_solution(
            AssignmentSearch(full, [*(given[number] for number in clue_indices), *rest], supports)
        )

    if not is_unique(range(len(clues))):
        raise MissedWishError("the puzzle had several solutions")
    if wishes.minimal:
        clues = [clues[number] for number in sorted(minimize_parts(range(len(clues)), draw, is_unique))]
    first, second, *_ = hidden.categories
    asked = {"value": draw.choose(hidden.categories[second]), "category": first}
    proven, judged = {**UNIQUENESS_PROOF, "minimal": wishes.minimal}, instantiate(_make_grid_file(hidden, clues), {})
    return wishes.make_draft(_make_grid_file(hidden, clues, questions=[asked]), proven, judged)


def _draw_categories(draw: SeededRandom, position_count: int, category_count: int) -> dict[str, list[str]]:
    """Return the values of each category, by its name; the values of the last category can be numbers."""
    names = [[f"{chr(ord('a') + row)}{at}" for at in range(1, position_count + 1)] for row in range(category_count)]
    if category_count > 2 and draw.chance(NUMBERS_CHANCE):
        first, step = 1 + draw.randbelow(4), 1 + draw.randbelow(3)
        names[-1] = [str(first + step * at) for at in range(position_count)]
    return {f"category {chr(ord('A') + row)}": values for row, values in enumerate(names)}


def propose_twins(draw: SeededRandom, puzzle: GridFile) -> Iterator[Twin]:
    """Yield grids in which some clues of the puzzle are replaced by clues of the same shape.

    Clues have the same shape if they differ only in the values and numbers that they name. The caller looks for grids
    without a solution among the results.
    """
    said = puzzle.given_values()
    clues: list[ClueData] = said["clues"]
    for number in iterate_change_counts():
        hidden = _HiddenSolution(draw, {category.name: category.values for category in puzzle.categories})
        chosen = draw.sample(range(len(clues)), number)
        changed = [_redraw_clue(hidden, clue) if at in chosen else clue for at, clue in enumerate(clues)]
        if changed != clues and not has_repeated_parts(changed) and not settles_if_then_part(changed, hidden.columns):
            different = sum(one != other for one, other in zip(changed, clues, strict=True))
            change = format_message("inventing.clues-changed", count=different)
            yield Twin(GridFile(**{**said, "clues": changed}), change)


def _redraw_clue(hidden: _HiddenSolution, clue: ClueData) -> ClueData:
    """Return another clue of the same shape that is true of the hidden solution.

    The result is the old clue if no attempt succeeds.
    """
    kind = clue["clue"]
    for _ in range(MAX_REDRAWS):
        drawn = CLUE_DRAWERS[kind][1](hidden, kind)
        if drawn is not None and drawn != clue and _replace_values_by_types(drawn) == _replace_values_by_types(clue):
            return drawn
    return clue


def _replace_values_by_types(clue_part: Any) -> Any:
    """Return a clue's table with types in place of values; it is equal for all clues of one shape."""
    match clue_part:
        case dict():
            return {
                key: one if key == "clue" else _replace_values_by_types(one)
                for key, one in clue_part.items()
                if key != "category"
            }
        case list():
            return [*map(_replace_values_by_types, clue_part)]
        case _:
            return type(clue_part)


def _make_grid_file(hidden: _HiddenSolution, clues: Sequence[ClueData], **further_keys: Any) -> GridFile:
    """Return the puzzle file of a grid with these clues and further keys."""
    data: ClueData = {
        "family": "grid",
        "name": "invented",
        "positions": {"name": "position", "plural": "positions", "count": hidden.position_count},
        "categories": [{"name": name, "values": values} for name, values in hidden.categories.items()],
        "clues": list(clues),
    }
    return GridFile(**data, **further_keys)


INVENTOR = Inventor("grid", draft_grid, propose_twins, ("positions", "categories"), (*CLUE_DRAWERS,))
"""The inventor of logic grids, for `plan invent grid`."""
