"""Themes applied to puzzles, to fill in missing words or to retell a puzzle in the theme's words.

A theme is a set of characters, nouns and sentences for stories, such as ``opera``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, suggest_name
from ferryplan.generator.expressions import NameValues, evaluate_expression, fill_template, find_expression_names
from ferryplan.generator.families import family_of
from ferryplan.generator.family_types import PuzzleWords
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.parameters import names_for_expressions
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import format_phrase
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.toml_tables import TextLocation, ValueCheck, replace_checked_texts

ANY_THEME = "any"
"""the name that stands for a random theme of ferryplan, other than the nonsense theme"""
NONSENSE_THEME = "nonsense"
"""the name of the theme whose words are invented and have no meaning"""
SomePuzzle = TypeVar("SomePuzzle", bound=PuzzleFile)


def load_theme(name: str, draw: SeededRandom) -> Theme:
    """Return the theme for a name, such as ``opera``, or for the path of a user's theme file.

    The name ``any`` stands for a random theme, which ``draw`` chooses. Raises PuzzleError for an invalid file, with a line for each mistake, and for
    a text that is neither a theme's name nor a path.
    """
    from ferryplan.generator.files import read_text

    known = domains.theme_files()
    if name == ANY_THEME:
        name = draw.choose([*known])
    known = {**known, NONSENSE_THEME: domains.FOLDER / f"{NONSENSE_THEME}.toml"}
    path = known.get(name, Path(name))
    if name not in known and not name.endswith(".toml"):
        says = format_message("puzzles.unknown-theme", name=name)
        advice = format_message("puzzles.or-path", advice=suggest_name(name, [*known, ANY_THEME]))
        raise PuzzleError(says, about="theme", found=f"'{name}'", expected="a theme", advice=advice)
    return _parse_theme(read_text(path, name, ()), name)


@functools.lru_cache(32)
def _parse_theme(text: str, name: str) -> Theme:
    from ferryplan.generator.toml_positions import TomlPositions
    from ferryplan.generator.toml_reading import build_table, make_puzzle_error, parse_toml

    positions = TomlPositions(text)
    made, found = build_table(Theme, parse_toml(text, name), positions)
    if made is None or found:
        raise make_puzzle_error(found, positions, name)
    return made


def complete_words(puzzle: SomePuzzle, theme: Theme | None = None, draw: SeededRandom | None = None) -> SomePuzzle:
    """Return a copy of a puzzle in which a missing title, story and missing names are filled in.

    The words come from ``theme``, or are neutral if it is None. ``draw`` makes the random choices among the words; by default, it is a random
    source whose seed is the puzzle's name.
    """
    words = _find_words(puzzle, theme, draw or SeededRandom(puzzle.name))
    return type(puzzle)(**{**puzzle.given_values(), **words.make_missing_texts()})


def retell_puzzle(
    puzzle: SomePuzzle, parameters: Mapping[str, ParameterValue | None], theme: Theme, seed: str
) -> SomePuzzle:
    """Return a puzzle with the same solutions but a new story, with the names and words of a theme.

    The given values of all parameters are fixed in the new puzzle; a parameter remains only if an expression that depends on it cannot be replaced by
    its value. Equal seeds give equal puzzles. Raises PuzzleError for a theme that has no words for such a puzzle, or too few names.
    """
    draw = SeededRandom(f"{seed} {theme.name} {puzzle.name}")
    puzzle = type(puzzle)(
        **replace_checked_texts(
            type(puzzle), puzzle.given_values(), _make_substitution(names_for_expressions(parameters))
        )
    )
    names, said = _find_words(puzzle, theme, draw).assign_theme_names()
    data = replace_checked_texts(
        type(puzzle), said, lambda check, name, _: names.get(check.name_kind, {}).get(name, name)
    )
    for what, path in puzzle.NAME_PATHS.items():
        _replace_names_at_path(data, path, names.get(what, {}))
    data["parameters"] = {
        key: {**spec.given_values(), "default": list(value) if isinstance(value, tuple) else value}
        for key, spec in puzzle.parameters.items()
        if {key, f"{key}_count"} & _find_used_names(puzzle, data) and (value := parameters[key]) is not None
    }
    source = puzzle.source or format_phrase("stories.source", {})
    source = format_phrase("stories.retold", {"puzzle": puzzle.name, "source": source})
    name = f"{puzzle.name}-{theme.name}"[:40].rstrip("-")
    return complete_words(
        type(puzzle)(**{**data, "name": name, "title": "", "story": "", "source": source}), theme, draw
    )


def _find_words(puzzle: PuzzleFile, theme: Theme | None, draw: SeededRandom) -> PuzzleWords:
    return family_of(puzzle).find_words(puzzle, theme, draw)


def _make_substitution(names: NameValues) -> Callable[[ValueCheck, str, TextLocation], Any]:
    """Return a function for `replace_checked_texts` that replaces an expression or template by its value.

    ``names`` are the known values of names. The function returns a text unchanged unless all names in it have numbers as their values.
    """
    fixed = {key: value for key, value in names.items() if isinstance(value, int)}

    def substitute(check: ValueCheck, text: str, _: TextLocation) -> Any:
        if check.text_kind == "template":
            return (
                fill_template(text, fixed, len(text))
                if find_expression_names(text, template=True) <= fixed.keys()
                else text
            )
        return (
            evaluate_expression(text, fixed)
            if check.text_kind and find_expression_names(text, template=False) <= fixed.keys()
            else text
        )

    return substitute


def _find_used_names(puzzle: PuzzleFile, data: Mapping[str, Any]) -> set[str]:
    """Return the names that expressions in the data of a puzzle file use.

    Expressions in the title, the story and the parameters do not count. Parameters that are read from files count as used.
    """
    found = set(puzzle.parameters_read_from_files())

    def collect_names(check: ValueCheck, text: str, _: TextLocation) -> str:
        if check.text_kind:
            found.update(find_expression_names(text, template=check.text_kind == "template"))
        return text

    replace_checked_texts(
        type(puzzle),
        {key: one for key, one in data.items() if key not in ("parameters", "title", "story")},
        collect_names,
    )
    return found


def _replace_names_at_path(data: Any, path: Sequence[str], names: Mapping[str, str]) -> None:
    """Replace old names by new names at a path of keys in a file's data, in place.

    Where the path leads through a list of tables, the names in all tables are replaced. ``names`` maps old names to new names.
    """
    for table in data if isinstance(data, list) else [data]:
        key, *rest = path
        if key not in table:
            continue
        if rest:
            _replace_names_at_path(table[key], rest, names)
        elif isinstance(table[key], str):
            table[key] = names.get(table[key], table[key])
        else:
            table[key] = [names.get(one, one) for one in table[key]]
