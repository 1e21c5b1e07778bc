"""All slips of a domain and a problem, found and fixed round by round, for a fix may show the next slip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.reader import domain_of, read_both
from ferryplan.generator.pddl.slips.conditions import find_condition_slips
from ferryplan.generator.pddl.slips.keywords import find_keyword_slips, find_requirement_slips
from ferryplan.generator.pddl.slips.names import (
    find_commas,
    find_dashes,
    find_missing_question_marks,
    find_objects_in_domain,
    find_other_domain,
    find_own_parents,
)
from ferryplan.generator.pddl.slips.sections import PddlFile
from ferryplan.generator.pddl.slips.slip import EditedText, Part, Slip, choose_disjoint
from ferryplan.generator.pddl.syntax import Source, UnknownFormError

LARGEST = 5_000_000
"""characters; in larger files no slips are looked for"""
MAX_ROUNDS = 10


@dataclass(frozen=True)
class FixedFiles:
    """A domain, and a problem if there is one, with their slips fixed."""

    sources: Mapping[Part, Source]
    """the files as they were written"""
    texts: Mapping[Part, EditedText]
    slips: list[tuple[Slip, tuple[int, int]]] = field(default_factory=list)
    """each slip with its line and column in the file as it was written"""

    def fixed(self, part: Part) -> Source:
        """Return a file with its slips fixed; as it was written if it has none."""
        return replace(self.sources[part], text=self.texts[part].text)

    def original_place(self, part: Part, line: int, column: int) -> tuple[int, int]:
        """Return the line and column in the file as it was written of a place in the fixed file. Lines stay the same."""
        text, begins = self.texts[part], sum(len(one) + 1 for one in self.fixed(part).lines[: line - 1])
        position = text.original_position(begins + column - 1)
        return line, position - (text.original.rfind("\n", 0, position) + 1) + 1


def fix_unreadable(domain: Source, problem: Source | None) -> FixedFiles:
    """Return a domain and a problem with their slips fixed: all kinds of slips only if they cannot be read as they are."""
    readable = True
    try:
        if problem is None:
            domain_of(domain)
        else:  # which remembers what it has read
            read_both(domain.text, problem.text, domain.name, problem.name)
    except UnknownFormError:  # it is PDDL, though not read here
        pass
    except PddlError:
        readable = False
    return fix_slips(domain, problem, all_kinds=not readable)


def fix_slips(domain: Source, problem: Source | None, all_kinds: bool = True) -> FixedFiles:
    """Return a domain and a problem with their slips fixed.

    Without ``all_kinds`` only those are fixed that a text may have and can be read all the same: commas, requirements without their colon,
    names that begin with a dash. Where parentheses do not match, nothing is found.
    """
    sources: dict[Part, Source] = {"domain": domain}
    if problem is not None:
        sources["problem"] = problem
    files = FixedFiles(sources, {part: EditedText(one.text) for part, one in sources.items()})
    if any(len(one.text) > LARGEST for one in sources.values()):
        return files
    for _ in range(MAX_ROUNDS):
        # A source that collects mistakes reads lists of names past them.
        trees = {part: PddlFile(replace(files.fixed(part), collected=[]), part) for part in sources}
        try:
            slips = choose_disjoint(_find(trees["domain"], trees.get("problem"), all_kinds))
        except PddlError:  # the parentheses do not match
            break
        if not slips:
            break
        for slip in slips:
            line = files.texts[slip.part].text.count("\n", 0, slip.start) + 1
            column = slip.start - (files.texts[slip.part].text.rfind("\n", 0, slip.start) + 1) + 1
            files.slips.append((slip, files.original_place(slip.part, line, column)))
        for part, text in files.texts.items():
            text.apply(edit for slip in slips for edit in slip.edits if edit.part == part)
    return files


def _find(domain: PddlFile, problem: PddlFile | None, all_kinds: bool) -> Iterator[Slip]:
    both = [domain] if problem is None else [domain, problem]
    for file in both:
        yield from find_commas(file)
        yield from find_requirement_slips(file)
        yield from find_dashes(file, domain)
    if not all_kinds:
        return
    for file in both:
        yield from find_keyword_slips(file)
        yield from find_condition_slips(file)
    yield from find_own_parents(domain)
    if problem is not None:
        yield from find_other_domain(domain, problem)
        yield from find_objects_in_domain(domain, problem)
    yield from find_missing_question_marks(domain, problem)
