"""The comment lines at the top of a problem file that was generated here, and from them back to the instance."""

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
from ferryplan.generator.generation import FORM, check_encoding, fingerprint
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.pddl.syntax import tokens
from ferryplan.generator.puzzle import load
from ferryplan.generator.wording import listing

_KEYS = frozenset({"puzzle", "parameters", "dialect", "encoding", "fingerprint", "backward"})


@dataclass(frozen=True, slots=True)
class Header:
    """What the comment lines at the top of a problem file say."""

    puzzle: str
    parameters: dict[str, Value]
    dialect: str
    encoding: str
    backward: bool = False
    fingerprint: str | None = None
    """of the instance that the problem was generated from; None in files of versions that did not write it"""


def read_header(problem: str, where: str) -> Header:
    """Return the header of a problem file that was generated here; ``where`` names the file in errors.

    Raises PddlError if a line of the header is missing or makes no sense.
    """
    fields = dict(reversed(list(_fields(problem))))

    def wrong(key: str, expected: str, advice: str | None = None) -> PddlError:
        return PddlError(
            file=where, about=key, found=f"'; {key}: {fields[key][:60]}'", expected=expected, advice=advice
        )

    for key in ("puzzle", "parameters", "dialect", "encoding"):
        if key not in fields:
            raise PddlError(
                format_message("puzzles.no-header", key=key),
                file=where,
                about=key,
                found="no comment line",
                expected="a problem that `plan generate` wrote",
            )
    try:
        parameters = json.loads(fields["parameters"])
    except (ValueError, RecursionError):
        parameters = None
    if not isinstance(parameters, dict) or not all(map(_is_value, parameters.values())):
        raise wrong("parameters", "a JSON object of numbers, lists of numbers, true and false")
    for key, known in (("dialect", DIALECTS), ("encoding", ENCODINGS)):
        if fields[key] not in known:
            raise wrong(key, listing(known, "or"), suggest_name(fields[key], known))
    if fields.get("backward", "true") != "true":
        raise wrong("backward", "'true' or no such line")
    known_by = fields.get("fingerprint")
    if known_by is not None and not re.fullmatch(r"[0-9]+-[0-9a-f]{16}", known_by):
        raise wrong("fingerprint", "a number, '-' and 16 hexadecimal digits")
    return Header(fields["puzzle"], parameters, fields["dialect"], fields["encoding"], "backward" in fields, known_by)


def _fields(problem: str) -> Iterator[tuple[str, str]]:
    """Yield the keys and values in the comments above the first parenthesis."""
    for token, _ in itertools.takewhile(lambda found: found[0].startswith(";"), tokens(problem)):
        key, _, value = token[1:].partition(":")
        if key.strip() in _KEYS and value.strip():
            yield key.strip(), value.strip()


def _is_value(value: object) -> bool:
    """Whether a value read from JSON may be a parameter's."""
    items = value if isinstance(value, list) else [value]
    return isinstance(value, str) or all(isinstance(item, int) for item in items)


def instance_of(header: Header, where: str) -> AnyInstance:
    """Return the instance that a header describes, start and goal exchanged if it says so. Raises PddlError if its puzzle cannot be loaded."""
    try:
        puzzle = load(header.puzzle)
        check_encoding(header.dialect, header.encoding, puzzle.family)
        instance = instantiate(puzzle.named(header.puzzle), header.parameters)
        return family_of(instance).reverse(instance) if header.backward else instance
    except EncodingError as error:
        raise PddlError(str(error), file=where, about=error.key, found=error.found, expected=error.expected) from error
    except PuzzleError as error:
        says = format_message("puzzles.puzzle-not-loaded", error=error)
        raise PddlError(says, file=where, about="puzzle", found=error.found, expected=error.expected) from error


def changed_since(header: Header, instance: AnyInstance) -> bool:
    """Return whether a header's puzzle, as it is now, means something else than when the problem was generated; False if nobody can tell.

    ``instance`` is that of the header, as ``instance_of`` returns it. Its story's wording does not count.
    """
    if header.fingerprint is None or not header.fingerprint.startswith(f"{FORM}-"):
        return False
    return header.fingerprint != fingerprint(instance)


def first_difference(found: str, expected: str) -> tuple[int, str, str] | None:
    """Return where two PDDL texts part, None if they say the same: the line of the first, its word and that of the second.

    Comments, layout and case do not count.
    """
    end = ("the end of the file", found.count("\n") + 1)
    for (word, line), (wanted, _) in itertools.zip_longest(_words(found), _words(expected), fillvalue=end):
        if word != wanted:
            return line, word, wanted
    return None


def without_layout(pddl: str) -> str:
    """Return the words of a PDDL text in lower case with a space between: the same for texts between which there is no `first_difference`."""
    return " ".join(word for word, _ in _words(pddl))


def _words(pddl: str) -> list[tuple[str, int]]:
    """Return the words and parentheses of a PDDL text in lower case, each with its line."""
    return [(token.lower(), line) for token, line in tokens(pddl) if token[0] != ";"]
