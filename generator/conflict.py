"""Why an instance has no solution, and what could be changed so that it has one."""

from __future__ import annotations

from typing import NamedTuple

from ferryplan.generator.instance import AnyInstance


class Change(NamedTuple):
    """An instance with one thing changed."""

    says: str
    """the change in words, behind "it would work": ``with a boat for 3 travelers``"""
    instance: AnyInstance


class Conflict(NamedTuple):
    """Rules that cannot all be kept, where that alone is why there is no solution."""

    rules: tuple[str, ...] = ()
    """in words; none where none are known"""
    smallest: bool = False
    """whether no fewer contradict each other"""
