"""Reports of problems in PDDL and in puzzle files, with the fixed texts."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import trials
from ferryplan.generator.files import domain_beside
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.oddities import oddities, wrong_optima
from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.slips.fixing import fix_unreadable
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.tasks.pairs import defined_in
from ferryplan.planner import linting
from ferryplan.planner.system.files import read_text


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
        """The findings because of which planners refuse or misread the texts."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def fixed(self) -> dict[str, str]:
        """The texts of files whose unambiguous slips are fixed, by the names of the files."""
        return fix_slips(self.sources)

    def diff(self) -> str:
        """Return what the fixes change, as a unified diff; empty if there is nothing to fix."""
        return describe_fixes(self.sources)


@dataclass(frozen=True, slots=True)
class PuzzleFinding(Finding):
    """Something odd in a puzzle file: legal, but without effect, or not what it is said to be."""

    key: str = ""
    """where it stands in the file"""
    hopeless: bool = False
    """whether there is no solution for that alone"""

    @property
    def severity(self) -> Literal["warning"]:
        """Return how severe it is: a puzzle file with errors is not read."""
        return "warning"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as JSON has it, with its key in the puzzle file."""
        return {**super(PuzzleFinding, self).to_dict(), "key": self.key}


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleLintReport(LintReport):
    """The problems in a puzzle file: a sequence of findings, each with file, line, column, key and kind."""

    formats = ("text", "json")
    renderer = "ferryplan.planner.lint_report:render_puzzle_lint"

    puzzle: str = ""
    """what the findings call the puzzle: its file, or its name"""
    notes: tuple[str, ...] = ()
    """what was not looked for, and why"""
    places: tuple[str, ...] = ()
    """where each finding stands, as the text says it"""


def lint_pddl(texts: Sequence[Source], style: bool) -> LintReport:
    """Return what is wrong or odd in a domain, a problem for it and a plan for that; with `style` also matters of style."""
    found = linting.lint(texts[0], [*texts, None][1], [*texts, None, None][2], style)
    return LintReport(tuple(found), tuple(texts))


def add_domain(texts: Sequence[Source]) -> list[Source]:
    """Return texts of PDDL with the domain in front: of a problem in a file that stands first, the one beside it.

    Raises PddlError for a problem that has none.
    """
    kinds = [[*defined_in(one.text)] for one in texts[:2]]
    if kinds[0] != ["problem"] or ["domain"] in kinds:
        return [*texts]
    name = texts[0].name
    beside = domain_beside(Path(name)) if Path(name).is_file() else None
    if beside is None:
        raise PddlError(format_message("lint.no-domain", file=name))
    return [Source(read_text(str(beside), PddlError), str(beside)), *texts]


def fix_slips(texts: Sequence[Source]) -> dict[str, str]:
    """Return a domain and a problem with their slips fixed, by their names; only those that have a slip."""
    files = fix_unreadable(texts[0], [*texts[:2], None][1])
    fixed = zip(texts, (files.fixed(part).text for part in files.sources), strict=False)
    return {old.name: new for old, new in fixed if old.has_mark or old.text != new}


def describe_fixes(texts: Sequence[Source]) -> str:
    """Return what `fix_slips` changes, as a unified diff."""
    old = {one.name: one.text for one in texts}
    lines = (
        line
        for name, new in fix_slips(texts).items()
        for line in difflib.unified_diff(old[name].splitlines(), new.splitlines(), name, name, lineterm="")
    )
    return "".join(f"{line}\n" for line in lines)


def lint_puzzle(puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> PuzzleLintReport:
    """Return what is odd in a puzzle file: what has no effect, rules that never bind, optima that are wrong, clues that say nothing new."""
    skipped = list[str]()
    found = [*oddities(puzzle, next(trials(puzzle, parameters)).instance), *wrong_optima(puzzle, skipped.append)]
    findings = list[PuzzleFinding]()
    for one in found:
        line, column = puzzle.position(one.key)
        findings.append(
            PuzzleFinding(puzzle.reference, line, column, 0, one.kind, one.says, key=one.key, hopeless=one.hopeless)
        )
    notes = (format_message("lint.unchecked-optimum", place=puzzle.where(key)) for key in skipped)
    places = tuple(puzzle.where(one.key) for one in found)
    return PuzzleLintReport(tuple(findings), (), puzzle.reference, tuple(notes), places)


def render_lint(found: LintReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return findings in a format."""
    forms = {"json": linting.as_json, "sarif": linting.as_sarif, "github": linting.as_commands}
    if form in forms:
        return forms[form](found.findings)
    return linting.as_text(found.findings, {one.name: one for one in found.sources})


def render_puzzle_lint(found: PuzzleLintReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return what is odd in a puzzle file in a format."""
    if form == "json":
        return linting.as_json(found)
    lines = [f"{place}: {one.says} ({one.kind})" for place, one in zip(found.places, found, strict=True)]
    return "".join(f"{line}\n" for line in lines or [format_message("lint.clean", files=found.puzzle)])
