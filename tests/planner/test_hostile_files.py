"""Pipes, devices, folders and huge files in place of regular files: rejected at once and never opened."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import board_puzzles
import pytest
from conftest import RunCommand, assert_refused

VERBS = {
    "a puzzle": ("show", "{}"),
    "a domain": ("solve", "--domain", "{}", "--problem", "p01.pddl"),
    "a problem": ("solve", "--domain", "domain.pddl", "--problem", "{}"),
    "a judged problem": ("validate", "{}", "plan.txt"),
    "a plan": ("validate", "p01.pddl", "{}"),
    "a narrated plan": ("narrate", "p01.pddl", "{}"),
    "givens": ("show", "sudoku", "--givens", "{}"),
    "givens of several": ("suite", "sudoku", "--givens", "{}"),
}
KINDS = {
    "pipe": "it is a pipe",
    "device": "it is a device",
    "folder": "it is a folder",
    "socket": "it is a socket",
    "huge": "cannot be read: it has over ",
}


@pytest.mark.parametrize("kind", KINDS)
def test_paths_that_are_not_regular_files_are_rejected(
    kind: str, plan: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plan("generate", "wolf-goat-cabbage", "-o", ".").returncode == 0
    (tmp_path / "plan.txt").write_text("(a)")
    path = tmp_path / "odd.toml"
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "socket":
            with socket.socket(socket.AF_UNIX) as made:
                monkeypatch.chdir(tmp_path)  # the path of a socket must be short
                made.bind("odd.toml")
        case "huge":
            with path.open("wb") as file:
                file.truncate(1 << 30)
    for arguments in VERBS.values():
        run = plan(*(part.format("odd.toml") for part in arguments))
        assert_refused(run, "odd.toml: cannot be read: ", KINDS[kind])


def test_puzzle_file_is_read_from_a_shell_process_substitution(plan: RunCommand, tmp_path: Path) -> None:
    """Pipes of process substitution, ``<(…)``, are read because they are already open."""
    assert plan("generate", "wolf-goat-cabbage", "-o", ".").returncode == 0
    assert plan("solve", "wolf-goat-cabbage", "--dialect", "strips", "-o", "wolf.plan").returncode == 0
    command = Path(sys.executable).with_name("plan")
    run = subprocess.run(
        ["bash", "-c", f"{command} validate <(cat p01.pddl) <(cat wolf.plan) && {command} validate p01.pddl /dev/stdin < wolf.plan"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("valid: 7 crossings") == 2


def test_sudoku_givens_are_read_from_a_file(plan: RunCommand, tmp_path: Path) -> None:
    rows = [board_puzzles.EASY_GIVENS[9 * row : 9 * row + 9].replace(".", "0") for row in range(9)]
    lines = [" | ".join((row[:3], row[3:6], row[6:])) for row in rows]
    (tmp_path / "grid.txt").write_text("\ufeff" + "\n".join([*lines[:3], "----+-----+----", *lines[3:]]) + "\n")
    (tmp_path / "words.txt").write_text("one two three")
    (tmp_path / "bytes.txt").write_bytes(b"12\xff4")
    from_file, given = (
        plan("generate", "sudoku", "--givens", text) for text in ("grid.txt", board_puzzles.EASY_GIVENS)
    )
    assert from_file.returncode == 0, from_file.stderr
    assert from_file.stdout == given.stdout
    assert (
        plan("suite", "sudoku", "--givens", f"grid.txt;{board_puzzles.EASY_GIVENS.replace('9', '.')}").returncode == 0
    )
    assert_refused(
        plan("show", "sudoku", "--givens", "words.txt"),
        "--givens: 'one two three' is not a grid, because it contains 'o'",
    )
    assert_refused(plan("show", "sudoku", "--givens", "bytes.txt"), "--givens: bytes.txt: not text in UTF-8")


@pytest.mark.parametrize("where", ["default", "header"])
def test_puzzle_and_problem_files_cannot_reference_files(where: str, plan: RunCommand, tmp_path: Path) -> None:
    """Puzzle files and problem files cannot refer to other files.

    Unlike the command line, a default in a puzzle file or the header of a problem does not name a file.
    """
    (tmp_path / "secret.txt").write_text(board_puzzles.EASY_GIVENS)
    if where == "default":
        text = (Path(__file__).parents[2] / "domains" / "board" / "sudoku.toml").read_text()
        start, end = text.index('default = "'), text.index("\nlongest")
        (tmp_path / "mine.toml").write_text(f'{text[:start]}default = "secret.txt"{text[end:]}')
        assert_refused(plan("solve", "mine.toml"), "'secret.txt' is not a grid, because it contains 's'")
    else:
        assert plan("generate", "sudoku", "-o", ".").returncode == 0
        problem = (tmp_path / "p01.pddl").read_text()
        old = next(line for line in problem.splitlines() if line.startswith("; parameters:"))
        (tmp_path / "p01.pddl").write_text(problem.replace(old, '; parameters: {"givens": "secret.txt"}'))
        (tmp_path / "plan.txt").write_text("(a)")
        (tmp_path / "domain.pddl").unlink()  # else it is not generated again
        assert_refused(plan("validate", "p01.pddl", "plan.txt"), "'secret.txt' is not a grid, because it contains 's'")
