"""A fixture of the tests in this folder: one page for many documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from page_checks import OpenPage
    from playwright.sync_api import Browser, Page


FORGET_SCRIPT = (
    """if (performance.getEntriesByType("navigation")[0].type !== "reload") try { localStorage.clear(); } catch {}"""
)
"""removes what a page kept in the browser's storage, except when the page is loaded again"""


@pytest.fixture(scope="session")
def kept_page(browser: Browser) -> Iterator[Page]:
    """Yield a page without a network and without animations: opening a new one takes three times as long as loading."""
    context = browser.new_context(reduced_motion="reduce", offline=True)
    context.add_init_script(FORGET_SCRIPT)
    yield context.new_page()
    context.close()


@pytest.fixture
def show(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenPage]:
    """Yield a function that shows a document, in a new page if it is called `anew` or with options of a context.

    At the end, the fixture asserts that the document requested nothing, logged no error and opened no dialog.
    """
    troubles: list[str] = []
    pages: dict[str, Page] = {}
    listened = []

    def show(
        text: str, width: int = 1000, height: int = 800, motion: str = "reduce", anew: bool = False, **how: Any
    ) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text)
        address = path.as_uri()
        if anew or how or motion != "reduce":
            if anew or f"{motion} {how}" not in pages:
                context = browser.new_context(reduced_motion=motion, offline=True, **how)
                pages[f"{motion} {how}"] = context.new_page()
            page = pages[f"{motion} {how}"]
        else:
            page = request.getfixturevalue("kept_page")
            page.emulate_media(color_scheme="null")
        page.set_viewport_size({"width": width, "height": height})
        if page not in [one for one, _, _ in listened]:
            for event, listener in (
                (
                    "request",
                    lambda asked: (
                        asked.url in (address, "data:,") or asked.url.startswith("blob:") or troubles.append(asked.url)
                    ),
                ),
                ("console", lambda message: troubles.append(message.text)),
                ("pageerror", lambda error: troubles.append(str(error))),
                ("dialog", lambda dialog: troubles.append(dialog.message) or dialog.dismiss()),
            ):
                page.on(event, listener)
                listened.append((page, event, listener))
        page.goto("about:blank")
        page.goto(address)
        return page

    yield show
    for page, event, listener in listened:
        page.remove_listener(event, listener)
    for page in pages.values():
        page.context.close()
    assert troubles == []
