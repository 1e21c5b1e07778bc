"""A faster start of unified-planning's factory, which imports only the requested engine.

The original factory imports every installed engine. With the patch, it imports the other engines only when one of them
is requested.

Used by the worker only.
"""

from __future__ import annotations

import importlib
from typing import Any

from ferryplan.planner.engines.patches.guard import load_patch

PATCH = load_patch("unified-planning-engines")


def make_environment(engine: str) -> Any:
    """Return an environment of unified-planning whose factory has the named engine, if it is installed.

    The factory always has the engines that unified-planning itself defines; other installed engines may be absent.
    """
    environments: Any = importlib.import_module("unified_planning.environment")
    factory: Any = importlib.import_module("unified_planning.engines.factory")
    every = factory.DEFAULT_ENGINES
    if environments.GLOBAL_ENVIRONMENT is None and engine in every and PATCH.is_applicable():
        own = {
            name: place for name, place in every.items() if name == engine or place[0].startswith("unified_planning.")
        }
        factory.DEFAULT_ENGINES = own
        try:
            environments.get_environment()
        finally:
            factory.DEFAULT_ENGINES = every
    environment = environments.get_environment()
    if engine not in environment.factory.engines and PATCH.is_applicable():
        environment._factory = factory.Factory(environment)
    return environment
