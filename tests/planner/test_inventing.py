"""`plan invent`: sheets, files with proofs, certificates, and requests that cannot be met."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import invented_puzzles
import pytest
from conftest import RunCommand, assert_refused
from processes import MAX_WAIT_SECONDS, has_used_processor, list_children, wait_until

import ferryplan.planner.inventing.puzzle_sheets
from ferryplan.generator.inventing import invention
from ferryplan.planner.engines.registry import RefutedError


def test_parallel_jobs_invent_the_same_puzzles(plan: RunCommand) -> None:
    asked = ("invent", "queens", "--seed", "5", "--number", "3", "--engine", "none", "--format", "json")
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
def test_invented_unsolvable_puzzles_have_valid_certificates(
    asked: tuple[str, ...], plan: RunCommand, tmp_path: Path
) -> None:
    run = plan("invent", *asked, "--seed", "6", "--unsolvable", "-o", "made")
    assert run.returncode == 0, run.stderr
    rows = json.loads((tmp_path / "made" / "index.json").read_text())
    assert {row["status"] for row in rows} == {"unsolvable", "optimal" if asked == ("crossing",) else "solved"}
    assert len(rows) == 2
    for row in rows:
        path = tmp_path / "made" / row["file"]
        data, proof = (
            invented_puzzles.parse_puzzle(path.read_text()),
            json.loads(path.with_name(f"{path.stem}-certificate.json").read_text()),
        )
        assert invented_puzzles.find_proof_fault(data, proof) == ""
        assert invented_puzzles.find_proof_fault(data, _worse(proof)) != ""


def _worse(proof: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate that proves nothing.

    It has another end, lacks a state, or ends where no rule is broken yet.
    """
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


def test_invented_files_are_complete_puzzles(plan: RunCommand, tmp_path: Path) -> None:
    assert plan("invent", "crossing", "--seed", "7", "--engine", "none", "-o", "made").returncode == 0
    path = tmp_path / "made" / "crossing-001.toml"
    assert path.read_text().startswith("# Made by ferryplan ")
    assert "plan invent crossing --seed 7\n" in path.read_text()
    ((row,), fewest) = (
        json.loads((path.parent / "index.json").read_text()),
        invented_puzzles.count_fewest_crossings(invented_puzzles.parse_puzzle(path.read_text())),
    )
    assert row["crossings"] == fewest
    solved = json.loads(plan(str(path), "--engine", "rules", "--format", "json").stdout)
    assert (solved["status"], solved["crossings"]) == ("optimal", fewest)
    assert row["title"] in (path.parent / "index.md").read_text()


@pytest.mark.parametrize(
    ("ending", "form"), [("html", "html"), ("md", "markdown"), ("json", "json"), ("tex", "latex"), ("txt", "text")]
)
def test_invent_writes_one_sheet_into_a_file(ending: str, form: str, plan: RunCommand, tmp_path: Path) -> None:
    """The name of a file does not become a folder: the file has the sheet that the command prints in this format."""
    asked = ("invent", "queens", "--seed", "1", "--size", "5", "--number", "2", "--engine", "none")
    name = f"sheet.{ending}"
    run = plan(*asked, "-o", name)
    assert run.returncode == 0, run.stderr
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text().split() == plan(*asked, "--format", form).stdout.split()
    assert_refused(plan(*asked, "-o", name), f"{name}: exists already")


def test_invent_writes_one_puzzle_file(plan: RunCommand, tmp_path: Path) -> None:
    asked = ("invent", "queens", "--seed", "1", "--size", "5", "--engine", "none", "-o", "bees.toml")
    assert_refused(plan(*asked, "--number", "2"), "'bees.toml' can hold only one puzzle; give a folder")
    assert_refused(plan(*asked, "--unsolvable"), "'bees.toml' can hold only one puzzle; give a folder")
    assert [*tmp_path.iterdir()] == []
    assert plan(*asked).returncode == 0
    assert plan("./bees.toml").returncode == 0


def test_invented_pages_link_to_each_other_and_to_the_index(plan: RunCommand, tmp_path: Path) -> None:
    """Of three pages, the first has no link to a previous page, and the last none to a next one.

    Puzzles that are added later are on the index page, too.
    """
    asked = ("invent", "queens", "--size", "5", "--engine", "none", "--format", "html", "-o", "made")
    run = plan(*asked, "--seed", "1", "--number", "3")
    assert run.returncode == 0, run.stderr
    folder = tmp_path / "made"

    def links(name: str) -> list[str]:
        return re.findall(r'<a href="([^"]*)"', (folder / name).read_text())

    pages = [f"queens-00{number}.html" for number in (1, 2, 3)]
    assert [links(page) for page in pages] == [
        ["index.html", pages[1]],
        [pages[0], "index.html", pages[2]],
        [pages[1], "index.html"],
    ]
    assert links("index.html") == pages
    assert "Solution" not in (folder / pages[0]).read_text()
    run = plan(*asked, "--seed", "2", "--new", "--solution")
    assert run.returncode == 0, run.stderr
    assert links("index.html") == [*pages, "queens-004.html"]
    assert "Solution" in (folder / "queens-004.html").read_text()


@pytest.mark.parametrize(
    "asked",
    [
        ("generate", "hanoi"),
        ("suite", "hanoi", "--discs", "1..2"),
        ("exercise", "hanoi"),
        ("check", "hanoi", "--submissions", "models"),
        ("pose", "hanoi"),
    ],
)
def test_folder_for_output_does_not_get_the_name_of_a_file(
    asked: tuple[str, ...], plan: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "models").mkdir()
    assert_refused(plan(*asked, "-o", "page.html"), "page.html: the output is a folder, but this name ends in '.html'")
    assert [path.name for path in tmp_path.iterdir()] == ["models"]


def test_invent_new_option_adds_only_puzzles_not_yet_in_the_folder(plan: RunCommand, tmp_path: Path) -> None:
    asked = ("invent", "queens", "--seed", "1", "--size", "5", "--engine", "none", "-o", "made")
    assert plan(*asked, "--number", "2").returncode == 0
    assert_refused(plan(*asked), "made: the folder is not empty; choose a new or an empty folder")
    run = plan(*asked, "--number", "2", "--new")
    assert run.returncode == 0, run.stderr
    rows = json.loads((tmp_path / "made" / "index.json").read_text())
    assert [row["file"] for row in rows] == [f"queens-00{number}.toml" for number in (1, 2, 3, 4)]
    boards = [invented_puzzles.parse_puzzle((tmp_path / "made" / row["file"]).read_text())["board"] for row in rows]
    assert len({str(sorted(board.items())) for board in boards}) == 4


def test_no_new_allows_repeated_puzzles(plan: RunCommand) -> None:
    """`--no-new` allows repeated puzzles; without it, the error says what was tried and what helps.

    A queens board of size four has two solutions, mirror images of each other, so there are few different
    puzzles.
    """
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


def test_invent_finds_crossings_of_lowest_difficulty(plan: RunCommand) -> None:
    run = plan("invent", "crossing", "--difficulty", "1", "--seed", "3", "--engine", "none", "--format", "json")
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
        (("crossing", "-o", "page.pdf"), "page.pdf: the extension '.pdf' does not belong to an output format"),
        (("crossing", "--new", "-o", "page.html"), "--new has no effect with -o FILE; it applies only with -o FOLDER"),
        (("crossing", "--format", "json", "-o", "made"), "--format has no effect here"),
        (("crossing", "-o", "a-file"), "a-file: this is a file; choose a folder instead"),
    ],
)
def test_invent_rejects_inapplicable_options(
    asked: tuple[str, ...], said: str, plan: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "a-file").write_text("mine")
    assert_refused(plan("invent", *asked), said)
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]
    assert (tmp_path / "a-file").read_text() == "mine"


HOPELESS = ("invent", "crossing", "--seed", "1", "--travelers", "2", "--crossings", "20")
"""a request that no draft meets: two travelers need not cross so often"""


def test_timeout_reports_why_drafts_were_rejected(plan: RunCommand) -> None:
    run = plan(*HOPELESS, "--timeout", "1")
    assert run.returncode == 20
    assert run.stdout == ""
    assert re.search(
        r"^plan: made 0 of 1 puzzles; the run stopped at the time limit; "
        r"[1-9][\d,]* of the [1-9][\d,]* rejected drafts failed because the number of crossings was wrong$",
        run.stderr,
        re.MULTILINE,
    )


def test_parallel_jobs_report_why_drafts_were_rejected(plan: RunCommand) -> None:
    """The processes tell how many drafts failed for which reason."""
    run = plan(*HOPELESS, "--max-drafts", "250", "--jobs", "2")
    assert run.returncode == 12
    assert re.search(
        r"[1-9]\d* of the 250 rejected drafts failed because the number of crossings was wrong", run.stderr
    )


def test_invent_rejects_an_incomplete_theme_file(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "mine"\n')
    assert_refused(plan("invent", "crossing", "--theme", "mine.toml"), "mine.toml")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_invent_keeps_finished_puzzles(jobs: str, tmp_path: Path) -> None:
    asked = ["invent", "queens", "--seed", "2", "--size", "4", "--no-new", "--engine", "none", "--jobs", jobs]
    for seconds in (1, 4, 16):  # of processor time, until there is something to keep
        folder = tmp_path / f"made-{seconds}"
        command = [Path(sys.executable).with_name("plan"), *asked, "--number", "100000", "-o", folder]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        wait_until(
            lambda: any(
                has_used_processor(one, seconds)  # noqa: B023 - called only within this round of the loop
                for one in (list_children(process.pid) or [process.pid])  # noqa: B023 - as above
            ),
            process,
        )
        os.killpg(process.pid, signal.SIGINT)  # to the whole process group, as a terminal does
        _, errors = process.communicate(timeout=MAX_WAIT_SECONDS)
        assert process.returncode == 130, errors
        if folder.exists():
            break
    assert " of 100000 puzzles; the run was interrupted" in errors
    rows = json.loads((folder / "index.json").read_text())
    assert 0 < len(rows) < 100000
    assert len(list(folder.glob("*.toml"))) == len(rows)


def test_printed_puzzle_pair_does_not_reveal_the_unsolvable_one(plan: RunCommand) -> None:
    run = plan("invent", "crossing", "--seed", "3", "--unsolvable", "--engine", "none")
    assert "1a. " in run.stdout
    assert "1b. " in run.stdout
    assert "Difficulty" not in run.stdout


def test_plan_below_the_proven_optimum_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan below the proven optimum raises an error, even if the engine does not call the plan optimal.

    The test raises the number of crossings in the proof.
    """
    one = invention.make_invention(invention.InventionRequest("crossing", "1", "opera"), 1)
    assert one.draft is not None
    worse = one._replace(
        draft=one.draft._replace(proven={**one.draft.proven, "crossings": one.draft.proven["crossings"] + 2})
    )
    solved = ferryplan.planner.inventing.puzzle_sheets.solve
    monkeypatch.setattr(
        ferryplan.planner.inventing.puzzle_sheets,
        "solve",
        lambda *asked, **more: replace(solved(*asked, **more), status="solved"),
    )
    least = one.draft.proven["crossings"]
    reported = rf"reported {least} crossings for an invented puzzle \(made with `asked`\)"
    says = f"{reported}, but ferryplan's own search proves an optimum of {least + 2} crossings"
    with pytest.raises(RefutedError, match=says):
        ferryplan.planner.inventing.puzzle_sheets.confirm_invention(worse, "one", "asked", None, None, 60, 4096)
    assert ferryplan.planner.inventing.puzzle_sheets.confirm_invention(one, "one", "asked", None, None, 60, 4096)


def test_invent_resumes_from_its_journal(plan: RunCommand, tmp_path: Path) -> None:
    """`plan invent` resumes from its journal.

    With the last lines removed, the run continues to the same result. A random seed is read from the journal.
    """
    asked = ("invent", "queens", "--number", "3", "--unsolvable", "--engine", "none", "--format", "html")
    first = plan(*asked, "--journal", "kept")
    assert first.returncode == 0, first.stderr
    lines = (tmp_path / "kept").read_text().splitlines(keepends=True)
    names = [json.loads(line)[0].partition(" ")[0] for line in lines[1:]]  # a name recurs if a draft was no new puzzle
    assert [*dict.fromkeys(names)] == [f"queens-00{number}" for number in (1, 2, 3)]
    (tmp_path / "kept").write_text("".join(lines[:3]) + lines[3][:50])
    second = plan(*asked, "--journal", "kept", "--jobs", "2")
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert (tmp_path / "kept").read_text().splitlines(keepends=True)[:3] == lines[:3]
    assert_refused(
        plan(*asked, "--journal", "kept", "--number", "4"),
        "kept: this journal belongs to another run: its 'command' is",
    )


def test_unfinished_invent_run_with_journal_writes_no_other_file(plan: RunCommand, tmp_path: Path) -> None:
    run = plan(*HOPELESS, "--journal", "kept", "-o", "made", "--timeout", "1")
    assert run.returncode == 20
    assert (
        "made 0 of 1 puzzles (saved in kept; run the same command again to resume); the run stopped at the time limit"
        in run.stderr
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept"]
