"""Small changes of PDDL texts: a literal left out, turned round, with another term, or added. What is left of a text stays as it was written."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from generator.pddl.scope import number_in, typed_list
from generator.pddl.syntax import Expression, Group, Source, Word

CONNECTIVES = frozenset({"and", "or", "not", "imply", "when", "forall", "exists"})
JOINING = ("and", "or")
MOST_TERMS = 2
"""literals that are made up have no more terms"""


class Edit(NamedTuple):
    """A change of one of two texts."""

    of: Literal["domain", "problem"]
    action: str
    """in which action it is; empty in a problem"""
    part: str
    """in which part of it: ``precondition``, ``effect``, ``start`` or ``goal``"""
    line: int
    literal: str
    """to what one should look"""
    says: str
    """what is to be done"""
    text: str
    """the whole text after it"""
    kept: str = ""
    """the whole text with the new literal beside the old one, where it says to write one instead of the other"""
    new: str = ""
    """what it says to write instead of another"""

    @property
    def gentler(self) -> Edit | None:
        """The change by which what is there stays and the new literal is added to it; None where nothing is written instead of anything."""
        return self._replace(says=f"add {self.new}", text=self.kept, kept="") if self.kept else None


class _Place(NamedTuple):
    """A part of a text in which something may be changed."""

    source: Source
    of: Literal["domain", "problem"]
    action: str
    part: str
    whole: Group
    terms: Sequence[str]
    """what may stand there for something else"""

    def edit(self, at: Expression, literal: object, says: str, new: str) -> Edit:
        """Return the change by which something else stands there."""
        text, (start, end) = self.source.text, self.source.span(at)
        return Edit(self.of, self.action, self.part, at.line, str(literal), says, text[:start] + new + text[end:])

    def instead(self, at: Expression, new: Expression | str) -> Edit:
        """Return the same, and say so."""
        text, (start, end) = self.source.text, self.source.span(at)
        both = f"{at} {new}" if self.part == "start" else f"(and {at} {new})"
        edit = self.edit(at, at, f"write {new} instead of {at}", str(new))
        return edit._replace(kept=text[:start] + both + text[end:], new=str(new))


def edits(domain: Source, problem: Source) -> Iterator[Edit]:
    """Yield changes of two texts that can be read: first of what there is, then conditions of one place added at another, then literals made up."""
    constants = _names(domain, ":constants")
    places = [*_places(domain, "domain", constants)]
    places += _places(problem, "problem", [*constants, *_names(problem, ":objects")])
    atoms = [atom for place in places for atom, _ in _atoms(place.whole)]
    plain = [atom for atom in atoms if all(isinstance(item, Word) for item in atom.items)]
    shapes = dict.fromkeys((atom.head, len(atom.items) - 1) for atom in plain)
    for place in places:
        yield from _changed(place)
    conditions = [place for place in places if place.part == "precondition"]
    compound = [part for place in conditions for part in _parts(place.whole)]
    for place in conditions:
        yield from _added(place, _copies(place, compound))
    for place in places:
        yield from _added(place, _made_up(place, shapes))
    for place in places:
        if joined := [*_joined(place.whole)]:
            yield from _added(place, [*_made_up(place, shapes)], joined)


def _places(source: Source, of: Literal["domain", "problem"], names: Sequence[str]) -> Iterator[_Place]:
    for item in source.parse().items:
        match item:
            case Group((Word(":action"), Word(action), *rest)):
                told = dict(zip(map(str, rest[::2]), rest[1::2], strict=False))
                variables = re.findall(r"\?[^ ()]*", str(told.get(":parameters", "")))
                for key in (":precondition", ":effect"):
                    if isinstance(part := told.get(key), Group):
                        yield _Place(source, of, action, key[1:], part, [*variables, *names])
            case Group((Word(":goal"), Group() as goal)):
                yield _Place(source, of, "", "goal", goal, names)
            case Group((Word(":init"), *_)) as start:
                yield _Place(source, of, "", "start", start, names)


def _names(source: Source, section: str) -> list[str]:
    """Return the names that a section declares, without their types."""
    groups = [item for item in source.parse().items if isinstance(item, Group) and item.head == section]
    return [one.name for group in groups for one in typed_list(source, group.items[1:], None)]


def _atoms(part: Group, above: Group | None = None) -> Iterator[tuple[Group, Group | None]]:
    """Yield the atoms in a part, each with what stands around it."""
    if part.head in CONNECTIVES or part.head == ":init":
        for item in part.items[1:]:
            if isinstance(item, Group) and item.head:
                yield from _atoms(item, part)
    elif part.items:
        yield part, above


def _parts(whole: Group) -> Iterator[Group]:
    """Yield the conditions joined in a precondition that are no literals."""
    for item in whole.items[1:] if whole.head == "and" else (whole,):
        if isinstance(item, Group) and item.head in CONNECTIVES and not isinstance(item.items[-1], Word):
            inner = item.items[-1]
            if item.head != "not" or inner.head in CONNECTIVES:
                yield item


def _changed(place: _Place) -> Iterator[Edit]:
    """Yield a part with one literal left out, turned round, or with another term."""
    for atom, above in _atoms(place.whole):
        literal = above if above is not None and above.head == "not" else atom
        yield place.edit(literal, literal, f"leave out {literal}", "" if above else "(and)")
        if place.part != "start":
            yield place.instead(literal, atom if literal is not atom else f"(not {atom})")
        for number, term in enumerate(atom.items[1:], 1):
            for other in place.terms:
                if isinstance(term, Word) and other != term.text:
                    yield place.instead(atom, Group((*atom.items[:number], Word(other), *atom.items[number + 1 :])))


def _made_up(place: _Place, shapes: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield literals that might be added: atoms with these names and so many terms, over the terms of a place."""
    atoms = [
        (name, *terms)
        for name, number in shapes
        if number <= MOST_TERMS and (name != "=" or place.part == "precondition") and number_in(name) is None
        for terms in itertools.product(place.terms, repeat=number)
    ]
    yield from (f"({' '.join(atom)})" for atom in atoms)
    if place.part in ("precondition", "effect"):
        yield from (f"(not ({' '.join(atom)}))" for atom in atoms if len({*atom[1:]}) == len(atom[1:]))


def _copies(place: _Place, compound: Sequence[Group]) -> Iterator[str]:
    """Yield conditions of other places, and of this one with another term, as far as their variables are known here."""
    names = sorted({term for term in place.terms if not term.startswith("?")})
    for part in compound:
        words = re.findall("[ ()]|[^ ()]+", str(part))
        yield str(part)
        used = dict.fromkeys(word for word in words if word in names)
        for name, other in itertools.product(used, names):
            if other not in used:
                yield "".join(other if word == name else word for word in words)


def _added(place: _Place, literals: Iterable[str], within: Sequence[Group] = ()) -> Iterator[Edit]:
    """Yield a part with something more; or the groups ``within`` it."""
    for group in within or (place.whole,):
        old = place.source.text[slice(*place.source.span(group))]
        for literal in literals:
            if literal not in str(group):
                new = f"{old[:-1]} {literal})" if group.head in (*JOINING, ":init") else f"(and {old} {literal})"
                yield place.edit(group, literal, f"add {literal} to {group}" if within else f"add {literal}", new)


def _joined(part: Group) -> Iterator[Group]:
    """Yield what joins conditions or effects within a part."""
    for item in part.items:
        if isinstance(item, Group):
            yield from (item,) if item.head in JOINING else ()
            yield from _joined(item)
