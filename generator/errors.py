"""The errors that the library raises.

The command line maps each error to an exit code; nothing below it prints or exits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Self

from ferryplan.domains.messages import format_message
from ferryplan.generator.base_error import FerryplanError as FerryplanError
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.wording import join_phrases


class FileDiagnostic(NamedTuple):
    """A mistake in a puzzle file or theme file: its position and its message."""

    file: str
    line: int
    """from 1; 0 for data that come from no file"""
    column: int
    """from 1; 0 for data that come from no file"""
    key: str
    """the key that is wrong, such as ``kinds[0].count``"""
    message: str
    kind: str = "wrong-value"
    """``unknown-key``, ``missing-key``, ``wrong-value``, or ``invalid-toml`` for a file that is not TOML"""
    length: int = 0
    """the number of characters to mark on the line; 0 for data that come from no file"""
    expected: str = ""
    """the allowed values, in words, where they are known"""
    fix: str = ""
    """the key or value that was probably meant"""
    edits: tuple[FileEdit, ...] = ()
    """the edits that write this key or value"""


class PuzzleError(FerryplanError, ValueError):
    """A puzzle's name is unknown, or its file has mistakes; the message has a line for each mistake.

    If a file does not exist, the error is also a `FileNotFoundError`.

    >>> from ferryplan import PuzzleError, load
    >>> try:
    ...     load("nowhere.toml")
    ... except PuzzleError as error:
    ...     print(error)
    nowhere.toml: cannot be read: No such file or directory
    """

    __module__ = "ferryplan"

    diagnostics: tuple[FileDiagnostic, ...] = ()
    """the mistakes at keys of a file, with their positions; ``file``, ``line``, ``column`` and ``key`` of the error are those of the first mistake"""
    _lines: tuple[str, ...] = ()

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The messages of all mistakes in the puzzle file, each on one line."""
        return self._lines or (str(self),)

    @classmethod
    def of_several(cls, mistakes: Sequence[str], diagnostics: Sequence[FileDiagnostic], file_name: str) -> Self:
        """Return one error for several mistakes in a file, with a line for each of the first 20 mistakes.

        ``mistakes`` are the lines of the message, ``diagnostics`` the same mistakes with their positions; ``file_name`` is the file's name in the
        message.
        """
        more = len(mistakes) - MAX_LISTED_MISTAKES
        several = (
            mistakes
            if more <= 1
            else [
                *mistakes[:MAX_LISTED_MISTAKES],
                f"{file_name}: {format_message('puzzles.more-mistakes', count=more)}",
            ]
        )
        error = cls("\n".join(several))
        error._lines, error.diagnostics = tuple(several), tuple(diagnostics)
        if diagnostics:
            first = diagnostics[0]
            error.file, error.key = first.file, first.key
            error.line, error.column = first.line or None, first.column or None
        return error


MAX_LISTED_MISTAKES = 20
"""the largest number of mistakes in one file that an error message lists"""


def join_errors(errors: Sequence[FerryplanError], file_name: str) -> PuzzleError:
    """Return one PuzzleError that reports several errors at keys of the same puzzle file.

    ``file_name`` is the file's name in the message.
    """
    diagnostics = [
        FileDiagnostic(one.file or file_name, one.line or 0, one.column or 0, one.key or "", one.statement)
        for one in errors
    ]
    return PuzzleError.of_several([str(one) for one in errors], diagnostics, file_name)


class ParameterError(FerryplanError, ValueError):
    """A parameter's value is missing, of the wrong type, or out of range.

    ``key`` is the name of the parameter, ``found`` its value, ``expected`` the allowed values in words.

    >>> from ferryplan import solve
    >>> solve("jealous-couples", couples=0)
    Traceback (most recent call last):
    ferryplan.ParameterError: jealous-couples: couples: found 0, expected 1 to 10000
    """

    __module__ = "ferryplan"


def make_value_error(puzzle: str, key: str, found: str, expected: str, index_text: str = "") -> ParameterError:
    """Return the ParameterError for an invalid value of a puzzle's parameter; the caller raises it.

    ``puzzle`` and ``key`` are the names of the puzzle and the parameter. ``found`` is the value and ``expected`` the allowed values, both in words;
    ``index_text`` is the index of the wrong item in a list, such as ``[2]``.
    """
    return ParameterError(where=puzzle, key=key, part=index_text, found=found, expected=expected)


class EncodingError(FerryplanError, ValueError):
    """An instance is too large for the encoding.

    >>> from ferryplan import generate
    >>> generate("jealous-couples", dialect="strips", encoding="named", couples=40, capacity=20)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ferryplan.EncodingError: jealous-couples: found 80 travelers, expected at most 20 in the dialects 'strips', ...
    """

    __module__ = "ferryplan"

    refused: tuple[Any, Any] | None = None
    """the instance, and the formulation (dialect and encoding) that cannot express it; another formulation may be able
    to"""
    _unpicklable = frozenset({"refused"})


class UnsuitableError(EncodingError):
    """The dialect or encoding cannot express instances of this kind, not even smaller ones.

    >>> from ferryplan import generate
    >>> generate("jealous-couples", dialect="strips", boats=2)
    Traceback (most recent call last):
    ferryplan.UnsuitableError: jealous-couples: the 'strips' dialect with the 'named' encoding can express only one boat, ...
    """

    __module__ = "ferryplan"


class PddlError(FerryplanError, ValueError):
    """A PDDL file cannot be read, or ferryplan did not generate it.

    >>> from ferryplan import PddlError, validate
    >>> try:
    ...     validate("(define (problem", "(cross-1 anna left-bank right-bank)", "(define (domain river))")
    ... except PddlError as error:
    ...     print(error)
    the problem:1:9: '(' is never closed; add the missing ')'
    """

    __module__ = "ferryplan"


class PlanError(FerryplanError, ValueError):
    """A plan cannot be read, or, as `InvalidPlanError`, is not valid.

    >>> from ferryplan import PlanError, generate, validate
    >>> pddl = generate("wolf-goat-cabbage")
    >>> try:
    ...     validate(pddl, [])
    ... except PlanError as error:
    ...     print(error)
    the plan: the file holds no action; to give the empty plan, write a comment such as '; cost = 0 (unit cost)'
    """

    __module__ = "ferryplan"


class InvalidPlanError(PlanError):
    """A readable plan is not valid.

    An action is not applicable, a rule is broken, or the goal is not reached.

    >>> from ferryplan import InvalidPlanError, generate, validate
    >>> pddl = generate("wolf-goat-cabbage")
    >>> try:
    ...     validate(pddl, ["(swim farmer)"])
    ... except InvalidPlanError as error:
    ...     print(error)
    the plan: line 1: (swim farmer) cannot be applied: the domain has no such action; is the plan for another problem?
    """

    __module__ = "ferryplan"
    exit_code = 14

    notes: tuple[str, ...] = ()
    """further information about the plan, such as lines of the plan file that were ignored; the message contains these notes, too"""


def find_known_name(found: str, known: Iterable[str]) -> str | None:
    """Return the known name that equals a text, ignoring case and treating `_` as `-`; None without one."""
    names = list(known)
    alike = (name for name in names if name.casefold().replace("_", "-") == found.casefold().replace("_", "-"))
    return found if found in names else next(alike, None)


def find_similar_names(found: str, known: Iterable[str]) -> list[str]:
    """Return up to three known names that the user may have meant, the likeliest first.

    ``found`` is the text that the user wrote. A name that equals the text apart from case is returned alone. Otherwise, names that begin with the
    text come first, then names that have a part that begins with the text; ``goat`` matches ``wolf-goat-cabbage``. If the text has several parts,
    each of them must begin a part of the name. If no name matches in this way, the most similar name is returned, provided that the text or its
    parts may be a misspelling of that name.
    """
    names, wanted = list(known), _normalize_name(found)
    if same := find_known_name(found, names):
        return [same]
    parts = [part for part in wanted.split("-") if part]
    normal = {name: _normalize_name(name) for name in names}
    if parts == [wanted]:
        # Files have thousands of names, and most of them have too few letters in common with the text.
        names = [name for name in names if "-" in normal[name] or _may_be_similar(wanted, normal[name])]
    likeness = {name: _mean_similarity(parts, normal[name].split("-")) for name in names}
    begun = sorted(
        (name for name in names if likeness[name] == 1), key=lambda name: not normal[name].startswith(wanted)
    )
    if begun and len(wanted) > 1:
        return begun[:_MAX_SUGGESTIONS]
    whole = {
        name: likeness[name] if parts == [wanted] and "-" not in normal[name] else _similarity(wanted, normal[name])
        for name in names
    }
    best = max(names, key=lambda name: (max(likeness[name], whole[name]), whole[name], name), default="")
    return [best] if best and len(wanted) > 1 and max(likeness[best], whole[best]) >= _MIN_SIMILARITY else []


def find_series(found: str, known: Iterable[str]) -> list[str]:
    """Return the names that differ from a name in their number only, such as ``b1`` and ``b2`` for ``b4``."""
    if not _NUMBER.search(found):
        return []
    return [name for name in known if differ_in_numbers(found, name) and _NUMBER.search(name)]


def differ_in_numbers(one: str, other: str) -> bool:
    """Return whether two names differ only in their numbers, as ``truck1`` and ``truck2`` do."""
    return one != other and _NUMBER.sub("", one) == _NUMBER.sub("", other)


def format_suggestion(found: str, known: Iterable[str], fallback: str | None = None) -> str:
    """Return the advice of `suggest_name` as the end of a message, such as ``; did you mean 'zebra'?``.

    The text is empty if there is no advice. ``found`` is the misspelled name; ``fallback`` is the text to return, with its semicolon, if no known
    name is similar.
    """
    advice = suggest_name(found, known, None if fallback is None else fallback.removeprefix("; "))
    return f"; {advice}" if advice else ""


def find_suggestions(message: str) -> list[str]:
    """Return the names that a message with the text of `format_suggestion` suggests, the likeliest first."""
    found = _SUGGESTIONS.search(message)
    return _QUOTED.findall(found[1]) if found else []


def suggest_name(found: str, known: Iterable[str], fallback: str | None = None) -> str:
    """Return advice about a misspelled name, such as ``did you mean 'zebra'?``.

    ``found`` is the misspelled name. The advice contains the known names that are similar to it. If none is similar, the advice is ``fallback``; if
    that is None, the advice lists the known names in the given order. Of more than 13 names, it lists the first 12 and says how many more there
    are.
    """
    names = list(known)
    if close := [f"'{name}'" for name in find_similar_names(found, names)]:
        return format_message("names.did-you-mean", names=join_phrases(close, "or"))
    if fallback is not None or not names:
        return fallback or ""
    if len(names) == 1:
        return format_message("names.expected-name", name=names[0])
    if len(names) <= _MAX_LISTED + 1:
        return format_message("names.expected-names", names=", ".join(names))
    shown, more = ", ".join(names[:_MAX_LISTED]), len(names) - _MAX_LISTED
    return format_message("names.expected-names-and-more", names=shown, more=more)


_SUGGESTIONS = re.compile(r"did you mean ('[^']+'(?:(?:, | or )'[^']+')*)\?")
_QUOTED = re.compile("'([^']+)'")
_NUMBER = re.compile(r"\d+")
_MAX_SUGGESTIONS, _MAX_LISTED = 3, 12
_MIN_SIMILARITY, _FIRST_LETTER_PENALTY = 0.65, 0.1
"""the smallest similarity (difflib's ratio) of a word and its misspelling, such as ``dgo`` for ``dog``; the penalty for different first letters"""


def _normalize_name(name: str) -> str:
    return "-".join(re.split(r"[-_.\s]+", name.casefold().strip("-_. ")))


def _similarity(one: str, other: str) -> float:
    import difflib

    return difflib.SequenceMatcher(None, one, other).ratio() - _FIRST_LETTER_PENALTY * (one[:1] != other[:1])


def _may_be_similar(text: str, name: str) -> bool:
    """Return whether a name begins with a text, or has enough letters in common with it to be similar."""
    common = sum(min(text.count(letter), name.count(letter)) for letter in {*text})
    return name.startswith(text) or 2 * common >= _MIN_SIMILARITY * (len(text) + len(name))


def _mean_similarity(parts: Sequence[str], known: Sequence[str]) -> float:
    """Return the similarity of a text and a known name, from 0 to 1, both given as parts.

    The parts of ``wolf-goat`` are ``wolf`` and ``goat``. Each part of the text is compared with the most similar part
    of the name. The similarity is 1 if that part begins with the part of the text. The result is the mean over the
    parts of the text.
    """
    alike = [max(1.0 if own.startswith(part) else _similarity(part, own) for own in known) for part in parts]
    return sum(alike) / len(alike) if alike else 0.0


def check_count_limit(
    puzzle: str, count: int, plural_noun: str, limit: int, where: str = "", option_advice: str = ""
) -> None:
    """Raise EncodingError if the number of things in an instance or a picture exceeds a limit.

    ``count`` is the number of the things, and ``plural_noun`` says what they are (``travelers``). The message begins
    with the name ``puzzle`` and ends with ``where``, a phrase about where the limit applies (`` in a picture``).
    ``option_advice`` recommends a command-line option; only the command line prints it.
    """
    if count > limit:
        raise EncodingError(
            where=puzzle,
            about=plural_noun,
            found=f"{count:,} {plural_noun}",
            expected=f"at most {limit:,}{where}",
            option_advice=option_advice,
        )


class FamilyError(FerryplanError, ValueError):
    """The puzzle's family lacks the requested ability.

    >>> from ferryplan import solve
    >>> solve("zebra", backward=True)
    Traceback (most recent call last):
    ferryplan.FamilyError: backward: its start and its goal cannot be swapped
    """

    __module__ = "ferryplan"
