"""The dialects and encodings that can express an instance that another formulation cannot."""

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


def find_other_formulations(instance: AnyInstance, refused: Formulation[Any]) -> list[Formulation[Any]]:
    """Return the other formulations that can express an instance, at most one per dialect.

    The list may be incomplete, because the search stops after `SEARCH_SECONDS` or at the memory limit.
    """
    found: dict[str, Formulation[Any]] = {}
    with contextlib.suppress(TimeIsUpError, MemoryError), enforce_limits(SEARCH_SECONDS):
        for other in sorted(family_of(instance).formulations, key=lambda one: one.encoding):  # counted takes less time
            with contextlib.suppress(EncodingError):
                if other is not refused and other.dialect not in found:
                    other.check_suitable(instance)
                    other.make_context(instance)
                    found[other.dialect] = other
    return list(found.values())


def describe_alternatives(instance: AnyInstance, refused: Formulation[Any], engine: str | None = None) -> str:
    """Return a clause with the command-line options that help, or the empty text if there are none.

    If the given engine does not take a dialect, the clause names an engine that does.
    """
    options = []
    for other in find_other_formulations(instance, refused):
        option = [] if other.dialect == refused.dialect else [f"--dialect {other.dialect}"]
        if other.encoding != list_encodings(other.dialect, instance.family)[0] or not option:
            option.append(f"--encoding {other.encoding}")
        if engine is not None and engine in ENGINES and other.dialect not in ENGINES[engine].dialects:
            option.append(f"--engine {next(one.name for one in ENGINES.values() if other.dialect in one.dialects)}")
        options.append(" ".join(option))
    return f"; use {join_phrases(options, 'or')} instead" if options else ""
