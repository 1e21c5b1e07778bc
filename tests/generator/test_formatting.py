"""The layout of PDDL: the same tokens and comments, a fixed point, and what stands where."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import CASES

from ferryplan import format_pddl, instantiate, load
from ferryplan.domains import puzzle_files
from ferryplan.generator.errors import EncodingError, PddlError, UnsuitableError
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import Pddl, generate, generate_textbook

EXAMPLES = {one["name"]: one for one in tomllib.loads((CASES / "formatting.toml").read_text())["examples"]}
"""texts before and after, laid out by hand"""
TOKEN = re.compile(r";[^\n]*|[()]|\?[^\s()?;]*|[^\s()?;][^\s();?]*")
WIDTH = 120


def split_tokens(text: str) -> tuple[list[str], list[str]]:
    """Return the tokens and the comments of a text."""
    found = TOKEN.findall(text.removeprefix("\ufeff"))
    return [one for one in found if one[0] != ";"], [one.rstrip() for one in found if one[0] == ";"]


def check_layout(text: str) -> str:
    """Assert what holds for the layout of any text; return the text in this layout."""
    formatted = format_pddl(text)
    assert split_tokens(formatted) == split_tokens(text)
    assert format_pddl(formatted) == formatted
    assert formatted.endswith("\n")
    result, formatted = formatted, formatted.replace("\r\n", "\n")
    assert not formatted.startswith("\n")
    assert "\n\n\n" not in formatted
    for line in formatted.split("\n"):
        code = re.match(r"[^;]*", line)
        assert code is not None
        assert line == line.rstrip()
        assert "\t" not in code[0]
        assert not re.match(r" *\S.* (  |$)", code[0].rstrip()), line
        # Nothing can break between parentheses, before an only operand, and between a name and its type.
        unbreakable = re.fullmatch(r" *(\([^\s()]* ?)*[^\s()]*( - [^\s()]+)?\)*", code[0].rstrip())
        assert len(code[0].rstrip()) <= WIDTH or unbreakable or " - (either " in code[0], line
    return result


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_has_the_layout_that_a_person_wrote(name: str) -> None:
    example = EXAMPLES[name]
    assert check_layout(example["before"]) == example["after"]
    assert format_pddl(example["after"]) == example["after"]


def generate_all(puzzle: str) -> Iterator[Pddl]:
    """Yield the PDDL of a puzzle in each formulation, and in textbook style."""
    instance = instantiate(load(puzzle))
    makers = [(generate, (one.dialect, one.encoding)) for one in family_of(instance).formulations]
    for make, arguments in [*makers, (generate_textbook, ("strips",)), (generate_textbook, ("adl",))]:
        try:
            yield make(instance, *arguments)
        except (UnsuitableError, EncodingError):
            continue


@pytest.mark.parametrize("puzzle", sorted(puzzle_files()))
def test_generated_pddl_is_formatted(puzzle: str) -> None:
    texts = [text for pddl in generate_all(puzzle) for text in (pddl.domain, pddl.problem)]
    assert texts
    for text in texts:
        assert check_layout(text) == text


WORDS = st.sampled_from(
    (
        *("and", "or", "not", "forall", "exists", "when", "imply", "=", "-", "at", "over", "either", "+", "increase"),
        *(":init", ":objects", ":types", ":action", ":parameters", ":precondition", ":goal", ":derived", "preference"),
        *("?x", "?y-1", "a", "b", "c-2", "5", "Upper", "a-name-that-is-rather-long" * 3),
    )
)
LAYOUTS = st.sampled_from([" ", "\n", "  \n\n\n ", "\t", " ; note\n", "\n; a line (with\t parentheses\n", "\r\n", ""])
TREES = st.recursive(WORDS, lambda inner: st.lists(inner, max_size=6), max_leaves=60)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw definitions with any content and with any layout."""

    def write(tree: Any) -> str:
        if isinstance(tree, str):
            return tree
        inside = "".join((draw(LAYOUTS) or " ") + write(one) for one in tree)
        return f"({inside}{draw(LAYOUTS)})"

    definitions = draw(st.lists(st.lists(TREES, max_size=5), min_size=1, max_size=2))
    return "".join(draw(LAYOUTS) + write(["define", ["domain", "d"], *one]) for one in definitions) + draw(LAYOUTS)


@given(texts())
def test_any_text_keeps_its_tokens_and_is_formatted_once(text: str) -> None:
    check_layout(text)


@given(texts())
def test_spaces_without_line_breaks_do_not_matter(text: str) -> None:
    spaced = re.sub(
        r"(?m)^((?:[^;\n]*?))(;.*)?$", lambda line: re.sub("[ \t]+|(?<=[()])", "  ", line[1]) + (line[2] or ""), text
    )
    assert format_pddl(spaced) == format_pddl(text)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("(define (domain d)\n  (:types a)", (1, 1), "never closed"),
        ("(define (domain d))\n )", (2, 2), "no matching"),
        ("(define (domain d))\n\n  word", (3, 3), "'word' stands after"),
        (" (wrong (domain d))", (1, 2), "'(wrong …)' stands outside"),
        ("go (define (domain d))", (1, 1), "'go' stands outside"),
        ("(define (domain d)) ((a))", (1, 21), "'( …)' stands after"),
        ("", (None, None), "empty"),
        ("; nothing but a comment", (None, None), "empty"),
    ],
)
def test_text_that_is_no_pddl_is_refused_at_its_place(
    text: str, place: tuple[int | None, int | None], message: str
) -> None:
    with pytest.raises(PddlError) as caught:
        format_pddl(text)
    assert (caught.value.line, caught.value.column) == place
    assert message in str(caught.value)


def test_line_ends_are_those_of_the_first_line() -> None:
    unix = "; note\n(define (domain d)\n(:types a b))\n"
    formatted = format_pddl(unix)
    assert "\r" not in formatted
    assert format_pddl(unix.replace("\n", "\r\n")) == formatted.replace("\n", "\r\n")
    assert format_pddl(unix.replace("\n", "\r\n", 1)) == formatted.replace("\n", "\r\n")
    assert format_pddl(unix.replace("\n", "\r\n").replace("\r\n", "\n", 1)) == formatted


def test_byte_order_mark_is_removed() -> None:
    assert format_pddl("\ufeff(define (domain d))") == "(define (domain d))\n"


def test_comment_keeps_its_characters() -> None:
    """Only blanks at its end go; a separator of lines in Unicode is no line break of PDDL."""
    note = ";;\ttwo\x0c \u2028 Ünï\x1b[2J; three"
    assert format_pddl(f"(define (domain d)) {note} \t\r\n") == f"(define (domain d))  {note}\r\n"


@pytest.mark.parametrize("head", ["and", "not", "forall (?x)", "", "f"])
def test_deep_nesting_is_formatted(head: str) -> None:
    depth = 10_000
    text = f"(define (domain d) (:derived (p) {f'({head} ' * depth}(q){')' * depth}))"
    formatted = format_pddl(text)
    assert split_tokens(formatted) == split_tokens(text)
    assert format_pddl(formatted) == formatted
    assert len(formatted) < 100 * depth, "the indentation is limited"


def test_work_grows_linearly_with_the_text() -> None:
    """Per fact, a text of 16,000 facts costs as many calls as one of 1,000."""

    def count_calls(facts: int) -> int:
        text = f"(define (problem p) (:init\n{'(at a b) ; one' + chr(10) + '(= (f a) 3) ' * 3}{'(on a b)' * 4}"
        text += " (road x y)" * facts + "))"
        calls = 0

        def count(*_: object) -> None:
            nonlocal calls
            calls += 1

        sys.setprofile(count)
        try:
            format_pddl(text)
        finally:
            sys.setprofile(None)
        return calls

    few, many = count_calls(1_000), count_calls(16_000)
    assert many < 16.5 * few
