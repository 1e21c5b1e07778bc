"""Boats that differ: what each carries and who can row it, in plans in time and in what is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracle import Company, Puzzle, quickest, water
from pddl_in_time import Interpreter
from processes import PATIENCE
from support import CASES

from generator.crossing.instance import Instance
from generator.crossing.instantiation import instantiate
from generator.crossing.space import CrossingSpace
from generator.errors import EncodingError
from generator.pddl.generation import formulation_of, generate
from generator.puzzle import load
from planner.engines.session import Session
from planner.plans.reading import read_plan
from planner.questions.schedule import Schedule
from planner.questions.show import as_json, as_text
from planner.questions.solving import solve
from planner.questions.timed_replay import schedule_of
from planner.solution import MoveBrokenError
from planner.telling import PLAIN

FILE = CASES / "puzzles" / "fleet.toml"
FLEET = load(str(FILE))
MINUTES = 15
"""the raft and the canoe take four of the five at once; so the father comes back, and goes once more"""


def instance() -> Instance:
    return instantiate(FLEET, {})


def read(text: str, of: Instance) -> Schedule:
    return schedule_of(read_plan(text, "x"), of, formulation_of(of, "temporal", "named"))


def test_brute_force_needs_as_long() -> None:
    people = ["father", "mother", "son 1", "son 2", "son 3"]
    puzzle = Puzzle(people, *water(0, True), 3, {"father", "mother"}, lambda company: True)

    def takes(boat: int, load: Company) -> bool:
        return "father" in load if boat == 0 else len(load) == 1

    assert quickest(puzzle, 2, lambda load: 5, takes) == MINUTES


def test_a_planner_needs_no_less(worker: Session) -> None:
    result = solve(FLEET, {}, engine="tamer", timeout=PATIENCE, session=worker)
    assert isinstance(result.solution, Schedule)
    assert result.solution.total.cost >= MINUTES


BEST = """
0: (cross-3 father son-1 son-2 boat-1 left-bank right-bank) [5]
0: (cross-1 mother boat-2 left-bank right-bank) [5]
5: (cross-1 father boat-1 right-bank left-bank) [5]
10: (cross-2 father son-3 boat-1 left-bank right-bank) [5]
"""


def test_both_boats_at_once() -> None:
    schedule = read(BEST, instance())
    assert schedule.total == (MINUTES, 4)
    said = [schedule.sentence(event) for event in schedule.events]
    assert "The mother sets out in the canoe to the right bank." in said
    assert "The father, son 1 and son 2 reach the right bank, with the raft." in said
    assert {
        "The father and son 3 set out in the raft to the right bank.",
        "The father sets out in the raft back to the left bank.",
    } <= {*said}


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ("0: (cross-2 father son-1 boat-2 left-bank right-bank) [5]", "crossing 1: 2 are in the canoe; this breaks the rule: The canoe carries 1."),
        (
            "0: (cross-1 mother boat-1 left-bank right-bank) [5]",
            "crossing 1: mother cannot row the raft; this breaks the rule: Somebody in the raft must be able to row it.",
        ),
    ],
)  # fmt: skip
def test_what_a_boat_does_not_take_is_told(plan: str, says: str) -> None:
    with pytest.raises(MoveBrokenError) as caught:
        read(plan, instance())
    assert str(caught.value) == says


def test_the_pddl_lets_each_boat_go_with_what_it_carries() -> None:
    pddl = generate(instance(), "temporal", "named")
    interpreter = Interpreter(pddl.domain, pddl.problem)
    loads = {(boat, frozenset(crew)) for (_, (*crew, boat, _, _)), _ in interpreter.starting(interpreter.task.initial)}
    sons = {"son-1", "son-2", "son-3"}
    expected = {("boat-2", frozenset({"father"})), ("boat-2", frozenset({"mother"}))}
    others = [{*one} for one in ({"mother"}, *({son} for son in sons), *({"mother", son} for son in sons))]
    others += [sons - {son} for son in sons]
    expected |= {("boat-1", frozenset({"father", *more})) for more in ([], *others)}
    assert loads == expected


@pytest.mark.parametrize(
    ("dialect", "encoding"), [("strips", "named"), ("numeric", "counted"), ("adl", "named"), ("temporal", "counted")]
)
def test_other_dialects_say_that_they_know_one_boat(dialect: str, encoding: str) -> None:
    with pytest.raises(EncodingError, match="knows one boat only, but here are 2; expected the dialect temporal"):
        generate(instance(), dialect, encoding)


def test_the_boats_are_told() -> None:
    said = " ".join(as_text(FLEET, instance(), PLAIN).split())
    assert (
        "The raft carries 3; only the father can row it. The canoe carries 1. Who can row: father and mother." in said
    )
    told = as_json(FLEET, instance())
    assert told["fleet"] == [
        {"name": "raft", "capacity": 3, "most_weight": None, "rowers": ["father"]},
        {"name": "canoe", "capacity": 1, "most_weight": None, "rowers": ["father", "mother"]},
    ]


def test_one_boat_with_a_name_is_a_boat(tmp_path: Path) -> None:
    text = FILE.read_text().replace('[[boats]]\nname = "canoe"\ncapacity = 1\n', "")
    path = tmp_path / "raft.toml"
    path.write_text(text)
    alone = instantiate(load(str(path)), {})
    assert (alone.boats, alone.fleet, alone.capacity, alone.names(alone.rowers)) == (1, (), 3, ["father"])
    assert len(CrossingSpace(alone).loads) == 1 + 4 + 6


def test_without_a_story_the_boats_are_in_it(tmp_path: Path) -> None:
    path = tmp_path / "fleet.toml"
    path.write_text("\n".join(line for line in FILE.read_text().splitlines() if not line.startswith("story")))
    story = instantiate(load(str(path)), {}).story
    assert "The raft, which only the father can row, carries three and the canoe carries one" in story
    assert "and only the father and the mother can row at all." in story
