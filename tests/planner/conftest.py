"""Fixtures of tests that run planning engines and of tests that open pages in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clock import clock
from page_checks import OpenPage
from playwright.sync_api import Browser, Page, sync_playwright
from required_tools import require_program

from ferryplan.planner.engines.session import Session

__all__ = ["clock"]


@pytest.fixture(scope="session")
def worker() -> Iterator[Session]:
    """Yield one worker process for all tests that run engines.

    Starting a worker takes a second. Tests of starting workers do not use this fixture.
    """
    with Session() as live:
        yield live


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = require_program("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[OpenPage]:
    """Yield a function that opens a page without a network.

    At the end, the fixture asserts that the page requested nothing, logged no error and opened no dialog.
    """
    troubles: list[str] = []
    contexts = []

    def show(text: str, width: int = 1000, height: int = 800, motion: str = "reduce", **how: Any) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text)
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion=motion, offline=True, **how
        )
        contexts.append(context)
        page = context.new_page()
        address = path.as_uri()
        page.on("request", lambda request: None if request.url in (address, "data:,") else troubles.append(request.url))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(dialog.message) or dialog.dismiss())
        page.goto(address)
        return page

    yield show
    for context in contexts:
        context.close()
    assert troubles == []
