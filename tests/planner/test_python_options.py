"""Python arguments that correspond to command-line options.

The numbers are published, or counted by hand as the tests say.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS

import ferryplan
from ferryplan import FamilyError, Pddl, TimeIsUpError

pytestmark = pytest.mark.usefixtures("reused_worker")

FARMER = "wolf-goat-cabbage"
SAFE_STATES = 10
"""the number of states that the farmer reaches, which textbooks draw together with the moves between them"""
CROSSINGS = 7
"""the fewest crossings of the farmer: Alcuin's solution"""


def farmer_without_rules() -> Pddl:
    """Return a model in which the wolf does not eat the goat."""
    pddl = ferryplan.generate(FARMER, dialect="adl")
    assert "(threatens wolf goat)" in pddl.problem
    return Pddl(pddl.domain, pddl.problem.replace("(threatens wolf goat)", ""))


def test_theme_changes_names_and_keeps_task() -> None:
    shown = ferryplan.show(FARMER, theme="space-station", seed=3)
    assert not re.search("wolf|goat|cabbage|farmer", shown.instance.story)
    told = ferryplan.load(shown.puzzle.to_toml())
    assert len(ferryplan.graph(told)) == SAFE_STATES
    solution = ferryplan.solve(told).solution
    assert solution is not None
    assert len(solution.steps) == CROSSINGS


def test_random_theme_is_the_same_for_equal_seeds() -> None:
    texts = [str(ferryplan.show(FARMER, theme="any", seed=seed)) for seed in (1, 1, 2, 3, 4)]
    assert texts[0] == texts[1]
    assert len({*texts}) > 1


def test_boat_as_place_option_splits_each_crossing_into_two_moves() -> None:
    """Each link between states ashore adds one state afloat, and each crossing is two moves."""
    found = ferryplan.graph(FARMER, boat_as_place=True)
    assert len(found) == 2 * SAFE_STATES
    assert found.distance(found.initial) == 2 * CROSSINGS
    river = ferryplan.space(FARMER, boat_as_place=True)
    [(move, afloat)] = river.successors(river.initial)
    assert move.aboard == ("farmer", "goat")
    assert afloat.to_dict()["places"]["place-boat"] == ["farmer", "goat"]


@pytest.mark.parametrize("dialect", ["strips", "adl", "axioms"])
def test_python_graph_of_pddl_matches_graph_of_puzzle_rules(dialect: str) -> None:
    found = ferryplan.graph(FARMER, pddl=True, dialect=dialect)
    assert (len(found), found.agrees, found.disagreements) == (SAFE_STATES, True, ())
    assert ferryplan.graph(FARMER).agrees is None


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: ferryplan.graph("zebra", pddl=True), "pddl"),
        (lambda: ferryplan.graph("hanoi", boat_as_place=True), "boat_as_place"),
        (lambda: ferryplan.space("queens", boat_as_place=True), "boat_as_place"),
    ],
)
def test_argument_of_another_family_is_rejected(call: Callable[[], object], argument: str) -> None:
    with pytest.raises(FamilyError, match=f"^{argument}: "):
        call()


def test_rubric_weighs_problems_of_a_model(tmp_path: Path) -> None:
    """The right problem of weight 3 gets 15 of 20 points, the wrong one of weight 1 gets (20 - 4) / 4 = 4.

    A difference costs 4 points before the weights apply.
    """
    right, wrong = ferryplan.generate(FARMER, dialect="adl"), farmer_without_rules()
    for name, text in {"domain": right.domain, "p01": right.problem, "p02": wrong.problem}.items():
        (tmp_path / f"{name}.pddl").write_text(text)
    rubric = 'points = 20\ntaken = { otherwise = 4 }\nweights = { "p01.pddl" = 3, "p02.pddl" = 1 }\n'
    found = ferryplan.check(FARMER, [tmp_path / "p01.pddl", tmp_path / "p02.pddl"], rubric=rubric)
    assert found.verdict == "different"
    assert found.grade["points"] == 15 + (20 - 4) / 4
    assert "19" in str(found)


def test_rubric_is_accepted_as_a_string() -> None:
    checked = ferryplan.check(FARMER, ferryplan.generate(FARMER, dialect="adl"), rubric="points = 7")
    assert checked.grade["points"] == 7
    with pytest.raises(ferryplan.PuzzleError, match="rubric"):
        ferryplan.check(FARMER, ferryplan.generate(FARMER), rubric="points = a lot")


def test_check_submissions_grades_each_submission_of_a_course(tmp_path: Path, plan: RunCommand) -> None:
    for name, pddl in {"ada": ferryplan.generate(FARMER, dialect="adl"), "bob": farmer_without_rules()}.items():
        pddl.save(tmp_path / "course" / name)
    (tmp_path / "course" / "eve").mkdir()
    (tmp_path / "course" / "eve" / "domain.pddl").write_text("(define")
    report = ferryplan.check_submissions(FARMER, tmp_path / "course", jobs=2)
    verdicts = {one.submission: (one.verdict, one.grade["points"]) for one in report}
    assert verdicts == {"ada": ("same", 100.0), "bob": ("different", 80.0), "eve": ("unreadable", 0.0)}
    assert report["bob"].differences
    run = plan("check", FARMER, "--submissions", f"{tmp_path}/course", "-o", f"{tmp_path}/graded")
    assert run.returncode == 0, run.stderr
    report.save(tmp_path / "saved")
    written = {path.name: path.read_text() for path in (tmp_path / "graded").iterdir()}
    assert {path.name: path.read_text() for path in (tmp_path / "saved").iterdir()} == written


def test_lint_fix_removes_commas_between_parameters() -> None:
    """Authors who know other languages put a comma between parameters; PDDL uses spaces."""
    slip = "(define (domain d) (:predicates (p ?x, ?y)) (:action a :parameters (?x ?y) :effect (p ?x ?y)))"
    report = ferryplan.lint(slip)
    assert report.errors
    [fixed] = report.fixed.values()
    assert "," not in fixed
    assert not ferryplan.lint(fixed).errors
    assert [line[:9] for line in report.diff().splitlines()[3:]] == ["-(define ", "+(define "]


def test_lint_reports_a_boat_with_capacity_one() -> None:
    """A person who rows over alone must bring the boat back, so two persons cannot cross one by one."""
    puzzle = """
family = "crossing"
name = "hikers"
places = [{ name = "near side" }, { name = "far side" }]
kinds = [{ name = "hiker", count = 2, names = "Hiker {{ number }}" }]
boat = { capacity = 1 }
start = { boat = "near side", everyone = "near side" }
goal = { everyone = "far side" }
"""
    found = ferryplan.lint(puzzle)
    assert [one.kind for one in found] == ["boat-for-one"]
    assert ferryplan.solve(puzzle).status == "unsolvable"


def test_suite_writes_lab_scripts_and_known_optima(tmp_path: Path) -> None:
    """Two and three couples with a boat for two need 5 and 11 crossings (Pressman and Singmaster, 1989)."""
    made = ferryplan.suite("jealous-couples", lab=tmp_path / "lab", couples=[2, 3], capacity=2, jobs=2)
    assert made.folder.parent == tmp_path / "lab" / "benchmarks"
    problems = json.loads((made.folder / "metadata.json").read_text())["problems"]
    assert [one["optimal_moves"] for one in problems] == [5, 11]
    assert [*(tmp_path / "lab").glob("*.py")]


def test_compare_resumes_from_journal(tmp_path: Path) -> None:
    def compare() -> ferryplan.Comparison:
        return ferryplan.compare(
            "jealous-couples", couples=[2, 3], capacity=2, engines=["rules"], jobs=2, journal=tmp_path / "journal"
        )

    first = compare()
    kept = (tmp_path / "journal").read_text()
    again = compare()
    assert [run.steps for run in first] == [run.steps for run in again] == [5, 11]
    assert [run.seconds for run in first] == [run.seconds for run in again]
    assert (tmp_path / "journal").read_text() == kept


def test_questions_are_split_and_certified() -> None:
    """Four couples cannot cross in a boat for two without an island (Pressman and Singmaster, 1989)."""
    found = ferryplan.pose(
        "jealous-couples", couples=[3, 4], capacity=2, ask="solvable", split=1.0, certificates=True, jobs=2
    )
    assert [one.verdict for one in found] == ["solvable", "unsolvable"]
    assert [(one.model_extra or {}).get("split") for one in found] == ["train", "train"]
    assert isinstance(found[1].proof["certificate"], dict)
    assert "certificate" not in found[0].proof


def test_questions_of_published_set_expect_the_known_optima() -> None:
    """The tower of Hanoi takes 2**n - 1 moves; two and three couples take 5 and 11 crossings."""
    found = ferryplan.pose(set="river-crossing-study", sizes=range(2, 4), ask="length")
    couples = [one for one in found if one.puzzle == "jealous-couples"]
    assert [(one.parameters["couples"], one.answer) for one in couples] == [(2, "5"), (3, "11")]
    discs = [one for one in found if one.puzzle == "hanoi"]
    assert [(one.parameters["discs"], one.answer) for one in discs] == [(2, "3"), (3, "7")]


@pytest.mark.parametrize("most", [1, 2])
def test_max_classes_limits_solution_classes_of_invented_puzzles(most: int) -> None:
    """A solution read backward, with start and goal exchanged, belongs to the same class."""
    for one in ferryplan.invent("crossing", seed=4, number=2, max_classes=most, engine=None, sizes={"travelers": 4}):
        assert len(ferryplan.all_solutions(one.puzzle, up_to_symmetry=True)) <= 2 * most


def test_score_answers_uses_last_answer_and_lists_repeats_and_gaps(tmp_path: Path) -> None:
    """Of two right answers, one replaces an earlier answer; the third question has no answer.

    The last answer to a question counts. Three couples take 11 crossings.
    """
    questions = ferryplan.pose([FARMER, "jealous-couples", "zebra"], ask=["length", "answer"])
    first, second, third = (one.id for one in questions)
    given = [{"id": first, "answer": "7"}, {"id": second, "answer": "3"}, {"id": second, "answer": "11"}]
    report = ferryplan.score_answers(questions, given, jobs=2)
    assert [one.score for one in report] == [1, 1, 0]
    assert (report.given.repeated, report.given.missing) == ([second], [third])
    assert next(one["score"] for one in report.groups() if one["by"] == "") == pytest.approx(2 / 3)


def test_timeout_raises_time_is_up_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.api.overview.instantiate_smallest", lambda *_: time.sleep(60))
    with pytest.raises(TimeIsUpError):
        ferryplan.generate("jealous-couples", timeout=0.1)


def test_schema_matches_the_command_line(plan: RunCommand) -> None:
    assert ferryplan.schema("board") == json.loads(plan("schema", "--family", "board").stdout)
    assert "start" in ferryplan.schema()["required"]


def test_puzzles_lists_readable_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(ferryplan.load(FARMER).to_toml())
    (tmp_path / "broken.toml").write_text('family = "crossing"\nkinds = 3\n')
    (tmp_path / "other.toml").write_text("[project]\n")
    found = ferryplan.puzzles("crossing", folder=tmp_path)
    assert found[-1].reference == str(tmp_path / "own.toml")
    assert found.unreadable == (str(tmp_path / "broken.toml"),)
    assert len(found) == len(ferryplan.puzzles("crossing")) + 1


def test_exercise_sheet_matches_the_command_line(tmp_path: Path, plan: RunCommand) -> None:
    """The ferry has too many states to draw, so no exercise asks for its graph."""
    made = ferryplan.exercise("ferry", seed=5, timeout=MAX_WAIT_SECONDS)
    made.save(tmp_path / "saved")
    run = plan("exercise", "ferry", "--seed", "5", "--timeout", f"{MAX_WAIT_SECONDS}", "-o", f"{tmp_path}/written")
    assert run.returncode == 0, run.stderr
    assert read_files(tmp_path / "saved") == read_files(tmp_path / "written")
    assert made.notes[0].startswith("left out the exercise 'graph' for ferry: ")
    assert [line for line in run.stderr.splitlines() if "left out" in line] == [
        f"plan: note: {one}" for one in made.notes
    ]
    with pytest.raises(ferryplan.OutputError):
        made.save(tmp_path / "saved")
    made.save(tmp_path / "saved", overwrite=True)
    with pytest.raises(ferryplan.EncodingError):
        ferryplan.exercise("ferry", kinds=["graph"])


def read_files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}
