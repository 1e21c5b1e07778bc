"""`plan invent`: sheets, files with what is proven, certificates, wishes that cannot be met."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import invented
import pytest
from conftest import Run, refused
from processes import PATIENCE

import ferryplan.planner.inventing.sheets
from ferryplan.generator.inventing import invention
from ferryplan.planner.engines.registry import RefutedError


def test_several_at_a_time_make_the_same(plan: Run) -> None:
    asked = ("invent", "crossing", "--seed", "5", "--number", "3", "--engine", "none", "--format", "json")
    one, two = (plan(*asked, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    assert [each["label"] for each in json.loads(one.stdout)["puzzles"]] == ["1", "2", "3"]


@pytest.mark.parametrize(
    "asked",
    [
        ("crossing",),
        ("grid", "--positions", "3", "--categories", "3"),
        ("arithmetic",),
        ("sudoku", "--box", "2"),
        ("queens",),
    ],
)
def test_twins_come_with_certificates_that_hold(asked: tuple[str, ...], plan: Run, tmp_path: Path) -> None:
    run = plan("invent", *asked, "--seed", "6", "--number", "2", "--unsolvable", "-o", "made")
    assert run.returncode == 0, run.stderr
    rows = json.loads((tmp_path / "made" / "index.json").read_text())
    statuses = 2 * ["unsolvable", "optimal" if asked == ("crossing",) else "solved"]
    assert sorted(row["status"] for row in rows) == sorted(statuses)
    for row in rows:
        path = tmp_path / "made" / row["file"]
        data, proof = (
            invented.plain(path.read_text()),
            json.loads(path.with_name(f"{path.stem}-certificate.json").read_text()),
        )
        assert invented.fault_of_certificate(data, proof) == ""
        assert invented.fault_of_certificate(data, _worse(proof)) != ""


def _worse(proof: dict[str, Any]) -> dict[str, Any]:
    """A certificate that proves nothing: with another end, without a state, or with an end where nothing is broken yet."""
    if "steps" in proof:
        first, *others = proof["steps"]
        changed = (
            {**first, "spot": others[0]["spot"]} if "spot" in first and others[0]["spot"] != first["spot"] else None
        )
        return {**proof, "steps": [changed, *others] if changed else others[:-1]}
    if "states" in proof:
        return {**proof, "states": proof["states"][:-1]}
    spots = proof["tree"]["spots"]
    open_ones = [spot for spot, there in spots.items() if isinstance(there, dict)]
    return {**proof, "tree": {**proof["tree"], "spots": {**spots, open_ones[0]: "No reason."} if open_ones else {}}}


def test_files_are_whole_puzzles(plan: Run, tmp_path: Path) -> None:
    assert plan("invent", "crossing", "--seed", "7", "--engine", "none", "-o", "made").returncode == 0
    path = tmp_path / "made" / "crossing-001.toml"
    assert path.read_text().startswith("# Made by ferryplan ")
    assert "plan invent crossing --seed 7\n" in path.read_text()
    ((row,), fewest) = (
        json.loads((path.parent / "index.json").read_text()),
        invented.fewest(invented.plain(path.read_text())),
    )
    assert row["crossings"] == fewest
    solved = json.loads(plan(str(path), "--engine", "rules", "--format", "json").stdout)
    assert (solved["status"], solved["crossings"]) == ("optimal", fewest)
    assert row["title"] in (path.parent / "index.md").read_text()


def test_new_ones_are_added_and_differ(plan: Run, tmp_path: Path) -> None:
    asked = ("invent", "queens", "--seed", "1", "--size", "5", "--engine", "none", "-o", "made")
    assert plan(*asked, "--number", "2").returncode == 0
    refused(plan(*asked), "made: the folder is not empty; choose a new or an empty folder")
    run = plan(*asked, "--number", "2", "--new")
    assert run.returncode == 0, run.stderr
    rows = json.loads((tmp_path / "made" / "index.json").read_text())
    assert [row["file"] for row in rows] == [f"queens-00{number}.toml" for number in (1, 2, 3, 4)]
    boards = [invented.plain((tmp_path / "made" / row["file"]).read_text())["board"] for row in rows]
    assert len({str(sorted(board.items())) for board in boards}) == 4


def test_puzzles_of_one_run_differ_unless_they_may_repeat(plan: Run) -> None:
    """A board of size four has two solutions, mirror images of each other, so there are few boards: the error says what was tried and what helps."""
    asked = (
        "invent",
        "queens",
        "--seed",
        "1",
        "--size",
        "4",
        "--number",
        "12",
        "--engine",
        "none",
        "--format",
        "json",
    )
    run = plan(*asked, "--max-drafts", "60")
    assert run.returncode == 12
    made = json.loads(run.stdout)["puzzles"]
    assert 0 < len(made) < 12
    assert (
        f"plan: made {len(made)} of 12 puzzles; none of 60 drafts for the next puzzle met all conditions; "
        in run.stderr
    )
    assert "rejected drafts failed because the puzzle was not new" in run.stderr
    assert (
        "plan: try other sizes (--size), puzzles that need not be new (--no-new) or more drafts (--max-drafts 600)"
        in run.stderr
    )
    again = plan(*asked, "--no-new")
    assert again.returncode == 0, again.stderr
    assert len(json.loads(again.stdout)["puzzles"]) == 12


def test_easy_crossings_are_found(plan: Run) -> None:
    run = plan("invent", "crossing", "--difficulty", "1", "--seed", "2", "--engine", "none", "--format", "json")
    assert run.returncode == 0, run.stderr
    assert [one["difficulty"] for one in json.loads(run.stdout)["puzzles"]] == [1]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("crossing", "--difficulty", "9"), "--difficulty"),
        (
            ("crossing", "--travelers", "2", "--crossings", "30"),
            "crossings: found 30, expected at most 26, because a puzzle with 2 travelers has only 27 states",
        ),
        (("crossing", "--theme", "oper"), "did you mean 'opera'"),
        (("crossing", "--clues", "same"), "--clues has no effect here"),
        (("grid", "--max-classes", "2"), "--max-classes has no effect here; it applies only with crossing"),
        (
            ("crossing", "--no-unique", "--max-classes", "2"),
            "--max-classes has no effect here; it applies only without --no-unique",
        ),
        (("sudoku", "--no-unique"), "has no effect here; it applies only with crossing"),
        (("arithmetic", "--no-minimal"), "has no effect here; it applies only with crossing, grid or sudoku"),
        (("grid", "--clues", "sane"), "same"),
        (("nothing",), "crossing"),
        (("crossing", "--seed", "-1"), "--seed"),
        (("crossing", "--number", "0"), "--number"),
        (("crossing", "-o", "a-file"), "a-file: this is a file; choose a folder instead"),
    ],
)
def test_wishes_that_make_no_sense(asked: tuple[str, ...], said: str, plan: Run, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("mine")
    refused(plan("invent", *asked), said)
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]
    assert (tmp_path / "a-file").read_text() == "mine"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_not_made_in_time_is_told(jobs: str, plan: Run) -> None:
    seconds = {"1": "2", "2": "8"}[jobs]  # processes take some time to begin
    asked = ("--seed", "1", "--travelers", "2", "--crossings", "20", "--timeout", seconds, "--jobs", jobs)
    run = plan("invent", "crossing", *asked)
    assert run.returncode == 20
    assert run.stdout == ""
    assert re.search(
        r"^plan: made 0 of 1 puzzles; the run stopped at the time limit; "
        r"[1-9][\d,]* of the [1-9][\d,]* rejected drafts failed because the number of crossings was wrong$",
        run.stderr,
        re.MULTILINE,
    )


def test_a_theme_of_ones_own_that_lacks_a_word(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "mine"\n')
    refused(plan("invent", "crossing", "--theme", "mine.toml"), "mine.toml")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(jobs: str, tmp_path: Path) -> None:
    asked = ["invent", "queens", "--seed", "2", "--number", "100000", "--engine", "none", "--jobs", jobs]
    for seconds in (3, 10, 30):  # until there is something to keep, however busy the machine is
        folder = tmp_path / f"made-{seconds}"
        command = [Path(sys.executable).with_name("plan"), *asked, "-o", folder]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all of them
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130, errors
        if folder.exists():
            break
    assert " of 100000 puzzles; the run was interrupted" in errors
    rows = json.loads((folder / "index.json").read_text())
    assert 0 < len(rows) < 100000
    assert len(list(folder.glob("*.toml"))) == len(rows)


def test_twins_are_told_so_that_none_is_given_away(plan: Run) -> None:
    run = plan("invent", "crossing", "--seed", "3", "--unsolvable", "--engine", "none")
    assert "1a. " in run.stdout
    assert "1b. " in run.stdout
    assert "Difficulty" not in run.stdout


def test_a_plan_that_is_better_than_what_is_proven_refutes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the engine does not say that its plan is best: so many crossings are too many then."""
    one = invention.invented(invention.Asked("crossing", "1", "opera"), 1)
    assert one.draft is not None
    worse = one._replace(
        draft=one.draft._replace(proven={**one.draft.proven, "crossings": one.draft.proven["crossings"] + 2})
    )
    solved = ferryplan.planner.inventing.sheets.solve
    monkeypatch.setattr(
        ferryplan.planner.inventing.sheets,
        "solve",
        lambda *asked, **more: replace(solved(*asked, **more), status="solved"),
    )
    least = one.draft.proven["crossings"]
    reported = rf"reported {least} crossings for an invented puzzle \(made with `asked`\)"
    says = f"{reported}, but ferryplan's own search proves an optimum of {least + 2} crossings"
    with pytest.raises(RefutedError, match=says):
        ferryplan.planner.inventing.sheets.posed(worse, "one", "asked", None, None, 60, 4096)
    assert ferryplan.planner.inventing.sheets.posed(one, "one", "asked", None, None, 60, 4096)


def test_what_is_in_a_journal_is_not_made_again(plan: Run, tmp_path: Path) -> None:
    """Without its last lines it goes on, to the same; the seed that was drawn is that of the journal."""
    asked = ("invent", "crossing", "--number", "3", "--unsolvable", "--format", "html")
    first = plan(*asked, "--journal", "kept")
    assert first.returncode == 0, first.stderr
    lines = (tmp_path / "kept").read_text().splitlines(keepends=True)
    names = [
        json.loads(line)[0].partition(" ")[0] for line in lines[1:]
    ]  # a name comes again where a draft was no new puzzle
    assert [*dict.fromkeys(names)] == [f"crossing-00{number}" for number in (1, 2, 3)]
    (tmp_path / "kept").write_text("".join(lines[:3]) + lines[3][:50])
    second = plan(*asked, "--journal", "kept", "--jobs", "2")
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert (tmp_path / "kept").read_text().splitlines(keepends=True)[:3] == lines[:3]
    refused(
        plan(*asked, "--journal", "kept", "--number", "4"),
        "kept: this journal belongs to another run: its 'command' is",
    )


def test_with_a_journal_what_is_finished_is_kept_there_alone(plan: Run, tmp_path: Path) -> None:
    asked = (
        "invent",
        "crossing",
        "--seed",
        "1",
        "--crossings",
        "20",
        "--travelers",
        "2",
        "--journal",
        "kept",
        "-o",
        "made",
    )
    run = plan(*asked, "--timeout", "1")
    assert run.returncode == 20
    assert (
        "made 0 of 1 puzzles (saved in kept; run the same command again to resume); the run stopped at the time limit"
        in run.stderr
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept"]
