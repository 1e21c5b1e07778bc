"""Names that other tools refuse, and matters of style."""

from __future__ import annotations

import re
from collections.abc import Iterator

import domains
from generator.pddl import expressions as pddl
from generator.pddl.fluents import parts_of_action
from generator.pddl.linting.findings import Finding, found
from generator.pddl.linting.meaning import place_of
from generator.pddl.syntax import Place, Source
from generator.pddl.tree import Domain, Problem

REFUSED: dict[str, dict[str, list[str]]] = domains.words("linting")["refused"]
"""the names that a tool refuses, by of what they are the names"""
LONGEST_LINE = 120


def refused(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield the names that other tools refuse."""
    for what, name, source, place in _names(domain, problem):
        kinds = (REFUSED["any"], REFUSED.get(what, {}))
        tools = [tool for kind in kinds for tool, names in kind.items() if name.removeprefix("?") in names]
        if tools:
            yield found("refused", source, place, what=what, name=name, tools=" and ".join(tools))


def style(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield matters of style: tabs and long lines, names in different manners, ``and`` around one thing or around nothing."""
    names = list(_names(domain, problem))
    lines = [one for one in names if re.search(r"[a-z0-9]_[a-z0-9]", one[1])]
    if len(lines) < len(names) and any("-" in name.strip("-") for _, name, _, _ in names):
        for what, name, source, place in lines[:1]:
            yield found("mixed-names", source, place, what=what, name=name)
    for source in (domain.source, *([problem.source] if problem else [])):
        for number, line in enumerate(source.lines, 1):
            if "\t" in line:
                yield found("tab", source, (number, line.index("\t") + 1))
                break
        for number, line in enumerate(source.lines, 1):
            if len(line) > LONGEST_LINE:
                yield found("long-line", source, (number, LONGEST_LINE + 1), most=LONGEST_LINE)
                break
    for action in domain.actions:
        for part in (inner for whole in parts_of_action(action) for inner in pddl.all_in(whole)):
            if isinstance(part, pddl.And | pddl.Or | pddl.Together) and len(part.parts) == 1:
                yield found("joins-one", domain.source, place_of(part) or action.written, action=action.name)


def _names(domain: Domain, problem: Problem | None) -> Iterator[tuple[str, str, Source, Place]]:
    """Yield what each name is of, the name, and where it is declared."""
    both = (
        ("type", domain.types),
        ("constant", domain.constants),
        ("predicate", domain.predicates),
        ("function", domain.functions),
    )
    for what, some in (*both, ("action", domain.actions)):
        yield from ((what, one.name, domain.source, one.written) for one in some)
    for one in (*domain.predicates, *domain.functions, *domain.actions, *domain.derived):
        yield from (("variable", each.name, domain.source, each.written) for each in one.parameters)
    if problem is not None:
        yield from (("object", one.name, problem.source, one.written) for one in problem.objects)
