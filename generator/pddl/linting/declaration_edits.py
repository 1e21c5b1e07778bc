"""Edits that insert missing declarations: of predicates, functions, objects, types and parameters."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.expressions import TypedName, format_types
from ferryplan.generator.pddl.linting.source_edits import (
    SourceEditor,
    break_line,
    find_node,
    find_path,
    split_typed_list,
)
from ferryplan.generator.pddl.linting.type_checks import find_supertypes, find_term_uses
from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, action_parts
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import Domain, Problem, Signature

NewDeclaration: TypeAlias = tuple[str, tuple[FileEdit, ...]]
"""a declaration that is missing, and the edits that insert it; none if they cannot be made"""
_UNTYPED = ("object",)


@dataclass(frozen=True)
class DeclarationEditor:
    """Makes the edits that declare missing predicates, objects and types; types are inferred from uses."""

    domain: Domain
    problem: Problem | None

    @functools.cached_property
    def _object_types(self) -> Mapping[str, tuple[str, ...]]:
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
        declaration = self._make_declaration(use, _variable_types(path))
        edit = SourceEditor(self.domain.source).add_to_section(f":{kind}s", declaration)
        return declaration, (edit,)

    def _make_declaration(self, use: ListNode, variables: Mapping[str, tuple[str, ...]]) -> str:
        if any(str(item) == "-" for item in use.items):  # the head of a derivation rule has its types
            return str(use)
        terms = [str(item) for item in use.items[1:] if isinstance(item, WordNode)]
        known = find_supertypes(self.domain).keys()
        found = [variables.get(term) or self._object_types.get(term, _UNTYPED) for term in terms]
        types = [kinds if known >= {*kinds} else _UNTYPED for kinds in found]
        names = list[str]()
        for term, kinds in zip(terms, types, strict=True):
            base = name = term if term.startswith("?") else f"?{kinds[0][0]}"
            while name in names or (name != term and name in terms):
                name = f"{base}{len(names) + 1}" if name == base else f"{name}x"
            names.append(name)
        listed = [TypedName(name, kinds) for name, kinds in zip(names, types, strict=True)]
        return f"({' '.join((use.head, *_format_parameters(listed)))})"

    def has_signature(self, name: str, use: SourceLocation) -> bool:
        """Return whether a predicate or function with a name takes as many terms as a use has."""
        return isinstance(use, ListNode) and (name, len(use.items) - 1) in self._signatures

    def types_expected_at(self, source: Source, where: SourceLocation) -> tuple[str, ...]:
        """Return the types that the predicate or function around a term expects; ``object`` if it is unknown."""
        path = find_path(source, where)
        match path[-2:]:
            case [ListNode((WordNode("="), left, right)), term]:  # both terms of an equation have one type
                other = str(right if term is left else left)
                return _variable_types(path).get(other) or self._object_types.get(other, _UNTYPED)
            case [ListNode((WordNode(name), *terms)), term] if (name, len(terms)) in self._signatures and term in terms:
                return self._signatures[name, len(terms)].parameters[terms.index(term)].types
            case _:
                return _UNTYPED

    def declare_object(self, name: str, uses: Sequence[tuple[Source, SourceLocation]]) -> NewDeclaration:
        """Return the declaration of an object, and the edit that inserts it.

        ``uses`` are the files and places where it is used. An object that the domain mentions becomes a constant.
        """
        in_domain = next((source for source, _ in uses if source.name == self.domain.source.name), None)
        types = self._choose_most_specific(self.types_expected_at(source, where) for source, where in uses)
        if in_domain is not None:
            return self._add_name(in_domain, ":constants", name, types)
        return self._add_name(uses[0][0], ":objects", name, types)

    def _choose_most_specific(self, expected: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """Return the one of several types that is a subtype of all others; ``object`` if there is none."""
        options, above = list(dict.fromkeys(expected)), find_supertypes(self.domain)
        for types in options:
            kinds = set[str]().union(*(above.get(kind, {kind, "object"}) for kind in types))
            if all(not kinds.isdisjoint(other) for other in options):
                return types
        return _UNTYPED

    def declare_type(self, name: str) -> NewDeclaration:
        """Return the declaration of a type, and the edit that inserts it.

        The type above it is the one that predicates expect where names of the type are used.
        """
        uses = (use for use in find_term_uses(self.domain, self.problem) if name in use.term.types)
        expected = (use.expected_types for use in uses if name not in use.expected_types)
        return self._add_name(self.domain.source, ":types", name, self._choose_most_specific(expected))

    def _add_name(self, source: Source, keyword: str, name: str, types: tuple[str, ...]) -> NewDeclaration:
        editor = SourceEditor(source)
        section = editor.find_section(keyword)
        is_typed = types != _UNTYPED
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
                if any(one.types != _UNTYPED for one in named) and _has_untyped_name(items):
                    declared = " ".join(f"{one.name} - {format_types(one.types)}" for one in named)
                    return declared, (editor.insert_before(first, f"{declared} "),)
                return declared, (editor.insert_in_list(items, items[-1], declared),)
            case [ListNode() as empty, *_]:
                return declared, (editor.insert(editor.start_of(empty) + 1, declared),)
        parameters = f"{break_line(action.column + 2)}:parameters ({declared})"
        return declared, (editor.insert_after(action.items[1], parameters),)


def _has_untyped_name(items: Sequence[SyntaxNode]) -> bool:
    """Return whether names at the end of a list have no type.

    They would get the type of a name after them.
    """
    return any(kind is None for _, kind in split_typed_list(items))


def _format_parameters(names: Sequence[TypedName]) -> Iterator[str]:
    """Yield the words of a list of names with types; neighbors with the same types share one type."""
    typed = any(one.types != _UNTYPED for one in names)
    for number, one in enumerate(names, 1):
        after = names[number] if number < len(names) else None
        yield one.name
        last_of_group = after is None or after.types != one.types
        if typed and last_of_group and not (after is None and one.types == _UNTYPED):
            yield f"- {format_types(one.types)}"


def _variable_types(path: Iterable[SyntaxNode]) -> dict[str, tuple[str, ...]]:
    """Return the types of the variables that can be used at a place of a file, given the path to it."""
    found = dict[str, tuple[str, ...]]()
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
                    types = _UNTYPED
            found |= {name.text: types for name in names}
    return found


def rename_uses(source: Source, places: Iterable[SourceLocation], name: str) -> tuple[FileEdit, ...]:
    """Return the edits that write another name at the places of its uses.

    A place is that of the name itself, or of the list that begins with it.
    """
    nodes = [find_node(source, where) for where in places]
    words = [node.items[0] if isinstance(node, ListNode) and node.head else node for node in nodes]
    return join_edits(SourceEditor(source).replace(word, name) for word in words if isinstance(word, WordNode))
