"""Verdicts in answers: solvable or not, valid or not, in data and in sentences."""

from __future__ import annotations

import itertools

import pytest
from known_questions import BEST, VALID_ABOUT, ask

from ferryplan.evaluation.scoring.answer_sentences import drop_step_lines, find_asserted_clauses, split_sentences
from ferryplan.evaluation.scoring.solvability_claims import claims_unsolvable, find_sentence_claim
from ferryplan.evaluation.scoring.stated_verdicts import PlanVerdict, find_solvability_in_data, parse_plan_verdict

VERDICT_KEYS = (
    "solvable", "answer", "final_answer", "final", "verdict", "result", "possible", "solution_exists", "exists", "Solvable",
)  # fmt: skip
VERDICTS = ((True, True), (False, False), ("yes", True), ("no", False), (["yes"], True), ("Unsolvable", False))
"""what an answer says, and whether this means that the puzzle is solvable"""


def test_solvable_verdict_is_found_under_several_keys() -> None:
    wrong = [
        (key, said)
        for key, (said, value) in itertools.product(VERDICT_KEYS, VERDICTS)
        for answer in ({key: said}, {"reason": "It is so.", key: said})
        if find_solvability_in_data(answer) is not value
    ]
    assert wrong == []


SOLVABILITY_IN_JSON = [
    ({"unsolvable": True}, False), ({"unsolvable": "yes"}, False), ({"unsolvable": False}, True), ({"unsolvable": "perhaps"}, None),
    ({}, None), ([], None), ([True, False], None),
    ({"answer": "perhaps"}, None), ({"answer": None, "exists": False}, False), (7, None), ({"answer": {"solvable": False}}, False),
]  # fmt: skip


def test_solvable_verdict_is_parsed_from_json(subtests: pytest.Subtests) -> None:
    for said, value in SOLVABILITY_IN_JSON:
        with subtests.test(said=said):
            assert find_solvability_in_data(said) is value


SOLVABILITY_LABELS = [
    ("Solvable: no", False), ("Solvable: No, because the boat is too small.", False), ("Solvable: no plan exists.", False),
    ("solvable=false", False), ("<solvable>false</solvable>", False), ("Solution exists: no", False), ("Unsolvable: yes", False),
    ("Unsolvable: no solution was found after an exhaustive search.", False), ("Impossible: no crossing order works.", False),
    ("Solvable: no\nRules: all of them are kept, and it is solvable with a larger boat.", False),
    ("Unsolvable: no", True), ("Solvable: no rule prevents it.", True), ("Feasible: no one is left behind.", True),
    ("The puzzle is solvable: no rule is broken by the plan above.", True), ("Solvable: yes, no rule is broken.", True),
    ("Solution exists: no doubt about it.", True), ("<solvable>true</solvable>", True),
]  # fmt: skip


def test_solvable_verdict_is_found_in_labels_and_tags(subtests: pytest.Subtests) -> None:
    for said, value in SOLVABILITY_LABELS:
        with subtests.test(said=said):
            assert find_solvability_in_data(said) is value


JSON_VERDICTS = [
    (True, PlanVerdict(True)), (False, PlanVerdict(False)), ({"valid": True}, PlanVerdict(True)),
    ({"Valid": "No", "STEP": "3", "Rule": "b"}, PlanVerdict(False, 3, "B")),
    ({"valid": False, "crossing": 4}, PlanVerdict(False, 4)), ({"valid": "false", "step": "step 12", "rule": "rule C"}, PlanVerdict(False, 12, "C")),
    ({"valid": "maybe"}, None), ({"step": 3}, None), ("no", None), ({"valid": "yes", "rule": "none"}, PlanVerdict(True)),
    ({"valid": False, "step": None, "rule": "AB"}, PlanVerdict(False)),
    # values and keys that stand for the requested ones
    ({"valid": 0, "step": 3, "rule": "B"}, PlanVerdict(False, 3, "B")), ({"valid": 1.0}, PlanVerdict(True)), ({"valid": "1"}, PlanVerdict(True)),
    ({"valid": "No.", "step": 3}, PlanVerdict(False, 3)), ({"valid": "invalid"}, PlanVerdict(False)),
    ({"invalid": True, "step": 3}, PlanVerdict(False, 3)),
    ({"isValid": False, "firstWrongStep": 3, "brokenRule": "B"}, PlanVerdict(False, 3, "B")),
    ({"plan_valid": False, "crossing_number": 3, "rule_violated": "rule B"}, PlanVerdict(False, 3, "B")),
    ({"valid": False, "step": ["farmer"], "wrong move": 3}, PlanVerdict(False, 3)),
    # other numbers and judgements
    ({"valid": False, "last_valid_step": 2, "steps": 7, "total_crossings": 7}, PlanVerdict(False)), ({"valid_steps": 1}, None),
    ({"valid": 2}, None), ({"valid": None, "step": 3}, None), ({"valid": [True]}, None), ({"valid_until": 1, "rule": "B"}, None),
    ({"valid": False, "step 1": "2 aboard", "step 3": "3 aboard"}, PlanVerdict(False)),
]  # fmt: skip


def test_validity_verdict_is_parsed_from_json(subtests: pytest.Subtests) -> None:
    for said, verdict in JSON_VERDICTS:
        with subtests.test(said=said):
            assert parse_plan_verdict(said) == verdict


FOUND_FAULTS = [
    ('{"valid": false, "step": 3, "rule": "B"}', "right", 1), ('{"valid": false, "step": 3, "rule": "A"}', "wrong", 2 / 3),
    ('{"valid": false, "step": 2, "rule": "B"}', "wrong", 2 / 3), ('{"valid": false, "step": 2, "rule": "A"}', "wrong", 1 / 3),
    ('{"valid": false}', "wrong", 1 / 3), ('{"valid": true}', "wrong", 0), ('{"valid": true, "step": 3, "rule": "B"}', "wrong", 0),
    ("It is invalid: step 3 breaks rule B.", "right", 1), ("Step 3 breaks rule B. Step 4 breaks rule A.", "right", 1),
    ("Steps 1 and 2 are fine, but step 3 breaks rule B.", "right", 1), ("No. The third crossing violates B.", "right", 1),
    ("invalid (3, B)", "right", 1), ("3, B", "right", 1), ("step 3: B", "right", 1),
    ("Rule A is kept, rule B is broken at step 3.", "right", 1), ("Rule A or B is broken at step 3, which is wrong.", "unreadable", 0),
    ("valid: false\nstep: 3\nrule: B", "right", 1), ("It works.", "wrong", 0), ("It is correct. No: step 3 breaks rule B.", "right", 1),
    ("Is it valid?", "unreadable", 0), ("Valid: 0\nStep: 3\nRule: B", "right", 1), ("Valid: 1", "wrong", 0),
    ("Valid: true\nWait.\nvalid: false\nStep: 3\nrule: B", "right", 1),
    ("**Plan valid:** no\n**First illegal move:** 3\n**Rule violated:** B", "right", 1), ("<valid>false</valid> <rule>B</rule>", "wrong", 2 / 3),
    ("Valid steps: 1\nIt is invalid: step 3 breaks rule B.", "right", 1),
]  # fmt: skip


def test_plan_validity_answer_gets_a_third_for_verdict_step_and_rule(subtests: pytest.Subtests) -> None:
    """The verdict, the step and the rule count a third each."""
    for said, outcome, partial in FOUND_FAULTS:
        with subtests.test(said=said):
            found = ask("valid", said, about=VALID_ABOUT)
            assert found.outcome == outcome
            assert found.partial == pytest.approx(partial, abs=0.001)
            assert found.score == (outcome == "right")


FAULT_TEXTS = [
    # labels, tags and lists in the order verdict, step, rule
    "valid: false, step: 3, rule: B", "Rule: B, Step: 3, Valid: false", "valid: false | step: 3 | rule: B", "valid:no;step:3;rule:B",
    "valid: 'no', step: '3', rule: 'B'", "| valid | step | rule |\n|---|---|---|\n| false | 3 | B |", "Valid: NO (step 3, rule B)",
    "<valid>false</valid><step>3</step><rule>B</rule>", "<verdict>\n <valid>no</valid>\n <crossing>3</crossing>\n <rule>B</rule>\n</verdict>",
    '[false, 3, "B"]', "(False, 3, 'B')", '["invalid", 3, "B"]', '{"answer": ["invalid", 3, "B"]}', "INVALID 3 B", "invalid | 3 | B", "no, 3, B",
    # the verdict in a label, the fault in a sentence
    "Valid: false because crossing 3 breaks rule B.", "Valid: no, since crossing 3 breaks rule B.", "Valid: No\n\nCrossing 3 breaks rule B.",
    "Valid: no\nStep: 3\nRule: B\nAll else is valid.",
    "valid: no, step 3, rule B", "No; crossing 3; rule B", "Invalid: no one can row in crossing 3. Rule B.", "Invalid: step 3 breaks rule B.",
    "Not valid: no farmer is there at crossing 3 (rule B)", "In crossing 3, rule B is broken. Is it valid: No.",
    "Valid: no. Crossings 1 and 2 are fine. Crossing 3 is not. Rule A is kept. Rule B is broken.",
]  # fmt: skip
"""texts that say that a plan fails at step 3 by rule B"""


def test_fault_is_found_in_labels_tags_and_sentences(subtests: pytest.Subtests) -> None:
    for said in FAULT_TEXTS:
        with subtests.test(said=said):
            assert ask("valid", said, about=VALID_ABOUT).outcome == "right"


def test_fault_is_not_chosen_among_several_steps_or_rules() -> None:
    """Only the verdict of the label counts: a list of all steps and all rules does not find the fault."""
    said = "Valid: no.\nThe crossings: crossing 2, crossing 3.\nThe rules: rule A, rule B."
    assert ask("valid", said, about=VALID_ABOUT).partial == pytest.approx(1 / 3, abs=0.001)


VALID_TEXTS = [
    "The plan is valid: no rule is broken.", "Valid: no rule is broken", "**Valid:** No rule is violated.", "Valid: No errors found.",
    "The proposal is valid: no crossing is wrong.", "Verdict: the plan is valid: no one is left alone.", "Valid: all rules hold.", "valid = true",
    "Is valid: none of the rules is broken.", "Plan valid: nothing is wrong", "Valid: true, step: null, rule: null", "Invalid: no.",
    "Wrong step: none\nRule: none\nVerdict: valid", "<valid>true</valid><step></step><rule></rule>",
]  # fmt: skip


def test_valid_plan_is_called_valid_in_labels_and_tags(subtests: pytest.Subtests) -> None:
    for said in VALID_TEXTS:
        with subtests.test(said=said):
            assert ask("valid", said, about={"valid": True}).outcome == "right"


STILL_FAILS = [
    "Everything before that is valid.", "Everything else is valid.", "The rest of the plan is correct.", "All other crossings are valid.",
    "Otherwise the plan is valid.", "Apart from that, the plan is correct.", "The plan is correct up to that point.", "Until then it works.",
    "The first two crossings are valid.", "Crossings 1 and 2 are correct.", "The earlier crossings are all correct.", "Rule A is not broken.",
    "The remaining crossings are right.", "A valid plan takes the goat first.", "Here is a correct solution.", "The corrected plan is valid.",
    "Then the goat is on the right bank.", "No other rule is broken.", "The crossing back is correct.", "No earlier crossing breaks a rule.",
]  # fmt: skip
"""texts that may follow the report of a failing step"""


def test_calling_the_remaining_plan_valid_does_not_retract_a_failure(subtests: pytest.Subtests) -> None:
    """The report of a failing step stands, even if the text calls the remaining plan valid.

    The text about the remaining plan comes after the report, before it, or as a second round.
    """
    for rest in STILL_FAILS:
        with subtests.test(rest=rest):
            for text in (
                f"The plan fails at step 3: it breaks rule B. {rest}",
                f"{rest} Step 3 breaks rule B.",
                f"Step 3 breaks rule B. {rest} So the plan is invalid.",
            ):
                assert ask("valid", text, about=VALID_ABOUT).score == 1, text


@pytest.mark.parametrize("rest", ["Everything before step 3 is valid.", "The plan is valid until step 3."])
def test_calling_only_the_first_steps_valid_is_not_a_verdict(rest: str) -> None:
    assert ask("valid", rest, about=VALID_ABOUT).outcome == "unreadable"
    assert ask("valid", f"Step 3 breaks rule B.\nActually, {rest}", about=VALID_ABOUT).score == 1


CHANGES_OF_MIND = [
    "Wait, actually the plan is valid.", "Actually, it is valid.", "On second thought, the plan is correct.", "Sorry, the plan is valid.",
    "Correction: the plan is valid.", "Hmm, no: the plan works.", "But the farmer is still there, so the plan is valid.", "So it is valid.",
    "I misread rule B. The plan is valid.", "Looking again, no rule is broken.", "So every rule is kept, and the plan is valid.",
    "No, all crossings are correct.", "Oops, I misread it. Valid.", "In fact the proposal is a valid solution.",
    "But I misread rule B: the plan is valid.", "But after checking rule B again, the plan is valid.",
]  # fmt: skip


def test_later_claim_that_whole_plan_is_valid_overrides_a_failure(subtests: pytest.Subtests) -> None:
    for rest in CHANGES_OF_MIND:
        with subtests.test(rest=rest):
            valid = {"moves": BEST, "valid": True, "rules": {"A": "One.", "B": "Two."}, "right": []}
            text = f"The plan fails at step 3: it breaks rule B. {rest}"
            assert ask("valid", text, about=valid).score == 1
            assert ask("valid", text, about=VALID_ABOUT).kind == "wrong verdict"


def test_verdict_corrected_within_a_sentence_is_scored() -> None:
    valid = {"moves": BEST, "valid": True, "rules": {"A": "One."}, "right": []}
    for text in (
        "It fails at step 3, wait, actually the plan is valid.",
        "Step 3 breaks rule A \u2013 no wait, it is valid.",
    ):
        assert ask("valid", text, about=valid).score == 1, text


FAULTLESS = [
    "No crossing breaks a rule.", "None of the crossings violates a rule.", "No rules are broken.", "No rule is ever broken.",
    "It does not break any rule.", "The plan doesn't violate any rule.", "Not a single step is wrong.", "No step fails.",
    "It is not invalid.", "The plan isn't wrong.", "The plan has no flaws.", "All rules hold.", "All the rules are respected.", "The plan succeeds.",
    "It solves the puzzle.", "Everybody crosses without breaking a rule.", "The rules aren't violated anywhere.",
]  # fmt: skip


def test_statement_that_no_rule_is_broken_is_a_verdict_of_valid(subtests: pytest.Subtests) -> None:
    for said in FAULTLESS:
        with subtests.test(said=said):
            valid = {"moves": BEST, "valid": True, "rules": {"A": "One."}, "right": []}
            assert ask("valid", said, about=valid).score == 1
            assert ask("valid", f"{said} All are on the right bank.", about=valid).score == 1


@pytest.mark.parametrize(
    "said", ["All are on the right bank.", "Slide tile 3 right.", "The wolf is right of the goat."]
)
def test_word_right_as_a_direction_is_not_a_verdict_on_the_plan(said: str) -> None:
    assert ask("valid", said, about=VALID_ABOUT).outcome == "unreadable"


def test_valid_answer_is_scored_for_valid_and_invalid_plans() -> None:
    about = {"moves": BEST, "valid": True, "rules": {"A": "One."}, "right": []}
    assert ask("valid", "It is valid.", about=about).score == 1
    assert ask("valid", '{"valid": false, "step": 1, "rule": "A"}', about=about).partial == 0
    several = {**VALID_ABOUT, "right": ["A", "B"]}
    assert [ask("valid", f"Step 3 breaks rule {one}.", about=several).score for one in "ABC"] == [1, 1, 0]
    without = {key: one for key, one in VALID_ABOUT.items() if key != "step"}
    assert ask("valid", '{"valid": false, "rule": "B"}', about=without).score == 1


CLAIMS = [
    ("There is no solution.", "unsolvable"), ("It is impossible.", "unsolvable"), ("It is not impossible.", "solvable"),
    ("It seems impossible.", None),
    ("Is it impossible?", None), ("It is solvable.", "solvable"), ("It is not solvable.", "unsolvable"), ("If it is solvable, tell me.", None),
    ("I do not think it is solvable.", "unsolvable"), ("We conclude that there is no solution.", "unsolvable"),
    ("There are 2 solutions.", "solvable"),
    ("There is no solution in 6 crossings.", None), ("The puzzle is solvable, as nobody said it is impossible.", "solvable"), ("Nothing.", None),
    ("There is no shorter plan.", None), ("It is impossible because the boat is too small.", "unsolvable"),
]  # fmt: skip


def test_claims_about_solvability_are_recognized_in_sentences(subtests: pytest.Subtests) -> None:
    for said, claim in CLAIMS:
        with subtests.test(said=said):
            assert find_sentence_claim(said) == claim
            assert claims_unsolvable(f"Let us see. {said}") is (claim == "unsolvable")
            assert find_sentence_claim(said.rstrip(".?") + " " + "x" * 600 + ".") is None, "too long for a sentence"


def test_sentences_are_split_at_punctuation_and_line_breaks() -> None:
    text = "# Head\nIt takes 7. That is, e.g. 3 + 4, all! Is it? **Yes** — so.\n- item one\n- item two; end"
    assert split_sentences(text) == [
        "Head", "It takes 7.", "That is, eg 3 + 4, all!", "Is it?", "Yes — so.", "item one", "item two", "end",
    ]  # fmt: skip
    assert split_sentences("x" * 601 + ". Short.") == ["Short."]
    assert split_sentences("... !!") == []


def test_clauses_with_negation_hedge_or_question_are_not_asserted() -> None:
    assert [*find_asserted_clauses("It takes 7 (not 8), because 6 fails.")] == ["It takes 7"]
    assert [*find_asserted_clauses("Although 5 seem enough, it is 7.")] == ["it is 7."]
    assert [*find_asserted_clauses("Is it 7?")] == []
    assert [*find_asserted_clauses("(7)")] == ["(7)"]
    assert [*find_asserted_clauses("It might be 6, but it is 7")] == ["but it is 7"]


def test_plan_step_lines_are_dropped_but_conclusion_lines_are_kept() -> None:
    text = "Plan:\n1. 3 cross\n2. 4 go back\n3. So the answer is 7\n| 8 | x | y |\nDone in 9\n5. alone"
    assert drop_step_lines(text).splitlines() == ["Plan:", "", "", "So the answer is 7", "Done in 9", "5. alone"]
