"""Plan files."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import PlanError
from planner.engines.plans import Action, read_plan, write_plan

times = st.none() | st.integers(0, 10**9).map(lambda millionths: Fraction(millionths, 10**6))
words = st.from_regex("[a-z][a-z0-9-]{0,8}", fullmatch=True)


@given(st.lists(st.builds(Action, words, st.lists(words, max_size=4).map(tuple), st.just(0), times, times), max_size=8))
def test_round_trip(actions: list[Action]) -> None:
    assert [action._replace(line=0) for action in read_plan(write_plan(actions, "d", "p"), "x")] == actions


def test_what_planners_write() -> None:
    text = """\ufeff;;!domain: d
; a comment with (parentheses)
0.000: (CROSS-1 Aw Left-Bank Right-Bank) [1.0]

  1: (cross-1 aw\tright-bank left-bank)[0.001] ; behind
(a b)(c)
; cost = 4 (unit cost)
"""
    assert read_plan(text, "x") == (
        Action("cross-1", ("aw", "left-bank", "right-bank"), 3, Fraction(0), Fraction(1)),
        Action("cross-1", ("aw", "right-bank", "left-bank"), 5, Fraction(1), Fraction(1, 1000)),
        Action("a", ("b",), 6),
        Action("c", (), 6),
    )


def test_written_as_val_and_editors_read_it() -> None:
    assert write_plan([Action("a", ("b",))], "d", "p") == ";;!domain: d\n;;!problem: p\n(a b)\n; cost = 1 (unit cost)\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [("(a b)\nhello\n", 2), ("(a (b))", 1), ("\n\n(a", 3), ("()", 1), ("(a))", 1), ("\x00\x01", 1), ("a b c", 1)],
)
def test_what_is_no_plan(text: str, line: int) -> None:
    with pytest.raises(PlanError, match=rf"^x:{line}: found .*, expected"):
        read_plan(text, "x")
