"""Turn puzzles into PDDL, solve them with real planners, explain and check the plans.

>>> import ferryplan
>>> result = ferryplan.solve("jealous-couples", couples=3)
>>> len(result.solution.steps)
11

The functions have the names of the commands, and do what the commands do:

- find and load puzzles: `puzzles`, `show`, `load`, `instantiate`, `schema`
- solve and explain: `solve`, `all_solutions`, `why`
- generate PDDL and check plans: `generate`, `validate`, `narrate`
- run and compare planners: `engines`, `compare`, `suite`
- explore and search: `graph`, `space`, `search`, `compare_searches`, `landscape`
- check models: `check`, `check_submissions`, `lint`, `exercise`
- write files in an editor: `lint_draft`, `format_pddl`, `find_domain`, `find_symbols`, `find_puzzle_key`, `find_puzzle_names`
- invent puzzles, pose questions and score answers: `invent`, `pose`, `score`, `score_answers`

A puzzle is a name of the catalog, a path, a text in TOML, a mapping or PDDL (see `load`), and its parameters are
keywords. The functions print nothing and never exit. They raise a `FerryplanError` for whatever is wrong, or a subclass
of it.

All answers have this in common: ``print(answer)`` prints what the command prints, ``answer.to_dict()`` is the command's JSON, and
``answer.render("html")`` is another of ``answer.formats``. Answers compare, hash and pickle.

Each name is imported when you first use it, so that the command line starts quickly.

>>> ferryplan.__version__.count(".")
2
>>> sorted(ferryplan.FAMILIES)
['arithmetic', 'board', 'classical', 'crossing', 'grid']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferryplan.evaluation.api.posing import pose
    from ferryplan.evaluation.posing.question_set import QuestionSet
    from ferryplan.evaluation.scoring.answer_score import Score
    from ferryplan.evaluation.scoring.answer_scoring import score_answers
    from ferryplan.evaluation.scoring.question import Question, QuestionError
    from ferryplan.evaluation.scoring.question_scoring import score
    from ferryplan.evaluation.scoring.score_report import ScoreReport
    from ferryplan.generator.arguments import ArgumentError, ArgumentTypeError, ArgumentValueError
    from ferryplan.generator.drawing import PictureError
    from ferryplan.generator.errors import (
        EncodingError,
        FamilyError,
        FerryplanError,
        InvalidPlanError,
        ParameterError,
        PddlError,
        PlanError,
        PuzzleError,
        UnsuitableError,
    )
    from ferryplan.generator.families import FAMILIES
    from ferryplan.generator.family import Family
    from ferryplan.generator.file_edits import FileEdit
    from ferryplan.generator.generation import Pddl
    from ferryplan.generator.layout import Layout
    from ferryplan.generator.pddl.formatting import format_pddl
    from ferryplan.generator.pddl.linting.findings import Finding
    from ferryplan.generator.pddl.symbols.completions import PddlCompletion
    from ferryplan.generator.pddl.symbols.name_uses import NameUse, OutlineEntry, PddlSymbol
    from ferryplan.generator.puzzle_keys import KeyCompletion
    from ferryplan.generator.puzzle_names import PuzzleName, PuzzleNameUse
    from ferryplan.generator.solution import Solution, Step
    from ferryplan.generator.space import StateSpace
    from ferryplan.planner.api.graphs import PuzzleGraph, graph
    from ferryplan.planner.api.inventing import InventedPuzzles, invent
    from ferryplan.planner.api.linting import find_domain, lint, lint_draft
    from ferryplan.planner.api.overview import (
        Description,
        EngineList,
        engines,
        generate,
        instantiate,
        schema,
        show,
    )
    from ferryplan.planner.api.plans import narrate, validate
    from ferryplan.planner.api.puzzle_keys import PuzzleKey, find_puzzle_key
    from ferryplan.planner.api.puzzle_names import PuzzleNames, find_puzzle_names
    from ferryplan.planner.api.puzzle_sources import load
    from ferryplan.planner.api.solving import all_solutions, solve, why
    from ferryplan.planner.api.spaces import ReadableMove, ReadableState, Space, space
    from ferryplan.planner.api.sweeps import compare, suite
    from ferryplan.planner.api.symbols import SymbolTable, find_symbols
    from ferryplan.planner.benchmarking.engine_comparison import Comparison
    from ferryplan.planner.benchmarking.suites import Suite
    from ferryplan.planner.command import CommandOutput, command
    from ferryplan.planner.engines.registry import DialectError, Engine, EngineError, MissingEngineError
    from ferryplan.planner.engines.session import Session
    from ferryplan.planner.lint_report import LintReport
    from ferryplan.planner.puzzle_catalog import Catalogue, puzzles
    from ferryplan.planner.questions.solution_enumeration import AllSolutions
    from ferryplan.planner.questions.why import Why
    from ferryplan.planner.result import Answer, Result
    from ferryplan.planner.system.limits import TimeIsUpError
    from ferryplan.planner.system.user_files import OutputError
    from ferryplan.planner.valid_plan import ValidPlan
    from ferryplan.teaching.api.exercises import ExerciseSet, exercise
    from ferryplan.teaching.api.landscapes import HeuristicLandscape, landscape
    from ferryplan.teaching.api.models import check, check_submissions
    from ferryplan.teaching.api.searches import compare_searches, search
    from ferryplan.teaching.checking.course_report import CourseReport
    from ferryplan.teaching.checking.model_check import ModelCheck
    from ferryplan.teaching.searching.search_comparison import SearchComparison
    from ferryplan.teaching.searching.search_run import SearchRun

    __version__: str

__all__ = [
    "FAMILIES",
    "AllSolutions",
    "Answer",
    "ArgumentError",
    "ArgumentTypeError",
    "ArgumentValueError",
    "Catalogue",
    "CommandOutput",
    "Comparison",
    "CourseReport",
    "Description",
    "DialectError",
    "EncodingError",
    "Engine",
    "EngineError",
    "EngineList",
    "ExerciseSet",
    "Family",
    "FamilyError",
    "FerryplanError",
    "FileEdit",
    "Finding",
    "HeuristicLandscape",
    "InvalidPlanError",
    "InventedPuzzles",
    "KeyCompletion",
    "Layout",
    "LintReport",
    "MissingEngineError",
    "ModelCheck",
    "NameUse",
    "OutlineEntry",
    "OutputError",
    "ParameterError",
    "Pddl",
    "PddlCompletion",
    "PddlError",
    "PddlSymbol",
    "PictureError",
    "PlanError",
    "PuzzleError",
    "PuzzleGraph",
    "PuzzleKey",
    "PuzzleName",
    "PuzzleNameUse",
    "PuzzleNames",
    "Question",
    "QuestionError",
    "QuestionSet",
    "ReadableMove",
    "ReadableState",
    "Result",
    "Score",
    "ScoreReport",
    "SearchComparison",
    "SearchRun",
    "Session",
    "Solution",
    "Space",
    "StateSpace",
    "Step",
    "Suite",
    "SymbolTable",
    "TimeIsUpError",
    "UnsuitableError",
    "ValidPlan",
    "Why",
    "__version__",
    "all_solutions",
    "check",
    "check_submissions",
    "command",
    "compare",
    "compare_searches",
    "engines",
    "exercise",
    "find_domain",
    "find_puzzle_key",
    "find_puzzle_names",
    "find_symbols",
    "format_pddl",
    "generate",
    "graph",
    "instantiate",
    "invent",
    "landscape",
    "lint",
    "lint_draft",
    "load",
    "narrate",
    "pose",
    "puzzles",
    "schema",
    "score",
    "score_answers",
    "search",
    "show",
    "solve",
    "space",
    "suite",
    "validate",
    "why",
]

_HOMES = {
    "generator.arguments": ["ArgumentError", "ArgumentTypeError", "ArgumentValueError"],
    "generator.errors": [
        "EncodingError",
        "FamilyError",
        "FerryplanError",
        "InvalidPlanError",
        "ParameterError",
        "PddlError",
        "PlanError",
        "PuzzleError",
        "UnsuitableError",
    ],
    "generator.families": ["FAMILIES"],
    "generator.family": ["Family"],
    "generator.generation": ["Pddl"],
    "generator.pddl.formatting": ["format_pddl"],
    "generator.file_edits": ["FileEdit"],
    "generator.pddl.linting.findings": ["Finding"],
    "generator.pddl.symbols.completions": ["PddlCompletion"],
    "generator.pddl.symbols.name_uses": ["NameUse", "OutlineEntry", "PddlSymbol"],
    "generator.puzzle_keys": ["KeyCompletion"],
    "generator.puzzle_names": ["PuzzleName", "PuzzleNameUse"],
    "generator.space": ["StateSpace"],
    "planner.api.overview": [
        "Description",
        "EngineList",
        "engines",
        "generate",
        "instantiate",
        "schema",
        "show",
    ],
    "teaching.api.exercises": ["ExerciseSet", "exercise"],
    "planner.api.linting": ["find_domain", "lint", "lint_draft"],
    "teaching.api.models": ["check", "check_submissions"],
    "planner.api.plans": ["narrate", "validate"],
    "planner.api.puzzle_keys": ["PuzzleKey", "find_puzzle_key"],
    "planner.api.puzzle_names": ["PuzzleNames", "find_puzzle_names"],
    "planner.api.symbols": ["SymbolTable", "find_symbols"],
    "planner.api.solving": ["all_solutions", "solve", "why"],
    "planner.api.puzzle_sources": ["load"],
    "planner.api.graphs": ["PuzzleGraph", "graph"],
    "teaching.api.landscapes": ["HeuristicLandscape", "landscape"],
    "teaching.api.searches": ["compare_searches", "search"],
    "planner.api.spaces": ["ReadableMove", "ReadableState", "Space", "space"],
    "planner.api.sweeps": ["compare", "suite"],
    "planner.api.inventing": ["InventedPuzzles", "invent"],
    "evaluation.api.posing": ["pose"],
    "planner.benchmarking.engine_comparison": ["Comparison"],
    "planner.benchmarking.suites": ["Suite"],
    "planner.command": ["CommandOutput", "command"],
    "planner.puzzle_catalog": ["Catalogue", "puzzles"],
    "teaching.checking.course_report": ["CourseReport"],
    "teaching.checking.model_check": ["ModelCheck"],
    "planner.engines.registry": ["DialectError", "Engine", "EngineError", "MissingEngineError"],
    "planner.engines.session": ["Session"],
    "planner.lint_report": ["LintReport"],
    "generator.drawing": ["PictureError"],
    "evaluation.posing.question_set": ["QuestionSet"],
    "planner.questions.solution_enumeration": ["AllSolutions"],
    "planner.questions.why": ["Why"],
    "planner.result": ["Answer", "Result"],
    "evaluation.scoring.answer_scoring": ["score_answers"],
    "evaluation.scoring.question_scoring": ["score"],
    "evaluation.scoring.question": ["Question", "QuestionError"],
    "evaluation.scoring.answer_score": ["Score"],
    "evaluation.scoring.score_report": ["ScoreReport"],
    "teaching.searching.search_comparison": ["SearchComparison"],
    "teaching.searching.search_run": ["SearchRun"],
    "generator.solution": ["Solution", "Step"],
    "planner.system.user_files": ["OutputError"],
    "planner.system.limits": ["TimeIsUpError"],
    "generator.layout": ["Layout"],
    "planner.valid_plan": ["ValidPlan"],
}
"""the module that defines each public name"""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name == "__version__":
        from importlib import metadata

        return metadata.version("ferryplan")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"ferryplan.{home}"), name)
    raise AttributeError(f"module 'ferryplan' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
