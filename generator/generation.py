"""From an instance to PDDL text, and what tells generated files apart: the fingerprint of what an instance means, the problem's name."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import re
import textwrap
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.generator import names
from ferryplan.generator.arguments import check_type
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.errors import EncodingError, suggest_name
from ferryplan.generator.families import CROSSING, FAMILIES, family_of, teller_of
from ferryplan.generator.family import AnyFamily
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.templates import render
from ferryplan.generator.wording import listing


def check_encoding(dialect: str, encoding: str | None, family: str = CROSSING) -> None:
    """Raise EncodingError if a family does not have a dialect, or the dialect not an encoding; None stands for any."""
    if not encodings(dialect, family):
        others = dict.fromkeys(known.dialect for known in FAMILIES[family].formulations)
        raise EncodingError(
            key="dialect",
            found=f"'{dialect}'",
            expected=f"{' or '.join(others)} for the family {family}",
        )
    if encoding is not None and encoding not in encodings(dialect, family):
        has = " or ".join(f"'{one}'" for one in encodings(dialect, family))
        raise EncodingError(key="encoding", found=f"'{encoding}'", expected=f"{has} for the '{dialect}' dialect")


def encodings(dialect: str, family: str = CROSSING) -> tuple[str, ...]:
    """Return the encodings that a dialect of a family has, the default one first; none if it does not have the dialect."""
    known = FAMILIES[family].formulations
    return tuple(formulation.encoding for formulation in known if formulation.dialect == dialect)


def domain_name(instance: AnyInstance, dialect: str, encoding: str) -> str:
    """Return the domain's name in PDDL: its own, or the puzzle's and the dialect's, and the encoding's if it is not the dialect's first."""
    if instance.pddl_names:
        return instance.pddl_names[0]
    first = encodings(dialect, instance.family)[0]
    return f"{instance.puzzle}-{dialect}" + ("" if encoding == first else f"-{encoding}")


def formulation_of(instance: AnyInstance, dialect: str, encoding: str | None = None) -> Formulation[AnyInstance]:
    """Return how an instance is put into a dialect, in its first encoding if none is given. Raises EncodingError as ``check_encoding``."""
    check_encoding(dialect, encoding, instance.family)
    known = family_of(instance).formulations
    return next(one for one in known if one.dialect == dialect and encoding in (None, one.encoding))


@dataclass(frozen=True, slots=True, repr=False)
class Pddl(Renderable):
    """A domain and a problem in PDDL, as texts.

    Functions that take a puzzle, a problem or a model take it whole.

    >>> from ferryplan import generate, lint
    >>> pddl = generate("wolf-goat-cabbage")
    >>> pddl, len(lint(pddl))
    (Pddl('wolf-goat-cabbage-2'), 0)
    """

    renderer = "ferryplan.generator.generation:render_pddl"

    domain: str
    """The text of the domain."""
    problem: str
    """The text of the problem."""

    def __repr__(self) -> str:
        """Return the name of the problem."""
        name = re.search(r"\(\s*problem\s+([^\s();]+)", self.problem, re.IGNORECASE)
        return f"Pddl({(name[1] if name else '')!r})"

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write ``domain.pddl`` and ``p01.pddl`` into a folder.

        Creates the folder if it does not exist, and replaces files of these names.
        """
        home = Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        (home / "domain.pddl").write_text(self.domain, encoding="utf-8")
        (home / "p01.pddl").write_text(self.problem, encoding="utf-8")


def render_pddl(pddl: Pddl, form: str) -> str:
    """Return both texts, as ``plan generate`` prints them, or as JSON."""
    return json.dumps(dataclasses.asdict(pddl), indent=2) + "\n" if form == "json" else f"{pddl.domain}\n{pddl.problem}"


def generate(instance: AnyInstance, dialect: str | None = None, encoding: str | None = None) -> Pddl:
    """Return domain and problem of an instance, in the family's dialect and its first encoding if none are given; the same bytes for equal instances.

    Raises EncodingError for an unknown dialect, an encoding that it does not have, or an instance that is too large for it, and
    ArgumentError for what is no instance as `instantiate` gives it, and for names that are no texts.
    """
    check_type("encoding", encoding, (str, type(None)), "a text or None")
    family, dialect = _family_and_dialect(instance, dialect)
    formulation = formulation_of(instance, dialect, encoding)
    formulation.check_suitable(instance)
    try:
        laid_out = formulation.context(instance)
    except EncodingError as error:
        error.refused = (instance, formulation)
        raise
    context = {
        **laid_out,
        "instance": instance,
        "domain_name": domain_name(instance, dialect, formulation.encoding),
        "problem_name": problem_name(instance),
        "dialect": dialect,
        "story": textwrap.wrap(instance.story, 100),
        "rules": teller_of(instance).rules,
        "header": [
            f"puzzle: {instance.reference}",
            f"parameters: {json.dumps(dict(instance.parameters))}",
            f"dialect: {dialect}",
            f"encoding: {formulation.encoding}",
            f"fingerprint: {fingerprint(instance)}",
            *(["backward: true"] if instance.backward else []),
        ],
    }
    folder = f"{instance.family}/{formulation.templates}"
    domain, problem = (render(f"{folder}/{name}.pddl.j2", context, family.root) for name in ("domain", "problem"))
    if OPEN in domain and OPEN not in laid_out.get("domain", ""):
        domain = domain.replace(OPEN, f"(:requirements {' '.join(_requirements(domain))})")
    return Pddl(domain, problem)


def textbook(instance: AnyInstance, dialect: str | None = None) -> Pddl:
    """Return a domain and a problem of an instance as short as on a slide, in the family's dialect if none is given; strips or adl.

    They mean the same as those of `generate`; their plans are not told back. Raises UnsuitableError for what the style does not take, and
    otherwise as `generate`.
    """
    family, dialect = _family_and_dialect(instance, dialect)
    folder, laid_out = family.lay_out_textbook(instance, dialect)
    context = {**laid_out, "instance": instance, "domain_name": instance.puzzle, "dialect": dialect}
    files = (f"{instance.family}/textbook/{folder}/{name}.pddl.j2" for name in ("domain", "problem"))
    return Pddl(*(render(file, context, family.root) for file in files))


def _family_and_dialect(instance: AnyInstance, dialect: str | None) -> tuple[AnyFamily, str]:
    """Return the family of an instance, and its dialect if none is given. Raises ArgumentError, EncodingError."""
    check_type("instance", instance, AnyInstance, "an instance from `instantiate`")
    check_type("dialect", dialect, (str, type(None)), "a text or None")
    family = family_of(instance)
    dialect = family.choose_dialect(instance) if dialect is None else dialect
    if dialect not in DIALECTS:
        raise EncodingError(
            key="dialect",
            found=f"'{dialect}'",
            expected=listing(DIALECTS, "or"),
            advice=suggest_name(dialect, DIALECTS),
        )
    return family, dialect


OPEN = "(:requirements)"
"""stands in the templates of domains for the fewest requirements that hold"""
_ASKED = {
    "=": ":equality",
    "or": ":disjunctive-preconditions",
    "imply": ":disjunctive-preconditions",
    "exists": ":existential-preconditions",
    "forall": ":universal-preconditions",
}


@functools.lru_cache(maxsize=16)
def _requirements(domain: str) -> list[str]:
    """Return the fewest requirements that hold for a domain without numbers and times: ``:strips``, ``:typing``, then by the alphabet."""
    found = set[str]()

    def look(part: Expression, effect: bool) -> None:
        if isinstance(part, Word) or not part.head:
            return
        word, parts = part.head, part.items[1:]
        if effect and word in ("when", "forall"):
            found.add(":conditional-effects")
        elif not effect and word == "not":
            nested = isinstance(parts[0], Group) and parts[0].head in {*_ASKED, "and", "not"} - {"="}
            found.add(":disjunctive-preconditions" if nested else ":negative-preconditions")
        elif not effect and word in _ASKED:
            found.add(_ASKED[word])
        for number, inner in enumerate(parts):
            look(inner, effect and (word, number) != ("when", 0))

    for section in Source(domain, "the domain").parse().items[2:]:
        match section:
            case Group((Word(":derived"), _, condition)):
                found.add(":derived-predicates")
                look(condition, effect=False)
            case Group((Word(":action"), _, _, _, _, condition, _, effect)):
                look(condition, effect=False)
                look(effect, effect=True)
    return [":strips", ":typing", *sorted(found)]


FORM = 1
"""which version of the canonical text a fingerprint is of; fingerprints of different forms tell nothing of each other"""


@functools.cache
def _known() -> dict[str, Any]:
    """Return which fields mean something, and what classes were called, as `fingerprint.toml` has it."""
    told = tomllib.loads(Path(__file__).with_name("fingerprint.toml").read_text(encoding="utf-8"))
    return {key: frozenset(one) if isinstance(one, list) else one for key, one in told.items()}


def fingerprint(instance: AnyInstance) -> str:
    """Return a short text that is equal for instances that mean the same and have the same PDDL names: ``1-`` and 16 hex digits.

    The story's wording does not change it, nor do the names of puzzle and parameters, nor the order of rules and clues. It is the same
    in every run and with every version of Python.
    """
    return f"{FORM}-{names.digest(_meaning(instance), 16)}"


def problem_name(instance: AnyInstance, backward: bool = False) -> str:
    """Return the problem's name in PDDL: that which its own PDDL has, or the puzzle's with the values of its parameters.

    An instance and the same backwards have different names; with ``backward`` it is the name of the latter for both.
    """
    if instance.pddl_names:
        return instance.pddl_names[1]
    name = names.problem_name(instance.puzzle, dict(instance.parameters))
    return f"{name}-backward" if backward or instance.backward else name


def _meaning(part: object) -> object:
    """Return what an instance or a part of it means, as JSON has it; numbers are hexadecimal, since masks may be long."""
    match part:
        case None | bool() | str():
            return part
        case int():
            return f"{part:x}"
        case frozenset():
            return _sorted(map(_meaning, part))
        case tuple() if hasattr(part, "_asdict"):
            return _fields(_names(part), part._asdict().items())
        case tuple():
            return [_meaning(one) for one in part]
    if hasattr(part, "canonical"):
        return _fields(*part.canonical)
    assert dataclasses.is_dataclass(part), f"{type(part).__name__} has no canonical text"
    return _fields(
        _names(part), ((field.name, getattr(part, field.name)) for field in dataclasses.fields(part) if field.compare)
    )


def _names(part: object) -> list[str]:
    return [known.__name__ for known in type(part).__mro__]


def _fields(names: Sequence[str], fields: Iterable[tuple[str, object]]) -> list[object]:
    """Return the first of the names of a part's classes and those of its fields that mean something."""
    known = _known()
    found: list[object] = [known["called"].get(names[0], names[0])]
    for name, value in fields:
        silent = known["wording"] | known["derived"] | (frozenset() if value else known["later"])
        if name != "says" and silent.isdisjoint([f"{one}.{name}" for one in names]):
            meant = _meaning(value)
            found.append([name, _sorted(meant) if name in known["unordered"] and isinstance(meant, list) else meant])
    return found


def _sorted(parts: Iterable[object]) -> list[object]:
    return sorted(parts, key=lambda part: json.dumps(part))
