"""Findings in PDDL texts: the place, the kind, a message, and a fix if it can be guessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.expressions import TypedName
from ferryplan.generator.pddl.normal_form import direct_references
from ferryplan.generator.pddl.slips.slip import Slip
from ferryplan.generator.pddl.syntax import TOKEN, Source, SourceLocation, line_and_column
from ferryplan.generator.pddl.syntax_tree import Domain, Problem

Severity: TypeAlias = Literal["error", "warning", "style"]
SEVERITIES: dict[str, Severity] = domains.words("linting")["severities"]
"""the severity of each kind of finding"""
SAFE_KINDS = frozenset[str](domains.words("linting")["safe"])
"""the kinds of findings whose edits `plan lint --fix` makes"""
MAX_MARKED_LENGTH = 300
"""the maximum number of characters of a line that are marked"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A report about a place in a PDDL text: a mistake, a possible mistake or a matter of style."""

    file: str
    """the name of the file"""
    line: int
    """from 1; 0 if the finding has no place"""
    column: int
    """from 1"""
    length: int
    """the number of characters to mark, all on the same line"""
    kind: str
    """the kind of finding, such as ``undeclared``"""
    message: str
    """what is wrong, in a sentence"""
    fix: str = ""
    """a short label of the fix: the word to write instead, or what to do"""
    edits: tuple[FileEdit, ...] = ()
    """the edits that make the fix, in the order of their positions, without overlaps; empty if the fix is only advice"""

    @property
    def severity(self) -> Severity:
        """The severity of the finding: error, warning or style."""
        return SEVERITIES[self.kind]

    @property
    def has_safe_edits(self) -> bool:
        """Whether the finding has edits that `plan lint --fix` makes, because no other fix is sensible."""
        return bool(self.edits) and self.kind in SAFE_KINDS

    def to_dict(self) -> dict[str, Any]:
        """Return the finding in its JSON form; unknown values, such as the line of a missing part, are None."""
        return {
            "file": self.file,
            "line": self.line or None,
            "column": self.column or None,
            "length": self.length or None,
            "kind": self.kind,
            "severity": self.severity,
            "message": self.message,
            "fix": self.fix or None,
            "edits": [edit.to_dict() for edit in self.edits],
            "safe": self.has_safe_edits,
            "key": None,
            "expected": None,
        }


def make_finding(
    kind: str, source: Source, where: SourceLocation, fix: str = "", edits: Iterable[FileEdit] = (), **words: Any
) -> Finding:
    """Return a finding at a place of a file, with the message that belongs to its kind.

    ``fix`` is a label of the fix, ``edits`` make the fix, and ``words`` fill the slots of the message.
    """
    message = format_message(f"lint.{kind}", fix=fix, **words)
    return make_finding_from_text(source, where, kind, message, fix, edits)


def label_removal(what: object) -> str:
    """Return the label of a fix that removes something."""
    return format_message("lint.fix-remove", what=what)


def label_addition(what: object) -> str:
    """Return the label of a fix that adds something."""
    return format_message("lint.fix-add", what=what)


def make_removal(
    kind: str, source: Source, where: SourceLocation, removed: str, edits: Iterable[FileEdit], **words: Any
) -> Finding:
    """Return a finding about something that can go, with the edits that remove it, if there are any."""
    edits = tuple(edits)
    return make_finding(kind, source, where, label_removal(removed) if edits else "", edits, **words)


def describe_slip(slip: Slip, source: Source, place: tuple[int, int]) -> str:
    """Return a line of text that reports a slip, with its place in the original file.

    ``source`` is the original file, and ``place`` the line and column of the slip there.
    """
    line, column = place
    return f"{source.name}:{line}:{column}: {slip_to_finding(slip, source, place).message}"


def slip_to_finding(slip: Slip, source: Source, place: tuple[int, int], edits: Iterable[FileEdit] = ()) -> Finding:
    """Return the finding that reports a slip, at its place (line and column) in the original file.

    ``edits`` are the edits of the original files that fix the slip.
    """
    return make_finding(slip.kind, source, place, slip.fix, edits, **slip.message_words)


def make_finding_from_text(
    source: Source, where: SourceLocation, kind: str, message: str, fix: str = "", edits: Iterable[FileEdit] = ()
) -> Finding:
    """Return a finding with a given message, which marks the expression at a place of a file.

    Edits that contradict each other are dropped.
    """
    line, column = line_and_column(where)
    text = source.lines[line - 1][column - 1 :][:MAX_MARKED_LENGTH] if 0 < line <= len(source.lines) else ""
    return Finding(source.name, line, column, _length_of_first_expression(text), kind, message, fix, join_edits(edits))


def _length_of_first_expression(text: str) -> int:
    """Return the length of the word or the parenthesized expression at the beginning of a text."""
    depth = length = 0
    for match in TOKEN.finditer(text):
        if match[0].startswith(";"):
            break
        depth, length = depth + {"(": 1, ")": -1}.get(match[0], 0), match.end()
        if depth <= 0:
            break
    return max(length, 1)


def location_of_first_name(*parts: pddl.Condition | pddl.Effect) -> SourceLocation:
    """Return the place of the first predicate or function in the given conditions and effects."""
    return next(
        (one.source_node for part in parts for inner in pddl.walk_parts(part) for one in direct_references(inner)), None
    )


class NameDeclaration(NamedTuple):
    """The declaration of a name, such as that of a predicate, in a PDDL text."""

    kind: str
    """the kind of the named thing, such as ``predicate``"""
    name: str
    source: Source
    where: SourceLocation
    parameters: tuple[TypedName, ...] = ()


def find_declarations(domain: Domain, problem: Problem | None) -> Iterator[NameDeclaration]:
    """Yield the declarations of names in a domain and a problem.

    Variables have no declarations of their own; they are parameters of other declarations.
    """
    for what, bare in (("type", domain.types), ("constant", domain.constants)):
        yield from (NameDeclaration(what, one.name, domain.source, one.source_node) for one in bare)
    for what, some in (("predicate", domain.predicates), ("function", domain.functions), ("action", domain.actions)):
        yield from (NameDeclaration(what, one.name, domain.source, one.source_node, one.parameters) for one in some)
    if problem is not None:
        yield from (NameDeclaration("object", one.name, problem.source, one.source_node) for one in problem.objects)
