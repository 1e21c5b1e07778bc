"""Lists and objects within the text of an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.evaluation.scoring import embedded_data

NAMES = st.sampled_from(["farmer", "goat", "Aw", "x1"])
NESTED = st.recursive(NAMES | st.integers(0, 99), lambda inner: st.lists(inner, max_size=3), max_leaves=8)


@settings(max_examples=30)
@given(st.lists(NESTED, max_size=3))
def test_embedded_lists_parse_as_json_python_or_unquoted_names(value: list[Any]) -> None:
    bare = json.dumps(value).replace('"', "")
    for written in (
        json.dumps(value),
        repr(value),
        json.dumps(value, indent=1),
        bare,
        json.dumps(value).replace("]", ", ]", 1) if value else "[]",
    ):
        assert embedded_data.parse_embedded_data(written) == value


LENIENT_NOTATIONS = [
    ("{'moves': [('A', 'B')]}", {"moves": [["A", "B"]]}),
    ("[A, # the man\n B]", ["A", "B"]),
    ("{moves: [A], // none\n n: 1}", {"moves": ["A"], "n": 1}),
    ("[01, -2, x 3]", ["01", -2, "x 3"]),
    ("[{A, B}]", [["A", "B"]]),
    ("[true, null]", [True, None]),
    ("[1, 2", None),
    ("{A: }", None),
    ('{"a": "b\\"c"}', {"a": 'b"c'}),
]


def test_data_is_parsed_from_lenient_notations(subtests: pytest.Subtests) -> None:
    for written, value in LENIENT_NOTATIONS:
        with subtests.test(written=written):
            assert embedded_data.parse_embedded_data(written) == value


PIECES = st.lists(st.tuples(st.sampled_from(["", "a", "b c"]), st.lists(NESTED, max_size=2)), max_size=4)


@settings(max_examples=30)
@given(PIECES, st.sampled_from(["", "]", "} "]), st.sampled_from(["", "(", "[ ", "{["]))
def test_spans_of_outermost_lists_are_found(pieces: list[tuple[str, Any]], before: str, behind: str) -> None:
    """Unmatched brackets around the data change nothing.

    These are closing brackets before the data and unclosed brackets after it.
    """
    text, expected = before, list[tuple[int, int]]()
    for plain, value in pieces:
        text += plain
        written = json.dumps(value)
        expected.append((len(text), len(text) + len(written)))
        text += written
    assert embedded_data.find_data_spans(text + behind) == expected
    if not before:
        assert embedded_data.find_data_spans("[ " + text) == [(start + 2, end + 2) for start, end in expected]


def test_unmatched_brackets_do_not_close_a_span() -> None:
    assert embedded_data.find_data_spans("[a} b]") == [(0, 6)]
    assert embedded_data.find_data_spans("{[a}") == []
    assert embedded_data.find_data_spans("[{a] b}") == [(1, 7)]
    assert embedded_data.find_data_spans("[[a] {b} [c]") == [(1, 4), (5, 8), (9, 12)]
