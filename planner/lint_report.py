"""Reports of the findings in PDDL and in puzzle files, and corrected texts."""

from __future__ import annotations

import contextlib
import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, PddlError, PuzzleError, join_errors
from ferryplan.generator.families import list_candidates
from ferryplan.generator.file_edits import apply_file_edits, choose_disjoint_edits
from ferryplan.generator.files import find_domain
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.slips.fixing import fix_if_unreadable
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import parse_puzzle_text
from ferryplan.generator.puzzle_file import PuzzleFile, WarningDiagnostic
from ferryplan.generator.puzzle_warnings import find_warnings, find_wrong_optima
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.tasks.pddl_puzzles import find_pddl_definitions
from ferryplan.planner import pddl_lint
from ferryplan.planner.system.garbage import pause_garbage_collection
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.user_files import read_text

PARENTHESIS_KINDS = frozenset({"missing-closing", "missing-opening", "surplus-parenthesis"})
"""the kinds of findings about parentheses whose places are guessed"""
PUZZLE_ERROR_KINDS = frozenset({"invalid-toml", "unknown-key", "missing-key", "wrong-value"})
"""the kinds of findings that keep a puzzle file from being loaded"""
DRAFT_SECONDS = 2.0
"""the time limit of the checks of a puzzle file that somebody is writing, in seconds"""
DOMAIN_REFERENCE = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)
"""the part of a problem that names its domain"""
MAX_FIX_ROUNDS = 20
"""the largest number of rounds in which texts are fixed and checked again"""


@dataclass(frozen=True, slots=True, repr=False)
class LintReport(RenderableSequence[Finding]):
    """The findings of `lint` in PDDL: a sequence, each with file, line, column, kind, severity and fix."""

    formats: ClassVar[tuple[str, ...]] = ("text", "json", "sarif", "github")
    """The formats of `render`, the default first."""
    renderer = "ferryplan.planner.lint_report:render_lint"

    findings: tuple[Finding, ...]
    """The findings in the order of ``sources``, and within a text by line and column."""
    sources: tuple[Source, ...]
    """The texts that were checked: a domain, a problem, a plan."""
    with_style: bool = False
    """Whether matters of style were checked, too."""

    @property
    def items(self) -> tuple[Finding, ...]:
        """The findings: first those in the domain, then those in the problem, then those in the plan."""
        return self.findings

    def __repr__(self) -> str:
        """Return a short description with the number of findings."""
        return f"{type(self).__name__}(findings={len(self)})"

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make planners reject or misread the PDDL."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def fixed(self) -> dict[str, str]:
        """The corrected texts of the files that have mistakes with one sensible fix, by file name.

        Examples are a missing space, or a requirement that is missing.
        """
        return fix_texts(self.sources, self.with_style) if self.sources else {}

    def diff(self) -> str:
        """Return the changes from the checked texts to ``fixed`` as a unified diff; empty if there are none."""
        return describe_fixes([self.sources], self.with_style) if self.sources else ""


@dataclass(frozen=True, slots=True)
class PuzzleFinding(Finding):
    """A finding in a puzzle file: an error, or a warning about a key of a valid file.

    For example, the key has no effect, or the optimum that it states is wrong.
    """

    key: str = ""
    """the key in the file that the finding is about"""
    expected: str = ""
    """the allowed values, in words, where they are known"""

    @property
    def severity(self) -> Literal["error", "warning"]:
        """The severity: ``error`` if the puzzle cannot be loaded, otherwise ``warning``."""
        return "error" if self.kind in PUZZLE_ERROR_KINDS else "warning"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON object, with the key of the puzzle file that it is about."""
        more = {"key": self.key or None, "expected": self.expected or None}
        return {**super(PuzzleFinding, self).to_dict(), **more}


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleLintReport(LintReport):
    """The findings of `lint` in a puzzle file: a sequence, each with file, line, column, key and kind."""

    formats = ("text", "json")
    renderer = "ferryplan.planner.lint_report:render_puzzle_lint"

    puzzle: str = ""
    """the file of the puzzle, or its name, as the findings show it"""
    notes: tuple[str, ...] = ()
    """a sentence for each stated optimum that was not checked, with the reason"""
    finding_locations: tuple[str, ...] = ()
    """the file, line, column and key of each finding as text, in the order of the findings"""


def lint_pddl(texts: Sequence[Source], style: bool) -> LintReport:
    """Return a report of the findings in a domain, and in its problem and plan if they are given.

    ``texts`` holds the domain, the problem and the plan, in this order. ``style`` adds findings about style.
    """
    found = pddl_lint.lint_texts(texts[0], [*texts, None][1], [*texts, None, None][2], style)
    return LintReport(tuple(found), tuple(texts), style)


def lint_pddl_draft(domain: Source | None, problem: Source | None, style: bool) -> LintReport:
    """Return a report of the findings in texts that may be unfinished.

    Findings that need ground actions are left out.
    """
    sources = tuple(one for one in (domain, problem) if one is not None)
    with pause_garbage_collection():
        if domain is not None:
            found = pddl_lint.lint_texts(domain, problem, None, style, explores=False)
        else:
            found = pddl_lint.lint_problem_alone(problem) if problem is not None else []
    return LintReport(tuple(found), sources, style)


def add_missing_domain(texts: Sequence[Source]) -> list[Source]:
    """Return PDDL texts, with the missing domain added in front if the first text is a problem.

    The domain is read from the file beside the problem's file. Raises PddlError if there is no such file.
    """
    kinds = [[*find_pddl_definitions(one.text)] for one in texts[:2]]
    if kinds[0] != ["problem"] or ["domain"] in kinds:
        return [*texts]
    name = texts[0].name
    beside = find_domain(Path(name)) if Path(name).is_file() else None
    if beside is None:
        raise PddlError(format_message("lint.no-domain", file=name))
    return [Source(read_text(str(beside), PddlError), str(beside)), *texts]


def group_pddl_files(texts: Sequence[Source]) -> list[list[Source]]:
    """Return PDDL files in the groups that are checked together: each problem after its domain.

    The domain of a problem is the file that `find_domain` finds beside it, unless only one of the other files has the
    name that the problem gives to its domain. A domain without a problem is a group of its own. Raises PddlError for a
    problem without a domain.
    """
    domains = {one.name: one for one in texts if "domain" in find_pddl_definitions(one.text)}
    groups = list[list[Source]]()
    for problem in (one for one in texts if one.name not in domains):
        domain = _choose_domain(problem, domains)
        groups.append(add_missing_domain([problem]) if domain is None else [domain, problem])
    used = {group[0].name for group in groups}
    return [[domain] for name, domain in domains.items() if name not in used] + groups


def _choose_domain(problem: Source, domains: Mapping[str, Source]) -> Source | None:
    """Return the domain of a problem, given domains by file name; None if it is not among them."""
    beside = find_domain(Path(problem.name))
    if str(beside) in domains:
        return domains[str(beside)]
    reference = DOMAIN_REFERENCE.search(problem.text)
    names = {name: find_pddl_definitions(domain.text)["domain"].casefold() for name, domain in domains.items()}
    namesakes = [name for name, called in names.items() if reference and called == reference[1].casefold()]
    if len(namesakes) == 1:
        return domains[namesakes[0]]
    return next(iter(domains.values())) if beside is None and len(domains) == 1 else None


def lint_pddl_groups(groups: Sequence[Sequence[Source]], style: bool) -> LintReport:
    """Return one report of the findings in groups of files: each a domain, a problem and a plan, or fewer.

    A finding in a domain that several groups have in common is reported once.
    """
    reports = [lint_pddl(group, style) for group in groups]
    sources = {one.name: one for report in reports for one in report.sources}
    findings = dict.fromkeys(one for report in reports for one in report)
    return LintReport(tuple(findings), tuple(sources.values()), style)


def fix_groups(groups: Sequence[Sequence[Source]], with_style: bool = False) -> dict[str, str]:
    """Return the corrected texts of all groups by file name, as `fix_texts` does for one group."""
    fixed = dict[str, str]()
    for group in groups:
        fixed |= fix_texts([update_source(one, fixed) for one in group], with_style)
    return fixed


def update_source(source: Source, texts: Mapping[str, str]) -> Source:
    """Return a file with its new text if ``texts``, new texts by file name, has one for it."""
    if source.name not in texts:
        return source
    return replace(source, text=texts[source.name], has_byte_order_mark=False)


def fix_texts(texts: Sequence[Source], with_style: bool = False) -> dict[str, str]:
    """Return the corrected texts of the domain and the problem by file name.

    Texts without changes are left out. The function makes the edits of all findings with safe edits, and removes
    byte order marks. ``with_style`` adds the findings about style.
    """
    files = fix_if_unreadable(texts[0], [*texts[:2], None][1])
    fixed = [files.fixed_source(part) for part in files.sources]
    for _ in range(MAX_FIX_ROUNDS):  # a fix may reveal the next finding
        found = pddl_lint.lint_texts(fixed[0], [*fixed, None][1], None, with_style, explores=False)
        safe = [one.edits for one in found if one.has_safe_edits]
        # In files with guessed parentheses, all other edits are guesses, too.
        edits = [] if any(one.kind in PARENTHESIS_KINDS for one in found) else choose_disjoint_edits(safe)
        if not edits:
            break
        fixed = [
            replace(one, text=apply_file_edits(one.text, [edit for edit in edits if edit.file == one.name]))
            for one in fixed
        ]
    pairs = zip(texts, fixed, strict=False)
    return {old.name: new.text for old, new in pairs if old.has_byte_order_mark or old.text != new.text}


def describe_fixes(groups: Sequence[Sequence[Source]], with_style: bool = False) -> str:
    """Return the changes that `fix_groups` makes to the texts, as a unified diff."""
    old = {one.name: one.text for group in groups for one in group}
    lines = (
        line
        for name, new in fix_groups(groups, with_style).items()
        for line in difflib.unified_diff(old[name].splitlines(), new.splitlines(), name, name, lineterm="")
    )
    return "".join(f"{line}\n" for line in lines)


def lint_puzzle(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> PuzzleLintReport:
    """Return a report of the suspicious parts of a puzzle file.

    These are keys without effect, rules that never bind, wrong optima and redundant clues. ``parameters`` are the values of the
    puzzle's parameters with which it is checked.
    """
    skipped = list[str]()
    found = [
        *find_warnings(puzzle, next(list_candidates(puzzle, parameters)).instance),
        *find_wrong_optima(puzzle, skipped.append),
    ]
    return _report_puzzle_findings(puzzle, found, skipped)


def _report_puzzle_findings(
    puzzle: PuzzleFile, found: Sequence[WarningDiagnostic], skipped: Sequence[str]
) -> PuzzleLintReport:
    """Return a report of findings in a valid puzzle file.

    ``skipped`` are the keys of optima that were not checked.
    """
    findings = list[PuzzleFinding]()
    for one in found:
        line, column = puzzle.locate_key(one.key)
        findings.append(PuzzleFinding(puzzle.reference, line, column, 0, one.kind, one.message, key=one.key))
    notes = (format_message("lint.unchecked-optimum", place=puzzle.format_location(key)) for key in skipped)
    places = tuple(puzzle.format_location(one.key) for one in found)
    return PuzzleLintReport(tuple(findings), (), puzzle=puzzle.reference, notes=tuple(notes), finding_locations=places)


def lint_puzzle_draft(text: str, name: str) -> LintReport:
    """Return a report of the mistakes in a puzzle file, or else of its keys and rules without effect.

    ``name`` stands for the file in the findings. Optima are not checked, because this can take minutes, and keys and
    rules are checked only if this takes less than `DRAFT_SECONDS`.
    """
    try:
        puzzle = parse_puzzle_text(text, name)
        found = list[WarningDiagnostic]()
        with contextlib.suppress(TimeIsUpError), enforce_limits(DRAFT_SECONDS):
            found = find_warnings(puzzle, next(list_candidates(puzzle, {})).instance)
        return _report_puzzle_findings(puzzle, found, ())
    except FerryplanError as error:
        report = report_puzzle_errors(error) if isinstance(error, PuzzleError) else None
        return report or PuzzleLintReport((), (), puzzle=name)


def report_puzzle_errors(error: PuzzleError) -> PuzzleLintReport | None:
    """Return a report of the mistakes in a puzzle file, given the error that loading it raised.

    Returns None if the error is not about mistakes in a file; for example, there may be no such puzzle.
    """
    mistakes = error.diagnostics
    if not mistakes and error.file and error.line:  # a value that fits the file, but not the instance
        mistakes = join_errors([error], error.file).diagnostics
    findings = tuple(
        PuzzleFinding(
            one.file, one.line, one.column, one.length, one.kind, one.message, one.fix, one.edits, one.key, one.expected
        )
        for one in mistakes
    )
    if not findings:
        return None
    places = tuple(
        ": ".join(filter(None, (f"{one.file}:{one.line}:{one.column}" if one.line else one.file, one.key)))
        for one in findings
    )
    return PuzzleLintReport(findings, (), puzzle=findings[0].file, finding_locations=places)


def render_lint(report: LintReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the findings in PDDL as text, JSON, SARIF or GitHub commands; ``form`` is the output format."""
    forms = {
        "json": pddl_lint.findings_as_json,
        "sarif": pddl_lint.findings_as_sarif,
        "github": pddl_lint.findings_as_github,
    }
    if form in forms:
        return forms[form](report.findings)
    return pddl_lint.format_findings(report.findings, {one.name: one for one in report.sources})


def render_puzzle_lint(report: PuzzleLintReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the findings in a puzzle file as text or JSON; ``form`` is the output format."""
    if form == "json":
        return pddl_lint.findings_as_json(report)
    lines = [
        f"{place}: {one.message} ({one.kind})" for place, one in zip(report.finding_locations, report, strict=True)
    ]
    return "".join(f"{line}\n" for line in lines or [format_message("lint.clean", files=report.puzzle)])
