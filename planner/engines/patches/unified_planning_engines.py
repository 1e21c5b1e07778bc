"""unified-planning's factory imports every engine that is installed; here one engine comes alone, and the others once another is asked for.

Used by the worker only.
"""

from __future__ import annotations

import importlib
from typing import Any

from ferryplan.planner.engines.patches.guard import patch

PATCH = patch("unified-planning-engines")


def environment_with(engine: str) -> Any:
    """Return unified-planning's environment: its factory has the engine, if it is known and installed, and perhaps no others but its own."""
    environments: Any = importlib.import_module("unified_planning.environment")
    factory: Any = importlib.import_module("unified_planning.engines.factory")
    every = factory.DEFAULT_ENGINES
    if environments.GLOBAL_ENVIRONMENT is None and engine in every and PATCH.fits():
        own = {
            name: place for name, place in every.items() if name == engine or place[0].startswith("unified_planning.")
        }
        factory.DEFAULT_ENGINES = own
        try:
            environments.get_environment()
        finally:
            factory.DEFAULT_ENGINES = every
    environment = environments.get_environment()
    if engine not in environment.factory.engines and PATCH.fits():
        environment._factory = factory.Factory(environment)
    return environment
