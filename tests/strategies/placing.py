"""Logic grids, sums of words and boards, with all that their puzzle files may say; small, so that everything can be tried."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from strategies.files import PuzzleText, toml
from strategies.texts import names, prose, unique
from strategies.wording import Wording

__all__ = ["boards", "grids", "sums"]

SIZES = ((3, 2), (3, 3), (2, 3), (4, 2), (3, 1), (2, 4), (1, 3), (4, 1), (2, 2))
"""how many positions and categories"""
PAIRS = ("same", "different", "next-to")
DIRECTED = ("left-of", "right-of", "somewhere-left-of", "somewhere-right-of")


def _head(draw: st.DrawFn, family: str) -> dict[str, Any]:
    return {
        "family": family,
        "name": draw(st.sampled_from(["random", "x", "p-2"])),
        "title": draw(names),
        "story": draw(prose),
        "source": draw(prose),
    }


@st.composite
def grids(draw: st.DrawFn) -> PuzzleText:
    """A puzzle file of a logic grid."""
    wording = Wording(draw)
    count, categories = draw(st.sampled_from(SIZES))
    values = draw(unique(count * categories))
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
    clues = [_clue(draw, values, spots) for _ in range(draw(st.sampled_from([3, 2, 4, 1, 5, 0])))]
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
        **_head(draw, "grid"),
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
        if "either" in clue:
            shown["either"] = list(map(said, clue["either"]))
        return shown

    shown = {key: value for key, value in plain.items() if key != "spots"} | {"clues": list(map(said, clues))}
    return PuzzleText(toml({**shown, "parameters": wording.tables}), wording.given, plain)


def _is_plain(text: str) -> bool:
    return "{" not in text and "}" not in text


def _spots(draw: st.DrawFn, kind: str, count: int) -> tuple[list[str], Any]:
    """The names of the positions, and how the file says them."""
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


def _clue(draw: st.DrawFn, values: list[str], spots: list[str], simple: bool = False) -> dict[str, Any]:
    """A clue of any kind; nothing if there are too few values for one."""
    shared = {"when": draw(st.sampled_from([True] * 6 + [False]))}
    shared |= draw(st.sampled_from([{}, {"says": "It is so."}, {"says": "; and )"}]))
    kinds = (
        [*PAIRS, *DIRECTED, "distance"] * (len(values) > 1) + ["at", "not-at", "end"] + ["either"] * (3 * (not simple))
    )
    kind = draw(st.sampled_from(kinds))
    if kind == "either":
        parts = [_clue(draw, values, spots, simple=True) for _ in range(draw(st.sampled_from([2, 2, 3])))]
        if not any(part["when"] for part in parts):
            parts[0]["when"] = True
        return {"clue": kind, "either": parts, **shared}
    if kind in ("at", "not-at"):
        number = draw(st.integers(1, len(spots)))
        position = draw(st.sampled_from([number, spots[number - 1]]))
        return {"clue": kind, "value": draw(st.sampled_from(values)), "position": position, **shared}
    if kind == "end":
        return {"clue": kind, "value": draw(st.sampled_from(values)), **shared}
    one, other = draw(st.permutations(values))[:2]
    if kind in DIRECTED:
        return {"clue": kind, "value": one, "of": other, **shared}
    more = {"distance": draw(st.integers(1, max(1, len(spots))))} if kind == "distance" else {}
    return {"clue": kind, "values": [one, other], **more, **shared}


ALPHABETS = ("ABCDEF", "ΑΒΓΔΕΖ", "АБВГДЕ", "山水火木土金", "ÄÉßÑÇØ", "אבגדהו", "AÁÂÃÄÅ", "NOTAND")
"""none has two letters that are one as capitals"""


@st.composite
def sums(draw: st.DrawFn) -> PuzzleText:
    """A puzzle file of a sum of words; in most cases of one that some digits solve."""
    wording = Wording(draw)
    base = draw(st.sampled_from([4, 5, 3, 6, 2, 5, 4]))
    letters = draw(st.permutations(list(dict.fromkeys(draw(st.sampled_from(ALPHABETS))))))
    base = min(base, len(letters))
    numbers = [draw(st.integers(0, base**2 - 1)) for _ in range(draw(st.sampled_from([2, 2, 3, 2, 4])))]
    words = ["".join(letters[digit] for digit in _digits(number, base)) for number in [*numbers, sum(numbers)]]
    if draw(st.integers(0, 3)) == 0:  # the total is any word
        words[-1] = "".join(draw(st.lists(st.sampled_from(letters[:base]), min_size=1, max_size=3)))
    zeros = draw(st.booleans())
    joined = (
        draw(st.sampled_from([" + ", "+", "  +"])).join(words[:-1])
        + draw(st.sampled_from([" = ", "=", "= "]))
        + words[-1]
    )
    plain = {**_head(draw, "arithmetic"), "sum": {"text": joined, "base": base, "leading_zeros": zeros}}
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


def _digits(number: int, base: int) -> list[int]:
    digits = [number % base]
    while number := number // base:
        digits.append(number % base)
    return digits[::-1]


@st.composite
def boards(draw: st.DrawFn) -> PuzzleText:
    """A puzzle file of queens on a board, or of a sudoku of four by four, in which a digit may stand twice in a row."""
    wording = Wording(draw)
    head = _head(draw, "board")
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
    """A filled grid of four by four: one that is known, its digits, bands and lines exchanged."""
    rows = [draw(st.permutations(band)) for band in draw(st.permutations([["1234", "3412"], ["2143", "4321"]]))]
    digits = dict(zip("1234", draw(st.permutations("1234")), strict=True))
    return "".join(digits[digit] for band in rows for row in band for digit in row)
