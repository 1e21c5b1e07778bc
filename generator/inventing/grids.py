"""Logic grids that nobody has seen: a hidden solution, true clues about it, of which no fewer have only that solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.draws import Draw
from generator.grid.clue_making import COMPARED
from generator.grid.clues import RELATIONS, SimpleKind
from generator.grid.instantiation import instantiate
from generator.grid.puzzle_file import GridFile
from generator.inventing.wishes import PROPAGATED, Draft, MissedError, Spoiled, Wishes, has_one_solution, needed
from generator.placing.instance import Clue
from generator.placing.search import Search

POSITIONS, CATEGORIES = range(5, 6), range(4, 5)
CLUES_FOR_EACH = 5
"""so many clues are drawn for each value before the needless ones are left out"""
NUMBERED = 0.5
"""how likely one category has numbers for values"""
Table = dict[str, Any]
Truth = Callable[["_Hidden"], "Table | None"]


class _Hidden:
    """A solution, about which clues are drawn: which value of each category is at each position."""

    def __init__(self, draw: Draw, categories: Mapping[str, Sequence[str]]) -> None:
        self.draw, self.categories = draw, categories
        self.columns = [draw.shuffled(values) for values in categories.values()]
        self.positions, self.numbered = len(self.columns[0]), all(value.isdigit() for value in self.columns[-1])
        self.place = {value: at for column in self.columns for at, value in enumerate(column)}

    def pair(self) -> list[str]:
        """Return values of two categories."""
        return [self.draw.one(column) for column in self.draw.sample(self.columns, 2)]

    def apart(self, near: Callable[[int, int], bool]) -> list[str] | None:
        """Return two values of which the positions are related so, of one category or of two; None if none such are met with."""
        for _ in range(10):
            one, other = (self.draw.one(self.draw.one(self.columns)) for _ in range(2))
            if one != other and near(self.place[one], self.place[other]):
                return [one, other]
        return None

    def simple(self, truth: bool) -> Table:
        """Return a clue that says that two values are at one position, or one at a certain one: true or not."""
        one, other = self.pair()
        if self.draw.chance(0.25):
            at = self.place[one]
            where = at if truth else self.draw.one([spot for spot in range(self.positions) if spot != at])
            return {"clue": "at", "value": one, "position": where + 1}
        if truth:
            other = self.columns[self.column_of(other)][self.place[one]]
        elif self.place[one] == self.place[other]:
            return {"clue": "different", "values": [one, other]}
        return {"clue": "same", "values": [one, other]}

    def column_of(self, value: str) -> int:
        """Return the number of the category of a value."""
        return next(number for number, column in enumerate(self.columns) if value in column)


def _same(hidden: _Hidden) -> Table:
    one, other = hidden.pair()
    return {"clue": "same", "values": [one, hidden.columns[hidden.column_of(other)][hidden.place[one]]]}


def _different(hidden: _Hidden) -> Table | None:
    one, other = hidden.pair()
    return None if hidden.place[one] == hidden.place[other] else {"clue": "different", "values": [one, other]}


def _pair(kind: str, near: Callable[[int, int], bool]) -> Truth:
    def drawn(hidden: _Hidden) -> Table | None:
        values = hidden.apart(near)
        return {"clue": kind, "values": values} if values else None

    return drawn


def _directed(kind: str, near: Callable[[int, int], bool]) -> Truth:
    def drawn(hidden: _Hidden) -> Table | None:
        values = hidden.apart(near)
        return {"clue": kind, "value": values[0], "of": values[1]} if values else None

    return drawn


def _distance(hidden: _Hidden) -> Table | None:
    values = hidden.apart(lambda one, other: abs(one - other) > 1)
    if values is None:
        return None
    return {
        "clue": "distance", "values": values, "distance": abs(hidden.place[values[0]] - hidden.place[values[1]])
    }  # fmt: skip


def _where(kind: SimpleKind) -> Truth:
    where = RELATIONS[kind]

    def drawn(hidden: _Hidden) -> Table | None:
        value = hidden.draw.one(hidden.draw.one(hidden.columns))
        return {"clue": kind, "value": value} if where(hidden.place[value], 0, hidden.positions) else None

    return drawn


def _at(kind: str) -> Truth:
    def drawn(hidden: _Hidden) -> Table | None:
        value, spot = hidden.draw.one(hidden.draw.one(hidden.columns)), hidden.draw.below(hidden.positions)
        true = (hidden.place[value] == spot) == (kind == "at")
        return {"clue": kind, "value": value, "position": spot + 1} if true else None

    return drawn


def _between(kind: str) -> Truth:
    def drawn(hidden: _Hidden) -> Table | None:
        values = sorted(
            (hidden.draw.one(hidden.draw.one(hidden.columns)) for _ in range(3)), key=hidden.place.__getitem__
        )
        one, here, other = (hidden.place[value] for value in values)
        if not one < here < other or (kind == "directly-between" and other - one != 2):
            return None
        return {"clue": kind, "value": values[1], "of": hidden.draw.shuffled([values[0], values[2]])}

    return drawn


def _joined(kind: str, truths: Sequence[bool], key: str = "clues") -> Truth:
    def drawn(hidden: _Hidden) -> Table | None:
        parts = [hidden.simple(truth) for truth in hidden.draw.shuffled(truths)]
        named = [value for part in parts for value in (part.get("values") or [part["value"]])]
        return {"clue": kind, key: parts} if len({*named}) == len(named) else None

    return drawn


def _if_then(hidden: _Hidden) -> Table:
    truth = hidden.draw.chance(0.5)
    return {
        "clue": "if-then",
        "condition": hidden.simple(truth),
        "consequence": hidden.simple(truth or hidden.draw.chance(0.5)),
    }


def _compared(kind: str) -> Truth:
    def drawn(hidden: _Hidden) -> Table | None:
        if not hidden.numbered:
            return None
        category, numbers = [*hidden.categories][-1], hidden.columns[-1]
        one, other = (hidden.draw.one(hidden.draw.one(hidden.columns[:-1])) for _ in range(2))
        first, second = (int(numbers[hidden.place[value]]) for value in (one, other))
        if one == other or first == second:
            return None
        told: Table
        match kind:
            case "more" | "less":
                if not COMPARED[kind](first, second, 0):
                    return None
                told = {"value": one, "than": other}
                told |= {"by": abs(first - second)} if hidden.draw.chance(0.5) else {}
            case "times":
                if first % second or first // second < 2:
                    return None
                told = {"value": one, "of": other, "times": first // second}
            case "sum":
                told = {"values": [one, other], "makes": first + second}
            case _:
                told = {"values": [one, other], "makes": abs(first - second)}
        return {"clue": kind, "category": category, **told}

    return drawn


CLUES: Mapping[str, tuple[int, Truth]] = {
    "same": (4, _same),
    "different": (4, _different),
    "next-to": (3, _pair("next-to", lambda one, other: abs(one - other) == 1)),
    "not-next-to": (1, _pair("not-next-to", lambda one, other: abs(one - other) > 1)),
    "left-of": (2, _directed("left-of", lambda one, other: one + 1 == other)),
    "right-of": (1, _directed("right-of", lambda one, other: one == other + 1)),
    "somewhere-left-of": (2, _directed("somewhere-left-of", lambda one, other: one < other)),
    "somewhere-right-of": (1, _directed("somewhere-right-of", lambda one, other: one > other)),
    "distance": (1, _distance),
    "at": (1, _at("at")),
    "not-at": (1, _at("not-at")),
    "end": (1, _where("end")),
    "inner": (1, _where("inner")),
    "odd": (1, _where("odd")),
    "even": (1, _where("even")),
    "between": (2, _between("between")),
    "directly-between": (1, _between("directly-between")),
    "either": (1, _joined("either", [True, False], "either")),
    "exactly-one": (1, _joined("exactly-one", [True, False])),
    "not-all": (1, _joined("not-all", [True, False])),
    "neither": (1, _joined("neither", [False, False])),
    "if-then": (1, _if_then),
    "more": (2, _compared("more")),
    "less": (1, _compared("less")),
    "times": (1, _compared("times")),
    "sum": (1, _compared("sum")),
    "difference": (1, _compared("difference")),
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
        clue = CLUES[draw.one(weighted)][1](hidden)
        if clue is not None and clue not in clues:
            clues.append(clue)
    full = instantiate(_file(hidden, clues), {})
    given, rest = full.clues[: len(clues)], full.clues[len(clues) :]
    supports: dict[Clue, Any] = {}

    def is_only(numbers: Sequence[int]) -> bool:
        return has_one_solution(Search(full, [*(given[number] for number in numbers), *rest], supports))

    if not is_only(range(len(clues))):
        raise MissedError("one solution")
    if wishes.minimal:
        clues = [clues[number] for number in sorted(needed(range(len(clues)), draw, is_only))]
    first, second, *_ = hidden.categories
    asked = {"value": draw.one(hidden.categories[second]), "category": first}
    proven = {"status": "solved", "search": PROPAGATED, "solutions": 1, "minimal": wishes.minimal}
    return wishes.graded(_file(hidden, clues, questions=[asked]), proven, instantiate(_file(hidden, clues), {}))


def _categories(draw: Draw, positions: int, number: int) -> dict[str, list[str]]:
    """Return categories with their values; those of the last may be numbers."""
    names = [[f"{chr(ord('a') + row)}{at}" for at in range(1, positions + 1)] for row in range(number)]
    if number > 2 and draw.chance(NUMBERED):
        first, step = 1 + draw.below(4), 1 + draw.below(3)
        names[-1] = [str(first + step * at) for at in range(positions)]
    return {f"category {chr(ord('A') + row)}": values for row, values in enumerate(names)}


def spoiled(draw: Draw, puzzle: GridFile) -> Iterator[Spoiled]:
    """Yield a logic grid with one clue changed to another of its kind, without end; it may have a solution all the same."""
    said = puzzle.said()
    clues = said["clues"]
    while True:
        hidden = _Hidden(draw, {category.name: category.values for category in puzzle.categories})
        number = draw.below(len(clues))
        clue = CLUES[clues[number]["clue"]][1](hidden)
        if clue is not None and clue not in clues:
            yield Spoiled(
                GridFile(**{**said, "clues": [*clues[:number], clue, *clues[number + 1 :]]}), "one clue changed"
            )


def _file(hidden: _Hidden, clues: Sequence[Table], **further: Any) -> GridFile:
    data: Table = {
        "family": "grid",
        "name": "invented",
        "positions": {"name": "position", "plural": "positions", "count": hidden.positions},
        "categories": [{"name": name, "values": values} for name, values in hidden.categories.items()],
        "clues": list(clues),
    }
    return GridFile(**data, **further)
