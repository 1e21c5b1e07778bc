"""A file of tables read: TOML, with positions for what is wrong in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import Diagnostic, PuzzleError
from ferryplan.generator.mistakes import mistakes_of, without_unknown_keys
from ferryplan.generator.positions import Positions
from ferryplan.generator.puzzle_file import File, Mistake

_DEEPEST_KEY = 30
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_DEEPEST_KEY}}}""")
SomeFile = TypeVar("SomeFile", bound=File)


def parsed(text: str, shown: str) -> dict[str, Any]:
    """Return what a TOML file with this text, called so, holds. Raises PuzzleError for what is none, or is beyond all bounds."""
    if _DEEP_KEY.search(text):  # which takes minutes to read
        raise PuzzleError(format_message("puzzles.toml-deep-key", most=_DEEPEST_KEY), file=shown)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, shown) from None
    except ValueError:
        raise PuzzleError(format_message("puzzles.toml-long-number"), file=shown) from None
    except RecursionError:
        raise PuzzleError(format_message("puzzles.toml-deep-values"), file=shown) from None


def mistakes_in(
    model: type[SomeFile], data: dict[str, Any], positions: Positions
) -> tuple[SomeFile | None, list[Mistake]]:
    """Return what a file's data say as a table, None if that makes no sense, and what is wrong with it."""
    found = list[Mistake]()
    known = without_unknown_keys(data, model, "", found, positions)
    shape = mistakes_of(model, known)
    made = None if shape else model(**known)
    return made, [*found, *shape, *(made.mistakes() if made is not None else ())]


def table_in(model: type[SomeFile], text: str, positions: Positions, shown: str) -> SomeFile:
    """Return what the text of a file says as a table. Raises PuzzleError, a line for each mistake."""
    made, found = mistakes_in(model, parsed(text, shown), positions)
    if made is None or found:
        raise describe_mistakes(found, positions, shown)
    return made


def describe_mistakes(
    found: Sequence[Mistake], positions: Positions, shown: str, *, numbered: bool = True
) -> PuzzleError:
    """Return the error that names each mistake, unknown keys first, then as they stand in the file; of very many the first.

    A line names the line and the column in the file if it is ``numbered``.
    """
    places = {one: positions.of(one.key, value=not one.unknown) for one in found}
    ordered = sorted(places, key=lambda one: (not one.unknown, places[one]))
    diagnostics = [
        Diagnostic(shown, *(places[one] if numbered else (0, 0)), one.key, " ".join(one.says.split()))
        for one in ordered
    ]
    lines = [
        ": ".join(filter(None, (f"{shown}:{at.line}:{at.column}" if at.line else shown, one.place, at.message)))
        for one, at in zip(ordered, diagnostics, strict=True)
    ]
    error = PuzzleError.of_several(lines, diagnostics, shown)
    error.found, error.expected = ordered[0].found or None, ordered[0].expected or None
    return error


_TOML = {
    "Invalid value": "puzzles.toml-value",
    "Cannot overwrite a value": "puzzles.toml-key-twice",
    "Cannot declare": "puzzles.toml-table-twice",
    " twice": "",
    "Invalid statement": "puzzles.toml-statement",
    "Invalid initial character for a key part": "puzzles.toml-key",
    "Expected newline or end of document after a statement": "puzzles.toml-line-end",
}
"""words of the errors of Python's TOML reader, and the messages that say the same"""


def _not_toml(error: str, text: str, shown: str) -> PuzzleError:
    """Return the error that says in words what the standard library has found."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", error, re.DOTALL)
    assert found
    reason, line, column = found.groups()
    reason = re.sub(
        r"\((('[^']*'(, )?)+),?\)", lambda keys: "'" + ".".join(re.findall("'([^']*)'", keys[1])) + "'", reason
    )
    for of_python, key in _TOML.items():
        reason = reason.replace(of_python, format_message(key) if key else "")
    at = (int(line), int(column)) if line else (text.count("\n") + 1, 1)
    says = format_message("puzzles.invalid-toml", reason=f"{reason[0].lower()}{reason[1:]}")
    return PuzzleError(says, file=shown, line=at[0], column=at[1], found="invalid TOML")
