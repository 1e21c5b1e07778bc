"""Words for puzzles: those that a file leaves out, and those of a theme in the place of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import PuzzleError, suggest_name
from ferryplan.generator.expressions import Names, evaluate, fill, names_in
from ferryplan.generator.families import family_of
from ferryplan.generator.family_types import Words
from ferryplan.generator.instance import Value
from ferryplan.generator.parameters import names_of
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.tables import Check, changed
from ferryplan.generator.themes.grammar import format_phrase
from ferryplan.generator.themes.theme import Theme

ANY = "any"
"""stands for any theme of the program's own but the next"""
NONSENSE = "nonsense"
"""the theme whose names mean nothing"""
SomePuzzle = TypeVar("SomePuzzle", bound=PuzzleFile)


def theme(name: str, draw: Draw) -> Theme:
    """Return a theme by its name, or in a user's file; ``any`` is one that is drawn.

    Raises PuzzleError, with a line for each mistake, for a file that is none, and for what is neither a name nor a file.
    """
    from ferryplan.generator.files import text_in
    from ferryplan.generator.positions import Positions
    from ferryplan.generator.reading import describe_mistakes, mistakes_in, parsed

    known = domains.theme_files()
    if name == ANY:
        name = draw.one([*known])
    known = {**known, NONSENSE: domains.FOLDER / f"{NONSENSE}.toml"}
    path = known.get(name, Path(name))
    if name not in known and not name.endswith(".toml"):
        says = format_message("puzzles.unknown-theme", name=name)
        advice = format_message("puzzles.or-path", advice=suggest_name(name, [*known, ANY]))
        raise PuzzleError(says, about="theme", found=f"'{name}'", expected="a theme", advice=advice)
    text = text_in(path, name, ())
    positions = Positions(text)
    made, found = mistakes_in(Theme, parsed(text, name), positions)
    if made is None or found:
        raise describe_mistakes(found, positions, name)
    return made


def completed(puzzle: SomePuzzle, told_as: Theme | None = None, draw: Draw | None = None) -> SomePuzzle:
    """Return a puzzle with the words that its file leaves out: those of a theme, or plain ones."""
    words = _words(puzzle, told_as, draw or Draw(puzzle.name))
    return type(puzzle)(**{**puzzle.said(), **words.missing()})


def retell(puzzle: SomePuzzle, parameters: Mapping[str, Value | None], told_as: Theme, seed: str) -> SomePuzzle:
    """Return the same task, for these values of all parameters, under the names of a theme, told in its words; of the same seed the same.

    Parameters are kept where numbers alone do not say what depends on them. Raises PuzzleError for a theme that has no words for
    such a puzzle, or too few names.
    """
    draw = Draw(f"{seed} {told_as.name} {puzzle.name}")
    puzzle = type(puzzle)(**changed(type(puzzle), puzzle.said(), _fixing(names_of(parameters))))
    names, said = _words(puzzle, told_as, draw).recast()
    data = changed(type(puzzle), said, lambda check, name: names.get(check.names, {}).get(name, name))
    for what, path in puzzle.NAMED.items():
        _rename(data, path, names.get(what, {}))
    data["parameters"] = {
        key: {**spec.said(), "default": list(value) if isinstance(value, tuple) else value}
        for key, spec in puzzle.parameters.items()
        if {key, f"{key}_count"} & _named_in(puzzle, data) and (value := parameters[key]) is not None
    }
    source = puzzle.source or format_phrase("stories.source", {})
    source = format_phrase("stories.retold", {"puzzle": puzzle.name, "source": source})
    name = f"{puzzle.name}-{told_as.name}"[:40].rstrip("-")
    return completed(type(puzzle)(**{**data, "name": name, "title": "", "story": "", "source": source}), told_as, draw)


def _words(puzzle: PuzzleFile, told_as: Theme | None, draw: Draw) -> Words:
    return family_of(puzzle).find_words(puzzle, told_as, draw)


def _fixing(names: Names) -> Callable[[Check, str], Any]:
    """Return what puts in the place of an expression what it comes to, if that is known of all in it and is a number or a text."""
    fixed = {key: value for key, value in names.items() if isinstance(value, int)}

    def fix(check: Check, text: str) -> Any:
        if check.over == "template":
            return fill(text, fixed, len(text)) if names_in(text, template=True) <= fixed.keys() else text
        return evaluate(text, fixed) if check.over and names_in(text, template=False) <= fixed.keys() else text

    return fix


def _named_in(puzzle: PuzzleFile, data: Mapping[str, Any]) -> set[str]:
    """Return the names in the expressions that are left in what a file says."""
    found = set(puzzle.read_from_files())

    def find(check: Check, text: str) -> str:
        if check.over:
            found.update(names_in(text, template=check.over == "template"))
        return text

    changed(type(puzzle), {key: one for key, one in data.items() if key not in ("parameters", "title", "story")}, find)
    return found


def _rename(data: Any, path: Sequence[str], names: Mapping[str, str]) -> None:
    """Give what is named at a path, in all tables of lists on the way, other names."""
    for table in data if isinstance(data, list) else [data]:
        key, *rest = path
        if rest:
            _rename(table[key], rest, names)
        elif isinstance(table[key], str):
            table[key] = names.get(table[key], table[key])
        else:
            table[key] = [names.get(one, one) for one in table[key]]
