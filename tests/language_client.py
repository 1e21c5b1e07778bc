"""A client of the language server for tests: it starts `plan lsp` and waits for answers without pauses."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from event_loops import LoopThread
from lsprotocol import types
from processes import MAX_WAIT_SECONDS
from pygls.lsp.client import LanguageClient

_Answer = TypeVar("_Answer")


class EditorClient:
    """An editor without a screen: it opens files, changes them and asks the server."""

    def __init__(self, folder: Path, encodings: list[types.PositionEncodingKind] | None = None) -> None:
        self.folder = folder
        self.messages: list[str] = []
        self.documents: list[str] = []
        self._published: dict[str, types.PublishDiagnosticsParams] = {}
        self._arrived = threading.Condition()
        self._loop = LoopThread()
        self.protocol = self._make_protocol()
        self.wait_for(self.protocol.start_io(sys.executable, "-m", "ferryplan", "lsp"))
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=list(encodings) if encodings else None),
            window=types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(support=True)),
            text_document=types.TextDocumentClientCapabilities(
                completion=types.CompletionClientCapabilities(
                    completion_item=types.ClientCompletionItemOptions(snippet_support=True)
                )
            ),
        )
        parameters = types.InitializeParams(capabilities, root_uri=folder.as_uri())
        self.server = self.wait_for(self.protocol.initialize_async(parameters)).capabilities
        self.protocol.initialized(types.InitializedParams())

    def _make_protocol(self) -> LanguageClient:
        protocol = LanguageClient("test", "1")

        @protocol.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            with self._arrived:
                self._published[params.uri] = params
                self._arrived.notify_all()

        @protocol.feature(types.WINDOW_SHOW_MESSAGE)
        def show_message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @protocol.feature(types.WINDOW_SHOW_DOCUMENT)
        def show_document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.documents.append(Path(params.uri.removeprefix("file://")).read_text(encoding="utf-8"))
            return types.ShowDocumentResult(success=True)

        return protocol

    def wait_for(self, answer: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Run a request in the client's thread and return its answer."""
        return self._loop.run(answer)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def identify(self, name: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(name))

    def write(self, name: str, text: str) -> None:
        """Write a file to the folder without opening it."""
        (self.folder / name).write_text(text, encoding="utf-8", newline="")

    def open(self, name: str, text: str) -> list[types.Diagnostic]:
        """Open a file with a text, which need not be on disk, and return its diagnostics."""
        language = "toml" if name.endswith(".toml") else "pddl"
        item = types.TextDocumentItem(self.uri(name), language, 1, text)
        self._call(self.protocol.text_document_did_open, types.DidOpenTextDocumentParams(item))
        return self.diagnostics(name, 1)

    def change(self, name: str, version: int, place: types.Range | None, text: str) -> list[types.Diagnostic]:
        """Replace a part of an open file, or with None all of it, and return its diagnostics afterwards."""
        change: types.TextDocumentContentChangeEvent = (
            types.TextDocumentContentChangeWholeDocument(text)
            if place is None
            else types.TextDocumentContentChangePartial(place, text)
        )
        document = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        self._call(self.protocol.text_document_did_change, types.DidChangeTextDocumentParams(document, [change]))
        return self.diagnostics(name, version)

    def _call(self, notify: Any, params: Any) -> None:
        async def send() -> None:
            notify(params)

        self.wait_for(send())

    def diagnostics(self, name: str, version: int) -> list[types.Diagnostic]:
        """Wait for the diagnostics of a version of a file."""
        uri = self.uri(name)
        with self._arrived:
            arrived = self._arrived.wait_for(
                lambda: uri in self._published and self._published[uri].version == version, MAX_WAIT_SECONDS
            )
            assert arrived, f"no diagnostics of version {version} of {name}"
            return list(self._published[uri].diagnostics)

    def wait_until(self, name: str, holds: Callable[[Sequence[types.Diagnostic]], bool]) -> list[types.Diagnostic]:
        """Wait until the latest diagnostics of a file meet a condition, and return them."""
        uri = self.uri(name)
        with self._arrived:
            assert self._arrived.wait_for(lambda: holds(self._published[uri].diagnostics), MAX_WAIT_SECONDS)
            return list(self._published[uri].diagnostics)

    def close(self) -> None:
        """End the server as editors do, and wait for its end."""
        self.wait_for(self.protocol.shutdown_async(None))
        self._call(self.protocol.exit, None)
        self.wait_for(self.protocol.stop())
        self._loop.close()
