"""Models in the styles in which people write them, right and with a mistake each, judged by trial as well."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from model_styles import Style, styles
from model_truth import Truth
from model_verdicts import check_changed, verdict

DRAWN = [*itertools.islice(dict.fromkeys(itertools.islice(styles(random.Random(2)), 200)), 40)]


def test_many_styles_are_drawn() -> None:
    assert len({repr(style) for style in DRAWN}) == 40


@pytest.mark.parametrize("style", DRAWN[:10], ids=str)
def test_right_models_are_the_same_in_every_style(style: Style) -> None:
    model = style.model
    assert Truth(model, *model.texts).differs is None
    assert verdict(model, *model.texts).found == []


@pytest.mark.slow
def test_mistakes_are_found_in_every_style() -> None:
    kinds = Counter[str]()
    for style in DRAWN:
        assert verdict(style.model, *style.model.texts).found == [], style
        kinds += check_changed(style.model, 4, 2)
    assert kinds["not decided"] <= 8, "5 % of 160"
    assert kinds["told otherwise"] <= 2
