"""The errors that the library raises.

The command line maps each error to an exit code; nothing below it prints or exits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Self

from ferryplan.domains.messages import format_message
from ferryplan.generator.failure import FerryplanError as FerryplanError
from ferryplan.generator.wording import listing


class Diagnostic(NamedTuple):
    """A mistake in a file."""

    file: str
    line: int
    """from 1; 0 for tables that come from no file"""
    column: int
    """from 1"""
    key: str
    """where it is in the tables, such as ``kinds[0].count``"""
    message: str


class PuzzleError(FerryplanError, ValueError):
    """A puzzle's name is unknown, or its file has mistakes; each mistake has a line.

    Where a file does not exist, the error is a `FileNotFoundError`, too.

    >>> from ferryplan import PuzzleError, load
    >>> try:
    ...     load("nowhere.toml")
    ... except PuzzleError as error:
    ...     print(error)
    nowhere.toml: cannot be read: No such file or directory
    """

    __module__ = "ferryplan"

    diagnostics: tuple[Diagnostic, ...] = ()
    """the same as data, for mistakes that a key of a file is wrong; ``file``, ``line``, ``column`` and ``key`` are those of the first"""
    _several: tuple[str, ...] = ()

    @property
    def mistakes(self) -> tuple[str, ...]:
        """All that is wrong, a line each."""
        return self._several or (str(self),)

    @classmethod
    def of_several(cls, mistakes: Sequence[str], diagnostics: Sequence[Diagnostic], shown: str) -> Self:
        """Return the error for several mistakes in a file, which errors call ``shown``: a line for each, of very many the first."""
        more = len(mistakes) - MOST_TOLD
        several = (
            mistakes
            if more <= 1
            else [*mistakes[:MOST_TOLD], f"{shown}: {format_message('puzzles.more-mistakes', count=more)}"]
        )
        error = cls("\n".join(several))
        error._several, error.diagnostics = tuple(several), tuple(diagnostics)
        if diagnostics:
            error.file, line, column, error.key, _ = diagnostics[0]
            error.line, error.column = line or None, column or None
        return error


MOST_TOLD = 20
"""how many mistakes of a file a message names"""


def join_mistakes(errors: Sequence[FerryplanError], shown: str) -> PuzzleError:
    """Return several mistakes at keys of a file, which errors call ``shown``, as one error."""
    diagnostics = [
        Diagnostic(one.file or shown, one.line or 0, one.column or 0, one.key or "", one.statement) for one in errors
    ]
    return PuzzleError.of_several([str(one) for one in errors], diagnostics, shown)


class ParameterError(FerryplanError, ValueError):
    """A parameter's value is missing, of the wrong type, or out of range.

    ``key`` is the parameter, ``found`` its value, ``expected`` what it may be.

    >>> from ferryplan import solve
    >>> solve("jealous-couples", couples=0)
    Traceback (most recent call last):
    ferryplan.ParameterError: jealous-couples: couples: found 0, expected 1 to 10000
    """

    __module__ = "ferryplan"


def refuse_value(puzzle: str, key: str, found: str, expected: str, where: str = "") -> ParameterError:
    """Return the error for a value that a parameter of a puzzle cannot have; ``where`` says in which part of the value."""
    return ParameterError(where=puzzle, key=key, part=where, found=found, expected=expected)


class EncodingError(FerryplanError, ValueError):
    """An instance is too large for the encoding.

    >>> from ferryplan import generate
    >>> generate("jealous-couples", dialect="strips", encoding="named", couples=40, capacity=20)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ferryplan.EncodingError: jealous-couples: found 80 travelers, expected at most 20 in the dialects 'strips', ...
    """

    __module__ = "ferryplan"

    refused: tuple[Any, Any] | None = None
    """the instance, and the formulation that cannot hold it, where others may"""
    _left_behind = frozenset({"refused"})


class UnsuitableError(EncodingError):
    """The chosen dialect or encoding lacks something that the instance needs, so that a smaller instance would not help.

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
    """A plan that can be read is not valid: an action is not applicable, a rule is broken, or the goal is not reached.

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
    """what a reader of the plan must know besides, such as text that is not read; the message says it, too"""


def meant(found: str, known: Iterable[str]) -> str | None:
    """Return the known name that a text is: the same, or the same but for capitals and `_` for `-`; None if there is none."""
    names = list(known)
    alike = (name for name in names if name.casefold().replace("_", "-") == found.casefold().replace("_", "-"))
    return found if found in names else next(alike, None)


def near(found: str, known: Iterable[str]) -> list[str]:
    """Return the known names that a text may stand for, at most three, the likeliest first.

    They are the name that it is but for capitals; else those that begin so, then those of which a part does, or parts if it has several:
    ``wolf`` and ``goat`` for ``wolf-goat-cabbage``; else the one of which it, or its parts, may be a misspelling.
    """
    names, wanted = list(known), _folded(found)
    if same := meant(found, names):
        return [same]
    parts = [part for part in wanted.split("-") if part]
    likeness = {name: _likeness(parts, _folded(name).split("-")) for name in names}
    begun = sorted(
        (name for name in names if likeness[name] == 1), key=lambda name: not _folded(name).startswith(wanted)
    )
    if begun and len(wanted) > 1:
        return begun[:_MOST_NEAR]
    whole = {name: _ratio(wanted, _folded(name)) for name in names}
    best = max(names, key=lambda name: (max(likeness[name], whole[name]), whole[name], name), default="")
    return [best] if best and len(wanted) > 1 and max(likeness[best], whole[best]) >= _MISSPELT else []


def nearest(found: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """Return what `suggest_name` returns as the end of a sentence, behind a semicolon; nothing where it has nothing to say."""
    advice = suggest_name(found, known, None if otherwise is None else otherwise.removeprefix("; "))
    return f"; {advice}" if advice else ""


def suggest_name(found: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """Return the advice about a misspelled name, such as ``did you mean 'zebra'?``.

    It has the names that are near. Where none is, it is ``otherwise``, if that is given, else what is expected: the known names in the order
    given, of many the first ones and the number of the others.
    """
    names = list(known)
    if close := [f"'{name}'" for name in near(found, names)]:
        return format_message("names.did-you-mean", names=listing(close, "or"))
    if otherwise is not None or not names:
        return otherwise or ""
    if len(names) == 1:
        return format_message("names.expected-name", name=names[0])
    if len(names) <= _MOST_LISTED + 1:
        return format_message("names.expected-names", names=", ".join(names))
    shown, more = ", ".join(names[:_MOST_LISTED]), len(names) - _MOST_LISTED
    return format_message("names.expected-names-and-more", names=shown, more=more)


_MOST_NEAR, _MOST_LISTED = 3, 12
_MISSPELT, _OTHERWISE_BEGUN = 0.65, 0.1
"""how alike a word and its misspelling are at least, as difflib measures it: ``dgo`` and ``dog``; and how much less if they begin otherwise"""


def _folded(name: str) -> str:
    return "-".join(re.split(r"[-_.\s]+", name.casefold().strip("-_. ")))


def _ratio(one: str, other: str) -> float:
    import difflib

    return difflib.SequenceMatcher(None, one, other).ratio() - _OTHERWISE_BEGUN * (one[:1] != other[:1])


def _likeness(parts: Sequence[str], known: Sequence[str]) -> float:
    """Return how much each of some words is like some word of a name, on average; what one begins is it."""
    alike = [max(1.0 if own.startswith(part) else _ratio(part, own) for own in known) for part in parts]
    return sum(alike) / len(alike) if alike else 0.0


def check_size(puzzle: str, found: int, what: str, most: int, where: str = "", option_advice: str = "") -> None:
    """Raise EncodingError for more of something than there may be; ``where`` says where no more may be, and what helps."""
    if found > most:
        raise EncodingError(
            where=puzzle,
            about=what,
            found=f"{found:,} {what}",
            expected=f"at most {most:,}{where}",
            option_advice=option_advice,
        )


class FamilyError(FerryplanError, ValueError):
    """The puzzle's family does not have what you ask for.

    >>> from ferryplan import solve
    >>> solve("zebra", backward=True)
    Traceback (most recent call last):
    ferryplan.FamilyError: backward: its start and its goal cannot be swapped
    """

    __module__ = "ferryplan"
