"""The way back from texts that were read in spite of mistakes to the original files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.slips.slip import EditedText
from ferryplan.generator.pddl.syntax import Source


@dataclass(frozen=True)
class EditSteps:
    """The steps from the original text of a file to the text that was read.

    No step adds or removes a line.
    """

    original: Source
    steps: tuple[EditedText, ...]

    def original_span(self, start: int, end: int) -> tuple[int, int] | None:
        """Convert the positions of a part of the text that was read to those in the original.

        Returns None if a step changed the part.
        """
        span: tuple[int, int] | None = (start, end)
        for step in reversed(self.steps):
            span = span and step.original_span(*span)
        return span

    def original_column(self, line: int, column: int) -> int:
        """Convert a column of the text that was read to one of the original text, on the same line."""
        final = self._final_source()
        if not 0 < line <= len(final.lines):
            return column
        position = final.offset_at(line, column)
        for step in reversed(self.steps):
            position = step.original_position(position)
        return self.original.location_at(position)[1]

    def original_edit(self, edit: FileEdit) -> FileEdit | None:
        """Convert an edit of the text that was read to one of the original; None if a step changed the place."""
        final = self._final_source()
        span = self.original_span(final.offset_at(*edit.start), final.offset_at(*edit.end))
        if span is None:
            return None
        (line, column), (end_line, end_column) = (self.original.location_at(one) for one in span)
        return edit._replace(line=line, column=column, end_line=end_line, end_column=end_column)

    def _final_source(self) -> Source:
        return Source(self.steps[-1].text, self.original.name) if self.steps else self.original


def locate_in_original(finding: Finding, steps_by_file: Mapping[str, EditSteps]) -> Finding:
    """Return a finding about the texts that were read with its place and its edits in the original files.

    Edits that the original files do not allow are dropped.
    """
    edits = list[FileEdit]()
    for edit in finding.edits:
        steps = steps_by_file.get(edit.file)
        located = steps.original_edit(edit) if steps and steps.steps else edit
        if located is None:
            edits = []
            break
        edits.append(located)
    own = steps_by_file.get(finding.file)
    column = own.original_column(finding.line, finding.column) if own and own.steps and finding.line else finding.column
    return replace(finding, column=column, edits=tuple(edits))
