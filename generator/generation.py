"""The generation of PDDL from instances, with names and fingerprints that identify the instance."""

from __future__ import annotations

import contextlib
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
from ferryplan.generator.arguments import check_argument_type
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.errors import EncodingError, PddlError, suggest_name
from ferryplan.generator.families import CROSSING, FAMILIES, family_of, narrator_of
from ferryplan.generator.family import AnyFamily
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.formatting import format_pddl_source
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import join_phrases


def check_encoding(dialect: str, encoding: str | None, family: str = CROSSING) -> None:
    """Raise EncodingError if a family does not support a dialect, or the dialect with this encoding.

    If ``encoding`` is None, only the dialect is checked.
    """
    if not list_encodings(dialect, family):
        others = dict.fromkeys(known.dialect for known in FAMILIES[family].formulations)
        raise EncodingError(
            key="dialect",
            found=f"'{dialect}'",
            expected=f"{' or '.join(others)} for the family {family}",
        )
    if encoding is not None and encoding not in list_encodings(dialect, family):
        has = " or ".join(f"'{one}'" for one in list_encodings(dialect, family))
        raise EncodingError(key="encoding", found=f"'{encoding}'", expected=f"{has} for the '{dialect}' dialect")


def list_encodings(dialect: str, family: str = CROSSING) -> tuple[str, ...]:
    """Return the encodings that a family supports in a dialect, the default first.

    The result is empty for a dialect that the family does not support.
    """
    known = FAMILIES[family].formulations
    return tuple(formulation.encoding for formulation in known if formulation.dialect == dialect)


def make_domain_name(instance: AnyInstance, dialect: str, encoding: str) -> str:
    """Return the name of the PDDL domain of an instance, such as ``jealous-couples-numeric``.

    If the puzzle consists of PDDL files, the name is that of their domain. Otherwise, it consists of the names of the puzzle and the dialect, and of
    the encoding if this is not the dialect's default.
    """
    if instance.pddl_names:
        return instance.pddl_names[0]
    first = list_encodings(dialect, instance.family)[0]
    return f"{instance.puzzle}-{dialect}" + ("" if encoding == first else f"-{encoding}")


def find_formulation(instance: AnyInstance, dialect: str, encoding: str | None = None) -> Formulation[AnyInstance]:
    """Return the formulation of an instance's family for a dialect and an encoding.

    If ``encoding`` is None, it is the dialect's default. Raises the EncodingError of ``check_encoding``.
    """
    check_encoding(dialect, encoding, instance.family)
    known = family_of(instance).formulations
    return next(one for one in known if one.dialect == dialect and encoding in (None, one.encoding))


@dataclass(frozen=True, slots=True, repr=False)
class Pddl(Renderable):
    """The texts of a PDDL domain and a PDDL problem for it.

    Functions that take a puzzle, a problem or a model also take a `Pddl`.

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
        """Return a short description with the name of the problem."""
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
    """Return domain and problem as a JSON object or as the text that ``plan generate`` prints."""
    return json.dumps(dataclasses.asdict(pddl), indent=2) + "\n" if form == "json" else f"{pddl.domain}\n{pddl.problem}"


def generate(instance: AnyInstance, dialect: str | None = None, encoding: str | None = None) -> Pddl:
    """Return the PDDL domain and problem of an instance; equal instances give the same bytes.

    By default, the family chooses the dialect that suits the instance, and the encoding is the default of the dialect.

    Raises EncodingError for an unknown dialect, an encoding that the dialect lacks, or an instance that is too large for the encoding. Raises
    ArgumentError if ``instance`` is not an instance from `instantiate`, or if the other arguments are not texts.
    """
    check_argument_type("encoding", encoding, (str, type(None)), "a text or None")
    family, dialect = _resolve_dialect(instance, dialect)
    formulation = find_formulation(instance, dialect, encoding)
    formulation.check_expressible(instance)
    try:
        laid_out = formulation.make_context(instance)
    except EncodingError as error:
        error.refused = (instance, formulation)
        raise
    context = {
        **laid_out,
        "instance": instance,
        "domain_name": make_domain_name(instance, dialect, formulation.encoding),
        "problem_name": make_problem_name(instance),
        "dialect": dialect,
        "story": textwrap.wrap(instance.story, 100),
        "rules": narrator_of(instance).rules,
        "header": [
            f"puzzle: {instance.reference}",
            f"parameters: {json.dumps(dict(instance.parameters))}",
            f"dialect: {dialect}",
            f"encoding: {formulation.encoding}",
            f"fingerprint: {compute_fingerprint(instance)}",
            *(["backward: true"] if instance.backward else []),
        ],
    }
    folder = f"{instance.family}/{formulation.template_folder}"
    domain, problem = (
        render_template(f"{folder}/{name}.pddl.j2", context, family.template_root) for name in ("domain", "problem")
    )
    if REQUIREMENTS_SLOT in domain and REQUIREMENTS_SLOT not in laid_out.get("domain", ""):
        domain = domain.replace(REQUIREMENTS_SLOT, f"(:requirements {' '.join(_find_requirements(domain, problem))})")
    if laid_out.get("own") is False:  # somebody else's files, which stay as they are
        return Pddl(domain, problem)
    return Pddl(_format_rendered(domain, "the domain"), _format_rendered(problem, "the problem"))


def generate_textbook(instance: AnyInstance, dialect: str | None = None) -> Pddl:
    """Return PDDL of an instance in textbook style: short enough for a slide, in ``strips`` or ``adl``.

    It has the same meaning as the PDDL of `generate`, but ferryplan cannot decode plans for it. By default, the family chooses the dialect. Raises
    UnsuitableError if the style cannot express the instance, and otherwise the errors of `generate`.
    """
    family, dialect = _resolve_dialect(instance, dialect)
    folder, laid_out = family.lay_out_textbook(instance, dialect)
    context = {**laid_out, "instance": instance, "domain_name": instance.puzzle, "dialect": dialect}
    files = (f"{instance.family}/textbook/{folder}/{name}.pddl.j2" for name in ("domain", "problem"))
    return Pddl(*(_format_rendered(render_template(file, context, family.template_root), file) for file in files))


def _format_rendered(text: str, name: str) -> str:
    """Return a text that a template gave, in the layout of `plan format`.

    A text that is not PDDL stays as it is, so that the reader of the text reports its mistakes.
    """
    with contextlib.suppress(PddlError):
        return format_pddl_source(Source(text, name))
    return text


def _resolve_dialect(instance: AnyInstance, dialect: str | None) -> tuple[AnyFamily, str]:
    """Return an instance's family, and the dialect for its PDDL: the given one, else the family's choice.

    Raises ArgumentError if ``instance`` is no instance, EncodingError for an unknown dialect.
    """
    check_argument_type("instance", instance, AnyInstance, "an instance from `instantiate`")
    check_argument_type("dialect", dialect, (str, type(None)), "a text or None")
    family = family_of(instance)
    dialect = family.choose_dialect(instance) if dialect is None else dialect
    if dialect not in DIALECTS:
        raise EncodingError(
            key="dialect",
            found=f"'{dialect}'",
            expected=join_phrases(DIALECTS, "or"),
            advice=suggest_name(dialect, DIALECTS),
        )
    return family, dialect


REQUIREMENTS_SLOT = "(:requirements)"
"""the placeholder in domain templates that is replaced by the requirements that the domain needs"""
_REQUIREMENTS_BY_WORD = {
    "=": ":equality",
    "or": ":disjunctive-preconditions",
    "imply": ":disjunctive-preconditions",
    "exists": ":existential-preconditions",
    "forall": ":universal-preconditions",
}


def _find_requirements(domain: str, problem: str) -> list[str]:
    """Return the PDDL requirements, such as ``:equality``, that the texts of a domain and a problem need.

    They must have neither numbers nor durations. The requirements ``:strips`` and ``:typing`` come first, then the others in alphabetical order.
    """
    found = set(_find_domain_requirements(domain))
    _, *goal_and_metric = problem.rpartition("(:goal")  # what precedes the goal needs nothing, and is long
    for section in Source("".join(["(define ", *goal_and_metric]), "the problem").parse().items:
        match section:
            case ListNode((WordNode(":goal"), goal)):
                found |= _find_node_requirements(goal, effect=False)
    return [":strips", ":typing", *sorted(found)]


@functools.lru_cache(maxsize=16)
def _find_domain_requirements(domain: str) -> frozenset[str]:
    found = set[str]()
    for section in Source(domain, "the domain").parse().items[2:]:
        match section:
            case ListNode((WordNode(":derived"), _, condition)):
                found |= {":derived-predicates"} | _find_node_requirements(condition, effect=False)
            case ListNode((WordNode(":action"), _, _, _, _, condition, _, effect)):
                found |= _find_node_requirements(condition, effect=False) | _find_node_requirements(effect, effect=True)
    return frozenset(found)


def _find_node_requirements(node: SyntaxNode, effect: bool) -> set[str]:
    """Return the requirements of a condition or, with ``effect``, of an effect."""
    if isinstance(node, WordNode) or not node.head:
        return set()
    found, word, parts = set[str](), node.head, node.items[1:]
    if effect and word in ("when", "forall"):
        found.add(":conditional-effects")
    elif not effect and word == "not":
        nested = isinstance(parts[0], ListNode) and parts[0].head in {*_REQUIREMENTS_BY_WORD, "and", "not"} - {"="}
        found.add(":disjunctive-preconditions" if nested else ":negative-preconditions")
    elif not effect and word in _REQUIREMENTS_BY_WORD:
        found.add(_REQUIREMENTS_BY_WORD[word])
    for number, inner in enumerate(parts):
        found |= _find_node_requirements(inner, effect and (word, number) != ("when", 0))
    return found


FINGERPRINT_VERSION = 1
"""the version of the canonical form that fingerprints hash; fingerprints of different versions cannot be compared"""


@functools.cache
def _load_fingerprint_rules() -> dict[str, Any]:
    """Return the content of `fingerprint.toml`: lists of fields, as sets, and the key of each class.

    The name of a list, such as ``wording`` or ``unordered``, says why fingerprints ignore its fields, or how they
    treat them.
    """
    told = tomllib.loads(Path(__file__).with_name("fingerprint.toml").read_text(encoding="utf-8"))
    return {key: frozenset(one) if isinstance(one, list) else one for key, one in told.items()}


def compute_fingerprint(instance: AnyInstance) -> str:
    """Return the fingerprint of an instance: ``1-`` and 16 hexadecimal digits.

    Instances with the same meaning and the same PDDL names have equal fingerprints. The wording of the story, the names of the puzzle and of its
    parameters, and the order of rules and clues do not matter. A fingerprint is the same in every run and with every version of Python.
    """
    return f"{FINGERPRINT_VERSION}-{names.hash_json(_to_canonical_json(instance), 16)}"


def make_problem_name(instance: AnyInstance, backward: bool = False) -> str:
    """Return the name of the PDDL problem of an instance, such as ``wolf-goat-cabbage-2``.

    If the puzzle consists of PDDL files, the name is that of their problem. Otherwise, it consists of the puzzle's
    name and the parameter values, and of ``backward`` if start and goal are swapped. If ``backward`` is true, the
    result is the name of the swapped instance, even if ``instance`` itself is not swapped.
    """
    if instance.pddl_names:
        return instance.pddl_names[1]
    name = names.join_problem_name(instance.puzzle, dict(instance.parameters))
    return f"{name}-backward" if backward or instance.backward else name


def _to_canonical_json(part: object) -> object:
    """Return an instance, or the value of one of its fields, in the canonical form that fingerprints hash.

    The form is JSON data without the fields that do not change the meaning of the instance. Numbers are hexadecimal texts, since bit masks may be
    long.
    """
    match part:
        case None | bool() | str():
            return part
        case int():
            return f"{part:x}"
        case frozenset():
            return _sort_by_json(map(_to_canonical_json, part))
        case tuple() if hasattr(part, "_asdict"):
            return _make_canonical_form(_class_names(part), part._asdict().items())
        case tuple():
            return [_to_canonical_json(one) for one in part]
    if hasattr(part, "canonical"):
        return _make_canonical_form(*part.canonical)
    assert dataclasses.is_dataclass(part), f"{type(part).__name__} has no canonical text"
    return _make_canonical_form(
        _class_names(part),
        ((field.name, getattr(part, field.name)) for field in dataclasses.fields(part) if field.compare),
    )


def _class_names(part: object) -> list[str]:
    """Return the names of an object's class and of all base classes, in the order of inheritance."""
    return [known.__name__ for known in type(part).__mro__]


def _make_canonical_form(names: Sequence[str], fields: Iterable[tuple[str, object]]) -> list[object]:
    """Return the canonical form of an object: a list of its key, then of its meaningful fields.

    ``names`` are the names of the object's class and of the base classes, ``fields`` the names and values of all its fields. The key of the
    class comes from `fingerprint.toml`, so that fingerprints stay the same if a class is renamed; classes of other packages are their own keys.
    """
    known = _load_fingerprint_rules()
    found: list[object] = [known["keys"].get(names[0], names[0])]
    for name, value in fields:
        silent = known["wording"] | known["derived"] | (frozenset() if value else known["later"])
        if name != "says" and silent.isdisjoint([f"{one}.{name}" for one in names]):
            meant = _to_canonical_json(value)
            found.append(
                [name, _sort_by_json(meant) if name in known["unordered"] and isinstance(meant, list) else meant]
            )
    return found


def _sort_by_json(parts: Iterable[object]) -> list[object]:
    return sorted(parts, key=lambda part: json.dumps(part))
