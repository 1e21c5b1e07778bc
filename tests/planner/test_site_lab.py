"""The notebooks of the web site in Chromium (JupyterLite), if `site/build.py --lab` has built them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import site_build
from site_server import open_site, serve_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.py"))
START_TIMEOUT, RUN_TIMEOUT = 60_000, 240_000
"""milliseconds until the notebook is shown, and until Python has started and all cells have run"""
ALL_CELLS_RAN = """cells => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputArea-prompt")].map(one => one.textContent);
  return prompts.length === cells && prompts.every((prompt, at) => prompt === `[${at + 1}]:`);
}"""
ERRORS = """() => [...document.querySelectorAll("[data-mime-type$='.error'], [data-mime-type$='.stderr']")]
  .map(one => one.textContent)"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of the site with the notebooks. `.ci/run` builds no notebooks, so these tests are skipped there."""
    if not (site_build.BUILT / "lab").is_dir():
        pytest.skip("the notebooks of the site are not built; build them with: python site/build.py --lab")
    with serve_folder(site_build.BUILT) as found:
        yield found


def count_code_cells(notebook: Path) -> int:
    return notebook.read_text(encoding="utf-8").count("\n# %%\n")


def run_all_cells(page: Page, notebook: Path) -> str:
    """Run all cells of the notebook that the page shows, and return the text of the outputs."""
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=START_TIMEOUT)
    page.locator(".lm-MenuBar-item", has_text="Run").click()
    page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
    page.wait_for_function(
        f"cells => ({ERRORS})().length > 0 || ({ALL_CELLS_RAN})(cells)",
        arg=count_code_cells(notebook),
        timeout=RUN_TIMEOUT,
    )
    assert page.evaluate(ERRORS) == []
    return "\n".join(page.locator(".jp-OutputArea").all_text_contents())


def test_first_notebook_opens_from_the_catalog_and_runs(browser: Browser, address: str) -> None:
    with open_site(browser, address, check_console=False, viewport={"width": 1280, "height": 900}) as page:
        page.goto(address)
        page.get_by_role("link", name="Notebooks").click()
        outputs = run_all_cells(page, NOTEBOOKS[0])
        assert "valid: 7 actions" in outputs, "the plan of Alcuin's puzzle"
        assert outputs.count("(cross ") >= 9 + 8, "a plan for the mouse, and the ground actions"
        page.locator(".jp-DirListing-item", has_text="river").wait_for()
        listed = page.locator(".jp-DirListing-item", has_text=".ipynb").count()
        assert listed == len(NOTEBOOKS)


@pytest.mark.parametrize("notebook", NOTEBOOKS[1:], ids=lambda path: path.stem)
def test_notebook_runs_in_the_lab(notebook: Path, browser: Browser, address: str) -> None:
    with open_site(browser, address, check_console=False, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{address}lab/lab/index.html?path={notebook.stem}.ipynb")
        run_all_cells(page, notebook)


def test_links_between_notebooks_lead_to_notebooks(address: str, browser: Browser) -> None:
    with open_site(browser, address, check_console=False, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{address}lab/lab/index.html?path={NOTEBOOKS[4].stem}.ipynb")
        page.get_by_role("link", name="6. Proofs of unsolvability").click(timeout=START_TIMEOUT)
        page.locator(".lm-TabBar-tab", has_text=NOTEBOOKS[5].stem).wait_for()
