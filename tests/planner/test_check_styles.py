"""Models in the styles in which people write them, right and with a mistake each, judged by trial as well."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from model_mutants import MISTAKES
from model_rewritings import Rewriting, rewritten
from model_styles import SHAPES, FarmerStyle, Style, styles
from model_truth import Truth
from model_verdicts import check_changed, check_told, verdict
from model_words import FORMS, WordedStyle, worded_styles
from style_verdicts import judge_verdict, mistaken_models

from ferryplan.teaching.checking.verdict import UncheckedError

DRAWN = [*itertools.islice(dict.fromkeys(itertools.islice(styles(random.Random(2)), 200)), 40)]


def test_many_styles_are_drawn() -> None:
    assert len({repr(style) for style in DRAWN}) == 40


@pytest.mark.parametrize("style", DRAWN[:10], ids=str)
def test_right_models_are_the_same_in_every_style(style: Style) -> None:
    model = style.judged
    assert Truth(model, *model.texts).differs is None
    assert verdict(model, *model.texts).found == []


PLACED = [
    FarmerStyle("English", shape, farmer, staged, eats=False, typed=True)
    for shape, farmer, staged in itertools.product(SHAPES, ("alike", "own", "boat"), (False, True))
    if shape != "crossed"  # where nobody can be at both sides
]


@pytest.mark.parametrize("style", PLACED, ids=str)
@pytest.mark.parametrize("who", range(4))
def test_nobody_begins_at_two_sides(style: FarmerStyle, who: int) -> None:
    """Facts that are there are never ignored so that the start comes out right: "not on the left" does not say all if there is "on the right"."""
    domain, problem = style.judged.texts
    name = (*style.items, style.names[0])[who]
    problem = problem.replace("(:init ", f"(:init {style.at(name, style.sides[1])} ")
    told = verdict(style.judged, domain, problem)
    assert [one.kind for one in told.found] == ["double"]
    check_told(style.judged, Truth(style.judged, domain, problem), told)


@pytest.mark.parametrize("style", PLACED[::3], ids=str)
def test_nobody_begins_at_two_sides_under_names_that_say_nothing(style: FarmerStyle) -> None:
    domain, problem = style.judged.texts
    problem = problem.replace("(:init ", f"(:init {style.at(style.items[1], style.sides[1])} ")
    changes = [Rewriting.rename_predicates, Rewriting.rename_objects]
    with pytest.raises(UncheckedError):
        verdict(style.judged, *rewritten(domain, problem, changes, random.Random(1)))


@pytest.mark.slow
def test_mistakes_are_found_in_every_style() -> None:
    kinds = Counter[str]()
    for style in DRAWN:
        assert verdict(style.judged, *style.judged.texts).found == [], style
        kinds += check_changed(style.judged, 4, 2, may_misread=True)
    assert kinds["not decided"] <= 2
    assert kinds["told otherwise"] <= 1, "of 160"


WORDED = [*itertools.islice(worded_styles(random.Random(2)), len(FORMS))]


@pytest.mark.parametrize("style", WORDED[::4], ids=str)
def test_right_models_are_the_same_in_other_words(style: WordedStyle) -> None:
    assert judge_verdict(style.judged, *style.texts) == "right"


@pytest.mark.slow
def test_mistakes_are_found_in_models_in_other_words() -> None:
    """No verdict is wrong; `benchmarks/styles.py` puts every mistake into more styles."""
    outcomes = Counter[str]()
    for number, style in enumerate(WORDED):
        mistakes = [*MISTAKES][number % 5 :: 5]
        outcomes.update(judge_verdict(style.judged, *texts, why) for why, texts in mistaken_models(style, mistakes))
    assert outcomes["wrong"] == outcomes["refused"] == 0
    assert outcomes["told otherwise"] <= 1
    assert outcomes["undecided"] <= 13
    assert outcomes["right"] >= 87
