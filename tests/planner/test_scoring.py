"""Answers scored, against a judge that shares nothing with the program: tests/answering.py."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter

import pytest
from answering import (
    CLAIMS,
    EXACT,
    FORMS,
    GARBAGE,
    RIVERS,
    UNSOLVABLE,
    couples,
    detour,
    farmer,
    faults,
    missionaries,
    question,
)
from support import CASES

from ferryplan import instantiate, load
from ferryplan.evaluation.scoring.judging import score
from ferryplan.generator.generation import generate

NUMBER = {"right": 1.0, "wrong": 0.0, "unreadable": 0.0}


def disagreements(number: int, seed: int):
    """Score so many answers; yield those about which the judge says otherwise."""
    chance, told = random.Random(seed), Counter()
    while sum(told.values()) < number:
        river = chance.choice(RIVERS)
        plan = river.best(chance)
        assert plan is not None
        assert river.fault(plan) is None
        ask = chance.choice(["plan", "optimal-plan"])
        asked = question(river, ask, len(plan))
        longer = detour(river, plan, chance)
        for form in FORMS:
            for one in (plan, longer):
                expected = "right" if one is plan or ask == "plan" else "wrong"
                told[form.__name__, expected] += 1
                yield from _compared(asked, form(river, one), expected, None)
        for kind, wrong in faults(river, plan, chance):
            fault = river.fault(wrong)
            right = fault is None and (ask == "plan" or len(wrong) == len(plan))
            form = chance.choice(
                EXACT if kind in ("nobody", "stops", "twice") or any(not load for load in wrong) else FORMS
            )
            if kind == "stops" and not wrong:
                continue
            told[kind, right] += 1
            step = fault[0] if fault and fault[1] != "goal" and form in EXACT else None
            yield from _compared(asked, form(river, wrong), "right" if right else "wrong", step)
        told["claim"] += 1
        yield from _compared(asked, chance.choice(CLAIMS), "wrong", None)
        told["garbage"] += 1
        yield from _compared(asked, chance.choice(GARBAGE), "unreadable", None)
        river = chance.choice(UNSOLVABLE)
        told["unsolvable"] += 1
        yield from _compared(question(river, ask, None), chance.choice(CLAIMS), "right", None)
    assert all(told.values())


def _compared(asked, answer, expected, step):
    found = score(asked, answer)
    if found.outcome != expected or found.score != NUMBER[expected] or (step and found.step != step):
        yield asked["puzzle"], asked["ask"], asked["optimum"], answer, expected, step, found


def test_the_program_agrees_with_another_judge():
    assert [*disagreements(700, 1)] == []


FARMER, CANNIBALS = question(farmer(), "plan", 7), question(missionaries(3, 2), "plan", 11)
FOUR_COUPLES = question(couples(4, 2), "plan", None)
PLAN = [["farmer", *others] for others in (["goat"], [], ["wolf"], ["goat"], ["cabbage"], [], ["goat"])]
ASKED = {"farmer": FARMER, "cannibals": CANNIBALS, "four couples": FOUR_COUPLES}
SAID = json.loads((CASES / "answers.json").read_text())


@pytest.mark.parametrize("case", SAID["plans"])
def test_what_people_and_models_write(case):
    assert score(ASKED[case["question"]], case["answer"]).outcome == case["outcome"]


HOSTILE = {
    "open": "[", "close": "]", "braces": "{", "objects": '{"a":', "quotes": '"\\', "blanks": " ", "lines": "\n", "pipes": "| a ", "names": "farmer ",
    "sentences": "The farmer crosses. ", "answers": "answer  ", "boxes": "\\boxed{", "thoughts": "<think>", "tags": "<answer>", "groups": "(a ",
    "fences": "```\n", "digits": "9", "nul": "\0", "surrogates": "\ud800", "ligatures": "\ufdfa", "arrows": "farmer -> ", "numbers": "1. farmer ->\n",
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("ask", ["plan", "length", "solvable", "formalise"])
def test_hostile_texts_are_worth_nothing(ask, text):
    """A fifth of a million characters here; the slow test has a million."""
    assert score({**FARMER, "ask": ask}, text * (200_000 // len(text))).score == 0


def test_a_plan_that_goes_round_a_million_times():
    found = score(FARMER, [["farmer", "goat"]] * 1_000_001)
    assert (found.outcome, found.kind) == ("wrong", "goal not reached")
    assert score(FARMER, [["farmer", "goat"]] * 1_200_000).outcome == "wrong"


def test_why():
    said = score(FARMER, json.dumps([["farmer", "goat"], ["farmer"], ["farmer", "wolf"], ["farmer"]]))
    assert (said.step, said.partial) == (4, 0.75)
    assert said.why.startswith(
        'Crossing 4: at the right bank, the goat is with the wolf, but without the farmer; this breaks the rule "'
    )
    assert said.rule == "The goat is not with the wolf unless the farmer is there."
    assert score(FARMER, json.dumps([["farmer", "goat"]])).why == (
        "After 1 crossing, the goal is not reached, because the wolf and the cabbage are not at the places that the goal asks for."
    )
    longer = [PLAN[0], PLAN[0], *PLAN]
    asked = {**FARMER, "ask": "optimal-plan"}
    assert score(asked, PLAN).score == 1
    found = score(asked, longer)
    assert (found.score, found.outcome, found.partial, found.why) == (
        0,
        "wrong",
        pytest.approx(7 / 9),
        "The plan reaches the goal, but takes 9 crossings; the optimum is 7.",
    )


@pytest.mark.parametrize("case", SAID["replies"])
def test_answers_of_every_kind(case):
    assert score({**FARMER, "parameters": {}, **case["question"]}, case["answer"]).outcome == case["outcome"]


FARMER_MODEL = """
Here is the model.
```pddl
(define (domain river)
  (:requirements :adl :typing)
  (:types bank traveller)
  (:constants farmer wolf goat cabbage - traveller)
  (:predicates (at ?x - traveller ?b - bank) (eats ?x ?y - traveller))
  (:action alone
    :parameters (?from ?to - bank)
    :precondition (and (not (= ?from ?to)) (at farmer ?from)
      (forall (?y ?z - traveller) (imply (and (eats ?y ?z) (at ?y ?from)) (not (at ?z ?from)))))
    :effect (and (not (at farmer ?from)) (at farmer ?to)))
  (:action take
    :parameters (?x - traveller ?from ?to - bank)
    :precondition (and (not (= ?from ?to)) (not (= ?x farmer)) (at farmer ?from) (at ?x ?from)
      (forall (?y ?z - traveller) (imply (and (eats ?y ?z) (at ?y ?from) (at ?z ?from)) (or (= ?x ?y) (= ?x ?z)))))
    :effect (and (not (at farmer ?from)) (at farmer ?to) (not (at ?x ?from)) (at ?x ?to))))
```
```pddl
(define (problem crossing) (:domain river)
  (:objects left-bank right-bank - bank)
  (:init (at farmer left-bank) (at wolf left-bank) (at goat left-bank) (at cabbage left-bank)
    (eats wolf goat) (eats goat cabbage))
  (:goal (and (at farmer right-bank) (at wolf right-bank) (at goat right-bank) (at cabbage right-bank))))
```
It has seven crossings.
"""
CHANGES = {
    "as it is": ("", "", "right", ""),
    "as data": ("", "", "right", ""),
    "no rule about the cabbage": ("(eats goat cabbage)", "", "wrong", "different model"),
    "the goat eats the wolf, too": ("(eats wolf goat)", "(eats wolf goat) (eats wolf cabbage)", "wrong", "different model"),
    "the goat begins across": ("(:init (at farmer left-bank) (at wolf left-bank) (at goat left-bank)",
                               "(:init (at farmer left-bank) (at wolf left-bank) (at goat right-bank)", "wrong", "different model"),
    "without the cabbage in the goal": (" (at cabbage right-bank))))", ")))", "wrong", "different model"),
    "an action that changes nothing": ("  (:action alone", """  (:action wait :parameters () :precondition (and) :effect (and))
  (:action alone""", "wrong", "superfluous action"),
    "an action twice": ("  (:action alone", """  (:action go-alone
    :parameters (?from ?to - bank)
    :precondition (and (not (= ?from ?to)) (at farmer ?from)
      (forall (?y ?z - traveller) (imply (and (eats ?y ?z) (at ?y ?from)) (not (at ?z ?from)))))
    :effect (and (not (at farmer ?from)) (at farmer ?to)))
  (:action alone""", "wrong", "superfluous action"),
    "an action from a bank to itself": ("(not (= ?from ?to)) (at farmer ?from)\n", "(at farmer ?from)\n", "wrong", "superfluous action"),
    "no PDDL": (":parameters (?from ?to - bank)", ":parameters from and to", "unreadable", "unreadable"),
    "a predicate that is not declared": ("(at ?x ?to))))", "(is-at ?x ?to))))", "unreadable", "unreadable"),
    "no problem": ("(problem crossing)", "(puzzle crossing)", "unreadable", "unreadable"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_models(change):
    before, after, outcome, kind = CHANGES[change]
    assert before in FARMER_MODEL
    text = FARMER_MODEL.replace(before, after) if before else FARMER_MODEL
    found = score({**FARMER, "ask": "formalise"}, {"model": text} if change == "as data" else text)
    assert (found.outcome, found.kind) == (outcome, kind), found.why


def test_a_model_of_another_puzzle():
    """It is no model of this one, and nothing in it says who the farmer would be: so no difference can be shown."""
    model = generate(instantiate(load("missionaries-cannibals"), {}), "adl", "named")
    found = score({**FARMER, "ask": "formalise"}, {"domain": model.domain, "problem": model.problem})
    assert (found.outcome, found.kind) == ("wrong", "undecided"), found.why


LIMITED = """
import sys
from ferryplan.evaluation.scoring import replies
from ferryplan.evaluation.scoring.judging import score
setattr(replies, sys.argv[1], float(sys.argv[2]) if sys.argv[1] == "SECONDS" else int(sys.argv[2]))
found = score(sys.argv[3], sys.stdin.read())
print(found.outcome, found.kind)
"""


@pytest.mark.parametrize(("name", "limit"), [("SECONDS", 0.3), ("MEMORY", 1)])
def test_models_have_limits(name, limit):
    """A model with 200,000 travelers more, who do nothing; in a process of its own, in which no memory is left over."""
    idle = " ".join(f"t{n}" for n in range(200_000))
    many = FARMER_MODEL.replace("right-bank - bank)", f"right-bank - bank {idle} - traveller)")
    asked = [sys.executable, "-c", LIMITED, name, str(limit), json.dumps({**FARMER, "ask": "formalise"})]
    run = subprocess.run(asked, input=many, capture_output=True, text=True, cwd=CASES.parent.parent, check=True)
    assert run.stdout.strip() == "wrong undecided"


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_of_a_million_characters(text):
    for ask in ("plan", "length", "solvable", "formalise"):
        began = time.process_time()
        assert score({**FARMER, "ask": ask}, text * (1_000_000 // len(text))).score == 0
        assert time.process_time() - began < 10


@pytest.mark.slow
def test_the_program_agrees_with_another_judge_twenty_thousand_times():
    assert [*disagreements(20_000, 7)] == []
