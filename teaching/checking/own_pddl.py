"""Whether a model is the puzzle's own PDDL under other names, which needs no comparison of states."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import Pddl, generate, textbook
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.renaming import is_renamed
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pairs import model_of

TEXTBOOK_DIALECTS = ("strips", "adl")


def is_own_task(instance: AnyInstance, model: TaskInstance) -> bool:
    """Return whether an instance is a planning task of its own, and a model is that task under other names."""
    return isinstance(instance, TaskInstance) and is_renamed(instance.trees, model.trees)


def is_own_pddl(instance: AnyInstance, model: TaskInstance) -> bool:
    """Return whether a model is what `generate` or `textbook` writes for an instance in some dialect, under other names."""
    return any(is_renamed(own.trees, model.trees) for own in _own_models(instance))


def _own_models(instance: AnyInstance) -> Iterator[TaskInstance]:
    """Yield what is written for an instance in each dialect, encoding and style that suits it."""
    for one in family_of(instance).formulations:
        with contextlib.suppress(FerryplanError):
            yield _read(generate(instance, one.dialect, one.encoding))
    for dialect in TEXTBOOK_DIALECTS:
        with contextlib.suppress(FerryplanError):
            yield _read(textbook(instance, dialect))


def _read(pddl: Pddl) -> TaskInstance:
    return model_of(Source(pddl.domain, "domain.pddl"), Source(pddl.problem, "problem.pddl"))
