"""A brute-force judge of invented puzzle files, which it reads as plain TOML without the program."""

from __future__ import annotations

import functools
import itertools
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import oracle
from arrangements import find_clue_values, keeps_clue
from certificates import find_certificate_fault, find_tree_fault, read_situation
from crossing_readings import read_crossing


def parse_puzzle(text: str) -> dict[str, Any]:
    """Return the data of a puzzle file."""
    return tomllib.loads(text)


def make_crossing(data: dict[str, Any]) -> oracle.Puzzle:
    """Return the crossing that a file without parameters describes."""
    rules = [
        {"guardian": None, "guardians": None, "needed": "any", "chain": False, "where": None, "before": "everyone", "after": "everyone", **rule}
        for rule in data.get("rules", [])
    ]  # fmt: skip
    kinds = [
        {
            "name": kind["name"], "members": list_members(kind), "rows": kind.get("rows", True),
            "paired_with": None, **{amount: [1] * kind.get("count", 1) for amount in ("pace", "fee", "weight")},
        }
        for kind in data["kinds"]
    ]  # fmt: skip
    return read_crossing(
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


def list_members(kind: dict[str, Any]) -> list[str]:
    """Return the names of the travelers of a kind."""
    template = kind.get("names", "{{ name }}")
    letters = "ABCDEFGH"[: kind.get("count", 1)]
    return [template.replace("{{ name }}", kind["name"]).replace("{{ letter }}", letter) for letter in letters]


def count_solution_classes(data: dict[str, Any]) -> int:
    """Return the number of equivalence classes of shortest solutions.

    Two solutions are equivalent if they pass the same situations once interchangeable travelers have no names, or if one is the reverse of
    the other with start and goal exchanged. Two travelers are interchangeable if exchanging them changes no allowed crossing.
    """
    puzzle = make_crossing(data)
    depths, least = puzzle.explore()
    assert least is not None
    links = {(state, following) for state in depths for *_, following in puzzle.successors(state)}

    def rename_travelers(state: Any, names: dict[str, str]) -> Any:
        boat, positions, *rest = state
        return boat, frozenset((names.get(person, person), place) for person, place in positions), *rest

    def are_interchangeable(one: str, other: str) -> bool:
        names = {one: other, other: one}
        return {(rename_travelers(a, names), rename_travelers(b, names)) for a, b in links} == links

    first = {
        person: next(other for other in puzzle.travellers if other == person or are_interchangeable(other, person))
        for person in puzzle.travellers
    }
    onward: dict[Any, list[Any]] = {}
    for a, b in links:
        if depths[b] == depths[a] + 1:
            onward.setdefault(a, []).append(b)

    def find_paths(state: Any) -> Iterator[list[Any]]:
        if depths[state] == least:
            if puzzle.is_goal(state):
                yield [state]
            return
        for following in onward.get(state, ()):
            yield from ([state, *rest] for rest in find_paths(following))

    def strip_names(path: list[Any]) -> object:
        return tuple(
            (boat, *sorted((first[person], place) for person, place in positions)) for boat, positions, *_ in path
        )

    names = [place["name"] for place in data["places"]]
    start, goal = (f"p{names.index(place)}" for place in (data["start"]["boat"], data["goal"]["everyone"]))
    ends = {start: goal, goal: start}

    def reverse_path(path: list[Any]) -> list[Any]:
        return [
            (ends.get(boat, boat), frozenset((person, ends.get(place, place)) for person, place in positions), *rest)
            for boat, positions, *rest in reversed(path)
        ]

    found = {strip_names(path): path for path in find_paths(puzzle.initial_situation())}
    return len({frozenset({sort, strip_names(reverse_path(path))} & found.keys()) for sort, path in found.items()})


def find_proof_fault(data: dict[str, Any], proof: dict[str, Any]) -> str:
    """Return the fault of the proof that `plan invent` writes beside a puzzle.

    The text is empty if the proof is right.
    """
    if "tree" in proof:
        return find_tree_fault(proof, *_make_tree_check(data))
    if data["family"] != "crossing":
        return _find_placement_fault(data, {step["item"]: step["spot"] for step in proof["steps"]})
    puzzle, numbered = make_crossing(data), _replace_names_by_numbers(data, proof)
    if "states" in proof:
        return find_certificate_fault(numbered, puzzle)
    state = read_situation(numbered["start"], puzzle)
    for step in numbered["steps"]:
        following = read_situation({"boat": step["to"], "places": step["places"]}, puzzle)
        if all(following != other for *_, other in puzzle.successors(state)):
            return "a crossing that is not allowed"
        state = following
    return "" if puzzle.is_goal(state) else "without a goal"


def _find_placement_fault(data: dict[str, Any], at: dict[str, str]) -> str:
    """Return an error text unless the assignment is the only solution."""
    match data["family"]:
        case "grid":
            (only,) = find_arrangements(data)
            return (
                ""
                if at.keys() == only.keys() and all(at[value].endswith(f" {spot}") for value, spot in only.items())
                else "no solution"
            )
        case "arithmetic":
            return (
                ""
                if solve_sum(data["sum"]["text"]) == [{letter: int(digit) for letter, digit in sorted(at.items())}]
                else "no solution"
            )
    if data["board"]["kind"] == "queens":
        return (
            ""
            if solve_queens(data["board"]) == [tuple(int(at[f"row {row}"]) for row in range(1, len(at) + 1))]
            else "no solution"
        )
    (only_filling,) = solve_sudoku(data["board"], data["parameters"]["givens"]["default"])
    side = round(len(only_filling) ** 0.5)
    right = all(
        only_filling[side * (int(row) - 1) + int(column) - 1] == digit
        for (row, column), digit in ((_parse_square(cell), digit) for cell, digit in at.items())
    )
    return "" if right else "no solution"


def _make_tree_check(data: dict[str, Any]) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Return the candidate spots of each item and a test for certain violations.

    Both serve to check certificates that are trees.
    """
    match data["family"]:
        case "grid":
            return _make_grid_check(data)
        case "arithmetic":
            return _make_sum_check(data)
    board = data["board"]
    if board["kind"] != "queens":
        return _make_sudoku_check(board, data["parameters"]["givens"]["default"])
    rows = [f"row {row}" for row in range(1, board["size"] + 1)]
    given, forbidden = (_parse_squares(board, kind) for kind in ("given", "forbidden"))

    def is_broken(placed: dict[str, str]) -> bool:
        at = {row: int(placed[name]) for row, name in enumerate(rows, 1) if name in placed}
        attacks = any(
            there == here or abs(there - here) == other - row
            for (row, here), (other, there) in itertools.combinations(at.items(), 2)
        )
        elsewhere = any(row in at and at[row] != column for row, column in given)
        return attacks or elsewhere or any((row, column) in forbidden for row, column in at.items())

    return _list_open_columns(
        rows, {str(column) for column in range(1, board["size"] + 1)}, given, forbidden
    ), is_broken


def _make_grid_check(data: dict[str, Any]) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Return any position for each value, and a test for certain violations of clues.

    A clue is certainly violated if no completion of the assignment, with the values of each category at different positions, satisfies it.
    """
    noun, count = data["positions"]["name"], data["positions"]["count"]
    spots = [str(number) for number in range(1, count + 1)]
    categories = {table["name"]: table["values"] for table in data["categories"]}
    category = {value: name for name, values in categories.items() for value in values}
    clues = [_complete_clue(clue) for clue in data["clues"]]

    def can_be_kept(clue: dict[str, Any], scope: list[str], at: dict[str, int]) -> bool:
        value = next((one for one in scope if one not in at), None)
        if value is None:
            return keeps_clue(clue, at, spots, categories)
        taken = {at[other] for other in at if category[other] == category[value]}
        return any(can_be_kept(clue, scope, {**at, value: spot}) for spot in range(1, count + 1) if spot not in taken)

    @functools.cache
    def is_clue_broken(number: int, items: frozenset[tuple[str, int]]) -> bool:
        clue = clues[number]
        return not can_be_kept(clue, sorted(scopes[number]), dict(items))

    scopes = [find_clue_values(clue) | {*categories.get(clue.get("category", ""), ())} for clue in clues]

    def is_broken(placed: dict[str, str]) -> bool:
        at = {value: int(spot.rpartition(" ")[2]) for value, spot in placed.items()}
        if len({(category[value], spot) for value, spot in at.items()}) < len(at):
            return True
        return any(
            is_clue_broken(number, frozenset((value, at[value]) for value in scope if value in at))
            for number, scope in enumerate(scopes)
        )

    return {value: {f"{noun} {spot}" for spot in spots} for value in category}, is_broken


def _make_sum_check(data: dict[str, Any]) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Return any digit for each letter, and a test for columns that cannot add up.

    The test tries all digits for the column's other letters and all carries from its neighbors.
    """
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

    def find_possible_totals(column: list[tuple[int, str]], at: dict[str, int]) -> set[int]:
        """Return the possible totals of a column."""
        letter = next((letter for _, letter in column if letter not in at), None)
        if letter is None:
            return {sum(sign * at[one] for sign, one in column)}
        digits = (int(digit) for digit in free[letter])
        return {
            total
            for digit in digits
            if digit not in at.values()
            for total in find_possible_totals(column, {**at, letter: digit})
        }

    def is_broken(placed: dict[str, str]) -> bool:
        at = {letter: int(digit) for letter, digit in placed.items()}
        if len({*placed.values()}) < len(placed) or any(
            at.get(letter, digit) != digit for letter, digit in known.items()
        ):
            return True
        carries = {0}
        for column in columns:
            here = find_possible_totals(column, at)
            carries = {(total + carry) // 10 for total in here for carry in carries if (total + carry) % 10 == 0}
        return 0 not in carries

    return free, is_broken


def _make_sudoku_check(
    board: dict[str, Any], givens: str
) -> tuple[dict[str, set[str]], Callable[[dict[str, str]], bool]]:
    """Return the digits that the givens allow in each empty cell, and a test for certain violations.

    Violations are a clash, a digit without a cell in a row, a column or a box, and a cell without a digit.
    """
    side = round(len(givens) ** 0.5)

    def fill_cells(placed: dict[str, str]) -> str:
        cells = [*givens]
        for name, digit in placed.items():
            row, column = map(int, _parse_square(name))
            cells[side * (row - 1) + column - 1] = digit
        return "".join(cells)

    groups, _ = _find_cell_groups(board, len(givens))
    units = [[at for at in range(len(givens)) if group in groups[at]] for group in set[object]().union(*groups)]

    def is_broken(placed: dict[str, str]) -> bool:
        cells = fill_cells(placed)
        if not _is_consistent(board, cells):
            return True
        left = [
            {
                digit
                for digit in "123456789"[:side]
                if here in (".", digit) and _is_consistent(board, cells[:at] + digit + cells[at + 1 :])
            }
            for at, here in enumerate(cells)
        ]
        return not all(left) or any(len(set[str]().union(*(left[at] for at in unit))) < side for unit in units)

    empty = [f"r{at // side + 1}c{at % side + 1}" for at, digit in enumerate(givens) if digit == "."]
    return {
        cell: {digit for digit in "123456789"[:side] if _is_consistent(board, fill_cells({cell: digit}))}
        for cell in empty
    }, is_broken


def _is_consistent(board: dict[str, Any], cells: str) -> bool:
    """Return whether no two of the placed digits clash."""
    groups, less = _find_cell_groups(board, len(cells))
    there = [at for at, digit in enumerate(cells) if digit != "."]
    clash = any(
        cells[one] == cells[other] and groups[one] & groups[other] for one, other in itertools.combinations(there, 2)
    )
    return not clash and all(cells[one] < cells[other] for one, other in less if "." not in (cells[one], cells[other]))


def _list_open_columns(rows: list[str], columns: set[str], given: Any, forbidden: Any) -> dict[str, set[str]]:
    """Return the columns where the queen of each row may be, regardless of other queens."""
    free = {name: columns - {str(column) for at, column in forbidden if at == row} for row, name in enumerate(rows, 1)}
    return {**free, **{rows[row - 1]: {str(column)} for row, column in given}}


def _replace_names_by_numbers(data: dict[str, Any], proof: Any) -> Any:
    """Return the proof with the oracle's names, which are numbers."""
    travellers = [name.lower() for kind in data["kinds"] for name in list_members(kind)]
    places = [re.sub(r"[^a-z0-9]+", "-", place["name"].lower()) for place in data["places"]]
    names = {
        name: f"{letter}{at}" for letter, known in (("t", travellers), ("p", places)) for at, name in enumerate(known)
    }

    def replace_names(part: Any) -> Any:
        if isinstance(part, dict):
            return {names.get(key, key): replace_names(one) for key, one in part.items()}
        if isinstance(part, list):
            return [replace_names(one) for one in part]
        return names.get(part.lower(), part) if isinstance(part, str) else part

    return replace_names(proof)


def count_fewest_crossings(data: dict[str, Any]) -> int | None:
    """Return the fewest crossings to the goal; None if there is no solution."""
    return make_crossing(data).explore()[1]


def remove_part(data: dict[str, Any], parts: str, number: int) -> dict[str, Any]:
    """Return the puzzle without one of its rules or clues."""
    return {**data, parts: [one for at, one in enumerate(data[parts]) if at != number]}


def find_arrangements(data: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Yield every solution of a logic grid.

    The search places one value after another and drops assignments that break a clue or share a position within a category.
    """
    count, tables = data["positions"]["count"], data["categories"]
    categories = {table["name"]: table["values"] for table in tables}
    clues = [_complete_clue(clue) for clue in data["clues"]]
    spots = [str(number) for number in range(1, count + 1)]
    scopes = [find_clue_values(clue) | {*categories.get(clue.get("category", ""), ())} for clue in clues]
    rest = {value: table["name"] for table in tables for value in table["values"]}
    order = list[str]()
    while rest:  # next, place the value that lets the most clues be checked early
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

    def place_values(at: dict[str, int], taken: set[tuple[str, int]]) -> Iterator[dict[str, int]]:
        if len(at) == len(order):
            yield at
            return
        value = order[len(at)]
        for spot in range(1, count + 1):
            mark, further = (category[value], spot), {**at, value: spot}
            if mark not in taken and all(keeps_clue(clue, further, spots, categories) for clue in fresh[len(at)]):
                yield from place_values(further, taken | {mark})

    return place_values({}, set())


def _complete_clue(clue: dict[str, Any]) -> dict[str, Any]:
    """Return a clue, and the clues that it joins, with their default keys."""
    joined = {key: [_complete_clue(part) for part in clue[key]] for key in ("either", "clues") if key in clue}
    parts = {key: _complete_clue(clue[key]) for key in ("condition", "consequence") if key in clue}
    return {"when": True, **clue, **joined, **parts}


def solve_sum(text: str) -> list[dict[str, int]]:
    """Return every solution of a sum that has some letters given after it.

    The search assigns letter after letter, by columns from the right.
    """
    equation, *given = text.split("; ")
    known = {part[0]: int(part[-1]) for part in given}
    words = re.findall(r"[A-Z]+", equation)
    columns = range(1, max(map(len, words)) + 1)
    order = list(dict.fromkeys(word[-column] for column in columns for word in words if column <= len(word)))
    tests = {column: _compile_difference(equation, column) for column in columns}
    whole, exact = len(order), _compile_difference(equation, max(columns) * 9)
    checked: dict[int, list[Any]] = {}
    for column in columns:
        letters = {letter for word in words for letter in word[-column:]}
        checked.setdefault(max(map(order.index, letters)) + 1, []).append((tests[column], 10**column))

    def find_digits(digit: dict[str, int]) -> Iterator[dict[str, int]]:
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
                yield from find_digits({**digit, letter: value})

    return [*find_digits({})]


def _compile_difference(equation: str, column: int) -> Any:
    """Return a function for the difference of the two sides, restricted to the last columns of each word."""
    left, right = re.sub(r" x ", "*", equation).split("=")

    def expand_words(side: str) -> str:
        return re.sub(
            r"[A-Z]+",
            lambda word: "(" + "+".join(f"{10**n}*{letter}" for n, letter in enumerate(word[0][-column:][::-1])) + ")",
            side,
        )

    return compile(f"({expand_words(left)}) - ({expand_words(right)})", "sum", "eval")


def solve_sudoku(board: dict[str, Any], givens: str, limit: int | None = None) -> list[str]:
    """Return the solutions of a sudoku, at most `limit` of them.

    Each digit occurs once in every row, column, box, and on both diagonals if they count; the signs between cells hold.
    """
    return [*itertools.islice(_fill_grids(givens, *_find_cell_groups(board, len(givens))), limit)]


def _find_cell_groups(board: dict[str, Any], cells: int) -> tuple[list[set[object]], list[list[int]]]:
    """Return the row, column, box and diagonals of each cell, and the pairs of cells with signs."""
    side = round(cells**0.5)
    box = round(side**0.5)
    square = [(at // side // box, at % side // box) for at in range(cells)]
    boxes = [*board["boxes"].replace(" ", "")] if board.get("boxes") else square
    less = [
        [side * (int(row) - 1) + int(column) - 1 for row, column in map(_parse_square, pair)]
        for pair in board.get("less", [])
    ]

    def find_groups(at: int) -> set[object]:
        row, column = divmod(at, side)
        diagonals = {"falling" if row == column else "", "rising" if row + column == side - 1 else ""} - {""}
        return {("row", row), ("column", column), ("box", boxes[at]), *(diagonals if board.get("diagonals") else ())}

    return [find_groups(at) for at in range(cells)], less


def _parse_square(name: str) -> list[str]:
    return re.findall(r"\d+", name)


def _parse_squares(board: dict[str, Any], kind: str) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in map(_parse_square, board.get(kind, []))]


def _fill_grids(cells: str, groups: list[set[object]], less: list[list[int]]) -> Iterator[str]:
    side = round(len(cells) ** 0.5)
    near = [
        [other for other in range(len(cells)) if other != at and groups[other] & groups[at]] for at in range(len(cells))
    ]

    def find_possible_digits(at: int, here: list[str]) -> list[str]:
        taken = {here[other] for other in near[at]}
        below = [here[more] for one, more in less if one == at and here[more] != "."]
        above = [here[one] for one, more in less if more == at and here[one] != "."]
        return [
            digit
            for digit in "123456789"[:side]
            if digit not in taken and digit < min(below, default="A") and digit > max(above, default="0")
        ]

    def fill_rest(here: list[str]) -> Iterator[str]:
        empty = [
            (len(digits := find_possible_digits(at, here)), at, digits) for at, digit in enumerate(here) if digit == "."
        ]
        if not empty:
            yield "".join(here)
            return
        _, at, digits = min(empty)
        for digit in digits:
            yield from fill_rest([*here[:at], digit, *here[at + 1 :]])

    given = [at for at, digit in enumerate(cells) if digit != "."]
    if all(cells[at] in find_possible_digits(at, [*cells]) for at in given):
        yield from fill_rest([*cells])


def solve_queens(board: dict[str, Any]) -> list[tuple[int, ...]]:
    """Return every placement of queens, as the column of each row.

    The board has given and forbidden squares.
    """
    squares = {kind: _parse_squares(board, kind) for kind in ("given", "forbidden")}
    return [
        columns
        for columns in itertools.permutations(range(1, board["size"] + 1))
        if len({row + column for row, column in enumerate(columns)}) == len(columns)
        and len({row - column for row, column in enumerate(columns)}) == len(columns)
        and all(columns[row - 1] == column for row, column in squares["given"])
        and all(columns[row - 1] != column for row, column in squares["forbidden"])
    ]


def find_faults(data: dict[str, Any], row: dict[str, Any]) -> list[str]:
    """Return the faults of a puzzle, as its file and its row of the index describe it."""
    found = count_solutions(data, 2)
    if row["status"] == "unsolvable":
        return [f"{found} solutions of an impossible puzzle"] if found else []
    if "rules" in data:
        return _find_crossing_faults(data, row)
    wrong = [f"{found} solutions"] if found != 1 else []
    return wrong + [f"not needed: {part}" for part, fewer in remove_each_part(data) if count_solutions(fewer, 2) < 2]


def count_solutions(data: dict[str, Any], limit: int) -> int:
    """Return the number of solutions, counted up to `limit`.

    For a crossing, 1 if it has a solution, else 0.
    """
    match data["family"]:
        case "crossing":
            return int(count_fewest_crossings(data) is not None)
        case "grid":
            return len([*itertools.islice(find_arrangements(data), limit)])
        case "arithmetic":
            return len(solve_sum(data["sum"]["text"])[:limit])
    if data["board"]["kind"] == "queens":
        return len(solve_queens(data["board"])[:limit])
    return len(solve_sudoku(data["board"], data["parameters"]["givens"]["default"], limit))


def _find_crossing_faults(data: dict[str, Any], row: dict[str, Any]) -> list[str]:
    found = []
    if count_fewest_crossings(data) != row["crossings"]:
        found.append(f"{count_fewest_crossings(data)} crossings, not {row['crossings']}")
    elif count_solution_classes(data) != row["classes"]:
        found.append(f"{count_solution_classes(data)} classes, not {row['classes']}")
    for number, rule in enumerate(data["rules"]):
        least = count_fewest_crossings(remove_part(data, "rules", number))
        if least is None or least >= row["crossings"]:
            found.append(f"not needed: {rule}")
    return found


def remove_each_part(data: dict[str, Any]) -> Iterator[tuple[object, dict[str, Any]]]:
    """Yield each removable part with the puzzle without it.

    The parts are clues and given letters, digits, signs and squares.
    """
    match data["family"]:
        case "grid":
            yield from ((clue, remove_part(data, "clues", number)) for number, clue in enumerate(data["clues"]))
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
