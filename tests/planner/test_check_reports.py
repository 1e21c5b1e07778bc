"""What `plan check` tells of a model that differs: the shortest scenario, worked out by hand, and in words what shows at its end."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

import pytest
from models import MODELS
from support import make

from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.teaching.checking import comparing
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.judging import Judged, Outcome, told
from ferryplan.teaching.checking.mapping import Map, as_file
from ferryplan.teaching.checking.report import Report
from ferryplan.teaching.checking.rubric import Rubric
from ferryplan.teaching.checking.verdict import UncheckedError, check


def check_changed_model(name: str, *changes: tuple[str, str], **parameters: int) -> Verdict:
    """Return what comes of a model of the tests with some changes."""
    model = MODELS[name]
    domain, problem = model.texts
    for before, after in changes:
        assert before in f"{domain}{problem}"
        domain, problem = domain.replace(before, after), problem.replace(before, after)
    instance = make(model.puzzle, **{**model.parameters, **parameters})
    return check(instance, model_of(Source(domain, "domain.pddl"), Source(problem, "p01.pddl")))


def find_only_way(verdict: Verdict) -> dict[str, Any]:
    """Return the one way in which a model differs, as data."""
    [way] = Report(verdict).as_data()["differences"]
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
def test_who_stays_where_he_was_is_told_where_he_first_crosses(who: str, before: list[str], then: str) -> None:
    """The goat goes first; the wolf and the cabbage follow when the farmer has come back."""
    verdict = check_changed_model("flat", (f"(not (at {who} ?a)) (at {who} ?b)", f"(at {who} ?b)"))
    way = find_only_way(verdict)
    assert (way["kind"], way["evidence"]) == (
        "double",
        f"Now the {who} is at the left bank and the right bank at the same time.",
    )
    assert [action for step in way["steps"] for action in step["actions"]] == before
    assert way["actions"] == [then]
    lines = Report(verdict).ways[0].sides["model"]
    assert [(line.place, line.text) for line in lines if line.marked] == [
        (f"the {who}", "the left bank and the right bank")
    ]


MINUTES = {"a": 1, "b": 2, "c": 5, "d": 10}


@pytest.mark.parametrize(("who", "number"), [("c", 6), ("a", 3), ("b", 1), ("d", 11)])
def test_costs_are_counted_up_to_where_they_differ(who: str, number: int) -> None:
    """Each crossing costs the minutes of the slower one, who is named first; one alone shows the difference."""
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


def test_costs_that_are_to_be_large_differ_at_once() -> None:
    way = find_only_way(check_changed_model("torch", ("minimize", "maximize")))
    assert (way["kind"], way["steps"], way["actions"]) == ("costs", [], [])
    assert way["evidence"] == "The model maximizes its costs, but the puzzle minimizes them."


def test_costs_that_are_not_counted_are_noted() -> None:
    """Without a metric the model says nothing of costs; with one that is right there is nothing to note."""
    silent, right = check_changed_model("torch", ("(:metric minimize (total-cost))", "")), check_changed_model("torch")
    assert silent.found == right.found == []
    [note] = Report(silent).as_data()["notes"]
    assert note.startswith("ferryplan did not compare the costs, because the model has no metric to minimize")
    assert Report(right).as_data()["notes"] == []


def test_the_start_is_told_by_who_is_elsewhere_or_nowhere() -> None:
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


def test_missing_numbers_and_places_are_named() -> None:
    instance = make("missionaries-cannibals", capacity=2)
    counted = next(cast for cast in family_of(instance).list_casts(instance) if cast.numbers)
    boat = len(counted.roles) - 1
    assert counted.describe_missing([0]) == "no fact says how many missionaries are at the left bank"
    assert (
        counted.describe_missing([0], any_more=True)
        == "no fact says how many missionaries are at the left bank any more"
    )
    assert counted.describe_missing([boat]) == "no fact says where the boat is"


@pytest.mark.parametrize(
    ("wanted", "crossings", "left"),
    [
        ("(crossed goat) (man-crossed)", 1, {"wolf", "cabbage"}),
        ("(crossed goat) (crossed cabbage) (man-crossed)", 3, {"wolf"}),
        ("(crossed wolf) (crossed goat) (man-crossed)", 3, {"cabbage"}),
    ],
)
def test_who_is_missing_where_the_goal_holds_too_early_is_told(wanted: str, crossings: int, left: set[str]) -> None:
    """The goat is over after one crossing, the farmer comes back, and takes another."""
    whole = "(crossed wolf) (crossed goat) (crossed cabbage) (man-crossed)"
    way = find_only_way(check_changed_model("sides", (whole, wanted)))
    assert (way["kind"], len(way["steps"])) == ("early", crossings)
    assert {who for who in ("wolf", "goat", "cabbage") if who in way["evidence"]} == left


STROLL = """ (:action stroll :parameters (?p - person ?a ?b - bank)
  :precondition (and (at ?p ?a) (not (= ?a ?b))) :effect (and (not (at ?p ?a)) (at ?p ?b))))"""


@pytest.mark.parametrize(("goal", "expected"), [("2", []), ("1", ["early"])])
def test_missionaries_are_counted_where_counting_fits_better(goal: str, expected: list[str]) -> None:
    """There are people with names, too, who stroll to and fro as they like: as missionaries they would be everywhere."""
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
    verdict = check(make("missionaries-cannibals", missionaries=2, cannibals=2, capacity=2), model_of(*texts))
    assert [one.kind for one in verdict.found] == expected
    roles = [role.name for role in verdict.seen.cast.roles]
    assert [re.sub(" .*", "", role) for role in roles] == ["missionary", "missionary", "cannibal", "cannibal", "boat"]
    assert roles[0] == "missionary left bank"


def test_a_goal_that_holds_too_early_is_told_beside_many_wrong_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong with a move is asked of so many; after these the other ways to differ are still told.

    Discs may lie on smaller ones, and the goal does not ask for the smallest.
    """
    instance = instantiate_smallest(load("hanoi"), {"discs": 3})
    pddl = generate(instance, "strips", "named")
    domain = pddl.domain.replace("(clear ?to) (fits ?disc ?to)", "(clear ?to)")
    problem = re.sub(r"(\(:goal \(and\s+)\(on disc-1 disc-2\)", r"\1", pddl.problem)
    assert domain != pddl.domain
    assert problem != pddl.problem
    for most in (1, 1_000):
        monkeypatch.setattr(comparing, "MOST_ASKED", most)
        verdict = check(instance, model_of(Source(domain, "domain.pddl"), Source(problem, "p01.pddl")))
        assert {"rule-missing", "early"} <= {one.kind for one in verdict.found}


@pytest.mark.parametrize(("cap", "points", "late"), [(66.667, 66.67, 33.33), (99.996, 100.0, 0), (12.5, 12.5, 87.5)])
def test_points_that_being_late_takes_have_two_decimals(cap: float, points: float, late: float) -> None:
    right = Judged("p01.pddl", "same", "", {"problem": "p01.pddl", "verdict": "same"}, {})
    grade = Rubric(late={"ann": 1}, late_caps=[cap]).grade([right], "ann")
    assert (grade["points"], grade["taken"]["late"]) == (points, late)


def make_judged(problem: str, verdict: Outcome, said: str = "") -> Judged:
    """Return a problem with its report in each format, as the table of several problems takes it."""
    texts = {} if said else {"text": f"text of {problem}\n", "html": f"<p>page of {problem}</p>\n"}
    differences = [{"kind": "early", "where": None}] if verdict == "different" else []
    return Judged(problem, verdict, said, {"problem": problem, "verdict": verdict, "differences": differences}, texts)


def test_reports_of_several_problems_are_one_text_or_one_page() -> None:
    """A page has what any page has, a text does not; of several there is a table first, of one there is none."""
    one, other = make_judged("p01.pddl", "different"), make_judged("p02.pddl", "same")
    undecided, broken = (
        make_judged("p03.pddl", "undecided", "found a < b"),
        make_judged("p04.pddl", "unreadable", "broken"),
    )
    assert told("farmer", [one], "text") == "text of p01.pddl\n"
    page = told("farmer", [one], "html")
    assert page.lower().startswith("<!doctype html>")
    assert "<p>page of p01.pddl</p>" in page
    assert "<table" not in page
    text = told("farmer", [one, other, undecided, broken], "text")
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
    whole = told("farmer", [one, other, undecided, broken], "html")
    assert (
        "<p>ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found a &lt; b.</p>"
        in whole
    )
    assert whole.index("<table") < whole.index("<p>page of p01.pddl</p>") < whole.index("<p>page of p02.pddl</p>")
    data = json.loads(told("farmer", [one, other, undecided], "json", points=3))
    assert (data["puzzle"], data["verdict"], data["points"]) == ("farmer", "different", 3)
    assert [one["problem"] for one in data["instances"]] == ["p01.pddl", "p02.pddl", "p03.pddl"]


@pytest.mark.parametrize("who", ["goat", "wolf"])
def test_what_a_map_says_is_believed_though_something_else_would_fit(who: str) -> None:
    """Who is taken by another's map has settled while somebody rows, when nobody can board: so the model seems to forbid that."""
    model = MODELS["functions"]
    texts = Source(model.texts[0], "domain.pddl"), Source(model.texts[1], "p01.pddl")
    instance = make(model.puzzle, **model.parameters)
    right = check(instance, model_of(*texts))
    assert right.found == []
    said = re.sub("(?m)^rest = .*$", f'rest = "(not (taken {who}))"', as_file(right.seen))
    verdict = check(instance, model_of(*texts), Map(said, "map.toml"))
    assert (verdict.seen.rest.literals, verdict.seen.rest.hides) == (((("taken", who), False),), False)
    assert "rule-too-strong" in [one.kind for one in verdict.found]


@pytest.mark.parametrize(
    ("name", "change", "allowed"),
    [
        # The goat is over, the farmer back.
        ("quadruples", ("(safe r r r l) ", ""), "The farmer and the wolf cross to the right bank."),
        ("quadruples", ("(safe r l r r) ", ""), "The farmer and the cabbage cross to the right bank."),
        # The first moves: by twos one of each, or two cannibals.
        ("pairs", ("(load m1 c1) ", ""), "M1 and C1 cross to the right bank."),
        ("pairs", ("(load m0 c2) ", ""), "C1 and C2 cross to the right bank."),
    ],
)
def test_the_move_that_a_model_forbids_is_told(name: str, change: tuple[str, str], allowed: str) -> None:
    way = find_only_way(check_changed_model(name, change))
    assert way["kind"] == "rule-too-strong"
    assert way["evidence"] == f"The puzzle allows this next move, but the model does not: {allowed}"
    assert way["actions"] == []


def test_who_is_under_way_at_the_start_crashes_nothing() -> None:
    """The goat is aboard from the start, and as nobody says that the boat is full, it takes the cabbage as well; or nothing is decided."""
    with contextlib.suppress(UncheckedError):
        verdict = check_changed_model("boat", ("(on goat west)", "(aboard goat)"))
        assert [one.kind for one in verdict.found] in (["start"], ["start", "load-too-large"])


def test_who_is_nowhere_at_the_start_is_drawn_nowhere() -> None:
    [way] = Report(check_changed_model("flat", ("(at wolf left) ", ""))).ways
    assert way.kind == "start"
    drawn = {line.place: (line.text, line.marked) for line in way.sides["model"]}
    assert drawn["the wolf"] == ("nowhere", True)
    assert drawn["the goat"] == ("the left bank", False)


def test_a_model_that_makes_few_of_the_moves_may_have_been_misread() -> None:
    """Nobody can leave as long as wolves eat cabbages: of the moves that the puzzle allows the model makes none."""
    start = "(eats wolf goat)"
    forbidding = Report(check_changed_model("boat", (start, f"{start} (eats wolf cabbage)")))
    [note] = forbidding.as_data()["notes"]
    assert note.startswith(
        "with the interpretation of the facts that ferryplan chose, the model allows none of the moves"
    )
    assert Report(check_changed_model("boat", (start, ""))).as_data()["notes"] == []
