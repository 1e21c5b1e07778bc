"""Invented puzzle files judged by brute force: read as plain TOML, without the program."""

from __future__ import annotations

import functools
import itertools
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import oracle
from arrangements import keeps, values_of
from certificates import fault_of, fault_of_tree, situation_of
from readings import read


def plain(text: str) -> dict[str, Any]:
    """What a file says."""
    return tomllib.loads(text)


def crossing(data: dict[str, Any]) -> oracle.Puzzle:
    """The crossing that a file without parameters means."""
    rules = [
        {"guardian": None, "guardians": None, "needed": "any", "chain": False, "where": None, "before": "everyone", "after": "everyone", **rule}
        for rule in data.get("rules", [])
    ]  # fmt: skip
    kinds = [
        {
            "name": kind["name"], "members": members(kind), "rows": kind.get("rows", True),
            "paired_with": None, **{amount: [1] * kind.get("count", 1) for amount in ("pace", "fee", "weight")},
        }
        for kind in data["kinds"]
    ]  # fmt: skip
    return read(
        {
            "places": [{"count": 1, "holds": None, **place} for place in data["places"]],
            "routes": [],
            "kinds": kinds,
            "cost": None,
            "boat": {"count": 1, "weight": None, "rules": True, "minutes": 1, **data["boat"]},
            "boats": [],
            "rules": rules,
            "start": {"kinds": {}, **data["start"]},
            "goal": {"boat": None, "kinds": {}, **data["goal"]},
        }
    ).puzzle


def members(kind: dict[str, Any]) -> list[str]:
    """The travelers of a kind, by their names."""
    template = kind.get("names", "{{ name }}")
    letters = "ABCDEFGH"[: kind.get("count", 1)]
    return [template.replace("{{ name }}", kind["name"]).replace("{{ letter }}", letter) for letter in letters]


def classes(data: dict[str, Any]) -> int:
    """How many shortest solutions there are; those are one that pass the same situations once travelers who are alike have no names, and those
    that are each other told from the end, with start and goal exchanged. Two are alike if to exchange them changes no crossing that is allowed."""
    puzzle = crossing(data)
    depths, least = puzzle.explore()
    assert least is not None
    links = {(state, following) for state in depths for *_, following in puzzle.moves(state)}

    def renamed(state: Any, names: dict[str, str]) -> Any:
        boat, positions, *rest = state
        return boat, frozenset((names.get(person, person), place) for person, place in positions), *rest

    def alike(one: str, other: str) -> bool:
        names = {one: other, other: one}
        return {(renamed(a, names), renamed(b, names)) for a, b in links} == links

    first = {
        person: next(other for other in puzzle.travellers if other == person or alike(other, person))
        for person in puzzle.travellers
    }
    onward: dict[Any, list[Any]] = {}
    for a, b in links:
        if depths[b] == depths[a] + 1:
            onward.setdefault(a, []).append(b)

    def paths(state: Any) -> Iterator[list[Any]]:
        if depths[state] == least:
            if puzzle.done(state):
                yield [state]
            return
        for following in onward.get(state, ()):
            yield from ([state, *rest] for rest in paths(following))

    def kind_of(path: list[Any]) -> object:
        return tuple(
            (boat, *sorted((first[person], place) for person, place in positions)) for boat, positions, *_ in path
        )

    names = [place["name"] for place in data["places"]]
    start, goal = (f"p{names.index(place)}" for place in (data["start"]["boat"], data["goal"]["everyone"]))
    ends = {start: goal, goal: start}

    def backwards(path: list[Any]) -> list[Any]:
        return [
            (ends.get(boat, boat), frozenset((person, ends.get(place, place)) for person, place in positions), *rest)
            for boat, positions, *rest in reversed(path)
        ]

    found = {kind_of(path): path for path in paths(puzzle.start())}
    return len({frozenset({sort, kind_of(backwards(path))} & found.keys()) for sort, path in found.items()})


def fault_of_certificate(data: dict[str, Any], proof: dict[str, Any]) -> str:
    """What is wrong with what `plan invent` writes beside a puzzle; the empty text for a proof."""
    if "tree" in proof:
        return fault_of_tree(proof, *_trees(data))
    if data["family"] != "crossing":
        return _fault_of_placements(data, {step["item"]: step["spot"] for step in proof["steps"]})
    puzzle, numbered = crossing(data), _numbered(data, proof)
    if "states" in proof:
        return fault_of(numbered, puzzle)
    state = situation_of(numbered["start"], puzzle)
    for step in numbered["steps"]:
        following = situation_of({"boat": step["to"], "places": step["places"]}, puzzle)
        if all(following != other for *_, other in puzzle.moves(state)):
            return "a crossing that is not allowed"
        state = following
    return "" if puzzle.done(state) else "without a goal"


def _fault_of_placements(data: dict[str, Any], at: dict[str, str]) -> str:
    """Whether what is placed is the solution, of which there is one."""
    match data["family"]:
        case "grid":
            (only,) = arrangements(data)
            return (
                ""
                if at.keys() == only.keys() and all(at[value].endswith(f" {spot}") for value, spot in only.items())
                else "no solution"
            )
        case "arithmetic":
            return (
                ""
                if digits(data["sum"]["text"]) == [{letter: int(digit) for letter, digit in sorted(at.items())}]
                else "no solution"
            )
    if data["board"]["kind"] == "queens":
        return (
            ""
            if standing(data["board"]) == [tuple(int(at[f"row {row}"]) for row in range(1, len(at) + 1))]
            else "no solution"
        )
    (only_filling,) = fillings(data["board"], data["parameters"]["givens"]["default"])
    side = round(len(only_filling) ** 0.5)
    right = all(
        only_filling[side * (int(row) - 1) + int(column) - 1] == digit
        for (row, column), digit in ((_square(cell), digit) for cell, digit in at.items())
    )
    return "" if right else "no solution"


def _trees(data: dict[str, Any]) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Where each item may be, and what says whether what is placed is wrong for sure, for certificates that are trees."""
    match data["family"]:
        case "grid":
            return _tree_of_grid(data)
        case "arithmetic":
            return _tree_of_sum(data)
    board = data["board"]
    if board["kind"] != "queens":
        return _tree_of_sudoku(board, data["parameters"]["givens"]["default"])
    rows = [f"row {row}" for row in range(1, board["size"] + 1)]
    given, forbidden = (_squares(board, kind) for kind in ("given", "forbidden"))

    def broken(placed: dict[str, str]) -> bool:
        at = {row: int(placed[name]) for row, name in enumerate(rows, 1) if name in placed}
        attacks = any(
            there == here or abs(there - here) == other - row
            for (row, here), (other, there) in itertools.combinations(at.items(), 2)
        )
        elsewhere = any(row in at and at[row] != column for row, column in given)
        return attacks or elsewhere or any((row, column) in forbidden for row, column in at.items())

    return _open(rows, {str(column) for column in range(1, board["size"] + 1)}, given, forbidden), broken


def _tree_of_grid(data: dict[str, Any]) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Of the values any position; wrong is what leaves a clue, with the values of each category apart, no way to be kept."""
    noun, count = data["positions"]["name"], data["positions"]["count"]
    spots = [str(number) for number in range(1, count + 1)]
    categories = {table["name"]: table["values"] for table in data["categories"]}
    category = {value: name for name, values in categories.items() for value in values}
    clues = [_whole(clue) for clue in data["clues"]]

    def kept(clue: dict[str, Any], scope: list[str], at: dict[str, int]) -> bool:
        value = next((one for one in scope if one not in at), None)
        if value is None:
            return keeps(clue, at, spots, categories)
        taken = {at[other] for other in at if category[other] == category[value]}
        return any(kept(clue, scope, {**at, value: spot}) for spot in range(1, count + 1) if spot not in taken)

    @functools.cache
    def breaks(number: int, items: frozenset[tuple[str, int]]) -> bool:
        clue = clues[number]
        return not kept(clue, sorted(scopes[number]), dict(items))

    scopes = [values_of(clue) | {*categories.get(clue.get("category", ""), ())} for clue in clues]

    def broken(placed: dict[str, str]) -> bool:
        at = {value: int(spot.rpartition(" ")[2]) for value, spot in placed.items()}
        if len({(category[value], spot) for value, spot in at.items()}) < len(at):
            return True
        return any(
            breaks(number, frozenset((value, at[value]) for value in scope if value in at))
            for number, scope in enumerate(scopes)
        )

    return {value: {f"{noun} {spot}" for spot in spots} for value in category}, broken


def _tree_of_sum(data: dict[str, Any]) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Of the letters any digit; wrong is what leaves a column no way to add up, with any digits in its other letters, beside any column."""
    equation, *given = data["sum"]["text"].split("; ")
    assert " x " not in equation
    known = {part[0]: int(part[-1]) for part in given}
    left, right = equation.split(" = ")
    signs = [1, *(1 if sign == "+" else -1 for sign in re.findall("[-+]", left)), -1]
    words = [*re.findall("[A-Z]+", left), right]
    free = {letter: {str(digit) for digit in range(10)} for word in words for letter in word}
    for word in words:
        free[word[0]].discard("0")
    columns = [
        [(sign, word[-column]) for sign, word in zip(signs, words, strict=True) if column <= len(word)]
        for column in range(1, max(map(len, words)) + 1)
    ]

    def sums(column: list[tuple[int, str]], at: dict[str, int]) -> set[int]:
        """What a column may come to."""
        letter = next((letter for _, letter in column if letter not in at), None)
        if letter is None:
            return {sum(sign * at[one] for sign, one in column)}
        digits = (int(digit) for digit in free[letter])
        return {total for digit in digits if digit not in at.values() for total in sums(column, {**at, letter: digit})}

    def broken(placed: dict[str, str]) -> bool:
        at = {letter: int(digit) for letter, digit in placed.items()}
        if len({*placed.values()}) < len(placed) or any(
            at.get(letter, digit) != digit for letter, digit in known.items()
        ):
            return True
        carries = {0}
        for column in columns:
            here = sums(column, at)
            carries = {(total + carry) // 10 for total in here for carry in carries if (total + carry) % 10 == 0}
        return 0 not in carries

    return free, broken


def _tree_of_sudoku(board: dict[str, Any], givens: str) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Of the empty cells what the givens leave them; wrong is what clashes, or leaves a digit no cell of a row, a column, a box, or a cell none."""
    side = round(len(givens) ** 0.5)

    def filled(placed: dict[str, str]) -> str:
        cells = [*givens]
        for name, digit in placed.items():
            row, column = map(int, _square(name))
            cells[side * (row - 1) + column - 1] = digit
        return "".join(cells)

    groups, _ = _groups(board, len(givens))
    units = [[at for at in range(len(givens)) if group in groups[at]] for group in set[object]().union(*groups)]

    def broken(placed: dict[str, str]) -> bool:
        cells = filled(placed)
        if not _stands(board, cells):
            return True
        left = [
            {
                digit
                for digit in "123456789"[:side]
                if here in (".", digit) and _stands(board, cells[:at] + digit + cells[at + 1 :])
            }
            for at, here in enumerate(cells)
        ]
        return not all(left) or any(len(set[str]().union(*(left[at] for at in unit))) < side for unit in units)

    empty = [f"r{at // side + 1}c{at % side + 1}" for at, digit in enumerate(givens) if digit == "."]
    return {
        cell: {digit for digit in "123456789"[:side] if _stands(board, filled({cell: digit}))} for cell in empty
    }, broken


def _stands(board: dict[str, Any], cells: str) -> bool:
    """Whether no two digits that are there clash."""
    groups, less = _groups(board, len(cells))
    there = [at for at, digit in enumerate(cells) if digit != "."]
    clash = any(
        cells[one] == cells[other] and groups[one] & groups[other] for one, other in itertools.combinations(there, 2)
    )
    return not clash and all(cells[one] < cells[other] for one, other in less if "." not in (cells[one], cells[other]))


def _open(rows: list[str], columns: set[str], given: Any, forbidden: Any) -> dict[str, set[str]]:
    """The columns where the queen of each row may be, as far as it alone is concerned."""
    free = {name: columns - {str(column) for at, column in forbidden if at == row} for row, name in enumerate(rows, 1)}
    return {**free, **{rows[row - 1]: {str(column)} for row, column in given}}


def _numbered(data: dict[str, Any], told: Any) -> Any:
    """The same with the oracle's names, which are numbers."""
    travellers = [name.lower() for kind in data["kinds"] for name in members(kind)]
    places = [re.sub(r"[^a-z0-9]+", "-", place["name"].lower()) for place in data["places"]]
    names = {
        name: f"{letter}{at}" for letter, known in (("t", travellers), ("p", places)) for at, name in enumerate(known)
    }

    def numbered(told: Any) -> Any:
        if isinstance(told, dict):
            return {names.get(key, key): numbered(one) for key, one in told.items()}
        if isinstance(told, list):
            return [numbered(one) for one in told]
        return names.get(told.lower(), told) if isinstance(told, str) else told

    return numbered(told)


def fewest(data: dict[str, Any]) -> int | None:
    """The fewest crossings."""
    return crossing(data).explore()[1]


def without(data: dict[str, Any], parts: str, number: int) -> dict[str, Any]:
    """The same without one of its rules or clues."""
    return {**data, parts: [one for at, one in enumerate(data[parts]) if at != number]}


def arrangements(data: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Every way to place the values of a grid, value after value: what breaks a clue, or shares a position within a category, is not followed."""
    count, tables = data["positions"]["count"], data["categories"]
    categories = {table["name"]: table["values"] for table in tables}
    clues = [_whole(clue) for clue in data["clues"]]
    spots = [str(number) for number in range(1, count + 1)]
    scopes = [values_of(clue) | {*categories.get(clue.get("category", ""), ())} for clue in clues]
    rest = {value: table["name"] for table in tables for value in table["values"]}
    order = list[str]()
    while rest:  # next comes what helps most to check clues soon
        order.append(
            min(
                rest,
                key=lambda value: sorted(len(scope - {*order, value}) for scope in scopes if value in scope) or [99],
            )
        )
        del rest[order[-1]]
    fresh = [
        [clue for clue, scope in zip(clues, scopes, strict=True) if scope <= {*order[: at + 1]} and order[at] in scope]
        for at in range(len(order))
    ]
    category = {value: name for name, values in categories.items() for value in values}

    def placed(at: dict[str, int], taken: set[tuple[str, int]]) -> Iterator[dict[str, int]]:
        if len(at) == len(order):
            yield at
            return
        value = order[len(at)]
        for spot in range(1, count + 1):
            mark, further = (category[value], spot), {**at, value: spot}
            if mark not in taken and all(keeps(clue, further, spots, categories) for clue in fresh[len(at)]):
                yield from placed(further, taken | {mark})

    return placed({}, set())


def _whole(clue: dict[str, Any]) -> dict[str, Any]:
    """A clue with what goes without saying, in the clues that it joins, too."""
    joined = {key: [_whole(part) for part in clue[key]] for key in ("either", "clues") if key in clue}
    parts = {key: _whole(clue[key]) for key in ("condition", "consequence") if key in clue}
    return {"when": True, **clue, **joined, **parts}


def digits(text: str) -> list[dict[str, int]]:
    """Every way in which a sum, with given letters behind it, comes out: letter after letter, by the columns from the right."""
    equation, *given = text.split("; ")
    known = {part[0]: int(part[-1]) for part in given}
    words = re.findall(r"[A-Z]+", equation)
    columns = range(1, max(map(len, words)) + 1)
    order = list(dict.fromkeys(word[-column] for column in columns for word in words if column <= len(word)))
    tests = {column: _test(equation, column) for column in columns}
    whole, exact = len(order), _test(equation, max(columns) * 9)
    checked: dict[int, list[Any]] = {}
    for column in columns:
        letters = {letter for word in words for letter in word[-column:]}
        checked.setdefault(max(map(order.index, letters)) + 1, []).append((tests[column], 10**column))

    def found(digit: dict[str, int]) -> Iterator[dict[str, int]]:
        if any(eval(test, {}, digit) % modulus for test, modulus in checked.get(len(digit), ())):
            return
        if len(digit) == whole:
            if eval(exact, {}, digit) == 0:
                yield digit
            return
        letter = order[len(digit)]
        begins = any(word[0] == letter and len(word) > 1 for word in words)
        for value in [known[letter]] if letter in known else range(10):
            if value not in digit.values() and (value or not begins):
                yield from found({**digit, letter: value})

    return [*found({})]


def _test(equation: str, column: int) -> Any:
    """By how much the left side is more than the right side, of the last columns of each word."""
    left, right = re.sub(r" x ", "*", equation).split("=")

    def valued(side: str) -> str:
        return re.sub(
            r"[A-Z]+",
            lambda word: "(" + "+".join(f"{10**n}*{letter}" for n, letter in enumerate(word[0][-column:][::-1])) + ")",
            side,
        )

    return compile(f"({valued(left)}) - ({valued(right)})", "sum", "eval")


def fillings(board: dict[str, Any], givens: str, most: int | None = None) -> list[str]:
    """Every way, or so many, to fill a sudoku: each digit once in every row, column, box, and on both diagonals if they count; signs kept."""
    return [*itertools.islice(_filled(givens, *_groups(board, len(givens))), most)]


def _groups(board: dict[str, Any], cells: int) -> tuple[list[set[object]], list[list[int]]]:
    """For each cell the row, the column, the box, the diagonals in which it is; and the pairs of cells with signs."""
    side = round(cells**0.5)
    box = round(side**0.5)
    square = [(at // side // box, at % side // box) for at in range(cells)]
    boxes = [*board["boxes"].replace(" ", "")] if board.get("boxes") else square
    less = [
        [side * (int(row) - 1) + int(column) - 1 for row, column in map(_square, pair)]
        for pair in board.get("less", [])
    ]

    def groups(at: int) -> set[object]:
        row, column = divmod(at, side)
        diagonals = {"falling" if row == column else "", "rising" if row + column == side - 1 else ""} - {""}
        return {("row", row), ("column", column), ("box", boxes[at]), *(diagonals if board.get("diagonals") else ())}

    return [groups(at) for at in range(cells)], less


def _square(name: str) -> list[str]:
    return re.findall(r"\d+", name)


def _squares(board: dict[str, Any], kind: str) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in map(_square, board.get(kind, []))]


def _filled(cells: str, groups: list[set[object]], less: list[list[int]]) -> Iterator[str]:
    side = round(len(cells) ** 0.5)
    near = [
        [other for other in range(len(cells)) if other != at and groups[other] & groups[at]] for at in range(len(cells))
    ]

    def left(at: int, here: list[str]) -> list[str]:
        taken = {here[other] for other in near[at]}
        below = [here[more] for one, more in less if one == at and here[more] != "."]
        above = [here[one] for one, more in less if more == at and here[one] != "."]
        return [
            digit
            for digit in "123456789"[:side]
            if digit not in taken and digit < min(below, default="A") and digit > max(above, default="0")
        ]

    def filled(here: list[str]) -> Iterator[str]:
        empty = [(len(digits := left(at, here)), at, digits) for at, digit in enumerate(here) if digit == "."]
        if not empty:
            yield "".join(here)
            return
        _, at, digits = min(empty)
        for digit in digits:
            yield from filled([*here[:at], digit, *here[at + 1 :]])

    given = [at for at, digit in enumerate(cells) if digit != "."]
    if all(cells[at] in left(at, [*cells]) for at in given):
        yield from filled([*cells])


def standing(board: dict[str, Any]) -> list[tuple[int, ...]]:
    """Every way to place queens on a board with given and forbidden squares: the column of each row."""
    squares = {kind: _squares(board, kind) for kind in ("given", "forbidden")}
    return [
        columns
        for columns in itertools.permutations(range(1, board["size"] + 1))
        if len({row + column for row, column in enumerate(columns)}) == len(columns)
        and len({row - column for row, column in enumerate(columns)}) == len(columns)
        and all(columns[row - 1] == column for row, column in squares["given"])
        and all(columns[row - 1] != column for row, column in squares["forbidden"])
    ]


def faults_of(data: dict[str, Any], row: dict[str, Any]) -> list[str]:
    """What is wrong with a puzzle, told as its file and as the row of the index says it."""
    found = number_of_solutions(data, 2)
    if row["status"] == "unsolvable":
        return [f"{found} solutions of an impossible puzzle"] if found else []
    if "rules" in data:
        return _faults_of_crossing(data, row)
    wrong = [f"{found} solutions"] if found != 1 else []
    return wrong + [f"not needed: {part}" for part, fewer in without_each(data) if number_of_solutions(fewer, 2) < 2]


def number_of_solutions(data: dict[str, Any], most: int) -> int:
    """How many solutions a puzzle has, counted up to so many; of a crossing whether it has one."""
    match data["family"]:
        case "crossing":
            return int(fewest(data) is not None)
        case "grid":
            return len([*itertools.islice(arrangements(data), most)])
        case "arithmetic":
            return len(digits(data["sum"]["text"])[:most])
    if data["board"]["kind"] == "queens":
        return len(standing(data["board"])[:most])
    return len(fillings(data["board"], data["parameters"]["givens"]["default"], most))


def _faults_of_crossing(data: dict[str, Any], row: dict[str, Any]) -> list[str]:
    found = []
    if fewest(data) != row["crossings"]:
        found.append(f"{fewest(data)} crossings, not {row['crossings']}")
    elif classes(data) != row["classes"]:
        found.append(f"{classes(data)} classes, not {row['classes']}")
    for number, rule in enumerate(data["rules"]):
        least = fewest(without(data, "rules", number))
        if least is None or least >= row["crossings"]:
            found.append(f"not needed: {rule}")
    return found


def without_each(data: dict[str, Any]) -> Iterator[tuple[object, dict[str, Any]]]:
    """Each clue, given letter, digit, sign, square, with the puzzle without it."""
    match data["family"]:
        case "grid":
            yield from ((clue, without(data, "clues", number)) for number, clue in enumerate(data["clues"]))
        case "arithmetic":
            first, *given = data["sum"]["text"].split("; ")
            for one in given:
                yield one, {**data, "sum": {"text": "; ".join([first, *(other for other in given if other != one)])}}
        case "board":
            board = data["board"]
            for key in ("given", "forbidden", "less"):
                for part in board.get(key, []):
                    yield part, {**data, "board": {**board, key: [one for one in board[key] if one != part]}}
            givens = data.get("parameters", {}).get("givens", {}).get("default", "")
            for at, digit in enumerate(givens):
                if digit != ".":
                    fewer = {"givens": {"default": givens[:at] + "." + givens[at + 1 :]}}
                    yield (at, digit), {**data, "parameters": fewer}
