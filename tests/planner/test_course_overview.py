"""What a course comes to: points within their bounds, the commonest mistakes with the shortest example, a file for each submission."""

from __future__ import annotations

import csv
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.layout import PLAIN
from ferryplan.teaching.checking.course import course, files_of, report
from ferryplan.teaching.checking.judging import Judged, told, unjudged, worst
from ferryplan.teaching.checking.rubric import Rubric

PUZZLE = "wolf-goat-cabbage"
KINDS = (("rule-missing", "left"), ("rule-missing", "boat"), ("early", None), ("late", None))


def judged(verdict: Any, *differences: tuple[str, str | None, int], problem: str = "p1") -> Judged:
    """A problem with differences, each shown by so many steps."""
    step, rest = (
        {"text": "They cross.", "actions": ["(cross)"]},
        {"text": "It differs.", "evidence": "So it is.", "actions": []},
    )
    found = [{"kind": kind, "where": where, "steps": [step] * steps, **rest} for kind, where, steps in differences]
    return Judged(problem, verdict, "", {"problem": problem, "verdict": verdict, "differences": found}, {})


def overview(*submissions: tuple[str, list[Judged]]) -> dict[str, Any]:
    graded = [(found, Rubric().grade(found, name)) for name, found in submissions]
    data: dict[str, Any] = json.loads(course(PUZZLE, graded, len(graded), "json", PLAIN))
    return data


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
    assert all(one["points"] >= 0 and one["max_points"] >= 0 for one in grade["instances"])
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
    text = report(PUZZLE, (found, Rubric(points=10).grade(found)), "text")
    assert text.index("first mistake") < text.index("second mistake") < text.index("Points of 10")


def graded(rubric: Rubric) -> list[Any]:
    """Three submissions: Ann's two problems are the same and undecided, Bob's differs, Cem's cannot be read."""
    found = {
        "ann": [judged("same"), judged("undecided", problem="p2")],
        "bob": [judged("different", ("early", None, 1), ("late", None, 2))],
        "cem": [Judged("p1", "unreadable", "p1: no domain\n", {"problem": "p1", "verdict": "unreadable"}, {})],
    }
    return [(each, rubric.grade(each, name)) for name, each in found.items()]


def test_other_programs_get_each_submission_with_its_verdict_and_points() -> None:
    """JUnit counts what differs as failures and what nobody can judge as errors; Gradescope's score is the sum of the points."""
    rows = graded(Rubric(points=10, taken={"otherwise": 2}))
    cases = [*ElementTree.fromstring(course(PUZZLE, rows, 3, "junit", PLAIN)).iter("testcase")]
    assert [(one.attrib["name"], [(part.tag, part.attrib["message"]) for part in one]) for one in cases] == [
        ("ann", [("error", "5 of 10 points")]),
        ("bob", [("failure", "6 of 10 points")]),
        ("cem", [("error", "0 of 10 points")]),
    ]
    suite = ElementTree.fromstring(course(PUZZLE, rows, 3, "junit", PLAIN)).attrib
    assert (suite["tests"], suite["failures"], suite["errors"]) == ("3", "1", "2")
    results = json.loads(course(PUZZLE, rows, 3, "gradescope", PLAIN))
    assert results["score"] == 5 + 6 + 0
    assert [(one["name"], one["score"], one["max_score"], one["status"]) for one in results["tests"]] == [
        ("ann", 5, 10, "failed"),
        ("bob", 6, 10, "failed"),
        ("cem", 0, 10, "failed"),
    ]


def test_other_programs_get_each_problem_of_one_model() -> None:
    """Of Ann alone the problems are the tests, each with its share of the points."""
    ann, *_ = graded(Rubric(points=10, undecided=4))
    results = json.loads(report(PUZZLE, ann, "gradescope"))
    rows = [(one["name"], one["score"], one["max_score"], one["status"]) for one in results["tests"]]
    assert rows == [("p1", 5, 5, "passed"), ("p2", 2, 5, "failed")]
    assert results["score"] == 7
    cases = [*ElementTree.fromstring(report(PUZZLE, ann, "junit")).iter("testcase")]
    assert [(one.attrib["name"], [part.tag for part in one]) for one in cases] == [("p1", []), ("p2", ["error"])]


def test_the_table_of_a_course_has_a_row_for_each_submission() -> None:
    rows = graded(Rubric(points=10, taken={"otherwise": 2.5}))
    table = [*csv.reader(files_of(PUZZLE, rows, 3, "text")["results.csv"].splitlines())]
    assert table == [
        ["Submission", "Verdict", "Differences", "Points", "Maximum"],
        ["ann", "undecided", "", "5", "10"],
        ["bob", "different", "early, late", "5", "10"],
        ["cem", "unreadable", "", "0", "10"],
    ]
    text = course(PUZZLE, rows, 5, "text", PLAIN)
    assert text.startswith(f"{PUZZLE}: 3 of 5 submissions (interrupted)")
    assert course(PUZZLE, rows, 3, "text", PLAIN).startswith(f"{PUZZLE}: 3 submissions\n")


@pytest.mark.parametrize(
    ("form", "ending"),
    [("text", "txt"), ("markdown", "md"), ("html", "html"), ("json", "txt"), ("junit", "txt"), ("gradescope", "json")],
)
def test_reports_have_the_ending_of_their_format(form: str, ending: str) -> None:
    """The overview is for people: of formats for programs, as text."""
    names = {*files_of(PUZZLE, graded(Rubric()), 3, form)}
    overview = "txt" if form == "gradescope" else ending
    assert names == {f"overview.{overview}", "results.csv", *(f"{name}.{ending}" for name in ("ann", "bob", "cem"))}


def test_points_that_were_taken_say_for_what() -> None:
    ann, bob, _ = graded(Rubric(points=10, taken={"early": 1, "otherwise": 2.5}))
    assert "Points of 10  Deductions\n         6.5  1 point for 'early', 2.5 points for 'late'\n" in report(
        PUZZLE, bob, "text"
    )
    data = json.loads(report(PUZZLE, bob, "json"))
    assert (data["points"], data["max_points"], data["taken"]) == (6.5, 10, {"early": 1, "late": 2.5})
    assert json.loads(report(PUZZLE, ann, "json"))["verdict"] == "undecided"


def test_several_problems_of_a_model_are_told_below_a_table_and_what_is_undecided_with_the_reason() -> None:
    """Of one problem there is no table. On a page nothing that somebody wrote is taken for markup."""
    one = Judged("p1", "same", "", {"problem": "p1"}, {"text": "The first.\n", "html": "<p>The first.</p>\n"})
    other = unjudged("p2", "undecided", "found <nobody>")
    text = told(PUZZLE, [one, other], "text")
    assert text.splitlines()[0].split() == ["Problem", "Verdict", "Differences"]
    assert re.search(r"p1 +same", text)
    assert re.search(r"p2 +undecided", text)
    assert text.endswith(
        "The first.\n\nferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found <nobody>.\n"
    )
    assert told(PUZZLE, [one], "text") == "The first.\n"
    assert (
        told(PUZZLE, [other], "markdown")
        == "ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found <nobody>.\n"
    )
    page = told(PUZZLE, [one, other], "html")
    assert "<p>The first.</p>" in page
    assert (
        "<p>ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found &lt;nobody&gt;.</p>"
        in page
    )
    assert "<nobody>" not in page
