"""Submissions of a course: they are found, read in any form, judged separately, graded and reported."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import random
import re
import signal
import stat
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import student_models
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS, is_alive, list_children, wait_until

from ferryplan.generator.errors import PddlError, PuzzleError
from ferryplan.planner.system.journal import Journal, read_journal_request
from ferryplan.teaching.checking import submissions as submissions_module
from ferryplan.teaching.checking.examination import JudgedProblem
from ferryplan.teaching.checking.rubric import Rubric, read_rubric_file
from ferryplan.teaching.checking.submissions import MAX_FILES, find_submissions, hash_file_stats, read_model

FARMER = "wolf-goat-cabbage"
DOMAIN, PROBLEM = student_models.read_model_texts("flat")
WRONG = DOMAIN.replace("(not (and (at wolf ?a) (at goat ?a))))\n", ")\n", 1)


def zipped(path: Path, *files: tuple[str | zipfile.ZipInfo, str | bytes], how: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return path


def folder(path: Path, **texts: str) -> Path:
    path.mkdir(parents=True)
    for name, text in texts.items():
        (path / f"{name}.pddl").write_text(text)
    return path


def handed_in(course: Path) -> Path:
    """Write four submissions into the folder of a course and return the folder.

    They are a right model in a zip file, a wrong model, a model without a domain, and loose files of a right model. The zip file has
    extra files that operating systems and editors add.
    """
    folder(course / "Ann Example_12_assignsubmission_file_")
    extra = (
        ("__MACOSX/._d.pddl", b"\0\5"),
        ("hw/.git/x.pddl", DOMAIN),
        ("hw/d.pddl~", WRONG),
        ("hw/notes.txt", "none"),
    )
    zipped(
        course / "Ann Example_12_assignsubmission_file_" / "hw.zip", ("hw/task", PROBLEM), ("hw/my.txt", DOMAIN), *extra
    )
    folder(course / "=bob", d=WRONG, p=PROBLEM)
    folder(course / "cem", p=PROBLEM)
    (course / "dora_domain.pddl").write_text(DOMAIN)
    (course / "dora_p.pddl").write_text(PROBLEM)
    (course / "grades.csv").write_text("none")
    return course


def test_check_grades_all_submissions_with_overview_and_reports(plan: RunCommand, tmp_path: Path) -> None:
    course, out = handed_in(tmp_path / "course"), tmp_path / "out"
    (tmp_path / "rubric.toml").write_text(
        'points = 10\nlate = { dora = 2 }\nlate_caps = [9, 8]\n[taken]\n"rule-missing left" = 3\n'
    )
    how = ("--rubric", str(tmp_path / "rubric.toml"), "--jobs", "2", "--format", "json", "-o", str(out))
    done = plan("check", FARMER, "--submissions", str(course), *how)
    assert done.returncode == 0
    told = {one["submission"]: (one["verdict"], one["points"]) for one in json.loads(done.stdout)["submissions"]}
    expected = {"=bob": ("different", 7), "Ann Example_12": ("same", 10), "cem": ("unreadable", 0), "dora": ("same", 8)}
    assert told == expected
    assert [one["submissions"] for one in json.loads(done.stdout)["mistakes"]] == [["=bob"]]
    reports = ("bob.txt", "Ann-Example_12.txt", "cem.txt", "dora.txt")
    assert {path.name for path in out.iterdir()} == {"overview.txt", "results.csv", *reports}
    rows = [*csv.reader((out / "results.csv").read_text().splitlines())]
    assert [row[0] for row in rows[1:]] == ["'=bob", "Ann Example_12", "cem", "dora"], "no cell is a formula"
    assert "a domain begins with '(define (domain'" in (out / "cem.txt").read_text()
    assert "The goat is not with the wolf" in (out / "bob.txt").read_text().replace("\n   ", " ")
    again = plan("check", FARMER, "--submissions", str(course), "-o", str(out))
    assert (again.returncode, again.stdout) == (30, ""), "files that are there are kept"


@pytest.mark.parametrize("form", ["markdown", "html", "junit", "gradescope"])
def test_check_escapes_hostile_submissions_in_every_format(plan: RunCommand, tmp_path: Path, form: str) -> None:
    folder(tmp_path / "course" / "<b>\x1b&", d=f"; \x0b]]>&\n{WRONG}", p=PROBLEM)
    out = tmp_path / "out"
    done = plan("check", FARMER, "--submissions", str(tmp_path / "course"), "--format", form, "-o", str(out))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    if form == "junit":
        [case] = ElementTree.fromstring(done.stdout).iter("testcase")
        assert case.attrib["name"].startswith("<b>")
        assert [(one.tag, "The goat is not" in one.text.replace("\n   ", " ")) for one in case] == [("failure", True)]
    elif form == "gradescope":
        [results] = (json.loads(path.read_text()) for path in out.glob("*.json"))
        assert results["score"] == 80
        [test] = results["tests"]
        assert (test["score"], test["max_score"], test["status"], test["visibility"]) == (80, 100, "failed", "visible")
    else:
        assert not re.search(r"(?<!\\)<b>", done.stdout)


def a_link() -> tuple[zipfile.ZipInfo, str]:
    info = zipfile.ZipInfo("d.pddl")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, "/etc/passwd"


HOSTILE: dict[str, tuple[list[Any], str]] = {
    "leads out": ([("../d.pddl", DOMAIN)], "points outside the submission"),
    "absolute": ([("/d.pddl", DOMAIN)], "points outside the submission"),
    "of Windows": ([("a\\..\\..\\d.pddl", DOMAIN)], "points outside the submission"),
    "link": ([a_link()], "this is a link"),
    "twice": ([("d.pddl", DOMAIN), ("D.pddl", DOMAIN)], "another file has the same name"),
    "twice, capitals first": ([("D.pddl", DOMAIN), ("d.pddl", DOMAIN)], "another file has the same name"),
    "deep": ([("a/" * 30 + "d.pddl", DOMAIN)], "folders deep"),
    "many": ([(f"{number}.txt", "") for number in range(MAX_FILES + 1)], "more than 1,000 files"),
    "bomb": ([("d.pddl", b" " * 60_000_000)], "too large"),
    "binary": ([("d.pddl", b"\xff\xfe(\0d\0")], "text in UTF-8"),
    "no domain": ([("p.pddl", PROBLEM)], "is not a domain"),
    "no problem": ([("d.pddl", DOMAIN)], "is not a problem"),
    "two domains": ([("d.pddl", DOMAIN), ("e.pddl", WRONG), ("p", PROBLEM)], "z.zip/d.pddl and z.zip/e.pddl"),
    "in one file": ([("d.pddl", DOMAIN + PROBLEM)], "both a domain and a problem"),
    "commented out": ([("d.pddl", DOMAIN.replace("(define", "; (define"))], "is not a domain"),
    "empty": ([], "the submission contains no files"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_hostile_zip_archives_are_rejected(case: str, tmp_path: Path) -> None:
    files, says = HOSTILE[case]
    path = zipped(tmp_path / "z.zip", *files)
    with pytest.raises(PddlError, match=re.escape(says)) as error:
        read_model([path])
    assert "\n" not in str(error.value)
    assert [*tmp_path.iterdir()] == [path]


def test_broken_and_encrypted_zip_archives_are_rejected(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "z.zip", ("d.pddl", DOMAIN), ("p.pddl", PROBLEM)).read_bytes()
    encrypted = bytearray(whole)
    for sign, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        encrypted[encrypted.index(sign) + flags] |= 1
    changed = bytearray(whole)
    changed[100] ^= 0xFF
    for data in (b"", b"Rar!\x1a\x07", whole[:-40], encrypted, changed):
        (tmp_path / "z.zip").write_bytes(data)
        with pytest.raises(PddlError, match="cannot be read: "):
            read_model([tmp_path / "z.zip"])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_zip_archive_never_yields_a_wrong_model(method: int, tmp_path: Path) -> None:
    """One changed byte, or several in a row, never changes the model: it is read as before or refused."""
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("d.pddl", DOMAIN)
        archive.writestr("p\u00e9.pddl", PROBLEM)
    whole, drawn = path.read_bytes(), random.Random(method)
    for _ in range(150):
        data = bytearray(whole)
        start = drawn.randrange(len(data))
        data[start : start + drawn.choice((1, 1, 4, 40))] = drawn.randbytes(drawn.choice((1, 1, 4)))
        path.write_bytes(data)
        with contextlib.suppress(PddlError):
            (_, domain), _ = read_model([path])
            assert domain == DOMAIN


def test_non_utf_8_submission_name_is_shown_escaped(plan: RunCommand, tmp_path: Path) -> None:
    one = os.fsencode(tmp_path) + b"/course/bad\xff"
    os.makedirs(one)
    for name, text in ((b"domain.pddl", DOMAIN), (b"p01.pddl", PROBLEM)):
        Path(os.fsdecode(one + b"/" + name)).write_text(text)
    run = plan("check", FARMER, "--submissions", "course", "-o", "graded", "--journal", "kept", "--format", "json")
    assert run.returncode == 0, run.stderr
    assert [one["submission"] for one in json.loads(run.stdout)["submissions"]] == ["bad\\xff"]
    assert "bad\\xff" in (tmp_path / "graded" / "results.csv").read_text()


def test_output_folder_with_foreign_files_is_rejected_without_force(plan: RunCommand, tmp_path: Path) -> None:
    folder(tmp_path / "course" / "ann", d=DOMAIN, p=PROBLEM)
    how = ("check", FARMER, "--submissions", "course", "-o", "graded", "--journal", "kept")
    for _ in range(2):
        assert plan(*how).returncode == 0
    (tmp_path / "graded" / "ann.txt").unlink()
    (tmp_path / "graded" / f".plan-{16 * '0'}").write_text("half written by a run that was killed")
    assert plan(*how).returncode == 0
    assert {path.name for path in (tmp_path / "graded").iterdir()} == {"ann.txt", "overview.txt", "results.csv"}
    (tmp_path / "graded" / "letter").write_text("mine")
    run = plan(*how)
    assert run.returncode == 30
    assert "graded: the folder holds files that this command did not write (letter)" in run.stderr
    assert plan(*how, "--force").returncode == 0
    assert (tmp_path / "graded" / "letter").read_text() == "mine"


def test_links_and_pipes_in_submissions_are_rejected(tmp_path: Path) -> None:
    one = folder(tmp_path / "link", p=PROBLEM)
    (one / "d.pddl").symlink_to("/etc/passwd")
    two = folder(tmp_path / "pipe", p=PROBLEM)
    os.mkfifo(two / "d.pddl")
    three = folder(tmp_path / "linked", d=DOMAIN, p=PROBLEM)
    (tmp_path / "elsewhere").symlink_to(three)
    for path, says in (
        (one, "this is a link"),
        (two, "it is a pipe"),
        (tmp_path / "elsewhere", "this is a link"),
    ):
        with pytest.raises(PddlError, match=says):
            read_model([path])
    assert read_model([three])[0][1] == DOMAIN
    with pytest.raises(PddlError, match="no submissions; a submission is"):
        find_submissions(tmp_path / "nowhere")


def test_grading_resumes_from_the_journal(plan: RunCommand, tmp_path: Path) -> None:
    """Only submissions that changed since the last run are judged."""
    for name in ("ann", "bob"):
        folder(tmp_path / "course" / name, d=WRONG, p=PROBLEM)
    how = ("check", FARMER, "--submissions", "course", "--format", "json", "--journal", "kept")
    first = plan(*how)
    assert first.returncode == 0, first.stderr
    (tmp_path / "kept").rename(tmp_path / "earlier")
    asked = read_journal_request(tmp_path / "earlier")
    with Journal(tmp_path / "earlier", asked) as earlier, Journal(tmp_path / "kept", asked) as changed:
        for name, value in earlier.entries.items():
            changed.add_call_result(name, json.loads(json.dumps(value).replace("rule-missing", "rule-mislaid")))
    again = plan(*how, "--jobs", "2")
    assert again.stdout == first.stdout.replace("rule-missing", "rule-mislaid"), "it is what was kept"
    (tmp_path / "course" / "bob" / "d.pddl").write_text(DOMAIN)
    found = {one["submission"]: one["verdict"] for one in json.loads(plan(*how).stdout)["submissions"]}
    assert found == {"ann": "different", "bob": "same"}
    assert len((tmp_path / "kept").read_text().splitlines()) == 4


def test_ctrl_c_shows_the_submissions_graded_before(tmp_path: Path) -> None:
    course = tmp_path / "course"
    for number in range(30):
        folder(course / f"s{number:02}", d=DOMAIN, p=PROBLEM)
    command = [Path(sys.executable).with_name("plan"), "check", FARMER, "--submissions", str(course)]
    (tmp_path / "scratch").mkdir()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(tmp_path / "scratch")},
    )  # fmt: skip
    # One submission is judged, and the next is in progress.
    wait_until(lambda: len([*(tmp_path / "scratch").glob("ferryplan-*/tmp*")]) > 1, process)
    begun = list_children(process.pid)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert process.returncode == 130
    assert " of 30 submissions (interrupted)" in out
    assert "s00" in out
    assert "s29" not in out
    wait_until(lambda: not any(map(is_alive, begun)))
    assert not any((tmp_path / "scratch").glob("ferryplan-*"))


def test_hash_of_a_submission_changes_with_any_submitted_file(tmp_path: Path) -> None:
    """A later text of equal length, an extra file or another name changes the stamp.

    Reading the files or reordering the paths does not change it.
    """
    one = folder(tmp_path / "ann", d=DOMAIN, p=PROBLEM)
    loose = tmp_path / "bob_d.pddl"
    loose.write_text(DOMAIN)
    stamps = [hash_file_stats([one, loose])]
    (one / "d.pddl").read_text()
    assert hash_file_stats([one, loose]) == hash_file_stats([loose, one]) == stamps[0]
    changes: list[Any] = [
        lambda: os.utime(one / "d.pddl", ns=(1, 1)),
        lambda: (one / "d.pddl").write_text(WRONG),
        lambda: (one / "notes.txt").write_text(""),
        lambda: (one / "notes.txt").rename(one / "more.txt"),
        lambda: loose.write_text(WRONG),
    ]
    for change in changes:
        change()
        stamps.append(hash_file_stats([one, loose]))
    assert len({*stamps}) == len(changes) + 1
    assert hash_file_stats([one]) != hash_file_stats([loose])


def test_problems_are_sorted_by_name_without_duplicates(tmp_path: Path) -> None:
    """A domain that is submitted twice counts as one domain; of two equal problems, the first counts."""
    other = PROBLEM.replace("(define (problem", "(define  (problem")
    one = folder(tmp_path / "ann", p03=PROBLEM, p01=other, p02=PROBLEM, d=DOMAIN, e=DOMAIN)
    (name, text), problems = read_model([one])
    assert (name, text) == ("ann/d.pddl", DOMAIN)
    assert problems == [("ann/p01.pddl", other), ("ann/p02.pddl", PROBLEM)]


@pytest.mark.parametrize(
    ("bound", "enough", "says"),
    [
        ("MAX_FILES", 2, "more than 1 files"),
        ("MAX_BYTES", len(DOMAIN.encode()) + len(PROBLEM.encode()), "too large"),
        ("MAX_DEPTH", 3, "folders deep"),
    ],
)
def test_submission_size_limits_are_exact(
    bound: str, enough: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files, three folders deep, fit the exact limits and are refused if a limit is one lower."""
    one = folder(tmp_path / "ann" / "a" / "b", d=DOMAIN, p=PROBLEM).parents[1]
    monkeypatch.setattr(submissions_module, bound, enough)
    assert read_model([one])[0][1] == DOMAIN
    monkeypatch.setattr(submissions_module, bound, enough - 1)
    with pytest.raises(PddlError, match=says):
        read_model([one])


def test_submissions_are_grouped_by_learning_platform_file_names(tmp_path: Path) -> None:
    """The grouping removes Moodle's additions to a name except for the number.

    Loose files are grouped by the name at their beginning. Notes and hidden files belong to no submission.
    """
    for name in ("Ann B_123_assignsubmission_file_", "Cem_7_assignsubmission_onlinetext", ".git", "__MACOSX"):
        (tmp_path / name).mkdir()
    for name in (
        "dora_p01.pddl",
        "dora_domain.pddl",
        "eve_12_late_p.pddl",
        "fay.pddl",
        "gus.ZIP",
        "notes.txt",
        "hal.pddl~",
    ):
        (tmp_path / name).write_text("")
    found = {name: [path.name for path in paths] for name, paths in find_submissions(tmp_path).items()}
    assert found == {
        "Ann B_123": ["Ann B_123_assignsubmission_file_"],
        "Cem_7": ["Cem_7_assignsubmission_onlinetext"],
        "dora": ["dora_domain.pddl", "dora_p01.pddl"],
        "eve_12": ["eve_12_late_p.pddl"],
        "fay": ["fay.pddl"],
        "gus": ["gus.ZIP"],
    }


def taped(path: Path, mode: str, *files: tuple[str | tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, f"w:{mode}") as archive:
        for name, data in files:
            info = tarfile.TarInfo(name) if isinstance(name, str) else name
            info.size = len(data) if info.isreg() else 0
            archive.addfile(info, io.BytesIO(data) if info.isreg() else None)
    return path


TEXTS = (("./hw/d.pddl", DOMAIN.encode()), ("./hw/p.pddl", PROBLEM.encode()), ("./hw/._p.pddl", b"\0\5"))


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("ann.tar", ""),
        ("ann.tar.gz", "gz"),
        ("ann.TGZ", "gz"),
        ("ann.tar.bz2", "bz2"),
        ("ann.tar.xz", "xz"),
        ("ann.gz", "gz"),
    ],
)
def test_tar_files_are_read(name: str, mode: str, tmp_path: Path) -> None:
    path = taped(tmp_path / name, mode, *TEXTS)
    assert find_submissions(tmp_path) == {"ann": [path]}
    (domain, text), problems = read_model([path])
    assert (domain, text) == (f"{name}/./hw/d.pddl", DOMAIN)
    assert problems == [(f"{name}/./hw/p.pddl", PROBLEM)]
    folder = tmp_path / "course" / "ann"
    folder.mkdir(parents=True)
    path.rename(folder / name)
    assert read_model([folder])[0][1] == DOMAIN, "within a folder, too"


def test_zip_archive_is_read_despite_wrong_extension(tmp_path: Path) -> None:
    path = zipped(tmp_path / "ann.tar.gz", ("d.pddl", DOMAIN), ("p.pddl", PROBLEM))
    assert read_model([path])[0][1] == DOMAIN


def special(kind: bytes) -> tarfile.TarInfo:
    info = tarfile.TarInfo("d.pddl")
    info.type, info.linkname = kind, "/etc/passwd"
    return info


HOSTILE_TAPES: dict[str, tuple[tuple[str | tarfile.TarInfo, bytes], str]] = {
    "leads out": (("../d.pddl", b""), "points outside the submission"),
    "absolute": (("/d.pddl", b""), "points outside the submission"),
    "link": ((special(tarfile.SYMTYPE), b""), "this is a link"),
    "hard link": ((special(tarfile.LNKTYPE), b""), "this is a link"),
    "pipe": ((special(tarfile.FIFOTYPE), b""), "a device or a pipe"),
    "device": ((special(tarfile.CHRTYPE), b""), "a device or a pipe"),
    "bomb": (("d.pddl", b" " * 60_000_000), "too large"),
}


@pytest.mark.parametrize("case", HOSTILE_TAPES)
def test_hostile_tar_archives_are_rejected(case: str, tmp_path: Path) -> None:
    file, says = HOSTILE_TAPES[case]
    path = taped(tmp_path / "z.tar.gz", "gz", file, *TEXTS)
    with pytest.raises(PddlError, match=re.escape(says)):
        read_model([path])
    assert [*tmp_path.iterdir()] == [path]


def test_large_tar_file_is_not_unpacked_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files other than PDDL are skipped, but skipping requires unpacking them."""
    monkeypatch.setattr(submissions_module, "MAX_UNPACKED_BYTES", 2_000_000)
    path = taped(tmp_path / "z.tgz", "gz", ("film.mp4", bytes(1_500_000)), ("more.mp4", bytes(1_500_000)), *TEXTS)
    with pytest.raises(PddlError, match=r"z\.tgz/more\.mp4: the submission is too large"):
        read_model([path])


def test_damaged_tar_archive_raises_only_pddl_errors(tmp_path: Path) -> None:
    for mode in ("", "gz", "bz2", "xz"):
        path = taped(tmp_path / "z.tar", mode, *TEXTS)
        whole, drawn = path.read_bytes(), random.Random(7)
        for _ in range(60):
            data = bytearray(whole)
            start = drawn.randrange(len(data))
            data[start : start + drawn.choice((1, 4, 40, 9_999))] = drawn.randbytes(drawn.choice((1, 4)))
            path.write_bytes(data)
            with contextlib.suppress(PddlError):
                read_model([path])
        path.write_bytes(b"none")
        with pytest.raises(PddlError, match=r"z\.tar: cannot be read: [^\n]+$"):
            read_model([path])


def test_archives_with_equal_stems_are_separate_submissions(tmp_path: Path) -> None:
    for name in ("ann.zip", "ann.tar.gz", "bob.zip", "cem.tgz"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "bob").mkdir()
    (tmp_path / "dora_p.pddl").write_text("")
    (tmp_path / "dora.zip").write_bytes(b"")
    found = {name: [path.name for path in paths] for name, paths in find_submissions(tmp_path).items()}
    assert found == {
        "ann.tar.gz": ["ann.tar.gz"],
        "ann.zip": ["ann.zip"],
        "bob": ["bob"],
        "bob.zip": ["bob.zip"],
        "cem": ["cem.tgz"],
        "dora": ["dora_p.pddl"],
        "dora.zip": ["dora.zip"],
    }


def test_control_characters_in_submission_name_are_escaped(plan: RunCommand, tmp_path: Path) -> None:
    folder(tmp_path / "course" / "a\nb\tc\x1b[1md\r", d=DOMAIN, p=PROBLEM)
    run = plan("check", FARMER, "--submissions", "course", "-o", "graded")
    assert run.returncode == 0, run.stderr
    name = "a\\nb\\tc\\u001b[1md\\r"
    lines = run.stdout.splitlines()
    row = next(line for line in lines if line.startswith("a"))
    assert row.split() == [name, "same", "100", "100"]
    rows = [*csv.reader((tmp_path / "graded" / "results.csv").read_text().splitlines())]
    assert [one[0] for one in rows[1:]] == [name]


def judged(problem: str, verdict: Any, *differences: tuple[str, str | None]) -> JudgedProblem:
    return JudgedProblem(
        problem, verdict, "", {"differences": [{"kind": kind, "where": where} for kind, where in differences]}, {}
    )


def test_rubric_computes_points_from_differences_and_verdicts() -> None:
    """The expected points are computed by hand."""
    wrong = judged(
        "p1", "different", ("rule-missing", "left"), ("rule-missing", "boat"), ("early", None), ("late", None)
    )
    assert Rubric().grade([wrong])["points"] == 100 - 3 * 20, "each kind once"
    assert Rubric().grade([wrong, judged("p2", "same")])["points"] == (40 + 100) / 2
    assert Rubric().grade([wrong, judged("p2", "undecided")])["points"] == 40 / 2
    assert Rubric(taken={"otherwise": 70}).grade([wrong])["points"] == 0, "never less"
    fine = Rubric(points=10, taken={"rule-missing": 1, "rule-missing boat": 2.5, "late": 0.5})
    assert fine.grade([wrong])["points"] == 10 - 1 - 2.5 - 0.5
    heavy = Rubric(weights={"p1": 1, "p2": 3}, unreadable=8)
    assert heavy.grade([judged("p2", "same"), judged("p3", "same")])["points"] == 75, "p1 is missing, p3 does not count"
    assert heavy.grade([judged("p1", "unreadable"), judged("p2", "same")])["points"] == 2 + 75
    late = Rubric(late={"ann": 1, "bob": 9}, late_caps=[90, 50])
    right = [judged("p1", "same")]
    assert [late.grade(right, name)["points"] for name in ("ann", "bob", "cem")] == [90, 50, 100]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[taken]\nrule-mising = 3\n", ":2:1: taken: unknown key 'rule-mising'; did you mean 'rule-missing'?"),
        ("points = -1\n", "points: found -1, expected"),
        ("points = nan\n", "points: found nan"),
        ("point = 3\n", "did you mean 'points'?"),
        ("taken = 3\n", "taken: found 3, expected a table"),
        ("late_caps = ['x']\n", "late_caps[0]: found 'x', expected"),
        ("points = \n", "invalid TOML"),
    ],
)
def test_invalid_rubric_is_reported_with_its_position(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "rubric.toml").write_text(text)
    with pytest.raises(PuzzleError, match=re.escape(says)):
        read_rubric_file(str(tmp_path / "rubric.toml"))


def test_rubric_in_the_documentation_gives_stated_points(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "grading.md").read_text()
    (tmp_path / "rubric.toml").write_text(page.partition("```toml\n")[2].partition("```")[0])
    rubric = read_rubric_file(str(tmp_path / "rubric.toml"))
    wrong = judged("p01.pddl", "different", ("rule-missing", "boat"), ("rule-missing", "left"), ("early", None))
    assert rubric.grade([wrong, judged("p02.pddl", "undecided")])["points"] == round(4 / 3, 2) + round(8 / 3, 2)


def test_check_with_rubric_shows_points_and_deductions(plan: RunCommand, tmp_path: Path) -> None:
    folder(tmp_path / "model", domain=WRONG, p01=PROBLEM)
    (tmp_path / "rubric.toml").write_text("points = 5\n[taken]\nrule-missing = 2\n")
    how = (
        "check",
        FARMER,
        "--problem",
        str(tmp_path / "model" / "p01.pddl"),
        "--rubric",
        str(tmp_path / "rubric.toml"),
    )
    done = plan(*how)
    assert done.returncode == 14
    assert "Points of 5  Deductions\n          3  2 points for 'rule-missing'\n" in done.stdout
    assert json.loads(plan(*how, "--format", "json").stdout)["points"] == 3
    [case] = ElementTree.fromstring(plan(*how, "--format", "junit").stdout).iter("testcase")
    assert case.find("failure") is not None
    assert json.loads(plan(*how, "--format", "gradescope").stdout)["score"] == 3
    (tmp_path / "rubric.toml").write_text("[taken]\nerly = 2\n")
    assert plan(*how).returncode == 30
