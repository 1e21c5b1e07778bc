"""Findings as diagnostics of the protocol, and their edits as code actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lsprotocol import types

from ferryplan import FileEdit, Finding, LintReport, lint_draft
from ferryplan.domains.messages import format_message
from ferryplan.servers.language.pddl_pairs import PddlPair
from ferryplan.servers.language.positions import TextPositions

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "style": types.DiagnosticSeverity.Information,
}
UNNEEDED_KINDS = ("unused", "unused-parameter", "unused-variable", "requirement-not-needed", "repeated")
"""the kinds of findings whose places editors show faded"""
SOURCE = "ferryplan"
_PUZZLE = "the puzzle"


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text with the findings in it."""

    text: str
    findings: tuple[Finding, ...]
    names: Mapping[str, str]
    """the names that the findings give to files, such as ``the domain``, with the addresses of the files"""
    fixed: str | None
    """the text with all safe fixes; None if there are none"""


def check_pair(pair: PddlPair, uri: str) -> CheckedText:
    """Find the mistakes in one file of a pair: in a domain alone, or in a problem with its domain."""
    report = lint_draft(pair.domain, pair.problem)
    role = "problem" if uri == pair.problem_uri else "domain"
    names = {f"the {role}": address for role, address in pair.uris.items()}
    own = tuple(one for one in report if one.file == f"the {role}")
    text = (pair.problem if role == "problem" else pair.domain) or ""
    return CheckedText(text, own, names, _fix_safely(report, own, f"the {role}"))


def check_puzzle(text: str, uri: str) -> CheckedText:
    """Find the mistakes in a puzzle file, or else its keys and rules without effect."""
    return CheckedText(text, tuple(lint_draft(puzzle=text)), {_PUZZLE: uri}, None)


def _fix_safely(report: LintReport, own: Sequence[Finding], name: str) -> str | None:
    return report.fixed.get(name) if any(one.has_safe_edits for one in own) else None


def make_diagnostic(finding: Finding, positions: TextPositions) -> types.Diagnostic:
    """Return the diagnostic of a finding; one without a place is at the beginning of the text."""
    line, column = max(finding.line, 1), max(finding.column, 1)
    place = positions.to_range((line, column), (line, column + max(finding.length, 1)))
    tags = [types.DiagnosticTag.Unnecessary] if finding.kind in UNNEEDED_KINDS else None
    severity = SEVERITIES[finding.severity]
    return types.Diagnostic(place, finding.message, severity, finding.kind, source=SOURCE, tags=tags)


def make_code_actions(
    checked: CheckedText, positions: Mapping[str, TextPositions], uri: str, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """Return the fixes of the findings at a place, and the action that makes all safe fixes of the file.

    ``positions`` converts the places of each file by its address.
    """
    actions = list[types.CodeAction]()
    if _is_wanted(params, types.CodeActionKind.QuickFix):
        for finding in checked.findings:
            diagnostic = make_diagnostic(finding, positions[uri])
            if finding.edits and _overlap(diagnostic.range, params.range):
                title = format_message("symbols.fix", message=finding.message, fix=finding.fix or finding.message)
                edit = types.WorkspaceEdit(changes=_make_changes(finding.edits, checked.names, positions))
                kind = types.CodeActionKind.QuickFix
                preferred = finding.has_safe_edits or None
                actions.append(types.CodeAction(title, kind, [diagnostic], preferred, edit=edit))
    if checked.fixed is not None and _is_wanted(params, types.CodeActionKind.SourceFixAll):
        new = types.TextEdit(positions[uri].whole_range(), checked.fixed)
        edit = types.WorkspaceEdit(changes={uri: [new]})
        actions.append(
            types.CodeAction(format_message("symbols.fix-all"), types.CodeActionKind.SourceFixAll, edit=edit)
        )
    return actions


def _make_changes(
    edits: Sequence[FileEdit], names: Mapping[str, str], positions: Mapping[str, TextPositions]
) -> dict[str, list[types.TextEdit]]:
    changes = dict[str, list[types.TextEdit]]()
    for edit in edits:
        uri = names.get(edit.file, "")
        changes.setdefault(uri, []).append(positions[uri].to_text_edit(edit))
    return changes


def _is_wanted(params: types.CodeActionParams, kind: types.CodeActionKind) -> bool:
    """Return whether the editor asks for a kind of action; ``source`` includes ``source.fixAll``."""
    only = params.context.only
    wanted = None if only is None else [one.value if isinstance(one, types.CodeActionKind) else one for one in only]
    return wanted is None or any(f"{kind.value}.".startswith(f"{one}.") for one in wanted)


def _overlap(one: types.Range, other: types.Range) -> bool:
    def key(position: types.Position) -> tuple[int, int]:
        return position.line, position.character

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)
