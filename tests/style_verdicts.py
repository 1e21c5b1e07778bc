"""What `plan check` says of models in other words, beside what is so by trial."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, Protocol

from model_mutants import MISTAKES, mistaken
from model_truth import Truth, UnclearError
from model_verdicts import apart_from_costs, check_told
from models import Model
from puzzle_models import Case, Trial

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pairs import of_texts
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.verdict import UncheckedError, check


class Style(Protocol):
    """A way to write a model of a puzzle."""

    @property
    def family(self) -> str:
        """The kind of the puzzle."""

    @property
    def texts(self) -> tuple[str, str]:
        """The domain and the problem."""

    @property
    def judged(self) -> Model | Case:
        """What tells the situations of the model."""


Outcome = Literal["right", "told otherwise", "undecided", "wrong", "refused", "unclear"]
"""``told otherwise``: the verdict is right, the scenario is not; ``unclear``: planners differ in what the model means"""


def verdict(judge: Model | Case, domain: str, problem: str) -> Verdict:
    pair = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    model = instantiate(of_texts(*pair, Path("domain.toml")), {})
    return check(instantiate_smallest(load(judge.puzzle), judge.parameters), model)


def judge_verdict(judge: Model | Case, domain: str, problem: str, mistake: str = "none") -> Outcome:
    """Compare the verdict on a model, and each scenario that it tells, with what is so by trial."""
    try:
        truth = Truth(judge, domain, problem) if isinstance(judge, Model) else Trial(domain, problem, judge)
        is_same = truth.same
    except (AssertionError, LookupError, UnclearError):
        return "unclear"
    try:
        told = verdict(judge, domain, problem)
    except PddlError:
        return "refused"
    except UncheckedError:
        return "undecided"
    found = apart_from_costs(told)
    if is_same != (not found):
        return "wrong"
    try:
        if mistake == "one more of a kind":
            return "right"  # which of two alike is the puzzle's is a guess, and so is who moves in a scenario
        if isinstance(truth, Truth):
            check_told(truth.model, truth, told)
        else:
            for one in found:
                actions = [(move.name, *move.arguments) for move, _ in one.difference.steps]
                truth.check(one.difference.kind, actions)
    except UnclearError:
        return "unclear"
    except (AssertionError, ValueError):  # or nothing that the puzzle has can be seen there
        return "told otherwise"
    return "right"


def mistaken_models(style: Style, mistakes: Iterable[str] = MISTAKES) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the model as it should be, and with each mistake for which it has room, after the name of the mistake."""
    yield "none", style.texts
    for mistake in mistakes:
        texts = mistaken(*style.texts, mistake, random.Random(f"{style} {mistake}"))
        if texts is not None:
            yield mistake, texts
