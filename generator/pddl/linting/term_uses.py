"""The uses of declared terms in predicates and functions, and the types that they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of
from ferryplan.generator.pddl.linting.source_edits import split_typed_list
from ferryplan.generator.pddl.normal_form import direct_references
from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, action_parts
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import DerivationRule, Domain, Problem, Signature

Types: TypeAlias = tuple[str, ...]
"""the type of a name; several types mean ``(either …)``"""
UNTYPED: Types = ("object",)
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
    expected_types: Types
    """the types of the parameter"""

    @property
    def parameter(self) -> pddl.TypedName:
        """The declared parameter for which the term stands."""
        return self.signature.parameters[self.term_number - 1]

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


def accepts_types(expected: Types, types: Types, supertypes: Mapping[str, set[str]]) -> bool:
    """Return whether a term of some types may stand where other types are expected."""
    return all(not supertypes.get(kind, {kind, *UNTYPED}).isdisjoint(expected) for kind in types)


def choose_most_specific(options: Iterable[Types], supertypes: Mapping[str, set[str]]) -> Types | None:
    """Return the first of several types that all others accept; None if there is none."""
    each = list(dict.fromkeys(options))
    return next((types for types in each if all(accepts_types(other, types, supertypes) for other in each)), None)


def choose_common_supertype(options: Sequence[Types], supertypes: Mapping[str, set[str]]) -> Types | None:
    """Return the lowest type above several types.

    Returns None if only ``object`` is above all of them, or if there are several lowest types.
    """
    common = set.intersection(*(supertypes[kind] for types in options for kind in types)).difference(UNTYPED)
    return next(((one,) for one in sorted(common) if common <= supertypes[one]), None)


def find_variable_types(path: Iterable[SyntaxNode]) -> dict[str, Types]:
    """Return the types of the variables that can be used at a place of a file, given the path to it."""
    found = dict[str, Types]()
    for node in path:
        listed: Sequence[SyntaxNode] = ()
        match node:
            case ListNode((WordNode(head), _, *_)) if head in ACTIONS:
                listed = [item for group in dict(action_parts(node)).get(":parameters", ()) for item in group.items]
            case ListNode((WordNode(":derived"), ListNode(head), *_)):
                listed = head[1:]
            case ListNode((WordNode("forall" | "exists"), ListNode(variables), *_)):
                listed = variables
            case _:
                pass
        for names, kind in split_typed_list(listed):
            match kind:
                case ListNode((_, *options)):
                    types = tuple(map(str, options))
                case WordNode(text):
                    types = (text,)
                case _:
                    types = UNTYPED
            found |= {name.text: types for name in names}
    return found


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
