"""The built web site, served on this machine, in a browser that reaches nothing else."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class QuietHandler(SimpleHTTPRequestHandler):
    """A handler that writes no log."""

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder in this ``with`` block, and yield its address."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def open_site(browser: Browser, address: str, check_console: bool = True, **how: Any) -> Iterator[Page]:
    """Yield a page of a new browser context.

    At the end, the block asserts that the page asked only this site, logged no error and opened no dialog. Pages by
    others log what is no error, such as a folder that is not there yet; ``check_console`` is false for them.
    """
    troubles: list[str] = []
    context = browser.new_context(reduced_motion="reduce", **how)
    page = context.new_page()
    allowed = (address, "data:", "blob:", "about:")
    context.on("request", lambda asked: asked.url.startswith(allowed) or troubles.append(asked.url))
    if check_console:
        page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: troubles.append(dialog.message) or dialog.dismiss())
    yield page
    context.close()
    assert troubles == [], troubles
