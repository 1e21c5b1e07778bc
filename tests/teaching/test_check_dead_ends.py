"""Notes of `plan check` on equivalent models: dead ends, unneeded parts, numbers of states.

The dead ends follow crossings that the puzzle forbids.
"""

from __future__ import annotations

import json
from pathlib import Path

import oracle
import pddl_oracle
import pytest
import student_models
from conftest import RunCommand

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
"""The ways in which a forbidden crossing fails: a predicate, a condition and an effect."""


def write(folder: Path, way: str) -> None:
    extra, alive, gone = WAYS[way]
    (folder / "domain.pddl").write_text(EATEN.replace("EXTRA", extra).replace("ALIVE", alive).replace("GONE", gone))
    (folder / "p01.pddl").write_text(PROBLEM)


@pytest.mark.parametrize("way", WAYS)
def test_shortest_scenario_to_a_dead_end_is_reported(way: str, plan: RunCommand, tmp_path: Path) -> None:
    """The report shows a shortest scenario to a dead end.

    Every first crossing except the one with the goat fails, so one action is the shortest scenario.
    """
    write(tmp_path, way)
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    assert data["verdict"] == "same"
    assert data["dead_end"]["actions"] in (
        ["(bring wolf west east)"],
        ["(bring cabbage west east)"],
        ["(alone west east)"],
    )
    assert any("a crossing that the puzzle forbids" in note for note in data["notes"])


def test_rubric_may_deduct_points_for_a_dead_end(plan: RunCommand, tmp_path: Path) -> None:
    write(tmp_path, "who is eaten is nowhere")
    points = {}
    for name, text in (("silent", "points = 10\n"), ("strict", "points = 10\n[taken]\ndead-end = 3\n")):
        (tmp_path / f"{name}.toml").write_text(text)
        run = plan("check", FARMER, "--problem", "p01.pddl", "--rubric", f"{name}.toml", "--format", "json")
        points[name] = json.loads(run.stdout)["points"]
    assert points == {"silent": 10, "strict": 7}


def test_model_with_preconditions_for_rules_has_no_dead_end(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = student_models.read_model_texts("flat")
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(problem)
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    assert (data["verdict"], data["dead_end"], data["notes"]) == ("same", None, [])


EATEN_AFTER = {
    "(bring wolf west east)": {"goat": {"cabbage"}},
    "(bring cabbage west east)": {"wolf": {"goat"}},
    "(alone west east)": {"wolf": {"goat"}, "goat": {"cabbage"}},
}
"""The eater and the eaten travelers on the left bank after a first crossing."""


@pytest.mark.parametrize("way", WAYS)
def test_dead_end_text_names_the_eaten_travelers(way: str, plan: RunCommand, tmp_path: Path) -> None:
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


def test_state_counts_match_independent_searches(plan: RunCommand, tmp_path: Path) -> None:
    """The reported numbers of states match independent searches.

    The tests' own PDDL reader counts the states of the model, and the tests' own rules those of the puzzle.
    """
    write(tmp_path, "who is eaten is nowhere")
    task = pddl_oracle.read_task((tmp_path / "domain.pddl").read_text(), (tmp_path / "p01.pddl").read_text())
    states = {task.initial: None}
    for state in (queue := [task.initial]):
        new = {after: None for _, after in pddl_oracle.successors(state, task) if after not in states}
        states |= new
        queue += new
    data = json.loads(plan("check", FARMER, "--problem", "p01.pddl", "--format", "json").stdout)["instances"][0]
    assert (data["states"], data["puzzle_states"]) == (len(states), len(oracle.PUZZLES[FARMER]().explore()[0]))


def test_unneeded_parts_of_a_model_are_noted(plan: RunCommand, tmp_path: Path) -> None:
    """Parts of a model that have no effect are noted.

    No place is wet, so nobody swims, and no precondition uses `hungry`.
    """
    domain, problem = student_models.read_model_texts("flat")
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
