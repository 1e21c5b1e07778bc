"""unified-planning imports ConfigSpace, which brings in scipy.stats, for the annotation of a method; here it comes when it is used.

That is two thirds of the import of unified_planning. The packages of engines import it for the same. So it is with networkx, which partial
orders of plans are made of: a sixth of what is left.

Used by the worker only, before it imports unified_planning.
"""

from __future__ import annotations

import functools
import importlib
import sys
import types
from typing import Any

from ferryplan.planner.engines.patches.guard import patch

PATCH, GRAPHS = patch("unified-planning-configspace"), patch("unified-planning-networkx")


def apply() -> None:
    """Have ``import ConfigSpace``, and ``import networkx``, give a stand-in that loads the real module when it is used.

    Each only if unified-planning is as expected.
    """
    for exchanged, module, annotated in ((PATCH, "ConfigSpace", "ConfigurationSpace"), (GRAPHS, "networkx", "DiGraph")):
        if exchanged.fits():
            _stand_in(module, annotated)


def _stand_in(module: str, annotated: str) -> None:
    @functools.cache
    def real() -> types.ModuleType:
        sys.modules.pop(module, None)
        return importlib.import_module(module)

    class Annotated:
        def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
            return getattr(real(), annotated)(*arguments, **keywords)

    class StandIn(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return getattr(real(), name)

    stand_in = StandIn(module)
    stand_in.__dict__[annotated] = Annotated
    sys.modules.setdefault(module, stand_in)
