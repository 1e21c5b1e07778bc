"""Findings in PDDL texts: the place, the kind, a sentence, and the fix where one can be guessed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.expressions import Typed
from ferryplan.generator.pddl.normal_form import named_in
from ferryplan.generator.pddl.slips.slip import Slip
from ferryplan.generator.pddl.syntax import TOKEN, Place, Source, position
from ferryplan.generator.pddl.tree import Domain, Problem

Severity: TypeAlias = Literal["error", "warning", "style"]
SEVERITIES: dict[str, Severity] = domains.words("linting")["severities"]
"""the severity of each kind of finding"""
MOST_MARKED = 300
"""characters of a line"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem in a text."""

    file: str
    line: int
    """from 1; 0 for what stands nowhere"""
    column: int
    """from 1"""
    length: int
    """of what is to be marked, in characters, all on that line"""
    kind: str
    says: str
    fix: str = ""
    """what may stand there instead, or what to do"""

    @property
    def severity(self) -> Severity:
        """Whether it is an error, a warning, or a matter of style."""
        return SEVERITIES[self.kind]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as JSON has it; what is not known, such as the line of something that is missing, is None."""
        return {
            "file": self.file,
            "line": self.line or None,
            "column": self.column or None,
            "length": self.length or None,
            "kind": self.kind,
            "severity": self.severity,
            "message": self.says,
            "fix": self.fix or None,
            "key": None,
        }


def found(kind: str, source: Source, where: Place, fix: str = "", **words: Any) -> Finding:
    """Return a finding of a kind at a place of a file; the words fill the slots of its message."""
    return at(source, where, kind, format_message(f"lint.{kind}", fix=fix, **words), fix)


def describe_slip(slip: Slip, source: Source, place: tuple[int, int]) -> str:
    """Return a line about a slip at a place of the file as it was written."""
    line, column = place
    return f"{source.name}:{line}:{column}: {finding_of_slip(slip, source, place).says}"


def finding_of_slip(slip: Slip, source: Source, place: tuple[int, int]) -> Finding:
    """Return a slip at a place of the file as it was written."""
    return found(slip.kind, source, place, slip.fix, **slip.words)


def at(source: Source, where: Place, kind: str, says: str, fix: str = "") -> Finding:
    """Return a finding that says this at a place of a file, with the length of what stands there."""
    line, column = position(where)
    text = source.lines[line - 1][column - 1 :][:MOST_MARKED] if 0 < line <= len(source.lines) else ""
    return Finding(source.name, line, column, _length(text), kind, says, fix)


def _length(text: str) -> int:
    """Return how much of the rest of a line belongs to the word or the parenthesis at its beginning."""
    depth = length = 0
    for match in TOKEN.finditer(text):
        if match[0].startswith(";"):
            break
        depth, length = depth + {"(": 1, ")": -1}.get(match[0], 0), match.end()
        if depth <= 0:
            break
    return max(length, 1)


def place_of(*parts: pddl.Condition | pddl.Effect) -> Place:
    """Return where the first predicate or function stands that some conditions and effects name."""
    return next((one.written for part in parts for inner in pddl.all_in(part) for one in named_in(inner)), None)


class Declared(NamedTuple):
    """A name where it is declared."""

    what: str
    """of what it is the name"""
    name: str
    source: Source
    where: Place
    parameters: tuple[Typed, ...] = ()


def declared(domain: Domain, problem: Problem | None) -> Iterator[Declared]:
    """Yield what a domain and a problem declare, variables as parameters of the others."""
    for what, bare in (("type", domain.types), ("constant", domain.constants)):
        yield from (Declared(what, one.name, domain.source, one.written) for one in bare)
    for what, some in (("predicate", domain.predicates), ("function", domain.functions), ("action", domain.actions)):
        yield from (Declared(what, one.name, domain.source, one.written, one.parameters) for one in some)
    if problem is not None:
        yield from (Declared("object", one.name, problem.source, one.written) for one in problem.objects)
