"""Hints of `plan check`: where to look, and the change that mends a model, which trial confirms."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run
from model_mutants import mutants
from model_truth import Truth, UnclearError
from models import MODELS, texts
from processes import at_work, wait_until
from support import CASES, make

from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.edits import edits
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pairs import of_texts
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.repairs import Repair, RepairSearch
from ferryplan.teaching.checking.verdict import UncheckedError, check

FARMER = "wolf-goat-cabbage"
MISSING = "(not (and (at goat ?a) (at cabbage ?a)))"
PATIENCE = 20.0
"""seconds for a search, far more than it takes where nothing else runs"""


def repairs(verdict: Verdict, domain: Source, problem: Source) -> list[Repair]:
    return RepairSearch(verdict, domain, problem, PATIENCE).run()


def check_repairs(name: str, number: int, seed: int) -> int:
    """Of so many changed models each repair that is told makes a right one, by trial; how many are told."""
    model, told = MODELS[name], 0
    for change, *both in mutants(*model.texts, random.Random(seed)):
        try:
            pair = Source(both[0], "domain.pddl"), Source(both[1], "p01.pddl")
            mutant = instantiate(of_texts(*pair, Path("domain.toml")), {})
            found = check(make(model.puzzle, **model.parameters), mutant)
        except (PddlError, UncheckedError):
            continue
        if len(found.found) != 1:
            continue
        [repair] = repairs(found, *pair)
        mended = dict(zip(("domain", "problem"), both, strict=True)) | {edit.of: edit.text for edit in repair}
        if repair:
            told += 1
            try:
                assert Truth(model, *mended.values()).differs is None, (change, [edit.says for edit in repair])
            except UnclearError:  # planners differ in what it means
                pass
        number -= 1
        if not number:
            return told
    raise AssertionError("mutants end")


@pytest.mark.parametrize("name", ["boat", "sides"])
def test_repairs_make_right_models(name: str) -> None:
    assert check_repairs(name, 2, 8) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("boat", 5), ("sides", 5), ("numbers", 1)])
def test_repairs_of_many_make_right_models(name: str, least: int) -> None:
    """Not all are found: an action that is left out is none of the changes that are tried, nor is another number."""
    assert check_repairs(name, 8, 9) >= least


def test_a_rule_that_two_actions_forget() -> None:
    domain, problem = texts("flat")
    assert domain.count(MISSING) == 2
    pair = Source(domain.replace(MISSING, ""), "domain.pddl"), Source(problem, "p01.pddl")
    [repair] = repairs(check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    assert {edit.action for edit in repair} == {"cross-alone", "take-wolf"}
    assert Truth(MODELS["flat"], repair[-1].text, problem).differs is None


@pytest.mark.parametrize(
    ("level", "hint"),
    [
        ("1", "Look at the action 'take-goat'."),
        ("2", "Something is missing from the effect of the action 'take-goat'."),
        ("3", "In the effect of the action 'take-goat' (line 18), add (not (at goat ?a))."),
    ],
)
def test_levels(level: str, hint: str, plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("flat")
    (tmp_path / "domain.pddl").write_text(domain.replace("(not (at goat ?a)) (at goat ?b)", "(at goat ?b)"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", level)
    assert (run.returncode, run.stderr) == (14, "")
    assert run.stdout.endswith(f"\nHints:\n\n1. {hint}\n")


def test_no_hint_for_what_is_right(plan: Run) -> None:
    run = plan("check", FARMER, "--problem", str(CASES / "models" / "flat"), "--hint", "3")
    assert (run.returncode, "Hint" in run.stdout) == (0, False)
    assert run.stdout.count("the model is equivalent") == 1


def test_a_missing_condition_of_the_goal_is_added() -> None:
    """What stands in the goal is right: nothing is written instead of it."""
    domain, problem = texts("flat")
    pair = Source(domain, "domain.pddl"), Source(problem.replace(" (at goat right)", ""), "p01.pddl")
    [repair] = repairs(check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    assert [edit.says for edit in repair] == ["add (at goat right)"]


def test_a_start_at_the_wrong_bank_is_moved() -> None:
    """With the wolf at both banks the model would make the puzzle's moves in other ways; but nobody is at two places."""
    domain, problem = texts("flat")
    pair = Source(domain, "domain.pddl"), Source(problem.replace("(at wolf left)", "(at wolf right)", 1), "p01.pddl")
    [repair] = repairs(check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    assert [edit.says for edit in repair] == ["write (at wolf left) instead of (at wolf right)"]


def test_no_hint_keeps_the_boat_where_it_is() -> None:
    """A boat that never arrives is at one bank only, but then nobody crosses."""
    domain, problem = texts("boat")
    pair = Source(domain.replace("(not (boat-at ?a))", ""), "domain.pddl"), Source(problem, "p01.pddl")
    [repair] = repairs(check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    assert [edit.says for edit in repair] == ["add (not (boat-at ?a))"]


def test_hints_for_several_faults_are_no_nonsense() -> None:
    """A rule is turned round, and the goal forgets the cabbage: no hint asks for the farmer at the start, or for what contradicts itself."""
    domain, problem = texts("flat")
    rule = "(not (and (at goat ?a) (at cabbage ?a)))"
    turned = "(not (and (not (at goat ?a)) (at cabbage ?a)))"
    wrong = domain.replace(rule, turned, 1)
    pair = Source(wrong, "domain.pddl"), Source(problem.replace(" (at cabbage right)", ""), "p01.pddl")
    verdict = check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {}))
    found = dict(zip([one.kind for one in verdict.found], repairs(verdict, *pair), strict=True))
    assert {"rule-missing", "rule-too-strong", "early"} <= {*found}
    before = Truth(MODELS["flat"], wrong, pair[1].text).faults
    for repair in filter(None, found.values()):
        mended = {"domain": wrong, "problem": pair[1].text} | {edit.of: edit.text for edit in repair}
        assert Truth(MODELS["flat"], *mended.values()).faults < before
        assert "add (at farmer left)" not in [edit.says for edit in repair]
        assert not any("(and (at cabbage ?a) (not (at cabbage ?a)))" in edit.text for edit in repair)


def check_hints(name: str, number: int, seed: int) -> int:
    """Check that each hint for `number` changed models, obeyed alone, mends something in some state and spoils nothing in any.

    The states are those of the tests' own reader of PDDL. Return how many hints there were.
    """
    model, told = MODELS[name], 0
    for change, *both in mutants(*model.texts, random.Random(seed)):
        pair = Source(both[0], "domain.pddl"), Source(both[1], "p01.pddl")
        try:
            found = check(make(model.puzzle, **model.parameters), instantiate(of_texts(*pair, Path("domain.toml")), {}))
        except (PddlError, UncheckedError):
            continue
        if not found.found:
            continue
        for repair in filter(None, repairs(found, *pair)):
            told += 1
            mended = dict(zip(("domain", "problem"), both, strict=True)) | {edit.of: edit.text for edit in repair}
            with contextlib.suppress(UnclearError):  # planners differ in what it means
                before, after = Truth(model, *both).faults, Truth(model, *mended.values()).faults
                assert after < before, (change, [edit.says for edit in repair])
        number -= 1
        if not number:
            return told
    raise AssertionError("mutants end")


def test_hints_that_are_obeyed_do_no_harm() -> None:
    assert check_hints("boat", 1, 4) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flat", "boat", "sides", "numbers", "torch"])
def test_hints_for_many_models_that_are_obeyed_do_no_harm(name: str) -> None:
    assert check_hints(name, 8, 13) >= 2


def without_action(domain: str, name: str) -> str:
    """The domain `flat` without an action."""
    begin = domain.index(f"  (:action {name}")
    end = domain.find("  (:action ", begin + 1)
    return domain[:begin] + (domain[end:] if end > 0 else ")")


SEARCHING = 0.5
"""seconds of a processor that a command has had if it still looks for hints"""


def test_verdict_comes_before_hints_are_looked_for(tmp_path: Path) -> None:
    """No small change makes up for the action of the farmer alone, so the search takes as long as it may."""
    domain, problem = texts("flat")
    (tmp_path / "domain.pddl").write_text(without_action(domain, "cross-alone"))
    (tmp_path / "p01.pddl").write_text(problem)
    command = [Path(sys.executable).with_name("plan"), "check", FARMER, "--problem", "p01.pddl", "--hint", "3"]
    process = subprocess.Popen(
        [*command, "--hint-time", "10m", "--timeout", "1h"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        told = list(itertools.takewhile(lambda line: "does not:" not in line, process.stdout))
        assert told[0].startswith("The wolf, the goat and the cabbage: the model differs")
        wait_until(lambda: at_work(process.pid, SEARCHING), process)
    finally:
        process.kill()
        process.communicate()


def test_hint_time_bounds_the_search(plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("flat")
    (tmp_path / "domain.pddl").write_text(without_action(domain, "cross-alone"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", "3", "--hint-time", "0.1")
    assert run.returncode == 14
    assert " ".join(run.stdout.split()).endswith("ferryplan found no small change that corrects this.")
    assert plan("check", FARMER, "--problem", "p01.pddl", "--hint-time", "1").returncode == 30, "there are no hints"


def test_two_faults_are_mended_one_after_the_other() -> None:
    """The cabbage is forgotten in the goal, and the rule for wolf and goat in one action.

    Where the goal holds too early nothing goes on, so that the goal, mended alone, shows more places at which the rule
    is missing: its hint begins with that of the rule.
    """
    domain, problem = texts("flat")
    rule = "(not (and (at wolf ?a) (at goat ?a)))"
    assert domain.count(rule) == 2
    pair = (
        Source(domain.replace(f" {rule} (not", " (not", 1), "domain.pddl"),
        Source(problem.replace(" (at cabbage right)", ""), "p01.pddl"),
    )
    verdict = check(make(FARMER), instantiate(of_texts(*pair, Path("domain.toml")), {}))
    found = dict(zip([one.kind for one in verdict.found], repairs(verdict, *pair), strict=True))
    assert [(edit.action, edit.part) for edit in found["rule-missing"]] == [("cross-alone", "precondition")]
    assert found["early"][:-1] == found["rule-missing"]
    assert found["early"][-1].says == "add (at cabbage right)"


NUMBERED = """
(define (domain crossing) (:requirements :typing :fluents :equality :negative-preconditions)
  (:types bank kind) (:constants left right - bank cannibal missionary - kind)
  (:predicates (boat-at ?b - bank))
  (:functions (count ?k - kind ?b - bank))
  {actions})
"""
MOVE = """
  (:action {name} :parameters (?a ?b - bank) :precondition (and (boat-at ?a) (not (= ?a ?b)))
    :effect (and (not (boat-at ?a)) (boat-at ?b) {changes}))"""
COUNTED = """
(define (problem p) (:domain crossing)
  (:init (boat-at left) (= (count cannibal left) 3) (= (count missionary left) 3)
    (= (count cannibal right) 0) (= (count missionary right) 0))
  (:goal (and (= (count cannibal right) 3) (= (count missionary right) 3))))
"""


def test_enough_people_are_asked_for_in_one_action() -> None:
    domain, problem = texts("numbers")
    enough = "(>= (cannibals ?a) 2)"
    assert domain.count(enough) == 1
    pair = Source(domain.replace(enough, ""), "domain.pddl"), Source(problem, "p01.pddl")
    model = MODELS["numbers"]
    verdict = check(make(model.puzzle, **model.parameters), instantiate(of_texts(*pair, Path("domain.toml")), {}))
    for repair in repairs(verdict, *pair):
        assert [(edit.action, edit.says) for edit in repair] == [("row-two-cannibals", f"add {enough}")]


@pytest.mark.slow
def test_enough_people_are_asked_for_where_numbers_fall_below_none() -> None:
    """No condition asks whether there are so many, nor is there any rule: the hint mends a part, and places no boat twice."""
    loads = {
        "two-cannibals": (2, 0),
        "two-missionaries": (0, 2),
        "one-cannibal": (1, 0),
        "one-missionary": (0, 1),
        "both": (1, 1),
    }
    actions = "".join(
        MOVE.format(
            name=name,
            changes=" ".join(
                f"(decrease (count {kind} ?a) {number}) (increase (count {kind} ?b) {number})"
                for kind, number in zip(("cannibal", "missionary"), load, strict=True)
                if number
            ),
        )
        for name, load in loads.items()
    )
    pair = Source(NUMBERED.format(actions=actions), "domain.pddl"), Source(COUNTED, "p01.pddl")
    verdict = check(make("missionaries-cannibals", capacity=2), instantiate(of_texts(*pair, Path("domain.toml")), {}))
    found = dict(zip([one.kind for one in verdict.found], RepairSearch(verdict, *pair, 15.0).run(), strict=True))
    assert [edit.part for edit in found["double"]] == ["precondition"]
    assert re.fullmatch(r"add \(>= \(count (cannibal|missionary) \?a\) [12]\)", found["double"][0].says)


def test_two_people_may_be_asked_to_differ() -> None:
    """Also in a domain that has no `=` anywhere."""
    domain = "(define (domain d) (:action a :parameters (?h1 ?h2) :precondition (p ?h1) :effect (p ?h2)))"
    found = [one.says for one in edits(Source(domain, "d"), Source("(define (problem p) (:goal (p a)))", "p"))]
    assert "add (not (= ?h1 ?h2))" in found


def directed_actions(rules: str) -> str:
    """A domain with two actions for each load, one for each direction; `rules` stands where goat and cabbage must not stay alone."""
    wolf_and_goat = "(not (and (at wolf ?a) (at goat ?a)))"
    needs = {"farmer": f"{wolf_and_goat} {rules}", "wolf": rules, "goat": "", "cabbage": wolf_and_goat}
    actions = [
        f"""
  (:action take-{who}-{way} :parameters (?a ?b - place)
    :precondition (and (at farmer ?a) ({way} ?a ?b) (at {who} ?a) {rule})
    :effect (and (not (at {who} ?a)) (at {who} ?b) (not (at farmer ?a)) (at farmer ?b)))"""
        for way in ("east", "west")
        for who, rule in needs.items()
    ]
    return f"""(define (domain directed) (:requirements :strips :typing :negative-preconditions)
  (:types thing place) (:constants farmer wolf goat cabbage - thing)
  (:predicates (at ?x - thing ?p - place) (east ?a ?b - place) (west ?a ?b - place)){"".join(actions)})"""


DIRECTED = """(define (problem p) (:domain directed) (:objects left right - place)
  (:init (at farmer left) (at wolf left) (at goat left) (at cabbage left) (east left right) (west right left))
  (:goal (and (at farmer right) (at wolf right) (at goat right) (at cabbage right))))"""


def find_repairs(name: str, domain: str, problem: str) -> tuple[list[Repair], dict[str, str]]:
    """Return the repairs of a model, and its texts after the first one."""
    pair = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    puzzle = make(MODELS[name].puzzle, **MODELS[name].parameters)
    found = repairs(check(puzzle, instantiate(of_texts(*pair, Path("domain.toml")), {})), *pair)
    return found, {"domain": domain, "problem": problem} | {edit.of: edit.text for edit in found[0]}


def test_condition_that_many_actions_lack_is_one_hint(plan: Run, tmp_path: Path) -> None:
    wrong = directed_actions("")
    # By hand: goat and cabbage stay alone if the farmer goes alone or with the wolf, in both directions.
    lacking = {f"take-{who}-{way}" for who in ("farmer", "wolf") for way in ("east", "west")}
    [repair], mended = find_repairs("flat", wrong, DIRECTED)
    assert {edit.action for edit in repair} == lacking
    assert Truth(MODELS["flat"], **mended).differs is None
    (tmp_path / "domain.pddl").write_text(wrong)
    (tmp_path / "p01.pddl").write_text(DIRECTED)
    said = " ".join(plan("check", FARMER, "--problem", "p01.pddl", "--hint", "1").stdout.partition("Hints:")[2].split())
    named = re.fullmatch(r"1\. Look at the actions '(\S+)', '(\S+)', '(\S+)' and '(\S+)'\.", said)
    assert named is not None
    assert {*named.groups()} == lacking


def test_condition_that_eight_actions_lack_is_one_hint() -> None:
    right = directed_actions("(not (and (at goat ?a) (at cabbage ?a)))")
    [repair], mended = find_repairs("flat", right.replace("(and (at farmer ?a) (", "(and ("), DIRECTED)
    assert len({edit.action for edit in repair}) >= 6  # the two of the farmer alone keep another (at farmer ?a)
    assert Truth(MODELS["flat"], **mended).differs is None


@pytest.mark.parametrize("missing", ["wolf", "cabbage"])
def test_missing_action_is_made_from_another(missing: str) -> None:
    domain, problem = texts("flat")
    [repair], mended = find_repairs("flat", without_action(domain, f"take-{missing}"), problem)
    assert len(repair) == 1
    assert Truth(MODELS["flat"], **mended).differs is None


@pytest.mark.parametrize(
    ("level", "hint"),
    [
        ("1", "The model lacks an action for this move."),
        (
            "2",
            "The model lacks an action that makes (at farmer right) and (at cabbage right) true. "
            "The missing action resembles the action 'take-wolf'.",
        ),
    ],
)  # fmt: skip
def test_missing_action_is_described_in_facts_of_the_model(level: str, hint: str, plan: Run, tmp_path: Path) -> None:
    domain, problem = texts("flat")
    (tmp_path / "domain.pddl").write_text(without_action(domain, "take-cabbage"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", level)
    assert " ".join(run.stdout.partition("Hints:")[2].split()) == f"1. {hint}"


@pytest.mark.parametrize(
    ("of", "right", "wrong"),
    [
        ("problem", "(= (minutes d) 10)", "(= (minutes d) 8)"),
        ("problem", "(= (minutes b) 2)", "(= (minutes b) 20)"),
        ("domain", "(minutes ?p)))))", "(minutes ?q)))))"),
    ],
)
def test_wrong_costs_are_mended(of: str, right: str, wrong: str) -> None:
    both = dict(zip(("domain", "problem"), texts("torch"), strict=True))
    assert right in both[of]
    [[edit]], mended = find_repairs("torch", **both | {of: both[of].replace(right, wrong)})
    assert right.rstrip(")") in edit.new
    assert Truth(MODELS["torch"], **mended).differs is None


def carry(name: str, missionaries: int, cannibals: int) -> str:
    """An action of numbers that keeps the rule at both banks."""
    taken = {"missionary": missionaries, "cannibal": cannibals}
    changes = [
        f"(decrease (count {kind} ?a) {number}) (increase (count {kind} ?b) {number})"
        for kind, number in taken.items()
        if number
    ]
    left = {kind: f"(- (count {kind} ?a) {number})" for kind, number in taken.items()}
    come = {kind: f"(+ (count {kind} ?b) {number})" for kind, number in taken.items()}
    conditions = [
        *(f"(>= (count {kind} ?a) {number})" for kind, number in taken.items()),
        *(f"(or (= {here['missionary']} 0) (>= {here['missionary']} {here['cannibal']}))" for here in (left, come)),
    ]
    move = MOVE.format(name=name, changes=" ".join(changes))
    return move.replace("(not (= ?a ?b)))", f"(not (= ?a ?b)) {' '.join(conditions)})")


def test_missing_action_of_another_number_is_made(plan: Run, tmp_path: Path) -> None:
    """Nothing carries two cannibals: their action is that of one cannibal with 2 in place of 1."""
    loads = [("cross-one", 1, 0), ("cross-two", 2, 0), ("cross-pair", 1, 1), ("cross-cannibal", 0, 1)]
    domain = NUMBERED.format(actions="".join(carry(*load) for load in loads)).replace(":equality", ":equality :adl")
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(COUNTED)
    run = plan("check", "missionaries-cannibals", "--problem", "p01.pddl", "--hint", "2")
    # From the start of three and three, two cannibals go: one stays at the left bank.
    assert " ".join(run.stdout.partition("Hints:")[2].split()) == (
        "1. The model lacks an action that makes (= (count cannibal left) 1), (= (count cannibal right) 2) and (boat-at right) true. "
        "The missing action resembles the action 'cross-cannibal'."
    )


def test_several_conditions_of_the_goal_are_added_at_once() -> None:
    """Wolf and goat are forgotten. With either alone in the goal, it still holds while the other is at the left bank with nobody."""
    domain, problem = texts("flat")
    wrong = problem.replace("(at wolf right) (at goat right) ", "")
    assert wrong != problem
    [repair], mended = find_repairs("flat", domain, wrong)
    assert [edit.new for edit in repair] == ["(at wolf right) (at goat right)"]
    assert Truth(MODELS["flat"], **mended).differs is None
