"""Checks shared by the tests of pages: scrolling, contrast, accessibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

CONTRASTS_SCRIPT = """() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const straight = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = parse(colour).slice(0, 3).map((part) => straight(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = {};
  const note = (text, colour, ground) => {
    const [a, b] = [light(colour), light(ground)].sort((x, y) => y - x);
    found[text.trim().slice(0, 30) + " " + colour + " on " + ground] = (a + 0.05) / (b + 0.05);
  };
  const opaque = (colour) => colour && colour !== "none" && colour.startsWith("rgb") && (parse(colour)[3] ?? 1) === 1;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest(":disabled, script, style, title, desc, template")) continue;
    if (parent.closest("svg")) {
      const box = parent.getBoundingClientRect();
      const under = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        .find((one) => one instanceof SVGElement && !/^(text|tspan|title|svg)$/.test(one.tagName) && opaque(getComputedStyle(one).fill));
      if (under) note(node.data, getComputedStyle(parent).fill, getComputedStyle(under).fill);
      continue;
    }
    let ground = parent;
    while (ground.parentElement && !opaque(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
    note(node.data, getComputedStyle(parent).color, getComputedStyle(ground).backgroundColor);
  }
  return found;
}"""
"""measures the contrast of every text with its background, by WCAG 2"""


SCROLL_HINTS_SCRIPT = """() => [...document.querySelectorAll(".scroll")].filter((box) => box.checkVisibility()).map((box) => [
  box.scrollWidth > box.clientWidth, getComputedStyle(box, "::before").content.includes("Scroll sideways"), box.tabIndex])"""
"""for each box that may be too wide: whether it is, whether a hint says so, whether the keyboard reaches it"""


def check_scroll_hints(page: Page, is_wide_on_phone: bool) -> None:
    """Assert that wide content scrolls on a phone, with a hint and by keyboard.

    On a desk, nothing is too wide.
    """
    for width, wide in ((375, is_wide_on_phone), (1280, False)):
        page.set_viewport_size({"width": width, "height": 700})
        page.wait_for_function(f"() => [...document.querySelectorAll('.scroll.wide')].length === {int(wide)}")
        assert page.evaluate(SCROLL_HINTS_SCRIPT) == [[wide, wide, 0]]


def check_contrasts(page: Page, min_texts: int = 13) -> None:
    """Assert that every text has enough contrast on light and dark screens, and that their colors differ.

    ``min_texts`` is the least number of different texts, so that a check that finds no text fails.
    """
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(CONTRASTS_SCRIPT)
        assert len(contrasts) >= min_texts
        assert {text: ratio for text, ratio in contrasts.items() if ratio < 4.5} == {}
        found.append(contrasts.keys())
    assert not found[0] & found[1], "the colours differ"


def find_accessibility_violations(page: Page) -> list[str]:
    """Return the violations that axe-core finds in a page.

    It checks the page on a phone in light colors and on a desk in dark colors.
    """
    from axe_playwright_python.sync_playwright import Axe

    axe, found = Axe(), []
    for width, scheme in ((375, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 700})
        page.emulate_media(color_scheme=scheme)
        response = axe.run(page).response
        found += [f"{one['id']}: {one['nodes'][0]['html']}" for one in response["violations"]]
    return found
