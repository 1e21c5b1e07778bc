"""What is said to install a package: it must end up where the program runs."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from processes import PATIENCE

from ferryplan.planner.system.installation import installing


def test_it_names_the_python_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is run: pip says what it would do in the environment of this Python."""
    monkeypatch.chdir(tmp_path)
    command = installing("click")
    assert command == f"{sys.executable} -m pip install click"
    run = subprocess.run(
        ["sh", "-c", f"{command} --dry-run --no-index"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stderr
    assert f"Requirement already satisfied: click in {Path(click_path()).parents[1]}" in run.stdout


def click_path() -> str:
    found = importlib.util.find_spec("click")
    assert found is not None
    assert found.origin is not None
    return found.origin


def test_it_can_be_typed_from_the_folder_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.chdir(tmp_path)
    assert installing("up-symk") == f"{os.path.join('.venv', 'bin', 'python')} -m pip install up-symk"
    monkeypatch.setattr(sys, "executable", "/a folder/bin/python")
    assert installing("up-symk") == "'/a folder/bin/python' -m pip install up-symk"


def test_environments_of_pipx_and_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pipx leaves `pipx_metadata.json` in each of its environments and calls it after its package; those of uv have no pip."""
    monkeypatch.setattr(sys, "executable", "/tools/ferryplan/bin/python")
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pip" else found(name))
    assert installing("up-symk") == "uv pip install --python /tools/ferryplan/bin/python up-symk"
    folder = tmp_path / "ferryplan"
    folder.mkdir()
    (folder / "pipx_metadata.json").write_text("{}")
    monkeypatch.setattr(sys, "prefix", str(folder))
    assert installing("up-symk") == "pipx inject ferryplan up-symk"
