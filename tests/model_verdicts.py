"""The verdicts of `plan check` beside those of an exhaustive search: whether a model differs, and whether the scenario is true."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from model_mutants import mutants
from model_truth import Truth, UnclearError
from models import Model, Situation
from support import make

from ferryplan.generator.crossing.instance import State
from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pairs import of_texts
from ferryplan.teaching.checking.comparing import Found, Verdict
from ferryplan.teaching.checking.verdict import UncheckedError, check


def verdict(model: Model, domain: str, problem: str) -> Verdict:
    texts = Source(domain, "domain.pddl"), Source(problem, "p01.pddl")
    return check(make(model.puzzle, **model.parameters), instantiate(of_texts(*texts, Path("domain.toml")), {}))


def situation(model: Model, told: Verdict, state: State) -> Situation:
    """A state of the puzzle, as the oracle knows it."""
    instance: Any = told.instance
    places = [place.name for place in instance.places]
    where = zip(instance.travellers, state.places_of(range(len(instance.travellers))), strict=True)
    return model.shown((places[state.boats[0]], frozenset((one.name, places[place]) for one, place in where)))


def apart_from_costs(told: Verdict) -> list[Found]:
    return [one for one in told.found if one.kind != "costs"]


def check_told(model: Model, truth: Truth, told: Verdict) -> None:
    """Each way in which a model is said to differ is shown by what is said of it, but for costs."""
    cast = told.seen.cast
    for one in apart_from_costs(told):
        difference = one.difference
        steps = [
            ((move.name, *move.arguments), situation(model, told, stage.state)) for move, stage in difference.steps
        ]
        there = None
        if difference.kind == "forbids":
            [after] = [after for move, after in told.space.moves(difference.state) if move == difference.move]
            there = situation(model, told, after)
        elif difference.situation is not None:
            there = situation(model, told, cast.state(difference.situation))
        first = difference.state if difference.kind == "start" else told.first.state
        here = situation(model, told, difference.state)
        truth.check(difference.kind, situation(model, told, first), steps, here, there)


def check_changed(model: Model, number: int, seed: int, may_misread: bool = False) -> Counter[str]:
    """So many changes of a model are judged right; the kinds of differences that were told.

    With ``may_misread``, untrue scenarios are counted as "told otherwise" instead of failing: a model that never moves leaves open which
    fact tells what.
    """
    kinds = Counter[str]()
    for change, *texts in mutants(*model.texts, random.Random(seed)):
        truth = Truth(model, *texts)
        try:
            differs = truth.differs
        except (UnclearError, KeyError):  # or a function has no value
            continue
        try:
            told = verdict(model, *texts)
        except PddlError:  # no model at all
            continue
        except UncheckedError:
            kinds["not decided"] += 1
        else:
            assert (differs is None) == (not apart_from_costs(told)), (
                change,
                differs,
                [one.kind for one in told.found],
                *texts,
            )
            try:
                check_told(model, truth, told)
            except UnclearError:
                pass
            except AssertionError:
                # Otherwise it is a guess what has settled, or which fact tells what.
                if not (model.busy or model.joined or may_misread):
                    raise
                kinds["told otherwise"] += 1
            kinds.update({one.kind for one in told.found} or {"the same"})
        number -= 1
        if not number:
            return kinds
    raise AssertionError("mutants end")
