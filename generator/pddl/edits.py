"""Small changes of PDDL texts: a literal left out, turned round, with another term, or added. What is left of a text stays as it was written."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from ferryplan.generator.pddl.additions import (
    COMPARISONS,
    COUNTING,
    QUANTIFIED,
    copied_conditions,
    long_literals,
    made_up_literals,
    numeric_additions,
)
from ferryplan.generator.pddl.places import Edit, Place, atoms_in, compound_parts, names_in, places_in
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word

JOINING = ("and", "or")


def edits(domain: Source, problem: Source, numbers: Iterable[int] = ()) -> Iterator[Edit]:
    """Yield changes of two texts that can be read; `numbers` may stand for the values of functions at the start.

    Changes of single literals come first, then conditions of one place added at another, literals that are made up,
    terms exchanged, other numbers and comparisons, and conditions left out that are no literals.
    """
    constants = names_in(domain, ":constants")
    places = [*places_in(domain, "domain", constants)]
    places += places_in(problem, "problem", [*constants, *names_in(problem, ":objects")])
    atoms = [atom for place in places for atom, _ in atoms_in(place.whole)]
    plain = [atom for atom in atoms if all(isinstance(item, Word) for item in atom.items)]
    shapes = dict.fromkeys((atom.head, len(atom.items) - 1) for atom in plain)
    for place in places:
        yield from _change_literals(place)
    conditions = [place for place in places if place.part == "precondition"]
    compound = [part for place in conditions for part in (*compound_parts(place.whole), *long_literals(place.whole))]
    for place in conditions:
        yield from _added(place, copied_conditions(place, compound))
    for place in places:
        yield from _added(place, made_up_literals(place, shapes))
    for place in places:
        yield from _exchange_terms(place)
        yield from _change_numbers(place)
        yield from _change_amounts(place, [*numbers])
        yield from _added(place, numeric_additions(place, places))
    for place in conditions:
        yield from (place.edit(part, part, "remove", "(and)") for part in compound_parts(place.whole))
    for place in places:
        for group, bound in _joined(place.whole):
            inner = place._replace(terms=[*place.terms, *bound])
            yield from _added(inner, made_up_literals(inner, shapes), group)
            yield from _added(inner, numeric_additions(inner, places), group)


def add_goals(problem: Source, literals: Sequence[str]) -> Iterator[Edit]:
    """Yield the change that adds all of some literals to the goal at once, as far as they are not in it; nothing for fewer than two."""
    for place in places_in(problem, "problem", ()):
        missing = [one for one in literals if one not in str(place.whole)] if place.part == "goal" else []
        if len(missing) > 1:
            yield from _added(place, [" ".join(missing)])


def _change_literals(place: Place) -> Iterator[Edit]:
    """Yield a part with one literal left out, turned round, or with another term."""
    for atom, above in atoms_in(place.whole):
        literal = above if above is not None and above.head == "not" else atom
        yield place.edit(literal, literal, "remove", "" if above else "(and)")
        if place.part != "start":
            yield place.instead(literal, atom if literal is not atom else f"(not {atom})")
        for number, term in enumerate(atom.items[1:], 1):
            for other in place.terms:
                if isinstance(term, Word) and other != term.text:
                    yield place.instead(atom, Group((*atom.items[:number], Word(other), *atom.items[number + 1 :])))


def _exchange_terms(place: Place) -> Iterator[Edit]:
    """Yield a part with two terms of a literal exchanged, or with a variable that a quantifier binds as a term."""
    bound = [
        word for quantified in QUANTIFIED.findall(str(place.whole)) for word in quantified.split() if word[0] == "?"
    ]
    for atom, _ in atoms_in(place.whole):
        for number, other in itertools.product(range(1, len(atom.items)), dict.fromkeys(bound)):
            if not isinstance(atom.items[number], Group) and str(atom.items[number]) != other:
                new = Group((*atom.items[:number], Word(other), *atom.items[number + 1 :]))
                yield place.replace(atom, new)
        for one, two in itertools.combinations(range(1, len(atom.items)), 2):
            items = [*atom.items]
            items[one], items[two] = items[two], items[one]
            if items != [*atom.items] and atom.head not in (*COMPARISONS, *COUNTING):
                new = Group(tuple(items))
                yield place.replace(atom, new)


def _change_numbers(place: Place) -> Iterator[Edit]:
    """Yield a part with a number that is one more or less, or with a comparison that is stricter or less strict."""
    for atom, _ in atoms_in(place.whole):
        for number, item in enumerate(atom.items):
            others = list[str]()
            if number == 0:
                others = COMPARISONS.get(str(item), others)
            elif isinstance(item, Word) and item.text.isdecimal() and atom.head in (*COMPARISONS, *COUNTING):
                others = [str(int(item.text) + step) for step in (1, -1) if int(item.text) + step >= 0]
            for other in others:
                new = Group((*atom.items[:number], Word(other), *atom.items[number + 1 :]))
                yield place.replace(atom, new)


def _change_amounts(place: Place, numbers: Sequence[int]) -> Iterator[Edit]:
    """Yield a part in which a function has one of some values at the start, or counts with another variable or with a part of its sum."""
    for atom, _ in atoms_in(place.whole):
        if atom.head not in (*COMPARISONS, *COUNTING) or len(atom.items) != 3:
            continue
        old, others = atom.items[2], list[Expression]()
        if place.part == "start":
            others = [Word(str(number)) for number in numbers if str(number) != str(old)]
        elif isinstance(old, Group):
            others = [item for item in old.items[1:] if isinstance(item, Group)]
            for place_of_term, term in enumerate(old.items[1:], 1):
                if str(term).startswith("?"):
                    variables = [Word(one) for one in place.terms if one.startswith("?") and one != str(term)]
                    others += [
                        Group((*old.items[:place_of_term], one, *old.items[place_of_term + 1 :])) for one in variables
                    ]
        for other in others:
            new = Group((*atom.items[:2], other))
            yield place.replace(atom, new)


def _added(place: Place, literals: Iterable[str], within: Group | None = None) -> Iterator[Edit]:
    """Yield a part with something more; or the group ``within`` it."""
    group = within or place.whole
    old = place.source.text[slice(*place.source.span(group))]
    for literal in literals:
        if literal not in str(group):
            new = f"{old[:-1]} {literal})" if group.head in (*JOINING, ":init") else f"(and {old} {literal})"
            edit = place.edit(group, literal, "add-inside" if within else "add", new, literal)
            yield edit._replace(within=str(within)) if within else edit


def _joined(part: Group, bound: tuple[str, ...] = ()) -> Iterator[tuple[Group, tuple[str, ...]]]:
    """Yield what joins conditions or effects within a part, each with the variables that quantifiers bind there."""
    if part.head in ("forall", "exists") and len(part.items) > 1 and isinstance(part.items[1], Group):
        bound = (*bound, *(str(item) for item in part.items[1].items if str(item).startswith("?")))
    for item in part.items:
        if isinstance(item, Group):
            yield from ((item, bound),) if item.head in JOINING else ()
            yield from _joined(item, bound)
