"""Writing of files: all or none, with the permissions that the user's umask gives new files."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import RunCommand, assert_refused

from ferryplan.planner.system.user_files import OutputError, write_all_or_none, write_files


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


@contextmanager
def full_disk() -> Iterator[None]:
    """Make the system refuse every byte written to a file, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("old", [True, False])
@pytest.mark.parametrize("obstacle", ["folder", "missing", "a file where a folder is expected"])
def test_write_all_changes_nothing_if_one_file_fails(obstacle: str, old: bool, tmp_path: Path) -> None:
    """If one file cannot be written, all other files stay as they were and nothing new appears."""
    paths = [tmp_path / "first", tmp_path / "second", tmp_path / "third"]
    if old:
        for path in (paths[0], paths[2]):
            path.write_text("old")
    if obstacle == "folder":
        paths[1].mkdir()
    elif obstacle == "missing":
        paths[1] = tmp_path / "nowhere" / "second"
    else:
        (tmp_path / "file").write_text("old")
        paths[1] = tmp_path / "file" / "second"
    before = contents(tmp_path)
    with pytest.raises(OutputError, match="second: cannot be written"):
        write_all_or_none(dict.fromkeys(paths, b"new"))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("folder", ["new", "deep/deeper", "there", "there/new"])
def test_full_disk_leaves_no_empty_folders(folder: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with full_disk(), pytest.raises(OutputError, match="cannot be written: File too large"):
        write_files(tmp_path / folder, {"a.txt": "a", "inner/b.txt": "b"})
    assert [*tmp_path.rglob("*")] == [tmp_path / "there"]


def test_write_files_replaces_and_creates_files(tmp_path: Path) -> None:
    (tmp_path / "first").write_text("old, and longer than what is new")
    write_files(tmp_path, {"first": "new", "second": "newer"})
    assert contents(tmp_path) == {"first": "new", "second": "newer"}


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002, 0o000])
def test_written_files_have_permissions_from_umask(mask: int, tmp_path: Path) -> None:
    """Written files have the permissions of files that the shell creates, even if they replace a file."""
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o600)
    with umask(mask):
        write_files(tmp_path / "folder", {"new": "new"})
        write_all_or_none({tmp_path / "old": b"new"})
        assert os.umask(mask) == mask, "what writes leaves the mask as it was"
    assert (tmp_path / "folder").stat().st_mode & 0o777 == 0o777 & ~mask
    for path in (tmp_path / "folder" / "new", tmp_path / "old"):
        assert path.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "wolf-goat-cabbage", "-o", "made"),
        ("suite", "--couples", "1..2", "--capacity", "2", "-o", "made"),
        ("graph", "wolf-goat-cabbage", "-o", "graph.json"),
        ("why", "--couples", "4", "--capacity", "2", "--certificate", "proof.json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_verb_respects_the_umask(arguments: tuple[str, ...], plan: RunCommand, tmp_path: Path) -> None:
    with umask(0o027):
        plan(*arguments)
    written = [*tmp_path.rglob("*")]
    assert any(path.is_file() for path in written)
    for path in written:
        assert path.stat().st_mode & 0o777 == (0o750 if path.is_dir() else 0o640), path


def test_generate_writes_no_domain_if_problem_fails(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p01.pddl").mkdir()
    assert_refused(plan("generate", "wolf-goat-cabbage", "-o", "."), "p01.pddl")
    assert contents(tmp_path) == {}
