"""Which dialects and encodings can hold an instance that another cannot."""

from __future__ import annotations

import contextlib
from typing import Any

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.generation import encodings
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.wording import listing
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.limits import TimeIsUpError, limited

SECONDS = 3.0
"""for which is looked"""


def others_that_hold(instance: AnyInstance, refusing: Formulation[Any]) -> list[Formulation[Any]]:
    """Return the other formulations, of each dialect the first, that can hold an instance, as far as that is found out soon."""
    found: dict[str, Formulation[Any]] = {}
    with contextlib.suppress(TimeIsUpError, MemoryError), limited(SECONDS):
        for other in sorted(family_of(instance).formulations, key=lambda one: one.encoding):  # counted is told sooner
            with contextlib.suppress(EncodingError):
                if other is not refusing and other.dialect not in found:
                    other.check_suitable(instance)
                    other.context(instance)
                    found[other.dialect] = other
    return list(found.values())


def told_others(instance: AnyInstance, refusing: Formulation[Any], engine: str | None = None) -> str:
    """Return a clause with the options that help, for an engine that was asked for with another one where need be; the empty text for none."""
    options = []
    for other in others_that_hold(instance, refusing):
        option = [] if other.dialect == refusing.dialect else [f"--dialect {other.dialect}"]
        if other.encoding != encodings(other.dialect, instance.family)[0] or not option:
            option.append(f"--encoding {other.encoding}")
        if engine is not None and engine in ENGINES and other.dialect not in ENGINES[engine].dialects:
            option.append(f"--engine {next(one.name for one in ENGINES.values() if other.dialect in one.dialects)}")
        options.append(" ".join(option))
    return f"; use {listing(options, 'or')} instead" if options else ""
