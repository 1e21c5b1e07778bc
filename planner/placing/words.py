"""The instances and the words of the families that place things."""

from __future__ import annotations

from collections.abc import Mapping

from generator.families import family_of, instantiate
from generator.instance import Value
from generator.placing.instance import PlacingInstance
from generator.placing.teller import PlacingTeller
from generator.puzzle_file import PuzzleFile

__all__ = ["instantiated", "words_of"]


def instantiated(puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str = "") -> PlacingInstance:
    """Return the instance of a puzzle in which things are placed. Raises as ``instantiate``."""
    instance = instantiate(puzzle, parameters, reference)
    assert isinstance(instance, PlacingInstance)
    return instance


def words_of(instance: PlacingInstance) -> PlacingTeller:
    """Return the words for an instance."""
    teller = family_of(instance).teller(instance)
    assert isinstance(teller, PlacingTeller)
    return teller
