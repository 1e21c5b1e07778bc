"""What a course comes to: points within their bounds, the commonest mistakes with the shortest example, a file for each submission."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.checking.course import course, files_of, report
from planner.checking.judging import Judged, worst
from planner.checking.rubric import Rubric
from planner.telling import PLAIN

PUZZLE = "wolf-goat-cabbage"
KINDS = (("rule-missing", "left"), ("rule-missing", "boat"), ("early", None), ("late", None))


def judged(verdict: Any, *differences: tuple[str, str | None, int], problem: str = "p1") -> Judged:
    """A problem with differences, each shown by so many steps."""
    told = [{"kind": kind, "where": where, "steps": [{}] * steps} for kind, where, steps in differences]
    return Judged(problem, verdict, "", {"problem": problem, "verdict": verdict, "differences": told}, {})


def overview(*submissions: tuple[str, list[Judged]]) -> dict[str, Any]:
    graded = [(found, Rubric().grade(found, name)) for name, found in submissions]
    told: dict[str, Any] = json.loads(course(PUZZLE, graded, len(graded), "json", PLAIN))
    return told


def test_mistakes_are_listed_by_how_many_made_them_with_the_shortest_example() -> None:
    """Ann makes one mistake in two problems, which counts once; her first example is taken, Cem's is shorter than Bob's and hers."""
    ann = [judged("different", ("early", None, 5)), judged("different", ("early", None, 1), problem="p2")]
    bob = [judged("different", ("late", None, 3), ("early", None, 4), ("rule-missing", "left", 9))]
    cem = [judged("different", ("early", None, 2), ("rule-missing", "boat", 7), ("late", None, 6))]
    mistakes = overview(("ann", ann), ("bob", bob), ("cem", cem), ("dora", [judged("same")]))["mistakes"]
    found = [(one["kind"], one["submissions"], len(one["example"]["steps"])) for one in mistakes]
    assert found == [
        ("early", ["ann", "bob", "cem"], 2),
        ("late", ["bob", "cem"], 3),
        ("rule-missing left", ["bob"], 9),
        ("rule-missing boat", ["cem"], 7),
    ]


def test_a_model_is_as_good_as_its_worst_problem() -> None:
    """From an unreadable one, which is worst, over a different and an undecided one to the same."""
    order = ("unreadable", "different", "undecided", "same")
    for number, verdict in enumerate(order):
        assert worst([judged(one) for one in reversed(order[number:])]) == verdict


NAMES = st.text(st.sampled_from("aAbBßÉé_-./ %\n"), max_size=5) | st.sampled_from(
    ["Overview", "RESULTS", "results", ""]
)


@given(st.lists(NAMES, min_size=1, max_size=6, unique=True), st.sampled_from(["text", "html", "gradescope"]))
@settings(max_examples=60)
def test_each_submission_has_a_file_of_its_own_whatever_it_is_called(names: list[str], form: str) -> None:
    """On a file system that knows no capitals, too; beside the overview and the table, in the folder itself."""
    graded = [([judged("same")], Rubric().grade([judged("same")], name)) for name in names]
    files = files_of(PUZZLE, graded, len(names), form)
    assert len(files) == len(names) + 2
    assert len({name.casefold() for name in files}) == len(files)
    assert not any({*name} & {*"/\\\n %"} or name[0] in ".-" for name in files)
    stems = [name.rpartition(".")[0] for name in files]
    assert len({stem.casefold() for stem in stems}) == len(stems)
    rows = [*csv.reader(files["results.csv"].splitlines())]
    assert len(rows) >= len(names) + 1


def test_long_names_are_cut_and_stay_apart() -> None:
    graded = [([judged("same")], Rubric().grade([judged("same")], "x" * 300 + end)) for end in "abc"]
    files = files_of(PUZZLE, graded, 3, "text")
    assert len(files) == 5
    assert max(map(len, files)) < 100


AMOUNTS = st.integers(0, 200) | st.floats(0, 200, allow_nan=False)
FOUND = st.lists(
    st.builds(
        lambda verdict, kinds, number: judged(verdict, *((*kind, 1) for kind in kinds), problem=f"p{number}"),
        st.sampled_from(["unreadable", "different", "undecided", "same"]),
        st.lists(st.sampled_from(KINDS), max_size=4),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one.problem,
)


@given(
    FOUND,
    st.builds(
        Rubric,
        points=AMOUNTS,
        undecided=st.integers(0, 20),
        unreadable=st.integers(0, 20),
        taken=st.dictionaries(st.sampled_from(["rule-missing", "rule-missing boat", "early", "otherwise"]), AMOUNTS),
        weights=st.dictionaries(st.sampled_from(["p0", "p1", "p2"]), st.integers(0, 9), max_size=3),
        late=st.fixed_dictionaries({"ann": st.integers(0, 4)}),
        late_caps=st.lists(AMOUNTS, max_size=3),
    ),
)
@settings(max_examples=150)
def test_points_are_never_below_zero_nor_above_what_there_are(found: list[Judged], rubric: Rubric) -> None:
    """Also where a problem loses more than it has, weights are 0, or somebody is late; the parts come to the whole but for being late."""
    grade, in_time = rubric.grade(found, "ann"), rubric.grade(found, "bob")
    most = max(rubric.points, rubric.undecided, rubric.unreadable)
    assert 0 <= grade["points"] <= in_time["points"] <= most + 0.05
    assert all(one["points"] >= 0 and one["of"] >= 0 for one in grade["instances"])
    assert in_time["points"] == pytest.approx(sum(one["points"] for one in grade["instances"]), abs=0.01)
    if rubric.late_caps and (days := rubric.late["ann"]):
        cap = rubric.late_caps[min(days, len(rubric.late_caps)) - 1]
        assert grade["points"] <= cap + 0.01
        assert grade["points"] + grade["taken"]["late"] == pytest.approx(max(in_time["points"], cap), abs=0.011) or (
            grade["points"] == in_time["points"] and grade["taken"]["late"] == 0
        )
    else:
        assert grade == {**in_time, "submission": "ann"}


def test_dead_ends_cost_nothing_unless_the_rubric_asks() -> None:
    dead = judged("same")
    dead.data["dead_end"] = {"says": "It ends."}
    asked = Rubric(points=10, taken={"dead-end": 3, "otherwise": 9})
    assert [one.grade([dead])["points"] for one in (Rubric(points=10), asked)] == [10, 7]
    assert asked.grade([judged("same")])["points"] == 10


def test_report_of_a_model_shows_what_was_wrong_with_it() -> None:
    """One problem is unreadable; its two mistakes are told line by line, behind the points of all."""
    found = [
        Judged("p1", "unreadable", "p1: first mistake\np1: second mistake\n", {"problem": "p1"}, {}),
        judged("same"),
    ]
    told = report(PUZZLE, (found, Rubric(points=10).grade(found)), "text")
    assert told.index("first mistake") < told.index("second mistake") < told.index("Points of 10")
