"""Edits that insert missing declarations: of predicates, functions, objects, types and parameters."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ferryplan.generator.errors import find_series
from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.expressions import TypedName, format_types
from ferryplan.generator.pddl.linting.source_edits import (
    SourceEditor,
    break_line,
    find_node,
    find_path,
    split_typed_list,
)
from ferryplan.generator.pddl.linting.term_uses import (
    UNTYPED,
    Types,
    accepts_types,
    choose_common_supertype,
    choose_most_specific,
    find_supertypes,
    find_term_uses,
    find_variable_types,
)
from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, action_parts
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import Domain, Problem, Signature

NewDeclaration: TypeAlias = tuple[str, tuple[FileEdit, ...]]
"""a declaration that is missing, and the edits that insert it; none if they cannot be made"""


@dataclass(frozen=True)
class DeclarationEditor:
    """Makes the edits that declare missing predicates, objects and types; types are inferred from uses."""

    domain: Domain
    problem: Problem | None

    @functools.cached_property
    def _object_types(self) -> Mapping[str, Types]:
        objects = (*(self.problem.objects if self.problem is not None else ()), *self.domain.constants)
        return {one.name: one.types for one in objects}

    @functools.cached_property
    def _signatures(self) -> Mapping[tuple[str, int], Signature]:
        return {
            (one.name, len(one.parameters)): one for one in reversed((*self.domain.predicates, *self.domain.functions))
        }

    def declare_signature(self, source: Source, where: SourceLocation, kind: str) -> NewDeclaration:
        """Return the declaration of a predicate or function, and the edits that insert it.

        The predicate or function is used at the given place. ``kind`` is ``predicate`` or ``function``. The types are
        those of the arguments of the use.
        """
        path = find_path(source, where)
        use = path[-1] if path else None
        if not isinstance(use, ListNode) or not use.head:
            return "", ()
        if not all(isinstance(item, WordNode) or item.head == "either" for item in use.items):
            return "", ()  # a misspelled keyword, such as (del (at ?x ?y))
        declaration = self._make_declaration(use, find_variable_types(path))
        edit = SourceEditor(self.domain.source).add_to_section(f":{kind}s", declaration)
        return declaration, (edit,)

    def _make_declaration(self, use: ListNode, variables: Mapping[str, Types]) -> str:
        if any(str(item) == "-" for item in use.items):  # the head of a derivation rule has its types
            return str(use)
        terms = [str(item) for item in use.items[1:] if isinstance(item, WordNode)]
        known = find_supertypes(self.domain).keys()
        found = [variables.get(term) or self._object_types.get(term, UNTYPED) for term in terms]
        types = [kinds if known >= {*kinds} else UNTYPED for kinds in found]
        names = list[str]()
        for term, kinds in zip(terms, types, strict=True):
            base = name = term if term.startswith("?") else f"?{kinds[0][0]}"
            while name in names or (name != term and name in terms):
                name = f"{base}{len(names) + 1}" if name == base else f"{name}x"
            names.append(name)
        listed = [TypedName(name, kinds) for name, kinds in zip(names, types, strict=True)]
        return f"({' '.join((use.head, *_format_parameters(listed)))})"

    def change_parameters(
        self, declaration: SourceLocation, uses: Sequence[tuple[Source, SourceLocation]]
    ) -> NewDeclaration:
        """Return a declaration with one parameter more or fewer, and the edit that writes it.

        All uses fit the new declaration. ``declaration`` is the place of a predicate or function, and ``uses`` are those of the lists in which it is
        used. There is no edit if no parameter can be added or removed, or several with different types.
        """
        source = self.domain.source
        signatures = (*self.domain.predicates, *self.domain.functions)
        old = next((one for one in signatures if one.source_node == declaration), None)
        arguments = [self._argument_types(*use) for use in uses]
        supertypes = find_supertypes(self.domain)
        if old is None or not all({*kinds} <= supertypes.keys() for use in arguments for kinds in use):
            return "", ()
        options = dict[tuple[Types, ...], list[TypedName]]()
        for at in range(max(len(old.parameters), len(arguments[0]))):
            parameters = [*old.parameters]
            if len(arguments[0]) > len(parameters):
                types = choose_common_supertype([use[at] for use in arguments], supertypes) or UNTYPED
                parameters.insert(at, TypedName(_choose_variable(types, parameters), types))
            else:
                del parameters[at]
            pairs = [pair for use in arguments for pair in zip(parameters, use, strict=False)]
            if len(parameters) == len(arguments[0]) and all(
                accepts_types(parameter.types, kinds, supertypes) for parameter, kinds in pairs
            ):
                options[tuple(one.types for one in parameters)] = parameters
        node = find_node(source, declaration)
        if len(options) != 1 or node is None or ";" in SourceEditor(source).text_of(node):
            return "", ()
        [parameters] = options.values()
        written = f"({' '.join((old.name, *_format_parameters(parameters)))})"
        return written, (SourceEditor(source).replace(node, written),)

    def _argument_types(self, source: Source, where: SourceLocation) -> list[Types]:
        """Return the types of the arguments in a use of a predicate or function; ``object`` for unknown ones."""
        path = find_path(source, where)
        variables = find_variable_types(path)
        items = path[-1].items[1:] if path and isinstance(path[-1], ListNode) else ()
        return [variables.get(str(item)) or self._object_types.get(str(item), UNTYPED) for item in items]

    def has_signature(self, name: str, use: SourceLocation) -> bool:
        """Return whether a predicate or function with a name takes as many terms as a use has."""
        return isinstance(use, ListNode) and (name, len(use.items) - 1) in self._signatures

    def types_expected_at(self, source: Source, where: SourceLocation) -> Types:
        """Return the types that the predicate or function around a term expects; ``object`` if it is unknown."""
        path = find_path(source, where)
        match path[-2:]:
            case [ListNode((WordNode("="), left, right)), term]:  # both terms of an equation have one type
                other = str(right if term is left else left)
                return find_variable_types(path).get(other) or self._object_types.get(other, UNTYPED)
            case [ListNode((WordNode(name), *terms)), term] if (name, len(terms)) in self._signatures and term in terms:
                return self._signatures[name, len(terms)].parameters[terms.index(term)].types
            case _:
                return UNTYPED

    def declare_object(self, name: str, uses: Sequence[tuple[Source, SourceLocation]]) -> NewDeclaration:
        """Return the declaration of an object, and the edit that inserts it.

        ``uses`` are the files and places where it is used. An object that the domain mentions becomes a constant.
        Beside ``b1`` and ``b2``, an object ``b4`` gets their type, if all uses accept it.
        """
        in_domain = next((source for source, _ in uses if source.name == self.domain.source.name), None)
        expected, supertypes = [self.types_expected_at(*use) for use in uses], find_supertypes(self.domain)
        series = {self._object_types[one] for one in find_series(name, self._object_types)}
        fitting = [one for one in series if all(accepts_types(types, one, supertypes) for types in expected)]
        types = fitting[0] if len(series) == 1 and fitting else choose_most_specific(expected, supertypes) or UNTYPED
        if in_domain is not None:
            return self._add_name(in_domain, ":constants", name, types)
        return self._add_name(uses[0][0], ":objects", name, types)

    def declare_type(self, name: str) -> NewDeclaration:
        """Return the declaration of a type, and the edit that inserts it.

        The type above it is the one that predicates expect where names of the type are used.
        """
        uses = (use for use in find_term_uses(self.domain, self.problem) if name in use.term.types)
        expected = (use.expected_types for use in uses if name not in use.expected_types)
        types = choose_most_specific(expected, find_supertypes(self.domain)) or UNTYPED
        return self._add_name(self.domain.source, ":types", name, types)

    def _add_name(self, source: Source, keyword: str, name: str, types: Types) -> NewDeclaration:
        editor = SourceEditor(source)
        section = editor.find_section(keyword)
        is_typed = types != UNTYPED
        written = f"{name} - {format_types(types)}" if is_typed else name
        at_beginning = is_typed and section is not None and _has_untyped_name(section.items[1:])
        return written, (editor.add_to_section(keyword, written, at_beginning),)

    def declare_parameters(self, source: Source, uses: Sequence[tuple[str, SourceLocation]]) -> NewDeclaration:
        """Return the declarations of variables as parameters of an action, and the edit that adds them.

        ``uses`` are the names of the variables, each with the place of a use.
        """
        action = next(iter(find_path(source, uses[0][1])[1:]), None)
        if not isinstance(action, ListNode) or action.head not in ACTIONS:
            return "", ()
        named = [TypedName(name, self.types_expected_at(source, where)) for name, where in dict(uses).items()]
        editor, declared = SourceEditor(source), " ".join(_format_parameters(named))
        match dict(action_parts(action)).get(":parameters"):
            case [ListNode((first, *_) as items), *_]:
                if any(one.types != UNTYPED for one in named) and _has_untyped_name(items):
                    declared = " ".join(f"{one.name} - {format_types(one.types)}" for one in named)
                    return declared, (editor.insert_before(first, f"{declared} "),)
                return declared, (editor.insert_in_list(items, items[-1], declared),)
            case [ListNode() as empty, *_]:
                return declared, (editor.insert(editor.start_of(empty) + 1, declared),)
        parameters = f"{break_line(action.column + 2)}:parameters ({declared})"
        return declared, (editor.insert_after(action.items[1], parameters),)


def _choose_variable(types: Types, others: Sequence[TypedName]) -> str:
    """Name a new parameter after its type, such as ``?truck``, or ``?truck2`` if that name is taken."""
    names = {one.name for one in others}
    options = (f"?{types[0]}{number}" for number in itertools.chain([""], itertools.count(2)))
    return next(one for one in options if one not in names)


def _has_untyped_name(items: Sequence[SyntaxNode]) -> bool:
    """Return whether names at the end of a list have no type.

    They would get the type of a name after them.
    """
    return any(kind is None for _, kind in split_typed_list(items))


def _format_parameters(names: Sequence[TypedName]) -> Iterator[str]:
    """Yield the words of a list of names with types; neighbors with the same types share one type."""
    typed = any(one.types != UNTYPED for one in names)
    for number, one in enumerate(names, 1):
        after = names[number] if number < len(names) else None
        yield one.name
        last_of_group = after is None or after.types != one.types
        if typed and last_of_group and not (after is None and one.types == UNTYPED):
            yield f"- {format_types(one.types)}"


def rename_uses(source: Source, places: Iterable[SourceLocation], name: str) -> tuple[FileEdit, ...]:
    """Return the edits that write another name at the places of its uses.

    A place is that of the name itself, or of the list that begins with it.
    """
    nodes = [find_node(source, where) for where in places]
    words = [node.items[0] if isinstance(node, ListNode) and node.head else node for node in nodes]
    return join_edits(SourceEditor(source).replace(word, name) for word in words if isinstance(word, WordNode))
