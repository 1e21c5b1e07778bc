"""Hover, definitions, references, renaming and outlines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from lsprotocol import types

from ferryplan import (
    NameUse,
    OutlineEntry,
    PddlSymbol,
    PuzzleError,
    PuzzleName,
    PuzzleNameUse,
    find_puzzle_key,
    find_puzzle_names,
)
from ferryplan.domains.messages import format_message
from ferryplan.servers.language.pddl_pairs import PddlPair, PddlWorkspace

SYMBOL_KINDS = {
    "type": types.SymbolKind.Class,
    "object": types.SymbolKind.Constant,
    "predicate": types.SymbolKind.Boolean,
    "function": types.SymbolKind.Number,
    "action": types.SymbolKind.Function,
    "keyword": types.SymbolKind.Namespace,
}
NEW_NAME = re.compile(r"[A-Za-z][\w-]*")
"""the names that all planners accept"""


def find_role(pair: PddlPair, uri: str) -> Literal["domain", "problem"]:
    """Return whether a file is the domain or the problem of its pair."""
    return "problem" if uri == pair.problem_uri else "domain"


def make_hover(files: PddlWorkspace, uri: str, position: types.Position) -> types.Hover | None:
    """Return the declaration or the meaning of the name at a place; None if there is none."""
    positions = files.positions(uri)
    line, column = positions.from_position(position)
    if files.find_kind(uri) == "puzzle":
        found = find_puzzle_key(positions.text, line, column)
        if not found.key:
            return None
        parts = [
            f"`{found.key}`",
            found.description,
            format_message("symbols.values", values=found.values) if found.values else "",
        ]
        return _make_hover(parts)
    pair = files.find_pair(uri)
    role = find_role(pair, uri)
    code, says = pair.symbols.describe_place(role, line, column)
    use = pair.symbols.find_use(role, line, column)
    if use is None or not (code or says):
        return None
    place = positions.to_range((use.line, use.column), (use.line, use.end_column))
    return _make_hover([f"```pddl\n{code}\n```", says], place)


def _make_hover(parts: list[str], place: types.Range | None = None) -> types.Hover:
    text = "\n\n".join(part for part in parts if part)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), place)


def find_symbol(files: PddlWorkspace, uri: str, position: types.Position) -> PddlSymbol | None:
    """Return the symbol at a place of a PDDL file; None if there is none."""
    pair = files.find_pair(uri)
    return pair.symbols.find_symbol(find_role(pair, uri), *files.positions(uri).from_position(position))


def find_puzzle_name(
    files: PddlWorkspace, uri: str, position: types.Position
) -> tuple[PuzzleName, PuzzleNameUse] | None:
    """Return the name at a place of a puzzle file, and its use there; None if there is none."""
    positions = files.positions(uri)
    return find_puzzle_names(positions.text).find_name(*positions.from_position(position))


def list_occurrences(
    files: PddlWorkspace, uri: str, position: types.Position
) -> Iterator[tuple[str, NameUse | PuzzleNameUse]]:
    """Yield the places of the name at a place, each with the address of its file.

    In PDDL, they are in the domain and in all its problems, open or on disk. Objects of a problem, variables, and names
    of a puzzle file belong to one file only.
    """
    match files.find_kind(uri):
        case "puzzle":
            found = find_puzzle_name(files, uri, position)
            yield from ((uri, use) for use in (found[0].uses if found else ()))
        case "domain" | "problem":
            yield from _list_pddl_occurrences(files, uri, position)
        case _:
            pass


def _list_pddl_occurrences(files: PddlWorkspace, uri: str, position: types.Position) -> Iterator[tuple[str, NameUse]]:
    pair = files.find_pair(uri)
    role = find_role(pair, uri)
    use = pair.symbols.find_use(role, *files.positions(uri).from_position(position))
    if use is None or use.kind in ("keyword", "requirement"):
        return
    own = next(one for one in pair.symbols if use in one.uses)
    in_domain = any(one.file_role == "domain" for one in own.uses)
    seen = set[tuple[str, NameUse]]()
    for other in files.list_pairs(uri) if in_domain and use.kind != "variable" else [pair]:
        same = own if other == pair else next((one for one in other.symbols if _is_same_name(one, own)), None)
        for one in () if same is None else same.uses:
            place = other.uris[one.file_role], one
            if place not in seen:
                seen.add(place)
                yield place


def _is_same_name(one: PddlSymbol, other: PddlSymbol) -> bool:
    return one.kind == other.kind and one.name == other.name


def make_location(files: PddlWorkspace, uri: str, use: NameUse | PuzzleNameUse) -> types.Location:
    """Return the place of a name as the protocol has it."""
    return types.Location(uri, files.positions(uri).to_range((use.line, use.column), (use.line, use.end_column)))


def list_highlights(files: PddlWorkspace, uri: str, position: types.Position) -> list[types.DocumentHighlight]:
    """Return the places in one file of the name at a place."""
    uses: list[NameUse | PuzzleNameUse] = []
    match files.find_kind(uri):
        case "puzzle":
            uses += [use for _, use in list_occurrences(files, uri, position)]
        case "domain" | "problem":
            symbol, role = find_symbol(files, uri, position), find_role(files.find_pair(uri), uri)
            uses += [use for use in (symbol.uses if symbol else ()) if use.file_role == role]
        case _:
            pass
    return [types.DocumentHighlight(make_location(files, uri, use).range) for use in uses]


def prepare_rename(files: PddlWorkspace, uri: str, position: types.Position) -> types.PrepareRenameResult | None:
    """Return which name the editor offers to rename at a position; None if nothing there can be renamed."""
    match files.find_kind(uri):
        case "puzzle":
            found = find_puzzle_name(files, uri, position)
            # The names may have several words, which editors do not recognize as one name.
            return found and types.PrepareRenamePlaceholder(make_location(files, uri, found[1]).range, found[0].name)
        case "domain" | "problem":
            symbol = find_symbol(files, uri, position)
            return types.PrepareRenameDefaultBehavior(True) if symbol is not None and symbol.can_be_renamed else None
        case _:
            return None


def make_rename(files: PddlWorkspace, uri: str, position: types.Position, name: str) -> types.WorkspaceEdit | str:
    """Return the edits that rename a name in all files, or the reason why it cannot be renamed."""
    if files.find_kind(uri) == "puzzle":
        return _rename_in_puzzle(files, uri, position, name)
    symbol = find_symbol(files, uri, position)
    if symbol is None or not symbol.can_be_renamed:
        return format_message("symbols.not-renamable")
    bare = name.removeprefix("?")
    if not NEW_NAME.fullmatch(bare) or (symbol.kind != "variable" and bare != name):
        return format_message("symbols.bad-name", name=name)
    new = f"?{bare}" if symbol.kind == "variable" else name
    if new.lower() != symbol.name and _is_taken(files, uri, symbol, new.lower()):
        return format_message("symbols.taken-name", name=new)
    changes = dict[str, list[types.TextEdit]]()
    for other, use in list_occurrences(files, uri, position):
        changes.setdefault(other, []).append(types.TextEdit(make_location(files, other, use).range, new))
    return types.WorkspaceEdit(changes=changes)


def _rename_in_puzzle(files: PddlWorkspace, uri: str, position: types.Position, name: str) -> types.WorkspaceEdit | str:
    positions, found = files.positions(uri), find_puzzle_name(files, uri, position)
    if found is None:
        return format_message("symbols.not-renamable")
    try:
        edits = find_puzzle_names(positions.text).rename(found[0], name)
    except PuzzleError as error:
        return str(error)
    return types.WorkspaceEdit(changes={uri: [positions.to_text_edit(edit) for edit in edits]})


def _is_taken(files: PddlWorkspace, uri: str, symbol: PddlSymbol, name: str) -> bool:
    """Return whether a new name already has a meaning, of the same kind or in the same scope."""
    if symbol.kind == "variable":
        table = files.find_pair(uri).symbols
        scope = symbol.uses[0].symbol.scope
        return any(one.name == name and one.uses[0].symbol.scope == scope for one in table)
    return any(
        one.kind == symbol.kind and one.name == name and one.declarations
        for pair in files.list_pairs(uri)
        for one in pair.symbols
    )


def make_outline(files: PddlWorkspace, uri: str) -> list[types.DocumentSymbol]:
    """Return the sections and actions of a PDDL file as LSP document symbols."""
    pair = files.find_pair(uri)
    positions = files.positions(uri)

    def make_symbol(entry: OutlineEntry) -> types.DocumentSymbol:
        return types.DocumentSymbol(
            entry.title,
            SYMBOL_KINDS.get(entry.kind, types.SymbolKind.Variable),
            positions.to_range(entry.start, entry.end),
            positions.to_range(entry.name_start, entry.name_end),
            entry.detail or None,
            children=[make_symbol(one) for one in entry.children] or None,
        )

    return [make_symbol(one) for one in pair.symbols.outline(find_role(pair, uri))]
