"""Registries: things by name, imported on first use, to which other distributions add by entry points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

Thing = TypeVar("Thing")


class Registry(Mapping[str, Thing], Generic[Thing]):
    """Things by name: those of a table, and those that other distributions register as entry points of a group.

    The names in the table come first and cannot be replaced. Entry points are looked up only for a name that the table lacks, so that
    installed distributions do not slow the program down; iteration yields the names of the table alone.
    """

    def __init__(self, group: str, table: Mapping[str, str]) -> None:
        """Take the group of the entry points and the table, which says where each thing is: ``module:attribute``."""
        self.group, self._table = group, dict(table)
        self._loaded: dict[str, Thing] = {}

    def __getitem__(self, name: str) -> Thing:
        """Return a thing, imported if need be. Raises KeyError for an unknown name."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the table, in its order."""
        return iter(self._table)

    def __len__(self) -> int:
        """Return how many names the table has."""
        return len(self._table)

    def __contains__(self, name: object) -> bool:
        """Return whether a name is known, without importing what it stands for."""
        return name in self._table or (isinstance(name, str) and bool(self._find_entry_points(name)))

    def list_names(self) -> list[str]:
        """Return every name: those of the table in its order, then those of the entry points, sorted."""
        from importlib.metadata import entry_points  # slow to import, and seldom needed

        return [*self._table, *sorted({point.name for point in entry_points(group=self.group)} - {*self._table})]

    def _load(self, name: str) -> Thing:
        if place := self._table.get(name):
            module, _, attribute = place.partition(":")
            return cast(Thing, getattr(import_module(module), attribute))
        found = self._find_entry_points(name)
        if not found:
            raise KeyError(name)
        return cast(Thing, next(iter(found)).load())

    def _find_entry_points(self, name: str) -> Any:
        from importlib.metadata import entry_points  # slow to import, and seldom needed

        return entry_points(group=self.group, name=name)
