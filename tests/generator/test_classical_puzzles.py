"""The classical puzzles of the catalog against models without PDDL and against published results."""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace
from typing import Any

import pddl_oracle
import pddl_well_formedness
import pytest
from budget import FACTOR, scale
from classical_models import MODELS, Exploration, PuzzleModel, explore_model, read_signs
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ferryplan import ParameterError, PuzzleError
from ferryplan.generator.classical import theorem
from ferryplan.generator.classical.theorem import find_plan_by_theorem
from ferryplan.generator.families import FAMILIES, instantiate, state_space_of, strategy_of
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load, load_catalog
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import PLAN_TEMPLATE_NAME
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.template_filling import fill_template_file

FAMILY = FAMILIES["classical"]
QUOTED = [
    (puzzle.name, parameters, optimum)
    for puzzle in load_catalog()
    if puzzle.family == "classical"
    for parameters, optimum in FAMILY.list_optima(puzzle)
]
LARGE = {
    "checkers": [{"men": men} for men in (9, 10, 11, 12)],
    "hanoi": [{"discs": 8, "pegs": 4}, {"discs": 9}, {"discs": 10}],
    "lights-out": [{"board": "*..../...../...../...../....."}],
    "logistics": [{}],
    "peg-solitaire": [{"board": "./oo/ooo/oooo/ooooo", "goal": "any", "diagonals": True}],
    "rush-hour": [{}, {"board": "BBBCDE/FGGCDE/F.AADE/HHI.../.JI.KK/.JLLMM"}],
    "sliding-tiles": [parameters for name, parameters, _ in QUOTED if name == "sliding-tiles"],
}
"""Parameters with more states than a run before every commit explores."""
SMALL = {
    "deliveries": {"roads": "a b 1 / b c 2", "parcels": "a c", "capacity": 1, "tank": 3, "van": "a", "station": "b"},
    "hanoi": {"discs": 3},
    "logistics": {"origins": [2, 4], "destinations": [3, 1]},
    "lights-out": {"board": "*.*/.*./**."},
    "peg-solitaire": {"board": "oo./.oo/.o.", "goal": "any"},
    "rush-hour": {"board": "..B./AAB./DD../...."},
    "sliding-tiles": {"board": "2 1 / _ 3", "goal": "_ 1 / 3 2"},
    "sokoban": {"level": "#####/#@$.#/#-*-#/#####"},
}
"""Parameters for which the PDDL interpreter is quick, too; other puzzles have their defaults."""
MANY = 10
"""The factor of examples from which on the tests explore everything that the files quote."""
PARITY = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _"


def made(name: str, parameters: dict[str, Any]) -> TaskInstance:
    instance = instantiate(load(name), parameters)
    assert isinstance(instance, TaskInstance)
    return instance


@functools.cache
def made_small(name: str) -> TaskInstance:
    return made(name, SMALL.get(name, {}))


def model_of(instance: TaskInstance) -> PuzzleModel:
    return MODELS[instance.puzzle](**dict(instance.parameters))


def found_in(instance: TaskInstance) -> Exploration:
    space = state_space_of(instance)
    return explore_model(
        PuzzleModel(space.initial, lambda state: (after for _, after in space.successors(state)), space.is_goal)
    )


def texts_of(instance: TaskInstance) -> tuple[str, str]:
    pddl = generate(instance, next(one.dialect for one in FAMILY.formulations if _suits(one, instance)))
    return pddl.domain, pddl.problem


def _suits(formulation: Any, instance: TaskInstance) -> bool:
    try:
        formulation.check_expressible(instance)
    except ValueError:
        return False
    return True


def test_every_classical_puzzle_has_model_and_source() -> None:
    assert {name for name, _, _ in QUOTED} == {*MODELS}
    assert all(load(name).source for name in MODELS)


@pytest.mark.parametrize(
    ("name", "parameters", "optimum"),
    [
        pytest.param(*case, id=f"{case[0]}-{number}")
        for number, case in enumerate(QUOTED)
        if FACTOR >= MANY or case[1] not in LARGE.get(case[0], [])
    ],
)
def test_quoted_optima_match_search(name: str, parameters: dict[str, Any], optimum: Any) -> None:
    instance = made(name, parameters)
    found = explore_model(model_of(instance))
    assert found.optimum == optimum.moves
    assert found_in(instance) == found


@pytest.mark.parametrize(("name", "key", "most", "formula"), [
    ("hanoi", "discs", 6, lambda n: 2**n - 1), ("checkers", "men", 5, lambda n: (n + 1) ** 2 - 1),
])  # fmt: skip
def test_plans_from_theorems_are_optimal(name: str, key: str, most: int, formula: Any) -> None:
    """A plan from a theorem is as short as the formula says, and the PDDL interpreter accepts it.

    The smaller sizes are searched exhaustively, the last one is too large for that.
    """
    for size in (*range(1, most + 1), most + 5):
        instance = made(name, {key: size})
        best = find_plan_by_theorem(TaskSpace(replace(instance, theorem="known")))
        assert best.moves is not None
        assert (len(best.moves), best.total, best.theorem) == (formula(size), (formula(size),) * 2, "known")
        assert size > most or explore_model(model_of(instance)).optimum == len(best.moves)
        plan = [(move.name, *move.arguments) for move in best.moves]
        task = pddl_oracle.read_task(*texts_of(instance))
        assert pddl_oracle.is_plan(task, plan)
        assert not pddl_oracle.is_plan(task, plan[:-1])


def test_theorem_is_used_only_above_search_size() -> None:
    """The theorem applies only to sizes that a quick search does not cover, because a search yields more.

    It does not apply to four pegs.
    """
    assert not made("hanoi", {"discs": 10}).theorem
    assert "2^n - 1" in made("hanoi", {"discs": 11}).theorem
    assert not made("hanoi", {"discs": 11, "pegs": 4}).theorem
    assert not made("checkers", {"men": 12}).theorem
    assert "(n + 1)^2 - 1" in made("checkers", {"men": 13}).theorem


def test_invalid_plan_from_theorem_template_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """An invalid plan from a template is rejected, and the message says which line is wrong.

    Wrong are lines that are no actions, inapplicable or unknown actions, and plans that end before the goal.
    """
    instance = made("hanoi", {"discs": 11})
    right = fill_template_file(instance.file.folder / PLAN_TEMPLATE_NAME, "hanoi", {"discs": 11}).splitlines()
    first, second, *others = right
    for lines, says in (
        ([first, "", second, *others], "'' on line 2 is not an action"),
        ([second, first, *others], r"\(move .*\) on line 1 is not applicable: something is on disc "),
        (
            [first, "(fly disc-1 disc-2 peg-2)"],
            r"\(fly disc-1 disc-2 peg-2\) on line 2 is not applicable: the domain has no such action",
        ),
        ([first, second], "its 2 actions do not reach the goal, because "),
        ([], "its 0 actions do not reach the goal, because "),
    ):
        monkeypatch.setattr(theorem, "fill_template_file", lambda *_, lines=lines: "\n".join(lines))
        with pytest.raises(PuzzleError, match=says):
            strategy_of(instance).find_best_solution()


@pytest.mark.parametrize("name", MODELS)
def test_lower_bound_is_consistent(name: str) -> None:
    """The lower bound is consistent: 0 in goal states, and an action decreases it by at most one.

    So it is admissible.
    """
    space = state_space_of(made_small(name))
    after = {state: [one for _, one in space.successors(state)] for state in explore(space).depths}
    for state, ones in after.items():
        assert not space.is_goal(state) or space.lower_bound(state) == 0
        assert not space.has_unit_costs or all(space.lower_bound(state) <= space.lower_bound(one) + 1 for one in ones)


@pytest.mark.parametrize("name", MODELS)
def test_pddl_has_as_many_states_as_the_model(name: str) -> None:
    instance = made_small(name)
    domain, problem = texts_of(instance)
    pddl_well_formedness.check_well_formed(domain, problem)
    states, _ = pddl_oracle.explore(pddl_oracle.read_task(domain, problem))
    assert len(states) == explore_model(model_of(instance)).state_count


@pytest.mark.parametrize(
    ("name", "parameters", "states"),
    [
        ("hanoi", {"discs": 5, "pegs": 4}, 4**5),
        ("blocks", {"start": "a / b / c / d / e"}, 501),  # sets of lists: OEIS A000262
        ("pancakes", {"stack": [1, 2, 3, 4, 5, 6]}, 720),
        ("rush-hour", {}, 2332),  # Fogleman 2018, beside the 60 moves
        *([("sliding-tiles", {}, 181_440)] if FACTOR >= MANY else []),  # Schofield 1967
    ],
)
def test_number_of_states_matches_published_values(name: str, parameters: dict[str, Any], states: int) -> None:
    goal = {"goal": "a"} if name == "blocks" else {}
    assert found_in(made(name, parameters | goal)).state_count == states


@pytest.mark.parametrize(("size", "flips"), [(3, 3), (5, 5)])
def test_farthest_pancake_stacks_match_oeis(size: int, flips: int) -> None:  # OEIS A058986
    assert found_in(made("pancakes", {"stack": [*range(1, size + 1)]})).max_depth == flips


def presses(board: str) -> list[frozenset[Any]]:
    """Return every set of lights whose presses clear the board.

    Each choice of presses in the first row is tried; the lights that remain on decide the other rows.
    """
    cells = read_signs(board)
    ways = []
    for first in itertools.product((False, True), repeat=board.index("/")):
        lit = {cell for cell, sign in cells.items() if sign == "*"}
        chosen = set()
        for row, column in cells:
            if first[column] if row == 0 else (row - 1, column) in lit:
                chosen.add((row, column))
                lit ^= {
                    (row + down, column + right) for down, right in ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
                } & cells.keys()
        if not lit:
            ways.append(frozenset(chosen))
    return ways


def count_of(instance: TaskInstance) -> int:
    """Return the number of ways to a goal in a space without cycles."""
    space = state_space_of(instance)

    @functools.cache
    def ways(state: Any) -> int:
        return 1 if space.is_goal(state) else sum(ways(after) for _, after in space.successors(state))

    return ways(space.initial)


def test_lights_out_solutions_match_linear_algebra() -> None:
    ways = presses("*****/*****/*****/*****/*****")
    assert sorted(map(len, ways)) == [15, 15, 15, 15]  # Anderson and Feil 1998
    assert count_of(made("lights-out", {})) == 4


@pytest.mark.parametrize(
    ("board", "ways"),
    [
        ("./oo/ooo/oooo/ooooo", 29_760),
        ("o/oo/o.o/oooo/ooooo", 1_550),
    ],
)
def test_triangular_peg_solitaire_solution_counts_match_published_values(
    board: str, ways: int
) -> None:  # George Bell, Triangular Peg Solitaire, recmath.org
    assert count_of(made("peg-solitaire", {"board": board, "goal": "any", "diagonals": True})) == ways


def rows(signs: str, least: int, most: int, wide: int) -> st.SearchStrategy[str]:
    lines = st.lists(st.text(signs, min_size=wide, max_size=wide), min_size=least, max_size=most)
    return lines.map("/".join)


@st.composite
def trips(draw: st.DrawFn, places: int, most: int) -> dict[str, list[int]]:
    place, number = st.integers(1, places), draw(st.integers(1, most))
    return {key: draw(st.lists(place, min_size=number, max_size=number)) for key in ("origins", "destinations")}


@st.composite
def jugs(draw: st.DrawFn) -> dict[str, Any]:
    capacities = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    start = [draw(st.integers(0, capacity)) for capacity in capacities]
    goal = [draw(st.integers(-1, capacity)) for capacity in capacities]
    wanted = {"goal": goal} if draw(st.booleans()) else {"measure": draw(st.integers(0, max(capacities)))}
    return {"capacities": capacities, "tap": draw(st.booleans()), "start": start, **wanted}


@st.composite
def towers(draw: st.DrawFn) -> dict[str, str]:
    blocks = draw(st.integers(1, 4))

    def stood() -> str:
        order, ground = draw(st.permutations("abcd"[:blocks])), draw(st.lists(st.booleans(), min_size=4, max_size=4))
        return " ".join(f"{'/ ' * lies}{block}" for block, lies in zip(order, ground, strict=False)).strip("/ ")

    return {"start": stood(), "goal": stood()}


@st.composite
def tiles(draw: st.DrawFn) -> dict[str, str]:
    boards = [draw(st.permutations("123_")) for _ in range(2)]
    return {key: "{} {} / {} {}".format(*board) for key, board in zip(("board", "goal"), boards, strict=True)}


@st.composite
def levels(draw: st.DrawFn) -> dict[str, str]:
    inside = draw(st.permutations("@$$..#----*-"))
    return {"level": "######/" + "/".join(f"#{''.join(inside[at : at + 4])}#" for at in (0, 4, 8)) + "/######"}


RANDOM: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "blocks": towers(),
    "checkers": st.fixed_dictionaries({"men": st.integers(1, 4)}),
    "elevator": trips(4, 3),
    "ferry": trips(3, 4).map(lambda found: {**found, "shores": 3}),
    "gripper": st.fixed_dictionaries(
        {"balls": st.integers(1, 5), "hands": st.integers(1, 3), "rooms": st.integers(2, 3)}
    ),
    "jugs": jugs(),
    "knights-swap": rows("WB..#", 2, 2, 3).map(lambda board: {"board": f"{board}/W.B"}),
    "lights-out": rows("*.", 1, 3, 3).map(lambda board: {"board": board}),
    "logistics": trips(4, 2),
    "pancakes": st.integers(2, 5)
    .flatmap(lambda size: st.permutations(range(1, size + 1)))
    .map(lambda one: {"stack": one}),
    "peg-solitaire": st.fixed_dictionaries(
        {"board": rows("ooo.#", 3, 4, 4), "goal": st.just("any"), "diagonals": st.booleans()}
    ),
    "sliding-tiles": tiles(),
    "sokoban": levels(),
}


@pytest.mark.parametrize("name", RANDOM)
def test_random_instances_match_independent_models(name: str) -> None:
    @settings(max_examples=scale(4), deadline=None, phases=[Phase.generate])
    @given(RANDOM[name])
    def agree(parameters: dict[str, Any]) -> None:
        try:
            instance = made(name, parameters)
        except ParameterError:
            return
        assert found_in(instance) == explore_model(model_of(instance))

    agree()


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("jugs", {"start": [1, 1, 1]}, "start: found 3 levels, expected at most 2, one for each jug"),
        ("jugs", {"goal": [4, -1]}, "goal: found 4 liters in a jug for 3"),
        ("jugs", {"measure": 6}, "measure: found 6 liters, expected at most 5, the capacity of the largest jug"),
        ("sliding-tiles", {"board": "1 2 / 3"}, "board: found 1 cell in row 2, expected 2"),
        ("sliding-tiles", {"board": "1 2 / 2 _"}, "board: the tile '2' appears twice"),
        ("sliding-tiles", {"board": "1 2 / 3 4"}, "board: found 0 empty cells, expected 1"),
        ("sliding-tiles", {"board": "1 ? / 3 _"}, "board: found '?', expected letters or digits"),
        ("sliding-tiles", {"board": "1 2 / 3 _"}, "goal: its tiles or rows differ from those of the board"),
        ("sliding-tiles", {"board": "a b / c _", "goal": "ordered"}, "board: only the tiles 1 to 3 can be ordered"),
        ("sliding-tiles", {"board": PARITY, "goal": "ordered"}, "board: the goal cannot be reached, because it is an odd permutation of this board"),
        ("blocks", {"start": "a a"}, "start: the block 'a' appears twice"),
        ("blocks", {"start": "a-b"}, "start: found 'a-b', expected letters and digits"),
        ("blocks", {"goal": "d"}, "goal: found 'd', expected blocks of the start: a b c"),
        ("ferry", {"destinations": [1]}, "destinations: found 1 number, expected 4"),
        ("ferry", {"origins": [1, 1, 1, 3]}, "origins: found 3, expected 1 to 2"),
        ("ferry", {"ferry": 3}, "ferry: found 3, expected 1 to 2"),
        ("logistics", {"planes": [4]}, "planes: found 4, expected the number of an airport, 1, 3"),
        ("logistics", {"trucks": [5]}, "trucks: found 5, expected the number of a place"),
        ("elevator", {"lift": 9}, "lift: found 9, expected 1 to 5"),
        ("deliveries", {"roads": "a b"}, "roads: found 'a b', expected two places and the liters"),
        ("deliveries", {"roads": "a end 1"}, "roads: found 'end', expected the name of a place"),
        ("deliveries", {"parcels": "depot moon"}, "parcels: found 'depot moon', expected two of the places"),
        ("deliveries", {"van": "moon"}, "van: found 'moon', expected one of the places"),
        ("sokoban", {"level": "#####/#@@$.#/#####"}, "level: found 2 keepers, expected 1"),
        ("sokoban", {"level": "#####/#@$$.#/#####"}, "level: the level has 2 boxes and 1 goal; it needs as many goals as boxes"),
        ("sokoban", {"level": "#####/#@?$.#/#####"}, "level: found '?' in row 2"),
        ("sokoban", {"level": "####/#@$./####"}, "level: the floor in row 2, column 4 is at the edge"),
        ("sokoban", {"level": "########/#@#$.#*#/########"}, "level: the keeper cannot get to the box or goal in row 2, column 4"),
        ("rush-hour", {"board": "AA./..?"}, "board: found '?' in row 2"),
        ("rush-hour", {"board": "AA./.."}, "board: found 2 cells in row 2, expected 3"),
        ("rush-hour", {"board": "BB./..."}, "board: there is no car A; mark the car that must leave with A"),
        ("rush-hour", {"board": "AA./B../.B."}, "board: found 2 cells with B; a vehicle covers 2 or 3 cells in a line"),
        ("rush-hour", {"board": "A../A../..."}, "board: found 2 cells with A"),
        ("pancakes", {"stack": [1, 3]}, "stack: found 1, 3, expected each of 1 to 2 once"),
        ("lights-out", {"board": "*./*"}, "board: found '*' in row 2, expected 2 signs"),
        ("lights-out", {"board": "*x"}, "board: found '*x' in row 1"),
        ("knights-swap", {"board": "W.Q/.../B.B"}, "board: found 'W.Q' in row 1"),
        ("knights-swap", {"board": "W.W/.../..B"}, "goal: found 1 W, expected 2, as on the board"),
        ("knights-swap", {"board": "..."}, "board: there is no knight W; place at least 1"),
        ("peg-solitaire", {"goal": "r1c1"}, "goal: found 'r1c1', expected 'any' or a hole by its row"),
        ("peg-solitaire", {"board": "oo!"}, "board: found 'oo!' in row 1"),
        ("peg-solitaire", {"board": "..."}, "board: found 0 pegs"),
    ],
)  # fmt: skip
def test_invalid_parameters_are_rejected(name: str, parameters: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError) as raised:
        made(name, parameters)
    assert str(raised.value).startswith(f"{name}: {says}")
