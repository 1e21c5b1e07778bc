"""Slips in names, such as commas, dashes without a space, and missing question marks.

Other slips are a type that is its own supertype, a wrong domain name in the problem, and an object of the problem
that actions of the domain mention.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ferryplan.generator.pddl.scope import parse_number, read_typed_list
from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, PddlFile, action_parts, conditions_of_action
from ferryplan.generator.pddl.slips.slip import Slip, TextEdit
from ferryplan.generator.pddl.syntax import TOKEN, ListNode, SyntaxNode, WordNode
from ferryplan.generator.wording import choose_verb, join_phrases


def find_commas(file: PddlFile) -> Iterator[Slip]:
    """Yield one slip for all commas between the names of a file."""
    text = file.source.text
    commas = [
        found.start() + at
        for found in (TOKEN.finditer(text) if "," in text else ())
        if found[0][0] != ";"
        for at, sign in enumerate(found[0])
        if sign == ","
    ]
    if commas:
        edits = tuple(file.make_span_edit(at, at + 1, " ") for at in commas)
        yield Slip(
            "comma", file.file_role, commas[0], edits, {"times": f" ({len(commas)} times)" if len(commas) > 1 else ""}
        )


def find_glued_dashes(file: PddlFile, domain: PddlFile) -> Iterator[Slip]:
    """Yield a slip for each dash between a name and a type that lacks a space on one side."""
    types = {str(item) for section in domain.sections_with_keyword(":types") for item in section.items[1:]} - {"-"}
    for names in file.name_lists():
        for item, after in itertools.zip_longest(names, names[1:]):
            if not isinstance(item, WordNode) or len(item.text) == 1:
                continue
            name = item.text
            if not (name.startswith("-") or name.endswith("-")):
                continue
            start, end = file.start_of(item), file.end_of(item)
            if name.startswith("-"):
                edit, fix = file.make_insertion_edit(start + 1, " "), f"- {name[1:]}"
            elif name.endswith("-") and str(after) in types:  # otherwise the name itself ends with a dash
                edit, fix = file.make_insertion_edit(end - 1, " "), f"{name[:-1]} -"
            else:
                continue
            yield Slip("glued-dash", file.file_role, start, (edit,), {"name": name}, fix)


def find_types_above_themselves(file: PddlFile) -> Iterator[Slip]:
    """Yield a slip for each group of types that are their own parents, except ``object``.

    Published domains have ``object`` as its own parent.
    """
    for section in file.sections_with_keyword(":types"):
        names, items = list[WordNode](), iter(section.items[1:])
        for item in items:
            if isinstance(item, WordNode) and item.text != "-":
                names.append(item)
                continue
            parent = next(items, None)
            own = [name for name in names if name.text == str(parent) != "object"]
            if own and parent is not None:
                edits: tuple[TextEdit, ...] = (file.make_replacement_edit(parent, "object"),)
                if len(names) > 1:
                    edits = (
                        *map(file.make_blanking_edit, own),
                        file.make_insertion_edit(file.end_of(parent), f" {parent} - object"),
                    )
                yield Slip("own-parent", file.file_role, file.start_of(own[0]), edits, {"name": own[0].text})
            names = []


def find_objects_named_in_domain(domain: PddlFile, problem: PddlFile) -> Iterator[Slip]:
    """Yield one slip for all objects of the problem that are mentioned in actions of the domain.

    The fix makes them constants of the domain.
    """
    constants = _names_in_sections(domain, ":constants")
    objects = {
        one.name: (one.types, one.source_node)
        for section in problem.sections_with_keyword(":objects")
        for one in read_typed_list(problem.source, section.items[1:], None, allow_empty=True)
    }
    used = [
        term
        for action in domain.sections_with_keyword(*ACTIONS)
        for term in _constant_terms(action)
        if term.text in objects
    ]
    named = [name for name in dict.fromkeys(term.text for term in used) if name not in constants]
    if not named or any(len(objects[name][0]) > 1 for name in named):
        return
    untyped = all(objects[name][0] == ("object",) for name in named)
    listed = " ".join(name if untyped else f"{name} - {objects[name][0][0]}" for name in named)
    where = next(domain.sections_with_keyword(":constants"), None)
    if where is not None:
        # At the end of the list, names without a type stay without; at its beginning, names with a type bring
        # it along.
        edit = domain.make_insertion_edit(
            domain.end_of(where) - 1 if untyped else domain.end_of(where.items[0]), f" {listed} "
        )
    else:
        before = [*domain.sections_with_keyword(":requirements", ":types")]
        end = max((domain.end_of(one) for one in before), default=domain.end_of(domain.source.parse().items[1]))
        edit = domain.make_insertion_edit(end, f" (:constants {listed})")
    removed = [
        one
        for section in problem.sections_with_keyword(":objects")
        for one in _remove_names(problem, section, {*named})
    ]
    first = next(term for term in used if term.text == named[0])
    fix = f"(:constants {listed})"
    words = {"names": join_phrases([f"'{name}'" for name in named]), "them": choose_verb(len(named), "it", "them")}
    yield Slip("object-in-domain", "domain", domain.start_of(first), (edit, *removed), words, fix)


def _remove_names(file: PddlFile, section: ListNode, names: set[str]) -> Iterator[TextEdit]:
    """Yield the edits that remove names from a section, and types that are left without names."""
    waiting, left = list[WordNode](), 0
    items = section.items[1:]
    for at, item in enumerate(items):
        if isinstance(item, WordNode) and item.text == "-":
            if waiting and not left and at + 1 < len(items):
                yield from (file.make_blanking_edit(item), file.make_blanking_edit(items[at + 1]))
            waiting, left = [], 0
        elif isinstance(item, WordNode) and not (at and str(items[at - 1]) == "-"):
            waiting.append(item)
            if item.text in names:
                yield file.make_blanking_edit(item)
            else:
                left += 1


def find_missing_question_marks(domain: PddlFile, problem: PddlFile | None) -> Iterator[Slip]:
    """Yield a slip for each word in an action that is the name of a parameter without its ``?``.

    Names of objects are left out.
    """
    known = _names_in_sections(domain, ":constants") | (_names_in_sections(problem, ":objects") if problem else set())
    for action in domain.sections_with_keyword(*ACTIONS):
        variables = {
            str(item)
            for keyword, groups in action_parts(action)
            if keyword == ":parameters"
            for group in groups
            for item in group.items
        }
        for term in _constant_terms(action):
            if term.text not in known and f"?{term.text}" in variables and parse_number(term.text) is None:
                start = domain.start_of(term)
                yield Slip(
                    "missing-question-mark",
                    "domain",
                    start,
                    (domain.make_insertion_edit(start, "?"),),
                    {"name": term.text},
                    f"?{term.text}",
                )


def find_wrong_domain_name(domain: PddlFile, problem: PddlFile) -> Iterator[Slip]:
    """Yield a slip if the problem gives its domain another name than the domain itself has."""
    match domain.source.parse().items[1:2]:
        case [ListNode((_, WordNode(name)))]:
            for section in problem.sections_with_keyword(":domain"):
                match section.items[1:]:
                    case [WordNode(other) as word] if other != name:
                        words = {"name": other, "file": domain.source.name}
                        edits = (problem.make_replacement_edit(word, name),)
                        yield Slip("other-domain", "problem", problem.start_of(word), edits, words, name)


def _names_in_sections(file: PddlFile, keyword: str) -> set[str]:
    """Return the names that the sections with a keyword, such as ``:constants``, declare."""
    return {
        one.name
        for section in file.sections_with_keyword(keyword)
        for one in read_typed_list(file.source, section.items[1:], None, allow_empty=True)
    }


def _constant_terms(action: ListNode) -> Iterator[WordNode]:
    """Yield the terms in the conditions and effects of an action, except variables."""
    for group in conditions_of_action(action):
        items: Sequence[SyntaxNode] = group.items[1:]
        yield from (item for item in items if isinstance(item, WordNode) and not item.text.startswith("?"))
