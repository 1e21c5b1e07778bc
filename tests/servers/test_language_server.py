"""The language server, asked by a client of its own over standard input and output."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from post_models import DOMAIN, PROBLEM

from ferryplan import domains, format_pddl

with contextlib.suppress(ModuleNotFoundError):  # without pygls, each test says that its tier is not installed
    from language_client import EditorClient
    from lsprotocol import types
    from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.integrations
FARMER = (domains.FOLDER / "crossing" / "wolf-goat-cabbage.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorClient]:
    """A client with one server for all tests; each test has a folder of its own."""
    client = EditorClient(tmp_path_factory.mktemp("editor"))
    yield client
    client.close()


@pytest.fixture
def editor(server: EditorClient, tmp_path: Path) -> EditorClient:
    server.folder = tmp_path
    server.documents.clear()
    return server


def locate(text: str, part: str) -> types.Position:
    """Return the position, in UTF-16 code units, of the beginning of a part of a text."""
    before = text[: text.index(part)]
    return types.Position(before.count("\n"), len(before.rpartition("\n")[2].encode("utf-16-le")) // 2)


def at(text: str, part: str) -> types.Range:
    return types.Range(locate(text, part), locate(text, part))


def span(text: str, part: str) -> types.Range:
    start = locate(text, part)
    return types.Range(start, types.Position(start.line, start.character + len(part.encode("utf-16-le")) // 2))


def apply(text: str, edits: list[types.TextEdit]) -> str:
    """Apply edits of the protocol to a text, as an editor does."""
    units = text.encode("utf-16-le")
    lines = text.split("\n")
    starts = [len("\n".join([*lines[:number], ""]).encode("utf-16-le")) for number in range(len(lines))]

    def offset(position: types.Position) -> int:
        return starts[position.line] + 2 * position.character

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        units = units[: offset(edit.range.start)] + edit.new_text.encode("utf-16-le") + units[offset(edit.range.end) :]
    return units.decode("utf-16-le")


def ask_actions(
    editor: EditorClient, name: str, place: types.Range, only: list[str] | None = None
) -> list[types.CodeAction]:
    context = types.CodeActionContext([], only=only)  # the protocol allows other kinds, too
    params = types.CodeActionParams(editor.identify(name), place, context)
    found = editor.wait_for(editor.protocol.text_document_code_action_async(params)) or []
    return [one for one in found if isinstance(one, types.CodeAction)]


def test_mistake_is_fixed_by_its_code_action(editor: EditorClient) -> None:
    wrong = DOMAIN.replace("(not (at ?t ?to))", "(not (att ?t ?to))")
    (found,) = editor.open("domain.pddl", wrong)
    assert (found.code, found.severity) == ("undeclared", types.DiagnosticSeverity.Error)
    assert found.range.start == locate(wrong, "(att")
    (action,) = ask_actions(editor, "domain.pddl", at(wrong, "att "))
    assert action.edit is not None
    assert action.edit.changes is not None
    fixed = apply(wrong, [*action.edit.changes[editor.uri("domain.pddl")]])
    assert fixed == wrong.replace("(att ", "(at ")
    assert ask_actions(editor, "domain.pddl", types.Range(types.Position(0, 0), types.Position(0, 0))) == []


def test_columns_are_utf_16_code_units_unless_the_client_prefers_others(editor: EditorClient, tmp_path: Path) -> None:
    text = "(define (domain 🚚d) (:predicates (p)) (:action a :effect (q)))"
    (found,) = [one for one in editor.open("domain.pddl", text) if one.code == "undeclared"]
    # the truck is one character, two code units of UTF-16, and four bytes
    assert found.range.start.character == text.index("(q)") + 1
    other = EditorClient(tmp_path, [types.PositionEncodingKind.Utf8])
    try:
        assert other.server.position_encoding == types.PositionEncodingKind.Utf8
        (found,) = [one for one in other.open("domain.pddl", text) if one.code == "undeclared"]
        assert found.range.start.character == text.index("(q)") + 3
    finally:
        other.close()


def test_changes_are_incremental_and_clear_the_findings(editor: EditorClient) -> None:
    wrong = DOMAIN.replace("(not (at ?t ?to))", "(not (ta ?t ?to))")
    assert [one.code for one in editor.open("domain.pddl", wrong)] == ["undeclared"]
    assert editor.change("domain.pddl", 2, span(wrong, "ta"), "at") == []
    assert editor.server.text_document_sync is not None
    sync = editor.server.text_document_sync
    assert isinstance(sync, types.TextDocumentSyncOptions)
    assert sync.change == types.TextDocumentSyncKind.Incremental


def test_change_behind_emoji_is_applied_at_its_place(editor: EditorClient) -> None:
    text = "(define (domain 🚚d) (:predicates (p)) (:action a :effect (q)))"
    assert "undeclared" in {one.code for one in editor.open("domain.pddl", text)}
    # the name stays one that planners refuse, but the effect is right
    assert "undeclared" not in {one.code for one in editor.change("domain.pddl", 2, span(text, "q"), "p")}


def test_problem_is_checked_with_the_open_domain(editor: EditorClient) -> None:
    editor.write("domain.pddl", DOMAIN.replace("(at ?v", "(in ?v").replace("(at ", "(in "))
    assert {one.code for one in editor.open("p01.pddl", PROBLEM)} == {"undeclared"}
    editor.open("domain.pddl", DOMAIN)
    assert editor.change("p01.pddl", 2, None, PROBLEM) == []


def test_change_of_a_domain_checks_its_open_problems(editor: EditorClient) -> None:
    editor.open("domain.pddl", DOMAIN)
    assert editor.open("p01.pddl", PROBLEM) == []
    editor.change("domain.pddl", 2, None, DOMAIN.replace("truck", "lorry"))
    shown = editor.wait_until("p01.pddl", lambda found: bool(found))
    assert {one.code for one in shown} == {"undeclared"}


def test_definition_and_references_are_in_open_files_and_on_disk(editor: EditorClient) -> None:
    editor.write("domain.pddl", DOMAIN)
    editor.write("p02.pddl", PROBLEM)
    editor.open("p01.pddl", PROBLEM)
    here = editor.identify("p01.pddl"), locate(PROBLEM, "at t1 home")
    found = editor.wait_for(editor.protocol.text_document_definition_async(types.DefinitionParams(*here)))
    assert isinstance(found, list | tuple)
    (place,) = found
    assert isinstance(place, types.Location)
    assert (place.uri, place.range.start) == (editor.uri("domain.pddl"), locate(DOMAIN, "at ?v"))
    context = types.ReferenceContext(include_declaration=False)
    uses = editor.wait_for(editor.protocol.text_document_references_async(types.ReferenceParams(context, *here))) or []
    counts = {
        name: sum(one.uri == editor.uri(name) for one in uses) for name in ("domain.pddl", "p01.pddl", "p02.pddl")
    }
    assert counts == {"domain.pddl": 4, "p01.pddl": 2, "p02.pddl": 2}


def test_highlights_are_in_the_same_file(editor: EditorClient) -> None:
    editor.open("domain.pddl", DOMAIN)
    editor.open("p01.pddl", PROBLEM)
    params = types.DocumentHighlightParams(editor.identify("p01.pddl"), locate(PROBLEM, "t1 home"))
    found = editor.wait_for(editor.protocol.text_document_document_highlight_async(params)) or []
    assert [one.range.start.line for one in found] == [1, 2, 3]


def test_rename_changes_the_domain_and_all_its_problems(editor: EditorClient) -> None:
    editor.write("p02.pddl", PROBLEM)
    editor.open("domain.pddl", DOMAIN)
    params = types.RenameParams(editor.identify("domain.pddl"), locate(DOMAIN, "truck"), "lorry")
    edit = editor.wait_for(editor.protocol.text_document_rename_async(params))
    assert edit is not None
    assert edit.changes is not None
    assert apply(DOMAIN, [*edit.changes[editor.uri("domain.pddl")]]) == DOMAIN.replace("truck", "lorry")
    assert apply(PROBLEM, [*edit.changes[editor.uri("p02.pddl")]]) == PROBLEM.replace("truck", "lorry")


def test_rename_of_a_variable_stays_in_its_action(editor: EditorClient) -> None:
    text = DOMAIN[:-2] + "  (:action stay :parameters (?t - truck) :effect (and)))\n"
    editor.open("domain.pddl", text)
    params = types.RenameParams(editor.identify("domain.pddl"), locate(text, "?t - truck ?from"), "?lorry")
    edit = editor.wait_for(editor.protocol.text_document_rename_async(params))
    assert edit is not None
    assert edit.changes is not None
    before, after = text.split("(:action stay")
    assert apply(text, [*edit.changes[editor.uri("domain.pddl")]]) == (
        before.replace("?t ", "?lorry ") + "(:action stay" + after
    )


@pytest.mark.parametrize(("part", "name"), [("truck", "place"), ("truck", "two words"), (":typing", "typed")])
def test_rename_to_a_bad_or_taken_name_is_refused(editor: EditorClient, part: str, name: str) -> None:
    editor.open("domain.pddl", DOMAIN)
    params = types.RenameParams(editor.identify("domain.pddl"), locate(DOMAIN, part), name)
    with pytest.raises(Exception, match=r"declared|refuse"):
        editor.wait_for(editor.protocol.text_document_rename_async(params))


def test_hover_shows_declarations_and_meanings(editor: EditorClient) -> None:
    editor.open("domain.pddl", DOMAIN)
    for part, shown in (
        ("?from ?to", "?from - place"),
        ("and (at", "(and A B …)"),
        ("at ?t ?from", "(at ?v - vehicle"),
    ):
        params = types.HoverParams(editor.identify("domain.pddl"), locate(DOMAIN, part))
        found = editor.wait_for(editor.protocol.text_document_hover_async(params))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        assert shown in found.contents.value


def test_completion_replaces_the_unfinished_word(editor: EditorClient) -> None:
    text = DOMAIN.replace("(not (at ?t ?to))", "(not (at ?t ?f\n")
    editor.open("domain.pddl", text)
    place = locate(text, "?f\n")
    params = types.CompletionParams(editor.identify("domain.pddl"), types.Position(place.line, place.character + 2))
    found = editor.wait_for(editor.protocol.text_document_completion_async(params))
    assert isinstance(found, types.CompletionList)
    assert [one.label for one in found.items] == ["?from", "?to"]
    edit = found.items[0].text_edit
    assert isinstance(edit, types.TextEdit)
    assert edit.range == types.Range(place, types.Position(place.line, place.character + 2))


def test_completion_of_a_section_is_a_snippet(editor: EditorClient) -> None:
    text = "(define (domain d)\n  (:ac"
    editor.open("domain.pddl", text)
    params = types.CompletionParams(editor.identify("domain.pddl"), types.Position(1, 6))
    found = editor.wait_for(editor.protocol.text_document_completion_async(params))
    assert isinstance(found, types.CompletionList)
    (action,) = [one for one in found.items if one.label == ":action"]
    assert action.insert_text_format == types.InsertTextFormat.Snippet
    assert isinstance(action.text_edit, types.TextEdit)
    assert action.text_edit.new_text.startswith(":action ${1:name}")


def test_outline_lists_sections_with_their_names(editor: EditorClient) -> None:
    editor.open("domain.pddl", DOMAIN)
    params = types.DocumentSymbolParams(editor.identify("domain.pddl"))
    found = editor.wait_for(editor.protocol.text_document_document_symbol_async(params)) or []
    symbols = {one.name: one for one in found if isinstance(one, types.DocumentSymbol)}
    assert [*symbols] == [":requirements", ":types", ":predicates", "drive"]
    assert [one.name for one in symbols[":types"].children or []] == ["truck", "vehicle", "place"]
    assert symbols["drive"].selection_range == span(DOMAIN, "drive")


def test_semantic_tokens_lie_on_the_words(editor: EditorClient) -> None:
    editor.open("domain.pddl", DOMAIN)
    params = types.SemanticTokensParams(editor.identify("domain.pddl"))
    found = editor.wait_for(editor.protocol.text_document_semantic_tokens_full_async(params))
    assert found is not None
    legend = editor.server.semantic_tokens_provider
    assert isinstance(legend, types.SemanticTokensOptions)
    lines, line, column, words = DOMAIN.split("\n"), 0, 0, set[tuple[str, str]]()
    for place in range(0, len(found.data), 5):
        down, ahead, length, kind, _ = found.data[place : place + 5]
        line, column = line + down, ahead + (0 if down else column)
        word = lines[line].encode("utf-16-le")[2 * column : 2 * (column + length)].decode("utf-16-le")
        words.add((word, legend.legend.token_types[kind]))
    assert {("drive", "function"), ("truck", "type"), ("?from", "parameter"), ("and", "keyword")} <= words


def test_puzzle_file_has_findings_completion_and_hover(editor: EditorClient) -> None:
    wrong = FARMER.replace("rows = false", "rwos = false", 1)
    (found,) = editor.open("farmer.toml", wrong)
    assert found.range.start == locate(wrong, "rwos")
    (action,) = ask_actions(editor, "farmer.toml", found.range)
    assert action.edit is not None
    assert action.edit.changes is not None
    assert apply(wrong, [*action.edit.changes[editor.uri("farmer.toml")]]) == FARMER
    hover = types.HoverParams(editor.identify("farmer.toml"), locate(wrong, "guardian"))
    shown = editor.wait_for(editor.protocol.text_document_hover_async(hover))
    assert shown is not None
    assert "rules[0].guardian" in str(shown.contents)


def test_names_of_a_puzzle_file_have_a_definition_references_and_a_new_name(editor: EditorClient) -> None:
    editor.open("wolf.toml", FARMER)
    document, place = editor.identify("wolf.toml"), locate(FARMER, 'left bank"\neveryone')
    define = types.DefinitionParams(document, place)
    found = editor.wait_for(editor.protocol.text_document_definition_async(define))
    assert found == [types.Location(document.uri, span(FARMER, "left bank"))]
    for with_declaration, count in ((True, 3), (False, 2)):
        refer = types.ReferenceParams(types.ReferenceContext(with_declaration), document, place)
        assert len(editor.wait_for(editor.protocol.text_document_references_async(refer)) or []) == count
    lit = editor.wait_for(
        editor.protocol.text_document_document_highlight_async(types.DocumentHighlightParams(document, place))
    )
    assert len(lit or []) == 3
    prepare = types.PrepareRenameParams(document, place)
    shown = editor.wait_for(editor.protocol.text_document_prepare_rename_async(prepare))
    assert isinstance(shown, types.PrepareRenamePlaceholder)
    assert (shown.placeholder, shown.range.start) == ("left bank", place)
    edit = editor.wait_for(
        editor.protocol.text_document_rename_async(types.RenameParams(document, place, "north bank"))
    )
    assert edit is not None
    assert edit.changes is not None
    assert apply(FARMER, [*edit.changes[document.uri]]) == FARMER.replace("left bank", "north bank")


def test_bad_new_names_of_a_puzzle_file_are_refused_with_the_reason(editor: EditorClient) -> None:
    editor.open("wolf.toml", FARMER)
    document, place = editor.identify("wolf.toml"), locate(FARMER, 'goat"\nplural')
    for name, reason in (("wolf", "'wolf' is declared already"), ("two\nlines", "cannot be the name")):
        with pytest.raises(JsonRpcException, match=reason):
            editor.wait_for(editor.protocol.text_document_rename_async(types.RenameParams(document, place, name)))
    nothing = types.PrepareRenameParams(document, locate(FARMER, "plural"))
    assert editor.wait_for(editor.protocol.text_document_prepare_rename_async(nothing)) is None


def test_other_toml_files_are_left_alone(editor: EditorClient) -> None:
    assert editor.open("pyproject.toml", "[project]\nname = 3\n") == []


def test_lenses_solve_and_explain_a_problem(editor: EditorClient) -> None:
    editor.write("domain.pddl", DOMAIN)
    editor.open("p01.pddl", PROBLEM)
    params = types.CodeLensParams(editor.identify("p01.pddl"))
    lenses = editor.wait_for(editor.protocol.text_document_code_lens_async(params)) or []
    commands = [one.command.command for one in lenses if one.command is not None]
    assert commands == ["ferryplan.solve", "ferryplan.graph", "ferryplan.why"]
    for command, part in (("ferryplan.solve", r"\b1 action\b"), ("ferryplan.graph", r"States +2\b")):
        run = types.ExecuteCommandParams(command, [editor.uri("p01.pddl")])
        answer = editor.wait_for(editor.protocol.workspace_execute_command_async(run))
        assert re.search(part, str(answer))
        assert editor.documents[-1] == f"{answer}\n"


def test_all_safe_fixes_are_one_action(editor: EditorClient) -> None:
    wrong = DOMAIN.replace("?from ?to - place", "?from, ?to -place")
    editor.open("domain.pddl", wrong)
    (action,) = ask_actions(editor, "domain.pddl", at(wrong, "drive"), ["source.fixAll"])
    assert action.edit is not None
    assert action.edit.changes is not None
    fixed = apply(wrong, [*action.edit.changes[editor.uri("domain.pddl")]])
    assert fixed.split() == DOMAIN.replace("?from ?to", "?from  ?to").split()


def test_formatting_gives_a_text_its_layout_and_leaves_broken_ones_alone(editor: EditorClient) -> None:
    joined = " ".join(line for line in DOMAIN.split("\n") if line and not line.startswith(";"))
    joined = joined.replace("; 🚚", "")
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    for name, text in (("domain.pddl", joined), ("broken.pddl", joined[:-3])):
        editor.open(name, text)
        params = types.DocumentFormattingParams(editor.identify(name), options)
        edits = editor.wait_for(editor.protocol.text_document_formatting_async(params)) or []
        assert apply(text, [*edits]) == (format_pddl(text) if name == "domain.pddl" else text)
