"""Sessions with the language server in which `pytest-lsp` plays editors.

It declares the capabilities of each editor, and warns of requests and answers that the editor does not expect.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from event_loops import LoopThread
from post_models import DOMAIN

from ferryplan import domains, format_pddl

with contextlib.suppress(ModuleNotFoundError):  # without pytest-lsp, each test says that its tier is not installed
    from lsprotocol import types
    from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

pytestmark = pytest.mark.integrations
FARMER = (domains.FOLDER / "crossing" / "wolf-goat-cabbage.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def loop() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.close()


@pytest.fixture(scope="module", params=["visual_studio_code", "neovim", "emacs"])
def client(loop: LoopThread, request: pytest.FixtureRequest) -> Iterator[LanguageClient]:
    """Yield a client with the capabilities of an editor, in one session with a server for all tests."""
    client = loop.run(ClientServerConfig([sys.executable, "-m", "ferryplan", "lsp"]).start())
    assert isinstance(client, LanguageClient)
    loop.run(client.initialize_session(types.InitializeParams(client_capabilities(request.param))))
    yield client
    loop.run(client.shutdown_session())
    loop.run(client.stop())


class OpenFile(NamedTuple):
    """A file that an editor has opened."""

    document: types.TextDocumentIdentifier
    text: str
    diagnostics: Sequence[types.Diagnostic]

    def locate(self, part: str) -> types.Position:
        """Return the position at which a part of the text begins."""
        before = self.text[: self.text.index(part)]
        return types.Position(before.count("\n"), len(before.rpartition("\n")[2]))


class Editor(NamedTuple):
    """An editor that opens files in a folder of the test."""

    loop: LoopThread
    client: LanguageClient
    folder: Path

    def open(self, name: str, text: str) -> OpenFile:
        """Open a text as a file, and wait for its diagnostics."""
        uri = (self.folder / name).as_uri()

        async def open_and_wait() -> None:
            item = types.TextDocumentItem(uri, "pddl", 1, text)
            self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
            while uri not in self.client.diagnostics:
                await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

        self.loop.run(open_and_wait())
        return OpenFile(types.TextDocumentIdentifier(uri), text, self.client.diagnostics[uri])


@pytest.fixture
def editor(loop: LoopThread, client: LanguageClient, tmp_path: Path) -> Editor:
    return Editor(loop, client, tmp_path)


def test_typo_is_marked_and_an_action_mends_it(editor: Editor) -> None:
    file = editor.open("domain.pddl", DOMAIN.replace("(not (at ?t ?to))", "(not (att ?t ?to))"))
    [typo] = file.diagnostics
    assert (typo.code, typo.range.start) == ("undeclared", file.locate("(att"))
    context = types.CodeActionContext([typo], only=[types.CodeActionKind.QuickFix])
    asked = types.CodeActionParams(file.document, typo.range, context)
    [action] = editor.loop.run(editor.client.text_document_code_action_async(asked)) or []
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    [edit] = action.edit.changes[file.document.uri]
    assert (edit.range.start, edit.range.end, edit.new_text) == (file.locate("att"), file.locate(" ?t ?to)))"), "at")


def test_hover_shows_a_declaration(editor: Editor) -> None:
    file = editor.open("domain.pddl", DOMAIN)
    asked = types.HoverParams(file.document, file.locate("at ?t ?from"))
    shown = editor.loop.run(editor.client.text_document_hover_async(asked))
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert "(at ?v - vehicle ?p - place)" in shown.contents.value


NAMES = [("domain.pddl", DOMAIN, "at ?t ?to", "at ?v", 5), ("wolf.toml", FARMER, 'goat"]', 'goat"\nplural', 3)]
"""files with a text, a use of a name, its declaration, and the number of its places"""


@pytest.mark.parametrize(("name", "text", "use", "declaration", "count"), NAMES)
def test_declaration_of_a_name_is_found_and_all_its_places_are_renamed(
    editor: Editor, name: str, text: str, use: str, declaration: str, count: int
) -> None:
    file = editor.open(name, text)
    asked = types.DefinitionParams(file.document, file.locate(use))
    [found] = editor.loop.run(editor.client.text_document_definition_async(asked)) or []
    assert isinstance(found, types.Location)
    assert (found.uri, found.range.start) == (file.document.uri, file.locate(declaration))
    wanted = types.RenameParams(file.document, file.locate(use), "other")
    edit = editor.loop.run(editor.client.text_document_rename_async(wanted))
    assert edit is not None
    assert edit.changes is not None
    assert [one.new_text.strip('"') for one in edit.changes[file.document.uri]] == ["other"] * count


def test_text_gets_its_layout(editor: Editor) -> None:
    file = editor.open("domain.pddl", DOMAIN.replace("\n    :precondition", " :precondition"))
    asked = types.DocumentFormattingParams(file.document, types.FormattingOptions(tab_size=2, insert_spaces=True))
    [edit] = editor.loop.run(editor.client.text_document_formatting_async(asked)) or []
    assert edit.new_text == format_pddl(file.text) != file.text


def test_completion_proposes_names_of_the_right_type(editor: Editor) -> None:
    file = editor.open("domain.pddl", DOMAIN.replace("(not (at ?t ?to))", "(not (at ?t ?"))
    place = file.locate("(not (at ?t ?")
    asked = types.CompletionParams(file.document, types.Position(place.line, place.character + len("(not (at ?t ?")))
    found = editor.loop.run(editor.client.text_document_completion_async(asked))
    assert isinstance(found, types.CompletionList)
    assert [one.label for one in found.items] == ["?from", "?to"]
