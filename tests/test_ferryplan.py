"""The module of public names: complete, lazily imported, and documented by examples that run."""

from __future__ import annotations

import doctest
import operator
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ferryplan

ROOT = Path(__file__).parent.parent


def test_every_public_name_exists() -> None:
    assert dir(ferryplan) == sorted(ferryplan.__all__)
    for name in ferryplan.__all__:
        assert getattr(ferryplan, name) is not None


def test_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        operator.attrgetter("nonsense")(ferryplan)


def test_version_matches_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert ferryplan.__version__ == project["version"]


def test_import_does_not_load_heavy_modules() -> None:
    code = "import sys, ferryplan; print({'unified_planning', 'pydantic', 'jinja2'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_module_docstring_examples_pass() -> None:
    found = doctest.testmod(ferryplan, optionflags=doctest.ELLIPSIS)
    assert found.attempted >= 5
    assert not found.failed


WITHOUT_EXAMPLE = {
    "AllSolutions", "Answer", "Catalogue", "Comparison", "CourseReport", "Description", "EngineList", "ExerciseSet", "FileEdit", "Finding",
    "HeuristicLandscape",
    "InventedPuzzles", "KeyCompletion", "LintReport", "ModelCheck", "NameUse", "OutlineEntry", "Pddl", "PddlCompletion", "PddlSymbol", "PuzzleGraph",
    "PuzzleKey", "PuzzleName", "PuzzleNameUse", "PuzzleNames", "Question", "QuestionSet",
    "ReadableMove", "ReadableState", "Result", "Score", "ScoreReport", "SearchComparison", "SearchRun", "Solution", "Space", "Step",
    "Suite", "SymbolTable", "ValidPlan", "Why",
}  # fmt: skip
"""types that functions return; the examples of these functions show them"""


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize("name", sorted({*ferryplan.__all__} - {"FAMILIES", "__version__"} - WITHOUT_EXAMPLE))
def test_every_name_has_an_example(name: str) -> None:
    shown = getattr(ferryplan, name)
    (example,) = [found for found in doctest.DocTestFinder().find(shown, name, module=False) if found.name == name]
    assert example.examples
    assert name in example.docstring.partition(">>>")[2]
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed


@pytest.mark.parametrize("name", ["FAMILIES", "__version__"])
def test_module_docstring_mentions_public_values(name: str) -> None:
    assert f"ferryplan.{name}" in str(ferryplan.__doc__)


@pytest.mark.usefixtures("reused_worker")
def test_reprs_are_short_and_name_the_instance() -> None:
    couples, sudoku = ferryplan.load("jealous-couples"), ferryplan.load("sudoku")
    instance = ferryplan.instantiate(couples, couples=4)
    result = ferryplan.solve(couples, couples=4)
    values = "'jealous-couples', couples=4, single_men=0, single_women=0, islands=0, capacity=3, boats=1, boat_rules=True, bypass=True"
    assert repr(couples) == "CrossingFile('jealous-couples')"
    assert repr(instance) == f"Instance({values})"
    assert repr(result) == f"Result(Instance({values}), status='optimal', solution='9 crossings')"
    assert repr(result.solution) == f"Solution(Instance({values}), '9 crossings')"
    assert repr(ferryplan.why(couples, couples=4, capacity=3)) == f"Why(Instance({values}), status='optimal')"
    assert repr(ferryplan.all_solutions(couples, couples=4)) == f"AllSolutions(Instance({values}))"
    assert len(repr(ferryplan.instantiate(sudoku))) < 100
    searched = repr(ferryplan.search("hanoi", algorithm="bfs"))
    assert searched.startswith("SearchRun(TaskInstance('hanoi', ")
    assert re.search(r", 'breadth-first search', status='optimal', expanded=\d+\)$", searched, re.IGNORECASE), searched
    assert re.fullmatch(
        r"PuzzleGraph\(Instance\('wolf-goat-cabbage', .*\), states=10\)", repr(ferryplan.graph("wolf-goat-cabbage"))
    )


def test_lint_findings_are_exported_as_data() -> None:
    (finding,) = ferryplan.lint(
        "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (q)))"
    ).to_dict()["findings"]
    assert (finding["line"], finding["kind"]) == (1, "undeclared")
