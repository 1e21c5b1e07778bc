"""Suggested install commands: they install a package where the program runs."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS

from ferryplan.planner.system.installation import install_command


@pytest.mark.integrations
def test_install_command_uses_the_running_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The install command uses the running Python.

    The test runs it; pip prints what it would do in the environment of this Python.
    """
    monkeypatch.chdir(tmp_path)
    command = install_command("click")
    assert command == f"{sys.executable} -m pip install click"
    run = subprocess.run(
        ["sh", "-c", f"{command} --dry-run --no-index"], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS
    )
    assert run.returncode == 0, run.stderr
    assert f"Requirement already satisfied: click in {Path(click_path()).parents[1]}" in run.stdout


def click_path() -> str:
    found = importlib.util.find_spec("click")
    assert found is not None
    assert found.origin is not None
    return found.origin


def test_install_command_uses_relative_or_quoted_python_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: found("sys" if name == "pip" else name)
    )  # there is pip
    python = tmp_path / ".venv" / "bin" / "python"
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.chdir(tmp_path)
    assert install_command("up-symk") == f"{os.path.join('.venv', 'bin', 'python')} -m pip install up-symk"
    monkeypatch.setattr(sys, "executable", "/a folder/bin/python")
    assert install_command("up-symk") == "'/a folder/bin/python' -m pip install up-symk"


def test_install_command_fits_pipx_and_uv_environments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The install command fits environments of pipx and uv.

    Each pipx environment contains `pipx_metadata.json` and has the name of its package. Environments of uv have
    no pip.
    """
    monkeypatch.setattr(sys, "executable", "/tools/ferryplan/bin/python")
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pip" else found(name))
    assert install_command("up-symk") == "uv pip install --python /tools/ferryplan/bin/python up-symk"
    folder = tmp_path / "ferryplan"
    folder.mkdir()
    (folder / "pipx_metadata.json").write_text("{}")
    monkeypatch.setattr(sys, "prefix", str(folder))
    assert install_command("up-symk") == "pipx inject ferryplan up-symk"
