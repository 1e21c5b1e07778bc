"""Checks that third-party code is as tested before a patch replaces it; for the worker.

This module imports third-party code only to check it.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.planner.system.capabilities import is_switched_on

SWITCH = "FERRYPLAN_PATCHES"
"""the environment variable that turns all patches off"""


def are_patches_off() -> bool:
    """Return whether the environment variable FERRYPLAN_PATCHES turns all patches off.

    Raises SwitchError for a value that is neither ``on`` nor ``off``.
    """
    return not is_switched_on(SWITCH)


def hash_source(source: str) -> str:
    """Return the first sixteen digits of the SHA-256 hash of a source text."""
    return hashlib.sha256(source.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class PatchTarget:
    """A piece of third-party code that a patch replaces or works around, as it was in the tested versions.

    The patch is applied only if the installed code is the same.
    """

    location: str
    """``package.module:name`` of a function, method or property, or ``package/module.py`` of a whole module (not imported)"""
    sources: tuple[str, ...]
    """the hashes of the code's source text in the tested versions, made by `hash_source`"""
    signature: str = ""
    """the parameters of the function without annotations; empty for a module"""

    def describe_deviation(self) -> str:
        """Return a phrase about how the installed code differs from the tested code; empty if both are equal."""
        try:
            if ":" in self.location:
                found = _find_target(self.location)
                signature, source = _format_signature(found), inspect.getsource(found)
            else:
                signature, source = "", _read_source(self.location)
        except (ImportError, AttributeError, TypeError, ValueError, OSError):
            return format_message("engines.patch-target-missing", place=self.location)
        if signature != self.signature:
            found = {"signature": signature, "expected": self.signature or "none"}
            return format_message("engines.patch-target-parameters", place=self.location, **found)
        return (
            ""
            if hash_source(source) in self.sources
            else format_message("engines.patch-target-changed", place=self.location)
        )


@dataclass(frozen=True, slots=True)
class Patch:
    """A replacement for code in a third-party package."""

    name: str
    """the name of the patch in `originals.json`"""
    package: str
    """the name of the package on PyPI"""
    versions: tuple[str, ...]
    """the versions for which the patch was tested"""
    targets: tuple[PatchTarget, ...]
    """the pieces of code that the patch replaces"""

    def describe_deviation(self) -> str:
        """Return a phrase about how the first changed target differs from the tested code.

        The phrase is empty if no target has changed.
        """
        return next(filter(None, (original.describe_deviation() for original in self.targets)), "")

    def is_applicable(self) -> bool:
        """Return whether patches are turned on and the patch replaces only code that was tested.

        The code is compared with the tested code at the first call, before the patch changes it.
        `describe_unused_patches` reports the differences.
        """
        if are_patches_off():
            return False
        if self not in _DEVIATIONS:
            _DEVIATIONS[self] = self.describe_deviation()
        return not _DEVIATIONS[self]


def load_patch(name: str) -> Patch:
    """Return the patch with the given name in `originals.json`, with hashes of the code that it replaces."""
    data = json.loads(Path(__file__).with_name("originals.json").read_text(encoding="utf-8"))[name]
    originals = tuple(PatchTarget(place, tuple(sources), *more) for place, sources, *more in data["originals"])
    return Patch(name, data["package"], tuple(data["versions"]), originals)


def describe_unused_patches() -> str:
    """Return a sentence about the patches that this process does not use, with the reasons.

    A patch is not used if the code that it would replace differs from the tested code. The sentence is empty if there
    is no such patch.
    """
    aside = {patch: why for patch, why in _DEVIATIONS.items() if why}
    if not aside:
        return ""
    packages = " and ".join(dict.fromkeys(_format_package(patch.package) for patch in aside))
    reasons = "; ".join(f"{patch.name}: {why}" for patch, why in aside.items())
    return format_message("engines.patches-unused", packages=packages, reasons=reasons)


_DEVIATIONS: dict[Patch, str] = {}
"""the difference from the tested code (empty if there is none), for each patch that was checked in this process"""


def _find_target(place: str) -> Any:
    """Return the function at a place such as ``package.module:Class.method``; for a property, its getter."""
    module, _, names = place.partition(":")
    found: Any = importlib.import_module(module)
    for name in names.split("."):
        found = inspect.getattr_static(found, name)
    return found.fget if isinstance(found, property) else found


def _read_source(place: str) -> str:
    """Return the text of a module's file such as ``package/module.py``, without importing the package."""
    spec = importlib.util.find_spec(place.partition("/")[0])
    if spec is None or spec.origin is None:
        raise ImportError(place)
    return Path(spec.origin).parents[1].joinpath(place).read_text(encoding="utf-8")


def _format_signature(function: Callable[..., Any]) -> str:
    """Return the parameters of a function without annotations.

    The text of annotations differs between Python versions.
    """
    signature = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def _format_package(package: str) -> str:
    """Return the name and the installed version of a package, such as ``pyperplan 2.1``."""
    from importlib import metadata

    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package
