"""Verdicts of `plan check` on costs: a model of the bridge and torch with changed crossing costs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import student_models
from conftest import RunCommand
from model_truth import ModelTruth
from oracle import bridge_torch
from support import make_instance

from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import check_against_puzzle

Texts = tuple[str, str]
MODEL = student_models.MODELS["torch"]
ALONE, TOGETHER = "go-alone", "go-together"


def verdict(texts: Texts) -> ModelVerdict:
    domain, problem = Source(texts[0], "domain.pddl"), Source(texts[1], "p01.pddl")
    return check_against_puzzle(
        make_instance("bridge-torch"), instantiate(make_pddl_puzzle(domain, problem, Path("domain.toml")), {})
    )


def replaced(before: str, after: str) -> Callable[[Texts], Texts]:
    def change(texts: Texts) -> Texts:
        assert before in "".join(texts)
        return texts[0].replace(before, after), texts[1].replace(before, after)

    return change


def prices(texts: Texts) -> set[Fraction | None]:
    """Return the ratios of model cost to puzzle cost over all crossings.

    None stands for a crossing that costs nothing in the model.
    """
    truth, puzzle = ModelTruth(MODEL, *texts), bridge_torch()
    found = set[Fraction | None]()
    for state, (_, links) in truth.task.reachable_links.items():
        (_, before), here = truth.sight_of_state(state).situation or ("", frozenset()), dict[str, str]()
        here.update(before)
        for cost, after in links:
            _, later = truth.sight_of_state(after).situation or ("", frozenset())
            load = frozenset(who for who, place in later if here[who] != place)
            found.add(Fraction(cost, puzzle.price_of_load(load)) or None)
    return found


def test_model_with_the_puzzle_costs_is_equivalent() -> None:
    assert prices(MODEL.texts) == {1}
    assert verdict(MODEL.texts).differences == []


def scaled(texts: Texts) -> Texts:
    return texts[0], re.sub(r"\(= \(minutes (.)\) (\d+)\)", r"(= (minutes \1) \g<2>0)", texts[1])


def in_turn(texts: Texts) -> Texts:
    """Charge the cost of a crossing in a later action that announces the arrival."""
    parts = [
        ("(torch-at ?s) (here ?p", "(arrived) (torch-at ?s) (here ?p"),
        ("(torch-at ?s) (slower ?p ?q)\n", "(arrived) (torch-at ?s) (slower ?p ?q)\n"),
        ("(slower ?p ?q))\n", "(slower ?p ?q) (arrived) (owing ?p))\n"),
        ("(increase (total-cost) (minutes ?p))", "(not (arrived)) (owing ?p)"),
        ("(torch-at near)", "(torch-at near) (arrived)"),
    ]
    for part in parts:
        texts = replaced(*part)(texts)
    call = "(:action call :parameters (?p) :precondition (owing ?p) :effect (and (not (owing ?p)) (arrived) (increase (total-cost) (minutes ?p))))"
    return f"{texts[0].rstrip()[:-1]} {call})", texts[1]


COSTS = "(increase (total-cost) (minutes ?p))"
CHANGES: list[Callable[[Texts], Texts]] = [
    scaled,
    *(
        replaced(COSTS, f"(increase (total-cost) {other})")
        for other in ("1", "(+ (minutes ?p) (minutes ?p))", "(+ 1 (minutes ?p))")
    ),
    *(
        replaced(f"(torch-at ?t) {COSTS}", f"(torch-at ?t) {other}")
        for other in (COSTS.replace("(m", "(+ 1 (m") + ")", "")
    ),
    replaced(f"      {COSTS}", "      (increase (total-cost) (minutes ?q))"),
    replaced(COSTS, ""),
    *(
        replaced(f"(minutes {who}) {old}", f"(minutes {who}) {new}")
        for who, old, new in (("c", 5, 6), ("a", 1, 2), ("d", 10, 0))
    ),
]


@pytest.mark.parametrize("change", CHANGES)
def test_changed_costs_are_reported_unless_proportional(change: Callable[[Texts], Texts]) -> None:
    """Changed costs are a difference unless model costs and puzzle costs of crossings are proportional."""
    texts = change(MODEL.texts)
    found = prices(texts)
    assert [one.kind for one in verdict(texts).differences] == (
        [] if len(found) == 1 and None not in found else ["costs"]
    )


def test_random_costs_are_reported_unless_proportional() -> None:
    draw, kinds = random.Random(3), set[bool]()
    for _ in range(12):
        minutes = [
            draw.choice((1, 2, 2, 4)) * factor for factor in draw.choice(((1, 1, 1, 1), (1, 2, 5, 10), (1, 1, 1, 3)))
        ]
        minutes = minutes if draw.random() < 0.7 else [part * 3 for part in (1, 2, 5, 10)]
        texts = MODEL.texts
        for who, old, new in zip("abcd", (1, 2, 5, 10), minutes, strict=True):
            texts = replaced(f"(minutes {who}) {old})", f"(minutes {who}) {new})")(texts)
        found = prices(texts)
        kinds.add(len(found) == 1)
        assert [one.kind for one in verdict(texts).differences] == ([] if len(found) == 1 else ["costs"])
    assert kinds == {True, False}


def test_costs_added_by_a_later_action_belong_to_the_crossing() -> None:
    afterwards = replaced("(here a far)", "(here a far) (arrived)")(in_turn(MODEL.texts))
    assert verdict(afterwards).differences == []
    for other in (in_turn(MODEL.texts), replaced("(minutes c) 5", "(minutes c) 4")(afterwards)):
        assert [one.kind for one in verdict(other).differences] == ["costs"], "or the last one is not counted"


def test_fractional_costs_are_compared_exactly() -> None:
    texts = MODEL.texts
    for old, new in (("1)", "0.5)"), ("2)", "1)"), ("5)", "2.5)"), ("10)", "5)")):
        texts = replaced(f") {old}", f") {new}")(texts)
    assert verdict(texts).differences == []
    assert [one.kind for one in verdict(replaced("2.5)", "2.25)")(texts)).differences] == ["costs"]


def test_maximized_costs_are_a_difference() -> None:
    assert [one.kind for one in verdict(replaced("minimize", "maximize")(MODEL.texts)).differences] == ["costs"]


def test_report_states_both_costs_of_its_scenario(plan: RunCommand, tmp_path: Path) -> None:
    for name, text in zip(("domain", "p01"), replaced("(minutes c) 5", "(minutes c) 6")(MODEL.texts), strict=True):
        (tmp_path / f"{name}.pddl").write_text(text)
    result = plan("check", "bridge-torch", "--problem", str(tmp_path / "p01.pddl"))
    assert result.returncode == 14
    assert "(go-alone c near far)" in result.stdout
    assert "So far, the cost is 6 in the model and 5 in the puzzle." in result.stdout


def test_model_without_a_metric_gets_a_note(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(MODEL.texts[0])
    (tmp_path / "p01.pddl").write_text(replaced("(:metric minimize (total-cost))", "")(MODEL.texts)[1])
    result = plan("check", "bridge-torch", "--problem", str(tmp_path / "p01.pddl"))
    assert result.returncode == 0
    assert "ferryplan did not compare the costs" in " ".join(result.stdout.split())
