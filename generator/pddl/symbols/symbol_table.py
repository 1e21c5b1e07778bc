"""The symbols of a domain and a problem, found by place."""

from __future__ import annotations

import bisect
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.slips.slip import FileRole
from ferryplan.generator.pddl.symbols.name_reader import ACTION_SECTIONS, NameReader
from ferryplan.generator.pddl.symbols.name_uses import (
    NameUse,
    OutlineEntry,
    PddlSymbol,
    SymbolKey,
    SymbolKind,
    TypedParameter,
)
from ferryplan.generator.pddl.symbols.partial_tree import PartialList, PartialWord, parse_partial
from ferryplan.generator.pddl.symbols.types import TypeTree
from ferryplan.generator.pddl.syntax import Source

KEYWORDS: dict[str, dict[str, dict[str, str]]] = domains.words("pddl-words")
"""the keywords of PDDL by group, each with its meaning"""
_LISTED_SECTIONS: dict[str, SymbolKind] = {
    ":types": "type",
    ":constants": "object",
    ":objects": "object",
    ":predicates": "predicate",
    ":functions": "function",
}
"""the sections whose declarations an outline lists"""


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text with its nested lists and the uses of its names, ordered by position."""

    source: Source
    tree: PartialList
    uses: tuple[NameUse, ...]

    def find_use(self, line: int, column: int) -> NameUse | None:
        """Return the use of a name at a place, or right before it; None if there is no name."""
        number = bisect.bisect_right(self.uses, (line, column), key=lambda use: (use.line, use.column)) - 1
        use = self.uses[number] if number >= 0 else None
        return use if use is not None and use.line == line and column <= use.end_column else None


class PddlNames:
    """The names of a domain and its problem, either of which may be unfinished or missing."""

    def __init__(self, domain: str | None, problem: str | None) -> None:
        texts: dict[FileRole, str | None] = {"domain": domain, "problem": problem}
        self.texts: dict[FileRole, NamedText] = {}
        self._types: dict[SymbolKey, tuple[str, ...]] = {}
        self._parameters: dict[SymbolKey, tuple[TypedParameter, ...]] = {}
        known: dict[SymbolKind, frozenset[str]] = {}
        for role, text in texts.items():
            if text is not None:
                source = Source(text, f"the {role}")
                tree = parse_partial(source.text)
                known = known or _list_declared_signatures(tree)
                reader = NameReader(role, source.location_at, known, types=self._types, parameters=self._parameters)
                for define in tree.lists():
                    reader.read_definition(define)
                ordered = sorted(reader.uses, key=lambda use: (use.line, use.column))
                self.texts[role] = NamedText(source, tree, tuple(ordered))
        by_symbol = defaultdict[SymbolKey, list[NameUse]](list)
        for use in itertools.chain.from_iterable(text.uses for text in self.texts.values()):
            by_symbol[use.symbol].append(use)
        self.symbols: dict[SymbolKey, PddlSymbol] = {
            key: self._make_symbol(key, uses) for key, uses in by_symbol.items() if key.kind != "keyword"
        }
        self.type_tree = TypeTree({key.name: types for key, types in self._types.items() if key.kind == "type"})

    def _make_symbol(self, key: SymbolKey, uses: list[NameUse]) -> PddlSymbol:
        return PddlSymbol(key.kind, key.name, tuple(uses), self._types.get(key, ()), self._parameters.get(key, ()))

    def outline(self, file_role: FileRole) -> Iterator[OutlineEntry]:
        """Yield the sections and the actions of a text in order, with the names that they declare."""
        text = self.texts[file_role]
        for define in text.tree.lists():
            for section in define.lists():
                if section.head.startswith(":"):
                    yield self._outline_section(text, section)

    def _outline_section(self, text: NamedText, section: PartialList) -> OutlineEntry:
        title, word = section.head, section.items[0]
        kind: SymbolKind = "keyword"
        detail = ""
        if title in (*ACTION_SECTIONS, ":derived") and len(section.items) > 1:
            named = section.items[1]
            named = named if isinstance(named, PartialWord) else (named.items or [named])[0]
            if isinstance(named, PartialWord) and not named.text.startswith(":"):
                kind, title, word = ("predicate" if title == ":derived" else "action"), named.text, named
                if kind == "action":
                    parameters = self._parameters.get(SymbolKey("action", title), ())
                    detail = " ".join(map(str, parameters))
        children = tuple[OutlineEntry, ...]()
        if section.head in _LISTED_SECTIONS:
            start, end = text.source.location_at(section.start), text.source.location_at(section.end)
            within = (use for use in text.uses if start < (use.line, use.column) < end)
            wanted = _LISTED_SECTIONS[section.head]
            children = tuple(self._outline_use(use) for use in within if use.is_declaration and use.kind == wanted)
        start, end, name_start, name_end = (
            text.source.location_at(position) for position in (section.start, section.end, word.start, word.end)
        )
        return OutlineEntry(title, kind, start, end, name_start, name_end, detail, children)

    def _outline_use(self, use: NameUse) -> OutlineEntry:
        start, end = (use.line, use.column), (use.line, use.end_column)
        symbol = self.symbols[use.symbol]
        detail = symbol.signature.removeprefix(f"({use.name}").removesuffix(")").removeprefix(f"{use.name} - ").strip()
        return OutlineEntry(use.name, use.kind, start, end, start, end, detail if detail != use.name else "")


def describe_keyword(word: str, kind: SymbolKind = "keyword") -> tuple[str, str]:
    """Return the form and the meaning of a keyword or a requirement; two empty texts if it is unknown."""
    groups = (
        [KEYWORDS["requirements"]]
        if kind == "requirement"
        else [KEYWORDS[one] for one in KEYWORDS if one != "requirements"]
    )
    entry: Mapping[str, str] = next((group[word] for group in groups if word in group), {})
    return entry.get("form", word if entry else ""), entry.get("says", "")


def describe_kind(symbol: PddlSymbol) -> str:
    """Return what a symbol is, in words: its kind, and whether it is declared."""
    return symbol.kind if symbol.declarations else format_message("symbols.undeclared", what=symbol.kind)


def _list_declared_signatures(tree: PartialList) -> dict[SymbolKind, frozenset[str]]:
    """Return the names of the predicates and the functions that a text declares."""
    kinds: dict[SymbolKind, str] = {"predicate": ":predicates", "function": ":functions"}
    sections = [section for define in tree.lists() for section in define.lists()]
    return {
        kind: frozenset(one.head for section in sections if section.head == keyword for one in section.lists())
        for kind, keyword in kinds.items()
    }
