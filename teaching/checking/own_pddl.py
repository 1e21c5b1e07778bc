"""A test whether a model equals ferryplan's own PDDL except for names, without a search of states."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import Pddl, generate, generate_textbook
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.task_isomorphism import are_isomorphic
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance

TEXTBOOK_DIALECTS = ("strips", "adl")
"""The dialects in which ferryplan can write PDDL in textbook style."""


def is_own_task(instance: AnyInstance, model: TaskInstance) -> bool:
    """Return whether an instance is a planning task, and a model is this task under other names."""
    return isinstance(instance, TaskInstance) and are_isomorphic(instance.syntax_trees, model.syntax_trees)


def is_own_pddl(instance: AnyInstance, model: TaskInstance) -> bool:
    """Return whether a model is, except for names, the PDDL that ferryplan generates for an instance."""
    return any(are_isomorphic(own.syntax_trees, model.syntax_trees) for own in _generate_own_models(instance))


def _generate_own_models(instance: AnyInstance) -> Iterator[TaskInstance]:
    """Yield ferryplan's PDDL for an instance in each dialect, encoding and style, as planning tasks."""
    for one in family_of(instance).formulations:
        with contextlib.suppress(FerryplanError):
            yield _read_model(generate(instance, one.dialect, one.encoding))
    for dialect in TEXTBOOK_DIALECTS:
        with contextlib.suppress(FerryplanError):
            yield _read_model(generate_textbook(instance, dialect))


def _read_model(pddl: Pddl) -> TaskInstance:
    """Parse generated PDDL as a planning task."""
    return make_model_instance(Source(pddl.domain, "domain.pddl"), Source(pddl.problem, "problem.pddl"))
