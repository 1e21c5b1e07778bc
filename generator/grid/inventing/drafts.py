"""Logic grids that nobody has seen: a hidden solution, true clues about it, of which no fewer have only that solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.grid.clue_making import COMPARED
from ferryplan.generator.grid.clues import RELATIONS, SimpleKind
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.inventing.overlaps import are_tied, settles_a_part
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.inventing.wishes import (
    Draft,
    Inventor,
    MissedError,
    Twin,
    Wishes,
    needed,
    numbers_of_changes,
    repeats,
)
from ferryplan.generator.placing.instance import Clue
from ferryplan.generator.placing.proving import PROVEN, has_one_solution
from ferryplan.generator.placing.search import Search

POSITIONS, CATEGORIES = range(5, 6), range(4, 5)
CLUES_FOR_EACH = 5
"""so many clues are drawn for each value before the needless ones are left out"""
NUMBERED = 0.5
"""how likely one category has numbers for values"""
REDRAWN = 20
"""how often a clue is drawn until one has the right shape"""
Table = dict[str, Any]


class _Hidden:
    """A solution, about which clues are drawn: which value of each category is at each position."""

    def __init__(self, draw: Draw, categories: Mapping[str, Sequence[str]]) -> None:
        self.draw, self.categories = draw, categories
        self.columns = [draw.shuffled(values) for values in categories.values()]
        self.positions, self.numbered = len(self.columns[0]), all(value.isdigit() for value in self.columns[-1])
        self.place = {value: at for column in self.columns for at, value in enumerate(column)}

    def value(self) -> str:
        """Return a value."""
        return self.draw.one(self.draw.one(self.columns))

    def pair(self) -> list[str]:
        """Return values of two categories."""
        return [self.draw.one(column) for column in self.draw.sample(self.columns, 2)]

    def beside(self, one: str, other: str) -> str:
        """Return the value of another's category that is where a value is."""
        return next(column for column in self.columns if other in column)[self.place[one]]

    def apart(self, kind: SimpleKind) -> list[str] | None:
        """Return two values at two positions of which a clue is true, of one category or of two; None if none such are met with."""
        for _ in range(10):
            values = [self.value(), self.value()]
            first, second = (self.place[value] for value in values)
            if first != second and RELATIONS[kind](first, second, 0, self.positions):
                return values
        return None

    def simple(self, truth: bool) -> Table:
        """Return a clue that says that two values are at one position, or one at a certain one: true or not."""
        one, other = self.pair()
        if self.draw.chance(0.25):
            at = self.place[one]
            where = at if truth else self.draw.one([spot for spot in range(self.positions) if spot != at])
            return {"clue": "at", "value": one, "position": where + 1}
        if truth:
            other = self.beside(one, other)
        alike = self.place[one] == self.place[other]
        return {"clue": "same" if alike == truth else "different", "values": [one, other]}


def _same(hidden: _Hidden, kind: str) -> Table:
    one, other = hidden.pair()
    return {"clue": kind, "values": [one, hidden.beside(one, other)]}


def _different(hidden: _Hidden, kind: str) -> Table | None:
    one, other = hidden.pair()
    return None if hidden.place[one] == hidden.place[other] else {"clue": kind, "values": [one, other]}


def _pair(hidden: _Hidden, kind: SimpleKind) -> Table | None:
    values = hidden.apart(kind)
    return {"clue": kind, "values": values} if values else None


def _directed(hidden: _Hidden, kind: SimpleKind) -> Table | None:
    values = hidden.apart(kind)
    return {"clue": kind, "value": values[0], "of": values[1]} if values else None


def _distance(hidden: _Hidden, kind: str) -> Table | None:
    values = hidden.apart("not-next-to")
    if values is None:
        return None
    first, second = (hidden.place[value] for value in values)
    return {"clue": kind, "values": values, "distance": abs(first - second)}


def _where(hidden: _Hidden, kind: SimpleKind) -> Table | None:
    value = hidden.value()
    return {"clue": kind, "value": value} if RELATIONS[kind](hidden.place[value], 0, hidden.positions) else None


def _at(hidden: _Hidden, kind: SimpleKind) -> Table | None:
    value, spot = hidden.value(), hidden.draw.below(hidden.positions)
    true = RELATIONS[kind](hidden.place[value], spot, hidden.positions)
    return {"clue": kind, "value": value, "position": spot + 1} if true else None


def _between(hidden: _Hidden, kind: str) -> Table | None:
    values = sorted((hidden.value() for _ in range(3)), key=hidden.place.__getitem__)
    one, here, other = (hidden.place[value] for value in values)
    if not one < here < other or (kind == "directly-between" and other - one != 2):
        return None
    return {"clue": kind, "value": values[1], "of": hidden.draw.shuffled([values[0], values[2]])}


def _joined(hidden: _Hidden, kind: str) -> Table | None:
    parts = [hidden.simple(truth) for truth in hidden.draw.shuffled([kind != "neither", False])]
    named = [value for part in parts for value in (part.get("values") or [part["value"]])]
    key = "either" if kind == "either" else "clues"
    return (
        {"clue": kind, key: parts}
        if len({*named}) == len(named) and not are_tied(parts[0], parts[1], hidden.columns)
        else None
    )


def _if_then(hidden: _Hidden, kind: str) -> Table | None:
    truth = hidden.draw.chance(0.5)
    condition, consequence = hidden.simple(truth), hidden.simple(truth or hidden.draw.chance(0.5))
    if are_tied(condition, consequence, hidden.columns):
        return None
    return {"clue": kind, "condition": condition, "consequence": consequence}


def _compared(hidden: _Hidden, kind: str) -> Table | None:
    if not hidden.numbered:
        return None
    category, numbers = [*hidden.categories][-1], hidden.columns[-1]
    one, other = (hidden.draw.one(hidden.draw.one(hidden.columns[:-1])) for _ in range(2))
    first, second = (int(numbers[hidden.place[value]]) for value in (one, other))
    if first == second:
        return None
    told: Table
    match kind:
        case "more" | "less" if COMPARED[kind](first, second, 0):
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


CLUES: Mapping[str, tuple[int, Callable[[_Hidden, Any], Table | None]]] = {
    "same": (4, _same),
    "different": (4, _different),
    "next-to": (3, _pair),
    "not-next-to": (1, _pair),
    "left-of": (2, _directed),
    "right-of": (1, _directed),
    "somewhere-left-of": (2, _directed),
    "somewhere-right-of": (1, _directed),
    "distance": (1, _distance),
    "at": (1, _at),
    "not-at": (1, _at),
    "end": (1, _where),
    "inner": (1, _where),
    "odd": (1, _where),
    "even": (1, _where),
    "between": (2, _between),
    "directly-between": (1, _between),
    "either": (1, _joined),
    "exactly-one": (1, _joined),
    "not-all": (1, _joined),
    "neither": (1, _joined),
    "if-then": (1, _if_then),
    "more": (2, _compared),
    "less": (1, _compared),
    "times": (1, _compared),
    "sum": (1, _compared),
    "difference": (1, _compared),
}
"""how clues are drawn that are true of a solution, by their kind, and how often"""


def drafted(draw: Draw, wishes: Wishes) -> Draft:
    """Return a logic grid that meets the wishes. Raises MissedError if what is drawn does not."""
    positions = draw.one(wishes.size("positions", POSITIONS))
    hidden = _Hidden(draw, _categories(draw, positions, draw.one(wishes.size("categories", CATEGORIES))))
    chosen = [kind for kind in CLUES if not wishes.kinds or kind in wishes.kinds]
    weighted = [kind for kind in draw.sample(chosen, 3 + draw.below(len(chosen))) for _ in range(CLUES[kind][0])]
    clues = list[Table]()
    for _ in range(CLUES_FOR_EACH * len(hidden.place)):
        kind = draw.one(weighted)
        clue = CLUES[kind][1](hidden, kind)
        if clue is not None and clue not in clues and not settles_a_part([*clues, clue], hidden.columns):
            clues.append(clue)
    full = instantiate(_file(hidden, clues), {})
    given, rest = full.clues[: len(clues)], full.clues[len(clues) :]
    supports: dict[Clue, Any] = {}

    def is_only(numbers: Sequence[int]) -> bool:
        return has_one_solution(Search(full, [*(given[number] for number in numbers), *rest], supports))

    if not is_only(range(len(clues))):
        raise MissedError("the puzzle had several solutions")
    if wishes.minimal:
        clues = [clues[number] for number in sorted(needed(range(len(clues)), draw, is_only))]
    first, second, *_ = hidden.categories
    asked = {"value": draw.one(hidden.categories[second]), "category": first}
    proven, judged = {**PROVEN, "minimal": wishes.minimal}, instantiate(_file(hidden, clues), {})
    return wishes.graded(_file(hidden, clues, questions=[asked]), proven, judged)


def _categories(draw: Draw, positions: int, number: int) -> dict[str, list[str]]:
    """Return categories with their values; those of the last may be numbers."""
    names = [[f"{chr(ord('a') + row)}{at}" for at in range(1, positions + 1)] for row in range(number)]
    if number > 2 and draw.chance(NUMBERED):
        first, step = 1 + draw.below(4), 1 + draw.below(3)
        names[-1] = [str(first + step * at) for at in range(positions)]
    return {f"category {chr(ord('A') + row)}": values for row, values in enumerate(names)}


def propose_twins(draw: Draw, puzzle: GridFile) -> Iterator[Twin]:
    """Yield logic grids with some clues changed to others of the same shape; they may have a solution."""
    said = puzzle.said()
    clues: list[Table] = said["clues"]
    for number in numbers_of_changes():
        hidden = _Hidden(draw, {category.name: category.values for category in puzzle.categories})
        chosen = draw.sample(range(len(clues)), number)
        changed = [_redraw_clue(hidden, clue) if at in chosen else clue for at, clue in enumerate(clues)]
        if changed != clues and not repeats(changed) and not settles_a_part(changed, hidden.columns):
            different = sum(one != other for one, other in zip(changed, clues, strict=True))
            change = format_message("inventing.clues-changed", count=different)
            yield Twin(GridFile(**{**said, "clues": changed}), change)


def _redraw_clue(hidden: _Hidden, clue: Table) -> Table:
    """Return another clue of the same shape that is true of a solution; the same if none is drawn."""
    kind = clue["clue"]
    for _ in range(REDRAWN):
        drawn = CLUES[kind][1](hidden, kind)
        if drawn is not None and drawn != clue and _shape(drawn) == _shape(clue):
            return drawn
    return clue


def _shape(said: Any) -> Any:
    """Return what is the same in clues that differ in values, positions and numbers alone."""
    match said:
        case dict():
            return {key: one if key == "clue" else _shape(one) for key, one in said.items() if key != "category"}
        case list():
            return [*map(_shape, said)]
        case _:
            return type(said)


def _file(hidden: _Hidden, clues: Sequence[Table], **further: Any) -> GridFile:
    data: Table = {
        "family": "grid",
        "name": "invented",
        "positions": {"name": "position", "plural": "positions", "count": hidden.positions},
        "categories": [{"name": name, "values": values} for name, values in hidden.categories.items()],
        "clues": list(clues),
    }
    return GridFile(**data, **further)


INVENTOR = Inventor("grid", drafted, propose_twins, ("positions", "categories"), (*CLUES,))
"""How logic grids are invented, for `plan invent grid`."""
