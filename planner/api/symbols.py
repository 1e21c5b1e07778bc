"""The function `find_symbols`, which finds the names in PDDL texts for editors."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_choice, check_argument_type
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.pddl.slips.slip import FileRole
from ferryplan.generator.pddl.symbols.completions import CompletionFinder, PddlCompletion
from ferryplan.generator.pddl.symbols.name_uses import NameUse, OutlineEntry, PddlSymbol
from ferryplan.generator.pddl.symbols.symbol_table import NamedText, PddlNames, describe_keyword, describe_kind
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.system.garbage import pause_garbage_collection

FILE_ROLES = ("domain", "problem")


@functools.lru_cache(maxsize=16)
def _read_names(domain: str | None, problem: str | None) -> PddlNames:
    """Read the names of two texts; an editor asks about the same texts many times."""
    with pause_garbage_collection():
        return PddlNames(domain, problem)


@dataclass(frozen=True, slots=True, repr=False)
class SymbolTable(RenderableSequence[PddlSymbol]):
    """The names of a domain and its problem: a sequence of symbols, each with its declarations and uses.

    Lines and columns count from 1, and columns count characters, as in findings.
    """

    renderer = "ferryplan.planner.api.symbols:render_symbols"

    domain: str | None
    """The text of the domain."""
    problem: str | None
    """The text of the problem."""

    @property
    def items(self) -> tuple[PddlSymbol, ...]:
        """The symbols in the order of their first uses: those in the domain first."""
        return tuple(_read_names(self.domain, self.problem).symbols.values())

    def __repr__(self) -> str:
        """Return a short description with the number of symbols."""
        return f"{type(self).__name__}(symbols={len(self)})"

    def list_uses(self, file: FileRole) -> tuple[NameUse, ...]:
        """Return the names and keywords of a text, by position; ``file`` is ``domain`` or ``problem``."""
        text = self._find_text(file)
        return text.uses if text is not None else ()

    def find_use(self, file: FileRole, line: int, column: int) -> NameUse | None:
        """Return the name or keyword at a place of a text, or right before it; None if there is none."""
        text = self._find_text(file)
        return text.find_use(line, column) if text is not None else None

    def find_symbol(self, file: FileRole, line: int, column: int) -> PddlSymbol | None:
        """Return the symbol at a place of a text, or right before it; None if there is none."""
        use = self.find_use(file, line, column)
        return None if use is None else _read_names(self.domain, self.problem).symbols.get(use.symbol)

    def describe_place(self, file: FileRole, line: int, column: int) -> tuple[str, str]:
        """Return PDDL for the name or keyword at a place, and a sentence about it.

        The PDDL is the declaration of a name, or the form of a keyword. If nothing is there, both texts are empty.
        """
        use = self.find_use(file, line, column)
        if use is None:
            return "", ""
        if use.kind in ("keyword", "requirement"):
            return describe_keyword(use.name, use.kind)
        symbol = _read_names(self.domain, self.problem).symbols[use.symbol]
        return symbol.signature, describe_kind(symbol)

    def outline(self, file: FileRole) -> tuple[OutlineEntry, ...]:
        """Return the sections and actions of a text in order, with the names that they declare."""
        names = _read_names(self.domain, self.problem)
        return tuple(names.outline(file)) if self._find_text(file) is not None else ()

    def list_completions(self, file: FileRole, line: int, column: int) -> tuple[PddlCompletion, ...]:
        """Return the words that may stand at a place of a text, the likeliest first.

        Names have the type that the place requires, and variables are those in scope. The word that stands there
        already is not considered, because editors filter by it.
        """
        text = self._find_text(file)
        if text is None or not 0 < line <= len(text.source.lines):
            return ()
        names = _read_names(self.domain, self.problem)
        found = CompletionFinder(names, file, text.source.offset_at(line, column)).find_completions()
        return tuple(dict.fromkeys(found))

    def _find_text(self, file: FileRole) -> NamedText | None:
        check_argument_choice("file", file, FILE_ROLES)
        return _read_names(self.domain, self.problem).texts.get(file)


def find_symbols(domain: str | None = None, problem: str | None = None) -> SymbolTable:
    """Find the names in PDDL texts: what each means, and where it is declared and used.

    The texts may be unfinished, and either may be missing. Editors use the answer to go to definitions, to rename and
    to complete.

    Args:
        domain: The text of the domain.
        problem: The text of the problem.

    Returns:
        A `SymbolTable`: a sequence of symbols with their kinds, types, parameters and places.

    Raises:
        ArgumentError: An argument is not a text.

    >>> from ferryplan import find_symbols
    >>> found = find_symbols("(define (domain lamps) (:predicates (lit ?x)) (:action press :effect (lit a)))")
    >>> print(found)
    lamps (domain, 1 use)
    (lit ?x - object) (predicate, 2 uses)
    ?x - object (variable, 1 use)
    (:action press :parameters ()) (action, 1 use)
    a (object, not declared, 1 use)
    >>> [(use.line, use.column) for use in found.find_symbol("domain", 1, 71).uses]
    [(1, 38), (1, 71)]
    """
    for name, text in (("domain", domain), ("problem", problem)):
        check_argument_type(name, text, (str, type(None)), "a text or None")
    return SymbolTable(domain, problem)


def render_symbols(table: SymbolTable, form: str, *, layout: Layout = PLAIN) -> str:
    """Render the symbols in an output format: ``text``, with one symbol a line, or ``json``."""
    if form == "json":
        return json.dumps({"symbols": [_symbol_as_json(one) for one in table]}, ensure_ascii=False, indent=2) + "\n"
    lines = [
        format_message(
            "symbols.symbol",
            signature=one.signature,
            what=describe_kind(one),
            uses=format_message("symbols.uses", count=len(one.uses)),
        )
        for one in table
    ]
    return "".join(f"{line}\n" for line in lines or [format_message("symbols.empty")])


def _symbol_as_json(symbol: PddlSymbol) -> dict[str, Any]:
    return {
        "kind": symbol.kind,
        "name": symbol.name,
        "types": [*symbol.types],
        "parameters": [{"name": one.name, "types": [*one.types]} for one in symbol.parameters],
        "uses": [use.to_dict() for use in symbol.uses],
    }
