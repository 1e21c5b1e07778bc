"""From an instance to PDDL text."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass
from typing import get_args

from generator import environment
from generator.arguments import check_type
from generator.errors import EncodingError, nearest
from generator.families import CROSSING, FAMILIES, family_of
from generator.formulation import Dialect, Encoding, Formulation
from generator.instance import AnyInstance
from generator.pddl.identity import fingerprint, problem_name

__all__ = ["DIALECTS", "ENCODINGS", "Pddl", "check_encoding", "domain_name", "encodings", "formulation_of", "generate"]


DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)


def check_encoding(dialect: str, encoding: str | None, family: str = CROSSING) -> None:
    """Raise EncodingError if a family does not have a dialect, or the dialect not an encoding; None stands for any."""
    if not encodings(dialect, family):
        others = dict.fromkeys(known.dialect for known in FAMILIES[family]().formulations)
        raise EncodingError(
            f"dialect: found '{dialect}', which puzzles of the family {family} do not have; expected {' or '.join(others)}"
        )
    if encoding is not None and encoding not in encodings(dialect, family):
        has = " and ".join(f"'{one}'" for one in encodings(dialect, family))
        raise EncodingError(f"encoding: found '{encoding}', expected {has}: the dialect {dialect} has no other")


def encodings(dialect: str, family: str = CROSSING) -> tuple[str, ...]:
    """Return the encodings that a dialect of a family has, the default one first; none if it does not have the dialect."""
    known = FAMILIES[family]().formulations
    return tuple(formulation.encoding for formulation in known if formulation.dialect == dialect)


def domain_name(instance: AnyInstance, dialect: str, encoding: str) -> str:
    """Return the domain's name in PDDL: the puzzle's and the dialect's, and the encoding's if it is not the dialect's first."""
    first = encodings(dialect, instance.family)[0]
    return f"{instance.puzzle}-{dialect}" + ("" if encoding == first else f"-{encoding}")


def formulation_of(instance: AnyInstance, dialect: str, encoding: str | None = None) -> Formulation[AnyInstance]:
    """Return how an instance is put into a dialect, in its first encoding if none is given. Raises EncodingError as ``check_encoding``."""
    check_encoding(dialect, encoding, instance.family)
    known = family_of(instance).formulations
    return next(one for one in known if one.dialect == dialect and encoding in (None, one.encoding))


@dataclass(frozen=True, slots=True)
class Pddl:
    """A domain and a problem, as text."""

    domain: str
    problem: str


def generate(instance: AnyInstance, dialect: str = "strips", encoding: str | None = None) -> Pddl:
    """Return domain and problem of an instance, in the dialect's first encoding if none is given; the same bytes for equal instances.

    Raises EncodingError for an unknown dialect, an encoding that it does not have, or an instance that is too large for it, and
    ArgumentError for what is no instance as `instantiate` gives it, and for names that are no texts.
    """
    check_type("instance", instance, AnyInstance, "an instance, as `instantiate` gives it")
    check_type("dialect", dialect, str, "a text")
    check_type("encoding", encoding, (str, type(None)), "a text or None")
    if dialect not in DIALECTS:
        raise EncodingError(f"dialect: found '{dialect}'{nearest(dialect, DIALECTS)}")
    formulation = formulation_of(instance, dialect, encoding)
    family = family_of(instance)
    family.check_suitable(instance, formulation)
    comments = family.context(instance)
    context = {
        **formulation.context(instance),
        "instance": instance,
        "domain_name": domain_name(instance, dialect, formulation.encoding),
        "problem_name": problem_name(instance),
        "dialect": dialect,
        "story": textwrap.wrap(instance.story, 100),
        **comments,
        "header": [
            f"puzzle: {instance.reference}",
            f"parameters: {json.dumps(dict(instance.parameters))}",
            f"dialect: {dialect}",
            f"encoding: {formulation.encoding}",
            f"fingerprint: {fingerprint(instance)}",
            *comments["more_header"],
        ],
    }
    folder = f"{instance.family}/{formulation.templates}"
    return Pddl(
        *(environment.render(f"{folder}/{name}.pddl.j2", context, family.root) for name in ("domain", "problem"))
    )
