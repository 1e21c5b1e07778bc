"""What every error holds as data, and the message that it composes from that."""

from __future__ import annotations

from pathlib import Path
from typing import Any


class FerryplanError(Exception):
    """Base class of all errors of ferryplan, whose message says in one line where the problem is, what is wrong and how to fix it.

    >>> from ferryplan import FerryplanError, load
    >>> try:
    ...     load("zebar")
    ... except FerryplanError as error:
    ...     print(error)
    there is no puzzle named 'zebar'; did you mean 'zebra'? (or give the path of a .toml file)
    """

    __module__ = "ferryplan"

    file: str | None = None
    """the file that the error is about, where one is known; so are the line and the column in it, from 1"""
    line: int | None = None
    column: int | None = None
    key: str | None = None
    """the parameter, the argument or the key in a file that is wrong"""
    found: str | None = None
    """what was found, as the message words it"""
    expected: str | None = None
    """what was expected, in words"""
    advice: str | None = None
    """how to mend it, in words"""
    exit_code: int = 30
    """The exit code of a command that ends with this error; 30 stands for bad input."""
    option_advice: str = ""
    """what the command line adds to the message: the option that helps"""

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
        """Keep what is wrong as data, and compose the message from it: ``PLACE: KEY: STATEMENT; ADVICE``.

        The place is ``where``, such as a puzzle's name, else the file with line and column. ``part`` follows the key, as in ``paces[0]``;
        ``about`` is the key of a message that does not begin with it. Without a statement, the message says ``found …, expected …``;
        ``advice`` then takes the place of what was expected, since it is more precise, as in ``did you mean 'zebra'?``.
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
        self._wrong = statement or f"found {found}{instead}"
        super().__init__()
        self._compose()

    @property
    def mistakes(self) -> tuple[str, ...]:
        """All that is wrong, a line each."""
        return (str(self),)

    @property
    def statement(self) -> str:
        """The message without the place and the key."""
        return "; ".join(filter(None, (self._wrong, self.advice)))

    def _compose(self) -> None:
        self.args = (_join(self.place, self._leading_key, self.statement),)

    def __str__(self) -> str:
        """Return the message."""
        return "".join(map(str, self.args))

    def restate(self, statement: str, *, place: str | None = None, **held: Any) -> None:
        """State otherwise what is wrong, and where, once more is known of it; keep what is known as data."""
        self.__dict__.update(held)
        self._wrong = statement.removesuffix(f"; {self.advice}")
        self.place = self.place if place is None else place
        self._compose()

    def name_option(self, option: str) -> None:
        """Have the message begin with an option of the command line, if it begins with a key that stands in no file."""
        if self._leading_key and self.file is None:
            self.args = (_join(option, self.statement),)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it by what it says and holds, whatever its class takes to be made."""
        held = {key: value for key, value in self.__dict__.items() if key not in self._left_behind}
        return _rebuild, (type(self), self.args, held)

    _left_behind: frozenset[str] = frozenset()
    """attributes that cannot go to another process"""


def _join(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


def _rebuild(kind: type[FerryplanError], args: tuple[Any, ...], held: dict[str, Any]) -> FerryplanError:
    # ValueError may stand before OSError among the bases, but OSError alone makes room for what it holds.
    error = OSError.__new__(kind, *args) if issubclass(kind, OSError) else kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(held)
    return error
