"""The verb `search`: what it tells, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run, refused

from generator.textbook.heuristics.estimates import HEURISTICS
from generator.textbook.searches.algorithms import ALGORITHMS
from planner.cli import search
from planner.searching.report import ROUNDS


def test_the_names_are_those_of_the_code() -> None:
    informed = [name for name, one in ALGORITHMS.items() if one.informed]
    offered = search.ALGORITHMS, search.HEURISTICS, search.INFORMED
    assert [*map(list, offered)] == [[*ALGORITHMS], [*HEURISTICS], informed]
    assert ROUNDS.keys() <= ALGORITHMS.keys()


def test_text(plan: Run) -> None:
    """Of ten states nine are expanded; each of the 20 links but the one that leads back from the goal is generated."""
    told = plan("search", "wolf-goat-cabbage", "--algorithm", "bfs").stdout
    assert told.startswith("The wolf, the goat and the cabbage: breadth-first search\n")
    assert "Expanded             9  states" in told
    assert "Generated           19  successors" in told
    assert "A plan of 7 actions; no plan has fewer actions" in told
    assert "\n7. Cross 2 farmer, goat from left bank to right bank\n" in told


def test_json(plan: Run) -> None:
    found = json.loads(plan("search", "bridge-torch", "--heuristic", "hmax", "--format", "json").stdout)
    assert (found["status"], found["cost"], found["dialect"]) == ("optimal", 17, "costs")
    assert found["estimate_at_start"] <= 17
    assert len(found["plan"]) == found["moves"]


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        ("--couples 4 --capacity 2 --algorithm ucs", 10, "There is no plan"),
        ("--couples 4 --capacity 2 --algorithm symbolic-layers", 10, "There is no plan"),
        ("queens --algorithm ehc --heuristic hff", 12, "No plan was found, which proves nothing"),
        ("hanoi --algorithm bfs --most 20", 12, "Stopped when more than 20 nodes were held."),
        ("hanoi --discs 7 --algorithm iddfs --timeout 0.5", 20, "Stopped after 0.5 s."),
        ("hanoi --discs 7 --algorithm astar --heuristic hsp-m --timeout 0.5", 20, "Stopped after 0.5 s."),
        ("hanoi --algorithm wastar --weight 2", 0, "A plan of 15 actions; there may be a better one."),
        ("jugs --algorithm bidirectional", 0, "A plan of 6 actions; no plan has fewer"),
        ("bridge-torch --algorithm bfs", 0, "there may be a better one"),
    ],
)
def test_endings(asked: str, code: int, says: str, plan: Run) -> None:
    run = plan("search", *asked.split())
    assert run.returncode == code, run.stderr
    assert says in run.stdout


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("--algorithm bfs --heuristic hmax", "--heuristic: has no effect with bfs, only with astar"),
        ("--weight 2", "--weight: has no effect with astar, only with wastar"),
        ("--algorithm wastar --weight 0.5", "--weight: found '0.5', expected a number from 1 to 1000"),
        ("--algorithm best", "--algorithm: found 'best'"),
        ("--dialect axioms", "heuristic: lmcut needs a task that comes down to plain STRIPS, but the predicate 'peaceful' is derived"),
        ("--dialect axioms --algorithm bidirectional", "algorithm: bidirectional needs a task that comes down to plain STRIPS"),
        ("cryptarithm --dialect adl --heuristic hsp-m", "heuristic: hsp-m has"),
    ],
)  # fmt: skip
def test_wrong_options(asked: str, says: str, plan: Run) -> None:
    run = plan("search", *asked.split())
    refused(run)
    assert says in run.stderr


def test_pddl_of_others(plan: Run, tmp_path: Path) -> None:
    plan("generate", "hanoi", "-o", "written")
    told = plan("search", "written/p01.pddl", "--algorithm", "idastar").stdout
    assert "A plan of 15 actions; no plan has fewer" in told
