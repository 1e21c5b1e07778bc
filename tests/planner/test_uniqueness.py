"""Uniqueness of solutions: the number of solutions and of each answer, in every format."""

from __future__ import annotations

import html
import json
import random
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import board_puzzles
import grid_puzzles
import pytest
import random_grids
import sum_puzzles
import word_sums
from budget import scale
from conftest import RunCommand

from ferryplan import solve
from ferryplan.generator.assignment import answering
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.families import narrator_of, solution_answers_of
from ferryplan.generator.layout import Layout
from ferryplan.generator.puzzle import load
from ferryplan.generator.solution_answers import AnsweredQuestion, describe_solution_count
from ferryplan.planner.questions.solution_enumeration import enumerate_solutions
from ferryplan.planner.result import CountedSolutions, Result

SEVERAL = 'clue = "not-at"\nvalue = "A"\nposition = 3'
"""with three houses and the values A, B, C and x, y, z: 24 solutions; in 12 of them A is in one house, in 12 in another"""
QUESTIONS = """
[[questions]]
asks = "Who has x?"
value = "x"
category = "capital"
answer = "the noble {{ found }} has x."
[[questions]]
asks = "Where is A?"
value = "A"
answer = "A is in {{ found }}"
"""
UNFILLED = Layout(width=None)
TOLD = [
    "In 8 of 24 solutions, as in this one, the noble A has x; in 8 solutions, the noble B has x; in 8 solutions, the noble C has x.",
    "In 12 of 24 solutions, as in this one, A is in house 1; in 12 solutions, A is in house 2.",
]
UNCOUNTED = [
    "In this solution, the noble A has x; other solutions may differ.",
    "In this solution, A is in house 1; other solutions may differ.",
]
PLACED = {0: 0, 1: 1, 2: 2, 3: 0, 4: 1, 5: 2}


def answers(
    instance: AssignmentInstance, placed: Mapping[int, int], counted: CountedSolutions | None
) -> list[AnsweredQuestion]:
    final = tuple(placed.get(item, -1) for item in range(len(instance.items)))
    told = solution_answers_of(instance)
    assert told is not None
    return told.answer_questions(final, counted)


def count_solutions(
    instance: AssignmentInstance, *, most: int | None, deadline: float | None = None
) -> CountedSolutions:
    narrator = narrator_of(instance)
    assert isinstance(narrator, AssignmentNarrator)
    return answering.count_solutions(instance, narrator, max_placements=most, deadline=deadline)


@pytest.mark.parametrize("seed", range(scale(12)))
def test_answer_tallies_of_random_grids_match_brute_force(seed: int) -> None:
    """The numbers of solutions and of each answer match a test of every arrangement.

    The narration of each solution matches, too.
    """
    drawn = random_grids.draw_grid(random.Random(seed))
    instance = grid_puzzles.make_grid(drawn.text)
    counted = count_solutions(instance, most=None)
    assert (counted.solutions, counted.at_least) == (len(drawn.solutions), len(drawn.solutions))
    assert counted.is_unique is (len(drawn.solutions) == 1)
    tallies = [Counter(answer(found) for found in drawn.solutions) for answer in drawn.answers]
    names = [item.name for item in instance.items]
    for found in drawn.solutions[:5]:
        placed = {names.index(name): position - 1 for name, position in found.items()}
        told = answers(instance, placed, counted)
        assert [one.tally for one in told] == tallies
        assert [one.answer for one in told] == [answer(found) for answer in drawn.answers]
        for sentence, answer, tally in zip([one.statement for one in told], drawn.answers, tallies, strict=True):
            if len(tally) == 1:
                assert sentence == answer(found)
                continue
            others = [
                f"in {number:,} solution{'s' * (number != 1)}, i{one[1:-1]}"
                for one, number in tally.items()
                if one != answer(found)
            ]
            assert sentence.startswith(
                f"In {tally[answer(found)]:,} of {len(drawn.solutions):,} solutions, as in this one, i{answer(found)[1:-1]}"
            )
            assert all(other in sentence for other in others)


@pytest.mark.parametrize("text", ["A + B = C", "TWO + TWO = FOUR", "SEND + MORE = MONEY", "AB + BA = CC"])
def test_solution_counts_of_sums_match_brute_force(text: str) -> None:
    instance = sum_puzzles.make_sum_instance(text)
    counted = count_solutions(instance, most=answering.compute_placement_limit(instance))
    number = len(word_sums.solve_word_sum(text))
    assert counted == CountedSolutions(number, number, ())
    placed = dict(next(AssignmentSearch(instance).solutions()))
    (told,) = answers(instance, placed, counted)
    assert told.statement == (told.answer if number == 1 else f"One of {number} solutions: {told.answer}")
    assert [one.statement for one in answers(instance, placed, None)] == [
        f"In this solution, {told.answer[:-1]}; other solutions may differ."
    ]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    path = tmp_path / "several.toml"
    path.write_text(grid_puzzles.make_small_puzzle(f"[[clues]]\n{SEVERAL}\n{QUESTIONS}"))
    return path


def test_every_output_format_shows_counts_per_answer(several: Path, plan: RunCommand, tmp_path: Path) -> None:
    for form in ("text", "markdown"):
        run = plan(several.name, "--format", form)
        assert run.returncode == 0
        assert all(f"{one}\n" in run.stdout for one in TOLD)
        assert "This is one of 24 solutions." in run.stdout
        assert "The noble A has x.\n" not in run.stdout
    data = json.loads(plan(several.name, "--format", "json").stdout)
    assert (data["solutions"], data["unique"], data["notes"]) == (24, False, [])
    assert data["answers"] == [
        {
            "question": "Who has x?",
            "answer": "The noble A has x.",
            "solutions_by_answer": {"The noble A has x.": 8, "The noble B has x.": 8, "The noble C has x.": 8},
        },
        {
            "question": "Where is A?",
            "answer": "A is in house 1.",
            "solutions_by_answer": {"A is in house 1.": 12, "A is in house 2.": 12},
        },
    ]
    run = plan(several.name, "-o", "a.html", "-o", "a.timeline.svg", "-o", "a.plan")
    assert "This is one of 24 solutions." in run.stdout.splitlines()[0]
    page = html.unescape((tmp_path / "a.html").read_text())
    assert all(one in page for one in [*TOLD, "This is one of 24 solutions."])
    assert "<b>The noble A has x.</b>" not in page
    assert "This is one of 24 solutions." in (tmp_path / "a.timeline.svg").read_text()
    assert plan("generate", several.name, "-o", "written").returncode == 0
    narrated = plan("narrate", "written/p01.pddl", "a.plan").stdout
    assert all(one in narrated for one in [*TOLD, "This is one of 24 solutions."])
    again = json.loads(plan("narrate", "written/p01.pddl", "a.plan", "--format", "json").stdout)
    assert (again["solutions"], again["unique"], again["answers"]) == (24, False, data["answers"])
    judged = json.loads(plan("validate", "written/p01.pddl", "a.plan", "--format", "json").stdout)
    assert (judged["valid"], judged["solutions"], judged["unique"]) == (True, 24, False)


@pytest.mark.usefixtures("reused_worker")
def test_python_result_shows_counts_per_answer(several: Path) -> None:
    result = solve(load(str(several)))
    assert isinstance(result, Result)
    assert all(one in result.render("text", layout=UNFILLED) for one in TOLD)
    assert all(one in html.unescape(result._repr_html_()) for one in [*TOLD, "This is one of 24 solutions."])
    plain = solve(load(str(several)), advise=False)
    assert isinstance(plain, Result)
    assert plain.counted is None
    assert all(
        one in plain.render("text", layout=UNFILLED) for one in [*UNCOUNTED, "The number of solutions is not known."]
    )
    assert plain.solution is not None
    assert all(one in html.unescape(plain.solution._repr_html_()) for one in UNCOUNTED)


def test_interactive_play_shows_solution_counts_per_answer_at_goal(several: Path, plan: RunCommand) -> None:
    moves = "A 1\nB 2\nC 3\nx 1\ny 2\nz 3\nq\n"
    run = plan("explore", several.name, text=moves)
    assert all(one in run.stdout for one in [*TOLD, "This is one of 24 solutions."])


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("zebra", 1),
        ("queens", 92),  # OEIS A000170
        ("queens --queens 1", 1),
        (f"sudoku --givens {board_puzzles.EASY_GIVENS}", 1),
        (f"sudoku --givens {'.' * 16}", 288),  # OEIS A107739
        ("cryptarithm --sum TWO+TWO=FOUR", 7),
        ("send-more-money", 1),
    ],
)
def test_solution_count_matches_published_number(asked: str, number: int, plan: RunCommand) -> None:
    data = json.loads(plan(*asked.split(), "--format", "json").stdout)
    assert (data["solutions"], data["unique"]) == (number, number == 1)
    told = "This is the only solution." if number == 1 else f"This is one of {number} solutions."
    assert told in plan(*asked.split()).stdout


def test_unsolvable_puzzle_has_zero_solutions_in_json(plan: RunCommand) -> None:
    data = json.loads(plan("queens", "--queens", "3", "--format", "json").stdout)
    assert (data["solutions"], data["unique"], data["answers"]) == (0, False, [])


def test_solution_count_stops_at_the_limit_on_tried_assignments(plan: RunCommand) -> None:
    # 14 queens have 365,596 solutions (OEIS A000170), more than the limit on tried placements allows.
    run = plan("queens", "--queens", "14", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"], data["solutions"], data["unique"]) == (0, "solved", None, False)
    (note,) = data["notes"]
    assert note.startswith("there are at least ")
    assert note.endswith("the count is incomplete, because the search stopped at its limit of 10,714 placements")
    assert "; the count is incomplete.\n" in plan("queens", "--queens", "14").stdout


def test_answers_are_not_called_unique_without_a_complete_count() -> None:
    instance = grid_puzzles.make_grid(grid_puzzles.make_small_puzzle(f"[[clues]]\n{SEVERAL}\n{QUESTIONS}"))
    for counted in (
        count_solutions(instance, most=2),
        count_solutions(instance, most=None, deadline=time.monotonic()),
        None,
    ):
        assert counted is None or (counted.solutions, counted.is_unique, counted.tallies) == (None, None, None)
        assert [one.statement for one in answers(instance, PLACED, counted)] == UNCOUNTED
        assert [one.tally for one in answers(instance, PLACED, counted)] == [None, None]
        assert describe_solution_count(counted) == "The number of solutions is not known."
    whole = count_solutions(instance, most=None)
    # The solutions are counted, but the answers in them are not.
    half = next(
        one for most in range(1000) if (one := count_solutions(instance, most=most)).solutions and not one.tallies
    )
    assert (half.solutions, half.is_unique, half.tallies) == (24, False, None)
    assert half.note.startswith("the answers of the other solutions were not counted, because ")
    assert [one.statement for one in answers(instance, PLACED, half)] == UNCOUNTED
    assert [one.statement for one in answers(instance, PLACED, whole)] == TOLD


def test_enumeration_yields_every_counted_solution(several: Path) -> None:
    found = enumerate_solutions(load(str(several)))
    assert len([*found.numbered_solutions()]) == 24
