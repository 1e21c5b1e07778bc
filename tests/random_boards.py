"""Random boards with all their solutions, found by a brute force that is independent of the program."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["DrawnBoard", "draw_board", "find_placings", "is_peaceful"]

MARKS = "123456789ABCDEFG"
MAX_SOLUTIONS = 400
"""the maximum number of solutions; a board with more is drawn again"""
MAX_FILLED_CELLS = 5_000
"""the maximum number of cells filled in the search on one board; if it needs more, another board is drawn"""
Square = tuple[int, int]
Filling = frozenset[tuple[int, int, str]]
"""triples of row, column and content: the digits of a sudoku, the pieces of a chessboard"""

ATTACKS: dict[str, Callable[[int, int], bool]] = {
    "rooks": lambda down, across: 0 in (down, across),
    "bishops": lambda down, across: down == across,
    "queens": lambda down, across: 0 in (down, across) or down == across,
    "kings": lambda down, across: down <= 1 and across <= 1,
    "knights": lambda down, across: down * across == 2,
}


class TooManyTriesError(Exception):
    """The search for solutions is too large."""


class DrawnBoard(NamedTuple):
    """A puzzle file and its solutions."""

    kind: str
    text: str
    solutions: set[Filling]
    features: frozenset[str]


def draw_board(rng: random.Random) -> DrawnBoard:
    """Return a random sudoku, queens puzzle or pieces puzzle with a limited number of solutions."""
    ways = {"sudoku": _draw_sudoku, "queens": _draw_queens, "pieces": _draw_pieces}
    kind = rng.choice(["sudoku", "sudoku", "queens", "pieces", "pieces"])
    while True:
        with contextlib.suppress(TooManyTriesError):
            table, solutions, features = ways[kind](rng)
            if len(solutions) <= MAX_SOLUTIONS:
                break
    head = (
        'family = "board"\nname = "drawn"\ntitle = "Drawn"\nstory = "A board drawn at random."\nsource = "The tests."\n'
    )
    return DrawnBoard(kind, f"{head}{table}", solutions, frozenset({kind, *features, *["none"] * (not solutions)}))


def is_peaceful(piece: str, one: Square, other: Square) -> bool:
    """Return whether two pieces of a kind on two squares do not attack each other."""
    return not ATTACKS[piece](abs(one[0] - other[0]), abs(one[1] - other[1]))


def find_placings(
    piece: str, squares: list[Square], number: int, standing: list[Square]
) -> Iterator[frozenset[Square]]:
    """Yield every placement of `number` pieces without attacks that includes the pieces already standing."""
    if len(standing) == number:
        yield frozenset(standing)
        return
    for index, square in enumerate(squares):
        if all(is_peaceful(piece, square, other) for other in standing):
            yield from find_placings(piece, squares[index + 1 :], number, [*standing, square])


def _draw_restrictions(rng: random.Random, piece: str, squares: list[Square]) -> tuple[list[Square], list[Square], str]:
    """Return given squares without attacks, forbidden squares, and their text in the file."""
    chosen = rng.sample(squares, min(len(squares), rng.choice([0, 0, 1, 2, 4, 6])))
    given, forbidden = list[Square](), list[Square]()
    for square in chosen:
        if rng.random() < 0.35 and all(is_peaceful(piece, square, other) for other in given):
            given.append(square)
        else:
            forbidden.append(square)
    said = "".join(
        f"{key} = {json.dumps([f'r{row + 1}c{column + 1}' for row, column in some])}\n"
        for key, some in (("given", given), ("forbidden", forbidden))
        if some or rng.random() < 0.1
    )
    return given, forbidden, said


def _collect_fillings(ways: Iterator[frozenset[Square]], mark: str) -> set[Filling]:
    found = {frozenset((*square, mark) for square in way) for way in itertools.islice(ways, MAX_SOLUTIONS + 1)}
    return found


def _draw_queens(rng: random.Random) -> tuple[str, set[Filling], set[str]]:
    size = rng.randint(1, 6)
    squares = [(row, column) for row in range(size) for column in range(size)]
    given, forbidden, said = _draw_restrictions(rng, "queens", squares)
    free = [square for square in squares if square not in given and square not in forbidden]
    found = _collect_fillings(find_placings("queens", free, size, given), "Q")
    features = {"queens given"} if given else set()
    return (
        f'[board]\nkind = "queens"\nsize = {size}\n{said}',
        found,
        features | ({"queens forbidden"} if forbidden else set()),
    )


def _draw_pieces(rng: random.Random) -> tuple[str, set[Filling], set[str]]:
    piece = rng.choice([*ATTACKS])
    rows, columns = rng.choice([1, 2, 3, 3, 4, 4]), rng.choice([1, 2, 3, 4, 5])
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    given, forbidden, said = _draw_restrictions(rng, piece, squares)
    free = [square for square in squares if square not in given and square not in forbidden]
    if not free and not given:
        return _draw_pieces(rng)
    most = len(given)
    while next(find_placings(piece, free, most + 1, given), None):
        most += 1
    features = {piece, *["given"] * bool(given), *["forbidden"] * bool(forbidden)}
    if rng.random() < 0.4 and most:
        number, said = most, said + ('number = "most"\n' if rng.random() < 0.5 else "")
        features.add("most")
    else:
        number = rng.randint(max(1, len(given), most - 2), max(1, min(most + 1, rows * columns)))
        said += f"number = {number}\n"
        features |= {"fewer"} if number < most else {"too many"} if number > most else set()
    found = _collect_fillings(
        find_placings(piece, free, number, given), piece[0].upper() if piece != "knights" else "N"
    )
    return f'[board]\nkind = "pieces"\npiece = "{piece}"\nrows = {rows}\ncolumns = {columns}\n{said}', found, features


def _draw_sudoku(rng: random.Random) -> tuple[str, set[Filling], set[str]]:
    side = rng.choice([2, 3, 4, 4, 4, 5, 5, 6])
    sort = rng.choice(["jigsaw", "none", *["usual"] * 2 * (side == 4)])
    boxes = (
        _draw_jigsaw_boxes(rng, side)
        if sort == "jigsaw"
        else [row // 2 * 2 + column // 2 for row in range(4) for column in range(4)]
    )
    diagonals = rng.random() < 0.35 and side < 6
    groups = [[row * side + column for column in range(side)] for row in range(side)]
    groups += [[row * side + column for row in range(side)] for column in range(side)]
    if sort != "none":
        groups += [[cell for cell in range(side**2) if boxes[cell] == box] for box in range(side)]
    if diagonals:
        groups += [[step * (side + 1) for step in range(side)], [(step + 1) * (side - 1) for step in range(side)]]
    solution = next(_find_fillings(side, groups, [], [None] * side**2, rng), None)
    pairs = [
        (one, other)
        for one in range(side**2)
        for other in (one + 1, one + side)
        if other < side**2 and (other % side or other > one + 1)
    ]
    less = list[tuple[int, int]]()
    for one, other in rng.sample(pairs, min(len(pairs), rng.choice([0, 0, 2, 4, side * 2]))):
        agrees = solution is None or rng.random() < 0.03 or solution[one] < solution[other]
        less.append((one, other) if agrees else (other, one))
    if rng.random() < 0.1 and side > 2:
        less.append(tuple(rng.sample(range(side**2), 2)))
    kept = rng.choice([0.15, 0.3, 0.5, 0.7, 1])
    givens = [digit if rng.random() < kept else None for digit in solution] if solution else [None] * side**2
    if rng.random() < 0.1:
        givens[rng.randrange(side**2)] = rng.randrange(side)
    if not _is_consistent(givens, groups, less):
        return _draw_sudoku(rng)
    found = {
        frozenset((cell // side, cell % side, MARKS[digit]) for cell, digit in enumerate(way))
        for way in itertools.islice(_find_fillings(side, groups, less, givens, None), MAX_SOLUTIONS + 1)
    }
    text = "".join("." if digit is None else MARKS[digit] for digit in givens)
    said = [
        f'[parameters.givens]\ntype = "text"\ndefault = "{text}"\nlongest = 400\nhelp = "the cells"\n[board]\nkind = "sudoku"\ngivens = "givens"'
    ]
    if sort == "none":
        said.append("boxes = false")
    elif sort == "jigsaw":
        letters = rng.sample("ABCDEFGHIJ", side)
        said.append(
            f'boxes = "{" ".join("".join(letters[box] for box in boxes[row * side : (row + 1) * side]) for row in range(side))}"'
        )
    if diagonals:
        said.append("diagonals = true")
    if less:
        said.append(
            f"less = {json.dumps([[f'r{cell // side + 1}c{cell % side + 1}' for cell in pair] for pair in less])}"
        )
    features = {f"{sort} boxes", f"side {side}", *["diagonals"] * diagonals, *["signs"] * bool(less)}
    return "\n".join(said) + "\n", found, features


def _draw_jigsaw_boxes(rng: random.Random, side: int) -> list[int]:
    """Return boxes of equally many cells, made from square bands by exchanging cells.

    They need not be connected.
    """
    boxes = [cell // side for cell in range(side**2)]
    for _ in range(rng.choice([0, 1, side, side**2]) if side < 6 else 2):
        one, other = rng.sample(range(side**2), 2)
        boxes[one], boxes[other] = boxes[other], boxes[one]
    return boxes


def _is_consistent(digits: list[int | None], groups: list[list[int]], less: list[tuple[int, int]]) -> bool:
    for group in groups:
        held = [digits[cell] for cell in group if digits[cell] is not None]
        if len({*held}) < len(held):
            return False
    return all(None in (digits[one], digits[other]) or digits[one] < digits[other] for one, other in less)


def _find_fillings(
    side: int, groups: list[list[int]], less: list[tuple[int, int]], digits: list[int | None], rng: random.Random | None
) -> Iterator[list[int]]:
    """Yield every way to fill the cells, in reading order.

    The digits are tried in their order or, with `rng`, in random order.
    """
    digits = list(digits)
    about = [
        ([group for group in groups if cell in group], [pair for pair in less if cell in pair])
        for cell in range(side**2)
    ]
    empty = [cell for cell, digit in enumerate(digits) if digit is None]

    tried = itertools.count()

    def fill_from(number: int) -> Iterator[list[int]]:
        if next(tried) > MAX_FILLED_CELLS:
            raise TooManyTriesError
        if number == len(empty):
            yield list(digits)
            return
        cell = empty[number]
        for digit in rng.sample(range(side), side) if rng else range(side):
            digits[cell] = digit
            if _is_consistent(digits, *about[cell]):
                yield from fill_from(number + 1)
        digits[cell] = None

    yield from fill_from(0)
