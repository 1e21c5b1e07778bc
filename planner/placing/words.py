"""The words of the families that place things."""

from __future__ import annotations

from collections.abc import Mapping

from generator.families import teller_of
from generator.placing.instance import PlacingInstance
from generator.placing.teller import PlacingTeller
from planner.telling import Table

__all__ = ["board_of", "words_of"]


def words_of(instance: PlacingInstance) -> PlacingTeller:
    """Return the words for an instance."""
    teller = teller_of(instance)
    assert isinstance(teller, PlacingTeller)
    return teller


def board_of(instance: PlacingInstance, placed: Mapping[int, int]) -> Table:
    """Return the board with what is placed."""
    board = words_of(instance).board(placed)
    return Table(tuple(board.heading), tuple(board.rows), rigid=True)
