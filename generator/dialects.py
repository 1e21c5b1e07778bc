"""The dialects of PDDL in which puzzles can be written, and the encodings."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Dialect: TypeAlias = Literal["strips", "adl", "axioms", "numeric", "costs", "temporal"]
"""A fragment of PDDL."""

Encoding: TypeAlias = Literal["named", "counted"]
"""Whether each traveler is an object, or interchangeable travelers are counted."""

DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
