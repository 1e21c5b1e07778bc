"""Verdicts of `plan check` on correct models and mutants, compared with an independent oracle.

The oracle executes the reported scenarios.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pddl_oracle
import pytest
from model_mutants import generate_mutants
from model_rewritings import REWRITINGS, ModelRewriting, rewrite_model
from model_truth import ModelTruth
from model_verdicts import check_mutants, find_verdict
from student_models import MODELS
from unified_planning.exceptions import UPTypeError
from unified_planning.io import PDDLReader
from up_simulator import explore_with_simulator

from ferryplan.teaching.checking.verdict_search import UndecidedModelError

CHANGED = [name for name in MODELS if name != "couples"]
"""The models for mutation; `two-couples` replaces the larger `couples`."""


@pytest.mark.parametrize("name", MODELS)
def test_handwritten_correct_models_are_judged_equivalent(name: str) -> None:
    model = MODELS[name]
    assert ModelTruth(model, *model.texts).difference is None
    assert find_verdict(model, *model.texts).differences == []


@pytest.mark.parametrize("name", CHANGED)
def test_verdicts_on_mutated_models_match_the_oracle(name: str) -> None:
    assert not check_mutants(MODELS[name], 6, 5)["told otherwise"]


@pytest.mark.slow
def test_verdicts_on_many_mutated_models_match_the_oracle() -> None:
    kinds = sum(
        (check_mutants(MODELS[name], 15, 7) for name in CHANGED if not MODELS[name].has_joint_facts), Counter[str]()
    )
    assert kinds["not decided"] <= 6, "most are decided"
    assert kinds["told otherwise"] <= 2


@pytest.mark.slow
def test_verdicts_on_models_with_several_positions_per_fact_match_oracle() -> None:
    kinds = sum(
        (check_mutants(MODELS[name], 25, 7) for name in CHANGED if MODELS[name].has_joint_facts), Counter[str]()
    )
    assert kinds["not decided"] <= 25, "two of three are decided"
    assert kinds["told otherwise"] <= 2


def check_simulated(name: str, number: int) -> None:
    """Check that the oracle explores up to `number` small mutants as unified-planning does."""
    for _, *texts in generate_mutants(*MODELS[name].texts, random.Random(11)):
        try:
            task = pddl_oracle.read_task(*texts)
            states = pddl_oracle.explore(task)[0]
        except AssertionError:  # planners differ in the meaning of the mutant
            continue
        if 1 < len(states) <= 30:
            try:
                found = explore_with_simulator(PDDLReader().parse_problem_string(*texts))
            except (SyntaxError, UPTypeError):  # it does not read ill-typed models
                continue
            told = {
                state: state.facts - task.static | {("=", *function, str(value)) for function, value in state.values}
                for state in found
            }
            assert states == {told[state]: {told[one] for one in after} for state, after in found.items()}
            number -= 1
        if not number:
            return
    raise AssertionError("mutants end")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # raised by pyparsing in unified-planning
@pytest.mark.parametrize("name", ["flat", "boat"])
def test_oracle_reaches_the_same_states_as_unified_planning(name: str) -> None:
    check_simulated(name, 2)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # raised by pyparsing in unified-planning
@pytest.mark.parametrize("name", ["flat", "boat", "sides", "numbers"])
def test_oracle_reaches_the_same_states_as_unified_planning_in_more_models(name: str) -> None:
    check_simulated(name, 8)


@pytest.mark.parametrize(
    ("name", "before", "after", "expected"),
    [
        ("flat", "(at wolf left) ", "", "start"),  # it is nowhere, and never on the left
        ("functions", "(= (side goat) 1) ", "", "start"),
        ("functions", "(rowing) (taken ?p))", "(rowing) (taken ?p) (= (farmer-side) 1))", "rule-too-strong"),
        ("two-couples", "(and (not (boat ?x)) (boat ?y))", "(and)", "rule-too-strong"),  # the boat never moves
        ("pairs", "(not (boat ?a)) (boat ?b)", "(not (boat ?a))", "rule-too-strong"),
        ("pairs", "(not (on ?b ?m3 ?c3))", "", "double"),
        ("quadruples", "(and (not (state ?a ?a ?g ?c)) (state ?b ?b ?g ?c))", "(state ?b ?b ?g ?c)", "double"),
        ("successors", " (across east west)", "", "direction-missing"),
        ("triples", "(load n1 n1) ", "", "rule-too-strong"),
    ],
)
def test_mistakes_are_found_in_models_with_clear_names(name: str, before: str, after: str, expected: str) -> None:
    """Mistakes are found in models with clear names, even if the model allows few moves."""
    domain, problem = MODELS[name].texts
    assert before in domain + problem
    texts = domain.replace(before, after), problem.replace(before, after)
    assert ModelTruth(MODELS[name], *texts).difference
    assert expected in [one.kind for one in find_verdict(MODELS[name], *texts).differences]


NAMELESS = {"add_complements": ["triples"], "split_action": ["successors"]}
"""Rewritings after which the travelers of some models cannot be identified."""


@pytest.mark.parametrize("way", REWRITINGS, ids=lambda way: str(way.__name__))
@pytest.mark.parametrize("name", [one for one in CHANGED if one != "two-couples"])
def test_models_rewritten_without_change_of_meaning_stay_equivalent(
    name: str, way: Callable[[ModelRewriting], None]
) -> None:
    model = MODELS[name]
    if name not in NAMELESS.get(way.__name__, ()):
        assert find_verdict(model, *rewrite_model(*model.texts, [way], random.Random(1))).differences == []


@pytest.mark.parametrize(
    ("way", "name"), [(way, name) for way, names in NAMELESS.items() for name in names if way != "split_action"]
)
def test_model_without_recognizable_travelers_is_undecided(way: str, name: str) -> None:
    """A model without recognizable travelers gets no verdict."""
    with pytest.raises(UndecidedModelError):
        find_verdict(
            MODELS[name], *rewrite_model(*MODELS[name].texts, [getattr(ModelRewriting, way)], random.Random(1))
        )
