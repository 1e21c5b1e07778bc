"""Forms of valid PDDL that some planners refuse; each form is reported once for each file.

`domains/linting.toml` lists the planners that were tested, and the forms that each of them refuses.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit, make_insertion
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import TOTAL_COST, walk_conditions_and_effects
from ferryplan.generator.pddl.linting.condition_edits import remove_nested_and
from ferryplan.generator.pddl.linting.findings import (
    Finding,
    find_declarations,
    label_addition,
    label_removal,
    make_finding,
)
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_requirement
from ferryplan.generator.pddl.slips.pddl_file import action_parts, conditions_of_action
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.wording import choose_verb, join_phrases

REFUSALS: dict[str, list[str]] = domains.words("linting")["refusals"]
"""the planners that refuse each form"""
_DOMAIN_ORDER = (":requirements", ":types", ":constants", ":predicates", ":functions")
_PROBLEM_ORDER = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
_OTHER_SIGNS = re.compile(r"[^a-z0-9_-]")
_REFUSED_REQUIREMENTS = frozenset(domains.words("linting")["requirements-refused-by-fast-downward"])
_GLUED = re.compile(r"[^\s();](?=\?)")


class _RefusedForm(NamedTuple):
    """A form that planners refuse, and its place."""

    form: str
    """the key of the form in `domains/linting.toml`"""
    source: Source
    where: SourceLocation
    name: str = ""
    fix: str = ""
    """the label of its fix"""
    edits: tuple[FileEdit, ...] = ()
    """the edits that make the fix"""


def find_refused_forms(domain: Domain, problem: Problem | None, was_read_completely: bool = True) -> Iterator[Finding]:
    """Yield findings about forms that planners refuse, in texts that ferryplan can read.

    Refused requirements are reported only if ``was_read_completely`` is true.
    """
    told = set[tuple[str, str]]()
    sources = [domain.source, *([problem.source] if problem is not None else [])]
    plain, classical = _is_plain_strips(domain, problem), _is_classical(domain)
    forms = (
        _find_refused_names(domain, problem),
        _find_refused_declarations(domain, problem),
        _find_refused_actions(domain),
        _find_refused_problem_parts(problem),
        *map(_find_glued_variables, sources),
    )
    for one in itertools.chain(*forms):
        # A planner that cannot solve such tasks anyway is not named.
        able = [tool for tool in REFUSALS[one.form] if plain or tool != "pyperplan"]
        able = [tool for tool in able if classical or tool != "Fast Downward"]
        unsure = one.form == "requirement" and not was_read_completely
        if able and not unsure and (one.form, one.source.name) not in told:
            told.add((one.form, one.source.name))
            words = {"form": format_message(f"refusals.{one.form}", name=one.name), "tools": join_phrases(able)}
            words["refuse"] = choose_verb(len(able), "refuses", "refuse")
            yield make_finding("refused-form", one.source, one.where, one.fix, one.edits, **words)


def _is_plain_strips(domain: Domain, problem: Problem | None) -> bool:
    """Return whether all conditions and effects of a task are plain STRIPS."""
    plain = (pddl.Atom, pddl.And, pddl.Add, pddl.Delete, pddl.EffectConjunction)
    return _is_classical(domain) and all(
        isinstance(part, plain) for part in walk_conditions_and_effects(domain, problem)
    )


def _is_classical(domain: Domain) -> bool:
    """Return whether a domain has no durative actions, and no numbers except costs."""
    parts = list(walk_conditions_and_effects(domain))
    assigned = (part.function for part in parts if isinstance(part, pddl.Assign))
    asked = any(isinstance(part, pddl.NumericComparison) for part in parts)
    return not domain.is_timed and not asked and all(function == TOTAL_COST for function in assigned)


def _find_refused_names(domain: Domain, problem: Problem | None) -> Iterator[_RefusedForm]:
    """Yield names that planners refuse: for their characters or types, or because they are used twice."""
    first = dict[str, str]()
    for one in find_declarations(domain, problem):
        names = [(one.name, one.where), *((each.name[1:], each.source_node) for each in one.parameters)]
        for name, where in names:
            if name[:1].isdigit() or name[:1] == "_":
                yield _RefusedForm("first-letter", one.source, where, name)
            if not name.isascii():
                yield _RefusedForm("not-ascii", one.source, where, name)
            elif _OTHER_SIGNS.search(name):
                yield _RefusedForm("other-signs", one.source, where, name)
        variables = [each.name for each in one.parameters]
        if one.kind in ("predicate", "function") and len({*variables}) < len(variables):
            yield _RefusedForm("repeated-parameter", one.source, one.where, one.name)
        if any(len(each.types) > 1 for each in one.parameters):
            yield _RefusedForm(
                "either-of-action" if one.kind == "action" else "either", one.source, one.where, one.name
            )
        kind = "object" if one.kind == "constant" else one.kind
        if first.setdefault(one.name, kind) != kind:
            yield _RefusedForm("name-of-two", one.source, one.where, one.name)


def _find_refused_declarations(domain: Domain, problem: Problem | None) -> Iterator[_RefusedForm]:
    """Yield actions and predicates that share a name, sections in wrong order, refused requirements."""
    for form, some in (("overloaded-action", domain.actions), ("overloaded-predicate", domain.predicates)):
        arities = dict[str, int]()
        for one in some:
            if arities.setdefault(one.name, len(one.parameters)) != len(one.parameters):
                yield _RefusedForm(form, domain.source, one.source_node, one.name)
    yield from _find_misplaced_sections(domain.source, _DOMAIN_ORDER, "order")
    for name in domain.requirements:
        if name in _REFUSED_REQUIREMENTS:
            found = find_requirement(domain.source, name)
            yield _RefusedForm("requirement", domain.source, found and found[1], name)
    if problem is not None:
        yield from _find_misplaced_sections(problem.source, _PROBLEM_ORDER, "order-of-problem")


def _find_refused_actions(domain: Domain) -> Iterator[_RefusedForm]:
    """Yield missing or empty parts of actions, and conjunctions directly within conjunctions."""
    source = domain.source
    for section in source.parse().items:
        if not isinstance(section, ListNode) or section.head != ":action":
            continue
        name, parts = str(section.items[1]), dict(action_parts(section))
        if ":parameters" not in parts:
            edit = SourceEditor(source).insert_after(section.items[1], _lay_out_part(section, ":parameters ()"))
            yield _RefusedForm("no-parameters", source, section, name, label_addition(":parameters ()"), (edit,))
        if ":effect" not in parts:
            yield _RefusedForm("no-effect", source, section, name)
        if not any(group.items for group in parts.get(":precondition", ())):
            yield _RefusedForm("no-precondition", source, section, name)
        for group in conditions_of_action(section):
            inner = (item for item in group.items if isinstance(item, ListNode))
            if group.head == "and" and (nested := next((one for one in inner if one.head == "and"), None)):
                fix, edits = format_message("lint.fix-unwrap-and"), remove_nested_and(source, nested)
                yield _RefusedForm("nested-and", source, nested, name, fix, edits)


def _find_refused_problem_parts(problem: Problem | None) -> Iterator[_RefusedForm]:
    """Yield the refused forms in the initial state, the goal and the requirements of a problem."""
    for section in problem.source.parse().items if problem is not None else ():
        assert problem is not None
        match section:
            case ListNode((WordNode(":requirements"), *_)):
                yield _make_removable("requirements-of-problem", problem.source, section, ":requirements")
            case ListNode((WordNode(":length"), *_)):
                yield _make_removable("length", problem.source, section, ":length")
            case ListNode((WordNode(":goal"), ListNode(()))):
                yield _RefusedForm("empty-goal", problem.source, section)
            case ListNode((WordNode(":init"), *items)):
                denied = (one for one in items if isinstance(one, ListNode) and one.head == "not")
                yield from (_make_removable("denied-fact", problem.source, one, one) for one in denied)


def _make_removable(form: str, source: Source, node: SyntaxNode, what: object) -> _RefusedForm:
    """Return a form that means nothing, with the edit that removes it."""
    edit = SourceEditor(source).remove(node)
    return _RefusedForm(form, source, node, "", label_removal(what), (edit,))


def _lay_out_part(section: ListNode, text: str) -> str:
    """Return the text to insert after the name of an action.

    The text is on a line of its own if the next part is on one.
    """
    after = section.items[2] if len(section.items) > 2 else section.items[1]
    return f"\n{' ' * (after.column - 1)}{text}" if after.line > section.items[1].line else f" {text}"


def _find_misplaced_sections(source: Source, order: Sequence[str], form: str) -> Iterator[_RefusedForm]:
    latest, ranked = 0, list[tuple[SyntaxNode, int]]()
    for section in source.parse().items[2:]:
        keyword = section.head if isinstance(section, ListNode) else ""
        place = order.index(keyword) if keyword in order else len(order)
        if place < latest:
            after_actions = form == "order" and latest == len(order)
            target = next(one for one, other in ranked if other > place)
            edits = SourceEditor(source).move_before(section, target)
            fix = format_message("lint.fix-move", what=keyword)
            yield _RefusedForm("order-of-actions" if after_actions else form, source, section, keyword, fix, edits)
        latest = max(latest, place)
        ranked.append((section, place))


def _find_glued_variables(source: Source) -> Iterator[_RefusedForm]:
    """Yield the variables that follow another word without a space."""
    for number, line in enumerate(source.lines, 1):
        code = line.partition(";")[0]
        if (glued := _GLUED.search(code)) is not None:
            start = max(code.rfind(sign, 0, glued.start()) for sign in " \t(") + 1
            name = re.split(r"[\s()]", code[start:])[0]
            fix = format_message(
                "lint.fix-separate", before=name[: glued.end() - start], after=name[glued.end() - start :]
            )
            yield _RefusedForm(
                "glued", source, WordNode("", number, start + 1), name, fix, tuple(_separate_variables(source))
            )
            return


def _separate_variables(source: Source) -> Iterator[FileEdit]:
    """Yield the edits that insert a space before each variable that follows another word without one."""
    for number, line in enumerate(source.lines, 1):
        for glued in _GLUED.finditer(line.partition(";")[0]):
            yield make_insertion(source.name, number, glued.end() + 1, " ")
