"""Verdicts of `plan check` compared with an exhaustive search.

The comparison covers the difference and the truth of its scenario.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from model_mutants import generate_mutants
from model_truth import ModelTruth, UnclearError
from student_models import Situation, StudentModel
from support import make_instance

from ferryplan.generator.crossing.instance import CrossingState
from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference, ModelVerdict
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle


def find_verdict(model: StudentModel, domain: str, problem: str) -> ModelVerdict:
    texts = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    return check_against_puzzle(
        make_instance(model.puzzle, **model.parameters), instantiate(make_pddl_puzzle(*texts, Path("domain.toml")), {})
    )


def to_situation(model: StudentModel, found_verdict: ModelVerdict, state: CrossingState) -> Situation:
    """Convert a state of the puzzle to the oracle's situation."""
    instance: Any = found_verdict.instance
    places = [place.name for place in instance.places]
    where = zip(instance.travellers, state.places_of(range(len(instance.travellers))), strict=True)
    return model.to_visible_situation(
        (places[state.boats[0]], frozenset((one.name, places[place]) for one, place in where))
    )


def list_differences_without_costs(found_verdict: ModelVerdict) -> list[ClassifiedDifference]:
    return [one for one in found_verdict.differences if one.kind != "costs"]


def check_scenarios(model: StudentModel, truth: ModelTruth, found_verdict: ModelVerdict) -> None:
    """Assert that the scenario of each reported difference shows it, except for differences in costs."""
    state_variables = found_verdict.observer.state_variables
    for one in list_differences_without_costs(found_verdict):
        difference = one.difference
        steps = [
            ((move.name, *move.arguments), to_situation(model, found_verdict, stage.state))
            for move, stage in difference.steps
        ]
        there = None
        if difference.kind == "forbids":
            [after] = [
                after for move, after in found_verdict.space.successors(difference.state) if move == difference.move
            ]
            there = to_situation(model, found_verdict, after)
        elif difference.valuation is not None:
            there = to_situation(model, found_verdict, state_variables.to_state(difference.valuation))
        first = difference.state if difference.kind == "start" else found_verdict.initial_pair.state
        here = to_situation(model, found_verdict, difference.state)
        truth.check_scenario(difference.kind, to_situation(model, found_verdict, first), steps, here, there)


def check_mutants(model: StudentModel, number: int, seed: int, may_misread: bool = False) -> Counter[str]:
    """Assert that the verdicts on `number` mutants of a model are right.

    Return a count of the reported kinds of differences.

    With ``may_misread``, untrue scenarios are counted as "told otherwise" instead of failing: a model that never moves leaves open which
    fact stands for which state variable.
    """
    kinds = Counter[str]()
    for change, *texts in generate_mutants(*model.texts, random.Random(seed)):
        truth = ModelTruth(model, *texts)
        try:
            differs = truth.difference
        except (UnclearError, KeyError):  # or a function has no value
            continue
        try:
            told = find_verdict(model, *texts)
        except PddlError:  # the mutant is not a valid model
            continue
        except UndecidedModelError:
            kinds["not decided"] += 1
        else:
            assert (differs is None) == (not list_differences_without_costs(told)), (
                change,
                differs,
                [one.kind for one in told.differences],
                *texts,
            )
            try:
                check_scenarios(model, truth, told)
            except UnclearError:
                pass
            except AssertionError:
                # Otherwise it is a guess which states are settled, or which fact stands for which state variable.
                if not (model.busy or model.has_joint_facts or may_misread):
                    raise
                kinds["told otherwise"] += 1
            kinds.update({one.kind for one in told.differences} or {"the same"})
        number -= 1
        if not number:
            return kinds
    raise AssertionError("mutants end")
