"""Generated PDDL: reachable states, text, and the tools that read it."""

from __future__ import annotations

import itertools
import json
import math
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pddl_oracle
import pytest
from budget import draw_cases
from processes import MAX_WAIT_SECONDS
from support import (
    ACTIONS_PER_CROSSING,
    CASES,
    assert_moves_match_rules,
    draw_with_each,
    find_reached_states,
    is_settled,
    list_formulations,
    list_state_facts,
    load_crossings,
    make_instance,
)

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.tariff import Deadline, Limit
from ferryplan.generator.errors import EncodingError, InvalidPlanError, PddlError
from ferryplan.generator.generation import Pddl, find_formulation, generate
from ferryplan.generator.header import ProblemHeader, read_header, restore_instance
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.plan_validation import validate_plan

SIZES = json.loads((CASES / "sizes.json").read_text())
WEIGHED = [case for case in SIZES if case["puzzle"] in ("bridge-torch", "paid-oars")]
SMALL = [case for case in SIZES if case.get("islands", 0) < 2 or case["couples"] < 3]
GOLDEN = CASES / "pddl"


def in_each_formulation(
    cases: list[dict[str, object]], encoding: str | None = None, engine: str | None = None
) -> list[tuple[dict[str, object], str, str]]:
    """Return each case in each dialect and encoding that puzzle and engine support.

    The dialect temporal has its own tests.
    """
    return [
        (case, *one)
        for case in cases
        for one in list_formulations(str(case["puzzle"]))
        if one[0] != "temporal" and encoding in (None, one[1]) and (not engine or one[0] in ENGINES[engine].dialects)
    ]


def puzzle_and_formulation(case: tuple[dict[str, object], str, str]) -> tuple[object, ...]:
    parameters, dialect, encoding = case
    return parameters["puzzle"], dialect, encoding


def fewest_actions(instance: Instance, dialect: str) -> int | None:
    """Return the number of actions of a best plan.

    Each crossing takes a fixed number of actions, in strips more if the crossing costs more.
    """
    total = explore_cheapest_first(CrossingSpace(instance)).goal_depth
    if total is None or dialect == "costs":
        return None
    if instance.tariff is None:
        timing = bool(instance.horizon) and dialect == "strips"
        return total.moves * (ACTIONS_PER_CROSSING[dialect] + timing)
    costs = {instance.crossing_cost(load) for load in CrossingSpace(instance).legal_loads}
    unit = math.gcd(*costs)
    return total.cost // unit * math.ceil(3 * unit / min(costs))


def instance_of_case(case: dict[str, object]) -> Instance:
    return make_instance(str(case["puzzle"]), **{key: value for key, value in case.items() if key != "puzzle"})


@pytest.mark.parametrize(
    ("case", "dialect", "encoding"),
    draw_with_each(in_each_formulation(SMALL, "named"), 4, puzzle_and_formulation),
    ids=str,
)
def test_states_reached_in_named_pddl_match_the_puzzle_rules(
    case: dict[str, object], dialect: str, encoding: str
) -> None:
    instance = instance_of_case(case)
    pddl = generate(instance, dialect)
    task = pddl_oracle.read_task(pddl.domain, pddl.problem)
    states, actions = pddl_oracle.explore(task)
    assert_moves_match_rules(states, instance, dialect)
    if dialect == "costs":
        total = explore_cheapest_first(CrossingSpace(instance)).goal_depth
        assert pddl_oracle.least_cost(task) == (None if total is None else total.cost)
    else:
        assert actions == fewest_actions(instance, dialect)


@pytest.mark.parametrize("dialect", ["strips", "adl", "axioms", "costs"])
def test_rule_for_the_boat_forbids_groups_that_are_safe_on_banks(dialect: str) -> None:
    """The rule in the boat forbids loads that the banks allow.

    With equally many missionaries and cannibals, the banks forbid all that the boat forbids. With two missionaries more, only the rule in
    the boat forbids some loads of three, four and five: MCC, MCCC and MMCCC. One state is tested for each size.
    """
    instance = make_instance("missionaries-cannibals", missionaries=5, cannibals=3, capacity=5)
    space, lenient = CrossingSpace(instance), CrossingSpace(replace(instance, boat_rules=False))
    telling = {}
    for state in explore(space, up_to_symmetry=True).depths:
        for crossing in {one for one, _ in lenient.successors(state)} - {one for one, _ in space.successors(state)}:
            telling.setdefault(crossing.load.bit_count(), state)
    assert sorted(telling) == [3, 4, 5]
    for state in telling.values():
        pddl = generate(replace(instance, start=state), dialect)
        assert moves_from_the_start(pddl_oracle.read_task(pddl.domain, pddl.problem), dialect) == {
            list_state_facts(after, instance) for _, after in space.successors(state)
        }


def moves_from_the_start(task: pddl_oracle.Task, dialect: str) -> set[frozenset[tuple[str, ...]]]:
    """Return the positions of boat and travelers after each possible first crossing."""
    found, queue = set(), [task.initial]
    for state in queue:
        for _, following in pddl_oracle.successors(state, task):
            if is_settled(frozenset(pddl_oracle.derive_facts(following, task).atoms), dialect):
                found.add(frozenset(atom for atom in following if atom[0] in ("at", "boat-at", "clock")))
            elif following not in queue:
                queue.append(following)
    return found


@pytest.mark.parametrize("case", draw_cases(SMALL, 8), ids=str)
def test_states_reached_by_pyperplan_match_the_puzzle_rules(case: dict[str, object], tmp_path: Path) -> None:
    from pyperplan.planner import _ground, _parse

    instance = instance_of_case(case)
    pddl = generate(instance, "strips")
    (tmp_path / "domain.pddl").write_text(pddl.domain)
    (tmp_path / "p01.pddl").write_text(pddl.problem)
    problem = _parse(str(tmp_path / "domain.pddl"), str(tmp_path / "p01.pddl"))
    task = _ground(problem, remove_statics_from_initial_state=False, remove_irrelevant_operators=False)
    found, queue = {task.initial_state}, [task.initial_state]
    for state in queue:
        for _, following in task.get_successor_states(state):
            if following not in found:
                found.add(following)
                queue.append(following)
    settled = {frozenset(tuple(fact[1:-1].split()) for fact in state) for state in found if "(now ready)" in state}
    assert {
        frozenset(atom for atom in state if atom[0] in ("at", "boat-at", "clock")) for state in settled
    } == find_reached_states(instance)


LIMIT = Limit("at most nine", 9)
LATE = Deadline("the first is soon away", 1, 0, 3)


@pytest.mark.parametrize(
    ("limit", "deadlines"),
    [(None, ()), (LIMIT, ()), (None, (LATE,)), (LIMIT, (LATE,))],
    ids=["", "limit", "late", "both"],
)
@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [
        ("bridge-torch", {"paces": (2, 3, 7)}),
        ("paid-oars", {"missionaries": 2, "cannibals": 2, "missionary_fee": 10, "cannibal_fee": 3, "capacity": 2}),
    ],
)
def test_strips_actions_per_crossing_are_proportional_to_cost(
    puzzle: str, parameters: dict[str, object], limit: Limit | None, deadlines: tuple[Deadline, ...]
) -> None:
    """The number of actions of a crossing is proportional to its cost.

    So the plan with the fewest actions is the cheapest one, also where the PDDL counts crossings.
    """
    instance = replace(make_instance(puzzle, **parameters), limit=limit, deadlines=deadlines)
    pddl = generate(instance, "strips")
    task = pddl_oracle.read_task(pddl.domain, pddl.problem)
    lengths, layer = Counter[int](), [task.initial]
    for length in itertools.count(1):
        layer = [*dict.fromkeys(after for state in layer for _, after in pddl_oracle.successors(state, task))]
        if not layer:
            break
        lengths[length] = sum(("now", "ready") in state for state in layer)
        layer = [state for state in layer if ("now", "ready") not in state]
    costs = {
        instance.crossing_cost(crossing.load) for crossing, _ in CrossingSpace(instance).successors(instance.start)
    }
    longer = [length for length, number in lengths.items() if number]
    assert len(costs) == len(longer) > 1
    assert len({Fraction(length, cost) for length, cost in zip(longer, sorted(costs), strict=True)}) == 1


@pytest.fixture(scope="module")
def generated() -> dict[str, Pddl]:
    """Return the PDDL of cases of each puzzle in each dialect and encoding."""
    cases = draw_with_each(in_each_formulation(SIZES), 4, puzzle_and_formulation)
    return {
        f"{case} {dialect} {encoding}": generate(instance_of_case(case), dialect, encoding)
        for case, dialect, encoding in cases
    }


def declared_names(pddl: Pddl) -> list[str]:
    """Return the names of types, constants, objects, predicates and actions, as often as they are declared."""
    sections = {part[0]: part for part in pddl_oracle.parse(pddl.domain)[1:] if isinstance(part, list)}
    problem = {part[0]: part for part in pddl_oracle.parse(pddl.problem)[1:] if isinstance(part, list)}
    typed = sections[":types"][1:], sections.get(":constants", [""])[1:], problem[":objects"][1:]
    return [
        *(name for names in typed for name, _ in pddl_oracle.parse_typed_names(names)),
        *(str(predicate[0]) for predicate in sections[":predicates"][1:]),
        *(action.name for action in pddl_oracle.read_task(pddl.domain, pddl.problem).actions),
    ]


def test_pddl_names_are_legal_and_unique(generated: dict[str, Pddl]) -> None:
    faults = {
        case: wrong
        for case, pddl in generated.items()
        for names in [declared_names(pddl)]
        if (
            wrong := sorted(
                name
                for name, number in Counter(names).items()
                if number > 1 or not re.fullmatch("[a-z][a-z0-9-]*", name)
            )
        )
    }
    assert faults == {}


def test_generated_pddl_is_lower_case_without_stray_white_space(generated: dict[str, Pddl]) -> None:
    texts = {case: pddl.domain + pddl.problem for case, pddl in generated.items()}
    codes = {case: re.sub(r";[^\n]*", "", text) for case, text in texts.items()}
    assert [case for case, code in codes.items() if code != code.lower()] == []
    assert [case for case, text in texts.items() if re.search(r"\t| \n|\n\n\n", text)] == []


def nested_ands(expression: pddl_oracle.Expression) -> int:
    if isinstance(expression, str):
        return 0
    inside = sum(map(nested_ands, expression))
    return inside + sum(
        expression[:1] == ["and"] and isinstance(part, list) and part[:1] == ["and"] for part in expression
    )


def test_generated_pddl_has_no_nested_conjunctions(generated: dict[str, Pddl]) -> None:
    texts = ((case, text) for case, pddl in generated.items() for text in (pddl.domain, pddl.problem))
    assert [case for case, text in texts if nested_ands(pddl_oracle.parse(text))] == []


def test_only_the_domain_declares_requirements(generated: dict[str, Pddl]) -> None:
    assert [case for case, pddl in generated.items() if ":requirements" in pddl.problem] == []


def requirements(domain: str) -> list[str]:
    return next(part[1:] for part in pddl_oracle.parse(domain) if isinstance(part, list) and part[0] == ":requirements")


@pytest.mark.parametrize(
    ("dialect", "declared"),
    [("strips", [":strips", ":typing"]), ("costs", [":strips", ":typing", ":action-costs"])],
)
def test_strips_dialect_uses_only_positive_strips(dialect: str, declared: list[str]) -> None:
    texts = {
        f"{puzzle.name} {encoding}": generate(make_instance(puzzle.name, capacity=2), dialect, encoding)
        for puzzle in load_crossings()
        for its_dialect, encoding in list_formulations(puzzle.name)
        if its_dialect == dialect
    }
    assert texts
    assert {name: requirements(pddl.domain) for name, pddl in texts.items()} == dict.fromkeys(texts, declared)
    with_logic = [
        f"{name} {action.name}"
        for name, pddl in texts.items()
        for action in pddl_oracle.read_task(pddl.domain, pddl.problem).actions
        if any(part[0] in pddl_oracle.LOGIC_WORDS for part in pddl_oracle.list_conjuncts(action.precondition))
    ]
    assert with_logic == []


# A person has read the golden files; they show each change of a template.
GOLDEN_CASES = {
    "couples-2": ("jealous-couples", {"couples": 2, "capacity": 2}),
    "missionaries-2": ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 3}),
    "wolf-goat-cabbage": ("wolf-goat-cabbage", {}),
    "bridge-torch": ("bridge-torch", {"paces": [1, 2, 5]}),
    "paid-oars": ("paid-oars", {"missionaries": 2, "cannibals": 2, "cannibal_fee": 2, "capacity": 2}),
}


@pytest.mark.parametrize("name", GOLDEN_CASES)
def test_generated_pddl_matches_golden_files(name: str) -> None:
    puzzle, parameters = GOLDEN_CASES[name]
    instance = make_instance(puzzle, **parameters)
    for dialect, encoding in list_formulations(puzzle):
        pddl = generate(instance, dialect, encoding)
        folder = GOLDEN / "-".join([name, dialect, *(["counted"] if encoding == "counted" else [])])
        assert pddl.domain == (folder / "domain.pddl").read_text()
        assert pddl.problem == (folder / "p01.pddl").read_text()


FAST_DOWNWARD_CASES = in_each_formulation([*SMALL[::8], *WEIGHED[::2]], engine="fast-downward")


@pytest.mark.engines
@pytest.mark.parametrize(
    ("case", "dialect", "encoding"),
    draw_with_each(FAST_DOWNWARD_CASES, 6, lambda case: case[1:]),
    ids=str,
)
def test_fast_downward_finds_the_optimum(case: dict[str, object], dialect: str, encoding: str, tmp_path: Path) -> None:
    import up_fast_downward

    instance = instance_of_case(case)
    pddl = generate(instance, dialect, encoding)
    (tmp_path / "domain.pddl").write_text(pddl.domain)
    (tmp_path / "p01.pddl").write_text(pddl.problem)
    planner = Path(up_fast_downward.__file__).parent / "downward" / "fast-downward.py"
    command = [sys.executable, planner, "--plan-file", "plan", "domain.pddl", "p01.pddl", "--search", "astar(blind())"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    total = explore_cheapest_first(CrossingSpace(instance)).goal_depth
    if total is None:
        # Unsolvable by the translator, by the search; search space exhausted.
        assert run.returncode in (10, 11, 12), run.stdout + run.stderr
    else:
        assert run.returncode == 0, run.stdout + run.stderr
        plan = (tmp_path / "plan").read_text()
        if encoding == "named":
            assert f"; cost = {total.cost if dialect == 'costs' else fewest_actions(instance, dialect)} (" in plan
        assert validate_plan(pddl.problem, plan).solution.total.cost == total.cost


def test_instance_is_recovered_from_the_header() -> None:
    instance = make_instance("jealous-couples", couples=2, islands=1, capacity=2, bypass=False)
    header = read_header(generate(instance, "adl").problem, "p01.pddl")
    assert header.dialect == "adl"
    assert header.encoding == "named"
    assert restore_instance(header, "p01.pddl") == instance


@pytest.mark.parametrize(
    ("problem", "found"),
    [
        ("", "there is no comment line '; puzzle: …'"),
        ("(define (problem x))", "there is no comment line '; puzzle: …'"),
        ("; puzzle: family\n; parameters: {\n; dialect: adl\n; encoding: named\n", "expected a JSON object"),
        ("; puzzle: family\n; parameters: [1]\n; dialect: adl\n; encoding: named\n", "expected a JSON object"),
        ("; puzzle: family\n; parameters: {}\n; dialect: adll\n; encoding: named\n", "did you mean 'adl'"),
    ],
)
def test_invalid_header_is_reported(problem: str, found: str) -> None:
    with pytest.raises(PddlError, match="p.pddl: .*" + re.escape(found)):
        read_header(problem, "p.pddl")


def test_header_with_unknown_puzzle_suggests_a_name() -> None:
    with pytest.raises(PddlError, match="did you mean 'family'"):
        restore_instance(ProblemHeader("famly", {}, "adl", "named"), "p.pddl")


@pytest.mark.parametrize(
    ("puzzle", "dialect", "parameters", "found"),
    [
        ("bridge-torch", "strips", {"paces": [1, 102]}, "would take 306 actions, but the limit is 303"),
        ("bridge-torch", "costs", {"paces": [1] * 21}, "found 21 travelers, expected at most 20"),
        (
            "bridge-torch",
            "adl",
            {},
            "cannot express the costs of crossings \\(in minutes\\); choose the dialect 'strips', 'costs' or 'temporal'$",
        ),
        (
            "paid-oars",
            "temporal",
            {},
            "cannot express the costs of crossings \\(in coins\\); choose the dialect 'strips' or 'costs'$",
        ),
        (
            "bridge-torch",
            "costs",
            {"boats": 2},
            "only one boat, but the puzzle has 2 boats; choose the dialect 'temporal'$",
        ),
        (
            "paid-oars",
            "strips",
            {"missionary_fee": 0},
            "a crossing costs 0 coins, but the 'strips' dialect expresses costs as numbers of actions",
        ),
        ("jealous-couples", "strips", {"couples": 11, "capacity": 2}, "found 22 travelers, expected at most 20"),
        ("jealous-couples", "adl", {"couples": 101, "capacity": 2}, "found 202 travelers"),
        ("jealous-couples", "adl", {"couples": 20, "capacity": 20}, "found 20 seats"),
        ("jealous-couples", "axioms", {"couples": 101, "capacity": 2}, "found 202 travelers"),
        ("jealous-couples", "axioms", {"couples": 20, "capacity": 20}, "found 20 seats"),
        ("jealous-couples", "adll", {"couples": 2, "capacity": 2}, "did you mean 'adl'"),
    ],
)
def test_dialect_rejects_unsupported_instance(
    puzzle: str, dialect: str, parameters: dict[str, int], found: str
) -> None:
    with pytest.raises(EncodingError, match=found):
        generate(make_instance(puzzle, **parameters), dialect)


def test_error_names_the_first_plan_action_that_matches_no_move() -> None:
    """The error names the first action without a move.

    The third of these actions has a place where a traveler belongs; the fourth is wrong, too, but comes later.
    """
    actions = [
        GroundAction("cross-1", ("farmer", "left-bank", "right-bank")),
        GroundAction("safe-with-farmer", ("left-bank",)),
        GroundAction("cross-1", ("left-bank", "farmer", "right-bank")),
        GroundAction("cross-1", ("nobody", "left-bank", "right-bank")),
    ]
    with pytest.raises(
        InvalidPlanError, match=r"^the action \(cross-1 left-bank farmer right-bank\) does not correspond"
    ):
        find_formulation(make_instance("wolf-goat-cabbage"), "strips").decode_plan(
            make_instance("wolf-goat-cabbage"), actions
        )
