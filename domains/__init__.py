"""What puzzles there are: data, one folder per family.

`crossing/`     river crossings: puzzle files (`*.toml`), a page that teaches writing them (`README.md`),
                the templates of each dialect (`strips/`, which `costs` shares, `adl/`, `temporal/`), of the narration (`narration/`)
                and of the drawings and the page (`pictures/`)
`board/`        queens and sudoku: puzzle files, a page that teaches writing them, templates of the dialects and of the drawings
`grid/`         logic grids: puzzle files, a page that teaches writing them, the templates of each dialect (`strips/`, `adl/`)
`arithmetic/`   cryptarithms: puzzle files, a page that teaches writing them, the templates of each dialect (`strips/`, `adl/`)
`classical/`    planning tasks: for each puzzle a folder with its file and its templates, a page that teaches writing them
`placing/`      what the three before share: templates of the narration, the drawings and the page
`narration/`    what all families share: reasons, what notebooks show, plans of PDDL from elsewhere
`themes/`       themes in whose words any puzzle can be told (`*.toml`), and a page that teaches writing them
`questions/`    the words of questions, a folder for each language, and sets of them
`messages/`     the wording of each message, a file for each part of the program
`comments.j2`   the comments with which all PDDL begins
`reserved.toml` words that are no names, since they mean something already
`known.json`    what invented puzzles must differ from, by identity: made by `benchmarks/known_puzzles.py`
`index.json`    what lists, help and completion need of the puzzles, each with the hash of its files: made by `docs/generated.py`
`checking.toml` other words for travelers, boats and sides, in several languages
`linting.toml`  the severities of findings in PDDL, and the PDDL that planners refuse
`pddl-words.toml` the keywords of PDDL: what each means, and what completion inserts
`answers.toml`  the patterns by which answers in free text are read
`notation.toml` the words by which plans in free text are read
`nonsense.toml` the theme whose names mean nothing

`FOLDER` is the folder that holds the families. `puzzle_files()` maps the name of each puzzle of the catalogue to its file, `theme_files()` that
of each theme. `is_published()` tells the catalogue's puzzles from others, by their content.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "INDEX", "PUZZLE", "hash_puzzle", "index", "is_published", "puzzle_files", "theme_files", "words"]

FOLDER = Path(__file__).parent
INDEX = "index.json"
PUZZLE = "puzzle.toml"
"""the file of a puzzle that has a folder of its own"""
THEMES = "themes"
MESSAGES = "messages"


@functools.cache
def words(name: str) -> dict[str, Any]:
    """Return the tables and lists of words in a file of the folder."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def index() -> dict[str, Any]:
    """Return what `index.json` holds; an empty index where there is none."""
    return _index(FOLDER / INDEX)


@functools.cache
def _index(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = {"families": {}, "puzzles": {}}
    with contextlib.suppress(OSError, ValueError):
        found |= json.loads(path.read_bytes())
    return found


def hash_puzzle(path: Path) -> str:
    """Return the SHA-256 hash of a puzzle file; of a puzzle with a folder of its own, that of the file and all templates in the folder."""
    found = hashlib.sha256(path.read_bytes())
    if path.name == PUZZLE:
        for template in sorted(path.parent.rglob("*.j2")):
            # each template adds its name as one line and a hash of fixed length, so two folders never add the same bytes
            found.update(f"\n{template.relative_to(path.parent).as_posix()}\n".encode())
            found.update(hashlib.sha256(template.read_bytes()).digest())
    return found.hexdigest()


def is_published(path: Path) -> bool:
    """Return whether a puzzle file, with the templates beside it, is one of the catalogue's byte for byte, wherever it stands."""
    published = {known["sha256"] for known in index()["puzzles"].values()}
    with contextlib.suppress(OSError):
        return hash_puzzle(path) in published
    return False


def puzzle_files() -> dict[str, Path]:
    """Return the catalogue: each puzzle's name with its file, sorted by name. It is looked for once."""
    return dict(_puzzle_files(FOLDER))


@functools.cache
def _puzzle_files(folder: Path) -> dict[str, Path]:
    puzzles = {path.stem: path for path in folder.glob("*/*.toml") if path.parent.name not in (THEMES, MESSAGES)}
    puzzles |= {path.parent.name: path for path in folder.glob(f"*/*/{PUZZLE}")}
    return dict(sorted(puzzles.items()))


def theme_files() -> dict[str, Path]:
    """Return the themes in whose words puzzles can be told: each one's name with its file, sorted by name."""
    return {path.stem: path for path in sorted((FOLDER / THEMES).glob("*.toml"))}
