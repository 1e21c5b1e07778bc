"""The form of the changelog: that of Keep a Changelog 1.1.0."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""the kinds of changes that Keep a Changelog names"""
RELEASE = re.compile(r"## \[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)")


def test_unreleased_changes_come_before_releases() -> None:
    headings = [line for line in LINES if re.match(r"##? ", line)]
    assert headings[:2] == ["# Changelog", "## [Unreleased]"]
    releases = [RELEASE.fullmatch(heading) for heading in headings[2:]]
    assert all(releases), headings
    versions = [tuple(map(int, release.groups()[:3])) for release in releases if release]
    dates = [date.fromisoformat(release[4]) for release in releases if release]
    assert versions == sorted(versions, reverse=True)
    assert dates == sorted(dates, reverse=True)


def test_newest_release_is_that_of_the_package() -> None:
    newest = next(release for line in LINES if (release := RELEASE.fullmatch(line)))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ".".join(newest.groups()[:3]) == project["version"]


def test_changelog_entries_are_short_bullets_below_a_kind_heading() -> None:
    below, bullet = "", 0
    for number, line in enumerate(LINES[LINES.index("## [Unreleased]") :], LINES.index("## [Unreleased]") + 1):
        if line.startswith("#"):
            below, bullet = line, 0
            assert line.startswith("## ") or line.removeprefix("### ") in CHANGES, f"{number}: {line}"
        elif line.lstrip().startswith("- "):
            bullet = 1
            assert below.startswith("### "), f"{number}: a change stands below its kind"
        elif line.startswith("  "):
            bullet += 1
            assert bullet <= 3, f"{number}: a bullet has at most three lines"
        assert len(line) <= 180, f"{number}: at most 180 characters"
