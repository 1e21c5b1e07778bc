"""Whether a solution is told as the only one: the number of solutions, and how many give which answer, in every format."""

from __future__ import annotations

import html
import json
import random
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import boards
import grids
import pytest
import random_grids
import sums
import words
from conftest import Run

from ferryplan import solve
from ferryplan.generator.answers import Answered, describe_count
from ferryplan.generator.families import answering_of, teller_of
from ferryplan.generator.layout import Layout
from ferryplan.generator.placing import answering
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.puzzle import load
from ferryplan.planner.questions.enumerating import enumerate_solutions
from ferryplan.planner.result import Counted, Result

SEVERAL = 'clue = "not-at"\nvalue = "A"\nposition = 3'
"""with three houses, and A, B, C and x, y, z in them: 24 arrangements, A in each of two houses in 12"""
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


def answers(instance: PlacingInstance, placed: Mapping[int, int], counted: Counted | None) -> list[Answered]:
    final = tuple(placed.get(item, -1) for item in range(len(instance.items)))
    told = answering_of(instance)
    assert told is not None
    return told.answer(final, counted)


def count_solutions(instance: PlacingInstance, *, most: int | None, deadline: float | None = None) -> Counted:
    teller = teller_of(instance)
    assert isinstance(teller, PlacingTeller)
    return answering.count_solutions(instance, teller, most=most, deadline=deadline)


@pytest.mark.parametrize("seed", range(60))
def test_tallies_of_random_grids(seed: int) -> None:
    """Against every arrangement, tried: the number, and how often which answer is given; then the words of each solution."""
    drawn = random_grids.draw(random.Random(seed))
    instance = grids.make(drawn.text)
    counted = count_solutions(instance, most=None)
    assert (counted.solutions, counted.at_least) == (len(drawn.solutions), len(drawn.solutions))
    assert counted.unique is (len(drawn.solutions) == 1)
    tallies = [Counter(answer(found) for found in drawn.solutions) for answer in drawn.answers]
    names = [item.name for item in instance.items]
    for found in drawn.solutions[:5]:
        placed = {names.index(name): position - 1 for name, position in found.items()}
        told = answers(instance, placed, counted)
        assert [one.tally for one in told] == tallies
        assert [one.answer for one in told] == [answer(found) for answer in drawn.answers]
        for sentence, answer, tally in zip([one.told for one in told], drawn.answers, tallies, strict=True):
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
def test_sums(text: str) -> None:
    instance = sums.sum_of(text)
    counted = count_solutions(instance, most=answering.most_placements(instance))
    number = len(words.solutions(text))
    assert counted == Counted(number, number, ())
    placed = dict(next(Search(instance).solutions()))
    (told,) = answers(instance, placed, counted)
    assert told.told == (told.answer if number == 1 else f"One of {number} solutions: {told.answer}")
    assert [one.told for one in answers(instance, placed, None)] == [
        f"In this solution, {told.answer[:-1]}; other solutions may differ."
    ]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    path = tmp_path / "several.toml"
    path.write_text(grids.small(f"[[clues]]\n{SEVERAL}\n{QUESTIONS}"))
    return path


def test_every_way_of_telling(several: Path, plan: Run, tmp_path: Path) -> None:
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
    assert all("This is one of 24 solutions." in line for line in run.stdout.splitlines())
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


def test_from_python(several: Path) -> None:
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


def test_explored_to_the_end(several: Path, plan: Run) -> None:
    moves = "A 1\nB 2\nC 3\nx 1\ny 2\nz 3\nq\n"
    run = plan("explore", several.name, text=moves)
    assert all(one in run.stdout for one in [*TOLD, "This is one of 24 solutions."])


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("zebra", 1),
        ("queens", 92),  # OEIS A000170
        ("queens --queens 1", 1),
        (f"sudoku --givens {boards.EASY}", 1),
        (f"sudoku --givens {'.' * 16}", 288),  # OEIS A107739
        ("cryptarithm --sum TWO+TWO=FOUR", 7),
        ("send-more-money", 1),
    ],
)
def test_numbers(asked: str, number: int, plan: Run) -> None:
    data = json.loads(plan(*asked.split(), "--format", "json").stdout)
    assert (data["solutions"], data["unique"]) == (number, number == 1)
    told = "This is the only solution." if number == 1 else f"This is one of {number} solutions."
    assert told in plan(*asked.split()).stdout


def test_without_a_solution(plan: Run) -> None:
    data = json.loads(plan("queens", "--queens", "3", "--format", "json").stdout)
    assert (data["solutions"], data["unique"], data["answers"]) == (0, False, [])


def test_a_count_that_costs_too_much(plan: Run) -> None:
    # 14 queens have 365,596 solutions (OEIS A000170): more than placements are tried.
    run = plan("queens", "--queens", "14", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"], data["solutions"], data["unique"]) == (0, "solved", None, False)
    (note,) = data["notes"]
    assert note.startswith("there are at least ")
    assert note.endswith("the count is incomplete, because the search stopped at its limit of 10,714 placements")
    assert "; the count is incomplete.\n" in plan("queens", "--queens", "14").stdout


def test_what_is_said_where_nothing_was_counted() -> None:
    instance = grids.make(grids.small(f"[[clues]]\n{SEVERAL}\n{QUESTIONS}"))
    for counted in (
        count_solutions(instance, most=2),
        count_solutions(instance, most=None, deadline=time.monotonic()),
        None,
    ):
        assert counted is None or (counted.solutions, counted.unique, counted.tallies) == (None, None, None)
        assert [one.told for one in answers(instance, PLACED, counted)] == UNCOUNTED
        assert [one.tally for one in answers(instance, PLACED, counted)] == [None, None]
        assert describe_count(counted) == "The number of solutions is not known."
    whole = count_solutions(instance, most=None)
    # The solutions are counted, but not who has what in them.
    half = next(
        one for most in range(1000) if (one := count_solutions(instance, most=most)).solutions and not one.tallies
    )
    assert (half.solutions, half.unique, half.tallies) == (24, False, None)
    assert half.note.startswith("the answers of the other solutions were not counted, because ")
    assert [one.told for one in answers(instance, PLACED, half)] == UNCOUNTED
    assert [one.told for one in answers(instance, PLACED, whole)] == TOLD


def test_every_solution_is_among_those_counted(several: Path) -> None:
    found = enumerate_solutions(load(str(several)))
    assert len([*found.each()]) == 24
