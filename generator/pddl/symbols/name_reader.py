"""The walk through a domain or a problem that finds its names, in spite of mistakes and missing parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ferryplan.generator.pddl.slips.slip import FileRole
from ferryplan.generator.pddl.symbols.name_uses import NameUse, SymbolKey, SymbolKind, TypedParameter
from ferryplan.generator.pddl.symbols.partial_tree import PartialList, PartialNode, PartialWord
from ferryplan.generator.pddl.symbols.types import ROOT_TYPE

ACTION_SECTIONS = (":action", ":durative-action")
NUMERIC_HEADS = frozenset(
    {"=", "<", ">", "<=", ">=", "+", "-", "*", "/", "assign", "increase", "decrease", "scale-up", "scale-down"}
)
"""the words after which numbers stand, or with ``=`` also objects"""
LOGICAL_HEADS = frozenset(
    {"and", "or", "not", "imply", "when", "forall", "exists", "preference", "minimize", "maximize"}
)
SPECIAL_WORDS = frozenset({"#t", "?duration", "total-time", "total-cost"})
"""words that look like names but mean something by themselves"""

Variables = Mapping[str, SymbolKey]


@dataclass(slots=True)
class NameReader:
    """Collects the names of a text, with their places, types and parameters."""

    file_role: FileRole
    locate: Callable[[int], tuple[int, int]]
    """converts a position in the text to a line and a column"""
    known: Mapping[SymbolKind, frozenset[str]] = field(default_factory=dict)
    """the predicates and the functions that the domain declares"""
    uses: list[NameUse] = field(default_factory=list)
    types: dict[SymbolKey, tuple[str, ...]] = field(default_factory=dict)
    parameters: dict[SymbolKey, tuple[TypedParameter, ...]] = field(default_factory=dict)

    def read_definition(self, define: PartialList) -> None:
        """Collect the names of a ``(define …)``."""
        self._add_words(define.items[:1], "keyword")
        for item in define.items[1:]:
            if isinstance(item, PartialWord):
                self._add_words([item], "keyword" if item.text.startswith(":") else "object")
            elif item.head in ("domain", "problem"):
                self._add_words(item.items[:1], "keyword")
                self._add_words(item.items[1:2], "domain" if item.head == "domain" else "problem", declares=True)
            else:
                self._read_section(item)

    def _read_section(self, section: PartialList) -> None:
        head, rest = section.head, section.items[1:]
        self._add_words(section.items[:1], "keyword")
        match head:
            case ":domain":
                self._add_words(rest, "domain")
            case ":requirements":
                self._add_words(rest, "requirement", declares=True)
            case ":types":
                self._read_typed_list(rest, "type")
            case ":constants" | ":objects":
                self._read_typed_list(rest, "object")
            case ":predicates" | ":functions":
                self._read_signatures(rest, "predicate" if head == ":predicates" else "function")
            case ":action" | ":durative-action":
                self._read_action(section)
            case ":derived":
                variables = self._read_atom_as_signature(rest[0]) if rest else {}
                self._read_formulas(rest[1:], variables)
            case _:
                self._read_formulas(rest, {}, numeric=head == ":metric")

    def _read_signatures(self, items: Sequence[PartialNode], kind: SymbolKind) -> None:
        dashed = False
        for item in items:
            match item:
                case PartialWord("-"):
                    dashed = True
                case PartialWord() if dashed:  # the type of the functions before it, such as ``number``
                    self._add_words([item], "keyword" if item.text == "number" else "type")
                    dashed = False
                case PartialList() if item.head:
                    self._read_signature(item, kind)
                case PartialWord():
                    self._add_words([item], kind, declares=True)
                case _:
                    pass

    def _read_signature(self, item: PartialList, kind: SymbolKind) -> None:
        self._add_words(item.items[:1], kind, declares=True)
        self._read_typed_list(item.items[1:], "variable", (self.file_role, item.start))
        self.parameters.setdefault(SymbolKey(kind, item.head), tuple(self._list_parameters(item.items[1:])))

    def _read_atom_as_signature(self, item: PartialNode) -> Variables:
        """Read the head of a derivation rule, whose variables the rule declares."""
        if not isinstance(item, PartialList):
            return {}
        self._add_words(item.items[:1], "predicate")
        return self._read_typed_list(item.items[1:], "variable", (self.file_role, item.start))

    def _read_action(self, action: PartialList) -> None:
        rest = action.items[1:]
        variables: Variables = {}
        if rest and isinstance(rest[0], PartialWord) and not rest[0].text.startswith(":"):
            self._add_words(rest[:1], "action", declares=True)
        named, keyword = rest[:1] and isinstance(rest[0], PartialWord), ""
        for number, item in enumerate(rest):
            if isinstance(item, PartialWord):
                if number or item.text.startswith(":"):
                    self._add_words([item], "keyword" if item.text.startswith(":") else "object")
                keyword = item.text
            elif keyword == ":parameters":
                variables = self._read_typed_list(item.items, "variable", (self.file_role, item.start))
                if named and isinstance(rest[0], PartialWord):
                    self.parameters.setdefault(
                        SymbolKey("action", rest[0].text), tuple(self._list_parameters(item.items))
                    )
            else:
                self._read_formula(item, variables)

    def _read_formulas(self, items: Sequence[PartialNode], variables: Variables, numeric: bool = False) -> None:
        for item in items:
            match item:
                case PartialList():
                    self._read_formula(item, variables, numeric)
                case PartialWord() if numeric or item.text.startswith(":"):
                    self._add_words([item], "keyword")
                case PartialWord():
                    self._read_term(item, variables)

    def _read_formula(self, formula: PartialList, variables: Variables, numeric: bool = False) -> None:
        """Read a condition, an effect, a fact or a number; ``numeric`` says that a number is expected."""
        head, rest = formula.head, formula.items[1:]
        if not head:
            self._read_formulas(formula.items, variables, numeric)
        elif head in ("forall", "exists") and rest and isinstance(rest[0], PartialList):
            self._add_words(formula.items[:1], "keyword")
            own = self._read_typed_list(rest[0].items, "variable", (self.file_role, rest[0].start))
            self._read_formulas(rest[1:], {**variables, **own}, numeric)
        elif head in LOGICAL_HEADS:
            self._add_words(formula.items[:1], "keyword")
            self._read_formulas(rest, variables, numeric)
        elif head in NUMERIC_HEADS:
            self._add_words(formula.items[:1], "keyword")
            self._read_operands(rest, variables)
        elif is_moment(formula):
            self._add_words(formula.items[:2], "keyword")
            self._read_formulas(rest[1:], variables)
        else:
            self._add_words(formula.items[:1], self._kind_of_atom(head, numeric))
            for item in rest:
                if isinstance(item, PartialWord):
                    self._read_term(item, variables)
                else:
                    self._read_formula(item, variables, numeric)

    def _read_operands(self, items: Sequence[PartialNode], variables: Variables) -> None:
        for item in items:
            if isinstance(item, PartialList):
                self._read_formula(item, variables, numeric=True)
            elif item.text in self.known.get("function", ()):
                self._add_words([item], "function")
            else:
                self._read_term(item, variables)

    def _kind_of_atom(self, name: str, numeric: bool) -> SymbolKind:
        predicates, functions = self.known.get("predicate", frozenset()), self.known.get("function", frozenset())
        if name == "total-time" and name not in functions:  # no domain declares it
            return "keyword"
        if (name in predicates) != (name in functions):
            return "predicate" if name in predicates else "function"
        return "function" if numeric else "predicate"

    def _read_term(self, word: PartialWord, variables: Variables) -> None:
        if word.text in SPECIAL_WORDS:
            self._add_words([word], "keyword")
        elif word.text.startswith("?"):
            self._add_use(word, variables.get(word.text, SymbolKey("variable", word.text, (self.file_role, -1))))
        elif not is_number(word.text):
            self._add_words([word], "object")

    def _read_typed_list(
        self, items: Sequence[PartialNode], kind: SymbolKind, scope: tuple[FileRole, int] | None = None
    ) -> dict[str, SymbolKey]:
        """Read a list of names with types, and return the declared symbols by name."""
        declared = dict[str, SymbolKey]()
        for names, type_items in split_typed_list(items):
            self._add_words([word for word in type_items if word.text != "either"], "type")
            stated = tuple(word.text for word in type_items if word.text != "either")
            for word in names:
                key = SymbolKey(kind, word.text, scope)
                self._add_use(word, key, is_declaration=True)
                self.types.setdefault(key, stated or (() if kind == "type" else (ROOT_TYPE,)))
                declared[word.text] = key
        return declared

    def _list_parameters(self, items: Sequence[PartialNode]) -> Iterator[TypedParameter]:
        for names, type_items in split_typed_list(items):
            stated = tuple(word.text for word in type_items if word.text != "either") or (ROOT_TYPE,)
            yield from (TypedParameter(word.text, stated) for word in names)

    def _add_words(self, items: Sequence[PartialNode], kind: SymbolKind, declares: bool = False) -> None:
        for word in items:
            if isinstance(word, PartialWord):
                self._add_use(word, SymbolKey(kind, word.text), declares)

    def _add_use(self, word: PartialWord, symbol: SymbolKey, is_declaration: bool = False) -> None:
        line, column = self.locate(word.start)
        self.uses.append(NameUse(self.file_role, line, column, column + word.end - word.start, symbol, is_declaration))


def split_typed_list(items: Sequence[PartialNode]) -> Iterator[tuple[list[PartialWord], list[PartialWord]]]:
    """Yield the groups of a list of names with types: the names, and the words that state their type."""
    names, dashed = list[PartialWord](), False
    for item in items:
        if isinstance(item, PartialWord) and item.text == "-":
            dashed = True
        elif dashed:
            yield names, [item] if isinstance(item, PartialWord) else [*item.words()]
            names, dashed = [], False
        elif isinstance(item, PartialWord):
            names.append(item)
    if names:
        yield names, []


def is_moment(formula: PartialList) -> bool:
    """Return whether a list states a moment of a durative action, such as ``(at start (lit))``.

    A fact of a predicate ``at`` has no list behind its second word.
    """
    match formula.items:
        case [PartialWord("at"), PartialWord("start" | "end"), PartialList(), *_]:
            return True
        case [PartialWord("over"), PartialWord("all"), *_]:
            return True
        case [PartialWord("at"), PartialWord(number), PartialList(), *_]:
            return is_number(number)
    return False


def is_number(text: str) -> bool:
    """Return whether a word is a number."""
    return text.lstrip("+-").replace(".", "", 1).isdecimal()
