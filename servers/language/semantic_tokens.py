"""The words of a PDDL text by their kinds, for colors."""

from __future__ import annotations

from lsprotocol import types

from ferryplan.servers.language.navigation import find_role
from ferryplan.servers.language.pddl_pairs import PddlWorkspace

TOKEN_TYPES = {
    "keyword": types.SemanticTokenTypes.Keyword,
    "requirement": types.SemanticTokenTypes.Keyword,
    "domain": types.SemanticTokenTypes.Namespace,
    "problem": types.SemanticTokenTypes.Namespace,
    "type": types.SemanticTokenTypes.Type,
    "object": types.SemanticTokenTypes.EnumMember,
    "predicate": types.SemanticTokenTypes.Property,
    "function": types.SemanticTokenTypes.Variable,
    "action": types.SemanticTokenTypes.Function,
    "variable": types.SemanticTokenTypes.Parameter,
}
"""the type of the protocol for each kind of name"""
_TYPES = list(dict.fromkeys(TOKEN_TYPES.values()))
LEGEND = types.SemanticTokensLegend([one.value for one in _TYPES], [types.SemanticTokenModifiers.Declaration.value])
_NUMBERS = {kind: _TYPES.index(one) for kind, one in TOKEN_TYPES.items()}


def make_semantic_tokens(files: PddlWorkspace, uri: str) -> types.SemanticTokens:
    """Return the words of a file in the form of the protocol.

    It has five numbers for each word: the distance in lines and in columns from the word before, the length, the kind,
    and whether the word is a declaration.
    """
    pair = files.find_pair(uri)
    positions = files.positions(uri)
    data, last_line, last_column = list[int](), 0, 0
    for use in pair.symbols.list_uses(find_role(pair, uri)):
        place = positions.to_range((use.line, use.column), (use.line, use.end_column))
        line, column = place.start.line, place.start.character
        ahead = column - (last_column if line == last_line else 0)
        data += [line - last_line, ahead, place.end.character - column, _NUMBERS[use.kind], int(use.is_declaration)]
        last_line, last_column = line, column
    return types.SemanticTokens(data)
