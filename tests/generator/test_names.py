"""Names in generated PDDL."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pddl_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferryplan.generator.crossing.instantiation import index_to_letters
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.names import make_pddl_symbols
from ferryplan.generator.puzzle import load, load_catalog

# not st.text(), which needs seconds to sort all characters of Unicode
characters = st.sampled_from("aZ09 -_.?;:()'\"äßÉ狼٣ﬁ́\u00a0\n\0") | st.characters(max_codepoint=0x24F)


@given(st.lists(st.text(characters, max_size=20), max_size=12))
def test_pddl_symbols_of_arbitrary_names_are_legal_and_different(names: list[str]) -> None:
    taken: set[str] = {"taken"}
    result = make_pddl_symbols(names, "traveller", taken)
    assert len(result) == len(names)
    assert all(re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", symbol) for symbol in result)
    assert len({*result, "taken"}) == len(names) + 1
    assert taken == {*result, "taken"}


def test_pddl_symbols_resemble_the_names_they_stand_for() -> None:
    names = ["Aw", "aw", "Ödön", "son 1", "1st", "at", "cross-2", "狼", "", "a b)(c", "zero", "load"]
    assert make_pddl_symbols(names, "traveller", set()) == [
        "aw", "aw-2", "odon", "son-1", "traveller-1st", "traveller-at", "traveller-cross-2", "traveller-1", "traveller-2", "a-b-c",
        "traveller-zero", "traveller-load",
    ]  # fmt: skip


def test_letters_continue_like_spreadsheet_columns() -> None:
    assert [index_to_letters(index) for index in (0, 1, 25, 26, 27, 701, 702)] == [
        "A",
        "B",
        "Z",
        "AA",
        "AB",
        "ZZ",
        "AAA",
    ]


# Keywords of VAL and Metric-FF. VAL's lexer (libraries/VAL/src/Parser/pddl+.l) returns its keywords without a colon in front, and its Parser
# refuses files that use them as names, also of variables. "at start", "at end" and "over all" are one word to VAL, so that it cannot read
# (at start left-bank); unified-planning and tarski do not read (at at).
KEYWORDS = [
    "define", "domain", "and", "or", "exists", "forall", "imply", "not", "when", "either", "problem", "minimize",
    "maximize", "is-violated", "duration", "total-time", "time", "number", "increase", "decrease", "scale-up",
    "scale-down", "assign", "preference", "always", "sometime", "within", "at-most-once", "sometime-after",
    "sometime-before", "always-within", "hold-during", "hold-after", "after", "supply-demand", "name", "situation",
    "in-package", "start", "end", "all", "at", "over",
]  # fmt: skip


def declared(pddl: Pddl) -> Iterator[str]:
    """Yield the declared names of types, constants, objects, predicates, functions and actions.

    A name that is declared twice comes twice.
    """
    for text in (pddl.domain, pddl.problem):
        for section in pddl_oracle.parse(text)[1:]:
            assert isinstance(section, list)
            match section[0]:
                case ":types" | ":constants" | ":objects":
                    yield from (name for name, _ in pddl_oracle.parse_typed_names(section[1:]))
                case ":predicates" | ":functions":
                    yield from (str(part[0]) for part in section[1:] if isinstance(part, list))
                case ":action" | ":durative-action":
                    yield str(section[1])


def names_of(pddl: Pddl) -> set[str]:
    """Return all names in the files, variables without their question mark."""
    code = re.sub(r";[^\n]*", "", pddl.domain + pddl.problem)
    variables = re.findall(r"\?([^\s()]+)", code)
    return {*declared(pddl), *variables, *re.findall(r"\((?:domain|problem|:domain) ([^\s()]+)\)", code)}


def formulations(instance: AnyInstance) -> Iterator[tuple[str, str, Pddl]]:
    for dialect, encoding in itertools.product(DIALECTS, ENCODINGS):
        try:
            yield dialect, encoding, generate(instance, dialect, encoding)
        except EncodingError:
            continue


def misused(pddl: Pddl) -> set[str]:
    """Return keywords that serve as names, except PDDL's own ``at`` and ``?duration``."""
    found = names_of(pddl)
    assert len(found) > 5
    by_itself = {"at"} if "(at ?" in pddl.domain else set[str]()
    if ":durative-action" in pddl.domain:
        assert set(re.findall(r"\(= \?duration|\?duration", pddl.domain)) <= {"(= ?duration"}
        by_itself |= {"duration"}
    return found & set(KEYWORDS) - by_itself - {"total-cost"}


def test_no_dialect_uses_a_keyword_as_a_name() -> None:
    made = [
        (puzzle.name, dialect, encoding, misused(pddl))
        for puzzle in load_catalog()
        for dialect, encoding, pddl in formulations(instantiate_smallest(puzzle, {}))
    ]
    assert {name for name, *_ in made} == {puzzle.name for puzzle in load_catalog()}
    assert [one for one in made if one[-1]] == []


# Names of the templates, as the files of each dialect declare them: names of the puzzle must not repeat them.
OF_TEMPLATES = ["passage", "passes", "lost", "stage", "peaceful", "count", "timing", "boat", "safe", "moment"]
WORDS = [*KEYWORDS, *OF_TEMPLATES]
CHUNKS = [WORDS[begin : begin + 5] for begin in range(0, len(WORDS), 5)]


@pytest.mark.parametrize("words", CHUNKS, ids=" ".join)
def test_travelers_and_places_may_be_named_by_keywords(words: list[str], tmp_path: Path) -> None:
    first, last = words[0], words[-1]
    kinds = "".join(f'[[kinds]]\nname = "{word}"\nplural = "{word}s"\n' for word in words)
    (tmp_path / "p.toml").write_text(f"""
family = "crossing"
name = "{first}"
title = "Words"
story = "Words cross."
source = "Made for the tests."
[[places]]
name = "start"
[[places]]
name = "{last} {first}"
[[places]]
name = "{first}"
{kinds}
[boat]
capacity = 2
[[rules]]
rule = "guard"
says = "One is not with the other."
victims = ["{first}"]
threats = ["{last}"]
guardian = "{words[1]}"
[start]
boat = "start"
everyone = "start"
[goal]
everyone = "{first}"
""")
    made = list(formulations(instantiate_smallest(load(str(tmp_path / "p.toml")), {})))
    assert len(made) == 8
    for dialect, encoding, pddl in made:
        assert misused(pddl) == set(), (dialect, encoding)
        given = list(declared(pddl))
        assert sorted(set(given)) == sorted(given), (dialect, encoding)


@pytest.mark.parametrize("words", CHUNKS[:-2], ids=" ".join)
def test_grid_values_may_be_named_by_keywords(words: list[str], tmp_path: Path) -> None:
    several = words if len(words) > 1 else [*words, "another"]
    values = ", ".join(f'"{word}"' for word in several)
    others = ", ".join(f'"other {word}"' for word in several)
    (tmp_path / "p.toml").write_text(f"""
family = "grid"
name = "{words[0]}"
title = "Words"
story = "Words live somewhere."
source = "Made for the tests."
[positions]
name = "{words[0]}"
plural = "{words[0]}s"
count = {len(several)}
[[categories]]
name = "{words[-1]}"
values = [{values}]
[[categories]]
name = "other"
values = [{others}]
[[clues]]
clue = "left-of"
value = "{several[0]}"
of = "other {several[1]}"
""")
    made = list(formulations(instantiate_smallest(load(str(tmp_path / "p.toml")), {})))
    assert len(made) == 2
    assert [misused(pddl) for _, _, pddl in made] == [set(), set()]
