"""The file with the licenses of other people's work in the web site."""

from __future__ import annotations

import zipfile
from email.message import Message
from pathlib import Path

import licenses
import pytest
from licenses import Component

METADATA = "Metadata-Version: 2.4\nName: boat\nVersion: 1.0\n"


def make_about(*lines: tuple[str, str]) -> Message:
    about = Message()
    for key, value in lines:
        about[key] = value
    return about


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ([("License-Expression", "MIT"), ("License", "see LICENSE")], "MIT"),
        ([("License", "GPL3+")], "GPL3+"),
        ([("License", "Line one\nline two"), ("Classifier", "License :: OSI Approved :: BSD License")], "BSD License"),
        ([("Classifier", "Topic :: Games")], "see its text below"),
    ],
)
def test_license_is_the_first_short_name_in_the_metadata(lines: list[tuple[str, str]], name: str) -> None:
    assert licenses.find_license(make_about(*lines)) == name


def test_source_is_preferred_to_other_addresses() -> None:
    about = make_about(("Project-URL", "Donate, https://a.org"), ("Project-URL", "Source, https://b.org"))
    assert licenses.find_source(about) == "https://b.org"
    assert licenses.find_source(make_about(("Home-page", "https://c.org"))) == "https://c.org"
    assert licenses.find_source(make_about()) == ""


def test_wheel_is_listed_with_the_texts_of_its_licenses(tmp_path: Path) -> None:
    path = tmp_path / "boat-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("boat-1.0.dist-info/METADATA", f"{METADATA}License-Expression: MIT\n")
        archive.writestr("boat-1.0.dist-info/licenses/LICENSE.txt", "do what you like")
        archive.writestr("boat/license_keys.py", "")
    assert licenses.read_wheel(path) == Component("boat", "1.0", "MIT", "", ("do what you like",))


def test_gpl_package_without_a_text_gets_one() -> None:
    (text,) = licenses.read_metadata(f"{METADATA}License: GPL3+\n", []).texts
    assert "GNU GENERAL PUBLIC LICENSE" in text


def test_shared_text_appears_once_under_all_names() -> None:
    parts = [Component(name, "1.0", "MIT", "", ("do what you like\n",)) for name in ("oar", "Boat")]
    text = licenses.format_licenses(parts, with_lab=False)
    assert text.index("- Boat 1.0: MIT") < text.index("- oar 1.0: MIT") < text.index("\nBoat, oar\n")
    assert text.count("do what you like") == 1
