"""What a page is given so that a puzzle can be tried on it, read as the page reads it: the states, moves and refusals are the puzzle's."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import defaultdict
from typing import Any

import oracle
import pytest
from support import make

from ferryplan.generator import page_table
from ferryplan.generator.crossing import page_data as crossings
from ferryplan.generator.crossing.page_rules import describe_rules
from ferryplan.generator.crossing.teller import MOST_NAMED
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest, state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.placing import page_data as placements
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks import page_data as actions
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.planner.pictures.trial import make_trial


def page_data(instance: AnyInstance) -> Any:
    """What the family of an instance gives a page."""
    return family_of(instance).make_page_data(instance)


def unfolded(found: dict[str, Any]) -> list[tuple[Any, dict[str, tuple[str, int, int]], dict[str, tuple[str, str]]]]:
    """The states of a table: what is seen; by their keys the moves, each with its sentence, where it leads and its cost; and the refusals."""
    texts, told = found["texts"], []
    assert len({*texts}) == len(texts)
    for seen, moves, stops in found["states"]:
        by_four, by_three = (
            [entries[at : at + size] for at in range(0, len(entries), size)]
            for entries, size in ((moves, 4), (stops, 3))
        )
        told.append(
            (
                seen,
                {texts[key]: (texts[says], after, cost) for key, says, after, cost in by_four},
                {texts[key]: (texts[rule], texts[how]) for key, rule, how in by_three},
            )
        )
    return told


@pytest.mark.parametrize(
    ("puzzle", "parameters", "brute"),
    [
        ("wolf-goat-cabbage", {}, oracle.PUZZLES["wolf-goat-cabbage"]()),
        ("jealous-couples", {"couples": 2, "capacity": 2, "islands": 1}, oracle.jealous_couples(couples=2, islands=1)),
    ],
)
def test_the_table_of_a_crossing_is_that_of_brute_force(puzzle: str, parameters: dict[str, int], brute: Any) -> None:
    """As many states and goals; in each, every load of up to two and every other place is a move or refused with a rule, never both."""
    instance = make(puzzle, **parameters)
    found = page_data(instance)
    assert found is not None
    states = unfolded(found)
    situations, least = brute.explore()
    assert len(states) == len(situations)
    assert len(found["goals"]) == sum(map(brute.done, situations))
    links = 0
    for (boats, companies), moves, stops in states:
        here = boats[0]
        present = companies[here].bit_count()
        loads = present + present * (present - 1) // 2
        routes = len(instance.ways[here])
        assert len(moves) + len(stops) == (loads + 1) * routes
        assert not moves.keys() & stops.keys()
        assert all(all(says) for says in stops.values())
        links += len(moves)
        for key, (_, after, cost) in moves.items():
            load, _, destination = map(int, key.split())
            there = states[after][0]
            assert there[0][0] == destination
            assert there[1][here] == companies[here] & ~load
            assert there[1][destination] == companies[destination] | load
            assert cost == 1
    assert links == sum(len([*brute.moves(one)]) for one in situations)
    layer, depth = {0}, 0
    while not layer & {*found["goals"]}:
        layer |= {after for one in layer for _, after, _ in states[one][1].values()}
        depth += 1
    assert depth == least


def test_a_table_is_given_only_of_all_states_and_all_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has 10 states, 20 moves, and refusals beside; without a table its rules are given."""
    instance = make("wolf-goat-cabbage")
    whole = page_data(instance)
    assert whole is not None
    entries = sum(len(moves) + len(stops) for _, moves, stops in unfolded(whole))
    for limit, value, complete in (
        ("MOST_STATES", 9, False),
        ("MOST_STATES", 10, True),
        ("MOST_ENTRIES", entries - 1, False),
        ("MOST_ENTRIES", entries, True),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(page_table, limit, value)
            found = page_data(instance)
            assert found is not None
            assert ("states" in found) == complete
            assert ("scenes" in found) != complete


def test_what_is_too_large_for_a_page_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's boat takes 1 + 4 + 6 loads of nobody, one or two; six queens have 15 pairs of rows, each with 36 pairs of columns."""
    for couples, there_is in ((MOST_NAMED // 2, True), (MOST_NAMED // 2 + 1, False)):
        assert (page_data(make("jealous-couples", couples=couples, capacity=2)) is not None) == there_is
    for most, there_is in ((10, False), (11, True)):
        monkeypatch.setattr(crossings, "MOST_LOADS", most)
        assert (page_data(make("wolf-goat-cabbage")) is not None) == there_is
    queens: Any = instantiate(load("queens"), {"queens": 6})
    pairs = len(queens.clues) * 15 * 36
    for most, there_is in ((pairs - 1, False), (pairs, True)):
        monkeypatch.setattr(placements, "MOST_PAIRS", most)
        assert (page_data(queens) is not None) == there_is


def forbidden(found: dict[str, Any]) -> set[tuple[int, int, int, int]]:
    """The pairs of placements that some clue forbids: an item and its spot, another and its own; alone an item stands with itself."""
    pairs = set()
    for clue in found["clues"]:
        pairs |= {(item, spot, item, spot) for item, spots in clue["alone"].items() for spot in spots}
        for one, other, entries in clue["pairs"]:
            assert len(entries) % 3 == 0
            for at in range(0, len(entries), 3):
                here, there, text = entries[at : at + 3]
                assert found["texts"][text]
                pairs.add((one, here, other, there))
    return pairs


def test_queens_are_forbidden_what_attacks_them() -> None:
    """In every pair of rows: the same column, and both diagonals."""
    found = page_data(instantiate(load("queens"), {"queens": 5}))
    assert found is not None
    expected = {
        (one, here, other, there)
        for one, other in itertools.combinations(range(5), 2)
        for here, there in itertools.product(range(5), repeat=2)
        if here == there or other - one == abs(here - there)
    }
    assert forbidden(found) == expected
    assert len(found["items"]) == len(found["offered"]) == len(found["stated"]) == 5
    assert {(item, spot) for item, spot, _ in found["shown"]} == {*itertools.product(range(5), repeat=2)}
    cells = {(item, spot): cells for item, spot, cells in found["shown"]}
    assert len({str(cell[:2]) for some in cells.values() for cell in some}) == 25, "each shows in a cell of its own"


@pytest.mark.parametrize("puzzle", ["zebra", "four-houses", "queens", "sudoku"])
def test_the_board_is_what_the_cells_of_each_thing_show(puzzle: str) -> None:
    """Whatever is placed, sensible or not: over the empty board lie the cells of each thing where it is; of two in one cell one shows."""
    instance: Any = instantiate(load(puzzle), {})
    found, draw = page_data(instance), random.Random(puzzle)
    assert found is not None
    cells = {(item, spot): some for item, spot, some in found["shown"]}
    assert cells.keys() == {(item, spot) for item, spots in enumerate(found["offered"]) for spot in spots}
    for _ in range(5):
        state = tuple([draw.choice([-1, *spots]) for spots in found["offered"]])
        shown = defaultdict[tuple[int, int], set[str]](set)
        for item, spot in enumerate(state):
            for row, column, text in cells.get((item, spot), ()):
                shown[row, column].add(text)
        told = teller_of(instance).board_of(state)
        empty = found["board"][1]
        for place in itertools.product(range(len(empty)), range(len(empty[0]))):
            row, column = place
            assert told.rows[row][column] in shown.get(place, {empty[row][column]})


def test_clues_of_several_things_are_given_with_what_they_ask() -> None:
    """The five columns of SEND + MORE = MONEY; each digit in each row, column and box of a sudoku with fields left; nothing of these alone."""
    found = page_data(instantiate(load("send-more-money"), {}))
    assert found is not None
    columns = [clue for clue in found["clues"] if "columns" in clue]
    assert len(columns) == 5
    assert [(clue["base"], len(clue["columns"])) for clue in columns] == [(10, number) for number in range(1, 6)]
    assert not any("pairs" in clue for clue in columns)
    grid = page_data(instantiate(load("sudoku"), {}))
    assert grid is not None
    [every] = [clue for clue in grid["clues"] if "homes" in clue]
    assert len(every["names"]) == 27, "no unit of the catalogue's sudoku is full from the start"
    assert len(every["homes"]) == 27
    assert all(name.startswith("no cell of ") for name in every["names"])


@pytest.mark.parametrize(("capacity", "heavy"), [(1, False), (2, True), (3, True)])
def test_rules_of_boarding_are_given_only_where_they_can_be_broken(capacity: int, heavy: bool) -> None:
    """Two weigh 2 and two weigh 1, the boat carries 2: nobody is too heavy alone, two may be. All of them row."""
    instance = make("weights", capacity=capacity)
    assert instance.weights == (2, 2, 1, 1)
    space: Any = state_space(instance)
    [vessel] = describe_rules(instance, space)["vessels"]
    full, weighs, rowers = vessel[4]
    assert full == f"The boat carries at most {capacity} {'traveler' if capacity == 1 else 'travelers'}."
    assert bool(weighs) == heavy
    assert rowers
    assert vessel[1:4] == [capacity, 2, 15]


class SumOfThree:
    """A clue of a kind that no page knows: about three things together, and about no two of them."""

    kind, says, scope = "sum-of-three", "Three rows add up to an even number.", (0, 1, 2)

    def allows(self, placed: dict[int, int]) -> bool:
        return len(placed) < 3 or sum(placed.values()) % 2 == 0


def test_a_clue_that_no_page_knows_is_not_left_out() -> None:
    """A page without it would call wrong placements right: there is none."""
    queens: Any = instantiate(load("queens"), {"queens": 5})
    assert page_data(queens) is not None
    assert page_data(dataclasses.replace(queens, clues=(*queens.clues, SumOfThree()))) is None


def walked(found: dict[str, Any]) -> tuple[int, int, set[int]]:
    """How many states the actions of a task lead to, in how many steps to a goal at the least, what they cost; by what each asks and changes."""
    goal, known, depth = {*found["goal"]}, {frozenset(found["initial"])}, 0
    layer, least = {*known}, -1
    while layer:
        if least < 0 and any(holds(goal, state) for state in layer):
            least = depth
        following = set()
        for state in layer:
            for _, _, asked, changes in found["actions"]:
                if holds(asked, state):
                    met = [change for where, *change in changes if holds(where, state)]
                    deleted, added = ({fact for change in met for fact in change[part]} for part in (0, 1))
                    following.add((state - deleted) | added)
        layer = following - known
        known |= layer
        depth += 1
    return len(known), least, {cost for _, cost, _, _ in found["actions"]}


def holds(literals: Any, state: frozenset[int]) -> bool:
    return all((abs(one) in state) == (one > 0) for one in literals)


@pytest.mark.parametrize(
    ("puzzle", "parameters", "expected"),
    [
        ("hanoi", {"discs": 3}, (27, 7, {1})),
        ("hanoi", {"discs": 4}, (81, 15, {1})),
        ("gripper", {"balls": 3}, (18, 9, {1})),
    ],
)
def test_actions_lead_where_the_task_s_do(puzzle: str, parameters: dict[str, int], expected: Any) -> None:
    """Three pegs have 3 to the n states, and take 2 to the n less 1 moves. The robot with three balls takes 9 (3 n where n is odd).

    Balls are alike, and hands: it is in one of 2 rooms and holds none, one or two, and of the rest 0 to all are in the first: 2 (4 + 3 + 2).
    """
    instance: Any = instantiate_smallest(load(puzzle), parameters)
    found = page_data(instance)
    assert found is not None
    assert "actions" in found
    states, least, costs = walked(found)
    assert (states, least, costs) == expected
    numbered = [number for _, facts in found["headings"] for number, _ in facts]
    assert {*numbered} <= {*range(1, len(found["lacks"]))}
    assert all(all(told) for told in found["lacks"][1:])


TASK = """(define (domain d) (:requirements :adl) (:predicates (p) (q) (r))
  (:action drop :parameters () :precondition (p) :effect (not (p)))
  (:action rise :parameters () :precondition (p) :effect (r))
  (:action a :parameters () :precondition CONDITION :effect EFFECT))"""


@pytest.mark.parametrize(
    ("condition", "effect", "goal", "by_actions"),
    [
        ("(p)", "(q)", "(q)", True),
        ("(not (q))", "(and (q) (not (p)))", "(and (q) (not (p)))", True),
        ("(p)", "(when (p) (q))", "(q)", True),
        ("(or (p) (r))", "(q)", "(q)", False),
        ("(p)", "(q)", "(or (q) (r))", False),
        ("(p)", "(when (or (p) (r)) (q))", "(q)", False),
    ],
)
def test_a_task_is_tried_by_its_actions_only_where_they_ask_for_facts(
    condition: str, effect: str, goal: str, by_actions: bool
) -> None:
    """Other conditions are worked out here, for all states: an action leads from the start to the goal."""
    domain = TASK.replace("CONDITION", condition).replace("EFFECT", effect)
    problem = f"(define (problem p) (:domain d) (:init (p)) (:goal {goal}))"
    found = page_data(model_of(Source(domain, "domain"), Source(problem, "problem")))
    assert found is not None
    assert ("actions" in found) == by_actions
    if by_actions:
        assert walked(found)[1] == 1
    else:
        assert 0 not in found["goals"]
        assert {after for _, after, _ in unfolded(found)[0][1].values()} & {*found["goals"]}


def test_many_ground_actions_are_tried_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    instance: Any = instantiate_smallest(load("hanoi"), {"discs": 2})
    found = page_data(instance)
    assert found is not None
    many = len(found["actions"])
    for most in (many - 1, many):
        monkeypatch.setattr(actions, "MOST_ACTIONS", most)
        found = page_data(instance)
        assert found is not None
        assert ("actions" in found) == (most == many)
        assert "actions" in found or len(found["states"]) == 9
    monkeypatch.setattr(actions, "MOST_ACTIONS", 1)
    for most, there_is in ((8, False), (9, True)):
        monkeypatch.setattr(page_table, "MOST_STATES", most)
        assert (make_trial(instance) is not None) == there_is
