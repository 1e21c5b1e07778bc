"""Names that a parameter of a puzzle cannot have: they mean something else where the parameter would be named.

Each parameter becomes an option of every verb about its puzzle, and a name in the expressions of its file. To import the verbs
for a look at their options would make every start slower, so the names stand here; `tests/test_house.py` holds them to the verbs.
"""

from __future__ import annotations

from typing import assert_never

from generator.errors import PuzzleError
from generator.puzzle_file import BooleanParameter, IntegerParameter, ListParameter, PuzzleFile, TextParameter

__all__ = ["OF_EXPRESSIONS", "OF_VERBS", "check_names"]

OF_VERBS = frozenset(
    [
        "all", "arrangement", "backward", "boat_as_place", "certificate", "count", "ctx", "dialect", "dialects", "domain", "encoding", "encodings",
        "engine", "engines", "every", "explain", "family", "first", "force", "form", "format", "help", "jobs", "layout", "longer",
        "memory", "most", "of_pddl", "output", "pddl", "plan_file", "plan_number", "problem", "puzzle", "shell", "stream", "timeout",
        "up_to_symmetry", "version",
    ]
)  # fmt: skip
"""the options and arguments of all verbs, and the Python names under which their functions get them"""
OF_EXPRESSIONS = frozenset(
    [
        # what expressions have of their own
        "called", "count", "found", "index", "letter", "name", "number", "partner", "position", "traveller", "value",
        # words of the language of expressions, and what its library calls the expression itself
        "and", "else", "false", "if", "in", "is", "none", "not", "or", "self", "true",
    ]
)  # fmt: skip


def check_names(puzzle: PuzzleFile, shown: str) -> None:
    """Raise PuzzleError for a parameter whose name is reserved, or stands for something of another; ``shown`` names the file."""
    for key, spec in puzzle.parameters.items():
        where = f"{shown}: parameters.{key}"
        if key in OF_VERBS:
            raise PuzzleError(f"{where}: found a name that the program has for itself, expected another")
        if key in OF_EXPRESSIONS:
            raise PuzzleError(f"{where}: found a name that means something else in expressions, expected another")
        match spec:
            case ListParameter():
                if (other := f"{key}_count") in puzzle.parameters:
                    raise PuzzleError(
                        f"{shown}: parameters.{other}: found a name that stands for the length of the list '{key}', expected another"
                    )
            case BooleanParameter():
                if (other := f"no_{key}") in puzzle.parameters:
                    raise PuzzleError(
                        f"{shown}: parameters.{other}: found a name that stands for the opposite of '{key}', expected another"
                    )
                if other in OF_VERBS:
                    raise PuzzleError(
                        f"{where}: found a name whose opposite the program has for itself, expected another"
                    )
            case IntegerParameter() | TextParameter():
                pass
            case _:
                assert_never(spec)
