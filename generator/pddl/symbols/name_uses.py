"""The places of names in PDDL texts, and the symbols to which they belong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from ferryplan.generator.pddl.slips.slip import FileRole

SymbolKind: TypeAlias = Literal[
    "domain", "problem", "requirement", "type", "object", "predicate", "function", "action", "variable", "keyword"
]
RENAMABLE_KINDS = frozenset[SymbolKind](
    {"domain", "problem", "type", "object", "predicate", "function", "action", "variable"}
)
"""the kinds of names that the author of the texts chose"""


class SymbolKey(NamedTuple):
    """The identity of a symbol: variables with the same name in different lists are different symbols."""

    kind: SymbolKind
    name: str
    scope: tuple[FileRole, int] | None = None
    """for a variable, the text and the position of the list that declares it"""


class NameUse(NamedTuple):
    """A place in a text at which a name is declared or used, or a keyword stands."""

    file_role: FileRole
    """whether the text is the domain or the problem"""
    line: int
    """from 1"""
    column: int
    """from 1"""
    end_column: int
    """the column after the last character"""
    symbol: SymbolKey
    """the kind and the name of the symbol, and the scope of a variable"""
    is_declaration: bool
    """whether the name is declared here"""

    @property
    def kind(self) -> SymbolKind:
        """The kind of the named thing, such as ``predicate``."""
        return self.symbol.kind

    @property
    def name(self) -> str:
        """The name in lower case."""
        return self.symbol.name

    def to_dict(self) -> dict[str, Any]:
        """Return the place in its JSON form."""
        return {
            "file": self.file_role,
            "line": self.line,
            "column": self.column,
            "end_column": self.end_column,
            "kind": self.kind,
            "name": self.name,
            "declaration": self.is_declaration,
        }


class TypedParameter(NamedTuple):
    """A parameter of a predicate, a function or an action, with its types."""

    name: str
    types: tuple[str, ...]
    """one type; several of ``either``; ``object`` if the text states none"""

    def __str__(self) -> str:
        return f"{self.name} - {format_type(self.types)}"


def format_type(types: tuple[str, ...]) -> str:
    """Return the type of a name as PDDL: one type, or several in ``either``."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


@dataclass(frozen=True, slots=True)
class PddlSymbol:
    """A name of a domain and its problem, with all places at which it is declared or used."""

    kind: SymbolKind
    """the kind of the named thing, such as ``predicate``"""
    name: str
    """the name in lower case"""
    uses: tuple[NameUse, ...]
    """all places of the name: those in the domain first, then by position"""
    types: tuple[str, ...] = ()
    """the types of an object or a variable, or the parents of a type; several of ``either``"""
    parameters: tuple[TypedParameter, ...] = ()
    """the parameters of a predicate, a function or an action"""

    @property
    def declarations(self) -> tuple[NameUse, ...]:
        """The places at which the name is declared; empty if it is not declared."""
        return tuple(use for use in self.uses if use.is_declaration)

    @property
    def can_be_renamed(self) -> bool:
        """Whether the name is one that the author of the texts chose."""
        return self.kind in RENAMABLE_KINDS and bool(self.declarations)

    @property
    def signature(self) -> str:
        """The declaration as PDDL, such as ``(at ?t - truck ?p - place)`` or ``?t - truck``."""
        match self.kind:
            case "predicate" | "function":
                return f"({' '.join([self.name, *map(str, self.parameters)])})"
            case "action":
                return f"(:action {self.name} :parameters ({' '.join(map(str, self.parameters))}))"
            case "object" | "variable" | "type" if self.types:
                return f"{self.name} - {format_type(self.types)}"
            case _:
                return self.name


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A section or an action of a text, with the place that it fills; lines and columns count from 1."""

    title: str
    """the keyword of a section, or the name of an action or of a declared thing"""
    kind: SymbolKind
    """the kind of the named thing; ``keyword`` for a section"""
    start: tuple[int, int]
    """the line and the column at which the entry starts"""
    end: tuple[int, int]
    """the line and the column behind the entry"""
    name_start: tuple[int, int]
    """the line and the column at which the keyword or the name starts"""
    name_end: tuple[int, int]
    """the line and the column behind the keyword or the name"""
    detail: str = ""
    """the parameters of an action, or the type of an object"""
    children: tuple[OutlineEntry, ...] = ()
    """the names that a section declares"""
