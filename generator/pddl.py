"""From an instance to PDDL text, and from a problem file's header back to the instance."""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator import environment
from generator.crossing.encodings import axioms, counted, named, numeric, staged
from generator.crossing.encodings.temporal import temporal
from generator.crossing.instance import Instance, Value
from generator.crossing.instantiation import instantiate
from generator.crossing.reversal import reverse_instance
from generator.crossing.symmetry import Symmetry
from generator.errors import EncodingError, PddlError, PuzzleError, nearest
from generator.puzzle import load

__all__ = [
    "DIALECTS", "ENCODINGS", "FORMULATIONS", "Formulation", "Header", "Pddl", "by_cost", "check_encoding", "check_unchanged", "encodings",
    "generate", "instance_of", "read_header", "same_pddl",
]  # fmt: skip


class Formulation(NamedTuple):
    """One way to put puzzles into PDDL."""

    dialect: str
    encoding: str
    templates: str
    """their folder in that of the family"""
    context: Callable[[Instance], dict[str, Any]]
    """what the templates lay out"""
    weighs: tuple[str, ...] = ()
    """the kinds of costs of which its best plans are the cheapest; without costs its best plans are the shortest"""
    several_boats: bool = False
    counts_crossings: bool = True
    """whether it has rules that count the crossings made"""


FORMULATIONS = (
    Formulation("strips", "named", "strips", staged.strips, weighs=("slowest", "rower")),
    Formulation("strips", "counted", "strips-counted", counted.strips),
    Formulation("adl", "named", "adl", named.adl),
    Formulation("axioms", "named", "axioms", axioms.axioms),
    Formulation("numeric", "counted", "numeric", numeric.numeric),
    Formulation("costs", "named", "strips", staged.costs, weighs=("slowest", "rower")),
    Formulation(
        "temporal", "named", "temporal", temporal, weighs=("slowest",), several_boats=True, counts_crossings=False
    ),
    Formulation("temporal", "counted", "numeric", numeric.durative, weighs=("slowest",), counts_crossings=False),
)
DIALECTS = tuple(dict.fromkeys(formulation.dialect for formulation in FORMULATIONS))
ENCODINGS = tuple(dict.fromkeys(formulation.encoding for formulation in FORMULATIONS))


def by_cost(instance: Instance, dialect: str) -> list[str]:
    """Return the encodings that a dialect has, the one in which an instance is likely to be solved sooner first.

    Counting pays where it leaves a tenth of the arrangements of travellers, or fewer: so measured with pyperplan, since a crossing
    takes more actions then. In the dialect temporal it takes one, and counting pays wherever there are rules.
    """
    if dialect == "temporal":
        first = "counted" if instance.rules and instance.boats == 1 else "named"
    else:
        named = len(instance.places) ** len(instance.travellers)
        first = "counted" if named > 10 * Symmetry(instance).arrangements else "named"
    return sorted(encodings(dialect), key=lambda encoding: encoding != first)


def check_encoding(dialect: str, encoding: str | None) -> None:
    """Raise EncodingError if a dialect does not have an encoding; None stands for any."""
    if encoding is not None and encoding not in encodings(dialect):
        has = " and ".join(f"'{one}'" for one in encodings(dialect))
        raise EncodingError(f"encoding: found '{encoding}', expected {has}: the dialect {dialect} has no other")


def encodings(dialect: str) -> tuple[str, ...]:
    """Return the encodings that a dialect has, the default one first."""
    return tuple(formulation.encoding for formulation in FORMULATIONS if formulation.dialect == dialect)


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


def generate(instance: Instance, dialect: str = "strips", encoding: str | None = None) -> Pddl:
    """Return domain and problem of an instance, in the dialect's first encoding if none is given; the same bytes for equal instances.

    Raises EncodingError for an unknown dialect, an encoding that it does not have, or an instance that is too large for it.
    """
    if dialect not in DIALECTS:
        raise EncodingError(f"dialect: found '{dialect}'{nearest(dialect, DIALECTS)}")
    check_encoding(dialect, encoding)
    formulation = next(
        known for known in FORMULATIONS if known.dialect == dialect and encoding in (None, known.encoding)
    )
    _check_suitable(instance, formulation)
    context = {
        **formulation.context(instance),
        "dialect": dialect,
        "story": textwrap.wrap(instance.story, 100),
        "rules": [rule.says for rule in instance.rules],
        "time_rules": instance.time_rules,
        "header": [
            f"puzzle: {instance.reference}",
            f"parameters: {json.dumps(dict(instance.parameters))}",
            f"dialect: {dialect}",
            f"encoding: {formulation.encoding}",
            *(["backward: true"] if instance.backward else []),
        ],
    }
    folder = f"crossing/{formulation.templates}"
    return Pddl(*(environment.render(f"{folder}/{part}.pddl.j2", context) for part in ("domain", "problem")))


def _check_suitable(instance: Instance, formulation: Formulation) -> None:
    """Raise EncodingError if a formulation does not say what the instance asks."""

    def refuse(found: str, fits: Callable[[Formulation], bool]) -> None:
        if not fits(formulation):
            fitting = dict.fromkeys(
                f"{known.dialect} ({known.encoding})" if known.dialect == formulation.dialect else known.dialect
                for known in FORMULATIONS
                if fits(known)
            )
            raise EncodingError(
                f"{instance.puzzle}: the dialect {formulation.dialect} ({formulation.encoding}) knows {found}; "
                f"expected the dialect {' or '.join(fitting)}"
            )

    if instance.boats > 1:
        refuse(f"one boat only, but here are {instance.boats}", lambda known: known.several_boats)
    if instance.horizon:
        refuse("nothing of how many crossings are made, which rules ask here", lambda known: known.counts_crossings)
    if instance.backward:
        refuse("no way from the goal to the start", lambda known: known.dialect != "temporal")
    tariff = instance.tariff
    if tariff:
        refuse(f"nothing of what crossings cost here, in {tariff.units}", lambda known: tariff.by in known.weighs)


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
    for key, known in (("dialect", DIALECTS), ("encoding", encodings(fields["dialect"]))):
        if fields[key] not in known:
            raise PddlError(f"{where}: found '; {key}: {fields[key][:60]}'{nearest(fields[key], known)}")
    if fields.get("backward", "true") != "true":
        raise PddlError(f"{where}: found '; backward: {fields['backward'][:60]}', expected 'true' or no such line")
    return Header(fields["puzzle"], parameters, fields["dialect"], fields["encoding"], "backward" in fields)


def _is_value(value: object) -> bool:
    """Whether a value read from JSON may be a parameter's."""
    return all(isinstance(item, int) for item in (value if isinstance(value, list) else [value]))


def instance_of(header: Header, where: str) -> Instance:
    """Return the instance that a header describes, start and goal exchanged if it says so. Raises PddlError if its puzzle cannot be loaded."""
    try:
        instance = instantiate(load(header.puzzle), header.parameters, header.puzzle)
        return reverse_instance(instance) if header.backward else instance
    except PuzzleError as error:
        raise PddlError(f"{where}: its puzzle cannot be loaded: {error}") from None


def check_unchanged(problem: str, header: Header, instance: Instance, where: str) -> None:
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
