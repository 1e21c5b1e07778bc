"""Reports of the findings in PDDL and in puzzle files, and corrected texts."""

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
from ferryplan.generator.tasks.pddl_puzzles import find_pddl_definitions
from ferryplan.planner import pddl_lint
from ferryplan.planner.system.user_files import read_text


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

    @property
    def items(self) -> tuple[Finding, ...]:
        """The findings: first those in the domain, then those in the problem, then those in the plan."""
        return self.findings

    def __repr__(self) -> str:
        """Return the number of findings."""
        return f"{type(self).__name__}(findings={len(self)})"

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make planners reject or misread the PDDL."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def fixed(self) -> dict[str, str]:
        """The corrected texts of the files that have slips, by file name.

        A slip is a mistake with one sensible fix, such as a missing space.
        """
        return fix_slips(self.sources)

    def diff(self) -> str:
        """Return the changes from the checked texts to ``fixed`` as a unified diff; empty if there are none."""
        return describe_fixes(self.sources)


@dataclass(frozen=True, slots=True)
class PuzzleFinding(Finding):
    """A warning about a key of a puzzle file that is valid but suspicious.

    For example, the key has no effect, or the optimum that it states is wrong.
    """

    key: str = ""
    """the key in the file that the finding is about"""
    proves_unsolvable: bool = False
    """whether the finding alone implies that the puzzle is unsolvable"""

    @property
    def severity(self) -> Literal["warning"]:
        """The severity, always ``warning``: puzzle files with errors are refused before this check."""
        return "warning"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON object, with the key of the puzzle file that it is about."""
        return {**super(PuzzleFinding, self).to_dict(), "key": self.key}


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
    return LintReport(tuple(found), tuple(texts))


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


def fix_slips(texts: Sequence[Source]) -> dict[str, str]:
    """Return the corrected texts of the domain and the problem by file name.

    Texts without slips are left out. A slip is a mistake with one sensible fix, such as a missing space.
    """
    files = fix_if_unreadable(texts[0], [*texts[:2], None][1])
    fixed = zip(texts, (files.fixed_source(part).text for part in files.sources), strict=False)
    return {old.name: new for old, new in fixed if old.has_byte_order_mark or old.text != new}


def describe_fixes(texts: Sequence[Source]) -> str:
    """Return the changes that `fix_slips` makes to the texts, as a unified diff."""
    old = {one.name: one.text for one in texts}
    lines = (
        line
        for name, new in fix_slips(texts).items()
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
    findings = list[PuzzleFinding]()
    for one in found:
        line, column = puzzle.locate_key(one.key)
        findings.append(
            PuzzleFinding(
                puzzle.reference,
                line,
                column,
                0,
                one.kind,
                one.message,
                key=one.key,
                proves_unsolvable=one.is_unsolvable,
            )
        )
    notes = (format_message("lint.unchecked-optimum", place=puzzle.format_location(key)) for key in skipped)
    places = tuple(puzzle.format_location(one.key) for one in found)
    return PuzzleLintReport(tuple(findings), (), puzzle.reference, tuple(notes), places)


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
