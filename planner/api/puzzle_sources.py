"""The forms in which Python callers can pass a puzzle, and the functions that load each form.

The forms are a name in the catalog, a path, the text of a puzzle file, the tables of a puzzle file as a mapping, PDDL,
and a loaded puzzle.
"""

from __future__ import annotations

import contextlib
import inspect
import numbers
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator import puzzle as puzzles
from ferryplan.generator.arguments import (
    ArgumentTypeError,
    ArgumentValueError,
    check_argument_type,
    check_parameter_mapping,
)
from ferryplan.generator.errors import FamilyError, FerryplanError, PddlError, find_similar_names
from ferryplan.generator.families import family_of, instantiate
from ferryplan.generator.files import resolve_puzzle_reference
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_index import CatalogEntry
from ferryplan.generator.tasks.pddl_puzzles import load_pddl_puzzle
from ferryplan.generator.wording import truncate
from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle
from ferryplan.planner.system.user_files import read_text

PuzzleSource: TypeAlias = (
    str
    | os.PathLike[str]
    | Mapping[str, Any]
    | Pddl
    | tuple[Any, Any]
    | PuzzleFile
    | CatalogEntry
    | InventedPuzzle
    | AnyInstance
)
"""A puzzle in any form: a name in the catalog, a path, the text of a puzzle file, its tables, PDDL (also as a pair of texts or
paths), a loaded puzzle, or an instance."""
PddlSource: TypeAlias = str | os.PathLike[str]
"""PDDL as a text or as the path of a file."""
EXPECTED_PUZZLE = (
    "a name, a path, a text in TOML, a mapping, PDDL (a domain and a problem), a loaded puzzle or an instance"
)
"""the forms of a puzzle, for errors"""
_DEFINITION = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b", re.IGNORECASE)
_COMMENT = re.compile(r";[^\n]*")
NAME_WITHOUT_FILE = "the puzzle"
"""the name in errors of a puzzle that is not in a file"""


def load(puzzle: PuzzleSource) -> PuzzleFile:
    """Load a puzzle from a file, a text, a mapping or PDDL.

    Args:
        puzzle: One of these:

            - a name in the catalog (``"zebra"``), or a path of a puzzle file, of a PDDL problem beside its domain, or of a folder with one of
              them. A text without a line break is a name or a path, and a path has an ending or a folder in it.
            - the text of a puzzle file in TOML, or its tables as a mapping: a puzzle built in Python
            - PDDL: a `Pddl`, or a pair of a domain and a problem, each as a text or a path
            - a loaded puzzle, an entry of `puzzles`, an invented puzzle, or an instance, such as ``result.instance``

    Returns:
        The puzzle, which is hashable and compares by value. ``print`` shows its file, and ``to_toml()`` returns it.

    Raises:
        PuzzleError: The puzzle is unknown or has mistakes; ``mistakes`` has a line for each.
        PddlError: PDDL cannot be read.
        ArgumentError: The argument has none of these forms.

    >>> from ferryplan import load, solve
    >>> load("zebra").title
    'The zebra puzzle'
    >>> hikers = load({
    ...     "family": "crossing",
    ...     "name": "hikers",
    ...     "places": [{"name": "near side"}, {"name": "far side"}],
    ...     "kinds": [{"name": "hiker", "count": 3, "names": "Hiker {{ number }}"}],
    ...     "boat": {"capacity": 2},
    ...     "start": {"boat": "near side", "everyone": "near side"},
    ...     "goal": {"everyone": "far side"},
    ... })
    >>> len(solve(hikers).solution.steps)
    3
    """
    match puzzle:
        case PuzzleFile():
            return puzzle
        case CatalogEntry():
            return puzzle.load_puzzle()
        case InventedPuzzle():
            return puzzle.puzzle
        case AnyInstance():
            return _find_puzzle_of_instance(puzzle)
        case Mapping():
            for key in puzzle:
                check_argument_type("puzzle", key, str, "texts as keys")
            try:
                tables = _copy_tables(puzzle)
            except RecursionError:
                says = format_message("python.tables-in-themselves")
                raise ArgumentValueError("puzzle", "cyclic tables", "tables as in TOML", statement=says) from None
            return puzzles.build_puzzle(tables, NAME_WITHOUT_FILE)
        case Pddl(domain, problem) | (domain, problem):
            return _load_pddl_pair(*resolve_pddl_pair((domain, problem), None, "puzzle"))
        case str() if _DEFINITION.search(puzzle):
            says = format_message("python.one-pddl-text")
            raise ArgumentValueError("puzzle", "one text of PDDL", "a domain and a problem", statement=says)
        case str() if "\n" in puzzle:
            return puzzles.parse_puzzle_text(puzzle, NAME_WITHOUT_FILE)
        case str() | os.PathLike():
            return puzzles.load(puzzle)
    raise ArgumentTypeError("puzzle", truncate(repr(puzzle)), EXPECTED_PUZZLE)


def load_puzzle_and_parameters(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Any] | None,
    keywords: Mapping[str, Any],
    function: Callable[..., Any],
) -> tuple[PuzzleFile, dict[str, Any]]:
    """Return the puzzle and the parameter values with which an API function was called.

    ``parameters`` and ``keywords`` are two mappings from parameters to values, ``function`` is the API function. Raises the
    errors of `load`, and ArgumentError if ``parameters`` is not a mapping, for a parameter that is given twice, and
    for a keyword that is no parameter but resembles the name of an argument of the function.
    """
    found, given = load(puzzle), {} if parameters is None else parameters
    check_parameter_mapping(given)
    if isinstance(puzzle, AnyInstance):
        if given or keywords:
            says = format_message("python.fixed-parameters")
            raise ArgumentValueError("parameters", "parameters with an instance", "none", statement=says)
        return found, dict(puzzle.parameters)
    arguments = [name for name in inspect.signature(function).parameters if name != "keywords"]
    for key in keywords:
        if key in given:
            raise ArgumentValueError(key, "two values", "one value", statement=format_message("python.value-twice"))
        if (
            key not in found.parameters
            and not find_similar_names(key, found.parameters)
            and (meant := find_similar_names(key, arguments))
        ):
            says = format_message("python.no-such-argument", argument=meant[0])
            raise ArgumentTypeError(key, f"'{key}'", f"'{meant[0]}'", statement=says)
    return found, {key: to_plain_number(value) for key, value in {**given, **keywords}.items()}


def to_plain_number(value: Any) -> Any:
    """Convert a whole number of a library such as NumPy to an int; return any other value unchanged."""
    return int(value) if isinstance(value, numbers.Integral) and not isinstance(value, bool) else value


def check_family_option(puzzle: PuzzleFile, argument: str, value: object) -> None:
    """Raise FamilyError if an argument is used that the puzzle's family does not support.

    ``argument`` is the name of the argument. A ``value`` of None or false means that the argument is not used.
    """
    why_not = family_of(puzzle).why_not(argument.replace("_", "-"))
    if value and why_not:
        says = format_message("python.not-for-family", puzzle=puzzle.name, family=puzzle.family, reason=why_not)
        raise FamilyError(says, key=argument, found=repr(value))


def check_not_given_twice(name: str, value: object) -> None:
    """Raise ArgumentValueError if a domain or a problem is given in addition to a pair or a `Pddl`.

    ``name`` is ``domain`` or ``problem``; ``value`` is the value of this argument, or None if it was not given.
    """
    if value is not None:
        raise ArgumentValueError(name, "a value", "None", statement=format_message("python.pair-has-it"))


def resolve_pddl_pair(problem: Any, domain: Any, argument: str = "problem") -> tuple[Any, Any]:
    """Return a domain and a problem from two arguments, a `Pddl`, a pair, or a folder with both.

    The returned domain is None if the arguments contain no domain. If ``problem`` is a domain and ``domain`` is a
    problem, they change places. Raises ArgumentValueError, in which ``argument`` names the wrong argument, for a
    domain without a problem.
    """
    match problem:
        case Pddl(own, of_it) | (own, of_it):
            check_not_given_twice("domain", domain)
            domain, problem = own, of_it
        case str() | os.PathLike() if not is_inline_text(problem) and os.path.isdir(problem):
            problem = resolve_puzzle_reference(os.fspath(problem)) or problem
    if detect_pddl_part(problem) == "domain":
        if detect_pddl_part(domain) != "problem":
            says = format_message("python.domain-alone")
            raise ArgumentValueError(argument, "a domain", "a domain and a problem", statement=says)
        return problem, domain
    return domain, problem


def detect_pddl_part(source: object) -> str:
    """Return whether a text or a file defines a PDDL domain or a problem: ``domain`` or ``problem``.

    The returned text is empty if the source defines neither or cannot be read.
    """
    text = ""
    if isinstance(source, str) and is_inline_text(source):
        text = source
    elif isinstance(source, str | os.PathLike):
        with contextlib.suppress(PddlError, ValueError):  # the code that reads the content reports the error
            path = os.fspath(source)  # a pipe can be read only once
            text = read_text(path, PddlError) if isinstance(path, str) and os.path.isfile(path) else ""
    found = _DEFINITION.search(_COMMENT.sub("", text))
    return found[1].lower() if found else ""


def is_inline_text(source: object) -> bool:
    """Return whether an argument is a text rather than a path: it has a parenthesis or a line break."""
    return isinstance(source, str) and ("(" in source or "\n" in source)


def read_source(name: str, source: str | os.PathLike[str], error_class: type[FerryplanError]) -> Source:
    """Return the text of a source, with a name for error messages.

    ``source`` is the text itself or the path of a file, and ``name`` is the name of the argument. Raises an error of
    the class ``error_class`` for a file that cannot be read.
    """
    check_argument_type(name, source, (str, os.PathLike), "a text or a path")
    if not os.fspath(source):
        raise ArgumentValueError(name, "an empty text", "a text or a path")
    if is_inline_text(source):
        return Source(str(source).replace("\r\n", "\n"), f"the {name}")
    path = os.fspath(source)
    return Source(read_text(path, error_class), path)


def _find_puzzle_of_instance(instance: AnyInstance) -> PuzzleFile:
    """Return the puzzle from which an instance was made.

    Raises ArgumentValueError for an instance that was changed after `instantiate` made it.
    """
    puzzle = instance.made_from
    if not isinstance(puzzle, PuzzleFile) or instantiate(puzzle, dict(instance.parameters)) != instance:
        shown = truncate(repr(instance))
        says = format_message("python.changed-instance")
        raise ArgumentValueError("puzzle", shown, "an instance as `instantiate` makes it", statement=says)
    return puzzle


def _load_pddl_pair(domain: object, problem: object) -> PuzzleFile:
    """Load a domain and a problem, each a text or a path, as a puzzle."""
    sources = list[str | Source]()
    for name, one in (("domain", domain), ("problem", problem)):
        check_argument_type(name, one, (str, os.PathLike), "a text or a path")
        if isinstance(one, str) and is_inline_text(one):
            sources.append(Source(one.replace("\r\n", "\n"), f"the {name}"))
        else:
            sources.append(os.fspath(one))  # type: ignore[call-overload]  # its type is checked above
    return load_pddl_puzzle(sources[1], sources[0])


def _copy_tables(value: Any) -> Any:
    """Return a copy of nested tables in the types that TOML has: dict, list, plain numbers, str."""
    match value:
        case Mapping():
            return {key: _copy_tables(one) for key, one in value.items()}
        case list() | tuple():
            return [_copy_tables(one) for one in value]
        case Path():
            return str(value)
    return to_plain_number(value)
