"""Slips in names: commas, dashes without a space, types above themselves, objects of the problem in the domain, variables without ``?``."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ferryplan.generator.pddl.scope import number_in, typed_list
from ferryplan.generator.pddl.slips.sections import ACTIONS, PddlFile, conditions_of, parts_of
from ferryplan.generator.pddl.slips.slip import Edit, Slip
from ferryplan.generator.pddl.syntax import TOKEN, Expression, Group, Word
from ferryplan.generator.wording import agreeing, listing


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
        edits = tuple(file.replace_span(at, at + 1, " ") for at in commas)
        yield Slip(
            "comma", file.part, commas[0], edits, {"times": f" ({len(commas)} times)" if len(commas) > 1 else ""}
        )


def find_dashes(file: PddlFile, domain: PddlFile) -> Iterator[Slip]:
    """Yield the dashes between names and types that lack a space on one side."""
    types = {str(item) for section in domain.named(":types") for item in section.items[1:]} - {"-"}
    for names in file.name_lists():
        for item, after in itertools.zip_longest(names, names[1:]):
            if not isinstance(item, Word) or len(item.text) == 1:
                continue
            start, end, name = file.start(item), file.end(item), item.text
            if name.startswith("-"):
                edit, fix = file.insert(start + 1, " "), f"- {name[1:]}"
            elif name.endswith("-") and str(after) in types:  # else it is a name that ends so
                edit, fix = file.insert(end - 1, " "), f"{name[:-1]} -"
            else:
                continue
            yield Slip("glued-dash", file.part, start, (edit,), {"name": name}, fix)


def find_own_parents(file: PddlFile) -> Iterator[Slip]:
    """Yield the types that are their own parents, but for ``object``, which published domains have so."""
    for section in file.named(":types"):
        names, items = list[Word](), iter(section.items[1:])
        for item in items:
            if isinstance(item, Word) and item.text != "-":
                names.append(item)
                continue
            parent = next(items, None)
            own = [name for name in names if name.text == str(parent) != "object"]
            if own and parent is not None:
                edits: tuple[Edit, ...] = (file.replace(parent, "object"),)
                if len(names) > 1:
                    edits = (*map(file.blank, own), file.insert(file.end(parent), f" {parent} - object"))
                yield Slip("own-parent", file.part, file.start(own[0]), edits, {"name": own[0].text})
            names = []


def find_objects_in_domain(domain: PddlFile, problem: PddlFile) -> Iterator[Slip]:
    """Yield one slip for all objects of the problem that actions name: they have to be constants of the domain."""
    constants = _names(domain, ":constants")
    objects = {
        one.name: (one.types, one.written)
        for section in problem.named(":objects")
        for one in typed_list(problem.source, section.items[1:], None, gaps=True)
    }
    used = [term for action in domain.named(*ACTIONS) for term in _terms(action) if term.text in objects]
    named = [name for name in dict.fromkeys(term.text for term in used) if name not in constants]
    if not named or any(len(objects[name][0]) > 1 for name in named):
        return
    untyped = all(objects[name][0] == ("object",) for name in named)
    listed = " ".join(name if untyped else f"{name} - {objects[name][0][0]}" for name in named)
    where = next(domain.named(":constants"), None)
    if where is not None:
        # At the end of the list names without a type stay so; at its beginning those with one take it along.
        edit = domain.insert(domain.end(where) - 1 if untyped else domain.end(where.items[0]), f" {listed} ")
    else:
        before = [*domain.named(":requirements", ":types")]
        end = max((domain.end(one) for one in before), default=domain.end(domain.source.parse().items[1]))
        edit = domain.insert(end, f" (:constants {listed})")
    removed = [one for section in problem.named(":objects") for one in _leave_out(problem, section, {*named})]
    first = next(term for term in used if term.text == named[0])
    fix = f"(:constants {listed})"
    words = {"names": listing([f"'{name}'" for name in named]), "them": agreeing(len(named), "it", "them")}
    yield Slip("object-in-domain", "domain", domain.start(first), (edit, *removed), words, fix)


def _leave_out(file: PddlFile, section: Group, names: set[str]) -> Iterator[Edit]:
    """Yield the edits that leave names out of a list, and the types that would have no names."""
    waiting, left = list[Word](), 0
    items = section.items[1:]
    for at, item in enumerate(items):
        if isinstance(item, Word) and item.text == "-":
            if waiting and not left and at + 1 < len(items):
                yield from (file.blank(item), file.blank(items[at + 1]))
            waiting, left = [], 0
        elif isinstance(item, Word) and not (at and str(items[at - 1]) == "-"):
            waiting.append(item)
            if item.text in names:
                yield file.blank(item)
            else:
                left += 1


def find_missing_question_marks(domain: PddlFile, problem: PddlFile | None) -> Iterator[Slip]:
    """Yield the names in an action that are no object, while a parameter has the name with a question mark."""
    known = _names(domain, ":constants") | (_names(problem, ":objects") if problem else set())
    for action in domain.named(*ACTIONS):
        variables = {
            str(item)
            for keyword, groups in parts_of(action)
            if keyword == ":parameters"
            for group in groups
            for item in group.items
        }
        for term in _terms(action):
            if term.text not in known and f"?{term.text}" in variables and number_in(term.text) is None:
                start = domain.start(term)
                yield Slip(
                    "missing-question-mark",
                    "domain",
                    start,
                    (domain.insert(start, "?"),),
                    {"name": term.text},
                    f"?{term.text}",
                )


def find_other_domain(domain: PddlFile, problem: PddlFile) -> Iterator[Slip]:
    """Yield the name of a domain in the problem that is not the domain's."""
    match domain.source.parse().items[1:2]:
        case [Group((_, Word(name)))]:
            for section in problem.named(":domain"):
                match section.items[1:]:
                    case [Word(other) as word] if other != name:
                        words = {"name": other, "file": domain.source.name}
                        edits = (problem.replace(word, name),)
                        yield Slip("other-domain", "problem", problem.start(word), edits, words, name)


def _names(file: PddlFile, keyword: str) -> set[str]:
    """Return the names that sections list."""
    return {
        one.name
        for section in file.named(keyword)
        for one in typed_list(file.source, section.items[1:], None, gaps=True)
    }


def _terms(action: Group) -> Iterator[Word]:
    """Yield the terms of the conditions and effects of an action, without variables."""
    for group in conditions_of(action):
        items: Sequence[Expression] = group.items[1:]
        yield from (item for item in items if isinstance(item, Word) and not item.text.startswith("?"))
