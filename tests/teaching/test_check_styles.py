"""Verdicts on correct and faulty models in various styles of writing, compared with an oracle."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from budget import draw_cases, scale
from model_mutants import MISTAKES
from model_rewritings import ModelRewriting, rewrite_model
from model_styles import SHAPES, CrossingStyle, FarmerStyle, generate_styles
from model_truth import ModelTruth
from model_verdicts import check_mutants, check_scenarios, find_verdict
from model_words import MODEL_FORMS, WordedStyle, generate_worded_styles
from style_verdicts import generate_mistaken_models, judge_verdict

from ferryplan.teaching.checking.verdict_search import UndecidedModelError

DRAWN = [*itertools.islice(dict.fromkeys(itertools.islice(generate_styles(random.Random(2)), 200)), 40)]


def test_randomly_drawn_modeling_styles_are_distinct() -> None:
    assert len({repr(style) for style in DRAWN}) == 40


@pytest.mark.parametrize("style", DRAWN[:10], ids=str)
def test_correct_models_are_equivalent_in_every_modeling_style(style: CrossingStyle) -> None:
    model = style.judge
    assert ModelTruth(model, *model.texts).difference is None
    assert find_verdict(model, *model.texts).differences == []


PLACED = [
    FarmerStyle("English", shape, farmer, staged, eats=False, typed=True)
    for shape, farmer, staged in itertools.product(SHAPES, ("alike", "own", "boat"), (False, True))
    if shape != "crossed"  # if nobody can be at both sides
]


@pytest.mark.parametrize(
    ("style", "who"),
    [pytest.param(style, number % 4, id=f"{style}-{number % 4}") for number, style in enumerate(PLACED)],
)
def test_initial_position_at_two_banks_is_reported(style: FarmerStyle, who: int) -> None:
    """A start at two banks is reported.

    The interpretation does not ignore facts to make the initial state fit: "not on the left" is not sufficient
    if there is "on the right".
    """
    domain, problem = style.judge.texts
    name = (*style.items, style.names[0])[who]
    problem = problem.replace("(:init ", f"(:init {style.format_position(name, style.sides[1])} ")
    told = find_verdict(style.judge, domain, problem)
    assert [one.kind for one in told.differences] == ["double"]
    check_scenarios(style.judge, ModelTruth(style.judge, domain, problem), told)


@pytest.mark.parametrize("style", draw_cases(PLACED, 3), ids=str)
def test_two_initial_banks_under_meaningless_names_are_undecided(style: FarmerStyle) -> None:
    domain, problem = style.judge.texts
    problem = problem.replace("(:init ", f"(:init {style.format_position(style.items[1], style.sides[1])} ")
    changes = [ModelRewriting.rename_predicates, ModelRewriting.rename_objects]
    with pytest.raises(UndecidedModelError):
        find_verdict(style.judge, *rewrite_model(domain, problem, changes, random.Random(1)))


def test_mistakes_are_found_in_every_style() -> None:
    """Of 100 mutants, at most one gets no verdict, and at most one gets a wrong one."""
    styles, number = draw_cases(DRAWN, 8), min(scale(1), 4)
    kinds = sum((check_mutants(style.judge, number, 2, may_misread=True) for style in styles), Counter[str]())
    assert kinds["not decided"] <= number * len(styles) // 80
    assert kinds["told otherwise"] <= number * len(styles) // 100


WORDED = [*itertools.islice(generate_worded_styles(random.Random(2)), len(MODEL_FORMS))]


@pytest.mark.parametrize("style", WORDED[::4], ids=str)
def test_correct_models_in_other_words_and_languages_are_equivalent(style: WordedStyle) -> None:
    assert judge_verdict(style.judge, *style.texts) == "right"


def test_mistakes_are_found_in_models_in_other_words_and_languages() -> None:
    """No verdict on a mistake is wrong.

    `benchmarks/styles.py` puts every mistake into more styles.
    """
    mistaken = [(style, mistake) for number, style in enumerate(WORDED) for mistake in [*MISTAKES][number % 5 :: 5]]
    outcomes = Counter(
        judge_verdict(style.judge, *texts, why)
        for style, mistake in draw_cases(mistaken, 8)
        for why, texts in generate_mistaken_models(style, [mistake])
        if why == mistake
    )
    assert outcomes["wrong"] == outcomes["refused"] == 0
    # limits for all the mistakes, which every draw of them keeps
    assert outcomes["told otherwise"] <= 1
    assert outcomes["undecided"] <= 13
    assert outcomes["right"] > 0
