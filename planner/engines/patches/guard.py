"""What a patch expects to find, and whether it does; for the worker. Imports no third party but to look at what a patch exchanges."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError

SWITCH = "FERRYPLAN_PATCHES"
"""the variable of the environment that switches all patches off"""


class PatchSwitchError(FerryplanError, ValueError):
    """The switch is neither on nor off."""


def switched_off() -> bool:
    """Whether the environment switches all patches off. Raises PatchSwitchError for a value that is neither ``on`` nor ``off``."""
    value = os.environ.get(SWITCH) or "on"
    if value not in ("on", "off"):
        raise PatchSwitchError(where=SWITCH, found=f"'{value}' in the environment", expected="'on' or 'off'")
    return value == "off"


def digest(source: str) -> str:
    """Return the first sixteen digits of a source text's SHA-256 hash."""
    return hashlib.sha256(source.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Original:
    """A piece of a third party's code that a patch exchanges, or whose work it does, as it was in the versions that were tested."""

    place: str
    """``package.module:name`` of a function, a method or a property; ``package/module.py`` of a whole module, which is not imported"""
    sources: tuple[str, ...]
    """`digest` of its source; more than one where it differs among the versions"""
    signature: str = ""
    """its parameters, without annotations"""

    def deviation(self) -> str:
        """Return in a few words what is not as expected; the empty text if all is."""
        try:
            if ":" in self.place:
                found = _found(self.place)
                signature, source = _signature(found), inspect.getsource(found)
            else:
                signature, source = "", _source(self.place)
        except (ImportError, AttributeError, TypeError, ValueError, OSError):
            return format_message("engines.patch-target-missing", place=self.place)
        if signature != self.signature:
            found = {"signature": signature, "expected": self.signature or "none"}
            return format_message("engines.patch-target-parameters", place=self.place, **found)
        return (
            "" if digest(source) in self.sources else format_message("engines.patch-target-changed", place=self.place)
        )


@dataclass(frozen=True, slots=True)
class Patch:
    """What is exchanged inside a third party."""

    name: str
    package: str
    """the package on PyPI"""
    versions: tuple[str, ...]
    """those for which it was tested"""
    originals: tuple[Original, ...]

    def deviation(self) -> str:
        """Return in a few words what is not as expected; the empty text if all is."""
        return next(filter(None, (original.deviation() for original in self.originals)), "")

    def fits(self) -> bool:
        """Whether the patch may be applied: it is not switched off, and all that it exchanges was as expected when this was first asked.

        Of what is not as expected `note` tells.
        """
        if switched_off():
            return False
        if self not in _DEVIATIONS:
            _DEVIATIONS[self] = self.deviation()
        return not _DEVIATIONS[self]


def patch(name: str) -> Patch:
    """Return the patch of that name, with what `originals.json` says that it expects: of each original its fields in their order."""
    data = json.loads(Path(__file__).with_name("originals.json").read_text(encoding="utf-8"))[name]
    originals = tuple(Original(place, tuple(sources), *more) for place, sources, *more in data["originals"])
    return Patch(name, data["package"], tuple(data["versions"]), originals)


def note() -> str:
    """Return one sentence on the patches that stand aside in this process; the empty text if none does."""
    aside = {patch: why for patch, why in _DEVIATIONS.items() if why}
    if not aside:
        return ""
    packages = " and ".join(dict.fromkeys(_installed(patch.package) for patch in aside))
    reasons = "; ".join(f"{patch.name}: {why}" for patch, why in aside.items())
    return format_message("engines.patches-unused", packages=packages, reasons=reasons)


_DEVIATIONS: dict[Patch, str] = {}
"""those of the patches that were asked about in this process, before they were applied"""


def _found(place: str) -> Any:
    """Return the function of that name; of a property, what gives its value."""
    module, _, names = place.partition(":")
    found: Any = importlib.import_module(module)
    for name in names.split("."):
        found = inspect.getattr_static(found, name)
    return found.fget if isinstance(found, property) else found


def _source(place: str) -> str:
    """Return the text of that file of a package, which is not imported."""
    spec = importlib.util.find_spec(place.partition("/")[0])
    if spec is None or spec.origin is None:
        raise ImportError(place)
    return Path(spec.origin).parents[1].joinpath(place).read_text(encoding="utf-8")


def _signature(function: Callable[..., Any]) -> str:
    """Return a function's parameters without annotations, which differ from one Python to the next."""
    signature = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def _installed(package: str) -> str:
    from importlib import metadata

    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package
