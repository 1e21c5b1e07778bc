"""Find names that get the type of the next line, although their author ended the line without a type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.linting.source_edits import SourceEditor
from ferryplan.generator.pddl.linting.term_uses import find_supertypes, find_term_uses
from ferryplan.generator.pddl.syntax import ListNode, Source, WordNode
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.wording import choose_verb


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
