"""Verdicts of `plan check` on correct models and mutants, compared with an independent oracle.

The oracle executes the reported scenarios.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pddl_oracle
import pytest
from budget import draw_cases, scale
from model_mutants import generate_mutants
from model_rewritings import REWRITINGS, ModelRewriting, rewrite_model
from model_truth import ModelTruth
from model_verdicts import check_mutants, find_verdict
from student_models import MODELS
from support import pair_in_turn
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


@pytest.mark.parametrize(("has_joint_facts", "undecided"), [(False, 1 / 20), (True, 1 / 4)])
def test_verdicts_on_mutated_models_match_the_oracle(has_joint_facts: bool, undecided: float) -> None:
    """No verdict is wrong, and at most the share ``undecided`` of the mutants gets none.

    A fact with several positions leaves more models undecided.
    """
    names = [name for name in CHANGED if MODELS[name].has_joint_facts == has_joint_facts]
    number = scale(1)
    kinds = sum((check_mutants(MODELS[name], number, 5) for name in names), Counter[str]())
    assert kinds["not decided"] <= undecided * number * len(names)
    assert kinds["told otherwise"] <= number * len(names) // 100


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # raised by pyparsing in unified-planning
@pytest.mark.parametrize("name", draw_cases(["flat", "boat", "sides", "numbers"], 2))
def test_oracle_reaches_the_same_states_as_unified_planning(name: str) -> None:
    """The oracle explores small mutants as unified-planning does."""
    number = scale(1)
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


def test_boat_that_never_moves_is_found_without_types() -> None:
    """A boat that never moves is found, although neither actions nor types say where else it may be.

    Only the names of the other readings show which word means the right bank.
    """
    domain, problem = MODELS["two-couples"].texts
    still = domain.replace("(and (not (boat ?x)) (boat ?y))", "(and)")
    assert still != domain
    texts = rewrite_model(still, problem, [ModelRewriting.forget_types], random.Random(1))
    assert "(boat finish)" not in texts[1]
    assert ModelTruth(MODELS["two-couples"], *texts).difference
    assert [one.kind for one in find_verdict(MODELS["two-couples"], *texts).differences] == ["rule-too-strong"]


NAMELESS = {("triples", ModelRewriting.add_complements), ("successors", ModelRewriting.split_action)}
"""Models and rewritings after which the travelers cannot be identified."""
REWRITTEN = pair_in_turn(
    [(name,) for name in CHANGED if name != "two-couples"],
    [(way,) for way in REWRITINGS],
    min(scale(2), len(REWRITINGS)),
)
"""Each model with some rewritings, and each rewriting with some models."""


@pytest.mark.parametrize(
    ("name", "way"),
    [pytest.param(name, way, id=f"{name}-{way.__name__}") for name, way in REWRITTEN if (name, way) not in NAMELESS],
)
def test_models_rewritten_without_change_of_meaning_stay_equivalent(
    name: str, way: Callable[[ModelRewriting], None]
) -> None:
    model = MODELS[name]
    assert find_verdict(model, *rewrite_model(*model.texts, [way], random.Random(1))).differences == []


def test_model_without_recognizable_travelers_is_undecided() -> None:
    """A model without recognizable travelers gets no verdict."""
    model = MODELS["triples"]
    with pytest.raises(UndecidedModelError):
        find_verdict(model, *rewrite_model(*model.texts, [ModelRewriting.add_complements], random.Random(1)))
