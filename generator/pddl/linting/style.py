"""Names that other tools refuse, and matters of style."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ferryplan import domains
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import parts_of_action
from ferryplan.generator.pddl.linting.findings import Declared, Finding, declared, found, place_of
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.wording import agreeing, listing

REFUSED: dict[str, dict[str, list[str]]] = domains.words("linting")["refused"]
"""the names that a tool refuses, by of what they are the names"""
LONGEST_LINE = 120


def refused(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield the names that other tools refuse."""
    for what, name, source, place, _ in _names(domain, problem):
        kinds = (REFUSED["any"], REFUSED.get(what, {}))
        tools = [tool for kind in kinds for tool, names in kind.items() if name.removeprefix("?") in names]
        if tools:
            words = {"what": what, "name": name, "tools": listing(tools)}
            yield found("refused", source, place, refuse=agreeing(len(tools), "refuses", "refuse"), **words)


def style(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield matters of style: tabs and long lines, names in different manners, ``and`` around one thing or around nothing."""
    names = list(_names(domain, problem))
    lines = [one for one in names if re.search(r"[a-z0-9]_[a-z0-9]", one.name)]
    if lines and any("-" in one.name.strip("-") for one in names):
        yield found("mixed-names", lines[0].source, lines[0].where, what=lines[0].what, name=lines[0].name)
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


def _names(domain: Domain, problem: Problem | None) -> Iterator[Declared]:
    """Yield every name with where it is declared, those of variables too."""
    yield from declared(domain, problem)
    for whole in (*domain.predicates, *domain.functions, *domain.actions, *domain.derived):
        yield from (Declared("variable", one.name, domain.source, one.written) for one in whole.parameters)
