"""Conditions, effects and values that might be missing at a place of a PDDL text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from ferryplan.generator.pddl.places import CONNECTIVES, Place, atoms_in
from ferryplan.generator.pddl.scope import number_in
from ferryplan.generator.pddl.syntax import Group

COMPARISONS = {"<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "=": []}
"""by a comparison, those that are a little stricter or less strict"""
COUNTING = ("increase", "decrease", "assign")
QUANTIFIED = re.compile(r"\((?:forall|exists) \(([^()]*)\)")
"""the list of variables that a quantifier binds"""
MOST_TERMS = 2
"""literals that are made up have no more terms"""


def made_up_literals(place: Place, shapes: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield literals that might be added: atoms with these names and so many terms, over the terms of a place.

    In a precondition two terms may also be different things, whether or not that is said anywhere.
    """
    if place.part == "precondition":
        for pair in itertools.combinations(place.terms, 2):
            if any(term.startswith("?") for term in pair):
                yield f"(not (= {' '.join(pair)}))"
                yield f"(= {' '.join(pair)})"
    atoms = [
        (name, *terms)
        for name, number in shapes
        if number <= MOST_TERMS and name != "=" and number_in(name) is None
        for terms in itertools.product(place.terms, repeat=number)
    ]
    yield from (f"({' '.join(atom)})" for atom in atoms)
    if place.part in ("precondition", "effect"):
        yield from (f"(not ({' '.join(atom)}))" for atom in atoms)


def long_literals(whole: Group) -> Iterator[Group]:
    """Yield the literals joined in a precondition that have more terms than those that are made up."""
    for item in whole.items[1:] if whole.head == "and" else (whole,):
        if isinstance(item, Group) and item.head not in CONNECTIVES and len(item.items) - 1 > MOST_TERMS:
            yield item


def copied_conditions(place: Place, compound: Sequence[Group]) -> Iterator[str]:
    """Yield conditions of other places, with variables of this one, and of this one with another term or number."""
    names = sorted({term for term in place.terms if not term.startswith("?")})
    variables = [term for term in place.terms if term.startswith("?")]
    for part in compound:
        text = str(part)
        bound = {word for quantified in QUANTIFIED.findall(text) for word in quantified.split()}
        words = re.findall("[ ()]|[^ ()]+", text)
        foreign = [
            *dict.fromkeys(word for word in words if word[0] == "?" and word not in bound and word not in variables)
        ]
        if len(foreign) > MOST_TERMS:
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


def numeric_additions(place: Place, places: Sequence[Place]) -> Iterator[str]:
    """Yield conditions, effects and values with numbers: as elsewhere, and that there is as much as an action takes away."""
    others = [
        atom for other in places if other.part == place.part for atom, _ in atoms_in(other.whole) if _is_numeric(atom)
    ]
    if place.part == "precondition":
        effects = (one for one in places if one.part == "effect" and one.action == place.action)
        for atom, _ in (found for effect in effects for found in atoms_in(effect.whole)):
            if atom.head == "decrease" and len(atom.items) == 3:
                yield f"(>= {atom.items[1]} {atom.items[2]})"
    if place.part in ("precondition", "effect"):
        yield from copied_conditions(place, [*dict.fromkeys(others)])
    if place.part == "start":
        values = [(atom.items[1], str(atom.items[2])) for atom in others if atom.head == "=" and len(atom.items) == 3]
        functions = dict.fromkeys((one.head, len(one.items) - 1) for one, _ in values if isinstance(one, Group))
        known = {str(one) for one, _ in values}
        for (name, number), (_, value) in itertools.product(
            functions, dict.fromkeys((None, value) for _, value in values)
        ):
            for terms in itertools.product(place.terms, repeat=min(number, MOST_TERMS)):
                function = f"({' '.join((name, *terms))})"
                if function not in known and len(terms) == number:
                    yield f"(= {function} {value})"


def _is_numeric(atom: Group) -> bool:
    return atom.head in (*COMPARISONS, *COUNTING) and any(isinstance(item, Group) for item in atom.items)
