"""Files of PDDL in ferryplan's layout: what `plan format` reads, compares and writes."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.formatting import format_pddl_source
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.system.user_files import raise_output_errors, read_text, write_all_or_none


@dataclass(frozen=True, slots=True)
class FormattedFile:
    """The text of a file, and the same text in ferryplan's layout."""

    name: str
    """the name of the file as given; ``-`` for standard input"""
    before: str
    after: str

    @property
    def is_changed(self) -> bool:
        """Whether the layout differs."""
        return self.before != self.after

    @property
    def first_changed_line(self) -> int:
        """The number of the first line that differs, from 1; 0 if none does."""
        pairs = itertools.zip_longest(self.before.split("\n"), self.after.split("\n"))
        return next((number for number, (old, new) in enumerate(pairs, 1) if old != new), 0)

    def diff(self) -> str:
        """Return the changes as a unified diff; empty if there are none."""
        # Only "\n" ends a line of PDDL; str.splitlines would also split at characters in comments.
        old, new = (text.removesuffix("\n").split("\n") for text in (self.before, self.after))
        lines = list(difflib.unified_diff(old, new, self.name, self.name, lineterm=""))
        if self.is_changed and not lines:  # they differ in the end of the last line only
            lines = [f"--- {self.name}", f"+++ {self.name}", f"@@ -{len(old)} +{len(new)} @@", f"-{old[-1]}"]
            lines += ["\\ No newline at end of file", f"+{new[-1]}"]
        return "".join(f"{line}\n" for line in lines)


def format_file(name: str) -> FormattedFile:
    """Format the text of a PDDL file, and return it beside the original; the file itself stays as it is.

    The name ``-`` stands for standard input. Raises PddlError for a file that cannot be read, and MistakeError for a
    text that is not PDDL.
    """
    text = read_text(name, PddlError)
    return FormattedFile(name, text, format_pddl_source(Source(text, name)))


def find_pddl_files(names: Iterable[str]) -> Iterator[str]:
    """Yield the names of files, and of the PDDL files in folders and their subfolders, each name once.

    Files of a folder are in alphabetical order; hidden files and folders are left out. Raises PddlError for a folder
    without PDDL files.
    """
    for name in dict.fromkeys(names):
        folder = Path(name)
        if name == "-" or not folder.is_dir():
            yield name
            continue
        found = [
            path
            for path in sorted(folder.rglob("*"))
            if path.suffix.lower() == ".pddl"
            and path.is_file()
            and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        ]
        if not found:
            raise PddlError(format_message("pddl.no-file-in-folder"), file=name)
        yield from map(str, found)


def write_formatted_files(files: Iterable[FormattedFile]) -> None:
    """Replace the files whose layout differs, all or none; symbolic links and permissions stay.

    Raises OutputError if a file cannot be written.
    """
    changed = {Path(one.name).resolve(): one.after.encode() for one in files if one.is_changed}
    if changed:
        with raise_output_errors(next(iter(changed))):
            write_all_or_none(changed, keep_permissions=True)
