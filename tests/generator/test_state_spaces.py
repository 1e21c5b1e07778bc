"""Invariants of every state space: small puzzles of the catalog, jugs, and random puzzle files."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from state_spaces import Links, check_searches, check_solutions, check_symmetry, compute_totals
from strategies.assignment import boards, grids, sums
from strategies.campaigns import fixed
from strategies.crossing import crossing_files
from strategies.files import PuzzleText

from ferryplan import domains
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.families import family_of, instantiate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.puzzle import load
from ferryplan.generator.search import state_graph, vectorized
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.shortest_path import find_shortest_path
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.search.state_graph import StateGraph, explore_graph
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first
from ferryplan.generator.space import StateSpace

MOST_STATES = 600
"""The largest number of states that are checked one by one."""
JUGS_FILE = Path(__file__).parent.parent / "jugs" / "jugs.toml"
SMALL: list[tuple[str, dict[str, Any]]] = [
    ("jealous-couples", {"couples": 3, "capacity": 2}),
    ("jealous-couples", {"couples": 2, "capacity": 3, "islands": 1, "single_men": 1}),
    ("missionaries-cannibals", {"capacity": 2, "rowing_cannibals": 1}),
    ("family", {"capacity": 2}),
    ("bridge-torch", {"paces": (1, 2, 2, 9)}),
    ("paid-oars", {"missionaries": 2, "cannibals": 2, "cannibal_fee": 0}),
    ("perishables", {"tide": 8}),
    ("four-elopements", {"couples": 2}),
    ("islands-farmer", {"things": 3, "capacity": 2}),
    ("weights", {}),
    ("swap", {"hunters": 2, "bears": 2, "capacity": 2}),
    ("four-houses", {}),
    ("queens", {"queens": 6}),
    ("sudoku", {"givens": "1..............."}),
    ("cryptarithm", {"sum": "TO + GO = OUT"}),
    (str(JUGS_FILE), {}),
    (str(JUGS_FILE), {"capacities": (8, 5, 3), "start": (8, 0, 0), "goal": (4, 4, 0), "tap": False}),
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random") / "random.toml"


@st.composite
def jugs(draw: st.DrawFn) -> PuzzleText:
    capacities = draw(st.lists(st.integers(1, 6), min_size=2, max_size=3, unique=True))
    start, goal = ([draw(st.integers(least, one)) for one in capacities] for least in (0, -1))
    given = {"capacities": tuple(capacities), "start": tuple(start), "goal": tuple(goal), "tap": draw(st.booleans())}
    return PuzzleText(JUGS_FILE.read_text(), given, {"family": "jugs"})


DRAWN: list[tuple[Callable[[], st.SearchStrategy[PuzzleText]], int]] = [
    (crossing_files, 15), (grids, 12), (sums, 15), (boards, 8), (jugs, 12),
]  # fmt: skip


@pytest.mark.parametrize(("strategy", "number"), DRAWN, ids=lambda value: getattr(value, "__name__", value))
def test_state_space_invariants_hold_for_random_files(
    strategy: Callable[[], st.SearchStrategy[PuzzleText]], number: int, path: Path
) -> None:
    held = Counter[bool]()

    @settings(fixed(number), phases=[Phase.generate])
    @given(file=strategy())
    def draw(file: PuzzleText) -> None:
        path.write_text(file.text, encoding="utf-8")
        try:
            instance = instantiate(load(str(path)), file.given)
            space = family_of(instance).make_space(instance)
            next(space.successors(space.initial), None)
        except (EncodingError, ParameterError):  # several boats, or a start that breaks a rule
            held[False] += 1
        else:
            held[True] += 1
            check(instance)

    draw()
    assert held[True] > held[False]


@pytest.mark.parametrize(("puzzle", "parameters"), SMALL, ids=lambda value: str(value)[-60:])
def test_state_space_invariants_hold_for_catalog_puzzles(puzzle: str, parameters: dict[str, Any]) -> None:
    check(instantiate(load(puzzle), parameters))


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [
        ("four-elopements", {"couples": 3, "islands": 2}),
        ("four-elopements", {"couples": 3, "islands": 2, "bypass": False}),
        ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "islands": 3, "capacity": 2}),
        ("missionaries-cannibals", {"islands": 1, "capacity": 3, "bypass": False}),
        ("swap", {"hunters": 3, "bears": 1, "islands": 2, "capacity": 2}),
        ("islands-farmer", {"things": 2, "islands": 2, "capacity": 2}),
        ("jealous-couples", {"couples": 2, "islands": 2, "capacity": 1}),
        ("perishables", {"tide": 8}),
        ("paid-oars", {"capacity": 3}),  # 7 coins in 7 crossings, or 5 crossings that cost more
    ],
    ids=str,
)
def test_quotient_lower_bound_is_admissible(puzzle: str, parameters: dict[str, Any]) -> None:
    quotient = QuotientSpace(instantiate(load(puzzle), parameters))
    all_of_it = explore_cheapest_first(quotient)
    check_outlook(quotient, {state: dict(quotient.successors(state)) for state in all_of_it.depths})
    found = find_shortest_path(quotient)
    assert (None if found.moves is None else found.total) == all_of_it.goal_depth
    assert found.expanded <= len(all_of_it.depths)
    if parameters.get("islands", 0) > 1 and found.moves:
        assert found.expanded < len(all_of_it.depths) / 2, "islands are alike"


def test_quotient_lower_bound_respects_deadline_on_one_island(tmp_path: Path) -> None:
    """With a deadline of 0 crossings, men may not wait on the second island."""
    text = domains.puzzle_files()["four-elopements"].read_text()
    for old, new in (
        ('count = "islands"', 'count = 1\n[[places]]\nname = "reef"'),
        (
            "[[rules]]",
            '[[rules]]\nrule = "deadline"\nsays = "The tide."\nkinds = ["man"]\nplace = "reef"\ncrossings = 0\n[[rules]]',
        ),
        (
            'between = ["island", "island"]',
            'between = ["island", "reef"]\n[[routes]]\nbetween = ["left bank", "reef"]\n[[routes]]\nbetween = ["reef", "right bank"]',
        ),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "reef.toml"
    path.write_text(text)
    test_quotient_lower_bound_is_admissible(str(path), {"couples": 3})


def test_state_space_invariants_hold_for_mutual_threats(tmp_path: Path) -> None:
    """One goat is safe where two are not, so a single goat differs from a group."""
    file = tmp_path / "goats.toml"
    text = (domains.FOLDER / "crossing" / "wolf-goat-cabbage.toml").read_text().split("[[optima]]")[0]
    goats = text.replace('plural = "goats"', 'plural = "goats"\ncount = 3\nnames = "goat {{ number }}"')
    rule = '[[rules]]\nrule = "guard"\nsays = "Goats fight."\nvictims = ["goat"]\nthreats = ["goat"]\nguardian = "farmer"\n'
    file.write_text(f"{goats}\n{rule}")
    check(instantiate(load(str(file)), {"capacity": 3}))


def check(instance: AnyInstance) -> None:
    """Check the space of an instance, its other views, its quotient, and its reversal."""
    family = family_of(instance)
    check_space(family.make_space(instance), family.make_narrator(instance))
    for view in family.views.values():
        if isinstance(instance, Instance) and instance.fleet:
            with pytest.raises(EncodingError, match="treat the boat as a place only if there is one boat"):
                next(view.space(instance).successors(instance.start), None)
        else:
            check_space(view.space(instance), view.narrator(instance))
    if isinstance(instance, Instance):
        check_quotient(CrossingSpace(instance), QuotientSpace(instance))
    try:
        backwards = not family.why_not("backward") and family.reverse(instance)
    except ParameterError:
        return
    if backwards and backwards != instance:
        space, other = (family.make_space(one) for one in (instance, backwards))
        assert CheapestSolutions(space).total == CheapestSolutions(other).total
        assert CheapestSolutions(space).count == CheapestSolutions(other).count


def check_space(space: StateSpace[Any, Any], narrator: Narrator[Any, Any]) -> None:
    links: Links = {}
    queue = [space.initial]
    for state in queue:
        if len(links) >= MOST_STATES:
            break
        moves = [*space.successors(state)]
        links[state] = dict(moves)
        assert len(moves) == len(links[state]), "a move twice"
        queue += [after for after in dict.fromkeys(links[state].values()) if after not in links and after not in queue]
    check_judge(space, links)
    check_codes(space, len(links))
    check_teller(space, narrator, links)
    if len(links) == len(queue):
        totals = compute_totals(space, links)
        check_searches(space, totals)
        check_symmetry(space, links, totals)
        check_solutions(space, links, totals)


def check_judge(space: StateSpace[Any, Any], links: Links) -> None:
    """Assert that the allowed candidates are the moves, and that costs and goals are consistent."""
    for state, moves in links.items():
        candidates = [*space.candidate_moves(state)]
        assert len({*candidates}) == len(candidates), "a candidate twice"
        allowed = {
            move: space.apply_move(state, move) for move in candidates if space.find_violation(state, move) is None
        }
        assert allowed == moves, f"in {state}"
        assert [*space.successors(state)] == [*space.successors(state)], "not always the same order"
        costs = {space.cost(state, move) for move in moves}
        assert all(cost == 1 or (cost >= 0 and not space.has_unit_costs) for cost in costs)
        assert 0 not in costs or space.has_free_moves
        assert space.is_goal(state) == (not space.describe_unmet_goals(state))
        assert space.count_goals_met(state) == space.goal_count or not space.is_goal(state)
        if space.reversible:
            assert all(state in links.get(after, {None: state}).values() for after in moves.values())


def check_codes(space: StateSpace[Any, Any], found: int) -> None:
    """Assert that a space and its integer encoding have the same graph.

    The comparison includes numpy and explorations that stop early.
    """
    coded = space.encoded_space
    if coded is None:
        return
    for most in (
        (None, *range(1, min(found, 40), 3), max(1, found - 1), found) if found < MOST_STATES else (1, 7, 100, 300)
    ):
        quick = explore_graph(space, max_states=most)
        plain = explore_graph(space, max_states=most, moves=space.successors)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(state_graph, "NUMPY_IMPORT_MIN_STATES", found // 3)
            patch.setattr(state_graph, "NUMPY_MIN_STATES", found // 3)
            patch.setattr(vectorized, "BATCH_SIZE", 64)
            arrays = explore_graph(space, max_states=most)
            assert told_of(arrays) == told_of(plain), f"with numpy, of at most {most}"
        assert isinstance(arrays.targets, array) or most is not None
        assert isinstance(quick.targets, list)
        assert told_of(quick) == told_of(plain), f"of at most {most}"
        assert quick.has_mutual_links == arrays.has_mutual_links == space.reversible
        assert not plain.has_mutual_links
        assert quick.states[-1] == arrays.states[-1] == plain.states[-1]
    waits = iter([True, True, False])
    done = explore_graph(space, go_on=lambda _: next(waits)).complete
    assert not done or [*waits][-1:] == [False], "asked a third time, it goes on"


def told_of(graph: StateGraph[Any, Any]) -> list[Any]:
    """Return all results about a graph."""
    found = analyze_graph(graph)
    told = (
        [*graph.states],
        [*graph.layers],
        [*graph.offsets],
        [*graph.targets],
        graph.explored_count,
        graph.goals,
        [*graph.links()],
    )
    numbers = (
        [*found.goal_distances],
        [*found.blind_alleys],
        [*found.costs_from_start],
        [*found.costs_to_goal],
        found.count_by_layer(),
        found.optimal_link_count,
    )
    return [
        *told,
        *numbers,
        [found.is_optimal(state) for state in range(len(graph.states))],
        found.optimal_cost,
        found.dead_end_count,
    ]


def test_large_encodings_are_explored_without_numpy() -> None:
    for islands, kind in (
        (3, array),
        (4, list),
    ):  # 12 travelers and the boat at 5 places fit 63 bits; at 6 places they do not
        space = CrossingSpace(instantiate(load("jealous-couples"), {"couples": 6, "capacity": 2, "islands": islands}))
        assert type(explore_graph(space, max_states=3_000).targets) is kind


def check_quotient(space: CrossingSpace, quotient: QuotientSpace) -> None:
    """Assert that the quotient has the states, moves and costs of the space without names.

    A best plan of the quotient belongs to a best plan of the space.
    """
    links: Links = {}
    states = [space.initial]
    told: Links = {}
    for state in states:
        if len(states) > MOST_STATES:
            return
        links[state] = dict(space.successors(state))
        states += [
            after for after in dict.fromkeys(links[state].values()) if after not in links and after not in states
        ]
        counts = quotient.to_counted_state(state)
        told.setdefault(counts, dict(quotient.successors(counts)))
        assert {
            (space.cost(state, move), quotient.to_counted_state(after)) for move, after in links[state].items()
        } == {(quotient.cost(counts, move), after) for move, after in told[counts].items()}
        assert space.is_goal(state) == quotient.is_goal(counts)
        assert space.count_goals_met(state) == quotient.count_goals_met(counts)
    check_judge(quotient, told)
    found_with_names = explore(space, up_to_symmetry=True).depths
    assert [quotient.to_named_state(counts) for counts in explore(quotient).depths] == [*found_with_names], (
        "in one order"
    )
    orbits = Counter(map(quotient.to_counted_state, links))
    assert orbits == {counts: quotient.orbit_size(counts) for counts in told}
    check_outlook(quotient, told)
    found = find_shortest_path(quotient)
    assert found.moves is None or (
        found.expanded <= len(told) and found.total == explore_cheapest_first(quotient, to_goal=True).goal_depth
    )
    state, cost = space.initial, 0
    for move in quotient.to_named_crossings(found.moves or ()):
        assert links[state][move] == space.apply_move(state, move)
        state, cost = links[state][move], cost + space.cost(state, move)
    assert space.is_goal(state) == (found.moves is not None)
    if found.moves is not None:
        assert (cost, len(found.moves)) == found.total


def check_outlook(quotient: QuotientSpace, told: Links) -> None:
    """Assert that the lower bound of the quotient is consistent and admissible.

    States with the same abstraction have the same goal distance.
    """
    before = dict[Any, list[Any]]()
    for state, moves in told.items():
        for after in moves.values():
            before.setdefault(after, []).append(state)
            assert quotient.lower_bound(state) <= quotient.lower_bound(after) + 1
    far = {state: 0 for state in told if quotient.is_goal(state)}
    queue = [*far]
    for state in queue:
        assert quotient.lower_bound(state) <= far[state]
        for one in before.get(state, ()):
            if one not in far:
                far[one] = far[state] + 1
                queue.append(one)
    alike = dict[Any, set[Any]]()
    for state in told:
        alike.setdefault(quotient.abstract_state(state), set()).add(far.get(state))
    assert all(len(distances) == 1 for distances in alike.values())


def check_teller(space: StateSpace[Any, Any], narrator: Narrator[Any, Any], links: Links) -> None:
    """Assert that the texts of states and moves fit in a line, lead back to the move, and are JSON."""
    lengths = set()
    for state, moves in [*links.items()][:50]:
        lengths.add(sum(not line.is_extra for line in narrator.list_state_lines(state)))
        assert "\n" not in narrator.format_state(state)
        assert json.loads(json.dumps(narrator.state_as_json(state))) is not None
        for move in moves:
            assert narrator.match_move(state, narrator.label_choice(state, move), moves) == move
            assert narrator.describe_move(state, move)
            assert narrator.label_move(move)
            json.dumps(narrator.move_as_json(state, move))
    assert len(lengths) == 1
