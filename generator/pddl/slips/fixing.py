"""The search for the slips of a domain and a problem, and their fixes.

The search has several rounds, because a fix may reveal the next slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ferryplan.generator.errors import PddlError
from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.reader import parse_domain, read_task
from ferryplan.generator.pddl.slips.condition_slips import find_condition_slips
from ferryplan.generator.pddl.slips.keyword_slips import find_keyword_slips, find_requirement_slips
from ferryplan.generator.pddl.slips.name_slips import (
    find_commas,
    find_glued_dashes,
    find_missing_question_marks,
    find_objects_named_in_domain,
    find_types_above_themselves,
    find_wrong_domain_name,
)
from ferryplan.generator.pddl.slips.pddl_file import PddlFile
from ferryplan.generator.pddl.slips.slip import EditedText, FileRole, Slip, TextEdit, choose_disjoint_slips
from ferryplan.generator.pddl.syntax import Source, UnsupportedPddlError

MAX_FILE_LENGTH = 5_000_000
"""the maximum length of a file in characters; larger files are not searched for slips"""
MAX_ROUNDS = 10


@dataclass(frozen=True)
class FixedFiles:
    """A domain, and a problem if there is one, with their slips fixed."""

    sources: Mapping[FileRole, Source]
    """the original files"""
    texts: Mapping[FileRole, EditedText]
    """the texts to which the fixes are applied"""
    slips: list[tuple[Slip, tuple[int, int]]] = field(default_factory=list)
    """each slip with its line and column in the original file"""
    original_edits: list[tuple[FileEdit, ...]] = field(default_factory=list)
    """for each slip: its edits of the original files; none if it depends on the fix of another slip"""

    def fixed_source(self, part: FileRole) -> Source:
        """Return the domain or the problem with its slips fixed; the original if it has none."""
        return replace(self.sources[part], text=self.texts[part].text)

    def locate_edits(self, edits: Iterable[TextEdit]) -> tuple[FileEdit, ...]:
        """Convert edits of the current texts to edits of the original files.

        There are none if an edit has no place there.
        """
        located = list[FileEdit]()
        for edit in edits:
            source, span = self.sources[edit.file_role], self.texts[edit.file_role].original_span(edit.start, edit.end)
            if span is None:
                return ()
            places = (*source.location_at(span[0]), *source.location_at(span[1]))
            located.append(FileEdit(source.name, *places, edit.new))
        return join_edits(located)


def fix_if_unreadable(domain: Source, problem: Source | None) -> FixedFiles:
    """Fix the slips of a domain and a problem if they cannot be read.

    If they can be read, the function fixes only the slips that the reader tolerates: commas, requirements without
    their colon, names that begin with a dash.
    """
    readable = True
    try:
        if problem is None:
            parse_domain(domain)
        else:  # a cached function
            read_task(domain.text, problem.text, domain.name, problem.name)
    except UnsupportedPddlError:  # valid PDDL that ferryplan does not read
        pass
    except PddlError:
        readable = False
    return fix_slips(domain, problem, all_kinds=not readable)


def fix_slips(domain: Source, problem: Source | None, all_kinds: bool = True) -> FixedFiles:
    """Find and fix the slips of a domain and a problem.

    If ``all_kinds`` is false, the function fixes only the slips that the reader tolerates: commas, requirements
    without their colon, names that begin with a dash. It finds no slips in files whose parentheses do not match.
    """
    sources: dict[FileRole, Source] = {"domain": domain}
    if problem is not None:
        sources["problem"] = problem
    files = FixedFiles(sources, {part: EditedText(one.text) for part, one in sources.items()})
    if any(len(one.text) > MAX_FILE_LENGTH for one in sources.values()):
        return files
    for _ in range(MAX_ROUNDS):
        # A source that collects mistakes can read lists of names past their mistakes.
        trees = {part: PddlFile(replace(files.fixed_source(part), mistakes=[]), part) for part in sources}
        try:
            slips = choose_disjoint_slips(_find_slips(trees["domain"], trees.get("problem"), all_kinds))
        except PddlError:  # the parentheses do not match
            break
        if not slips:
            break
        for slip in slips:
            position = files.texts[slip.file_role].original_position(slip.start)
            files.slips.append((slip, files.sources[slip.file_role].location_at(position)))
            files.original_edits.append(files.locate_edits(slip.edits))
        for part, text in files.texts.items():
            text.apply_edits(edit for slip in slips for edit in slip.edits if edit.file_role == part)
    return files


def _find_slips(domain: PddlFile, problem: PddlFile | None, all_kinds: bool) -> Iterator[Slip]:
    both = [domain] if problem is None else [domain, problem]
    for file in both:
        yield from find_commas(file)
        yield from find_requirement_slips(file)
        yield from find_glued_dashes(file, domain)
    if not all_kinds:
        return
    for file in both:
        yield from find_keyword_slips(file)
        yield from find_condition_slips(file)
    yield from find_types_above_themselves(domain)
    if problem is not None:
        yield from find_wrong_domain_name(domain, problem)
        yield from find_objects_named_in_domain(domain, problem)
    yield from find_missing_question_marks(domain, problem)
