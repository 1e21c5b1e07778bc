"""Names for PDDL."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from generator.crossing.instantiation import letters
from generator.names import symbols


@given(st.lists(st.text(max_size=20), max_size=12))
def test_symbols_are_legal_and_different(names: list[str]) -> None:
    taken: set[str] = {"taken"}
    result = symbols(names, "traveller", taken)
    assert len(result) == len(names)
    assert all(re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", symbol) for symbol in result)
    assert len({*result, "taken"}) == len(names) + 1
    assert taken == {*result, "taken"}


def test_symbols_stay_close_to_the_names() -> None:
    names = ["Aw", "aw", "Ödön", "son 1", "1st", "at", "cross-2", "狼", "", "a b)(c", "zero", "load"]
    assert symbols(names, "traveller", set()) == [
        "aw", "aw-2", "odon", "son-1", "traveller-1st", "traveller-at", "traveller-cross-2", "traveller", "traveller-2", "a-b-c",
        "traveller-zero", "traveller-load",
    ]  # fmt: skip


def test_letters() -> None:
    assert [letters(index) for index in (0, 1, 25, 26, 27, 701, 702)] == ["A", "B", "Z", "AA", "AB", "ZZ", "AAA"]
