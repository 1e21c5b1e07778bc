"""unified-planning imports ConfigSpace, which brings in scipy.stats, for the annotation of a method; here it comes when it is used.

That is two thirds of the import of unified_planning. The packages of engines import it for the same.

Used by the worker only, before it imports unified_planning.
"""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

from planner.engines.patches.guard import Original, Patch

PATCH = Patch(
    "unified-planning-configspace",
    "unified-planning",
    ("1.2.0", "1.3.0", "1.3.0.558.dev1"),
    (Original("unified_planning/engines/engine.py", ("a306ef85496ff238", "df29d67387460fae")),),
)


def apply() -> None:
    """Have ``import ConfigSpace`` give a stand-in that loads the real module when it is used, if unified-planning is as expected."""
    if not PATCH.fits():
        return

    def real() -> types.ModuleType:
        sys.modules.pop("ConfigSpace", None)
        return importlib.import_module("ConfigSpace")

    class ConfigurationSpace:
        def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
            return real().ConfigurationSpace(*arguments, **keywords)

    class StandIn(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return getattr(real(), name)

    stand_in = StandIn("ConfigSpace")
    stand_in.__dict__["ConfigurationSpace"] = ConfigurationSpace
    sys.modules.setdefault("ConfigSpace", stand_in)
