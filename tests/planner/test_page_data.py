"""The data for playing a puzzle on its page: states, moves and refusals match those of the puzzle.

The test reads the data in the same way as the page.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import defaultdict
from typing import Any

import oracle
import pytest
from support import make_instance

from ferryplan.generator import page_table
from ferryplan.generator.assignment import page_data as placements
from ferryplan.generator.crossing import page_data as crossings
from ferryplan.generator.crossing.narrator import MAX_NAMED_TRAVELERS
from ferryplan.generator.crossing.page_rules import rules_as_json
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest, narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks import page_data as actions
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.planner.pictures.play_data import make_play_data


def page_data(instance: AnyInstance) -> Any:
    """Return the data that the family of an instance supplies to a page."""
    return family_of(instance).make_page_data(instance)


def unfolded(found: dict[str, Any]) -> list[tuple[Any, dict[str, tuple[str, int, int]], dict[str, tuple[str, str]]]]:
    """Return the states of a table: the visible facts, the moves by key, and the refusals by key.

    Each move has its sentence, its target state and its cost.
    """
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
def test_crossing_table_matches_brute_force(puzzle: str, parameters: dict[str, int], brute: Any) -> None:
    """The table has as many states and goal states as brute force finds.

    In each state, each load of up to two travelers and each other place yields either a move or a refusal with its rule, never both.
    """
    instance = make_instance(puzzle, **parameters)
    found = page_data(instance)
    assert found is not None
    states = unfolded(found)
    situations, least = brute.explore()
    assert len(states) == len(situations)
    assert len(found["goals"]) == sum(map(brute.is_goal, situations))
    links = 0
    for (boats, companies), moves, stops in states:
        here = boats[0]
        present = companies[here].bit_count()
        loads = present + present * (present - 1) // 2
        routes = len(instance.destinations[here])
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
    assert links == sum(len([*brute.successors(one)]) for one in situations)
    layer, depth = {0}, 0
    while not layer & {*found["goals"]}:
        layer |= {after for one in layer for _, after, _ in states[one][1].values()}
        depth += 1
    assert depth == least


def test_state_table_is_included_only_if_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a state table, the page gets the rules of the puzzle.

    The farmer's puzzle has 10 states and 20 moves, besides the refusals.
    """
    instance = make_instance("wolf-goat-cabbage")
    whole = page_data(instance)
    assert whole is not None
    entries = sum(len(moves) + len(stops) for _, moves, stops in unfolded(whole))
    for limit, value, complete in (
        ("generator.page_table.MAX_STATES", 9, False),
        ("generator.page_table.MAX_STATES", 10, True),
        ("generator.crossing.page_data.MAX_TABLE_ENTRIES", entries - 1, False),
        ("generator.crossing.page_data.MAX_TABLE_ENTRIES", entries, True),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"ferryplan.{limit}", value)
            found = page_data(instance)
            assert found is not None
            assert ("states" in found) == complete
            assert ("scenes" in found) != complete


def test_puzzle_above_the_size_limits_yields_no_page_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Page data is limited by the number of named travelers, boat loads or pairs of placements.

    The farmer's boat takes 1 + 4 + 6 loads of zero, one or two travelers; six queens have 15 pairs of rows, each with 36 pairs of columns.
    """
    for couples, there_is in ((MAX_NAMED_TRAVELERS // 2, True), (MAX_NAMED_TRAVELERS // 2 + 1, False)):
        assert (page_data(make_instance("jealous-couples", couples=couples, capacity=2)) is not None) == there_is
    for most, there_is in ((10, False), (11, True)):
        monkeypatch.setattr(crossings, "MAX_PAGE_LOADS", most)
        assert (page_data(make_instance("wolf-goat-cabbage")) is not None) == there_is
    queens: Any = instantiate(load("queens"), {"queens": 6})
    pairs = len(queens.clues) * 15 * 36
    for most, there_is in ((pairs - 1, False), (pairs, True)):
        monkeypatch.setattr(placements, "MAX_PAIRS", most)
        assert (page_data(queens) is not None) == there_is


def forbidden(found: dict[str, Any]) -> set[tuple[int, int, int, int]]:
    """Return the pairs of placements that some clue forbids, as item, spot, other item and other spot.

    A placement that a clue forbids on its own is paired with itself.
    """
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


def test_forbidden_pairs_of_queens_are_the_attacks() -> None:
    """In every pair of rows, the same column and both diagonals are forbidden."""
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


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [("queens", {}), ("sudoku", {}), ("jigsaw", {}), ("futoshiki", {}), ("pieces", {"piece": "kings"}), ("pieces", {})],
)
def test_cells_of_page_pictures_match_the_board_of_any_assignment(puzzle: str, parameters: dict[str, Any]) -> None:
    """A placed item, drawn in its cell, shows what the table of the board shows there; other cells are as at the start."""
    instance: Any = instantiate(load(puzzle), parameters)
    narrator, draw = narrator_of(instance), random.Random(puzzle)
    board = narrator.make_page_board({})
    side = max(column for _, column, *_ in board["cells"]) + 1
    for _ in range(20):
        placed = {item: draw.choice(one.spots) for item, one in enumerate(instance.items) if draw.random() < 0.7}
        if board["kind"] == "digits":  # the table has signs between the cells
            grid = instance.grid.with_digits({instance.grid.empty_cells[item]: at for item, at in placed.items()})
            told = {divmod(cell, side): "" if at is None else "123456789"[at] for cell, at in enumerate(grid.digits)}
        else:
            table = narrator.board_as_table(placed)
            told = {(row, at): cell for row, cells in enumerate(table.rows) for at, cell in enumerate(cells[1:])}
        for row, column, item, spot, text in board["cells"]:
            if board["kind"] == "digits":
                expected = text if item < 0 else board["spots"][placed[item]] if item in placed else ""
            else:
                expected = instance.piece_letter if item in placed and placed[item] == spot else "."
            assert told[row, column] == expected


def test_each_sign_of_a_page_sum_stands_where_the_sum_is_written() -> None:
    """SEND + MORE = MONEY is written in three lines, flush right, and each letter is a cell of its own item."""
    instance: Any = instantiate(load("send-more-money"), {})
    found = page_data(instance)
    shown = {(row, column): item for item, _, cells in found["shown"] for row, column, _ in cells}
    board = narrator_of(instance).make_page_board(shown)
    lines: dict[int, dict[int, str]] = defaultdict(dict)
    for row, column, item, spot, text in board["cells"]:
        assert (instance.items[item].name, spot) == (text, -1)
        lines[row][column] = text
    assert ["".join(line.get(at, " ") for at in range(5)) for line in lines.values()] == [" SEND", " MORE", "MONEY"]
    assert board["signs"] == ["", "+", "="]


def test_sums_with_three_first_letters_can_be_played() -> None:
    """No page refuses the rule about leading zeros, however many letters it is about: F, T and S here."""
    found = page_data(instantiate(load("cryptarithm"), {}))
    assert found is not None
    [leading] = [clue for clue in found["clues"] if len(clue["scope"]) == 3 and "pairs" in clue]
    assert leading["pairs"] == []
    assert [[*spots] for spots in leading["alone"].values()] == [[0]] * 3


def test_groups_of_a_sudoku_are_its_units() -> None:
    """The pairs of cells in one group are those that share a row, a column or a box, with a text for each digit."""
    instance: Any = instantiate(load("sudoku"), {})
    found = page_data(instance)
    pairs = [
        {*pair}
        for clue in found["clues"]
        for group, texts in clue.get("groups", ())
        if len(group) == 1 or all(f"digit {spot + 1} appears twice" in found["texts"][at] for spot, at in texts.items())
        for pair in itertools.combinations(group, 2)
    ]
    assert not any(clue["pairs"] for clue in found["clues"] if "groups" in clue)
    places = [divmod(cell, 9) for cell in instance.grid.empty_cells]
    related = {
        (one, other)
        for (one, (row, column)), (other, (low, right)) in itertools.combinations(enumerate(places), 2)
        if row == low or column == right or (row // 3, column // 3) == (low // 3, right // 3)
    }
    assert {(min(pair), max(pair)) for pair in pairs} == related


@pytest.mark.parametrize("puzzle", ["zebra", "four-houses"])
def test_page_cells_of_placed_items_match_the_board_of_any_assignment(puzzle: str) -> None:
    """The cells of placed items, drawn over the empty board, show any assignment, sensible or not.

    If two items share a cell, one of them is visible.
    """
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
        told = narrator_of(instance).tabulate_board(state)
        empty = narrator_of(instance).board_as_table({}).rows
        for place in itertools.product(range(len(empty)), range(len(empty[0]))):
            row, column = place
            assert told.rows[row][column] in shown.get(place, {empty[row][column]})


def test_clues_about_several_items_are_included_as_data() -> None:
    """Clues about several items are data of their own and do not appear among the pairs.

    They are the five columns of SEND + MORE = MONEY, and each digit in each row, column and box of a sudoku that still has empty cells.
    """
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
def test_page_data_includes_weight_rule_only_if_it_can_be_violated(capacity: int, heavy: bool) -> None:
    """Two travelers weigh 2, two weigh 1, and all of them row.

    With a capacity of 2, nobody is too heavy alone, but two travelers together may be.
    """
    instance = make_instance("weights", capacity=capacity)
    assert instance.weights == (2, 2, 1, 1)
    space: Any = state_space_of(instance)
    [vessel] = rules_as_json(instance, space)["vessels"]
    full, weighs, rowers = vessel[4]
    assert full == f"The boat carries at most {capacity} {'traveler' if capacity == 1 else 'travelers'}."
    assert bool(weighs) == heavy
    assert rowers
    assert vessel[1:4] == [capacity, 2, 15]


class SumOfThree:
    """A clue of a kind that no page knows: it is about three items together and about no two of them."""

    kind, says, scope = "sum-of-three", "Three rows add up to an even number.", (0, 1, 2)

    def allows(self, placed: dict[int, int]) -> bool:
        return len(placed) < 3 or sum(placed.values()) % 2 == 0


def test_unknown_clue_kind_prevents_page_data() -> None:
    """A page that ignored the clue would accept wrong placements, so the puzzle gets no page."""
    queens: Any = instantiate(load("queens"), {"queens": 5})
    assert page_data(queens) is not None
    assert page_data(dataclasses.replace(queens, clues=(*queens.clues, SumOfThree()))) is None


def walked(found: dict[str, Any]) -> tuple[int, int, set[int]]:
    """Return the number of reachable states, the fewest steps to a goal, and the set of action costs.

    The exploration uses only the conditions and effects in the action data.
    """
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
def test_actions_in_page_data_yield_published_state_count_and_optimum(
    puzzle: str, parameters: dict[str, int], expected: Any
) -> None:
    """Hanoi with three pegs has 3^n states and needs 2^n - 1 moves; gripper with 3 balls needs 9 moves.

    The robot of gripper needs 3n moves for an odd number n of balls.

    Balls are interchangeable, and so are hands. The robot is in one of 2 rooms and holds zero, one or two balls; any number of
    the other balls are in the first room: 2 (4 + 3 + 2) states.
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
def test_page_data_lists_actions_only_if_conditions_are_literal_conjunctions(
    condition: str, effect: str, goal: str, by_actions: bool
) -> None:
    """Other conditions yield a table of all states, with an action from the initial state to the goal."""
    domain = TASK.replace("CONDITION", condition).replace("EFFECT", effect)
    problem = f"(define (problem p) (:domain d) (:init (p)) (:goal {goal}))"
    found = page_data(make_model_instance(Source(domain, "domain"), Source(problem, "problem")))
    assert found is not None
    assert ("actions" in found) == by_actions
    if by_actions:
        assert walked(found)[1] == 1
    else:
        assert 0 not in found["goals"]
        assert {after for _, after, _ in unfolded(found)[0][1].values()} & {*found["goals"]}


def test_page_data_has_a_state_table_if_there_are_too_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    instance: Any = instantiate_smallest(load("hanoi"), {"discs": 2})
    found = page_data(instance)
    assert found is not None
    many = len(found["actions"])
    for most in (many - 1, many):
        monkeypatch.setattr(actions, "MAX_ACTIONS", most)
        found = page_data(instance)
        assert found is not None
        assert ("actions" in found) == (most == many)
        assert "actions" in found or len(found["states"]) == 9
    monkeypatch.setattr(actions, "MAX_ACTIONS", 1)
    for most, there_is in ((8, False), (9, True)):
        monkeypatch.setattr(page_table, "MAX_STATES", most)
        assert (make_play_data(instance) is not None) == there_is
