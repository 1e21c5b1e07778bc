"""The counted encoding is the symmetric quotient of the named one."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pddl_oracle
import pddl_well_formedness
import pytest
from budget import draw_cases
from pyperplan import grounding
from pyperplan.planner import _parse
from quotients import assert_is_quotient
from support import CASES, list_formulations, make_instance

from ferryplan.generator.crossing.constraints import GuardConstraint
from ferryplan.generator.crossing.encodings.compositions import find_disjoint_patterns, split_sum_among_counters
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.encodings.safety_checks import list_safety_checks
from ferryplan.generator.crossing.formulations import FORMULATIONS
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.tariff import Deadline
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.generation import generate
from ferryplan.generator.search.breadth_first import explore
from ferryplan.planner.engines.patches.pyperplan_grounding import ground_action
from ferryplan.planner.engines.patches.pyperplan_successors import successors

SIZES = json.loads((CASES / "sizes.json").read_text())
SMALL = [case for case in SIZES if case.get("islands", 0) < 2 or case["couples"] < 2]
COUNTED = [formulation.dialect for formulation in FORMULATIONS if formulation.encoding == "counted"]
ALL_COUNTED = [
    (case, dialect)
    for case in SMALL
    for dialect, encoding in list_formulations(str(case["puzzle"]))
    if encoding == "counted"
]
CASES_COUNTED = [
    drawn
    for puzzle in dict.fromkeys(case["puzzle"] for case, _ in ALL_COUNTED)
    for drawn in draw_cases([one for one in ALL_COUNTED if one[0]["puzzle"] == puzzle], 2)
]
"""two cases of every puzzle"""


def test_drawn_cases_contain_every_counted_dialect() -> None:
    assert {dialect for _, dialect in CASES_COUNTED} == {dialect for _, dialect in ALL_COUNTED}


@pytest.mark.parametrize(("case", "dialect"), CASES_COUNTED, ids=str)
def test_counted_encoding_of_catalog_puzzles_equals_symmetry_quotient(case: dict[str, object], dialect: str) -> None:
    instance = make_instance(str(case["puzzle"]), **{key: value for key, value in case.items() if key != "puzzle"})
    assert_is_quotient(instance, dialect)


@pytest.mark.parametrize(
    "case",
    [
        {"puzzle": "jealous-couples", "couples": 3, "capacity": 2},
        {"puzzle": "jealous-couples", "couples": 3, "capacity": 2, "islands": 1},
        {"puzzle": "family", "capacity": 2},
    ],
    ids=str,
)
def test_every_crossing_takes_the_same_number_of_actions(case: dict[str, object]) -> None:
    instance = make_instance(str(case["puzzle"]), **{key: value for key, value in case.items() if key != "puzzle"})
    pddl = generate(instance, "strips", "counted")
    task = pddl_oracle.read_task(pddl.domain, pddl.problem)
    depths = {task.initial: 0}
    lengths = set()
    queue = [task.initial]
    for state in queue:
        if ("now", "ready") in state and depths[state]:
            lengths.add(depths[state])
            continue
        for _, following in pddl_oracle.successors(state, task):
            if following not in depths:
                depths[following] = depths[state] + 1
                queue.append(following)
    assert len(lengths) == 1
    _, actions = pddl_oracle.explore(task)
    optimum = explore(CrossingSpace(instance)).goal_depth
    assert optimum is not None
    assert actions == optimum * lengths.pop()


@pytest.mark.parametrize("dialect", [dialect for dialect in COUNTED if dialect != "temporal"])
@pytest.mark.parametrize(("ice_lasts", "fish_lasts"), [(0, 0), (0, 1), (2, 1), (2, 4)])
def test_counted_encoding_supports_deadlines_when_no_crossing_limit_is_set(
    ice_lasts: int, fish_lasts: int, dialect: str
) -> None:
    """Deadlines bind also where the clock stands still, and travelers without a deadline stay free."""
    instance = replace(make_instance("perishables", ice_lasts=ice_lasts, fish_lasts=fish_lasts, capacity=3), limit=None)
    assert_is_quotient(instance, dialect)


@pytest.mark.parametrize("late", ["husband", "wife"])
def test_counted_encoding_supports_deadline_for_one_of_a_pair(late: str) -> None:
    """If one of a pair has a deadline, the domain names all places and declares them as constants.

    The partner may be at any place when the deadline binds.
    """
    instance = make_instance("jealous-couples", couples=2, islands=1, capacity=2)
    deadline = Deadline("late", sum(1 << i for i, one in enumerate(instance.travellers) if one.kind == late), 0, 4)
    instance = replace(instance, deadlines=(deadline,))
    assert_is_quotient(instance, "strips")
    pddl = generate(instance, "strips", "counted")
    sections = {part[0]: part for part in pddl_oracle.parse(pddl.domain)[1:] if isinstance(part, list)}
    constants = {name for name, _ in pddl_oracle.parse_typed_names(sections[":constants"][1:])}
    actions = [part for part in pddl_oracle.parse(pddl.domain)[1:] if part[0] == ":action"]
    named = {term for action in actions for term in words_of(action[5:]) if term in {p.symbol for p in instance.places}}
    assert named == constants & {place.symbol for place in instance.places} == {"left-bank", "island", "right-bank"}


def words_of(expression: pddl_oracle.Expression) -> Iterator[str]:
    """Yield every word of an expression."""
    if isinstance(expression, str):
        yield expression
    else:
        yield from itertools.chain.from_iterable(map(words_of, expression))


def three_in_a_unit(units: int, islands: int, names: tuple[str, ...] = ("man", "wife", "child")) -> Instance:
    """Return a puzzle with `units` groups of a man, his wife and his child.

    The men must not outnumber the wives. The goal holds at the start.
    """
    man, wife, *_ = names
    kinds = [
        {"name": name, "plural": "people", "names": f"{name[:1]}{number}-{{{{ number }}}}", "count": units}
        | ({"paired_with": names[number - 1]} if number else {})
        for number, name in enumerate(names)
    ]
    rule = {"rule": "outnumber", "says": "not outnumbered", "threats": [man], "others": [wife]}
    data = {
        "family": "crossing", "name": "trio", "title": "Trio", "story": "Trio.", "source": "none",
        "places": [{"name": "left"}, {"name": "island", "count": islands}, {"name": "right"}], "kinds": kinds,
        "boat": {"capacity": 2}, "rules": [rule], "start": {"boat": "left", "everyone": "left"}, "goal": {"everyone": "left"},
    }  # fmt: skip
    return instantiate(CrossingFile(**data), {})


@pytest.mark.parametrize(("units", "islands"), [(1, 0), (1, 1), (2, 0)])
def test_outnumber_rule_is_encoded_for_groups_of_three(units: int, islands: int) -> None:
    instance = three_in_a_unit(units, islands)
    assert_is_quotient(instance, "strips")
    assert len(generate(instance, "strips", "counted").problem) < 20_000


@pytest.mark.parametrize("dialect", ["numeric", "temporal"])
def test_numeric_encoding_that_is_too_large_is_rejected(dialect: str) -> None:
    """A numeric encoding that is too large is rejected.

    Four people in a group at four places need a count for each of 256 ways to distribute them, and conditions about these for each crossing.
    """
    with pytest.raises(
        EncodingError,
        match="the puzzle is too large for the 'numeric' dialect; its conditions would have more than 1,000,000 characters in total",
    ):
        generate(three_in_a_unit(1, 2, ("man", "wife", "child", "grandchild")), dialect, "counted")


@pytest.mark.parametrize(("units", "islands", "too_many"), [(1, 2, False), (2, 0, False), (2, 2, True)])
def test_encoding_with_more_than_3000_safety_conditions_is_rejected(units: int, islands: int, too_many: bool) -> None:
    """A safety rule is rejected only if it would need more than 3,000 conditions.

    Men threaten children unless the mother is there; a child's father and mother may be in any two places.
    """
    men = (1 << units) - 1
    charges = [GuardConstraint(2 * units + number, men, 1 << units + number) for number in range(units)]
    instance = replace(three_in_a_unit(units, islands), rules=(Rule("guard", "guarded", tuple(charges)),))
    if too_many:
        with pytest.raises(EncodingError, match="would need more than 3,000 conditions"):
            generate(instance, "strips", "counted")
    else:
        pddl = generate(instance, "strips", "counted")
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
        assert len(pddl.domain + pddl.problem) < 200_000


def test_safety_table_lists_exactly_the_possible_and_safe_counts() -> None:
    """The table lists only counts that are possible and safe.

    In 15 distributions of the single group the man or the wife is at the place; the 9 with the wife are safe.
    """
    unit = three_in_a_unit(1, 1)
    (table,) = (look.table for look in list_safety_checks(Quotient(unit), ("?one", "?other"), PlaceSets(unit)))
    wives = {row.index("n1") for row in table}
    assert all(row.count("n1") == 1 for row in table)
    assert len(table) == len(wives) == 4 + 2 + 2 + 1  # wife alone, with the man, with the child, with both


def counts_that_can_be(number: int, capacity: int) -> set[tuple[int, int]]:
    """Return the safe numbers of missionaries (at least one) and cannibals on the bank of a crossing.

    The others are a legal boatful and a safe group on the other bank, since both were safe before the crossing.
    """
    safe = [(m, c) for m in range(number + 1) for c in range(number + 1) if m == 0 or c <= m]
    boats = [(m, c) for m, c in safe if m + c <= capacity]
    return {
        (m, c)
        for m, c in safe
        if m
        and any((number - m - a, number - c - b) in set(safe) for a, b in boats if a + m <= number and b + c <= number)
    }


@pytest.mark.parametrize(("number", "capacity"), [(1, 2), (3, 2), (6, 4), (9, 3)])
def test_safety_table_of_missionaries_lists_exactly_the_safe_counts(number: int, capacity: int) -> None:
    instance = make_instance("missionaries-cannibals", missionaries=number, cannibals=number, capacity=capacity)
    (checks,) = list_safety_checks(Quotient(instance), ("?other",), PlaceSets(instance))
    assert {(int(m[1:]), int(c[1:])) for m, c in checks.table} == counts_that_can_be(number, capacity)


@pytest.mark.parametrize(("puzzle", "capacity"), [("jealous-couples", 4), ("missionaries-cannibals", 10)])
def test_problem_size_grows_linearly_with_travelers(puzzle: str, capacity: int) -> None:
    """The problem grows linearly: from 200 to 400 by twice as much as from 100 to 200.

    Where missionaries are on both banks, no bank has more of them than cannibals by more than the boat carries; otherwise one bank
    has all but a boatful. So for each number of missionaries, or of cannibals, the rows are at most as many as the seats in the boat.
    """
    kinds = ("couples",) if puzzle == "jealous-couples" else ("missionaries", "cannibals")
    problems = [
        generate(make_instance(puzzle, **dict.fromkeys(kinds, number), capacity=capacity), "strips", "counted").problem
        for number in (100, 200, 400)
    ]
    hundred, two_hundred, four_hundred = (problem.count("(") for problem in problems)
    assert four_hundred - two_hundred == 2 * (two_hundred - hundred)
    assert problems[-1].count("(enough ") <= 2 * (capacity + 1) * 401


def searched(instance: Instance, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Counter[str], int]:
    """Return the number of operators per action with which pyperplan searches, and of reachable states."""
    pddl = generate(instance, "strips", "counted")
    files = [folder / "domain.pddl", folder / "p01.pddl"]
    for file, text in zip(files, (pddl.domain, pddl.problem), strict=True):
        file.write_text(text)
    monkeypatch.setattr("pyperplan.grounding._ground_action", ground_action)
    task = grounding.ground(_parse(*map(str, files)))
    seen, queue = {task.initial_state}, [task.initial_state]
    for state in queue:
        following = [after for _, after in successors(task, state) if after not in seen]
        queue += dict.fromkeys(following)
        seen.update(following)
    return Counter(operator.name.strip("()").split()[0].partition("-")[0] for operator in task.operators), len(seen)


def of_the_river(number: int, capacity: int) -> tuple[int, int]:
    """Return the number of states of missionaries and cannibals on two banks, and of empty seats.

    The empty seats are summed over all crossings from all these states.
    """
    boats = [(m, c) for m in range(capacity + 1) for c in range(capacity + 1 - m) if m + c and (m == 0 or c <= m)]
    situations, empty = [(number, number, 1)], 0
    for m, c, side in situations:
        for a, b in boats:
            after = (m - side * a, c - side * b)
            other = (number - after[0], number - after[1])
            if all(bank[0] >= 0 <= bank[1] and (bank[0] == 0 or bank[0] >= bank[1]) for bank in (after, other)):
                empty += capacity - a - b
                if (*after, -side) not in situations:
                    situations.append((*after, -side))
    return len(situations), empty


@pytest.mark.parametrize(("number", "capacity"), [(3, 2), (6, 4)])
def test_loads_with_equal_first_travelers_share_boarding_states(
    number: int, capacity: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loads that begin with the same travelers share the states of boarding them.

    So for each state of the puzzle there are two states with nobody aboard: before and after the boat leaves. Each load adds two
    when its last traveler boards: one in which the load is aboard, and one in which the place that it left is safe. The waits of smaller
    loads for landing come on top.
    """
    instance = make_instance("missionaries-cannibals", missionaries=number, cannibals=number, capacity=capacity)
    situations, empty = of_the_river(number, capacity)
    loads = len(Quotient(instance).legal_loads)
    _, states = searched(instance, tmp_path, monkeypatch)
    assert states <= situations * (2 + 4 * loads) + 2 * empty


@pytest.mark.parametrize("number", [5, 20])
@pytest.mark.parametrize("puzzle", ["jealous-couples", "missionaries-cannibals"])
def test_number_of_operators_grows_linearly_with_travelers(
    puzzle: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of operators of each action grows linearly with the number of travelers.

    A boat for four carries twelve loads of either puzzle: 1 to 4 of each sort alone, and 4 with both sorts. At two banks missionaries and
    cannibals have one distribution each. Husbands (last in 6 loads) and wives (last in 4) have two, since the partner may be at either bank;
    couples (last in 2) have one. The first check leads to one stage, the second to four.
    """
    couples = puzzle == "jealous-couples"
    kinds = ("couples",) if couples else ("missionaries", "cannibals")
    found, _ = searched(make_instance(puzzle, **dict.fromkeys(kinds, number), capacity=4), tmp_path, monkeypatch)
    checked = number + 1 if couples else len(counts_that_can_be(number, 4)) + 1
    assert found == {
        "cross": 2,
        "take": 2 * number * (2 * 6 + 2 * 4 + 2 if couples else 12),
        "bring": 2 * number * (2 + 2 + 1 if couples else 2),
        "land": 2 * 12,
        "safe": 2 * (1 + 4) * checked,
        "wait": 2 * 3,
    }


@pytest.mark.parametrize(
    "names",
    [("from", "to", "rest"), ("more", "less", "place"), ("other", "other-1", "stage"), ("following", "count", "child")],
)
def test_kinds_may_be_named_like_template_variables(names: tuple[str, str, str]) -> None:
    instance = three_in_a_unit(1, 1, names)
    for dialect in ("strips", "numeric"):
        pddl = generate(instance, dialect, "counted")
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
        assert_is_quotient(instance, dialect)


@pytest.mark.parametrize("puzzle", ["jealous-couples", "family", "wolf-goat-cabbage"])
def test_each_safe_group_matches_exactly_one_pattern(puzzle: str) -> None:
    instance = make_instance(
        puzzle,
        **({"couples": 3, "single_men": 2, "single_women": 1} if puzzle == "jealous-couples" else {}),
        capacity=2,
    )
    quotient = Quotient(instance)
    patterns = find_disjoint_patterns(quotient, [charge for rule in instance.rules for charge in rule.constraints])
    for company in range(1 << len(instance.travellers)):
        counts = Counter[object]()
        for number, kind in enumerate(quotient.classes):
            for unit in kind.units:
                here = tuple(member for member, index in enumerate(unit) if company >> index & 1)
                counts[number, here] += 1
        fitting = [p for p in patterns if all(min(2, counts[part]) in values for part, values in p.items())]
        assert len(fitting) == all(rule.holds(company) for rule in instance.rules)


@pytest.mark.parametrize("counters", [1, 2, 3])
@pytest.mark.parametrize("values", [{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}])
def test_each_allowed_sum_is_split_among_counters_in_exactly_one_way(counters: int, values: set[int]) -> None:
    for counts in itertools.product(range(4), repeat=counters):
        fitting = [
            way
            for way in split_sum_among_counters(frozenset(values), 2, counters)
            if all(min(2, count) in allowed for count, allowed in zip(counts, way, strict=True))
        ]
        assert len(fitting) == (min(2, sum(counts)) in values)


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        (
            {"puzzle": "missionaries-cannibals", "missionaries": 320, "cannibals": 320, "capacity": 2, "islands": 1},
            "for a table of this rule",
        ),
        (
            {"puzzle": "jealous-couples", "couples": 100, "capacity": 100},
            "loads that fit the boat, counted up to symmetry",
        ),
    ],
    ids=str,
)
def test_counted_encoding_that_is_too_large_is_rejected(parameters: dict[str, object], found: str) -> None:
    instance = make_instance(str(parameters.pop("puzzle")), **parameters)
    with pytest.raises(EncodingError, match=found):
        generate(instance, "strips", "counted")
