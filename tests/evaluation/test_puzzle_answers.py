"""Answers to a puzzle's own questions, and answers that do not fit their question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from known_questions import BEST, ask, ask_zebra

from ferryplan.evaluation.scoring.question import QuestionError

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
            found = ask_zebra(said)
            assert found.score == (partial == 1)
            assert found.partial == pytest.approx(partial)


@pytest.mark.parametrize("said", [{"3": "Norwegian"}, [], "The house is red.", "Norwegian", "Who knows?"], ids=str)
def test_irrelevant_answers_score_zero(said: Any) -> None:
    assert ask_zebra(said).score == 0


def test_answer_names_are_recognized_in_other_languages() -> None:
    for said in ({"1": "Norweger", "2": "Japaner"}, "1. Norvégien\n2. Japonais", "1. 挪威人\n2. 日本人"):
        assert ask_zebra(said).score == 1, said
    assert ask_zebra({"1": "Spanier", "2": "Japaner"}).partial == 0.5
    assert ask_zebra("2. Japanese\n1. Norwegian").score == 1
    assert ask_zebra("Who owns the zebra? The Japanese. Who drinks water? The Norwegian.").score == 1
    assert ask_zebra({"final": {"2": "Japanese", "1": "Norwegian"}}).score == 1
    assert ask_zebra({"final": {"answer": {"2": "Norwegian", "1": "Japanese"}}}).partial == 0


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
    assert ask_zebra("Norwegian, Japanese, Spaniard").outcome == "unreadable"
    assert ask_zebra('{"note": "none"}\n{"unsolvable": true}').kind == "solution denied"


def test_unsolvable_claim_about_solvable_puzzle_is_wrong() -> None:
    assert ask_zebra("There is no solution.").kind == ask_zebra({"unsolvable": True}).kind == "solution denied"
