"""Forms of PDDL that some planners refuse: each kind once for each file, with the planners that refuse it.

`domains/linting.toml` says which planners were tried, and what each of them refuses.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import TOTAL_COST, contents
from ferryplan.generator.pddl.linting.findings import Finding, declared, found
from ferryplan.generator.pddl.slips.sections import conditions_of, parts_of
from ferryplan.generator.pddl.syntax import Group, Place, Source, Word
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.wording import agreeing, listing

REFUSALS: dict[str, list[str]] = domains.words("linting")["refusals"]
"""the planners that refuse something, by what it is"""
_DECLARATIONS = (":requirements", ":types", ":constants", ":predicates", ":functions")
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
_OTHER_SIGNS = re.compile(r"[^a-z0-9_-]")
_REFUSED_REQUIREMENTS = frozenset(domains.words("linting")["requirements-refused-by-fast-downward"])
_GLUED = re.compile(r"[^\s();](?=\?)")


class _Refused(NamedTuple):
    """Something that planners refuse, and where it stands."""

    form: str
    source: Source
    where: Place
    name: str = ""


def find_refused_forms(domain: Domain, problem: Problem | None, whole: bool = True) -> Iterator[Finding]:
    """Yield what planners refuse in texts that can be read here; of requirements nothing, unless the ``whole`` was read."""
    told = set[tuple[str, str]]()
    sources = [domain.source, *([problem.source] if problem is not None else [])]
    plain, classical = _is_plain(domain, problem), _is_classical(domain)
    forms = (_names(domain, problem), _forms(domain, problem), _actions(domain), _facts(problem), *map(_signs, sources))
    for one in itertools.chain(*forms):
        # A planner that does not take such tasks anyway need not be named for a form.
        able = [tool for tool in REFUSALS[one.form] if plain or tool != "pyperplan"]
        able = [tool for tool in able if classical or tool != "Fast Downward"]
        unsure = one.form == "requirement" and not whole
        if able and not unsure and (one.form, one.source.name) not in told:
            told.add((one.form, one.source.name))
            words = {"form": format_message(f"refusals.{one.form}", name=one.name), "tools": listing(able)}
            yield found("refused-form", one.source, one.where, refuse=agreeing(len(able), "refuses", "refuse"), **words)


def _is_plain(domain: Domain, problem: Problem | None) -> bool:
    """Return whether a task is plain STRIPS, apart from how it is written."""
    plain = (pddl.Atom, pddl.And, pddl.Add, pddl.Delete, pddl.Together)
    return _is_classical(domain) and all(isinstance(part, plain) for part in contents(domain, problem))


def _is_classical(domain: Domain) -> bool:
    """Return whether a domain has no actions that take time, and no numbers but costs."""
    parts = list(contents(domain))
    assigned = (part.function for part in parts if isinstance(part, pddl.Assign))
    asked = any(isinstance(part, pddl.Comparison) for part in parts)
    return not domain.is_timed and not asked and all(function == TOTAL_COST for function in assigned)


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
            elif _OTHER_SIGNS.search(name):
                yield _Refused("other-signs", one.source, where, name)
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
    for name in domain.requirements:
        if name in _REFUSED_REQUIREMENTS:
            yield _Refused("requirement", domain.source, _word(domain.source, name), name)
    if problem is not None:
        yield from _disordered(problem.source, _PROBLEM, "order-of-problem")


def _word(source: Source, text: str) -> Place:
    """Return where a word stands in the requirements of a file."""
    sections = (one for one in source.parse().items if isinstance(one, Group) and one.head == ":requirements")
    return next((word for section in sections for word in section.items if str(word) == text), None)


def _actions(domain: Domain) -> Iterator[_Refused]:
    """Yield parts of actions that are missing, empty, or joined twice."""
    source = domain.source
    for section in source.parse().items:
        if not isinstance(section, Group) or section.head != ":action":
            continue
        name, parts = str(section.items[1]), dict(parts_of(section))
        if ":parameters" not in parts:
            yield _Refused("no-parameters", source, section, name)
        if ":effect" not in parts:
            yield _Refused("no-effect", source, section, name)
        if not any(group.items for group in parts.get(":precondition", ())):
            yield _Refused("no-precondition", source, section, name)
        for group in conditions_of(section):
            inner = (item for item in group.items if isinstance(item, Group))
            if group.head == "and" and (nested := next((one for one in inner if one.head == "and"), None)):
                yield _Refused("nested-and", source, nested, name)


def _facts(problem: Problem | None) -> Iterator[_Refused]:
    """Yield what planners refuse in the start, the goal and the requirements of a problem."""
    for section in problem.source.parse().items if problem is not None else ():
        assert problem is not None
        match section:
            case Group((Word(":requirements"), *_)):
                yield _Refused("requirements-of-problem", problem.source, section)
            case Group((Word(":length"), *_)):
                yield _Refused("length", problem.source, section)
            case Group((Word(":goal"), Group(()))):
                yield _Refused("empty-goal", problem.source, section)
            case Group((Word(":init"), *items)):
                denied = (one for one in items if isinstance(one, Group) and one.head == "not")
                yield from (_Refused("denied-fact", problem.source, one) for one in denied)


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
