"""The names of the PDDL dialects and encodings in which ferryplan can write puzzles."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Dialect: TypeAlias = Literal["strips", "adl", "axioms", "numeric", "costs", "temporal"]
"""The name of a dialect: a fragment of PDDL, such as PDDL with action costs."""

Encoding: TypeAlias = Literal["named", "counted"]
"""How PDDL represents travelers: each as an object (``named``), or as the number of interchangeable travelers at each place (``counted``)."""

DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
