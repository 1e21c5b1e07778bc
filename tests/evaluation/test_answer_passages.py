"""Where an answer is found in a text: marks, corrections, and the ends of long texts."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_questions import BEST, NEXT_ABOUT, VALID_ABOUT, ask, ask_zebra

from ferryplan.evaluation.scoring import final_plan, passages, plan_parsing
from ferryplan.evaluation.scoring.passages import AnswerMark, cut_out_middle

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
    assert ask_zebra("\n".join([*told, '{"1": "Norwegian", "2": "Japanese"}'])).score == 1


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
