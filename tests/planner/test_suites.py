"""Benchmark suites: other programs find their files, metadata are right, and no partial files remain."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand, assert_refused
from processes import MAX_WAIT_SECONDS, wait_until
from support import combine_values, make_instance, run_fast_downward

from ferryplan.generator import header
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.generation import generate
from ferryplan.generator.header import read_header, restore_instance
from ferryplan.generator.puzzle import load
from ferryplan.planner.benchmarking.suites import write_suite
from ferryplan.planner.system.user_files import OutputError

COUPLES = load("jealous-couples")
# SHARED has one domain for all problems, MIXED one for each boat size: the boat's size is in the domain.
SHARED = combine_values(couples=range(2, 6), capacity=[2])
MIXED = combine_values(couples=[2, 3], capacity=[2, 3])


def metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "metadata.json").read_text())
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.engines
@pytest.mark.parametrize(
    ("dialect", "sets"),
    list(zip(DIALECTS, itertools.cycle([SHARED, MIXED]), strict=False)),
    ids=["one domain", "a domain each"] * 3,
)
def test_downward_lab_finds_problems_and_domains_of_a_suite(
    sets: list[dict[str, int]], dialect: str, tmp_path: Path
) -> None:
    from downward.suites import build_suite

    suite = write_suite(tmp_path, COUPLES, sets, dialect=dialect)
    problems = metadata(suite.folder)["problems"]
    folders = sorted({f"{suite.folder.name}/{Path(problem['file']).parent}" for problem in problems})
    tasks = sorted(build_suite(tmp_path, folders), key=lambda task: Path(task.problem_file).name)
    assert [Path(task.problem_file) for task in tasks] == [suite.folder / problem["file"] for problem in problems]
    assert [Path(task.domain_file) for task in tasks] == [suite.folder / problem["domain"] for problem in problems]
    assert len(tasks) == 4
    for task, problem in zip(tasks, problems, strict=True):
        text = Path(task.problem_file).read_text()
        header = read_header(text, problem["file"])
        assert [header.puzzle, header.parameters, header.dialect, header.encoding] == [
            problem[key] for key in ("puzzle", "parameters", "dialect", "encoding")
        ]
        pddl = generate(restore_instance(header, ""), header.dialect, header.encoding)
        assert text == pddl.problem
        assert uncommented(Path(task.domain_file).read_text()) == uncommented(pddl.domain)


def uncommented(pddl: str) -> list[str]:
    return [line for line in pddl.splitlines() if not line.startswith(";")]


def test_problems_share_one_domain_if_possible(tmp_path: Path) -> None:
    shared = write_suite(tmp_path, COUPLES, SHARED, dialect="adl").folder
    assert sorted(contents(shared)) == ["domain.pddl", "metadata.json", *(f"p0{number}.pddl" for number in range(1, 5))]
    mixed = write_suite(tmp_path / "mixed", COUPLES, MIXED, dialect="adl").folder
    problems = metadata(mixed)["problems"]
    assert sorted(contents(mixed)) == sorted(
        {"metadata.json", *(problem["file"] for problem in problems), *(problem["domain"] for problem in problems)}
    )
    assert {problem["domain"] for problem in problems} == {"01/domain.pddl", "02/domain.pddl"}, (
        "boats for two and three"
    )


def test_domains_that_differ_only_in_comments_are_shared(tmp_path: Path) -> None:
    """Two and three couples need a boat for two, four couples a boat for three, so there are two domains.

    The story of the shared domain has the numbers of the first problem only.
    """
    folder = write_suite(tmp_path, COUPLES, combine_values(couples=range(2, 5)), dialect="adl").folder
    assert [problem["file"] for problem in metadata(folder)["problems"]] == [
        "01/p01.pddl",
        "01/p02.pddl",
        "02/p03.pddl",
    ]
    first, third = ((folder / f"0{number}" / "domain.pddl").read_text() for number in (1, 2))
    assert first.startswith(
        "; All problems in this folder use this domain. The numbers in the story are those of the first problem.\n"
    )
    assert third.startswith("; The jealous couples\n")
    assert uncommented(first) != uncommented(third)


def test_each_domain_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A domain is not read again for each comparison, which would grow with the square of the problems."""
    read: list[str] = []
    tokens = header.tokens_with_lines
    monkeypatch.setattr(header, "tokens_with_lines", lambda text: (read.append(text), tokens(text))[1])
    sets = combine_values(couples=[2, 3], capacity=[2, 3, 4])
    problems = metadata(write_suite(tmp_path, COUPLES, sets).folder)["problems"]
    assert len({problem["domain"] for problem in problems}) > 3
    assert len([text for text in read if "(domain " in text and ":predicates" in text]) == len(problems)


def test_suite_is_replaced_only_by_the_same_unedited_suite(tmp_path: Path) -> None:
    folder = write_suite(tmp_path, COUPLES, MIXED).folder
    before = contents(folder)
    write_suite(tmp_path, COUPLES, MIXED)
    assert contents(folder) == before
    with pytest.raises(
        OutputError,
        match=r"jealous-couples-strips: the folder holds a suite of other problems; ferryplan replaces only an unedited file for the same puzzle",
    ):
        write_suite(tmp_path, COUPLES, SHARED)
    changed = folder / "02" / "p02.pddl"
    changed.write_text(changed.read_text() + "; a note\n")
    noted = contents(folder)
    with pytest.raises(OutputError, match=r"p02\.pddl: the problem was changed after ferryplan generated it"):
        write_suite(tmp_path, COUPLES, MIXED)
    assert contents(folder) == noted
    write_suite(tmp_path, COUPLES, MIXED, force=True)
    assert contents(folder) == before
    for content in ("", "{}", "[1]"):
        (folder / "metadata.json").write_text(content)
        with pytest.raises(OutputError, match="the folder holds a suite of other problems"):
            write_suite(tmp_path, COUPLES, MIXED)


def test_rerun_replaces_a_partial_suite_by_the_complete_suite(tmp_path: Path) -> None:
    """A rerun after an interruption replaces a partial suite by the whole suite.

    A partial suite replaces neither a whole suite nor another partial suite.
    """
    whole = contents(write_suite(tmp_path / "whole", COUPLES, MIXED).folder)
    folder = write_suite(tmp_path, COUPLES, MIXED[:2]).folder
    described = json.loads((folder / "metadata.json").read_text())
    (folder / "metadata.json").write_text(json.dumps({**described, "partial": True}))
    with pytest.raises(OutputError, match="the folder holds a suite of other problems"):
        write_suite(tmp_path, COUPLES, SHARED[2:])
    problem = folder / "01" / "p01.pddl"
    text = problem.read_text()
    problem.write_text(text + "; a note\n")
    with pytest.raises(OutputError, match="the problem was changed after ferryplan generated it"):
        write_suite(tmp_path, COUPLES, MIXED)
    problem.write_text(text)
    assert contents(write_suite(tmp_path, COUPLES, MIXED).folder) == whole
    with pytest.raises(OutputError, match="the folder holds a suite of other problems"):
        write_suite(tmp_path, COUPLES, MIXED[:2])


def test_problems_of_a_suite_have_different_names(tmp_path: Path) -> None:
    folder = write_suite(tmp_path, COUPLES, SHARED, dialect="adl").folder
    names = [re.findall(r"\(problem ([^)]+)\)", path.read_text()) for path in sorted(folder.glob("p*.pddl"))]
    assert len({name for found in names for name in found}) == len(SHARED) == len(names)


@pytest.mark.engines
@pytest.mark.parametrize("sets", [SHARED[:2], MIXED], ids=["one domain", "a domain each"])
def test_fast_downward_finds_the_domain_and_the_optimum(sets: list[dict[str, int]], tmp_path: Path) -> None:
    folder = write_suite(tmp_path, COUPLES, sets, dialect="adl").folder
    for problem in metadata(folder)["problems"]:
        plan, run = run_fast_downward(folder / problem["file"], tmp_path)
        assert (plan is not None) == problem["solvable"], run.stdout + run.stderr
        if plan is not None:
            assert f"; cost = {problem['optimal_actions']} (unit cost)" in plan
        else:
            assert run.returncode in (11, 12), "proven by the translator, or searched through"


def test_problems_are_numbered_by_increasing_size(tmp_path: Path) -> None:
    sets = combine_values(couples=range(1, 8), capacity=range(2, 6), boat_rules=(False, True), single_women=(0, 1))
    folder = write_suite(tmp_path, COUPLES, sets, dialect="adl").folder
    problems = metadata(folder)["problems"]
    assert len(problems) > 99
    files = [Path(problem["file"]).name for problem in problems]
    assert files == [f"p{number:03}.pddl" for number in range(1, len(problems) + 1)]
    assert (sizes := [problem["travelers"] for problem in problems]) == sorted(sizes)
    assert len(problems) + len(metadata(folder)["left_out"]) == 7 * 4 * 2 * 2
    assert len({(folder / problem["file"]).read_bytes() for problem in problems}) == len(problems)


def test_writing_a_suite_twice_gives_identical_bytes(tmp_path: Path) -> None:
    one, other = (write_suite(tmp_path / name, COUPLES, MIXED).folder for name in ("one", "other"))
    assert contents(one) == contents(other)


def test_problem_too_large_for_the_dialect_is_left_out(tmp_path: Path) -> None:
    suite = write_suite(tmp_path, COUPLES, combine_values(couples=[2, 11], capacity=[2]), dialect="strips")
    assert [problem["parameters"]["couples"] for problem in suite.problems] == [2]
    (left,) = metadata(suite.folder)["left_out"]
    assert (left["parameters"]["couples"], left["kind"]) == (11, "too large")
    assert "found 22 travelers, expected at most 20" in left["reason"]


class Interrupted:
    """A stand-in for a person who presses Ctrl-C at the n-th item."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, items: Sequence[Any], text: str) -> Iterable[Any]:
        for item in items:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            yield item


@pytest.mark.parametrize("after", [0, 3, 6, 9])  # four instances, four problems, two optima
def test_interruption_leaves_existing_files_unchanged(after: int, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_suite(tmp_path, COUPLES, MIXED, track=Interrupted(after))
    assert list(tmp_path.iterdir()) == []
    folder = write_suite(tmp_path, COUPLES, SHARED).folder
    before = contents(folder)
    with pytest.raises(KeyboardInterrupt):
        write_suite(tmp_path, COUPLES, MIXED, track=Interrupted(after))
    assert contents(folder) == before
    assert list(tmp_path.iterdir()) == [folder]


def test_ctrl_c_leaves_a_valid_partial_suite(tmp_path: Path) -> None:
    command = [
        Path(sys.executable).with_name("plan"),
        "suite",
        "--couples",
        "1..100",
        "--capacity",
        "2",
        "--dialect",
        "adl",
    ]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: list(tmp_path.glob(".plan-*/*/p*.pddl")), process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, err) == (130, "plan: interrupted\n")
    (folder,) = tmp_path.iterdir()
    data = json.loads((folder / "metadata.json").read_text())
    assert data["partial"] is True
    assert 0 < len(data["problems"]) < 100
    assert (
        out
        == f"wrote only {len(data['problems'])} of at most 100 problems to {folder.name}, because the run was interrupted\n"
    )
    for problem in data["problems"]:
        couples = problem["parameters"]["couples"]
        generated = generate(make_instance("jealous-couples", **problem["parameters"]), "adl")
        assert (folder / problem["file"]).read_text() == generated.problem
        assert problem["solvable"] in (None, couples <= 3)  # Bachet, as completed by de Fontenay


def test_early_stop_writes_nothing_and_keeps_earlier_suite(tmp_path: Path) -> None:
    assert write_suite(tmp_path, COUPLES, MIXED, should_stop=lambda: True).problems == ()
    assert list(tmp_path.iterdir()) == []
    folder = write_suite(tmp_path, COUPLES, SHARED).folder
    before = contents(folder)
    asked = iter([False] * 3)
    assert write_suite(tmp_path, COUPLES, SHARED, should_stop=lambda: next(asked, True)).problems == ()
    assert contents(folder) == before


def test_folder_with_foreign_files_is_not_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "jealous-couples-strips"
    folder.mkdir()
    assert write_suite(tmp_path, COUPLES, MIXED).folder == folder
    write_suite(tmp_path, COUPLES, combine_values(couples=[3], capacity=[2]), force=True)
    assert sorted(contents(folder)) == ["domain.pddl", "metadata.json", "p01.pddl"]
    (folder / "results.txt").write_text("a week of work")
    before = contents(folder)
    with pytest.raises(
        OutputError, match=r"jealous-couples-strips: 'results\.txt' does not belong to a suite; choose another folder"
    ):
        write_suite(tmp_path, COUPLES, MIXED)
    assert contents(folder) == before
    other = tmp_path / "jealous-couples-adl"
    other.mkdir()
    (other / "p01.pddl").write_text("; no metadata beside it: somebody's own")
    with pytest.raises(OutputError, match=re.escape("'p01.pddl' does not belong to a suite")):
        write_suite(tmp_path, COUPLES, MIXED, dialect="adl")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ("--couples 0..3", "couples: found 0, expected 1 to 1000"),
        ("--couples 1..5000000", "couples: found 5000000, expected 1 to 1000"),
        ("--couples 5..1", "found '5..1', expected a range from the lower to the higher number"),
        ("--couples 2.5", "found '2.5', expected a number"),
        ("--bypass maybe", "found 'maybe', expected yes, no or yes,no"),
        ("--couples 1..1000 --single-men 0..50", "found 51,000 sets of parameters, expected at most 10,000"),
        ("--couples 11 --capacity 2", "the first one was left out for this reason: found 22 travelers"),
        ("missionaries-cannibals --missionaries 2 --cannibals 3", "the first one was left out for this reason: start"),
        ("famly --sons 2", "did you mean 'family'?"),
        ("family --couples 2", "the puzzle 'family' has no option '--couples'; did you mean `plan suite jealous-couples --couples 2`?"),
        ("-o /dev/null", "cannot be written"),
    ],
)  # fmt: skip
def test_suite_rejects_invalid_arguments_without_writing(
    arguments: str, found: str, plan: RunCommand, tmp_path: Path
) -> None:
    run = plan("suite", *arguments.split())
    assert_refused(run, found)
    assert list(tmp_path.iterdir()) == []


def test_suite_verb_reports_problems_notes_and_duplicates(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("suite", "--couples", "1..3,5", "--capacity", "2..3", "--bypass", "no", "-o", "suites")
    assert run.returncode == 0
    assert run.stdout == "wrote 7 problems to suites/jealous-couples-strips (7 with a known optimum)\n"
    note, left_out = run.stderr.splitlines()
    assert note.startswith(
        "plan: note: --bypass: 'no' (allow crossings from bank to bank without a stop at an island) has no effect in this puzzle"
    )
    assert left_out == "plan: left out 1 of 8 problems (1 duplicate); metadata.json gives the reasons"
    problems = metadata(tmp_path / "suites" / "jealous-couples-strips")["problems"]
    assert [problem["parameters"]["couples"] for problem in problems] == [1, 2, 2, 3, 3, 5, 5]
    assert not any(problem["parameters"]["bypass"] for problem in problems)


def test_omitted_problems_are_marked_inexpressible_or_too_large(tmp_path: Path) -> None:
    sets = [{"couples": 2, "capacity": 2, "boats": boats} for boats in (1, 2)]
    suite = write_suite(tmp_path, load("jealous-couples"), sets, dialect="strips")
    (left_out,) = suite.left_out
    assert (left_out.kind, left_out.parameters["boats"]) == ("not in this dialect", 2)
    assert "can express only one boat" in left_out.reason
    large = write_suite(
        tmp_path / "large", load("jealous-couples"), [{"couples": 2, "capacity": 2}, {"couples": 60, "capacity": 3}]
    )
    assert [part.kind for part in large.left_out] == ["too large"]


def test_suite_metadata_states_the_units_of_optimal_values(tmp_path: Path) -> None:
    write_suite(tmp_path, load("jealous-couples"), [{"couples": 2}], dialect="strips")
    units = json.loads((tmp_path / "jealous-couples-strips" / "metadata.json").read_text())["units"]
    assert units == {
        "optimal_moves": "crossings",
        "optimal_actions": "actions of the 'strips' dialect in this encoding",
    }
    write_suite(tmp_path, load("paid-oars"), [{}], dialect="costs")
    units = json.loads((tmp_path / "paid-oars-costs" / "metadata.json").read_text())["units"]
    unit = load("paid-oars").cost.unit
    actions = "actions of the 'costs' dialect in this encoding"
    assert units == {"optimal_moves": "crossings", "optimal_actions": actions, "optimal_cost": unit}


@pytest.mark.engines
def test_generated_lab_experiment_runs_unmodified(plan: RunCommand, tmp_path: Path) -> None:
    """Three couples cross in 11 moves; four couples with a boat for two never cross.

    The oracle's tables and two engines agree on this.
    """
    asked = ("suite", "--couples", "3..4", "--capacity", "2", "--lab", "lab", "--timeout", "100")
    written = plan(*asked)
    assert written.returncode == 0, written.stderr
    short = {"FERRYPLAN_ENGINES": "pyperplan", "FERRYPLAN_SECONDS": "90"}
    environment = {**os.environ, **short, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "exp.py", "--all"],
        cwd=tmp_path / "lab", env=environment, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    runs = json.loads((tmp_path / "lab" / "data" / "exp-eval" / "properties").read_text())
    found = {
        run["problem"]: (run["error"], run["coverage"], run["unsolvable"], run.get("cost")) for run in runs.values()
    }
    assert found == {"p01.pddl": ("optimal", 1, 0, 11), "p02.pddl": ("unsolvable", 0, 1, None)}
    assert all(run["expansions"] > 0 and run["total_time"] > 0 for run in runs.values())
    assert "0 runs with unexplained errors" in done.stdout + done.stderr
    assert "pyperplan" in (tmp_path / "lab" / "data" / "exp-eval" / "report.html").read_text()
    first = tmp_path / "lab" / "data" / "exp" / "runs-00001-00100" / "00001" / "run"
    assert "'--timeout', '90.0'" in first.read_text()
    assert plan(*asked).returncode == 0, "what was not changed is written again"
    text = (tmp_path / "lab" / "exp.py").read_text()
    (tmp_path / "lab" / "exp.py").write_text(text.replace("pyperplan", "symk"))
    again = plan(*asked)
    assert again.returncode == 30
    assert "exp.py: the file holds another experiment" in again.stderr


def test_suite_is_identical_with_workers_and_journal(plan: RunCommand, tmp_path: Path) -> None:
    asked = ("suite", "--couples", "3..5", "--capacity", "2,3")
    for more in (
        ("-o", "one"),
        ("-o", "two", "--jobs", "2", "--journal", "kept"),
        ("-o", "three", "--journal", "kept"),
    ):
        run = plan(*asked, *more)
        assert run.returncode == 0, run.stderr
        assert contents(tmp_path / more[1] / "jealous-couples-strips") == contents(
            tmp_path / "one" / "jealous-couples-strips"
        )
    lines = (tmp_path / "kept").read_text().splitlines()
    assert len(lines) > 1
    assert len({*lines}) == len(lines)
