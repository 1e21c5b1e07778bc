"""Whether `plan check` is right: right models, and models with a change each, judged by trial as well; what is told is carried out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pddl_oracle
import pytest
from model_mutants import mutants
from model_rewritings import WAYS, Rewriting, rewritten
from model_truth import Truth
from model_verdicts import check_changed, verdict
from models import MODELS
from simulator import simulated
from unified_planning.exceptions import UPTypeError
from unified_planning.io import PDDLReader

from ferryplan.teaching.checking.verdict import UncheckedError

CHANGED = [name for name in MODELS if name != "couples"]
"""of couples there are two in those that are changed"""


@pytest.mark.parametrize("name", MODELS)
def test_right_models_are_the_same(name: str) -> None:
    model = MODELS[name]
    assert Truth(model, *model.texts).differs is None
    assert verdict(model, *model.texts).found == []


@pytest.mark.parametrize("name", CHANGED)
def test_changed_models_are_judged_right(name: str) -> None:
    assert not check_changed(MODELS[name], 6, 5)["told otherwise"]


@pytest.mark.slow
def test_many_changed_models_are_judged_right() -> None:
    kinds = sum((check_changed(MODELS[name], 15, 7) for name in CHANGED if not MODELS[name].joined), Counter[str]())
    assert kinds["not decided"] <= 6, "most are decided"
    assert kinds["told otherwise"] <= 2


@pytest.mark.slow
def test_changed_models_whose_facts_tell_several_things_are_judged_right() -> None:
    kinds = sum((check_changed(MODELS[name], 25, 7) for name in CHANGED if MODELS[name].joined), Counter[str]())
    assert kinds["not decided"] <= 25, "two of three are decided"
    assert kinds["told otherwise"] <= 2


def check_simulated(name: str, number: int) -> None:
    """So many small models, changed, are read as unified-planning reads them."""
    for _, *texts in mutants(*MODELS[name].texts, random.Random(11)):
        try:
            task = pddl_oracle.read(*texts)
            states = pddl_oracle.explore(task)[0]
        except AssertionError:  # planners differ in what it means
            continue
        if 1 < len(states) <= 30:
            try:
                found = simulated(PDDLReader().parse_problem_string(*texts))
            except (SyntaxError, UPTypeError):  # what is ill-typed it does not read
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


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pyparsing's, in unified-planning
@pytest.mark.parametrize("name", ["flat", "boat"])
def test_the_second_opinion_reads_models_as_unified_planning_does(name: str) -> None:
    check_simulated(name, 2)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pyparsing's, in unified-planning
@pytest.mark.parametrize("name", ["flat", "boat", "sides", "numbers"])
def test_the_second_opinion_reads_more_models_as_unified_planning_does(name: str) -> None:
    check_simulated(name, 8)


@pytest.mark.parametrize(
    ("name", "before", "after", "expected"),
    [
        ("flat", "(at wolf left) ", "", "start"),  # it is nowhere, and never seen on the left
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
def test_mistakes_are_found_where_names_tell_who_is_who(name: str, before: str, after: str, expected: str) -> None:
    """However few moves the model makes."""
    domain, problem = MODELS[name].texts
    assert before in domain + problem
    texts = domain.replace(before, after), problem.replace(before, after)
    assert Truth(MODELS[name], *texts).differs
    assert expected in [one.kind for one in verdict(MODELS[name], *texts).found]


NAMELESS = {"complement": ["triples"], "halve": ["successors"]}
"""what is rewritten so that nobody is found in it any more"""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.__name__))
@pytest.mark.parametrize("name", [one for one in CHANGED if one != "two-couples"])
def test_rewritten_models_are_the_same(name: str, way: Callable[[Rewriting], None]) -> None:
    model = MODELS[name]
    if name not in NAMELESS.get(way.__name__, ()):
        assert verdict(model, *rewritten(*model.texts, [way], random.Random(1))).found == []


@pytest.mark.parametrize(
    ("way", "name"), [(way, name) for way, names in NAMELESS.items() for name in names if way != "halve"]
)
def test_what_nobody_is_found_in_is_not_decided(way: str, name: str) -> None:
    """It is never said to differ."""
    with pytest.raises(UncheckedError):
        verdict(MODELS[name], *rewritten(*MODELS[name].texts, [getattr(Rewriting, way)], random.Random(1)))
