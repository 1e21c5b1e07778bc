"""A domain and a problem with mistakes, and the checks that the edits of `plan lint` must pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ferryplan import generate
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.file_edits import FileEdit, apply_file_edits
from ferryplan.generator.pddl.linting.findings import Finding
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.pddl_lint import lint_texts


class Texts(NamedTuple):
    """A domain and a problem."""

    domain: str
    problem: str

    def lint(self, *, style: bool = True) -> list[Finding]:
        """Return the findings, without those that need ground actions."""
        sources = (Source(self.domain, "domain"), Source(self.problem, "problem"))
        return lint_texts(*sources, None, style, explores=False)

    def apply(self, edits: tuple[FileEdit, ...]) -> Texts:
        """Return the texts with edits applied."""
        own = ([edit for edit in edits if edit.file == name] for name in self._fields)
        return Texts(*(apply_file_edits(text, some) for text, some in zip(self, own, strict=True)))

    def replace(self, old: str, new: str) -> Texts:
        """Return the texts with a change of one of them; ``old`` must occur once."""
        assert (self.domain + self.problem).count(old) == 1, old
        return Texts(self.domain.replace(old, new), self.problem.replace(old, new))

    @property
    def words(self) -> tuple[list[str], list[str]]:
        """The words and parentheses of both texts, without the layout."""
        first, second = (re.findall(r"[()]|[^\s()]+", text) for text in self)
        return first, second


def identify(finding: Finding) -> tuple[str, str, str]:
    """Return what identifies a finding, wherever it is and however often its mistake occurs.

    Names that may be meant do not count, because they depend on other findings.
    """
    return finding.kind, finding.file, re.sub(r" \(\d+ occurrences.*\)|; did you mean .*\?", "", finding.message)


def check_places(texts: Texts, findings: list[Finding]) -> None:
    """Assert that all edits are inside their files, ordered and disjoint."""
    lines = {name: text.split("\n") for name, text in texts._asdict().items()}
    for finding in findings:
        if finding.line:
            assert 1 <= finding.line <= len(lines[finding.file]), finding
            assert 1 <= finding.column <= len(lines[finding.file][finding.line - 1]) + 1, finding
        for edit in finding.edits:
            for line, column in (edit.start, edit.end):
                assert 1 <= line <= len(lines[edit.file]), (finding, edit)
                assert 1 <= column <= len(lines[edit.file][line - 1]) + 1, (finding, edit)
            assert edit.start <= edit.end
            assert edit.start != edit.end or edit.text, (finding, edit)
        ends = [(edit.file, edit.end) for edit in finding.edits]
        starts = [(edit.file, edit.start) for edit in finding.edits]
        assert all(end < start for end, start in zip(ends, starts[1:], strict=False)), finding


def check_edits(texts: Texts, findings: list[Finding]) -> Iterator[tuple[Finding, Texts]]:
    """Assert that the edits of each finding remove it and add no error; yield each finding with the edited texts."""
    check_places(texts, findings)
    all_found = Counter(map(identify, findings))
    for finding in findings:
        if finding.edits:
            edited = texts.apply(finding.edits)
            found = edited.lint()
            assert Counter(map(identify, found))[identify(finding)] < all_found[identify(finding)], (finding, edited)
            new = [one for one in found if one.severity == "error" and identify(one) not in all_found]
            assert not new, (finding, new, edited)
            yield finding, edited


FORMS = [("strips", "named"), ("strips", "counted"), ("adl", "named"), ("numeric", "counted"), ("temporal", "named")]


def generate_texts() -> Iterator[Texts]:
    """Yield the PDDL of puzzles of the catalog in several dialects."""
    for name in ("wolf-goat-cabbage", "jealous-couples", "bridge-torch", "gripper", "zebra", "blocks"):
        for dialect, encoding in FORMS:
            try:
                pddl = generate(name, dialect=dialect, encoding=encoding)
            except EncodingError:
                continue
            if len(pddl.domain) + len(pddl.problem) < 30_000:
                yield Texts(pddl.domain, pddl.problem)
