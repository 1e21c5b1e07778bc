"""From templates, or from files as they are, and values for parameters to an instance."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from ferryplan import domains
from ferryplan.generator.names import problem_name
from ferryplan.generator.parameters import Evaluation, Mistakes, check_parameters
from ferryplan.generator.pddl.syntax import Source, UnknownFormError
from ferryplan.generator.tasks.filling import filled
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.puzzle_file import TEMPLATES, TaskFile
from ferryplan.generator.tasks.sentences import sentences_of


def instantiate(puzzle: TaskFile, parameters: Mapping[str, object]) -> TaskInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Raises ParameterError for values that do not fit, PuzzleError for templates and sentences that make no sense, PddlError for what is
    no PDDL; what is PDDL but not read here is told of when it is asked for.
    """
    with Mistakes(puzzle) as mistakes:
        evaluation = Evaluation(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes)
        described = evaluation.described()
        domain, problem = puzzle.pair or _filled(puzzle, evaluation)
        rules = tuple(evaluation.text(rule, f"rules[{row}]", longest=400) for row, rule in enumerate(puzzle.rules))
        theorem = ""
        # a theorem is a claim that nothing here checks: it is believed of the puzzles that the project publishes, unchanged
        if (
            puzzle.theorem
            and evaluation.condition(puzzle.theorem.when, "theorem.when")
            and domains.is_published(puzzle.folder / domains.PUZZLE)
        ):
            theorem = puzzle.theorem.source
        made = TaskInstance(**described, domain=domain, problem=problem, file=puzzle, rules=rules, theorem=theorem)
        with contextlib.suppress(UnknownFormError):
            for mistake in made.once(sentences_of).mistakes(varying=bool(puzzle.parameters)):
                evaluation.wrong(mistake.key, mistake.says)
        return made


def _filled(puzzle: TaskFile, evaluation: Evaluation[TaskFile]) -> tuple[Source, Source]:
    named = problem_name(puzzle.name, evaluation.values)
    context = {**evaluation.values, "problem_name": named}
    paths = map(puzzle.folder.joinpath, TEMPLATES)
    domain, problem = (Source(filled(path, puzzle.name, context), f"{path}, filled in") for path in paths)
    return domain, problem
