"""A faster import of unified-planning, which loads ConfigSpace and networkx only when they are used.

unified-planning and the packages of engines import ConfigSpace, and with it scipy.stats, only for the annotation of a
method. This takes two thirds of the import time of unified_planning. networkx, which represents partial-order plans,
takes a sixth of the remaining time.

Used by the worker only, before it imports unified_planning.
"""

from __future__ import annotations

import functools
import importlib
import sys
import types
from typing import Any

from ferryplan.planner.engines.patches.guard import load_patch

PATCH, NETWORKX_PATCH = load_patch("unified-planning-configspace"), load_patch("unified-planning-networkx")


def apply_patch() -> None:
    """Make ``import ConfigSpace`` and ``import networkx`` return stand-ins.

    A stand-in loads the real module when it is used. No stand-in is installed if unified-planning's code differs from
    the tested code.
    """
    for exchanged, module, annotated in (
        (PATCH, "ConfigSpace", "ConfigurationSpace"),
        (NETWORKX_PATCH, "networkx", "DiGraph"),
    ):
        if exchanged.is_applicable():
            _install_stand_in(module, annotated)


def _install_stand_in(module: str, class_name: str) -> None:
    """Install a stand-in for a module; the stand-in contains a stand-in for the class ``class_name``.

    The class needs a stand-in because annotations use it as soon as the importing module is loaded.
    """

    @functools.cache
    def load_real_module() -> types.ModuleType:
        sys.modules.pop(module, None)
        return importlib.import_module(module)

    class Annotated:
        def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
            return getattr(load_real_module(), class_name)(*arguments, **keywords)

    class StandIn(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return getattr(load_real_module(), name)

    stand_in = StandIn(module)
    stand_in.__dict__[class_name] = Annotated
    sys.modules.setdefault(module, stand_in)
