"""Answers written into files."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest
from conftest import RunCommand
from support import CASES

from ferryplan.planner.system.user_files import OutputError, check_packages

VERDICT = "7 crossings. Pyperplan proved that no shorter solution exists."
ENDINGS = {
    "a.html": "<!DOCTYPE html>",
    "a.svg": "<svg ",
    "a.timeline.svg": "<svg ",
    "a.md": "# The wolf",
    "a.json": "{",
    "a.plan": ";;!domain",
    "a.txt": "The wolf",
    "a.terse.txt": "The farmer and the goat move",
}


def test_output_file_extension_determines_the_format(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("wolf-goat-cabbage", *(part for name in ENDINGS for part in ("-o", name)))
    assert (run.returncode, run.stderr) == (0, "")
    first, *others = ENDINGS
    assert run.stdout == "".join([f"{first}: {VERDICT}\n", *(f"{name}: written.\n" for name in others)])
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert texts.keys() == ENDINGS.keys()
    for name, beginning in ENDINGS.items():
        assert texts[name].lstrip("\n").startswith(beginning)
    assert texts["a.svg"] != texts["a.timeline.svg"]
    forms = {"a.svg": "svg", "a.timeline.svg": "timeline", "a.md": "markdown"}
    printed = {name: plan("wolf-goat-cabbage", "--format", form).stdout for name, form in forms.items()}
    assert printed == {name: texts[name] for name in printed}


def test_verdict_is_printed_once(plan: RunCommand) -> None:
    """The text on standard output ends with the verdict, so the lines about the files do not repeat it."""
    run = plan("wolf-goat-cabbage", "-o", "-", "-o", "a.html", "-o", "a.plan")
    assert run.stdout.count(VERDICT) == 1
    assert run.stderr == "plan: a.html: written.\nplan: a.plan: written.\n"


def test_format_option_overrides_the_file_extension(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("wolf-goat-cabbage", "--format", "json", "-o", "answer")
    assert run.stdout == f"answer: {VERDICT}\n"
    assert json.loads((tmp_path / "answer").read_text())["crossings"] == 7


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (
            ["-o", "a.svg", "-o", "a.gif"],
            "a.gif: the extension '.gif' does not belong to an output format; use one of .txt, .md",
        ),
        (["-o", "a.svg", "-o", "none/a.svg"], "none/a.svg: cannot be written: there is no folder 'none'"),
        (["-o", "a.svg", "-o", "folder"], "folder: cannot be written: it is a folder"),
        (["-o", "/proc/a.svg"], "/proc/a.svg: cannot be written"),
        (["-o", ""], "cannot be written: it is a folder"),
        (["--format", "gif"], "--format: found 'gif'; expected one of text, markdown"),
    ],
)
def test_invalid_outputs_are_rejected_without_writing(
    arguments: list[str], found: str, plan: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    run = plan("wolf-goat-cabbage", *arguments)
    assert (run.returncode, run.stdout) == (30, "")
    assert found in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_without_a_plan_the_verdict_is_written(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("--couples", "4", "--capacity", "2", "-o", "a.html", "-o", "a.svg")
    assert (run.returncode, run.stdout) == (10, "a.html: There is no solution.\na.svg: written.\n")
    assert all("There is no solution." in path.read_text() for path in tmp_path.iterdir())


def test_narrate_draws_a_plan_from_a_file(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "-o", ".")
    plan("solve", "wolf-goat-cabbage", "-o", "a.plan")
    run = plan("narrate", "p01.pddl", "a.plan", "-o", "a.timeline.svg", "-o", "a.html")
    assert (run.returncode, run.stdout.count("7 crossings. Valid: it breaks no rule")) == (0, 1)
    assert "</svg>" in (tmp_path / "a.timeline.svg").read_text()


def test_plan_for_user_written_pddl_is_drawn_into_files(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "-o", ".")
    problem = tmp_path / "p01.pddl"
    problem.write_text("\n".join(line for line in problem.read_text().splitlines() if not line.startswith(";")))
    files = ("solve", "--domain", "domain.pddl", "--problem", "p01.pddl")
    run = plan(*files, "-o", "b.plan")
    assert (run.returncode, run.stdout[:8]) == (0, "b.plan: ")
    assert "\n(cross-2 farmer goat left-bank right-bank)\n" in (tmp_path / "b.plan").read_text()
    run = plan(*files, "-o", "b.svg", "-o", "b.html")
    assert run.returncode == 0, run.stderr
    assert "<svg" in (tmp_path / "b.svg").read_text()


@pytest.mark.engines
def test_drawing_temporal_plan_of_user_written_pddl_is_rejected(plan: RunCommand, tmp_path: Path) -> None:
    files = ("solve", str(CASES / "domains" / "durative"), "--engine", "tamer")
    for arguments in (("--format", "svg"), ("-o", "b.html")):
        run = plan(*files, *arguments)
        assert (run.returncode, run.stdout) == (30, "")
        assert "is not possible for PDDL without a puzzle; ferryplan can show such a plan only as text" in run.stderr


def test_the_old_file_stays_when_solving_fails(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("old")
    assert plan("wolf-goat-cabbage", "--engine", "nobody", "-o", "a.svg").returncode == 30
    assert (tmp_path / "a.svg").read_text() == "old"
    assert os.listdir(tmp_path) == ["a.svg"]


@pytest.mark.browser
def test_png_output_is_written_and_missing_package_reported(
    plan: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = plan("wolf-goat-cabbage", "-o", "wolf.png", "-o", "wolf.svg")
    assert run.stdout == f"wolf.png: {VERDICT}\nwolf.svg: written.\n"
    assert (tmp_path / "wolf.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        OutputError, match=r"^--format png needs resvg-py, which is not installed; install it with: .*resvg-py"
    ):
        check_packages("--format png", "resvg-py", "matplotlib")
