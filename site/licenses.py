"""The file `licenses.txt` of the site: what it contains of other people's work, in which versions, under which licenses.

The versions and licenses come from the metadata of the packages. The texts of the licenses come from the packages, too;
the folder `licenses` has the texts that packages lack.
"""

from __future__ import annotations

import email
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import notebook_lab
import runtime

TEXT_NAME = re.compile(r"(.*/)?(licen[sc]e|copying|notice)[^/]*", re.IGNORECASE)
"""the names of files with the texts of licenses"""
CLASSIFIER = "License :: OSI Approved :: "
LAB_LICENSES = "lab/build/third-party-licenses.json"
"""the file in which JupyterLite lists the scripts that it bundles"""
SOURCE_LABELS = ("source", "source code", "repository", "github", "homepage", "home")
"""the labels of addresses in the metadata of Python packages, the best first"""
INTRODUCTION = """Licenses of this web site

This site contains ferryplan and the following work of other people. After the list, you find the texts of the licenses.
"""


@dataclass(frozen=True)
class Component:
    """A part of the site that other people made."""

    name: str
    version: str
    license: str
    """the name of the license, as the part's metadata says it"""
    source: str
    """the address of its home page or source code; empty if unknown"""
    texts: tuple[str, ...] = ()
    """the texts of its license"""


def list_components(with_lab: bool) -> Iterator[Component]:
    """Yield the parts of the site: Pyodide and Python, the packages of npm, and the Python packages."""
    yield from read_pyodide()
    yield from read_npm_packages()
    wheels = (
        notebook_lab.list_lab_wheels()
        if with_lab
        else [runtime.DOWNLOADS / one.file for one in runtime.read_pinned_wheels()]
    )
    yield from map(read_wheel, wheels)
    if with_lab:
        yield from read_jupyterlite()


def read_pyodide() -> Iterator[Component]:
    """Yield Pyodide, and the Python that it contains."""
    package = json.loads((runtime.PYODIDE / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((runtime.PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    source = f"https://github.com/pyodide/pyodide/tree/{package['version']}"
    yield Component("Pyodide", package["version"], package["license"], source, (read_common_text("MPL-2.0"),))
    version = lock["info"]["python"]
    yield Component("CPython", version, "PSF-2.0", "https://www.python.org", (read_common_text("PSF-2.0"),))


def read_common_text(name: str) -> str:
    """Return the text of a license from the folder `licenses`."""
    return (runtime.SITE / "licenses" / f"{name}.txt").read_text(encoding="utf-8")


def read_npm_packages() -> Iterator[Component]:
    """Yield the packages of npm that the scripts of the pages contain."""
    lock = json.loads((runtime.SITE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    # Pyodide itself is listed as another part; what it depends on, only Node.js needs.
    not_bundled = ("", "pyodide", *lock["node_modules/pyodide"]["dependencies"])
    for place, entry in sorted(lock.items()):
        name = place.removeprefix("node_modules/")
        if entry.get("dev") or name in not_bundled:
            continue
        texts = [path.read_text(encoding="utf-8") for path in sorted((runtime.SITE / place).glob("LICENSE*"))]
        yield Component(name, entry["version"], entry["license"], f"https://www.npmjs.com/package/{name}", (*texts,))


def read_wheel(path: Path) -> Component:
    """Read a package's name, version and license texts from a wheel."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        texts = [archive.read(name).decode() for name in names if ".dist-info/" in name and TEXT_NAME.fullmatch(name)]
        return read_metadata(archive.read(metadata).decode(), texts)


def read_metadata(text: str, texts: Iterable[str]) -> Component:
    """Return the Python package that a metadata file describes."""
    about = email.message_from_string(text)
    license_name = find_license(about)
    if not texts and license_name.startswith("GPL"):
        texts = [read_common_text("GPL-3.0")]
    return Component(about["Name"], about["Version"], license_name, find_source(about), (*texts,))


def find_source(about: Message) -> str:
    """Return the address of the source code or the home page in the metadata of a Python package; empty without one."""
    addresses = dict[str, str]()
    for line in about.get_all("Project-URL", []):
        label, _, address = line.partition(", ")
        addresses[label.lower()] = address
    found = [addresses[label] for label in SOURCE_LABELS if label in addresses]
    return next(iter(found), about.get("Home-page", ""))


def find_license(about: Message) -> str:
    """Return the name of the license in the metadata of a Python package."""
    name = about.get("License-Expression") or about.get("License", "")
    if name and "\n" not in name:
        return name
    classifiers = [
        one.removeprefix(CLASSIFIER) for one in about.get_all("Classifier", []) if one.startswith(CLASSIFIER)
    ]
    return ", ".join(classifiers) or "see its text below"


def read_jupyterlite() -> Iterator[Component]:
    """Yield JupyterLite and its kernel."""
    for path in sorted(notebook_lab.TOOLS.glob("**/site-packages/jupyterlite_*.dist-info")):
        texts = [one.read_text(encoding="utf-8") for one in sorted(path.rglob("*")) if _has_license_text(one)]
        yield read_metadata((path / "METADATA").read_text(encoding="utf-8"), texts)


def _has_license_text(path: Path) -> bool:
    """Return whether a file is the text of a license, by its name."""
    return path.is_file() and bool(TEXT_NAME.fullmatch(path.name))


def format_licenses(components: Iterable[Component], with_lab: bool) -> str:
    """Return the text of the file: a list of the components, and then each text once."""
    lines, users = [INTRODUCTION], dict[str, list[str]]()
    for one in sorted(components, key=lambda one: one.name.lower()):
        lines.append(f"- {one.name} {one.version}: {one.license}" + (f" ({one.source})" if one.source else ""))
        for text in one.texts:
            users.setdefault(text.strip(), []).append(one.name)
    if with_lab:
        lines.append(
            f"\nThe scripts of JupyterLite contain further packages; {LAB_LICENSES} lists them with their licenses."
        )
    for text, names in users.items():
        lines.append(f"\n{'=' * 100}\n{', '.join(dict.fromkeys(names))}\n{'=' * 100}\n\n{text}")
    return "\n".join(lines) + "\n"
