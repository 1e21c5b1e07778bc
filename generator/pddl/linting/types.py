"""Whether what predicates and functions are given is of the types that they take."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import parts_of_action
from ferryplan.generator.pddl.linting.findings import Finding, found
from ferryplan.generator.pddl.normal_form import named_in
from ferryplan.generator.pddl.syntax import Group, Place, Source, Word, position
from ferryplan.generator.pddl.tree import Derived, Domain, Problem, Signature
from ferryplan.generator.wording import agreeing, few, listing

MOST_NAMED = 12
"""objects without a type that are named one by one"""
_Scope: TypeAlias = Mapping[str, tuple[pddl.Typed, Source]]
"""objects and variables with where they are declared"""


class _Use(NamedTuple):
    """A term where a predicate or a function takes one."""

    source: Source
    atom: Group
    """the predicate or function with its terms, as it stands there"""
    number: int
    """which term it is, from 1"""
    term: pddl.Typed
    home: Source
    signature: Signature
    slot: Hashable
    """the parameter for which it stands"""
    taken: tuple[str, ...]
    """the types that are taken"""

    @property
    def where(self) -> Place:
        """Where the term stands."""
        return self.atom.items[self.number]


def above(domain: Domain) -> dict[str, set[str]]:
    """Return each type with the types above it, itself included."""
    direct = {one.name: one.types for one in domain.types}
    whole = dict[str, set[str]]()
    for name in {"object", *direct, *(kind for kinds in direct.values() for kind in kinds)}:
        reached, waiting = {"object"}, [name]
        while waiting:
            kind = waiting.pop()
            waiting += () if kind in reached else direct.get(kind, ())
            reached.add(kind)
        whole[name] = reached
    return whole


def mistyped(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield what is of another type than is taken, once for all uses of a declaration if none of them fits."""
    kinds, fitting, wrong = above(domain), set[Hashable](), list[_Use]()
    groups = defaultdict[Hashable, list[_Use]](list)
    for use in _uses(domain, problem):
        fits = all(kind not in kinds or not kinds[kind].isdisjoint(use.taken) for kind in use.term.types)
        if fits or not kinds.keys() >= {*use.taken}:
            fitting |= {use.slot, id(use.term)}
        else:
            wrong.append(use)
            for key in (use.slot, id(use.term), (use.term.types, use.taken)):
                groups[key].append(use)
            if not use.term.name.startswith("?"):
                groups[use.home.name, use.term.types, use.taken].append(use)
    untyped = [use for use in wrong if use.term.types == ("object",) and id(use.term) not in fitting]
    yield from _names_without_type(untyped)
    explained = {id(use) for use in untyped}
    wrong = [use for use in wrong if id(use) not in explained]
    for one, other in _pair_exchanged_uses(wrong, kinds):
        if not explained & {id(one), id(other)}:
            how, where, more = _cause_of_exchange(one, other, fitting, groups, domain)
            explained |= {id(use) for use in (one, other, *more)}
            terms, name = listing([f"'{use.term.name}'" for use in (one, other)]), one.signature.name
            yield found(how, *where, terms=terms, name=name, times=len({id(use.atom) for use in (one, *more)}))
    told = set[int]()
    for use in (use for use in wrong if id(use) not in explained):
        pair, slot, term = groups[use.term.types, use.taken], groups[use.slot], groups[id(use.term)]
        kind = _place_of_type(domain, use.term.types)
        key, how, where, group = use, "wrong-type", (use.source, use.where), [use]
        lines = {(one.home.name, one.term.written and one.term.written.line) for one in pair}
        if kind and len({one.slot for one in pair}) > 1 and len(lines) > 1:
            key, how, where, group = pair[0], "wrong-type-above", (domain.source, kind), pair
        elif use.slot not in fitting and len({id(one.term) for one in slot}) > 1:
            key, how, where, group = slot[0], "wrong-type-of-parameter", (domain.source, use.signature.written), slot
        elif id(use.term) not in fitting and len(alike := groups[use.home.name, use.term.types, use.taken] or term) > 1:
            # Objects with one wrong type, such as all of a list, are one mistake.
            key, how, where, group = alike[0], "wrong-type-of-name", (use.home, use.term.written), alike
        if id(key) not in told:
            words: dict[str, Any] = {"given": pddl.either(use.term.types), "taken": pddl.either(use.taken)}
            listed = list(dict.fromkeys(f"'{one.term.name}'" for one in group))
            words |= {"terms": listing(few(listed, MOST_NAMED)), "has": agreeing(len(listed), "has", "have")}
            words |= {"term": use.term.name, "name": use.signature.name, "number": use.number, "times": len(group)}
            yield found(how, *where, **words)
        told.add(id(key))


def _pair_exchanged_uses(wrong: Sequence[_Use], kinds: Mapping[str, set[str]]) -> Iterator[tuple[_Use, _Use]]:
    """Yield the pairs of terms of one predicate or function each of which would fit in the other's place."""

    def fits(one: _Use, other: _Use) -> bool:
        return all(kind in kinds and not kinds[kind].isdisjoint(other.taken) for kind in one.term.types)

    for _, some in itertools.groupby(wrong, lambda use: id(use.atom)):
        for one, other in itertools.combinations(some, 2):
            if fits(one, other) and fits(other, one):
                yield one, other


def _cause_of_exchange(
    one: _Use, other: _Use, fitting: Collection[Hashable], groups: Mapping[Hashable, Sequence[_Use]], domain: Domain
) -> tuple[str, tuple[Source, Place], Sequence[_Use]]:
    """Return of what kind an exchange is, where it was made, and the wrong uses that come from it."""
    slots = [*groups[one.slot], *groups[other.slot]]
    if not {one.slot, other.slot} & {*fitting} and len({id(use.atom) for use in slots}) > 1:
        return "exchanged-parameters", (domain.source, one.signature.written), slots
    terms = [*groups[id(one.term)], *groups[id(other.term)]]
    if not {id(one.term), id(other.term)} & {*fitting} and len({id(use.atom) for use in terms}) > 1:
        return "exchanged-types", (one.home, one.term.written), terms
    return "exchanged-terms", (one.source, one.atom), ()


def _names_without_type(uses: Sequence[_Use]) -> Iterator[Finding]:
    """Yield one finding for all objects of a file, and one for all variables, that lack the types with which they are used."""
    groups = defaultdict[Hashable, dict[str, list[_Use]]](lambda: defaultdict(list))
    for use in sorted(uses, key=lambda use: position(use.term.written)):
        groups[use.home.name, use.term.name.startswith("?")][use.term.name].append(use)
    for names in groups.values():
        group = [use for some in names.values() for use in some]
        listed = [pddl.Typed(name, some[0].taken) for name, some in names.items()]
        fix = pddl.typed(listed)
        words = {"names": listing(few([f"'{name}'" for name in names], MOST_NAMED))}
        words |= {"has": agreeing(len(names), "has", "have"), "name": group[0].signature.name}
        words["times"] = f" ({len(group)} uses)" if len(group) > 1 else ""
        words["instead"] = fix if len(listed) <= MOST_NAMED else f"{listed[0].name} - {pddl.either(listed[0].types)} …"
        yield found("without-type", group[0].home, group[0].term.written, fix, **words)


def _place_of_type(domain: Domain, types: tuple[str, ...]) -> Place:
    """Return where a type is declared, or first named as the parent of others."""
    words = (
        word
        for section in domain.source.parse().items
        if isinstance(section, Group) and section.head == ":types"
        for word in section.items[1:]
    )
    declared = (one.written for one in domain.types if (one.name,) == types)
    return next(declared, None) or next((word for word in words if (str(word),) == types), None)


def joined_types(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield the types that a line break gives a parent by mistake, as it seems.

    In PDDL a line break ends nothing: ``person`` on a line above ``circle square - shape`` is a shape. Published domains break lists so on purpose,
    too. It is taken for a mistake where none of the types on the line is ever used as its parent is, while other types are.
    """
    kinds, uses = above(domain), [*_uses(domain, problem)]
    for names, parent in _broken_lines(domain.source, ":types"):
        given = [use.term.types for use in uses if parent.text in use.taken]
        below = [{one for kind in types for one in kinds.get(kind, ())} for types in given]
        if below and all(one.isdisjoint({name.text for name in names}) for one in below):
            joined = " and ".join(f"'{name}'" for name in names)
            fix = f"{' '.join(map(str, names))} - object"
            words = {"joined": joined, "parent": parent, "gets": agreeing(len(names), "gets", "get"), "instead": fix}
            yield found("joined-types", domain.source, names[0], fix, **words)


def joined_objects(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield the constants and objects that a line break gives a type by mistake: one of which no use fits."""
    kinds, uses = above(domain), [*_uses(domain, problem)]
    sources = [(domain.source, ":constants"), *([(problem.source, ":objects")] if problem else [])]
    for source, heading in sources:
        for names, parent in _broken_lines(source, heading):
            listed = {name.text for name in names}
            own = [use for use in uses if use.home is source and use.term.name in listed]
            if own and all(kinds.get(parent.text, {parent.text}).isdisjoint(use.taken) for use in own):
                joined = " and ".join(f"'{name}'" for name in names)
                fix = f"{' '.join(map(str, names))} - {pddl.either(own[0].taken)}"
                words = {
                    "joined": joined,
                    "parent": parent,
                    "gets": agreeing(len(names), "gets", "get"),
                    "instead": fix,
                }
                yield found("joined-types", source, names[0], fix, **words)


def _broken_lines(source: Source, heading: str) -> Iterator[tuple[list[Word], Word]]:
    """Yield the names on a line without a type, where the next line ends their list, and the type that they get from it.

    `heading` is the keyword of the section of types, constants or objects.
    """
    for section in source.parse().items:
        if isinstance(section, Group) and section.head == heading:
            waiting, items = list[Word](), iter(section.items[1:])
            for item in items:
                if isinstance(item, Word) and item.text != "-":
                    waiting.append(item)
                    continue
                parent, lines = next(items, None), sorted({word.line for word in waiting})
                if isinstance(item, Word) and isinstance(parent, Word) and len(lines) == 2 and lines[1] == item.line:
                    yield [word for word in waiting if word.line == lines[0]], parent
                waiting = []


def _uses(domain: Domain, problem: Problem | None) -> Iterator[_Use]:
    listed: list[tuple[tuple[str, str, int], Signature]] = [
        *((("function", one.name, len(one.parameters)), one) for one in domain.functions),
        *((("predicate", one.name, len(one.parameters)), one) for one in domain.predicates),
    ]
    times = Counter(key for key, _ in listed)
    # where one is declared twice, nobody knows which of the two is meant
    signatures = {key: one for key, one in listed if times[key] == 1}

    def within(source: Source, part: pddl.Condition | pddl.Effect, scope: _Scope) -> Iterator[_Use]:
        if isinstance(part, pddl.Quantified):
            scope = {**scope, **{one.name: (one, source) for one in part.variables}}
        for one in named_in(part):
            name = one.predicate if isinstance(one, pddl.Atom) else one.name
            kind = "predicate" if isinstance(one, pddl.Atom) else "function"
            signature = signatures.get((kind, name, len(one.terms)))
            if signature is not None and isinstance(one.written, Group):
                for number, (term, parameter) in enumerate(zip(one.terms, signature.parameters, strict=True), 1):
                    if term in scope:
                        yield _Use(source, one.written, number, *scope[term], signature, id(parameter), parameter.types)
        for inner in pddl.parts_of(part):
            yield from within(source, inner, scope)

    # of an object that is declared twice, the first declaration counts, which is last here
    constants = {one.name: (one, domain.source) for one in reversed(domain.constants)}
    for whole in (*domain.derived, *domain.actions):
        scope = {**constants, **{one.name: (one, domain.source) for one in whole.parameters}}
        for part in (whole.condition,) if isinstance(whole, Derived) else parts_of_action(whole):
            yield from within(domain.source, part, scope)
    if problem is not None:
        scope = {**{one.name: (one, problem.source) for one in reversed(problem.objects)}, **constants}
        values = (pddl.Comparison("=", function, pddl.Number(value)) for function, value in problem.values.items())
        for part in (*problem.facts, *values, problem.goal):
            yield from within(problem.source, part, scope)
