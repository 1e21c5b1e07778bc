"""The function `find_puzzle_names`, which finds and renames names in puzzle files, for editors."""

from __future__ import annotations

import contextlib
import functools
import json
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_type
from ferryplan.generator.errors import FerryplanError, PuzzleError
from ferryplan.generator.families import FAMILIES, list_candidates
from ferryplan.generator.file_edits import FileEdit, apply_file_edits
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle import parse_puzzle_text
from ferryplan.generator.puzzle_keys import find_family
from ferryplan.generator.puzzle_names import PARAMETER, PuzzleName, PuzzleNameUse, find_names
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.api.puzzle_sources import NAME_WITHOUT_FILE
from ferryplan.planner.lint_report import DRAFT_SECONDS
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits


@functools.lru_cache(maxsize=16)
def _read_names(text: str) -> tuple[PuzzleName, ...]:
    """Read the names of a text; an editor asks about the same text many times."""
    return tuple(find_names(text))


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleNames(RenderableSequence[PuzzleName]):
    """The names that a puzzle file declares: a sequence of names, each with its places.

    Lines and columns count from 1, and columns count characters, as in findings.
    """

    renderer = "ferryplan.planner.api.puzzle_names:render_puzzle_names"

    text: str
    """The text of the puzzle file."""

    @property
    def items(self) -> tuple[PuzzleName, ...]:
        """The declared names, in the order in which the file declares them."""
        return _read_names(self.text)

    def __repr__(self) -> str:
        """Return a short description with the number of names."""
        return f"{type(self).__name__}(names={len(self)})"

    def find_name(self, line: int, column: int) -> tuple[PuzzleName, PuzzleNameUse] | None:
        """Return the name at a place of the text, or right before it, with this use; None if there is none."""
        uses = ((name, use) for name in self for use in name.uses if use.line == line)
        return next(((name, use) for name, use in uses if use.column <= column <= use.end_column), None)

    def rename(self, name: PuzzleName, new: str) -> tuple[FileEdit, ...]:
        """Return the edits that write another name at all places of a name.

        Sentences that mention the name stay as they are. Raises PuzzleError, with the reason, for a name that is
        declared already, and for one with which the puzzle would not be valid.
        """
        if any((one.kind, one.name) == (name.kind, new) for one in self if new != name.name):
            raise PuzzleError(format_message("symbols.taken-name", name=new))
        if name.kind == PARAMETER and FAMILIES[find_family(self.text, {})].file.HAS_TEMPLATES:
            raise PuzzleError(format_message("symbols.name-in-templates", name=name.name))
        edits = tuple(use.replace_name(NAME_WITHOUT_FILE, new) for use in name.uses)
        text = apply_file_edits(self.text, edits)
        known = {mistake.replace(old, new) for mistake in _list_mistakes(self.text) for old in (name.name, new)}
        if mistakes := [one for one in _list_mistakes(text) if one not in known]:
            raise PuzzleError(format_message("symbols.bad-puzzle-name", name=new, why=mistakes[0]))
        # For example, the place 'boat' of a rule is not a place, but the boat.
        if not any((one.kind, one.name, len(one.uses)) == (name.kind, new, len(name.uses)) for one in find_names(text)):
            raise PuzzleError(format_message("symbols.other-meaning", name=new))
        return edits


def _list_mistakes(text: str) -> list[str]:
    """Return the mistakes of a puzzle file, without their places; with one that only an instance shows."""
    try:
        puzzle = parse_puzzle_text(text, NAME_WITHOUT_FILE)
        with contextlib.suppress(TimeIsUpError), enforce_limits(DRAFT_SECONDS):
            assert next(list_candidates(puzzle, {})).instance
        return []
    except PuzzleError as error:
        return [one.message for one in error.diagnostics] or [error.statement]
    except FerryplanError as error:
        return [error.statement]


def find_puzzle_names(text: str) -> PuzzleNames:
    """Find the names that a puzzle file declares, and all places that use them.

    Names are those of kinds of travelers, places, categories, values, positions and parameters. Editors use the answer
    to go to declarations and to rename.

    Args:
        text: The text of the puzzle file. If it is not valid TOML, no names are found.

    Returns:
        A `PuzzleNames`: a sequence of names with their kinds and places.

    Raises:
        ArgumentError: The argument is not a text.

    >>> from ferryplan import find_puzzle_names
    >>> found = find_puzzle_names('family = "crossing"\\n[[kinds]]\\nname = "wolf"\\n[start]\\nkinds = { wolf = "left bank" }\\n')
    >>> print(found)
    wolf (kind, 2 uses)
    >>> [(use.key, use.line, use.column, use.is_declaration) for use in found[0].uses]
    [('kinds[0].name', 3, 9, True), ('start.kinds.wolf', 5, 11, False)]
    """
    check_argument_type("text", text, str, "a text")
    return PuzzleNames(text)


def render_puzzle_names(names: PuzzleNames, form: str, *, layout: Layout = PLAIN) -> str:
    """Render the names in an output format: ``text``, with one name a line, or ``json``."""
    if form == "json":
        listed = [{"kind": one.kind, "name": one.name, "uses": [use.to_dict() for use in one.uses]} for one in names]
        return json.dumps({"names": listed}, ensure_ascii=False, indent=2) + "\n"
    lines = [
        format_message(
            "symbols.symbol",
            signature=one.name,
            what=one.kind,
            uses=format_message("symbols.uses", count=len(one.uses)),
        )
        for one in names
    ]
    return "".join(f"{line}\n" for line in lines or [format_message("symbols.no-names")])
