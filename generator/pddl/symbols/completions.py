"""The words that may stand at a place of a PDDL text that somebody is writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.pddl.slips.slip import FileRole
from ferryplan.generator.pddl.symbols.name_reader import ACTION_SECTIONS, NUMERIC_HEADS, is_moment, split_typed_list
from ferryplan.generator.pddl.symbols.name_uses import PddlSymbol, SymbolKind, TypedParameter, format_type
from ferryplan.generator.pddl.symbols.partial_tree import PartialList, PartialWord, find_open_lists
from ferryplan.generator.pddl.symbols.symbol_table import KEYWORDS, PddlNames
from ferryplan.generator.pddl.symbols.types import ROOT_TYPE

MAX_COMPLETIONS = 1_000
"""the largest number of words that are proposed at a place"""


@dataclass(frozen=True, slots=True)
class PddlCompletion:
    """A word that may stand at a place, with the text that an editor inserts for it."""

    word: str
    """the word itself, such as ``:action``"""
    kind: SymbolKind
    """the kind of the named thing; ``keyword`` for words of the language"""
    detail: str = ""
    """the type of a name, the parameters of a predicate, or the form of a keyword"""
    documentation: str = ""
    """what a keyword means"""
    inserts: str = ""
    """the text to insert, in which ``${1:name}`` is a place to fill in; empty if it is the word"""

    def to_dict(self) -> dict[str, Any]:
        """Return the completion in its JSON form."""
        return {
            "word": self.word,
            "kind": self.kind,
            "detail": self.detail or None,
            "documentation": self.documentation or None,
            "inserts": self.inserts or None,
        }


@dataclass(frozen=True, slots=True)
class CompletionFinder:
    """Finds the words that may stand at a position of a text."""

    names: PddlNames
    file_role: FileRole
    offset: int
    """the position in the text"""

    def find_completions(self) -> Iterator[PddlCompletion]:
        """Yield the words in a useful order: first the names with the right type, then keywords."""
        path = find_open_lists(self.names.texts[self.file_role].tree, self.offset)
        inner = path[-1]
        before = [
            item
            for item in inner.items
            if item.end < self.offset or (item.end == self.offset and isinstance(item, PartialList))
        ]
        section = path[2] if len(path) > 2 else None
        if len(path) == 1:
            yield from self._propose_definitions()
        elif section is None:
            opened = not self._starts_word(inner)
            yield from self._propose_keywords(f"{self.file_role}-sections", opens=opened)
        elif len(path) == 3 and not before:
            yield from self._propose_keywords(f"{self.file_role}-sections")
        else:
            yield from self._propose_in_section(section, path[3:], before)

    def _starts_word(self, inner: PartialList) -> bool:
        """Return whether the word at the position is the first one of a list."""
        return bool(inner.items) and inner.items[0].end >= self.offset

    def _propose_in_section(
        self, section: PartialList, inner: Sequence[PartialList], before: Sequence[Any]
    ) -> Iterator[PddlCompletion]:
        words = [item.text for item in before if isinstance(item, PartialWord)]
        match section.head:
            case ":domain":
                yield from self._propose_names("domain")
            case ":requirements":
                yield from self._propose_keywords("requirements", kind="requirement")
            case ":types" | ":constants" | ":objects" | ":predicates" | ":functions":
                if words[-1:] == ["-"] or words[:1] == ["either"]:
                    yield from self._propose_types()
            case ":action" | ":durative-action" if not inner:
                yield from self._propose_action_parts(section, words)
            case ":metric" if not inner and len(words) == 1:
                yield from (one for one in self._propose_keywords("others") if one.word in ("minimize", "maximize"))
            case _:
                yield from self._propose_in_formula(section, inner, before, words)

    def _propose_action_parts(self, section: PartialList, words: Sequence[str]) -> Iterator[PddlCompletion]:
        if len(words) > 1:  # the name comes first
            group = "action-parts" if section.head == ":action" else "durative-action-parts"
            present = {word.text for word in section.words() if word.end < self.offset}
            yield from (one for one in self._propose_keywords(group) if one.word not in present)

    def _propose_in_formula(
        self, section: PartialList, inner: Sequence[PartialList], before: Sequence[Any], words: Sequence[str]
    ) -> Iterator[PddlCompletion]:
        part = self._find_part(section, inner[0]) if inner and section.head in ACTION_SECTIONS else ""
        declares = part == ":parameters" or (
            len(inner) > 1 and inner[-2].head in ("forall", "exists") and inner[-1] is inner[-2].items[1]
        )
        if declares or (words[-1:] == ["-"] and not inner) or words[:1] == ["either"]:
            if words[-1:] == ["-"] or words[:1] == ["either"]:
                yield from self._propose_types()
            return
        numeric = section.head == ":metric" or any(one.head in NUMERIC_HEADS for one in inner[:-1])
        if not inner:
            yield from self._propose_atoms(numeric, opens=True)
            return
        if not before:
            group = "effects" if part == ":effect" else "conditions"
            yield from self._propose_atoms(numeric)
            if section.head != ":init":
                yield from self._propose_keywords(group)
            return
        head = inner[-1].head
        if head in NUMERIC_HEADS:
            yield from self._propose_terms(section, inner, (ROOT_TYPE,))
            yield from self._propose_atoms(True, opens=True)
        elif (symbol := self._find_signature(head)) is not None and not is_moment(inner[-1]):
            number = len(before) - 1
            if number < len(symbol.parameters):
                yield from self._propose_terms(section, inner, symbol.parameters[number].types)
        else:
            yield from self._propose_atoms(numeric, opens=True)

    def _find_part(self, section: PartialList, child: PartialList) -> str:
        """Return the keyword before a list in an action, such as ``:effect``."""
        keyword = ""
        for item in section.items:
            if item is child:
                break
            if isinstance(item, PartialWord) and item.text.startswith(":"):
                keyword = item.text
        return keyword

    def _find_signature(self, name: str) -> PddlSymbol | None:
        found = (
            one for one in self.names.symbols.values() if one.name == name and one.kind in ("predicate", "function")
        )
        return next((one for one in found if one.declarations), None)

    def _propose_definitions(self) -> Iterator[PddlCompletion]:
        for word in ("domain", "problem"):
            entry = KEYWORDS["definitions"][word]
            yield PddlCompletion(f"define ({word}", "keyword", entry["form"], entry["says"], entry["inserts"])

    def _propose_keywords(
        self, group: str, kind: SymbolKind = "keyword", opens: bool = False
    ) -> Iterator[PddlCompletion]:
        """Yield the keywords of a group; with ``opens``, their texts begin with a parenthesis."""
        for word, entry in KEYWORDS[group].items():
            inserts = entry.get("inserts", "")
            if opens:
                inserts = f"({inserts or word})"
            yield PddlCompletion(word, kind, entry.get("form", ""), entry["says"], inserts)

    def _propose_names(self, kind: SymbolKind) -> Iterator[PddlCompletion]:
        for symbol in self.names.symbols.values():
            if symbol.kind == kind and symbol.declarations:
                yield PddlCompletion(symbol.name, kind, format_type(symbol.types) if symbol.types else "")

    def _propose_types(self) -> Iterator[PddlCompletion]:
        yield from self._propose_names("type")
        yield PddlCompletion(ROOT_TYPE, "type")

    def _propose_atoms(self, numeric: bool, opens: bool = False) -> Iterator[PddlCompletion]:
        """Yield the predicates, or the functions where a number stands, with places for their terms."""
        kinds: tuple[SymbolKind, ...] = ("function",) if numeric else ("predicate",)
        for symbol in self.names.symbols.values():
            if symbol.kind in kinds and symbol.declarations:
                places = [f"${{{number}:{one.name}}}" for number, one in enumerate(symbol.parameters, 1)]
                text = " ".join([symbol.name, *places])
                yield PddlCompletion(symbol.name, symbol.kind, symbol.signature, inserts=f"({text})" if opens else text)

    def _propose_terms(
        self, section: PartialList, inner: Sequence[PartialList], wanted: tuple[str, ...]
    ) -> Iterator[PddlCompletion]:
        """Yield the variables in scope, then the objects, whose types fit."""
        found = [("variable", one.name, one.types) for one in self._list_variables(section, inner)]
        found += [
            ("object", one.name, one.types)
            for one in self.names.symbols.values()
            if one.kind == "object" and one.declarations
        ]
        fitting = [one for one in found if self.names.type_tree.fits(one[2], wanted)]
        for kind, name, types in fitting[:MAX_COMPLETIONS]:
            yield PddlCompletion(name, "variable" if kind == "variable" else "object", format_type(types))

    def _list_variables(self, section: PartialList, inner: Sequence[PartialList]) -> Iterator[TypedParameter]:
        """Yield the variables in scope: those of quantifiers, then those of the action or the rule."""
        lists = [one.items[1] for one in reversed(inner) if one.head in ("forall", "exists") and len(one.items) > 1]
        if section.head in ACTION_SECTIONS:
            lists += [one for one in section.lists() if self._find_part(section, one) == ":parameters"]
        items = [one.items for one in lists if isinstance(one, PartialList)]
        if section.head == ":derived" and len(section.items) > 1 and isinstance(section.items[1], PartialList):
            items.append(section.items[1].items[1:])
        for some in items:
            for names, type_items in split_typed_list(some):
                stated = tuple(word.text for word in type_items if word.text != "either") or (ROOT_TYPE,)
                yield from (TypedParameter(word.text, stated) for word in names if word.text.startswith("?"))
