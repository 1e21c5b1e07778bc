"""The reading of TOML files (puzzles, themes) into objects, with errors that locate each mistake."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FileDiagnostic, PuzzleError, find_suggestions
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.puzzle_file import ErrorDiagnostic, TomlFile
from ferryplan.generator.schema_validation import strip_unknown_keys, validate_table
from ferryplan.generator.toml_positions import TomlPositions

_MAX_KEY_DEPTH = 30
_DEEP_KEY_PATTERN = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MAX_KEY_DEPTH}}}"""
)
SomeFile = TypeVar("SomeFile", bound=TomlFile)


def parse_toml(text: str, file_name: str) -> dict[str, Any]:
    """Parse the text of a TOML file and return the data as a dictionary.

    ``file_name`` is the file's name in error messages. Raises PuzzleError for invalid TOML, for keys or values that are nested too deeply, and for
    numbers that are too long.
    """
    if _DEEP_KEY_PATTERN.search(text):  # tomllib would need minutes to read it
        raise PuzzleError(format_message("puzzles.toml-deep-key", most=_MAX_KEY_DEPTH), file=file_name)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _make_toml_error(str(error), text, file_name) from None
    except ValueError:
        raise PuzzleError(format_message("puzzles.toml-long-number"), file=file_name) from None
    except RecursionError:
        raise PuzzleError(format_message("puzzles.toml-deep-values"), file=file_name) from None


def build_table(
    model: type[SomeFile], data: dict[str, Any], positions: TomlPositions
) -> tuple[SomeFile | None, list[ErrorDiagnostic]]:
    """Return the object that the parsed data of a file describe, and the list of mistakes in the data.

    ``model`` is the class of such files. The object is None if keys have invalid values. Unknown keys are mistakes, but do not prevent the object.
    """
    found = list[ErrorDiagnostic]()
    known = strip_unknown_keys(data, model, "", found, positions)
    shape = validate_table(model, known)
    made = None if shape else model(**known)
    return made, [*found, *shape, *(made.find_mistakes() if made is not None else ())]


def parse_toml_file(model: type[SomeFile], text: str, positions: TomlPositions, file_name: str) -> SomeFile:
    """Return the object that the TOML text of a file describes.

    ``model`` is the class of such files, and ``file_name`` the file's name in messages. Raises PuzzleError with a line for each mistake.
    """
    made, found = build_table(model, parse_toml(text, file_name), positions)
    if made is None or found:
        raise make_puzzle_error(found, positions, file_name)
    return made


def make_puzzle_error(
    mistakes: Sequence[ErrorDiagnostic], positions: TomlPositions, file_name: str, *, show_lines: bool = True
) -> PuzzleError:
    """Return one PuzzleError for all mistakes in a file; its message has a line for each mistake.

    Unknown keys come first, then the other mistakes in the order of the file; of more than 20, only the first 20 are listed. The message gives the
    line and the column of each mistake if ``show_lines`` is true.
    """
    places = {one: positions.find_position(one.key, of_value=not one.is_unknown_key) for one in mistakes}
    ordered = sorted(places, key=lambda one: (not one.is_unknown_key, places[one]))
    diagnostics = [
        _diagnose(one, positions, file_name)
        if show_lines
        else FileDiagnostic(file_name, 0, 0, one.key, " ".join(one.message.split()), one.kind, 0, one.expected)
        for one in ordered
    ]
    lines = [
        ": ".join(
            filter(None, (f"{file_name}:{at.line}:{at.column}" if at.line else file_name, one.location_key, at.message))
        )
        for one, at in zip(ordered, diagnostics, strict=True)
    ]
    error = PuzzleError.of_several(lines, diagnostics, file_name)
    error.found, error.expected = ordered[0].found or None, ordered[0].expected or None
    return error


def _diagnose(mistake: ErrorDiagnostic, positions: TomlPositions, file_name: str) -> FileDiagnostic:
    """Return a mistake with its position, and with the edit that writes the only similar name instead."""
    of_value = not mistake.is_unknown_key
    line, column = positions.find_position(mistake.key, of_value=of_value)
    meant, edits = find_suggestions(mistake.message), tuple[FileEdit, ...]()
    span = positions.find_value_span(mistake.key) if of_value else positions.find_key_span(mistake.key)
    if len(meant) == 1 and span is not None:
        written, place = positions.locate_text(span)
        quote = written[:1] if written[:1] in "\"'" else ""
        # A bare value, such as a number, is not a misspelled name, and longer strings have escapes.
        if (quote or not of_value) and not written.startswith(quote * 3 or "\n"):
            edits = (FileEdit(file_name, *place, f"{quote}{meant[0]}{quote}"),)
    return FileDiagnostic(
        file_name,
        line,
        column,
        mistake.key,
        " ".join(mistake.message.split()),
        mistake.kind,
        positions.find_length(mistake.key, of_value=of_value),
        mistake.expected,
        meant[0] if meant else "",
        edits,
    )


_TOML_MESSAGES = {
    "Invalid value": "puzzles.toml-value",
    "Cannot overwrite a value": "puzzles.toml-key-twice",
    "Cannot declare": "puzzles.toml-table-twice",
    " twice": "",
    "Invalid statement": "puzzles.toml-statement",
    "Invalid initial character for a key part": "puzzles.toml-key",
    r"Illegal character '\n'": "puzzles.toml-open-string",
    "Unterminated string": "puzzles.toml-open-string",
    'Expected "\'"': "puzzles.toml-open-string",
    "Expected newline or end of document after a statement": "puzzles.toml-line-end",
}
"""by phrase in the errors of Python's TOML reader: the key of the message that replaces the phrase; if empty, the phrase is dropped"""


def _make_toml_error(error: str, text: str, file_name: str) -> PuzzleError:
    """Return a PuzzleError for invalid TOML, from the message of the standard library's error.

    ``error`` is that message, from which the position is taken; ``text`` is the text of the file.
    """
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", error, re.DOTALL)
    assert found
    reason, line, column = found.groups()
    reason = re.sub(
        r"\((('[^']*'(, )?)+),?\)", lambda keys: "'" + ".".join(re.findall("'([^']*)'", keys[1])) + "'", reason
    )
    for of_python, key in _TOML_MESSAGES.items():
        reason = reason.replace(of_python, format_message(key) if key else "")
    at = (int(line), int(column)) if line else (text.count("\n") + 1, 1)
    says = format_message("puzzles.invalid-toml", reason=f"{reason[0].lower()}{reason[1:]}")
    failure = PuzzleError(says, file=file_name, line=at[0], column=at[1], found="invalid TOML")
    failure.diagnostics = (FileDiagnostic(file_name, *at, "", says, "invalid-toml", 1),)
    return failure
