"""Literals that may be missing in a part of a PDDL text, as candidates for edits."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from ferryplan.generator.pddl.editable_parts import CONNECTIVES, EditablePart, find_atoms
from ferryplan.generator.pddl.scope import parse_number
from ferryplan.generator.pddl.syntax import ListNode

ADJACENT_COMPARISONS = {"<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "=": []}
"""for each comparison, the ones that are a little stricter or less strict"""
ASSIGN_OPERATORS = ("increase", "decrease", "assign")
QUANTIFIED_VARIABLES = re.compile(r"\((?:forall|exists) \(([^()]*)\)")
"""matches the list of variables that a quantifier binds"""
MAX_TERMS = 2
"""the maximum number of terms of a generated literal"""


def generate_literals(part: EditablePart, signatures: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield literals that an edit may add to a part, as PDDL texts with the part's terms.

    ``signatures`` has a pair for each predicate: its name and its number of terms. A precondition also gets
    equalities and inequalities of two terms.
    """
    if part.part == "precondition":
        for pair in itertools.combinations(part.terms, 2):
            if any(term.startswith("?") for term in pair):
                yield f"(not (= {' '.join(pair)}))"
                yield f"(= {' '.join(pair)})"
    atoms = [
        (name, *terms)
        for name, number in signatures
        if number <= MAX_TERMS and name != "=" and parse_number(name) is None
        for terms in itertools.product(part.terms, repeat=number)
    ]
    yield from (f"({' '.join(atom)})" for atom in atoms)
    if part.part in ("precondition", "effect"):
        yield from (f"(not ({' '.join(atom)}))" for atom in atoms)


def find_long_literals(precondition: ListNode) -> Iterator[ListNode]:
    """Yield the conjuncts of a precondition that are literals with more than `MAX_TERMS` terms."""
    for item in precondition.items[1:] if precondition.head == "and" else (precondition,):
        if isinstance(item, ListNode) and item.head not in CONNECTIVES and len(item.items) - 1 > MAX_TERMS:
            yield item


def copy_conditions(part_to_edit: EditablePart, conditions: Sequence[ListNode]) -> Iterator[str]:
    """Yield conditions from other parts, as texts that are adapted to the variables of a part.

    Each variable that the part does not have is replaced by a variable of the part. The function also yields variants
    in which one object or one number is changed.
    """
    names = sorted({term for term in part_to_edit.terms if not term.startswith("?")})
    variables = [term for term in part_to_edit.terms if term.startswith("?")]
    for part in conditions:
        text = str(part)
        bound = {word for quantified in QUANTIFIED_VARIABLES.findall(text) for word in quantified.split()}
        words = re.findall("[ ()]|[^ ()]+", text)
        foreign = [
            *dict.fromkeys(word for word in words if word[0] == "?" and word not in bound and word not in variables)
        ]
        if len(foreign) > MAX_TERMS:
            continue
        for own in itertools.permutations(variables, len(foreign)):
            renamed = dict(zip(foreign, own, strict=True))
            copied = [renamed.get(word, word) for word in words]
            yield "".join(copied)
            for number in dict.fromkeys(word for word in words if word.isdecimal()):
                for near in (int(number) + 1, int(number) - 1) if int(number) else ():
                    yield "".join(f"{near}" if word == number else word for word in copied)
            used = dict.fromkeys(word for word in copied if word in names)
            for name, other in itertools.product(used, names):
                if other not in used:
                    yield "".join(other if word == name else word for word in copied)


def generate_numeric_literals(place: EditablePart, all_parts: Sequence[EditablePart]) -> Iterator[str]:
    """Yield the texts of numeric conditions, effects and initial values that a part may lack.

    They are copied from the parts of the same kind among ``all_parts``. A precondition also gets a condition for each
    decrease in the action's effect: ``(>= (fuel ?x) 1)`` for ``(decrease (fuel ?x) 1)``.
    """
    others = [
        atom
        for other in all_parts
        if other.part == place.part
        for atom, _ in find_atoms(other.expression)
        if _is_numeric_atom(atom)
    ]
    if place.part == "precondition":
        effects = (one for one in all_parts if one.part == "effect" and one.action == place.action)
        for atom, _ in (found for effect in effects for found in find_atoms(effect.expression)):
            if atom.head == "decrease" and len(atom.items) == 3:
                yield f"(>= {atom.items[1]} {atom.items[2]})"
    if place.part in ("precondition", "effect"):
        yield from copy_conditions(place, [*dict.fromkeys(others)])
    if place.part == "start":
        values = [(atom.items[1], str(atom.items[2])) for atom in others if atom.head == "=" and len(atom.items) == 3]
        functions = dict.fromkeys((one.head, len(one.items) - 1) for one, _ in values if isinstance(one, ListNode))
        known = {str(one) for one, _ in values}
        for (name, number), (_, value) in itertools.product(
            functions, dict.fromkeys((None, value) for _, value in values)
        ):
            for terms in itertools.product(place.terms, repeat=min(number, MAX_TERMS)):
                function = f"({' '.join((name, *terms))})"
                if function not in known and len(terms) == number:
                    yield f"(= {function} {value})"


def _is_numeric_atom(atom: ListNode) -> bool:
    return atom.head in (*ADJACENT_COMPARISONS, *ASSIGN_OPERATORS) and any(
        isinstance(item, ListNode) for item in atom.items
    )
