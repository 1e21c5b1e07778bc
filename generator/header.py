"""The comment lines at the top of generated PDDL problems, from which an instance can be restored."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.errors import EncodingError, PddlError, PuzzleError, suggest_name
from ferryplan.generator.families import family_of, instantiate
from ferryplan.generator.generation import FINGERPRINT_VERSION, check_encoding, compute_fingerprint
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.pddl.syntax import tokens_with_lines
from ferryplan.generator.puzzle import load
from ferryplan.generator.wording import join_phrases

_HEADER_KEYS = frozenset({"puzzle", "parameters", "dialect", "encoding", "fingerprint", "backward"})


@dataclass(frozen=True, slots=True)
class ProblemHeader:
    """The facts in the comment lines at the top of a generated problem: puzzle, parameters and dialect."""

    puzzle: str
    parameters: dict[str, ParameterValue]
    dialect: str
    encoding: str
    backward: bool = False
    fingerprint: str | None = None
    """the fingerprint of the problem's instance; None in files from old versions of ferryplan, which wrote no fingerprint"""


def read_header(problem: str, file_name: str) -> ProblemHeader:
    """Return the header of a generated problem, read from the problem's text.

    ``file_name`` is the file's name in error messages. Raises PddlError if a line of the header is missing or invalid.
    """
    fields = dict(reversed(list(_parse_fields(problem))))

    def make_error(key: str, expected: str, advice: str | None = None) -> PddlError:
        return PddlError(
            file=file_name, about=key, found=f"'; {key}: {fields[key][:60]}'", expected=expected, advice=advice
        )

    for key in ("puzzle", "parameters", "dialect", "encoding"):
        if key not in fields:
            raise PddlError(
                format_message("puzzles.no-header", key=key),
                file=file_name,
                about=key,
                found="no comment line",
                expected="a problem that `plan generate` wrote",
            )
    try:
        parameters = json.loads(fields["parameters"])
    except (ValueError, RecursionError):
        parameters = None
    if not isinstance(parameters, dict) or not all(map(_is_parameter_value, parameters.values())):
        raise make_error("parameters", "a JSON object of numbers, lists of numbers, true and false")
    for key, known in (("dialect", DIALECTS), ("encoding", ENCODINGS)):
        if fields[key] not in known:
            raise make_error(key, join_phrases(known, "or"), suggest_name(fields[key], known))
    if fields.get("backward", "true") != "true":
        raise make_error("backward", "'true' or no such line")
    known_by = fields.get("fingerprint")
    if known_by is not None and not re.fullmatch(r"[0-9]+-[0-9a-f]{16}", known_by):
        raise make_error("fingerprint", "a number, '-' and 16 hexadecimal digits")
    return ProblemHeader(
        fields["puzzle"], parameters, fields["dialect"], fields["encoding"], "backward" in fields, known_by
    )


def _parse_fields(problem: str) -> Iterator[tuple[str, str]]:
    """Yield the known keys and their values (``; puzzle: zebra``) in the comments above the PDDL."""
    for token, _ in itertools.takewhile(lambda found: found[0].startswith(";"), tokens_with_lines(problem)):
        key, _, value = token[1:].partition(":")
        if key.strip() in _HEADER_KEYS and value.strip():
            yield key.strip(), value.strip()


def _is_parameter_value(value: object) -> bool:
    """Return whether a JSON value is a text, a whole number, a truth value or a list of such numbers."""
    items = value if isinstance(value, list) else [value]
    return isinstance(value, str) or all(isinstance(item, int) for item in items)


def restore_instance(header: ProblemHeader, file_name: str) -> AnyInstance:
    """Return the instance that a header describes, with start and goal swapped if the header says so.

    ``file_name`` is the problem file's name in error messages. Raises PddlError if the header's puzzle cannot be loaded or lacks the header's
    encoding.
    """
    try:
        puzzle = load(header.puzzle)
        check_encoding(header.dialect, header.encoding, puzzle.family)
        instance = instantiate(puzzle.with_loading_reference(header.puzzle), header.parameters)
        return family_of(instance).reverse(instance) if header.backward else instance
    except EncodingError as error:
        raise PddlError(
            str(error), file=file_name, about=error.key, found=error.found, expected=error.expected
        ) from error
    except PuzzleError as error:
        says = format_message("puzzles.puzzle-not-loaded", error=error)
        raise PddlError(says, file=file_name, about="puzzle", found=error.found, expected=error.expected) from error


def has_puzzle_changed(header: ProblemHeader, instance: AnyInstance) -> bool:
    """Return whether a puzzle has changed since a problem with this header was generated from it.

    ``instance`` is the result of ``restore_instance`` for the header. Changes of the story's wording do not count. Returns False if the header has no
    fingerprint, or a fingerprint of another version.
    """
    if header.fingerprint is None or not header.fingerprint.startswith(f"{FINGERPRINT_VERSION}-"):
        return False
    return header.fingerprint != compute_fingerprint(instance)


def find_pddl_difference(found: str, expected: str) -> tuple[int, str, str] | None:
    """Return the first difference of two PDDL texts, as line number and two words; None if equal.

    The line number is that in ``found``, from 1. The first word is from ``found``, the second from ``expected``; where a text has ended, the word
    is "the end of the file". Comments, line breaks, blanks and case do not count as differences.
    """
    end = ("the end of the file", found.count("\n") + 1)
    for (word, line), (wanted, _) in itertools.zip_longest(_split_words(found), _split_words(expected), fillvalue=end):
        if word != wanted:
            return line, word, wanted
    return None


def normalize_pddl(pddl: str) -> str:
    """Return the words and parentheses of a PDDL text in lower case, without comments, on one line.

    Two texts have the same normalized form if and only if `find_pddl_difference` finds no difference between them.
    """
    return " ".join(word for word, _ in _split_words(pddl))


def _split_words(pddl: str) -> list[tuple[str, int]]:
    """Return the words and parentheses of a PDDL text in lower case, each with its line number."""
    return [(token.lower(), line) for token, line in tokens_with_lines(pddl) if token[0] != ";"]
