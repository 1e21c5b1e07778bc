"""Problems in PDDL texts and in a plan for them, as text, JSON, SARIF and GitHub commands."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError, PlanError
from ferryplan.generator.files import domain_beside
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.linting.findings import SEVERITIES, Finding, at
from ferryplan.generator.pddl.linting.meaning import odd_actions, unused
from ferryplan.generator.pddl.linting.reachability import unreachable
from ferryplan.generator.pddl.linting.reading import read, repeated
from ferryplan.generator.pddl.linting.refusals import find_refused_forms
from ferryplan.generator.pddl.linting.requirements import requirements
from ferryplan.generator.pddl.linting.style import refused, style
from ferryplan.generator.pddl.linting.types import joined_objects, joined_types, mistyped
from ferryplan.generator.pddl.linting.values import actions_without_values, goal_without_values
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.reader import read_both
from ferryplan.generator.pddl.syntax import Source, UnknownFormError
from ferryplan.generator.pddl.task import ForeignActionError, Task
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.planner.plans.execution import cost_of
from ferryplan.planner.plans.reading import read_plans
from ferryplan.planner.system.files import read_text
from ferryplan.planner.system.limits import TimeIsUpError, limited

SECONDS = 5.0
"""how long it may take to find out what can be reached"""
MOST_FOUND = 1_000
"""findings of one sort"""
MOST_TOLD = 100
"""findings as text"""
LEVELS = {"error": "error", "warning": "warning", "style": "note"}
"""the severities, as SARIF names them"""


def lint(domain: Source, problem: Source | None, plan: Source | None, with_style: bool) -> list[Finding]:
    """Return the findings in texts, in their order; warnings only where there are no errors."""
    first, second, findings = read(domain, problem)

    def some(found: Iterable[Finding]) -> list[Finding]:
        return list(itertools.islice(found, MOST_FOUND))

    if first is not None:
        # A second value of one function is often the value that another one lacks.
        second_values = any(one.kind == "second-value" for one in findings)
        meaning = (one for one in errors_of_meaning(first, second) if not (second_values and one.kind == "no-value"))
        findings += some(repeated(first, second)) + some(meaning)
        findings += some(joined_objects(first, second))  # why some of these types are wrong
    if first is not None and not any(one.severity == "error" for one in findings):
        whole = not any(one.kind == "not-known-here" for one in findings)
        findings += some(odd_actions(first)) + (some(unused(first, second)) if whole else [])
        findings += some(joined_types(first, second))
        findings += [
            *requirements(first, second, whole),
            *some(refused(first, second)),
            *some(find_refused_forms(first, second, whole)),
        ]
        findings += style(first, second) if with_style else ()
        if second is not None:
            task = Task(first, second)
            if whole:  # what was not read may add facts and give values
                with contextlib.suppress(TimeIsUpError), limited(SECONDS):
                    findings += some(actions_without_values(task))
                    findings += unreachable(task)
            if plan is not None:
                findings += _of_plan(task, plan)
    order = [one.name for one in (domain, problem, plan) if one is not None]
    return sorted(dict.fromkeys(findings), key=lambda one: (order.index(one.file), one.line, one.column))


def errors_of_meaning(domain: Domain, problem: Problem | None) -> Iterator[Finding]:
    """Yield the errors in texts that can be read: with these a task is not solved either."""
    yield from mistyped(domain, problem)
    if problem is not None:
        yield from goal_without_values(domain, problem)


def check_meaning(domain: Domain, problem: Problem) -> None:
    """Raise PddlError for the first error in texts that can be read, with its file and line."""
    for one in errors_of_meaning(domain, problem):
        place = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        raise PddlError(one.says, file=place)


def check_pair(puzzle: PuzzleFile) -> None:
    """Raise PddlError for the first error in the files of PDDL, if there are any, that a puzzle was read from."""
    if not isinstance(puzzle, TaskFile) or puzzle.pair is None:
        return
    domain, problem = puzzle.pair
    with contextlib.suppress(UnknownFormError):  # for the planners to judge
        check_meaning(*read_both(domain.text, problem.text, domain.name, problem.name))


def mistakes_in(problem: str | Source, domain: str | Source | None) -> str:
    """Return the errors in a problem and a domain, or the one beside it, as text; empty if there are none. Raises PddlError for no text at all."""
    if domain is None:
        domain = str(domain_beside(Path(problem)) or problem) if isinstance(problem, str) else problem
    both = [Source(read_text(one, PddlError), one) if isinstance(one, str) else one for one in (domain, problem)]
    findings = [one for one in lint(both[0], both[1], None, with_style=False) if one.severity == "error"]
    return as_text(findings, {one.name: one for one in both}) if findings else ""


def _of_plan(task: Task, source: Source) -> Iterator[Finding]:
    """Yield the actions of a plan that a task does not have; if it has all, the first that is not applicable, or that the goal is not reached."""
    try:
        plan = read_plans(source.text, source.name, task).chosen(None)
    except PlanError as error:
        yield at(source, None, "unreadable-plan", str(error).removeprefix(f"{source.name}: "))
        return
    actions = (plan if task.domain.is_timed else plan.classical()).actions
    wrong = list[tuple[Action | None, str]]()
    for action in actions:
        try:
            task.bound(action.name, action.arguments)
        except ForeignActionError as error:
            wrong.append((action, format_message("lint.foreign-action", action=action, why=error)))
    try:
        if not wrong:
            cost_of(actions, task)
    except NotExecutableError as error:
        if error.number is None:  # the goal is not reached: after the last action, if there is one
            wrong.append((actions[-1] if actions else None, error.why))
        else:
            action = actions[error.number - 1]
            wrong.append((action, format_message("lint.action-not-applicable", action=action, why=error.why)))
    aside = "".join(format_message("lint.note", note=note) for note in plan.notes)
    for where, says in wrong:
        yield at(source, where and _position(where, source), "plan", f"{says}{aside}")


def _position(action: Action, source: Source) -> tuple[int, int]:
    """Return the line and the column of an action."""
    line = source.lines[action.line - 1] if 0 < action.line <= len(source.lines) else ""
    return action.line, max(line.lower().find(str(action)) + 1, 1)


def as_text(findings: Sequence[Finding], sources: Mapping[str, Source]) -> str:
    """Return each finding with its line and a mark below the place, then the number of findings by severity."""
    told = list[str]()
    for one in findings[:MOST_TOLD]:
        place = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        told.append(f"{place}: {one.severity}: {one.says} ({one.kind})")
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
    if len(findings) > MOST_TOLD:
        told.append(format_message("lint.more", count=len(findings) - MOST_TOLD))
    counts = {level: sum(one.severity == level for one in findings) for level in LEVELS}
    sums = [format_message(f"lint.{level}", count=count) for level, count in counts.items() if count]
    return "\n".join([*told, ", ".join(sums) or format_message("lint.clean", files=", ".join(sources)), ""])


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings as an object."""
    return _dumped({"findings": [one.to_dict() for one in findings]})


def as_sarif(findings: Sequence[Finding]) -> str:
    """Return the findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS 2020)."""
    kinds = sorted({one.kind for one in findings})
    rules = [{"id": kind, "defaultConfiguration": {"level": LEVELS[SEVERITIES[kind]]}} for kind in kinds]
    results = []
    for one in findings:
        region = {"startLine": one.line, "startColumn": one.column, "endColumn": one.column + one.length}
        physical = {"artifactLocation": {"uri": one.file}, **({"region": region} if one.line else {})}
        told = {"ruleId": one.kind, "level": LEVELS[one.severity], "message": {"text": one.says}}
        results.append({**told, "locations": [{"physicalLocation": physical}]})
    driver = {"name": "ferryplan", "rules": rules}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return _dumped({"$schema": schema, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]})


def as_commands(findings: Sequence[Finding]) -> str:
    """Return the findings as commands of a GitHub workflow, which shows them beside the lines."""
    levels = {**LEVELS, "style": "notice"}
    told = ""
    for one in findings:
        file, says = (_escaped(text) for text in (one.file, one.says))
        place = f",line={one.line},col={one.column},endColumn={one.column + one.length}" if one.line else ""
        told += f"::{levels[one.severity]} file={file.replace(':', '%3A').replace(',', '%2C')}{place},title={one.kind}::{says}\n"
    return told


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
