"""The types of a domain, and the names whose types fit a parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

ROOT_TYPE = "object"
"""the type of which all others are subtypes"""


@dataclass(frozen=True, slots=True)
class TypeTree:
    """The types of a domain with their parents; cycles do no harm."""

    parents: Mapping[str, tuple[str, ...]]

    def with_ancestors(self, types: Iterable[str]) -> frozenset[str]:
        """Return types with all types above them."""
        found, waiting = {ROOT_TYPE}, [*types]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.parents.get(one, ())
        return frozenset(found)

    def fits(self, types: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
        """Return whether a name of one of some types may stand where one of other types is wanted."""
        return not {*wanted}.isdisjoint(self.with_ancestors(types))
