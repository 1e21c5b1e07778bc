"""Other formulations for an instance that the chosen formulation cannot express.

A formulation is a dialect of PDDL with an encoding, such as ``strips`` with ``counted``.
"""

from __future__ import annotations

import contextlib
from typing import Any

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.generation import list_encodings
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

SEARCH_SECONDS = 3.0
"""The time limit of the search for other formulations, in seconds."""


def find_other_formulations(instance: AnyInstance, refused_formulation: Formulation[Any]) -> list[Formulation[Any]]:
    """Return other formulations that can express an instance, at most one per dialect.

    ``refused_formulation`` is the formulation that cannot. The list may be incomplete, because the search stops after `SEARCH_SECONDS` or
    at the memory limit.
    """
    found: dict[str, Formulation[Any]] = {}
    with contextlib.suppress(TimeIsUpError, MemoryError), enforce_limits(SEARCH_SECONDS):
        for other in sorted(family_of(instance).formulations, key=lambda one: one.encoding):  # counted takes less time
            with contextlib.suppress(EncodingError):
                if other is not refused_formulation and other.dialect not in found:
                    other.check_expressible(instance)
                    other.make_context(instance)
                    found[other.dialect] = other
    return list(found.values())


def describe_formulation_options(
    instance: AnyInstance, refused_formulation: Formulation[Any], engine: str | None = None
) -> str:
    """Return a clause with the options (``--dialect adl``) that choose another formulation.

    The clause is empty if no other formulation can express the instance. For a dialect that ``engine`` does not take,
    the clause names an engine that does.
    """
    options = []
    for other in find_other_formulations(instance, refused_formulation):
        option = [] if other.dialect == refused_formulation.dialect else [f"--dialect {other.dialect}"]
        if other.encoding != list_encodings(other.dialect, instance.family)[0] or not option:
            option.append(f"--encoding {other.encoding}")
        if engine is not None and engine in ENGINES and other.dialect not in ENGINES[engine].dialects:
            option.append(f"--engine {next(one.name for one in ENGINES.values() if other.dialect in one.dialects)}")
        options.append(" ".join(option))
    return f"; use {join_phrases(options, 'or')} instead" if options else ""
