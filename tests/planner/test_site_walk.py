"""Random clicks and keys on every page of the built web site, in the width of a phone.

Whatever a visitor does, no page fails, logs an error, asks another address, or becomes wider than the screen.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
import site_build
from budget import scale
from site_server import open_site, serve_folder

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WIDTH = 375
KEYS = (
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Space", "Escape", "Tab"),
    *("Backspace", "Control+z", "Control+y", "x", "1", "9"),
)

ACT_SCRIPT = """(seeds) => {
  // Links are left out, since they leave the page under test.
  const pressable = "button, summary, [role=button], [role=tab], input, select, td, li, svg *";
  const canPress = (one) => one.checkVisibility() && !one.closest("a") && one.type !== "file" && !one.matches(":disabled");
  function act(one, seed) {
    const { left, top, width, height } = one.getBoundingClientRect(), middle = { clientX: left + width / 2, clientY: top + height / 2 };
    const at = { ...middle, bubbles: true, cancelable: true, isPrimary: true, button: 0, pointerType: "touch" };
    const change = () => ["input", "change"].forEach((name) => one.dispatchEvent(new Event(name, { bubbles: true })));
    if (one.matches("select")) {
      one.selectedIndex = seed % one.options.length;
      change();
    } else if (one.matches("input[type=search], input[type=number], input[type=text]")) {
      one.value = ["goat", "", "42", "-1", "(x"][seed % 5];
      change();
    } else {
      one.dispatchEvent(new PointerEvent("pointerdown", at));
      one.dispatchEvent(new PointerEvent("pointerup", at));
      one.focus?.();
      one.dispatchEvent(new MouseEvent("click", at));
    }
  }
  const done = [];
  for (const seed of seeds) {
    const seen = [...document.querySelectorAll(pressable)].filter(canPress), one = seen[seed % seen.length];
    if (!one) break;
    done.push((one.id || one.textContent.trim() || one.tagName).slice(0, 30));
    act(one, seed);
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) break;
  }
  return done;
}"""
"""presses or fills what random numbers choose among all that a visitor could, until the page is too wide; returns what it was"""

STAY_SCRIPT = """
addEventListener("click", (event) => { if (event.target.closest?.("a[href]")) event.preventDefault(); }, true);
delete Navigator.prototype.serviceWorker;
"""
"""keeps the keyboard from following links, which would leave the page under test, and the page from storing all others"""

OVERFLOW_SCRIPT = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_build.find_or_build(tmp_path_factory)


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve_folder(site) as found:
        yield found


@pytest.fixture(scope="module")
def visited(browser: Browser, address: str) -> Iterator[tuple[Page, list[str]]]:
    """Yield one page for all visits, and the list of the errors that it has logged or thrown so far."""
    errors: list[str] = []
    with open_site(browser, address, viewport={"width": WIDTH, "height": 812}) as page:
        page.add_init_script(STAY_SCRIPT)
        page.on("console", lambda message: message.type in ("error", "warning") and errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page, errors


def act_at_random(page: Page, rng: random.Random, rounds: int) -> list[str]:
    """Press or fill six things and one key in each round, stop when the page gets too wide, and return what was done."""
    done: list[str] = []
    for _ in range(rounds):
        done += page.evaluate(ACT_SCRIPT, [rng.getrandbits(30) for _ in range(6)])
        if page.evaluate(OVERFLOW_SCRIPT) > 0:
            break
        done.append(rng.choice(KEYS))
        page.keyboard.press(done[-1])
    return done


@pytest.mark.parametrize("part", ["tools", "play"])
def test_random_clicks_and_keys_break_no_page(
    part: str, site: Path, address: str, visited: tuple[Page, list[str]]
) -> None:
    """With a larger ``FERRYPLAN_EXAMPLES``, each page is clicked more often. `done` repeats what led to a failure."""
    page, errors = visited
    names = sorted(
        path.relative_to(site).as_posix() for path in site.glob("play/*.html" if part == "play" else "*.html")
    )
    assert len(names) >= (80 if part == "play" else 5), "the pages of the built site"
    for name in names:
        page.goto(address + name)
        done = act_at_random(page, random.Random(name), scale(1))
        assert (name, errors, page.evaluate(OVERFLOW_SCRIPT)) == (name, [], 0), done
