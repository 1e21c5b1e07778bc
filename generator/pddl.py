"""From an instance to PDDL text, and from a problem file's header back to the instance."""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from dataclasses import dataclass

from generator import environment
from generator.crossing.instance import Instance, Value
from generator.crossing.reversal import reverse_instance
from generator.errors import EncodingError, PddlError, PuzzleError, nearest
from generator.families import CROSSING, AnyInstance, instantiate, part
from generator.puzzle import load

__all__ = [
    "DIALECTS", "ENCODINGS", "Header", "Pddl", "check_encoding", "check_unchanged", "encodings", "generate", "instance_of", "read_header",
    "same_pddl",
]  # fmt: skip


DIALECTS = ("strips", "adl", "axioms", "numeric", "costs", "temporal")
ENCODINGS = ("named", "counted")


def check_encoding(dialect: str, encoding: str | None, family: str = CROSSING) -> None:
    """Raise EncodingError if a family does not have a dialect, or the dialect not an encoding; None stands for any."""
    if not encodings(dialect, family):
        others = dict.fromkeys(known.dialect for known in part(family, "formulations").FORMULATIONS)
        raise EncodingError(
            f"dialect: found '{dialect}', which puzzles of the family {family} do not have; expected {' or '.join(others)}"
        )
    if encoding is not None and encoding not in encodings(dialect, family):
        has = " and ".join(f"'{one}'" for one in encodings(dialect, family))
        raise EncodingError(f"encoding: found '{encoding}', expected {has}: the dialect {dialect} has no other")


def encodings(dialect: str, family: str = CROSSING) -> tuple[str, ...]:
    """Return the encodings that a dialect of a family has, the default one first; none if it does not have the dialect."""
    known = part(family, "formulations").FORMULATIONS
    return tuple(formulation.encoding for formulation in known if formulation.dialect == dialect)


@dataclass(frozen=True, slots=True)
class Pddl:
    """A domain and a problem, as text."""

    domain: str
    problem: str


@dataclass(frozen=True, slots=True)
class Header:
    """What the comment lines at the top of a problem file say."""

    puzzle: str
    parameters: dict[str, Value]
    dialect: str
    encoding: str
    backward: bool = False


def generate(instance: AnyInstance, dialect: str = "strips", encoding: str | None = None) -> Pddl:
    """Return domain and problem of an instance, in the dialect's first encoding if none is given; the same bytes for equal instances.

    Raises EncodingError for an unknown dialect, an encoding that it does not have, or an instance that is too large for it.
    """
    if dialect not in DIALECTS:
        raise EncodingError(f"dialect: found '{dialect}'{nearest(dialect, DIALECTS)}")
    check_encoding(dialect, encoding, instance.family)
    family = part(instance.family, "formulations")
    formulation = next(
        known for known in family.FORMULATIONS if known.dialect == dialect and encoding in (None, known.encoding)
    )
    family.check_suitable(instance, formulation)
    told = family.told(instance)
    context = {
        **formulation.context(instance),
        "instance": instance,
        "dialect": dialect,
        "story": textwrap.wrap(instance.story, 100),
        **told,
        "header": [
            f"puzzle: {instance.reference}",
            f"parameters: {json.dumps(dict(instance.parameters))}",
            f"dialect: {dialect}",
            f"encoding: {formulation.encoding}",
            *told["more_header"],
        ],
    }
    folder = f"{instance.family}/{formulation.templates}"
    return Pddl(*(environment.render(f"{folder}/{name}.pddl.j2", context) for name in ("domain", "problem")))


def read_header(problem: str, where: str) -> Header:
    """Return the header of a problem file that was generated here; ``where`` names the file in errors.

    Raises PddlError if a line of the header is missing or makes no sense.
    """
    comments = re.findall(
        r"^;[ \t]*(puzzle|parameters|dialect|encoding|backward):[ \t]*(\S.*?)[ \t]*$", problem, re.MULTILINE
    )
    fields = dict(reversed(comments))
    for key in ("puzzle", "parameters", "dialect", "encoding"):
        if key not in fields:
            raise PddlError(
                f"{where}: found no comment line '; {key}: …', expected a problem file that 'plan generate' wrote"
            )
    try:
        parameters = json.loads(fields["parameters"])
    except (ValueError, RecursionError):
        parameters = None
    if not isinstance(parameters, dict) or not all(map(_is_value, parameters.values())):
        raise PddlError(
            f"{where}: found '; parameters: {fields['parameters'][:60]}', expected a JSON object of numbers, lists of numbers and truth values"
        )
    for key, known in (("dialect", DIALECTS), ("encoding", ENCODINGS)):
        if fields[key] not in known:
            raise PddlError(f"{where}: found '; {key}: {fields[key][:60]}'{nearest(fields[key], known)}")
    if fields.get("backward", "true") != "true":
        raise PddlError(f"{where}: found '; backward: {fields['backward'][:60]}', expected 'true' or no such line")
    return Header(fields["puzzle"], parameters, fields["dialect"], fields["encoding"], "backward" in fields)


def _is_value(value: object) -> bool:
    """Whether a value read from JSON may be a parameter's."""
    return isinstance(value, str) or all(
        isinstance(item, int) for item in (value if isinstance(value, list) else [value])
    )


def instance_of(header: Header, where: str) -> AnyInstance:
    """Return the instance that a header describes, start and goal exchanged if it says so. Raises PddlError if its puzzle cannot be loaded."""
    try:
        puzzle = load(header.puzzle)
        check_encoding(header.dialect, header.encoding, puzzle.family)
        instance = instantiate(puzzle, header.parameters, header.puzzle)
        return reverse_instance(instance) if header.backward and isinstance(instance, Instance) else instance
    except EncodingError as error:
        raise PddlError(f"{where}: {error}") from None
    except PuzzleError as error:
        raise PddlError(f"{where}: its puzzle cannot be loaded: {error}") from None


def check_unchanged(problem: str, header: Header, instance: AnyInstance, where: str) -> None:
    """Raise PddlError unless a problem says what is generated for its header; comments, layout and case do not count.

    The error names the line where the two part: what its planner solved is then not what the header says.
    """
    found = _words(problem)
    expected = _words(generate(instance, header.dialect, header.encoding).problem)
    for (word, line), (wanted, _) in itertools.zip_longest(found, expected, fillvalue=("the end of the file", 0)):
        if word != wanted:
            at = f"{where}:{line}" if line else where
            raise PddlError(
                f"{at}: found {word[:60]!r}, expected {wanted!r}: this is not the problem that its first lines describe "
                "(generate it anew)"
            )


def same_pddl(one: str, other: str) -> bool:
    """Return whether two PDDL texts differ in comments, layout and case only."""
    return [word for word, _ in _words(one)] == [word for word, _ in _words(other)]


def _words(pddl: str) -> list[tuple[str, int]]:
    """Return the words and parentheses of a PDDL text in lower case, each with its line."""
    lines = (line.partition(";")[0].lower() for line in pddl.splitlines())
    return [(word, number) for number, line in enumerate(lines, 1) for word in re.findall(r"[()]|[^\s()]+", line)]
