"""The notebooks, as scripts and in Jupyter.

As scripts, they run from an empty folder; in Jupyter, they show pictures and judge answers.
"""

from __future__ import annotations

import ast
import copy
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.py"))
EXERCISES = tomllib.loads((ROOT / "tests" / "cases" / "notebooks.toml").read_text(encoding="utf-8"))["exercise"]
by_name = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
WITHOUT_JUPYTER = {"1-puzzle-to-pddl": [], "4-dialects-and-engines": [pytest.mark.engines]}
"""the notebooks that import no module of Jupyter, with what they need instead"""


def exercises_of(notebook: Path) -> list[dict[str, Any]]:
    return [exercise for exercise in EXERCISES if exercise["notebook"] == notebook.stem]


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize(
    "notebook",
    [pytest.param(one, marks=WITHOUT_JUPYTER.get(one.stem, [pytest.mark.notebooks]), id=one.stem) for one in NOTEBOOKS],
)
def test_notebook_runs_as_a_script(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(notebook), run_name="__main__")
    printed = capfd.readouterr()
    assert printed.err == ""
    assert printed.out


@by_name
def test_notebook_has_the_common_layout(notebook: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    assert text.startswith(f"# %% [markdown]\n# # {notebook.stem[0]}. ")
    assert [*re.findall(r"^# \*\*(\d)\.\*\*", text, re.MULTILINE)] == ["1", "2", "3"]
    for part in ("# **You need**", "# **Afterwards you can**", "# ## To read on"):
        assert text.count(f"\n{part}") == 1
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (notebook.parent / link).exists(), link
    assert [text.count(exercise["dots"].strip()) for exercise in exercises_of(notebook)] == [1, 1, 1]


@pytest.mark.notebooks
@by_name
def test_notebook_shows_results_and_judges_answers_in_jupyter(notebook: Path, tmp_path: Path) -> None:
    """Each exercise runs as it is, fails with wrong answers, and is silent with the right one."""
    import jupytext
    from nbclient import NotebookClient

    book = jupytext.read(notebook, fmt="py:percent")
    for exercise in exercises_of(notebook):
        (at,) = (at for at, cell in enumerate(book.cells) if exercise["dots"].strip() in cell.source)
        for right, answers in ((True, [exercise["right"]]), (False, exercise["wrong"])):
            for answer in answers:
                cell = copy.deepcopy(book.cells[at])
                cell.source = cell.source.replace(exercise["dots"].strip(), answer.strip())
                cell.metadata |= {"right": right, "tags": [] if right else ["raises-exception"]}
                book.cells.insert(at + 1, cell)
    NotebookClient(book, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = set[str]()
    for cell in (cell for cell in book.cells if cell.cell_type == "code"):
        kinds = {output.output_type for output in cell.outputs}
        errors = [output.ename for output in cell.outputs if output.output_type == "error"]
        right = cell.metadata.get("right")
        assert errors == (["AssertionError"] if right is False else []), cell.source
        assert right is False or not [one for one in cell.outputs if one.get("name") == "stderr"], cell.source
        assert not (right and kinds), cell.source
        assert ("execute_result" in kinds) == ends_in_a_value(cell.source), cell.source
        shown |= {form for output in cell.outputs for form in output.get("data", ())}
    assert shown & {"text/html", "text/markdown", "image/svg+xml"}


def ends_in_a_value(source: str) -> bool:
    last = ast.parse(source).body[-1]
    return isinstance(last, ast.Expr) and not ast.unparse(last).startswith("print(")
