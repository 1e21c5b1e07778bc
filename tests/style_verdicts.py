"""Verdicts of `plan check` on models in other words, compared with an exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, Protocol

from model_mutants import MISTAKES, insert_mistake
from model_truth import ModelTruth, UnclearError
from model_verdicts import check_scenarios, list_differences_without_costs
from puzzle_models import ModelCase, ModelTrial
from student_models import StudentModel

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle


class Style(Protocol):
    """A way to write a model of a puzzle."""

    @property
    def family(self) -> str:
        """The kind of the puzzle."""

    @property
    def texts(self) -> tuple[str, str]:
        """The domain and the problem."""

    @property
    def judge(self) -> StudentModel | ModelCase:
        """The interpretation of the model's facts."""


StyleOutcome = Literal["right", "told otherwise", "undecided", "wrong", "refused", "unclear"]
"""``told otherwise``: the verdict is right, the scenario is not; ``unclear``: planners differ in the meaning of the model"""


def find_verdict(judge: StudentModel | ModelCase, domain: str, problem: str) -> ModelVerdict:
    pair = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    model = instantiate(make_pddl_puzzle(*pair, Path("domain.toml")), {})
    return check_against_puzzle(instantiate_smallest(load(judge.puzzle), judge.parameters), model)


def judge_verdict(judge: StudentModel | ModelCase, domain: str, problem: str, mistake: str = "none") -> StyleOutcome:
    """Compare the verdict on a model, and the scenario of each difference, with an exhaustive search."""
    try:
        truth = (
            ModelTruth(judge, domain, problem)
            if isinstance(judge, StudentModel)
            else ModelTrial(domain, problem, judge)
        )
        is_same = truth.is_same
    except (AssertionError, LookupError, UnclearError):
        return "unclear"
    try:
        told = find_verdict(judge, domain, problem)
    except PddlError:
        return "refused"
    except UndecidedModelError:
        return "undecided"
    found = list_differences_without_costs(told)
    if is_same != (not found):
        return "wrong"
    try:
        if mistake == "one more of a kind":
            return "right"  # which of two interchangeable objects is meant is a guess, in scenarios too
        if isinstance(truth, ModelTruth):
            check_scenarios(truth.model, truth, told)
        else:
            for one in found:
                actions = [(move.name, *move.arguments) for move, _ in one.difference.steps]
                truth.check_scenario(one.difference.kind, actions)
    except UnclearError:
        return "unclear"
    except (AssertionError, ValueError):  # or the state has no counterpart in the puzzle
        return "told otherwise"
    return "right"


def generate_mistaken_models(style: Style, mistakes: Iterable[str] = MISTAKES) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the correct model and its mutants, each after the name of its mistake.

    A mistake without room in the model is left out.
    """
    yield "none", style.texts
    for mistake in mistakes:
        texts = insert_mistake(*style.texts, mistake, random.Random(f"{style} {mistake}"))
        if texts is not None:
            yield mistake, texts
