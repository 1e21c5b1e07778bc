"""Declarations that are repeated, with the planners that refuse the repetition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.linting.findings import (
    Finding,
    NameDeclaration,
    find_declarations,
    make_removal,
)
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_node
from ferryplan.generator.pddl.syntax import ListNode
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.wording import choose_verb, format_count, join_phrases

REFUSED_REPETITIONS: dict[str, list[str]] = domains.words("linting")["refused-repetitions"]
"""for each kind of repeated declaration, the planners that refuse it; ``constant`` is for an object that
repeats a constant"""


def _describe(declaration: NameDeclaration) -> tuple[str, str]:
    """Return what a declaration declares, in words, and the name.

    Both are equal for repeated declarations."""
    what = "object" if declaration.kind == "constant" else declaration.kind
    if what in ("predicate", "function", "action"):
        parameters = format_count(len(declaration.parameters), "parameter")
        what = format_message("lint.declaration", what=what, name=declaration.name, parameters=parameters)
    return what, declaration.name


def find_repeated_declarations(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about repeated declarations, one for all repeated objects of a file.

    Objects that are repeated with other types are left out, because the reader reports them.
    """
    seen = set[tuple[str, str]]()
    objects = (*domain.constants, *(problem.objects if problem is not None else ()))
    kinds = {(one.name, one.types) for one in objects}
    two_types = {name for name, times in Counter(name for name, _ in kinds).items() if times > 1}
    constants = {one.name for one in domain.constants}
    again = dict[tuple[str, str], list[NameDeclaration]]()
    first_declarations = dict[tuple[str, str], NameDeclaration]()
    for one in find_declarations(domain, problem):
        what = _describe(one)[0]
        first_declarations.setdefault(_describe(one), one)
        reported = what == "object" and one.name in two_types
        if (what, one.name) in seen and what != "type" and not reported:
            again.setdefault((what, one.source.name), []).append(one)
        seen.add((what, one.name))
    for (what, _), some in again.items():
        kind = some[0].kind
        if what == "object":
            names = list(dict.fromkeys(f"'{one.name}'" for one in some))
            what = f"object{'s' * (len(names) > 1)} {join_phrases(names)}"
            kind = "constant" if all(one.kind == "object" and one.name in constants for one in some) else "object"
        tools = REFUSED_REPETITIONS[kind]
        plural = what.startswith("objects")
        words = {"what": what, "is": "are" if plural else "is", "tools": join_phrases(tools)}
        words |= {"refuse": choose_verb(len(tools), "refuses", "refuse")}
        edits = _remove_repetitions(some, first_declarations)
        removed = join_phrases(list(dict.fromkeys(one.name for one in some)))
        yield make_removal("repeated", some[0].source, some[0].where, removed, edits, **words)


def _remove_repetitions(
    repetitions: Sequence[NameDeclaration], first_declarations: Mapping[tuple[str, str], NameDeclaration]
) -> tuple[FileEdit, ...]:
    """Return the edits that remove repeated declarations.

    There are none for actions, and for predicates with other types. ``first_declarations`` maps what is declared to its first declaration.
    """
    source = repetitions[0].source
    editor, edits = SourceEditor(source), list[FileEdit]()
    for section in editor.sections():
        names = [item for one in repetitions for item in section.items if item == one.where]
        if section.head in (":objects", ":constants") and names:
            edits += editor.remove_names(section.items[1:], names)
    for one in repetitions:
        types = [[each.types for each in other.parameters] for other in (one, first_declarations[_describe(one)])]
        node = find_node(source, one.where)
        if one.kind in ("predicate", "function") and types[0] == types[1] and isinstance(node, ListNode):
            edits.append(editor.remove(node))
    return join_edits(edits)
