"""The errors that the library raises.

The command line maps each error to an exit code; nothing below it prints or exits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ferryplan.generator.wording import listing


class FerryplanError(Exception):
    """Base of all errors whose message is meant for the user: one line that says where, what was found, what was expected.

    >>> from ferryplan import FerryplanError, load
    >>> try:
    ...     load("zebar")
    ... except FerryplanError as error:
    ...     print(error)
    puzzle: found 'zebar', which is not in the catalogue; did you mean 'zebra'? (or give a path to a .toml file)
    """

    __module__ = "ferryplan"

    file: str | None = None
    """the file that the error is about, where one is known; so are the line and the column in it, from 1"""
    line: int | None = None
    column: int | None = None
    key: str | None = None
    """the parameter, the argument or the key in a file that is wrong"""
    found: str | None = None
    """what was found, in words"""
    expected: str | None = None
    """what was expected, in words"""
    option_advice: str = ""
    """what the command line adds to the message: the option that helps"""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it by what it says and holds, whatever its class takes to be made."""
        held = {key: value for key, value in self.__dict__.items() if key not in self._left_behind}
        return _rebuild, (type(self), self.args, held)

    _left_behind: frozenset[str] = frozenset()
    """attributes that cannot go to another process"""


def _rebuild(kind: type[FerryplanError], args: tuple[Any, ...], held: dict[str, Any]) -> FerryplanError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(held)
    return error


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
    """A puzzle file, or a name that should stand for one, is not usable; of several mistakes each has a line.

    >>> from ferryplan import load
    >>> load("nowhere.toml")
    Traceback (most recent call last):
    ferryplan.PuzzleError: nowhere.toml: cannot be read: No such file or directory
    """

    __module__ = "ferryplan"

    mistakes: tuple[str, ...] = ()
    """all that is wrong, a line each"""
    diagnostics: tuple[Diagnostic, ...] = ()
    """the same as data, for mistakes that a key of a file is wrong; ``file``, ``line``, ``column`` and ``key`` are those of the first"""

    def __init__(self, *mistakes: str) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


MOST_TOLD = 20
"""how many mistakes of a file are told"""


def first_mistakes(mistakes: Sequence[str], where: str) -> Sequence[str]:
    """Return mistakes in a file; of very many the first, and how many more there are."""
    more = len(mistakes) - MOST_TOLD
    return mistakes if more <= 1 else [*mistakes[:MOST_TOLD], f"{where}: and {more} mistakes more"]


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
    error = ParameterError(f"{puzzle}: {key}{where}: found {found}, expected {expected}")
    error.key, error.found, error.expected = key, found, expected
    return error


class EncodingError(FerryplanError, ValueError):
    """An instance is too large for the encoding that was asked for.

    >>> from ferryplan import generate
    >>> generate("jealous-couples", dialect="strips", encoding="named", couples=40, capacity=20)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ferryplan.EncodingError: jealous-couples: found 80 travellers, expected at most 20 in the dialects strips, ...
    """

    __module__ = "ferryplan"

    refused: tuple[Any, Any] | None = None
    """the instance, and the formulation that cannot hold it, where others may"""
    _left_behind = frozenset({"refused"})


class UnsuitableError(EncodingError):
    """A dialect or an encoding does not say what an instance asks, however small it is.

    >>> from ferryplan import generate
    >>> generate("jealous-couples", dialect="strips", boats=2)
    Traceback (most recent call last):
    ferryplan.UnsuitableError: jealous-couples: the dialect strips (named) knows one boat only, but here are 2; expected the dialect temporal
    """

    __module__ = "ferryplan"


class PddlError(FerryplanError, ValueError):
    """A PDDL file is not readable, or not one that was generated here.

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
    the plan: found no action, expected a plan (one without actions is a comment, such as '; cost = 0 (unit cost)')
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
    the plan: line 1: found (swim farmer), but the domain has no such action; is the plan for another problem?
    """

    __module__ = "ferryplan"

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
    """Return a clause that helps with a misspelt name.

    The clause is ``; did you mean 'x'?`` with what is near; else ``otherwise``, if it is given; else what is expected: the known names in
    the order given, of many the first and how many more there are.
    """
    names = list(known)
    if close := [f"'{name}'" for name in near(found, names)]:
        return f"; did you mean {listing(close, 'or')}?"
    if otherwise is not None or not names:
        return otherwise or ""
    if len(names) == 1:
        return f"; expected {names[0]}"
    rest = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED + 1 else ""
    return f"; expected one of {', '.join(names[:_MOST_LISTED] if rest else names)}{rest}"


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


def check_size(puzzle: str, found: int, what: str, most: int, where: str = "") -> None:
    """Raise EncodingError for more of something than there may be; ``where`` says where no more may be."""
    if found > most:
        raise EncodingError(f"{puzzle}: found {found:,} {what}, expected at most {most:,}{where}")
