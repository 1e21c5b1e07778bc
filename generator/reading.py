"""A file of tables read: TOML, with positions for what is wrong in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, TypeVar

from ferryplan import domains
from ferryplan.generator.errors import Diagnostic, PuzzleError, first_mistakes
from ferryplan.generator.mistakes import mistakes_of, without_unknown_keys
from ferryplan.generator.positions import Positions
from ferryplan.generator.puzzle_file import File, Mistake

_DEEPEST_KEY = 30
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_DEEPEST_KEY}}}""")
SomeFile = TypeVar("SomeFile", bound=File)


def parsed(text: str, shown: str) -> dict[str, Any]:
    """Return what a TOML file with this text, called so, holds. Raises PuzzleError for what is none, or is beyond all bounds."""
    if _DEEP_KEY.search(text):  # which takes minutes to read
        raise PuzzleError(f"{shown}: found a key of over {_DEEPEST_KEY} parts, expected fewer")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(_not_toml(str(error), text, shown)) from None
    except ValueError:
        raise PuzzleError(f"{shown}: found a number of thousands of digits, expected none over 10^9") from None
    except RecursionError:
        raise PuzzleError(f"{shown}: found values in each other too deeply, expected at most a few") from None


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
        f"{shown}:{one.line}:{one.column}: {one.key}: {one.message}"
        if one.line
        else f"{shown}: {one.key}: {one.message}"
        for one in diagnostics
    ]
    error = PuzzleError(*first_mistakes(lines, shown))
    error.diagnostics = tuple(diagnostics)
    error.file, error.line, error.column, error.key, _ = diagnostics[0]
    return error


def _not_toml(error: str, text: str, shown: str) -> str:
    """Return in words what the standard library has found."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", error, re.DOTALL)
    assert found
    reason, line, column = found.groups()
    reason = re.sub(
        r"\((('[^']*'(, )?)+),?\)", lambda keys: "'" + ".".join(re.findall("'([^']*)'", keys[1])) + "'", reason
    )
    for of_python, plain in domains.words("phrases")["toml"].items():
        reason = reason.replace(of_python, plain)
    at = f"{line}:{column}" if line else f"{text.count(chr(10)) + 1}:1"
    return f"{shown}:{at}: found no valid TOML: {reason[0].lower()}{reason[1:]}"
