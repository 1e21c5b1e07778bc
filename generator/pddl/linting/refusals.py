"""What is PDDL and some planners refuse all the same: each kind once for each file, with the planners that refuse it.

`domains/linting.toml` says which planners were tried, and what each of them refuses.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import domains
from generator.pddl.linting.findings import Finding, declared, found
from generator.pddl.syntax import Group, Place, Source, Word
from generator.pddl.tree import Domain, Problem
from generator.wording import listing

REFUSALS: dict[str, list[str]] = domains.words("linting")["refusals"]
"""the planners that refuse something, by what it is"""
SAYS: dict[str, str] = domains.words("linting")["refused-forms"]
_DECLARATIONS = (":requirements", ":types", ":constants", ":predicates", ":functions")
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
_GLUED = re.compile(r"[^\s();](?=\?)")


class _Refused(NamedTuple):
    """Something that planners refuse, and where it stands."""

    form: str
    source: Source
    where: Place
    name: str = ""


def find_refused_forms(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield what planners refuse in texts that can be read here."""
    told = set[tuple[str, str]]()
    sources = [domain.source, *([problem.source] if problem is not None else [])]
    for one in itertools.chain(_names(domain, problem), _forms(domain, problem), *map(_signs, sources)):
        if (one.form, one.source.name) not in told:
            told.add((one.form, one.source.name))
            says = SAYS[one.form].format(name=one.name)
            yield found("refused-form", one.source, one.where, says=says, tools=listing(REFUSALS[one.form]))


def _names(domain: Domain, problem: Problem | None) -> Iterator[_Refused]:
    """Yield names of signs that planners refuse, and names that stand for two things."""
    first = dict[str, str]()
    for one in declared(domain, problem):
        names = [(one.name, one.where), *((each.name[1:], each.written) for each in one.parameters)]
        for name, where in names:
            if name[:1].isdigit() or name[:1] == "_":
                yield _Refused("first-letter", one.source, where, name)
            if not name.isascii():
                yield _Refused("not-ascii", one.source, where, name)
        variables = [each.name for each in one.parameters]
        if one.what in ("predicate", "function") and len({*variables}) < len(variables):
            yield _Refused("repeated-parameter", one.source, one.where, one.name)
        if any(len(each.types) > 1 for each in one.parameters):
            yield _Refused("either-of-action" if one.what == "action" else "either", one.source, one.where, one.name)
        kind = "object" if one.what == "constant" else one.what
        if first.setdefault(one.name, kind) != kind:
            yield _Refused("name-of-two", one.source, one.where, one.name)


def _forms(domain: Domain, problem: Problem | None) -> Iterator[_Refused]:
    """Yield actions and predicates that share a name, and sections out of order."""
    for form, some in (("overloaded-action", domain.actions), ("overloaded-predicate", domain.predicates)):
        arities = dict[str, int]()
        for one in some:
            if arities.setdefault(one.name, len(one.parameters)) != len(one.parameters):
                yield _Refused(form, domain.source, one.written, one.name)
    yield from _disordered(domain.source, _DECLARATIONS, "order")
    if problem is not None:
        yield from _disordered(problem.source, _PROBLEM, "order-of-problem")


def _disordered(source: Source, order: Sequence[str], form: str) -> Iterator[_Refused]:
    latest = 0
    for section in source.parse().items[2:]:
        keyword = section.head if isinstance(section, Group) else ""
        place = order.index(keyword) if keyword in order else len(order)
        if place < latest:
            after_actions = form == "order" and latest == len(order)
            yield _Refused("order-of-actions" if after_actions else form, source, section, keyword)
        latest = max(latest, place)


def _signs(source: Source) -> Iterator[_Refused]:
    """Yield variables without a space before them."""
    for number, line in enumerate(source.lines, 1):
        code = line.partition(";")[0]
        if (glued := _GLUED.search(code)) is not None:
            start = max(code.rfind(sign, 0, glued.start()) for sign in " \t(") + 1
            yield _Refused("glued", source, Word("", number, start + 1), re.split(r"[\s()]", code[start:])[0])
