"""The base class of all errors, which stores facts as attributes and composes the message from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any


class FerryplanError(Exception):
    """Base class of all errors of ferryplan.

    The message names the place of the problem, the mistake and its correction, in one line.

    >>> from ferryplan import FerryplanError, load
    >>> try:
    ...     load("zebar")
    ... except FerryplanError as error:
    ...     print(error)
    there is no puzzle named 'zebar'; did you mean 'zebra'? (or give the path of a .toml file)
    """

    __module__ = "ferryplan"

    file: str | None = None
    """the file that the error is about, if known; `line` and `column` are the position in that file, counted from 1"""
    line: int | None = None
    column: int | None = None
    key: str | None = None
    """the name of the wrong puzzle parameter or Python argument, or the wrong key of a puzzle file (``kinds[0].count``)"""
    found: str | None = None
    """the wrong value, as the message shows it: ``-1``, ``80 travelers``"""
    expected: str | None = None
    """the allowed values, in words: ``a number of seconds above 0``"""
    advice: str | None = None
    """advice on how to fix the mistake"""
    exit_code: int = 30
    """The exit code of a command that ends with this error; 30 stands for bad input."""
    option_advice: str = ""
    """advice about an option that helps, which only the command line adds to the message"""

    def __init__(
        self,
        statement: str = "",
        *,
        where: str = "",
        file: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
        part: str = "",
        about: str | None = None,
        found: str | None = None,
        expected: str | None = None,
        advice: str | None = None,
        option_advice: str | None = None,
    ) -> None:
        """Store the arguments as attributes and compose the message: ``PLACE: KEY: STATEMENT; ADVICE``.

        ``PLACE`` is ``where``, such as a puzzle's name; without ``where``, it is the file with line and column.
        ``part`` follows the key in the message, as ``[0]`` in ``paces[0]``. ``about`` sets the attribute ``key`` for
        a message that does not begin with the key. Without a ``statement``, the message says ``found …, expected …``;
        then ``advice``, such as ``did you mean 'zebra'?``, takes the place of ``expected``, since it is more precise.
        """
        held = {
            "file": file and str(file),
            "line": line,
            "column": column,
            "key": key or about,
            "found": found,
            "expected": expected,
            "advice": advice or None,
            "option_advice": option_advice,
        }
        self.__dict__.update({name: value for name, value in held.items() if value is not None})
        self.place = where or ":".join(str(one) for one in (file, line, column) if one is not None)
        self._leading_key = f"{key}{part}" if key else ""
        instead = f", expected {expected}" if expected and not advice else ""
        self._problem = statement or f"found {found}{instead}"
        super().__init__()
        self._compose_message()

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The messages of all mistakes that the error reports, each on one line; by default only its own."""
        return (str(self),)

    @property
    def statement(self) -> str:
        """The message without the place and the key at its beginning: the problem and the advice."""
        return "; ".join(filter(None, (self._problem, self.advice)))

    def _compose_message(self) -> None:
        self.args = (_join_parts(self.place, self._leading_key, self.statement),)

    def __str__(self) -> str:
        """Return the message."""
        return "".join(map(str, self.args))

    def restate(self, statement: str, *, place: str | None = None, **details: Any) -> None:
        """Replace parts of the message, for a caller that knows more about the error.

        ``statement`` replaces the description of the problem, and ``place`` (unless None) the place at the beginning of the message. ``details``
        replace the attributes of the same names.
        """
        self.__dict__.update(details)
        self._problem = statement.removesuffix(f"; {self.advice}")
        self.place = self.place if place is None else place
        self._compose_message()

    def prefix_option(self, option: str) -> None:
        """Replace the name of the Python argument at the start of the message by a command-line option.

        Does nothing if the message does not begin with a name of an argument, or if the error is about a file.
        """
        if self._leading_key and self.file is None:
            self.args = (_join_parts(option, self.statement),)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error by its message and its attributes, without calling the constructor again."""
        held = {key: value for key, value in self.__dict__.items() if key not in self._unpicklable}
        return _rebuild_error, (type(self), self.args, held)

    _unpicklable: frozenset[str] = frozenset()
    """the names of attributes that cannot be pickled and sent to another process"""


def _join_parts(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


def _rebuild_error(kind: type[FerryplanError], args: tuple[Any, ...], details: dict[str, Any]) -> FerryplanError:
    # ValueError may precede OSError among the bases, but only OSError.__new__ allocates the fields of an OSError.
    error = OSError.__new__(kind, *args) if issubclass(kind, OSError) else kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(details)
    return error
