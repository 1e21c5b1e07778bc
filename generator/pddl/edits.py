"""Small changes of PDDL texts: a literal left out, turned round, with another term, or added. What is left of a text stays as it was written."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from generator.pddl.syntax import TOKEN, Expression, Group, Source, Word

CONNECTIVES = frozenset({"and", "or", "not", "imply", "when", "forall", "exists"})
JOINING = ("and", "or")
PARTS = {":precondition": "precondition", ":effect": "effect", ":init": "start", ":goal": "goal"}
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


class _Place(NamedTuple):
    """A part of a text in which something may be changed."""

    source: Source
    of: Literal["domain", "problem"]
    action: str
    part: str
    whole: Group
    terms: Sequence[str]
    """what may stand there for something else"""

    def edit(self, at: Expression, literal: object, says: str, start: int, end: int, new: str) -> Edit:
        text = self.source.text.removeprefix("\ufeff")
        return Edit(self.of, self.action, self.part, at.line, str(literal), says, text[:start] + new + text[end:])

    def span(self, at: Expression) -> tuple[int, int]:
        """Return from where to where something stands in the text."""
        start = sum(len(line) + 1 for line in self.source.lines[: at.line - 1]) + at.column - 1
        if isinstance(at, Word):
            return start, start + len(at.text)
        depth = 0
        for match in TOKEN.finditer(self.source.text.removeprefix("\ufeff"), start):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if not depth:
                return start, match.end()
        raise AssertionError  # what was read is closed


def edits(domain: Source, problem: Source) -> Iterator[Edit]:
    """Yield changes of two texts that can be read: first of what there is, then conditions of one place added at another, then literals made up."""
    objects = [*_names(domain, ":constants"), *_names(problem, ":objects")]
    places = [*_places(domain, "domain", _names(domain, ":constants")), *_places(problem, "problem", objects)]
    literals = dict.fromkeys(str(atom) for place in places for atom, _ in _atoms(place.whole))
    for place in places:
        yield from _changed(place)
    compound = [part for place in places if place.part == "precondition" for part in _parts(place.whole)]
    for place in places:
        if place.part == "precondition":
            yield from _added(place, _copies(place, compound))
    for place in places:
        yield from _added(place, _made_up(place, literals))
    for place in places:
        if joined := [*_joined(place.whole)]:
            yield from _added(place, [*_made_up(place, literals)], joined)


def _places(source: Source, of: Literal["domain", "problem"], names: Sequence[str]) -> Iterator[_Place]:
    for item in source.parse().items:
        if not isinstance(item, Group):
            continue
        if item.head == ":action" and isinstance(item.items[1], Word):
            told = dict(zip(item.items[2::2], item.items[3::2], strict=False))
            given = {str(key): part for key, part in told.items() if isinstance(part, Group)}
            variables = (
                [str(one) for one in given[":parameters"].items if str(one).startswith("?")]
                if ":parameters" in given
                else []
            )
            for key in (":precondition", ":effect"):
                if key in given:
                    yield _Place(source, of, item.items[1].text, PARTS[key], given[key], [*variables, *names])
        elif item.head == ":goal" and isinstance(item.items[-1], Group):
            yield _Place(source, of, "", PARTS[":goal"], item.items[-1], names)
        elif item.head == ":init":
            yield _Place(source, of, "", PARTS[":init"], item, names)


def _names(source: Source, section: str) -> list[str]:
    """Return the names that a section declares, without their types."""
    found = list[str]()
    for item in source.parse().items:
        if isinstance(item, Group) and item.head == section:
            words = [str(one) for one in item.items[1:]]
            found += [word for before, word in zip(["", *words], words, strict=False) if "-" not in (before, word)]
    return found


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
        yield place.edit(literal, literal, f"leave out {literal}", *place.span(literal), "" if above else "(and)")
        if place.part != "start":
            turned = atom if literal is not atom else f"(not {atom})"
            yield place.edit(
                literal, literal, f"write {turned} instead of {literal}", *place.span(literal), str(turned)
            )
        for number, term in enumerate(atom.items[1:], 1):
            for other in place.terms:
                if isinstance(term, Word) and other != term.text:
                    new = str(Group((*atom.items[:number], Word(other), *atom.items[number + 1 :])))
                    yield place.edit(atom, atom, f"write {new} instead of {atom}", *place.span(atom), new)


def _made_up(place: _Place, literals: Iterable[str]) -> Iterator[str]:
    """Yield literals that might be added: like those that there are, over the terms of a place."""
    names = dict.fromkeys((atom[1:-1].split()[0], len(atom.split()) - 1) for atom in literals if "(" not in atom[1:])
    atoms = [
        (name, terms)
        for name, number in names
        if number <= MOST_TERMS
        and (name != "=" or place.part == "precondition")
        and not name.replace(".", "").isdigit()
        for terms in itertools.product(place.terms, repeat=number)
    ]
    yield from (f"({' '.join((name, *terms))})" for name, terms in atoms)
    if place.part in ("precondition", "effect"):
        yield from (f"(not ({' '.join((name, *terms))}))" for name, terms in atoms if len({*terms}) == len(terms))


def _copies(place: _Place, compound: Sequence[Group]) -> Iterator[str]:
    """Yield conditions of other places, and of this one with another term, as far as their variables are known here."""
    words = {term for term in place.terms if not term.startswith("?")}
    for part in compound:
        yield str(part)
        used = [word for word in dict.fromkeys(str(part).replace("(", " ").replace(")", " ").split()) if word in words]
        for word, other in itertools.product(used, sorted(words)):
            if other not in used:
                yield str(_with(part, {word: other}))


def _with(part: Expression, names: Mapping[str, str]) -> Expression:
    if isinstance(part, Word):
        return Word(names.get(part.text, part.text))
    return Group(tuple(_with(item, names) for item in part.items))


def _added(place: _Place, literals: Iterable[str], within: Sequence[Group] = ()) -> Iterator[Edit]:
    """Yield a part with something more; or the groups ``within`` it."""
    for group in within or (place.whole,):
        start, end = place.span(group)
        old = place.source.text.removeprefix("\ufeff")[start:end]
        for literal in literals:
            if literal not in str(group):
                new = f"{old[:-1]} {literal})" if group.head in (*JOINING, ":init") else f"(and {old} {literal})"
                yield place.edit(
                    group, literal, f"add {literal} to {group}" if within else f"add {literal}", start, end, new
                )


def _joined(part: Group) -> Iterator[Group]:
    """Yield what joins conditions or effects within a part."""
    for item in part.items:
        if isinstance(item, Group):
            yield from (item,) if item.head in JOINING else ()
            yield from _joined(item)
