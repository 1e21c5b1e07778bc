"""All solutions on the command line and from Python, and the backward search from the goal."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import oracle
import pytest
from conftest import RunCommand
from page_checks import OpenPage, find_accessibility_violations
from processes import MAX_WAIT_SECONDS
from support import CASES, make_instance

from ferryplan.domains import FOLDER
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.generation import find_formulation
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.wording import format_number
from ferryplan.planner.engines.session import Session
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.questions.solution_enumeration import enumerate_solutions
from ferryplan.planner.questions.solving import solve


def test_all_lists_486_solutions_for_three_couples(plan: RunCommand) -> None:
    run = plan("solve", "--couples", "3", "--all", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, run.stderr) == (0, "")
    # 4 solutions up to renaming: Fraley, Cooke, Detrick, Mathematics Magazine 39 (1966) 151-157
    assert (data["status"], data["crossings"], data["optimal_solutions"], data["classes"]) == ("optimal", 11, 486, 4)
    told = {json.dumps([step["aboard"] for step in solution["steps"]]) for solution in data["solutions"]}
    assert len(told) == 486
    brute = {json.dumps([sorted(load) for load, _ in plan]) for _, plan in oracle.jealous_couples(3).find_plans(11)}
    assert {json.dumps([sorted(load) for load in json.loads(one)]) for one in told} == brute


def test_published_solution_is_among_all_solutions() -> None:
    instance = make_instance("jealous-couples", couples=3, capacity=2)
    actions = read_final_plan((CASES / "jealous-husbands.plan").read_text(), "jealous-husbands.plan")
    printed = tuple(find_formulation(instance, "adl").decode_plan(instance, actions))
    assert printed in {way.moves for way in CheapestSolutions(CrossingSpace(instance)).iterate_paths()}


def test_up_to_symmetry_lists_one_solution_per_class(plan: RunCommand) -> None:
    data = json.loads(plan("--couples", "3", "--up-to-symmetry", "--format", "json").stdout)
    assert len(data["solutions"]) == data["classes"] == 4
    assert sum(solution["class_size"] for solution in data["solutions"]) == data["optimal_solutions"] == 486


def test_stream_prints_each_solution_on_its_line(plan: RunCommand) -> None:
    lines = plan("--couples", "3", "--stream", "--format", "json").stdout.splitlines()
    objects = [json.loads(line) for line in lines]
    assert [found["number"] for found in objects] == [*range(1, 487)]
    assert {found["crossings"] for found in objects} == {11}
    assert len({*lines}) == 486


def test_limit_lists_only_the_first_solutions(plan: RunCommand) -> None:
    run = plan("--couples", "8", "--capacity", "4", "--limit", "2", "--format", "json")
    data = json.loads(run.stdout)
    assert len(data["solutions"]) == 2
    assert (
        data["optimal_solutions"]
        == CheapestSolutions(CrossingSpace(make_instance("jealous-couples", couples=8, capacity=4))).count
        > 10**12
    )


def test_slack_includes_longer_solutions(plan: RunCommand) -> None:
    data = json.loads(plan("--couples", "2", "--capacity", "2", "--slack", "2", "--format", "json").stdout)
    brute = oracle.jealous_couples(2).find_plans(7)
    assert data["within_slack"]["solutions"] == len(brute) == len(data["solutions"])
    assert data["optimal_solutions"] == sum(price == 5 for price, _ in brute)
    by_crossings = {number["crossings"]: number["solutions"] for number in data["within_slack"]["by_crossings"]}
    assert by_crossings == {crossings: sum(price == crossings for price, _ in brute) for crossings in by_crossings}
    first = json.loads(plan("--couples", "2", "--slack", "2", "--limit", "1", "--format", "json").stdout)
    assert (first["within_slack"]["solutions"], len(first["solutions"])) == (None, 1)


def test_all_lists_every_cheapest_solution(plan: RunCommand) -> None:
    data = json.loads(plan("bridge-torch", "--all", "--format", "json").stdout)
    # Rote, EATCS Bulletin 78 (2002): 17 minutes; either of the two fast travelers returns first
    assert (data["cost"], data["unit"], data["optimal_solutions"], len(data["solutions"])) == (17, "minute", 2, 2)
    assert {solution["cost"] for solution in data["solutions"]} == {17}


def test_all_option_reports_the_proof_for_an_unsolvable_puzzle(plan: RunCommand) -> None:
    run = plan("--couples", "4", "--capacity", "2", "--all", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"], data["optimal_solutions"], data["solutions"]) == (10, "unsolvable", 0, [])
    solved = json.loads(plan("--couples", "4", "--capacity", "2", "--format", "json").stdout)
    assert (data["proof"], data["variants"]) == (solved["proof"], solved["variants"])
    streamed = plan("--couples", "4", "--capacity", "2", "--stream", "--format", "json").stdout.splitlines()
    assert [json.loads(line)["status"] for line in streamed] == ["unsolvable"]


def test_all_and_solve_report_the_same_smallest_boat(plan: RunCommand) -> None:
    notes = [json.loads(plan("--couples", "4", *more, "--format", "json").stdout)["notes"] for more in ([], ["--all"])]
    assert notes[0] == notes[1] == ["a boat for 2 travelers is proven too small; a boat for 3 is large enough"]


def test_output_after_timeout_still_has_number_of_optimal_solutions(plan: RunCommand) -> None:
    run = plan("missionaries-cannibals", "--slack", "10", "--timeout", "2", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"], data["optimal_solutions"]) == (20, "timeout", 8100)
    assert run.stderr == "plan: stopped at the time limit of 2 s; --timeout allows more\n"


def endless() -> subprocess.Popen[str]:
    command = [Path(sys.executable).with_name("plan"), "--couples", "8", "--stream", "--format", "json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ})


def test_stream_ends_quietly_when_its_reader_closes() -> None:
    with endless() as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["number"] == 1
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(MAX_WAIT_SECONDS) == 0


def test_interrupted_stream_exits_with_130() -> None:
    with endless() as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        while process.stdout.read(1 << 16):
            pass
        assert process.stderr.read() == "plan: interrupted\n"
        assert process.wait(MAX_WAIT_SECONDS) == 130


@pytest.mark.parametrize(
    "option",
    [["--engine", "symk"], ["--dialect", "adl"], ["--encoding", "named"], ["--backward"]],
    ids=str,
)
def test_engine_options_are_rejected_with_all(option: list[str], plan: RunCommand) -> None:
    run = plan("--couples", "3", "--all", *option)
    expected = (
        f"{option[0]} has no effect with --all, which runs no planner; it applies only in a search for one solution"
    )
    assert (run.returncode, run.stderr) == (30, f"plan: {expected}\n")


@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "queens --queens 4"])
def test_all_solutions_are_written_to_files(puzzle: str, plan: RunCommand, tmp_path: Path) -> None:
    names = ["all.txt", "all.md", "all.json", "all.html"]
    run = plan(*puzzle.split(), "--all", "--explain", *(part for name in names for part in ("-o", name)))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "".join(f"{name}: written.\n" for name in names)
    texts = {name: (tmp_path / name).read_text() for name in names}
    solutions = json.loads(texts["all.json"])["solutions"]
    assert len(solutions) == 2, "as is known of both"
    for name, heading in (("all.txt", "Solution 2"), ("all.md", "## Solution 2"), ("all.html", "<h2>Solution 2</h2>")):
        assert texts[name].count(heading) == 1
        reasons = "Reasons for each placement" if "queens" in puzzle else "Why each crossing is safe"
        assert texts[name].count(reasons) == 2
    steps = [step for solution in solutions for step in solution["steps"]]
    assert any(step.get("safe") or step.get("ruled_out") for step in steps)
    page = ElementTree.fromstring(re.sub(r"<!DOCTYPE html>|<(?:meta|link)[^>]*>", "", texts["all.html"]))
    assert len(page.findall(".//table")) == 2


def test_html_of_all_solutions_escapes_the_story(plan: RunCommand, tmp_path: Path) -> None:
    text = (
        (FOLDER / "crossing" / "wolf-goat-cabbage.toml").read_text().replace("A farmer wants", "A <b>farmer</b> wants")
    )
    (tmp_path / "bold.toml").write_text(text)
    assert plan("bold.toml", "--all", "-o", "all.html").returncode == 0
    assert "A &lt;b&gt;farmer&lt;/b&gt; wants" in (tmp_path / "all.html").read_text()


def test_enumerate_solutions_lists_classes_in_python() -> None:
    found = enumerate_solutions(load("jealous-couples"), {"couples": 3})
    listed = [*found.numbered_solutions(up_to_symmetry=True)]
    assert [one.number for one in listed] == [1, 2, 3, 4]
    assert sum(one.class_size for one in listed) == found.cheapest.count == 486
    assert {len(one.solution.steps) for one in listed} == {11}
    with pytest.raises(
        EncodingError,
        match="the puzzle has 2 boats that cross at the same time; ferryplan's own search handles only one boat",
    ):
        enumerate_solutions(load("bridge-torch"), {"boats": 2})


@pytest.mark.parametrize(
    ("number", "told"), [(486, "486"), (10**12, "1,000,000,000,000"), (28312 * 10**40, "2.83e+44")]
)
def test_large_solution_counts_are_formatted(number: int, told: str) -> None:
    assert format_number(number) == told


@pytest.mark.parametrize(
    ("puzzle", "parameters", "encoding"),
    [
        ("jealous-couples", {"couples": 2, "capacity": 2}, "named"),
        ("jealous-couples", {"couples": 3}, "counted"),
        ("missionaries-cannibals", {"missionaries": 3, "cannibals": 2}, "counted"),
        ("wolf-goat-cabbage", {}, "named"),
        ("wolf-goat-cabbage", {}, "counted"),
        ("bridge-torch", {"paces": [1, 2, 3]}, "named"),
    ],
)
def test_backward_plans_are_as_short_as_forward_plans(
    puzzle: str, parameters: dict[str, object], encoding: str, worker: Session
) -> None:
    result = solve(load(puzzle), parameters, dialect="strips", encoding=encoding, backward=True, session=worker)
    assert result.status == "optimal"
    found = tuple(step.move for step in result.solution.steps)
    assert found in {way.moves for way in CheapestSolutions(CrossingSpace(result.instance)).iterate_paths()}
    assert not result.instance.backward


def test_backward_plan_is_validated_and_narrated_from_files(plan: RunCommand, tmp_path: Path) -> None:
    arguments = ("--couples", "3", "--capacity", "2", "--backward")
    plan("generate", *arguments, "-o", "backwards")
    written = plan(*arguments, "--dialect", "strips", "--encoding", "named", "--format", "plan").stdout
    assert "right-bank left-bank)" in written.splitlines()[2]
    run = plan("validate", "backwards/p01.pddl", "-", text=written)
    assert run.stdout == "-: valid: 11 crossings; every crossing keeps the rules, and the plan reaches the goal.\n"
    told = plan("narrate", "backwards/p01.pddl", "-", "--format", "json", text=written).stdout
    steps = json.loads(told)["steps"]
    assert steps[0]["from"] == "left-bank"
    assert steps[-1]["places"]["left-bank"] == []
    (tmp_path / "forwards").mkdir()
    plan("generate", *arguments[:-1], "-o", "forwards")
    assert plan("validate", "forwards/p01.pddl", "-", text=written).returncode == 14


def test_unsolvable_answer_mentions_the_backward_search(plan: RunCommand) -> None:
    run = plan("--couples", "4", "--capacity", "2", "--backward")
    assert run.returncode == 10
    assert "The planner searched backward, from the goal to the start." in run.stdout


@pytest.mark.browser
def test_page_of_all_solutions_draws_boards_from_data(plan: RunCommand, show: OpenPage, tmp_path: Path) -> None:
    """The page draws a board for each of the 92 solutions of the eight queens, and no two of them are equal.

    On each board, no queen attacks another one. The page takes at most 60 KB when compressed, and has tables instead of
    boards for readers without scripts.
    """
    assert plan("queens", "--all", "-o", "all.html").returncode == 0
    text = (tmp_path / "all.html").read_text()
    assert len(gzip.compress(text.encode())) <= 60_000
    page = show(text, 375, 812)
    boards = page.evaluate(
        """() => [...document.querySelectorAll(".solution")].map((one) => [one.querySelector("svg").getAttribute("aria-label"),
          [...one.querySelectorAll("svg .fp-queen")].map(({ dataset }) => [Number(dataset.row), Number(dataset.column)])])"""
    )
    assert [label for label, _ in boards] == [f"Solution {number}" for number in range(1, 93)]
    assert len({str(sorted(queens)) for _, queens in boards}) == 92
    for _, queens in boards:
        assert len(queens) == 8
        for (row, column), (other_row, other_column) in itertools.combinations(queens, 2):
            assert row != other_row
            assert column != other_column
            assert abs(row - other_row) != abs(column - other_column)
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('svg text')].map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
    )
    assert min(sizes) >= 11
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.set_viewport_size({"width": 1280, "height": 900})
    tops = page.evaluate(
        "() => [...document.querySelectorAll('.solution')].map((one) => one.getBoundingClientRect().top)"
    )
    assert tops.count(tops[0]) >= 3, "several boards beside each other"
    plain = show(text, 375, 812, java_script_enabled=False)
    assert plain.locator(".solution table").count() == 92
    assert plain.locator(".solution svg").count() == 0


@pytest.mark.browser
def test_page_of_sudokus_draws_the_digits(plan: RunCommand, show: OpenPage, tmp_path: Path) -> None:
    """With reasons, too, the page shows the board, which has the 81 digits of the solution."""
    for options in ((), ("--explain",)):
        assert plan("sudoku", "--all", *options, "-o", "all.html", "--force").returncode == 0
        page = show((tmp_path / "all.html").read_text(), 1280, 900)
        digits = [text for text in page.locator(".board svg text").all_text_contents() if text.strip() in "123456789"]
        assert len(digits) >= 81
        assert find_accessibility_violations(page) == []
