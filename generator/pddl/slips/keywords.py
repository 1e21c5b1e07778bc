"""Keywords without their colon, misspelled, or within parentheses; sections that stand twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.generator.errors import near
from ferryplan.generator.pddl.slips.sections import (
    ACTIONS,
    CONDITIONS,
    NAME_LISTS,
    PARTS,
    SECTIONS,
    SIGNATURES,
    PddlFile,
)
from ferryplan.generator.pddl.slips.slip import Slip
from ferryplan.generator.pddl.syntax import Expression, Group, Word

_OTHER_SECTIONS = (":axiom", ":process", ":event", ":constraints", ":length")
"""sections that PDDL has or had, and that no slip leads to"""


def find_keyword_slips(file: PddlFile) -> Iterator[Slip]:
    """Yield the slips in the keywords of sections and of the parts of actions."""
    for section in file.sections:
        if isinstance(section, Group) and section.head:
            assert isinstance(section.items[0], Word)
            yield from _of_keyword(file, section.items[0], SECTIONS)
    for action in file.named(*ACTIONS):
        for item in action.items[2:]:
            if isinstance(item, Word):
                yield from _of_keyword(file, item, PARTS)
            elif item.head in PARTS:
                yield _in_parentheses(file, item)
    yield from _repeated_sections(file)


def find_requirement_slips(file: PddlFile) -> Iterator[Slip]:
    """Yield the requirements without their colon."""
    for section in file.named(":requirements"):
        for item in section.items[1:]:
            if isinstance(item, Word) and not item.text.startswith(":"):
                yield _without_colon(file, item)


def _of_keyword(file: PddlFile, word: Word, known: Sequence[str]) -> Iterator[Slip]:
    if word.text in known or word.text in _OTHER_SECTIONS:
        return
    if f":{word.text}" in known:
        yield _without_colon(file, word)
    elif word.text.startswith(":") and len(meant := near(word.text, known)) == 1:
        words = {"name": word.text}
        yield Slip("misspelled-keyword", file.part, file.start(word), (file.replace(word, meant[0]),), words, meant[0])


def _without_colon(file: PddlFile, word: Word) -> Slip:
    start = file.start(word)
    return Slip("missing-colon", file.part, start, (file.insert(start, ":"),), {"name": word.text}, f":{word.text}")


def _in_parentheses(file: PddlFile, group: Group) -> Slip:
    """Return the slip of ``(:parameters (?x))`` in place of ``:parameters (?x)``."""
    keyword, *rest = group.items
    if len(rest) == 1 and isinstance(rest[0], Group):
        edits = file.unwrap(group)
    else:
        # The parenthesis that closes the keyword's closes its list.
        opening = " (and" if group.head in CONDITIONS and rest else " ("
        start = file.start(group)
        edits = (file.replace_span(start, start + 1, " "), file.insert(file.end(keyword), opening))
    return Slip(
        "keyword-in-parentheses", file.part, file.start(group), edits, {"name": group.head}, f"{group.head} (…)"
    )


def _repeated_sections(file: PddlFile) -> Iterator[Slip]:
    """Yield each section that stands there again and only lists names or facts: its content belongs to the first."""
    first = dict[str, Group]()
    for section in file.named(*NAME_LISTS, *SIGNATURES, ":requirements", ":init"):
        if section.head in first:
            before = first[section.head]
            content = " ".join(map(str, section.items[1:]))
            # Names without a type at the end of the first list would get one from the second list.
            typeless = section.head in NAME_LISTS and _ends_without_type(before.items)
            added = f" - object {content}" if typeless and content else f" {content}"
            edits = (file.insert(file.end(before) - 1, added), file.blank(section))
            yield Slip("second-section", file.part, file.start(section), edits, {"name": section.head})
        else:
            first[section.head] = section


def _ends_without_type(items: Sequence[Expression]) -> bool:
    return len(items) > 1 and not (len(items) > 2 and isinstance(items[-2], Word) and items[-2].text == "-")
