"""Words for puzzles: those that a file leaves out, and a theme's words in place of the puzzle's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError, suggest_name
from ferryplan.generator.expressions import NameValues, evaluate, fill_template, find_names
from ferryplan.generator.families import family_of
from ferryplan.generator.family_types import PuzzleWords
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.parameters import expression_names
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import format_phrase
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.toml_tables import ValueCheck, map_checked_texts

ANY_THEME = "any"
"""stands for a random theme of ferryplan, other than the nonsense theme"""
NONSENSE_THEME = "nonsense"
"""the theme whose names mean nothing"""
SomePuzzle = TypeVar("SomePuzzle", bound=PuzzleFile)


def load_theme(name: str, draw: SeededRandom) -> Theme:
    """Return the theme with a name, or the theme in a user's file; ``any`` is a random theme.

    Raises PuzzleError for an invalid file, with a line for each mistake, and for a text that is neither a name nor a file.
    """
    from ferryplan.generator.files import read_text
    from ferryplan.generator.toml_positions import TomlPositions
    from ferryplan.generator.toml_reading import build_table, make_puzzle_error, parse_toml

    known = domains.theme_files()
    if name == ANY_THEME:
        name = draw.choose([*known])
    known = {**known, NONSENSE_THEME: domains.FOLDER / f"{NONSENSE_THEME}.toml"}
    path = known.get(name, Path(name))
    if name not in known and not name.endswith(".toml"):
        says = format_message("puzzles.unknown-theme", name=name)
        advice = format_message("puzzles.or-path", advice=suggest_name(name, [*known, ANY_THEME]))
        raise PuzzleError(says, about="theme", found=f"'{name}'", expected="a theme", advice=advice)
    text = read_text(path, name, ())
    positions = TomlPositions(text)
    made, found = build_table(Theme, parse_toml(text, name), positions)
    if made is None or found:
        raise make_puzzle_error(found, positions, name)
    return made


def complete_words(puzzle: SomePuzzle, theme: Theme | None = None, draw: SeededRandom | None = None) -> SomePuzzle:
    """Return a puzzle completed with the words that its file leaves out: a theme's words, or plain ones."""
    words = _find_words(puzzle, theme, draw or SeededRandom(puzzle.name))
    return type(puzzle)(**{**puzzle.given_values(), **words.make_missing_texts()})


def retell_puzzle(
    puzzle: SomePuzzle, parameters: Mapping[str, ParameterValue | None], theme: Theme, seed: str
) -> SomePuzzle:
    """Return the same task, for these values of all parameters, with the names and words of a theme.

    Equal seeds give equal puzzles. A parameter stays a parameter if expressions that depend on it cannot be replaced by their values. Raises
    PuzzleError for a theme that has no words for such a puzzle, or too few names.
    """
    draw = SeededRandom(f"{seed} {theme.name} {puzzle.name}")
    puzzle = type(puzzle)(
        **map_checked_texts(type(puzzle), puzzle.given_values(), _make_substitution(expression_names(parameters)))
    )
    names, said = _find_words(puzzle, theme, draw).recast_names()
    data = map_checked_texts(type(puzzle), said, lambda check, name: names.get(check.name_kind, {}).get(name, name))
    for what, path in puzzle.NAME_PATHS.items():
        _rename_at(data, path, names.get(what, {}))
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


def _make_substitution(names: NameValues) -> Callable[[ValueCheck, str], Any]:
    """Return a function that replaces expressions by their values.

    It replaces an expression or template only if all its names have known values that are numbers.
    """
    fixed = {key: value for key, value in names.items() if isinstance(value, int)}

    def substitute(check: ValueCheck, text: str) -> Any:
        if check.text_kind == "template":
            return fill_template(text, fixed, len(text)) if find_names(text, template=True) <= fixed.keys() else text
        return evaluate(text, fixed) if check.text_kind and find_names(text, template=False) <= fixed.keys() else text

    return substitute


def _find_used_names(puzzle: PuzzleFile, data: Mapping[str, Any]) -> set[str]:
    """Return the names in the expressions that remain in a file's data."""
    found = set(puzzle.parameters_read_from_files())

    def collect_names(check: ValueCheck, text: str) -> str:
        if check.text_kind:
            found.update(find_names(text, template=check.text_kind == "template"))
        return text

    map_checked_texts(
        type(puzzle),
        {key: one for key, one in data.items() if key not in ("parameters", "title", "story")},
        collect_names,
    )
    return found


def _rename_at(data: Any, path: Sequence[str], names: Mapping[str, str]) -> None:
    """Rename the values at a path in nested tables, including all tables of lists along the path."""
    for table in data if isinstance(data, list) else [data]:
        key, *rest = path
        if rest:
            _rename_at(table[key], rest, names)
        elif isinstance(table[key], str):
            table[key] = names.get(table[key], table[key])
        else:
            table[key] = [names.get(one, one) for one in table[key]]
