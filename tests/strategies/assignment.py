"""Random logic grids, sums of words and boards, small enough for brute force.

They have all features of puzzle files.
"""

from __future__ import annotations

import itertools
import random
import tomllib
from typing import Any

import random_boards
from hypothesis import strategies as st

from strategies.files import PuzzleText, toml
from strategies.texts import names, prose, unique
from strategies.wording import Wording

__all__ = ["boards", "grids", "heading", "sums"]

SIZES = ((3, 2), (3, 3), (2, 3), (4, 2), (3, 1), (2, 4), (1, 3), (4, 1), (2, 2))
"""pairs of the numbers of positions and categories"""
PAIRS = ("same", "different", "next-to", "not-next-to")
ENDS = ("end", "inner", "odd", "even")
JOINED = ("either", "either", "exactly-one", "not-all", "all", "neither", "if-then")
COMPARING = ("more", "less", "times", "sum", "difference")
DIRECTED = ("left-of", "right-of", "somewhere-left-of", "somewhere-right-of")


def heading(draw: st.DrawFn, family: str) -> dict[str, Any]:
    """Draw the keys that every puzzle has."""
    return {
        "family": family,
        "name": draw(st.sampled_from(["random", "x", "p-2"])),
        "title": draw(names),
        "story": draw(prose),
        "source": draw(prose),
    }


@st.composite
def grids(draw: st.DrawFn) -> PuzzleText:
    """Draw a puzzle file of a logic grid."""
    wording = Wording(draw)
    count, categories = draw(st.sampled_from(SIZES))
    values = draw(unique(count * categories))
    numbers = draw(st.sampled_from([[], ["1", "2", "3", "4"], ["05", "10", "20", "15"], ["8", "4", "2", "0"]]))[:count]
    if not {*numbers} & {*values}:
        values[: len(numbers)] = numbers
    kind, plural = draw(st.sampled_from(["house", "day"]) | names), draw(names)
    spots, pattern = _spots(draw, kind, count)
    positions = {"name": kind, "plural": plural, "count": count}
    positions |= {} if pattern is None else {"names": pattern}
    positions |= draw(st.sampled_from([{}, {"called": "at {{ position }}"}]))
    tables = [
        {"name": name, "values": values[start : start + count]}
        | draw(st.sampled_from([{}, {"called": "the {{ value }}"}]))
        | draw(st.sampled_from([{}, {"says": "{{ called }}; {{ value }} ({{ position }})"}]))
        for name, start in zip(draw(unique(categories)), range(0, count * categories, count), strict=True)
    ]
    named = {table["name"]: table["values"] for table in tables}
    clues = [_clue(draw, values, spots, named) for _ in range(draw(st.sampled_from([3, 2, 4, 1, 5, 0])))]
    clues = [clue for clue in clues if clue]
    questions = draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "asks": names.filter(_is_plain),
                    "value": st.sampled_from(values),
                    "answer": st.just("{{ found }}; so it is"),
                },
                optional={"category": st.sampled_from([table["name"] for table in tables])},
            ),
            max_size=2,
        )
    )
    plain = {
        **heading(draw, "grid"),
        "positions": positions,
        "categories": tables,
        "clues": clues,
        "questions": questions,
        "spots": spots,
    }

    def said(clue: dict[str, Any]) -> dict[str, Any]:
        shown = {**clue, "when": wording.condition(clue["when"])}
        if clue["when"] is True and shown["when"] is True:
            del shown["when"]
        for key in ("either", "clues"):
            if key in clue:
                shown[key] = list(map(said, clue[key]))
        for key in ("condition", "consequence"):
            if key in clue:
                shown[key] = said(clue[key])
        return shown

    shown = {key: value for key, value in plain.items() if key != "spots"} | {"clues": list(map(said, clues))}
    return PuzzleText(toml({**shown, "parameters": wording.tables}), wording.given, plain)


def _is_plain(text: str) -> bool:
    return "{" not in text and "}" not in text


def _spots(draw: st.DrawFn, kind: str, count: int) -> tuple[list[str], Any]:
    """Draw the names of the positions, and their form in the file."""
    mark = draw(names.filter(_is_plain))
    chosen = draw(unique(count).filter(lambda listed: all(map(_is_plain, listed))))
    numbered = [f"{kind} {number + 1}" for number in range(count)]
    return draw(
        st.sampled_from(
            [
                (numbered, None),
                (numbered, "{{ name }} {{ number }}"),
                ([f"{mark}{number + 1}" for number in range(count)], f"{mark}{{{{ number }}}}"),
                (chosen, chosen),
            ]
        )
    )


def _clue(
    draw: st.DrawFn, values: list[str], spots: list[str], categories: dict[str, list[str]] | None = None
) -> dict[str, Any]:
    """Draw a clue of any kind; without categories, one that others may join.

    Return nothing if values are too few.
    """
    shared = {"when": draw(st.sampled_from([True] * 6 + [False]))}
    shared |= draw(st.sampled_from([{}, {"says": "It is so."}, {"says": "; and )"}]))
    kinds = [*PAIRS, *DIRECTED, "distance"] * (len(values) > 1) + ["at", "not-at", *ENDS]
    if categories is not None:
        kinds += [*JOINED, *JOINED, *(["between", "directly-between"] * 2 if len(values) > 2 else [])]
        kinds += [*COMPARING, *COMPARING] * (len(values) > 1)
    kind = draw(st.sampled_from(kinds))
    if kind in JOINED:
        number = 2 if kind == "if-then" else draw(st.sampled_from([2, 2, 3]))
        parts = [_clue(draw, values, spots) for _ in range(number)]
        if kind == "if-then":
            parts = [{**part, "when": True} for part in parts]
            return {"clue": kind, "condition": parts[0], "consequence": parts[1], **shared}
        if not any(part["when"] for part in parts):
            parts[0]["when"] = True
        return {"clue": kind, "either" if kind == "either" else "clues": parts, **shared}
    if kind in ("between", "directly-between"):
        one, *two = draw(st.permutations(values))[:3]
        return {"clue": kind, "value": one, "of": two, **shared}
    if kind in COMPARING:
        assert categories is not None
        return _comparing(draw, kind, values, categories) | shared
    if kind in ("at", "not-at"):
        number = draw(st.integers(1, len(spots)))
        position = draw(st.sampled_from([number, spots[number - 1]]))
        return {"clue": kind, "value": draw(st.sampled_from(values)), "position": position, **shared}
    if kind in ENDS:
        return {"clue": kind, "value": draw(st.sampled_from(values)), **shared}
    one, other = draw(st.permutations(values))[:2]
    if kind in DIRECTED:
        return {"clue": kind, "value": one, "of": other, **shared}
    more = {"distance": draw(st.integers(1, max(1, len(spots))))} if kind == "distance" else {}
    return {"clue": kind, "values": [one, other], **more, **shared}


def _comparing(draw: st.DrawFn, kind: str, values: list[str], categories: dict[str, list[str]]) -> dict[str, Any]:
    """Draw a clue that compares two values in a category and can hold; another kind of clue if none can."""
    one, other = draw(st.permutations(values))[:2]
    with_numbers = sorted(name for name, held in categories.items() if all(value.isdecimal() for value in held))
    name = draw(st.sampled_from(with_numbers or sorted(categories)))
    held = categories[name]
    can = [
        (first, second)
        for first, second in itertools.permutations(held, 2)
        if all(value not in held or value == its for value, its in ((one, first), (other, second)))
    ]
    numbers = [(int(first), int(second)) for first, second in can if first.isdecimal() and second.isdecimal()]
    plain = {"clue": kind, "value": one, "category": name}
    match kind:
        case "more" | "less":
            ways = [pair for pair in can if (held.index(pair[0]) > held.index(pair[1])) == (kind == "more")]
            steps = sorted({first - second if kind == "more" else second - first for first, second in numbers})
            by = [step for step in steps if step > 0] if len(numbers) == len(can) else []
            if by and draw(st.booleans()):
                return {**plain, "than": other, "by": draw(st.sampled_from(by))}
            if ways:
                return {**plain, "than": other}
        case "times":
            times = [
                first // second for first, second in numbers if second and first % second == 0 and first // second > 1
            ]
            if times:
                return {**plain, "of": other, "times": draw(st.sampled_from(times))}
        case _ if numbers:
            makes = [first + second if kind == "sum" else abs(first - second) for first, second in numbers]
            return {"clue": kind, "values": [one, other], "category": name, "makes": draw(st.sampled_from(makes))}
    return {"clue": "different", "values": [one, other]}


ALPHABETS = ("ABCDEF", "ΑΒΓΔΕΖ", "АБВГДЕ", "山水火木土金", "ÄÉßÑÇØ", "אבגדהו", "AÁÂÃÄÅ", "NOTAND")
"""alphabets without two letters that are equal as capitals"""


@st.composite
def sums(draw: st.DrawFn) -> PuzzleText:
    """Draw a puzzle file of a sum of words that is solvable in most cases."""
    wording = Wording(draw)
    base = draw(st.sampled_from([4, 5, 3, 6, 2, 5, 4]))
    letters = draw(st.permutations(list(dict.fromkeys(draw(st.sampled_from(ALPHABETS))))))
    base = min(base, len(letters))
    equations = [_equation(draw, letters[:base]) for _ in range(draw(st.sampled_from([1, 1, 2, 1, 3])))]
    for _ in range(draw(st.sampled_from([0, 0, 1]))):
        digit = draw(st.integers(0, base - 1))
        known = [letters[digit] if draw(st.integers(0, 3)) else letters[0], str(digit)]
        equations.insert(draw(st.integers(0, len(equations))), " = ".join(draw(st.permutations(known))))
    zeros = draw(st.booleans())
    joined = draw(st.sampled_from(["; ", ", ", ";"])).join(equations)
    plain = {**heading(draw, "arithmetic"), "sum": {"text": joined, "base": base, "leading_zeros": zeros}}
    text = joined.lower() if draw(st.booleans()) and joined.lower().upper() == joined else joined
    tables, given = dict(wording.tables), dict(wording.given)
    if draw(st.booleans()):
        tables["sum"] = {"type": "text", "default": draw(st.sampled_from(["A + B = C", text])), "help": "the sum"}
        given["sum"] = text
        text = draw(st.sampled_from(["{{ sum }}", "{{sum}}"]))
    said = {"text": text}
    if base != 10 or draw(st.booleans()):
        said["base"] = wording.number(base)
    if zeros or draw(st.booleans()):
        said["leading_zeros"] = wording.condition(zeros)
    return PuzzleText(toml({**plain, "sum": said, "parameters": tables}), given, plain)


def _equation(draw: st.DrawFn, letters: list[str]) -> str:
    """Draw an equation that, in most cases, holds if the letters are the digits in their order.

    Digits may occur in words.
    """
    base = len(letters)

    def word(number: int) -> str:
        signs = [str(digit) if draw(st.integers(0, 15)) == 15 else letters[digit] for digit in _digits(number, base)]
        return "".join(signs) if {*signs} & {*letters} else letters[0]

    plus, minus, equals = (draw(st.sampled_from([f" {sign} ", sign, f"  {sign}"])) for sign in "+-=")
    times = draw(st.sampled_from([" x ", " X ", "*", " × "]))
    numbers = [draw(st.integers(0, base ** draw(st.sampled_from([2, 2, 1, 3])) - 1)) for _ in range(4)]
    one, other, third, fourth = numbers
    kind = draw(st.sampled_from(["sum", "sum", "difference", "mixed", "product", "product", "lines", "both", "wrong"]))
    match kind:
        case "sum":
            numbers = numbers[: draw(st.integers(2, 4))]
            sides = [plus.join(map(word, numbers)), word(sum(numbers))]
        case "difference":
            sides = [f"{word(one + other)}{minus}{word(one)}", word(other)]
        case "mixed":
            more = max(0, third - one - other)
            sides = [f"{word(one + more)}{plus}{word(other)}{minus}{word(third)}", word(one + more + other - third)]
        case "product":
            added = draw(st.sampled_from([[], [third % base]]))
            sides = [plus.join([f"{word(one)}{times}{word(other)}", *map(word, added)]), word(one * other + sum(added))]
        case "lines":
            spelt = "".join(letters[digit] for digit in _digits(one, base))
            by = _digits(other % base**2, base)
            value = sum(digit * base**place for place, digit in enumerate(reversed(by)))
            lines = [f"{spelt}{times}{letters[digit]}{equals}{word(one * digit)}" for digit in by]
            return "; ".join(
                [f"{spelt}{times}{''.join(letters[digit] for digit in by)}{equals}{word(one * value)}", *lines]
            )
        case "both":
            sides = [
                f"{word(one)}{times}{word(other)}",
                f"{word(other)}{times}{word(one + third)}{minus}{word(other * third)}",
            ]
        case _:
            sides = [f"{word(one)}{times}{word(other)}{plus}{word(third)}", word(fourth)]
    return equals.join(draw(st.permutations(sides)))


def _digits(number: int, base: int) -> list[int]:
    digits = [number % base]
    while number := number // base:
        digits.append(number % base)
    return digits[::-1]


@st.composite
def boards(draw: st.DrawFn) -> PuzzleText:
    """Draw a puzzle file of queens or a sudoku of four by four, or any other board with its solutions.

    In the sudoku, a digit may occur twice in a row.
    """
    if draw(st.booleans()):
        drawn = random_boards.draw_board(random.Random(draw(st.integers(0, 100_000))))
        return PuzzleText(drawn.text, {}, {**tomllib.loads(drawn.text), "solutions": drawn.solutions})
    wording = Wording(draw)
    head = heading(draw, "board")
    if draw(st.sampled_from([False, False, True])):
        size = draw(st.integers(1, 6))
        plain = {**head, "board": {"kind": "queens", "size": size}}
        said = {**plain, "board": {"kind": "queens", "size": wording.number(size)}, "parameters": wording.tables}
        return PuzzleText(toml(said), wording.given, plain)
    cells = list(draw(_filled()))
    for cell in draw(st.lists(st.integers(0, 15), min_size=3, max_size=11, unique=True)):
        cells[cell] = "."
    for cell in draw(st.lists(st.integers(0, 15), max_size=draw(st.sampled_from([0, 0, 1])))):
        cells[cell] = draw(st.sampled_from("1234"))
    givens = "".join(cells)
    key = draw(st.sampled_from(["givens", "grid", "digits"]))
    shown = draw(
        st.sampled_from([givens, givens.replace(".", "0"), " ".join(givens[row : row + 4] for row in range(0, 16, 4))])
    )
    tables = {
        **wording.tables,
        key: {"type": "text", "default": draw(st.sampled_from(["." * 16, shown])), "help": "the cells"},
    }
    plain = {**head, "board": {"kind": "sudoku", "givens": givens}}
    said = {**plain, "board": {"kind": "sudoku", "givens": key}, "parameters": tables}
    return PuzzleText(toml(said), {**wording.given, key: shown}, plain)


@st.composite
def _filled(draw: st.DrawFn) -> str:
    """Draw a filled grid of four by four: a known one with its digits, bands and lines exchanged."""
    rows = [draw(st.permutations(band)) for band in draw(st.permutations([["1234", "3412"], ["2143", "4321"]]))]
    digits = dict(zip("1234", draw(st.permutations("1234")), strict=True))
    return "".join(digits[digit] for band in rows for row in band for digit in row)
