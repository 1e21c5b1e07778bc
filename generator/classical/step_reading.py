"""The division of a text into the steps of a plan, one sentence for each.

The text gives the steps as the items of a list, the rows of a table, or sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.classical.action_parser import ActionParser
from ferryplan.generator.name_lookup import UnreadableStepError
from ferryplan.generator.notation import MAX_SENTENCE_LENGTH, answer_pattern
from ferryplan.generator.text_lines import TextLine, find_last_list, split_lines

_STEP_END = re.compile(r"(?<=[\w)])[.;](?=\s|$)|\n|,?\s(?:and\s)?then\s|,\s(?:and\s)?finally\s", re.IGNORECASE)
_STEP_COMMA = re.compile(r",(?![^(\[]{0,60}[)\]])\s?(?:and\s)?")
_STEP_CONJUNCTION = re.compile(r"\sand\s(?!.{0,40}\bit\b)")
"""the word between two actions with different objects"""
_STATE_HEADING = re.compile(
    r"(?:initial|start|beginning|goal|final|end|result|current)\w*(?:\s(?:state|stack|position|configuration))?\s?[:=]|\d[\d\s]*$",
    re.IGNORECASE,
)
_POSITION_STATEMENT = re.compile(r"\b(?:is|are|lies?|stands?|sits?)\s(?:\w+\s)?(?:on|in|at|under)\b", re.IGNORECASE)
_INTRODUCTORY_WORDS = frozenset({"then", "first", "next", "finally", "now", "and", "the", "please", "after", "that"})
_FROM_TO_HEADINGS = frozenset({"from", "origin", "source"}), frozenset({"to", "destination", "target", "into", "onto"})


def read_steps(parser: ActionParser, text: str, single_move: bool) -> list[Any] | None:
    """Return the steps of a plan in a text, one sentence for each; None if the text has no steps.

    With ``single_move``, the text is expected to have a single step.
    """
    return parser.join_steps([*_find_step_sentences(parser, text, single_move)]) or None


def _find_step_sentences(parser: ActionParser, text: str, single_move: bool) -> Sequence[str]:
    """Return the sentences of a text that each describe a step, or a part of a step."""
    lines = find_last_list(split_lines(parser.translate_to_english(parser.expand_legend(text))))
    if found := [*_read_table_rows(parser, [line for line in lines if line.cells])]:
        return found
    lines = [line for line in lines if not line.cells]
    numbered = [line for line in lines if line.number is not None]
    marked = [line for line in lines if line.is_item]
    for items in (numbered, marked):
        steps = [
            step
            for line in items
            if line.text and not _STATE_HEADING.match(line.text)
            for step in _split_line_into_steps(parser, line.text, True)
        ]
        read = sum(_is_step(parser, step) or _has_verb_and_object(parser, step) for step in steps)
        if read > 1 or (read and (single_move or len(items) == 1)):
            return steps
    steps = [
        step
        for line in lines
        for step in _split_line_into_steps(parser, line.text, single_move)
        if not _STATE_HEADING.match(step)
    ]
    told = [n for n, step in enumerate(steps) if _is_step(parser, step) or (single_move and len(steps) == 1)]
    # Commands behind the last step that the parser understands are steps, too: the plan is never shorter than
    # the text.
    told += [n for n in range(told[-1] + 1, len(steps)) if _is_command(parser, steps[n])] if told else []
    between = steps[told[0] : told[-1] + 1] if told else []
    return [step for step in between if _is_step(parser, step) or single_move or _has_verb_and_object(parser, step)]


def _split_line_into_steps(parser: ActionParser, line: str, in_list: bool) -> Iterator[str]:
    """Yield the pieces of a line that each describe one step.

    If the line is in a list, a sentence that describes no action is joined to the sentence before it.
    """
    kept = separator = ""
    end = 0
    for found in (*_STEP_END.finditer(line), None):
        sentence = line[end : found.start() if found else len(line)].strip(" ,.")
        full_stop = separator in (".", ";")
        between, end = separator, found.end() if found else len(line)
        separator = found[0] if found else ""
        if not sentence:
            continue
        parts = [part.strip() for part in _STEP_COMMA.split(sentence) if part.strip()]
        concludes = len(parts) > 1 and re.match(r"(?:so|hence|thus|therefore)\b", parts[-1])
        if concludes and _is_step(parser, parts[-1]) and not any(_is_step(parser, part) for part in parts[:-1]):
            parts = [sentence := parts[-1]]
        if len(parts) == 1:
            parts = [part.strip() for part in _STEP_CONJUNCTION.split(sentence)]
        several = len(parts) > 1 and all(_is_step(parser, part, is_part=True) for part in parts)
        for part in parts if several else [sentence]:
            if kept and in_list and not _has_verb_and_object(parser, part) and not _is_step(parser, part):
                kept += f"{' so ' if full_stop else between}{part}"
                continue
            if kept:
                yield kept
            kept = part
    if kept:
        yield kept


def _has_verb_and_object(parser: ActionParser, text: str) -> bool:
    """Return whether a text has the verb of an action and mentions an object."""
    found = re.findall(r"[^\W\d_][\w'-]*|\d+", text.casefold())
    return any(word in parser.verbs_by_word and word not in parser.preposition_roles for word in found) and any(
        word in parser.objects_by_alias or word in parser.puzzle_words for word in found
    )


def _is_command(parser: ActionParser, text: str) -> bool:
    """Return whether a sentence begins with the verb of an action and mentions an object."""
    spoken = (word for word in re.findall(r"[^\W\d_][\w'-]*", text.casefold()) if word not in _INTRODUCTORY_WORDS)
    return next(spoken, "") in parser.verbs_by_word and _has_verb_and_object(parser, text)


def _is_step(parser: ActionParser, text: str, is_part: bool = False) -> bool:
    """Return whether a text describes an action and nothing else.

    If ``is_part`` is true, the text is only a part of a sentence. A part that begins with an object must also contain
    a verb.
    """
    if len(text) > MAX_SENTENCE_LENGTH:
        return False
    try:
        said = parser.parse_sentence(text)
    except UnreadableStepError:
        return False
    spoken = (word for word in re.findall(r"[^\W\d_][\w'-]*", text.casefold()) if word not in _INTRODUCTORY_WORDS)
    begins = next(spoken, "") in parser.verbs_by_word
    counted = any(word.startswith("top-") for word in said.words)
    leads = bool(said.directions) or any(one.preposition_role == 2 for one in said.mentions)
    if counted or (said.directions and (begins or parser.has_one_mover)):
        return True
    # "The 5-litre jug holds 4 litres" describes no action, and neither does "block c is on the table".
    acts = any(word in parser.verbs_by_word for word in said.words) or parser.stative_verbs.isdisjoint(said.words)
    if _POSITION_STATEMENT.search(text) and not begins:
        return False
    named_first = acts and any(word in parser.objects_by_alias for word in said.words[:2])
    named_first = named_first and (not is_part or _has_verb_and_object(parser, text))
    return bool(said.mentions) and (begins or leads or named_first)


def _read_table_rows(parser: ActionParser, lines: Sequence[TextLine]) -> Iterator[str]:
    """Yield the step in each row of a table, as a sentence; the first row has the headings.

    A step is in the columns for the object, its origin and its target, or in the column of the actions.
    """
    if not lines:
        return
    head = [cell.casefold() for cell in lines[0].cells]
    ends = [
        next((n for n, cell in enumerate(head) if {*re.findall(r"\w+", cell)} & some), None)
        for some in _FROM_TO_HEADINGS
    ]
    what = [
        n
        for n, cell in enumerate(head)
        if re.search(r"\b(?:dis[ck]s?|blocks?|tiles?|ring|object|item|jug|piece|action|verb)\b", cell) and n not in ends
    ]
    if ends[0] is not None and ends[1] is not None:
        for line in lines[1:]:
            cells = [_add_object_kind(head[n], cell) for n, cell in enumerate(line.cells[: len(head)])]
            if max(ends[0], ends[1], *what) < len(cells):
                yield " ".join((*(cells[n] for n in what), "from", cells[ends[0]], "to", cells[ends[1]]))
        return
    ways = [n for n, cell in enumerate(head) if cell == "direction"]
    acts = [n for n, cell in enumerate(head) if cell in parser.verbs_by_word]
    columns = [n for n, cell in enumerate(head) if answer_pattern("column").search(cell)] or what
    columns = [
        n
        for n in columns
        if not all(re.fullmatch(r"\W*\d*\W*", line.cells[n]) for line in lines[1:] if n < len(line.cells))
    ]
    together = columns[:1] or [*what, *ways] if ways else columns[:1] or acts[:1]
    for line in lines[1:] if together else ():
        cells = [_add_object_kind(head[n], line.cells[n]) for n in together if n < len(line.cells)]
        told = " ".join(
            f"{head[n]} {cell}" if n in acts and cell.isdigit() else cell
            for n, cell in zip(together, cells, strict=False)
        )
        if re.search(r"\w", told) and not _STATE_HEADING.match(f"{told}:"):
            yield told


def _add_object_kind(heading: str, cell: str) -> str:
    """Return a table cell's text, with the kind of object from the column's heading before a number.

    An example is ``disc 1`` for ``1`` in the column "Disc".
    """
    kind = re.search(r"\b(dis[ck]|block|tile|peg|rod|jug)\b", heading)
    return f"{kind[1]} {cell}" if kind and re.fullmatch(r"\w{1,2}", cell) else cell
