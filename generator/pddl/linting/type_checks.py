"""Type checks of the terms of predicates and functions."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of
from ferryplan.generator.pddl.linting.condition_edits import spread_types
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_path, split_typed_list
from ferryplan.generator.pddl.normal_form import direct_references
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode, line_and_column
from ferryplan.generator.pddl.syntax_tree import DerivationRule, Domain, Problem, Signature
from ferryplan.generator.wording import abbreviate_list, choose_verb, join_phrases

MAX_NAMED_OBJECTS = 12
"""the maximum number of objects without a type that a message names"""
_Scope: TypeAlias = Mapping[str, tuple[pddl.TypedName, Source]]
"""objects and variables with their declarations"""


class TermUse(NamedTuple):
    """A use of a term in an atom or a function, with the term's declaration and the expected types."""

    source: Source
    atom: ListNode
    """the predicate or function with its terms, as written"""
    term_number: int
    """the position of the term, from 1"""
    term: pddl.TypedName
    """the declaration of the term: its name and types"""
    declaring_source: Source
    """the file that declares the term"""
    signature: Signature
    """the declaration of the predicate or function"""
    parameter_key: Hashable
    """a key that identifies the parameter for which the term stands"""
    expected_types: tuple[str, ...]
    """the types of the parameter"""

    @property
    def where(self) -> SourceLocation:
        """The place of the term in its file."""
        return self.atom.items[self.term_number]


def find_supertypes(domain: Domain) -> dict[str, set[str]]:
    """Return, for each type, the set of the types above it, including the type itself."""
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


def find_type_errors(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about terms of wrong types.

    If no use of a declaration has a fitting type, one finding reports all of its uses.
    """
    kinds, fitting, wrong = find_supertypes(domain), set[Hashable](), list[TermUse]()
    groups = defaultdict[Hashable, list[TermUse]](list)
    for use in find_term_uses(domain, problem):
        fits = all(kind not in kinds or not kinds[kind].isdisjoint(use.expected_types) for kind in use.term.types)
        if fits or not kinds.keys() >= {*use.expected_types}:
            fitting |= {use.parameter_key, id(use.term)}
        else:
            wrong.append(use)
            for key in (use.parameter_key, id(use.term), (use.term.types, use.expected_types)):
                groups[key].append(use)
            if not use.term.name.startswith("?"):
                groups[use.declaring_source.name, use.term.types, use.expected_types].append(use)
    untyped = [use for use in wrong if use.term.types == ("object",) and id(use.term) not in fitting]
    yield from _find_untyped_names(untyped)
    explained = {id(use) for use in untyped}
    wrong = [use for use in wrong if id(use) not in explained]
    for one, other in _find_exchanged_terms(wrong, kinds):
        if not explained & {id(one), id(other)}:
            how, where, more = _classify_exchange(one, other, fitting, groups, domain)
            edits = _swap_exchanged(how, one, other, domain)
            explained |= {id(use) for use in (one, other, *more)}
            terms, name = join_phrases([f"'{use.term.name}'" for use in (one, other)]), one.signature.name
            label = "lint.fix-swap" if how == "exchanged-terms" else "lint.fix-swap-types"
            fix = format_message(label, terms=terms) if edits else ""
            times = len({id(use.atom) for use in (one, *more)})
            yield make_finding(how, *where, fix, edits, terms=terms, name=name, times=times)
    told = set[int]()
    for use in (use for use in wrong if id(use) not in explained):
        pair, slot, term = groups[use.term.types, use.expected_types], groups[use.parameter_key], groups[id(use.term)]
        kind = _location_of_type(domain, use.term.types)
        key, how, where, group = use, "wrong-type", (use.source, use.where), [use]
        lines = {(one.declaring_source.name, one.term.source_node and one.term.source_node.line) for one in pair}
        if kind and len({one.parameter_key for one in pair}) > 1 and len(lines) > 1:
            key, how, where, group = pair[0], "wrong-type-above", (domain.source, kind), pair
        elif use.parameter_key not in fitting and len({id(one.term) for one in slot}) > 1:
            key, how, where, group = (
                slot[0],
                "wrong-type-of-parameter",
                (domain.source, use.signature.source_node),
                slot,
            )
        elif (
            id(use.term) not in fitting
            and len(alike := groups[use.declaring_source.name, use.term.types, use.expected_types] or term) > 1
        ):
            # Objects with the same wrong type, such as a whole list, are one mistake.
            key, how, where, group = alike[0], "wrong-type-of-name", (use.declaring_source, use.term.source_node), alike
        if id(key) not in told:
            words: dict[str, Any] = {
                "given": pddl.format_types(use.term.types),
                "taken": pddl.format_types(use.expected_types),
            }
            listed = list(dict.fromkeys(f"'{one.term.name}'" for one in group))
            words |= {
                "terms": join_phrases(abbreviate_list(listed, MAX_NAMED_OBJECTS)),
                "has": choose_verb(len(listed), "has", "have"),
            }
            words |= {"term": use.term.name, "name": use.signature.name, "number": use.term_number, "times": len(group)}
            fix, edits = _change_declared_type(how, group, domain)
            yield make_finding(how, *where, fix, edits, **words)
        told.add(id(key))


def _find_exchanged_terms(wrong: Sequence[TermUse], kinds: Mapping[str, set[str]]) -> Iterator[tuple[TermUse, TermUse]]:
    """Yield the pairs of terms of one atom that would both have fitting types if they were swapped.

    ``kinds`` maps each type to the set of the types above it, including itself.
    """

    def fits_parameter_of(one: TermUse, other: TermUse) -> bool:
        return all(kind in kinds and not kinds[kind].isdisjoint(other.expected_types) for kind in one.term.types)

    for _, some in itertools.groupby(wrong, lambda use: id(use.atom)):
        for one, other in itertools.combinations(some, 2):
            if fits_parameter_of(one, other) and fits_parameter_of(other, one):
                yield one, other


def _classify_exchange(
    one: TermUse,
    other: TermUse,
    correct_keys: Collection[Hashable],
    wrong_uses_by_key: Mapping[Hashable, Sequence[TermUse]],
    domain: Domain,
) -> tuple[str, tuple[Source, SourceLocation], Sequence[TermUse]]:
    """Return the kind of finding for two swapped terms, its place, and all wrong uses that it explains.

    The mistake is in the order of the declared parameters, in the types of the two terms, or only in this atom.
    ``correct_keys`` contains the keys of parameters and terms that are used correctly somewhere; ``wrong_uses_by_key`` maps such keys
    to the wrong uses.
    """
    slots = [*wrong_uses_by_key[one.parameter_key], *wrong_uses_by_key[other.parameter_key]]
    if not {one.parameter_key, other.parameter_key} & {*correct_keys} and len({id(use.atom) for use in slots}) > 1:
        return "exchanged-parameters", (domain.source, one.signature.source_node), slots
    terms = [*wrong_uses_by_key[id(one.term)], *wrong_uses_by_key[id(other.term)]]
    if not {id(one.term), id(other.term)} & {*correct_keys} and len({id(use.atom) for use in terms}) > 1:
        return "exchanged-types", (one.declaring_source, one.term.source_node), terms
    return "exchanged-terms", (one.source, one.atom), ()


def _swap_exchanged(how: str, one: TermUse, other: TermUse, domain: Domain) -> tuple[FileEdit, ...]:
    """Return the edits that swap two terms, or the types of their declarations or parameters.

    ``how`` is the kind of the finding. Types are swapped only if each of them belongs to one name alone.
    """
    if how == "exchanged-terms":
        return SourceEditor(one.source).swap(one.atom.items[one.term_number], other.atom.items[other.term_number])
    source = one.declaring_source if how == "exchanged-types" else domain.source
    declared = [
        use.term if how == "exchanged-types" else use.signature.parameters[use.term_number - 1] for use in (one, other)
    ]
    kinds = [_own_type_of(source, name.source_node) for name in declared]
    if one.declaring_source is not other.declaring_source or kinds[0] is None or kinds[1] is None:
        return ()
    return SourceEditor(source).swap(kinds[0], kinds[1])


def _change_declared_type(how: str, uses: Sequence[TermUse], domain: Domain) -> tuple[str, tuple[FileEdit, ...]]:
    """Return the type that all uses show, and the edits that write it in the declaration.

    The declaration is that of a parameter or of names. ``how`` is the kind of the finding. There are no edits if the
    uses show several types, or if the declared type belongs to further names.
    """
    if how == "wrong-type-of-parameter":
        types = {use.term.types for use in uses}
        parameter = uses[0].signature.parameters[uses[0].term_number - 1]
        kinds = [_own_type_of(domain.source, parameter.source_node)]
        source = domain.source
    elif how == "wrong-type-of-name":
        types, source = {use.expected_types for use in uses}, uses[0].declaring_source
        names = {use.term.name for use in uses}
        kinds = [_own_type_of(source, use.term.source_node, names) for use in uses]
    else:
        return "", ()
    found = [kind for kind in kinds if kind is not None]
    if len(types) > 1 or len(found) < len(kinds):
        return "", ()
    fix = pddl.format_types(next(iter(types)))
    return fix, tuple(SourceEditor(source).replace(kind, fix) for kind in found)


def _own_type_of(source: Source, name: SourceLocation, names: Collection[str] = ()) -> SyntaxNode | None:
    """Return the type in the declaration of a name.

    Returns None if the name has no type, or shares the type with a name that is not among ``names``.
    """
    match find_path(source, name)[-2:]:
        case [ListNode(items), WordNode() as found]:
            # A signature begins with the name of its predicate.
            starts_with_name = not str(items[0]).startswith("?") and found.text.startswith("?")
            for group, kind in split_typed_list(items[1:] if starts_with_name else items):
                if found in group:
                    return kind if all(one == found or one.text in names for one in group) else None
    return None


def _find_untyped_names(uses: Sequence[TermUse]) -> Iterator[Finding]:
    """Yield findings about names without a type: one for all objects of a file, one for all variables."""
    groups = defaultdict[Hashable, dict[str, list[TermUse]]](lambda: defaultdict(list))
    for use in sorted(uses, key=lambda use: line_and_column(use.term.source_node)):
        groups[use.declaring_source.name, use.term.name.startswith("?")][use.term.name].append(use)
    for names in groups.values():
        group = [use for some in names.values() for use in some]
        listed = [pddl.TypedName(name, some[0].expected_types) for name, some in names.items()]
        fix = pddl.format_typed_list(listed)
        words = {"names": join_phrases(abbreviate_list([f"'{name}'" for name in names], MAX_NAMED_OBJECTS))}
        words |= {"has": choose_verb(len(names), "has", "have"), "name": group[0].signature.name}
        words["times"] = f" ({len(group)} uses)" if len(group) > 1 else ""
        words["instead"] = (
            fix if len(listed) <= MAX_NAMED_OBJECTS else f"{listed[0].name} - {pddl.format_types(listed[0].types)} …"
        )
        source, place = group[0].declaring_source, group[0].term.source_node
        edits = spread_types(source, place, {one.name: pddl.format_types(one.types) for one in listed})
        yield make_finding("without-type", source, place, fix, edits, **words)


def _location_of_type(domain: Domain, types: tuple[str, ...]) -> SourceLocation:
    """Return the place where a type is declared, or else where it is first named as a parent."""
    words = (
        word
        for section in domain.source.parse().items
        if isinstance(section, ListNode) and section.head == ":types"
        for word in section.items[1:]
    )
    declared = (one.source_node for one in domain.types if (one.name,) == types)
    return next(declared, None) or next((word for word in words if (str(word),) == types), None)


def find_joined_types(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about types that seem to get a parent by mistake, because of a line break.

    In PDDL a line break has no meaning: if ``person`` stands on a line above ``circle square - shape``, then
    ``person`` is a shape. Published domains also break lists like this on purpose. A break counts as a mistake if the
    parent type is expected somewhere, and none of the types on the first line is ever used there.
    """
    kinds, uses = find_supertypes(domain), [*find_term_uses(domain, problem)]
    for names, parent in _find_names_typed_by_next_line(domain.source, ":types"):
        given = [use.term.types for use in uses if parent.text in use.expected_types]
        below = [{one for kind in types for one in kinds.get(kind, ())} for types in given]
        if below and all(one.isdisjoint({name.text for name in names}) for one in below):
            yield _make_joined_finding(domain.source, names, parent, "object")


def find_joined_objects(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about constants and objects that get a type by mistake, because of a line break.

    A break counts as a mistake if the objects on the first line are used, and the type fits none of their uses.
    """
    kinds, uses = find_supertypes(domain), [*find_term_uses(domain, problem)]
    sources = [(domain.source, ":constants"), *([(problem.source, ":objects")] if problem else [])]
    for source, heading in sources:
        for names, parent in _find_names_typed_by_next_line(source, heading):
            listed = {name.text for name in names}
            own = [use for use in uses if use.declaring_source is source and use.term.name in listed]
            if own and all(kinds.get(parent.text, {parent.text}).isdisjoint(use.expected_types) for use in own):
                yield _make_joined_finding(source, names, parent, pddl.format_types(own[0].expected_types))


def _make_joined_finding(source: Source, names: Sequence[WordNode], parent: WordNode, kind: str) -> Finding:
    """Return a finding about names that get the type ``parent`` from the next line, not ``kind``."""
    joined, fix = " and ".join(f"'{name}'" for name in names), f"{' '.join(map(str, names))} - {kind}"
    words = {"joined": joined, "parent": parent, "gets": choose_verb(len(names), "gets", "get"), "instead": fix}
    edits = [SourceEditor(source).insert_after(names[-1], f" - {kind}")]
    return make_finding("joined-types", source, names[0], fix, edits, **words)


def _find_names_typed_by_next_line(source: Source, heading: str) -> Iterator[tuple[list[WordNode], WordNode]]:
    """Yield each line of names that have no type there, with the type that they get from the next line.

    `heading` is the keyword of the section: ``:types``, ``:constants`` or ``:objects``.
    """
    for section in source.parse().items:
        if isinstance(section, ListNode) and section.head == heading:
            waiting, items = list[WordNode](), iter(section.items[1:])
            for item in items:
                if isinstance(item, WordNode) and item.text != "-":
                    waiting.append(item)
                    continue
                parent, lines = next(items, None), sorted({word.line for word in waiting})
                if (
                    isinstance(item, WordNode)
                    and isinstance(parent, WordNode)
                    and len(lines) == 2
                    and lines[1] == item.line
                ):
                    yield [word for word in waiting if word.line == lines[0]], parent
                waiting = []


def find_term_uses(domain: Domain, problem: Problem | None) -> Iterator[TermUse]:
    """Yield the uses of declared terms in declared predicates and functions."""
    listed: list[tuple[tuple[str, str, int], Signature]] = [
        *((("function", one.name, len(one.parameters)), one) for one in domain.functions),
        *((("predicate", one.name, len(one.parameters)), one) for one in domain.predicates),
    ]
    times = Counter(key for key, _ in listed)
    # if a name is declared twice, it is unclear which declaration is meant
    signatures = {key: one for key, one in listed if times[key] == 1}

    def uses_in_part(source: Source, part: pddl.Condition | pddl.Effect, scope: _Scope) -> Iterator[TermUse]:
        if isinstance(part, pddl.Quantified):
            scope = {**scope, **{one.name: (one, source) for one in part.variables}}
        for one in direct_references(part):
            name = one.predicate if isinstance(one, pddl.Atom) else one.name
            kind = "predicate" if isinstance(one, pddl.Atom) else "function"
            signature = signatures.get((kind, name, len(one.terms)))
            if signature is not None and isinstance(one.source_node, ListNode):
                for number, (term, parameter) in enumerate(zip(one.terms, signature.parameters, strict=True), 1):
                    if term in scope:
                        yield TermUse(
                            source, one.source_node, number, *scope[term], signature, id(parameter), parameter.types
                        )
        for inner in pddl.direct_parts(part):
            yield from uses_in_part(source, inner, scope)

    # if an object is declared twice, the first declaration counts, which is last here
    constants = {one.name: (one, domain.source) for one in reversed(domain.constants)}
    for whole in (*domain.derivation_rules, *domain.actions):
        scope = {**constants, **{one.name: (one, domain.source) for one in whole.parameters}}
        for part in (whole.condition,) if isinstance(whole, DerivationRule) else conditions_and_effects_of(whole):
            yield from uses_in_part(domain.source, part, scope)
    if problem is not None:
        scope = {**{one.name: (one, problem.source) for one in reversed(problem.objects)}, **constants}
        values = (
            pddl.NumericComparison("=", function, pddl.NumericConstant(value))
            for function, value in problem.values.items()
        )
        for part in (*problem.facts, *values, problem.goal):
            yield from uses_in_part(problem.source, part, scope)
