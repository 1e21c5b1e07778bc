"""Reports of `plan check` on models that differ: the shortest scenario and its evidence in words.

The expected scenarios are worked out by hand.
"""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

import pytest
from student_models import MODELS
from support import make_instance

from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.teaching.checking import model_verdict
from ferryplan.teaching.checking.check_report import CheckReport
from ferryplan.teaching.checking.examination import JudgedProblem, ModelOutcome, render_model_results
from ferryplan.teaching.checking.interpretation_map import InterpretationMap, format_map_file
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.rubric import Rubric
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle


def check_changed_model(name: str, *changes: tuple[str, str], **parameters: int) -> ModelVerdict:
    """Return the verdict on a model of the tests with some changes."""
    model = MODELS[name]
    domain, problem = model.texts
    for before, after in changes:
        assert before in f"{domain}{problem}"
        domain, problem = domain.replace(before, after), problem.replace(before, after)
    instance = make_instance(model.puzzle, **{**model.parameters, **parameters})
    return check_against_puzzle(
        instance, make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
    )


def find_only_way(verdict: ModelVerdict) -> dict[str, Any]:
    """Return the only difference of a model as data."""
    [way] = CheckReport(verdict).report_as_json()["differences"]
    told: dict[str, Any] = way
    return told


@pytest.mark.parametrize(
    ("who", "before", "then"),
    [
        ("goat", [], "(take-goat left right)"),
        ("cabbage", ["(take-goat left right)", "(cross-alone right left)"], "(take-cabbage left right)"),
        ("wolf", ["(take-goat left right)", "(cross-alone right left)"], "(take-wolf left right)"),
    ],
)
def test_undeleted_position_is_reported_at_the_first_crossing(who: str, before: list[str], then: str) -> None:
    """An undeleted position is reported at the first crossing of this traveler.

    The goat goes first; the wolf and the cabbage follow when the farmer is back.
    """
    verdict = check_changed_model("flat", (f"(not (at {who} ?a)) (at {who} ?b)", f"(at {who} ?b)"))
    way = find_only_way(verdict)
    assert (way["kind"], way["evidence"]) == (
        "double",
        f"Now the {who} is at the left bank and the right bank at the same time.",
    )
    assert [action for step in way["steps"] for action in step["actions"]] == before
    assert way["actions"] == [then]
    lines = CheckReport(verdict).described_differences[0].sides["model"]
    assert [(line.place, line.text) for line in lines if line.is_marked] == [
        (f"the {who}", "the left bank and the right bank")
    ]


MINUTES = {"a": 1, "b": 2, "c": 5, "d": 10}


@pytest.mark.parametrize(("who", "number"), [("c", 6), ("a", 3), ("b", 1), ("d", 11)])
def test_report_sums_costs_up_to_the_difference(who: str, number: int) -> None:
    """The report sums the costs of both sides up to the difference.

    Each crossing costs the minutes of the slower person, who is named first. One crossing shows the difference.
    """
    way = find_only_way(check_changed_model("torch", (f"(minutes {who}) {MINUTES[who]}", f"(minutes {who}) {number}")))
    actions = [action.strip("()").split() for step in way["steps"] for action in step["actions"]] + [
        action.strip("()").split() for action in way["actions"]
    ]
    assert way["kind"] == "costs"
    theirs, ours = (
        sum(minutes[slower] for _, slower, *_ in actions) for minutes in ({**MINUTES, who: number}, MINUTES)
    )
    assert theirs != ours
    assert way["evidence"] == f"So far, the cost is {theirs} in the model and {ours} in the puzzle."


def test_maximized_costs_are_reported_in_the_initial_state() -> None:
    way = find_only_way(check_changed_model("torch", ("minimize", "maximize")))
    assert (way["kind"], way["steps"], way["actions"]) == ("costs", [], [])
    assert way["evidence"] == "The model maximizes its costs, but the puzzle minimizes them."


def test_missing_metric_is_noted() -> None:
    """A missing metric is noted.

    Without a metric the model does not define costs; a model with the correct metric gets no note.
    """
    silent, right = check_changed_model("torch", ("(:metric minimize (total-cost))", "")), check_changed_model("torch")
    assert silent.differences == right.differences == []
    [note] = CheckReport(silent).report_as_json()["notes"]
    assert note.startswith("ferryplan did not compare the costs, because the model has no metric to minimize")
    assert CheckReport(right).report_as_json()["notes"] == []


def test_initial_state_difference_names_misplaced_or_missing_travelers() -> None:
    elsewhere = find_only_way(check_changed_model("sides", ("(:init)", "(:init (crossed goat))")))
    assert (elsewhere["kind"], elsewhere["evidence"]) == (
        "start",
        "The table shows the puzzle's initial state. In the model, the initial state is [farmer wolf cabbage] | goat.",
    )
    for who in ("wolf", "goat"):
        nowhere = find_only_way(check_changed_model("flat", (f"(at {who} left) ", "")))
        assert (nowhere["kind"], nowhere["evidence"]) == (
            "start",
            f"The table shows the puzzle's initial state. In the model, no fact says where the {who} is.",
        )


def test_message_names_the_travelers_and_places_no_fact_describes() -> None:
    instance = make_instance("missionaries-cannibals", capacity=2)
    counted = next(cast for cast in family_of(instance).list_state_variables(instance) if cast.numeric_variables)
    boat = len(counted.variables) - 1
    assert counted.describe_missing_variables([0]) == "no fact says how many missionaries are at the left bank"
    assert (
        counted.describe_missing_variables([0], had_facts_before=True)
        == "no fact says how many missionaries are at the left bank any more"
    )
    assert counted.describe_missing_variables([boat]) == "no fact says where the boat is"


@pytest.mark.parametrize(
    ("wanted", "crossings", "left"),
    [
        ("(crossed goat) (man-crossed)", 1, {"wolf", "cabbage"}),
        ("(crossed goat) (crossed cabbage) (man-crossed)", 3, {"wolf"}),
        ("(crossed wolf) (crossed goat) (man-crossed)", 3, {"cabbage"}),
    ],
)
def test_early_goal_names_the_travelers_left_behind(wanted: str, crossings: int, left: set[str]) -> None:
    """The report of an early goal names the travelers left behind.

    The goat is over after one crossing; the farmer comes back and takes another.
    """
    whole = "(crossed wolf) (crossed goat) (crossed cabbage) (man-crossed)"
    way = find_only_way(check_changed_model("sides", (whole, wanted)))
    assert (way["kind"], len(way["steps"])) == ("early", crossings)
    assert {who for who in ("wolf", "goat", "cabbage") if who in way["evidence"]} == left


STROLL = """ (:action stroll :parameters (?p - person ?a ?b - bank)
  :precondition (and (at ?p ?a) (not (= ?a ?b))) :effect (and (not (at ?p ?a)) (at ?p ?b))))"""


@pytest.mark.parametrize(("goal", "expected"), [("2", []), ("1", ["early"])])
def test_better_fitting_counted_interpretation_is_preferred(goal: str, expected: list[str]) -> None:
    """The interpretation with counted travelers is preferred if it fits better.

    The model also has named people who move freely; as missionaries they would be everywhere.
    """
    model = MODELS["numbers"]
    names = [f"{kind}{number}" for kind in ("missionary", "cannibal") for number in (1, 2)]
    domain, problem = model.texts
    domain = domain.replace("(:types bank)", "(:types bank person)").replace(
        "(:predicates ", "(:predicates (at ?p - person ?b - bank) "
    )
    problem = problem.replace("right - bank", f"right - bank {' '.join(names)} - person")
    problem = problem.replace("(:init", f"(:init {' '.join(f'(at {name} left)' for name in names)}")
    problem = problem.replace(" 3)", " 2)").replace("(>= (cannibals right) 2)", f"(>= (cannibals right) {goal})")
    texts = Source(domain.rstrip()[:-1] + STROLL, "domain.pddl"), Source(problem, "p01.pddl")
    verdict = check_against_puzzle(
        make_instance("missionaries-cannibals", missionaries=2, cannibals=2, capacity=2), make_model_instance(*texts)
    )
    assert [one.kind for one in verdict.differences] == expected
    roles = [role.name for role in verdict.observer.state_variables.variables]
    assert [re.sub(" .*", "", role) for role in roles] == ["missionary", "missionary", "cannibal", "cannibal", "boat"]
    assert roles[0] == "missionary left bank"


def test_early_goal_is_reported_beside_many_wrong_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other differences are reported even after the limit of searches for violated rules.

    Discs may lie on smaller ones, and the goal lacks the smallest disc.
    """
    instance = instantiate_smallest(load("hanoi"), {"discs": 3})
    pddl = generate(instance, "strips", "named")
    domain = pddl.domain.replace("(clear ?to) (fits ?disc ?to)", "(clear ?to)")
    problem = re.sub(r"(\(:goal \(and\s+)\(on disc-1 disc-2\)", r"\1", pddl.problem)
    assert domain != pddl.domain
    assert problem != pddl.problem
    for most in (1, 1_000):
        monkeypatch.setattr(model_verdict, "MAX_VIOLATION_SEARCHES", most)
        verdict = check_against_puzzle(
            instance, make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
        )
        assert {"rule-missing", "early"} <= {one.kind for one in verdict.differences}


@pytest.mark.parametrize(("cap", "points", "late"), [(66.667, 66.67, 33.33), (99.996, 100.0, 0), (12.5, 12.5, 87.5)])
def test_late_penalty_is_rounded_to_two_decimals(cap: float, points: float, late: float) -> None:
    right = JudgedProblem("p01.pddl", "same", "", {"problem": "p01.pddl", "verdict": "same"}, {})
    grade = Rubric(late={"ann": 1}, late_caps=[cap]).grade([right], "ann")
    assert (grade["points"], grade["taken"]["late"]) == (points, late)


def make_judged(problem: str, verdict: ModelOutcome, said: str = "") -> JudgedProblem:
    """Return a problem with its report in each format, as the table of several problems takes it."""
    texts = {} if said else {"text": f"text of {problem}\n", "html": f"<p>page of {problem}</p>\n"}
    differences = [{"kind": "early", "where": None}] if verdict == "different" else []
    return JudgedProblem(
        problem, verdict, said, {"problem": problem, "verdict": verdict, "differences": differences}, texts
    )


def test_reports_of_several_problems_share_one_document() -> None:
    """Reports of several problems share one document.

    A document in HTML has one frame. The table comes first if there are several problems and is left out for
    one.
    """
    one, other = make_judged("p01.pddl", "different"), make_judged("p02.pddl", "same")
    undecided, broken = (
        make_judged("p03.pddl", "undecided", "found a < b"),
        make_judged("p04.pddl", "unreadable", "broken"),
    )
    assert render_model_results("farmer", [one], "text") == "text of p01.pddl\n"
    page = render_model_results("farmer", [one], "html")
    assert page.lower().startswith("<!doctype html>")
    assert "<p>page of p01.pddl</p>" in page
    assert "<table" not in page
    text = render_model_results("farmer", [one, other, undecided, broken], "text")
    assert "<" not in text.replace("a < b", "")
    rows = [re.split("  +", line.strip()) for line in text.splitlines() if line.startswith("p0")]
    assert rows == [
        ["p01.pddl", "different", "early"],
        ["p02.pddl", "same"],
        ["p03.pddl", "undecided"],
        ["p04.pddl", "unreadable"],
    ]
    assert (
        text.index("text of p01.pddl")
        < text.index("text of p02.pddl")
        < text.index(
            "ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found a < b."
        )
    )
    whole = render_model_results("farmer", [one, other, undecided, broken], "html")
    assert (
        "<p>ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found a &lt; b.</p>"
        in whole
    )
    assert whole.index("<table") < whole.index("<p>page of p01.pddl</p>") < whole.index("<p>page of p02.pddl</p>")
    data = json.loads(render_model_results("farmer", [one, other, undecided], "json", points=3))
    assert (data["puzzle"], data["verdict"], data["points"]) == ("farmer", "different", 3)
    assert [one["problem"] for one in data["instances"]] == ["p01.pddl", "p02.pddl", "p03.pddl"]


@pytest.mark.parametrize("who", ["goat", "wolf"])
def test_map_overrides_an_interpretation_that_fits(who: str) -> None:
    """A given map overrides an interpretation that fits.

    By this map, a state is settled unless one certain traveler is aboard. With another traveler aboard, nobody
    can board, so the model seems to forbid moves.
    """
    model = MODELS["functions"]
    texts = Source(model.texts[0], "domain.pddl"), Source(model.texts[1], "p01.pddl")
    instance = make_instance(model.puzzle, **model.parameters)
    right = check_against_puzzle(instance, make_model_instance(*texts))
    assert right.differences == []
    said = re.sub("(?m)^rest = .*$", f'rest = "(not (taken {who}))"', format_map_file(right.observer))
    verdict = check_against_puzzle(instance, make_model_instance(*texts), InterpretationMap(said, "map.toml"))
    assert (verdict.observer.settled_condition.literals, verdict.observer.settled_condition.hides_unsettled) == (
        ((("taken", who), False),),
        False,
    )
    assert "rule-too-strong" in [one.kind for one in verdict.differences]


@pytest.mark.parametrize(
    ("name", "change", "allowed"),
    [
        # The goat is over, the farmer back.
        ("quadruples", ("(safe r r r l) ", ""), "The farmer and the wolf cross to the right bank."),
        ("quadruples", ("(safe r l r r) ", ""), "The farmer and the cabbage cross to the right bank."),
        # The first moves in twos: one of each kind, or two cannibals.
        ("pairs", ("(load m1 c1) ", ""), "M1 and C1 cross to the right bank."),
        ("pairs", ("(load m0 c2) ", ""), "C1 and C2 cross to the right bank."),
    ],
)
def test_report_names_the_move_that_the_model_forbids(name: str, change: tuple[str, str], allowed: str) -> None:
    way = find_only_way(check_changed_model(name, change))
    assert way["kind"] == "rule-too-strong"
    assert way["evidence"] == f"The puzzle allows this next move, but the model does not: {allowed}"
    assert way["actions"] == []


def test_traveler_aboard_in_initial_state_is_reported_or_undecided() -> None:
    """A traveler aboard in the initial state is handled.

    The goat starts aboard. No fact says that the boat is full, so it takes the cabbage as well. The model may
    also get no verdict.
    """
    with contextlib.suppress(UndecidedModelError):
        verdict = check_changed_model("boat", ("(on goat west)", "(aboard goat)"))
        assert [one.kind for one in verdict.differences] in (["start"], ["start", "load-too-large"])


def test_picture_marks_a_traveler_without_position_as_nowhere() -> None:
    [way] = CheckReport(check_changed_model("flat", ("(at wolf left) ", ""))).described_differences
    assert way.kind == "start"
    drawn = {line.place: (line.text, line.is_marked) for line in way.sides["model"]}
    assert drawn["the wolf"] == ("nowhere", True)
    assert drawn["the goat"] == ("the left bank", False)


def test_model_that_allows_few_moves_gets_a_note() -> None:
    """A model that allows none of the puzzle's moves gets a note.

    Nobody can leave if wolves eat cabbages.
    """
    start = "(eats wolf goat)"
    forbidding = CheckReport(check_changed_model("boat", (start, f"{start} (eats wolf cabbage)")))
    [note] = forbidding.report_as_json()["notes"]
    assert note.startswith(
        "with the interpretation of the facts that ferryplan chose, the model allows none of the moves"
    )
    assert CheckReport(check_changed_model("boat", (start, ""))).report_as_json()["notes"] == []
