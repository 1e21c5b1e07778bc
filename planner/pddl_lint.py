"""Findings in PDDL and in a plan for it, formatted as text, JSON, SARIF or GitHub commands."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError, PlanError, differ_in_numbers, find_similar_names
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.files import find_domain
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.linting.error_recovery import read_with_findings
from ferryplan.generator.pddl.linting.findings import SEVERITIES, Finding, make_finding_from_text
from ferryplan.generator.pddl.linting.h2_reachability import find_unreachable_parts
from ferryplan.generator.pddl.linting.joined_types import find_joined_objects, find_joined_types
from ferryplan.generator.pddl.linting.refused_forms import find_refused_forms
from ferryplan.generator.pddl.linting.repeated_declarations import find_repeated_declarations
from ferryplan.generator.pddl.linting.requirements import find_wrong_requirements
from ferryplan.generator.pddl.linting.semantic_checks import find_suspicious_actions, find_unused_declarations
from ferryplan.generator.pddl.linting.style import find_refused_names, find_style_issues
from ferryplan.generator.pddl.linting.type_checks import find_type_errors
from ferryplan.generator.pddl.linting.undefined_values import find_undefined_action_values, find_undefined_goal_values
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.syntax import Source, UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.pddl.task import Task, UnknownActionError
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.plans.plan_execution import execute_for_cost
from ferryplan.planner.plans.plan_reading import read_plans
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.user_files import read_text

REACHABILITY_SECONDS = 5.0
"""the time limit of the checks for unreachable parts and undefined values, in seconds"""
MAX_FINDINGS_PER_CHECK = 1_000
"""the largest number of findings that one check reports"""
MAX_PRINTED_FINDINGS = 100
"""the largest number of findings printed as text"""
KINDS_WITHOUT_DOMAIN = frozenset[str](domains.words("linting")["without-domain"])
"""the kinds of findings in a problem that do not depend on its domain"""
SARIF_LEVELS = {"error": "error", "warning": "warning", "style": "note"}
"""SARIF's level for each severity of a finding"""


def lint_texts(
    domain: Source, problem: Source | None, plan: Source | None, with_style: bool, explores: bool = True
) -> list[Finding]:
    """Return the findings in a domain, a problem and a plan, ordered by text, line and column.

    Warnings are reported only if there are no errors. ``with_style`` adds findings about style. Without ``explores``,
    the findings that need ground actions are left out, such as unreachable goals; they can take seconds.
    """
    recovered = read_with_findings(domain, problem)
    first, second, findings = recovered.domain, recovered.problem, recovered.findings

    def take_some(found: Iterable[Finding]) -> list[Finding]:
        return list(recovered.locate(itertools.islice(found, MAX_FINDINGS_PER_CHECK)))

    if first is not None:
        # A second value of one function is often meant for another function, which has none.
        second_values = any(one.kind == "second-value" for one in findings)
        meaning = (one for one in find_semantic_errors(first, second) if not (second_values and one.kind == "no-value"))
        findings += take_some(find_repeated_declarations(first, second)) + take_some(meaning)
        # joined objects explain why some of these types are wrong
        findings += take_some(find_joined_objects(first, second))
    if first is not None and not any(one.severity == "error" for one in findings):
        whole = not any(one.kind == "not-known-here" for one in findings)
        findings += take_some(find_suspicious_actions(first)) + (
            take_some(find_unused_declarations(first, second)) if whole else []
        )
        findings += take_some(find_joined_types(first, second))
        findings += [
            *take_some(find_wrong_requirements(first, second, whole)),
            *take_some(find_refused_names(first, second)),
            *take_some(find_refused_forms(first, second, whole)),
        ]
        findings += take_some(find_style_issues(first, second)) if with_style else ()
        if second is not None and (explores or plan is not None):
            task = Task(first, second)
            if whole and explores:  # parts that were not parsed may add facts and give values
                with contextlib.suppress(TimeIsUpError), enforce_limits(REACHABILITY_SECONDS):
                    findings += take_some(find_undefined_action_values(task))
                    findings += recovered.locate(find_unreachable_parts(task))
            if plan is not None:
                findings += _lint_plan(task, plan)
    order = [one.name for one in (domain, problem, plan) if one is not None]
    return sorted(dict.fromkeys(findings), key=lambda one: (order.index(one.file), one.line, one.column))


def lint_problem_alone(problem: Source) -> list[Finding]:
    """Return the findings in a problem without its domain: those that no domain could change."""
    stub = Source("(define (domain unknown))", "")
    found = lint_texts(stub, problem, None, with_style=False, explores=False)
    return [one for one in found if one.file == problem.name and one.kind in KINDS_WITHOUT_DOMAIN]


def find_semantic_errors(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield errors such as wrong types in a domain and a problem that can be parsed.

    Planners cannot solve PDDL with these errors.
    """
    yield from find_type_errors(domain, problem)
    if problem is not None:
        yield from find_undefined_goal_values(domain, problem)


def check_semantics(domain: Domain, problem: Problem) -> None:
    """Raise PddlError for the first error that `find_semantic_errors` yields, with its file and line."""
    for one in find_semantic_errors(domain, problem):
        place = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        raise PddlError(one.message, file=place)


def check_puzzle_pddl(puzzle: PuzzleFile) -> None:
    """Raise PddlError for the first error in the two PDDL files that a puzzle was read from, if any."""
    if not isinstance(puzzle, TaskFile) or puzzle.pddl_sources is None:
        return
    domain, problem = puzzle.pddl_sources
    with contextlib.suppress(UnsupportedPddlError):  # left to the planners
        check_semantics(*read_task(domain.text, problem.text, domain.name, problem.name))


def format_pddl_errors(problem: str | Source, domain: str | Source | None) -> str:
    """Return the errors in a problem and its domain as text; empty if there are none.

    A str is the name of a file, a Source is a text. Without a domain, the file beside the problem's file is read. Raises
    PddlError for a file that cannot be read.
    """
    if domain is None:
        domain = str(find_domain(Path(problem)) or problem) if isinstance(problem, str) else problem
    both = [Source(read_text(one, PddlError), one) if isinstance(one, str) else one for one in (domain, problem)]
    findings = [one for one in lint_texts(both[0], both[1], None, with_style=False) if one.severity == "error"]
    return format_findings(findings, {one.name: one for one in both}) if findings else ""


def _lint_plan(task: Task, source: Source) -> Iterator[Finding]:
    """Yield the findings in a plan: actions that the task does not have, or the reason why it fails.

    If all actions exist, there is at most one finding: the first action that is not applicable, or the goal if the plan
    does not reach it.
    """
    try:
        plan = read_plans(source.text, source.name, task).choose_plan(None)
    except PlanError as error:
        yield make_finding_from_text(source, None, "unreadable-plan", str(error).removeprefix(f"{source.name}: "))
        return
    actions = (plan if task.domain.is_timed else plan.without_times()).actions
    wrong = list[tuple[PlanAction | None, str, tuple[str, FileEdit] | None]]()
    for action in actions:
        try:
            task.bind_action(action.name, action.arguments)
        except UnknownActionError as error:
            says = format_message("lint.foreign-action", action=action, why=error)
            wrong.append((action, says, _correct_name(action, task, source)))
    try:
        if not wrong:
            execute_for_cost(actions, task)
    except NotExecutableError as error:
        if error.number is None:  # the goal is not reached: report it at the last action, if there is one
            wrong.append((actions[-1] if actions else None, error.why, None))
        else:
            action = actions[error.number - 1]
            wrong.append((action, format_message("lint.action-not-applicable", action=action, why=error.why), None))
    aside = "".join(format_message("lint.note", note=note) for note in plan.notes)
    for where, says, fix in wrong:
        place = where and _find_action_position(where, source)
        label, *edits = fix or ("",)
        yield make_finding_from_text(source, place, "plan", f"{says}{aside}", label, edits)


def _correct_name(action: PlanAction, task: Task, source: Source) -> tuple[str, FileEdit] | None:
    """Return the correct name for the first unknown name of an action, and the edit that writes it.

    Returns None unless exactly one name is similar.
    """
    objects = task.objects.get("object", ())
    known = [task.actions, *(objects for _ in action.arguments)]
    wrong = (number for number, name in enumerate((action.name, *action.arguments)) if name not in known[number])
    number = next(wrong, None)
    if number is None:
        return None
    line, column = _find_action_position(action, source)
    written = source.lines[line - 1][column - 1 :].lower() if 0 < line <= len(source.lines) else ""
    name = (action.name, *action.arguments)[number]
    meant = [one for one in find_similar_names(name, known[number]) if not differ_in_numbers(name, one)]
    found = next(itertools.islice(re.finditer(r"[^\s()]+", written), number, None), None)
    if len(meant) != 1 or found is None or found[0] != name:
        return None
    start, end = column + found.start(), column + found.end()
    return meant[0], FileEdit(source.name, line, start, line, end, meant[0])


def _find_action_position(action: PlanAction, source: Source) -> tuple[int, int]:
    """Return the position of an action in a plan file: line and column, both counted from 1."""
    line = source.lines[action.line - 1] if 0 < action.line <= len(source.lines) else ""
    return action.line, max(line.lower().find(str(action)) + 1, 1)


def format_findings(findings: Sequence[Finding], sources: Mapping[str, Source]) -> str:
    """Return the findings as text, each with the line of its file and a mark below the column.

    ``sources`` holds the texts by file name. The last line counts the findings by severity.
    """
    told = list[str]()
    for one in findings[:MAX_PRINTED_FINDINGS]:
        place = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        told.append(f"{place}: {one.severity}: {one.message} ({one.kind})")
        lines = sources[one.file].lines
        if 0 < one.line <= len(lines):
            shown = lines[one.line - 1].rstrip("\r").replace("\t", " ")
            first = max(one.column - 60, 0)
            margin = " " * len(str(one.line))
            before, behind = "…" * (first > 0), "…" * (len(shown) > first + 100)
            told.append(f"  {one.line} | {before}{shown[first + len(before) : first + 100]}{behind}")
            told.append(
                f"  {margin} | {' ' * (one.column - 1 - first)}{'^' * min(one.length, 100 - one.column + 1 + first)}"
            )
    if len(findings) > MAX_PRINTED_FINDINGS:
        told.append(format_message("lint.more", count=len(findings) - MAX_PRINTED_FINDINGS))
    counts = {level: sum(one.severity == level for one in findings) for level in SARIF_LEVELS}
    sums = [format_message(f"lint.{level}", count=count) for level, count in counts.items() if count]
    return "\n".join([*told, ", ".join(sums) or format_message("lint.clean", files=", ".join(sources)), ""])


def findings_as_json(findings: Sequence[Finding]) -> str:
    """Return the findings as JSON text: an object with a list under the key ``findings``."""
    return _format_indented_json({"findings": [one.to_dict() for one in findings]})


def findings_as_sarif(findings: Sequence[Finding]) -> str:
    """Return the findings as JSON text in the Static Analysis Results Interchange Format (SARIF) 2.1.0.

    Source: OASIS 2020.
    """
    kinds = sorted({one.kind for one in findings})
    rules = [{"id": kind, "defaultConfiguration": {"level": SARIF_LEVELS[SEVERITIES[kind]]}} for kind in kinds]
    results = []
    for one in findings:
        region = {"startLine": one.line, "startColumn": one.column, "endColumn": one.column + one.length}
        physical = {"artifactLocation": {"uri": one.file}, **({"region": region} if one.line else {})}
        told = {"ruleId": one.kind, "level": SARIF_LEVELS[one.severity], "message": {"text": one.message}}
        fixes = {"fixes": [_fix_as_sarif(one)]} if one.edits else {}
        results.append({**told, "locations": [{"physicalLocation": physical}], **fixes})
    driver = {"name": "ferryplan", "rules": rules}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return _format_indented_json({"$schema": schema, "version": "2.1.0", "runs": [run]})


def _fix_as_sarif(finding: Finding) -> dict[str, object]:
    """Return the edits of a finding as a fix of SARIF, with the changes of each file."""
    changes = []
    for file, edits in itertools.groupby(finding.edits, lambda edit: edit.file):
        replacements = [
            {
                "deletedRegion": {
                    "startLine": edit.line,
                    "startColumn": edit.column,
                    "endLine": edit.end_line,
                    "endColumn": edit.end_column,
                },
                "insertedContent": {"text": edit.text},
            }
            for edit in edits
        ]
        changes.append({"artifactLocation": {"uri": file}, "replacements": replacements})
    label = {"description": {"text": finding.fix}} if finding.fix else {}
    return {**label, "artifactChanges": changes}


def findings_as_github(findings: Sequence[Finding]) -> str:
    """Return the findings as GitHub workflow commands, which annotate the lines of the files on GitHub."""
    levels = {**SARIF_LEVELS, "style": "notice"}
    told = ""
    for one in findings:
        file, says = (_escape_github_message(text) for text in (one.file, one.message))
        place = f",line={one.line},col={one.column},endColumn={one.column + one.length}" if one.line else ""
        told += f"::{levels[one.severity]} file={file.replace(':', '%3A').replace(',', '%2C')}{place},title={one.kind}::{says}\n"
    return told


def _escape_github_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _format_indented_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
