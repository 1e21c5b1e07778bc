"""The creation of instances from PDDL templates or finished PDDL files, for values of the parameters."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from ferryplan import domains
from ferryplan.generator.names import join_problem_name
from ferryplan.generator.parameters import MistakeCollector, PuzzleEvaluation, complete_parameters
from ferryplan.generator.pddl.syntax import Source, UnsupportedPddlError
from ferryplan.generator.tasks.gestures import find_gesture_mistakes
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import TEMPLATE_NAMES, TaskFile
from ferryplan.generator.tasks.task_sentences import sentences_of
from ferryplan.generator.tasks.template_filling import fill_template_file


def instantiate(puzzle: TaskFile, parameters: Mapping[str, object]) -> TaskInstance:
    """Return the instance of a puzzle for given values of its parameters; others have their defaults.

    Raises ParameterError for values that do not fit, PuzzleError for invalid templates and sentences, and PddlError
    for texts that are not PDDL. PDDL that ferryplan cannot read raises an error only when a function needs its syntax
    tree.
    """
    with MistakeCollector(puzzle) as mistakes:
        evaluation = PuzzleEvaluation(puzzle, complete_parameters(puzzle, parameters, mistakes), mistakes)
        described = evaluation.make_instance_fields()
        domain, problem = puzzle.pddl_sources or _fill_templates(puzzle, evaluation)
        rules = tuple(
            evaluation.fill_text(rule, f"rules[{row}]", max_length=400) for row, rule in enumerate(puzzle.rules)
        )
        theorem = ""
        # nothing here checks a theorem, so it is trusted only for unchanged puzzles that the project
        # publishes
        if (
            puzzle.theorem
            and evaluation.evaluate_condition(puzzle.theorem.when, "theorem.when")
            and domains.is_published(puzzle.folder / domains.PUZZLE)
        ):
            theorem = puzzle.theorem.source
        made = TaskInstance(**described, domain=domain, problem=problem, file=puzzle, rules=rules, theorem=theorem)
        with contextlib.suppress(UnsupportedPddlError):
            for mistake in made.get_or_make(sentences_of).find_mistakes(has_parameters=bool(puzzle.parameters)):
                evaluation.report_error(mistake.key, mistake.message)
            if puzzle.pictures:
                domain_tree = made.syntax_trees[0]
                for mistake in find_gesture_mistakes(puzzle.pictures, domain_tree, bool(puzzle.parameters)):
                    evaluation.report_error(mistake.key, mistake.message)
        return made


def _fill_templates(puzzle: TaskFile, evaluation: PuzzleEvaluation[TaskFile]) -> tuple[Source, Source]:
    """Return the domain and the problem that a puzzle's templates make for the values of the parameters."""
    named = join_problem_name(puzzle.name, evaluation.values)
    context = {**evaluation.values, "problem_name": named}
    paths = map(puzzle.folder.joinpath, TEMPLATE_NAMES)
    domain, problem = (Source(fill_template_file(path, puzzle.name, context), f"{path}, filled in") for path in paths)
    return domain, problem
