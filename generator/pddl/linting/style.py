"""Checks for names that other tools refuse, and checks of style."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of
from ferryplan.generator.pddl.linting.condition_edits import unwrap_junction
from ferryplan.generator.pddl.linting.findings import (
    Finding,
    NameDeclaration,
    find_declarations,
    location_of_first_name,
    make_finding,
)
from ferryplan.generator.pddl.source_forms import MAX_LINE_LENGTH
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.wording import choose_verb, join_phrases

REFUSED_NAMES: dict[str, dict[str, list[str]]] = domains.words("linting")["refused"]
"""the names that each tool refuses, by the kind of the named thing"""
TAB_WIDTH = 4
"""the distance between the columns to which a tab moves"""


def find_refused_names(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about names that other tools refuse."""
    for what, name, source, place, _ in _find_all_names(domain, problem):
        kinds = (REFUSED_NAMES["any"], REFUSED_NAMES.get(what, {}))
        tools = [tool for kind in kinds for tool, names in kind.items() if name.removeprefix("?") in names]
        if tools:
            words: dict[str, Any] = {"what": what, "name": name, "tools": join_phrases(tools)}
            words["refuse"] = choose_verb(len(tools), "refuses", "refuse")
            yield make_finding("refused", source, place, **words)


def find_style_issues(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield findings about style: tabs, long lines, mixed naming styles, and ``and`` with a single part."""
    names = list(_find_all_names(domain, problem))
    lines = [one for one in names if re.search(r"[a-z0-9]_[a-z0-9]", one.name)]
    if lines and any("-" in one.name.strip("-") for one in names):
        yield make_finding("mixed-names", lines[0].source, lines[0].where, what=lines[0].kind, name=lines[0].name)
    for source in (domain.source, *([problem.source] if problem else [])):
        for number, line in enumerate(source.lines, 1):
            if "\t" in line:
                fix = format_message("lint.fix-spaces")
                yield make_finding("tab", source, (number, line.index("\t") + 1), fix, _expand_tabs(source))
                break
        for number, line in enumerate(source.lines, 1):
            if len(line) > MAX_LINE_LENGTH:
                yield make_finding("long-line", source, (number, MAX_LINE_LENGTH + 1), most=MAX_LINE_LENGTH)
                break
    for action in domain.actions:
        for part in (inner for whole in conditions_and_effects_of(action) for inner in pddl.walk_parts(whole)):
            if isinstance(part, pddl.And | pddl.Or | pddl.EffectConjunction) and len(part.parts) == 1:
                place = location_of_first_name(part)
                edits = unwrap_junction(domain.source, place) if place is not None else ()
                fix = format_message("lint.fix-unwrap") if edits else ""
                yield make_finding(
                    "joins-one", domain.source, place or action.source_node, fix, edits, action=action.name
                )


def _expand_tabs(source: Source) -> Iterator[FileEdit]:
    """Yield the edits that replace the tabs in a file by spaces."""
    for number, line in enumerate(source.lines, 1):
        width = end = 0
        for run in re.finditer(r"\t+", line):
            width += run.start() - end
            spaces = TAB_WIDTH * (run.end() - run.start()) - width % TAB_WIDTH
            yield FileEdit(source.name, number, run.start() + 1, number, run.end() + 1, " " * spaces)
            width, end = width + spaces, run.end()


def _find_all_names(domain: Domain, problem: Problem | None) -> Iterator[NameDeclaration]:
    """Yield all declarations of names, including the parameters of declarations."""
    yield from find_declarations(domain, problem)
    for whole in (*domain.predicates, *domain.functions, *domain.actions, *domain.derivation_rules):
        yield from (NameDeclaration("variable", one.name, domain.source, one.source_node) for one in whole.parameters)
