"""Scores of answers, compared with an independent judge: tests/crossing_answers.py."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter

import pytest
from budget import scale
from crossing_answers import (
    ANSWER_FORMS,
    EXACT_FORMS,
    GARBAGE,
    RIVERS,
    UNSOLVABLE_CLAIMS,
    UNSOLVABLE_RIVERS,
    add_detour,
    make_couples_river,
    make_farmer_river,
    make_faulty_plans,
    make_missionaries_river,
    make_question,
)
from known_questions import BEST
from processor_time import grows_linearly
from support import CASES

from ferryplan import instantiate, load
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.generator.generation import generate

NUMBER = {"right": 1.0, "wrong": 0.0, "unreadable": 0.0}


def disagreements(number: int, seed: int):
    """Score `number` answers and yield those that the judge scores differently."""
    chance, told = random.Random(seed), Counter()
    while sum(told.values()) < number:
        river = chance.choice(RIVERS)
        plan = river.find_shortest_plan(chance)
        assert plan is not None
        assert river.find_fault(plan) is None
        ask = chance.choice(["plan", "optimal-plan"])
        asked = make_question(river, ask, len(plan))
        longer = add_detour(river, plan, chance)
        for form in ANSWER_FORMS:
            for one in (plan, longer):
                expected = "right" if one is plan or ask == "plan" else "wrong"
                told[form.__name__, expected] += 1
                yield from _compared(asked, form(river, one), expected, None)
        for kind, wrong in make_faulty_plans(river, plan, chance):
            fault = river.find_fault(wrong)
            right = fault is None and (ask == "plan" or len(wrong) == len(plan))
            form = chance.choice(
                EXACT_FORMS if kind in ("nobody", "stops", "twice") or any(not load for load in wrong) else ANSWER_FORMS
            )
            if kind == "stops" and not wrong:
                continue
            told[kind, right] += 1
            step = fault[0] if fault and fault[1] != "goal" and form in EXACT_FORMS else None
            yield from _compared(asked, form(river, wrong), "right" if right else "wrong", step)
        told["claim"] += 1
        yield from _compared(asked, chance.choice(UNSOLVABLE_CLAIMS), "wrong", None)
        told["garbage"] += 1
        yield from _compared(asked, chance.choice(GARBAGE), "unreadable", None)
        river = chance.choice(UNSOLVABLE_RIVERS)
        told["unsolvable"] += 1
        yield from _compared(make_question(river, ask, None), chance.choice(UNSOLVABLE_CLAIMS), "right", None)
    assert all(told.values())


def _compared(asked, answer, expected, step):
    found = score(asked, answer)
    if found.outcome != expected or found.score != NUMBER[expected] or (step and found.step != step):
        yield asked["puzzle"], asked["ask"], asked["optimum"], answer, expected, step, found


def test_scores_of_random_answers_agree_with_independent_judge():
    assert [*disagreements(scale(700), 1)] == []


FARMER, CANNIBALS = (
    make_question(make_farmer_river(), "plan", 7),
    make_question(make_missionaries_river(3, 2), "plan", 11),
)
FOUR_COUPLES = make_question(make_couples_river(4, 2), "plan", None)
ASKED = {"farmer": FARMER, "cannibals": CANNIBALS, "four couples": FOUR_COUPLES}
SAID = json.loads((CASES / "answers.json").read_text())


@pytest.mark.parametrize("question", ASKED)
def test_plans_in_typical_wordings_are_scored_correctly(question):
    cases = [case for case in SAID["plans"] if case["question"] == question]
    assert len(cases) >= 3
    assert [case for case in cases if score(ASKED[question], case["answer"]).outcome != case["outcome"]] == []


HOSTILE = {
    "open": "[", "close": "]", "braces": "{", "objects": '{"a":', "quotes": '"\\', "blanks": " ", "lines": "\n", "pipes": "| a ", "names": "farmer ",
    "sentences": "The farmer crosses. ", "answers": "answer  ", "boxes": "\\boxed{", "thoughts": "<think>", "tags": "<answer>", "groups": "(a ",
    "fences": "```\n", "digits": "9", "nul": "\0", "surrogates": "\ud800", "ligatures": "\ufdfa", "arrows": "farmer -> ", "numbers": "1. farmer ->\n",
}  # fmt: skip


HOSTILE_LENGTH = min(scale(30_000), 1_000_000)
"""characters in a hostile text: a million with a large ``FERRYPLAN_EXAMPLES``"""


@pytest.mark.parametrize("ask", ["plan", "length", "solvable", "formalise"])
def test_hostile_texts_score_zero_in_linear_time(ask):
    for name, text in HOSTILE.items():

        def score_text(length, name=name, text=text):
            assert score({**FARMER, "ask": ask}, text * (length // len(text))).score == 0, name

        assert grows_linearly(score_text, HOSTILE_LENGTH), name


def test_plan_with_very_many_moves_is_scored_in_linear_time():
    """The replay does not look at all earlier moves for each move."""

    def score_plan(length):
        found = score(FARMER, [["farmer", "goat"]] * (2 * length + 1))
        assert (found.outcome, found.kind) == ("wrong", "goal not reached")

    assert grows_linearly(score_plan, 25_000)


def test_score_explains_the_first_mistake_and_partial_credit():
    said = score(FARMER, json.dumps([["farmer", "goat"], ["farmer"], ["farmer", "wolf"], ["farmer"]]))
    assert (said.step, said.partial) == (4, 0.75)
    assert said.why.startswith(
        'Crossing 4: at the right bank, the goat is with the wolf, but without the farmer; this breaks the rule "'
    )
    assert said.rule == "The goat is not with the wolf unless the farmer is there."
    assert score(FARMER, json.dumps([["farmer", "goat"]])).why == (
        "After 1 crossing, the goal is not reached, because the wolf and the cabbage are not at the places that the goal asks for."
    )
    longer = [BEST[0], BEST[0], *BEST]
    asked = {**FARMER, "ask": "optimal-plan"}
    assert score(asked, BEST).score == 1
    found = score(asked, longer)
    assert (found.score, found.outcome, found.partial, found.why) == (
        0,
        "wrong",
        pytest.approx(7 / 9),
        "The plan reaches the goal, but takes 9 crossings; the optimum is 7.",
    )


@pytest.mark.parametrize("ask", sorted({case["question"]["ask"] for case in SAID["replies"]}))
def test_replies_to_every_question_kind_are_scored_correctly(ask):
    cases = [case for case in SAID["replies"] if case["question"]["ask"] == ask]
    scored = [(case, score({**FARMER, "parameters": {}, **case["question"]}, case["answer"])) for case in cases]
    assert [(case, found) for case, found in scored if found.outcome != case["outcome"]] == []


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
def test_formalize_answer_is_compared_with_the_puzzle(change):
    before, after, outcome, kind = CHANGES[change]
    assert before in FARMER_MODEL
    text = FARMER_MODEL.replace(before, after) if before else FARMER_MODEL
    found = score({**FARMER, "ask": "formalise"}, {"model": text} if change == "as data" else text)
    assert (found.outcome, found.kind) == (outcome, kind), found.why


def test_pddl_answer_modeling_another_puzzle_is_scored_undecided():
    """Nothing in a model of another puzzle corresponds to the farmer, so no difference can be shown."""
    model = generate(instantiate(load("missionaries-cannibals"), {"missionaries": 2, "cannibals": 2}), "adl", "named")
    found = score({**FARMER, "ask": "formalise"}, {"domain": model.domain, "problem": model.problem})
    assert (found.outcome, found.kind) == ("wrong", "undecided"), found.why


LIMITED = """
import sys
from ferryplan.evaluation.scoring import reply_scoring
from ferryplan.evaluation.scoring.question_scoring import score
setattr(reply_scoring, sys.argv[1], float(sys.argv[2]) if sys.argv[1] == "MAX_CHECK_SECONDS" else int(sys.argv[2]))
found = score(sys.argv[3], sys.stdin.read())
print(found.outcome, found.kind)
"""


@pytest.mark.parametrize(("name", "limit"), [("MAX_CHECK_SECONDS", 0.3), ("MAX_CHECK_MEBIBYTES", 1)])
def test_model_scoring_stops_at_time_and_memory_limits(name, limit):
    """The model has 200,000 extra travelers who do nothing.

    The scoring runs in its own process, which has no spare memory.
    """
    idle = " ".join(f"t{n}" for n in range(200_000))
    many = FARMER_MODEL.replace("right-bank - bank)", f"right-bank - bank {idle} - traveller)")
    asked = [sys.executable, "-c", LIMITED, name, str(limit), json.dumps({**FARMER, "ask": "formalise"})]
    run = subprocess.run(asked, input=many, capture_output=True, text=True, cwd=CASES.parent.parent, check=True)
    assert run.stdout.strip() == "wrong undecided"
