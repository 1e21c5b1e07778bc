"""Arbitrary PDDL files on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import RunCommand, assert_refused
from support import CASES

from ferryplan.planner.engines.session import ProcessSession


def solve(plan: RunCommand, folder: Path, *more: str):
    return plan("solve", "--domain", str(folder / "domain.pddl"), "--problem", str(folder / "p01.pddl"), *more)


@pytest.mark.engines
def test_user_written_pddl_is_solved_and_its_plan_listed(plan: RunCommand) -> None:
    run = solve(plan, CASES / "domains" / "untyped")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "8 actions. Fast Downward proved that no shorter solution exists."
    assert "1  Sail from l1 to l0.  at ferry l0" in run.stdout
    lines = json.loads(solve(plan, CASES / "domains" / "untyped", "--format", "json").stdout)["plan"]
    # both cars wait at l0, the ferry is at l1 and carries one car: sail, then three times board or debark and sail
    assert lines[0] == "(sail l1 l0)"
    assert [line.split()[0] for line in lines[1:8]] == [
        "(board",
        "(sail",
        "(debark",
        "(sail",
        "(board",
        "(sail",
        "(debark",
    ]


@pytest.mark.engines
def test_json_and_plan_formats_show_plan_for_user_written_pddl(plan: RunCommand) -> None:
    folder = CASES / "domains" / "untyped"
    data = json.loads(solve(plan, folder, "--format", "json").stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", "fast-downward-opt", 8)
    assert solve(plan, folder, "--format", "plan").stdout.splitlines()[-1] == "; cost = 8 (unit cost)"


@pytest.mark.engines
def test_auto_chooses_an_engine_that_supports_the_problem(plan: RunCommand) -> None:
    run = solve(plan, CASES / "domains" / "quantifiers")
    assert run.returncode == 0, run.stderr
    assert "Fast Downward" in run.stdout
    run = solve(plan, CASES / "domains" / "quantifiers", "--engine", "aries")
    assert (run.returncode, run.stdout) == (31, "")
    assert "engine: 'aries' cannot handle this problem" in run.stderr


@pytest.mark.engines
@pytest.mark.parametrize("engine", ["fast-downward-opt", "symk-opt", "enhsp-opt"])
def test_engines_minimize_cost_instead_of_plan_length(engine: str, plan: RunCommand) -> None:
    # the direct road from a to c costs 9; the way through b costs 1 + 2
    data = json.loads(solve(plan, CASES / "domains" / "costs", "--engine", engine, "--format", "json").stdout)
    assert (data["status"], data["plan"]) == ("optimal", ["(drive v a b)", "(drive v b c)"])


@pytest.mark.engines
def test_engine_without_support_for_fractional_costs_is_rejected(plan: RunCommand, tmp_path: Path) -> None:
    shutil.copytree(CASES / "domains" / "costs", tmp_path / "d")
    problem = (tmp_path / "d" / "p01.pddl").read_text().replace("(= (length b c) 2)", "(= (length b c) 2.5)")
    (tmp_path / "d" / "p01.pddl").write_text(problem)
    run = solve(plan, tmp_path / "d", "--engine", "fast-downward")
    assert (run.returncode, run.stdout) == (31, "")
    assert "it does not support costs that are not whole numbers" in run.stderr


@pytest.mark.engines
def test_actions_without_effect_do_not_change_the_optimum(plan: RunCommand, tmp_path: Path) -> None:
    shutil.copytree(CASES / "domains" / "untyped", tmp_path / "d")
    domain = (tmp_path / "d" / "domain.pddl").read_text().rstrip().removesuffix(")")
    (tmp_path / "d" / "domain.pddl").write_text(
        f"{domain}\n(:action wait :parameters (?c) :precondition (and) :effect (and)))"
    )
    data = json.loads(solve(plan, tmp_path / "d", "--engine", "fast-downward-opt", "--format", "json").stdout)
    assert (data["status"], len(data["plan"])) == ("optimal", 8)


def test_plan_for_generated_pddl_is_narrated_in_terms_of_its_puzzle(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "-o", ".")
    run = plan("solve", "--domain", "domain.pddl", "--problem", "p01.pddl", "--format", "terse")
    assert (run.returncode, len(run.stdout.splitlines())) == (0, 7)
    assert run.stdout == plan("wolf-goat-cabbage", "--format", "terse").stdout


@pytest.mark.engines
def test_generated_problem_with_edited_domain_is_solved_as_plain_pddl(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "-o", ".")
    domain = (tmp_path / "domain.pddl").read_text()
    rule = "(at wolf ?place)\n      (away farmer ?place) (away goat ?place)"
    assert rule in domain
    (tmp_path / "domain.pddl").write_text(domain.replace(rule, "(at wolf ?place)"))  # the wolf may now eat the goat
    run = plan("solve", "--domain", "domain.pddl", "--problem", "p01.pddl")
    assert run.returncode == 0, run.stderr
    assert "15 actions. Fast Downward proved that no shorter solution exists." in run.stdout
    assert ", so ferryplan solves the PDDL without the puzzle." in " ".join(run.stdout.split())


@pytest.mark.parametrize(
    ("puzzle", "code", "said"),
    [
        (("wolf-goat-cabbage", "--capacity", "1"), 10, "A search by ferryplan confirms this"),
        (("jealous-couples", "--couples", "4", "--capacity", "2", "--encoding", "counted"), 10, "--capacity 3"),
        (("queens", "--queens", "3"), 10, "no "),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_unsolvable_generated_pddl_is_explained_in_terms_of_its_puzzle(
    puzzle: tuple[str, ...], code: int, said: str, plan: RunCommand
) -> None:
    plan("generate", *puzzle, "-o", ".")
    run = plan("solve", "--domain", "domain.pddl", "--problem", "p01.pddl")
    assert (run.returncode, run.stderr) == (code, "")
    assert said in run.stdout
    assert run.stdout == plan("solve", *puzzle).stdout


def test_timeout_on_generated_pddl_is_reported_in_terms_of_its_puzzle(
    plan: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan("generate", "wolf-goat-cabbage", "-o", ".")
    monkeypatch.setattr(ProcessSession, "ask", lambda session, request, deadline: {"status": "timeout"})
    run = plan("solve", "--domain", "domain.pddl", "--problem", "p01.pddl")
    assert (run.returncode, run.stderr) == (20, "")
    assert run.stdout.startswith("The wolf, the goat and the cabbage\n")
    assert "Stopped at the time limit: no solution was found" in run.stdout


@pytest.mark.engines
def test_unsolvable_user_written_pddl_is_proved_by_exhaustive_search(plan: RunCommand, tmp_path: Path) -> None:
    shutil.copytree(CASES / "domains" / "untyped", tmp_path / "d")
    problem = (tmp_path / "d" / "p01.pddl").read_text().replace("(at-ferry l1)", "")
    (tmp_path / "d" / "p01.pddl").write_text(problem)
    run = solve(plan, tmp_path / "d")
    assert run.returncode == 10, run.stderr
    assert "Proof: Fast Downward searched exhaustively" in run.stdout
    assert "it explored the only reachable state, which does not satisfy the goal." in run.stdout


PROBLEM = "(define (problem p) (:domain ferry-untyped) (:objects a) {init} (:goal (on a)))"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "p01.pddl: the file is empty"),
        ("(define", "p01.pddl:1:1: '(' is never closed"),
        ("(define (domain x))", "p01.pddl:1:1: this file defines a domain, but a problem belongs here"),
        ("\n(x", "p01.pddl:2:1: "),
        (PROBLEM.format(init="(:init (nothing))"), "p01.pddl:1:65: predicate 'nothing' is not declared"),
        (PROBLEM.format(init="(:init (on b))"), "p01.pddl:1:69: object 'b' is not declared"),
        (PROBLEM.format(init="(:init (or (on a)))"), "p01.pddl:1:65: '(or (on a))' is not a fact"),
    ],
)  # fmt: skip
def test_problem_errors_are_reported_with_their_position(
    text: str, found: str, plan: RunCommand, tmp_path: Path
) -> None:
    shutil.copytree(CASES / "domains" / "untyped", tmp_path / "d")
    (tmp_path / "d" / "p01.pddl").write_text(text)
    assert_refused(solve(plan, tmp_path / "d"), found)
    assert_refused(solve(plan, tmp_path / "d", "--engine", "pyperplan"), found)


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        ("(?from ?to)", "(?from -)", "domain.pddl:5:36: '-' needs names before it and a type after it"),
        ("(?from ?to)", "(?from to)", "domain.pddl:5:36: 'to' is not a variable"),
        ("(?from ?to)", "?from", "domain.pddl:5:29: '?from' after ':parameters' lacks parentheses"),
        (
            "(at-ferry ?from)))",
            "(at-fery ?from)))",
            "domain.pddl:7:38: predicate 'at-fery' is not declared; did you mean 'at-ferry'?",
        ),
        (
            "(at-ferry ?from)))",
            "(at-ferry ?form)))",
            "domain.pddl:7:48: variable '?form' is not declared; did you mean '?from'?",
        ),
        ("(:action board", "(:process board", "domain.pddl:8:3: ':process' belongs to PDDL+"),
    ],
)
def test_domain_errors_are_reported_with_their_position(
    right: str, wrong: str, found: str, plan: RunCommand, tmp_path: Path
) -> None:
    shutil.copytree(CASES / "domains" / "untyped", tmp_path / "d")
    domain = (tmp_path / "d" / "domain.pddl").read_text()
    assert right in domain
    (tmp_path / "d" / "domain.pddl").write_text(domain.replace(right, wrong, 1))
    assert_refused(solve(plan, tmp_path / "d"), found)
