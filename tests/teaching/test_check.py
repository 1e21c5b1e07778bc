"""Verdicts of `plan check` on other people's models of a puzzle."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import student_models
from conftest import RunCommand
from support import CASES, make_instance

from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking import model_verdict
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

FARMER = "wolf-goat-cabbage"


def verdict(domain: str, problem: str, puzzle: str = FARMER, **parameters: int) -> ModelVerdict:
    texts = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    return check_against_puzzle(
        make_instance(puzzle, **parameters), instantiate(make_pddl_puzzle(*texts, Path("domain.toml")), {})
    )


def kinds(domain: str, problem: str) -> list[str]:
    return [one.kind for one in verdict(domain, problem).differences]


@pytest.mark.parametrize(
    ("model", "before", "after", "expected"),
    [
        ("flat", "(not (and (at wolf ?a) (at goat ?a))))\n", ")\n", ["rule-missing"]),
        ("flat", "(not (at goat ?a)) (at goat ?b)", "(at goat ?b)", ["double"]),
        ("flat", "(at farmer ?a) (at goat ?a) (not (= ?a ?b))", "(at farmer ?a) (at goat ?a) (= ?a left)", ["rule-too-strong"]),
        ("boat", "(not (full))", "(boat-at ?b)", ["load-too-large"]),
        ("sides", "(crossed goat) (crossed cabbage) (man-crossed)", "(crossed goat) (man-crossed)", ["early"]),
        ("sides", "(:init)", "(:init (crossed goat))", ["start"]),
    ],
)  # fmt: skip
def test_each_change_of_a_model_yields_the_expected_kind_of_difference(
    model: str, before: str, after: str, expected: list[str]
) -> None:
    domain, problem = student_models.read_model_texts(model)
    assert f"{domain}{problem}".count(before) >= 1
    if after.endswith("left)"):
        domain = domain.replace("cabbage - thing)", "cabbage - thing left - place)")
        problem = problem.replace("(:objects left right - place)", "(:objects right - place)")
    assert kinds(domain.replace(before, after, 1), problem.replace(before, after, 1)) == expected


def test_differences_before_the_state_limit_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_verdict, "MAX_PAIRS", 5)
    domain, problem = student_models.read_model_texts("flat")
    with pytest.raises(UndecidedModelError, match="limit of 5 states"):
        verdict(domain, problem)
    assert kinds(domain.replace("(not (and (at wolf ?a) (at goat ?a))))\n", ")\n", 1), problem) == ["rule-missing"]


def test_renamed_travelers_are_identified_by_structure() -> None:
    """Neither names nor the order of the objects are needed to identify the travelers."""
    domain, problem = student_models.read_model_texts("flat")
    for name, other in {"wolf": "zed", "goat": "yak", "cabbage": "ash"}.items():
        domain, problem = domain.replace(name, other), problem.replace(name, other)
    assert kinds(domain, problem) == []


def test_one_fact_may_give_the_position_of_both_farmer_and_boat() -> None:
    domain, problem = (
        text.replace("(boat-at ", "(boat-at farmer ") for text in student_models.read_model_texts("boat")
    )
    domain = domain.replace("(boat-at farmer ?b - bank)", "(boat-at ?x - boat ?b - bank)")
    domain = domain.replace("(:types animal bank)", "(:types animal bank boat) (:constants farmer - boat)")
    assert kinds(domain, problem) == []
    assert kinds(domain, problem.replace("(eats goat cabbage)", "")) == ["rule-missing"]


def test_missing_rule_is_reported_in_text_and_json(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = student_models.read_model_texts("boat")
    (tmp_path / "domain.pddl").write_text(
        domain.replace("(not (and (eats ?x ?y)", "(not (and (eats ?y ?x) (aboard ?x)")
    )
    (tmp_path / "p01.pddl").write_text(problem)
    done = plan("check", FARMER, "--problem", str(tmp_path / "p01.pddl"))
    assert done.returncode == 14
    assert "The goat is not with the wolf unless the farmer is there." in done.stdout.replace("\n   ", " ")
    assert "(row west east)" in done.stdout
    data = json.loads(plan("check", FARMER, "--problem", str(tmp_path / "p01.pddl"), "--format", "json").stdout)
    assert data["verdict"] == "different"
    assert {one["kind"] for one in data["instances"][0]["differences"]} == {"rule-missing"}


def test_numbers_that_exceed_the_puzzle_are_reported(plan: RunCommand, tmp_path: Path) -> None:
    """A model whose numbers exceed the totals of the puzzle is reported.

    Without the precondition, a load leaves a bank without cannibals: the number there turns negative and the
    other bank holds more than all.
    """
    domain, problem = student_models.read_model_texts("numbers")
    assert "(>= (cannibals ?a) 2)" in domain
    (tmp_path / "domain.pddl").write_text(domain.replace("(>= (cannibals ?a) 2)", "", 1))
    (tmp_path / "p01.pddl").write_text(problem)
    done = plan("check", "missionaries-cannibals", "--problem", str(tmp_path / "p01.pddl"), "--capacity", "2")
    assert done.returncode == 14
    assert "the numbers in the model add up to more than the puzzle has" in " ".join(done.stdout.split())


def test_equivalent_model_exits_with_0(plan: RunCommand) -> None:
    done = plan("check", FARMER, "--problem", str(CASES / "models" / "flat" / "p01.pddl"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The wolf, the goat and the cabbage: the model is equivalent to the puzzle")


def test_model_without_the_goat_is_undecided(plan: RunCommand, tmp_path: Path) -> None:
    """A model without the goat gets no verdict; the report lists what it did not find."""
    domain, problem = student_models.read_model_texts("boat")
    (tmp_path / "domain.pddl").write_text(domain)
    for part in ("(on goat west)", "(on goat east)", "(eats wolf goat)", "(eats goat cabbage)", "goat "):
        problem = problem.replace(part, "")
    (tmp_path / "p01.pddl").write_text(problem)
    done = plan("check", FARMER, "--problem", str(tmp_path / "p01.pddl"))
    assert done.returncode == 12
    assert "ferryplan cannot tell which facts of the model say where the goat is" in done.stdout


def test_check_rejects_unreadable_pddl(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = student_models.read_model_texts("flat")
    (tmp_path / "domain.pddl").write_text(domain.replace("(at goat ?b)", "(ta goat ?b)"))
    (tmp_path / "p01.pddl").write_text(problem)
    done = plan("check", FARMER, "--problem", str(tmp_path / "p01.pddl"))
    assert (done.returncode, done.stdout) == (30, "")
    assert "expected 'at'" in done.stderr


def test_map_identifies_objects_with_meaningless_names(plan: RunCommand, tmp_path: Path) -> None:
    """A map identifies objects that the names and the structure leave ambiguous.

    Two travelers that both stay behind when the other crosses are interchangeable. The output of `--show-map`
    is valid input of `--map`.
    """
    domain, problem = student_models.read_model_texts("flat")
    for text, name in ((domain, "domain.pddl"), (problem, "p01.pddl")):
        (tmp_path / name).write_text(text.replace("goat", "xx").replace("wolf", "yy"))
    shown = plan("check", FARMER, "--problem", "p01.pddl", "--show-map")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert 'goat = { "left bank" = "(at xx left)", "right bank" = "(at xx right)" }' in shown.stdout
    (tmp_path / "map.toml").write_text(shown.stdout)
    assert plan("check", FARMER, "--problem", "p01.pddl", "--map", "map.toml").returncode == 0
    (tmp_path / "map.toml").write_text(shown.stdout.replace("xx", "zz").replace("yy", "xx").replace("zz", "yy"))
    wrong = plan("check", FARMER, "--problem", "p01.pddl", "--map", "map.toml", "--format", "json")
    assert wrong.returncode == 14
    assert "The cabbage is not with the goat unless the farmer is there." in wrong.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("roles = 3", "map.toml:1:9: roles: found 3, expected"),
        ("[roles]\ngaot = { 'left bank' = '(at goat left)' }", "the puzzle has no part called 'gaot'; did you mean 'goat'?"),
        ("[roles]\ngoat = { 'lef bank' = '(at goat left)' }", "'goat' has no value 'lef bank'; did you mean 'left bank'?"),
        ("[roles]\ngoat = { 'left bank' = '(ta goat left)' }", "goat: the model has no predicate or function for (ta goat left); expected 'at'"),
        ("[roles]\ngoat = { 'left bank' = '(at gaot left)' }", "goat: the model has no object 'gaot' in (at gaot left); did you mean 'goat'?"),
        ("[roles]\ngoat = { 'left bank' = '(at goat)' }", "goat: (at goat) needs 2 arguments"),
        ("[roles]\ngoat = { 'left bank' = 'at goat left' }", "goat: 'at goat left' is not a fact; write '(PREDICATE OBJECT …)'"),
        ("[roles]\ngoat = { 'left bank' = '(at goat left' }", "goat: '(at goat left' is not a fact"),
        ("when = '(and)'\n[roles]\n", "when: the model has no predicate or function for (and)"),
        ("\0", "invalid TOML"),
    ],
)  # fmt: skip
def test_invalid_map_is_reported_with_its_key(text: str, said: str, plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(text)
    run = plan("check", FARMER, "--problem", str(CASES / "models" / "flat"), "--map", "map.toml")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (30, "", 1)
    assert said in run.stderr


@pytest.mark.parametrize(
    "asked", [("--problem", str(CASES / "models" / "flat")), ("--submissions", str(CASES / "models"))], ids=str
)
@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (("jealous-couples", "--boats", "2"), "the puzzle has 2 boats that cross at the same time"),
        (("lights-out",), "ferryplan cannot compare models of this puzzle"),
    ],
    ids=str,
)
def test_check_rejects_puzzles_for_which_it_cannot_compare_models(
    puzzle: tuple[str, ...], said: str, asked: tuple[str, ...], plan: RunCommand
) -> None:
    run = plan("check", *puzzle, *asked)
    assert (run.returncode, run.stdout) == (30, "")
    assert said in run.stderr


@pytest.mark.parametrize(
    ("model", "before", "after", "sides"),
    [
        ("flat", "(not (and (at wolf ?a) (at goat ?a))))\n", ")\n", ("farmer wolf goat cabbage", "wolf goat")),
        ("flat", "(not (at goat ?a)) (at goat ?b)", "(at goat ?b)", ("farmer wolf goat cabbage", "the left bank and the right bank")),
        ("sides", "(:init)", "(:init (crossed goat))", ("farmer wolf goat cabbage", "farmer wolf cabbage")),
    ],
)  # fmt: skip
def test_html_shows_both_states_side_by_side(
    model: str, before: str, after: str, sides: tuple[str, str], plan: RunCommand, tmp_path: Path
) -> None:
    domain, problem = student_models.read_model_texts(model)
    (tmp_path / "domain.pddl").write_text(domain.replace(before, after, 1).replace(":action ", ":action <b>&"))
    (tmp_path / "p01.pddl").write_text(problem.replace(before, after, 1))
    run = plan("check", FARMER, "--problem", "p01.pddl", "--format", "html")
    assert run.returncode == 14
    assert "<b>" not in run.stdout
    first, second = run.stdout.split("In the puzzle")[1].split("In the model")[:2]
    assert f">{sides[0]}<" in re.sub(r"</span>\s*", ">", first)
    assert sides[1] in second
    assert sides[0] not in second


SHIP = """
(define (domain ship) (:requirements :strips :typing :negative-preconditions :equality) (:types person)
  (:predicates (left ?p - person) (right ?p - person) (shipleft))
  (:action one-over :parameters (?p - person) :precondition (and (shipleft) (left ?p))
    :effect (and (not (shipleft)) (not (left ?p)) (right ?p)))
  (:action two-over :parameters (?p ?q - person) :precondition (and (shipleft) (left ?p) (left ?q) (not (= ?p ?q)))
    :effect (and (not (shipleft)) (not (left ?p)) (right ?p) (not (left ?q)) (right ?q)))
  (:action one-back :parameters (?p - person) :precondition (and (not (shipleft)) (right ?p))
    :effect (and (shipleft) (not (right ?p)) (left ?p)))
  (:action two-back :parameters (?p ?q - person) :precondition (and (not (shipleft)) (right ?p) (right ?q) (not (= ?p ?q)))
    :effect (and (shipleft) (not (right ?p)) (left ?p) (not (right ?q)) (left ?q))))
"""
SIX = """
(define (problem six) (:domain ship) (:objects m1 m2 m3 c1 c2 c3 - person)
  (:init (shipleft) (left m1) (left m2) (left m3) (left c1) (left c2) (left c3))
  (:goal (and (right m1) (right m2) (right m3) (right c1) (right c2) (right c3))))
"""
SHORES = """
(define (domain shores) (:requirements :strips :typing :equality :negative-preconditions) (:types shore missionary cannibal)
  (:predicates (boat ?s - shore) (m-at ?x - missionary ?s - shore) (c-at ?x - cannibal ?s - shore))
  (:action both :parameters (?x - missionary ?y - cannibal ?a ?b - shore)
    :precondition (and (boat ?a) (m-at ?x ?a) (c-at ?y ?a) (not (= ?a ?b)))
    :effect (and (not (boat ?a)) (boat ?b) (not (m-at ?x ?a)) (m-at ?x ?b) (not (c-at ?y ?a)) (c-at ?y ?b))))
"""
MISLEADING = """
(define (problem misleading) (:domain shores) (:objects m1 m2 - shore p1 p2 p3 - missionary c1 c2 c3 - cannibal)
  (:init (boat m1) (m-at p1 m1) (m-at p2 m1) (m-at p3 m1) (c-at c1 m1) (c-at c2 m1) (c-at c3 m1))
  (:goal (and (boat m2) (m-at p1 m2) (m-at p2 m2) (m-at p3 m2) (c-at c1 m2) (c-at c2 m2) (c-at c3 m2))))
"""
COUNTS = """
(define (domain counts) (:requirements :strips :typing :fluents :equality :negative-preconditions) (:types shore boat)
  (:predicates (moored ?s - shore) (idle ?b - boat) (busy ?b - boat))
  (:functions (mis ?s - shore) (can ?s - shore))
  (:action finish :parameters (?b - boat) :precondition (busy ?b) :effect (and (idle ?b) (not (busy ?b))))
  (:action take-two :parameters (?b - boat ?x ?y - shore)
    :precondition (and (moored ?x) (idle ?b) (not (= ?x ?y)) (>= (can ?x) 2))
    :effect (and (not (idle ?b)) (busy ?b) (not (moored ?x)) (moored ?y) (decrease (can ?x) 2) (increase (can ?y) 2))))
"""
IDLE = """
(define (problem idle) (:domain counts) (:objects left right - shore b - boat)
  (:init (moored left) (busy b) (= (mis left) 3) (= (can left) 3) (= (mis right) 0) (= (can right) 0))
  (:goal (and (moored right) (= (mis right) 3) (= (can right) 3))))
"""


def check_files(plan: RunCommand, folder: Path, domain: str, problem: str) -> tuple[int, str]:
    """Return the exit code and the output of `plan check` for a model of missionaries and cannibals."""
    (folder / "domain.pddl").write_text(domain)
    (folder / "p01.pddl").write_text(problem)
    done = plan("check", "missionaries-cannibals", "--problem", "p01.pddl")
    return done.returncode, " ".join(done.stdout.split()) + done.stderr


def test_start_and_goal_identify_the_banks(plan: RunCommand, tmp_path: Path) -> None:
    """The initial state and the goal identify the banks, so only the missing rules are reported.

    The boat starts on the left, and the third cannibal is not mistaken for a canoe.
    """
    code, said = check_files(plan, tmp_path, SHIP, SIX)
    assert code == 14
    assert "The model does not enforce this rule" in said
    assert "initial state differs" not in said
    assert "cannibals = 2" not in said


def test_banks_named_like_people_are_not_people(plan: RunCommand, tmp_path: Path) -> None:
    """Banks named m1 and m2 are not taken for missionaries.

    In this model, only one person of each kind can cross, and nobody crosses alone.
    """
    code, said = check_files(plan, tmp_path, SHORES, MISLEADING)
    assert code == 14
    assert "The model forbids a move that the puzzle allows." in said
    assert "The puzzle allows this next move, but the model does not: C1 crosses to the right bank." in said
    assert "cannibals = 0" not in said


def test_inconsistent_places_leave_the_model_undecided(plan: RunCommand, tmp_path: Path) -> None:
    """A model with inconsistent positions gets no verdict and no scenario.

    Its busy boat is on no bank, and cannibals move without it.
    """
    code, said = check_files(plan, tmp_path, COUNTS, IDLE)
    assert code == 12
    assert "ferryplan cannot tell which facts of the model say" in said
