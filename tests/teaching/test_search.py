"""The verb `search`: its output and its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import RunCommand, assert_refused
from page_checks import OpenPage, find_accessibility_violations

from ferryplan.teaching.searching.search_report import ALGORITHMS_WITH_ROUNDS
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS


def test_algorithms_with_rounds_are_known_search_algorithms() -> None:
    assert {*ALGORITHMS_WITH_ROUNDS} <= ALGORITHMS.keys()


def test_text_shows_counts_verdict_and_plan(plan: RunCommand) -> None:
    """Nine of ten states are expanded; all 20 links are generated except the one that leaves the goal."""
    told = plan("search", "wolf-goat-cabbage", "--algorithm", "bfs").stdout
    assert told.startswith("The wolf, the goat and the cabbage: breadth-first search\n")
    assert "Expanded             9  states" in told
    assert "Generated           19  successors" in told
    assert "The plan has 7 actions. Breadth-first search proves that no plan has fewer actions" in told
    assert "\n7. The farmer and the goat move to the right bank\n" in told


def test_json_shows_status_cost_and_dialect(plan: RunCommand) -> None:
    found = json.loads(plan("search", "bridge-torch", "--heuristic", "hmax", "--format", "json").stdout)
    assert (found["status"], found["cost"], found["dialect"]) == ("optimal", 17, "costs")
    assert found["estimate_at_start"] <= 17
    assert len(found["plan"]) == found["moves"]


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        ("--couples 4 --capacity 2 --algorithm ucs", 10, "There is no plan"),
        ("--couples 4 --capacity 2 --algorithm symbolic-layers", 10, "There is no plan"),
        (
            "queens --algorithm ehc --heuristic hff",
            12,
            "The search found no plan, but there may be one: this search never takes a move back.",
        ),
        ("hanoi --algorithm bfs --max-nodes 20", 12, "Stopped at the limit of 20 nodes."),
        ("hanoi --discs 7 --algorithm iddfs --timeout 0.2", 20, "Stopped at the time limit of 0.2 s."),
        (
            "hanoi --discs 7 --algorithm astar --heuristic hsp-m --timeout 0.2",
            20,
            "Stopped at the time limit of 0.2 s.",
        ),
        ("hanoi --algorithm wastar --weight 2", 0, "The plan has 15 actions. There may be a better one."),
        (
            "jugs --algorithm bidirectional",
            0,
            "The plan has 6 actions. Bidirectional search proves that no plan has fewer actions.",
        ),
        ("bridge-torch --algorithm bfs", 0, "There may be a better one"),
    ],
)
def test_exit_code_and_verdict_match_the_search_outcome(asked: str, code: int, says: str, plan: RunCommand) -> None:
    run = plan("search", *asked.split())
    assert run.returncode == code, run.stderr
    assert says in run.stdout


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("--algorithm bfs --heuristic hmax", "--heuristic has no effect with bfs; it applies only with astar"),
        ("--weight 2", "--weight has no effect with another search; it applies only with wastar"),
        ("--algorithm bfs,dfs", "--algorithm takes one value, but bfs and dfs were given; use --compare for several values"),
        ("--compare --landscape", "--compare, --landscape and --trace cannot be combined; use only one of them"),
        ("--compare --format jsonl", "cannot be combined; use only one of them"),
        ("--format svg", "--format svg needs --compare or --landscape"),
        ("--landscape --algorithm bfs", "--algorithm has no effect with --landscape"),
        ("--algorithm wastar --weight 0.5", "--weight: found '0.5', expected a number from 1 to 1000"),
        ("--algorithm best", "--algorithm: found 'best'"),
        ("--dialect axioms --heuristic lmcut", "heuristic: 'lmcut' needs a task that can be compiled to plain STRIPS, but the predicate 'peaceful'"),
        ("--dialect axioms --algorithm bidirectional", "algorithm: 'bidirectional' needs a task that can be compiled to plain STRIPS"),
        ("cryptarithm --dialect adl --heuristic hsp-m", "heuristic: the heuristic 'hsp-m' supports at most"),
    ],
)  # fmt: skip
def test_conflicting_or_useless_options_are_rejected(asked: str, says: str, plan: RunCommand) -> None:
    run = plan("search", *asked.split())
    assert_refused(run)
    assert says in run.stderr


def test_search_accepts_a_pddl_file(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "hanoi", "-o", "written")
    told = plan("search", "written/p01.pddl", "--algorithm", "idastar").stdout
    assert "The plan has 15 actions. IDA* proves that no plan has fewer" in told


def test_trace_lists_the_expansions_in_order(plan: RunCommand) -> None:
    """Both solutions have the same length; with h* and no other criterion, the older node comes first."""
    lines = plan("search", "wolf-goat-cabbage", "--heuristic", "perfect", "--format", "jsonl").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["step"] for row in rows] == [*range(1, len(rows) + 1)]
    assert rows[0]["labels"] == ["[farmer wolf goat cabbage] | –"]
    assert [(row["f"], row["g"] + row["h"], row["h"] - row["h_star"]) for row in rows] == [(7, 7, 0)] * len(rows)
    found = {0}
    for row in rows:
        assert {*row["states"]} <= found
        found |= {*row["successors"]}
    told = json.loads(
        plan("search", "wolf-goat-cabbage", "--heuristic", "perfect", "--trace", "--format", "json").stdout
    )
    assert told["trace"] == rows
    assert told["expanded"] == len(rows)


@pytest.mark.parametrize("algorithm", ["bfs", "idastar", "ehc", "bidirectional", "symbolic-layers"])
def test_trace_contains_every_expansion(algorithm: str, plan: RunCommand) -> None:
    told = plan("search", "gripper", "--algorithm", algorithm, "--heuristic", "hadd", "--trace", "--format", "json")
    found = json.loads(told.stdout)
    expanded = sum(len(row["states"]) for row in found["trace"])
    assert expanded == found["expanded"]
    assert found["trace"][0]["h_star"] == (11 if algorithm != "symbolic-layers" else None)


@pytest.mark.browser
def test_search_page_animates_expansions_by_keys_slider_and_button(plan: RunCommand, show: OpenPage) -> None:
    """Keys, the slider and the button play the search; the page marks expanded and open states.

    At the end, the page marks the plan.
    """
    rows = [
        json.loads(line)
        for line in plan("search", "gripper", "--heuristic", "hmax", "--format", "jsonl").stdout.splitlines()
    ]
    page = show(plan("search", "gripper", "--heuristic", "hmax", "--format", "html").stdout, width=375)
    shown = r"one.getAttribute('aria-label').replace(/ \(at distance \d+ from the start.*/, '')"
    marked = f"[...document.querySelectorAll('#graph .state.{{}}')].map((one) => {shown})"
    assert page.evaluate(marked.format("waits")) == rows[0]["labels"]
    seen = set()
    for row in rows:
        page.keyboard.press("ArrowRight")
        assert page.evaluate(marked.format("now")) == row["labels"]
        seen |= {*row["labels"]}
        assert {*page.evaluate(marked.format("done"))} == seen
        assert page.locator(".value").all_inner_texts()[:5] == [
            str(row[key]) for key in ("f", "g", "h", "h_star", "step")
        ]
    page.keyboard.press("End")
    assert len(page.evaluate(marked.format("way"))) == 12
    assert page.inner_text("#said").startswith("The plan has 11 actions")
    page.get_by_role("button", name="Play").click()
    assert page.get_by_role("button", name="Pause").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_landscape_lists_inadmissible_states(plan: RunCommand) -> None:
    """h-add estimates 3 for the state before the last two crossings.

    It counts the farmer once for each traveler that he has to fetch.
    """
    found = json.loads(
        plan("search", "wolf-goat-cabbage", "--landscape", "--heuristic", "hadd", "--format", "json").stdout
    )
    assert found["inadmissible"] == [
        {"state": "goat | [farmer wolf cabbage]", "h": 3, "h_star": 2},
        {"state": "[farmer goat] | wolf cabbage", "h": 2, "h_star": 1},
    ]
    assert len(found["states"]) == 10
    told = plan("search", "wolf-goat-cabbage", "--landscape", "--heuristic", "hadd").stdout
    assert "Inadmissible          2  states where h exceeds h*" in told
    picture = plan("search", "wolf-goat-cabbage", "--landscape", "--heuristic", "hadd", "--format", "svg").stdout
    discs = ElementTree.fromstring(picture).findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(discs) == len({tuple(pair.values()) for pair in found["states"]})


def test_compare_runs_each_algorithm_with_each_heuristic(plan: RunCommand) -> None:
    asked = ("search", "gripper", "--compare", "--algorithm", "bfs,astar,ehc", "--heuristic", "hmax,lmcut")
    runs = json.loads(plan(*asked, "--format", "json").stdout)["runs"]
    ran = [(run["algorithm"], run["heuristic"]) for run in runs]
    assert ran == [("bfs", None), *((name, one) for name in ("astar", "ehc") for one in ("hmax", "lmcut"))]
    assert [run["moves"] for run in runs][:3] == [11, 11, 11]
    lines = plan(*asked).stdout.splitlines()
    assert [line.split()[0] for line in lines[3:]] == [name for name, _ in ran]
    picture = plan(*asked, "--format", "svg").stdout
    assert all(f">{run['expanded']}<" in picture for run in runs)
    whole = plan("search", "jugs", "--compare")
    assert len(whole.stdout.splitlines()) == 3 + 6 + 5 * len(HEURISTICS)


def test_compare_leaves_out_unsupported_algorithms_and_heuristics(plan: RunCommand) -> None:
    searches = ("--algorithm", "bfs,astar,bidirectional", "--heuristic", "hmax,blind")
    run = plan("search", "--dialect", "axioms", "--compare", *searches)
    assert run.returncode == 0
    [note] = run.stderr.splitlines()
    assert note.startswith(
        "plan: note: left out 'hmax' and 'bidirectional', which need a task that can be compiled to plain STRIPS"
    )
    assert [line.split()[:2] for line in run.stdout.splitlines()[3:]] == [["bfs", "optimal"], ["astar", "blind"]]


def test_default_heuristic_of_numeric_tasks_is_blind(plan: RunCommand) -> None:
    """Numbers have no plain STRIPS, which LM-cut needs, so the search falls back to the blind heuristic.

    Without an informed heuristic, A* still proves the 5 crossings of two couples (OEIS A356480).
    """
    run = plan("search", "--couples", "2", "--dialect", "numeric", "--encoding", "counted", "--format", "json")
    found = json.loads(run.stdout)
    assert (found["status"], found["heuristic"], found["moves"]) == ("optimal", "blind", 5)
    assert run.stderr.startswith(
        "plan: note: the default heuristic 'lmcut' needs a task that can be compiled to plain STRIPS"
    )
    assert run.stderr.endswith("; ferryplan uses 'blind' instead\n")
    assert run.stderr.count("\n") == 1


def test_landscape_of_numeric_task_defaults_to_goal_count_heuristic(plan: RunCommand) -> None:
    run = plan("search", "--couples", "1", "--dialect", "numeric", "--encoding", "counted", "--landscape")
    assert (run.returncode, run.stdout.splitlines()[0].split(": ")[1]) == (0, "goal-count and the goal distance")


def test_compare_notes_unsupported_heuristic_only_once(plan: RunCommand) -> None:
    run = plan("search", "--couples", "1", "--dialect", "numeric", "--encoding", "counted", "--compare")
    [note] = run.stderr.splitlines()
    assert "lmcut" in note
    assert note.count("plain STRIPS") == 1


@pytest.mark.browser
def test_axe_finds_no_violations_in_page_and_pictures(plan: RunCommand, show: OpenPage) -> None:
    """axe-core checks the page in the middle and at the end of the search, and the pictures."""
    page = show(plan("search", "wolf-goat-cabbage", "--heuristic", "hmax", "--format", "html").stdout)
    for key in ("ArrowRight", "End"):
        page.keyboard.press(key)
        assert find_accessibility_violations(page) == [], key
    asked = (["--landscape", "--heuristic", "hadd"], ["--compare", "--algorithm", "bfs,astar"])
    pictures = "".join(plan("search", "gripper", *each, "--format", "svg").stdout for each in asked)
    assert (
        find_accessibility_violations(
            show(f"<!doctype html><html lang='en'><title>P</title><main><h1>P</h1>{pictures}</main>")
        )
        == []
    )


def test_listed_plan_puts_auxiliary_actions_in_parentheses(plan: RunCommand) -> None:
    """A STRIPS plan of 7 crossings has 21 actions: a check of each bank follows each crossing."""
    run = plan("search", "wolf-goat-cabbage", "--dialect", "strips", "--algorithm", "bfs")
    steps = re.findall(r"^\d+\. (.+)$", run.stdout, re.MULTILINE)
    assert [step.startswith("(") for step in steps] == [False, True, True] * 7
    assert re.search(r"^Actions +21  actions in the plan$", run.stdout, re.MULTILINE)
    note = "In the plan below, each line in parentheses is an auxiliary action of the PDDL that checks the rules."
    assert f"\n\n{note}\n\n1. " in run.stdout.replace("\nthat checks", " that checks")


@pytest.mark.parametrize("dialect", ["adl", "strips"])
def test_narrated_placements_omit_auxiliary_pddl_arguments(dialect: str, plan: RunCommand) -> None:
    """Four queens have two solutions, which mirror each other."""
    run = plan("search", "queens", "--queens", "4", "--dialect", dialect, "--algorithm", "bfs")
    steps = re.findall(r"^\d+\. (.+)$", run.stdout, re.MULTILINE)
    columns = [[f"row {row}: {column}" for row, column in enumerate(one, 1)] for one in ((2, 4, 1, 3), (3, 1, 4, 2))]
    assert steps in columns
    assert "in parentheses" not in run.stdout
