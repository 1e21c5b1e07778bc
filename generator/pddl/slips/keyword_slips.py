"""Slips in keywords: without their colon, misspelled, or within parentheses; and repeated sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.generator.errors import find_similar_names
from ferryplan.generator.pddl.slips.pddl_file import (
    ACTIONS,
    CONDITIONS,
    NAME_LISTS,
    PARTS,
    SECTIONS,
    SIGNATURES,
    PddlFile,
)
from ferryplan.generator.pddl.slips.slip import Slip
from ferryplan.generator.pddl.syntax import ListNode, SyntaxNode, WordNode

_OTHER_SECTIONS = (":axiom", ":process", ":event", ":constraints", ":length")
"""sections that PDDL has or had, and that are not misspellings of others"""


def find_keyword_slips(file: PddlFile) -> Iterator[Slip]:
    """Yield the slips in the keywords of sections and of the parts of actions."""
    for section in file.sections:
        if isinstance(section, ListNode) and section.head:
            assert isinstance(section.items[0], WordNode)
            yield from _find_keyword_slip(file, section.items[0], SECTIONS)
    for action in file.sections_with_keyword(*ACTIONS):
        for item in action.items[2:]:
            if isinstance(item, WordNode):
                yield from _find_keyword_slip(file, item, PARTS)
            elif item.head in PARTS:
                yield _make_parentheses_slip(file, item)
    yield from _find_repeated_sections(file)


def find_requirement_slips(file: PddlFile) -> Iterator[Slip]:
    """Yield a slip for each requirement without its colon."""
    for section in file.sections_with_keyword(":requirements"):
        for item in section.items[1:]:
            if isinstance(item, WordNode) and not item.text.startswith((":", "?")):
                yield _make_missing_colon_slip(file, item)


def _find_keyword_slip(file: PddlFile, word: WordNode, known: Sequence[str]) -> Iterator[Slip]:
    if word.text in known or word.text in _OTHER_SECTIONS:
        return
    if f":{word.text}" in known:
        yield _make_missing_colon_slip(file, word)
    elif word.text.startswith(":") and len(meant := find_similar_names(word.text, known)) == 1:
        words = {"name": word.text}
        yield Slip(
            "misspelled-keyword",
            file.file_role,
            file.start_of(word),
            (file.make_replacement_edit(word, meant[0]),),
            words,
            meant[0],
        )


def _make_missing_colon_slip(file: PddlFile, word: WordNode) -> Slip:
    start = file.start_of(word)
    return Slip(
        "missing-colon",
        file.file_role,
        start,
        (file.make_insertion_edit(start, ":"),),
        {"name": word.text},
        f":{word.text}",
    )


def _make_parentheses_slip(file: PddlFile, group: ListNode) -> Slip:
    """Return the slip of a part in parentheses: ``(:parameters (?x))`` in place of ``:parameters (?x)``."""
    keyword, *rest = group.items
    if len(rest) == 1 and isinstance(rest[0], ListNode):
        edits = file.make_unwrapping_edits(group)
    else:
        # The closing parenthesis of the keyword becomes that of its list.
        opening = " (and" if group.head in CONDITIONS and rest else " ("
        start = file.start_of(group)
        edits = (file.make_span_edit(start, start + 1, " "), file.make_insertion_edit(file.end_of(keyword), opening))
    return Slip(
        "keyword-in-parentheses", file.file_role, file.start_of(group), edits, {"name": group.head}, f"{group.head} (…)"
    )


def _find_repeated_sections(file: PddlFile) -> Iterator[Slip]:
    """Yield a slip for each repeated section of names or facts.

    The fix moves the content of the section to the first section with the same keyword.
    """
    first = dict[str, ListNode]()
    for section in file.sections_with_keyword(*NAME_LISTS, *SIGNATURES, ":requirements", ":init"):
        if section.head in first:
            before = first[section.head]
            content = " ".join(map(str, section.items[1:]))
            # Names without a type at the end of the first list would get one from the second list.
            typeless = section.head in NAME_LISTS and _ends_without_type(before.items)
            added = f" - object {content}" if typeless and content else f" {content}"
            edits = (file.make_insertion_edit(file.end_of(before) - 1, added), file.make_blanking_edit(section))
            yield Slip("second-section", file.file_role, file.start_of(section), edits, {"name": section.head})
        else:
            first[section.head] = section


def _ends_without_type(items: Sequence[SyntaxNode]) -> bool:
    return len(items) > 1 and not (len(items) > 2 and isinstance(items[-2], WordNode) and items[-2].text == "-")
