"""Reports of findings in PDDL and in puzzle files, with the fixed texts."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import list_candidates
from ferryplan.generator.files import find_domain
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.slips.fixing import fix_if_unreadable
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_warnings import find_warnings, find_wrong_optima
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.tasks.pddl_puzzles import find_definitions
from ferryplan.planner import pddl_lint
from ferryplan.planner.system.user_files import read_text


@dataclass(frozen=True, slots=True, repr=False)
class LintReport(RenderableSequence[Finding]):
    """The findings in PDDL: a sequence, each with file, line, column, kind, severity and fix."""

    formats: ClassVar[tuple[str, ...]] = ("text", "json", "sarif", "github")
    """The formats of `render`, the default first."""
    renderer = "ferryplan.planner.lint_report:render_lint"

    findings: tuple[Finding, ...]
    """The findings in the order of the texts."""
    sources: tuple[Source, ...]
    """The texts that were read: a domain, a problem, a plan."""

    @property
    def items(self) -> tuple[Finding, ...]:
        """The findings in the order of the texts."""
        return self.findings

    def __repr__(self) -> str:
        """Return the number of findings."""
        return f"{type(self).__name__}(findings={len(self)})"

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make planners refuse or misread the texts."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def fixed(self) -> dict[str, str]:
        """The texts of files with their unambiguous slips fixed, by file name."""
        return fix_slips(self.sources)

    def diff(self) -> str:
        """Return the changes that the fixes make, as a unified diff; empty if there is nothing to fix."""
        return describe_fixes(self.sources)


@dataclass(frozen=True, slots=True)
class PuzzleFinding(Finding):
    """A finding in a puzzle file: legal, but without effect, or not as stated."""

    key: str = ""
    """the key in the file that the finding is about"""
    hopeless: bool = False
    """whether this alone makes the puzzle unsolvable"""

    @property
    def severity(self) -> Literal["warning"]:
        """Return ``warning``: a puzzle file with errors is not read."""
        return "warning"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON object, with its key in the puzzle file."""
        return {**super(PuzzleFinding, self).to_dict(), "key": self.key}


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleLintReport(LintReport):
    """The findings in a puzzle file: a sequence, each with file, line, column, key and kind."""

    formats = ("text", "json")
    renderer = "ferryplan.planner.lint_report:render_puzzle_lint"

    puzzle: str = ""
    """the file of the puzzle, or its name, as the findings show it"""
    notes: tuple[str, ...] = ()
    """the checks that were left out, and why"""
    places: tuple[str, ...] = ()
    """the location of each finding, as the text shows it"""


def lint_pddl(texts: Sequence[Source], style: bool) -> LintReport:
    """Return the findings in a domain, a problem for it and a plan for that problem.

    `style` adds matters of style.
    """
    found = pddl_lint.lint_texts(texts[0], [*texts, None][1], [*texts, None, None][2], style)
    return LintReport(tuple(found), tuple(texts))


def add_domain(texts: Sequence[Source]) -> list[Source]:
    """Return texts of PDDL with the domain first.

    If the first text is a problem, the domain beside its file is added. Raises PddlError for a problem without a domain.
    """
    kinds = [[*find_definitions(one.text)] for one in texts[:2]]
    if kinds[0] != ["problem"] or ["domain"] in kinds:
        return [*texts]
    name = texts[0].name
    beside = find_domain(Path(name)) if Path(name).is_file() else None
    if beside is None:
        raise PddlError(format_message("lint.no-domain", file=name))
    return [Source(read_text(str(beside), PddlError), str(beside)), *texts]


def fix_slips(texts: Sequence[Source]) -> dict[str, str]:
    """Return the fixed domain and problem by their file names; only texts that have a slip."""
    files = fix_if_unreadable(texts[0], [*texts[:2], None][1])
    fixed = zip(texts, (files.fixed_source(part).text for part in files.sources), strict=False)
    return {old.name: new for old, new in fixed if old.has_mark or old.text != new}


def describe_fixes(texts: Sequence[Source]) -> str:
    """Return the changes that `fix_slips` makes, as a unified diff."""
    old = {one.name: one.text for one in texts}
    lines = (
        line
        for name, new in fix_slips(texts).items()
        for line in difflib.unified_diff(old[name].splitlines(), new.splitlines(), name, name, lineterm="")
    )
    return "".join(f"{line}\n" for line in lines)


def lint_puzzle(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> PuzzleLintReport:
    """Return the findings in a puzzle file.

    They are keys without effect, rules that never bind, wrong optima and redundant clues.
    """
    skipped = list[str]()
    found = [
        *find_warnings(puzzle, next(list_candidates(puzzle, parameters)).instance),
        *find_wrong_optima(puzzle, skipped.append),
    ]
    findings = list[PuzzleFinding]()
    for one in found:
        line, column = puzzle.locate_key(one.key)
        findings.append(
            PuzzleFinding(
                puzzle.reference, line, column, 0, one.kind, one.message, key=one.key, hopeless=one.is_unsolvable
            )
        )
    notes = (format_message("lint.unchecked-optimum", place=puzzle.format_location(key)) for key in skipped)
    places = tuple(puzzle.format_location(one.key) for one in found)
    return PuzzleLintReport(tuple(findings), (), puzzle.reference, tuple(notes), places)


def render_lint(found: LintReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return findings in a format."""
    forms = {
        "json": pddl_lint.findings_as_json,
        "sarif": pddl_lint.findings_as_sarif,
        "github": pddl_lint.findings_as_github,
    }
    if form in forms:
        return forms[form](found.findings)
    return pddl_lint.format_findings(found.findings, {one.name: one for one in found.sources})


def render_puzzle_lint(found: PuzzleLintReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the findings in a puzzle file in a format."""
    if form == "json":
        return pddl_lint.findings_as_json(found)
    lines = [f"{place}: {one.message} ({one.kind})" for place, one in zip(found.places, found, strict=True)]
    return "".join(f"{line}\n" for line in lines or [format_message("lint.clean", files=found.puzzle)])
