"""The names that the slots of a theme's phrases may have, for each key of the theme file."""

from __future__ import annotations

from collections.abc import Mapping

REASON_SLOTS: Mapping[str, frozenset[str]] = {
    "guard": frozenset({"victim", "threat", "guardian", "boat"}),
    "never": frozenset({"victim", "threat", "boat"}),
    "shy": frozenset({"victim", "guardian", "boat"}),
    "pair": frozenset({"victim", "threat", "guardian", "boat"}),
    "chain": frozenset({"victim", "guardian", "boat"}),
    "outnumber": frozenset({"threat", "other", "boat"}),
    "at-most": frozenset({"victim", "boat"}),
    "never-row-alone": frozenset({"victim", "boat"}),
    "must-cross-with": frozenset({"victim", "companion", "boat"}),
    "never-cross-with": frozenset({"victim", "other", "boat"}),
    "first": frozenset({"one", "others", "boat"}),
    "last": frozenset({"one", "others", "boat"}),
    "holds": frozenset({"place", "boat"}),
    "deadline": frozenset({"victim", "place", "boat"}),
    "limit": frozenset({"boat"}),
}
"""the kinds of rules for which a theme gives reasons, with the names in their slots"""
PHRASE_SLOTS: Mapping[str, frozenset[str]] = {
    "crossing.titles": frozenset({"company", "boat"}),
    "crossing.openings": frozenset({"company", "start", "goal", "boat"}),
    "crossing.questions": frozenset({"goal", "boat"}),
    "grid.titles": frozenset(),
    "grid.openings": frozenset({"count", "position", "positions"}),
    "arithmetic.titles": frozenset(),
    "arithmetic.openings": frozenset({"sum"}),
    "sudoku.titles": frozenset(),
    "sudoku.openings": frozenset(),
    "queens.titles": frozenset(),
    "queens.openings": frozenset(),
    **{f"crossing.reasons.{kind}": names for kind, names in REASON_SLOTS.items()},
}
