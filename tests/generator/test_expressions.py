"""Expressions of puzzle files: their values, and that short ones do not need much time or memory."""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Iterator

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.expressions import evaluate_expression, fill_template

NAMES = {"n": 3, "m": -2, "yes": True, "word": "ab"}


@pytest.fixture(autouse=True)
def _little_memory() -> Iterator[None]:
    """Limit the memory to half a gigabyte more than in use, so that a large computation fails early."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as statm:
        pages = int(statm.read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (512 << 20), hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


numbers = st.integers(0, 9).map(str) | st.sampled_from(["n", "m", "yes", "true", "false"])
arithmetic = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "//", "%"]), inner).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(inner, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), inner).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(st.sampled_from(["-", "+", "not "]), inner).map(lambda parts: f"({''.join(parts)})"),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
    ),
    max_leaves=7,
)


@given(arithmetic)
def test_expression_values_match_jinja(expression: str) -> None:
    """Values and types are the same as in Jinja, which compiles the expression to Python."""
    try:
        expected = jinja2.Environment().compile_expression(expression)(**NAMES)
    except ZeroDivisionError:
        expected = None
    if expected is None or len(expression) > 200:
        return
    found = evaluate_expression(expression, NAMES)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ n }} and {{ word ~ n ~ 'c' }}", "3 and ab3c"),
        ("{{ 'one' if n == 1 else 'many' }}", "many"),
        ("{{ 1 < n < 4 }}, {{ 'a' in word }}, {{ 'a' not in word }}, {{ none }}", "True, True, False, None"),
        ("a{{- n -}} b", "a3b"),
        ("{# nothing #}{{ -n }}", "-3"),
        ("no braces", "no braces"),
    ],
)
def test_filled_templates_match_jinja(text: str, filled: str) -> None:
    assert fill_template(text, NAMES) == jinja2.Environment().from_string(text).render(**NAMES) == filled


HOSTILE = [
    '"%300000000d" % 3',
    '"%*d" % (300000000, 3)',
    '"%300000000d" % n',
    "word * 300000000",
    "300000000 * word",
    "[0] * 300000000",
    "(0,) * 300000000",
    "9 ** 9 ** 9",
    "1 << 300000000",
    "range(10 ** 9)|list",
    "range(999999999)",
    "9" * 190,
    "0x" + "f" * 150,
    "1" + "_0" * 90,
    "999999999 * 999999999 * 999999999",
    " * ".join(["999999999"] * 16),
    "1e999 // 1",
    "word.format(1)",
    "'{:>300000000}'.format(1)",
    "word|center(300000000)",
    "word ~ [word] * 99999999",
    "(" * 95 + "1" + ")" * 95,
    "-" * 190 + "1",
    "not " * 49 + "1",
    "n.__class__",
    "lipsum(n=100000)",
    "cycler",
    "word % n",
    "word + word",
    "word // 2",
    "-word",
    "{'a': 1}",
    "n if false",
    "1 == [2]",
    "n[0:300000000]",
    "'a' in 3",
    "1 < 'a'",
    "n % 0",
    "}} {% for a in 'ab' %}{{ a }}{% endfor %} {{ 1",
]


@pytest.mark.parametrize("expression", HOSTILE, ids=lambda expression: expression[:30])
def test_hostile_expressions_are_rejected_quickly(expression: str) -> None:
    began = time.process_time()
    with pytest.raises(PuzzleError) as caught:
        evaluate_expression(expression, NAMES)
    wrong = re.escape(expression[:200])
    refusals = (
        f"'{wrong}' is not (allowed: |an expression; )",
        f"'{wrong}' nests too deeply; ",
        f"unknown name '{wrong}'; ",
    )
    assert re.match("|".join((*refusals, f"cannot evaluate '{wrong}': ")), str(caught.value))
    assert len(str(caught.value)) < 600
    with pytest.raises(PuzzleError):
        fill_template(f"{{{{ {expression} }}}}", NAMES, 4000)
    assert time.process_time() - began < 1


def test_lone_surrogate_is_rejected() -> None:
    with pytest.raises(PuzzleError, match=r"'\\ud800' is only half of a character"):
        fill_template("a {{ '\\ud800' }}", NAMES)
    assert fill_template("a {{ '\\u00e9' }}", NAMES) == "a \u00e9"


def test_oversized_templates_are_rejected() -> None:
    names = {"text": "x" * 2000}
    with pytest.raises(PuzzleError, match="over 8,000 characters"):
        fill_template("{{ text }}" * 300, names, 4000)
    with pytest.raises(PuzzleError, match="found an expression of 4001 characters"):
        fill_template("{" + "x" * 4000, names, 4000)
    with pytest.raises(PuzzleError, match="over 8,000 characters"):
        evaluate_expression(f"'x' in ({' ~ '.join(['text'] * 20)})", names)


def test_number_with_thousands_of_digits_is_rejected() -> None:
    """A number that Python refuses to read is reported like any other invalid expression."""
    with pytest.raises(PuzzleError, match=r"^'\{\{ 9{197}…' is not an expression; "):
        fill_template("{{ " + "9" * 4990 + " }}", NAMES, 5000)
