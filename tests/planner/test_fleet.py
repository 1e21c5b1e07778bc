"""Fleets of different boats: capacities and rowers in timed and sequential plans and in descriptions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from certificates import find_certificate_fault
from oracle import Company, Puzzle, find_least_time, jealous_couples, make_places
from processes import MAX_WAIT_SECONDS
from support import CASES
from temporal_pddl import TemporalInterpreter

from ferryplan.generator.crossing.formulations import FORMULATIONS
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.relaxations import list_relaxations
from ferryplan.generator.crossing.schedule import Schedule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.timed_replay import replay_timed_plan
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.generation import find_formulation, generate
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.play import Play
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.solution import IllegalMoveError, replay_moves
from ferryplan.planner.engines.session import Session
from ferryplan.planner.graphs.pddl_moves import PddlSuccessorFunction, describe_graph_differences
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.questions.puzzle_overview import format_puzzle_overview, puzzle_as_json
from ferryplan.planner.questions.solution_enumeration import enumerate_solutions
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.questions.why import explain_unsolvability

FILE = CASES / "puzzles" / "fleet.toml"
FLEET = load(str(FILE))
MINUTES = 15
"""The raft and the canoe take four of five people at once, so the father comes back and crosses again."""


def instance() -> Instance:
    return instantiate(FLEET, {})


def read(text: str, of: Instance) -> Schedule:
    return replay_timed_plan(read_final_plan(text, "x"), of, find_formulation(of, "temporal", "named"))


def test_optimal_time_with_several_boats_matches_brute_force() -> None:
    people = ["father", "mother", "son 1", "son 2", "son 3"]
    puzzle = Puzzle(people, *make_places(0, True), 3, {"father", "mother"}, lambda company: True)

    def takes(boat: int, load: Company) -> bool:
        return "father" in load if boat == 0 else len(load) == 1

    assert find_least_time(puzzle, 2, lambda load: 5, takes) == MINUTES


@pytest.mark.engines
def test_temporal_planner_does_not_beat_the_optimum(worker: Session) -> None:
    result = solve(FLEET, {}, engine="tamer", dialect="temporal", timeout=MAX_WAIT_SECONDS, session=worker)
    assert isinstance(result.solution, Schedule)
    assert result.solution.total.cost >= MINUTES


BEST = """
0: (cross-3 father son-1 son-2 boat-1 left-bank right-bank) [5]
0: (cross-1 mother boat-2 left-bank right-bank) [5]
5: (cross-1 father boat-1 right-bank left-bank) [5]
10: (cross-2 father son-3 boat-1 left-bank right-bank) [5]
"""


def test_two_boats_can_cross_at_once() -> None:
    schedule = read(BEST, instance())
    assert schedule.total == (MINUTES, 4)
    said = [schedule.describe_event(event) for event in schedule.events]
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
def test_timed_plan_rejects_illegal_load_of_a_boat(plan: str, says: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        read(plan, instance())
    assert str(caught.value) == says


def test_pddl_allows_exactly_the_legal_loads_per_boat() -> None:
    pddl = generate(instance(), "temporal", "named")
    interpreter = TemporalInterpreter(pddl.domain, pddl.problem)
    loads = {
        (boat, frozenset(crew))
        for (_, (*crew, boat, _, _)), _ in interpreter.find_startable_actions(interpreter.task.initial)
    }
    sons = {"son-1", "son-2", "son-3"}
    expected = {("boat-2", frozenset({"father"})), ("boat-2", frozenset({"mother"}))}
    others = [{*one} for one in ({"mother"}, *({son} for son in sons), *({"mother", son} for son in sons))]
    others += [sons - {son} for son in sons]
    expected |= {("boat-1", frozenset({"father", *more})) for more in ([], *others)}
    assert loads == expected


def test_temporal_counted_encoding_rejects_two_boats() -> None:
    others = "'strips', 'adl', 'axioms', 'numeric', 'costs' or 'temporal' with the 'named' encoding"
    expected = f"only one boat, but the puzzle has 2 boats; choose the dialect {others}"
    with pytest.raises(EncodingError, match=expected):
        generate(instance(), "temporal", "counted")


def test_descriptions_list_boats_and_rowers() -> None:
    said = " ".join(format_puzzle_overview(FLEET, instance(), PLAIN).split())
    raft = "The raft carries at most 3 travelers. Only the father can row it."
    assert f"{raft} The canoe carries at most 1 traveler. Only the father and the mother can row." in said
    told = puzzle_as_json(FLEET, instance())
    assert told["fleet"] == [
        {"name": "raft", "capacity": 3, "max_weight": None, "rowers": ["father"]},
        {"name": "canoe", "capacity": 1, "max_weight": None, "rowers": ["father", "mother"]},
    ]


def test_single_named_boat_is_not_treated_as_several_boats(tmp_path: Path) -> None:
    text = FILE.read_text().replace('[[boats]]\nname = "canoe"\ncapacity = 1\n', "")
    path = tmp_path / "raft.toml"
    path.write_text(text)
    alone = instantiate(load(str(path)), {})
    assert (alone.boats, alone.fleet, alone.capacity, alone.names_of(alone.rowers)) == (1, (), 3, ["father"])
    assert len(CrossingSpace(alone).legal_loads) == 1 + 4 + 6


def test_default_story_describes_the_boats(tmp_path: Path) -> None:
    path = tmp_path / "fleet.toml"
    path.write_text("\n".join(line for line in FILE.read_text().splitlines() if not line.startswith("story")))
    story = instantiate(load(str(path)), {}).story
    assert "The raft, which only the father can row, carries at most three and the canoe carries at most one" in story
    assert "and only the father and the mother can row at all." in story


# sequential crossings

FERRIES = CASES / "puzzles" / "ferries.toml"
"""Four couples with a skiff for one wife beside a boat for two or three."""
DIFFERENT = [one for one in FORMULATIONS if one.dialect != "temporal"]


def ferries(seats: int, more: int = 1) -> Puzzle:
    """Return the same puzzle for the brute force."""
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


def test_brute_force_uses_both_boats(brute: Puzzle) -> None:
    assert ferries(2).find_least_total() is None
    assert brute.explore()[1] is not None
    alone = jealous_couples(4, capacity=3).explore()[1]
    assert alone == 9
    assert brute.explore()[1] != alone, "the second boat makes a difference"


def test_rules_engine_matches_brute_force_with_two_boats(brute: Puzzle) -> None:
    result = solve(load(str(FERRIES)), {}, engine="rules")
    assert result.status == "optimal"
    assert result.solution is not None
    assert result.solution.total.moves == brute.explore()[1]
    assert enumerate_solutions(load(str(FERRIES))).cheapest.count == brute.count_shortest_plans()
    states = explore_graph(CrossingSpace(instantiate(load(str(FERRIES)), {})))
    assert len(states.states) == len(brute.explore()[0])


@pytest.mark.parametrize(("dialect", "encoding"), [("strips", "named"), ("strips", "counted")])
def test_planner_finds_the_optimum_with_two_boats(dialect: str, encoding: str, brute: Puzzle, worker: Session) -> None:
    result = solve(
        load(str(FERRIES)),
        {},
        engine="pyperplan",
        dialect=dialect,
        encoding=encoding,
        timeout=MAX_WAIT_SECONDS,
        session=worker,
    )
    assert result.status == "optimal"
    assert result.solution is not None
    assert result.solution.total.moves == brute.explore()[1]
    aboard = {(step.move.boat, step.move.load.bit_count()) for step in result.solution.steps}
    assert {boat for boat, _ in aboard} == {0, 1}
    assert {size for boat, size in aboard if boat == 1} == {1}


@pytest.mark.parametrize("one", DIFFERENT, ids=lambda one: f"{one.dialect}-{one.encoding}")
def test_pddl_and_puzzle_rules_give_the_same_state_graph_with_two_boats(
    one: Formulation[Instance], tmp_path: Path
) -> None:
    """PDDL and rules have the same graph.

    The puzzle has three couples; four give the same comparison with many more states.
    """
    path = tmp_path / "three.toml"
    path.write_text(FERRIES.read_text().replace("count = 4", "count = 3"))
    ferry = instantiate(load(str(path)), {"seats": 2})
    moves, counted = PddlSuccessorFunction(ferry, one.dialect, one.encoding), one.encoding == "counted"
    graphs = [explore_graph(CrossingSpace(ferry), up_to_symmetry=counted, moves=how) for how in (moves, None)]
    assert describe_graph_differences(graphs[0], graphs[1], moves.merged_states) == ()
    told = [{(of.states[link.origin], of.states[link.destination], link.move) for link in of.links()} for of in graphs]
    assert told[0] == told[1] or counted


def test_why_suggests_bigger_boats() -> None:
    result = solve(load(str(FERRIES)), {"seats": 2}, engine="rules")
    assert result.status == "unsolvable"
    helps = {
        one.change_text: one.total.moves for one in explain_unsolvability(load(str(FERRIES)), {"seats": 2}).changes
    }
    assert helps["--seats 3"] == ferries(3).explore()[1]
    assert helps["if the skiff carried 2 travelers"] == ferries(2, 2).explore()[1]
    assert not any(says.startswith("if the ferry carried") for says in helps), "that is what --seats says"


def test_certificate_contains_the_place_of_each_boat() -> None:
    proof = explain_unsolvability(load(str(FERRIES)), {"seats": 2}).certificate
    assert find_certificate_fault(proof, ferries(2)) == ""
    assert find_certificate_fault(proof, ferries(3)) == "one can leave"
    with_skiff_moved = {**proof["start"], "boats": {"ferry": "left-bank", "skiff": "right-bank"}}
    assert find_certificate_fault({**proof, "start": with_skiff_moved}, ferries(2)) == "another start"


def test_why_suggests_another_rower_for_one_boat() -> None:
    ferry = instantiate(load(str(FERRIES)), {})
    changed = next(one for group in list_relaxations(ferry) for one in group if one.says == "if A could row the skiff")
    puzzle = ferries(3)
    skippers = {"A"} | {person for person in puzzle.travellers if person.endswith("w")}
    puzzle.fleet[1] = (lambda load: len(load) == 1 and load <= skippers, lambda load: 1)
    found = CheapestSolutions(CrossingSpace(changed.instance))
    assert (found.total and found.total.moves, found.count) == (puzzle.explore()[1], puzzle.count_shortest_plans())


def test_lower_bound_never_exceeds_the_goal_distance(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text(FILE.read_text().replace("count = 3", "count = 2"))
    space = QuotientSpace(instantiate(load(str(path)), {}))
    left = {state: 0 for state in explore(space).depths if space.is_goal(state)}
    queue = [*left]
    for state in queue:  # every crossing can be reversed
        for _, before in space.successors(state):
            if before not in left:
                left[before] = left[state] + 1
                queue.append(before)
    assert left[space.initial] == 2, "the father with both sons, and the mother"
    assert all(space.lower_bound(state) <= crossings for state, crossings in left.items())


def test_crossings_name_the_boat_and_who_rows() -> None:
    trips = [Crossing(0b00111, 0, 1, 0), Crossing(0b00001, 1, 0, 0), Crossing(0b11001, 0, 1, 0)]
    told = [says for _, says in replay_moves(instance(), trips).numbered_sentences()]
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
def test_violation_names_the_boat_of_the_crossing(trips: list[Crossing], says: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        replay_moves(instance(), trips)
    assert str(caught.value) == says


def test_interactive_play_asks_for_the_boat() -> None:
    play = Play(instance())
    assert play.answer_line("father") == "Which boat? Add it to the names, as in 'father in raft' (raft or canoe).\n"
    assert "boat  father (raft)\n" in play.answer_line("father in the raft")
    assert "boat  father, mother (raft, canoe)\n" in play.answer_line("mother"), "only the canoe is there"
    assert play.answer_line("son 1 in raft").startswith("Son 1 is not at the right bank.")
    assert play.answer_line("hint") == "The best solution from here takes 4 crossings. Next move: father in raft.\n", (
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
