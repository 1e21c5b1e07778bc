"""The errors that the library raises. The command line maps each to an exit code; nothing below it prints or exits."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class FerryplanError(Exception):
    """Base of all errors whose message is meant for the user: one line that says where, what was found, what was expected."""


class PuzzleError(FerryplanError, ValueError):
    """A puzzle file, or a name that should stand for one, is not usable."""


class ParameterError(FerryplanError, ValueError):
    """A parameter's value is missing, of the wrong type, or out of range."""


class EncodingError(FerryplanError, ValueError):
    """An instance is too large for the encoding that was asked for."""


class UnsuitableError(EncodingError):
    """A dialect or an encoding does not say what an instance asks, however small it is."""


class PddlError(FerryplanError, ValueError):
    """A PDDL file is not readable, or not one that was generated here."""


class PlanError(FerryplanError, ValueError):
    """A plan is not readable, not for this problem, or breaks a rule."""


def nearest(found: str, known: Iterable[str]) -> str:
    """Return a clause that helps with a misspelt name.

    The clause is ``; did you mean 'x'?`` for the closest known name, or, where nothing is close,
    ``; expected one of …`` with all of them in the order given.
    """
    names = list(known)
    close = difflib.get_close_matches(found.lower(), names, n=1, cutoff=0.5)
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; expected one of {', '.join(names)}" if names else ""
