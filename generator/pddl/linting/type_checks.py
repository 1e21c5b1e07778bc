"""Type checks of the terms of predicates and functions."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.linting.argument_corrections import ArgumentCorrector, suggest_corrections
from ferryplan.generator.pddl.linting.condition_edits import write_types
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_path
from ferryplan.generator.pddl.linting.term_uses import (
    UNTYPED,
    TermUse,
    Types,
    accepts_types,
    choose_common_supertype,
    choose_most_specific,
    find_supertypes,
    find_term_uses,
)
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, line_and_column
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.wording import abbreviate_list, choose_verb, join_phrases

MAX_NAMED_OBJECTS = 12
"""the maximum number of objects without a type that a message names"""
_Key = TypeVar("_Key", bound=Hashable)


def find_type_errors(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about terms of wrong types.

    If no use of a declaration has a fitting type, one finding reports all of its uses.
    """
    checker = _TypeChecker(domain, problem)
    yield from checker.find_untyped_names()
    yield from checker.find_exchanged_terms()
    yield from checker.find_wrong_supertypes(2)
    yield from checker.find_wrong_parameters()
    yield from checker.find_wrong_supertypes(1)
    yield from checker.find_wrong_declarations()
    yield from checker.find_wrong_terms()


class _TypeChecker:
    """Finds the terms of wrong types in a domain and a problem, and what explains several of them."""

    def __init__(self, domain: Domain, problem: Problem | None) -> None:
        self.domain, self.supertypes = domain, find_supertypes(domain)
        self.corrector = ArgumentCorrector(domain, problem)
        self.wrong = list[TermUse]()
        """the uses of wrong types that no finding explains yet"""
        self._fitting = set[Hashable]()
        """the parameters and terms that have a use of the right type"""
        self._groups = defaultdict[Hashable, list[TermUse]](list)
        """the uses of wrong types by their parameters and by their terms"""
        self._types_at = defaultdict[Hashable, set[Types]](set)
        """the types of all terms that stand for each parameter"""
        for use in find_term_uses(domain, problem):
            if not self.supertypes.keys() >= {*use.term.types, *use.expected_types}:
                self._fitting |= {use.parameter_key, id(use.term)}
                continue
            self._types_at[use.parameter_key].add(use.term.types)
            if accepts_types(use.expected_types, use.term.types, self.supertypes):
                self._fitting |= {use.parameter_key, id(use.term)}
            else:
                self.wrong.append(use)
                self._groups[use.parameter_key].append(use)
                self._groups[id(use.term)].append(use)
        self._needed = self._find_needed_types(problem) if self.wrong else {}

    def _find_needed_types(self, problem: Problem | None) -> Mapping[int, Types | None]:
        """Return for each wrong term the type that all its uses accept; None if there is none."""
        expected = defaultdict[int, list[Types]](list)
        terms = {id(use.term) for use in self.wrong}
        for use in find_term_uses(self.domain, problem):
            if id(use.term) in terms and self.supertypes.keys() >= {*use.expected_types}:
                expected[id(use.term)].append(use.expected_types)
        return {term: choose_most_specific(some, self.supertypes) for term, some in expected.items()}

    def find_untyped_names(self) -> Iterator[Finding]:
        """Yield findings about names without a type: one for all objects of a file, one for all variables."""
        groups = defaultdict[Hashable, dict[str, list[TermUse]]](lambda: defaultdict(list))
        untyped = [use for use in self.wrong if use.term.types == UNTYPED and id(use.term) not in self._fitting]
        for use in sorted(untyped, key=lambda use: line_and_column(use.term.source_node)):
            groups[use.declaring_source.name, use.term.name.startswith("?")][use.term.name].append(use)
        for names in groups.values():
            group = [use for some in names.values() for use in some]
            types = [self._needed[id(some[0].term)] or some[0].expected_types for some in names.values()]
            listed = [pddl.TypedName(name, own) for name, own in zip(names, types, strict=True)]
            fix = pddl.format_typed_list(listed)
            words = {"names": join_phrases(abbreviate_list([f"'{name}'" for name in names], MAX_NAMED_OBJECTS))}
            words |= {"has": choose_verb(len(names), "has", "have"), "name": group[0].signature.name}
            words["times"] = f" ({len(group)} uses)" if len(group) > 1 else ""
            words["instead"] = (
                fix
                if len(listed) <= MAX_NAMED_OBJECTS
                else f"{listed[0].name} - {pddl.format_types(listed[0].types)} …"
            )
            source, place = group[0].declaring_source, group[0].term.source_node
            edits = _change_types(source, zip((some[0].term for some in names.values()), types, strict=True))
            yield make_finding("without-type", source, place, fix, edits, **words)
        self._explain(id(use) for use in untyped)

    def _explain(self, uses: Iterable[int]) -> None:
        """Leave out uses, given by their identity, from further findings."""
        explained = {*uses}
        self.wrong = [use for use in self.wrong if id(use) not in explained]

    def find_exchanged_terms(self) -> Iterator[Finding]:
        """Yield findings about pairs of terms of one atom that each have the type that the other needs."""
        explained = set[int]()
        for one, other in self._find_exchanged_pairs():
            if not explained & {id(one), id(other)}:
                how, where, more = self._classify_exchange(one, other)
                edits = self._swap_exchanged(how, one, other)
                explained |= {id(use) for use in (one, other, *more)}
                terms, name = join_phrases([f"'{use.term.name}'" for use in (one, other)]), one.signature.name
                label = "lint.fix-swap" if how == "exchanged-terms" else "lint.fix-swap-types"
                fix = format_message(label, terms=terms) if edits else ""
                times = len({id(use.atom) for use in (one, *more)})
                yield make_finding(how, *where, fix, edits, terms=terms, name=name, times=times)
        self._explain(explained)

    def _find_exchanged_pairs(self) -> Iterator[tuple[TermUse, TermUse]]:
        """Yield the pairs of terms of one atom that would both have fitting types if they were swapped."""
        for _, some in itertools.groupby(self.wrong, lambda use: id(use.atom)):
            for one, other in itertools.combinations(some, 2):
                if all(
                    accepts_types(wanting.expected_types, given.term.types, self.supertypes)
                    for wanting, given in ((one, other), (other, one))
                ):
                    yield one, other

    def _classify_exchange(
        self, one: TermUse, other: TermUse
    ) -> tuple[str, tuple[Source, SourceLocation], Sequence[TermUse]]:
        """Return the kind of finding for two swapped terms, its place, and all wrong uses that it explains.

        The mistake is in the order of the declared parameters, in the types of the two terms, or only in this atom.
        """
        slots = [*self._groups[one.parameter_key], *self._groups[other.parameter_key]]
        if not {one.parameter_key, other.parameter_key} & self._fitting and len({id(use.atom) for use in slots}) > 1:
            return "exchanged-parameters", (self.domain.source, one.signature.source_node), slots
        terms = [*self._groups[id(one.term)], *self._groups[id(other.term)]]
        if not {id(one.term), id(other.term)} & self._fitting and len({id(use.atom) for use in terms}) > 1:
            return "exchanged-types", (one.declaring_source, one.term.source_node), terms
        return "exchanged-terms", (one.source, one.atom), ()

    def _swap_exchanged(self, how: str, one: TermUse, other: TermUse) -> tuple[FileEdit, ...]:
        """Return the edits that swap two terms, or the types of their declarations or parameters.

        ``how`` is the kind of the finding.
        """
        if how == "exchanged-terms":
            return SourceEditor(one.source).swap(one.atom.items[one.term_number], other.atom.items[other.term_number])
        first, second = (one.parameter, other.parameter) if how == "exchanged-parameters" else (one.term, other.term)
        source = self.domain.source if how == "exchanged-parameters" else one.declaring_source
        if how == "exchanged-types" and one.declaring_source is not other.declaring_source:
            return ()
        return _change_types(source, [(first, second.types), (second, first.types)])

    def find_wrong_supertypes(self, signature_count: int) -> Iterator[Finding]:
        """Yield findings about types that should be subtypes of others.

        Names of such a type are declared at several places, and ``signature_count`` or more predicates and functions
        refuse them.
        """
        for given, uses in self._group_uses(lambda use: use.term.types):
            taken = choose_most_specific([use.expected_types for use in uses], self.supertypes)
            declarations = {self._locate_declaration(use) for use in uses}
            place = _find_type(self.domain, given)
            if (
                taken
                and place
                and len(declarations) > 1
                and len({id(use.signature) for use in uses}) >= signature_count
            ):
                fix, edits = self._add_supertype([given], taken)
                yield self._make_finding("wrong-type-above", (self.domain.source, place), uses, fix, edits, taken)
                self._explain(map(id, uses))

    def find_wrong_parameters(self) -> Iterator[Finding]:
        """Yield findings about the types of parameters of predicates and functions.

        Either no argument has such a type, or there are arguments of other types that are declared at several places.
        """
        wrong = {
            key
            for key, uses in self._group_uses(lambda use: use.parameter_key)
            if (len({id(use.term) for use in uses}) > 1 and key not in self._fitting)
            or (len({self._locate_declaration(use) for use in uses}) > 1 and self._find_supertype([key]))
        }
        for _, uses in self._group_uses(lambda use: (id(use.signature), use.expected_types)):
            uses = [use for use in uses if use.parameter_key in wrong]
            if not uses:
                continue
            parameters = {use.parameter_key: use.parameter for use in uses}
            given, types = list(dict.fromkeys(use.term.types for use in uses)), self._find_supertype([*parameters])
            if types is not None:
                edits = _change_types(self.domain.source, [(one, types) for one in parameters.values()])
                fix = pddl.format_types(types)
            else:
                fix, edits = self._add_supertype(given, uses[0].expected_types)
            place = self.domain.source, uses[0].signature.source_node
            yield self._make_finding("wrong-type-of-parameter", place, uses, fix, edits, uses[0].expected_types)
            self._explain(map(id, uses))

    def find_wrong_declarations(self) -> Iterator[Finding]:
        """Yield findings about names that should be declared with another type, as all their uses accept it.

        These are objects of one file, or variables of one list.
        """
        for _, uses in self._group_uses(lambda use: (*self._locate_declaration(use), self._needed[id(use.term)])):
            types = self._needed[id(uses[0].term)]
            if types is not None and len(uses) > 1:
                source = uses[0].declaring_source
                edits = _change_types(source, [(use.term, types) for use in uses])
                place, fix = (source, uses[0].term.source_node), pddl.format_types(types)
                yield self._make_finding("wrong-type-of-name", place, uses, fix, edits, types)
                self._explain(map(id, uses))

    def find_wrong_terms(self) -> Iterator[Finding]:
        """Yield findings about all other uses, with the names or declarations that may be meant."""
        for use in self.wrong:
            types = self._needed[id(use.term)]
            corrections = self.corrector.list_corrections(use.source, use.atom, may_stay=types is not None)
            declared = f"{use.term.name} - {pddl.format_types(types or UNTYPED)}"
            fix, edits = "", tuple[FileEdit, ...]()
            if len(corrections) == 1:
                fix, edits = corrections[0].term, corrections[0].edits
            if len(corrections) == 1 and not edits:
                fix = format_message("lint.fix-declare", declaration=declared)
                edits = _change_types(use.declaring_source, [(use.term, types or UNTYPED)])
            hint = suggest_corrections([one.term or declared for one in corrections])
            yield self._make_finding("wrong-type", (use.source, use.where), [use], fix, edits, use.expected_types, hint)

    def _group_uses(self, key: Callable[[TermUse], _Key]) -> Iterable[tuple[_Key, list[TermUse]]]:
        """Group the wrong uses that no finding explains yet by the value of ``key`` for each use."""
        groups = defaultdict[_Key, list[TermUse]](list)
        for use in self.wrong:
            groups[key(use)].append(use)
        return groups.items()

    def _locate_declaration(self, use: TermUse) -> tuple[Hashable, ...]:
        """Return a key of a declaration: equal for objects of one file or variables of one list, by type."""
        path = find_path(use.declaring_source, use.term.source_node) if use.term.name.startswith("?") else []
        return use.declaring_source.name, *map(line_and_column, path[-2:-1]), use.term.types

    def _find_supertype(self, parameters: Sequence[Hashable]) -> Types | None:
        """Return the lowest type of which all arguments for some parameters are; None if there is none."""
        return choose_common_supertype([types for key in parameters for types in self._types_at[key]], self.supertypes)

    def _add_supertype(self, types: Sequence[Types], supertype: Types) -> tuple[str, tuple[FileEdit, ...]]:
        """Return the label and the edits of the fix that gives a supertype to types without one."""
        declared = [one for one in self.domain.types if (one.name,) in types and one.types == UNTYPED]
        if (
            len(declared) < len(types)
            or len(supertype) > 1
            or any(one.name in self.supertypes[supertype[0]] for one in declared)
        ):
            return "", ()
        return (
            f"{' '.join(one.name for one in declared)} - {supertype[0]}",
            _change_types(self.domain.source, [(one, supertype) for one in declared]),
        )

    def _make_finding(
        self,
        kind: str,
        place: tuple[Source, SourceLocation],
        uses: Sequence[TermUse],
        fix: str,
        edits: Sequence[FileEdit],
        expected: Types,
        hint: str = "",
    ) -> Finding:
        """Return a finding about terms of wrong types; ``expected`` is the type that they should have."""
        first, names = uses[0], list(dict.fromkeys(f"'{use.term.name}'" for use in uses))
        numbers = [str(one) for one in sorted({use.term_number for use in uses})]
        words: dict[str, Any] = {
            "given": join_phrases(list(dict.fromkeys(f"'{pddl.format_types(use.term.types)}'" for use in uses)), "or"),
            "taken": pddl.format_types(expected),
            "terms": join_phrases(abbreviate_list(names, MAX_NAMED_OBJECTS)),
            "has": choose_verb(len(names), "has", "have"),
            "term": first.term.name,
            "name": first.signature.name,
            "numbers": join_phrases(numbers),
            "parameters": choose_verb(len(numbers), "parameter", "parameters"),
            "have": choose_verb(len(numbers), "has", "have"),
            "times": len(uses),
            "hint": hint,
        }
        return make_finding(kind, *place, fix, edits, **words)


def _change_types(source: Source, types: Iterable[tuple[pddl.TypedName, Types]]) -> tuple[FileEdit, ...]:
    """Return the edits that give other types to declared names."""
    return write_types(source, {one.source_node: pddl.format_types(own) for one, own in types if one.source_node})


def _find_type(domain: Domain, types: Types) -> SourceLocation:
    """Return the place where a type is declared, or else where it is first named as a parent."""
    words = (
        word
        for section in domain.source.parse().items
        if isinstance(section, ListNode) and section.head == ":types"
        for word in section.items[1:]
    )
    declared = (one.source_node for one in domain.types if (one.name,) == types)
    return next(declared, None) or next((word for word in words if (str(word),) == types), None)
