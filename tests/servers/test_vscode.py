"""The extension for VS Code, built and packaged with the command of `docs/editors.md`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS

import ferryplan

pytestmark = pytest.mark.integrations
ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
PAGE = ROOT / "docs" / "editors.md"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package that the command on the page builds from a copy of the extension's files."""
    folder = tmp_path_factory.mktemp("vscode") / "extension"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    command = re.search(r"^npm ci && .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert command is not None
    subprocess.run(command[0], cwd=folder, shell=True, check=True, timeout=MAX_WAIT_SECONDS)
    [found] = folder.glob("*.vsix")
    return found


def test_package_has_the_name_on_the_page_and_the_version_of_ferryplan(package: Path) -> None:
    assert package.name in PAGE.read_text(encoding="utf-8")
    assert package.name == f"ferryplan-{ferryplan.__version__}.vsix"


def test_package_contains_the_bundle_and_no_sources(package: Path) -> None:
    with zipfile.ZipFile(package) as archive:
        names = {name.removeprefix("extension/") for name in archive.namelist() if name.startswith("extension/")}
        manifest = json.loads(archive.read("extension/package.json"))
        files = [manifest["main"], *(one["path"] for one in manifest["contributes"]["grammars"])]
        files += [one["configuration"] for one in manifest["contributes"]["languages"]]
    assert {file.removeprefix("./") for file in files} <= names
    assert not [name for name in names if name.startswith(("src/", "node_modules/"))]
