"""The documentation site: it builds without a warning, and its reference has every public name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS

import ferryplan

ROOT = Path(__file__).parent.parent


def test_reference_lists_every_public_name() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    listed = re.findall(r"^`\w+`(?:, `\w+`)*$|`FAMILIES`|`__version__`", page, re.MULTILINE)
    names = [name for line in listed for name in re.findall(r"\w+", line)]
    assert sorted(names) == sorted(ferryplan.__all__)


@pytest.mark.integrations
def test_site_builds_without_warnings(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-d",
        str(tmp_path / "cache"),
        "-c",
        "docs",
        ".",
        str(tmp_path / "site"),
    ]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=MAX_WAIT_SECONDS)
    assert run.returncode == 0, run.stderr
    reference = (tmp_path / "site" / "docs" / "reference.html").read_text(encoding="utf-8")
    assert {f"ferryplan.{name}" for name in ferryplan.__all__} - {*re.findall(r'id="(ferryplan\.\w+)"', reference)} == {
        "ferryplan.FAMILIES",
        "ferryplan.__version__",
    }
    assert "url=docs/index.html" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
