"""Hints of `plan check`: the location of a fault and the repair, confirmed by an independent oracle."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from budget import draw_cases, scale
from conftest import RunCommand
from model_mutants import generate_mutants
from model_truth import ModelTruth, UnclearError
from processes import has_used_processor, wait_until
from student_models import MODELS, read_model_texts
from support import CASES, make_instance

from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.edits import generate_small_edits
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking import repairs as repairs_module
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.repairs import ModelRepair, RepairSearch
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

FARMER = "wolf-goat-cabbage"
MISSING = "(not (and (at goat ?a) (at cabbage ?a)))"
PATIENCE = 600.0
"""Seconds for a search: more than it needs on any machine."""
UNHURRIED = ("--hint-time", "20m", "--timeout", "1h")
"""time limits of a command that no busy machine reaches"""


def repairs(verdict: ModelVerdict, domain: Source, problem: Source) -> list[ModelRepair]:
    return RepairSearch(verdict, domain, problem, PATIENCE).find_repairs()


def check_repairs(name: str, number: int, seed: int) -> int:
    """Check that each proposed repair of a mutant makes the model correct, and return their number.

    `number` is the number of mutants; the oracle compares the repaired model with the puzzle.
    """
    model, told = MODELS[name], 0
    for change, *both in generate_mutants(*model.texts, random.Random(seed)):
        try:
            pair = Source(both[0], "domain.pddl"), Source(both[1], "p01.pddl")
            mutant = instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})
            found = check_against_puzzle(make_instance(model.puzzle, **model.parameters), mutant)
        except (PddlError, UndecidedModelError):
            continue
        if len(found.differences) != 1:
            continue
        [repair] = repairs(found, *pair)
        mended = dict(zip(("domain", "problem"), both, strict=True)) | {edit.file: edit.text for edit in repair}
        if repair:
            told += 1
            try:
                assert ModelTruth(model, *mended.values()).difference is None, (
                    change,
                    [edit.description for edit in repair],
                )
            except UnclearError:  # planners differ in the meaning of the mutant
                pass
        number -= 1
        if not number:
            return told
    raise AssertionError("mutants end")


@pytest.mark.parametrize("name", ["boat", "sides"])
def test_repairs_make_mutated_models_correct(name: str) -> None:
    """Most mutants get a repair, and each repair makes the model correct."""
    number = scale(1)
    assert check_repairs(name, number, 8) >= 5 / 8 * number


def test_one_repair_adds_a_rule_missing_from_two_actions() -> None:
    domain, problem = read_model_texts("flat")
    assert domain.count(MISSING) == 2
    pair = Source(domain.replace(MISSING, ""), "domain.pddl"), Source(problem, "p01.pddl")
    [repair] = repairs(
        check_against_puzzle(make_instance(FARMER), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})),
        *pair,
    )
    assert {edit.action for edit in repair} == {"cross-alone", "take-wolf"}
    assert ModelTruth(MODELS["flat"], repair[-1].text, problem).difference is None


@pytest.mark.parametrize(
    ("level", "hint"),
    [
        ("1", "Look at the action 'take-goat'."),
        ("2", "Something is missing from the effect of the action 'take-goat'."),
        ("3", "In the effect of the action 'take-goat' (line 18), add (not (at goat ?a))."),
    ],
)
def test_hint_level_sets_the_detail_of_hints(level: str, hint: str, plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = read_model_texts("flat")
    (tmp_path / "domain.pddl").write_text(domain.replace("(not (at goat ?a)) (at goat ?b)", "(at goat ?b)"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", level, *UNHURRIED)
    assert (run.returncode, run.stderr) == (14, "")
    assert run.stdout.endswith(f"\nHints:\n\n1. {hint}\n")


def test_correct_model_gets_no_hint(plan: RunCommand) -> None:
    run = plan("check", FARMER, "--problem", str(CASES / "models" / "flat"), "--hint", "3")
    assert (run.returncode, "Hint" in run.stdout) == (0, False)
    assert run.stdout.count("the model is equivalent") == 1


def test_hint_adds_a_missing_goal_condition() -> None:
    """A missing goal condition is added.

    The remaining goal conditions are correct, and the hint replaces none of them.
    """
    domain, problem = read_model_texts("flat")
    pair = Source(domain, "domain.pddl"), Source(problem.replace(" (at goat right)", ""), "p01.pddl")
    [repair] = repairs(
        check_against_puzzle(make_instance(FARMER), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})),
        *pair,
    )
    assert [edit.description for edit in repair] == ["add (at goat right)"]


def test_hint_corrects_a_wrong_bank_in_initial_state() -> None:
    """The hint for a wrong bank in the initial state replaces the fact.

    With the wolf at both banks the model would allow the moves of the puzzle, too, but nobody is at two places.
    """
    domain, problem = read_model_texts("flat")
    pair = Source(domain, "domain.pddl"), Source(problem.replace("(at wolf left)", "(at wolf right)", 1), "p01.pddl")
    [repair] = repairs(
        check_against_puzzle(make_instance(FARMER), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})),
        *pair,
    )
    assert [edit.description for edit in repair] == ["write (at wolf left) instead of (at wolf right)"]


def test_hint_deletes_the_old_place_of_the_boat() -> None:
    """The hint for a boat at two banks deletes the old position.

    An action that never adds the new position would also leave the boat at one bank only, but then nobody could
    cross.
    """
    domain, problem = read_model_texts("boat")
    pair = Source(domain.replace("(not (boat-at ?a))", ""), "domain.pddl"), Source(problem, "p01.pddl")
    [repair] = repairs(
        check_against_puzzle(make_instance(FARMER), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})),
        *pair,
    )
    assert [edit.description for edit in repair] == ["add (not (boat-at ?a))"]


def test_each_hint_for_several_faults_repairs_one_of_them() -> None:
    """With several faults, each hint repairs one fault.

    One rule is negated, and the goal lacks the cabbage. No hint requires the farmer in the initial state or
    adds contradictory conditions.
    """
    domain, problem = read_model_texts("flat")
    rule = "(not (and (at goat ?a) (at cabbage ?a)))"
    turned = "(not (and (not (at goat ?a)) (at cabbage ?a)))"
    wrong = domain.replace(rule, turned, 1)
    pair = Source(wrong, "domain.pddl"), Source(problem.replace(" (at cabbage right)", ""), "p01.pddl")
    verdict = check_against_puzzle(make_instance(FARMER), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {}))
    found = dict(zip([one.kind for one in verdict.differences], repairs(verdict, *pair), strict=True))
    assert {"rule-missing", "rule-too-strong", "early"} <= {*found}
    before = ModelTruth(MODELS["flat"], wrong, pair[1].text).all_faults
    for repair in filter(None, found.values()):
        mended = {"domain": wrong, "problem": pair[1].text} | {edit.file: edit.text for edit in repair}
        assert ModelTruth(MODELS["flat"], *mended.values()).all_faults < before
        assert "add (at farmer left)" not in [edit.description for edit in repair]
        assert not any("(and (at cabbage ?a) (not (at cabbage ?a)))" in edit.text for edit in repair)


def check_hints(name: str, number: int, seed: int) -> int:
    """Check that each hint for `number` mutants, applied alone, repairs some state and damages none.

    The states come from the tests' own PDDL reader. Return the number of hints.
    """
    model, told = MODELS[name], 0
    for change, *both in generate_mutants(*model.texts, random.Random(seed)):
        pair = Source(both[0], "domain.pddl"), Source(both[1], "p01.pddl")
        try:
            found = check_against_puzzle(
                make_instance(model.puzzle, **model.parameters),
                instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {}),
            )
        except (PddlError, UndecidedModelError):
            continue
        if not found.differences:
            continue
        for repair in filter(None, repairs(found, *pair)):
            told += 1
            mended = dict(zip(("domain", "problem"), both, strict=True)) | {edit.file: edit.text for edit in repair}
            with contextlib.suppress(UnclearError):  # planners differ in the meaning of the mutant
                before, after = ModelTruth(model, *both).all_faults, ModelTruth(model, *mended.values()).all_faults
                assert after < before, (change, [edit.description for edit in repair])
        number -= 1
        if not number:
            return told
    raise AssertionError("mutants end")


@pytest.mark.parametrize("name", draw_cases(["sides", "numbers", "torch", "flat", "boat"], 2))
def test_applied_hint_reduces_the_number_of_faults(name: str) -> None:
    number = scale(1)
    assert check_hints(name, number, 4) >= number / 4


def without_action(domain: str, name: str) -> str:
    """Return the domain `flat` without one of its actions."""
    begin = domain.index(f"  (:action {name}")
    end = domain.find("  (:action ", begin + 1)
    return domain[:begin] + (domain[end:] if end > 0 else ")")


SEARCHING = 0.5
"""Seconds of processor time after which a command is certainly in its search for hints."""


def test_verdict_comes_before_hints_are_looked_for(tmp_path: Path) -> None:
    """The verdict is printed before the search for hints ends.

    No small change replaces the missing action of the farmer alone, so the search uses all its time.
    """
    domain, problem = read_model_texts("flat")
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
        wait_until(lambda: has_used_processor(process.pid, SEARCHING), process)
    finally:
        process.kill()
        process.communicate()


def test_hint_time_option_limits_the_search_for_hints(plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = read_model_texts("flat")
    (tmp_path / "domain.pddl").write_text(without_action(domain, "cross-alone"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", "3", "--hint-time", "0.1")
    assert run.returncode == 14
    assert " ".join(run.stdout.split()).endswith("ferryplan found no small change that corrects this.")
    assert plan("check", FARMER, "--problem", "p01.pddl", "--hint-time", "1").returncode == 30, "there are no hints"


def test_hint_for_a_dependent_fault_includes_the_hint_it_needs() -> None:
    """Hints for two dependent faults build on each other.

    The goal lacks the cabbage, and one action lacks the rule for wolf and goat. States in which the goal holds
    too early have no successors. With the goal repaired alone, the rule is therefore missing in more states, so
    the hint for the goal begins with the hint for the rule.
    """
    domain, problem = read_model_texts("flat")
    rule = "(not (and (at wolf ?a) (at goat ?a)))"
    assert domain.count(rule) == 2
    pair = (
        Source(domain.replace(f" {rule} (not", " (not", 1), "domain.pddl"),
        Source(problem.replace(" (at cabbage right)", ""), "p01.pddl"),
    )
    verdict = check_against_puzzle(make_instance(FARMER), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {}))
    found = dict(zip([one.kind for one in verdict.differences], repairs(verdict, *pair), strict=True))
    assert [(edit.action, edit.part) for edit in found["rule-missing"]] == [("cross-alone", "precondition")]
    assert found["early"][:-1] == found["rule-missing"]
    assert found["early"][-1].description == "add (at cabbage right)"


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


def test_hint_adds_a_missing_lower_bound_on_cannibals() -> None:
    domain, problem = read_model_texts("numbers")
    enough = "(>= (cannibals ?a) 2)"
    assert domain.count(enough) == 1
    pair = Source(domain.replace(enough, ""), "domain.pddl"), Source(problem, "p01.pddl")
    model = MODELS["numbers"]
    verdict = check_against_puzzle(
        make_instance(model.puzzle, **model.parameters), instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})
    )
    for repair in repairs(verdict, *pair):
        assert [(edit.action, edit.description) for edit in repair] == [("row-two-cannibals", f"add {enough}")]


def test_hint_prevents_numbers_below_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint prevents negative numbers of travelers.

    The model has neither conditions on the numbers nor rules. The hint repairs a part of this and does not put
    the boat at two banks.
    """
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
    verdict = check_against_puzzle(
        make_instance("missionaries-cannibals", capacity=2),
        instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {}),
    )
    # This search uses all its time, so the clock counts its readings: on a busy machine, it tries as many edits.
    monkeypatch.setattr(repairs_module, "time", SimpleNamespace(monotonic=itertools.count().__next__))
    search = RepairSearch(verdict, *pair, 60)
    found = dict(zip([one.kind for one in verdict.differences], search.find_repairs(), strict=True))
    assert [edit.part for edit in found["double"]] == ["precondition"]
    assert re.fullmatch(r"add \(>= \(count (cannibal|missionary) \?a\) [12]\)", found["double"][0].description)


def test_candidate_repairs_include_an_inequality_of_parameters() -> None:
    """Edits add an inequality of parameters, even to a domain without any `=`."""
    domain = "(define (domain d) (:action a :parameters (?h1 ?h2) :precondition (p ?h1) :effect (p ?h2)))"
    found = [
        one.description
        for one in generate_small_edits(Source(domain, "d"), Source("(define (problem p) (:goal (p a)))", "p"))
    ]
    assert "add (not (= ?h1 ?h2))" in found


def directed_actions(rules: str) -> str:
    """Return a farmer's domain with one action per load and direction.

    `rules` is the condition for loads that would leave goat and cabbage alone.
    """
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


def find_repairs(name: str, domain: str, problem: str) -> tuple[list[ModelRepair], dict[str, str]]:
    """Return the repairs of a model and the texts of the model after the first repair."""
    pair = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    puzzle = make_instance(MODELS[name].puzzle, **MODELS[name].parameters)
    found = repairs(check_against_puzzle(puzzle, instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})), *pair)
    return found, {"domain": domain, "problem": problem} | {edit.file: edit.text for edit in found[0]}


def test_condition_that_many_actions_lack_is_one_hint(plan: RunCommand, tmp_path: Path) -> None:
    wrong = directed_actions("")
    # By hand: goat and cabbage stay alone if the farmer goes alone or with the wolf, in both directions.
    lacking = {f"take-{who}-{way}" for who in ("farmer", "wolf") for way in ("east", "west")}
    [repair], mended = find_repairs("flat", wrong, DIRECTED)
    assert {edit.action for edit in repair} == lacking
    assert ModelTruth(MODELS["flat"], **mended).difference is None
    (tmp_path / "domain.pddl").write_text(wrong)
    (tmp_path / "p01.pddl").write_text(DIRECTED)
    said = " ".join(
        plan("check", FARMER, "--problem", "p01.pddl", "--hint", "1", *UNHURRIED).stdout.partition("Hints:")[2].split()
    )
    named = re.fullmatch(r"1\. Look at the actions '(\S+)', '(\S+)', '(\S+)' and '(\S+)'\.", said)
    assert named is not None
    assert {*named.groups()} == lacking


def test_condition_that_eight_actions_lack_is_one_hint() -> None:
    right = directed_actions("(not (and (at goat ?a) (at cabbage ?a)))")
    [repair], mended = find_repairs("flat", right.replace("(and (at farmer ?a) (", "(and ("), DIRECTED)
    assert len({edit.action for edit in repair}) >= 6  # the farmer's two own actions have a second (at farmer ?a)
    assert ModelTruth(MODELS["flat"], **mended).difference is None


@pytest.mark.parametrize("missing", draw_cases(["wolf", "cabbage"], 1))
def test_hint_derives_a_missing_action_from_a_similar_one(missing: str) -> None:
    domain, problem = read_model_texts("flat")
    [repair], mended = find_repairs("flat", without_action(domain, f"take-{missing}"), problem)
    assert len(repair) == 1
    assert ModelTruth(MODELS["flat"], **mended).difference is None


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
def test_hint_describes_a_missing_action_by_facts_of_the_model(
    level: str, hint: str, plan: RunCommand, tmp_path: Path
) -> None:
    domain, problem = read_model_texts("flat")
    (tmp_path / "domain.pddl").write_text(without_action(domain, "take-cabbage"))
    (tmp_path / "p01.pddl").write_text(problem)
    run = plan("check", FARMER, "--problem", "p01.pddl", "--hint", level, *UNHURRIED)
    assert " ".join(run.stdout.partition("Hints:")[2].split()) == f"1. {hint}"


@pytest.mark.parametrize(
    ("of", "right", "wrong"),
    [
        ("problem", "(= (minutes d) 10)", "(= (minutes d) 8)"),
        ("problem", "(= (minutes b) 2)", "(= (minutes b) 20)"),
        ("domain", "(minutes ?p)))))", "(minutes ?q)))))"),
    ],
)
def test_hint_corrects_wrong_costs(of: str, right: str, wrong: str) -> None:
    both = dict(zip(("domain", "problem"), read_model_texts("torch"), strict=True))
    assert right in both[of]
    [[edit]], mended = find_repairs("torch", **both | {of: both[of].replace(right, wrong)})
    assert right.rstrip(")") in edit.new
    assert ModelTruth(MODELS["torch"], **mended).difference is None


def carry(name: str, missionaries: int, cannibals: int) -> str:
    """Return an action on numbers that keeps the rule at both banks."""
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


def test_hint_derives_a_missing_action_by_changing_a_number(plan: RunCommand, tmp_path: Path) -> None:
    """A missing action is derived from another one with a changed number.

    No action carries two cannibals; the hint is the action for one cannibal with 2 in place of 1.
    """
    loads = [("cross-one", 1, 0), ("cross-two", 2, 0), ("cross-pair", 1, 1), ("cross-cannibal", 0, 1)]
    domain = NUMBERED.format(actions="".join(carry(*load) for load in loads)).replace(":equality", ":equality :adl")
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(COUNTED)
    run = plan("check", "missionaries-cannibals", "--problem", "p01.pddl", "--hint", "2", *UNHURRIED)
    # From the start with three and three, two cannibals cross and one stays at the left bank.
    assert " ".join(run.stdout.partition("Hints:")[2].split()) == (
        "1. The model lacks an action that makes (= (count cannibal left) 1), (= (count cannibal right) 2) and (boat-at right) true. "
        "The missing action resembles the action 'cross-cannibal'."
    )


def test_one_hint_adds_several_missing_goal_conditions() -> None:
    """Several missing goal conditions are added in one hint.

    The goal lacks wolf and goat. With only one of them added, it still holds while the other is at the left
    bank without the farmer.
    """
    domain, problem = read_model_texts("flat")
    wrong = problem.replace("(at wolf right) (at goat right) ", "")
    assert wrong != problem
    [repair], mended = find_repairs("flat", domain, wrong)
    assert [edit.new for edit in repair] == ["(at wolf right) (at goat right)"]
    assert ModelTruth(MODELS["flat"], **mended).difference is None
