"""Edits of the conditions, effects and variables of actions."""

from __future__ import annotations

from collections.abc import Mapping

from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_path, split_typed_list
from ferryplan.generator.pddl.slips.pddl_file import CONDITIONS, action_parts
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
    if len(inner.items) == 1:
        return (SourceEditor(source).remove(inner),)
    start, end = source.span_of_expression(inner)
    first = source.span_of_expression(inner.items[1])[0]
    last = source.span_of_expression(inner.items[-1])[1]
    editor = SourceEditor(source)
    return editor.replace_span(start, first, ""), editor.replace_span(last, end, "")


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
    """Return the edits that add a condition to the precondition of an action."""
    path = find_path(source, action)
    node = path[-1] if path else None
    if not isinstance(node, ListNode) or node.head != ":action":
        return ()
    editor, groups = SourceEditor(source), dict(action_parts(node)).get(":precondition", [])
    whole = groups[0] if groups else None
    match whole:
        case ListNode((WordNode("and"), _, *_) as items):
            return (editor.insert_as_last(items, condition),)
        case ListNode((_, *_)):
            start, end = source.span_of_expression(whole)
            return editor.replace_span(start, start, "(and "), editor.replace_span(end, end, f" {condition})")
        case ListNode():
            return (editor.replace(whole, condition if condition.count("(not") == 1 else f"(and {condition})"),)
    keyword = next((item for item in node.items if isinstance(item, WordNode) and item.text == ":effect"), None)
    if keyword is None:
        return ()
    start = source.span_of_expression(keyword)[0]
    whole_condition = condition if condition.count("(not") == 1 else f"(and {condition})"
    line_break = f"\n{' ' * (keyword.column - 1)}"
    return (editor.replace_span(start, start, f":precondition {whole_condition}{line_break}"),)


def rename_in_rule(source: Source, where: SourceLocation, old: str, new: str) -> tuple[FileEdit, ...]:
    """Return the edits that write another variable in the rule around a place.

    A rule is a part of the whole precondition. There are no edits if the rule names the new variable already.
    """
    path = find_path(source, where)
    action = next(
        (one for one in path if isinstance(one, ListNode) and one.head in (":action", ":durative-action")), None
    )
    if action is None:
        return ()
    rule: SyntaxNode | None = None
    for keyword, groups in action_parts(action):
        if keyword in CONDITIONS:
            for group in groups:
                inner = path[path.index(group) :] if group in path else []
                while len(inner) > 1 and isinstance(inner[0], ListNode) and inner[0].head == "and":
                    inner.pop(0)
                rule = inner[0] if inner else rule
    if rule is None:
        return ()
    words = [*_words_of(rule)]
    editor = SourceEditor(source)
    return () if new in map(str, words) else join_edits(editor.replace(one, new) for one in words if one.text == old)


def _words_of(node: SyntaxNode) -> list[WordNode]:
    if isinstance(node, WordNode):
        return [node]
    return [word for item in node.items for word in _words_of(item)]


def spread_types(source: Source, where: SourceLocation, types: Mapping[str, str]) -> tuple[FileEdit, ...]:
    """Return the edits that give types to the names at the end of the list around a place that have none.

    Names that ``types`` lacks get ``object`` where they would otherwise get the type of a name after them.
    """
    path = find_path(source, where)
    listed = path[-2].items if len(path) > 1 and isinstance(path[-2], ListNode) else ()
    editor, edits = SourceEditor(source), list[FileEdit]()
    for group, kind in split_typed_list(listed):
        if kind is not None:
            continue
        own = [types.get(name.text, "object") for name in group]
        for number, (name, written) in enumerate(zip(group, own, strict=True), 1):
            is_last = number == len(group)
            if (is_last and written != "object") or (not is_last and own[number] != written):
                edits.append(editor.insert_after(name, f" - {written}"))
    return join_edits(edits)
