"""Overview of a course: points, common mistakes with the shortest example, a file per submission."""

from __future__ import annotations

import csv
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from budget import scale
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.layout import PLAIN
from ferryplan.teaching.checking.course_rendering import make_course_files, render_course_overview, render_model_report
from ferryplan.teaching.checking.examination import (
    JudgedProblem,
    find_worst_outcome,
    make_unjudged_problem,
    render_model_results,
)
from ferryplan.teaching.checking.rubric import Rubric

PUZZLE = "wolf-goat-cabbage"
KINDS = (("rule-missing", "left"), ("rule-missing", "boat"), ("early", None), ("late", None))


def judged(verdict: Any, *differences: tuple[str, str | None, int], problem: str = "p1") -> JudgedProblem:
    """Return a judged problem with differences, each with a scenario of the given number of steps."""
    step, rest = (
        {"text": "They cross.", "actions": ["(cross)"]},
        {"text": "It differs.", "evidence": "So it is.", "actions": []},
    )
    found = [{"kind": kind, "where": where, "steps": [step] * steps, **rest} for kind, where, steps in differences]
    return JudgedProblem(problem, verdict, "", {"problem": problem, "verdict": verdict, "differences": found}, {})


def overview(*submissions: tuple[str, list[JudgedProblem]]) -> dict[str, Any]:
    graded = [(found, Rubric().grade(found, name)) for name, found in submissions]
    data: dict[str, Any] = json.loads(render_course_overview(PUZZLE, graded, len(graded), "json", PLAIN))
    return data


def test_mistakes_are_sorted_by_frequency_with_shortest_example() -> None:
    """Mistakes are sorted by the number of submissions and shown with the shortest example.

    Ann makes one mistake in two problems, which counts once. Only her first example counts; Cem's example is
    shorter than hers and Bob's.
    """
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


def test_verdict_of_a_submission_is_its_worst_verdict() -> None:
    """The verdict of a submission is its worst one: unreadable, different, undecided, same, in this order."""
    order = ("unreadable", "different", "undecided", "same")
    for number, verdict in enumerate(order):
        assert find_worst_outcome([judged(one) for one in reversed(order[number:])]) == verdict


NAMES = st.text(st.sampled_from("aAbBßÉé_-./ %\n"), max_size=5) | st.sampled_from(
    ["Overview", "RESULTS", "results", ""]
)


@given(st.lists(NAMES, min_size=1, max_size=6, unique=True), st.sampled_from(["text", "html", "gradescope"]))
@settings(max_examples=scale(30))
def test_every_submission_name_gets_a_distinct_file(names: list[str], form: str) -> None:
    """Every submission gets a file name of its own, even on a case-insensitive file system.

    The files lie in the folder beside the overview and the table of results.
    """
    graded = [([judged("same")], Rubric().grade([judged("same")], name)) for name in names]
    files = make_course_files(PUZZLE, graded, len(names), form)
    assert len(files) == len(names) + 2
    assert len({name.casefold() for name in files}) == len(files)
    assert not any({*name} & {*"/\\\n %"} or name[0] in ".-" for name in files)
    stems = [name.rpartition(".")[0] for name in files]
    assert len({stem.casefold() for stem in stems}) == len(stems)
    rows = [*csv.reader(files["results.csv"].splitlines())]
    assert len(rows) >= len(names) + 1


def test_overview_page_links_to_reports_which_link_to_nobody_else() -> None:
    graded = [([judged("same")], Rubric().grade([judged("same")], name)) for name in ("Ann", "Bob & Eve")]
    files = make_course_files(PUZZLE, graded, 2, "html")
    links = {name: re.findall(r'<a href="([^"]*)">([^<]*)<', text) for name, text in files.items()}
    assert links.pop("overview.html") == [("Ann.html", "Ann"), ("Bob-Eve.html", "Bob &amp; Eve")]
    assert {*links} == {"Ann.html", "Bob-Eve.html", "results.csv"}
    assert not any(links.values())


def test_long_submission_names_are_truncated_and_stay_distinct() -> None:
    graded = [([judged("same")], Rubric().grade([judged("same")], "x" * 300 + end)) for end in "abc"]
    files = make_course_files(PUZZLE, graded, 3, "text")
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
@settings(max_examples=scale(100))
def test_points_stay_between_zero_and_the_maximum(found: list[JudgedProblem], rubric: Rubric) -> None:
    """Points stay between zero and the maximum.

    This holds even if the deductions of a problem exceed its points, weights are 0, or a submission is late.
    The points of the problems add up to the total before the late penalty.
    """
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


def test_dead_ends_cost_points_only_with_a_rubric() -> None:
    dead = judged("same")
    dead.report_data["dead_end"] = {"says": "It ends."}
    asked = Rubric(points=10, taken={"dead-end": 3, "otherwise": 9})
    assert [one.grade([dead])["points"] for one in (Rubric(points=10), asked)] == [10, 7]
    assert asked.grade([judged("same")])["points"] == 10


def test_report_shows_mistakes_before_the_points() -> None:
    """A report shows the mistakes before the points.

    One problem is unreadable; its two mistakes are listed line by line, before the points.
    """
    found = [
        JudgedProblem("p1", "unreadable", "p1: first mistake\np1: second mistake\n", {"problem": "p1"}, {}),
        judged("same"),
    ]
    text = render_model_report(PUZZLE, (found, Rubric(points=10).grade(found)), "text")
    assert text.index("first mistake") < text.index("second mistake") < text.index("Points of 10")


def grade_models(rubric: Rubric) -> list[Any]:
    """Return three graded submissions.

    Ann's problems are the same and undecided, Bob's differs, Cem's cannot be read.
    """
    found = {
        "ann": [judged("same"), judged("undecided", problem="p2")],
        "bob": [judged("different", ("early", None, 1), ("late", None, 2))],
        "cem": [JudgedProblem("p1", "unreadable", "p1: no domain\n", {"problem": "p1", "verdict": "unreadable"}, {})],
    }
    return [(each, rubric.grade(each, name)) for name, each in found.items()]


def test_junit_and_gradescope_list_each_submission() -> None:
    """JUnit and Gradescope list each submission.

    JUnit counts differences as failures, undecided and unreadable problems as errors. Gradescope's score is the
    sum of the points.
    """
    rows = grade_models(Rubric(points=10, taken={"otherwise": 2}))
    cases = [*ElementTree.fromstring(render_course_overview(PUZZLE, rows, 3, "junit", PLAIN)).iter("testcase")]
    assert [(one.attrib["name"], [(part.tag, part.attrib["message"]) for part in one]) for one in cases] == [
        ("ann", [("error", "5 of 10 points")]),
        ("bob", [("failure", "6 of 10 points")]),
        ("cem", [("error", "0 of 10 points")]),
    ]
    suite = ElementTree.fromstring(render_course_overview(PUZZLE, rows, 3, "junit", PLAIN)).attrib
    assert (suite["tests"], suite["failures"], suite["errors"]) == ("3", "1", "2")
    results = json.loads(render_course_overview(PUZZLE, rows, 3, "gradescope", PLAIN))
    assert results["score"] == 5 + 6 + 0
    assert [(one["name"], one["score"], one["max_score"], one["status"]) for one in results["tests"]] == [
        ("ann", 5, 10, "failed"),
        ("bob", 6, 10, "failed"),
        ("cem", 0, 10, "failed"),
    ]


def test_junit_and_gradescope_list_problems_of_one_submission() -> None:
    """For one submission, the problems are the tests, each with its share of the points."""
    ann, *_ = grade_models(Rubric(points=10, undecided=4))
    results = json.loads(render_model_report(PUZZLE, ann, "gradescope"))
    rows = [(one["name"], one["score"], one["max_score"], one["status"]) for one in results["tests"]]
    assert rows == [("p1", 5, 5, "passed"), ("p2", 2, 5, "failed")]
    assert results["score"] == 7
    cases = [*ElementTree.fromstring(render_model_report(PUZZLE, ann, "junit")).iter("testcase")]
    assert [(one.attrib["name"], [part.tag for part in one]) for one in cases] == [("p1", []), ("p2", ["error"])]


def test_the_table_of_a_course_has_a_row_for_each_submission() -> None:
    rows = grade_models(Rubric(points=10, taken={"otherwise": 2.5}))
    table = [*csv.reader(make_course_files(PUZZLE, rows, 3, "text")["results.csv"].splitlines())]
    assert table == [
        ["Submission", "Verdict", "Differences", "Points", "Maximum"],
        ["ann", "undecided", "", "5", "10"],
        ["bob", "different", "early, late", "5", "10"],
        ["cem", "unreadable", "", "0", "10"],
    ]
    text = render_course_overview(PUZZLE, rows, 5, "text", PLAIN)
    assert text.startswith(f"{PUZZLE}: 3 of 5 submissions (interrupted)")
    assert render_course_overview(PUZZLE, rows, 3, "text", PLAIN).startswith(f"{PUZZLE}: 3 submissions\n")


@pytest.mark.parametrize(
    ("form", "ending"),
    [("text", "txt"), ("markdown", "md"), ("html", "html"), ("json", "txt"), ("junit", "txt"), ("gradescope", "json")],
)
def test_report_files_have_the_extension_of_their_format(form: str, ending: str) -> None:
    """Reports have the ending of their format.

    The overview is for people: for machine-readable formats it is text.
    """
    names = {*make_course_files(PUZZLE, grade_models(Rubric()), 3, form)}
    overview = "txt" if form == "gradescope" else ending
    assert names == {f"overview.{overview}", "results.csv", *(f"{name}.{ending}" for name in ("ann", "bob", "cem"))}


def test_report_lists_a_reason_for_each_point_deduction() -> None:
    ann, bob, _ = grade_models(Rubric(points=10, taken={"early": 1, "otherwise": 2.5}))
    assert (
        "Points of 10  Deductions\n         6.5  1 point for 'early', 2.5 points for 'late'\n"
        in render_model_report(PUZZLE, bob, "text")
    )
    data = json.loads(render_model_report(PUZZLE, bob, "json"))
    assert (data["points"], data["max_points"], data["taken"]) == (6.5, 10, {"early": 1, "late": 2.5})
    assert json.loads(render_model_report(PUZZLE, ann, "json"))["verdict"] == "undecided"


def test_report_of_several_problems_has_table_and_reasons() -> None:
    """A report of several problems has a table and the reasons; for one problem it has no table.

    In HTML, submitted texts are escaped.
    """
    one = JudgedProblem("p1", "same", "", {"problem": "p1"}, {"text": "The first.\n", "html": "<p>The first.</p>\n"})
    other = make_unjudged_problem("p2", "undecided", "found <nobody>")
    text = render_model_results(PUZZLE, [one, other], "text")
    assert text.splitlines()[0].split() == ["Problem", "Verdict", "Differences"]
    assert re.search(r"p1 +same", text)
    assert re.search(r"p2 +undecided", text)
    assert text.endswith(
        "The first.\n\nferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found <nobody>.\n"
    )
    assert render_model_results(PUZZLE, [one], "text") == "The first.\n"
    assert (
        render_model_results(PUZZLE, [other], "markdown")
        == "ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found <nobody>.\n"
    )
    page = render_model_results(PUZZLE, [one, other], "html")
    assert "<p>The first.</p>" in page
    assert (
        "<p>ferryplan could not decide whether the model is equivalent to the puzzle, for this reason: found &lt;nobody&gt;.</p>"
        in page
    )
    assert "<nobody>" not in page
