"""The Python functions agree with the command line, and their answers behave as values."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx
import pytest

import ferryplan

pytestmark = pytest.mark.usefixtures("reused_worker")


def test_parameters_come_as_keywords_or_as_a_mapping() -> None:
    assert ferryplan.solve("jealous-couples", couples=2) == ferryplan.solve("jealous-couples", {"couples": 2})


def test_solution_steps_name_the_travelers_aboard() -> None:
    solution = ferryplan.solve("wolf-goat-cabbage").solution
    assert solution is not None
    assert solution.steps[0].aboard == ("farmer", "goat")
    assert str(solution.steps[0]) == "The farmer and the goat cross to the right bank."


def test_all_solutions_result_is_a_sequence() -> None:
    """Three couples have 486 solutions (Pressman and Singmaster count the classes).

    The solutions of six couples are too many to list.
    """
    solutions = ferryplan.all_solutions("jealous-couples", couples=3)
    assert len(solutions) == 486
    listed = list(solutions)
    assert len(listed) == 486
    assert solutions[0] == listed[0]
    assert solutions[-1] == listed[-1]
    assert solutions[2:5] == tuple(listed[2:5])
    assert solutions[-2:] == tuple(listed[-2:])
    with pytest.raises(IndexError):
        solutions[486]
    longer = ferryplan.all_solutions("wolf-goat-cabbage", slack=2)
    assert [len(one.steps) for one in longer] == sorted(len(one.steps) for one in longer)
    assert len(longer) == len(list(longer))


def a_star(space: ferryplan.Space, heuristic: Callable[[ferryplan.ReadableState], float]) -> float | None:
    """Return the least cost by A*, as a student would write it."""
    import heapq
    import itertools

    number = itertools.count()
    waiting: list[tuple[float, float, int, ferryplan.ReadableState]] = [(0, 0, next(number), space.initial)]
    best = {space.initial: 0.0}
    while waiting:
        _, cost, _, state = heapq.heappop(waiting)
        if space.is_goal(state):
            return cost
        for move, after in space.successors(state):
            further = cost + space.cost(state, move)
            if further < best.get(after, float("inf")):
                best[after] = further
                heapq.heappush(waiting, (further + heuristic(after), further, next(number), after))
    return None


@pytest.mark.parametrize(
    ("puzzle", "least"), [("wolf-goat-cabbage", 7), ("bridge-torch", 17), ("missionaries-cannibals", 11), ("hanoi", 15)]
)
def test_custom_astar_over_space_finds_published_optima(puzzle: str, least: float) -> None:
    """A* finds 7 crossings (Alcuin), 17 minutes over the bridge, 11 crossings, and 15 moves of four discs.

    The 11 crossings are for three missionaries and three cannibals.
    """
    assert a_star(ferryplan.space(puzzle), lambda state: 0) == least


def test_search_accepts_a_custom_heuristic_function() -> None:
    asked = []

    def pairs_left(state: ferryplan.ReadableState) -> float:
        asked.append(state)
        return len(state.to_dict()["places"]["left-bank"]) / 2

    found = ferryplan.search("wolf-goat-cabbage", heuristic=pairs_left, admissible=True)
    assert (found.status, found.cost, len(found.plan)) == ("optimal", 7, 7)
    assert asked
    assert found.heuristic == "pairs_left"
    assert ferryplan.search("wolf-goat-cabbage", heuristic=pairs_left).status == "solved"
    with pytest.raises(ferryplan.ArgumentValueError, match="heuristic"):
        ferryplan.search("wolf-goat-cabbage", heuristic=lambda state: -1)


def test_violation_explains_moves_without_successor() -> None:
    space = ferryplan.space("wolf-goat-cabbage")
    said = {str(move): space.violation(space.initial, move) for move in space.candidate_moves(space.initial)}
    allowed = {str(move) for move, _ in space.successors(space.initial)}
    assert (
        {move for move, why in said.items() if why is None}
        == allowed
        == {"The farmer and the goat cross to the right bank."}
    )
    assert said["The farmer crosses to the right bank."] is not None


def test_graph_converts_to_networkx() -> None:
    found = ferryplan.graph("wolf-goat-cabbage")
    drawn = found.to_networkx()
    [goal] = found.goals
    assert networkx.shortest_path_length(drawn, found.initial, goal) == found.distance(found.initial) == 7
    assert {data["depth"] for _, data in drawn.nodes(data=True)} == set(range(8))
    pushed = ferryplan.graph("sokoban").to_networkx()
    assert pushed.is_directed()


@pytest.mark.parametrize(("puzzle", "moves"), [("wolf-goat-cabbage", 7), ("jealous-couples", 11)])
def test_graph_methods_match_networkx(puzzle: str, moves: int) -> None:
    found = ferryplan.graph(puzzle)
    drawn, [goal] = found.to_networkx(), found.goals
    for state in found:
        depth = networkx.shortest_path_length(drawn, found.initial, state)
        assert found.depth(state) == depth
        assert found.is_optimal(state) == (depth + networkx.shortest_path_length(drawn, state, goal) == moves)
        assert found.is_blind_alley(state) == (drawn.degree(state) == 1 and state not in (found.initial, goal))


def test_graph_function_marks_graph_partial_at_the_state_limit() -> None:
    found = ferryplan.graph("jealous-couples", couples=3, max_states=5)
    assert found.partial
    assert len(found) < 40


def test_check_and_lint_accept_pddl_in_several_forms(tmp_path: Path) -> None:
    pddl = ferryplan.generate("wolf-goat-cabbage", dialect="adl")
    assert ferryplan.check("wolf-goat-cabbage", pddl).verdict == "same"
    other = ferryplan.check(
        "wolf-goat-cabbage", pddl.problem.replace("(at wolf left-bank)", "(at wolf right-bank)"), pddl.domain
    )
    assert other.verdict == "different"
    assert other.differences
    assert other.to_dict()["verdict"] == "different"
    (tmp_path / "domain.pddl").write_text(pddl.domain)
    (tmp_path / "p.pddl").write_text(pddl.problem)
    assert ferryplan.check("wolf-goat-cabbage", tmp_path / "p.pddl").verdict == "same"
    assert ferryplan.check("wolf-goat-cabbage", (pddl.domain, pddl.problem)).verdict == "same"
    with pytest.raises(
        ferryplan.ArgumentValueError, match="domain: a problem that is given as a string needs its domain, too"
    ):
        ferryplan.check("wolf-goat-cabbage", pddl.problem)
    wrong = ferryplan.lint(pddl.domain.replace("(at ", "(att ", 1), pddl.problem)
    assert wrong.errors
    assert json.loads(wrong.to_json())
    assert len(ferryplan.lint(pddl)) == len([*ferryplan.lint(pddl)])


def test_validate_accepts_plans_in_several_forms() -> None:
    pddl = ferryplan.generate("wolf-goat-cabbage")
    plan = ferryplan.solve("wolf-goat-cabbage").render("plan")
    actions = [line for line in plan.splitlines() if line.startswith("(")]
    assert ferryplan.validate(pddl, plan).solution == ferryplan.validate(pddl, actions).solution
    assert ferryplan.validate(pddl.problem, plan).status == "valid"
    assert ferryplan.validate((pddl.domain, pddl.problem), plan).status == "valid"
    assert "7 crossings" in str(ferryplan.narrate(pddl, plan))
    with pytest.raises(ferryplan.InvalidPlanError):
        ferryplan.validate(pddl, actions[:-1])
    nobody_s = "".join(line for line in pddl.problem.splitlines(keepends=True) if not line.startswith(";"))
    assert ferryplan.narrate(ferryplan.Pddl(pddl.domain, nobody_s), plan).status == "valid"


@pytest.mark.parametrize(
    ("puzzle", "number", "classes"), [("queens", 92, 92), ("zebra", 1, 1), ("jealous-couples", 486, 4)]
)
def test_length_of_all_solutions_matches_the_list(puzzle: str, number: int, classes: int) -> None:
    """Eight queens have 92 solutions; the program does not use symmetries of a board, so it counts each."""
    for up_to_symmetry, expected in ((False, number), (True, classes)):
        found = ferryplan.all_solutions(puzzle, up_to_symmetry=up_to_symmetry)
        assert len(found) == len(list(found)) == expected


def test_infinite_heuristic_proves_unsolvable_only_if_admissible() -> None:
    def hopeless(state: ferryplan.ReadableState) -> float:
        return float("inf")

    found = ferryplan.search("wolf-goat-cabbage", heuristic=hopeless)
    assert (found.status, found.plan) == ("unknown", ())
    assert "there may be one: 'hopeless' marked states as dead ends" in found.verdict
    believed = ferryplan.search("wolf-goat-cabbage", heuristic=hopeless, admissible=True)
    assert believed.status == "unsolvable"
    assert "if the heuristic 'hopeless' is admissible" in believed.verdict


def test_heuristic_above_the_plan_cost_refutes_optimality() -> None:
    found = ferryplan.search("hanoi", discs=3, heuristic=lambda state: 100, admissible=True)
    assert (found.status, found.cost, len(found.plan)) == ("solved", 7, 7)
    assert "the heuristic is not admissible: its estimate for the state '" in found.verdict


def test_state_of_another_state_space_is_rejected() -> None:
    couples, wolf = ferryplan.space("jealous-couples", couples=3), ferryplan.space("wolf-goat-cabbage")
    for ask in (couples.is_goal, lambda state: list(couples.successors(state)), couples.goals_met):
        with pytest.raises(ferryplan.ArgumentValueError, match="state: this state belongs to the space of Instance"):
            ask(wolf.initial)
    assert couples.is_goal(ferryplan.space("jealous-couples", couples=3).initial) is False


def test_misspelled_argument_and_misspelled_parameter_raise_different_errors() -> None:
    with pytest.raises(TypeError, match="tiemout: there is no such argument; did you mean 'timeout'"):
        ferryplan.solve("zebra", tiemout=3)
    with pytest.raises(ferryplan.ParameterError, match="did you mean 'couples'"):
        ferryplan.solve("jealous-couples", cuples=3)


def test_results_are_accepted_as_arguments_of_other_functions() -> None:
    pddl, result = ferryplan.generate("wolf-goat-cabbage"), ferryplan.solve("wolf-goat-cabbage")
    assert ferryplan.validate(pddl, result).status == ferryplan.validate(pddl, result.plan).status == "valid"
    assert ferryplan.validate(pddl, ferryplan.validate(pddl, map(str, result.plan))).status == "valid"
    assert "zebra" in ferryplan.puzzles()
    assert ferryplan.solve(ferryplan.puzzles()["zebra"]).status == "solved"
    assert ferryplan.solve(ferryplan.invent("queens", seed=2)[0]).status == "solved"


def errors() -> list[ferryplan.FerryplanError]:
    """Return errors of many kinds."""
    found = list[ferryplan.FerryplanError]()
    pddl = ferryplan.generate("wolf-goat-cabbage")
    calls: list[Callable[[], Any]] = [
        lambda: ferryplan.validate(pddl, "(x)"),
        lambda: ferryplan.validate(pddl, pddl.domain),
        lambda: ferryplan.validate(pddl, ["(cross-1 farmer left-bank right-bank)"]),
        lambda: ferryplan.validate("(define (problem", "(x)", "(define"),
        lambda: ferryplan.solve("nowhere.toml"),
        lambda: ferryplan.solve("jealous-couples", couples=0),
        lambda: ferryplan.solve("zebra", backward=True),
        lambda: ferryplan.solve("zebra", engine="no-such-engine"),
        lambda: ferryplan.generate("jealous-couples", dialect="strips", encoding="named", couples=40, capacity=20),
        lambda: ferryplan.generate("jealous-couples", dialect="strips", boats=2),
        lambda: ferryplan.graph("jealous-couples", timeout=-1),
        lambda: ferryplan.score({"id": "1"}, "7"),
        lambda: ferryplan.show("jealous-couples", couples=9000, timeout=1e-6),
    ]
    for call in calls:
        with pytest.raises(ferryplan.FerryplanError) as caught:
            call()
        found.append(caught.value)
    return found


def test_errors_can_be_pickled() -> None:
    """An error that cannot be unpickled would hang a pool of processes."""
    kinds = set()
    for error in errors():
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), copy.args) == (type(error), str(error), error.args)
        kinds.add(type(error))
    assert len(kinds) > 8


def test_errors_carry_file_line_and_key_as_attributes() -> None:
    """The attributes state the wrong value, its position, and the expected value."""
    with pytest.raises(ferryplan.ParameterError) as wrong:
        ferryplan.solve("jealous-couples", couples=0)
    assert (wrong.value.key, wrong.value.found, wrong.value.expected) == ("couples", "0", "1 to 10000")
    text = ferryplan.load("wolf-goat-cabbage").to_toml().replace("minimum = 1\n", "minimum = 1.5\n")
    with pytest.raises(ferryplan.PuzzleError) as toml:
        ferryplan.load(text)
    line = text.splitlines().index("minimum = 1.5") + 1
    assert (toml.value.file, toml.value.line, toml.value.column) == ("the puzzle", line, 11)
    assert toml.value.key == "parameters.capacity.minimum"
    assert [one.line for one in toml.value.diagnostics] == [line]
    with pytest.raises(ferryplan.PddlError) as pddl:
        ferryplan.solve(("(define (domain d)\n (:predicates (p))\n (:action a :parameters ()", "(define (problem p))"))
    assert (pddl.value.file, pddl.value.line) == ("the domain", 3)


def test_landscape_detects_admissible_and_inadmissible_custom_heuristics() -> None:
    """Each disc that is not on the last peg needs at least one move, so the estimate is admissible.

    Twice the estimate is inadmissible if only the smallest disc is missing.
    """

    def missing(state: ferryplan.ReadableState) -> float:
        below = {fact[1]: fact[2] for fact in state.facts if fact[0] == "on"}

        def peg(disc: str) -> str:
            return peg(below[disc]) if below[disc] in below else below[disc]

        return sum(peg(disc) != "peg-3" for disc in below)

    good = ferryplan.landscape("hanoi", discs=3, heuristic=missing)
    assert good.is_admissible
    assert good.is_consistent
    assert not ferryplan.landscape("hanoi", discs=3, heuristic=lambda state: 2 * missing(state)).is_admissible
    assert good.render("svg").startswith("<svg")
