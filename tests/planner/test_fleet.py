"""Boats that differ: what each carries and who can row it, in plans in time, one crossing after the other, and in what is told of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from certificates import fault_of
from oracle import Company, Puzzle, jealous_couples, quickest, water
from pddl_in_time import Interpreter
from processes import PATIENCE
from support import CASES

from ferryplan.generator.crossing.formulations import FORMULATIONS
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.repairs import repairs
from ferryplan.generator.crossing.schedule import Schedule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.timed_replay import schedule_of
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.generation import formulation_of, generate
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.play import Play
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.solution import MoveBrokenError, replay
from ferryplan.planner.engines.session import Session
from ferryplan.planner.graphs.pddl_moves import PddlMoves, differences
from ferryplan.planner.plans.reading import read_plan
from ferryplan.planner.questions.enumerating import enumerate_solutions
from ferryplan.planner.questions.show import as_json, as_text
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.questions.why import why

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
    result = solve(FLEET, {}, engine="tamer", dialect="temporal", timeout=PATIENCE, session=worker)
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
    assert "The mother sets out for the right bank in the canoe." in said
    assert "The father, son 1 and son 2 reach the right bank in the raft." in said
    assert {
        "The father and son 3 set out for the right bank in the raft.",
        "The father heads back to the left bank in the raft.",
    } <= {*said}


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (
            "0: (cross-2 father son-1 boat-2 left-bank right-bank) [5]",
            'crossing 1: 2 travelers are in the canoe; this breaks the rule "The canoe carries at most 1 traveler."',
        ),
        (
            "0: (cross-1 mother boat-1 left-bank right-bank) [5]",
            'crossing 1: the mother cannot row the raft; this breaks the rule "Somebody in the raft must be able to row it."',
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


def test_counted_in_time_there_is_one_boat_only() -> None:
    others = "'strips', 'adl', 'axioms', 'numeric', 'costs' or 'temporal' with the 'named' encoding"
    expected = f"only one boat, but the puzzle has 2 boats; choose the dialect {others}"
    with pytest.raises(EncodingError, match=expected):
        generate(instance(), "temporal", "counted")


def test_the_boats_are_told() -> None:
    said = " ".join(as_text(FLEET, instance(), PLAIN).split())
    raft = "The raft carries at most 3 travelers. Only the father can row it."
    assert f"{raft} The canoe carries at most 1 traveler. Only the father and the mother can row." in said
    told = as_json(FLEET, instance())
    assert told["fleet"] == [
        {"name": "raft", "capacity": 3, "max_weight": None, "rowers": ["father"]},
        {"name": "canoe", "capacity": 1, "max_weight": None, "rowers": ["father", "mother"]},
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
    assert "The raft, which only the father can row, carries at most three and the canoe carries at most one" in story
    assert "and only the father and the mother can row at all." in story


# one crossing after the other

FERRIES = CASES / "puzzles" / "ferries.toml"
"""four couples, and a skiff for one wife beside a boat for two or for three"""
DIFFERENT = [one for one in FORMULATIONS if one.dialect != "temporal"]


def ferries(seats: int, more: int = 1) -> Puzzle:
    """The same for the brute force."""
    puzzle = jealous_couples(4, capacity=seats)
    wives = {person for person in puzzle.travellers if person.endswith("w")}
    puzzle.fleet = [
        (lambda load: len(load) <= seats, lambda load: 1),
        (lambda load: len(load) <= more and bool(load & wives), lambda load: 1),
    ]
    puzzle.boat_ends = puzzle.places[-1]
    return puzzle


@pytest.fixture(scope="module")
def brute() -> Puzzle:
    return ferries(3)


def test_brute_force_crosses_in_two_boats(brute: Puzzle) -> None:
    assert ferries(2).least() is None
    assert brute.explore()[1] is not None
    alone = jealous_couples(4, capacity=3).explore()[1]
    assert alone == 9
    assert brute.explore()[1] != alone, "the second boat makes a difference"


def test_the_rules_find_what_brute_force_finds(brute: Puzzle) -> None:
    result = solve(load(str(FERRIES)), {}, engine="rules")
    assert result.status == "optimal"
    assert result.solution is not None
    assert result.solution.total.moves == brute.explore()[1]
    assert enumerate_solutions(load(str(FERRIES))).cheapest.count == brute.shortest_plans()
    states = explore_graph(CrossingSpace(instantiate(load(str(FERRIES)), {})))
    assert len(states.states) == len(brute.explore()[0])


@pytest.mark.parametrize(("dialect", "encoding"), [("strips", "named"), ("strips", "counted")])
def test_a_planner_finds_as_short_a_way(dialect: str, encoding: str, brute: Puzzle, worker: Session) -> None:
    result = solve(
        load(str(FERRIES)), {}, engine="pyperplan", dialect=dialect, encoding=encoding, timeout=PATIENCE, session=worker
    )
    assert result.status == "optimal"
    assert result.solution is not None
    assert result.solution.total.moves == brute.explore()[1]
    aboard = {(step.move.boat, step.move.load.bit_count()) for step in result.solution.steps}
    assert {boat for boat, _ in aboard} == {0, 1}
    assert {size for boat, size in aboard if boat == 1} == {1}


@pytest.mark.parametrize("one", DIFFERENT, ids=lambda one: f"{one.dialect}-{one.encoding}")
def test_the_graph_of_the_pddl_is_that_of_the_rules(one: Formulation[Instance], tmp_path: Path) -> None:
    """Of three couples: four say the same of many more states."""
    path = tmp_path / "three.toml"
    path.write_text(FERRIES.read_text().replace("count = 4", "count = 3"))
    ferry = instantiate(load(str(path)), {"seats": 2})
    moves, counted = PddlMoves(ferry, one.dialect, one.encoding), one.encoding == "counted"
    graphs = [explore_graph(CrossingSpace(ferry), up_to_symmetry=counted, moves=how) for how in (moves, None)]
    assert differences(graphs[0], graphs[1], moves.merged) == ()
    told = [{(of.states[link.origin], of.states[link.destination], link.move) for link in of.links()} for of in graphs]
    assert told[0] == told[1] or counted


def test_with_less_room_nobody_gets_over_and_what_would_help_is_told() -> None:
    result = solve(load(str(FERRIES)), {"seats": 2}, engine="rules")
    assert result.status == "unsolvable"
    helps = {one.says: one.total.moves for one in why(load(str(FERRIES)), {"seats": 2}).changes}
    assert helps["--seats 3"] == ferries(3).explore()[1]
    assert helps["if the skiff carried 2 travelers"] == ferries(2, 2).explore()[1]
    assert not any(says.startswith("if the ferry carried") for says in helps), "that is what --seats says"


def test_a_certificate_says_where_each_boat_is() -> None:
    proof = why(load(str(FERRIES)), {"seats": 2}).certificate
    assert fault_of(proof, ferries(2)) == ""
    assert fault_of(proof, ferries(3)) == "one can leave"
    with_skiff_moved = {**proof["start"], "boats": {"ferry": "left-bank", "skiff": "right-bank"}}
    assert fault_of({**proof, "start": with_skiff_moved}, ferries(2)) == "another start"


def test_whoever_else_might_row_a_boat_is_told_apart() -> None:
    ferry = instantiate(load(str(FERRIES)), {})
    changed = next(one for group in repairs(ferry) for one in group if one.says == "if A could row the skiff")
    puzzle = ferries(3)
    skippers = {"A"} | {person for person in puzzle.travellers if person.endswith("w")}
    puzzle.fleet[1] = (lambda load: len(load) == 1 and load <= skippers, lambda load: 1)
    found = Solutions(CrossingSpace(changed.instance))
    assert (found.total and found.total.moves, found.count) == (puzzle.explore()[1], puzzle.shortest_plans())


def test_what_is_left_to_cross_is_never_thought_to_be_more(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text(FILE.read_text().replace("count = 3", "count = 2"))
    space = QuotientSpace(instantiate(load(str(path)), {}))
    left = {state: 0 for state in explore(space).depths if space.is_goal(state)}
    queue = [*left]
    for state in queue:  # whoever crosses can cross back
        for _, before in space.moves(state):
            if before not in left:
                left[before] = left[state] + 1
                queue.append(before)
    assert left[space.initial] == 2, "the father with both sons, and the mother"
    assert all(space.at_least(state) <= crossings for state, crossings in left.items())


def test_crossings_name_the_boat_and_who_rows() -> None:
    trips = [Crossing(0b00111, 0, 1, 0), Crossing(0b00001, 1, 0, 0), Crossing(0b11001, 0, 1, 0)]
    told = [says for _, says in replay(instance(), trips).sentences()]
    assert told == [
        "The father, the mother and son 1 cross to the right bank in the raft, rowed by the father.",
        "The father returns to the left bank in the raft.",
        "The father, son 2 and son 3 cross to the right bank in the raft, rowed by the father.",
    ]


@pytest.mark.parametrize(
    ("trips", "says"),
    [
        (
            [Crossing(0b00010, 0, 1, 0)],
            'crossing 1: the mother cannot row the raft; this breaks the rule "Somebody in the raft must be able to row it."',
        ),
        ([Crossing(0b00011, 0, 1, 1)], 'crossing 1: 2 travelers are in the canoe; this breaks the rule "The canoe carries at most 1 traveler."'),
        (
            [Crossing(0b00001, 0, 1, 0), Crossing(0b00001, 1, 0, 1)],
            "crossing 2: the canoe is at the left bank, not at the right bank; "
            'this breaks the rule "The canoe can leave only from the place where it is."',
        ),
    ],
)  # fmt: skip
def test_what_a_crossing_breaks_is_told_of_its_boat(trips: list[Crossing], says: str) -> None:
    with pytest.raises(MoveBrokenError) as caught:
        replay(instance(), trips)
    assert str(caught.value) == says


def test_played_line_by_line() -> None:
    play = Play(instance())
    assert play.answer("father") == "Which boat? Add it to the names, as in 'father in raft' (raft or canoe).\n"
    assert "boat  father (raft)\n" in play.answer("father in the raft")
    assert "boat  father, mother (raft, canoe)\n" in play.answer("mother"), "only the canoe is there"
    assert play.answer("son 1 in raft").startswith("Son 1 is not at the right bank.")
    assert play.answer("hint") == "The best solution from here takes 4 crossings. Next move: father in raft.\n", (
        "he fetches two sons, then one"
    )


def test_steps_in_json_name_the_boat() -> None:
    steps = json.loads(solve(load(str(FERRIES)), {}, engine="rules").render("json"))["steps"]
    skiff = [step for step in steps if step["boat"] == "skiff"]
    assert {step["boat"] for step in steps} == {"ferry", "skiff"}
    assert all(len(step["aboard"]) == 1 and step["aboard"][0].endswith("w") for step in skiff)
    in_time = read(BEST, instance()).steps_as_json()
    assert [step["boat"] for step in in_time] == ["raft", "canoe", "raft", "raft"]


def test_pictures_name_the_boats() -> None:
    result = solve(load(str(FERRIES)), {}, engine="rules")
    for form, sign in (("svg", ">{}</text>"), ("html", ">{}</div>"), ("timeline", ">{}</text>")):
        picture = result.render(form)
        assert all(sign.format(name) in picture for name in ("ferry", "skiff")), form
