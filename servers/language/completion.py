"""Words that may stand at a place of a PDDL text or a puzzle file."""

from __future__ import annotations

import re

from lsprotocol import types

from ferryplan import find_puzzle_key
from ferryplan.servers.language.navigation import find_role
from ferryplan.servers.language.pddl_pairs import PddlWorkspace
from ferryplan.servers.language.positions import TextPositions

TRIGGERS = ["(", ":", "?", "-", " "]
ITEM_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "requirement": types.CompletionItemKind.Keyword,
    "type": types.CompletionItemKind.Class,
    "object": types.CompletionItemKind.Constant,
    "predicate": types.CompletionItemKind.Property,
    "function": types.CompletionItemKind.Value,
    "variable": types.CompletionItemKind.Variable,
}
_WORD = re.compile(r"[?:#]?[^\s()?;]*$")
_TOML_WORD = re.compile(r"[\"']?[\w-]*$")
_PLACE_TO_FILL = re.compile(r"\$\{\d+:([^}]*)\}|\$\d+")


def list_completions(
    files: PddlWorkspace, uri: str, position: types.Position, has_snippets: bool
) -> list[types.CompletionItem]:
    """Return the words that may stand at a place.

    With ``has_snippets``, the texts to insert have places to fill in; without it, these places hold example names.
    """
    positions = files.positions(uri)
    line, column = positions.from_position(position)
    kind = files.find_kind(uri)
    if kind == "puzzle":
        return _complete_puzzle(positions, line, column)
    if kind == "other":
        return []
    pair = files.find_pair(uri)
    place = _find_word(positions, line, column, _WORD)
    items = list[types.CompletionItem]()
    for number, one in enumerate(pair.symbols.list_completions(find_role(pair, uri), line, column)):
        inserts = one.inserts or one.word
        snippet = types.InsertTextFormat.Snippet if has_snippets and one.inserts else types.InsertTextFormat.PlainText
        if snippet == types.InsertTextFormat.PlainText:
            inserts = _PLACE_TO_FILL.sub(lambda found: found[1] or "", inserts)
        documentation = types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None
        items.append(
            types.CompletionItem(
                one.word,
                kind=ITEM_KINDS.get(one.kind, types.CompletionItemKind.Text),
                detail=one.detail or None,
                documentation=documentation,
                sort_text=f"{number:04}",
                filter_text=one.word,
                insert_text_format=snippet,
                text_edit=types.TextEdit(place, inserts),
            )
        )
    return items


def _complete_puzzle(positions: TextPositions, line: int, column: int) -> list[types.CompletionItem]:
    place = _find_word(positions, line, column, _TOML_WORD)
    heading = positions.lines[line - 1][: column - 1].lstrip().startswith("[")
    items = list[types.CompletionItem]()
    for number, one in enumerate(find_puzzle_key(positions.text, line, column)):
        kind = types.CompletionItemKind.Field if one.is_key else types.CompletionItemKind.Value
        documentation = types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None
        inserts = f"{one.word} = " if one.is_key and not heading else one.word
        items.append(
            types.CompletionItem(
                one.word,
                kind=kind,
                detail=one.detail or None,
                documentation=documentation,
                sort_text=f"{number:04}",
                filter_text=one.word,
                text_edit=types.TextEdit(place, inserts),
            )
        )
    return items


def _find_word(positions: TextPositions, line: int, column: int, pattern: re.Pattern[str]) -> types.Range:
    """Return the place of the unfinished word before a place, which a completion replaces."""
    before = positions.lines[line - 1][: column - 1]
    found = pattern.search(before)
    start = found.start() + 1 if found else column
    return positions.to_range((line, start), (line, column))
