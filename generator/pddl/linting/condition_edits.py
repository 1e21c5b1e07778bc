"""Edits of the conditions, effects and variables of actions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.linting.source_edits import (
    SourceEditor,
    break_line,
    find_node,
    find_path,
    split_typed_list,
)
from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, CONDITIONS, action_parts
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode


def remove_literal(source: Source, where: SourceLocation) -> tuple[FileEdit, ...]:
    """Return the edit that removes an atom, with its ``not``, from the ``and`` around it.

    There is no edit if the atom is not a part of an ``and``, or its only part.
    """
    path = find_path(source, where)
    if len(path) > 1 and isinstance(path[-2], ListNode) and path[-2].head == "not":
        path.pop()
    match path[-2:]:
        case [ListNode((WordNode("and"), _, _, *_)), ListNode() as literal]:
            return (SourceEditor(source).remove(literal),)
    return ()


def unwrap_junction(source: Source, where: SourceLocation) -> tuple[FileEdit, ...]:
    """Return the edits that write the only part of an ``and`` or ``or`` without it.

    The place is one within this part."""
    for node in reversed(find_path(source, where)):
        match node:
            case ListNode((WordNode("and" | "or"), part)):
                return SourceEditor(source).unwrap(node, part)
    return ()


def remove_nested_and(source: Source, inner: ListNode) -> tuple[FileEdit, ...]:
    """Return the edits that move the parts of an ``and`` into the ``and`` around it."""
    editor, (_, *parts) = SourceEditor(source), inner.items
    return editor.unwrap(inner, parts[0], parts[-1]) if parts else (editor.remove(inner),)


def remove_quantified_variable(source: Source, variable: SourceLocation) -> tuple[FileEdit, ...]:
    """Return the edits that remove a variable from its quantifier.

    A quantifier that is left without a variable is removed, too."""
    match find_path(source, variable)[-3:]:
        case [ListNode((WordNode("forall" | "exists"), _, part)) as quantified, ListNode(listed), WordNode() as name]:
            names = [item for item in listed if isinstance(item, WordNode) and item.text.startswith("?")]
            editor = SourceEditor(source)
            return editor.unwrap(quantified, part) if len(names) == 1 else editor.remove_names(listed, [name])
    return ()


def remove_parameter(source: Source, parameter: SourceLocation) -> tuple[FileEdit, ...]:
    """Return the edits that remove a parameter from its list, with its type."""
    match find_path(source, parameter)[-2:]:
        case [ListNode(listed), WordNode() as name]:
            return SourceEditor(source).remove_names(listed, [name])
    return ()


def add_precondition(source: Source, action: SourceLocation, condition: str) -> tuple[FileEdit, ...]:
    """Return the edits that add literals, separated by spaces, to the precondition of an action."""
    node, editor = find_node(source, action), SourceEditor(source)
    if not isinstance(node, ListNode) or node.head != ":action":
        return ()
    whole = condition if condition.count("(not") == 1 else f"(and {condition})"
    match dict(action_parts(node)).get(":precondition"):
        case [ListNode((WordNode("and"), _, *_) as items), *_]:
            return (editor.insert_in_list(items, items[-1], condition),)
        case [ListNode((_, *_)) as old, *_]:
            return editor.insert_before(old, "(and "), editor.insert_after(old, f" {condition})")
        case [ListNode() as empty, *_]:
            return (editor.replace(empty, whole),)
    keywords = (item for item in node.items if isinstance(item, WordNode) and item.text == ":effect")
    return tuple(editor.insert_before(one, f":precondition {whole}{break_line(one.column)}") for one in [*keywords][:1])


def rename_in_rule(source: Source, where: SourceLocation, old: str, new: str) -> tuple[FileEdit, ...]:
    """Return the edits that write another variable in the rule around a place.

    A rule is a part of the whole precondition. There are no edits if the rule names the new variable already.
    """
    path, conditions = find_path(source, where), list[ListNode]()
    for node in path:
        if isinstance(node, ListNode) and node.head in ACTIONS:
            conditions = [group for keyword, groups in action_parts(node) if keyword in CONDITIONS for group in groups]
    inner = itertools.dropwhile(lambda node: node not in conditions, path)
    rule = next((node for node in inner if not isinstance(node, ListNode) or node.head != "and"), None)
    words = [*_words_of(rule)] if rule is not None else []
    editor = SourceEditor(source)
    return () if new in map(str, words) else join_edits(editor.replace(one, new) for one in words if one.text == old)


def _words_of(node: SyntaxNode) -> Iterator[WordNode]:
    if isinstance(node, WordNode):
        yield node
    else:
        for item in node.items:
            yield from _words_of(item)


def write_types(source: Source, types: Mapping[SyntaxNode, str]) -> tuple[FileEdit, ...]:
    """Return the edits that write new types for some names of a typed list; other names keep their types.

    ``types`` maps the words of the names in their declarations to the types.
    """
    editor, edits = SourceEditor(source), list[FileEdit]()
    for listed in dict.fromkeys(one for name in types for one in find_path(source, name)[-2:-1]):
        items = listed.items if isinstance(listed, ListNode) else ()
        # A section begins with its keyword, and a signature with the name of its predicate.
        begins_with_names = str(items[0]).startswith("?")
        for group, kind in split_typed_list(items if begins_with_names else items[1:]):
            old = "object" if kind is None else editor.text_of(kind)
            own = [types.get(name, old) for name in group]
            for name, written, following in zip(group, own, [*own[1:], old], strict=True):
                if written == following:
                    continue
                if kind is not None and name is group[-1]:
                    edits.append(editor.replace(kind, written))
                else:
                    edits.append(editor.insert_after(name, f" - {written}"))
    return join_edits(edits)
