"""The language server, which answers the requests of editors."""

from __future__ import annotations

import asyncio
import functools
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

import ferryplan
from ferryplan.servers.language import completion, findings, lenses, navigation, semantic_tokens
from ferryplan.servers.language.findings import CheckedText
from ferryplan.servers.language.pddl_pairs import PddlWorkspace
from ferryplan.servers.language.positions import TextPositions

TYPING_PAUSE_SECONDS = 0.2
"""the time without changes after which a text is checked"""


class PddlLanguageServer(LanguageServer):
    """A server for PDDL and puzzle files, which checks texts in a thread, so that typing never waits."""

    def __init__(self) -> None:
        super().__init__("ferryplan", ferryplan.__version__)
        self.checked: dict[str, CheckedText] = {}
        """the latest findings by the address of a file"""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._checker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._answers = tempfile.TemporaryDirectory(prefix="ferryplan-")

    @property
    def files(self) -> PddlWorkspace:
        """The texts that the editor shows and the files beside them."""
        return PddlWorkspace(self.workspace)

    def schedule_check(self, uri: str, pause: float) -> None:
        """Check a file after a pause; a check of the file that has not begun yet is canceled."""
        waiting = self._tasks.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self._tasks[uri] = asyncio.get_running_loop().create_task(self._check_later(uri, pause))

    def schedule_checks_of_problems(self, uri: str) -> None:
        """Check the open problems of a domain that has changed."""
        for other in self.files.list_open_problems(uri):
            self.schedule_check(other, TYPING_PAUSE_SECONDS)

    async def _check_later(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        files = self.files
        kind = files.find_kind(uri)
        document = self.workspace.text_documents.get(uri)
        if document is None:
            return
        version, text = document.version, document.source
        if kind == "other":
            checked = CheckedText(text, (), {}, None)
        else:
            check = (
                functools.partial(findings.check_puzzle, text, uri)
                if kind == "puzzle"
                else functools.partial(findings.check_pair, files.find_pair(uri), uri)
            )
            checked = await asyncio.get_running_loop().run_in_executor(self._checker, check)
        if self.files.read(uri) == text:  # a later change has its own check
            self.checked[uri] = checked
            positions = TextPositions(text, files.codec)
            shown = [findings.make_diagnostic(one, positions) for one in checked.findings]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, version))

    def forget(self, uri: str) -> None:
        """Forget a file that the editor has closed, and remove its diagnostics."""
        waiting = self._tasks.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self.checked.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def show_answer(self, name: str, answer: str) -> None:
        """Show the answer of a command as a document, or as a message if the editor cannot show documents."""
        window = self.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            path = Path(self._answers.name) / f"{name}.txt"
            path.write_text(f"{answer}\n", encoding="utf-8")
            await self.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=False))
        else:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Info, answer))

    def clean_up(self) -> None:
        """Remove the documents with answers, and end the thread of the checks."""
        self._checker.shutdown(wait=False, cancel_futures=True)
        self._answers.cleanup()


def make_server() -> PddlLanguageServer:
    """Return a server that answers all requests of the protocol for which ferryplan has an answer."""
    server = PddlLanguageServer()
    _register_synchronization(server)
    _register_navigation(server)
    _register_writing_help(server)
    _register_commands(server)
    return server


def run_server() -> None:
    """Serve one editor over standard input and output until it ends the session."""
    server = make_server()
    try:
        server.start_io()
    finally:
        server.clean_up()


def _register_synchronization(server: PddlLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def open_document(params: types.DidOpenTextDocumentParams) -> None:
        server.schedule_check(params.text_document.uri, 0)
        server.schedule_checks_of_problems(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def change_document(params: types.DidChangeTextDocumentParams) -> None:
        server.schedule_check(params.text_document.uri, TYPING_PAUSE_SECONDS)
        server.schedule_checks_of_problems(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def close_document(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)
        server.schedule_checks_of_problems(params.text_document.uri)


def _register_navigation(server: PddlLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return navigation.make_hover(server.files, params.text_document.uri, params.position)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def define(params: types.DefinitionParams) -> list[types.Location]:
        found = navigation.list_occurrences(server.files, params.text_document.uri, params.position)
        return [navigation.make_location(server.files, uri, use) for uri, use in found if use.is_declaration]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def refer(params: types.ReferenceParams) -> list[types.Location]:
        found = navigation.list_occurrences(server.files, params.text_document.uri, params.position)
        wanted = params.context.include_declaration
        return [
            navigation.make_location(server.files, uri, use) for uri, use in found if wanted or not use.is_declaration
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        return navigation.list_highlights(server.files, params.text_document.uri, params.position)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenameResult | None:
        return navigation.prepare_rename(server.files, params.text_document.uri, params.position)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        edit = navigation.make_rename(server.files, params.text_document.uri, params.position, params.new_name)
        if isinstance(edit, str):
            raise JsonRpcException(edit, types.LSPErrorCodes.RequestFailed.value)
        return edit

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        return navigation.make_outline(server.files, uri) if _is_pddl(server, uri) else []

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens.LEGEND)
    def color(params: types.SemanticTokensParams) -> types.SemanticTokens:
        uri = params.text_document.uri
        return (
            semantic_tokens.make_semantic_tokens(server.files, uri)
            if _is_pddl(server, uri)
            else types.SemanticTokens([])
        )


def _register_writing_help(server: PddlLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=completion.TRIGGERS))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        client = server.client_capabilities.text_document
        item = client.completion.completion_item if client is not None and client.completion is not None else None
        has_snippets = bool(item is not None and item.snippet_support)
        found = completion.list_completions(server.files, params.text_document.uri, params.position, has_snippets)
        return types.CompletionList(is_incomplete=False, items=found)

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def act(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        checked = server.checked.get(uri)
        if checked is None or server.files.read(uri) != checked.text:
            return []
        positions = {one: server.files.positions(one) for one in {uri, *checked.names.values()}}
        return findings.make_code_actions(checked, positions, uri, params)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def lay_out(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        uri = params.text_document.uri
        positions = server.files.positions(uri)
        if not _is_pddl(server, uri):
            return []
        try:
            new = ferryplan.format_pddl(positions.text)
        except ferryplan.PddlError:  # a text whose parentheses do not match stays as it is
            return []
        return [] if new == positions.text else [types.TextEdit(positions.whole_range(), new)]


def _register_commands(server: PddlLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions())
    def show_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        return lenses.list_lenses(server.files, params.text_document.uri)

    def register(name: str) -> None:
        @server.command(f"{lenses.PREFIX}{name}")
        async def run(uri: str, *_: Any) -> str:
            try:
                source = lenses.find_source(server.files, uri)
                answer = await asyncio.to_thread(lenses.run_command, name, source)
            except ferryplan.FerryplanError as error:
                answer = str(error)
            await server.show_answer(name, answer)
            return answer

    for name in lenses.COMMANDS:
        register(name)


def _is_pddl(server: PddlLanguageServer, uri: str) -> bool:
    return server.files.find_kind(uri) in ("domain", "problem")
