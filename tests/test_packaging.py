"""Installation of one package.

It works beside the user's files with the names of its parts, is typed, and leaves nothing behind when it is uninstalled.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS
from source_trees import PACKAGES

pytestmark = pytest.mark.integrations
ROOT = Path(__file__).parent.parent
PARTS = ("domains", *PACKAGES)
SOURCES = (*PARTS, "src", "LICENSE", "README.md", "pyproject.toml")
"""the files of a checkout that a build reads"""
OWN = ("domains/__init__.py", "ferryplan.toml", "generator.py", "planner.py", "tests/__init__.py")
"""the user's own files; a program that imports one of them ends"""
SOLVE = (
    "import ferryplan; print(ferryplan.solve(ferryplan.load('jealous-couples'), {'couples': 2}).solution.total.moves)"
)
TYPED = """\
import ferryplan

reveal_type(ferryplan.load("zebra"))
reveal_type(ferryplan.solve(ferryplan.load("zebra")))
reveal_type(ferryplan.graph("zebra").initial)
reveal_type(ferryplan.PuzzleError("a mistake").mistakes)
"""


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """Run a command that must succeed and return its output."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Environment:
    """A virtual environment with the dependencies of these tests, but without this project."""

    def __init__(self, folder: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", folder, folder=folder.parent)
        self.python = folder / "bin" / "python"
        self.plan = folder / "bin" / "plan"
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        self.packages = folder / "lib" / version / "site-packages"
        # a folder that a .pth file names is searched, but its own .pth files, which name checkouts, are not read
        (self.packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
        self.empty = self.files()

    def pip(self, *arguments: str | Path) -> None:
        command = (sys.executable, "-m", "pip", "--quiet", "--python", self.python)
        run(*command, *arguments, folder=self.packages)

    def files(self) -> set[Path]:
        return {path for path in self.packages.rglob("*") if path.is_file() or path.is_symlink()}

    def added(self) -> set[str]:
        """Return the names added to the folder of packages."""
        return {path.relative_to(self.packages).parts[0] for path in self.files() - self.empty}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a wheel, a source distribution, and a copy of the checkout."""
    folder = tmp_path_factory.mktemp("archives")
    checkout = folder / "checkout"
    checkout.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, checkout / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, checkout)
    run(sys.executable, "-m", "hatchling", "build", "-d", folder, folder=checkout)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist, "editable": checkout}


def install(kind: str, archives: dict[str, Path], folder: Path) -> Environment:
    """Return an environment in which one of the archives is installed."""
    environment = Environment(folder / "venv")
    editable = ["--editable"] if kind == "editable" else []
    environment.pip("install", "--no-deps", "--no-index", "--no-build-isolation", *editable, archives[kind])
    return environment


@pytest.fixture(scope="module", params=["wheel", "editable"])
def installed(
    request: pytest.FixtureRequest, archives: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """An environment for the tests that leave it as it is."""
    return install(request.param, archives, tmp_path_factory.mktemp(request.param))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a user's folder whose files have the names of the package's parts."""
    folder = tmp_path / "home"
    for name in OWN:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("raise SystemExit('a file of the user was imported')\n")
    return folder


def test_installed_package_ignores_user_files_of_same_names(installed: Environment, home: Path) -> None:
    """The command, the module, the API and a script work in a folder that is also on the search path."""
    assert run(installed.plan, "list", folder=home).startswith("Puzzle")
    search = {"PYTHONPATH": "."}
    solved = "5 crossings. Pyperplan proved that no shorter solution exists."
    assert run(installed.plan, "--couples", "2", folder=home, **search).endswith(f"{solved}\n")
    answer = run(installed.python, "-m", "ferryplan", "--couples", "2", folder=home, **search)
    assert answer.endswith(f"{solved}\n")
    assert run(installed.python, "-c", SOLVE, folder=home, **search) == "5\n"
    (home / "script.py").write_text(SOLVE)
    assert run(installed.python, home / "script.py", folder=home.parent) == "5\n"


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_uninstall_removes_every_installed_file(
    kind: str, archives: dict[str, Path], home: Path, tmp_path: Path
) -> None:
    """Uninstalling after a run also removes compiled modules; compiled templates are never written."""
    installed = install(kind, archives, tmp_path)
    kept = {"PYTHONDONTWRITEBYTECODE": "", "XDG_CACHE_HOME": str(home / "cache")}
    run(installed.plan, "--couples", "2", folder=home, **kept)
    if (installed.packages / "ferryplan").exists():
        assert {re.sub(r"-[\d.]+\.dist", "-VERSION.dist", name) for name in installed.added()} == {
            "ferryplan",
            "ferryplan-VERSION.dist-info",
        }
        assert list(installed.packages.rglob("__pycache__"))
    assert list((home / "cache" / "ferryplan").rglob("*.template"))
    installed.pip("uninstall", "--yes", "ferryplan")
    assert installed.files() == installed.empty
    assert not installed.plan.exists()


def test_installed_package_contains_the_py_typed_marker(installed: Environment, home: Path) -> None:
    (home / "typed.py").write_text(TYPED)
    command = (sys.executable, "-m", "mypy", "--strict", "--python-executable", installed.python)
    said = run(*command, "--cache-dir", os.devnull, "typed.py", folder=home)
    revealed = [re.sub(r"\w+\.(?=\w)", "", found) for found in re.findall(r'Revealed type is "(.*)"', said)]
    assert revealed == ["PuzzleFile", "Result | Answer", "ReadableState", "tuple[str, ...]"]


def read_files(wheel: Path) -> dict[str, bytes]:
    """Return the content of each file of a wheel, except for the list of its files."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


def test_wheel_built_from_the_source_distribution_is_the_same(archives: dict[str, Path], tmp_path: Path) -> None:
    run("tar", "-xzf", archives["sdist"], folder=tmp_path)
    (folder,) = tmp_path.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, folder=folder)
    (wheel,) = tmp_path.glob("*.whl")
    assert read_files(wheel) == read_files(archives["wheel"])


def test_wheel_contains_every_tracked_file(archives: dict[str, Path]) -> None:
    """The wheel has every file that git tracks, including data such as templates and word lists."""
    listed = run("git", "ls-files", *PARTS, "src", folder=ROOT).split("\n")
    expected = {f"ferryplan/{name.removeprefix('src/ferryplan/')}" for name in listed if name}
    expected -= {f"ferryplan/{name}" for name in PARTS}  # symbolic links exist only in a checkout
    with zipfile.ZipFile(archives["wheel"]) as wheel:
        assert {name for name in wheel.namelist() if name.startswith("ferryplan/")} == expected
