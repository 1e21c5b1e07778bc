"""The verb `format`: files in place, checks and differences, folders, refusals."""

from __future__ import annotations

import os
import re
import resource
from pathlib import Path

import pytest
from conftest import RunCommand, assert_refused

from ferryplan import command, format_pddl

BEFORE = "(define (domain d) ; ünï\n(:types a\n b))\n"
AFTER = "(define (domain d)  ; ünï\n  (:types\n    a\n    b))\n"
DIFF = """--- {name}
+++ {name}
@@ -1,3 +1,4 @@
-(define (domain d) ; ünï
-(:types a
- b))
+(define (domain d)  ; ünï
+  (:types
+    a
+    b))
"""
BROKEN = "(define (domain d)\n (:types a)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files in other layouts, formatted, hidden, and of another kind."""
    files = {
        "all/b.pddl": BEFORE, "all/deep/a.PDDL": BEFORE, "all/done.pddl": AFTER, "all/note.txt": BEFORE, "all/.hidden/c.pddl": BEFORE,
        "all/.c.pddl": BEFORE,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_example_is_in_its_layout() -> None:
    assert format_pddl(BEFORE) == AFTER == format_pddl(AFTER)


def test_files_in_a_folder_are_formatted_in_place(folder: Path, plan: RunCommand) -> None:
    before = contents(folder)
    run = plan("format", "all")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "all/b.pddl:1: formatted\nall/deep/a.PDDL:1: formatted\nformatted 2 files (1 unchanged)\n"
    changed = dict.fromkeys(["all/b.pddl", "all/deep/a.PDDL"], AFTER.encode())
    assert contents(folder) == {**before, **changed}
    again = plan("format", "all")
    assert (again.returncode, again.stdout) == (0, "formatted 0 files (3 unchanged)\n")


def test_file_given_twice_is_formatted_once(folder: Path, plan: RunCommand) -> None:
    run = plan("format", "all/b.pddl", "all/b.pddl")
    assert run.stdout == "all/b.pddl:1: formatted\nformatted 1 file (0 unchanged)\n"
    assert (folder / "all/b.pddl").read_text() == AFTER


def test_check_lists_files_and_writes_nothing(folder: Path, plan: RunCommand) -> None:
    before = contents(folder)
    run = plan("format", "--check", "all/done.pddl", "all/b.pddl")
    assert (run.returncode, run.stderr) == (14, "")
    assert run.stdout == "all/b.pddl:1: not formatted\n1 file to format (1 unchanged)\n"
    assert contents(folder) == before
    clean = plan("format", "--check", "all/done.pddl")
    assert (clean.returncode, clean.stdout) == (0, "0 files to format (1 unchanged)\n")


def test_diff_shows_changes_and_writes_nothing(folder: Path, plan: RunCommand) -> None:
    before = contents(folder)
    run = plan("format", "--diff", "all/b.pddl", "all/done.pddl")
    assert (run.returncode, run.stdout, run.stderr) == (14, DIFF.format(name="all/b.pddl"), "")
    assert contents(folder) == before
    clean = plan("format", "--diff", "all/done.pddl")
    assert (clean.returncode, clean.stdout) == (0, "")


def test_diff_shows_a_missing_end_of_line(folder: Path, plan: RunCommand) -> None:
    (folder / "open.pddl").write_text(AFTER.removesuffix("\n"))
    run = plan("format", "--diff", "open.pddl")
    assert run.returncode == 14
    assert run.stdout.endswith("-    b))\n\\ No newline at end of file\n+    b))\n")


def test_standard_input_is_printed_in_the_layout(plan: RunCommand) -> None:
    run = plan("format", "-", text=BEFORE)
    assert (run.returncode, run.stdout, run.stderr) == (0, AFTER, "")
    assert plan("format", "-", "--check", text=AFTER).returncode == 0
    assert plan("format", "-", "--diff", text=BEFORE).stdout == DIFF.format(name="-")


def test_printed_text_keeps_control_characters_and_line_ends() -> None:
    """A comment may hold anything; only a terminal needs protection from it."""
    text = "(define (domain d))  ; \x1b[31mred\x1b[0m \u2028\r\n"
    assert command("format -", text).output == text


def test_generated_pddl_is_formatted(plan: RunCommand) -> None:
    both = plan("generate", "wolf-goat-cabbage", "--dialect", "adl").stdout
    assert plan("format", "-", text=both).stdout == both


def test_unreadable_files_are_reported_and_the_others_formatted(folder: Path, plan: RunCommand) -> None:
    (folder / "all/broken.pddl").write_text(BROKEN)
    (folder / "all/latin.pddl").write_bytes(BEFORE.encode("latin-1"))
    before = contents(folder)
    run = plan("format", "all")
    assert run.returncode == 30
    first, second = run.stderr.splitlines()
    assert first == "plan: all/broken.pddl:1:1: '(' is never closed; add the missing ')'"
    assert re.match(r"plan: all/latin.pddl: .*UTF-8", second)
    changed = dict.fromkeys(["all/b.pddl", "all/deep/a.PDDL"], AFTER.encode())
    assert contents(folder) == {**before, **changed}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.pddl"], "nowhere.pddl"),
        (["empty"], "empty: the folder contains no PDDL files"),
        (["-", "all"], "cannot be combined with files"),
        ([], "plan format FILE..."),
        (["all/note.txt", "--fix"], "--fix"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], message: str, folder: Path, plan: RunCommand) -> None:
    (folder / "empty").mkdir()
    before = contents(folder)
    run = plan("format", *arguments, text="")
    assert (run.returncode, message in run.stderr, run.stderr.count("\n")) == (30, True, 1), run.stderr
    assert contents(folder) == before


def test_refusal_of_standard_input_names_the_place(plan: RunCommand) -> None:
    assert_refused(plan("format", "-", text=f"; note\n{BROKEN}"), "-:2:1: '(' is never closed")


def test_no_file_changes_if_one_cannot_be_written(folder: Path, plan: RunCommand) -> None:
    before = contents(folder)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))  # as on a full disk
    try:
        run = plan("format", "all")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert_refused(run, "cannot be written: File too large")
    assert contents(folder) == before


def test_links_and_permissions_stay(folder: Path, plan: RunCommand) -> None:
    target, link = folder / "all/b.pddl", folder / "link.pddl"
    target.chmod(0o640)
    link.symlink_to("all/b.pddl")
    assert plan("format", "link.pddl").returncode == 0
    assert link.is_symlink()
    assert os.readlink(link) == "all/b.pddl"
    assert (target.read_text(), target.stat().st_mode & 0o777) == (AFTER, 0o640)
