"""Foreign parsers and planners on the generated files.

The planners are outside unified-planning; their plans are replayed. Each runs in a process of its own, because kstar-planner and pymimir
print and may crash.
"""

from __future__ import annotations

import functools
import itertools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import oracle
import pytest
from processes import MAX_WAIT_SECONDS
from support import CASES, list_formulations, make_instance

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import find_formulation, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.solution import Solution
from ferryplan.planner.plan_validation import validate_plan
from ferryplan.planner.plans.plan_reading import read_final_plan

if TYPE_CHECKING:
    import pddl.parser.domain
    import pddl.parser.problem

SIZES = json.loads((CASES / "sizes.json").read_text())


def instance_of_case(case: dict[str, object]) -> AnyInstance:
    return instantiate(load(str(case["puzzle"])), {key: value for key, value in case.items() if key != "puzzle"})


def read_by_tarski(domain: str, problem: str) -> None:
    import tarski.io

    reader = tarski.io.PDDLReader(raise_on_error=True)
    reader.parse_domain_string(domain)
    assert reader.parse_instance_string(problem).init is not None


def read_by_pddl(domain: str, problem: str) -> None:
    """Parse both texts with AI-Planning/pddl."""
    read = _parsers()[0](domain)
    assert _parsers()[1](problem).domain_name == read.name


@functools.cache
def _parsers() -> tuple[pddl.parser.domain.DomainParser, pddl.parser.problem.ProblemParser]:
    import pddl.parser.domain
    import pddl.parser.problem

    return pddl.parser.domain.DomainParser(), pddl.parser.problem.ProblemParser()


READERS = {"tarski": read_by_tarski, "pddl": read_by_pddl}
# Features that a parser lacks: (parser, text in the domain), with the parser's message.
LACKS = {
    # tarski knows the type of functions only where :action-costs is required, and that requirement would be wrong here
    ("tarski", "(:durative-action"): "token recognition error at: ':durative-action '",
    ("tarski", "(:functions"): 'Undefined element "number"',
    ("tarski", "(:derived"): "Parsing of derived predicates in Tarski not yet implemented",
    ("pddl", "(:durative-action"): "No terminal matches ':' in the current parser context",
    # the costs of loads are functions, which :action-costs allows and Fast Downward accepts only in this form
    ("pddl", "(cost-"): "numeric-fluents requirement is not specified, but numeric fluents are specified",
}


CROSSINGS = {formulation: case for case in reversed(SIZES) for formulation in list_formulations(str(case["puzzle"]))}
"""for each dialect and encoding, the first puzzle that has it"""


@pytest.mark.engines
@pytest.mark.parametrize(("dialect", "encoding"), CROSSINGS)
@pytest.mark.parametrize("reader", READERS)
def test_parsers_accept_generated_crossing_pddl(dialect: str, encoding: str, reader: str) -> None:
    text = generate(instance_of_case(CROSSINGS[dialect, encoding]), dialect, encoding)
    lacks = [
        says
        for (lacking, section), says in LACKS.items()
        if lacking == reader
        and section in text.domain
        and not (section == "(:functions" and "(total-cost)" in text.domain)
    ]
    if lacks:
        with pytest.raises(Exception, match=lacks[0]):
            READERS[reader](text.domain, text.problem)
    else:
        READERS[reader](text.domain, text.problem)


OTHERS = [
    {"puzzle": "four-houses"},
    {"puzzle": "cryptarithm", "sum": "ÄB + BÄ = ЖßΩ"},
    {"puzzle": "sudoku", "givens": "1.....3...1....2"},
    {"puzzle": "sudoku", "givens": "1234341221434321"},
    {"puzzle": "queens", "queens": 1},
    {"puzzle": "pieces", "rows": 3},
]


@pytest.mark.engines
@pytest.mark.parametrize(
    ("case", "dialect"),
    [
        *itertools.product(OTHERS, ["strips", "adl"]),
        ({"puzzle": "gripper"}, "strips"),
        ({"puzzle": "lights-out"}, "adl"),
    ],
    ids=str,
)
@pytest.mark.parametrize("reader", READERS)
def test_external_parsers_accept_generated_pddl_of_non_crossing_families(
    case: dict[str, object], dialect: str, reader: str
) -> None:
    from pddl.exceptions import PDDLMissingRequirementError

    text = generate(instance_of_case(case), dialect)
    if reader == "pddl" and ("(or" in text.problem or "(forall" in text.problem):
        # this parser looks in the problem for requirements of goals, where PDDL does not demand them
        with pytest.raises(PDDLMissingRequirementError):
            READERS[reader](text.domain, text.problem)
    else:
        READERS[reader](text.domain, text.problem)


@pytest.mark.parametrize("puzzle", ["zebra", "send-more-money", "sudoku", "pieces"])
def test_pyperplan_program_solves_puzzles_of_non_crossing_families(puzzle: str, tmp_path: Path) -> None:
    """The program pyperplan solves the PDDL of assignment puzzles.

    It grounds by trying all combinations of objects, so that an action with too many parameters would overwhelm it.
    """
    text = generate(instantiate(load(puzzle), {}), "strips")
    files = [tmp_path / "domain.pddl", tmp_path / "p01.pddl"]
    files[0].write_text(text.domain)
    files[1].write_text(text.problem)
    program = Path(sys.executable).with_name("pyperplan")
    subprocess.run(
        [program, "-s", "gbf", "-H", "hff", *files], check=True, capture_output=True, timeout=MAX_WAIT_SECONDS
    )
    plan = Path(f"{files[1]}.soln").read_text()
    assert isinstance(validate_plan(text.problem, plan).solution, Solution)


@pytest.mark.engines
def test_parsers_reject_unbalanced_parenthesis() -> None:
    from lark.exceptions import LarkError
    from tarski.errors import TarskiError

    text = generate(make_instance("family", capacity=2), "adl")
    for read in READERS.values():
        with pytest.raises((TarskiError, LarkError)):
            read(text.domain, text.problem.replace("(boat-at left-bank)", "(boat-at left-bank"))


KSTAR = """
import json, sys
from kstar_planner import planners
search = "kstar(blind(), q=1.0, find_unordered_plans=false, dump_plan_files=false, json_file_to_dump=PLANS_JSON_NAME)"
found = planners.run_planner(["--overall-time-limit", "60s", "domain.pddl", "p01.pddl", "--search", search])
assert not found["timeout_triggered"], found["planner_output"]
print(json.dumps({"unsolvable": found["unsolvable"], "plans": [plan["actions"] for plan in found["plans"]]}))
"""
MIMIR = """
import json, pymimir
from pathlib import Path
problem = pymimir.Problem(pymimir.Domain(Path("domain.pddl")), Path("p01.pddl"))
found = pymimir.astar_eager(problem, problem.get_initial_state(), pymimir.BlindHeuristic(problem))
print(json.dumps({"unsolvable": found.status == "exhausted", "plans": [list(map(str, found.solution))] if found.solution else []}))
"""


def ask(program: str, domain: str, problem: str, folder: Path) -> tuple[bool, list[str]]:
    """Return whether a planner reports that no plan exists, and its plans as texts of plan files."""
    (folder / "domain.pddl").write_text(domain)
    (folder / "p01.pddl").write_text(problem)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS
    )
    assert run.returncode == 0, run.stdout + run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    plans = {"\n".join(f"({action.strip('()')})" for action in plan) for plan in found["plans"]}
    return found["unsolvable"], sorted(plans)


def crossings_of(plan: str, problem: str) -> int:
    solution = validate_plan(problem, plan).solution
    assert solution is not None
    return len(solution.steps)


STRIPS = [
    {"puzzle": "jealous-couples", "couples": 3, "capacity": 2},
    {"puzzle": "jealous-couples", "couples": 2, "capacity": 2, "islands": 1, "bypass": False},
    {"puzzle": "missionaries-cannibals", "missionaries": 3, "cannibals": 2, "capacity": 2},
    {"puzzle": "wolf-goat-cabbage", "capacity": 1},
]


# The translator of K*, which is that of Fast Downward, negates the quantifiers of a rule by brute force: no larger case in adl here.
@pytest.mark.engines
@pytest.mark.parametrize(
    ("dialect", "case"),
    [*(("strips", case) for case in STRIPS), ("adl", {"puzzle": "family", "capacity": 2, "sons": 1, "daughters": 1})],
    ids=str,
)
def test_kstar_finds_all_shortest_plans(dialect: str, case: dict[str, object], tmp_path: Path) -> None:
    """K* finds as many shortest plans as brute force, and those of the listing: 486 for three couples.

    The first 20 are replayed.
    """
    puzzle = oracle.PUZZLES[str(case["puzzle"])](**{key: value for key, value in case.items() if key != "puzzle"})
    _, crossings = puzzle.explore()
    instance = instance_of_case(case)
    assert isinstance(instance, Instance)
    text = generate(instance, dialect)
    unsolvable, plans = ask(KSTAR, text.domain, text.problem, tmp_path)
    assert unsolvable == (crossings is None)
    assert len(plans) == (0 if crossings is None else puzzle.count_shortest_plans())
    assert all(crossings_of(plan, text.problem) == crossings for plan in plans[:20])
    formulation = find_formulation(instance, dialect)
    found = Counter(tuple(formulation.decode_plan(instance, read_final_plan(plan, "kstar"))) for plan in plans)
    assert Counter(way.moves for way in CheapestSolutions(CrossingSpace(instance)).iterate_paths()) == found
    assert CheapestSolutions(CrossingSpace(instance)).count == len(plans)


@pytest.mark.engines
@pytest.mark.parametrize(
    ("dialect", "case"),
    [*(("strips", case) for case in STRIPS), ("adl", {"puzzle": "missionaries-cannibals", "capacity": 2})],
    ids=str,
)
def test_mimir_finds_the_optimum(dialect: str, case: dict[str, object], tmp_path: Path) -> None:
    """Mimir finds the optimum, in the dialect adl only without guards: see the next test."""
    parameters = {key: value for key, value in case.items() if key != "puzzle"}
    _, crossings = oracle.PUZZLES[str(case["puzzle"])](**parameters).explore()
    text = generate(instance_of_case(case), dialect)
    unsolvable, plans = ask(MIMIR, text.domain, text.problem, tmp_path)
    assert unsolvable == (crossings is None)
    assert [crossings_of(plan, text.problem) for plan in plans] == ([] if crossings is None else [crossings])


PAIRS = """(define (domain pairs)
  (:requirements :adl)
  (:predicates (foe ?x ?y) (paired ?x ?y))
  (:action pair
    :parameters (?a ?b)
    :precondition (and
      (not (= ?a ?b))
      (not (exists (?v ?t) (and (foe ?t ?v) (or (= ?v ?a) (= ?v ?b)) (or (= ?t ?a) (= ?t ?b))))))
    :effect (paired ?a ?b)))"""
APPLICABLE = """
import sys, pymimir
problem = pymimir.Problem(pymimir.Domain(sys.argv[1]), sys.argv[2])
print(*problem.get_initial_state().generate_applicable_actions(), sep="\\n")
"""


@pytest.mark.engines
@pytest.mark.xfail(strict=True, reason="a fault of pymimir 0.13: it finds two of the eight pairs")
def test_mimir_reads_disjunctions_of_equalities_under_a_quantifier() -> None:
    """Of a, b, c and d, the pairs a b and c d are foes: four pairs are allowed, each in two orders."""
    problem = (
        "(define (problem p1) (:domain pairs) (:objects a b c d) (:init (foe a b) (foe c d)) (:goal (paired a c)))"
    )
    command = [sys.executable, "-c", APPLICABLE, PAIRS, problem]
    run = subprocess.run(command, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=True)
    expected = {f"(pair {x} {y})" for pair in ("ac", "ad", "bc", "bd") for x, y in (pair, pair[::-1])}
    assert {*run.stdout.split("\n")} - {""} == expected
