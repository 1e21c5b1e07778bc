"""Notes on models that are the same as the puzzle: dead ends after forbidden crossings, parts that are not needed, counts of states."""

from __future__ import annotations

import json
from pathlib import Path

import models
import oracle
import pddl_oracle
import pytest
from conftest import Run

FARMER = "wolf-goat-cabbage"
EATEN = """
(define (domain eaten) (:requirements :adl :typing) (:types beast bank)
  (:constants wolf goat cabbage - beast)
  (:predicates (at ?x - beast ?b - bank) (farmer ?b - bank) (eats ?x ?y - beast) EXTRA)
  (:action bring :parameters (?x - beast ?a ?b - bank)
    :precondition (and (farmer ?a) (not (= ?a ?b)) (at ?x ?a) ALIVE)
    :effect (and (not (farmer ?a)) (farmer ?b) (not (at ?x ?a)) (at ?x ?b)
      (forall (?y ?z - beast) (when (and (eats ?y ?z) (at ?y ?a) (at ?z ?a) (not (= ?x ?y)) (not (= ?x ?z))) GONE))))
  (:action alone :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (not (= ?a ?b)) ALIVE)
    :effect (and (not (farmer ?a)) (farmer ?b)
      (forall (?y ?z - beast) (when (and (eats ?y ?z) (at ?y ?a) (at ?z ?a)) GONE)))))
"""
PROBLEM = """
(define (problem eaten) (:domain eaten) (:objects west east - bank)
  (:init (farmer west) (at wolf west) (at goat west) (at cabbage west) (eats wolf goat) (eats goat cabbage))
  (:goal (and (farmer east) (at wolf east) (at goat east) (at cabbage east))))
"""
WAYS = {
    "who is eaten is nowhere": ("", "", "(not (at ?z ?a))"),
    "who is eaten is dead, and nothing more happens": ("(over)", "(not (over))", "(over)"),
}
"""in which a crossing goes wrong: a predicate, a condition, an effect"""


def write(folder: Path, way: str) -> None:
    extra, alive, gone = WAYS[way]
    (folder / "domain.pddl").write_text(EATEN.replace("EXTRA", extra).replace("ALIVE", alive).replace("GONE", gone))
    (folder / "p01.pddl").write_text(PROBLEM)


@pytest.mark.parametrize("way", WAYS)
def test_the_shortest_way_to_a_dead_end_is_told(way: str, plan: Run, tmp_path: Path) -> None:
    """Any crossing but that with the goat goes wrong at once; of those, one action is the shortest way."""
    write(tmp_path, way)
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    assert data["verdict"] == "same"
    assert data["dead_end"]["actions"] in (
        ["(bring wolf west east)"],
        ["(bring cabbage west east)"],
        ["(alone west east)"],
    )
    assert any("a crossing that the puzzle forbids" in note for note in data["notes"])


def test_a_rubric_may_take_points_for_a_dead_end(plan: Run, tmp_path: Path) -> None:
    write(tmp_path, "who is eaten is nowhere")
    points = {}
    for name, text in (("silent", "points = 10\n"), ("strict", "points = 10\n[taken]\ndead-end = 3\n")):
        (tmp_path / f"{name}.toml").write_text(text)
        run = plan("check", FARMER, "--problem", "p01.pddl", "--rubric", f"{name}.toml", "--format", "json")
        points[name] = json.loads(run.stdout)["points"]
    assert points == {"silent": 10, "strict": 7}


def test_a_model_that_forbids_beforehand_has_no_dead_end(plan: Run, tmp_path: Path) -> None:
    domain, problem = models.texts("flat")
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(problem)
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    assert (data["verdict"], data["dead_end"], data["notes"]) == ("same", None, [])


EATEN_AFTER = {
    "(bring wolf west east)": {"goat": {"cabbage"}},
    "(bring cabbage west east)": {"wolf": {"goat"}},
    "(alone west east)": {"wolf": {"goat"}, "goat": {"cabbage"}},
}
"""who eats whom on the left bank after a first crossing"""


@pytest.mark.parametrize("way", WAYS)
def test_a_dead_end_is_told_by_who_is_nowhere_or_with_whom(way: str, plan: Run, tmp_path: Path) -> None:
    write(tmp_path, way)
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    [action], says = data["dead_end"]["actions"], data["dead_end"]["text"].partition(" (")[2]
    named = {beast for beast in ("wolf", "goat", "cabbage") if beast in says}
    eaten = EATEN_AFTER[action]
    if way == "who is eaten is nowhere":
        assert "no fact says where" in says
        assert named == set[str]().union(*eaten.values())
    else:
        assert "at the left bank" in says
        assert "without the farmer" in says
        assert named in [{eater, *prey} for eater, prey in eaten.items()]


def test_counts_are_those_of_the_graph(plan: Run, tmp_path: Path) -> None:
    """The states of the model are counted by the tests' own reader of PDDL, those of the puzzle by the tests' own rules."""
    write(tmp_path, "who is eaten is nowhere")
    task = pddl_oracle.read((tmp_path / "domain.pddl").read_text(), (tmp_path / "p01.pddl").read_text())
    states = {task.initial: None}
    for state in (queue := [task.initial]):
        new = {after: None for _, after in pddl_oracle.successors(state, task) if after not in states}
        states |= new
        queue += new
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    assert (data["states"], data["puzzle_states"]) == (len(states), len(oracle.PUZZLES[FARMER]().explore()[0]))


def test_parts_that_a_model_does_not_need_are_noted(plan: Run, tmp_path: Path) -> None:
    """Nobody swims, as no place is wet, and nothing asks who is hungry."""
    domain, problem = models.texts("flat")
    action = "(:action swim :parameters (?x - thing ?a - place) :precondition (and (at ?x ?a) (wet ?a)) :effect (not (at ?x ?a)))"
    more = (
        domain.replace("(:predicates", "(:predicates (wet ?a - place) (hungry ?x - thing)").rstrip()[:-1] + action + ")"
    )
    (tmp_path / "domain.pddl").write_text(more)
    (tmp_path / "p01.pddl").write_text(problem.replace("(:init", "(:init (hungry wolf)"))
    (tmp_path / "strict.toml").write_text("points = 10\n[taken]\nunneeded = 3\n")
    how = ("check", FARMER, "--problem", "p01.pddl", "--rubric", "strict.toml")
    data = json.loads(plan(*how, "--format", "json").stdout)
    assert data["points"] == 7
    assert data["instances"][0]["unneeded"] == [
        "the action 'swim' is never applicable",
        "the predicate 'hungry' appears neither in a condition nor in the goal",
    ]
    assert (
        "note: the model has parts that the puzzle does not need: the action 'swim' is never applicable;"
        in plan(*how).stdout
    )
