"""The notebooks of the web site (JupyterLite): the files that are built, and the notebooks in Chromium."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import notebook_lab
import pytest
import runtime
import site_build
from budget import scale
from site_server import open_site, serve_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.py"))
SHORT_NOTEBOOK = "1-puzzle-to-pddl"
START_TIMEOUT, RUN_TIMEOUT = 60_000, 600_000
"""milliseconds until a page of Jupyter is shown, and until Python has started or all cells have run, on a busy machine"""
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 375, "height": 812}, "is_mobile": True, "has_touch": True}
UNCOMPARED_CODE = ('"--hint"', "engines()", "MissingEngineError as")
"""code of cells whose output depends on how far a search comes in its time limit, or on the planners that are installed"""
PYTHON_IS_IDLE = """() => {
  const indicators = [...document.querySelectorAll(".jp-Notebook-ExecutionIndicator")];
  const named = document.querySelector(".jp-NotebookKernelLogo img")?.src;
  return named && indicators.length > 0 && indicators.every(one => one.dataset.status === "idle");
}"""
"""whether the notebook has its Python; an indicator alone says *idle* before Jupyter knows which kernel to start"""
ALL_CELLS_RAN = """cells => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputArea-prompt")].map(one => one.textContent);
  return prompts.length === cells && prompts.every((prompt, at) => prompt === `[${at + 1}]:`);
}"""
ERRORS = """() => [...document.querySelectorAll("[data-mime-type$='.error'], [data-mime-type$='.stderr']")]
  .map(one => one.textContent)"""
SAVED_NOTEBOOK = """path => new Promise((resolve, reject) => {
  const opening = indexedDB.open("JupyterLite Storage - /lab/");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("files").objectStore("files").get(path);
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result?.content); };
  };
})"""
"""reads a notebook from the place in the browser where JupyterLite saves it"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site with its notebooks: as `site/build.py --lab` has built it, or built now."""
    return site_build.find_or_build(tmp_path_factory, with_lab=True)


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve_folder(site) as found:
        yield found


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_config(site: Path) -> dict[str, Any]:
    """Return the configuration of JupyterLite that the build has written."""
    config: dict[str, Any] = read_json(site / "lab" / "jupyter-lite.json")["jupyter-config-data"]
    return config


def list_texts(data: Any) -> Iterator[str]:
    """Yield each text in JSON data, at any depth."""
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from list_texts(value)
        case list():
            for value in data:
                yield from list_texts(value)
        case _:
            return


def open_notebook(page: Page, address: str, name: str) -> None:
    """Open a notebook, and wait until its Python has started.

    A cell that runs before Jupyter knows the kernel does not wait for it: Jupyter asks which kernel to take.
    """
    page.goto(f"{address}lab/notebooks/index.html?path={name}.ipynb")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=START_TIMEOUT)
    page.wait_for_function(PYTHON_IS_IDLE, timeout=RUN_TIMEOUT)


def run_all_cells(page: Page, cells: int) -> None:
    """Run all cells of the notebook that the page shows; the test fails if a cell shows an error."""
    page.locator(".lm-MenuBar-item", has_text="Run").click()
    page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
    page.wait_for_function(
        f"cells => ({ERRORS})().length > 0 || ({ALL_CELLS_RAN})(cells)", arg=cells, timeout=RUN_TIMEOUT
    )
    assert page.evaluate(ERRORS) == []


def save_notebook(page: Page, name: str) -> Any:
    """Save the notebook that the page shows in the browser, and return it as it is saved."""
    page.locator("jp-button[data-command='docmanager:save']").click()
    page.wait_for_function(
        f"async name => (await ({SAVED_NOTEBOOK})(name))?.cells.some(cell => cell.execution_count)", arg=name
    )
    return page.evaluate(SAVED_NOTEBOOK, name)


def run_natively(path: Path, folder: Path) -> Any:
    """Return a notebook after all its cells have run in the Python of the tests.

    As in the browser, the seed of hashes is fixed, and there are no programs, such as Graphviz.
    """
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    client = NotebookClient(book, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    return client.execute(env=os.environ | {"PYTHONHASHSEED": "0", "PATH": str(folder)})


def list_outputs(book: Any) -> list[list[Any]]:
    """Return the outputs of each code cell that can be compared: what it prints, and the data of the values that it shows."""
    cells = [(cell, "".join(cell["source"])) for cell in book["cells"] if cell["cell_type"] == "code"]
    return [
        _join_outputs(cell["outputs"]) for cell, source in cells if not any(code in source for code in UNCOMPARED_CODE)
    ]


def _join_outputs(outputs: Any) -> list[Any]:
    """Return the outputs of a cell without measured times.

    Texts in a row on one stream are joined, because kernels cut them differently.
    """
    joined: list[Any] = []
    for output in outputs:
        if output["output_type"] != "stream":
            joined.append({form: drop_times(data) for form, data in output["data"].items()})
        elif joined and isinstance(joined[-1], tuple) and joined[-1][0] == output["name"]:
            joined[-1] = (output["name"], joined[-1][1] + drop_times(output["text"]))
        else:
            joined.append((output["name"], drop_times(output["text"])))
    return joined


def drop_times(lines: str | list[str]) -> str:
    """Return a text, or the text of its parts, without measured times."""
    return re.sub(r" +\d+ ms\b", " … ms", "".join(lines))


def test_every_notebook_is_listed_and_has_the_code_of_its_source(site: Path) -> None:
    listed = read_json(site / "lab" / "api" / "contents" / "all.json")["content"]
    assert sorted(entry["path"] for entry in listed) == [f"{one.stem}.ipynb" for one in NOTEBOOKS]
    for source in NOTEBOOKS:
        cells = read_json(site / "lab" / "files" / f"{source.stem}.ipynb")["cells"]
        code = ["".join(cell["source"]).strip("\n") for cell in cells if cell["cell_type"] == "code"]
        text = source.read_text(encoding="utf-8")
        parts = [part for part in text.split("\n# %%") if part.startswith("\n")]
        assert code == [part.strip("\n") for part in parts]


def test_kernel_loads_every_package_from_the_site(site: Path) -> None:
    settings = read_config(site)["litePluginSettings"][f"{notebook_lab.KERNEL}:kernel"]
    assert settings["disablePyPIFallback"] is True
    runtime_folder = (site / "lab" / settings["pyodideUrl"].partition("?")[0]).parent
    packages = read_json(runtime_folder / "pyodide-lock.json")["packages"]
    assert sorted(settings["loadPyodideOptions"]["packages"]) == sorted(packages)
    for package in packages.values():
        assert hashlib.sha256((runtime_folder / package["file_name"]).read_bytes()).hexdigest() == package["sha256"]
    for texts in (settings, packages):
        assert [text for text in list_texts(texts) if "//" in text] == [], "addresses of other hosts"


def test_kernel_has_the_pinned_wheels(site: Path) -> None:
    pinned = [*runtime.read_pinned_wheels(), *runtime.read_pinned_wheels(notebook_lab.WHEEL_LIST)]
    shipped = {path.name: path.read_bytes() for path in (site / "lab" / "static" / "pyodide").glob("*.whl")}
    complete = [wheel for wheel in pinned if "linux" not in wheel.file]  # the others lose their C files
    assert len(complete) > 20
    for wheel in complete:
        assert hashlib.sha256(shipped[wheel.file]).hexdigest() == wheel.digest
    assert [name for name in shipped if name.startswith("ferryplan-")]


@pytest.mark.notebooks
@pytest.mark.parametrize(
    "name", [SHORT_NOTEBOOK, *[one.stem for one in NOTEBOOKS if one.stem != SHORT_NOTEBOOK][: scale(1) - 1]]
)
def test_notebook_shows_in_the_browser_what_it_shows_natively(
    name: str, browser: Browser, address: str, site: Path, tmp_path: Path
) -> None:
    native = run_natively(site / "lab" / "files" / f"{name}.ipynb", tmp_path)
    expected = list_outputs(native)
    assert any(expected)
    with open_site(browser, address, check_console=False, **DESKTOP) as page:
        open_notebook(page, address, name)
        run_all_cells(page, sum(cell["cell_type"] == "code" for cell in native["cells"]))
        assert list_outputs(save_notebook(page, f"{name}.ipynb")) == expected


def test_cell_runs_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    with open_site(browser, address, check_console=False, **PHONE) as page:
        open_notebook(page, address, SHORT_NOTEBOOK)
        cell = page.locator(".jp-CodeCell").first
        page.wait_for_function("document.querySelector('.jp-CodeCell')?.getBoundingClientRect().width > 300")
        assert page.evaluate("document.documentElement.scrollWidth") == 375
        cell.locator(".cm-content").tap()
        page.locator("jp-button[data-command='notebook:run-cell-and-select-next']").tap()
        answer = cell.locator(".jp-OutputArea-output").first
        answer.wait_for(timeout=RUN_TIMEOUT)
        assert "The wolf, the goat and the cabbage" in answer.inner_text()


def test_links_between_notebooks_lead_to_notebooks(browser: Browser, address: str) -> None:
    with open_site(browser, address, check_console=False, **DESKTOP) as page:
        page.goto(f"{address}lab/notebooks/index.html?path={NOTEBOOKS[4].stem}.ipynb")
        with page.expect_popup(timeout=START_TIMEOUT) as opened:
            page.get_by_role("link", name="6. Proofs of unsolvability").click(timeout=START_TIMEOUT)
        opened.value.get_by_role("heading", name="6. Proofs of unsolvability").wait_for(timeout=START_TIMEOUT)


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_notebook_links_to_the_list_of_notebooks_and_to_the_site(
    browser: Browser, address: str, how: dict[str, Any]
) -> None:
    """Nothing is asked before one leaves a notebook that one has only read."""
    with open_site(browser, address, check_console=False, **how) as page:
        open_notebook(page, address, SHORT_NOTEBOOK)
        menu, links = page.locator("#menu-panel"), page.get_by_role("navigation", name="Site")
        above, below = links.bounding_box(), menu.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]
        links.get_by_role("link", name="Notebooks").click()
        page.get_by_text(f"{SHORT_NOTEBOOK}.ipynb").wait_for(timeout=START_TIMEOUT)
        page.get_by_role("navigation", name="Site").get_by_role("link", name="ferryplan").click()
        page.get_by_role("link", name="PDDL playground").wait_for(timeout=START_TIMEOUT)
