"""Lay out the folder from which ferryplan runs in a browser, or in Node.js: Pyodide and the Python wheels.

    (cd site && npm ci) && python site/runtime.py

Pyodide comes from `site/node_modules`, as `package-lock.json` pins it. The wheels of other packages come from PyPI, as
`wheels.txt` pins them. They are kept in `build/wheels`, so only the first run needs a network. ferryplan's own wheel is
built from this checkout, which needs the package hatchling.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SITE = Path(__file__).resolve().parent
ROOT = SITE.parent
PYODIDE = SITE / "node_modules" / "pyodide"
DOWNLOADS, RUNTIME = ROOT / "build" / "wheels", ROOT / "build" / "runtime"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""the files of the npm package that a page or Node.js loads"""
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64")
"""the platforms of wheels, the best first; wheels of the second lose their C files"""
SOURCES = (
    "domains",
    "generator",
    "planner",
    "teaching",
    "evaluation",
    "servers",
    "src",
    "pyproject.toml",
    "README.md",
    "site",
)
"""the parts of the checkout on which the runtime folder depends"""
LEFT_OUT = (".so", ".c", ".pyi")
"""endings of files in these wheels that Pyodide cannot use"""
WHEEL_LINE = re.compile(r"(?P<name>\S+)==(?P<version>\S+) --hash=sha256:(?P<digest>[0-9a-f]{64})  # (?P<file>\S+\.whl)")


class RuntimeFolderError(Exception):
    """Something that the folder needs is missing or is not what is pinned; the message says what."""


@dataclass(frozen=True)
class PinnedWheel:
    """A wheel of PyPI, as a line of `wheels.txt` pins it."""

    name: str
    version: str
    digest: str
    """the SHA-256 of the file, in hexadecimal digits"""
    file: str

    def is_downloaded(self) -> bool:
        """Return whether the pinned file is among the downloads."""
        path = DOWNLOADS / self.file
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.digest


def read_pinned_wheels(list_name: str = "wheels.txt") -> list[PinnedWheel]:
    """Return the wheels that a list of this folder pins. Raises RuntimeFolderError for a line of another form."""
    wheels = list[PinnedWheel]()
    for line in (SITE / list_name).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        match = WHEEL_LINE.fullmatch(line)
        if match is None:
            raise RuntimeFolderError(f"{list_name}: a line is no pinned wheel: {line}")
        wheels.append(PinnedWheel(**match.groupdict()))
    return wheels


def explain_missing_parts() -> str:
    """Return what must be downloaded before the folder can be laid out without a network; empty if nothing must."""
    pinned = json.loads((SITE / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    package = PYODIDE / "package.json"
    if not package.is_file() or json.loads(package.read_text(encoding="utf-8"))["version"] != pinned:
        return f"Pyodide {pinned} is not installed; install it with: (cd site && npm ci)"
    missing = [wheel.file for wheel in read_pinned_wheels() if not wheel.is_downloaded()]
    return f"{missing[0]} is not downloaded; run: python site/runtime.py" if missing else ""


def download_wheels(list_name: str = "wheels.txt") -> None:
    """Download the wheels of a list that are missing. Raises RuntimeFolderError unless each file is as pinned."""
    wheels = read_pinned_wheels(list_name)
    if all(wheel.is_downloaded() for wheel in wheels):
        return
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    platforms = [part for platform in PLATFORMS for part in ("--platform", platform)]
    subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary=:all:",
                "--require-hashes",
            ),
            *("--implementation", "cp", "--python-version", "3.14", "--abi", "cp314", *platforms),
            *("--dest", DOWNLOADS, "--requirement", SITE / list_name),
        ],
        check=True,
    )
    for wheel in wheels:
        if not wheel.is_downloaded():
            raise RuntimeFolderError(f"pip has not downloaded {wheel.file} with the digest in {list_name}")


def build_own_wheel(folder: Path) -> Path:
    """Build ferryplan's wheel from this checkout, and return its path."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = folder.glob("ferryplan-*.whl")
    return wheel


def join_wheels(wheels: Iterable[Path], target: Path) -> None:
    """Write one archive with the content of wheels, without their lists of files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for wheel in wheels:
            left_out = LEFT_OUT if "linux" in wheel.name else (".pyi",)
            with zipfile.ZipFile(wheel) as source:
                for entry in source.infolist():
                    if not entry.filename.endswith((*left_out, ".dist-info/RECORD")):
                        archive.writestr(entry.filename, source.read(entry))


def fingerprint_sources() -> str:
    """Return a digest of everything from which the folder is made: this checkout, and what it pins."""
    tracked = subprocess.run(["git", "ls-files", "-z", *SOURCES], cwd=ROOT, check=True, capture_output=True, text=True)
    digest = hashlib.sha256()
    for name in sorted(filter(None, tracked.stdout.split("\0"))):
        path = ROOT / name
        digest.update(f"{name}\0".encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def is_current(folder: Path) -> bool:
    """Return whether a folder is the runtime folder of the present sources."""
    path = folder / "runtime.json"
    return path.is_file() and json.loads(path.read_text(encoding="utf-8"))["sources"] == fingerprint_sources()


def lay_out_runtime(folder: Path) -> dict[str, int]:
    """Lay out the folder, in place of an earlier one, and return the size of each file as it travels, in bytes.

    Raises RuntimeFolderError for parts that are missing. `download_wheels` downloads them.
    """
    if reason := explain_missing_parts():
        raise RuntimeFolderError(reason)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy2(PYODIDE / name, folder)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    # Pyodide loads none of its own packages; it reads the versions only.
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}) + "\n", encoding="utf-8")
    shutil.copy2(SITE / "start.mjs", folder)
    with tempfile.TemporaryDirectory() as name:
        wheels = [*(DOWNLOADS / wheel.file for wheel in read_pinned_wheels()), build_own_wheel(Path(name))]
        join_wheels(wheels, folder / "packages.zip")
    subprocess.run(["node", SITE / "node" / "compile.mjs", folder], check=True)
    facts = {"pyodide": lock["info"], "sources": fingerprint_sources()}
    (folder / "runtime.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    return {path.name: measure_transfer(path) for path in sorted(folder.iterdir())}


def measure_transfer(path: Path) -> int:
    """Return the number of bytes that a host sends for a file: compressed with gzip, unless it is an archive."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".zip" else len(gzip.compress(data, 6))


def main() -> int:
    """Run the program with the process's arguments, and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=RUNTIME, help="the folder to write")
    arguments = parser.parse_args()
    try:
        download_wheels()
        sizes = lay_out_runtime(arguments.output)
    except RuntimeFolderError as error:
        print(f"runtime.py: {error}", file=sys.stderr)
        return 1
    for name, size in sizes.items():
        print(f"{size:>12,}  {name}")
    print(f"{sum(sizes.values()):>12,}  bytes in {len(sizes)} files, compressed with gzip: {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
