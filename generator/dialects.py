"""The dialects of PDDL that puzzles are put into, and the encodings."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Dialect: TypeAlias = Literal["strips", "adl", "axioms", "numeric", "costs", "temporal"]
"""The fragment of PDDL."""

Encoding: TypeAlias = Literal["named", "counted"]
"""Whether everybody is an object, or those who are alike are counted."""

DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
