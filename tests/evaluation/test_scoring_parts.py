"""The parts that read and judge an answer: properties of each, and values counted by hand."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import crossing_answers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.evaluation.scoring import answer_files as files
from ferryplan.evaluation.scoring import embedded_data, final_plan, passages, plan_parsing
from ferryplan.evaluation.scoring.answer_files import AnswerFileError, read_answers, read_questions
from ferryplan.evaluation.scoring.answer_sentences import drop_step_lines, find_asserted_clauses, split_sentences
from ferryplan.evaluation.scoring.numerals import find_numbers, replace_number_words
from ferryplan.evaluation.scoring.passages import AnswerMark, cut_out_middle
from ferryplan.evaluation.scoring.question import QuestionError
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.evaluation.scoring.solvability_claims import claims_unsolvable, find_sentence_claim
from ferryplan.evaluation.scoring.stated_verdicts import PlanVerdict, find_solvability_in_data, parse_plan_verdict
from ferryplan.evaluation.scoring.table_rows import restore_question_object, to_python_value

FARMER = crossing_answers.make_question(crossing_answers.make_farmer_river(), "plan", 7)
BEST = [["farmer", *others] for others in (["goat"], [], ["wolf"], ["goat"], ["cabbage"], [], ["goat"])]
VALID_ABOUT = {"moves": BEST[:3], "valid": False, "step": 3, "rules": {"A": "One.", "B": "Two."}, "right": ["B"]}
NEXT_ABOUT = {"moves": [], "best": [["farmer", "goat"]]}


def ask(kind: str, answer: Any, **fields: Any) -> Any:
    """Return the score of an answer to a question about the farmer."""
    return score({**FARMER, "ask": kind, "solutions": 2, **fields}, answer)


RIGHT_AND_WRONG: dict[str, tuple[str, str, dict[str, Any]]] = {
    "plan": (json.dumps(BEST), json.dumps(BEST[:3]), {}),
    "length": ("7", "8", {}),
    "count": ("2", "3", {}),
    "solvable": ("yes", "no", {}),
    "valid": ('{"valid": false, "step": 3, "rule": "B"}', '{"valid": true}', {"about": VALID_ABOUT}),
    "next": ('["farmer","goat"]', '["farmer","wolf"]', {"about": NEXT_ABOUT}),
}
"""for each kind of question, a right answer, a wrong answer and more fields of the question"""
FILLER = "The boat lies there and nobody is in a hurry. "
"""a sentence that says nothing about the question"""


@pytest.mark.parametrize("kind", RIGHT_AND_WRONG)
def test_answer_at_the_end_of_a_very_long_text_is_scored(kind: str) -> None:
    """The end of a long text counts, even after more characters than the scorer reads."""
    right, wrong, more = RIGHT_AND_WRONG[kind]
    for length, (answer, worth) in itertools.product((0, 21_000, 60_000), ((right, 1), (wrong, 0))):
        text = f"{FILLER * (length // len(FILLER))}\n\nFinal answer: {answer}\n"
        found = ask(kind, text, **more)
        assert (found.score, found.outcome) == (worth, "right" if worth else "wrong"), text[-200:]


@pytest.mark.parametrize("kind", ["length", "count", "solvable"])
def test_unmarked_answer_is_found_at_either_end_of_text(kind: str) -> None:
    said = {"length": "It takes 7 crossings.", "count": "There are 2 solutions.", "solvable": "Yes."}[kind]
    for filler in ("", FILLER * 900):
        assert ask(kind, f"{filler}\n{said}").score == 1
        assert ask(kind, f"{said}\n{filler}").score == 1


@pytest.mark.parametrize("kind", RIGHT_AND_WRONG)
def test_stronger_answer_marker_takes_precedence_in_any_order(kind: str) -> None:
    """A tag outranks a box, a box outranks words, and words outrank plain text.

    Of equal marks, the last counts. Thoughts and struck-out text never count.
    """
    right, wrong, more = RIGHT_AND_WRONG[kind]
    marks = [
        lambda answer: f"<answer>{answer}</answer>",
        lambda answer: f"$\\boxed{{{answer}}}$",
        lambda answer: f"Answer: {answer}",
        lambda answer: f"{answer}",
    ]
    marks = marks if kind != "valid" else [marks[0], marks[2]]  # braces in a box are LaTeX
    for stronger, mark in enumerate(marks[:-1]):
        for weaker in marks[stronger + 1 :]:
            for text in (f"{mark(right)}\n\n{weaker(wrong)}", f"{weaker(wrong)}\n\n{mark(right)}"):
                if mark is marks[-2] and text.startswith(mark(right)):
                    continue  # everything from "Answer:" to the next mark belongs to the answer
                assert ask(kind, text, **more).score == 1, text
    for mark in marks[:-1]:
        assert ask(kind, f"{mark(wrong)}\n\n{mark(right)}", **more).score == 1
        assert ask(kind, f"{mark(right)}\n\n{mark(wrong)}", **more).score == 0
    for text in (f"<think>Answer: {wrong}</think>\n{right}", f"{right}\n<thinking>{wrong}", f"~~{wrong}~~\n{right}"):
        assert ask(kind, text, **more).score == 1, text


@pytest.mark.parametrize("kind", RIGHT_AND_WRONG)
def test_correction_replaces_an_earlier_answer(kind: str) -> None:
    right, wrong, more = RIGHT_AND_WRONG[kind]
    for before in (f"<answer>{wrong}</answer>", f"Answer: {wrong}"):
        assert ask(kind, f"{before}\n\nCorrection: {right}", **more).score == 1
    for before in (f"<answer>{right}</answer>", f"Answer: {right}"):
        assert ask(kind, f"{before}\n\nCorrection: {wrong}", **more).score == 0


@pytest.mark.parametrize("tag", ["think", "thinking", "reasoning", "thought", "THINK", "Reasoning"])
def test_reasoning_before_a_lone_closing_tag_is_ignored(tag: str) -> None:
    """The prompts of some models end with the opening tag, so their replies have only the closing tag."""
    assert ask("length", f"Answer: 8\n</{tag}>\nIt takes 7 crossings.").score == 1
    assert ask("length", f"Answer: 7\n</{tag}>\nIt takes 8 crossings.").score == 0


def test_boxed_answer_is_parsed_with_nested_braces() -> None:
    for text in ("\\boxed{\\text{7}}", "$\\boxed{7}$ and not \\boxed", "\\[ \\boxed{ 7 } \\]", "\\boxed{8} \\boxed{7}"):
        assert ask("length", text).score == 1, text


@settings(max_examples=40)
@given(st.text("ab", max_size=60), st.integers(1, 20).map(lambda half: 2 * half))
def test_cutting_out_the_middle_keeps_both_ends_of_the_text(text: str, most: int) -> None:
    found = cut_out_middle(text, most)
    if len(text) <= most:
        assert found == text
    else:
        assert len(found) <= most + 2
        assert found.startswith(text[: most // 2] + "\n")
        assert found.endswith("\n" + text[len(text) - most // 2 :])


def test_scoring_reads_only_the_end_of_overlong_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passages, "MAX_ANSWER_LENGTH", 30)
    assert passages.find_passages("x" * 100 + " Answer: 7")[0].text.strip() == "7"
    monkeypatch.setattr(passages, "MAX_PROSE_LENGTH", 12)
    assert [one.mark for one in passages.find_passages("Answer: 7. " + "x" * 15)] == [AnswerMark.NONE]
    assert passages.find_passages("x" * 15 + " Answer: 7")[0].mark is AnswerMark.WORDS
    monkeypatch.setattr(final_plan, "MAX_ANSWER_LENGTH", 10)
    assert ask("plan", json.dumps(BEST)).outcome == "unreadable"


def test_last_of_many_lists_and_objects_in_an_answer_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scorer reads a limited number of lists and objects from the end and ignores earlier ones."""
    for module in (plan_parsing, final_plan):
        monkeypatch.setattr(module, "MAX_SPANS", 3)
    wrong = json.dumps(BEST[:1])
    assert ask("plan", f"{wrong}\n" * 5 + json.dumps(BEST)).score == 1
    assert ask("plan", f"{json.dumps(BEST)}\n" * 5 + wrong).score == 0
    objects = [json.dumps({"crossings": number}) for number in range(20, 40)]
    assert ask("length", "\n".join([*objects, '{"crossings": 7}'])).score == 1
    assert ask("length", "\n".join(['{"crossings": 7}', *objects])).score == 0
    verdicts = ['{"valid": true}'] * 10
    assert (
        ask("valid", "\n".join([*verdicts, '{"valid": false, "step": 3, "rule": "B"}']), about=VALID_ABOUT).score == 1
    )
    assert ask("solvable", '{"solvable": false}\n' * 10 + '{"solvable": true}').score == 1
    told = ['{"1": "Japanese", "2": "Norwegian"}'] * 10
    assert zebra("\n".join([*told, '{"1": "Norwegian", "2": "Japanese"}'])).score == 1


def test_answer_tag_overrides_other_answers() -> None:
    for text in (
        "<answer>perhaps</answer>\nAnswer: 7",
        "Answer: 7\n<answer>I do not know</answer>",
        "7 <answer>?</answer>",
    ):
        assert ask("length", text).outcome == "unreadable", text


def test_answer_text_can_retract_a_plan_or_choose_one_afterwards() -> None:
    plan, other = json.dumps(BEST), json.dumps(BEST[:1])
    assert ask("plan", f"{plan}\nThat is all. But it is wrong.").outcome == "unreadable"
    assert ask("plan", f"{plan}\nThat is all. It is quick.").score == 1
    options = f"Option A: {plan}\nOption B: {other}\n"
    assert ask("plan", f"{options}I choose option B. No, I choose option A.").score == 1
    assert ask("plan", f"{options}I choose option A. No, I choose option B.").outcome == "wrong"
    assert ask("plan", options).outcome == "unreadable", "nothing is chosen"


def test_lists_of_states_after_a_plan_are_ignored_in_scoring(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (plan_parsing, final_plan):
        monkeypatch.setattr(module, "MAX_SPANS", 3)
    assert ask("plan", f'[1]\n[2]\n[3]\n{json.dumps(BEST)}\nStates: [["wolf"], ["goat"]]').score == 1


def test_plan_in_words_is_found_only_near_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_parsing, "MAX_PROSE_LENGTH", 400)
    told = "\n".join(f"{n}. {' and '.join(load)} cross" for n, load in enumerate(BEST, 1))
    assert len(told) < 400
    assert ask("plan", f"{FILLER * 20}\n\n{told}").score == 1
    assert ask("plan", f"{told}\n\n{FILLER * 20}").score == 0


def test_last_marked_answer_in_a_text_is_examined_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passages, "MAX_PASSAGES", 1)
    assert ask("plan", f"Answer: I do not know.\nAnswer: {json.dumps(BEST)}").score == 1
    assert ask("plan", f"Answer: {json.dumps(BEST)}\nAnswer: something.").outcome == "unreadable"


def test_last_of_several_blocks_of_pddl_counts() -> None:
    """The plan consists of actions of the domain, in the notation of planners."""
    ends = ("left-bank right-bank", "right-bank left-bank")
    lines = [f"(cross-{len(load)} {' '.join(load)} {ends[n % 2]})" for n, load in enumerate(BEST)]
    whole, short = ("```\n" + "\n".join(some) + "\n```" for some in (lines, lines[:3]))
    assert ask("plan", f"First:\n{short}\nThen:\n{whole}").score == 1
    assert ask("plan", f"First:\n{whole}\nThen:\n{short}").score == 0


def test_json_object_with_numbered_steps_is_a_plan() -> None:
    steps = {f"step {n}": load for n, load in enumerate(BEST, 1)}
    assert ask("plan", steps).score == ask("plan", json.dumps(steps)).score == 1
    assert ask("plan", {f"step {n}": load for n, load in enumerate(BEST, 2)}).score == 0
    assert ask("plan", dict(reversed(steps.items()))).score == 0, "counted down"


# --- data in a text

NAMES = st.sampled_from(["farmer", "goat", "Aw", "x1"])
NESTED = st.recursive(NAMES | st.integers(0, 99), lambda inner: st.lists(inner, max_size=3), max_leaves=8)


@settings(max_examples=30)
@given(st.lists(NESTED, max_size=3))
def test_embedded_lists_parse_as_json_python_or_unquoted_names(value: list[Any]) -> None:
    bare = json.dumps(value).replace('"', "")
    for written in (
        json.dumps(value),
        repr(value),
        json.dumps(value, indent=1),
        bare,
        json.dumps(value).replace("]", ", ]", 1) if value else "[]",
    ):
        assert embedded_data.parse_embedded_data(written) == value


LENIENT_NOTATIONS = [
    ("{'moves': [('A', 'B')]}", {"moves": [["A", "B"]]}),
    ("[A, # the man\n B]", ["A", "B"]),
    ("{moves: [A], // none\n n: 1}", {"moves": ["A"], "n": 1}),
    ("[01, -2, x 3]", ["01", -2, "x 3"]),
    ("[{A, B}]", [["A", "B"]]),
    ("[true, null]", [True, None]),
    ("[1, 2", None),
    ("{A: }", None),
    ('{"a": "b\\"c"}', {"a": 'b"c'}),
]


def test_data_is_parsed_from_lenient_notations(subtests: pytest.Subtests) -> None:
    for written, value in LENIENT_NOTATIONS:
        with subtests.test(written=written):
            assert embedded_data.parse_embedded_data(written) == value


PIECES = st.lists(st.tuples(st.sampled_from(["", "a", "b c"]), st.lists(NESTED, max_size=2)), max_size=4)


@settings(max_examples=30)
@given(PIECES, st.sampled_from(["", "]", "} "]), st.sampled_from(["", "(", "[ ", "{["]))
def test_spans_of_outermost_lists_are_found(pieces: list[tuple[str, Any]], before: str, behind: str) -> None:
    """Unmatched brackets around the data change nothing.

    These are closing brackets before the data and unclosed brackets after it.
    """
    text, expected = before, list[tuple[int, int]]()
    for plain, value in pieces:
        text += plain
        written = json.dumps(value)
        expected.append((len(text), len(text) + len(written)))
        text += written
    assert embedded_data.find_data_spans(text + behind) == expected
    if not before:
        assert embedded_data.find_data_spans("[ " + text) == [(start + 2, end + 2) for start, end in expected]


def test_unmatched_brackets_do_not_close_a_span() -> None:
    assert embedded_data.find_data_spans("[a} b]") == [(0, 6)]
    assert embedded_data.find_data_spans("{[a}") == []
    assert embedded_data.find_data_spans("[{a] b}") == [(1, 7)]
    assert embedded_data.find_data_spans("[[a] {b} [c]") == [(1, 4), (5, 8), (9, 12)]


# --- numbers

ONES = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
    ),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_english(number: int, joined: str = "-") -> str:
    """Return a number below a million in English words."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10 - 2] + (joined + ONES[number % 10] if number % 10 else "")
    if number < 1000:
        rest = f" and {in_english(number % 100, joined)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred{rest}"
    rest = number % 1000
    told = f"{' and' if rest < 100 else ''} {in_english(rest, joined)}" if rest else ""
    return f"{in_english(number // 1000, joined)} thousand{told}"


def values(text: str) -> list[int]:
    """Return the numbers in a text."""
    return [one.value for one in find_numbers(text)]


@given(st.integers(0, 19_999), st.sampled_from(["-", " "]))
def test_english_number_words_are_parsed(number: int, joined: str) -> None:
    text = f"it takes {in_english(number, joined)} crossings"
    assert values(text) == ([number] if number != 1 else values(text))
    assert replace_number_words(f"{in_english(number, joined)} crossings", single_words=True) == f"{number} crossings"


@given(st.integers(0, 10**9))
def test_numbers_with_separators_are_parsed(number: int) -> None:
    for text in (f"{number}", f"{number:,}", f"{number}.0", f"{number:_}"):
        found = [*find_numbers(f"so {text} is it")]
        assert [one.value for one in found] == [number]
        assert f"so {text} is it"[found[0].start : found[0].end] == text


NUMERALS = [
    ("siebzehn", 17), ("trente-deux", 32), ("cuarenta y cinco", 45), ("vingt et un", 21), ("dix-sept", 17), ("treinta", 30),
    ("七", 7), ("十一", 11), ("二十", 20), ("四十五", 45), ("一百零三", 103), ("两", 2),
    ("VII", 7), ("XIV", 14), ("XL", 40), ("XXIX", 29), ("LXIV", 64), ("one", 1),
]  # fmt: skip


def test_foreign_chinese_and_roman_numerals_are_parsed(subtests: pytest.Subtests) -> None:
    for text, value in NUMERALS:
        with subtests.test(text=text):
            assert values(text) == [value]


TEXTS_WITHOUT_NUMBER = [
    "one can see it",
    "he was once there",
    "3.5",
    "v7",
    "1,5",
    "IV boats",
    "item_7",
    "",
]


def test_text_without_a_whole_number_yields_none(subtests: pytest.Subtests) -> None:
    for text in TEXTS_WITHOUT_NUMBER:
        with subtests.test(text=text):
            assert values(text) == []


def test_word_one_is_a_number_only_before_counted_nouns() -> None:
    assert values("one solution") == [1]
    assert values("exactly one") == [1]
    assert values("one or two solutions") == [1, 2]
    assert values("one different solution") == [1]
    assert replace_number_words("twenty seven crossings, seven of them back") == "27 crossings, seven of them back"


@given(st.integers(0, 400), st.integers(0, 400))
@settings(max_examples=40)
def test_only_the_correct_number_scores_in_every_phrasing(number: int, said: int) -> None:
    for text in (
        f"{said}",
        f"{said} crossings",
        f"Answer: {said}",
        f"The minimum is {said}.",
        f'{{"crossings": {said}}}',
    ):
        found = ask("length", text, optimum=number)
        assert (found.score, found.outcome) == ((1, "right") if said == number else (0, "wrong")), text
    assert ask("length", said, optimum=number).score == (said == number)
    assert ask("length", float(said), optimum=number).score == (said == number)
    assert ask("length", said + 0.5, optimum=number).outcome == "unreadable"


DATA_NUMBERS = [
    ({"crossings": 7, "states": 10}, "right"), ({"answer": {"crossings": 7}}, "right"), ({"answer": "seven"}, "right"), ([7], "right"),
    ([7, 8], "unreadable"), ({"number of crossings": 7, "x": 9}, "right"), ({"CROSSINGS": 8}, "wrong"), ({"solvable": False}, "wrong"),
    ({"unsolvable": True}, "wrong"), ({"unsolvable": False}, "unreadable"), (True, "unreadable"), ({"total": 7, "crossings": 8}, "wrong"),
    ({"crossings": [1, 2], "answer": 7}, "right"), ("", "missing"), (" \n", "missing"), (None, "missing"),
    ({"river crossings": 7, "boat crossings": 8}, "unreadable"), ({"river crossings": 7}, "right"),
]  # fmt: skip


SENTENCES = [
    ("It takes twice 4 crossings.", 8), ("First 5 crossings and then 2 more crossings: 7 crossings.", 7), ("7 (the search saw 10 of them)", 7),
    ("4 + 3 = 7", 7), ("five or seven crossings", None), ("5 to 7 crossings", None), ("7 or fewer crossings", 7), ("7 or 7 crossings", 7),
    ("not 8 but 7 crossings", 7), ("step 9 ends it after 7 crossings", 7),
    ("7 crossings will do. Indeed.\n7", 7), ("7\nThat is it.\n8", None),
    ("Between 5 and 7 crossings.", None), ("5 or 7 crossings", None), ("10% of the way", None), ("3^2 states, 7 crossings", 7),
]  # fmt: skip


def test_number_that_a_sentence_asserts_is_scored(subtests: pytest.Subtests) -> None:
    for said, value in SENTENCES:
        with subtests.test(said=said):
            for number in range(12):
                assert ask("length", said, optimum=number).score == (number == value)


def test_number_in_json_is_found_by_its_key(subtests: pytest.Subtests) -> None:
    for said, outcome in DATA_NUMBERS:
        with subtests.test(said=said):
            assert ask("length", said).outcome == outcome
            if isinstance(said, dict):
                assert ask("length", f"```json\n{json.dumps(said)}\n```").outcome == outcome


def test_reply_unsolvable_is_right_for_plan_length_and_solution_count() -> None:
    lost = {"verdict": "unsolvable", "optimum": None, "solutions": 0}
    for said in ("unsolvable", "There is no solution.", {"unsolvable": True}):
        assert ask("length", said, **lost).score == 1
        assert ask("count", said, **lost).score == 1
        assert ask("length", said).outcome == ask("count", said).outcome == "wrong"
    assert ask("length", "0", **lost).outcome == "wrong"
    assert ask("count", "zero", **lost).score == 1


# --- verdicts


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
    ({"unsolvable": True}, False), ({"unsolvable": "yes"}, False), ({"unsolvable": False}, None), ({}, None), ([], None), ([True, False], None),
    ({"answer": "perhaps"}, None), ({"answer": None, "exists": False}, False), (7, None), ({"answer": {"solvable": False}}, False),
]  # fmt: skip


def test_ambiguous_json_yields_no_solvable_verdict(subtests: pytest.Subtests) -> None:
    for said, value in SOLVABILITY_IN_JSON:
        with subtests.test(said=said):
            assert find_solvability_in_data(said) is value


JSON_VERDICTS = [
    (True, PlanVerdict(True)), (False, PlanVerdict(False)), ({"valid": True}, PlanVerdict(True)),
    ({"Valid": "No", "STEP": "3", "Rule": "b"}, PlanVerdict(False, 3, "B")),
    ({"valid": False, "crossing": 4}, PlanVerdict(False, 4)), ({"valid": "false", "step": "step 12", "rule": "rule C"}, PlanVerdict(False, 12, "C")),
    ({"valid": "maybe"}, None), ({"step": 3}, None), ("no", None), ({"valid": "yes", "rule": "none"}, PlanVerdict(True)),
    ({"valid": False, "step": None, "rule": "AB"}, PlanVerdict(False)),
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
    ("Is it valid?", "unreadable", 0),
]  # fmt: skip


def test_plan_validity_answer_gets_a_third_for_verdict_step_and_rule(subtests: pytest.Subtests) -> None:
    """The verdict, the step and the rule count a third each."""
    for said, outcome, partial in FOUND_FAULTS:
        with subtests.test(said=said):
            found = ask("valid", said, about=VALID_ABOUT)
            assert found.outcome == outcome
            assert found.partial == pytest.approx(partial, abs=0.001)
            assert found.score == (outcome == "right")


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


# --- sentences


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


# --- replay


@pytest.mark.parametrize("step", range(1, 8))
def test_partial_credit_counts_moves_before_the_first_mistake(step: int) -> None:
    """Partial credit ranges from 0 for a wrong first move to six sevenths for a wrong last move.

    Later moves do not matter.
    """
    for bad in (["wolf"], ["farmer", "farmer"], ["farmer", "dragon"], ["farmer", "wolf", "goat", "cabbage"]):
        plan: Sequence[Any] = [*BEST[: step - 1], bad, *BEST[step:]]
        found = ask("plan", plan)
        assert found.step == step
        assert found.partial == pytest.approx((step - 1) / 7)
        assert (found.score, found.outcome) == (0, "wrong")
    longer = ask("plan", [*BEST[: step - 1], ["wolf"], *BEST, *BEST])
    assert longer.partial == pytest.approx((step - 1) / (step + 14))


def test_partial_credit_of_incomplete_plan_counts_satisfied_goals() -> None:
    """Four travelers must cross; partial credit is the share of them that the plan brings across.

    After six crossings of the best plan, the wolf and the cabbage are across; after five, they and the farmer are across.
    """
    assert [ask("plan", BEST[:made]).partial for made in (4, 5, 6)] == [
        pytest.approx(one) for one in (1 / 4, 3 / 4, 2 / 4)
    ]
    assert ask("plan", []).partial == 0
    assert ask("plan", BEST[:6]).step is None
    text = (Path(__file__).parents[2] / "domains" / "crossing" / "wolf-goat-cabbage.toml").read_text("utf-8")
    across = text.replace('everyone = "left bank"', 'everyone = "left bank"\nkinds = { wolf = "right bank" }')
    assert across != text
    assert ask("plan", BEST[:1], file=across).partial == pytest.approx(3 / 4)
    assert ask("plan", "[]", file=across).partial == 0, (
        "whoever does nothing has done nothing for the wolf that is there"
    )


def test_partial_credit_of_longer_plan_is_the_optimum_ratio() -> None:
    longer = [BEST[0], BEST[0], *BEST]
    assert ask("optimal-plan", longer).partial == pytest.approx(7 / 9)
    assert ask("plan", longer).partial == 1
    assert ask("repair", longer).score == 1
    assert ask("optimal-plan", longer, optimum=None).score == 1, "nobody knows that it is not"
    assert ask("optimal-plan", longer, optimum=8).partial == pytest.approx(8 / 9), "one more is one too many"
    assert ask("optimal-plan", BEST, optimum=9).score == 1


def test_legal_but_not_best_next_move_gets_half_credit() -> None:
    about = {"moves": BEST[:1], "best": [["farmer"]]}
    assert ask("next", ["farmer"], about=about).score == 1
    allowed = ask("next", ["farmer", "goat"], about=about)
    assert (allowed.score, allowed.partial) == (0, 0.5)
    eaten = ask("next", ["farmer", "wolf"], about={"moves": [], "best": [["farmer", "goat"]]})
    assert (eaten.partial, eaten.kind, eaten.step) == (0, "rule broken", None)
    assert eaten.rule
    assert ask("next", [["farmer"], ["farmer", "goat"]], about=about).kind == "not a move"
    assert ask("next", ["wolf"], about=about).outcome == "wrong"
    assert ask("next", "unsolvable", about=about).kind == "solution denied"


def test_long_plan_is_replayed_up_to_the_move_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay drops its cached moves when they are too many, and computes them again."""
    from ferryplan.evaluation.scoring import plan_scoring

    monkeypatch.setattr(plan_scoring, "MAX_CACHED_STEPS", 2)
    around = [BEST[0], BEST[0]] * 20
    assert ask("plan", [*around, *BEST]).score == 1
    assert ask("optimal-plan", [*around, *BEST]).partial == pytest.approx(7 / 47)
    monkeypatch.setattr(plan_scoring, "MAX_MOVES", 40)
    assert ask("plan", [*around, *BEST]).kind == "goal not reached"
    monkeypatch.setattr(plan_scoring, "MAX_MOVES", 7)
    assert ask("plan", BEST).score == 1
    assert ask("plan", [*BEST, BEST[-1]]).score == 0, "what comes behind the moves that are made is not known"


@given(st.permutations(range(7)), st.integers(0, 7), st.integers(0, 2**31))
@settings(max_examples=30)
def test_altered_plan_scores_only_if_independent_judge_accepts_it(order: list[int], kept: int, seed: int) -> None:
    """The tests' own judge decides for any plan whether it is right, and where it first fails."""
    river, chance = crossing_answers.make_farmer_river(), random.Random(seed)
    plan = (
        [BEST[at] for at in order[:kept]]
        if chance.random() < 0.5
        else [*BEST[:kept], BEST[order[0]], *BEST[kept + chance.randrange(2) :]]
    )
    fault, found = river.find_fault(plan), ask("plan", plan)
    assert (found.score == 1) is (fault is None)
    if fault and fault[1] != "goal":
        assert (found.step, found.partial) == (fault[0], pytest.approx((fault[0] - 1) / len(plan)))


# --- answers to a puzzle's own questions


def zebra(answer: Any) -> Any:
    """Return the score of an answer to the zebra's questions.

    The Norwegian drinks water, and the Japanese owns the zebra (Life, 1962).
    """
    fields = {"family": "grid", "puzzle": "zebra", "parameters": {}, "ask": "answer", "optimum": None}
    told = {"1": "the Norwegian drinks water.", "2": "the Japanese owns the zebra."}
    return score({**FARMER, **fields, "about": {"answers": told}}, answer)


PARTLY_RIGHT = [
    ({"1": "Norwegian", "2": "Japanese"}, 1), ({"1": "Norwegian", "2": "Spaniard"}, 0.5), ({"1": "Japanese", "2": "Norwegian"}, 0),
    (["Norwegian", "Japanese"], 1), (["Japanese", "Norwegian"], 0), ({"answers": {"1": "Norwegian", "2": "Japanese"}}, 1),
    ({"water": "Norwegian", "zebra": "Japanese"}, 1), ({"2": "Japanese"}, 0.5), ("1. Norwegian\n2. Japanese", 1), ("1. Japanese\n2. Norwegian", 0),
    ("The zebra belongs to the Japanese. Water is drunk by the Norwegian.", 1), ("Norwegian, Japanese", 1), ("Japanese, Norwegian", 0),
    ("The Norwegian drinks water; the Japanese does not keep the zebra.", 0.5),
]  # fmt: skip


def test_partial_credit_is_the_share_of_correctly_answered_parts(subtests: pytest.Subtests) -> None:
    for said, partial in PARTLY_RIGHT:
        with subtests.test(said=said):
            found = zebra(said)
            assert found.score == (partial == 1)
            assert found.partial == pytest.approx(partial)


@pytest.mark.parametrize("said", [{"3": "Norwegian"}, [], "The house is red.", "Norwegian", "Who knows?"], ids=str)
def test_irrelevant_answers_score_zero(said: Any) -> None:
    assert zebra(said).score == 0


def test_answer_names_are_recognized_in_other_languages() -> None:
    for said in ({"1": "Norweger", "2": "Japaner"}, "1. Norvégien\n2. Japonais", "1. 挪威人\n2. 日本人"):
        assert zebra(said).score == 1, said
    assert zebra({"1": "Spanier", "2": "Japaner"}).partial == 0.5
    assert zebra("2. Japanese\n1. Norwegian").score == 1
    assert zebra("Who owns the zebra? The Japanese. Who drinks water? The Norwegian.").score == 1
    assert zebra({"final": {"2": "Japanese", "1": "Norwegian"}}).score == 1
    assert zebra({"final": {"answer": {"2": "Norwegian", "1": "Japanese"}}}).partial == 0


def test_question_requires_catalog_puzzle_or_puzzle_file() -> None:
    with pytest.raises(QuestionError, match="expected one of the catalog"):
        ask("plan", BEST, puzzle="nosuch")
    text = (Path(__file__).parents[2] / "domains" / "crossing" / "wolf-goat-cabbage.toml").read_text("utf-8")
    assert ask("plan", BEST, puzzle="nosuch", file=text).score == 1


YES_OR_NO = [
    ("Yes. I am sure.", True), ("No. It is solvable.", None), ("Yes. It is impossible.", None), ("Yes. All is well. No, never ever.", None),
    ("No. Another puzzle that is much older than this and has three banks in place of two is solvable.", False), ("yes or no", None),
    ("Yes: it is unsolvable.", False), ("Is it? Yes.", True), ("We shall see. Yes, it went well so far. No.", False),
    ("It is solvable. It is impossible.", False), ("Solvable: no", False),
    ("No solution is known to me, but it is solvable.", True), ("", None),
]  # fmt: skip


def test_yes_or_no_is_recognized_in_sentences(subtests: pytest.Subtests) -> None:
    for said, value in YES_OR_NO:
        with subtests.test(said=said):
            for verdict in ("solvable", "unsolvable"):
                found = ask("solvable", said, verdict=verdict)
                assert found.score == (value is not None and value == (verdict == "solvable")), found
                assert (found.outcome in ("unreadable", "missing")) == (value is None)


def test_answer_with_more_names_than_questions_is_unreadable() -> None:
    assert zebra("Norwegian, Japanese, Spaniard").outcome == "unreadable"
    assert zebra('{"note": "none"}\n{"unsolvable": true}').kind == "solution denied"


def test_unsolvable_claim_about_solvable_puzzle_is_wrong() -> None:
    assert zebra("There is no solution.").kind == zebra({"unsolvable": True}).kind == "solution denied"


# --- rows and files


def test_question_objects_are_restored_from_table_rows() -> None:
    row = {
        "id": "1", "parameters": {"couples": 3.0, "x": None, "deep": {"y": None, "z": [{"w": None, "v": 2.0}]}},
        "proof": '{"states": 5, "hash": null}',
        "optimum": float("nan"), "seed": None, "file": None, "pddl": None, "split": float("nan"),
        "about": {"answers": '{"1": "A"}', "moves": '[["a"]]', "valid": None, "said": "plain"}, "question": "{not JSON", "share": 0.5,
    }  # fmt: skip
    assert restore_question_object(row) == {
        "id": "1", "parameters": {"couples": 3, "deep": {"z": [{"v": 2}]}}, "proof": {"states": 5}, "optimum": None, "seed": None,
        "about": {"answers": {"1": "A"}, "moves": [["a"]], "said": "plain"}, "question": "{not JSON", "share": 0.5,
    }  # fmt: skip
    assert type(restore_question_object(row)["parameters"]["couples"]) is int
    assert restore_question_object({"parameters": "{broken", "about": None}) == {"parameters": "{broken"}
    with pytest.raises(TypeError):
        to_python_value(object())


def test_missing_repeated_and_unknown_answers_are_listed(tmp_path: Any) -> None:
    """Each missing, repeated or unknown answer is listed once.

    Missing answers are in the order of the questions, repeated and unknown ones in the order of the answers.
    """
    (tmp_path / "q.jsonl").write_text("".join(json.dumps({**FARMER, "id": known}) + "\n\n" for known in "cabd"))
    asked = read_questions(str(tmp_path / "q.jsonl"))
    assert [*asked] == [*"cabd"]
    rows = [("y", 1), ("b", 1), ("z", 2), ("b", 2), ("y", 3), ("b", 3), (5, 0)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"id": known, "answer": one}) + "\n" for known, one in rows))
    found = read_answers(str(tmp_path / "a.jsonl"), asked)
    assert found.given == {"y": 3, "b": 3, "z": 2, "5": 0}
    assert (found.missing, found.repeated, found.unknown) == ([*"cad"], ["b", "y"], ["y", "z", "5"])


def test_malformed_answer_is_reported_with_its_line(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    for bad in ("[1]", '{"id": 1}', '{"answer": 1}', "7", "{"):
        path.write_text(f'{{"id": 1, "answer": 2}}\n\n{bad}\n')
        with pytest.raises(AnswerFileError, match=r"a\.jsonl:3: "):
            read_answers(str(path), {})
    path.write_bytes(b"\xef\xbb\xbf" + '{"id": "ä", "answer": 2}'.encode())
    assert read_answers(str(path), {}).given == {"ä": 2}, "with a byte order mark"
    with pytest.raises(AnswerFileError, match=r"nowhere: cannot be read: No such file or directory;"):
        read_answers(str(tmp_path / "nowhere"), {})
    path.write_text('{"id": 1, "answer": 2}\n' * 3)
    monkeypatch.setattr(files, "MAX_FILE_SIZE", 10)
    with pytest.raises(AnswerFileError, match="cannot be read"):
        read_answers(str(path), {})
