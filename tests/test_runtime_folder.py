"""The script that lays out Pyodide's runtime folder: what it pins, what it misses, and what it leaves out."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
import runtime
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
DIGEST = hashlib.sha256(b"a wheel").hexdigest()


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that stands for `site`, with one pinned wheel, an npm package, and no downloads."""
    (tmp_path / "wheels.txt").write_text(f"# why\nboat==1.0 --hash=sha256:{DIGEST}  # boat-1.0-py3-none-any.whl\n")
    (tmp_path / "package.json").write_text('{"dependencies": {"pyodide": "1.2.3"}}')
    for name, folder in (("SITE", tmp_path), ("PYODIDE", tmp_path / "pyodide"), ("DOWNLOADS", tmp_path / "downloads")):
        monkeypatch.setattr(runtime, name, folder)
        folder.mkdir(exist_ok=True)
    return tmp_path


def test_missing_parts_are_explained_one_after_the_other(folders: Path) -> None:
    """The npm package must have the pinned version, and the wheel the pinned content."""
    package, wheel = folders / "pyodide" / "package.json", folders / "downloads" / "boat-1.0-py3-none-any.whl"
    for version in (None, "1.2.4"):
        if version:
            package.write_text(json.dumps({"version": version}))
        assert "Pyodide 1.2.3 is not installed" in runtime.explain_missing_parts()
    package.write_text('{"version": "1.2.3"}')
    for content in (None, b"another wheel"):
        if content:
            wheel.write_bytes(content)
        assert runtime.explain_missing_parts() == f"{wheel.name} is not downloaded; run: python site/runtime.py"
    wheel.write_bytes(b"a wheel")
    assert runtime.explain_missing_parts() == ""


def test_folder_is_not_laid_out_without_its_parts(folders: Path) -> None:
    (folders / "kept").mkdir()
    with pytest.raises(runtime.RuntimeFolderError, match=re.escape("Pyodide 1.2.3 is not installed")):
        runtime.lay_out_runtime(folders / "kept")
    assert (folders / "kept").is_dir()


@pytest.mark.parametrize(
    "line", ["boat==1.0", f"boat==1.0 --hash=sha256:{DIGEST}", "boat>=1 --hash=sha256:12  # boat.whl"]
)
def test_wheel_without_digest_or_file_name_is_refused(folders: Path, line: str) -> None:
    (folders / "wheels.txt").write_text(f"{line}\n")
    with pytest.raises(runtime.RuntimeFolderError, match="a line is no pinned wheel"):
        runtime.read_pinned_wheels()


def test_pinned_wheels_satisfy_the_dependencies_of_ferryplan() -> None:
    """Each dependency that holds for Pyodide is pinned, in a version that it allows."""
    pinned = {wheel.name: wheel.version for wheel in runtime.read_pinned_wheels()}
    wanted = [
        Requirement(text) for text in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    ]
    needed = [one for one in wanted if one.marker is None or one.marker.evaluate({"sys_platform": "emscripten"})]
    assert {one.name for one in wanted} - {one.name for one in needed} == {"unified-planning", "up-pyperplan"}
    for one in needed:
        assert pinned[one.name] in one.specifier, one


def test_c_files_for_another_platform_are_left_out(tmp_path: Path) -> None:
    wheels = [
        tmp_path / name
        for name in ("safe-1-cp314-cp314-manylinux_x86_64.whl", "core-1-cp314-cp314-pyemscripten_wasm32.whl")
    ]
    for wheel in wheels:
        name = wheel.name.split("-")[0]
        with zipfile.ZipFile(wheel, "w") as archive:
            for path in (
                f"{name}/__init__.py",
                f"{name}/fast.so",
                f"{name}-1.dist-info/RECORD",
                f"{name}-1.dist-info/LICENSE",
            ):
                archive.writestr(path, path)
    runtime.join_wheels(wheels, tmp_path / "packages.zip")
    found = zipfile.ZipFile(tmp_path / "packages.zip").namelist()
    assert found == [
        "safe/__init__.py", "safe-1.dist-info/LICENSE", "core/__init__.py", "core/fast.so", "core-1.dist-info/LICENSE",
    ]  # fmt: skip


def test_archives_count_as_they_are_and_texts_compressed(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"x" * 10_000)
    (tmp_path / "a.mjs").write_bytes(b"x" * 10_000)
    assert runtime.measure_transfer(tmp_path / "a.zip") == 10_000
    assert runtime.measure_transfer(tmp_path / "a.mjs") < 100
